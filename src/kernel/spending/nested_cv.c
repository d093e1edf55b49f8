/*
 * nested_cv.c
 *		An honest forecast of what was chosen.
 */
#include "kernel/spending/nested_cv.h"

#include "kernel/moments/lambda_search.h"

/* Weights that are judged at a time. */
#define BATCH 32

static size_t
lay_out(NestedCV *nested, void *memory, uint32 d, uint32 folds, uint32 steps)
{
	Chunk		chunk = {memory, 0};
	void	   *estimate = chunk_take(&chunk, estimate_size(d, folds));
	void	   *held_out = chunk_take(&chunk, held_out_size(d, folds, BATCH));

	nested->measure = TAKE_ARRAY(&chunk, (size_t) folds * steps, StepMeasure);
	nested->variance = TAKE_ARRAY(&chunk, folds, double);
	nested->sparsity = TAKE_ARRAY(&chunk, folds, double);
	nested->fold = TAKE_ARRAY(&chunk, folds, FoldMeasure);
	nested->posterior = TAKE_ARRAY(&chunk, 1, Posterior);
	nested->weight = TAKE_ARRAY(&chunk, (size_t) BATCH * d, double);
	nested->some = TAKE_ARRAY(&chunk, d, double);
	nested->scratch = TAKE_ARRAY(&chunk, factors_scratch(d, d), double);
	if (memory != NULL)
	{
		estimate_init(&nested->estimate, estimate, d, folds);
		held_out_init(&nested->held_out, held_out, d, folds);
	}
	return chunk.taken;
}

size_t
nested_cv_size(uint32 d, uint32 folds, uint32 steps)
{
	NestedCV	nested;

	return lay_out(&nested, NULL, d, folds, steps);
}

void
nested_cv_init(Work *work, NestedCV *nested, void *memory, Moments *moments, uint32 steps,
			   const SpendingOptions *options)
{
	lay_out(nested, memory, moments->d, moments->folds, steps);
	nested->moments = moments;
	nested->options = *options;
	nested->d = moments->d;
	nested->folds = moments->folds;
	nested->steps = steps;
	nested->work = work;
	nested->estimate.factors = true;
	held_out_set_classes(&nested->held_out, options->classes);
	memset(nested->measure, 0, (size_t) nested->folds * steps * sizeof(StepMeasure));
}

void
nested_cv_start(NestedCV *nested)
{
	moments_settle(nested->moments);
	nested->possible = lambda_search_possible(nested->moments);
	nested->rows = moments_rows(nested->moments);
	held_out_count(nested->work, &nested->held_out, nested->moments, &nested->estimate);
	nested->kappa = lambda_search_kappa(&nested->held_out, nested->rows, false);
}

Status
nested_cv_fold(NestedCV *nested, uint32 fold)
{
	Status		status = estimate_moments(nested->work, &nested->estimate, nested->moments, fold,
										  nested->options.own_units);

	factors_of_estimate(&nested->factors, &nested->estimate,
						isnan(nested->options.lambda) ? lambda_search_ridge_lambda(&nested->estimate) :
						nested->options.lambda);
	return status;
}

/* The weights of a step, spread over all attributes. */
static Status
step_weights(NestedCV *nested, const NestedCVPath *path, uint32 k, double *weight)
{
	uint32		s = path->upto[k];
	double		q;
	Status		status = factors_weights(&nested->factors, path->attribute, s,
										 nested->scratch, nested->some, &q);

	memset(weight, 0, nested->d * sizeof(double));
	for (uint32 a = 0; a < s; a++)
		weight[path->attribute[a]] = nested->some[a];
	return status;
}

Status
nested_cv_held_out(NestedCV *nested, uint32 fold, const NestedCVPath *path)
{
	Estimate   *estimate = &nested->estimate;
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
			Status		status;

			work_poll(nested->work);
			status = step_weights(nested, path, first + g, weight);
			if (status != KERNEL_OK)
				return status;
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
	return KERNEL_OK;
}

Status
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
	return shrinkage_find(nested->fold, nested->folds, nested->unit, nested->rows, nested->kappa,
						  &nested->moments->target, y_mean, found, nested->posterior, shrinkage);
}
