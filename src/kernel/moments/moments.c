/*
 * moments.c
 *		Moments while they change: adding rows, merging, choosing between rows and sums.
 */
#include "kernel/moments/moments.h"

#include <cblas.h>
#include <float.h>

/*
 * Entries of a block of rows.  A table of at most CACHED_TABLE bytes stays in the cache, so a
 * small block will do.  With few attributes the block is smaller than the table, as there may
 * be many such moments at a time.
 */
#define CACHED_TABLE ((size_t) 1 << 20)
#define LARGE_BLOCK 65536
#define SMALL_BLOCK 256
#define LEAST_BLOCK 32

/* Settled rows become sums if these take at most so many times the room of the rows. */
#define READ_GROWTH 4

/*
 * Rows of one rank-k update of a gram: enough for the BLAS to block well, and no more than the sums
 * of few attributes take, as there may be many such moments at a time.
 */
#define MOST_GRAM_ROWS 128
#define LEAST_GRAM_ROWS 16

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

void
target_sums_start(Work *work, TargetSums *sums, uint32 d, bool complete)
{
	if (complete && sums->xy == NULL)
		sums->xy = WORK_ARRAY(work, d, double);
	if (!complete && sums->cell == NULL)
		sums->cell = WORK_ARRAY(work, d, TargetCell);
}

/* target += sign * source, which is complete if the target is. */
static void
target_sums_merge(Work *work, TargetSums *target, const TargetSums *source, uint32 d,
				  bool complete, double sign)
{
	target->y += sign * source->y;
	target->yy += sign * source->yy;
	if (source->xy == NULL && source->cell == NULL)
		return;
	target_sums_start(work, target, d, complete);
	if (complete)
		for (uint32 i = 0; i < d; i++)
			target->xy[i] += sign * source->xy[i];
	else
		for (uint32 i = 0; i < d; i++)
			target_cell_add(&target->cell[i], target_sums_cell(source, i), sign);
}

static void
target_sums_release(Work *work, TargetSums *sums)
{
	work_release(work, sums->xy);
	work_release(work, sums->cell);
	*sums = (TargetSums) {0};
}

static void
gram_init(Gram *gram, uint32 d)
{
	gram->d = d;
	gram->order = d + 1;
	gram->sum = NULL;
	gram->block = NULL;
	gram->rows = 0;
	gram->block_rows = Min(Max(gram->order, LEAST_GRAM_ROWS), MOST_GRAM_ROWS);
}

double *
gram_products(const Gram *gram, uint32 i)
{
	Assert(gram->rows == 0);
	return gram->sum != NULL ? gram->sum + (size_t) i * gram->order + i : NULL;
}

double *
gram_sum_of(const Gram *gram, uint32 i)
{
	return gram->sum + (size_t) i * gram->order + gram->d;
}

void
gram_start(Work *work, Gram *gram)
{
	if (gram->sum == NULL)
		gram->sum = WORK_ARRAY(work, (size_t) gram->order * gram->order, double);
}

/* Empties the block into the sums. */
static void
gram_settle(Gram *gram)
{
	if (gram->rows > 0)
		cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, gram->order, gram->rows,
					1.0, gram->block, gram->order, 1.0, gram->sum, gram->order);
	gram->rows = 0;
}

/* Adds a row to a gram that has sums, and returns it: its d values and a 1 are to be filled in. */
static double *
gram_next_row(Work *work, Gram *gram)
{
	double	   *row;

	if (gram->block == NULL)
		gram->block = WORK_ARRAY(work, (size_t) gram->block_rows * gram->order, double);
	if (gram->rows == gram->block_rows)
		gram_settle(gram);
	row = gram->block + (size_t) gram->rows++ * gram->order;
	return row;
}

/* Adds sign * the products of two attributes to target[]. */
static void
add_gram_products(const Gram *gram, double sign, double *target, uint32 stride)
{
	uint32		d = gram->d;

	for (uint32 i = 0; i < d && gram_products(gram, 0) != NULL; i++)
	{
		const double *product = gram_products(gram, i) - i;

		for (uint32 j = i; j < d; j++)
			target[(size_t) i * stride + j] += sign * product[j];
	}
}

void
gram_add_to(const Gram *gram, double *target, uint32 stride)
{
	add_gram_products(gram, 1, target, stride);
}

