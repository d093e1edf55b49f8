/*
 * lambda_search.c
 *		Penalties, and the choice among them by cross-validation.
 */
#include "kernel/moments/lambda_search.h"

#include "kernel/moments/solve.h"

/* The lasso's factor alpha: its range, and how many standard errors it must be from 1. */
#define ALPHA_LEAST 0.3
#define ALPHA_MOST 2.0
#define ALPHA_ERRORS 3.0

/* A lambda replaces the default only if it is better by so many standard errors. */
#define CHOICE_ERRORS 4.0

/* Optimality of the lasso while tuning, relative to the largest covariance. */
#define COARSE 1e-4

/* Grids: number of points, index of the default, and ratio of neighbours. */
#define RIDGE_POINTS 13
#define RIDGE_DEFAULT 6
#define RIDGE_RATIO 2.0
#define COMPLETE_POINTS 17
#define COMPLETE_DEFAULT 8
#define COMPLETE_RATIO 4.0
#define LASSO_POINTS 20
#define LASSO_DEFAULT 10
#define LASSO_RATIO 0.7

/* Factor of the default lambda of ridge under a design with own units. */
#define OWN_UNITS_FACTOR 2.0

void
lambda_search_init(Work *work, LambdaSearch *search, Moments *moments, Penalty penalty,
				   bool own_units, const PairClasses *classes, const Looks *looks, uint32 count)
{
	fold_judge_init(work, &search->judge, moments, count, own_units, false, classes);
	if (penalty == PENALTY_LASSO)
		search->judge.prior = 0;
	search->penalty = penalty;
	search->judge.looks = looks;
	search->lambda = WORK_ARRAY(work, count, double);
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
	scores->shared = moments->complete ? WORK_ARRAY(work, moments->folds + 1, Decomposition) : NULL;
	for (uint32 f = 0; f <= moments->folds && scores->shared != NULL; f++)
	{
		scores->shared[f].eigenvalue = WORK_ARRAY(work, moments->d, double);
		scores->shared[f].factor = WORK_ARRAY(work, (size_t) moments->d * moments->d, double);
	}
}

void
fold_scores_restart(FoldScores *scores, uint32 folds)
{
	for (uint32 f = 0; f <= folds && scores->shared != NULL; f++)
		scores->shared[f].made = false;
}

