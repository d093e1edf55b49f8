/*
 * high_dimensional_fit.c
 *		Fits ridge to moments of very many attributes.
 */
#include "kernel/high_dimensional/high_dimensional_fit.h"

#include "kernel/high_dimensional/high_dimensional_direction.h"

#include <cblas.h>

typedef struct HighDimensionalFit
{
	const Moments *moments;
	const FitOptions *options;
	Estimate   *estimate;
	HighDimensionalMatrix matrix;
	HighDimensionalDirection direction;
	HeldOut		held_out;
	double	   *weight;			/* [d] */
	double	   *fold_weight;	/* [folds * d] weights of the fits without each fold */
	double	   *expected;		/* [d] expected number of reads, in all folds */
	double	   *scratch;		/* [d] */
	FoldMeasure *measure;		/* [folds] */
} HighDimensionalFit;

static inline uint32
class_of(const HeldOut *held_out, uint32 i)
{
	return held_out->class_of != NULL ? held_out->class_of[i] : 0;
}

/*
 * Estimates the expected number of reads of each attribute, from the observed numbers
 * n_i.  If an attribute was read once or twice, n_i is a poor estimate, and weights go to
 * attributes that were read more often than expected.  So the n_i of a class are taken as
 * Poisson distributed; their means are gamma distributed with the shape a, which follows
 * from the variance:
 *		E_i = (n_i + a) / (1 + a / n),	n^2 / a = variance of n_i - n.
 * All E_i are equal for an even design; they approach n_i for many rows of another one.
 */
static void
expect_reads(HighDimensionalFit *high_dimensional)
{
	HeldOut	   *held_out = &high_dimensional->held_out;
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
				mean += high_dimensional->expected[i];
				square += high_dimensional->expected[i] * high_dimensional->expected[i];
			}
		if (mean == 0)
			continue;
		mean /= members;
		excess = Max(square / members - mean * mean - mean, 0);	/* n^2 / a */
		for (uint32 i = 0; i < d; i++)
			if (class_of(held_out, i) == p)
				high_dimensional->expected[i] = mean * (high_dimensional->expected[i] * excess + mean * mean) /
					(mean * excess + mean * mean);
	}
}

/*
 * Shares the pairs observed between classes, in possible[], among attributes: the expected
 * number of pairs of each attribute with those of a class.
 */
static void
share_pairs(HighDimensionalFit *high_dimensional)
{
	HeldOut	   *held_out = &high_dimensional->held_out;
	uint32		classes = held_out->classes;

	for (uint32 p = 0; p < classes; p++)
	{
		double		all = 0;

		for (uint32 i = 0; i < held_out->d; i++)
			all += class_of(held_out, i) == p ? high_dimensional->expected[i] : 0;
		for (uint32 i = 0; i < held_out->d; i++)
			if (class_of(held_out, i) == p)
				for (uint32 q = 0; q < classes; q++)
					held_out->partners[(size_t) i * classes + q] = all > 0 ?
						held_out->possible[(size_t) p * classes + q] * (high_dimensional->expected[i] / all) : 0;
	}
}

/* Counts reads and pairs, from which expected pairs follow (held_out_loss.c). */
static void
count_pairs(Work *work, HighDimensionalFit *high_dimensional)
{
	const Moments *moments = high_dimensional->moments;
	HeldOut	   *held_out = &high_dimensional->held_out;
	uint32		classes = held_out->classes;
	size_t		at = 0;
	KeptRow		row;

	held_out->reads = 0;
	for (uint32 i = 0; i < held_out->d; i++)
	{
		high_dimensional->expected[i] = moments_attribute(moments, i, moments->folds).n;
		held_out->reads += high_dimensional->expected[i];
	}
	expect_reads(high_dimensional);
	held_out->all_pairs = 0;
	memset(held_out->pairs, 0, moments->folds * sizeof(double));
	memset(held_out->possible, 0, (size_t) classes * classes * sizeof(double));
	for (size_t step = 0; rows_next(&moments->rows, &at, &row); step++)
	{
		double		n = kept_row_present(&row);

		work_poll_step(work, step);
		held_out->pairs[row.fold] += row.weight * n * (n - 1);
		held_out->all_pairs += row.weight * n * (n - 1);
		for (uint32 a = 0; a < row.n && classes > 1; a++)
			for (uint32 b = 0; b < row.n; b++)
				if (a != b && !((row.label[a] | row.label[b]) & ROW_MISSING))
					held_out->possible[(size_t) class_of(held_out, row.label[a] & ROW_LABEL) * classes +
									   class_of(held_out, row.label[b] & ROW_LABEL)] += row.weight;
	}
	if (classes == 1)
		held_out->possible[0] = held_out->all_pairs;
	share_pairs(high_dimensional);
	held_out_count_possible(held_out, moments);
}

