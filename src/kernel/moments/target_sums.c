/*
 * target_sums.c
 *		Sums of a target, beside the sums of attributes.
 */
#include "kernel/moments/target_sums.h"

void
target_sums_start(Work *work, TargetSums *sums, uint32 d, bool complete)
{
	if (complete && sums->xy == NULL)
		sums->xy = WORK_ARRAY(work, d, double);
	if (!complete && sums->cell == NULL)
		sums->cell = WORK_ARRAY(work, d, TargetCell);
}

void
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

void
target_sums_release(Work *work, TargetSums *sums)
{
	work_release(work, sums->xy);
	work_release(work, sums->cell);
	*sums = (TargetSums) {0};
}

bool
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
