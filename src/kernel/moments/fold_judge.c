/*
 * fold_judge.c
 *		Cross-validation of a series of weights, by sums alone.
 *
 * Weights are judged as they were solved, in units of the target's variance V.  They are stretched
 * to a score afterwards, if a shrinkage is needed.
 */
#include "kernel/moments/fold_judge.h"

#include <cblas.h>

/* A w'beta below this is rounding. */
#define LEAST_COVARIANCE 1e-9

/* Range of the factor by which w'Rw is taken to be too small. */
#define SPARSITY_LEAST 1.0
#define SPARSITY_MOST 10.0

/* There must be two rows for each fold on average, and no fold with all rows or none. */
bool
fold_judge_possible(const Moments *moments)
{
	double		rows = moments_rows(moments);

	for (uint32 f = 0; f < moments->folds; f++)
		if (moments->fold[f].rows == 0 || moments->fold[f].rows == rows)
			return false;
	return moments->folds > 1 && rows >= 2 * (double) moments->folds;
}

void
fold_judge_init(Work *work, FoldJudge *judge, Moments *moments, uint32 count, bool own_units,
				bool factors, const PairClasses *classes)
{
	uint32		d = moments->d;
	uint32		folds = moments->folds;
	size_t		table = (size_t) folds * count;

	moments_settle(moments);
	memset(judge, 0, sizeof(FoldJudge));
	judge->work = work;
	judge->moments = moments;
	judge->own_units = own_units;
	judge->prior = FOLD_JUDGE_PRIOR;
	judge->d = d;
	judge->folds = folds;
	judge->count = count;
	judge->rows = moments_rows(moments);
	judge->estimate = estimate_create(work, d, folds);
	judge->estimate->factors = factors;
	held_out_init(work, &judge->held_out, d, folds, count, classes);
	judge->weight = WORK_ARRAY(work, (size_t) count * d, double);
	judge->source = WORK_ARRAY(work, count, uint32);
	judge->share = WORK_ARRAY(work, folds, double);
	judge->sparsity = WORK_ARRAY(work, folds, double);
	judge->penalty = WORK_ARRAY(work, folds, double);
	judge->variance = WORK_ARRAY(work, folds, double);
	judge->explained = WORK_ARRAY(work, folds, double);
	judge->lin = WORK_ARRAY(work, table, double);
	judge->square = WORK_ARRAY(work, table, double);
	judge->reduced = WORK_ARRAY(work, table, double);
	judge->added = WORK_ARRAY(work, table, double);
	judge->stretch = WORK_ARRAY(work, table, double);
	judge->terms = WORK_ARRAY(work, table, double);
	judge->measure = WORK_ARRAY(work, folds, FoldMeasure);
	for (uint32 f = 0; f < folds; f++)
		judge->share[f] = moments->fold[f].rows / judge->rows;
	for (uint32 g = 0; g < count; g++)
		judge->source[g] = g;
}

void
fold_judge_keep(FoldJudge *judge, bool scores)
{
	size_t		numbers = (size_t) judge->folds * judge->count * judge->d;

	Assert(!scores || judge->count <= HELD_OUT_PRODUCTS);
	judge->fold_weight = WORK_ARRAY(judge->work, numbers, double);
	if (!scores)
		return;
	judge->product = WORK_ARRAY(judge->work, numbers, double);
	judge->linear = WORK_ARRAY(judge->work, (size_t) judge->folds * judge->d, double);
}

double
looks_per_pair(const HeldOut *held_out, double rows)
{
	return held_out->all_pairs > 0 && !held_out->apart ?
		held_out->reads / rows * (held_out->reads / held_out->all_pairs) : NAN;
}

void
fold_judge_count(FoldJudge *judge)
{
	bool		complete = judge->moments->complete && !judge->estimate->factors;

	held_out_count(judge->work, &judge->held_out, judge->moments, judge->estimate);
	judge->kappa = complete ? 1 : looks_per_pair(&judge->held_out, judge->rows);
}

void
fold_judge_estimate(FoldJudge *judge, uint32 fold)
{
	estimate_moments(judge->work, judge->estimate, judge->moments, fold, judge->own_units);
}

double
score_stretch(const Estimate *estimate, const double *weight)
{
	double		covariance = cblas_ddot(estimate->d, weight, 1, estimate->slope, 1);

	return covariance > LEAST_COVARIANCE ? 1 / covariance : 0;
}

/* Returns w^2 v of an attribute. */
static inline double
part_of_score(const Estimate *estimate, const double *weight, uint32 i)
{
	double		sd = weight[i] * estimate->unit[i] * sqrt(estimate->variance[i]);

	return sd * sd;
}

/* Shares are squared in place of parts, whose squares may not fit a double. */
double
score_terms(const Estimate *estimate, const Looks *looks, const double *weight)
{
	uint32		n = looks != NULL ? looks->n : estimate->d;
	double		sum = 0;
	double		squares = 0;

	for (uint32 i = 0; i < estimate->d; i++)
		sum += part_of_score(estimate, weight, i);
	for (uint32 l = 0; l < n && sum > 0; l++)
	{
		uint32		first = looks != NULL ? looks_first(looks, l) : l;
		uint32		end = looks != NULL ? looks_first(looks, l + 1) : l + 1;
		double		share = 0;

		for (uint32 i = first; i < end; i++)
			share += part_of_score(estimate, weight, i) / sum;
		squares += share * share;
	}
	return squares > 0 ? 1 / squares : 0;
}

