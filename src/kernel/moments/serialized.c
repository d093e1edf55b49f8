/*
 * serialized.c
 *		The stored form of moments: 64-bit words.
 *
 * One walk visits all numbers in the order of serialized.h.  It counts their words, writes them, or
 * reads and checks them.  A walk that reads stops at the first invalid word.
 */
#include "kernel/moments/serialized.h"

StaticAssertDecl(sizeof(double) == sizeof(uint64), "a double is a word");
StaticAssertDecl(sizeof(AttributeSums) == 3 * sizeof(double) && offsetof(AttributeSums, n) == 0 &&
				 offsetof(AttributeSums, x) == 8 && offsetof(AttributeSums, xx) == 16,
				 "words hold the sums of an attribute in this order");
StaticAssertDecl(sizeof(TargetCell) == 3 * sizeof(double) && offsetof(TargetCell, y) == 0 &&
				 offsetof(TargetCell, yy) == 8 && offsetof(TargetCell, xy) == 16,
				 "words hold the sums of a target in this order");
StaticAssertDecl(sizeof(PairCell) == 4 * sizeof(double) && offsetof(PairCell, n) == 0 &&
				 offsetof(PairCell, product) == 8 && offsetof(PairCell, first) == 16 &&
				 offsetof(PairCell, second) == 24, "words hold the sums of a pair in this order");

/* Words of a pair in a table, and of a pair that is written with its attributes. */
#define CELL_WORDS 4
#define PAIR_WORDS 5

typedef enum Direction
{
	COUNTING,
	WRITING,
	READING
} Direction;

typedef struct Visitor
{
	Direction	direction;
	Moments    *moments;
	SerializedShape shape;
	bool	   *listed;			/* [d] attributes that were ever asked for */
	uint64	   *to;				/* the next word that is written */
	const uint64 *from;			/* the next word that is read */
	size_t		words;			/* counted so far, or left to read */
	SerializedStatus status;
} Visitor;

/* Ends a walk that reads, with this status, unless a condition holds. */
static inline void
require(Visitor *visitor, bool possible, SerializedStatus status)
{
	if (!possible && visitor->direction == READING && visitor->status == SERIALIZED_OK)
		visitor->status = status;
}

static inline bool
fails(const Visitor *visitor)
{
	return visitor->status != SERIALIZED_OK;
}

/* Visits n words of any type; on failure they are not changed.  Inlined, as n is mostly 1. */
static pg_attribute_always_inline void
visit_words(Visitor *visitor, void *array, size_t n)
{
	if (n == 0)					/* then there may be no array */
		return;
	switch (visitor->direction)
	{
		case COUNTING:
			visitor->words += n;
			break;
		case WRITING:
			memcpy(visitor->to, array, n * sizeof(uint64));
			visitor->to += n;
			break;
		case READING:
			require(visitor, n <= visitor->words, SERIALIZED_SHORT);
			if (fails(visitor))
				return;
			memcpy(array, visitor->from, n * sizeof(uint64));
			visitor->from += n;
			visitor->words -= n;
			break;
	}
}

static void
visit_integer(Visitor *visitor, uint64 *integer)
{
	visit_words(visitor, integer, 1);
}

static pg_attribute_always_inline void
visit_numbers(Visitor *visitor, double *number, size_t n)
{
	visit_words(visitor, number, n);
	if (visitor->direction == READING && !fails(visitor))
	{
		bool		finite = true;

		for (size_t k = 0; k < n; k++)
			finite &= isfinite(number[k]) != 0;
		require(visitor, finite, SERIALIZED_NOT_FINITE);
	}
}

static void
visit_count(Visitor *visitor, double *count, double most)
{
	visit_numbers(visitor, count, 1);
	require(visitor, count_valid(*count, most), SERIALIZED_BAD_COUNT);
}

/* Visits a sum of weights, or without weights a count, which is at most another one. */
static void
visit_weight(Visitor *visitor, double *sum, double most)
{
	visit_numbers(visitor, sum, 1);
	require(visitor, weight_valid(visitor->moments, *sum, most), SERIALIZED_BAD_COUNT);
}

/* Visits a number that is not negative. */
static void
visit_square(Visitor *visitor, double *square)
{
	visit_numbers(visitor, square, 1);
	require(visitor, *square >= 0, SERIALIZED_BAD_SUM);
}

