/*
 * moments.c
 *		Sufficient statistics of a linear model under a sampling design.
 */
#include "kernel/moments/moments.h"

/*
 * A table up to this size stays in the cache, and a small block will do: of few
 * attributes smaller than the table, as there may be many such moments at a time.
 */
#define CACHED_TABLE ((size_t) 1 << 20)
#define LARGE_BLOCK 65536
#define SMALL_BLOCK 256
#define LEAST_BLOCK 32

/* Rows that are read become sums that are no longer than so many times the rows. */
#define READ_GROWTH 4

/* Sets the words of a fold's sums, as they are stored (serialized.h). */
static void
set_fold_words(Moments *moments)
{
	double		d = moments->d;
	double		cells = d * (d - 1) / 2;

	if (moments->complete)
		moments->fold_words = 3 + 3 * d + cells;
	else
		moments->fold_words = moments->no_room_for_pairs ? INFINITY : 5 + 7 * d + 4 * cells;
}

void
moments_init(Work *work, Moments *moments, uint32 d, uint32 folds, bool complete,
			 const double *shift)
{
	memset(moments, 0, sizeof(Moments));
	moments->work = work;
	moments->d = d;
	moments->folds = folds;
	moments->complete = complete;
	moments->shift = shift;
	set_fold_words(moments);
	moments->target = (Extremes) {INFINITY, -INFINITY, 0, 0};
}

/*
 * Gives all folds room for so many targets.  Target t becomes number[t] (NULL: t), unless that is
 * NO_CLASS; the others have no rows.
 */
static void
move_targets(Moments *moments, const uint32 *number, uint32 room)
{
	TargetSums *before = moments->fold[0].target;
	TargetSums *target = WORK_ARRAY(moments->work, (size_t) moments->folds * room, TargetSums);

	for (uint32 f = 0; f < moments->folds; f++, target += room)
	{
		FoldSums   *sums = &moments->fold[f];

		for (uint32 t = 0; t < moments->targets; t++)
			if (number == NULL)
				target[t] = sums->target[t];
			else if (number[t] != NO_CLASS)
				target[number[t]] = sums->target[t];
			else
				target_sums_release(moments->work, &sums->target[t]);
		sums->target = target;
	}
	work_release(moments->work, before);
	moments->target_room = room;
}

void
moments_add_targets(Moments *moments, uint32 targets)
{
	if (targets > moments->target_room)
		move_targets(moments, NULL, Max(targets, 2 * moments->target_room));
	moments->targets = Max(moments->targets, targets);
}

void
moments_start_sums(Moments *moments)
{
	uint32		d = moments->d;
	FoldSums   *fold;

	if (moments->fold != NULL)
		return;
	fold = WORK_ARRAY(moments->work, moments->folds, FoldSums);
	moments->largest = WORK_ARRAY(moments->work, 5 * (size_t) d, double);
	moments->missing = moments->largest + d;
	moments->unknown = moments->missing + d;
	moments->most = moments->unknown + d;
	moments->scratch = moments->most + d;
	for (uint32 f = 0; f < moments->folds; f++)
	{
		fold[f].number = f;
		gram_init(&fold[f].gram, d);
	}
	moments->fold = fold;
	if (!moments->of_classes)
		moments_add_targets(moments, 1);
}

void
moments_keep_rows(Moments *moments)
{
	moments->no_room_for_pairs = true;
	set_fold_words(moments);
}

void
moments_start(Moments *moments, uint32 fold)
{
	FoldSums   *sums;

	moments_start_sums(moments);
	sums = &moments->fold[fold];
	if (moments->complete)
		gram_have_sums(moments->work, &sums->gram);
	else if (sums->attribute == NULL)
		sums->attribute = WORK_ARRAY(moments->work, moments->d, AttributeSums);
}

/* Have what a fold needs before anything is added to its sums of products. */
static void
start_products(Moments *moments, uint32 fold)
{
	FoldSums   *sums;

	moments->summed = true;
	moments_start(moments, fold);
	sums = &moments->fold[fold];
	if (!moments->complete && sums->table == NULL)
		sums->table = WORK_ARRAY(moments->work, pairs_table_cells(moments->d), PairCell);
}

