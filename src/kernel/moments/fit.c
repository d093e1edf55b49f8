/*
 * fit.c
 *		From moments to a linear model.
 */
#include "kernel/moments/fit.h"

#include <float.h>

#include "kernel/moments/drop_look.h"
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
	AttributeSums sum = moments_attribute(moments, i, moments->folds);
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

		moments_describe(moments, i, &mean, &deviation, &correlation);
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
	fit->compared = NAN;
	fit->wrong = NAN;
	fit->auc = NAN;
	fit->fold_weight = NULL;
	fit->drop = NULL;
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
	fit->compared = shrinkage->compared;
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
fit_within(Work *work, LambdaSearch *search, const FitOptions *options, Fit *fit)
{
	Estimate   *estimate = search->judge.estimate;
	Lasso		lasso;
	double		tolerance;
	double		lambda;

	if (options->penalty != PENALTY_LASSO)
	{
		solve_ridge_within(work, estimate, fit->lambda, options->radius, fit->weight);
		return;
	}
	solve_lasso_start(work, estimate, &lasso, options->looks);
	tolerance = FINE * lasso_largest(&lasso);
	lasso_solve_within(work, &lasso, options->radius, tolerance, &lambda);
	if (lambda < fit->lambda)
		lasso_solve(work, &lasso, fit->lambda, tolerance);
	fit->lambda = Max(fit->lambda, lambda);
	lasso_weights(&lasso, fit->weight);
}

/*
 * Is one lambda alone judged: the one that is given, or the default of ridge under a
 * design?  Else the default grid is, of which the best is chosen.
 */
static bool
single_lambda(const Moments *moments, const FitOptions *options)
{
	return !isnan(options->lambda) || (options->penalty == PENALTY_RIDGE && !moments->complete);
}

/*
 * Judge what the folds are to say of a fit.  Returns which of the points judged it
 * is, and leaves in standing its place in the default grid.
 */
static uint32
judge(LambdaSearch *search, const FitOptions *options, bool scores, uint32 *standing, PathPoint *point)
{
	bool		single = single_lambda(search->judge.moments, options);
	uint32		chosen = single ? 0 : *standing;

	fold_judge_keep(&search->judge, scores);
	lambda_search_folds(search, !isnan(options->lambda) ? &options->lambda : NULL,
						single ? *standing : 0);
	lambda_search_choose(search, chosen, point);
	for (uint32 g = 0; g < search->judge.count; g++)
		if (point[g].chosen)
			chosen = g;
	if (!single)
		*standing = chosen;
	return chosen;
}

/* The length of ridge's weights, and their link; returns what they are multiplied by. */
static double
fit_length(LambdaSearch *search, uint32 chosen, FoldScores *scores, Fit *fit)
{
	const Estimate *estimate = search->judge.estimate;
	double		stretch = score_stretch(estimate, fit->weight);
	Shrinkage	shrinkage;

	if (!fit->tuned)
	{
		if (!estimate->complete)
			fit->alpha = fit_without_folds(estimate->rows);
		return fit->alpha;
	}
	fold_judge_shrinkage(&search->judge, chosen, estimate->y_mean, stretch > 0, &shrinkage);
	fit_set_scale(fit, &shrinkage);
	if (scores != NULL)
		fold_scores_set(scores, &search->judge, chosen, &shrinkage);
	return shrinkage.alpha * stretch;
}

/* What ridge that was judged would tell without each look. */
static void
find_drops(Work *work, const Estimate *estimate, const Looks *looks, Fit *fit)
{
	Looks		used = lasso_looks(looks, estimate->d);

	fit->drop = WORK_ARRAY(work, used.n, double);
	if (!drop_looks(work, estimate, &used, fit->lambda, 1 - fit->forecast / estimate->y_variance,
					fit->drop))
		fit->drop = NULL;
}

/* The weights of the fits without a fold, of the point chosen. */
static void
take_fold_weights(Work *work, const FoldJudge *judge, Penalty penalty, uint32 chosen, Fit *fit)
{
	uint32		d = judge->d;

	fit->fold_weight = WORK_ARRAY(work, (size_t) judge->folds * d, double);
	for (uint32 f = 0; f < judge->folds; f++)
	{
		size_t		at = (size_t) f * judge->count + chosen;
		double		factor = fit->alpha;

		if (penalty == PENALTY_RIDGE)
			factor *= judge->stretch[at];
		for (uint32 i = 0; i < d; i++)
			fit->fold_weight[(size_t) f * d + i] = factor * judge->kept[at * d + i];
	}
}