/*
 * Measures the weights on the rows of a fold: E w'(x - a)(y - y_mean) and
 * E (w'(x - a))^2 as in held_out_loss.c.  Any training covariance M will do; here it is
 * V beta beta' between attributes.
 */
static void
measure_fold(Work *work, HighDimensionalFit *high_dimensional, const double *weight, uint32 fold,
			 FoldMeasure *measure)
{
	const Estimate *estimate = high_dimensional->estimate;
	const HeldOut *held_out = &high_dimensional->held_out;
	TargetSums	target = moments_fold_target(high_dimensional->moments, fold);
	double		fold_rows = high_dimensional->moments->fold[fold].rows;
	double		y_mean = estimate->y_mean;
	double		v = estimate_variance((target.yy - 2 * y_mean * target.y) / fold_rows + y_mean * y_mean,
									  target.yy / fold_rows);
	double	   *explained = high_dimensional->scratch;
	double		rows = moments_rows(high_dimensional->moments);
	double		share = 0;
	double		linear = 0;
	double		together = 0;
	size_t		at = 0;
	KeptRow		row;

	measure->variance = v;
	measure->lin = measure->square = measure->looks = 0;
	for (uint32 i = 0; i < held_out->d; i++)
		share += moments_fold_attribute(high_dimensional->moments, fold, i).n / held_out->reads;
	for (uint32 i = 0; i < held_out->d; i++)
	{
		double		w = weight[i];
		double		a = estimate->centre[i];
		double		n = estimate->count[i];
		double		beta = estimate->slope[i] * (n / (n + FOLD_JUDGE_PRIOR));
		double		known = w * estimate->metric[i] * estimate->rest[i] * estimate->metric[i] * w;
		double		sd = w * estimate->unit[i] * sqrt(estimate->variance[i]);
		double		all = high_dimensional->expected[i];
		AttributeSums m = moments_fold_attribute(high_dimensional->moments, fold, i);
		TargetCell	cell = moments_fold_cell(high_dimensional->moments, fold, i);

		explained[i] = w * beta * sqrt(v);
		if (w == 0)
			continue;
		linear += explained[i];
		measure->square += known;
		measure->looks += sd * sd * Max(rows / all - 1, 0);
		if (m.n == 0)
			continue;
		measure->lin += w * (cell.xy - a * cell.y - y_mean * m.x + m.n * a * y_mean -
							 beta * (cell.yy - 2 * y_mean * cell.y + m.n * y_mean * y_mean)) / (all * share);
		measure->square += (w * (m.xx - 2 * a * m.x + m.n * a * a) * w -
							m.n * (known + explained[i] * explained[i])) / (all * share);
	}
	for (size_t step = 0; rows_next(&high_dimensional->moments->rows, &at, &row); step++)
	{
		work_poll_step(work, step);
		for (uint32 k = 0; k < row.n && row.fold == fold; k++)
			for (uint32 l = k + 1; l < row.n; l++)
			{
				uint32		i = row.label[k] & ROW_LABEL;
				uint32		j = row.label[l] & ROW_LABEL;

				if (weight[i] != 0 && weight[j] != 0 && !((row.label[k] | row.label[l]) & ROW_MISSING))
					together += row.weight *
						(weight[i] * (row.value[k] - estimate->centre[i]) *
						 weight[j] * (row.value[l] - estimate->centre[j]) -
						 explained[i] * explained[j]) / held_out_expected_pairs(held_out, i, j);
			}
	}
	if (held_out->pairs[fold] > 0)
		measure->square += 2 * together * (held_out->all_pairs / held_out->pairs[fold]);
	measure->lin += linear * sqrt(v);
	measure->square += linear * linear;
}

