/*
 * fit.c
 *		Fits a linear model of one target to moments.
 */
#include "kernel/moments/fit.h"

#include <float.h>

#include "kernel/moments/jackknife.h"
#include "kernel/moments/solve.h"

/* Optimality of the lasso's result, relative to the largest covariance. */
#define FINE 1e-9

/* Without cross-validation, ridge is shrunk as if so many more rows had shown no effect. */
#define NO_FOLDS_PRIOR 20.0

/*
 * The largest value of a constant is its mean, up to the rounding of a sum.  A bound that is
 * farther from the mean than the deviations of a constant can be comes from a row that was
 * subtracted.
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
fit_errors(Work *work, const Moments *moments, bool own_units, const double *fold_weight,
		   double *error)
{
	Work	   *scratch = work_begin(work);
	double	   *unit = WORK_ARRAY(scratch, moments->d, double);

	for (uint32 i = 0; i < moments->d; i++)
	{
		double		mean;
		double		sd;
		double		correlation;

		moments_describe(moments, i, &mean, &sd, &correlation);
		unit[i] = sd > 0 ? (own_units ? sd : 1) : 0;
	}
	jackknife_errors(fold_weight, moments->folds, moments->d, unit, error);
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
fit_start(Output *output, const Moments *moments, bool tuned)
{
	output->alpha = 1;
	output->stretch = 0;
	output->unit = NAN;
	output->forecast = NAN;
	output->forecast_se = NAN;
	output->compared = NAN;
	output->error_rate = NAN;
	output->auc = NAN;
	output->fold_weight = output->fold_penalty = output->fold_stretch = NULL;
	output->drop = NULL;
	output->tuned = tuned;
	link_init(&output->link);
	output->link.low = moments->target.low;
	output->link.high = moments->target.high;
	output->link.two_valued = shrinkage_two_valued(&moments->target, moments_rows(moments));
}

void
fit_set_scale(Output *output, const Shrinkage *shrinkage)
{
	output->alpha = shrinkage->alpha;
	output->forecast = shrinkage->forecast;
	output->forecast_se = shrinkage->forecast_se;
	output->compared = shrinkage->compared;
	output->error_rate = shrinkage->error_rate;
	output->auc = shrinkage->auc;
	output->link.logistic = shrinkage->linked;
	if (shrinkage->linked)
	{
		output->link.slope = shrinkage->slope;
		output->link.offset = shrinkage->offset;
	}
}

void
fit_finish(Output *output, const Moments *moments, const Estimate *estimate, double factor)
{
	output->variance = estimate->y_variance;
	output->intercept = estimate->y_mean;
	for (uint32 i = 0; i < moments->d; i++)
	{
		output->weight[i] *= factor;
		if (output->weight[i] != 0)
			output->intercept -= output->weight[i] *
				(estimate->centre[i] + moments_shift(moments, i));
	}
}

/* Solves for the weights of output->lambda within a radius. */
static void
fit_within(Work *work, LambdaSearch *search, const FitOptions *options, Output *output)
{
	Estimate   *estimate = search->judge.estimate;
	Lasso		lasso;
	double		tolerance;
	double		lambda;

	if (options->penalty != PENALTY_LASSO)
	{
		solve_ridge_within(work, estimate, output->lambda, options->radius, output->weight);
		return;
	}
	solve_lasso_start(work, estimate, &lasso, options->looks);
	tolerance = FINE * lasso_largest(&lasso);
	lasso_solve_within(work, &lasso, options->radius, tolerance, &lambda);
	if (lambda < output->lambda)
		lasso_solve(work, &lasso, output->lambda, tolerance);
	output->lambda = Max(output->lambda, lambda);
	lasso_weights(&lasso, output->weight);
}

/*
 * Returns true if there is only one lambda to judge: the lambda of the options, or the default of
 * ridge under a design.  Otherwise the best of the default grid is chosen.
 */
static bool
single_lambda(const Moments *moments, const FitOptions *options)
{
	return !isnan(options->lambda) || (options->penalty == PENALTY_RIDGE && !moments->complete);
}