/* Returns the variance that reading only some attributes adds to w'(x - a). */
static double
variance_of_looks(const Estimate *estimate, const double *weight)
{
	double		sum = 0;

	if (estimate->complete)
		return 0;
	for (uint32 i = 0; i < estimate->d; i++)
	{
		double		share = estimate->count[i] / estimate->rows;

		if (share > 0)
			sum += part_of_score(estimate, weight, i) * (1 - share) / share;
	}
	return sum;
}

/* Expands numbers of the weights written to numbers of the whole series, in place. */
static void
expand_series(const FoldJudge *judge, double *number)
{
	for (uint32 g = judge->count; g-- > 0;)
		number[g] = judge->source[g] == FOLD_JUDGE_MEAN ? 0 : number[judge->source[g]];
}

void
fold_judge_weights(FoldJudge *judge, uint32 fold, uint32 written)
{
	Estimate   *estimate = judge->estimate;
	size_t		at = (size_t) fold * judge->count;
	HeldOutLoss loss = {judge->lin + at, judge->square + at, judge->reduced + at, 0};

	held_out_start(judge->work, &judge->held_out, judge->moments, estimate, fold, judge->prior);
	held_out_weights(judge->work, &judge->held_out, estimate, judge->weight, written, &loss);
	for (uint32 k = 0; k < written; k++)
	{
		const double *weight = judge->weight + (size_t) k * judge->d;

		judge->stretch[at + k] = score_stretch(estimate, weight);
		judge->added[at + k] = variance_of_looks(estimate, weight);
		judge->terms[at + k] = score_terms(estimate, judge->looks, weight);
	}
	expand_series(judge, judge->lin + at);
	expand_series(judge, judge->square + at);
	expand_series(judge, judge->reduced + at);
	expand_series(judge, judge->stretch + at);
	expand_series(judge, judge->added + at);
	expand_series(judge, judge->terms + at);
	judge->penalty[fold] = estimate->penalty;
	judge->variance[fold] = loss.variance;
	judge->sparsity[fold] = held_out_sparsity(&judge->held_out, estimate);
	judge->explained[fold] = estimate->complete ? estimate->y_variance : 0;
}

/* Keeps what fold_judge_keep() asked for of the fold that was just judged. */
static void
keep_fold(FoldJudge *judge, uint32 fold)
{
	size_t		numbers = (size_t) judge->count * judge->d;

	if (judge->fold_weight != NULL)
		memcpy(judge->fold_weight + fold * numbers, judge->weight, numbers * sizeof(double));
	if (judge->product == NULL)
		return;
	memcpy(judge->product + fold * numbers, judge->held_out.product, numbers * sizeof(double));
	memcpy(judge->linear + (size_t) fold * judge->d, judge->held_out.linear, judge->d * sizeof(double));
}

/* Numbers are kept in units of V, because V^2 may not fit a double. */
static void
divide(double *number, size_t count, double unit)
{
	for (size_t k = 0; k < count; k++)
		number[k] /= unit;
}

void
fold_judge_finish(FoldJudge *judge)
{
	size_t		table = (size_t) judge->folds * judge->count;

	judge->unit = 0;
	for (uint32 f = 0; f < judge->folds; f++)
		judge->unit += judge->share[f] * judge->variance[f];
	if (!(judge->unit > 0))
		return;
	divide(judge->variance, judge->folds, judge->unit);
	divide(judge->explained, judge->folds, judge->unit);
	divide(judge->lin, table, judge->unit);
	divide(judge->square, table, judge->unit);
	divide(judge->reduced, table, judge->unit);
	divide(judge->added, table, judge->unit);
}

void
fold_judge_folds(FoldJudge *judge, FoldSeries series, void *context)
{
	for (uint32 f = 0; f < judge->folds; f++)
	{
		fold_judge_estimate(judge, f);
		fold_judge_weights(judge, f, series(judge, context));
		keep_fold(judge, f);
	}
	fold_judge_finish(judge);
}

void
fold_measure_stretch(FoldMeasure *measure, double stretch, double sparsity, double explained)
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
fold_judge_measure(const FoldJudge *judge, uint32 fold, uint32 g, FoldMeasure *measure)
{
	size_t		at = (size_t) fold * judge->count + g;

	measure->share = judge->share[fold];
	measure->variance = judge->variance[fold];
	measure->lin = judge->lin[at];
	measure->square = judge->square[at];
	measure->looks = judge->added[at];
	measure->terms = judge->terms[at];
	measure->rest = judge->reduced[at];
	fold_measure_stretch(measure, judge->stretch[at], judge->sparsity[fold], judge->explained[fold]);
}

void
fold_judge_shrinkage(FoldJudge *judge, uint32 g, double y_mean, bool found, Shrinkage *shrinkage)
{
	for (uint32 f = 0; f < judge->folds; f++)
		fold_judge_measure(judge, f, g, &judge->measure[f]);
	shrinkage_find(judge->work, judge->measure, judge->folds, judge->unit, judge->rows, judge->kappa,
				   &judge->moments->target, y_mean, found, shrinkage);
}

void
fold_measures_shrinkage(Work *work, FoldMeasure *measure, const Moments *moments, uint32 folds,
						double kappa, double y_mean, bool found, Shrinkage *shrinkage)
{
	double		unit = 0;

	for (uint32 f = 0; f < folds; f++)
		unit += measure[f].share * measure[f].variance;
	for (uint32 f = 0; f < folds && unit > 0; f++)
	{
		measure[f].variance /= unit;
		measure[f].lin /= unit;
		measure[f].square /= unit;
		measure[f].rest /= unit;
		measure[f].looks /= unit;
	}
	shrinkage_find(work, measure, folds, unit, moments_rows(moments), kappa, &moments->target, y_mean,
				   found, shrinkage);
}
