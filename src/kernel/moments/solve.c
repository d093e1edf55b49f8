/*
 * solve.c
 *		Ridge, least squares and the start of the lasso from an estimate.
 *
 * In the metric, with M = L L' + diag(psi + lambda) and c = b / D:
 *		x = M^-1 c,		w = D^-1 x / (1 + x'c / v_y).
 * The denominator adds the part v_y beta beta' that the target explains (Sherman-Morrison).  M^-1 is
 * computed by Woodbury's identity, which needs a Cholesky factor of the size of the rank only.
 */
#include "kernel/moments/solve.h"

#include <cblas.h>
#include <lapacke.h>

/* The search for mu: geometric bisection until the norm is this close. */
#define MAX_STEPS 100
#define TOLERANCE 1e-10
#define SMALLEST_MU 1e-14

/* Solves x = (U e U' + lambda)^-1 c on the span of U. */
static void
solve_complete(const Estimate *estimate, double lambda, double *x)
{
	uint32		d = estimate->d;
	double	   *part = estimate->square;

	if (estimate->rank == 0)
	{
		memset(x, 0, d * sizeof(double));
		return;
	}
	cblas_dgemv(CblasColMajor, CblasTrans, d, estimate->rank, 1.0, estimate->factor, d,
				estimate->cross, 1, 0.0, part, 1);
	for (uint32 k = 0; k < estimate->rank; k++)
		part[k] /= estimate->eigenvalue[k] + lambda;
	cblas_dgemv(CblasColMajor, CblasNoTrans, d, estimate->rank, 1.0, estimate->factor, d,
				part, 1, 0.0, x, 1);
}

/*
 * Solves x = (L L' + diag p)^-1 c = z - P L (I + L' P L)^-1 L' z with P = diag(1 / p) and z = P c.
 */
static void
solve_factors(Work *work, const Estimate *estimate, double lambda, double mu, double *x)
{
	uint32		d = estimate->d;
	uint32		rank = estimate->rank;
	double	   *scaled = estimate->square;
	double	   *inner = estimate->square2;
	double	   *root = estimate->scratch;
	double	   *part = estimate->scratch + d;

	for (uint32 i = 0; i < d; i++)
	{
		double		ratio = estimate->unit[i] / estimate->metric[i];

		root[i] = 1 / sqrt(estimate->rest[i] + lambda + mu * ratio * ratio);
		x[i] = estimate->cross[i] * root[i];
	}
	if (rank > 0)
	{
		for (uint32 k = 0; k < rank; k++)
			for (size_t i = 0; i < d; i++)
				scaled[k * (size_t) d + i] = estimate->factor[k * (size_t) d + i] * root[i];
		cblas_dsyrk(CblasColMajor, CblasLower, CblasTrans, rank, d, 1.0, scaled, d,
					0.0, inner, rank);
		for (size_t k = 0; k < rank; k++)
			inner[k * rank + k] += 1;
		cblas_dgemv(CblasColMajor, CblasTrans, d, rank, 1.0, scaled, d, x, 1, 0.0, part, 1);
		if (LAPACKE_dposv_work(LAPACK_COL_MAJOR, 'L', rank, 1, inner, rank, part, rank) != 0)
			work->raise(work, KERNEL_SINGULAR);
		cblas_dgemv(CblasColMajor, CblasNoTrans, d, rank, -1.0, scaled, d, part, 1, 1.0, x, 1);
	}
	for (uint32 i = 0; i < d; i++)
		x[i] *= root[i];
}

/* Solves ridge with a further penalty mu/2 sum (unit_i w_i)^2. */
static void
solve_penalised(Work *work, Estimate *estimate, double lambda, double mu, double *weight)
{
	uint32		d = estimate->d;
	double		scale = 1;

	if (estimate->y_variance == 0)
	{
		memset(weight, 0, d * sizeof(double));
		return;
	}
	if (estimate->complete)
		solve_complete(estimate, lambda + mu, weight);
	else
	{
		solve_factors(work, estimate, lambda, mu, weight);
		scale = 1 / (1 + cblas_ddot(d, weight, 1, estimate->cross, 1) / estimate->y_variance);
	}
	for (uint32 i = 0; i < d; i++)
	{
		weight[i] = estimate->constant[i] ? 0 : weight[i] * scale / estimate->metric[i];
		if (!isfinite(weight[i]))
			work->raise(work, KERNEL_SINGULAR);
	}
}