/*
 * Cross-validates a fit.  Returns the index of the chosen point among those judged, and sets
 * *standing to its point in the default grid.
 */
static uint32
choose_point(LambdaSearch *search, const FitOptions *options, bool scores, uint32 *standing, PathPoint *point)
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

/* Sets the shrinkage and the link of ridge; returns the factor of the solved weights. */
static double
shrink_ridge(LambdaSearch *search, uint32 chosen, FoldScores *scores, Output *output)
{
	const Estimate *estimate = search->judge.estimate;
	double		stretch = output->stretch = score_stretch(estimate, output->weight);
	Shrinkage	shrinkage;

	if (!output->tuned)
	{
		if (!estimate->complete)
			output->alpha = fit_without_folds(estimate->rows);
		return output->alpha;
	}
	fold_judge_shrinkage(&search->judge, chosen, estimate->y_mean, stretch > 0, &shrinkage);
	fit_set_scale(output, &shrinkage);
	output->unit = search->judge.unit;
	output->shrinkage = shrinkage;
	if (scores != NULL)
		fold_scores_set(scores, &search->judge, chosen, &shrinkage);
	return shrinkage.alpha * stretch;
}

/* Sets the drops in r2 without each look of ridge that was cross-validated. */
static void
find_drops(Work *work, const Estimate *estimate, const Looks *looks, Output *output)
{
	Looks		used = lasso_looks(looks, estimate->d);

	output->drop = WORK_ARRAY(work, used.n, double);
	if (!drop_looks(work, estimate, &used, output->lambda, 1 - output->forecast / estimate->y_variance,
					output->drop))
		output->drop = NULL;
}

/* Copies the weights of the fits without each fold, at the chosen point, and their penalties. */
static void
copy_fold_weights(Work *work, const FoldJudge *judge, Penalty penalty, uint32 chosen, Output *output)
{
	uint32		d = judge->d;

	output->fold_weight = WORK_ARRAY(work, (size_t) judge->folds * d, double);
	output->fold_penalty = WORK_ARRAY(work, judge->folds, double);
	output->fold_stretch = WORK_ARRAY(work, judge->folds, double);
	memcpy(output->fold_penalty, judge->penalty, judge->folds * sizeof(double));
	for (uint32 f = 0; f < judge->folds; f++)
	{
		size_t		at = (size_t) f * judge->count + chosen;
		double		factor = output->alpha;

		output->fold_stretch[f] = judge->stretch[at];
		if (penalty == PENALTY_RIDGE)
			factor *= judge->stretch[at];
		for (uint32 i = 0; i < d; i++)
			output->fold_weight[(size_t) f * d + i] = factor * judge->fold_weight[at * d + i];
	}
}

/* Estimates single attributes without a fold, with the penalty that the cross-validation found. */
static Estimate *
vectors_without(Work *work, const Moments *moments, const FitOptions *options, const Output *all,
				uint32 fold)
{
	Estimate   *estimate = estimate_create_vectors(work, moments->d);

	estimate->complete = moments->complete;
	estimate_vectors(estimate, moments, fold, options->own_units);
	if (!estimate->complete)
		estimate_centre(estimate);
	estimate->penalty = all->fold_penalty[fold];
	return estimate;
}

