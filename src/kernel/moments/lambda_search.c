/*
 * lambda_search.c
 *		Penalties, and what the folds say of them at no further looks.
 *
 * Weights are judged as they were solved, in units of the target's variance V,
 * and stretched to a score afterwards where ridge wants that.
 */
#include "kernel/moments/lambda_search.h"

#include "kernel/moments/solve.h"

#include <cblas.h>

/* The lasso's factor alpha: its range, and how sure one must be to use it. */
#define ALPHA_LEAST 0.3
#define ALPHA_MOST 2.0
#define ALPHA_ERRORS 3.0

/* Another lambda than the default must be better by so many standard errors. */
#define CHOICE_ERRORS 4.0

/* Optimality of the lasso while tuning, relative to the largest covariance. */
#define COARSE 1e-4

/* Grids: points, the default's place, and the ratio of neighbours. */
#define RIDGE_POINTS 13
#define RIDGE_DEFAULT 6
#define RIDGE_RATIO 2.0
#define COMPLETE_POINTS 17
#define COMPLETE_DEFAULT 8
#define COMPLETE_RATIO 4.0
#define LASSO_POINTS 20
#define LASSO_DEFAULT 10
#define LASSO_RATIO 0.7

/* Under a design ridge with own units wants a larger lambda by this. */
#define OWN_UNITS_FACTOR 2.0

/* The least w'beta that is more than rounding. */
#define LEAST_COVARIANCE 1e-9

/* The range of the factor by which w'Rw is thought too small. */
#define SPARSITY_LEAST 1.0
#define SPARSITY_MOST 10.0

void
lambda_search_init(Work *work, LambdaSearch *lambdas_tried, const Moments *moments, uint32 points,
				   const PairClasses *classes)
{
	uint32		d = moments->d;
	uint32		folds = moments->folds;
	size_t		table = (size_t) folds * points;

	memset(lambdas_tried, 0, sizeof(LambdaSearch));
	lambdas_tried->d = d;
	lambdas_tried->folds = folds;
	lambdas_tried->capacity = points;
	lambdas_tried->estimate = estimate_create(work, d, folds);
	held_out_init(work, &lambdas_tried->held_out, d, folds, points, classes);
	lambdas_tried->weight = WORK_ARRAY(work, (size_t) points * d, double);
	lambdas_tried->lambda = WORK_ARRAY(work, points, double);
	lambdas_tried->share = WORK_ARRAY(work, folds, double);
	lambdas_tried->sparsity = WORK_ARRAY(work, folds, double);
	lambdas_tried->variance = WORK_ARRAY(work, folds, double);
	lambdas_tried->explained = WORK_ARRAY(work, folds, double);
	lambdas_tried->lin = WORK_ARRAY(work, table, double);
	lambdas_tried->square = WORK_ARRAY(work, table, double);
	lambdas_tried->reduced = WORK_ARRAY(work, table, double);
	lambdas_tried->looks = WORK_ARRAY(work, table, double);
	lambdas_tried->stretch = WORK_ARRAY(work, table, double);
	lambdas_tried->measure = WORK_ARRAY(work, folds, FoldMeasure);
}

void
fold_scores_init(Work *work, FoldScores *scores, const Moments *moments)
{
	size_t		numbers = (size_t) moments->folds * moments->d;

	scores->d = 0;
	scores->expected = 0;
	scores->weight = WORK_ARRAY(work, numbers, double);
	scores->linear = WORK_ARRAY(work, numbers, double);
	scores->product = WORK_ARRAY(work, numbers, double);
}

/* At least two rows for each fold, and no fold that has all or none. */
bool
lambda_search_possible(const Moments *moments)
{
	double		rows = moments_rows(moments);

	for (uint32 f = 0; f < moments->folds; f++)
		if (moments->fold[f].rows == 0 || moments->fold[f].rows == rows)
			return false;
	return moments->folds > 1 && rows >= 2 * (double) moments->folds;
}

uint32
lambda_search_points(const Moments *moments, Penalty penalty)
{
	if (penalty == PENALTY_LASSO)
		return LASSO_POINTS;
	if (penalty == PENALTY_NONE)
		return 1;
	return moments->complete ? COMPLETE_POINTS : RIDGE_POINTS;
}

