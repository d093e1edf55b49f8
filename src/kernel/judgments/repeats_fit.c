/*
 * repeats_fit.c
 *		The predictor on mean judgments, and a forecast of its squared error.
 *
 * Sabato and Kalai (2013), step 4, without collecting new judgments: the moments
 * of r judgments follow from those of the observed ones.  The search's own objective
 * forecasts too small an error, as it fits noise; cross-validation at each budget has
 * noise of its own.  So the error is measured on held-out objects at budgets that
 * double, and between two of them it falls as the objective rises.
 */
#include "kernel/judgments/repeats_fit.h"

#include "kernel/psd.h"

/* Negative errors above this share of the target's mean square are rounding errors. */
#define ROUNDING 1e-12

/* Solves for the weights with positive semidefinite estimates. */
static Status
solve(Work *work, const JudgmentEstimates *estimates, const int64 *repeats, double ridge, double *w,
	  double *intercept)
{
	int			d = estimates->d;
	double	   *m = WORK_ARRAY(work, (size_t) d * d, double);
	double	   *b = WORK_ARRAY(work, d, double);
	double	   *x = WORK_ARRAY(work, d, double);
	int		   *chosen = WORK_ARRAY(work, d, int);
	Status		status;
	int			n = 0;
	int			a,
				i,
				j;

	*intercept = estimates->label_mean;
	for (a = 0; a < d; a++)
	{
		w[a] = 0;
		if (repeats[a] > 0)
			chosen[n++] = a;
	}
	for (i = 0; i < n; i++)
	{
		const double *row = estimates->sigma + (size_t) chosen[i] * d;

		for (j = 0; j < n; j++)
			m[(size_t) i * n + j] = row[chosen[j]];
		a = chosen[i];
		m[(size_t) i * n + i] += ridge + estimates->v[a] / (double) repeats[a];
		b[i] = estimates->b[a];
	}
	if (n > 0)
	{
		status = psd_solve(work, m, n, b, x);
		if (status != KERNEL_OK)
			return status;
	}

	for (i = 0; i < n; i++)
	{
		w[chosen[i]] = x[i];
		*intercept -= x[i] * estimates->mean[chosen[i]];
	}
	return KERNEL_OK;
}

Status
repeats_fit(Work *work, JudgmentEstimates *estimates, const int64 *repeats, double ridge, double *w,
			double *intercept)
{
	Work	   *scratch = work_begin(work);
	Status		status = psd_make(scratch, estimates->sigma, estimates->d);

	if (status == KERNEL_OK)
		status = solve(scratch, estimates, repeats, ridge, w, intercept);
	work_end(scratch);
	return status;
}

void
repeats_shrink(const JudgmentEstimates *estimates, double alpha, double *w, double *intercept)
{
	*intercept = alpha * *intercept + (1 - alpha) * estimates->label_mean;
	for (int a = 0; a < estimates->d; a++)
		w[a] *= alpha;
}

/*
 * The noise of the score replaces share_a, the part of the inner variance v_a in the means
 * x_a, by v_a / r_a.
 */
RepeatsLoss
repeats_loss(const JudgmentMoments *moments, const int64 *repeats,
			 const double *w, double intercept, double label_mean)
{
	int			d = moments->d;
	size_t		n = (size_t) d + 1;
	double		objects = (double) moments->objects;
	double		label = moments->mean[d] - label_mean;
	double		score = intercept - label_mean;
	double		products = 0;
	double		squares = 0;
	double		noise = 0;
	int			a,
				i;

	Assert(moments->pending == 0 && moments->objects > 0);
	for (a = 0; a < d; a++)
	{
		const double *row = moments->gram + a * n;
		double		product = w[a] * row[a] / 2;
		double		repeated = (double) moments->repeated[a];
		double		v = moments->inner[a] / repeated;

		if (w[a] == 0)
			continue;
		for (i = 0; i < a; i++)
			product += w[i] * row[i];
		squares += 2 * w[a] * product;
		products += w[a] * moments->gram[d * n + a];
		score += w[a] * moments->mean[a];
		noise += w[a] * w[a] * (v / (double) repeats[a]
								- (moments->inner_share[a] + (objects - repeated) * v) / objects);
	}
	return (RepeatsLoss)
	{
		.none = label * label + moments->gram[d * n + d] / objects,
		.product = label * score + products / objects,
		.square = score * score + squares / objects + noise
	};
}

bool
repeats_training(const JudgmentFolds *folds, int f, JudgmentMoments *training)
{
	if (folds->part[f] == NULL || judgment_moments_objects(folds->part[f]) < 2)
		return false;
	judgment_folds_sum(folds, f, training);
	return training->objects > 0 && judgment_moments_unrepeated(training) < 0;
}

