/*
 * partial_fit.c
 *		From moments to a model that predicts from any known attributes.
 */
#include "kernel/spending/partial_fit.h"

#include "kernel/moments/fit.h"

/* A score that leaves less than this share of its square leaves that much. */
#define LEAST_REST 1e-9

/* All live attributes of the factors at hand; returns how many. */
static uint32
list_live(const Factors *factors, uint32 *live)
{
	uint32		n = 0;

	for (uint32 i = 0; i < factors->d; i++)
		if (factors_live(factors, i))
			live[n++] = i;
	return n;
}

/* Judge the weights of all attributes on every fold. */
static void
held_out_all(NestedCV *nested, uint32 *live)
{
	for (uint32 f = 0; f < nested->folds; f++)
	{
		uint32		at[2] = {0, 1};
		uint32		count;

		nested_cv_fold(nested, f);
		count = list_live(&nested->factors, live);
		nested_cv_held_out(nested, f, &(NestedCVPath) {1, &count, at, live});
	}
}

/*
 * The arrays; of L the last columns, which are the largest, and what the others
 * have of the variance to the diagonal.
 */
static void
fill_arrays(const NestedCV *nested, double *words, uint32 rank)
{
	const Estimate *estimate = nested->estimate;
	const double *shift = nested->moments->shift;
	uint32		dropped = estimate->rank - rank;
	PartialArrays to;

	partial_model_arrays(words, nested->d, rank, &to);
	for (uint32 i = 0; i < nested->d; i++)
	{
		bool		live = !estimate->constant[i];

		to.centre[i] = estimate->centre[i] + (shift != NULL ? shift[i] : 0);
		to.metric[i] = live ? estimate->metric[i] : 0;
		to.cross[i] = live ? estimate->cross[i] : 0;
		to.rest[i] = estimate->rest[i];
		for (uint32 k = 0; k < estimate->rank; k++)
		{
			double		l = live ? estimate->factor[(size_t) k * nested->d + i] : 0;

			if (k < dropped)
				to.rest[i] += l * l;
			else
				to.factor[(size_t) i * rank + k - dropped] = l;
		}
	}
}

/* What the folds say: length, link, and how much worse the error is than thought. */
static void
fill_scale(PartialHead *head, const NestedCV *nested, const Shrinkage *shrinkage, bool found, double q)
{
	double		share = q / (1 + q);	/* r */
	double		rest = Max(shrinkage->square - shrinkage->covariance * shrinkage->covariance,
						   LEAST_REST * shrinkage->square);

	head->forecast = shrinkage->forecast;
	head->forecast_se = shrinkage->forecast_se;
	head->linked = shrinkage->linked;
	if (!found || !(q > 0))
	{
		head->length = 0;
		return;
	}
	head->length = shrinkage->alpha / share;
	if (shrinkage->square > 0)
	{
		head->gap = shrinkage->covariance;
		head->spread = share / (1 - share) * rest * (nested->unit / head->y_variance);
	}
}

/* View the words, which are no model where a number overflows. */
static void
check_model(Work *work, PartialModel *model, const double *words, size_t count)
{
	if (!partial_model_view(model, words, count))
		work->raise(work, KERNEL_SINGULAR);
}

double *
partial_fit(Work *work, Moments *moments, const SpendingOptions *options, size_t *count)
{
	Work	   *scratch = work_begin(work);
	uint32	   *live = WORK_ARRAY(scratch, moments->d, uint32);
	double	   *words;
	PartialHead *head;
	uint32		lives;
	uint32		rank;
	double		q;
	bool		found;
	NestedCV	nested;
	PartialModel model;

	nested_cv_init(scratch, &nested, moments, 1, options);
	if (nested.possible)
		held_out_all(&nested, live);
	nested_cv_fold(&nested, nested.folds);
	lives = list_live(&nested.factors, live);
	(void) nested_cv_weights(&nested, live, lives, nested.weight);
	found = lambda_search_stretch(nested.estimate, nested.weight) > 0;

	rank = Min(nested.estimate->rank, PARTIAL_RANK);
	*count = partial_model_words(nested.d, rank);
	words = WORK_ARRAY(work, *count, double);
	head = (PartialHead *) words;
	*head = (PartialHead)
	{
		.d = nested.d, .rank = rank, .rows = nested.rows,
			.y_mean = nested.estimate->y_mean, .y_variance = nested.estimate->y_variance,
			.lambda = nested.factors.lambda, .length = fit_without_folds(nested.rows),
			.gap = 1, .spread = 1, .low = -INFINITY, .high = INFINITY,
			.slope = 1, .forecast = NAN, .forecast_se = NAN
	};
	if (nested.rows > 0)
	{
		head->low = moments->target.low;
		head->high = moments->target.high;
		head->two_valued = shrinkage_two_valued(&moments->target, nested.rows);
	}
	fill_arrays(&nested, words, rank);
	check_model(work, &model, words, *count);
	if (nested.possible)
	{
		Shrinkage	shrinkage;

		/* with those columns of L that it keeps */
		work_check(work, factors_weights(&model.factors, live, lives, &nested.scratch, nested.some, &q));
		nested_cv_scale(&nested, 0, head->y_mean, found, &shrinkage);
		fill_scale(head, &nested, &shrinkage, found, q);
		check_model(work, &model, words, *count);
	}
	work_end(scratch);
	return words;
}
