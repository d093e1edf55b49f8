/*
 * l1.c
 *		The lasso from a covariance matrix, by coordinate descent.
 */
#include "kernel/l1.h"

#include <cblas.h>

#define MAX_SWEEPS 100000

/* A diagonal entry below this share of the largest is an attribute without variance. */
#define NO_VARIANCE 1e-14

size_t
lasso_size(uint32 d)
{
	return 3 * ARRAY_SIZE(d, double);
}

void
lasso_init(Lasso *lasso, void *memory, uint32 d, double *matrix, const double *unit)
{
	double	   *next = memory;

	lasso->d = d;
	lasso->cross = next;
	lasso->u = next + d;
	lasso->gradient = next + 2 * (size_t) d;
	lasso->matrix = matrix;
	lasso->unit = unit;
}

void
lasso_start(Lasso *lasso)
{
	for (uint32 i = 0; i < lasso->d; i++)
	{
		lasso->u[i] = 0;
		lasso->gradient[i] = -lasso->cross[i];
	}
}

double
lasso_largest(const Lasso *lasso)
{
	double		largest = 0;

	for (uint32 i = 0; i < lasso->d; i++)
		largest = Max(largest, fabs(lasso->cross[i]));
	return largest;
}

/* Minimise over u_i alone; returns by how much its condition was missed. */
static double
descend(Lasso *lasso, uint32 i, double lambda, double least)
{
	uint32		d = lasso->d;
	double		curvature = lasso->matrix[(size_t) i * d + i];
	double		u = lasso->u[i];
	double		g = lasso->gradient[i];
	double		missed = u > 0 ? fabs(g + lambda) : u < 0 ? fabs(g - lambda) :
		Max(fabs(g) - lambda, 0);
	double		target;
	double		change;

	if (missed == 0 || curvature <= least)
		return 0;
	target = u * curvature - g;
	target = target > lambda ? target - lambda : target < -lambda ? target + lambda : 0;
	change = target / curvature - u;
	lasso->u[i] = target == 0 ? 0 : u + change;
	cblas_daxpy(d, change, lasso->matrix + (size_t) i * d, 1, lasso->gradient, 1);
	return missed;
}

/* The gradient anew: sums of changes drift. */
static void
refresh(Lasso *lasso)
{
	memcpy(lasso->gradient, lasso->cross, lasso->d * sizeof(double));
	cblas_dsymv(CblasColMajor, CblasLower, lasso->d, 1.0, lasso->matrix, lasso->d,
				lasso->u, 1, -1.0, lasso->gradient, 1);
}

/*
 * Sweeps over all coordinates alternate with sweeps over those that are not 0,
 * until a sweep over all finds nothing to correct.
 */
Status
lasso_solve(Lasso *lasso, double lambda, double tolerance, Poll poll)
{
	uint32		d = lasso->d;
	double		least = 0;
	bool		all = true;

	for (uint32 i = 0; i < d; i++)
		least = Max(least, NO_VARIANCE * lasso->matrix[(size_t) i * d + i]);
	for (int sweep = 0; sweep < MAX_SWEEPS; sweep++)
	{
		double		missed = 0;

		poll_now(poll);
		if (all)
			refresh(lasso);
		for (uint32 i = 0; i < d; i++)
			if (all || lasso->u[i] != 0)
			{
				double		miss = descend(lasso, i, lambda, least);

				missed = Max(missed, miss);
			}
		if (all && missed <= tolerance)
			return KERNEL_OK;
		all = missed <= tolerance;
	}
	return KERNEL_NOT_CONVERGED;
}

static double
norm(const Lasso *lasso)
{
	return cblas_dasum(lasso->d, lasso->u, 1);
}

/*
 * |u|_1 is continuous, falls with lambda and is piecewise linear in it, so
 * false position with a bisecting safeguard ends at the radius quickly.
 */
Status
lasso_solve_within(Lasso *lasso, double radius, double tolerance, double *lambda,
				   Poll poll)
{
	double		high = lasso_largest(lasso);
	double		high_norm = 0;
	double		low = high;
	double		low_norm = 0;
	Status		status = KERNEL_OK;

	/* down the path until the radius is passed */
	for (int step = 0; low_norm <= radius; step++)
	{
		high = low;
		high_norm = low_norm;
		if (high == 0)
			break;
		low = step < 40 ? low * 0.7 : 0;
		status = lasso_solve(lasso, low, tolerance, poll);
		if (status != KERNEL_OK)
			return status;
		low_norm = norm(lasso);
	}
	*lambda = high;
	for (int step = 0; high > low && step < 100; step++)
	{
		double		share = step % 3 == 2 ? 0.5 : (low_norm - radius) / (low_norm - high_norm);
		double		middle = low + share * (high - low);
		double		middle_norm;

		status = lasso_solve(lasso, middle, tolerance, poll);
		if (status != KERNEL_OK)
			return status;
		middle_norm = norm(lasso);
		*lambda = middle;
		if (middle_norm <= radius && middle_norm >= radius * (1 - 1e-10))
			return KERNEL_OK;
		if (middle_norm > radius)
		{
			low = middle;
			low_norm = middle_norm;
		}
		else
		{
			high = middle;
			high_norm = middle_norm;
		}
		if (high - low <= 1e-15 * high)
			break;
	}
	*lambda = high;
	return lasso_solve(lasso, high, tolerance, poll);
}

void
lasso_weights(const Lasso *lasso, double *weight)
{
	for (uint32 i = 0; i < lasso->d; i++)
		weight[i] = lasso->u[i] / lasso->unit[i];
}
