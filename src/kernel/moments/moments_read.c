/*
 * moments_read.c
 *		Moments as they are read: sums of a target, of attributes and of pairs.
 */
#include "kernel/moments/moments.h"

void
moments_read_class(Moments *moments, uint32 class)
{
	moments->target = (Extremes) {0, 1, 0, 0};
	moments->class_reading = READS_INDICATOR;
	moments->class_read = class;
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
	moments->class_reading = READS_SIGN;
	moments->class_read = class;
}

/* Returns false if the target is a class and none is chosen. */
static inline bool
reads_target(const Moments *moments)
{
	return !moments->of_classes || moments->class_reading != READS_NO_CLASS;
}

TargetSums
moments_fold_target(const Moments *moments, uint32 fold)
{
	const FoldSums *sums = &moments->fold[fold];
	TargetSums	target = {0};

	if (!reads_target(moments))
		return target;
	target.y = sums->target[moments->class_read].y;
	target.yy = sums->target[moments->class_read].yy;
	if (moments->class_reading == READS_SIGN)
	{
		target.y = 2 * target.y - sums->rows;
		target.yy = sums->rows;
	}
	return target;
}

/* Gives the sums of x_i and x_i^2. */
static void
gram_sums(const Gram *gram, uint32 i, double *x, double *xx)
{
	const double *product = gram_products(gram, i);

	*x = *xx = 0;
	if (product == NULL)
		return;
	*x = *gram_sum_of(gram, i);
	*xx = product[0];
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
	cell = target_sums_cell(&moments->fold[fold].target[moments->class_read], i);
	if (moments->class_reading == READS_SIGN)
	{
		AttributeSums attribute = moments_fold_attribute(moments, fold, i);

		cell = (TargetCell) {2 * cell.y - attribute.n, attribute.n, 2 * cell.xy - attribute.x};
	}
	return cell;
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
moments_count_rows(const Moments *moments, uint32 omit)
{
	double		rows = 0;

	for (uint32 f = 0; f < moments->folds; f++)
		if (f != omit)
			rows += moments_weighted(moments) ? moments->fold[f].counted : moments->fold[f].rows;
	return rows;
}

double
moments_count_seen(const Moments *moments, uint32 i, uint32 omit)
{
	double		rows = 0;

	if (!moments_weighted(moments))
		return moments_attribute(moments, i, omit).n;
	if (moments->complete)
		return moments_count_rows(moments, omit);
	for (uint32 f = 0; f < moments->folds; f++)
		if (f != omit && moments->fold[f].seen != NULL)
			rows += moments->fold[f].seen[i];
	return rows;
}

double
moments_count_looks(const Moments *moments, const Looks *looks, uint32 omit)
{
	uint32		n = looks->first == NULL ? moments->d : looks->bought;
	double		taken = 0;

	for (uint32 l = 0; l < n; l++)
		taken += moments_count_seen(moments, looks_first(looks, l), omit);
	return taken;
}

bool
moments_asked_all(const Moments *moments)
{
	double		rows = moments_count_rows(moments, moments->folds);

	for (uint32 i = 0; i < moments->d; i++)
		if (moments_count_seen(moments, i, moments->folds) + moments->missing[i] < rows)
			return false;
	return true;
}

bool
moments_have_unknown(const Moments *moments)
{
	bool		unknown = moments->rows.unknown;

	/* moments that are not summed may have no counts yet, but mark their rows */
	for (uint32 i = 0; moments->summed && i < moments->d && !unknown; i++)
		unknown = moments->unknown[i] > 0;
	return unknown;
}

AttributeSums
moments_attribute(const Moments *moments, uint32 i, uint32 omit)
{
	AttributeSums sum = {0};

	for (uint32 f = 0; f < moments->folds; f++)
		if (f != omit)
			attribute_sums_add(&sum, moments_fold_attribute(moments, f, i), 1);
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

double
moments_peak_xx(const Moments *moments, uint32 i)
{
	return Max(moments->peak_xx[i], moments_attribute(moments, i, moments->folds).xx);
}

double
moments_peak_yy(const Moments *moments)
{
	double		y;
	double		yy;

	moments_target_sums(moments, &y, &yy);
	return Max(moments->peak_yy, yy);
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

/* Returns true if attributes of two different looks were seen in the same row of a fold. */
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
moments_describe(const Moments *moments, uint32 i, double *mean, double *sd,
				 double *correlation)
{
	AttributeSums sum = moments_attribute(moments, i, moments->folds);
	TargetCell	cell = moments_cell(moments, i, moments->folds);
	double		xx = Max(sum.xx - sum.x * sum.x / sum.n, 0);
	double		yy = Max(cell.yy - cell.y * cell.y / sum.n, 0);
	double		xy = cell.xy - sum.x * cell.y / sum.n;

	*mean = sum.x / sum.n + moments_shift(moments, i);
	*sd = sum.n > 1 ? sqrt(xx / (sum.n - 1)) : NAN;
	*correlation = xx > 0 && yy > 0 ? Max(Min(xy / sqrt(xx * yy), 1), -1) : NAN;
}

bool
extremes_valid(const Extremes *target, double rows)
{
	return count_valid(target->n_low, rows) && count_valid(target->n_high, rows) &&
		(rows == 0 || target->low <= target->high) &&
		(target->low != target->high || target->n_low == target->n_high);
}

static bool
target_sums_finite(const TargetSums *sums, uint32 d)
{
	if (!isfinite(sums->y) || !isfinite(sums->yy))
		return false;
	for (uint32 i = 0; i < d; i++)
	{
		TargetCell	cell = target_sums_cell(sums, i);

		if (!isfinite(cell.y) || !isfinite(cell.yy) || !isfinite(cell.xy))
			return false;
	}
	return true;
}

bool
moments_finite(const Moments *moments)
{
	for (uint32 f = 0; f < moments->folds; f++)
	{
		const FoldSums *sums = &moments->fold[f];

		if (!isfinite(sums->rows) || !isfinite(sums->squares))
			return false;
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
		if (!isfinite(moments->peak_xx[i]))
			return false;
	return isfinite(moments->peak_yy);
}

/* Returns true if parts add up to a whole, but for the rounding of weights. */
static bool
together_valid(const Moments *moments, double together, double whole)
{
	return weight_valid(moments, together, whole) && weight_valid(moments, whole, together);
}

/* Returns true if the rows of the classes are counts that add up to the rows of the fold. */
static bool
class_rows_valid(const Moments *moments, const FoldSums *sums)
{
	double		together = 0;

	for (uint32 c = 0; c < moments->targets; c++)
	{
		if (!weight_valid(moments, sums->target[c].y, INFINITY))
			return false;
		together += sums->target[c].y;
	}
	return together_valid(moments, together, sums->rows);
}

/* Returns true if the rows of the classes where attribute i was seen are counts that add up to n. */
static bool
class_cells_valid(const Moments *moments, const FoldSums *sums, uint32 i, double n)
{
	double		together = 0;

	for (uint32 c = 0; c < moments->targets; c++)
	{
		TargetCell	cell = target_sums_cell(&sums->target[c], i);

		if (!weight_valid(moments, cell.y, sums->target[c].y) || !isfinite(cell.xy))
			return false;
		together += cell.y;
	}
	return together_valid(moments, together, n);
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

		if (!weight_valid(moments, sums->rows, INFINITY) || !count_valid(sums->counted, INFINITY) ||
			moments_fold_target(moments, f).yy < 0)
			return false;
		if (!moments->complete && sums->rows > 0 && sums->attribute == NULL)
			return false;
		for (uint32 i = 0; sums->attribute != NULL && i < moments->d; i++)
			if (!weight_valid(moments, sums->attribute[i].n, sums->rows) || sums->attribute[i].xx < 0 ||
				moments_fold_cell(moments, f, i).yy < 0)
				return false;
	}
	for (uint32 i = 0; i < moments->d; i++)
		if (!(moments->largest[i] >= 0) || !count_valid(moments->missing[i], INFINITY) ||
			(moments->complete && moments->missing[i] > 0))
			return false;
	return extremes_valid(&moments->target, moments_count_rows(moments, moments->folds));
}