static bool
was_asked(const Moments *moments, uint32 i)
{
	if (moments->missing[i] > 0 || moments->largest[i] > 0 || moments->peak_xx[i] > 0)
		return true;
	for (uint32 f = 0; f < moments->folds; f++)
		if (moments_fold_attribute(moments, f, i).n > 0)
			return true;
	return false;
}

static void
visit_center(Visitor *visitor)
{
	Moments    *moments = visitor->moments;

	if (!visitor->shape.center)
		return;
	if (visitor->direction == READING)
		moments->shift = WORK_ARRAY(moments->work, moments->d, double);
	visit_numbers(visitor, unconstify(double *, moments->shift), moments->d);
}

static void
visit_extremes(Visitor *visitor)
{
	Moments    *moments = visitor->moments;
	Extremes   *target = &moments->target;

	if (visitor->shape.extremes)
	{
		visit_numbers(visitor, &target->low, 1);
		visit_numbers(visitor, &target->high, 1);
		visit_numbers(visitor, &target->n_low, 1);
		visit_numbers(visitor, &target->n_high, 1);
		require(visitor, extremes_valid(target, MOST_ROWS), SERIALIZED_BAD_EXTREMES);
	}
	if (visitor->shape.reduced)
	{
		visit_count(visitor, &moments->turnover, INFINITY);
		require(visitor, moments->turnover > 0, SERIALIZED_BAD_COUNT);
		visit_square(visitor, &moments->peak_yy);
	}
}

/* Visits the number of an attribute, at least *next, which becomes the least one after it. */
static void
visit_attribute_number(Visitor *visitor, uint64 *i, uint64 *next)
{
	visit_integer(visitor, i);
	require(visitor, *i >= *next && *i < visitor->moments->d, SERIALIZED_BAD_ATTRIBUTE);
	*next = *i + 1;
}

/* Visits the attributes that were ever asked for. */
static void
visit_attributes(Visitor *visitor)
{
	Moments    *moments = visitor->moments;
	const SerializedShape *shape = &visitor->shape;
	uint64		count = 0;

	for (uint32 i = 0; i < moments->d && visitor->direction != READING; i++)
		count += visitor->listed[i] = was_asked(moments, i);
	visit_integer(visitor, &count);
	require(visitor, count <= moments->d, SERIALIZED_BAD_SEEN);
	for (uint64 k = 0, next = 0; k < count && !fails(visitor); k++)
	{
		uint64		i = next;

		while (visitor->direction != READING && !visitor->listed[i])
			i++;
		visit_attribute_number(visitor, &i, &next);
		if (fails(visitor))
			return;
		visitor->listed[i] = true;
		visit_square(visitor, &moments->largest[i]);
		if (shape->missing)
			visit_count(visitor, &moments->missing[i], MOST_ROWS);
		if (shape->unknown)
			visit_count(visitor, &moments->unknown[i], MOST_ROWS);
		if (shape->reduced)
			visit_square(visitor, &moments->peak_xx[i]);
	}
}

/* Visits y and y^2 of a fold's targets. */
static void
visit_targets(Visitor *visitor, FoldSums *sums)
{
	Moments    *moments = visitor->moments;

	for (uint32 t = 0; t < moments->targets && !fails(visitor); t++)
	{
		TargetSums *target = &sums->target[t];

		if (moments->of_classes)
		{
			visit_weight(visitor, &target->y, sums->rows);
			target->yy = target->y;
		}
		else
		{
			visit_numbers(visitor, &target->y, 1);
			visit_square(visitor, &target->yy);
		}
	}
}

/* Visits all sums of a complete fold that has rows. */
static void
visit_complete(Visitor *visitor, FoldSums *sums)
{
	Moments    *moments = visitor->moments;
	Gram	   *gram = &sums->gram;
	size_t		d = moments->d;

	if (visitor->direction == READING)
	{
		for (uint32 i = 0; i < d; i++)
			require(visitor, visitor->listed[i], SERIALIZED_BAD_SEEN);
		require(visitor, d * (1 + moments->targets) + d * (d + 1) / 2 <= visitor->words, SERIALIZED_SHORT);
		if (fails(visitor))
			return;
		gram_start(moments->work, gram);
		for (uint32 t = 0; t < moments->targets; t++)
			if (!moments->of_classes || sums->target[t].y > 0)
				target_sums_start(moments->work, &sums->target[t], moments->d, true);
	}
	for (uint32 i = 0; i < d; i++)
	{
		visit_numbers(visitor, gram_sum_of(gram, i), 1);
		for (uint32 t = 0; t < moments->targets; t++)
		{
			double	   *of_target = sums->target[t].xy;
			double		xy = of_target != NULL ? of_target[i] : 0;

			visit_numbers(visitor, &xy, 1);
			require(visitor, of_target != NULL || xy == 0, SERIALIZED_BAD_SUM);
			if (of_target != NULL)
				of_target[i] = xy;
		}
	}
	for (uint32 i = 0; i < d; i++)
	{
		double	   *product = gram_products(gram, i);

		visit_numbers(visitor, product, d - i);
		require(visitor, product[0] >= 0, SERIALIZED_BAD_SUM);
	}
}