/* Ridge of all folds but one. */
static void
fit_without(Work *work, Moments *moments, const FitOptions *options, Fit *fit)
{
	const Fit  *all = options->without->all;
	double		factor = all->alpha;
	Work	   *scratch = work_begin(work);
	LambdaSearch search;
	const Estimate *estimate;

	lambda_search_init(scratch, &search, moments, options->penalty, options->own_units,
					   options->classes, NULL, 1);
	fold_judge_estimate(&search.judge, options->without->fold);
	estimate = search.judge.estimate;
	fit_start(fit, moments, false);
	fit->alpha = all->alpha;
	fit->link = all->link;
	fit->point = all->point;
	fit->lambda = !isnan(options->lambda) ? options->lambda :
		lambda_search_lambda(&search, all->point);
	if (!isfinite(fit->lambda))
		work->raise(work, KERNEL_SINGULAR);	/* sums of no data */
	lambda_search_weights(&search, &fit->lambda, 1, FINE, fit->weight);
	if (all->tuned)
		factor *= score_stretch(estimate, fit->weight);
	fit_finish(fit, moments, estimate, factor);
	work_end(scratch);
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
	bool		tuned;
	uint32		standing = lambda_search_default(moments, options->penalty);
	uint32		chosen = 0;
	double		factor = 1;
	Work	   *scratch;
	LambdaSearch search;
	PathPoint	point[LAMBDA_SEARCH_DEFAULT_POINTS];

	if (options->without != NULL)
	{
		fit_without(work, moments, options, fit);
		return;
	}
	moments_settle(moments);
	tuned = !within && fold_judge_possible(moments);
	scratch = work_begin(work);
	lambda_search_init(scratch, &search, moments, options->penalty, options->own_units,
					   options->classes, options->looks,
					   !tuned || single_lambda(moments, options) ? 1 :
					   lambda_search_points(moments, options->penalty));
	fit_start(fit, moments, tuned);
	if (tuned)
		chosen = judge(&search, options, scores != NULL, &standing, point);

	fit->point = standing;
	fold_judge_estimate(&search.judge, moments->folds);
	if (!isnan(options->lambda))
		fit->lambda = options->lambda;
	else if (within && (moments->complete || options->penalty == PENALTY_LASSO))
		fit->lambda = 0;
	else
		fit->lambda = lambda_search_lambda(&search, standing);
	if (!isfinite(fit->lambda))
		work->raise(work, KERNEL_SINGULAR);	/* sums of no data */
	if (within)
		fit_within(scratch, &search, options, fit);
	else
		lambda_search_weights(&search, &fit->lambda, 1, FINE, fit->weight);
	if (!within && options->penalty == PENALTY_RIDGE)
		factor = fit_length(&search, chosen, scores, fit);
	else if (tuned)
	{
		factor = fit->alpha = point[chosen].alpha;
		fit->forecast = fit->compared = point[chosen].cv_mse;
		fit->forecast_se = point[chosen].cv_se;
	}
	fit_finish(fit, moments, search.judge.estimate, factor);
	if (tuned)
		take_fold_weights(work, &search.judge, options->penalty, chosen, fit);
	if (tuned && options->penalty == PENALTY_RIDGE)
		find_drops(work, search.judge.estimate, options->looks, fit);
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
	bool		possible = fold_judge_possible(moments);
	bool		scaled = possible && penalty == PENALTY_RIDGE && !moments->complete;
	uint32		standing = lambda_search_default(moments, penalty);
	Work	   *scratch = work_begin(work);
	LambdaSearch search;
	FoldJudge  *judge = &search.judge;
	const Estimate *estimate;

	lambda_search_init(scratch, &search, moments, penalty, own_units, classes, looks, count);
	estimate = judge->estimate;
	if (possible)
	{
		lambda_search_folds(&search, lambdas, 0);
		if (lambdas != NULL)
			standing = lambda_search_nearest(lambdas, count, lambda_search_lambda(&search, standing));
		lambda_search_choose(&search, standing, point);
	}
	fold_judge_estimate(judge, moments->folds);
	for (uint32 g = 0; g < count; g++)
		point[g].lambda = search.lambda[g] = lambdas != NULL ? lambdas[g] :
			lambda_search_lambda(&search, g);
	lambda_search_weights(&search, search.lambda, count, FINE, judge->weight);
	for (uint32 g = 0; g < count; g++)
	{
		const double *weight = judge->weight + (size_t) g * moments->d;

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
			fold_judge_shrinkage(judge, g, estimate->y_mean, score_stretch(estimate, weight) > 0,
								 &shrinkage);
			point[g].alpha = shrinkage.alpha;
			point[g].cv_mse = shrinkage.forecast;
			point[g].cv_se = shrinkage.forecast_se;
			point[g].chosen = g == standing;
		}
	}
	work_end(scratch);
}
