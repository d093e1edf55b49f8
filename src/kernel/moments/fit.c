/*
 * fit.c
 *		From moments to a linear model.
 */
#include "kernel/moments/fit.h"

#include <float.h>

#include "kernel/moments/solve.h"

/* Optimality of the lasso's result, relative to the largest covariance. */
#define FINE 1e-9

/* Ridge that is not judged is shrunk as if so many rows had said nothing. */
#define UNJUDGED_PRIOR 20.0

size_t
fit_scratch_size(uint32 d, uint32 folds, uint32 points)
{
	return tune_size(d, folds, Max(points, TUNE_DEFAULT_POINTS));
}

/*
 * Of a constant the mean is the largest value, but for the rounding of a sum.
 * What lies farther from the mean than all deviations that pass for a constant
 * is the bound of a row that was taken back.
 */
bool
fit_drowns(const Moments *moments, uint32 i)
{
	Marginal	sum = moments_marginal(moments, i, moments->folds);
	double		mean = sum.n > 0 ? sum.x / sum.n : 0;
	double		beyond = moments->largest[i] - fabs(mean);

	return sum.n > 1 && sum.xx - sum.x * mean <= CONSTANT_SHARE * sum.xx &&
		beyond > sum.n * DBL_EPSILON * fabs(mean) && beyond * beyond <= 4 * CONSTANT_SHARE * sum.xx;
}

double
fit_unjudged(double rows)
{
	return rows / (rows + UNJUDGED_PRIOR);
}

void
fit_start(Fit *fit, const Moments *moments, bool tuned)
{
	fit->alpha = 1;
	fit->forecast = NAN;
	fit->forecast_se = NAN;
	fit->tuned = tuned;
	link_init(&fit->link);
	fit->link.low = moments->target.low;
	fit->link.high = moments->target.high;
	fit->link.two_valued = scale_two_valued(&moments->target, moments_rows(moments));
}

void
fit_set_scale(Fit *fit, const Scale *scale)
{
	fit->alpha = scale->alpha;
	fit->forecast = scale->forecast;
	fit->forecast_se = scale->forecast_se;
	fit->link.logistic = scale->linked;
	if (scale->linked)
	{
		fit->link.slope = scale->slope;
		fit->link.offset = scale->offset;
	}
}

