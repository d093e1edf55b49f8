/*
 * class_target.h
 *		Moments of one class against the rest, from those of all.
 */
#ifndef AER_CLASS_TARGET_H
#define AER_CLASS_TARGET_H

#include "kernel/moments/moments.h"

/*
 * Something was taken back: sums of no rows are 0.  False if a count is negative, or the
 * classes' are not together those of the moments.
 */
extern bool class_sums_close(ClassSums *sums, const Moments *moments);

/* Are all sums finite, and all counts possible, together those of the moments? */
extern bool class_sums_valid(const ClassSums *sums, const Moments *moments);

/*
 * Moments of classes, any of which can be made the target: products, sums by class and all
 * else that no target changes are those of the moments, as these are (and so settled).
 */
extern void class_target_init(Work *work, Moments *target, Moments *moments);

/*
 * Make a class its target: 1 in its rows, else 0, of which a fit does not know that there
 * are no other values, and so makes no link; or, as of booleans, else -1.
 */
extern void class_target_set(Moments *target, uint32 class);
extern void class_target_set_signs(Moments *target, uint32 class);

#endif							/* AER_CLASS_TARGET_H */