/* target += sign * source; target has sums. */
static void
gram_merge(Gram *target, const Gram *source, double sign)
{
	uint32		d = target->d;

	if (source->sum == NULL)
		return;
	add_gram_products(source, sign, target->sum, target->order);
	for (uint32 i = 0; i < d; i++)
		*gram_sum_of(target, i) += sign * *gram_sum_of(source, i);
}

/*
 * Gives all folds room for so many targets.  Target t becomes number[t] (NULL: t).  Targets whose
 * number is NO_CLASS are dropped.
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
	moments->peak_xx = moments->unknown + d;
	moments->scratch = moments->peak_xx + d;
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
moments_have_weights(Moments *moments)
{
	Assert(moments->fold == NULL && moments->rows.used == 0);
	moments->rows.weighted = true;
}

/* Allocates what a fold needs before a row is counted in it. */
static void
start_fold(Moments *moments, uint32 fold)
{
	FoldSums   *sums;

	moments_start_sums(moments);
	sums = &moments->fold[fold];
	if (moments->complete)
		gram_start(moments->work, &sums->gram);
	else if (sums->attribute == NULL)
	{
		sums->attribute = WORK_ARRAY(moments->work, moments->d, AttributeSums);
		if (moments_weighted(moments))
			sums->seen = WORK_ARRAY(moments->work, moments->d, double);
	}
}

/* Allocates what a fold needs before anything is added to its sums of products. */
static void
start_products(Moments *moments, uint32 fold)
{
	FoldSums   *sums;

	moments->summed = true;
	start_fold(moments, fold);
	sums = &moments->fold[fold];
	if (!moments->complete && sums->table == NULL)
		sums->table = WORK_ARRAY(moments->work, pairs_table_cells(moments->d), PairCell);
}

/* Adds rows with these extremes. */
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
add_to_sums(AttributeSums *attribute, TargetCell *target, double weight, double x, double y)
{
	double		wx = weight * x;
	double		wy = weight * y;

	attribute->n += weight;
	attribute->x += wx;
	attribute->xx += wx * x;
	target->y += wy;
	target->yy += wy * y;
	target->xy += wx * y;
}

/* Allocates what is needed to count a row. */
static void
start_row(Moments *moments, uint32 fold, double y)
{
	uint32		target = moments->of_classes ? (uint32) y : 0;
	TargetSums *sums;

	start_fold(moments, fold);
	if (target >= moments->targets)
		moments_add_targets(moments, target + 1);
	sums = &moments->fold[fold].target[target];
	if (sums->xy == NULL && sums->cell == NULL)
		target_sums_start(moments->work, sums, moments->d, moments->complete);
}

/*
 * Counts a row and returns the sums of its target.  If the target is a class, *y becomes 1, its
 * indicator.  The extremes of classes are 0.
 */
static TargetSums *
count_target(Moments *moments, uint32 fold, double weight, double *y)
{
	FoldSums   *sums = &moments->fold[fold];
	TargetSums *target = &sums->target[moments->of_classes ? (uint32) *y : 0];
	double		extreme = moments->of_classes ? 0 : *y;

	if (moments->of_classes)
		*y = 1;
	if (moments->turnover > 0)
		moments->turnover += 1;
	sums->rows += weight;
	if (moments_weighted(moments))
	{
		sums->counted += 1;
		sums->squares += weight * weight;
	}
	target->y += weight * *y;
	target->yy += weight * *y * *y;
	extremes_add(&moments->target, extreme, 1, extreme, 1);
	return target;
}

/* Adds a row of all attributes to the sums, of products as sqrt(weight) times the row. */
static void
add_complete(Moments *moments, uint32 fold, double weight, double y, const double *value,
			 const double *shift)
{
	double	   *restrict x = gram_next_row(moments->work, &moments->fold[fold].gram);
	double	   *restrict xy = count_target(moments, fold, weight, &y)->xy;
	double	   *restrict largest = moments->largest;
	double		root = sqrt(weight);
	double		wy = weight * y;
	uint32		d = moments->d;

	for (uint32 i = 0; i < d; i++)
	{
		double		v = value[i] - (shift != NULL ? shift[i] : 0);

		x[i] = root * v;
		xy[i] += v * wy;
		largest[i] = Max(largest[i], fabs(v));
	}
	x[d] = root;
}