/* rows more with this target */
static inline void
extremes_add(Extremes *target, double low, double rows_low, double high, double rows_high)
{
	if (low < target->low)
	{
		target->low = low;
		target->n_low = 0;
	}
	if (low == target->low)
		target->n_low += rows_low;
	if (high > target->high)
	{
		target->high = high;
		target->n_high = 0;
	}
	if (high == target->high)
		target->n_high += rows_high;
}

static inline void
add_value(AttributeSums *attribute, TargetCell *target, double x, double y)
{
	attribute->n += 1;
	attribute->x += x;
	attribute->xx += x * x;
	target->y += y;
	target->yy += y * y;
	target->xy += x * y;
}

/* Have what is needed to count a row. */
static void
start_row(Moments *moments, uint32 fold, double y)
{
	uint32		target = moments->of_classes ? (uint32) y : 0;
	TargetSums *sums;

	moments_start(moments, fold);
	if (target >= moments->targets)
		moments_add_targets(moments, target + 1);
	sums = &moments->fold[fold].target[target];
	if (sums->xy == NULL && sums->cell == NULL)
		target_sums_start(moments->work, sums, moments->d, moments->complete);
}

/*
 * Counts a row and returns the target that it adds to.  If that is a class, *y becomes 1; the
 * extremes of classes are 0.
 */
static TargetSums *
count_target(Moments *moments, uint32 fold, double *y)
{
	FoldSums   *sums = &moments->fold[fold];
	TargetSums *target = &sums->target[moments->of_classes ? (uint32) *y : 0];
	double		extreme = moments->of_classes ? 0 : *y;

	if (moments->of_classes)
		*y = 1;
	if (moments->turnover > 0)
		moments->turnover += 1;
	sums->rows += 1;
	target->y += *y;
	target->yy += *y * *y;
	extremes_add(&moments->target, extreme, 1, extreme, 1);
	return target;
}

/* Add a row of all attributes to the sums. */
static void
add_complete(Moments *moments, uint32 fold, double y, const double *value, const double *shift)
{
	double	   *restrict x = gram_next_row(moments->work, &moments->fold[fold].gram);
	double	   *restrict xy = count_target(moments, fold, &y)->xy;
	double	   *restrict largest = moments->largest;
	uint32		d = moments->d;

	for (uint32 i = 0; i < d; i++)
	{
		double		v = value[i] - (shift != NULL ? shift[i] : 0);

		x[i] = v;
		xy[i] += v * y;
		largest[i] = Max(largest[i], fabs(v));
	}
}

/* Count how often looks at a row had no value of a known word. */
static void
count_unknown(Moments *moments, const KeptRow *row)
{
	for (uint32 k = 0; k < row->n; k++)
		if (row->label[k] & ROW_UNKNOWN)
			moments->unknown[row->label[k] & ROW_LABEL]++;
}

/* Add a row to all sums but those of products. */
static void
count_row(Moments *moments, const KeptRow *row)
{
	double	   *largest = moments->largest;
	double		y = row->y;
	TargetCell *cell = count_target(moments, row->fold, &y)->cell;
	AttributeSums *attribute = moments->fold[row->fold].attribute;

	for (uint32 k = 0; k < row->n; k++)
	{
		uint32		i = row->label[k] & ROW_LABEL;
		double		x = row->value[k];

		if (row->label[k] & ROW_MISSING)
		{
			moments->missing[i]++;
			continue;
		}
		add_value(&attribute[i], &cell[i], x, y);
		largest[i] = Max(largest[i], fabs(x));
	}
}

/* The same of the rows that end before an entry; where all is seen, to those of products, too. */
static void
count_rows(Moments *moments, size_t end)
{
	size_t		at = moments->counted;
	KeptRow		row;

	while (at < end && rows_next(&moments->rows, &at, &row))
	{
		start_row(moments, row.fold, row.y);
		if (moments->complete)
			add_complete(moments, row.fold, row.y, row.value, NULL);
		else
			count_row(moments, &row);
		if (moments->rows.unknown)
			count_unknown(moments, &row);
		moments->counted = at;
	}
}

