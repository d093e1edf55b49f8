/*
 * platt.h
 *		Platt scaling: from scores of a two-valued target to probabilities.
 */
#ifndef AER_PLATT_H
#define AER_PLATT_H

#include "kernel/kernel.h"

/* Newton's method, here and in calibration.h: steps, halvings of a step, ridge of the Hessian. */
#define NEWTON_STEPS 50
#define NEWTON_HALVINGS 40
#define NEWTON_RIDGE 1e-6

/* It ends if a step promises less than this per row. */
#define NEWTON_TOLERANCE 1e-20

/*
 * A step that promises less than this per row is taken whole: it changes the sum of the loss by less
 * than rounding does, and the loss, which is flat there, fixes its minimum to 1e-8 only.
 */
#define NEWTON_CERTAIN 1e-12

typedef struct ScoredTarget
{
	double		score;			/* not NaN */
	double		weight;			/* above 0, in effective rows: 1 if rows have no weights */
	bool		high;
} ScoredTarget;

/*
 * Fits log-odds of high = slope * score + offset (Platt 1999, as corrected by Lin, Lin
 * and Weng 2007) by Newton's method, with targets shrunk away from 0 and 1.  Raises
 * KERNEL_BAD_VALUE if a score is not finite.
 */
extern void platt_fit(Work *work, const ScoredTarget *scored, size_t n, double *slope,
					  double *offset);

/* Returns -ln of the probability that log-odds give to the actual value; it may be INFINITY. */
extern double log_loss(double log_odds, bool high);

#endif							/* AER_PLATT_H */