/* Counts the looks of a row that had an unknown category. */
static void
count_unknown(Moments *moments, const KeptRow *row)
{
	for (uint32 k = 0; k < row->n; k++)
		if (row->label[k] & ROW_UNKNOWN)
			moments->unknown[row->label[k] & ROW_LABEL]++;
}

/* Adds a row to all sums but those of products. */
static void
count_row(Moments *moments, const KeptRow *row)
{
	double	   *largest = moments->largest;
	double		y = row->y;
	TargetCell *cell = count_target(moments, row->fold, row->weight, &y)->cell;
	AttributeSums *attribute = moments->fold[row->fold].attribute;
	double	   *seen = moments->fold[row->fold].seen;

	for (uint32 k = 0; k < row->n; k++)
	{
		uint32		i = row->label[k] & ROW_LABEL;
		double		x = row->value[k];

		if (row->label[k] & ROW_MISSING)
		{
			moments->missing[i]++;
			continue;
		}
		add_to_sums(&attribute[i], &cell[i], row->weight, x, y);
		if (seen != NULL)
			seen[i] += 1;
		largest[i] = Max(largest[i], fabs(x));
	}
}

/* Counts the rows before an entry.  If they are complete, adds them to the sums of products, too. */
static void
count_rows_before(Moments *moments, size_t end)
{
	size_t		at = moments->counted;
	KeptRow		row;

	while (at < end && rows_next(&moments->rows, &at, &row))
	{
		start_row(moments, row.fold, row.y);
		if (moments->complete)
			add_complete(moments, row.fold, row.weight, row.y, row.value, NULL);
		else
			count_row(moments, &row);
		if (moments->rows.unknown)
			count_unknown(moments, &row);
		moments->counted = at;
	}
}

/* Counts all rows: then all sums but those of products are up to date. */
static void
count_all(Moments *moments)
{
	Assert(!moments->complete);
	moments_start_sums(moments);
	count_rows_before(moments, moments->rows.used);
}

/* Returns the entries of a block; at least one row fits. */
static size_t
block_entries(const Moments *moments)
{
	uint32		d = moments->d;

	if (pairs_table_cells(d) * sizeof(PairCell) > CACHED_TABLE)
		return (size_t) moments->folds * Max(LARGE_BLOCK, d + 1);
	return (size_t) moments->folds * Max(Min(4 * d, SMALL_BLOCK), Max(LEAST_BLOCK, d + 1));
}

/*
 * Indexes the rows whose entries are from .. to - 1, by a counting sort.  The last value of a
 * row is left out, as no pair begins with it.
 */
static void
order_rows(Work *work, RowOrder *order, Rows *rows, size_t from, size_t to, uint32 folds, uint32 d)
{
	size_t		keys = (size_t) folds * d;
	size_t		base = 0;
	double		weight = 1;
	const uint32 *label = rows->label;
	uint32	   *next;

	if (order->head == NULL)
		order->head = WORK_ARRAY(work, keys + 2, uint32);
	if (order->room < to - from)
	{
		uint32	   *entry = WORK_ARRAY(work, to - from, uint32);
		double	   *of_entry = rows->weighted ? WORK_ARRAY(work, to - from, double) : NULL;

		work_release(work, order->entry);
		work_release(work, order->weight);
		order->entry = entry;
		order->weight = of_entry;
		order->room = to - from;
	}
	memset(order->head, 0, (keys + 2) * sizeof(uint32));
	rows_end(rows);
	next = order->head + 2;
	for (size_t e = from; e < to; e++)
		if (label[e] & ROW_START)
			base = (size_t) (label[e] & ROW_LABEL) * d;
		else if (!(label[e] & ROW_MISSING) && !(label[e + 1] & ROW_START))
			next[base + (label[e] & ROW_LABEL)]++;
	for (size_t key = 1; key < keys; key++)
		next[key] += next[key - 1];
	next = order->head + 1;
	for (size_t e = from; e < to; e++)
		if (label[e] & ROW_START)
		{
			base = (size_t) (label[e] & ROW_LABEL) * d;
			weight = rows->weighted ? rows->value[e + 1] : 1;
		}
		else if (!(label[e] & ROW_MISSING) && !(label[e + 1] & ROW_START))
		{
			uint32		k = next[base + (label[e] & ROW_LABEL)]++;

			order->entry[k] = (uint32) e;
			if (rows->weighted)
				order->weight[k] = weight;
		}
}

