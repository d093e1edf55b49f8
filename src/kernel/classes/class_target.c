/*
 * class_target.c
 *		Moments of one class against the rest, from those of all.
 */
#include "kernel/classes/class_target.h"

bool
class_sums_close(ClassSums *sums, const Moments *moments)
{
	size_t		cells = (size_t) sums->classes * sums->folds * sums->d;

	for (size_t k = 0; k < cells; k++)
		if (sums->cell[k].n == 0)
			sums->cell[k].x = 0;
	return class_sums_valid(sums, moments);
}

/* Are the rows of a fold by class counts, together so many? */
static bool
rows_valid(const ClassSums *sums, uint32 f, double rows)
{
	double		together = 0;

	for (uint32 c = 0; c < sums->classes; c++)
	{
		double		of_class = class_sums_fold_rows(sums, c, f);

		if (!count_valid(of_class, INFINITY))
			return false;
		together += of_class;
	}
	return together == rows;
}

/* Are an attribute's sums in a fold by class finite, of counts that are together n? */
static bool
cells_valid(const ClassSums *sums, uint32 f, uint32 i, double n)
{
	double		together = 0;

	for (uint32 c = 0; c < sums->classes; c++)
	{
		ClassCell	cell = class_sums_cell(sums, c, f, i);

		if (!count_valid(cell.n, class_sums_fold_rows(sums, c, f)) || !isfinite(cell.x))
			return false;
		together += cell.n;
	}
	return together == n;
}

bool
class_sums_valid(const ClassSums *sums, const Moments *moments)
{
	for (uint32 f = 0; f < sums->folds; f++)
	{
		if (!rows_valid(sums, f, moments->fold[f].rows))
			return false;
		for (uint32 i = 0; i < sums->d; i++)
			if (!cells_valid(sums, f, i, moments_fold_marginal(moments, f, i).n))
				return false;
	}
	return true;
}

void
class_target_init(Work *work, Moments *target, Moments *moments)
{
	moments_settle(moments);
	*target = *moments;
	target->work = work;
	target->of_classes = false;
	target->fold = WORK_ARRAY(work, moments->folds, FoldSums);
	for (uint32 f = 0; f < moments->folds; f++)
	{
		FoldSums   *fold = &target->fold[f];

		*fold = moments->fold[f];
		if (fold->rows == 0)
			continue;
		if (moments->complete)
			fold->gram.xy = WORK_ARRAY(work, moments->d, double);
		else
		{
			fold->marginal = WORK_ARRAY(work, moments->d, Marginal);
			memcpy(fold->marginal, moments->fold[f].marginal, moments->d * sizeof(Marginal));
		}
	}
}

/* The sums of y, y^2 and x_i y of a fold. */
static void
set_fold(Moments *target, uint32 class, uint32 f, bool signs)
{
	const ClassSums *sums = &target->classes;
	FoldSums   *fold = &target->fold[f];
	const ClassCell *cell = sums->cell + ((size_t) class * sums->folds + f) * sums->d;
	double		ones = class_sums_fold_rows(sums, class, f);

	fold->y = signs ? 2 * ones - fold->rows : ones;
	fold->yy = signs ? fold->rows : ones;
	for (uint32 i = 0; fold->rows > 0 && i < target->d; i++)
	{
		Marginal	m = moments_fold_marginal(target, f, i);

		m.y = signs ? 2 * cell[i].n - m.n : cell[i].n;
		m.yy = signs ? m.n : cell[i].n;
		m.xy = signs ? 2 * cell[i].x - m.x : cell[i].x;
		if (target->complete)
			fold->gram.xy[i] = m.xy;
		else
			fold->marginal[i] = m;
	}
}

void
class_target_set(Moments *target, uint32 class)
{
	target->target = (Extremes) {0, 1, 0, 0};
	for (uint32 f = 0; f < target->folds; f++)
		set_fold(target, class, f, false);
}

void
class_target_set_signs(Moments *target, uint32 class)
{
	double		rows = moments_rows(target);
	double		ones = class_sums_rows(&target->classes, class);
	bool		both = ones > 0 && ones < rows;

	target->target.low = ones < rows ? -1 : 1;
	target->target.high = ones > 0 ? 1 : -1;
	target->target.n_low = both ? rows - ones : rows;
	target->target.n_high = both ? ones : rows;
	for (uint32 f = 0; f < target->folds; f++)
		set_fold(target, class, f, true);
}
