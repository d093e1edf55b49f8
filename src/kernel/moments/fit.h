/*
 * fit.h
 *		From moments to a linear model of one target: ridge, lasso or least squares,
 *		with the penalty given or chosen.
 */
#ifndef AER_FIT_H
#define AER_FIT_H

#include "kernel/moments/lambda_search.h"
#include "kernel/prices.h"

/* Are numbers with knots fitted as curves? */
typedef enum Bends
{
	BENDS_BY_FOLDS,
	BENDS_NEVER,
	BENDS_ALWAYS
} Bends;

/* The options of every fit.  Those of columns are for fit_outputs() (kernel/fit). */
typedef struct FitOptions
{
	Penalty		penalty;
	bool		own_units;		/* measure each attribute by its deviation */
	double		lambda;			/* NaN: chosen */
	double		radius;			/* of the ball (l2 or l1); INFINITY: none */
	const PairClasses *classes; /* of attributes (held_out_loss.h); NULL: one */
	const Looks *looks;			/* of attributes, which the lasso uses with all of them, or not at all
								 * (l1.h); NULL: each attribute for itself */

	const struct Columns *columns;	/* fit in their coordinates, in which units, classes and looks are
									 * known; NULL: attributes as they are */
	const Prices *prices;		/* by look of columns, of the design that the moments were collected with */
	Bends		bends;
	const bool *pair;			/* [MOST_PAIRS] the interactions to use; NULL: chosen by the folds */
	bool		known_part;		/* also predict from whatever is known of a row */
} FitOptions;

/* A linear prediction of one target, as fitted. */
typedef struct Output
{
	double	   *weight;			/* [d] in the user's units.  The caller's */
	double	   *error;			/* [d] standard errors of the weights (jackknife.h); NULL: unknown */
	double		intercept;
	double		lambda;
	double		alpha;			/* shrinkage: the factor that the weights were scaled by */
	double		variance;		/* of the target, divisor rows */
	Link		link;			/* from the linear prediction to the expected target */

	bool		tuned;			/* judged on the folds */
	double		forecast;		/* of the test squared error; NaN if not tuned */
	double		forecast_se;	/* its standard error */
	double		compared;		/* the same to compare fits by (shrinkage.h) */
	double		wrong;			/* forecasts of the error rate and of the area under the ROC curve */
	double		auc;			/* (shrinkage.h); NaN unless the target has two values */
	uint32		point;			/* of the default grid, which lambda is unless it was given */
	double	   *fold_weight;	/* [folds * d] those of the fits to all folds but one, as long as
								 * weight[]; NULL if not tuned */
	double	   *drop;			/* [looks] the drop in r2 without each (drop_look.h); NULL: unknown */
} Output;

/*
 * Fit all folds; the moments are settled, which changes no sum.  With a radius and no
 * lambda, exact moments take lambda 0 and others the default, and nothing is
 * tuned.  Least squares take neither.
 *
 * Ridge that can be judged on the folds has the length that they give it
 * (shrinkage.h).  Otherwise its weights under a sampling design are shrunk
 * by rows / (rows + 20); those of complete moments, and all within a radius,
 * are the textbook's.
 *
 * scores: what ridge without a radius leaves of its folds, if they judge it, and what several
 * targets share; or NULL.
 */
extern void fit_moments(Work *work, Moments *moments, const FitOptions *options,
						FoldScores *scores, Output *output);

/*
 * Fit ridge to all folds but one.  Mean and weights are of the other rows, at their own lambda
 * of the point of the fit of all, which also gives length, range and link.  Nothing is judged:
 * the output is not tuned, and has no forecast.
 */
extern void fit_moments_without(Work *work, Moments *moments, const FitOptions *options,
								const Output *all, uint32 fold, FoldScores *scores, Output *output);

/* Standard errors (jackknife.h) of the weights, from fold_weight[folds * d], to error[d]. */
extern void fit_errors(Work *work, const Moments *moments, bool own_units,
					   const double *fold_weight, double *error);

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
extern void fit_start(Output *output, const Moments *moments, bool tuned);
extern void fit_set_scale(Output *output, const Shrinkage *shrinkage);
extern void fit_finish(Output *output, const Moments *moments, const Estimate *estimate,
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
extern void fit_path(Work *work, Moments *moments, const FitOptions *options,
					 const double *lambdas, uint32 count, PathPoint *point);

#endif							/* AER_FIT_H */
