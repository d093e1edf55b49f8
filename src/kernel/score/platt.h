/*
 * platt.h
 *		From scores of a two-valued target to probabilities.
 */
#ifndef AER_PLATT_H
#define AER_PLATT_H

#include "kernel/kernel.h"

typedef struct ScoredTarget
{
	double		score;			/* not NaN */
	bool		high;
} ScoredTarget;

/*
 * Platt (1999), as corrected by Lin, Lin and Weng (2007): log-odds of high =
 * slope * score + offset, by Newton's method with targets that are held off 0
 * and 1.  Scores that are not finite raise KERNEL_BAD_VALUE.
 */
extern void platt_fit(Work *work, const ScoredTarget *scored, size_t n, double *slope,
					  double *offset);

/* -ln of the probability that log-odds give to what came; INFINITY at worst. */
extern double log_loss(double log_odds, bool high);

#endif							/* AER_PLATT_H */
