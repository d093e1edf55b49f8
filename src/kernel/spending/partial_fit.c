/*
 * partial_fit.c
 *		From moments to a model that predicts from any known attributes.
 */
#include "kernel/spending/partial_model.h"

#include <cblas.h>

#include "kernel/eigen.h"
#include "kernel/spending/nested_cv.h"

/* A score that leaves less than this share of its square leaves that much. */
#define LEAST_REST 1e-9

/*
 * What is left of the covariance is as good as a diagonal up to this many times its mean.  Of
 * independent columns with knots it is 1.08, of pixels seen in a few looks 2 to 4, where a
 * larger bound made asking dearer by a fifth (bench/ask).
 */
#define MOST_LEFT 1.25

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

typedef struct AllKnown
{
	NestedCV	nested;
	uint32	   *live;			/* [d] */
} AllKnown;

/* One way to keep the covariance. */
typedef struct Kept
{
	PartialHead head;
	double	   *number;
	size_t		count;
	PartialModel model;			/* a view of them */
	double		q;				/* of all attributes */
} Kept;

/* The weights of all attributes in view, to weight[]; returns of how many. */
static uint32
weights_of_all(AllKnown *all, double *weight)
{
	uint32		count = list_live(&all->nested.factors, all->live);

	(void) nested_cv_weights(&all->nested, all->live, count, weight);
	return count;
}

/* The series: these alone. */
static uint32
all_known(FoldJudge *judge, void *of)
{
	AllKnown   *all = of;

	nested_cv_view(&all->nested);
	(void) weights_of_all(all, judge->weight);
	return 1;
}

/*
 * The arrays; of L the last columns, which are the largest, and what the others
 * have of the variance to the diagonal.
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
 * The factors of the whole covariance instead, of L L' + c c' / v_y: the largest of L have
 * nothing of the direction in which the covariance lacks the target's part, so that beside a
 * diagonal few known attributes would explain too little.  Each is reduced by the largest
 * eigenvalue that is not kept, as those of L were by half the edge.  False: that one stands
 * out, so that what is left is more than a diagonal.
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

/* What the folds say: length, link, and how much worse the error is than thought. */
static void
fill_scale(Kept *kept, const PartialScale *scale, bool found)
{
	PartialHead *head = &kept->head;
	const Shrinkage *shrinkage = &scale->shrinkage;
	double		share = factors_share(&kept->model.factors, kept->q);	/* r */
	double		rest = Max(shrinkage->square - shrinkage->covariance * shrinkage->covariance,
						   LEAST_REST * shrinkage->square);

	head->forecast = shrinkage->forecast;
	head->forecast_se = shrinkage->forecast_se;
	head->linked = shrinkage->linked;
	if (!found || !(kept->q > 0))
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

/* View head and arrays, which are no model where a number overflows. */
static void
check_model(Work *work, Kept *kept)
{
	if (!partial_model_view(&kept->model, &kept->head, kept->number, kept->count))
		work->raise(work, KERNEL_SINGULAR);
}

/* Keep so many columns of L.  False: those of the whole covariance are no good. */
static bool
keep(Work *work, const AllKnown *all, uint32 lives, const PartialHead *head, uint32 rank, Kept *kept)
{
	const NestedCV *nested = &all->nested;

	kept->count = partial_model_numbers(nested->judge.d, rank);
	kept->number = WORK_ARRAY(work, kept->count, double);
	kept->head = *head;
	kept->head.rank = rank;
	fill_arrays(nested, kept->number, rank);
	if (rank == WHOLE_RANK && !fill_whole(work, nested, kept->number))
		return false;
	check_model(work, kept);
	work_check(work, factors_weights(&kept->model.factors, all->live, lives, &nested->scratch,
									 nested->some, &kept->q));
	return rank < WHOLE_RANK || kept->q < 1;
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
	Kept		kept;
	uint32		lives;
	bool		found;
	double	   *number;

	nested_cv_init(scratch, nested, moments, 1, options);
	if (of_all)
		scale->judged = nested->possible;
	if (of_all && scale->judged)
		fold_judge_folds(judge, all_known, &all);
	nested_cv_fold(nested, omit);
	estimate = judge->estimate;
	lives = weights_of_all(&all, judge->weight);
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
		if (head->two_valued)	/* rounding may lead out of it */
			head->y_mean = Min(Max(head->y_mean, head->low), head->high);
	}
	if (estimate->rank < WHOLE_RANK || !keep(scratch, &all, lives, head, WHOLE_RANK, &kept))
		(void) keep(scratch, &all, lives, head, Min(estimate->rank, PARTIAL_RANK), &kept);
	if (scale->judged)
	{
		if (of_all)
		{
			fold_judge_shrinkage(judge, 0, head->y_mean, found, &scale->shrinkage);
			scale->unit = judge->unit;
		}
		fill_scale(&kept, scale, found);
		check_model(work, &kept);
	}
	*count = kept.count;
	*head = kept.head;
	number = WORK_ARRAY(work, kept.count, double);
	memcpy(number, kept.number, kept.count * sizeof(double));
	work_end(scratch);
	return number;
}