/* Have all sums but those of products. */
static void
count_all(Moments *moments)
{
	Assert(!moments->complete);
	moments_start_sums(moments);
	count_rows(moments, moments->rows.used);
}

/* Entries of a block: at least one row fits. */
static size_t
block_entries(const Moments *moments)
{
	uint32		d = moments->d;

	if (pairs_table_cells(d) * sizeof(PairCell) > CACHED_TABLE)
		return (size_t) moments->folds * Max(LARGE_BLOCK, d + 1);
	return (size_t) moments->folds * Max(Min(4 * d, SMALL_BLOCK), Max(LEAST_BLOCK, d + 1));
}

/* Add rows that were counted to the tables, up to an entry. */
static void
add_pairs(Moments *moments, size_t end)
{
	uint32		d = moments->d;

	for (uint32 f = 0; f < moments->folds; f++)
		if (moments->fold[f].attribute != NULL)
			start_products(moments, f);
	pairs_order(moments->work, &moments->order, &moments->rows, moments->taken, end, moments->folds, d);
	for (uint32 f = 0; f < moments->folds; f++)
		for (uint32 i = 0; i + 1 < d && moments->fold[f].table != NULL; i++)
			pairs_add(moments->fold[f].table + pairs_table_row(d, i), &moments->rows, &moments->order,
					  f, d, i);
	moments->taken = end;
}

/* Where the next block of rows ends. */
static size_t
block_end(const Moments *moments, size_t block)
{
	const Rows *rows = &moments->rows;
	size_t		end = moments->taken + block;

	if (end >= rows->used)
		return rows->used;
	while (!(rows->label[end] & ROW_START))
		end--;
	return end;
}

void
moments_sum(Moments *moments)
{
	Rows	   *rows = &moments->rows;
	size_t		block = block_entries(moments);

	moments_start_sums(moments);
	moments->summed = true;
	while (moments->taken < rows->used)
	{
		size_t		end = block_end(moments, block);

		work_poll(moments->work);
		count_rows(moments, end);
		if (moments->complete)
			moments->taken = end;
		else
			add_pairs(moments, end);
	}
	moments->counted = moments->taken = moments->ordered = 0;
	rows->used = 0;
	rows->rows = 0;
	rows->missing = rows->unknown = rows->sorted = false;
	for (uint32 f = 0; f < moments->folds && moments->complete; f++)
		gram_settle(&moments->fold[f].gram);
	if (rows->capacity > block || moments->complete)
	{
		rows_clear(moments->work, rows);
		work_release(moments->work, moments->order.entry);
		moments->order.entry = NULL;
		moments->order.room = 0;
	}
}

/*
 * Are so many rows and entries more kept?  Rows are as long as they are shorter than the
 * sums of all attributes and pairs, in words as they are stored: the same in memory.  Beside
 * sums a block of them is, but where a row has all products.
 */
static bool
keeps_rows(const Moments *moments, double rows, size_t entries)
{
	entries += moments->rows.used;
	if (moments->summed)
		return entries <= (moments->complete ? 0 : block_entries(moments));
	return 1.5 * (double) entries <= 5 + 2 * (double) moments->d +
		Min(moments->rows.rows + rows, moments->folds) * moments->fold_words;
}

void
moments_add(Moments *moments, uint32 fold, double y, const uint32 *plan, uint32 n,
			const uint32 *present, const double *value, uint32 m)
{
	if (!(moments->complete && moments->summed) && !keeps_rows(moments, 1, (size_t) n + 1))
		moments_sum(moments);
	if (moments->complete && moments->summed)
	{
		start_row(moments, fold, y);
		add_complete(moments, fold, y, value, moments->shift);
		return;
	}
	if (moments->summed && moments->rows.capacity == 0)
		rows_make_room(moments->work, &moments->rows, Max(block_entries(moments), (size_t) n + 1));
	rows_make_room(moments->work, &moments->rows, (size_t) n + 1);
	rows_add(&moments->rows, fold, y, plan, n, present, value, m, moments->shift);
}

