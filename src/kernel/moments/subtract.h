/*
 * subtract.h
 *		Moments from which others were taken back (moments.h, merging with sign -1).
 *
 * Sums are plain, so what is left has the rounding of all that was ever there.  A
 * value of 1e6 among a thousand of size 1, taken back, leaves squares that are
 * right to 1e-7; one of 1e9 leaves nothing but rounding.  So moments that
 * something was taken from remember the largest sums of squares that they ever
 * had, and how many rows went into them, and a fit asks moments_lost().
 */
#ifndef AER_SUBTRACT_H
#define AER_SUBTRACT_H

#include "kernel/moments/moments.h"

typedef enum TakenStatus
{
	TAKEN_SOUND,
	TAKEN_TOO_MUCH,				/* a count is negative: it was never added */
	TAKEN_NOT_FINITE			/* a sum is infinite or NaN */
} TakenStatus;

/*
 * All was taken that is to be taken.  Sums of no rows are 0; squares are no less
 * than their mean demands, nor products more than the squares allow.
 */
extern TakenStatus moments_close(Moments *moments);

/*
 * May rounding have eaten up what a fit needs to know of an attribute, or of the
 * target?  Not of moments that nothing was ever taken from.
 */
extern bool moments_attribute_lost(const Moments *moments, uint32 i);
extern bool moments_target_lost(const Moments *moments);

/* The first attribute that is lost; d: the target is; d + 1: nothing is. */
extern uint32 moments_lost(const Moments *moments);

#endif							/* AER_SUBTRACT_H */
