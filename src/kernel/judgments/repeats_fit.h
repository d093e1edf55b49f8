/*
 * repeats_fit.h
 *		The predictor on mean judgments, from the projected moments, and the squared
 *		error that it will have.
 *
 * For each fold a predictor is made from the objects of the others and judged
 * on the sums of this one.  As it has never seen them, its squared error is
 * estimated without bias, at any numbers of repeats: that on the mean
 * judgments that there are, with their share of inner variance exchanged for
 * that of so many repeats.  On the objects that a predictor was made from the
 * same number is too small, as the weights follow their noise.
 */
#ifndef AER_REPEATS_FIT_H
#define AER_REPEATS_FIT_H

#include "kernel/judgments/judgment_folds.h"

/*
 * Weights for the means of repeats[a] judgments of each attribute:
 *		w = (S + ridge I + Diag(v / r))+ b
 * on the attributes with repeats, 0 for the rest; the prediction is
 * intercept + sum of w[a] times mean judgment.  S is made positive
 * semidefinite in place.
 */
extern Status repeats_fit(Work *work, JudgmentEstimates *estimates, const int64 *repeats, double ridge,
						  double *w, double *intercept);

/*
 * Mean squared error of the predictor intercept + w'x on the objects of
 * moments (none waiting, at least one), x the means of repeats[a] judgments of
 * each attribute that has a weight.  Unbiased if w does not depend on these
 * objects; it can be negative.  NaN: no object was judged twice on such an
 * attribute.
 */
extern double repeats_loss(const JudgmentMoments *moments, const int64 *repeats,
						   const double *w, double intercept);

/*
 * Moments of all folds but f, to make a predictor from that fold f judges.
 * False: there can be no forecast, as the fold has less than two objects or
 * without it no judgments of some attribute are repeated.
 */
extern bool repeats_training(const JudgmentFolds *folds, int f, JudgmentMoments *training);

/*
 * The forecast from the losses of all folds, and its standard error from how
 * they differ.  NaN for both where a loss is not finite, or where noise leaves
 * less than nothing.
 */
extern void repeats_forecast(const JudgmentFolds *folds, const double *loss,
							 double *mse, double *se);

#endif							/* AER_REPEATS_FIT_H */
