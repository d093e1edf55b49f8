/*
 * nested_cv.c
 *		An honest forecast of what was chosen.
 */
#include "kernel/spending/nested_cv.h"

#include "kernel/moments/lambda_search.h"

/* Weights that are judged at a time. */
#define BATCH 32

void
nested_cv_init(Work *work, NestedCV *nested, Moments *moments, uint32 steps,
			   const SpendingOptions *options)
{
	uint32		d = moments->d;
	uint32		folds = moments->folds;

	nested->moments = moments;
	nested->options = *options;
	nested->d = d;
	nested->folds = folds;
	nested->steps = steps;
	nested->work = work;
	nested->estimate = estimate_create(work, d, folds);
	nested->estimate->factors = true;
	held_out_init(work, &nested->held_out, d, folds, BATCH, options->classes);
	nested->measure = WORK_ARRAY(work, (size_t) folds * steps, StepMeasure);
	nested->variance = WORK_ARRAY(work, folds, double);
	nested->sparsity = WORK_ARRAY(work, folds, double);
	nested->fold = WORK_ARRAY(work, folds, FoldMeasure);
	nested->weight = WORK_ARRAY(work, (size_t) BATCH * d, double);
	nested->some = WORK_ARRAY(work, d, double);
	factors_scratch_init(work, &nested->scratch, d, d);

	moments_settle(moments);
	nested->possible = lambda_search_possible(moments);
	nested->rows = moments_rows(moments);
	held_out_count(work, &nested->held_out, moments, nested->estimate);
	nested->kappa = lambda_search_kappa(&nested->held_out, nested->rows, false);
}

void
nested_cv_fold(NestedCV *nested, uint32 fold)
{
	estimate_moments(nested->work, nested->estimate, nested->moments, fold,
					 nested->options.own_units);
	factors_of_estimate(&nested->factors, nested->estimate,
						isnan(nested->options.lambda) ? lambda_search_ridge_lambda(nested->estimate) :
						nested->options.lambda);
}

double
nested_cv_weights(NestedCV *nested, const uint32 *attribute, uint32 s, double *weight)
{
	double		q;

	work_check(nested->work, factors_weights(&nested->factors, attribute, s, &nested->scratch,
											 nested->some, &q));
	memset(weight, 0, nested->d * sizeof(double));
	for (uint32 a = 0; a < s; a++)
		weight[attribute[a]] = nested->some[a];
	return q;
}

void
nested_cv_held_out(NestedCV *nested, uint32 fold, const NestedCVPath *path)
{
	Estimate   *estimate = nested->estimate;
	StepMeasure *measure = nested->measure + (size_t) fold * nested->steps;
	double		looks[BATCH];
	double		stretch[BATCH];
	double		lin[BATCH];
	double		square[BATCH];
	double		reduced[BATCH];
	HeldOutLoss	judged = {lin, square, reduced, 0};

	held_out_start(nested->work, &nested->held_out, nested->moments, estimate, fold,
				   LAMBDA_SEARCH_SLOPE_PRIOR);
	nested->variance[fold] = nested->held_out.variance;
	nested->sparsity[fold] = held_out_sparsity(&nested->held_out, estimate);
	for (uint32 first = 0; first < path->count; first += BATCH)
	{
		uint32		count = Min(path->count - first, BATCH);

		for (uint32 g = 0; g < count; g++)
		{
			double	   *weight = nested->weight + (size_t) g * nested->d;

			work_poll(nested->work);
			(void) nested_cv_weights(nested, path->attribute, path->upto[first + g], weight);
			stretch[g] = lambda_search_stretch(estimate, weight);
			looks[g] = lambda_search_looks(estimate, weight);
		}
		held_out_weights(nested->work, &nested->held_out, estimate, nested->weight, count, &judged);
		for (uint32 g = 0; g < count; g++)
			for (uint32 t = path->at[first + g]; t < path->at[first + g + 1]; t++)
			{
				measure[t].lin = lin[g];
				measure[t].square = square[g];
				measure[t].reduced = reduced[g];
				measure[t].looks = looks[g];
				measure[t].stretch = stretch[g];
			}
	}
}

void
nested_cv_scale(NestedCV *nested, uint32 step, double y_mean, bool found, Shrinkage *shrinkage)
{
	nested->unit = 0;
	for (uint32 f = 0; f < nested->folds; f++)
	{
		nested->fold[f].share = nested->moments->fold[f].rows / nested->rows;
		nested->unit += nested->fold[f].share * nested->variance[f];
	}
	for (uint32 f = 0; f < nested->folds; f++)
	{
		const StepMeasure *measure = &nested->measure[(size_t) f * nested->steps + step];
		FoldMeasure *fold = &nested->fold[f];
		double		over = nested->unit > 0 ? nested->unit : 1;

		fold->variance = nested->variance[f] / over;
		fold->lin = measure->lin / over;
		fold->square = measure->square / over;
		fold->looks = measure->looks / over;
		fold->rest = measure->reduced / over;
		lambda_search_measure(fold, measure->stretch, nested->sparsity[f], 0);
	}
	shrinkage_find(nested->work, nested->fold, nested->folds, nested->unit, nested->rows,
				   nested->kappa, &nested->moments->target, y_mean, found, shrinkage);
}