void
solve_ridge(Work *work, Estimate *estimate, double lambda, double *weight)
{
	solve_penalised(work, estimate, lambda, 0, weight);
}

/* Returns the norm of weights in the fit's units. */
static double
weight_norm(const Estimate *estimate, const double *weight)
{
	double		sum = 0;

	for (uint32 i = 0; i < estimate->d; i++)
		sum += weight[i] * estimate->unit[i] * weight[i] * estimate->unit[i];
	return sqrt(sum);
}

/*
 * By Lagrange, if the ball binds there is one mu > 0 for which the norm is the radius, and the norm
 * falls with mu.
 */
void
solve_ridge_within(Work *work, Estimate *estimate, double lambda, double radius, double *weight)
{
	double		low;
	double		high;
	double		cross = 0;

	solve_penalised(work, estimate, lambda, 0, weight);
	if (weight_norm(estimate, weight) <= radius)
		return;

	/* S is positive definite, so the norm is below |b| / mu */
	for (uint32 i = 0; i < estimate->d; i++)
	{
		double		b = estimate->cross[i] * estimate->metric[i] / estimate->unit[i];

		cross += b * b;
	}
	high = sqrt(cross) / radius;
	low = high * SMALLEST_MU;
	for (int step = 0; step < MAX_STEPS && high > low * (1 + 1e-15); step++)
	{
		double		mu = sqrt(low * high);
		double		excess;

		work_poll(work);
		solve_penalised(work, estimate, lambda, mu, weight);
		excess = weight_norm(estimate, weight) / radius - 1;
		if (excess <= 0 && excess > -TOLERANCE)
			return;
		if (excess > 0)
			low = mu;
		else
			high = mu;
	}
	solve_penalised(work, estimate, lambda, high, weight);
}

void
solve_quadratic(Work *work, Estimate *estimate, const double *weight, uint32 count, double *result)
{
	uint32		d = estimate->d;
	uint32		rank = estimate->rank;
	double	   *part = estimate->scratch;
	double	   *along = estimate->scratch + d;

	for (uint32 g = 0; g < count; g++)
	{
		work_poll(work);
		result[g] = 0;
		for (uint32 i = 0; i < d; i++)
		{
			part[i] = weight[(size_t) g * d + i] * estimate->metric[i];
			result[g] += part[i] * estimate->rest[i] * part[i];
		}
		if (rank == 0)
			continue;
		cblas_dgemv(CblasColMajor, CblasTrans, d, rank, 1.0, estimate->factor, d, part, 1,
					0.0, along, 1);
		for (uint32 k = 0; k < rank; k++)
			result[g] += along[k] * (estimate->complete ? estimate->eigenvalue[k] : 1) *
				along[k];
	}
}

/*
 * The lasso takes the covariance in the fit's units.  Under a sampling design the covariance is
 * noisy, and an l1 penalty alone does not protect the attributes that it keeps from that noise.  So
 * the estimate's penalty is added on the diagonal (MNIST "3 vs 5", 5 looks a row: squared error 0.35
 * with it, 0.42 without).  It vanishes as rows grow; complete moments have none.
 */
void
solve_lasso_start(Work *work, Estimate *estimate, Lasso *lasso, const Looks *looks)
{
	uint32		d = estimate->d;
	double	   *matrix = estimate->square;

	lasso_init(work, lasso, d, matrix, estimate->unit, looks);
	estimate_covariance(estimate, matrix);
	if (!estimate->complete)
		for (uint32 i = 0; i < d; i++)
			matrix[(size_t) i * d + i] +=
				estimate->penalty * estimate->metric[i] * estimate->metric[i];
	for (uint32 i = 0; i < d; i++)
	{
		double	   *row = matrix + (size_t) i * d;
		double		unit = estimate->unit[i];

		for (uint32 j = i; j < d; j++)
		{
			if (!estimate->complete)
				row[j] += estimate->y_variance * estimate->slope[i] * estimate->slope[j];
			row[j] /= unit * estimate->unit[j];
			if (estimate->constant[i] || estimate->constant[j])
				row[j] = 0;
			matrix[(size_t) j * d + i] = row[j];
		}
		lasso->cross[i] = estimate->constant[i] || estimate->y_variance == 0 ? 0 :
			estimate->cross[i] * estimate->metric[i] / unit;
	}
	lasso_start(work, lasso);
}
