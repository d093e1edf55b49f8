/*
 * subtract.h
 *		Moments from which others were subtracted (moments_merge() with sign -1).
 *
 * Sums are plain, so the difference keeps the rounding errors of everything that was ever
 * added.  If a value of 1e6 among a thousand of size 1 is subtracted, the squares that
 * remain are right to 1e-7; after one of 1e9 nothing but rounding remains.  So moments
 * remember the largest sums of squares that they ever had and how many rows went into
 * them, and a fit checks with moments_lost().
 */
#ifndef AER_SUBTRACT_H
#define AER_SUBTRACT_H

#include "kernel/moments/moments.h"

typedef enum SubtractStatus
{
	SUBTRACT_SOUND,
	SUBTRACT_TOO_MUCH,			/* a count is negative: these rows were never added */
	SUBTRACT_NOT_FINITE			/* a sum is infinite or NaN */
} SubtractStatus;

/*
 * Repairs what rounding did to the sums, after everything was subtracted: sums over no rows
 * become 0, squares are raised to the square of their mean, and products are clipped to
 * the bound that the squares set.
 */
extern SubtractStatus moments_close(Moments *moments);

/*
 * Return true if rounding may have destroyed what a fit needs to know about an attribute or
 * the target.  Always false if nothing was ever subtracted.
 */
extern bool moments_attribute_lost(const Moments *moments, uint32 i);
extern bool moments_target_lost(const Moments *moments);

/* Returns the first attribute that is lost; d if only the target is; d + 1 if nothing is. */
extern uint32 moments_lost(const Moments *moments);

#endif							/* AER_SUBTRACT_H */
