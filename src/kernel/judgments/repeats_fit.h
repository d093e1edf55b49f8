/*
 * repeats_fit.h
 *		The predictor on mean judgments, and a forecast of its squared error.
 *
 * The predictor of each fold is fitted to the objects of the other folds and
 * measured on the sums of this fold, so the estimate of its squared error is
 * unbiased.  The estimate holds for any numbers of repeats: the share of inner
 * variance in the observed mean judgments is replaced by that of so many repeats.
 */
#ifndef AER_REPEATS_FIT_H
#define AER_REPEATS_FIT_H

#include "kernel/judgments/judgment_folds.h"

/*
 * Fits the weights w[d] of means of repeats[d] judgments:
 *		w = (S + ridge I + Diag(v / r))+ b
 * on the attributes with repeats > 0, and 0 for the others.  The prediction is
 * intercept + sum of w[a] times the mean judgment of a.  estimates->sigma becomes
 * positive semidefinite.
 */
extern Status repeats_fit(Work *work, JudgmentEstimates *estimates, const int64 *repeats, double ridge,
						  double *w, double *intercept);

/*
 * Estimates the mean squared error of intercept + w'x, where x are the means of
 * repeats[d] judgments, on the objects of moments: at least one, none pending.  The
 * estimate is unbiased if w does not depend on these objects; it can be negative.
 * NaN if no object has two judgments of an attribute with a weight.
 */
extern double repeats_loss(const JudgmentMoments *moments, const int64 *repeats,
						   const double *w, double intercept);

/*
 * Sets training to the moments of all folds without fold f.  Returns false if a
 * forecast is not possible: fold f has fewer than two objects, or the other folds
 * have no repeated judgments of some attribute.
 */
extern bool repeats_training(const JudgmentFolds *folds, int f, JudgmentMoments *training);

/*
 * Computes the forecast mse from loss[JUDGMENT_FOLDS], the losses of all folds, and
 * its standard error se from their differences.  Both are NaN if a loss is not
 * finite or the forecast is negative.
 */
extern void repeats_forecast(const JudgmentFolds *folds, const double *loss,
							 double *mse, double *se);

#endif							/* AER_REPEATS_FIT_H */
