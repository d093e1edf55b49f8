/*
 * class_sums.c
 *		Sums by class, beside those of a target.
 */
#include "kernel/moments/class_sums.h"

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
class_sums_extend(Work *work, ClassSums *sums, uint32 d, uint32 folds, uint32 classes)
{
	ClassSums	old = *sums;

	if (classes <= old.classes)
		return;
	class_sums_view(sums, WORK_ARRAY(work, class_sums_numbers(d, folds, classes), double), d, folds,
					classes);
	if (old.classes == 0)
		return;
	memcpy(sums->rows, old.rows, (size_t) old.classes * folds * sizeof(double));
	memcpy(sums->cell, old.cell, (size_t) old.classes * folds * d * sizeof(ClassCell));
	work_release(work, old.rows);
}

ClassCell *
class_sums_add(ClassSums *sums, uint32 class, uint32 fold)
{
	sums->rows[(size_t) class * sums->folds + fold] += 1;
	return cells_of(sums, class, fold);
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

void
class_sums_place(Work *work, ClassSums *sums, const uint32 *place, uint32 classes)
{
	ClassSums	placed = {0};

	if (sums->classes == 0)
		return;
	class_sums_extend(work, &placed, sums->d, sums->folds, classes);
	if (classes > 0)
		class_sums_merge(&placed, sums, place, 1);
	work_release(work, sums->rows);
	*sums = placed;
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
