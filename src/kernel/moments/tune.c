/*
 * tune.c
 *		Choosing the penalty from the folds, at no further looks.
 */
#include "kernel/moments/tune.h"

#include "kernel/moments/judge.h"
#include "kernel/moments/l1.h"
#include "kernel/moments/solve.h"

/* The factor alpha: its range, and how sure one must be to use it. */
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

size_t
tune_size(uint32 d, uint32 folds, uint32 points)
{
	size_t		table = ARRAY_SIZE((size_t) points * d, double);

	return estimate_size(d, folds) + 2 * table + 2 * ARRAY_SIZE(d, double) +
		3 * ARRAY_SIZE(folds, double) + 3 * ARRAY_SIZE((size_t) folds * points, double) +
		ARRAY_SIZE(points, double) + lasso_size(d);
}

void
tune_init(Tuner *tuner, void *memory, uint32 d, uint32 folds, uint32 points)
{
	double	   *next;

	tuner->d = d;
	tuner->folds = folds;
	tuner->capacity = points;
	estimate_init(&tuner->estimate, memory, d, folds);
	next = (double *) ((char *) memory + estimate_size(d, folds));
	tuner->weight = next;
	tuner->product = tuner->weight + (size_t) points * d;
	tuner->linear = tuner->product + (size_t) points * d;
	tuner->partners = tuner->linear + d;
	tuner->pairs = tuner->partners + d;
	tuner->share = tuner->pairs + folds;
	tuner->variance = tuner->share + folds;
	tuner->lin = tuner->variance + folds;
	tuner->square = tuner->lin + (size_t) folds * points;
	tuner->reduced = tuner->square + (size_t) folds * points;
	tuner->lambda = tuner->reduced + (size_t) folds * points;
	tuner->lasso_memory = tuner->lambda + points;
}

/* At least two rows for each fold, and no fold that has all or none. */
bool
tune_possible(const Moments *moments)
{
	double		rows = moments_rows(moments);

	for (uint32 f = 0; f < moments->folds; f++)
		if (moments->fold[f].rows == 0 || moments->fold[f].rows == rows)
			return false;
	return moments->folds > 1 && rows >= 2 * (double) moments->folds;
}

uint32
tune_points(const Moments *moments, Penalty penalty)
{
	if (penalty == PENALTY_LASSO)
		return LASSO_POINTS;
	return moments->complete ? COMPLETE_POINTS : RIDGE_POINTS;
}

uint32
tune_default(const Moments *moments, Penalty penalty)
{
	if (penalty == PENALTY_LASSO)
		return LASSO_DEFAULT;
	return moments->complete ? COMPLETE_DEFAULT : RIDGE_DEFAULT;
}

/* The largest covariance with the target, in the fit's units. */
static double
largest_cross(const Estimate *estimate)
{
	double		largest = 0;

	for (uint32 i = 0; i < estimate->d; i++)
		if (!estimate->constant[i])
			largest = Max(largest, fabs(estimate->cross[i] * estimate->metric[i] /
										estimate->unit[i]));
	return largest;
}

/*
 * Ridge: the estimate's own default times powers of 2 (4 for complete
 * moments).  Lasso: the least lambda that leaves nothing, and down from there.
 */
double
tune_lambda(const Estimate *estimate, Penalty penalty, uint32 point)
{
	if (penalty == PENALTY_LASSO)
		return largest_cross(estimate) * pow(LASSO_RATIO, point);
	if (estimate->complete)
		return estimate->penalty * pow(COMPLETE_RATIO, (double) point - COMPLETE_DEFAULT);
	return estimate->penalty * pow(RIDGE_RATIO, (double) point - RIDGE_DEFAULT);
}

Status
tune_weights(Tuner *tuner, Penalty penalty, const double *lambda, uint32 count,
			 double tolerance, double *weight, Poll poll)
{
	Estimate   *estimate = &tuner->estimate;
	Lasso		lasso;
	Status		status = KERNEL_OK;

	if (penalty == PENALTY_LASSO)
		lasso_init(&lasso, tuner->lasso_memory, estimate);
	for (uint32 g = 0; g < count && status == KERNEL_OK; g++)
	{
		double	   *w = weight + (size_t) g * tuner->d;

		poll_now(poll);
		if (penalty == PENALTY_RIDGE)
			status = solve_ridge(estimate, lambda[g], w);
		else
		{
			status = lasso_solve(&lasso, lambda[g], tolerance * lasso_largest(&lasso), poll);
			lasso_weights(&lasso, w);
		}
	}
	return status;
}

/* Estimate without one fold, fit all lambdas, and judge them on that fold. */
static Status
judge_fold(Tuner *tuner, const Moments *moments, Penalty penalty, bool own_units,
		   const double *lambdas, uint32 count, uint32 fold, Poll poll)
{
	Estimate   *estimate = &tuner->estimate;
	Status		status = estimate_moments(estimate, moments, fold, own_units, poll);

	if (status != KERNEL_OK)
		return status;
	for (uint32 g = 0; g < count; g++)
		tuner->lambda[g] = lambdas != NULL ? lambdas[g] : tune_lambda(estimate, penalty, g);
	status = tune_weights(tuner, penalty, tuner->lambda, count, COARSE, tuner->weight, poll);
	if (status != KERNEL_OK)
		return status;

	poll_now(poll);
	judge_weights(tuner, moments, count, fold, poll);
	return KERNEL_OK;
}

