/*
 * wide_fit.c
 *		From moments of very many attributes to a ridge model.
 */
#include "kernel/wide/wide_fit.h"

#include "kernel/wide/wide_direction.h"

#include <cblas.h>

typedef struct WideFit
{
	const Moments *moments;
	const FitOptions *options;
	Estimate	estimate;
	WideMatrix	matrix;
	WideDirection direction;
	HeldOut		held_out;
	double	   *weight;			/* [d] */
	double	   *expected;		/* [d] times to be seen, in all folds */
	double	   *scratch;		/* [d] */
	FoldMeasure *measure;		/* [folds] */
	Posterior  *posterior;
} WideFit;

static void
lay_out(WideFit *wide, Chunk *chunk, uint32 d, uint32 folds)
{
	void	   *estimate = chunk_take(chunk, estimate_alone_size(d));
	void	   *matrix = chunk_take(chunk, wide_matrix_size(d));
	void	   *direction = chunk_take(chunk, wide_direction_size(d));
	HeldOut	   *held_out = &wide->held_out;

	memset(held_out, 0, sizeof(HeldOut));
	held_out->d = d;
	held_out->folds = folds;
	held_out->classes = 1;
	held_out->partners = TAKE_ARRAY(chunk, d, double);
	held_out->possible = TAKE_ARRAY(chunk, 1, double);
	held_out->pairs = TAKE_ARRAY(chunk, folds, double);
	wide->weight = TAKE_ARRAY(chunk, d, double);
	wide->expected = TAKE_ARRAY(chunk, d, double);
	wide->scratch = TAKE_ARRAY(chunk, d, double);
	wide->measure = TAKE_ARRAY(chunk, folds, FoldMeasure);
	wide->posterior = TAKE_ARRAY(chunk, 1, Posterior);
	if (chunk->memory == NULL)
		return;
	estimate_init_alone(&wide->estimate, estimate, d);
	wide_matrix_init(&wide->matrix, matrix, d);
	wide_direction_init(&wide->direction, direction, d);
}

size_t
wide_fit_scratch_size(uint32 d, uint32 folds)
{
	WideFit		wide;
	Chunk		chunk = {NULL, 0};

	lay_out(&wide, &chunk, d, folds);
	return chunk.taken;
}

static inline uint32
class_of(const HeldOut *held_out, uint32 i)
{
	return held_out->class_of != NULL ? held_out->class_of[i] : 0;
}

/*
 * How often each attribute was to be seen.  Where it was so twice or once, its n_i
 * says little of that, and weights are of those that were seen more often than
 * they were to be.  So the n_i of a class are taken as of a Poisson distribution
 * whose means are gamma distributed with the shape a, which their spread tells:
 *		E_i = (n_i + a) / (1 + a / n),	n^2 / a = variance of n_i - n,
 * all the same for an even design, n_i themselves for many rows of another.
 */
static void
expect_reads(WideFit *wide)
{
	HeldOut	   *held_out = &wide->held_out;
	uint32		d = held_out->d;

	for (uint32 p = 0; p < held_out->classes; p++)
	{
		double		members = 0;
		double		mean = 0;
		double		square = 0;
		double		excess;

		for (uint32 i = 0; i < d; i++)
			if (class_of(held_out, i) == p)
			{
				members += 1;
				mean += wide->expected[i];
				square += wide->expected[i] * wide->expected[i];
			}
		if (mean == 0)
			continue;
		mean /= members;
		excess = Max(square / members - mean * mean - mean, 0);	/* n^2 / a */
		for (uint32 i = 0; i < d; i++)
			if (class_of(held_out, i) == p)
				wide->expected[i] = mean * (wide->expected[i] * excess + mean * mean) /
					(mean * excess + mean * mean);
	}
}

/*
 * From the pairs seen between classes, in possible[], to the times that each
 * attribute was to be seen with those of a class.
 */
static void
share_pairs(WideFit *wide)
{
	HeldOut	   *held_out = &wide->held_out;
	uint32		classes = held_out->classes;

	for (uint32 p = 0; p < classes; p++)
	{
		double		all = 0;

		for (uint32 i = 0; i < held_out->d; i++)
			all += class_of(held_out, i) == p ? wide->expected[i] : 0;
		for (uint32 i = 0; i < held_out->d; i++)
			if (class_of(held_out, i) == p)
				for (uint32 q = 0; q < classes; q++)
					held_out->partners[(size_t) i * classes + q] = all > 0 ?
						held_out->possible[(size_t) p * classes + q] * (wide->expected[i] / all) : 0;
	}
}