uint32
lambda_search_default(const Moments *moments, Penalty penalty)
{
	if (penalty == PENALTY_LASSO)
		return LASSO_DEFAULT;
	if (penalty == PENALTY_NONE)
		return 0;
	return moments->complete ? COMPLETE_DEFAULT : RIDGE_DEFAULT;
}

/* The largest covariance with the target, in the fit's units; of a look, its length. */
static double
largest_cross(const Estimate *estimate, const Looks *looks)
{
	Looks		used = lasso_looks(looks, estimate->d);
	double		largest = 0;

	for (uint32 l = 0; l < used.n; l++)
	{
		double		norm = 0;

		for (uint32 i = looks_first(&used, l); i < looks_first(&used, l + 1); i++)
			if (!estimate->constant[i])
				norm = hypot(norm, estimate->cross[i] * estimate->metric[i] / estimate->unit[i]);
		largest = Max(largest, norm);
	}
	return largest;
}

/*
 * Ridge: the estimate's own penalty (twice that with own units) times powers of
 * 2; of complete moments, of 4.  Lasso: the least lambda that leaves nothing,
 * and down from there.  Least squares: none.
 */
double
lambda_search_lambda(const LambdaSearch *lambdas_tried, Penalty penalty, uint32 point)
{
	const Estimate *estimate = lambdas_tried->estimate;

	if (penalty == PENALTY_LASSO)
		return largest_cross(estimate, lambdas_tried->lasso_looks) * pow(LASSO_RATIO, point);
	if (penalty == PENALTY_NONE)
		return 0;
	if (estimate->complete)
		return estimate->penalty * pow(COMPLETE_RATIO, (double) point - COMPLETE_DEFAULT);
	return lambda_search_ridge_lambda(estimate) * pow(RIDGE_RATIO, (double) point - RIDGE_DEFAULT);
}

double
lambda_search_ridge_lambda(const Estimate *estimate)
{
	return estimate->penalty * (estimate->own_units ? OWN_UNITS_FACTOR : 1);
}

void
lambda_search_weights(Work *work, LambdaSearch *lambdas_tried, Penalty penalty, const double *lambda,
					  uint32 count, double tolerance, double *weight)
{
	Estimate   *estimate = lambdas_tried->estimate;
	Work	   *scratch = work_begin(work);
	Lasso		lasso;

	if (penalty == PENALTY_LASSO)
		solve_lasso_start(scratch, estimate, &lasso, lambdas_tried->lasso_looks);
	for (uint32 g = 0; g < count; g++)
	{
		double	   *w = weight + (size_t) g * lambdas_tried->d;

		work_poll(work);
		if (penalty != PENALTY_LASSO)
			solve_ridge(work, estimate, lambda[g], w);
		else
		{
			lasso_solve(work, &lasso, lambda[g], tolerance * lasso_largest(&lasso));
			lasso_weights(&lasso, w);
		}
	}
	work_end(scratch);
}

double
lambda_search_stretch(const Estimate *estimate, const double *weight)
{
	double		covariance = cblas_ddot(estimate->d, weight, 1, estimate->slope, 1);

	return covariance > LEAST_COVARIANCE ? 1 / covariance : 0;
}

double
lambda_search_looks(const Estimate *estimate, const double *weight)
{
	double		sum = 0;

	if (estimate->complete)
		return 0;
	for (uint32 i = 0; i < estimate->d; i++)
	{
		double		share = estimate->count[i] / estimate->rows;
		double		deviation = weight[i] * estimate->unit[i] * sqrt(estimate->variance[i]);

		if (share > 0)
			sum += deviation * deviation * (1 - share) / share;
	}
	return sum;
}

/* Where weights and products of a fold and lambda are kept until one is chosen. */
static double *
tried_at(const LambdaSearch *lambdas_tried, uint32 count, uint32 fold, uint32 g, bool product)
{
	return lambdas_tried->tried +
		(((size_t) product * lambdas_tried->folds + fold) * count + g) * lambdas_tried->d;
}

/* Keep what the fold at hand says of count weights. */
static void
keep_tried(LambdaSearch *lambdas_tried, uint32 count, uint32 fold)
{
	FoldScores *scores = lambdas_tried->scores;
	size_t		bytes = lambdas_tried->d * sizeof(double);

	scores->d = lambdas_tried->d;
	memcpy(scores->linear + (size_t) fold * scores->d, lambdas_tried->held_out.linear, bytes);
	memcpy(tried_at(lambdas_tried, count, fold, 0, false), lambdas_tried->weight, count * bytes);
	memcpy(tried_at(lambdas_tried, count, fold, 0, true), lambdas_tried->held_out.product, count * bytes);
}

