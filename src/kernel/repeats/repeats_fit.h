/*
 * repeats_fit.h
 *		The predictor on mean judgments, from the projected moments.
 */
#ifndef AER_REPEATS_FIT_H
#define AER_REPEATS_FIT_H

#include "kernel/repeats/judgment_moments.h"

extern size_t repeats_fit_size(int d);

/*
 * Weights for the means of repeats[a] judgments of each attribute:
 *		w = (S + ridge I + Diag(v / r))+ b
 * on the attributes with repeats, 0 for the rest; the prediction is
 * intercept + sum of w[a] times mean judgment.  S is made positive
 * semidefinite in place.
 */
extern Status repeats_fit(JudgmentEstimates *estimates, const int64 *repeats,
						  double ridge, double *w, double *intercept,
						  void *work, Poll poll);

#endif							/* AER_REPEATS_FIT_H */