void
pairs_add(PairCell *row, const Rows *rows, const RowOrder *order, uint32 fold, uint32 d, uint32 i)
{
	/* in locals, as the compiler must think that row may overlap them */
	const double *value = rows->value;
	const uint32 *label = rows->label;
	const uint32 *entry = order->entry;
	const double *weight = order->weight;
	size_t		key = (size_t) fold * d + i;
	uint32		end = order->head[key + 1];
	size_t		first = (size_t) i + 1;

	for (uint32 k = order->head[key]; k < end; k++)
	{
		size_t		e = entry[k];
		double		w = weight != NULL ? weight[k] : 1;
		double		x = value[e];
		double		wx = w * x;
		uint32		j;

		/* the next row may be far away in memory: fetch it early */
		if (k + 1 < end)
		{
			__builtin_prefetch(&label[entry[k + 1]]);
			__builtin_prefetch(&value[entry[k + 1]]);
		}
		while (!((j = label[++e]) & ROW_START))
		{
			PairCell   *cell;
			double		y = value[e];

			if (j & ROW_MISSING)
				continue;
			cell = &row[(j & ROW_LABEL) - first];
			cell->n += w;
			cell->product += wx * y;
			cell->first += wx;
			cell->second += w * y;
		}
	}
}

/* Adds counted rows to the tables, up to an entry. */
static void
add_to_tables(Moments *moments, size_t end)
{
	uint32		d = moments->d;

	for (uint32 f = 0; f < moments->folds; f++)
		if (moments->fold[f].attribute != NULL)
			start_products(moments, f);
	order_rows(moments->work, &moments->order, &moments->rows, moments->paired, end, moments->folds, d);
	for (uint32 f = 0; f < moments->folds; f++)
		for (uint32 i = 0; i + 1 < d && moments->fold[f].table != NULL; i++)
			pairs_add(moments->fold[f].table + pairs_table_row(d, i), &moments->rows, &moments->order,
					  f, d, i);
	moments->paired = end;
}

/* Returns the entry where the next block of rows ends. */
static size_t
block_end(const Moments *moments, size_t block)
{
	const Rows *rows = &moments->rows;
	size_t		end = moments->paired + block;

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
	while (moments->paired < rows->used)
	{
		size_t		end = block_end(moments, block);

		work_poll(moments->work);
		count_rows_before(moments, end);
		if (moments->complete)
			moments->paired = end;
		else
			add_to_tables(moments, end);
	}
	moments->counted = moments->paired = moments->ordered = 0;
	rows->used = 0;
	rows->rows = 0;
	rows->missing = rows->unknown = rows->sorted = false;
	for (uint32 f = 0; f < moments->folds && moments->complete; f++)
		gram_settle(&moments->fold[f].gram);
	if (rows->capacity > block || moments->complete)
	{
		rows_clear(moments->work, rows);
		work_release(moments->work, moments->order.entry);
		work_release(moments->work, moments->order.weight);
		moments->order.entry = NULL;
		moments->order.weight = NULL;
		moments->order.room = 0;
	}
}

/*
 * Returns the entries of the rows that are not weights.  As these do not count, rows become sums when
 * they would without weights, and weights of 1 give the same sums bit by bit.
 */
static size_t
entries_of_rows(const Rows *rows)
{
	return rows->used - (rows_head(rows) - 1) * (size_t) rows->rows;
}

/*
 * Returns true if rows can stay rows with so many rows and entries more.  They do while they take
 * fewer stored words than the sums of all attributes and pairs would.  Beside sums they stay while
 * they fit into a block, unless the moments are complete.
 */
static bool
keeps_rows(const Moments *moments, double rows, size_t entries)
{
	entries += entries_of_rows(&moments->rows);
	if (moments->summed)
		return entries <= (moments->complete ? 0 : block_entries(moments));
	return 1.5 * (double) entries <= 5 + 2 * (double) moments->d +
		Min(moments->rows.rows + rows, moments->folds) * moments->fold_words;
}