void
fit_moments_without(Work *work, Moments *moments, const FitOptions *options, const Output *all,
					uint32 fold, FoldScores *scores, Output *output)
{
	bool		solved = all->fold_weight != NULL && options->penalty == PENALTY_RIDGE;
	double		factor = all->alpha;
	Work	   *scratch = work_begin(work);
	LambdaSearch search = {.penalty = options->penalty};
	const Estimate *estimate;

	if (solved)
		search.judge.estimate = vectors_without(scratch, moments, options, all, fold);
	else
	{
		lambda_search_init(scratch, &search, moments, options->penalty, options->own_units,
						   options->classes, NULL, 1);
		search.judge.estimate->shared = scores != NULL ? scores->shared : NULL;
		fold_judge_estimate(&search.judge, fold);
	}
	estimate = search.judge.estimate;
	fit_start(output, moments, false);
	output->alpha = all->alpha;
	output->unit = all->unit;
	output->shrinkage = all->shrinkage;
	output->link = all->link;
	output->point = all->point;
	output->lambda = !isnan(options->lambda) ? options->lambda :
		lambda_search_lambda(&search, all->point);
	if (!isfinite(output->lambda))
		work->raise(work, KERNEL_SINGULAR);	/* sums of no data */
	if (solved)
	{
		memcpy(output->weight, all->fold_weight + (size_t) fold * moments->d,
			   moments->d * sizeof(double));
		output->stretch = all->fold_stretch[fold];
		factor = 1;
	}
	else
	{
		lambda_search_weights(&search, &output->lambda, 1, FINE, output->weight);
		output->stretch = score_stretch(estimate, output->weight);
		if (all->tuned)
			factor *= output->stretch;
	}
	fit_finish(output, moments, estimate, factor);
	work_end(scratch);
}

void
fit_moments(Work *work, Moments *moments, const FitOptions *options, FoldScores *scores,
			Output *output)
{
	bool		within = options->radius < INFINITY;
	bool		tuned;
	uint32		standing = lambda_search_default(moments, options->penalty);
	uint32		chosen = 0;
	double		factor = 1;
	Work	   *scratch;
	LambdaSearch search;
	PathPoint	point[LAMBDA_SEARCH_DEFAULT_POINTS];

	moments_settle(moments);
	tuned = !within && fold_judge_possible(moments);
	scratch = work_begin(work);
	lambda_search_init(scratch, &search, moments, options->penalty, options->own_units,
					   options->classes, options->looks,
					   !tuned || single_lambda(moments, options) ? 1 :
					   lambda_search_points(moments, options->penalty));
	search.judge.estimate->shared = scores != NULL ? scores->shared : NULL;
	fit_start(output, moments, tuned);
	if (tuned)
		chosen = choose_point(&search, options, scores != NULL, &standing, point);

	output->point = standing;
	fold_judge_estimate(&search.judge, moments->folds);
	if (!isnan(options->lambda))
		output->lambda = options->lambda;
	else if (within && (moments->complete || options->penalty == PENALTY_LASSO))
		output->lambda = 0;
	else
		output->lambda = lambda_search_lambda(&search, standing);
	if (!isfinite(output->lambda))
		work->raise(work, KERNEL_SINGULAR);	/* sums of no data */
	if (within)
		fit_within(scratch, &search, options, output);
	else
		lambda_search_weights(&search, &output->lambda, 1, FINE, output->weight);
	if (!within && options->penalty == PENALTY_RIDGE)
		factor = shrink_ridge(&search, chosen, scores, output);
	else if (tuned)
	{
		factor = output->alpha = point[chosen].alpha;
		output->forecast = output->compared = point[chosen].cv_mse;
		output->forecast_se = point[chosen].cv_se;
	}
	fit_finish(output, moments, search.judge.estimate, factor);
	if (tuned)
		copy_fold_weights(work, &search.judge, options->penalty, chosen, output);
	if (tuned && options->penalty == PENALTY_RIDGE)
		find_drops(work, search.judge.estimate, options->looks, output);
	work_end(scratch);
}

/* Counts the weights that are not 0, or the looks that have one. */
static uint32
count_nonzero(const double *weight, uint32 d, const Looks *looks)
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
fit_path(Work *work, Moments *moments, const FitOptions *options, const double *lambdas,
		 uint32 count, PathPoint *point)
{
	Penalty		penalty = options->penalty;
	bool		possible = fold_judge_possible(moments);
	bool		scaled = possible && penalty == PENALTY_RIDGE && !moments->complete;
	uint32		standing = lambda_search_default(moments, penalty);
	Work	   *scratch = work_begin(work);
	LambdaSearch search;
	FoldJudge  *judge = &search.judge;
	const Estimate *estimate;

	lambda_search_init(scratch, &search, moments, penalty, options->own_units, options->classes,
					   options->looks, count);
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

		point[g].nonzero = count_nonzero(weight, moments->d, options->looks);
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
