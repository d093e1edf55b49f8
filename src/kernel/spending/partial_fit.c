/*
 * partial_fit.c
 *		From moments to a model that predicts from any known attributes.
 */
#include "kernel/spending/partial_model.h"

#include <cblas.h>

#include "kernel/eigen.h"
#include "kernel/spending/nested_cv.h"

/* The variance of a score within classes is at least this share of its square. */
#define LEAST_REST 1e-9

/*
 * The rest of the covariance counts as diagonal if its largest eigenvalue is at most this
 * multiple of the mean variance.  Independent columns with knots reach 1.08.  Pixels seen in a
 * few looks reach 2 to 4, and a larger bound raised the cost of asking by a fifth (bench/asking).
 */
#define MOST_LEFT 1.25

/* Lists the live attributes of factors and returns their number. */
static uint32
list_live(const Factors *factors, uint32 *live)
{
	uint32		n = 0;

	for (uint32 i = 0; i < factors->d; i++)
		if (factors_live(factors, i))
			live[n++] = i;
	return n;
}

/* The model with all attributes known. */
typedef struct AllKnown
{
	NestedCV	nested;
	uint32	   *live;			/* [d] */
} AllKnown;

/* A model with one of the two forms of the covariance. */
typedef struct PartialCandidate
{
	PartialHead head;
	double	   *number;
	size_t		count;
	PartialModel model;			/* a view of head and numbers */
	double		q;				/* with all attributes known */
} PartialCandidate;

/* Finds weight[d] with all attributes known.  Returns the number of live attributes. */
static uint32
weights_of_all(AllKnown *all, double *weight)
{
	uint32		count = list_live(&all->nested.factors, all->live);

	(void) nested_cv_weights(&all->nested, all->live, count, weight);
	return count;
}

/* Gives the judge one series: the weights with all attributes known. */
static uint32
all_known(FoldJudge *judge, void *context)
{
	AllKnown   *all = context;

	nested_cv_view(&all->nested);
	(void) weights_of_all(all, judge->weight);
	return 1;
}

/*
 * Fills the arrays with the last "rank" columns of L, which are the largest.  The variance of
 * the others is added to the diagonal.
 */
static void
fill_arrays(const NestedCV *nested, double *number, uint32 rank)
{
	const Estimate *estimate = nested->judge.estimate;
	const double *shift = nested->judge.moments->shift;
	uint32		d = nested->judge.d;
	uint32		dropped = estimate->rank - rank;
	PartialArrays to;

	partial_model_arrays(number, d, &to);
	for (uint32 i = 0; i < d; i++)
	{
		bool		live = !estimate->constant[i];

		to.centre[i] = estimate->centre[i] + (shift != NULL ? shift[i] : 0);
		to.metric[i] = live ? estimate->metric[i] : 0;
		to.cross[i] = live ? estimate->cross[i] : 0;
		to.rest[i] = estimate->rest[i];
		for (uint32 k = 0; k < estimate->rank; k++)
		{
			double		l = live ? estimate->factor[(size_t) k * d + i] : 0;

			if (k < dropped)
				to.rest[i] += l * l;
			else
				to.factor[(size_t) i * rank + k - dropped] = l;
		}
	}
}

/*
 * Replaces the factors by those of the whole covariance, L L' + c c' / v_y.  The largest columns
 * of L have no component along the direction that the target explains, so that with a few known
 * attributes they would explain too little.  Each eigenvalue is reduced by the largest one that
 * is not kept, as those of L were by half the edge.  Returns false if that one stands out: then
 * the rest is not diagonal.
 */
static bool
fill_whole(Work *work, const NestedCV *nested, double *number)
{
	const Estimate *estimate = nested->judge.estimate;
	uint32		d = nested->judge.d;
	uint32		dropped = d - WHOLE_RANK;
	double		mean = 0;		/* of the diagonal */
	double		bound;
	double	   *square = estimate->square;
	double	   *eigenvalue = estimate->scratch;
	PartialArrays to;

	partial_model_arrays(number, d, &to);
	cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, d, estimate->rank, 1.0, estimate->factor, d,
				0.0, square, d);
	cblas_dsyr(CblasColMajor, CblasLower, d, 1 / estimate->y_variance, to.cross, 1, square, d);
	for (uint32 i = 0; i < d; i++)
	{
		to.rest[i] = estimate->rest[i] + square[(size_t) i * d + i];
		mean += to.rest[i] / d;
	}
	work_check(work, eigen_all(work, square, d, eigenvalue));
	bound = dropped > 0 ? eigenvalue[dropped - 1] : 0;
	for (uint32 i = 0; i < d; i++)
	{
		for (uint32 k = 0; k < WHOLE_RANK; k++)
		{
			double		l = sqrt(Max(eigenvalue[dropped + k] - bound, 0)) *
				square[(size_t) (dropped + k) * d + i];

			to.factor[(size_t) i * WHOLE_RANK + k] = l;
			to.rest[i] -= l * l;
		}
		to.rest[i] = Max(to.rest[i], estimate->rest[i]);
	}
	return bound <= MOST_LEFT * mean;
}