/* Means over folds, by rows; skip >= folds: over all of them. */
static double
pooled(const Tuner *tuner, const double *value, uint32 count, uint32 g, uint32 skip)
{
	double		sum = 0;
	double		share = 0;

	for (uint32 f = 0; f < tuner->folds; f++)
		if (f != skip)
		{
			sum += tuner->share[f] * value[(size_t) f * count + g];
			share += tuner->share[f];
		}
	return sum / share;
}

/*
 * E (w'(x - a))^2 cannot be less than what the training covariance says
 * without the target's part, plus what the target explains:
 *		w'Rw + max(lin^2 - s, 0) / v_y,
 * s the variance of lin between folds over their number; a constant target
 * explains nothing.
 */
static double
floored_square(const Tuner *tuner, uint32 count, uint32 g, uint32 skip)
{
	uint32		folds = tuner->folds;
	double		lin = pooled(tuner, tuner->lin, count, g, skip);
	double		variance = pooled(tuner, tuner->variance, 1, 0, skip);
	double		mean = 0;
	double		spread = 0;

	for (uint32 f = 0; f < folds; f++)
		mean += tuner->lin[(size_t) f * count + g] / folds;
	for (uint32 f = 0; f < folds; f++)
		spread += (tuner->lin[(size_t) f * count + g] - mean) *
			(tuner->lin[(size_t) f * count + g] - mean);
	spread /= (double) (folds - 1) * folds;
	return Max(pooled(tuner, tuner->square, count, g, skip),
			   pooled(tuner, tuner->reduced, count, g, skip) +
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
choose_alpha(const Tuner *tuner, uint32 count, uint32 g)
{
	uint32		folds = tuner->folds;
	double		alpha = clipped_ratio(pooled(tuner, tuner->lin, count, g, folds),
									  floored_square(tuner, count, g, folds));
	double		mean = 0;
	double		spread = 0;

	for (int pass = 0; pass < 2; pass++)
		for (uint32 f = 0; f < folds; f++)
		{
			double		part = clipped_ratio(pooled(tuner, tuner->lin, count, g, f),
											 floored_square(tuner, count, g, f));

			if (pass == 0)
				mean += part / folds;
			else
				spread += (part - mean) * (part - mean);
		}
	return fabs(alpha - 1) > ALPHA_ERRORS * sqrt(spread * (folds - 1) / folds) ? alpha : 1;
}

/* The loss of fold f at point g, with the floor's correction spread evenly. */
static double
fold_loss(const Tuner *tuner, uint32 count, uint32 f, uint32 g, double alpha, double raise)
{
	size_t		at = (size_t) f * count + g;

	return alpha * alpha * (tuner->square[at] + raise) - 2 * alpha * tuner->lin[at] +
		tuner->variance[f];
}

/* Forecasts, and the choice among the points. */
static void
choose(Tuner *tuner, uint32 count, bool complete, uint32 standing, PathPoint *point)
{
	uint32		folds = tuner->folds;
	double	   *raise = tuner->lambda;	/* no longer needed */
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
			raise[g] = floored_square(tuner, count, g, folds) -
				pooled(tuner, tuner->square, count, g, folds);
			point[g].alpha = choose_alpha(tuner, count, g);
		}
		for (uint32 f = 0; f < folds; f++)
		{
			double		loss = tuner->share[f] *
				fold_loss(tuner, count, f, g, point[g].alpha, raise[g]);

			sum += loss;
			squares += loss * loss;
		}
		point[g].cv_mse = sum;
		point[g].cv_se = sqrt(Max(squares - sum * sum / folds, 0) * folds / (folds - 1));
	}

	for (uint32 g = 0; g < count; g++)
	{
		double		sum = 0;
		double		squares = 0;
		double		bound;

		for (uint32 f = 0; f < folds; f++)
		{
			double		gain = tuner->share[f] *
				(fold_loss(tuner, count, f, g, point[g].alpha, raise[g]) -
				 fold_loss(tuner, count, f, standing, point[standing].alpha, raise[standing]));

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

/* The point nearest to the default, in the logarithm. */
static uint32
nearest(const double *lambdas, uint32 count, double lambda)
{
	uint32		best = 0;

	for (uint32 g = 1; g < count; g++)
		if (fabs(log(Max(lambdas[g], 1e-300) / lambda)) <
			fabs(log(Max(lambdas[best], 1e-300) / lambda)))
			best = g;
	return best;
}

Status
tune_path(Tuner *tuner, const Moments *moments, Penalty penalty, bool own_units,
		  const double *lambdas, uint32 count, PathPoint *point, Poll poll)
{
	double		rows = moments_rows(moments);
	uint32		standing = tune_default(moments, penalty);

	if (!moments->complete)
		judge_count_pairs(tuner, moments, poll);
	for (uint32 f = 0; f < moments->folds; f++)
	{
		Status		status = judge_fold(tuner, moments, penalty, own_units, lambdas, count, f,
										poll);

		if (status != KERNEL_OK)
			return status;
		tuner->share[f] = moments->fold[f].rows / rows;
	}
	if (lambdas != NULL)
		standing = nearest(lambdas, count,
						   Max(tune_lambda(&tuner->estimate, penalty, standing), 1e-300));
	for (uint32 g = 0; g < count; g++)
		point[g].lambda = lambdas != NULL ? lambdas[g] : NAN;
	choose(tuner, count, moments->complete, standing, point);
	return KERNEL_OK;
}
