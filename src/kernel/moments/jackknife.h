/*
 * jackknife.h
 *		How far weights would be elsewhere, had other rows been drawn.
 *
 * The fits to all folds but one tell the variance of each weight by the jackknife
 * (Efron and Stein, The jackknife estimate of variance, 1981),
 *		s_j^2 = (F - 1) / F sum_f (w_jf - mean_f w_jf)^2,
 * from F - 1 degrees of freedom only.  Weights that a penalty treats alike vary
 * alike, so the mean of all these variances stands for 4 degrees more:
 *		s^2 = ((F - 1) s_j^2 + 4 s_mean^2) / (F + 3).
 * Roots are taken early: of weights that are not too large for a double the squares may be.
 * This is the deviation of sampling: how far the penalty holds weights back is not
 * in it.
 */
#ifndef AER_JACKKNIFE_H
#define AER_JACKKNIFE_H

#include "kernel/kernel.h"

/*
 * s_mean, of d weights in units in which they are alike; weight[folds * d] are those of
 * the fits without a fold, each times its unit (NULL: 1).  Weights that are 0 in all
 * fits do not count.
 */
extern double jackknife_pooled(const double *weight, uint32 folds, uint32 d, const double *unit);

/*
 * s of a weight of which the fits have value[0], value[stride], ..; pooled: s_mean in its
 * units.
 */
extern double jackknife_error(const double *value, size_t stride, uint32 folds, double pooled);

/* Both, for d weights; what has the unit 0 does not vary, nor does its weight. */
extern void jackknife_errors(const double *weight, uint32 folds, uint32 d, const double *unit,
							 double *error);

#endif							/* AER_JACKKNIFE_H */
