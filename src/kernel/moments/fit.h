/*
 * fit.h
 *		From moments to a linear model: ridge, lasso or least squares, with
 *		the penalty given or chosen.
 */
#ifndef AER_FIT_H
#define AER_FIT_H

#include "kernel/moments/tune.h"

typedef struct FitOptions
{
	Penalty		penalty;
	bool		own_units;		/* measure each attribute by its deviation */
	double		lambda;			/* NaN: chosen */
	double		radius;			/* of the ball (l2 or l1); INFINITY: none */
} FitOptions;

typedef struct Fit
{
	double	   *weight;			/* [d] in the user's units.  The caller's */
	double		intercept;
	double		lambda;
	double		alpha;			/* the factor that the weights were scaled by */
	bool		tuned;			/* judged on the folds */
	double		forecast;		/* of the test squared error; NaN if not tuned */
	double		forecast_se;	/* its standard error */
} Fit;

/* Bytes of scratch; points: 0, or those of a path of the caller's. */
extern size_t fit_scratch_size(uint32 d, uint32 folds, uint32 points);

/*
 * Fit.  With a radius and no lambda, exact moments take lambda 0 and others
 * the default, and nothing is tuned.  Complete moments with lambda 0 are least
 * squares.
 */
extern Status fit_moments(const Moments *moments, const FitOptions *options,
						  void *scratch, Fit *fit, Poll poll);

/*
 * The path: lambdas[count], or NULL for the default grid of
 * tune_points(moments, penalty) points.  Where tuning is not possible cv_mse
 * and cv_se are NaN.
 */
extern Status fit_path(const Moments *moments, Penalty penalty, bool own_units,
					   const double *lambdas, uint32 count, void *scratch,
					   PathPoint *point, Poll poll);

#endif							/* AER_FIT_H */