/*
 * Visits the sums of a target over the rows where an attribute was seen.  A class without such rows
 * has no room for sums.  check_sums() checks the counts of classes.
 */
static void
visit_cell(Visitor *visitor, TargetSums *target, uint32 i)
{
	Moments    *moments = visitor->moments;
	TargetCell	cell = {0};

	if (target->cell != NULL)
		cell = target->cell[i];
	if (moments->of_classes)
	{
		double		number[] = {cell.y, cell.xy};

		visit_numbers(visitor, number, 2);
		require(visitor, number[0] != 0 || number[1] == 0, SERIALIZED_BAD_SUM);
		cell = (TargetCell) {number[0], number[0], number[1]};
	}
	else
	{
		visit_numbers(visitor, &cell.y, 3);
		require(visitor, cell.yy >= 0, SERIALIZED_BAD_SUM);
	}
	if (visitor->direction != READING || fails(visitor) || (moments->of_classes && cell.y == 0))
		return;
	if (target->cell == NULL)
		target_sums_start(moments->work, target, moments->d, false);
	target->cell[i] = cell;
}

/* Visits the attributes that were seen in a fold. */
static void
visit_seen(Visitor *visitor, FoldSums *sums)
{
	Moments    *moments = visitor->moments;
	uint64		count = 0;

	if (visitor->direction == READING && sums->rows > 0 && !fails(visitor))
	{
		sums->attribute = WORK_ARRAY(moments->work, moments->d, AttributeSums);
		if (visitor->shape.weighted)
			sums->seen = WORK_ARRAY(moments->work, moments->d, double);
	}
	for (uint32 i = 0; i < moments->d && visitor->direction != READING && sums->attribute != NULL; i++)
		count += sums->attribute[i].n > 0;
	visit_integer(visitor, &count);
	require(visitor, count <= moments->d, SERIALIZED_BAD_SEEN);
	require(visitor, count == 0 || sums->rows > 0, SERIALIZED_BAD_COUNT);
	for (uint64 k = 0, next = 0; k < count && !fails(visitor); k++)
	{
		uint64		i = next;
		AttributeSums *attribute;

		while (visitor->direction != READING && sums->attribute[i].n == 0)
			i++;
		visit_attribute_number(visitor, &i, &next);
		require(visitor, fails(visitor) || visitor->listed[i], SERIALIZED_BAD_ATTRIBUTE);
		if (fails(visitor))
			return;
		attribute = &sums->attribute[i];
		visit_numbers(visitor, &attribute->n, 3);
		require(visitor, weight_valid(moments, attribute->n, sums->rows) && attribute->n > 0,
				SERIALIZED_BAD_COUNT);
		require(visitor, attribute->xx >= 0, SERIALIZED_BAD_SUM);
		if (visitor->shape.weighted)
		{
			visit_count(visitor, &sums->seen[i], sums->counted);
			require(visitor, sums->seen[i] > 0, SERIALIZED_BAD_COUNT);
		}
		for (uint32 t = 0; t < moments->targets; t++)
			visit_cell(visitor, &sums->target[t], (uint32) i);
	}
}

/* Visits all pairs of a fold. */
static void
visit_table(Visitor *visitor, FoldSums *sums)
{
	Moments    *moments = visitor->moments;
	PairCell   *cell = sums->table;

	for (uint32 n = moments->d - 1; n > 0 && !fails(visitor); n--, cell += n + 1)
	{
		bool		valid = true;

		work_poll(moments->work);
		visit_numbers(visitor, &cell->n, (size_t) n * CELL_WORDS);
		for (uint32 k = 0; k < n && visitor->direction == READING; k++)
			valid &= weight_valid(moments, cell[k].n, sums->rows);
		require(visitor, valid, SERIALIZED_BAD_COUNT);
	}
}

