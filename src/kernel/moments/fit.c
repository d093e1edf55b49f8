/*
 * fit.c
 *		From moments to a linear model.
 */
#include "kernel/moments/fit.h"

#include "kernel/moments/l1.h"
#include "kernel/moments/solve.h"

/* Optimality of the lasso's result, relative to the largest covariance. */
#define FINE 1e-9

size_t
fit_scratch_size(uint32 d, uint32 folds, uint32 points)
{
	return tune_size(d, folds, Max(points, TUNE_DEFAULT_POINTS));
}

/* Scale by alpha, and the constant: y_mean - w'(a + shift). */
static void
finish(const Moments *moments, const Estimate *estimate, Fit *fit)
{
	fit->intercept = estimate->y_mean;
	for (uint32 i = 0; i < moments->d; i++)
	{
		fit->weight[i] *= fit->alpha;
		if (fit->weight[i] != 0)
			fit->intercept -= fit->weight[i] *
				(estimate->centre[i] + (moments->shift != NULL ? moments->shift[i] : 0));
	}
}

/* Weights for fit->lambda within a radius. */
static Status
fit_within(Tuner *tuner, const FitOptions *options, Fit *fit, Poll poll)
{
	Lasso		lasso;
	double		tolerance;
	double		lambda;
	Status		status;

	if (options->penalty == PENALTY_RIDGE)
		return solve_ridge_within(&tuner->estimate, fit->lambda, options->radius,
								  fit->weight, poll);
	lasso_init(&lasso, tuner->lasso_memory, &tuner->estimate);
	tolerance = FINE * lasso_largest(&lasso);
	status = lasso_solve_within(&lasso, options->radius, tolerance, &lambda, poll);
	if (status == KERNEL_OK && lambda < fit->lambda)
		status = lasso_solve(&lasso, fit->lambda, tolerance, poll);
	fit->lambda = Max(fit->lambda, lambda);
	lasso_weights(&lasso, fit->weight);
	return status;
}

Status
fit_moments(const Moments *moments, const FitOptions *options, void *scratch, Fit *fit,
			Poll poll)
{
	bool		chosen = isnan(options->lambda);
	bool		within = options->radius < INFINITY;
	uint32		standing = tune_default(moments, options->penalty);
	Tuner		tuner;
	PathPoint	point[TUNE_DEFAULT_POINTS];
	Status		status;

	tune_init(&tuner, scratch, moments->d, moments->folds, TUNE_DEFAULT_POINTS);
	fit->alpha = 1;
	fit->forecast = NAN;
	fit->forecast_se = NAN;
	fit->tuned = !within && tune_possible(moments);
	if (fit->tuned)
	{
		uint32		count = chosen ? tune_points(moments, options->penalty) : 1;

		status = tune_path(&tuner, moments, options->penalty, options->own_units,
						   chosen ? NULL : &options->lambda, count, point, poll);
		if (status != KERNEL_OK)
			return status;
		for (uint32 g = 0; g < count; g++)
			if (point[g].chosen)
			{
				standing = g;
				fit->alpha = point[g].alpha;
				fit->forecast = point[g].cv_mse;
				fit->forecast_se = point[g].cv_se;
			}
	}

	status = estimate_moments(&tuner.estimate, moments, moments->folds, options->own_units,
							  poll);
	if (status != KERNEL_OK)
		return status;
	if (!chosen)
		fit->lambda = options->lambda;
	else if (within && (moments->complete || options->penalty == PENALTY_LASSO))
		fit->lambda = 0;
	else
		fit->lambda = tune_lambda(&tuner.estimate, options->penalty, standing);
	if (within)
		status = fit_within(&tuner, options, fit, poll);
	else
		status = tune_weights(&tuner, options->penalty, &fit->lambda, 1, FINE, fit->weight,
							  poll);
	if (status == KERNEL_OK)
		finish(moments, &tuner.estimate, fit);
	return status;
}

Status
fit_path(const Moments *moments, Penalty penalty, bool own_units, const double *lambdas,
		 uint32 count, void *scratch, PathPoint *point, Poll poll)
{
	Tuner		tuner;
	bool		possible = tune_possible(moments);
	Status		status;

	tune_init(&tuner, scratch, moments->d, moments->folds, Max(count, TUNE_DEFAULT_POINTS));
	if (possible)
	{
		status = tune_path(&tuner, moments, penalty, own_units, lambdas, count, point, poll);
		if (status != KERNEL_OK)
			return status;
	}
	status = estimate_moments(&tuner.estimate, moments, moments->folds, own_units, poll);
	if (status != KERNEL_OK)
		return status;
	for (uint32 g = 0; g < count; g++)
	{
		tuner.lambda[g] = lambdas != NULL ? lambdas[g] :
			tune_lambda(&tuner.estimate, penalty, g);
		point[g].lambda = tuner.lambda[g];
		if (!possible)
		{
			point[g].alpha = 1;
			point[g].cv_mse = point[g].cv_se = NAN;
			point[g].chosen = lambdas == NULL && g == tune_default(moments, penalty);
		}
	}
	status = tune_weights(&tuner, penalty, tuner.lambda, count, FINE, tuner.weight, poll);
	for (uint32 g = 0; g < count; g++)
	{
		point[g].nonzero = 0;
		for (uint32 i = 0; i < moments->d; i++)
			point[g].nonzero += tuner.weight[(size_t) g * moments->d + i] != 0;
	}
	return status;
}
