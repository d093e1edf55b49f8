/*
 * moments_differ.h
 *		Are two moments of the same rows?
 *
 * Counts must be the same; sums may differ by the rounding of who added up in
 * another order: by 1e-9 of what the absolute values of their terms can add up to,
 * which by Cauchy and Schwarz is no more than sqrt(n sum x^2) of a sum of x and
 * sqrt(sum x^2 sum y^2) of one of products; and by the rounding of what was taken
 * back (subtract.h), if anything was.  Bounds are not compared: they remember rows
 * that were taken back.
 */
#ifndef AER_MOMENTS_DIFFER_H
#define AER_MOMENTS_DIFFER_H

#include "kernel/moments/moments.h"

typedef enum MomentsPart
{
	PART_NONE,					/* nothing differs */
	PART_ROWS,
	PART_TARGET,				/* sums of y and y^2 */
	PART_MISSING,				/* attribute i was asked for and missing */
	PART_UNKNOWN,				/* the look of attribute i had no known word */
	PART_FOUND,					/* attribute i was */
	PART_SUMS,					/* of attribute i */
	PART_PAIR_FOUND,			/* attributes i and j were, together */
	PART_PAIR_SUMS
} MomentsPart;

/* The first thing that differs, and what it is in one and in the other. */
typedef struct MomentsDifference
{
	MomentsPart part;
	uint32		i;
	uint32		j;
	double		one;
	double		other;
} MomentsDifference;

/* Both have the same d, folds and shift.  scratch: moments_differ_size() bytes. */
extern size_t moments_differ_size(uint32 d);
extern MomentsDifference moments_differ(const Moments *one, const Moments *other, void *scratch,
										Poll poll);

#endif							/* AER_MOMENTS_DIFFER_H */
