/*
 * fit.h
 *		Fits a linear model of one target to moments: ridge, lasso or least squares,
 *		with a fixed penalty or one chosen by cross-validation.
 */
#ifndef AER_FIT_H
#define AER_FIT_H

#include "kernel/moments/lambda_search.h"
#include "kernel/prices.h"

/* The choice between straight lines and curves for numeric columns with knots. */
typedef enum Bends
{
	BENDS_BY_FOLDS,
	BENDS_NEVER,
	BENDS_ALWAYS
} Bends;

/* Options of a fit.  Those from columns on are for fit_outputs() (kernel/fit) only. */
typedef struct FitOptions
{
	Penalty		penalty;
	bool		own_units;		/* penalize in units of each attribute's standard deviation */
	double		lambda;			/* NaN: choose it */
	double		radius;			/* of the l2 or l1 ball of the weights; INFINITY: none */
	const PairClasses *classes; /* of attributes (held_out_loss.h); NULL: one class */
	const Looks *looks;			/* groups of attributes, which the lasso uses together or not at all
								 * (l1.h); NULL: each attribute by itself */

	const struct Columns *columns;	/* fit in the coordinates of these columns, which also determine
									 * units, classes and looks; NULL: fit the attributes as they are */
	const Prices *prices;		/* by look of columns, in the design that collected the moments */
	Bends		bends;
	const bool *pair;			/* [MOST_PAIRS] the interactions to use; NULL: choose by cross-validation */
	bool		known_part;		/* also fit predictions from the known columns of a row */
} FitOptions;

/* A fitted linear model of one target. */
typedef struct Output
{
	double	   *weight;			/* [d] in the user's units; allocated by the caller */
	double	   *error;			/* [d] standard errors of the weights (fit_errors()); NULL: unknown */
	double		intercept;
	double		lambda;
	double		alpha;			/* shrinkage: the factor that the weights were scaled by */
	double		stretch;		/* of ridge without a radius: factor that makes the solved weights a score */
	double		unit;			/* V (fold_judge.h) of the fit of all folds; NaN if it was not tuned */
	Shrinkage	shrinkage;		/* of ridge that was tuned, by the fit of all folds */
	double		variance;		/* of the target, divisor rows */
	Link		link;			/* from the linear prediction to the expected target */

	bool		tuned;			/* the fit was cross-validated */
	double		forecast;		/* of the squared error on new rows; NaN if not tuned */
	double		forecast_se;	/* its standard error */
	double		compared;		/* the forecast to compare fits by (fold_judge.h) */
	double		error_rate;		/* forecast of the error rate; NaN unless the target has two values */
	double		auc;			/* forecast of the area under the ROC curve; NaN as error_rate */
	uint32		point;			/* of the default grid, where lambda was chosen */
	double	   *fold_weight;	/* [folds * d] weights of the fits without each fold, scaled like weight[];
								 * NULL if not tuned */
	double	   *fold_penalty;	/* [folds] unit of their default lambdas; NULL if not tuned */
	double	   *fold_stretch;	/* [folds] stretch of these fits; NULL as fold_weight */
	double	   *drop;			/* [looks] drop in r2 without each look (drop_looks()); NULL: unknown */
} Output;

/*
 * Fits all folds.  Settles the moments, which changes no sum.  With a radius but no lambda, ridge
 * of complete moments and the lasso take lambda 0, other fits the default, and nothing is tuned.
 * Least squares have neither radius nor lambda.
 *
 * If ridge can be cross-validated, its shrinkage is estimated from the folds (fold_judge.h).
 * Otherwise its weights are shrunk by rows / (rows + 20), unless the moments are complete or there
 * is a radius.
 *
 * scores: gets what ridge without a radius leaves of its folds, and shares what the targets of the
 * same attributes have in common; or NULL.
 */
extern void fit_moments(Work *work, Moments *moments, const FitOptions *options,
						FoldScores *scores, Output *output);

/*
 * Fits ridge to all folds but one.  The lambda is that of the other folds at the same point of the
 * grid as in the fit of all folds, `all`, which also gives shrinkage, range and link.  If that was
 * cross-validated, it has the weights, too.  The fit is not tuned and has no forecast.
 */
extern void fit_moments_without(Work *work, Moments *moments, const FitOptions *options,
								const Output *all, uint32 fold, FoldScores *scores, Output *output);

/* Gives standard errors (jackknife.h) of the weights, from fold_weight[folds * d], to error[d]. */
extern void fit_errors(Work *work, const Moments *moments, bool own_units,
					   const double *fold_weight, double *error);

/*
 * Returns true if an attribute passes for a constant although its values differ: they differ by
 * so little, compared to their distance from the shift, that only rounding is left.
 */
extern bool fit_drowns(const Moments *moments, uint32 i);

/* Returns true if squares of numbers up to this size underflow, at least in their last digits. */
extern bool fit_underflows(double largest);

/*
 * Steps that every kind of fit shares: set defaults, take shrinkage and link over, and scale the
 * solved weights by a factor and find the intercept.
 */
extern void fit_start(Output *output, const Moments *moments, bool tuned);
extern void fit_set_scale(Output *output, const Shrinkage *shrinkage);
extern void fit_finish(Output *output, const Moments *moments, const Estimate *estimate,
					   double factor);

/* Returns the shrinkage of a fit that cannot be cross-validated. */
extern double fit_without_folds(double rows);

/*
 * Fits a path.  lambdas[count]: NULL for the default grid of lambda_search_points(moments, penalty)
 * points.  The forecast of a point is that of a fit with its lambda.  For ridge of complete moments
 * it is that of the weights before shrinkage, by which lambda is chosen.  If cross-validation is
 * not possible, cv_mse and cv_se are NaN.
 */
extern void fit_path(Work *work, Moments *moments, const FitOptions *options,
					 const double *lambdas, uint32 count, PathPoint *point);

/*
 * Gives the drop in r2 if a look is left out and the rest is fitted anew: drop[looks], for columns
 * together with their interactions, and for each interaction.  expected: the r2 that is forecast.
 * Returns false, without drops, if lambda is 0 or if it would take long compared to a fit: the
 * squares of the looks' numbers of attributes add up to more than the square of all attributes.
 */
extern bool drop_looks(Work *work, const Estimate *estimate, const Looks *looks, double lambda,
					   double expected, double *drop);

#endif							/* AER_FIT_H */
