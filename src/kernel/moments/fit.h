/*
 * fit.h
 *		From moments to a linear model: ridge, lasso or least squares, with
 *		the penalty given or chosen.
 */
#ifndef AER_FIT_H
#define AER_FIT_H

#include "kernel/moments/lambda_search.h"

/* Ridge of all folds but one takes from the fit of all what that has chosen and judged. */
typedef struct FitWithout
{
	uint32		fold;
	const struct Fit *all;		/* which has the point of lambda, length, range and link */
} FitWithout;

typedef struct FitOptions
{
	Penalty		penalty;
	bool		own_units;		/* measure each attribute by its deviation */
	double		lambda;			/* NaN: chosen */
	double		radius;			/* of the ball (l2 or l1); INFINITY: none */
	const PairClasses *classes; /* of attributes (held_out_loss.h); NULL: one */
	const Looks *looks;			/* of attributes, which the lasso uses with all of them, or not at all
								 * (l1.h); NULL: each attribute for itself */
	const FitWithout *without;	/* NULL: of all folds */
} FitOptions;

typedef struct Fit
{
	double	   *weight;			/* [d] in the user's units.  The caller's */
	double	   *fold_weight;	/* [folds * d] those of the fits to all folds but one, as long as
								 * weight[]; NULL if not tuned */
	double		intercept;
	double		lambda;
	uint32		point;			/* of the default grid, which it is unless lambda was given */
	double		alpha;			/* the factor that the weights were scaled by */
	bool		tuned;			/* judged on the folds */
	double		forecast;		/* of the test squared error; NaN if not tuned */
	double		forecast_se;	/* its standard error */
	double		compared;		/* the same to compare fits by (shrinkage.h) */
	double		wrong;			/* forecasts of the share wrong and of the area under the ROC curve */
	double		auc;			/* (shrinkage.h); NaN unless the target has two values */
	double	   *drop;			/* [looks] how much of r2 goes with each (drop_look.h); NULL: not told */
	double		variance;		/* of the target, divisor rows */
	Link		link;			/* from the linear prediction to the expected target */
} Fit;

/*
 * Fit; the moments are settled, which changes no sum.  With a radius and no
 * lambda, exact moments take lambda 0 and others the default, and nothing is
 * tuned.  Least squares take neither.
 *
 * Ridge that can be judged on the folds has the length that they give it
 * (shrinkage.h).  Where it cannot, its weights under a sampling design are shrunk
 * by rows / (rows + 20); those of complete moments, and all within a radius,
 * are the textbook's.
 *
 * Without a fold mean and weights are of the other rows, at their own lambda of the
 * point, and nothing is judged: the fit is not tuned, and makes no forecast.
 */
extern void fit_moments(Work *work, Moments *moments, const FitOptions *options, Fit *fit);

/* Ridge without a radius, and what it leaves of its folds where these judge it. */
extern void fit_with_scores(Work *work, Moments *moments, const FitOptions *options,
							FoldScores *scores, Fit *fit);

/* Standard errors (jackknife.h) of the weights of a fit that was tuned, to error[d]. */
extern void fit_errors(Work *work, const Moments *moments, bool own_units, const Fit *fit,
					   double *error);

/*
 * Has this attribute the weight 0 although its values differ, by so little beside
 * their distance from the shift that rounding leaves nothing of it?
 */
extern bool fit_drowns(const Moments *moments, uint32 i);

/* Are squares of numbers of at most this size 0, or without their last digits? */
extern bool fit_underflows(double largest);

/*
 * What every way to fit shares: before it; with a length and a link; and with
 * the weights solved, which a factor scales, and the constant.
 */
extern void fit_start(Fit *fit, const Moments *moments, bool tuned);
extern void fit_set_scale(Fit *fit, const Shrinkage *shrinkage);
extern void fit_finish(Fit *fit, const Moments *moments, const Estimate *estimate,
					   double factor);

/* What the weights of a fit that cannot be judged are shrunk by. */
extern double fit_without_folds(double rows);

/*
 * The path: lambdas[count], or NULL for the default grid of
 * lambda_search_points(moments, penalty) points.  The forecast is that of a fit with
 * this lambda; of ridge from complete moments, that of the weights before they
 * are scaled, by which lambda is chosen.  Where tuning is not possible cv_mse
 * and cv_se are NaN.
 */
extern void fit_path(Work *work, Moments *moments, Penalty penalty, bool own_units,
					 const PairClasses *classes, const Looks *looks, const double *lambdas,
					 uint32 count, PathPoint *point);

#endif							/* AER_FIT_H */