/* Sets the part of the head that is cross-validated. */
static void
fill_scale(PartialCandidate *candidate, const PartialScale *scale, bool found)
{
	PartialHead *head = &candidate->head;
	const Shrinkage *shrinkage = &scale->shrinkage;
	double		share = factors_share(&candidate->model.factors, candidate->q);	/* r */
	double		rest = Max(shrinkage->square - shrinkage->covariance * shrinkage->covariance,
						   LEAST_REST * shrinkage->square);

	head->forecast = shrinkage->forecast;
	head->forecast_se = shrinkage->forecast_se;
	head->linked = shrinkage->linked;
	if (!found || !(candidate->q > 0))
	{
		head->length = 0;
		return;
	}
	head->length = shrinkage->alpha / share;
	if (shrinkage->square > 0)
	{
		head->gap = shrinkage->covariance;
		head->spread = share / (1 - share) * rest * (scale->unit / head->y_variance);
	}
}

/* Views head and arrays; raises an error if a number has overflowed. */
static void
check_model(Work *work, PartialCandidate *candidate)
{
	if (!partial_model_view(&candidate->model, &candidate->head, candidate->number, candidate->count))
		work->raise(work, KERNEL_SINGULAR);
}

/* Makes a model of this rank.  Returns false if factors of the whole covariance do not suit. */
static bool
make_model(Work *work, const AllKnown *all, uint32 live, const PartialHead *head, uint32 rank,
		   PartialCandidate *candidate)
{
	const NestedCV *nested = &all->nested;

	candidate->count = partial_model_numbers(nested->judge.d, rank);
	candidate->number = WORK_ARRAY(work, candidate->count, double);
	candidate->head = *head;
	candidate->head.rank = rank;
	fill_arrays(nested, candidate->number, rank);
	if (rank == WHOLE_RANK && !fill_whole(work, nested, candidate->number))
		return false;
	check_model(work, candidate);
	work_check(work, factors_weights(&candidate->model.factors, all->live, live, &nested->scratch,
									 nested->some, &candidate->q));
	return rank < WHOLE_RANK || candidate->q < 1;
}

double *
partial_fit(Work *work, Moments *moments, const FitOptions *options, uint32 omit,
			PartialScale *scale, PartialHead *head, size_t *count)
{
	bool		of_all = omit >= moments->folds;
	Work	   *scratch = work_begin(work);
	AllKnown	all = {.live = WORK_ARRAY(scratch, moments->d, uint32)};
	NestedCV   *nested = &all.nested;
	FoldJudge  *judge = &nested->judge;
	const Estimate *estimate;
	PartialCandidate candidate;
	uint32		live;
	bool		found;
	double	   *number;

	nested_cv_init(scratch, nested, moments, 1, options);
	if (of_all)
		scale->judged = nested->possible;
	if (of_all && scale->judged)
		fold_judge_folds(judge, all_known, &all);
	nested_cv_fold(nested, omit);
	estimate = judge->estimate;
	live = weights_of_all(&all, judge->weight);
	found = score_stretch(estimate, judge->weight) > 0;

	*head = (PartialHead)
	{
		.d = judge->d, .rows = estimate->rows,
			.y_mean = estimate->y_mean, .y_variance = estimate->y_variance,
			.lambda = nested->factors.lambda, .length = fit_without_folds(judge->rows),
			.gap = 1, .spread = 1, .low = -INFINITY, .high = INFINITY,
			.slope = 1, .forecast = NAN, .forecast_se = NAN
	};
	if (judge->rows > 0)
	{
		head->low = moments->target.low;
		head->high = moments->target.high;
		head->two_valued = shrinkage_two_valued(&moments->target, judge->rows);
		if (head->two_valued)	/* rounding may leave the range */
			head->y_mean = Min(Max(head->y_mean, head->low), head->high);
	}
	if (estimate->rank < WHOLE_RANK || !make_model(scratch, &all, live, head, WHOLE_RANK, &candidate))
		(void) make_model(scratch, &all, live, head, Min(estimate->rank, PARTIAL_RANK), &candidate);
	if (scale->judged)
	{
		if (of_all)
		{
			fold_judge_shrinkage(judge, 0, head->y_mean, found, &scale->shrinkage);
			scale->unit = judge->unit;
		}
		fill_scale(&candidate, scale, found);
		check_model(work, &candidate);
	}
	*count = candidate.count;
	*head = candidate.head;
	number = WORK_ARRAY(work, candidate.count, double);
	memcpy(number, candidate.number, candidate.count * sizeof(double));
	work_end(scratch);
	return number;
}
