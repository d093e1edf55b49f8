/*
 * jackknife.h
 *		Standard errors of weights, from the fits without each fold.
 *
 * The jackknife (Efron and Stein, The jackknife estimate of variance, 1981) estimates the
 * variance of weight j from the F fits that each leave out one fold,
 *		s_j^2 = (F - 1) / F sum_f (w_jf - mean_f w_jf)^2,
 * with only F - 1 degrees of freedom.  Weights with the same penalty vary alike, so the
 * mean of all these variances is added as 4 more degrees of freedom:
 *		s^2 = ((F - 1) s_j^2 + 4 s_mean^2) / (F + 3).
 * This is the sampling error.  The bias by the penalty is not part of it.
 *
 * Functions return roots, because squares of large weights may not fit a double.
 */
#ifndef AER_JACKKNIFE_H
#define AER_JACKKNIFE_H

#include "kernel/kernel.h"

/*
 * Returns s_mean of d weights.  weight[folds * d] are the weights of the fits without each
 * fold; unit[d] multiplies them, to make them comparable (NULL: 1).  Weights that are 0 in
 * all fits do not count.
 */
extern double jackknife_pooled(const double *weight, uint32 folds, uint32 d, const double *unit);

/*
 * Returns s of one weight, whose values in the fits are value[0], value[stride], ...;
 * pooled: s_mean in the units of this weight.
 */
extern double jackknife_error(const double *value, size_t stride, uint32 folds, double pooled);

/* Gives s of all d weights to error[d].  A unit of 0 means a constant, whose weight has the error 0. */
extern void jackknife_errors(const double *weight, uint32 folds, uint32 d, const double *unit,
							 double *error);

#endif							/* AER_JACKKNIFE_H */
