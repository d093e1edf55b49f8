/*
 * nested_cv.c
 *		Nested cross-validation of a choice of attributes.
 */
#include "kernel/spending/nested_cv.h"

void
nested_cv_init(Work *work, NestedCV *nested, Moments *moments, uint32 steps,
			   const FitOptions *options)
{
	fold_judge_init(work, &nested->judge, moments, steps, options->own_units, true, options->classes);
	fold_judge_count(&nested->judge);
	nested->lambda = options->lambda;
	nested->possible = fold_judge_possible(moments);
	nested->view_work = work_begin(work);
	nested->some = WORK_ARRAY(work, moments->d, double);
}

void
nested_cv_view(NestedCV *nested)
{
	const Estimate *estimate = nested->judge.estimate;

	factors_of_estimate(&nested->factors, estimate,
						isnan(nested->lambda) ? lambda_search_ridge_lambda(estimate) : nested->lambda);
	work_end(nested->view_work);
	nested->view_work = work_begin(nested->judge.work);
	factors_scratch_init(nested->view_work, &nested->scratch, &nested->factors);
}

void
nested_cv_fold(NestedCV *nested, uint32 fold)
{
	fold_judge_estimate(&nested->judge, fold);
	nested_cv_view(nested);
}

double
nested_cv_weights(NestedCV *nested, const uint32 *attribute, uint32 s, double *weight)
{
	double		q;

	work_check(nested->judge.work, factors_weights(&nested->factors, attribute, s, &nested->scratch,
												   nested->some, &q));
	memset(weight, 0, nested->judge.d * sizeof(double));
	for (uint32 a = 0; a < s; a++)
		weight[attribute[a]] = nested->some[a];
	return q;
}