/* Returns i << 32 | j of a cell of a table; the cell is in row i of the argument or a later row. */
static uint64
pair_of_cell(uint32 d, uint32 i, size_t cell)
{
	while (cell >= pairs_table_row(d, i + 1))
		i++;
	return (uint64) i << 32 | (i + 1 + (cell - pairs_table_row(d, i)));
}

/* Visits the pairs that were seen one by one, with their attributes. */
static void
visit_pairs_seen(Visitor *visitor, FoldSums *sums, uint64 seen)
{
	uint32		d = visitor->moments->d;
	uint64		pair = 0;
	size_t		cell = 0;

	for (uint64 k = 0; k < seen && !fails(visitor); k++)
	{
		uint64		before = pair;

		work_poll_step(visitor->moments->work, k);
		if (visitor->direction != READING)
		{
			while (sums->table[cell].n == 0)
				cell++;
			pair = pair_of_cell(d, (uint32) (before >> 32), cell);
		}
		visit_integer(visitor, &pair);
		require(visitor, pair > before && pair >> 32 < (pair & PG_UINT32_MAX) &&
				(pair & PG_UINT32_MAX) < d, SERIALIZED_BAD_PAIR);
		if (fails(visitor))
			return;
		cell = pairs_table_row(d, (uint32) (pair >> 32)) + (pair & PG_UINT32_MAX) - (pair >> 32) - 1;
		visit_numbers(visitor, &sums->table[cell].n, CELL_WORDS);
		require(visitor, weight_valid(visitor->moments, sums->table[cell].n, sums->rows) &&
				sums->table[cell].n > 0, SERIALIZED_BAD_COUNT);
		cell++;
	}
}

/* Visits the pairs of a fold: those that were seen, or the whole table if that takes no more words. */
static void
visit_pairs(Visitor *visitor, FoldSums *sums)
{
	Moments    *moments = visitor->moments;
	size_t		cells = pairs_table_cells(moments->d);
	uint64		seen;

	if (visitor->direction == COUNTING)
	{
		sums->pairs = 0;
		for (size_t k = 0; k < cells && sums->table != NULL; k++)
			sums->pairs += sums->table[k].n > 0;
	}
	seen = sums->pairs * PAIR_WORDS < cells * CELL_WORDS || sums->pairs == 0 ? sums->pairs : SERIALIZED_TABLE;
	visit_integer(visitor, &seen);
	require(visitor, seen == SERIALIZED_TABLE ? cells <= visitor->words / CELL_WORDS :
			seen <= visitor->words / PAIR_WORDS, SERIALIZED_SHORT);
	if (seen == 0 || fails(visitor))
		return;
	if (visitor->direction == READING)
		sums->table = WORK_ARRAY(moments->work, cells, PairCell);
	if (seen != SERIALIZED_TABLE)
		visit_pairs_seen(visitor, sums, seen);
	else
		visit_table(visitor, sums);
}

/* Visits the rows of a fold, and their weights. */
static void
visit_fold_rows(Visitor *visitor, FoldSums *sums)
{
	if (!visitor->shape.weighted)
	{
		visit_count(visitor, &sums->rows, MOST_ROWS);
		return;
	}
	visit_square(visitor, &sums->rows);
	visit_count(visitor, &sums->counted, MOST_ROWS);
	visit_square(visitor, &sums->squares);
	require(visitor, (sums->rows > 0) == (sums->counted > 0), SERIALIZED_BAD_COUNT);
}

static void
visit_fold(Visitor *visitor, FoldSums *sums)
{
	work_poll(visitor->moments->work);
	visit_fold_rows(visitor, sums);
	visit_targets(visitor, sums);
	if (fails(visitor))
		return;
	if (!visitor->shape.complete)
	{
		visit_seen(visitor, sums);
		visit_pairs(visitor, sums);
	}
	else if (sums->rows > 0)
		visit_complete(visitor, sums);
}