void
moments_add_unknown(Moments *moments, const uint32 *first, uint32 n)
{
	if (moments->rows.used > 0)
		rows_mark_unknown(&moments->rows, first, n);
	else
		for (uint32 k = 0; k < n; k++)
			moments->unknown[first[k]]++;
}

void
moments_renumber_classes(Moments *moments, const uint32 *number, uint32 classes)
{
	rows_renumber_classes(&moments->rows, 0, number);
	if (moments->fold == NULL)
		return;
	move_targets(moments, number, classes);
	moments->targets = classes;
}

void
moments_target_sums(const Moments *moments, double *y, double *yy)
{
	*y = *yy = 0;
	for (uint32 f = 0; f < moments->folds; f++)
	{
		TargetSums	target = moments_fold_target(moments, f);

		*y += target.y;
		*yy += target.yy;
	}
}

double
moments_most(const Moments *moments, uint32 i)
{
	return Max(moments->most[i], moments_attribute(moments, i, moments->folds).xx);
}

double
moments_most_target(const Moments *moments)
{
	double		y;
	double		yy;

	moments_target_sums(moments, &y, &yy);
	return Max(moments->most_yy, yy);
}

void
moments_remember(Moments *moments)
{
	if (moments->turnover == 0)
		moments->turnover = moments_rows(moments);
	for (uint32 i = 0; i < moments->d; i++)
		moments->most[i] = moments_most(moments, i);
	moments->most_yy = moments_most_target(moments);
}

static void
merge_common(Moments *target, const Moments *source, double sign)
{
	if (sign < 0 || source->turnover > 0)
		moments_remember(target);
	if (sign < 0 || source->turnover > 0 || target->turnover > 0)
		target->turnover += source->turnover > 0 ? source->turnover : moments_rows(source);
	target->most_yy = Max(target->most_yy, source->most_yy);
	extremes_add(&target->target, source->target.low, sign * source->target.n_low, source->target.high,
				 sign * source->target.n_high);
	for (uint32 i = 0; i < target->d; i++)
	{
		target->largest[i] = Max(target->largest[i], source->largest[i]);
		target->missing[i] += sign * source->missing[i];
		target->unknown[i] += sign * source->unknown[i];
		target->most[i] = Max(target->most[i], source->most[i]);
	}
}

void
moments_settle(Moments *moments)
{
	size_t		used = moments->rows.used;

	/* a fit walks over pairs many times: through a table, if it is not much longer */
	if (moments->complete || moments->summed || !keeps_rows(moments, 0, (READ_GROWTH - 1) * used))
	{
		moments_sum(moments);
		return;
	}
	count_all(moments);
	if (moments->ordered == used)
		return;
	pairs_order(moments->work, &moments->order, &moments->rows, 0, used, moments->folds, moments->d);
	moments->ordered = used;
}

/* target += sign * source */
static inline void
add_attribute(AttributeSums *target, AttributeSums source, double sign)
{
	target->n += sign * source.n;
	target->x += sign * source.x;
	target->xx += sign * source.xx;
}

/* target += sign * the pairs of a fold */
static void
merge_pairs(PairCell *table, const Moments *source, uint32 fold, double sign, FoldWalk *walk)
{
	const FoldSums *more = &source->fold[fold];
	uint32		d = source->d;

	if (source->summed && more->table == NULL && !source->complete)
		return;
	fold_walk_start(walk, source, fold);
	for (uint32 i = 0; i + 1 < d; i++)
	{
		const PairCell *row = fold_walk_row(walk, i);

		for (uint32 j = i + 1; j < d; j++)
			pair_cell_add(table++, &row[j - i - 1], sign);
	}
}

/* Returns which target of other moments target t is there. */
static inline uint32
target_number(const uint32 *number, uint32 t)
{
	return number != NULL ? number[t] : t;
}

