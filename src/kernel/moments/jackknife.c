/*
 * jackknife.c
 *		How far weights would be elsewhere, had other rows been drawn.
 */
#include "kernel/moments/jackknife.h"

/* The degrees of freedom that the mean of all variances stands for. */
#define MEAN_FREEDOM 4.0

/* *any: is one of them not 0? */
static double
variance(const double *value, size_t stride, uint32 folds, bool *any)
{
	double		mean = 0;
	double		squares = 0;

	*any = false;
	for (uint32 f = 0; f < folds; f++)
	{
		mean += value[f * stride] / folds;
		*any |= value[f * stride] != 0;
	}
	for (uint32 f = 0; f < folds; f++)
		squares += (value[f * stride] - mean) * (value[f * stride] - mean);
	return squares * (folds - 1) / folds;
}

double
jackknife_mean(const double *weight, uint32 folds, uint32 d, const double *unit)
{
	double		sum = 0;
	double		count = 0;

	for (uint32 i = 0; i < d; i++)
	{
		bool		any;
		double		one = variance(weight + i, d, folds, &any);

		if (!any)
			continue;
		sum += unit != NULL ? one * unit[i] * unit[i] : one;
		count += 1;
	}
	return count > 0 ? sum / count : 0;
}

double
jackknife_error(const double *value, size_t stride, uint32 folds, double mean)
{
	bool		any;
	double		freedom = folds - 1.0;

	return sqrt((freedom * variance(value, stride, folds, &any) + MEAN_FREEDOM * mean) /
				(freedom + MEAN_FREEDOM));
}

void
jackknife_errors(const double *weight, uint32 folds, uint32 d, const double *unit, double *error)
{
	double		mean = jackknife_mean(weight, folds, d, unit);

	for (uint32 i = 0; i < d; i++)
		error[i] = unit[i] > 0 ?
			jackknife_error(weight + i, d, folds, mean / (unit[i] * unit[i])) : 0;
}
