/*
 * partial_fit.c
 *		From moments and the fit of a target to a model that predicts from any known attributes.
 */
#include "kernel/spending/partial_model.h"

#include <cblas.h>

#include "kernel/eigen.h"

/* The variance of a score within classes is at least this share of its square. */
#define LEAST_REST 1e-9

/*
 * The rest of the covariance counts as diagonal if its largest eigenvalue is at most this
 * multiple of the mean variance.  Independent columns with knots reach 1.08.  Pixels seen in a
 * few looks reach 2 to 4, and a larger bound raised the cost of asking by a fifth (bench/asking).
 */
#define MOST_LEFT 1.25

/* Bisections of lambda, each halves the interval of its logarithm. */
#define LAMBDA_STEPS 40

/* The inputs of a partial fit. */
typedef struct PartialFitter
{
	Work	   *work;
	uint32		d;
	Estimate   *estimate;
	const double *shift;		/* [d] of the moments; NULL: 0 */
	const Output *fit;
	double	   *shared;			/* shared by all outputs; NULL: each has its own factors */
	uint32	   *live;			/* [count] attributes that are not constant */
	uint32		count;
	double	   *weight;			/* [d] scratch */
} PartialFitter;

/* A model with one of the forms of the covariance. */
typedef struct PartialCandidate
{
	PartialHead head;
	double	   *number;
	size_t		count;
	PartialModel model;			/* a view of head and numbers */
	double		q;				/* with all attributes known */
} PartialCandidate;

static void
fill_centre(const PartialFitter *fitter, PartialArrays *to)
{
	const Estimate *estimate = fitter->estimate;

	for (uint32 i = 0; i < fitter->d; i++)
	{
		to->centre[i] = estimate->centre[i] + (fitter->shift != NULL ? fitter->shift[i] : 0);
		to->metric[i] = estimate->constant[i] ? 0 : estimate->metric[i];
	}
}

static void
fill_cross(const PartialFitter *fitter, double *cross)
{
	const Estimate *estimate = fitter->estimate;

	for (uint32 i = 0; i < fitter->d; i++)
		cross[i] = estimate->constant[i] ? 0 : estimate->cross[i];
}

/*
 * Fills factors and rest of the whole covariance, with j >= i at i * d + j, which is destroyed.
 * Each eigenvalue is reduced by the largest one that is not kept, as those of L are by half the
 * edge.  least: [d] of the rest.  Returns the largest eigenvalue that is not kept.
 */
static double
fill_largest(Work *work, uint32 d, double *square, uint32 rank, const double *least,
			 PartialArrays *to)
{
	Work	   *scratch = work_begin(work);
	double	   *eigenvalue = WORK_ARRAY(scratch, d, double);
	double	   *vector = WORK_ARRAY(scratch, (size_t) d * d, double);
	double		bound;
	uint32		found;

	for (uint32 i = 0; i < d; i++)
		to->rest[i] = square[(size_t) i * d + i];
	work_check(work, eigen_above(scratch, square, d, -INFINITY, rank + 1, eigenvalue, vector, &found));
	bound = found > rank ? eigenvalue[0] : 0;
	for (uint32 k = 0; k < rank; k++)
	{
		double		scale = sqrt(Max(eigenvalue[found - rank + k] - bound, 0));

		for (uint32 i = 0; i < d; i++)
		{
			double		l = scale * vector[(size_t) (found - rank + k) * d + i];

			to->factor[(size_t) i * rank + k] = l;
			to->rest[i] -= l * l;
		}
	}
	for (uint32 i = 0; i < d; i++)
		to->rest[i] = Max(to->rest[i], least[i]);
	work_end(scratch);
	return bound;
}

/* Fills deviations and correlations of the exact covariance, with j >= i at i * d + j. */
static void
fill_exact(uint32 d, const double *square, PartialArrays *to)
{
	for (uint32 i = 0; i < d; i++)
		to->rest[i] = sqrt(Max(square[(size_t) i * d + i], 0));
	for (uint32 i = 0; i < d; i++)
		for (uint32 j = i + 1; j < d; j++)
		{
			double		scale = to->rest[i] * to->rest[j];

			packed_correlation_set(to->factor, i, j, scale > 0 ? square[(size_t) i * d + j] / scale : 0);
		}
}