/* Finds the estimate from all folds without omit, and its weights. */
static void
solve(Work *work, HighDimensionalFit *high_dimensional, uint32 omit, double *weight, double *lambda,
	  double *reduced)
{
	Estimate   *estimate = high_dimensional->estimate;

	high_dimensional_matrix_estimate(work, &high_dimensional->matrix, estimate,
									 high_dimensional->moments, omit,
									 high_dimensional->options->own_units);
	*lambda = isnan(high_dimensional->options->lambda) ? lambda_search_ridge_lambda(estimate) : high_dimensional->options->lambda;
	if (!isfinite(*lambda))
		work->raise(work, KERNEL_SINGULAR);
	high_dimensional_direction_solve(work, &high_dimensional->direction, &high_dimensional->matrix,
									 estimate, *lambda, weight, reduced);
}

/* Fits to all folds without each one, measures the weights on it, and keeps them stretched. */
static void
judge_folds(Work *work, HighDimensionalFit *high_dimensional)
{
	const Moments *moments = high_dimensional->moments;
	const Estimate *estimate = high_dimensional->estimate;
	double		rows = moments_rows(moments);

	count_pairs(work, high_dimensional);
	for (uint32 f = 0; f < moments->folds; f++)
	{
		FoldMeasure *measure = &high_dimensional->measure[f];
		double		lambda;
		double		stretch;

		solve(work, high_dimensional, f, high_dimensional->weight, &lambda, &measure->rest);
		stretch = score_stretch(estimate, high_dimensional->weight);
		for (uint32 i = 0; i < moments->d; i++)
			high_dimensional->fold_weight[(size_t) f * moments->d + i] = stretch * high_dimensional->weight[i];
		measure->share = moments->fold[f].rows / rows;
		measure->terms = score_terms(estimate, high_dimensional->options->looks,
									 high_dimensional->weight);
		measure_fold(work, high_dimensional, high_dimensional->weight, f, measure);
		fold_measure_stretch(measure, stretch, held_out_sparsity(&high_dimensional->held_out, estimate), 0);
		work_poll(work);
	}
}

void
high_dimensional_fit(Work *work, Moments *moments, const FitOptions *options,
					 Output *output)
{
	uint32		d = moments->d;
	uint32		folds = moments->folds;
	Work	   *scratch = work_begin(work);
	HighDimensionalFit high_dimensional = {.moments = moments,.options = options};
	const Estimate *estimate;
	double		stretch;
	double		reduced;

	Assert(options->penalty == PENALTY_RIDGE && !(options->radius < INFINITY));
	moments_settle(moments);
	high_dimensional.estimate = estimate_create_vectors(scratch, d);
	estimate = high_dimensional.estimate;
	high_dimensional_matrix_init(scratch, &high_dimensional.matrix, d);
	high_dimensional_direction_init(scratch, &high_dimensional.direction, d);
	held_out_init_counts(scratch, &high_dimensional.held_out, d, folds, options->classes);
	high_dimensional.weight = WORK_ARRAY(scratch, d, double);
	high_dimensional.expected = WORK_ARRAY(scratch, d, double);
	high_dimensional.scratch = WORK_ARRAY(scratch, d, double);
	high_dimensional.measure = WORK_ARRAY(scratch, folds, FoldMeasure);
	fit_start(output, moments, fold_judge_possible(moments));
	if (output->tuned)
	{
		high_dimensional.fold_weight = WORK_ARRAY(work, (size_t) folds * d, double);
		judge_folds(scratch, &high_dimensional);
	}
	solve(scratch, &high_dimensional, folds, output->weight, &output->lambda, &reduced);
	stretch = score_stretch(estimate, output->weight);
	output->alpha = fit_without_folds(estimate->rows);
	if (output->tuned)
	{
		Shrinkage	shrinkage;

		fold_measures_shrinkage(scratch, high_dimensional.measure, moments, folds,
								looks_per_pair(&high_dimensional.held_out, estimate->rows),
								estimate->y_mean, stretch > 0, &shrinkage);
		fit_set_scale(output, &shrinkage);
		output->fold_weight = high_dimensional.fold_weight;
		for (size_t k = 0; k < (size_t) folds * d; k++)
			output->fold_weight[k] *= output->alpha;
	}
	fit_finish(output, moments, estimate, output->tuned ? output->alpha * stretch : output->alpha);
	work_end(scratch);
}
