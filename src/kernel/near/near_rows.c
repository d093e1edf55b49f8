/*
 * near_rows.c
 *		Rows that a model remembers.
 */
#include "kernel/near/near_rows.h"

#include <float.h>

#include "kernel/block.h"

/* A value is in a bin of its own if more than one in COMMON rows has it. */
#define COMMON 6

/* The scores, from -NEAR_MOST_SCORE to NEAR_MOST_SCORE. */
#define SCORES (2 * NEAR_MOST_SCORE + 1)

static int
compare_doubles(const void *a, const void *b)
{
	double		left = *(const double *) a;
	double		right = *(const double *) b;

	return left < right ? -1 : left > right;
}

/* Returns limit[SCORES - 1], the smallest share that has each score but the first. */
static double *
score_limits(Work *work)
{
	double	   *limit = WORK_ARRAY(work, SCORES - 1, double);

	for (int k = 0; k < SCORES - 1; k++)
		limit[k] = 0.5 * erfc((NEAR_MOST_SCORE - k - 0.5) / NEAR_SCORE_UNITS / M_SQRT2);
	return limit;
}

/* Returns the number of ascending limits that are at most x. */
static uint32
count_limits(const double *limit, uint32 n, double x)
{
	uint32		low = 0;
	uint32		high = n;

	while (low < high)
	{
		uint32		middle = low + (high - low) / 2;

		if (limit[middle] <= x)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Returns the share of n kept rows that are below a value, plus half of those equal to it. */
static double
share_of(uint32 below, uint32 at_most, uint32 n)
{
	double		share = ((double) below + at_most) / (2.0 * n);

	return Min(Max(share, 0.5 / n), 1 - 0.5 / n);
}

/* Adds a value with a share, unless the value before has the same score; both ascend. */
static void
add_step(NearColumn *column, double *step, int8 *score, double value, double share, const double *limit)
{
	int			last = column->steps > 0 ? score[column->steps - 1] : -NEAR_MOST_SCORE;
	int			its = last;

	while (its < NEAR_MOST_SCORE && limit[its + NEAR_MOST_SCORE] <= share)
		its++;
	if (column->steps > 0 && its == last)
		return;
	step[column->steps] = value;
	score[column->steps++] = (int8) its;
}

/* Sets the scores of sorted[n] and of the values between them. */
static void
find_steps(Work *work, NearColumn *column, const double *sorted, uint32 n, const double *limit)
{
	double	   *step = WORK_ARRAY(work, SCORES, double);
	int8	   *score = WORK_ARRAY(work, SCORES, int8);
	double		between = -DBL_MAX; /* the smallest value above those before */

	for (uint32 i = 0, end; i < n; i = end)
	{
		for (end = i + 1; end < n && sorted[end] == sorted[i]; end++)
			;
		if (between < sorted[i])
			add_step(column, step, score, between, share_of(i, i, n), limit);
		add_step(column, step, score, sorted[i], share_of(i, end, n), limit);
		between = nextafter(sorted[i], INFINITY);
	}
	if (n > 0 && between <= DBL_MAX)
		add_step(column, step, score, between, share_of(n, n, n), limit);
	column->step = step;
	column->score = score;
}

/* Moves the values that many rows have from sorted[n] to own[]; returns the number of the others. */
static uint32
find_owns(NearColumn *column, double *own, double *sorted, uint32 n, uint32 rows)
{
	uint32		rest = 0;

	for (uint32 i = 0, end; i < n; i = end)
	{
		for (end = i + 1; end < n && sorted[end] == sorted[i]; end++)
			;
		if ((end - i) * COMMON > rows || end - i == n)
			own[column->owns++] = sorted[i];
		else
			for (uint32 k = i; k < end; k++)
				sorted[rest++] = sorted[k];
	}
	column->own = own;
	return rest;
}

/* Cuts the sorted values at quantiles. */
static void
find_cuts(NearColumn *column, double *cut, const double *sorted, uint32 n)
{
	uint32		bins = NEAR_NUMBER_BINS > column->owns ? NEAR_NUMBER_BINS - column->owns : 1;

	for (uint32 k = 1; k < bins && n > 0; k++)
	{
		double		at = (double) k / bins * (n - 1);
		uint32		below = (uint32) at;
		double		low = sorted[below];
		double		high = sorted[Min(below + 1, n - 1)];
		double		quantile = low + (at - below) * (high - low);

		quantile = Min(Max(quantile, low), high);	/* rounding could lead beyond it */
		if (column->cuts == 0 || quantile > cut[column->cuts - 1])
			cut[column->cuts++] = quantile;
	}
	column->cut = cut;
}

static void
describe_number(Work *work, NearColumn *column, const double *value, uint32 n, const double *limit)
{
	Work	   *scratch = work_begin(work);
	double	   *sorted = WORK_ARRAY(scratch, n, double);
	uint32		known = 0;
	uint32		rest;

	for (uint32 i = 0; i < n; i++)
		if (!isnan(value[i]))
			sorted[known++] = value[i];
	qsort(sorted, known, sizeof(double), compare_doubles);
	find_steps(work, column, sorted, known, limit);
	rest = find_owns(column, WORK_ARRAY(work, COMMON, double), sorted, known, n);
	find_cuts(column, WORK_ARRAY(work, NEAR_NUMBER_BINS, double), sorted, rest);
	column->bins = column->owns + (rest > 0 ? column->cuts + 1 : 0) + 1;
	work_end(scratch);
}

/* Returns the most frequent category without a bin, the first if several are; n if no row has one. */
static uint32
next_category(const uint32 *count, const uint8 *bin, uint32 n)
{
	uint32		best = n;

	for (uint32 k = 0; k < n; k++)
		if (count[k] > 0 && bin[k] == NEAR_UNSEEN && (best == n || count[k] > count[best]))
			best = k;
	return best;
}

static void
describe_categories(Work *work, NearColumn *column, const double *value, uint32 n)
{
	uint32	   *count = WORK_ARRAY(work, column->categories, uint32);
	uint8	   *bin = WORK_ARRAY(work, column->categories, uint8);
	uint32		bins = 0;
	uint32		next;

	for (uint32 i = 0; i < n; i++)
		if (value[i] >= 0)
			count[(uint32) value[i]]++;
	memset(bin, NEAR_UNSEEN, column->categories);
	while (bins < NEAR_CATEGORIES && (next = next_category(count, bin, column->categories)) < column->categories)
		bin[next] = bins++;
	for (uint32 k = 0; k < column->categories; k++)
		if (count[k] > 0 && bin[k] == NEAR_UNSEEN)
			bin[k] = bins;
	column->bin_of = bin;
	column->bins = bins + 2;
	work_release(work, count);
}

NearValue
near_value(const NearColumn *column, double value)
{
	NearValue	result = {.known = true, .bin = column->bins - 1};
	uint32		bin;

	if (isnan(value) || (column->categories == 0 && column->steps == 0))
		return result;
	if (column->categories > 0)
	{
		result.bin = value < 0 ? NEAR_UNSEEN : column->bin_of[(uint32) value];
		return result;
	}
	for (bin = 0; bin < column->owns; bin++)
		if (value == column->own[bin])
			break;
	if (bin == column->owns)
		bin += count_limits(column->cut, column->cuts, value);
	result.bin = Min(bin, column->bins - 2);
	result.score = column->score[count_limits(column->step + 1, column->steps - 1, value)];
	return result;
}

NearRows
near_rows_create(Work *work, const NearTable *table)
{
	size_t		cells = (size_t) table->columns * table->n;
	double	   *limit = score_limits(work);
	NearColumn *column = WORK_ARRAY(work, table->columns, NearColumn);
	uint8	   *bin = WORK_ARRAY(work, cells, uint8);
	int8	   *score = WORK_ARRAY(work, cells, int8);
	uint8	   *class = table->classes > 0 ? WORK_ARRAY(work, table->n, uint8) : NULL;

	for (uint32 j = 0; j < table->columns; j++)
	{
		const double *value = table->value + (size_t) j * table->n;

		work_poll(work);
		column[j].categories = table->categories[j];
		if (column[j].categories > 0)
			describe_categories(work, &column[j], value, table->n);
		else
			describe_number(work, &column[j], value, table->n, limit);
		for (uint32 i = 0; i < table->n; i++)
		{
			NearValue	its = near_value(&column[j], value[i]);

			/* a category that the model does not list is one of the others */
			bin[(size_t) j * table->n + i] = its.bin == NEAR_UNSEEN ? column[j].bins - 2 : its.bin;
			score[(size_t) j * table->n + i] = its.score;
		}
	}
	for (uint32 i = 0; i < table->n && class; i++)
		class[i] = (uint8) table->target[i];
	work_release(work, limit);
	return (NearRows)
	{
		.n = table->n, .columns = table->columns, .classes = table->classes, .column = column,
			.bin = bin, .score = score,
			.class = class,
			.target = class ? NULL : table->target,
			.weight = table->weight, .use = true, .loss = NAN, .loss_of_model = NAN
	};
}

size_t
near_rows_bytes(size_t n, size_t columns, bool has_weights)
{
	return n * (2 * columns + sizeof(double) * (has_weights ? 2 : 1));
}

/* The flags of a block. */
#define BLOCK_USE		0x01
#define BLOCK_WEIGHTS	0x02
#define BLOCK_LOSSES	0x04

static void
put_numbers(char *to, size_t *at, const double *number, size_t n)
{
	for (size_t i = 0; i < n; i++)
		block_put_number(to, at, number[i] + 0.0);	/* 0 for -0 */
}

static void
put_column(char *to, size_t *at, const NearColumn *column)
{
	block_put_integer(to, at, column->bins, 1);
	block_put_integer(to, at, column->categories, sizeof(uint32));
	if (column->categories > 0)
	{
		block_put_bytes(to, at, column->bin_of, column->categories);
		return;
	}
	block_put_integer(to, at, column->owns, 1);
	put_numbers(to, at, column->own, column->owns);
	block_put_integer(to, at, column->cuts, 1);
	put_numbers(to, at, column->cut, column->cuts);
	block_put_integer(to, at, column->steps, 1);
	put_numbers(to, at, column->step, column->steps);
	if (column->steps > 0)
		block_put_bytes(to, at, column->score, column->steps);
}

size_t
near_rows_write(const NearRows *rows, char *to)
{
	size_t		at = 0;
	size_t		cells = (size_t) rows->columns * rows->n;
	bool		losses = isfinite(rows->loss) && isfinite(rows->loss_of_model);

	block_put_integer(to, &at, rows->n, sizeof(uint32));
	block_put_integer(to, &at, rows->columns, sizeof(uint32));
	block_put_integer(to, &at, rows->classes, 1);
	block_put_integer(to, &at, (rows->use ? BLOCK_USE : 0) | (rows->weight ? BLOCK_WEIGHTS : 0) |
					  (losses ? BLOCK_LOSSES : 0), 1);
	if (losses)
	{
		block_put_number(to, &at, rows->loss);
		block_put_number(to, &at, rows->loss_of_model);
	}
	for (uint32 j = 0; j < rows->columns; j++)
		put_column(to, &at, &rows->column[j]);
	block_put_bytes(to, &at, rows->bin, cells);
	block_put_bytes(to, &at, rows->score, cells);
	if (rows->classes > 0)
		block_put_bytes(to, &at, rows->class, rows->n);
	else
		put_numbers(to, &at, rows->target, rows->n);
	if (rows->weight)
		put_numbers(to, &at, rows->weight, rows->n);
	return at;
}

/* Returns bytes that lie in the block. */
static const void *
get_bytes(BlockReader *reader, size_t bytes)
{
	const char *at = reader->at;

	if (!block_has(reader, bytes))
		return NULL;
	block_skip(reader, bytes);
	return at;
}

static double *
get_numbers(BlockReader *reader, size_t n)
{
	double	   *number;

	if (reader->at == NULL || n > reader->left / sizeof(double))
	{
		reader->at = NULL;
		return NULL;
	}
	number = WORK_ARRAY(reader->work, n, double);
	for (size_t i = 0; i < n && reader->at != NULL; i++)
		number[i] = block_get_number(reader);
	return number;
}

/* Returns numbers that ascend. */
static double *
get_ascending(BlockReader *reader, size_t n)
{
	double	   *number = get_numbers(reader, n);

	for (size_t i = 1; i < n && reader->at != NULL; i++)
		if (!(number[i] > number[i - 1]))
			reader->at = NULL;
	return number;
}

static void
get_number_column(BlockReader *reader, NearColumn *column)
{
	column->owns = (uint32) block_get_integer(reader, 1);
	column->own = get_ascending(reader, column->owns);
	column->cuts = (uint32) block_get_integer(reader, 1);
	column->cut = get_ascending(reader, column->cuts);
	column->steps = (uint32) block_get_integer(reader, 1);
	column->step = get_ascending(reader, column->steps);
	column->score = get_bytes(reader, column->steps);
	for (uint32 k = 1; k < column->steps && reader->at != NULL; k++)
		if (column->score[k] <= column->score[k - 1])
			reader->at = NULL;
	if (column->owns >= COMMON || column->cuts >= NEAR_NUMBER_BINS ||
		(column->bins != column->owns + column->cuts + 2 &&
		 (column->bins != column->owns + 1 || column->cuts > 0)))
		reader->at = NULL;
	if ((column->steps == 0) != (column->bins == 1))
		reader->at = NULL;
}

static void
get_column(BlockReader *reader, NearColumn *column)
{
	column->bins = (uint32) block_get_integer(reader, 1);
	column->categories = (uint32) block_get_integer(reader, sizeof(uint32));
	if (column->categories == 0)
	{
		get_number_column(reader, column);
		return;
	}
	column->bin_of = get_bytes(reader, column->categories);
	if (column->bins < 2 || column->bins > NEAR_CATEGORIES + 2)
		reader->at = NULL;
	for (uint32 k = 0; k < column->categories && reader->at != NULL; k++)
		if (column->bin_of[k] != NEAR_UNSEEN && column->bin_of[k] >= column->bins - 1)
			reader->at = NULL;
}

/* Checks that each value of each row has a bin of its column. */
static void
check_bins(BlockReader *reader, const NearRows *rows)
{
	for (uint32 j = 0; j < rows->columns && reader->at != NULL; j++)
	{
		const uint8 *bin = rows->bin + (size_t) j * rows->n;

		work_poll(reader->work);
		for (uint32 i = 0; i < rows->n; i++)
			if (bin[i] >= rows->column[j].bins)
				reader->at = NULL;
	}
}

static void
check_rows(BlockReader *reader, const NearRows *rows)
{
	for (uint32 i = 0; i < rows->n && reader->at != NULL; i++)
		if ((rows->classes > 0 && rows->class[i] >= rows->classes) ||
			(rows->weight && !(rows->weight[i] > 0)))
			reader->at = NULL;
}

/* The fewest bytes of a column: its bins, the number of its categories, and the bin of one. */
#define LEAST_COLUMN 6

bool
near_rows_read(Work *work, const char *block, size_t bytes, NearRows *rows)
{
	BlockReader reader = {work, block, bytes};
	NearColumn *column;
	size_t		cells;
	uint32		flags;

	*rows = (NearRows) {.loss = NAN,.loss_of_model = NAN};
	rows->n = (uint32) block_get_integer(&reader, sizeof(uint32));
	rows->columns = (uint32) block_get_integer(&reader, sizeof(uint32));
	rows->classes = (uint32) block_get_integer(&reader, 1);
	flags = (uint32) block_get_integer(&reader, 1);
	if (rows->n == 0 || rows->n > NEAR_MOST_ROWS || rows->columns == 0 ||
		rows->columns > reader.left / LEAST_COLUMN || flags > (BLOCK_USE | BLOCK_WEIGHTS | BLOCK_LOSSES))
		return false;
	rows->use = (flags & BLOCK_USE) != 0;
	if (flags & BLOCK_LOSSES)
	{
		rows->loss = block_get_number(&reader);
		rows->loss_of_model = block_get_number(&reader);
	}
	column = WORK_ARRAY(work, rows->columns, NearColumn);
	for (uint32 j = 0; j < rows->columns && reader.at != NULL; j++)
		get_column(&reader, &column[j]);
	rows->column = column;
	cells = (size_t) rows->columns * rows->n;
	rows->bin = get_bytes(&reader, cells);
	rows->score = get_bytes(&reader, cells);
	if (rows->classes > 0)
		rows->class = get_bytes(&reader, rows->n);
	else
		rows->target = get_numbers(&reader, rows->n);
	if (flags & BLOCK_WEIGHTS)
		rows->weight = get_numbers(&reader, rows->n);
	check_bins(&reader, rows);
	check_rows(&reader, rows);
	return reader.at != NULL && reader.left == 0;
}
