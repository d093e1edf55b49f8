/*
 * repeats_solution.h
 *		The regression on what a search for repeats has chosen, step by step:
 *		everything of a Repeats that belongs to the chosen attributes, g, h and
 *		the objective.  For repeats.c alone; scoring has none of it.
 */
#ifndef AER_REPEATS_SOLUTION_H
#define AER_REPEATS_SOLUTION_H

#include "kernel/repeats/repeats.h"

/* What M_aa loses by one more purchase of a chosen attribute. */
extern double repeats_saved(const Repeats *repeats, int a);

/* An attribute is bought for the first time: M, L and Z get a row (Schur). */
extern void repeats_choose(Repeats *repeats, int a);

/* It is bought once more: M_aa loses repeats_saved(). */
extern void repeats_repeat(Repeats *repeats, int a);

/* All of it afresh from M itself, if there were many steps since the last time. */
extern void repeats_refresh(Repeats *repeats, Poll poll);

#endif							/* AER_REPEATS_SOLUTION_H */