/* Checks conditions between different sums. */
static void
check_sums(Visitor *visitor)
{
	const Moments *moments = visitor->moments;
	const SerializedShape *shape = &visitor->shape;
	double		rows = moments_count_rows(moments, moments->folds);

	require(visitor, rows <= MOST_ROWS, SERIALIZED_BAD_COUNT);
	/* extremes remain when all rows are subtracted */
	require(visitor, shape->extremes ? rows > 0 || shape->reduced : rows == 0, SERIALIZED_BAD_EXTREMES);
	require(visitor, extremes_valid(&moments->target, rows), SERIALIZED_BAD_EXTREMES);
	if (!moments->of_classes || fails(visitor))
		return;
	require(visitor, moments_classes_valid(moments), SERIALIZED_BAD_CLASS);
	for (uint32 c = 0; c < moments->targets; c++)
		require(visitor, moments_class_rows(moments, c, moments->folds) > 0, SERIALIZED_BAD_CLASS);
}

static void
visit_sums(Visitor *visitor)
{
	Moments    *moments = visitor->moments;
	const SerializedShape *shape = &visitor->shape;

	if (visitor->direction == READING)
	{
		require(visitor, !(shape->complete && shape->missing), SERIALIZED_BAD_COUNT);
		require(visitor, shape->extremes || !shape->reduced, SERIALIZED_BAD_EXTREMES);
		moments->summed = true;
		moments_start_sums(moments);
		moments_add_targets(moments, shape->classes);
	}
	else if (shape->reduced)
		moments_remember(moments);
	visitor->listed = WORK_ARRAY(moments->work, moments->d, bool);
	visit_extremes(visitor);
	visit_attributes(visitor);
	for (uint32 f = 0; f < moments->folds && !fails(visitor); f++)
		visit_fold(visitor, &moments->fold[f]);
	if (visitor->direction == READING && !fails(visitor))
		check_sums(visitor);
	work_release(moments->work, visitor->listed);
}

/* Each value takes a word, and its label half a word. */
size_t
serialized_row_words(size_t entries)
{
	return entries + (entries + 1) / 2;
}

/* Returns true if the label of entry e is valid; *next: the least number that an attribute may have. */
static bool
label_valid(const Visitor *visitor, size_t e, uint32 *next)
{
	const Rows *rows = &visitor->moments->rows;
	const double *center = visitor->moments->shift;
	const SerializedShape *shape = &visitor->shape;
	uint32		label = rows->label[e];
	uint32		number = label & ROW_LABEL;

	if (label & ROW_START)
	{
		*next = 0;
		return (label & (ROW_MISSING | ROW_UNKNOWN)) == 0 && number < shape->folds;
	}
	if (shape->weighted && e > 0 && (rows->label[e - 1] & ROW_START))
		return label == ROW_WEIGHT && rows->value[e] > 0;
	if (e == 0 || number < *next || number >= shape->d)
		return false;
	*next = number + 1;
	switch (label & (ROW_MISSING | ROW_UNKNOWN))
	{
		case 0:
			return true;
		case ROW_MISSING:
			return shape->missing && rows->value[e] == 0;
		case ROW_UNKNOWN:
			return shape->unknown && (rows->value[e] == 0 || (center != NULL && rows->value[e] == -center[number]));
		default:
			return false;
	}
}

/* Checks the labels of the rows that were read, and counts the rows. */
static void
check_labels(Visitor *visitor)
{
	Rows	   *rows = &visitor->moments->rows;
	const SerializedShape *shape = &visitor->shape;
	size_t		start = 0;
	uint32		head = rows_head(rows);
	uint32		next = 0;

	for (size_t e = 0; e < rows->used; e++)
	{
		bool		valid = label_valid(visitor, e, &next);

		if (rows->label[e] & ROW_START)
		{
			valid = valid && (!shape->complete || e == 0 || e - start == shape->d + head) &&
				(e == 0 || e - start >= head);
			start = e;
			rows->rows++;
		}
		if (!valid)
		{
			require(visitor, false, SERIALIZED_BAD_ROW);
			return;
		}
		if (rows->label[e] == ROW_WEIGHT)
			continue;
		rows->missing = rows->missing || (rows->label[e] & ROW_MISSING) != 0;
		rows->unknown = rows->unknown || (rows->label[e] & ROW_UNKNOWN) != 0;
	}
	require(visitor, rows->used == 0 || rows->used - start >= head, SERIALIZED_BAD_ROW);
	require(visitor, !shape->complete || rows->used == 0 ||
			(rows->used - start == shape->d + head && !rows->missing), SERIALIZED_BAD_ROW);
	require(visitor, rows->missing == shape->missing && rows->unknown == shape->unknown, SERIALIZED_BAD_ROW);
}