void
moments_add_weighted(Moments *moments, uint32 fold, double weight, double y, const uint32 *plan,
					 uint32 n, const uint32 *present, const double *value, uint32 m)
{
	size_t		entries = (size_t) n + rows_head(&moments->rows);

	Assert(weight == 1 || moments_weighted(moments));
	if (!(moments->complete && moments->summed) && !keeps_rows(moments, 1, (size_t) n + 1))
		moments_sum(moments);
	if (moments->complete && moments->summed)
	{
		start_row(moments, fold, y);
		add_complete(moments, fold, weight, y, value, moments->shift);
		return;
	}
	if (moments->summed && moments->rows.capacity == 0)
		rows_make_room(moments->work, &moments->rows, Max(block_entries(moments), entries));
	rows_make_room(moments->work, &moments->rows, entries);
	rows_add(&moments->rows, fold, weight, y, plan, n, present, value, m, moments->shift);
}

void
moments_add(Moments *moments, uint32 fold, double y, const uint32 *plan, uint32 n,
			const uint32 *present, const double *value, uint32 m)
{
	moments_add_weighted(moments, fold, 1, y, plan, n, present, value, m);
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
moments_remember(Moments *moments)
{
	if (moments->turnover == 0)
		moments->turnover = moments_rows(moments);
	for (uint32 i = 0; i < moments->d; i++)
		moments->peak_xx[i] = moments_peak_xx(moments, i);
	moments->peak_yy = moments_peak_yy(moments);
}

static void
merge_common(Moments *target, const Moments *source, double factor)
{
	double		sign = factor < 0 ? -1 : 1;

	if (sign < 0 || source->turnover > 0)
		moments_remember(target);
	if (sign < 0 || source->turnover > 0 || target->turnover > 0)
		target->turnover += source->turnover > 0 ? source->turnover : moments_rows(source);
	target->peak_yy = Max(target->peak_yy, source->peak_yy);
	extremes_add(&target->target, source->target.low, sign * source->target.n_low, source->target.high,
				 sign * source->target.n_high);
	for (uint32 i = 0; i < target->d; i++)
	{
		target->largest[i] = Max(target->largest[i], source->largest[i]);
		target->missing[i] += sign * source->missing[i];
		target->unknown[i] += sign * source->unknown[i];
		target->peak_xx[i] = Max(target->peak_xx[i], source->peak_xx[i]);
	}
}

void
moments_settle(Moments *moments)
{
	size_t		used = moments->rows.used;

	/* some of the folds of settled moments stay as they are, whatever their number */
	if (used > 0 && moments->ordered == used)
		return;
	/* a fit walks over pairs many times: a table is faster, if it does not take much more room */
	if (moments->complete || moments->summed || !keeps_rows(moments, 0, (READ_GROWTH - 1) * entries_of_rows(&moments->rows)))
	{
		moments_sum(moments);
		return;
	}
	count_all(moments);
	if (used == 0)
		return;
	order_rows(moments->work, &moments->order, &moments->rows, 0, used, moments->folds, moments->d);
	moments->ordered = used;
}

/* target += sign * source */
static inline void
pair_cell_add(PairCell *target, const PairCell *source, double sign)
{
	target->n += sign * source->n;
	target->product += sign * source->product;
	target->first += sign * source->first;
	target->second += sign * source->second;
}

/* Adds factor * the pairs of a fold of source to a table. */
static void
merge_pairs(PairCell *table, const Moments *source, uint32 fold, double factor, FoldWalk *walk)
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
			pair_cell_add(table++, &row[j - i - 1], factor);
	}
}

/* Returns the number of a source's target t in the moments that it is merged into. */
static inline uint32
target_number(const uint32 *number, uint32 t)
{
	return number != NULL ? number[t] : t;
}

static void
merge_fold(Moments *target, const Moments *source, uint32 fold, double factor, const uint32 *number)
{
	FoldSums   *sums = &target->fold[fold];
	const FoldSums *more = &source->fold[fold];

	sums->rows += factor * more->rows;
	sums->counted += more->counted;
	sums->squares += factor * factor * more->squares;
	for (uint32 i = 0; i < target->d && sums->seen != NULL; i++)
		sums->seen[i] += more->seen != NULL ? more->seen[i] : more->counted;
	for (uint32 i = 0; i < target->d && !target->complete; i++)
		attribute_sums_add(&sums->attribute[i], moments_fold_attribute(source, fold, i), factor);
	for (uint32 t = 0; t < source->targets; t++)
		target_sums_merge(target->work, &sums->target[target_number(number, t)], &more->target[t],
						  target->d, target->complete, factor);
}