/* Count reads and pairs: how often a pair is to be seen follows (held_out_loss.c). */
static void
count_pairs(WideFit *wide, Poll poll)
{
	const Moments *moments = wide->moments;
	HeldOut	   *held_out = &wide->held_out;
	uint32		classes = held_out->classes;

	held_out->reads = 0;
	for (uint32 i = 0; i < held_out->d; i++)
	{
		wide->expected[i] = moments_marginal(moments, i, moments->folds).n;
		held_out->reads += wide->expected[i];
	}
	expect_reads(wide);
	held_out->all_pairs = 0;
	memset(held_out->possible, 0, (size_t) classes * classes * sizeof(double));
	for (uint32 f = 0; f < moments->folds; f++)
	{
		const Pairs *pairs = &moments->fold[f].pairs;
		size_t		row = 0;

		held_out->pairs[f] = 0;
		for (size_t e = 0, end; e < pairs->used; e = end)
		{
			end = pairs_row_end(pairs, e);
			poll_step(poll, row++);
			held_out->pairs[f] += (double) (end - e) * (end - e - 1);
			for (size_t a = e; a < end && classes > 1; a++)
				for (size_t b = e; b < end; b++)
					if (a != b)
						held_out->possible[(size_t) class_of(held_out, pairs->attribute[a] & ~PAIRS_ROW_END) * classes +
										class_of(held_out, pairs->attribute[b] & ~PAIRS_ROW_END)] += 1;
		}
		held_out->all_pairs += held_out->pairs[f];
	}
	if (classes == 1)
		held_out->possible[0] = held_out->all_pairs;
	share_pairs(wide);
	held_out_count_possible(held_out);
}

/*
 * What the fold's rows say of the weights: E w'(x - a)(y - y_mean) and
 * E (w'(x - a))^2 as held_out_loss.c has them, from a training covariance M that between
 * attributes is V beta beta' alone, as any M will do.
 */
static void
measure_fold(WideFit *wide, const double *weight, uint32 fold, FoldMeasure *measure, Poll poll)
{
	const Estimate *estimate = &wide->estimate;
	const HeldOut *held_out = &wide->held_out;
	const FoldSums *sums = &wide->moments->fold[fold];
	const Pairs *pairs = &sums->pairs;
	double		y_mean = estimate->y_mean;
	double		v = estimate_variance((sums->yy - 2 * y_mean * sums->y) / sums->rows + y_mean * y_mean,
									  sums->yy / sums->rows);
	double	   *explained = wide->scratch;
	double		rows = moments_rows(wide->moments);
	double		share = 0;
	double		linear = 0;
	double		together = 0;
	size_t		row = 0;

	measure->variance = v;
	measure->lin = measure->square = measure->looks = 0;
	for (uint32 i = 0; i < held_out->d; i++)
		share += moments_fold_marginal(wide->moments, fold, i).n / held_out->reads;
	for (uint32 i = 0; i < held_out->d; i++)
	{
		double		w = weight[i];
		double		a = estimate->centre[i];
		double		n = estimate->count[i];
		double		beta = estimate->slope[i] * (n / (n + LAMBDA_SEARCH_SLOPE_PRIOR));
		double		known = w * estimate->metric[i] * estimate->rest[i] * estimate->metric[i] * w;
		double		deviation = w * estimate->unit[i] * sqrt(estimate->variance[i]);
		double		all = wide->expected[i];
		Marginal	m = moments_fold_marginal(wide->moments, fold, i);

		explained[i] = w * beta * sqrt(v);
		if (w == 0)
			continue;
		linear += explained[i];
		measure->square += known;
		measure->looks += deviation * deviation * Max(rows / all - 1, 0);
		if (m.n == 0)
			continue;
		measure->lin += w * (m.xy - a * m.y - y_mean * m.x + m.n * a * y_mean -
							 beta * (m.yy - 2 * y_mean * m.y + m.n * y_mean * y_mean)) / (all * share);
		measure->square += (w * (m.xx - 2 * a * m.x + m.n * a * a) * w -
							m.n * (known + explained[i] * explained[i])) / (all * share);
	}
	for (size_t e = 0, end; e < pairs->used; e = end)
	{
		end = pairs_row_end(pairs, e);
		poll_step(poll, row++);
		for (size_t k = e; k < end; k++)
			for (size_t l = k + 1; l < end; l++)
			{
				uint32		i = pairs->attribute[k] & ~PAIRS_ROW_END;
				uint32		j = pairs->attribute[l] & ~PAIRS_ROW_END;

				if (weight[i] != 0 && weight[j] != 0)
					together += (weight[i] * (pairs->value[k] - estimate->centre[i]) *
								 weight[j] * (pairs->value[l] - estimate->centre[j]) -
								 explained[i] * explained[j]) / held_out_expected_pairs(held_out, i, j);
			}
	}
	if (held_out->pairs[fold] > 0)
		measure->square += 2 * together * (held_out->all_pairs / held_out->pairs[fold]);
	measure->lin += linear * sqrt(v);
	measure->square += linear * linear;
}

