/*
 * jackknife.c
 *		Standard errors of weights, from the fits without each fold.
 */
#include "kernel/moments/jackknife.h"

/* The degrees of freedom that the mean of all variances counts for. */
#define MEAN_FREEDOM 4.0

/* Returns s_j; sets *any if one of the values is not 0. */
static double
jackknife_single(const double *value, size_t stride, uint32 folds, bool *any)
{
	double		mean = 0;
	double		largest = 0;
	double		squares = 0;

	*any = false;
	for (uint32 f = 0; f < folds; f++)
	{
		mean += value[f * stride] / folds;
		*any |= value[f * stride] != 0;
	}
	for (uint32 f = 0; f < folds; f++)
		largest = Max(largest, fabs(value[f * stride] - mean));
	for (uint32 f = 0; f < folds && largest > 0; f++)
	{
		double		ratio = (value[f * stride] - mean) / largest;

		squares += ratio * ratio;
	}
	return largest * sqrt(squares * (folds - 1) / folds);
}

double
jackknife_pooled(const double *weight, uint32 folds, uint32 d, const double *unit)
{
	double		root = 0;
	double		count = 0;

	for (uint32 i = 0; i < d; i++)
	{
		bool		any;
		double		single = jackknife_single(weight + i, d, folds, &any);

		if (!any)
			continue;
		root = hypot(root, unit != NULL ? single * unit[i] : single);
		count += 1;
	}
	return count > 0 ? root / sqrt(count) : 0;
}

double
jackknife_error(const double *value, size_t stride, uint32 folds, double pooled)
{
	bool		any;
	double		freedom = folds - 1.0;
	double		own = jackknife_single(value, stride, folds, &any);

	return hypot(own * sqrt(freedom / (freedom + MEAN_FREEDOM)),
				 pooled * sqrt(MEAN_FREEDOM / (freedom + MEAN_FREEDOM)));
}

void
jackknife_errors(const double *weight, uint32 folds, uint32 d, const double *unit, double *error)
{
	double		pooled = jackknife_pooled(weight, folds, d, unit);

	for (uint32 i = 0; i < d; i++)
		error[i] = unit[i] > 0 ? jackknife_error(weight + i, d, folds, pooled / unit[i]) : 0;
}