void
fold_scores_set(FoldScores *scores, const FoldJudge *judge, uint32 g, const Shrinkage *shrinkage)
{
	scores->d = judge->d;
	scores->expected = shrinkage->covariance * judge->unit;
	memcpy(scores->linear, judge->linear, (size_t) judge->folds * judge->d * sizeof(double));
	for (uint32 f = 0; f < judge->folds; f++)
	{
		size_t		at = (size_t) f * judge->count + g;
		size_t		to = (size_t) f * judge->d;

		for (uint32 i = 0; i < judge->d; i++)
		{
			scores->weight[to + i] = judge->stretch[at] * judge->fold_weight[at * judge->d + i];
			scores->product[to + i] = judge->stretch[at] * judge->product[at * judge->d + i];
		}
	}
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

/* Returns the largest covariance with the target in the fit's units; that of a look is its norm. */
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
 * Ridge has the estimate's own penalty (twice that with own units) times powers of 2, or of 4 for
 * complete moments.  The lasso begins at the least lambda with no weights, and goes down from
 * there.
 */
double
lambda_search_lambda(const LambdaSearch *search, uint32 point)
{
	const Estimate *estimate = search->judge.estimate;

	if (search->penalty == PENALTY_LASSO)
		return largest_cross(estimate, search->judge.looks) * pow(LASSO_RATIO, point);
	if (search->penalty == PENALTY_NONE)
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
lambda_search_weights(LambdaSearch *search, const double *lambda, uint32 count, double tolerance,
					  double *weight)
{
	Estimate   *estimate = search->judge.estimate;
	Work	   *work = search->judge.work;
	Work	   *scratch = work_begin(work);
	Lasso		lasso;

	if (search->penalty == PENALTY_LASSO)
		solve_lasso_start(scratch, estimate, &lasso, search->judge.looks);
	for (uint32 g = 0; g < count; g++)
	{
		double	   *w = weight + (size_t) g * estimate->d;

		work_poll(work);
		if (search->penalty != PENALTY_LASSO)
			solve_ridge(work, estimate, lambda[g], w);
		else
		{
			lasso_solve(work, &lasso, lambda[g], tolerance * lasso_largest(&lasso));
			lasso_weights(&lasso, w);
		}
	}
	work_end(scratch);
}

/* The series that is judged: the weights of all lambdas. */
static uint32
weights_of_lambdas(FoldJudge *judge, void *context)
{
	LambdaSearch *search = context;

	for (uint32 g = 0; g < judge->count; g++)
		search->lambda[g] = search->judged != NULL ? search->judged[g] :
			lambda_search_lambda(search, search->first + g);
	lambda_search_weights(search, search->lambda, judge->count, COARSE, judge->weight);
	return judge->count;
}

void
lambda_search_folds(LambdaSearch *search, const double *lambdas, uint32 first)
{
	search->judged = lambdas;
	search->first = first;
	fold_judge_count(&search->judge);
	fold_judge_folds(&search->judge, weights_of_lambdas, search);
}

/* Returns the mean over the folds but skip (>= folds: all), weighted by rows. */
static double
fold_mean(const FoldJudge *judge, const double *value, uint32 count, uint32 g, uint32 skip)
{
	double		sum = 0;
	double		share = 0;

	for (uint32 f = 0; f < judge->folds; f++)
		if (f != skip)
		{
			sum += judge->share[f] * value[(size_t) f * count + g];
			share += judge->share[f];
		}
	return sum / share;
}

/*
 * Returns an estimate of E (w'(x - a))^2 that is at least its part by the training covariance
 * plus the part that the target explains,
 *		w'Rw + max(lin^2 - s, 0) / v_y,
 * where s is the variance of the mean of lin over the folds.  A constant target explains nothing.
 */
static double
floored_square(const FoldJudge *judge, uint32 g, uint32 skip)
{
	uint32		count = judge->count;
	uint32		folds = judge->folds;
	double		lin = fold_mean(judge, judge->lin, judge->count, g, skip);
	double		variance = fold_mean(judge, judge->variance, 1, 0, skip);
	double		mean = 0;
	double		spread = 0;

	for (uint32 f = 0; f < folds; f++)
		mean += judge->lin[(size_t) f * count + g] / folds;
	for (uint32 f = 0; f < folds; f++)
		spread += (judge->lin[(size_t) f * count + g] - mean) *
			(judge->lin[(size_t) f * count + g] - mean);
	spread /= (double) (folds - 1) * folds;
	return Max(fold_mean(judge, judge->square, count, g, skip),
			   fold_mean(judge, judge->reduced, count, g, skip) +
			   (variance > 0 ? Max(lin * lin - spread, 0) / variance : 0));
}

static double
clipped_ratio(double lin, double square)
{
	if (square <= 0)
		return 1;
	return Min(Max(lin / square, ALPHA_LEAST), ALPHA_MOST);
}

/* Returns lin / square if that differs from 1 significantly, by a jackknife over the folds; else 1. */
static double
choose_alpha(const FoldJudge *judge, uint32 g)
{
	uint32		folds = judge->folds;
	double		alpha = clipped_ratio(fold_mean(judge, judge->lin, judge->count, g, folds),
									  floored_square(judge, g, folds));
	double		mean = 0;
	double		spread = 0;

	for (int pass = 0; pass < 2; pass++)
		for (uint32 f = 0; f < folds; f++)
		{
			double		part = clipped_ratio(fold_mean(judge, judge->lin, judge->count, g, f),
											 floored_square(judge, g, f));

			if (pass == 0)
				mean += part / folds;
			else
				spread += (part - mean) * (part - mean);
		}
	return fabs(alpha - 1) > ALPHA_ERRORS * sqrt(spread * (folds - 1) / folds) ? alpha : 1;
}

/* Returns the loss of fold f at point g; raise: the floor's correction, the same in all folds. */
static double
fold_loss(const FoldJudge *judge, uint32 f, uint32 g, double alpha, double raise)
{
	size_t		at = (size_t) f * judge->count + g;

	return alpha * alpha * (judge->square[at] + raise) - 2 * alpha * judge->lin[at] +
		judge->variance[f];
}

/*
 * Under a design, weights get a factor alpha, and the default lambda is left only for a clear gain.
 * For complete moments the best lambda is chosen.
 */
void
lambda_search_choose(LambdaSearch *search, uint32 standing, PathPoint *point)
{
	const FoldJudge *judge = &search->judge;
	bool		complete = judge->moments->complete;
	uint32		count = judge->count;
	uint32		folds = judge->folds;
	double	   *raise = search->lambda; /* no longer needed */
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
			raise[g] = floored_square(judge, g, folds) -
				fold_mean(judge, judge->square, count, g, folds);
			point[g].alpha = choose_alpha(judge, g);
		}
		for (uint32 f = 0; f < folds; f++)
		{
			double		loss = judge->share[f] *
				fold_loss(judge, f, g, point[g].alpha, raise[g]);

			sum += loss;
			squares += loss * loss;
		}
		/* with few looks, an estimate without bias may be negative; an error is not */
		point[g].cv_mse = judge->unit * Max(sum, 0);
		point[g].cv_se = judge->unit *
			sqrt(Max(squares - sum * sum / folds, 0) * folds / (folds - 1));
	}

	for (uint32 g = 0; g < count; g++)
	{
		double		sum = 0;
		double		squares = 0;
		double		bound;

		for (uint32 f = 0; f < folds; f++)
		{
			double		gain = judge->share[f] *
				(fold_loss(judge, f, g, point[g].alpha, raise[g]) -
				 fold_loss(judge, f, standing, point[standing].alpha, raise[standing]));

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
