/*
 * judge.h
 *		What the sums of a fold say of weights that were fitted to the others.
 *		For tune.c alone, whose Tuner it fills in.
 */
#ifndef AER_JUDGE_H
#define AER_JUDGE_H

#include "kernel/moments/tune.h"

/* partners[], how often each attribute was seen with others, and pairs[]. */
extern void judge_count_pairs(Tuner *tuner, const Moments *moments, Poll poll);

/*
 * Judge weight[count * d], which the tuner's estimate gave without this fold:
 * the fold's variance, and its stretches of lin, square and, unless complete,
 * reduced.
 */
extern void judge_weights(Tuner *tuner, const Moments *moments, uint32 count, uint32 fold,
						  Poll poll);

#endif							/* AER_JUDGE_H */
