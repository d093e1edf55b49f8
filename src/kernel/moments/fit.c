/*
 * fit.c
 *		From moments to a linear model.
 */
#include "kernel/moments/fit.h"

#include <float.h>

#include "kernel/moments/jackknife.h"
#include "kernel/moments/solve.h"

/* Optimality of the lasso's result, relative to the largest covariance. */
#define FINE 1e-9

/* Ridge that is not judged is shrunk as if so many rows had said nothing. */
#define NO_FOLDS_PRIOR 20.0

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

void
fit_errors(Work *work, const Moments *moments, bool own_units, const Fit *fit, double *error)
{
	Work	   *scratch = work_begin(work);
	double	   *unit = WORK_ARRAY(scratch, moments->d, double);

	for (uint32 i = 0; i < moments->d; i++)
	{
		double		mean;
		double		deviation;
		double		correlation;

		moments_attribute(moments, i, &mean, &deviation, &correlation);
		unit[i] = deviation > 0 ? (own_units ? deviation : 1) : 0;
	}
	jackknife_errors(fit->fold_weight, moments->folds, moments->d, unit, error);
	work_end(scratch);
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
static void
fit_within(Work *work, LambdaSearch *lambdas_tried, const FitOptions *options, Fit *fit)
{
	Lasso		lasso;
	double		tolerance;
	double		lambda;

	if (options->penalty != PENALTY_LASSO)
	{
		solve_ridge_within(work, lambdas_tried->estimate, fit->lambda, options->radius, fit->weight);
		return;
	}
	solve_lasso_start(work, lambdas_tried->estimate, &lasso, lambdas_tried->lasso_looks);
	tolerance = FINE * lasso_largest(&lasso);
	lasso_solve_within(work, &lasso, options->radius, tolerance, &lambda);
	if (lambda < fit->lambda)
		lasso_solve(work, &lasso, fit->lambda, tolerance);
	fit->lambda = Max(fit->lambda, lambda);
	lasso_weights(&lasso, fit->weight);
}

/*
 * Judge what the folds are to say of a fit: the lambda given, the default of
 * ridge under a design, else the default grid, of which the best is chosen.
 * Leaves in count how many points were judged, in chosen which of them it is,
 * and in standing its place in the default grid.
 */
static void
judge(Work *work, LambdaSearch *lambdas_tried, const Moments *moments, const FitOptions *options,
	  uint32 *count, uint32 *chosen, uint32 *standing, PathPoint *point)
{
	bool		given = !isnan(options->lambda);
	bool		single = given || (options->penalty == PENALTY_RIDGE && !moments->complete);

	*count = single ? 1 : lambda_search_points(moments, options->penalty);
	*chosen = single ? 0 : *standing;
	lambdas_tried->fold_weight = WORK_ARRAY(work, (size_t) moments->folds * *count * moments->d, double);
	lambda_search_folds(work, lambdas_tried, moments, options->penalty, options->own_units,
						given ? &options->lambda : NULL, single ? *standing : 0, *count);
	lambda_search_choose(lambdas_tried, moments->complete, *count, *chosen, point);
	for (uint32 g = 0; g < *count; g++)
		if (point[g].chosen)
			*chosen = g;
	if (!single)
		*standing = *chosen;
}

/* The length of ridge's weights, and their link. */
static void
fit_length(Work *work, LambdaSearch *lambdas_tried, const Moments *moments, uint32 count,
		   uint32 chosen, Fit *fit, double *factor)
{
	const Estimate *estimate = lambdas_tried->estimate;
	double		stretch = lambda_search_stretch(estimate, fit->weight);
	Shrinkage	shrinkage;

	if (!fit->tuned)
	{
		if (!moments->complete)
			*factor = fit->alpha = fit_without_folds(estimate->rows);
		return;
	}
	lambda_search_scale(work, lambdas_tried, moments, count, chosen, estimate->y_mean, stretch > 0,
						&shrinkage);
	fit_set_scale(fit, &shrinkage);
	if (lambdas_tried->scores != NULL)
		lambda_search_keep(lambdas_tried, count, chosen, &shrinkage);
	*factor = shrinkage.alpha * stretch;
}

/* Of the point chosen out of count, the weights of the fits without a fold. */
static void
take_fold_weights(Work *work, const LambdaSearch *lambdas_tried, Penalty penalty, uint32 count,
				  uint32 chosen, Fit *fit)
{
	uint32		d = lambdas_tried->d;

	fit->fold_weight = WORK_ARRAY(work, (size_t) lambdas_tried->folds * d, double);
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

void
fit_moments(Work *work, Moments *moments, const FitOptions *options, Fit *fit)
{
	fit_with_scores(work, moments, options, NULL, fit);
}

void
fit_with_scores(Work *work, Moments *moments, const FitOptions *options, FoldScores *scores, Fit *fit)
{
	bool		within = options->radius < INFINITY;
	uint32		standing = lambda_search_default(moments, options->penalty);
	uint32		count = 0;
	uint32		chosen = 0;
	double		factor = 1;
	Work	   *scratch = work_begin(work);
	LambdaSearch lambdas_tried;
	PathPoint	point[LAMBDA_SEARCH_DEFAULT_POINTS];

	lambda_search_init(scratch, &lambdas_tried, moments, LAMBDA_SEARCH_DEFAULT_POINTS,
					   options->classes);
	lambdas_tried.lasso_looks = options->looks;
	lambdas_tried.scores = scores;
	fit_start(fit, moments, !within && lambda_search_possible(moments));
	moments_settle(moments);
	if (fit->tuned)
		judge(scratch, &lambdas_tried, moments, options, &count, &chosen, &standing, point);

	estimate_moments(scratch, lambdas_tried.estimate, moments, moments->folds, options->own_units);
	if (!isnan(options->lambda))
		fit->lambda = options->lambda;
	else if (within && (moments->complete || options->penalty == PENALTY_LASSO))
		fit->lambda = 0;
	else
		fit->lambda = lambda_search_lambda(&lambdas_tried, options->penalty, standing);
	if (!isfinite(fit->lambda))
		work->raise(work, KERNEL_SINGULAR);	/* sums of no data */
	if (within)
		fit_within(scratch, &lambdas_tried, options, fit);
	else
		lambda_search_weights(scratch, &lambdas_tried, options->penalty, &fit->lambda, 1, FINE,
							  fit->weight);
	if (!within && options->penalty == PENALTY_RIDGE)
		fit_length(scratch, &lambdas_tried, moments, count, chosen, fit, &factor);
	else if (fit->tuned)
	{
		factor = fit->alpha = point[chosen].alpha;
		fit->forecast = point[chosen].cv_mse;
		fit->forecast_se = point[chosen].cv_se;
	}
	fit_finish(fit, moments, lambdas_tried.estimate, factor);
	if (fit->tuned)
		take_fold_weights(work, &lambdas_tried, options->penalty, count, chosen, fit);
	work_end(scratch);
}

/* Weights that are not 0, or looks that have one. */
static uint32
count_used(const double *weight, uint32 d, const Looks *looks)
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

void
fit_path(Work *work, Moments *moments, Penalty penalty, bool own_units, const PairClasses *classes,
		 const Looks *looks, const double *lambdas, uint32 count, PathPoint *point)
{
	LambdaSearch lambdas_tried;
	bool		possible = lambda_search_possible(moments);
	bool		scaled = possible && penalty == PENALTY_RIDGE && !moments->complete;
	uint32		standing = lambda_search_default(moments, penalty);
	Work	   *scratch = work_begin(work);

	lambda_search_init(scratch, &lambdas_tried, moments, count, classes);
	lambdas_tried.lasso_looks = looks;
	moments_settle(moments);
	if (possible)
	{
		lambda_search_folds(scratch, &lambdas_tried, moments, penalty, own_units, lambdas, 0, count);
		if (lambdas != NULL)
			standing = lambda_search_nearest(lambdas, count, lambda_search_lambda(&lambdas_tried, penalty, standing));
		lambda_search_choose(&lambdas_tried, moments->complete, count, standing, point);
	}
	estimate_moments(scratch, lambdas_tried.estimate, moments, moments->folds, own_units);
	for (uint32 g = 0; g < count; g++)
	{
		lambdas_tried.lambda[g] = lambdas != NULL ? lambdas[g] : lambda_search_lambda(&lambdas_tried, penalty, g);
		point[g].lambda = lambdas_tried.lambda[g];
	}
	lambda_search_weights(scratch, &lambdas_tried, penalty, lambdas_tried.lambda, count, FINE,
						  lambdas_tried.weight);
	for (uint32 g = 0; g < count; g++)
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
			lambda_search_scale(scratch, &lambdas_tried, moments, count, g,
								lambdas_tried.estimate->y_mean,
								lambda_search_stretch(lambdas_tried.estimate, weight) > 0, &shrinkage);
			point[g].alpha = shrinkage.alpha;
			point[g].cv_mse = shrinkage.forecast;
			point[g].cv_se = shrinkage.forecast_se;
			point[g].chosen = g == standing;
		}
	}
	work_end(scratch);
}