static void
merge_fold(Moments *target, const Moments *source, uint32 fold, double sign, const uint32 *number)
{
	FoldSums   *sums = &target->fold[fold];
	const FoldSums *more = &source->fold[fold];

	sums->rows += sign * more->rows;
	for (uint32 i = 0; i < target->d && !target->complete; i++)
		add_attribute(&sums->attribute[i], moments_fold_attribute(source, fold, i), sign);
	for (uint32 t = 0; t < source->targets; t++)
		target_sums_merge(target->work, &sums->target[target_number(number, t)], &more->target[t],
						  target->d, target->complete, sign);
}

/* target += the rows of source, which are in none of its sums alone */
static void
merge_rows(Moments *target, const Moments *source, const uint32 *number)
{
	rows_make_room(target->work, &target->rows, source->rows.used);
	rows_append(&target->rows, &source->rows, number);
	if (!keeps_rows(target, 0, 0))
		moments_sum(target);
}

/* Have all that sums of source are added to. */
static void
prepare_merge(Moments *target, const Moments *source, const uint32 *number)
{
	uint32		targets = 0;

	moments_sum(target);
	for (uint32 f = 0; f < target->folds; f++)
		if (source->fold[f].rows > 0)
		{
			work_poll(target->work);
			start_products(target, f);
		}
	for (uint32 t = 0; t < source->targets; t++)
		targets = Max(targets, target_number(number, t) + 1);
	moments_add_targets(target, targets);
}

static void
merge_sums(Moments *target, const Moments *source, double sign, const uint32 *number)
{
	Work	   *scratch;
	FoldWalk	walk;

	prepare_merge(target, source, number);
	scratch = work_begin(target->work);
	fold_walk_init(scratch, &walk, target->d);
	merge_common(target, source, sign);
	for (uint32 f = 0; f < target->folds; f++)
	{
		if (source->fold[f].rows == 0)
			continue;
		merge_fold(target, source, f, sign, number);
		if (target->complete)
			gram_merge(&target->fold[f].gram, &source->fold[f].gram, sign);
		else
			merge_pairs(target->fold[f].table, source, f, sign, &walk);
	}
	work_end(scratch);
}

void
moments_merge(Moments *target, const Moments *source, double sign, const uint32 *number)
{
	Assert(source->complete || !target->complete);
	Assert(source->of_classes == target->of_classes);
	if (!source->of_classes)
		number = NULL;
	if (sign > 0 && !source->summed)
		merge_rows(target, source, number);
	else
		merge_sums(target, source, sign, number);
}

static void
release_fold(Work *work, FoldSums *sums, uint32 targets)
{
	for (uint32 t = 0; t < targets; t++)
		target_sums_release(work, &sums->target[t]);
	work_release(work, sums->attribute);
	work_release(work, sums->table);
	work_release(work, sums->gram.sum);
	work_release(work, sums->gram.block);
}

/* Nothing is counted. */
static void
release_sums(Moments *moments)
{
	if (moments->fold == NULL)
		return;
	for (uint32 f = 0; f < moments->folds; f++)
		release_fold(moments->work, &moments->fold[f], moments->targets);
	work_release(moments->work, moments->fold[0].target);
	work_release(moments->work, moments->fold);
	work_release(moments->work, moments->largest);
	moments->fold = NULL;
	moments->largest = NULL;
	moments->targets = moments->target_room = 0;
}

void
moments_sort(Moments *moments)
{
	if (moments->summed || moments->rows.sorted)
		return;
	rows_sort(moments->work, &moments->rows);
	release_sums(moments);
	moments->target = (Extremes) {INFINITY, -INFINITY, 0, 0};
	moments->counted = moments->ordered = 0;
}

void
moments_break_complete(Moments *moments)
{
	Moments		broken;

	if (!moments->summed)
	{
		moments->complete = false;
		set_fold_words(moments);
		return;
	}
	moments_settle(moments);
	moments_init(moments->work, &broken, moments->d, moments->folds, false, moments->shift);
	broken.of_classes = moments->of_classes;
	merge_sums(&broken, moments, 1, NULL);
	release_sums(moments);
	rows_clear(moments->work, &moments->rows);
	*moments = broken;
}