/* Estimate from all folds but one, and the weights. */
static Status
solve(WideFit *wide, uint32 omit, double *weight, double *lambda, double *reduced, Poll poll)
{
	Estimate   *estimate = &wide->estimate;

	wide_matrix_estimate(&wide->matrix, estimate, wide->moments, omit,
						 wide->options->own_units, poll);
	*lambda = isnan(wide->options->lambda) ? lambda_search_ridge_lambda(estimate) : wide->options->lambda;
	if (!isfinite(*lambda))
		return KERNEL_SINGULAR;
	return wide_direction_solve(&wide->direction, &wide->matrix, estimate, *lambda, weight,
								reduced, poll);
}

/* HeldOut the weights of each fit to all folds but one on that one. */
static Status
held_out_folds(WideFit *wide, double *unit, Poll poll)
{
	const Moments *moments = wide->moments;
	const Estimate *estimate = &wide->estimate;
	double		rows = moments_rows(moments);

	count_pairs(wide, poll);
	*unit = 0;
	for (uint32 f = 0; f < moments->folds; f++)
	{
		FoldMeasure *measure = &wide->measure[f];
		double		lambda;
		Status		status = solve(wide, f, wide->weight, &lambda, &measure->rest, poll);

		if (status != KERNEL_OK)
			return status;
		measure->share = moments->fold[f].rows / rows;
		measure_fold(wide, wide->weight, f, measure, poll);
		lambda_search_measure(measure, lambda_search_stretch(estimate, wide->weight), estimate->sparsity, 0);
		*unit += measure->share * measure->variance;
		poll_now(poll);
	}
	for (uint32 f = 0; f < moments->folds && *unit > 0; f++)
	{
		FoldMeasure *measure = &wide->measure[f];

		measure->variance /= *unit;
		measure->lin /= *unit;
		measure->square /= *unit;
		measure->rest /= *unit;
		measure->looks /= *unit;
	}
	return KERNEL_OK;
}

Status
wide_fit(Moments *moments, const FitOptions *options, void *scratch, Fit *fit, Poll poll)
{
	WideFit		wide = {.moments = moments,.options = options};
	Chunk		chunk = {scratch, 0};
	double		unit = 0;
	double		stretch;
	double		reduced;
	Shrinkage		shrinkage;
	Status		status;

	Assert(options->penalty == PENALTY_RIDGE && !(options->radius < INFINITY));
	lay_out(&wide, &chunk, moments->d, moments->folds);
	held_out_set_classes(&wide.held_out, options->classes);
	fit_start(fit, moments, lambda_search_possible(moments));
	if (fit->tuned)
	{
		status = held_out_folds(&wide, &unit, poll);
		if (status != KERNEL_OK)
			return status;
	}
	status = solve(&wide, moments->folds, fit->weight, &fit->lambda, &reduced, poll);
	if (status != KERNEL_OK)
		return status;
	stretch = lambda_search_stretch(&wide.estimate, fit->weight);
	fit->alpha = fit_without_folds(wide.estimate.rows);
	if (fit->tuned)
	{
		status = shrinkage_find(wide.measure, moments->folds, unit, wide.estimate.rows,
							lambda_search_kappa(&wide.held_out, wide.estimate.rows, false), &moments->target,
							wide.estimate.y_mean, stretch > 0, wide.posterior, &shrinkage);
		if (status != KERNEL_OK)
			return status;
		fit_set_scale(fit, &shrinkage);
	}
	fit_finish(fit, moments, &wide.estimate, fit->tuned ? fit->alpha * stretch : fit->alpha);
	return KERNEL_OK;
}
