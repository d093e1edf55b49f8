/*
 * curve.c
 *		How an error falls with rows: floor + rise rows^(-power).
 */
#include "kernel/spending/curve.h"

double
curve_error(const Curve *curve, double rows)
{
	return curve->floor + curve->rise * pow(rows, -curve->power);
}

double
curve_rows(const Curve *curve, double error)
{
	if (error < curve->floor || (error == curve->floor && curve->rise > 0))
		return INFINITY;
	if (curve->rise == 0)
		return 0;
	return pow(curve->rise / (error - curve->floor), 1 / curve->power);
}

/* A straight line in rows^(-power), whose ends are kept from below 0. */
void
curve_fit(Curve *curve, double power, const CurvePoint *point, uint32 count)
{
	double		weight = 0;
	double		x_mean = 0;
	double		mean = 0;
	double		xx = 0;
	double		xy = 0;
	double		about = 0;
	double		with = 0;

	for (uint32 k = 0; k < count; k++)
	{
		double		counts = point[k].rows * point[k].rows;
		double		x = pow(point[k].rows, -power);

		weight += counts;
		x_mean += counts * x;
		mean += counts * point[k].error;
		xx += counts * x * x;
		xy += counts * x * point[k].error;
	}
	x_mean /= weight;
	mean /= weight;
	for (uint32 k = 0; k < count; k++)
	{
		double		counts = point[k].rows * point[k].rows;
		double		off = pow(point[k].rows, -power) - x_mean;

		about += counts * off * off;
		with += counts * off * (point[k].error - mean);
	}
	curve->power = power;
	curve->rise = Max(with / about, 0);
	curve->floor = mean - curve->rise * x_mean;
	if (curve->floor < 0)
	{
		curve->floor = 0;
		curve->rise = xy / xx;
	}
}