double *
partial_shared(Work *work, Moments *moments, const FitOptions *options, uint32 omit, size_t *count)
{
	uint32		d = moments->d;
	Work	   *scratch;
	PartialFitter fitter;
	PartialArrays to;
	double	   *shared;
	double	   *square;

	*count = 0;
	moments_settle(moments);
	if (!moments->complete)
		return NULL;
	*count = partial_shared_numbers(d);
	shared = WORK_ARRAY(work, *count, double);
	scratch = work_begin(work);
	fitter = (PartialFitter) {.d = d,.estimate = estimate_create_vectors(scratch, d),.shift = moments->shift};
	square = WORK_ARRAY(scratch, (size_t) d * d, double);
	estimate_exact(scratch, fitter.estimate, moments, omit, options->own_units, square);
	partial_model_arrays(shared, NULL, d, &to);
	fill_centre(&fitter, &to);
	if (d <= MOST_EXACT)
		fill_exact(d, square, &to);
	else
	{
		double	   *least = fitter.estimate->scratch;

		for (uint32 i = 0; i < d; i++)
			least[i] = EXACT_RAISE * square[(size_t) i * d + i];
		(void) fill_largest(scratch, d, square, PARTIAL_RANK, least, &to);
	}
	work_end(scratch);
	return shared;
}

/*
 * Fills the arrays with the last "rank" columns of L, which are the largest.  The variance of
 * the others is added to the diagonal.
 */
static void
fill_columns(const PartialFitter *fitter, PartialArrays *to, uint32 rank)
{
	const Estimate *estimate = fitter->estimate;
	uint32		d = fitter->d;
	uint32		dropped = estimate->rank - rank;

	for (uint32 i = 0; i < d; i++)
	{
		to->rest[i] = estimate->rest[i];
		for (uint32 k = 0; k < estimate->rank; k++)
		{
			double		l = estimate->constant[i] ? 0 : estimate->factor[(size_t) k * d + i];

			if (k < dropped)
				to->rest[i] += l * l;
			else
				to->factor[(size_t) i * rank + k - dropped] = l;
		}
	}
}

/*
 * Fills the arrays with factors of the whole covariance, L L' + diag psi + c c' / v_y.  The largest
 * columns of L have no component along the direction that the target explains, so that with a few
 * known attributes they would explain too little.  Returns false if an eigenvalue that is not kept
 * stands out: then the rest is not diagonal.
 */
static bool
fill_whole(const PartialFitter *fitter, PartialArrays *to)
{
	const Estimate *estimate = fitter->estimate;
	uint32		d = fitter->d;
	double		mean = 0;		/* of the diagonal */
	double	   *square = estimate->square;

	cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, d, estimate->rank, 1.0, estimate->factor, d,
				0.0, square, d);
	cblas_dsyr(CblasColMajor, CblasLower, d, 1 / estimate->y_variance, to->cross, 1, square, d);
	for (uint32 i = 0; i < d; i++)
	{
		square[(size_t) i * d + i] += estimate->rest[i];
		mean += square[(size_t) i * d + i] / d;
	}
	return fill_largest(fitter->work, d, square, WHOLE_RANK, estimate->rest, to) <= MOST_LEFT * mean;
}

/* Views head and arrays; raises an error if a number has overflowed. */
static void
check_model(const PartialFitter *fitter, PartialCandidate *candidate)
{
	if (!partial_model_view(&candidate->model, &candidate->head, fitter->shared, candidate->number,
							candidate->count))
		fitter->work->raise(fitter->work, KERNEL_SINGULAR);
}

/* Finds the weights of all live attributes, and q. */
static void
solve_all(const PartialFitter *fitter, PartialCandidate *candidate)
{
	Work	   *scratch = work_begin(fitter->work);
	FactorsScratch memory;

	factors_scratch_init(scratch, &memory, &candidate->model.factors);
	work_check(fitter->work, factors_weights(&candidate->model.factors, fitter->live, fitter->count,
											 &memory, fitter->weight, &candidate->q));
	work_end(scratch);
}

/* Makes a model of this rank.  Returns false if factors of the whole covariance do not suit. */
static bool
make_model(const PartialFitter *fitter, const PartialHead *head, uint32 rank,
		   PartialCandidate *candidate)
{
	bool		suits = true;
	PartialArrays to;

	candidate->count = partial_model_numbers(fitter->d, rank);
	candidate->number = WORK_ARRAY(fitter->work, candidate->count, double);
	candidate->head = *head;
	candidate->head.rank = rank;
	partial_model_arrays(fitter->shared, candidate->number, fitter->d, &to);
	fill_cross(fitter, to.cross);
	if (fitter->shared == NULL)
	{
		fill_centre(fitter, &to);
		if (rank == WHOLE_RANK)
			suits = fill_whole(fitter, &to);
		else
			fill_columns(fitter, &to, rank);
	}
	if (!suits)
		return false;
	check_model(fitter, candidate);
	solve_all(fitter, candidate);
	return rank != WHOLE_RANK || candidate->q < 1;
}

/*
 * Raises lambda until all attributes explain no more than they do in the fit.  A few factors and a
 * diagonal may explain more than the covariance that they simplify.
 */
