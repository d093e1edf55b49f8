/*
 * repeats_fit.h
 *		The predictor on mean judgments, and a forecast of its squared error.
 *
 * The predictor of each fold is fitted to the objects of the other folds and
 * measured on the sums of this fold, so the estimate of its squared error is
 * unbiased.  The estimate holds for any numbers of repeats: the share of inner
 * variance in the observed mean judgments is replaced by that of so many repeats.
 *
 * Repeats that are chosen from the same objects fit their noise as weights do.  Each
 * fold chooses them anew from the other folds, and the weights are shrunk by the
 * factor that is best on the folds.  Without it, weights of many attributes and few
 * objects can be worse than the mean, and worse the more is bought.  The forecast is
 * the least of all smaller budgets, so that more judgments never forecast a larger
 * error.
 */
#ifndef AER_REPEATS_FIT_H
#define AER_REPEATS_FIT_H

#include "kernel/judgments/judgment_folds.h"
#include "kernel/judgments/repeats.h"

/*
 * Fits the weights w[d] of means of repeats[d] judgments:
 *		w = (S + ridge I + Diag(v / r))+ b
 * on the attributes with repeats > 0, and 0 for the others.  The prediction is
 * intercept + sum of w[a] times the mean judgment of a.  estimates->sigma becomes
 * positive semidefinite.
 */
extern Status repeats_fit(Work *work, JudgmentEstimates *estimates, const int64 *repeats, double ridge,
						  double *w, double *intercept);

/* Multiplies the score of a predictor of repeats_fit(), its prediction less the mean label. */
extern void repeats_shrink(const JudgmentEstimates *estimates, double alpha, double *w,
						   double *intercept);

/* The parts of the squared error of label_mean + alpha (score), a quadratic in alpha. */
typedef struct RepeatsLoss
{
	double		none;			/* squared error of label_mean */
	double		product;		/* mean of score times (label - label_mean) */
	double		square;			/* mean squared score; its estimate can be negative */
} RepeatsLoss;

static inline double
repeats_loss_at(const RepeatsLoss *loss, double alpha)
{
	return loss->none - alpha * (2 * loss->product - alpha * loss->square);
}

/*
 * Estimates the parts of the error of label_mean + alpha (intercept - label_mean + w'x),
 * where x are the means of repeats[d] judgments, on the objects of moments: at least one,
 * none pending.  The error at alpha = 1 does not depend on label_mean.  The estimate is
 * unbiased if w does not depend on these objects; it can be negative.  NaN if no object has
 * two judgments of an attribute with a weight.
 */
extern RepeatsLoss repeats_loss(const JudgmentMoments *moments, const int64 *repeats,
								const double *w, double intercept, double label_mean);

/*
 * Sets training to the moments of all folds without fold f.  Returns false if a
 * forecast is not possible: fold f has fewer than two objects, or the other folds
 * have no repeated judgments of some attribute.
 */
extern bool repeats_training(const JudgmentFolds *folds, int f, JudgmentMoments *training);

typedef struct RepeatsForecast
{
	double		alpha;			/* factor of the weights, from 0 to 1 */
	double		mse;			/* expected squared error on new objects */
	double		se;				/* its standard error, from the differences of folds */
} RepeatsForecast;

/*
 * Computes the forecast from loss[JUDGMENT_FOLDS], the losses of all folds; shrink: alpha is
 * the best one, otherwise 1.  mse and se are NaN if a loss is not finite or mse is negative.
 */
extern void repeats_forecast(const JudgmentFolds *folds, const RepeatsLoss *loss, bool shrink,
							 RepeatsForecast *forecast);

/* The repeats whose error is forecast. */
typedef struct RepeatsPurchase
{
	const JudgmentMoments *moments; /* of all folds */
	const int64 *repeats;		/* [d] */
	const double *costs;		/* [d] of one judgment; NULL: 1 each */
	double		spent;			/* cost of the repeats */
	bool		chosen;			/* from these moments, by this method */
	RepeatMethod method;
} RepeatsPurchase;

/*
 * Forecasts the error of the predictor for a purchase.  If a forecast is not possible, alpha
 * is 1 and the rest is NaN.
 */
extern Status repeats_cross_validate(Work *work, const JudgmentFolds *folds,
									 const RepeatsPurchase *purchase, double ridge,
									 RepeatsForecast *forecast);

#endif							/* AER_REPEATS_FIT_H */