/* Checks that each row is of a class, and that no class is without rows. */
static void
check_classes_of_rows(Visitor *visitor)
{
	Moments    *moments = visitor->moments;
	uint32		classes = visitor->shape.classes;
	bool	   *has_rows = WORK_ARRAY(moments->work, classes, bool);
	size_t		at = 0;
	KeptRow		row;

	while (rows_next(&moments->rows, &at, &row))
	{
		bool		valid = count_valid(row.y, classes - 1.0);

		require(visitor, valid, SERIALIZED_BAD_CLASS);
		if (valid)
			has_rows[(uint32) row.y] = true;
	}
	for (uint32 c = 0; c < classes; c++)
		require(visitor, has_rows[c], SERIALIZED_BAD_CLASS);
	work_release(moments->work, has_rows);
}

static void
visit_rows(Visitor *visitor)
{
	Moments    *moments = visitor->moments;
	Rows	   *rows = &moments->rows;

	if (visitor->direction == READING && !fails(visitor))
	{
		size_t		entries = visitor->words / 3 * 2 + (visitor->words % 3 == 2);

		require(visitor, serialized_row_words(entries) == visitor->words, SERIALIZED_SHORT);
		rows_make_room(moments->work, rows, entries);
		rows->used = entries;
	}
	visit_numbers(visitor, rows->value, rows->used);
	if (rows->used % 2 == 1)
		rows->label[rows->used] = 0;	/* the other half of the last word; there is room for it */
	for (size_t e = 0; e < rows->used && !fails(visitor); e += 2)
	{
		uint64		word = (uint64) rows->label[e] << 32 | rows->label[e + 1];

		visit_words(visitor, &word, 1);
		rows->label[e] = (uint32) (word >> 32);
		rows->label[e + 1] = (uint32) word;
	}
	require(visitor, rows->used % 2 == 0 || rows->label[rows->used] == 0, SERIALIZED_LONG);
	rows_end(rows);
	if (visitor->direction != READING || fails(visitor))
		return;
	check_labels(visitor);
	if (moments->of_classes && !fails(visitor))
		check_classes_of_rows(visitor);
}

static void
visit(Visitor *visitor)
{
	visit_center(visitor);
	if (visitor->shape.rows)
		visit_rows(visitor);
	else
		visit_sums(visitor);
	require(visitor, visitor->words == 0, SERIALIZED_LONG);
}

SerializedShape
serialized_shape(const Moments *moments)
{
	SerializedShape shape = {
		.d = moments->d,
		.folds = moments->folds,
		.classes = moments_classes(moments),
		.complete = moments->complete,
		.rows = !moments->summed,
		.weighted = moments_weighted(moments),
		.center = moments->shift != NULL,
		.missing = moments->rows.missing,
		.unknown = moments_have_unknown(moments)
	};

	if (shape.rows)
		return shape;
	shape.extremes = moments->target.low <= moments->target.high;
	shape.reduced = moments->turnover > 0;
	for (uint32 i = 0; i < moments->d; i++)
		shape.missing = shape.missing || moments->missing[i] > 0;
	return shape;
}

SerializedStatus
serialized_measure(Moments *moments, size_t *words)
{
	Visitor		visitor = {COUNTING, moments, .shape = serialized_shape(moments)};

	Assert(moments_valid(moments));
	if (moments->summed && !moments_finite(moments))
		return SERIALIZED_NOT_FINITE;
	visit(&visitor);
	*words = visitor.words;
	return SERIALIZED_OK;
}

uint64 *
serialized_write(Moments *moments, uint64 *word)
{
	Visitor		visitor = {WRITING, moments, .shape = serialized_shape(moments), .to = word};

	visit(&visitor);
	return visitor.to;
}

SerializedStatus
serialized_read(Moments *moments, const uint64 *word, size_t words, const SerializedShape *shape)
{
	Visitor		visitor = {READING, moments, .shape = *shape, .from = word, .words = words};

	visit(&visitor);
	return visitor.status;
}

size_t
serialized_most_words(uint32 d, uint32 folds, bool complete, bool pairs)
{
	/* extremes and turnover; for each attribute its number and four facts */
	size_t		common = 6 + 1 + 5 * (size_t) d;
	size_t		fold = complete ? 2 * (size_t) d + (size_t) d * (d + 1) / 2 :
		2 + 7 * (size_t) d + (pairs ? pairs_table_cells(d) * CELL_WORDS : 0);

	return common + folds * (3 + fold);
}