void
lambda_search_keep(LambdaSearch *lambdas_tried, uint32 count, uint32 g, const Shrinkage *shrinkage)
{
	FoldScores *scores = lambdas_tried->scores;

	scores->expected = shrinkage->covariance * lambdas_tried->unit;
	for (uint32 f = 0; f < lambdas_tried->folds; f++)
	{
		const double *weight = tried_at(lambdas_tried, count, f, g, false);
		const double *product = tried_at(lambdas_tried, count, f, g, true);
		double		stretch = lambdas_tried->stretch[(size_t) f * count + g];

		for (uint32 i = 0; i < scores->d; i++)
		{
			scores->weight[(size_t) f * scores->d + i] = stretch * weight[i];
			scores->product[(size_t) f * scores->d + i] = stretch * product[i];
		}
	}
}

/* Estimate without one fold, fit all lambdas, and judge them on that fold. */
static void
held_out_one(Work *work, LambdaSearch *lambdas_tried, const Moments *moments, Penalty penalty,
			 bool own_units, const double *lambdas, uint32 first, uint32 count, uint32 fold)
{
	Estimate   *estimate = lambdas_tried->estimate;
	size_t		at = (size_t) fold * count;
	HeldOutLoss	judged = {lambdas_tried->lin + at, lambdas_tried->square + at, lambdas_tried->reduced + at, 0};

	estimate_moments(work, estimate, moments, fold, own_units);
	for (uint32 g = 0; g < count; g++)
		lambdas_tried->lambda[g] = lambdas != NULL ? lambdas[g] :
			lambda_search_lambda(lambdas_tried, penalty, first + g);
	lambda_search_weights(work, lambdas_tried, penalty, lambdas_tried->lambda, count, COARSE,
						  lambdas_tried->weight);
	if (lambdas_tried->fold_weight != NULL)
		memcpy(lambdas_tried->fold_weight + at * lambdas_tried->d, lambdas_tried->weight,
			   (size_t) count * lambdas_tried->d * sizeof(double));
	for (uint32 g = 0; g < count; g++)
	{
		const double *weight = lambdas_tried->weight + (size_t) g * lambdas_tried->d;

		lambdas_tried->stretch[at + g] = lambda_search_stretch(estimate, weight);
		lambdas_tried->looks[at + g] = lambda_search_looks(estimate, weight);
	}
	held_out_fold(work, &lambdas_tried->held_out, moments, estimate, fold,
				  penalty == PENALTY_LASSO ? 0 : LAMBDA_SEARCH_SLOPE_PRIOR, lambdas_tried->weight,
				  count, &judged);
	if (lambdas_tried->scores != NULL)
		keep_tried(lambdas_tried, count, fold);
	lambdas_tried->variance[fold] = judged.variance;
	lambdas_tried->sparsity[fold] = held_out_sparsity(&lambdas_tried->held_out, estimate);
	lambdas_tried->explained[fold] = estimate->complete ? estimate->y_variance : 0;
}

/* In units of the target's variance: its square may be too large for a double. */
static void
divide(double *number, size_t count, double unit)
{
	for (size_t k = 0; k < count; k++)
		number[k] /= unit;
}

void
lambda_search_folds(Work *work, LambdaSearch *lambdas_tried, const Moments *moments, Penalty penalty,
					bool own_units, const double *lambdas, uint32 first, uint32 count)
{
	uint32		folds = moments->folds;
	size_t		table = (size_t) folds * count;
	double		rows = moments_rows(moments);

	if (lambdas_tried->scores != NULL)
		lambdas_tried->tried = WORK_ARRAY(work, 2 * table * lambdas_tried->d, double);
	held_out_count(work, &lambdas_tried->held_out, moments, lambdas_tried->estimate);
	lambdas_tried->kappa = lambda_search_kappa(&lambdas_tried->held_out, rows, moments->complete);
	lambdas_tried->unit = 0;
	for (uint32 f = 0; f < folds; f++)
	{
		held_out_one(work, lambdas_tried, moments, penalty, own_units, lambdas, first, count, f);
		lambdas_tried->share[f] = moments->fold[f].rows / rows;
		lambdas_tried->unit += lambdas_tried->share[f] * lambdas_tried->variance[f];
	}
	if (lambdas_tried->unit > 0)
	{
		divide(lambdas_tried->variance, folds, lambdas_tried->unit);
		divide(lambdas_tried->explained, folds, lambdas_tried->unit);
		divide(lambdas_tried->lin, table, lambdas_tried->unit);
		divide(lambdas_tried->square, table, lambdas_tried->unit);
		divide(lambdas_tried->reduced, table, lambdas_tried->unit);
		divide(lambdas_tried->looks, table, lambdas_tried->unit);
	}
}