void
moments_read_class(Moments *moments, uint32 class)
{
	moments->target = (Extremes) {0, 1, 0, 0};
	moments->reads = READS_INDICATOR;
	moments->reading = class;
}

void
moments_read_sign(Moments *moments, uint32 class)
{
	double		rows = moments_rows(moments);
	double		ones = moments_class_rows(moments, class, moments->folds);
	bool		both = ones > 0 && ones < rows;

	moments->target.low = ones < rows ? -1 : 1;
	moments->target.high = ones > 0 ? 1 : -1;
	moments->target.n_low = both ? rows - ones : rows;
	moments->target.n_high = both ? ones : rows;
	moments->reads = READS_SIGN;
	moments->reading = class;
}

/* Returns false while no class is chosen. */
static inline bool
reads_target(const Moments *moments)
{
	return !moments->of_classes || moments->reads != READS_NO_CLASS;
}

TargetSums
moments_fold_target(const Moments *moments, uint32 fold)
{
	const FoldSums *sums = &moments->fold[fold];
	TargetSums	target = {0};

	if (!reads_target(moments))
		return target;
	target.y = sums->target[moments->reading].y;
	target.yy = sums->target[moments->reading].yy;
	if (moments->reads == READS_SIGN)
	{
		target.y = 2 * target.y - sums->rows;
		target.yy = sums->rows;
	}
	return target;
}

AttributeSums
moments_fold_attribute(const Moments *moments, uint32 fold, uint32 i)
{
	const FoldSums *sums = &moments->fold[fold];
	AttributeSums attribute = {0};

	if (moments->complete)
	{
		attribute.n = sums->rows;
		gram_sums(&sums->gram, i, &attribute.x, &attribute.xx);
	}
	else if (sums->attribute != NULL)
		attribute = sums->attribute[i];
	return attribute;
}

TargetCell
moments_fold_cell(const Moments *moments, uint32 fold, uint32 i)
{
	TargetCell	cell = {0};

	if (!reads_target(moments))
		return cell;
	cell = target_sums_cell(&moments->fold[fold].target[moments->reading], i);
	if (moments->reads == READS_SIGN)
	{
		AttributeSums attribute = moments_fold_attribute(moments, fold, i);

		cell = (TargetCell) {2 * cell.y - attribute.n, attribute.n, 2 * cell.xy - attribute.x};
	}
	return cell;
}

double
moments_class_rows(const Moments *moments, uint32 class, uint32 fold)
{
	double		rows = 0;

	for (uint32 f = 0; f < moments->folds; f++)
		if (fold >= moments->folds || f == fold)
			rows += moments->fold[f].target[class].y;
	return rows;
}

double
moments_rows(const Moments *moments)
{
	double		rows = 0;

	for (uint32 f = 0; f < moments->folds; f++)
		rows += moments->fold[f].rows;
	return rows;
}

double
moments_reads(const Moments *moments)
{
	double		reads = 0;

	if (moments->complete)
		return moments_rows(moments) * moments->d;
	for (uint32 f = 0; f < moments->folds; f++)
		for (uint32 i = 0; moments->fold[f].attribute != NULL && i < moments->d; i++)
			reads += moments->fold[f].attribute[i].n;
	return reads;
}

double
moments_looks(const Moments *moments, const Looks *looks, uint32 omit)
{
	uint32		n = looks->first == NULL ? moments->d : looks->bought;
	double		taken = 0;

	for (uint32 l = 0; l < n; l++)
		taken += moments_attribute(moments, looks_first(looks, l), omit).n;
	return taken;
}

bool
moments_asked_all(const Moments *moments)
{
	double		rows = moments_rows(moments);

	for (uint32 i = 0; i < moments->d; i++)
		if (moments_attribute(moments, i, moments->folds).n + moments->missing[i] < rows)
			return false;
	return true;
}

AttributeSums
moments_attribute(const Moments *moments, uint32 i, uint32 omit)
{
	AttributeSums sum = {0};

	for (uint32 f = 0; f < moments->folds; f++)
		if (f != omit)
			add_attribute(&sum, moments_fold_attribute(moments, f, i), 1);
	return sum;
}

