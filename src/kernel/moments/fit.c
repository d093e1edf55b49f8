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
#define NO_FOLDS_PRIOR 20.0

size_t
fit_scratch_size(uint32 d, uint32 folds, uint32 points)
{
	return lambda_search_size(d, folds, Max(points, LAMBDA_SEARCH_DEFAULT_POINTS)) +
		ARRAY_SIZE((size_t) folds * LAMBDA_SEARCH_DEFAULT_POINTS * d, double);
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

bool
fit_underflows(double largest)
{
	return largest > 0 && largest * largest < DBL_MIN / DBL_EPSILON;
}

double
fit_without_folds(double rows)
{
	return rows / (rows + NO_FOLDS_PRIOR);
}

void
fit_start(Fit *fit, const Moments *moments, bool tuned)
{
	fit->alpha = 1;
	fit->forecast = NAN;
	fit->forecast_se = NAN;
	fit->wrong = NAN;
	fit->auc = NAN;
	fit->fold_weight = NULL;
	fit->tuned = tuned;
	link_init(&fit->link);
	fit->link.low = moments->target.low;
	fit->link.high = moments->target.high;
	fit->link.two_valued = shrinkage_two_valued(&moments->target, moments_rows(moments));
}

void
fit_set_scale(Fit *fit, const Shrinkage *shrinkage)
{
	fit->alpha = shrinkage->alpha;
	fit->forecast = shrinkage->forecast;
	fit->forecast_se = shrinkage->forecast_se;
	fit->wrong = shrinkage->wrong;
	fit->auc = shrinkage->auc;
	fit->link.logistic = shrinkage->linked;
	if (shrinkage->linked)
	{
		fit->link.slope = shrinkage->slope;
		fit->link.offset = shrinkage->offset;
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
fit_within(Work *work, LambdaSearch *lambdas_tried, const FitOptions *options, Fit *fit)
{
	Lasso		lasso;
	double		tolerance;
	double		lambda;
	Status		status;

	if (options->penalty != PENALTY_LASSO)
		return solve_ridge_within(work, &lambdas_tried->estimate, fit->lambda, options->radius,
								  fit->weight);
	status = solve_lasso_start(work, &lambdas_tried->estimate, &lasso, lambdas_tried->lasso_memory,
							   lambdas_tried->lasso_looks);
	if (status != KERNEL_OK)
		return status;
	tolerance = FINE * lasso_largest(&lasso);
	status = lasso_solve_within(work, &lasso, options->radius, tolerance, &lambda);
	if (status == KERNEL_OK && lambda < fit->lambda)
		status = lasso_solve(work, &lasso, fit->lambda, tolerance);
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
judge(Work *work, LambdaSearch *lambdas_tried, const Moments *moments, const FitOptions *options,
	  uint32 *count, uint32 *chosen, uint32 *standing, PathPoint *point)
{
	bool		given = !isnan(options->lambda);
	bool		single = given || (options->penalty == PENALTY_RIDGE && !moments->complete);
	Status		status;

	*count = single ? 1 : lambda_search_points(moments, options->penalty);
	*chosen = single ? 0 : *standing;
	status = lambda_search_folds(work, lambdas_tried, moments, options->penalty, options->own_units,
								 given ? &options->lambda : NULL, single ? *standing : 0, *count);
	if (status != KERNEL_OK)
		return status;
	lambda_search_choose(lambdas_tried, moments->complete, *count, *chosen, point);
	for (uint32 g = 0; g < *count; g++)
		if (point[g].chosen)
			*chosen = g;
	if (!single)
		*standing = *chosen;
	return KERNEL_OK;
}

/* The length of ridge's weights, and their link. */
static Status
fit_length(LambdaSearch *lambdas_tried, const Moments *moments, uint32 count, uint32 chosen, Fit *fit,
		   double *factor)
{
	const Estimate *estimate = &lambdas_tried->estimate;
	double		stretch = lambda_search_stretch(estimate, fit->weight);
	Shrinkage	shrinkage;
	Status		status;

	if (!fit->tuned)
	{
		if (!moments->complete)
			*factor = fit->alpha = fit_without_folds(estimate->rows);
		return KERNEL_OK;
	}
	status = lambda_search_scale(lambdas_tried, moments, count, chosen, estimate->y_mean, stretch > 0, &shrinkage);
	if (status != KERNEL_OK)
		return status;
	fit_set_scale(fit, &shrinkage);
	if (lambdas_tried->scores != NULL)
		lambda_search_keep(lambdas_tried, count, chosen, &shrinkage);
	*factor = shrinkage.alpha * stretch;
	return KERNEL_OK;
}

/*
 * Of the point chosen out of count, the weights of the fits without a fold.  In place, as
 * those of a fold move towards the beginning.
 */
static void
take_fold_weights(const LambdaSearch *lambdas_tried, Penalty penalty, uint32 count, uint32 chosen,
				  Fit *fit)
{
	uint32		d = lambdas_tried->d;

	fit->fold_weight = lambdas_tried->fold_weight;
	for (uint32 f = 0; f < lambdas_tried->folds; f++)
	{
		size_t		at = (size_t) f * count + chosen;
		double		factor = fit->alpha;

		if (penalty == PENALTY_RIDGE)
			factor *= lambdas_tried->stretch[at];
		for (uint32 i = 0; i < d; i++)
			fit->fold_weight[(size_t) f * d + i] = factor * lambdas_tried->fold_weight[at * d + i];
	}
}

Status
fit_moments(Work *work, Moments *moments, const FitOptions *options, void *scratch, Fit *fit)
{
	return fit_with_scores(work, moments, options, NULL, scratch, fit);
}

Status
fit_with_scores(Work *work, Moments *moments, const FitOptions *options, FoldScores *scores,
				void *scratch, Fit *fit)
{
	bool		within = options->radius < INFINITY;
	uint32		standing = lambda_search_default(moments, options->penalty);
	uint32		count = 0;
	uint32		chosen = 0;
	double		factor = 1;
	LambdaSearch lambdas_tried;
	PathPoint	point[LAMBDA_SEARCH_DEFAULT_POINTS];
	Status		status;

	lambda_search_init(&lambdas_tried, scratch, moments->d, moments->folds, LAMBDA_SEARCH_DEFAULT_POINTS);
	held_out_set_classes(&lambdas_tried.held_out, options->classes);
	lambdas_tried.lasso_looks = options->looks;
	lambdas_tried.scores = scores;
	lambdas_tried.fold_weight = (double *) ((char *) scratch +
											lambda_search_size(moments->d, moments->folds,
															   LAMBDA_SEARCH_DEFAULT_POINTS));
	fit_start(fit, moments, !within && lambda_search_possible(moments));
	moments_settle(moments);
	if (fit->tuned)
	{
		status = judge(work, &lambdas_tried, moments, options, &count, &chosen, &standing, point);
		if (status != KERNEL_OK)
			return status;
	}

	status = estimate_moments(work, &lambdas_tried.estimate, moments, moments->folds,
							  options->own_units);
	if (status != KERNEL_OK)
		return status;
	if (!isnan(options->lambda))
		fit->lambda = options->lambda;
	else if (within && (moments->complete || options->penalty == PENALTY_LASSO))
		fit->lambda = 0;
	else
		fit->lambda = lambda_search_lambda(&lambdas_tried, options->penalty, standing);
	if (!isfinite(fit->lambda))
		return KERNEL_SINGULAR;	/* sums of no data */
	if (within)
		status = fit_within(work, &lambdas_tried, options, fit);
	else
		status = lambda_search_weights(work, &lambdas_tried, options->penalty, &fit->lambda, 1, FINE,
									   fit->weight);
	if (status == KERNEL_OK && !within && options->penalty == PENALTY_RIDGE)
		status = fit_length(&lambdas_tried, moments, count, chosen, fit, &factor);
	else if (status == KERNEL_OK && fit->tuned)
	{
		factor = fit->alpha = point[chosen].alpha;
		fit->forecast = point[chosen].cv_mse;
		fit->forecast_se = point[chosen].cv_se;
	}
	if (status != KERNEL_OK)
		return status;
	fit_finish(fit, moments, &lambdas_tried.estimate, factor);
	if (fit->tuned)
		take_fold_weights(&lambdas_tried, options->penalty, count, chosen, fit);
	return KERNEL_OK;
}

/* Weights that are not 0, or looks that have one. */
static uint32
count_used(const double *weight, uint32 d, const LassoLooks *looks)
{
	Looks		used = lasso_looks(looks, d);
	uint32		count = 0;

	for (uint32 l = 0; l < used.n; l++)
	{
		bool		any = false;

		for (uint32 i = looks_first(&used, l); i < looks_first(&used, l + 1); i++)
			any |= weight[i] != 0;
		count += any;
	}
	return count;
}

Status
fit_path(Work *work, Moments *moments, Penalty penalty, bool own_units, const PairClasses *classes,
		 const LassoLooks *looks, const double *lambdas, uint32 count, void *scratch, PathPoint *point)
{
	const Estimate *estimate;
	LambdaSearch lambdas_tried;
	bool		possible = lambda_search_possible(moments);
	bool		scaled = possible && penalty == PENALTY_RIDGE && !moments->complete;
	uint32		standing = lambda_search_default(moments, penalty);
	Status		status;

	lambda_search_init(&lambdas_tried, scratch, moments->d, moments->folds, Max(count, LAMBDA_SEARCH_DEFAULT_POINTS));
	held_out_set_classes(&lambdas_tried.held_out, classes);
	lambdas_tried.lasso_looks = looks;
	estimate = &lambdas_tried.estimate;
	moments_settle(moments);
	if (possible)
	{
		status = lambda_search_folds(work, &lambdas_tried, moments, penalty, own_units, lambdas, 0,
									 count);
		if (status != KERNEL_OK)
			return status;
		if (lambdas != NULL)
			standing = lambda_search_nearest(lambdas, count, lambda_search_lambda(&lambdas_tried, penalty, standing));
		lambda_search_choose(&lambdas_tried, moments->complete, count, standing, point);
	}
	status = estimate_moments(work, &lambdas_tried.estimate, moments, moments->folds, own_units);
	if (status != KERNEL_OK)
		return status;
	for (uint32 g = 0; g < count; g++)
	{
		lambdas_tried.lambda[g] = lambdas != NULL ? lambdas[g] : lambda_search_lambda(&lambdas_tried, penalty, g);
		point[g].lambda = lambdas_tried.lambda[g];
	}
	status = lambda_search_weights(work, &lambdas_tried, penalty, lambdas_tried.lambda, count, FINE,
								   lambdas_tried.weight);
	for (uint32 g = 0; g < count && status == KERNEL_OK; g++)
	{
		const double *weight = lambdas_tried.weight + (size_t) g * moments->d;

		point[g].nonzero = count_used(weight, moments->d, looks);
		if (!possible)
		{
			point[g].alpha = 1;
			point[g].cv_mse = point[g].cv_se = NAN;
			point[g].chosen = lambdas == NULL && g == standing;
		}
		else if (scaled)
		{
			Shrinkage	shrinkage;

			work_poll(work);
			status = lambda_search_scale(&lambdas_tried, moments, count, g, estimate->y_mean,
										 lambda_search_stretch(estimate, weight) > 0, &shrinkage);
			point[g].alpha = shrinkage.alpha;
			point[g].cv_mse = shrinkage.forecast;
			point[g].cv_se = shrinkage.forecast_se;
			point[g].chosen = g == standing;
		}
	}
	return status;
}