/* Returns the factor of the score that is best on all folds, from 0 to 1; 1 if nothing is known. */
static double
best_shrinkage(const JudgmentFolds *folds, const RepeatsLoss *loss)
{
	double		product = 0;
	double		square = 0;

	for (int f = 0; f < JUDGMENT_FOLDS; f++)
	{
		double		objects = (double) folds->part[f]->objects;

		product += objects * loss[f].product;
		square += objects * loss[f].square;
	}
	if (!isfinite(product) || product >= square)
		return 1;
	return Max(product / square, 0);
}

void
repeats_forecast(const JudgmentFolds *folds, const RepeatsLoss *loss, bool shrink,
				 RepeatsForecast *forecast)
{
	double		objects = (double) judgment_folds_objects(folds);
	double		alpha = shrink ? best_shrinkage(folds, loss) : 1;
	double		mean = 0;
	double		squares = 0;
	double		size = 0;

	for (int f = 0; f < JUDGMENT_FOLDS; f++)
	{
		const JudgmentMoments *part = folds->part[f];
		double		label = part->mean[part->d];
		double		n = (double) part->objects;

		mean += repeats_loss_at(&loss[f], alpha) * (n / objects);
		size += (label * label + part->gram[(size_t) part->d * (part->d + 2)] / n) * (n / objects);
	}
	for (int f = 0; f < JUDGMENT_FOLDS; f++)
	{
		double		share = (double) folds->part[f]->objects / objects;
		double		off = repeats_loss_at(&loss[f], alpha) - mean;

		squares += share * share * off * off;
	}
	*forecast = (RepeatsForecast)
	{
		.alpha = alpha,
		.mse = mean < 0 && mean >= -ROUNDING * size ? 0 : mean,
		.se = sqrt(squares * JUDGMENT_FOLDS / (JUDGMENT_FOLDS - 1))
	};
	if (!(forecast->mse >= 0) || !isfinite(forecast->mse + forecast->se))
		forecast->mse = forecast->se = NAN;
}

/* The budgets for which repeats are chosen: 0, the cheapest judgment, and its doubles. */
typedef struct Budgets
{
	double		cheapest;		/* judgment that costs something; INFINITY: all are free */
	int			count;			/* up to the first that is spent or more */
} Budgets;

static Budgets
budgets_up_to(double spent, const double *costs, int d)
{
	Budgets		budgets = {.cheapest = INFINITY,.count = 1};

	for (int a = 0; a < d; a++)
	{
		double		cost = costs == NULL ? 1 : costs[a];

		if (cost > 0)
			budgets.cheapest = Min(budgets.cheapest, cost);
	}
	if (spent >= budgets.cheapest)
		budgets.count += 1 + (int) ceil(log2(spent / budgets.cheapest));
	return budgets;
}

static double
budget_at(const Budgets *budgets, int k)
{
	return k == 0 ? 0 : ldexp(budgets->cheapest, k - 1);
}

/* The estimates without one fold, for the choice of repeats and for the fit. */
typedef struct Training
{
	JudgmentMoments moments;
	JudgmentEstimates choice;
	JudgmentEstimates fit;
	int64	   *repeats;
	double	   *weight;
} Training;

static Status
prepare(Work *work, Training *training, const RepeatsPurchase *purchase)
{
	Status		status = judgment_estimates_compute(&training->fit, &training->moments);

	if (status == KERNEL_OK && purchase->chosen)
	{
		status = judgment_estimates_compute(&training->choice, &training->moments);
		if (status == KERNEL_OK)
			status = repeats_prepare(work, &training->choice, purchase->method);
	}
	return status == KERNEL_OK ? psd_make(work, training->fit.sigma, training->fit.d) : status;
}

/* Measures the predictor without fold f on this fold, with the repeats for a budget. */
static Status
measure(Work *work, const JudgmentFolds *folds, int f, Training *training,
		const RepeatsPurchase *purchase, double budget, double ridge, RepeatsLoss *loss)
{
	const int64 *repeats = purchase->repeats;
	double		intercept;
	Status		status;

	if (purchase->chosen)
	{
		repeats_choose(work, purchase->method, &training->moments, &training->choice,
					   purchase->costs, budget, training->repeats);
		repeats = training->repeats;
	}
	status = solve(work, &training->fit, repeats, ridge, training->weight, &intercept);
	if (status == KERNEL_OK)
		*loss = repeats_loss(folds->part[f], repeats, training->weight, intercept,
							 training->fit.label_mean);
	return status;
}

