/*
 * target_sums.h
 *		Sums of a target, beside the sums of attributes, which serve every target.
 *
 * A number is one target.  Each of K classes is one, which is 1 in its rows and 0 in all
 * others: so a row adds to the target of its class alone, and y^2 is y.
 */
#ifndef AER_TARGET_SUMS_H
#define AER_TARGET_SUMS_H

#include "kernel/kernel.h"

/* Over the rows where one attribute was seen. */
typedef struct TargetCell
{
	double		y;
	double		yy;
	double		xy;
} TargetCell;

/* Over the rows of a fold. */
typedef struct TargetSums
{
	double		y;
	double		yy;
	double	   *xy;				/* [d] if moments are complete (moments.h), else NULL */
	TargetCell *cell;			/* [d] if not; both NULL: no attribute was seen in rows of this target */
} TargetSums;

/* Makes room for the sums with d attributes. */
extern void target_sums_start(Work *work, TargetSums *sums, uint32 d, bool complete);

/* target += sign * source, which is complete if the target is. */
extern void target_sums_merge(Work *work, TargetSums *target, const TargetSums *source, uint32 d,
							  bool complete, double sign);

extern void target_sums_release(Work *work, TargetSums *sums);

extern bool target_sums_finite(const TargetSums *sums, uint32 d);

/* Returns the sums over the rows where attribute i was seen: if complete, over all rows. */
static inline TargetCell
target_sums_cell(const TargetSums *sums, uint32 i)
{
	if (sums->cell != NULL)
		return sums->cell[i];
	if (sums->xy != NULL)
		return (TargetCell) {sums->y, sums->yy, sums->xy[i]};
	return (TargetCell) {0};
}

/* target += sign * source */
static inline void
target_cell_add(TargetCell *target, TargetCell source, double sign)
{
	target->y += sign * source.y;
	target->yy += sign * source.yy;
	target->xy += sign * source.xy;
}

#endif							/* AER_TARGET_SUMS_H */