double
lambda_search_kappa(const HeldOut *held_out, double rows, bool complete)
{
	if (complete)
		return 1;
	return held_out->all_pairs > 0 && !held_out->apart ?
		held_out->reads / rows * (held_out->reads / held_out->all_pairs) : NAN;
}

void
lambda_search_measure(FoldMeasure *measure, double stretch, double sparsity, double explained)
{
	measure->found = stretch > 0;
	measure->lin = stretch * measure->lin;
	measure->square = stretch * stretch * measure->square;
	measure->looks = stretch * stretch * measure->looks;
	measure->rest = Min(Max(sparsity, SPARSITY_LEAST), SPARSITY_MOST) *
		stretch * stretch * measure->rest;
	if (stretch > 0)
		measure->rest = Max(measure->rest - explained, 0);
}

void
lambda_search_scale(Work *work, LambdaSearch *lambdas_tried, const Moments *moments, uint32 count,
					uint32 g, double y_mean, bool found, Shrinkage *shrinkage)
{
	for (uint32 f = 0; f < lambdas_tried->folds; f++)
	{
		size_t		at = (size_t) f * count + g;
		FoldMeasure *measure = &lambdas_tried->measure[f];

		measure->share = lambdas_tried->share[f];
		measure->variance = lambdas_tried->variance[f];
		measure->lin = lambdas_tried->lin[at];
		measure->square = lambdas_tried->square[at];
		measure->looks = lambdas_tried->looks[at];
		measure->rest = lambdas_tried->reduced[at];
		lambda_search_measure(measure, lambdas_tried->stretch[at], lambdas_tried->sparsity[f], lambdas_tried->explained[f]);
	}
	shrinkage_find(work, lambdas_tried->measure, lambdas_tried->folds, lambdas_tried->unit,
				   moments_rows(moments), lambdas_tried->kappa, &moments->target, y_mean, found,
				   shrinkage);
}

/* Means over folds, by rows; skip >= folds: over all of them. */
static double
pooled(const LambdaSearch *lambdas_tried, const double *value, uint32 count, uint32 g, uint32 skip)
{
	double		sum = 0;
	double		share = 0;

	for (uint32 f = 0; f < lambdas_tried->folds; f++)
		if (f != skip)
		{
			sum += lambdas_tried->share[f] * value[(size_t) f * count + g];
			share += lambdas_tried->share[f];
		}
	return sum / share;
}

/*
 * E (w'(x - a))^2 cannot be less than what the training covariance says
 * without the target's part, plus what the target explains:
 *		w'Rw + max(lin^2 - s, 0) / v_y,
 * s the variance of lin between folds over their number.  A constant target
 * explains nothing.
 */
static double
floored_square(const LambdaSearch *lambdas_tried, uint32 count, uint32 g, uint32 skip)
{
	uint32		folds = lambdas_tried->folds;
	double		lin = pooled(lambdas_tried, lambdas_tried->lin, count, g, skip);
	double		variance = pooled(lambdas_tried, lambdas_tried->variance, 1, 0, skip);
	double		mean = 0;
	double		spread = 0;

	for (uint32 f = 0; f < folds; f++)
		mean += lambdas_tried->lin[(size_t) f * count + g] / folds;
	for (uint32 f = 0; f < folds; f++)
		spread += (lambdas_tried->lin[(size_t) f * count + g] - mean) *
			(lambdas_tried->lin[(size_t) f * count + g] - mean);
	spread /= (double) (folds - 1) * folds;
	return Max(pooled(lambdas_tried, lambdas_tried->square, count, g, skip),
			   pooled(lambdas_tried, lambdas_tried->reduced, count, g, skip) +
			   (variance > 0 ? Max(lin * lin - spread, 0) / variance : 0));
}