void
fit_finish(Fit *fit, const Moments *moments, const Estimate *estimate, double factor)
{
	fit->variance = estimate->y_variance;
	fit->intercept = estimate->y_mean;
	for (uint32 i = 0; i < moments->d; i++)
	{
		fit->weight[i] *= factor;
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

	if (options->penalty != PENALTY_LASSO)
		return solve_ridge_within(&tuner->estimate, fit->lambda, options->radius,
								  fit->weight, poll);
	solve_lasso_start(&tuner->estimate, &lasso, tuner->lasso_memory);
	tolerance = FINE * lasso_largest(&lasso);
	status = lasso_solve_within(&lasso, options->radius, tolerance, &lambda, poll);
	if (status == KERNEL_OK && lambda < fit->lambda)
		status = lasso_solve(&lasso, fit->lambda, tolerance, poll);
	fit->lambda = Max(fit->lambda, lambda);
	lasso_weights(&lasso, fit->weight);
	return status;
}

/*
 * Judge what the folds are to say of a fit: the lambda given, the default of
 * ridge under a design, else the default grid, of which the best is chosen.
 * Leaves in count how many points were judged, in chosen which of them it is,
 * and in standing its place in the default grid.
 */
static Status
judge(Tuner *tuner, const Moments *moments, const FitOptions *options, uint32 *count,
	  uint32 *chosen, uint32 *standing, PathPoint *point, Poll poll)
{
	bool		given = !isnan(options->lambda);
	bool		single = given || (options->penalty == PENALTY_RIDGE && !moments->complete);
	Status		status;

	*count = single ? 1 : tune_points(moments, options->penalty);
	*chosen = single ? 0 : *standing;
	status = tune_judge(tuner, moments, options->penalty, options->own_units,
						given ? &options->lambda : NULL, single ? *standing : 0, *count, poll);
	if (status != KERNEL_OK)
		return status;
	tune_choose(tuner, moments->complete, *count, *chosen, point);
	for (uint32 g = 0; g < *count; g++)
		if (point[g].chosen)
			*chosen = g;
	if (!single)
		*standing = *chosen;
	return KERNEL_OK;
}

/* The length of ridge's weights, and their link. */
static Status
fit_length(Tuner *tuner, const Moments *moments, uint32 count, uint32 chosen, Fit *fit,
		   double *factor)
{
	const Estimate *estimate = &tuner->estimate;
	double		stretch = tune_stretch(estimate, fit->weight);
	Scale		scale;
	Status		status;

	if (!fit->tuned)
	{
		if (!moments->complete)
			*factor = fit->alpha = fit_unjudged(estimate->rows);
		return KERNEL_OK;
	}
	status = tune_scale(tuner, moments, count, chosen, estimate->y_mean, stretch > 0, &scale);
	if (status != KERNEL_OK)
		return status;
	fit_set_scale(fit, &scale);
	*factor = scale.alpha * stretch;
	return KERNEL_OK;
}

Status
fit_moments(Moments *moments, const FitOptions *options, void *scratch, Fit *fit,
			Poll poll)
{
	bool		within = options->radius < INFINITY;
	uint32		standing = tune_default(moments, options->penalty);
	uint32		count = 0;
	uint32		chosen = 0;
	double		factor = 1;
	Tuner		tuner;
	PathPoint	point[TUNE_DEFAULT_POINTS];
	Status		status;

	tune_init(&tuner, scratch, moments->d, moments->folds, TUNE_DEFAULT_POINTS);
	judge_set_classes(&tuner.judge, options->classes);
	fit_start(fit, moments, !within && tune_possible(moments));
	moments_settle(moments);
	if (fit->tuned)
	{
		status = judge(&tuner, moments, options, &count, &chosen, &standing, point, poll);
		if (status != KERNEL_OK)
			return status;
	}

	status = estimate_moments(&tuner.estimate, moments, moments->folds, options->own_units,
							  poll);
	if (status != KERNEL_OK)
		return status;
	if (!isnan(options->lambda))
		fit->lambda = options->lambda;
	else if (within && (moments->complete || options->penalty == PENALTY_LASSO))
		fit->lambda = 0;
	else
		fit->lambda = tune_lambda(&tuner.estimate, options->penalty, standing);
	if (!isfinite(fit->lambda))
		return KERNEL_SINGULAR;		/* sums of no data */
	if (within)
		status = fit_within(&tuner, options, fit, poll);
	else
		status = tune_weights(&tuner, options->penalty, &fit->lambda, 1, FINE, fit->weight,
							  poll);
	if (status == KERNEL_OK && !within && options->penalty == PENALTY_RIDGE)
		status = fit_length(&tuner, moments, count, chosen, fit, &factor);
	else if (status == KERNEL_OK && fit->tuned)
	{
		factor = fit->alpha = point[chosen].alpha;
		fit->forecast = point[chosen].cv_mse;
		fit->forecast_se = point[chosen].cv_se;
	}
	if (status == KERNEL_OK)
		fit_finish(fit, moments, &tuner.estimate, factor);
	return status;
}

Status
fit_path(Moments *moments, Penalty penalty, bool own_units, const PairClasses *classes,
		 const double *lambdas, uint32 count, void *scratch, PathPoint *point, Poll poll)
{
	const Estimate *estimate;
	Tuner		tuner;
	bool		possible = tune_possible(moments);
	bool		scaled = possible && penalty == PENALTY_RIDGE && !moments->complete;
	uint32		standing = tune_default(moments, penalty);
	Status		status;

	tune_init(&tuner, scratch, moments->d, moments->folds, Max(count, TUNE_DEFAULT_POINTS));
	judge_set_classes(&tuner.judge, classes);
	estimate = &tuner.estimate;
	moments_settle(moments);
	if (possible)
	{
		status = tune_judge(&tuner, moments, penalty, own_units, lambdas, 0, count, poll);
		if (status != KERNEL_OK)
			return status;
		if (lambdas != NULL)
			standing = tune_nearest(lambdas, count, tune_lambda(estimate, penalty, standing));
		tune_choose(&tuner, moments->complete, count, standing, point);
	}
	status = estimate_moments(&tuner.estimate, moments, moments->folds, own_units, poll);
	if (status != KERNEL_OK)
		return status;
	for (uint32 g = 0; g < count; g++)
	{
		tuner.lambda[g] = lambdas != NULL ? lambdas[g] : tune_lambda(estimate, penalty, g);
		point[g].lambda = tuner.lambda[g];
	}
	status = tune_weights(&tuner, penalty, tuner.lambda, count, FINE, tuner.weight, poll);
	for (uint32 g = 0; g < count && status == KERNEL_OK; g++)
	{
		const double *weight = tuner.weight + (size_t) g * moments->d;

		point[g].nonzero = 0;
		for (uint32 i = 0; i < moments->d; i++)
			point[g].nonzero += weight[i] != 0;
		if (!possible)
		{
			point[g].alpha = 1;
			point[g].cv_mse = point[g].cv_se = NAN;
			point[g].chosen = lambdas == NULL && g == standing;
		}
		else if (scaled)
		{
			Scale		scale;

			poll_now(poll);
			status = tune_scale(&tuner, moments, count, g, estimate->y_mean,
								tune_stretch(estimate, weight) > 0, &scale);
			point[g].alpha = scale.alpha;
			point[g].cv_mse = scale.forecast;
			point[g].cv_se = scale.forecast_se;
			point[g].chosen = g == standing;
		}
	}
	return status;
}