TargetCell
moments_cell(const Moments *moments, uint32 i, uint32 omit)
{
	TargetCell	sum = {0};

	for (uint32 f = 0; f < moments->folds; f++)
		if (f != omit)
			target_cell_add(&sum, moments_fold_cell(moments, f, i), 1);
	return sum;
}

void
fold_walk_init(Work *work, FoldWalk *walk, uint32 d)
{
	walk->row = WORK_ARRAY(work, d, PairCell);
	walk->x = WORK_ARRAY(work, d, double);
}

void
fold_walk_start(FoldWalk *walk, const Moments *moments, uint32 fold)
{
	walk->moments = moments;
	walk->fold = fold;
	for (uint32 i = 0; i < moments->d && moments->complete; i++)
		walk->x[i] = moments_fold_attribute(moments, fold, i).x;
}

const PairCell *
fold_walk_row(FoldWalk *walk, uint32 i)
{
	const Moments *moments = walk->moments;
	const FoldSums *sums = &moments->fold[walk->fold];
	uint32		d = moments->d;
	const double *product;

	if (sums->table != NULL)
		return sums->table + pairs_table_row(d, i);
	if (!moments->complete)
	{
		memset(walk->row, 0, (d - i - 1) * sizeof(PairCell));
		if (moments->rows.used > 0)
		{
			Assert(moments->ordered == moments->rows.used);
			pairs_add(walk->row, &moments->rows, &moments->order, sums->number, d, i);
		}
		return walk->row;
	}
	product = gram_products(&sums->gram, i);
	for (uint32 j = 1; j < d - i; j++)
		walk->row[j - 1] = (PairCell) {sums->rows, product != NULL ? product[j] : 0, walk->x[i], walk->x[i + j]};
	return walk->row;
}

/* The same in one fold. */
static bool
fold_paired(FoldWalk *walk, const Looks *looks)
{
	for (uint32 i = 0, look = 0; i < looks_main(looks); i++)
	{
		const PairCell *row = fold_walk_row(walk, i);
		uint32		end;

		while ((end = looks_first(looks, look + 1)) <= i)
			look++;
		for (uint32 j = end; j < looks_main(looks); j++)
			if (row[j - i - 1].n > 0)
				return true;
	}
	return false;
}

bool
moments_paired(Work *work, const Moments *moments, const Looks *looks)
{
	Work	   *scratch = work_begin(work);
	bool		paired = false;
	FoldWalk	walk;

	fold_walk_init(scratch, &walk, moments->d);
	for (uint32 f = 0; f < moments->folds && !paired; f++)
		if (moments->fold[f].rows > 0)
		{
			fold_walk_start(&walk, moments, f);
			paired = fold_paired(&walk, looks);
		}
	work_end(scratch);
	return paired;
}

void
moments_describe(const Moments *moments, uint32 i, double *mean, double *deviation,
				 double *correlation)
{
	AttributeSums sum = moments_attribute(moments, i, moments->folds);
	TargetCell	cell = moments_cell(moments, i, moments->folds);
	double		xx = Max(sum.xx - sum.x * sum.x / sum.n, 0);
	double		yy = Max(cell.yy - cell.y * cell.y / sum.n, 0);
	double		xy = cell.xy - sum.x * cell.y / sum.n;

	*mean = sum.x / sum.n + moments_shift(moments, i);
	*deviation = sum.n > 1 ? sqrt(xx / (sum.n - 1)) : NAN;
	*correlation = xx > 0 && yy > 0 ? Max(Min(xy / sqrt(xx * yy), 1), -1) : NAN;
}