static void
raise_lambda(const PartialFitter *fitter, PartialCandidate *candidate)
{
	double		share = 1 / fitter->fit->stretch;
	double	   *lambda = &candidate->model.factors.lambda;
	double		low = 0;
	double		high = *lambda;

	for (int step = 0; step < LAMBDA_STEPS && candidate->q > share; step++)
	{
		low = *lambda;
		*lambda = Max(2 * *lambda, EXACT_RAISE);
		solve_all(fitter, candidate);
		high = *lambda;
	}
	for (int step = 0; step < LAMBDA_STEPS && low > 0; step++)
	{
		*lambda = sqrt(low * high);
		solve_all(fitter, candidate);
		if (candidate->q > share)
			low = *lambda;
		else
			high = *lambda;
	}
	candidate->head.lambda = *lambda;
}

/* Sets the shrinkage: that of the fit for all attributes, by the folds if it was cross-validated. */
static void
fill_scale(PartialCandidate *candidate, const Output *fit)
{
	PartialHead *head = &candidate->head;
	const Shrinkage *shrinkage = &fit->shrinkage;
	double		share = factors_share(&candidate->model.factors, candidate->q);	/* r */
	double		rest = Max(shrinkage->square - shrinkage->covariance * shrinkage->covariance,
						   LEAST_REST * shrinkage->square);

	head->length = fit->alpha;
	if (isnan(fit->unit))
		return;
	head->forecast = shrinkage->forecast;
	head->forecast_se = shrinkage->forecast_se;
	head->linked = shrinkage->linked;
	if (!(fit->stretch > 0) || !(candidate->q > 0))
	{
		head->length = 0;
		return;
	}
	head->length = shrinkage->alpha / share;
	if (shrinkage->square > 0)
	{
		head->gap = shrinkage->covariance;
		head->spread = share / (1 - share) * rest * (fit->unit / head->y_variance);
	}
}

static void
fill_head(const Moments *moments, const Estimate *estimate, const Output *fit, PartialHead *head)
{
	double		rows = moments_rows(moments);

	*head = (PartialHead)
	{
		.d = moments->d, .rows = estimate->rows,
			.y_mean = estimate->y_mean, .y_variance = estimate->y_variance,
			.lambda = fit->lambda, .length = 1,
			.gap = 1, .spread = 1, .low = -INFINITY, .high = INFINITY,
			.slope = 1, .forecast = NAN, .forecast_se = NAN
	};
	if (rows == 0)
		return;
	head->low = moments->target.low;
	head->high = moments->target.high;
	head->two_valued = shrinkage_two_valued(&moments->target, rows);
	if (head->two_valued)		/* rounding may leave the range */
		head->y_mean = Min(Max(head->y_mean, head->low), head->high);
}

/* Makes the estimate at hand: vectors beside what outputs share, otherwise factors. */
static Estimate *
make_estimate(Work *work, const Moments *moments, const FitOptions *options, uint32 omit)
{
	Estimate   *estimate;

	if (moments->complete)
	{
		estimate = estimate_create_vectors(work, moments->d);
		estimate_exact(work, estimate, moments, omit, options->own_units, NULL);
		return estimate;
	}
	estimate = estimate_create(work, moments->d, moments->folds);
	estimate_moments(work, estimate, moments, omit, options->own_units);
	return estimate;
}

double *
partial_fit(Work *work, Moments *moments, const FitOptions *options, uint32 omit, const Output *fit,
			double *shared, PartialHead *head, size_t *count)
{
	Work	   *scratch = work_begin(work);
	PartialFitter fitter = {
		.work = scratch,.d = moments->d,.fit = fit,.shared = shared,
		.live = WORK_ARRAY(scratch, moments->d, uint32),
		.weight = WORK_ARRAY(scratch, moments->d, double)
	};
	PartialCandidate candidate;
	double	   *number;

	moments_settle(moments);
	fitter.shift = moments->shift;
	fitter.estimate = make_estimate(scratch, moments, options, omit);
	for (uint32 i = 0; i < moments->d; i++)
		if (!fitter.estimate->constant[i])
			fitter.live[fitter.count++] = i;
	fill_head(moments, fitter.estimate, fit, head);
	if (shared != NULL)
	{
		(void) make_model(&fitter, head, SHARED_RANK, &candidate);
		if (moments->d > MOST_EXACT && fit->stretch > 0)
			raise_lambda(&fitter, &candidate);
	}
	else if (fitter.estimate->rank < WHOLE_RANK || !make_model(&fitter, head, WHOLE_RANK, &candidate))
		(void) make_model(&fitter, head, Min(fitter.estimate->rank, PARTIAL_RANK), &candidate);
	fill_scale(&candidate, fit);
	check_model(&fitter, &candidate);
	*count = candidate.count;
	*head = candidate.head;
	number = WORK_ARRAY(work, candidate.count, double);
	memcpy(number, candidate.number, candidate.count * sizeof(double));
	work_end(scratch);
	return number;
}
