/*
 * class_curve.c
 *		How the error rate of three or more classes falls with the number of rows.
 */
#include "kernel/fit/class_curve.h"

/*
 * The power of the rows with which the error rate falls.  Weights approach their best values
 * like 1 / rows in squared error, so scores are off by 1 / sqrt(rows), and a row changes its class
 * when the two best scores are nearer than that.  On eight data sets 4 times the rows lowered the
 * error rate about as this power says (docs/results.md).
 */
#define POWER 0.5

/* Returns the error rate of a fit to "size" groups of folds, from group r on. */
static double
part_error(Work *work, const Moments *moments, const FitOptions *options, uint32 groups, uint32 r,
		   uint32 size)
{
	Work	   *scratch = work_begin(work);
	Moments		part = *moments;
	double		error;
	Fit			fit;

	part.class_reading = READS_NO_CLASS;
	part.fold = WORK_ARRAY(scratch, moments->folds, FoldSums);
	part.folds = 0;
	for (uint32 f = 0; f < moments->folds; f++)
		if ((learning_curve_group(f, moments->folds, groups) + groups - r) % groups < size)
			part.fold[part.folds++] = moments->fold[f];
	fit_outputs(scratch, &part, options, &fit);
	error = class_error_rate(scratch, &part, fit.scores, &fit.combiner);
	work_end(scratch);
	return error;
}

void
class_curve_find(Work *work, const Moments *moments, const FitOptions *options, double *error,
				 Curve *curve)
{
	uint32		groups = Min(moments->folds, LEARNING_CURVE_FIT_GROUPS);
	FitOptions	plain = *options;
	CurvePoint	point[LEARNING_CURVE_FIT_GROUPS];

	plain.known_part = false;
	for (uint32 size = 2; size <= groups; size++)
	{
		uint32		fits = size < groups ? groups : 1;
		double		sum = 0;

		for (uint32 r = 0; r < fits; r++)
			sum += part_error(work, moments, &plain, groups, r, size);
		error[size - 2] = sum / fits;
		point[size - 2].rows = moments_rows(moments) * (size - 1) / groups;
		point[size - 2].error = error[size - 2];
	}
	curve_fit(curve, POWER, point, groups - 1);
}