/* Adds the rows of a source that is nothing but rows. */
static void
merge_rows(Moments *target, const Moments *source, const uint32 *number)
{
	rows_make_room(target->work, &target->rows, source->rows.used);
	rows_append(&target->rows, &source->rows, number);
	if (!keeps_rows(target, 0, 0))
		moments_sum(target);
}

/* Allocates all sums of the target that the source is added to. */
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
merge_sums(Moments *target, const Moments *source, double factor, const uint32 *number)
{
	Work	   *scratch;
	FoldWalk	walk;

	prepare_merge(target, source, number);
	scratch = work_begin(target->work);
	fold_walk_init(scratch, &walk, target->d);
	merge_common(target, source, factor);
	for (uint32 f = 0; f < target->folds; f++)
	{
		if (source->fold[f].rows == 0)
			continue;
		merge_fold(target, source, f, factor, number);
		if (target->complete)
			gram_merge(&target->fold[f].gram, &source->fold[f].gram, factor);
		else
			merge_pairs(target->fold[f].table, source, f, factor, &walk);
	}
	work_end(scratch);
}

void
moments_merge(Moments *target, const Moments *source, double factor, const uint32 *number)
{
	Assert(source->complete || !target->complete);
	Assert(source->of_classes == target->of_classes);
	Assert(moments_weighted(source) == moments_weighted(target));
	Assert(factor > 0 || !moments_weighted(source));
	if (!source->of_classes)
		number = NULL;
	if (factor > 0 && !source->summed)
		merge_rows(target, source, number);
	else
		merge_sums(target, source, factor, number);
}

static void
release_fold(Work *work, FoldSums *sums, uint32 targets)
{
	for (uint32 t = 0; t < targets; t++)
		target_sums_release(work, &sums->target[t]);
	work_release(work, sums->seen);
	work_release(work, sums->attribute);
	work_release(work, sums->table);
	work_release(work, sums->gram.sum);
	work_release(work, sums->gram.block);
}

/* Releases all sums, as if no row had been counted. */
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

/*
 * Adapts the extremes to sums that were scaled, or that are of some of the rows; "counted" are the
 * rows before.  If the target is two-valued, its mean says how the weights divide; otherwise the
 * numbers of rows with the extremes do not matter.
 */
static void
scale_extremes(Moments *moments, double counted)
{
	Extremes   *target = &moments->target;
	double		rows = moments_rows(moments);
	double		y;
	double		yy;

	if (target->low == target->high)
		target->n_low = target->n_high = rows;
	else if (fabs(target->n_low + target->n_high - counted) <= 2 * DBL_EPSILON * counted)
	{
		moments_target_sums(moments, &y, &yy);
		target->n_high = rows * ((y / rows - target->low) / (target->high - target->low));
		target->n_low = rows - target->n_high;
	}
	else
		target->n_low = target->n_high = 0;
}

void
moments_effective(Work *work, Moments *effective, const Moments *source)
{
	double		rows = moments_rows(source);
	double		squares = 0;
	double		factor;

	for (uint32 f = 0; f < source->folds; f++)
		squares += source->fold[f].squares;
	factor = rows / squares;
	if (!(factor > 0 && isfinite(factor)))
		work->raise(work, KERNEL_BAD_VALUE);
	moments_init(work, effective, source->d, source->folds, source->complete, source->shift);
	moments_have_weights(effective);
	effective->of_classes = source->of_classes;
	if (source->no_room_for_pairs)
		moments_keep_rows(effective);
	moments_merge(effective, source, source->summed ? factor : 1, NULL);
	if (!source->summed)
		rows_scale(&effective->rows, factor);
	moments_settle(effective);
	scale_extremes(effective, moments_count_rows(effective, effective->folds));
}

void
moments_first_folds(Moments *first, Moments *source, uint32 folds)
{
	moments_settle(source);
	*first = *source;
	first->folds = folds;
	scale_extremes(first, moments_rows(source));
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
	if (moments_weighted(moments))
		moments_have_weights(&broken);
	merge_sums(&broken, moments, 1, NULL);
	release_sums(moments);
	rows_clear(moments->work, &moments->rows);
	*moments = broken;
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
