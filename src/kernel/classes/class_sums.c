/*
 * class_sums.c
 *		Sums by class, beside moments.
 */
#include "kernel/classes/class_sums.h"

StaticAssertDecl(sizeof(ClassCell) == 2 * sizeof(double), "cells are doubles, two by two");

size_t
class_sums_numbers(uint32 d, uint32 folds, uint32 classes)
{
	return (size_t) classes * folds * (1 + 2 * (size_t) d);
}

void
class_sums_view(ClassSums *sums, double *numbers, uint32 d, uint32 folds, uint32 classes)
{
	sums->d = d;
	sums->folds = folds;
	sums->classes = classes;
	sums->rows = numbers;
	sums->cell = (ClassCell *) (numbers + (size_t) classes * folds);
}

static ClassCell *
cells_of(const ClassSums *sums, uint32 class, uint32 fold)
{
	return sums->cell + ((size_t) class * sums->folds + fold) * sums->d;
}

void
class_sums_add(ClassSums *sums, uint32 class, uint32 fold, const uint32 *attribute,
			   const double *value, uint32 n, const double *shift)
{
	ClassCell  *cell = cells_of(sums, class, fold);

	sums->rows[(size_t) class * sums->folds + fold] += 1;
	for (uint32 k = 0; k < n; k++)
	{
		uint32		i = attribute != NULL ? attribute[k] : k;

		cell[i].n += 1;
		cell[i].x += value[k] - (shift != NULL ? shift[i] : 0);
	}
}

void
class_sums_merge(ClassSums *target, const ClassSums *source, const uint32 *place, double sign)
{
	size_t		cells = (size_t) source->folds * source->d;

	for (uint32 c = 0; c < source->classes; c++)
	{
		ClassCell  *to;
		const ClassCell *from = cells_of(source, c, 0);

		if (place[c] == NO_CLASS)
			continue;
		for (uint32 f = 0; f < source->folds; f++)
			target->rows[(size_t) place[c] * target->folds + f] +=
				sign * source->rows[(size_t) c * source->folds + f];
		to = cells_of(target, place[c], 0);
		for (size_t k = 0; k < cells; k++)
		{
			to[k].n += sign * from[k].n;
			to[k].x += sign * from[k].x;
		}
	}
}

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
		double		of_class = sums->rows[(size_t) c * sums->folds + f];

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
		ClassCell	cell = cells_of(sums, c, f)[i];

		if (!count_valid(cell.n, sums->rows[(size_t) c * sums->folds + f]) || !isfinite(cell.x))
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

double
class_sums_fold_rows(const ClassSums *sums, uint32 class, uint32 fold)
{
	return sums->rows[(size_t) class * sums->folds + fold];
}

ClassCell
class_sums_cell(const ClassSums *sums, uint32 class, uint32 fold, uint32 i)
{
	return cells_of(sums, class, fold)[i];
}

double
class_sums_rows(const ClassSums *sums, uint32 class)
{
	double		rows = 0;

	for (uint32 f = 0; f < sums->folds; f++)
		rows += class_sums_fold_rows(sums, class, f);
	return rows;
}

void
class_target_init(Work *work, Moments *target, Moments *moments)
{
	moments_settle(moments);
	*target = *moments;
	target->work = work;
	target->fold = WORK_ARRAY(work, moments->folds, FoldSums);
	for (uint32 f = 0; f < moments->folds; f++)
	{
		const FoldSums *from = &moments->fold[f];
		FoldSums   *to = &target->fold[f];

		*to = *from;
		to->marginal = NULL;
		gram_init(&to->gram, moments->d);
		if (from->rows == 0)
			continue;
		moments_start(target, f);
		if (moments->complete)
			gram_merge(&to->gram, &from->gram, 1);
		else
			memcpy(to->marginal, from->marginal, moments->d * sizeof(Marginal));
	}
}

/* The sums of y, y^2 and x_i y of a fold. */
static void
set_fold(Moments *target, const ClassSums *sums, uint32 class, uint32 f, bool signs)
{
	FoldSums   *fold = &target->fold[f];
	const ClassCell *cell = cells_of(sums, class, f);
	double		ones = sums->rows[(size_t) class * sums->folds + f];

	fold->y = signs ? 2 * ones - fold->rows : ones;
	fold->yy = signs ? fold->rows : ones;
	for (uint32 i = 0; fold->rows > 0 && i < target->d; i++)
		if (target->complete)
		{
			double	   *sum = fold->gram.sum + (size_t) i * fold->gram.order;

			sum[target->d + 1] = signs ? 2 * cell[i].x - sum[target->d] : cell[i].x;
		}
		else
		{
			Marginal   *m = &fold->marginal[i];

			m->y = signs ? 2 * cell[i].n - m->n : cell[i].n;
			m->yy = signs ? m->n : cell[i].n;
			m->xy = signs ? 2 * cell[i].x - m->x : cell[i].x;
		}
}

void
class_target_set(Moments *target, const ClassSums *sums, uint32 class)
{
	target->target = (Extremes) {0, 1, 0, 0};
	for (uint32 f = 0; f < target->folds; f++)
		set_fold(target, sums, class, f, false);
}

void
class_target_set_signs(Moments *target, const ClassSums *sums, uint32 class)
{
	double		rows = moments_rows(target);
	double		ones = class_sums_rows(sums, class);
	bool		both = ones > 0 && ones < rows;

	target->target.low = ones < rows ? -1 : 1;
	target->target.high = ones > 0 ? 1 : -1;
	target->target.n_low = both ? rows - ones : rows;
	target->target.n_high = both ? ones : rows;
	for (uint32 f = 0; f < target->folds; f++)
		set_fold(target, sums, class, f, true);
}