/* loss: [budgets->count + 1][JUDGMENT_FOLDS], the last for the money spent. */
static Status
measure_folds(Work *work, const JudgmentFolds *folds, const RepeatsPurchase *purchase, double ridge,
			  const Budgets *budgets, RepeatsLoss *loss, bool *possible)
{
	Training	training;
	Status		status = KERNEL_OK;

	judgment_moments_init(work, &training.moments, folds->d);
	judgment_estimates_init(work, &training.choice, folds->d);
	judgment_estimates_init(work, &training.fit, folds->d);
	training.repeats = WORK_ARRAY(work, folds->d, int64);
	training.weight = WORK_ARRAY(work, folds->d, double);

	*possible = true;
	for (int f = 0; f < JUDGMENT_FOLDS; f++)
	{
		*possible = repeats_training(folds, f, &training.moments);
		if (!*possible)
			return KERNEL_OK;
		status = prepare(work, &training, purchase);
		for (int k = 0; status == KERNEL_OK && k <= budgets->count; k++)
		{
			double		budget = k < budgets->count ? budget_at(budgets, k) : purchase->spent;
			Work	   *scratch = work_begin(work);

			status = measure(scratch, folds, f, &training, purchase, budget, ridge,
							 &loss[k * JUDGMENT_FOLDS + f]);
			work_end(scratch);
		}
		if (status != KERNEL_OK)
			return status;
	}
	return status;
}

/*
 * Returns the share of the step from the last but one budget to the last that the money spent
 * has made, by the objective of the search on all objects.
 */
static Status
share_of_step(Work *work, const RepeatsPurchase *purchase, const Budgets *budgets, double *share)
{
	const JudgmentMoments *moments = purchase->moments;
	const double budget[] = {
		budget_at(budgets, budgets->count - 2), purchase->spent, budget_at(budgets, budgets->count - 1)
	};
	double		objective[lengthof(budget)];
	int64	   *repeats = WORK_ARRAY(work, moments->d, int64);
	JudgmentEstimates estimates;
	Status		status;

	judgment_estimates_init(work, &estimates, moments->d);
	status = judgment_estimates_compute(&estimates, moments);
	if (status == KERNEL_OK)
		status = repeats_prepare(work, &estimates, purchase->method);
	if (status != KERNEL_OK)
		return status;
	for (size_t k = 0; k < lengthof(budget); k++)
		objective[k] = repeats_choose(work, purchase->method, moments, &estimates, purchase->costs,
									  budget[k], repeats);
	*share = objective[2] > objective[0] ?
		Min(Max((objective[1] - objective[0]) / (objective[2] - objective[0]), 0), 1) : 1;
	return KERNEL_OK;
}

/*
 * Puts the forecast between those of two budgets.  A budget has the least forecast of all
 * budgets up to it, as more judgments do no harm to shrunk weights: a larger forecast would be
 * noise of the folds.  A forecast that is NaN says nothing.
 */
static Status
combine(Work *work, const RepeatsPurchase *purchase, const Budgets *budgets,
		const RepeatsForecast *each, double *mse)
{
	int			last = budgets->count - 1;
	double		before = each[0].mse;
	double		share;
	Status		status;

	if (last > 0)
	{
		status = share_of_step(work, purchase, budgets, &share);
		if (status != KERNEL_OK)
			return status;
		for (int k = 1; k < last; k++)
			before = fmin(before, each[k].mse);
		before += share * (fmin(before, each[last].mse) - before);
	}
	*mse = before;
	return KERNEL_OK;
}

Status
repeats_cross_validate(Work *work, const JudgmentFolds *folds, const RepeatsPurchase *purchase,
					   double ridge, RepeatsForecast *forecast)
{
	Work	   *scratch = work_begin(work);
	Budgets		budgets = {.count = 0};
	RepeatsLoss *loss;
	RepeatsForecast *each;
	bool		possible;
	Status		status;

	if (purchase->chosen)
		budgets = budgets_up_to(purchase->spent, purchase->costs, folds->d);
	loss = WORK_ARRAY(scratch, (budgets.count + 1) * JUDGMENT_FOLDS, RepeatsLoss);
	each = WORK_ARRAY(scratch, budgets.count + 1, RepeatsForecast);
	*forecast = (RepeatsForecast) {.alpha = 1,.mse = NAN,.se = NAN};
	status = measure_folds(scratch, folds, purchase, ridge, &budgets, loss, &possible);
	if (status == KERNEL_OK && possible)
	{
		for (int k = 0; k <= budgets.count; k++)
			repeats_forecast(folds, loss + k * JUDGMENT_FOLDS, purchase->chosen, &each[k]);
		*forecast = each[budgets.count];
		if (purchase->chosen && !isnan(forecast->mse))
			status = combine(scratch, purchase, &budgets, each, &forecast->mse);
	}
	work_end(scratch);
	return status;
}