void
moments_spread(Moments *moments, double *spread)
{
	double	   *count;
	double		squares = 0;
	double		seen = 0;

	count_all(moments);
	count = moments->scratch;
	/* refreshed every few rows: only what it needs is summed over the folds */
	for (uint32 i = 0; i < moments->d; i++)
	{
		double		n = 0;
		double		x = 0;
		double		xx = 0;

		for (uint32 f = 0; f < moments->folds; f++)
		{
			const AttributeSums *attribute = moments->fold[f].attribute;

			if (attribute == NULL)
				continue;
			attribute += i;
			n += attribute->n;
			x += attribute->x;
			xx += attribute->xx;
		}
		count[i] = n;
		spread[i] = n > 1 ? Max(xx - x * x / n, 0) : 0;
		squares += spread[i];
		seen += n;
	}
	for (uint32 i = 0; i < moments->d; i++)
		spread[i] = seen > 0 ?
			sqrt((spread[i] + 0.5 * squares / seen) / (Max(count[i] - 1, 0) + 0.5)) : 0;
}

bool
extremes_valid(const Extremes *target, double rows)
{
	return count_valid(target->n_low, rows) && count_valid(target->n_high, rows) &&
		(rows == 0 || target->low <= target->high) &&
		(target->low != target->high || target->n_low == target->n_high);
}

bool
moments_finite(const Moments *moments)
{
	for (uint32 f = 0; f < moments->folds; f++)
	{
		const FoldSums *sums = &moments->fold[f];

		for (uint32 t = 0; t < moments->targets; t++)
			if (!target_sums_finite(&sums->target[t], moments->d))
				return false;
		for (uint32 i = 0; i < moments->d && sums->rows > 0; i++)
		{
			AttributeSums attribute = moments_fold_attribute(moments, f, i);

			/* sums over pairs are no larger than the sums of squares */
			if (!isfinite(attribute.x) || !isfinite(attribute.xx))
				return false;
		}
	}
	for (uint32 i = 0; i < moments->d; i++)
		if (!isfinite(moments->most[i]))
			return false;
	return isfinite(moments->most_yy);
}

/* Returns true if the rows of the classes in a fold are possible, and together those of the fold. */
static bool
class_rows_valid(const Moments *moments, const FoldSums *sums)
{
	double		together = 0;

	for (uint32 c = 0; c < moments->targets; c++)
	{
		if (!count_valid(sums->target[c].y, INFINITY))
			return false;
		together += sums->target[c].y;
	}
	return together == sums->rows;
}

/* The same of the rows in which attribute i was seen. */
static bool
class_cells_valid(const Moments *moments, const FoldSums *sums, uint32 i, double n)
{
	double		together = 0;

	for (uint32 c = 0; c < moments->targets; c++)
	{
		TargetCell	cell = target_sums_cell(&sums->target[c], i);

		if (!count_valid(cell.y, sums->target[c].y) || !isfinite(cell.xy))
			return false;
		together += cell.y;
	}
	return together == n;
}

bool
moments_classes_valid(const Moments *moments)
{
	for (uint32 f = 0; f < moments->folds; f++)
	{
		if (!class_rows_valid(moments, &moments->fold[f]))
			return false;
		for (uint32 i = 0; i < moments->d; i++)
			if (!class_cells_valid(moments, &moments->fold[f], i, moments_fold_attribute(moments, f, i).n))
				return false;
	}
	return true;
}

bool
moments_valid(const Moments *moments)
{
	if (moments->rows.used > moments->rows.capacity || (moments->complete && moments->rows.missing))
		return false;
	if (moments->fold == NULL)
		return !moments->summed;
	for (uint32 f = 0; f < moments->folds; f++)
	{
		const FoldSums *sums = &moments->fold[f];

		if (!count_valid(sums->rows, INFINITY) || moments_fold_target(moments, f).yy < 0)
			return false;
		if (!moments->complete && sums->rows > 0 && sums->attribute == NULL)
			return false;
		for (uint32 i = 0; sums->attribute != NULL && i < moments->d; i++)
			if (!count_valid(sums->attribute[i].n, sums->rows) || sums->attribute[i].xx < 0 ||
				moments_fold_cell(moments, f, i).yy < 0)
				return false;
	}
	for (uint32 i = 0; i < moments->d; i++)
		if (!(moments->largest[i] >= 0) || !count_valid(moments->missing[i], INFINITY) ||
			(moments->complete && moments->missing[i] > 0))
			return false;
	return extremes_valid(&moments->target, moments_rows(moments));
}