static double
clipped_ratio(double lin, double square)
{
	if (square <= 0)
		return 1;
	return Min(Max(lin / square, ALPHA_LEAST), ALPHA_MOST);
}

/* alpha = lin / square, if a jackknife over the folds is sure that it is not 1 */
static double
choose_alpha(const LambdaSearch *lambdas_tried, uint32 count, uint32 g)
{
	uint32		folds = lambdas_tried->folds;
	double		alpha = clipped_ratio(pooled(lambdas_tried, lambdas_tried->lin, count, g, folds),
									  floored_square(lambdas_tried, count, g, folds));
	double		mean = 0;
	double		spread = 0;

	for (int pass = 0; pass < 2; pass++)
		for (uint32 f = 0; f < folds; f++)
		{
			double		part = clipped_ratio(pooled(lambdas_tried, lambdas_tried->lin, count, g, f),
											 floored_square(lambdas_tried, count, g, f));

			if (pass == 0)
				mean += part / folds;
			else
				spread += (part - mean) * (part - mean);
		}
	return fabs(alpha - 1) > ALPHA_ERRORS * sqrt(spread * (folds - 1) / folds) ? alpha : 1;
}

/* The loss of fold f at point g, with the floor's correction spread evenly. */
static double
fold_loss(const LambdaSearch *lambdas_tried, uint32 count, uint32 f, uint32 g, double alpha, double raise)
{
	size_t		at = (size_t) f * count + g;

	return alpha * alpha * (lambdas_tried->square[at] + raise) - 2 * alpha * lambdas_tried->lin[at] +
		lambdas_tried->variance[f];
}

/*
 * The lasso gets a factor alpha and leaves the default for good reasons only;
 * of complete moments the best is taken as it is.
 */
void
lambda_search_choose(LambdaSearch *lambdas_tried, bool complete, uint32 count, uint32 standing, PathPoint *point)
{
	uint32		folds = lambdas_tried->folds;
	double	   *raise = lambdas_tried->lambda;	/* no longer needed */
	double		best = 0;
	uint32		chosen = standing;

	for (uint32 g = 0; g < count; g++)
	{
		double		sum = 0;
		double		squares = 0;

		raise[g] = 0;
		point[g].alpha = 1;
		if (!complete)
		{
			raise[g] = floored_square(lambdas_tried, count, g, folds) -
				pooled(lambdas_tried, lambdas_tried->square, count, g, folds);
			point[g].alpha = choose_alpha(lambdas_tried, count, g);
		}
		for (uint32 f = 0; f < folds; f++)
		{
			double		loss = lambdas_tried->share[f] *
				fold_loss(lambdas_tried, count, f, g, point[g].alpha, raise[g]);

			sum += loss;
			squares += loss * loss;
		}
		/* of few looks an estimate without bias may be negative, which no error is */
		point[g].cv_mse = lambdas_tried->unit * Max(sum, 0);
		point[g].cv_se = lambdas_tried->unit *
			sqrt(Max(squares - sum * sum / folds, 0) * folds / (folds - 1));
	}

	for (uint32 g = 0; g < count; g++)
	{
		double		sum = 0;
		double		squares = 0;
		double		bound;

		for (uint32 f = 0; f < folds; f++)
		{
			double		gain = lambdas_tried->share[f] *
				(fold_loss(lambdas_tried, count, f, g, point[g].alpha, raise[g]) -
				 fold_loss(lambdas_tried, count, f, standing, point[standing].alpha, raise[standing]));

			sum += gain;
			squares += gain * gain;
		}
		bound = sum;
		if (!complete)
			bound += CHOICE_ERRORS *
				sqrt(Max(squares - sum * sum / folds, 0) * folds / (folds - 1));
		if (bound < best)
		{
			best = bound;
			chosen = g;
		}
	}
	for (uint32 g = 0; g < count; g++)
		point[g].chosen = g == chosen;
}

uint32
lambda_search_nearest(const double *lambdas, uint32 count, double lambda)
{
	uint32		best = 0;

	for (uint32 g = 1; g < count; g++)
		if (fabs(log(lambdas[g] / lambda)) < fabs(log(lambdas[best] / lambda)))
			best = g;
	return best;
}
