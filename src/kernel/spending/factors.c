/*
 * factors.c
 *		Weights for any set of known attributes, from a covariance of a few factors plus a diagonal.
 *
 * With g_i = psi_i + c lambda and l_i the rows of L, x = (L_S L_S' + diag g)^-1 c
 * by Woodbury's identity,
 *		P = I + sum l_i l_i' / g_i,		u = sum l_i c_i / g_i,
 *		x_i = (c_i - l_i' P^-1 u) / g_i,
 * or directly if the set is smaller than the rank.  If the covariance lacks the part that the
 * target explains, the Sherman-Morrison formula adds it: w_i = x_i / D_i / (1 + x'c / v_y).  The
 * eigenvalues of P are at least 1, so that its factorisation never fails.
 */
#include "kernel/spending/factors.h"

#include <cblas.h>
#include <lapacke.h>

/* The share of lambda is this power of the share of attributes. */
#define PENALTY_POWER (1.0 / 3)

void
factors_of_estimate(Factors *factors, const Estimate *estimate, double lambda)
{
	factors->d = estimate->d;
	factors->rank = estimate->rank;
	factors->live = 0;
	for (uint32 i = 0; i < estimate->d; i++)
		factors->live += !estimate->constant[i];
	factors->variance = estimate->y_variance;
	factors->lambda = lambda;
	factors->factor = estimate->factor;
	factors->across = 1;
	factors->down = estimate->d;
	factors->rest = estimate->rest;
	factors->cross = estimate->cross;
	factors->metric = estimate->metric;
	factors->constant = estimate->constant;
	factors->whole = false;
}

void
factors_row(const Factors *factors, uint32 i, double *row)
{
	const double *from = factors->factor + i * factors->across;

	for (uint32 k = 0; k < factors->rank; k++)
		row[k] = from[k * factors->down];
}

/* Returns the share of lambda for s live attributes. */
static double
penalty_share(const Factors *factors, uint32 s)
{
	return s == factors->live ? 1 : pow((double) s / factors->live, PENALTY_POWER);
}

void
factors_scratch_init(Work *work, FactorsScratch *scratch, uint32 d, uint32 rank)
{
	scratch->scaled = WORK_ARRAY(work, (size_t) d * rank, double);
	scratch->inner = WORK_ARRAY(work, (size_t) rank * rank, double);
	scratch->part = WORK_ARRAY(work, rank, double);
	scratch->root = WORK_ARRAY(work, d, double);
}

/* Solves for x if the set is at least as large as the rank.  scaled: rows of L over sqrt(g). */
static Status
solve_inner(const Factors *factors, uint32 s, const FactorsScratch *scratch, double *x)
{
	const double *scaled = scratch->scaled;
	double	   *inner = scratch->inner;
	double	   *part = scratch->part;
	int			k = (int) factors->rank;

	cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, k, s, 1.0, scaled, k, 0.0, inner, k);
	for (int m = 0; m < k; m++)
		inner[(size_t) m * k + m] += 1;
	cblas_dgemv(CblasColMajor, CblasNoTrans, k, s, 1.0, scaled, k, x, 1, 0.0, part, 1);
	if (LAPACKE_dposv_work(LAPACK_COL_MAJOR, 'L', k, 1, inner, k, part, k) != 0)
		return KERNEL_SINGULAR;
	cblas_dgemv(CblasColMajor, CblasTrans, k, s, -1.0, scaled, k, part, 1, 1.0, x, 1);
	for (uint32 a = 0; a < s; a++)
		x[a] *= scratch->root[a];
	return KERNEL_OK;
}

/* Solves for x if the set is smaller than the rank, by I plus the products of the scaled rows. */
static Status
solve_outer(const Factors *factors, uint32 s, const FactorsScratch *scratch, double *x)
{
	double	   *inner = scratch->inner;
	int			k = (int) factors->rank;
	int			n = (int) s;

	cblas_dsyrk(CblasColMajor, CblasLower, CblasTrans, n, k, 1.0, scratch->scaled, k, 0.0, inner, n);
	for (int a = 0; a < n; a++)
		inner[(size_t) a * n + a] += 1;
	if (LAPACKE_dposv_work(LAPACK_COL_MAJOR, 'L', n, 1, inner, n, x, n) != 0)
		return KERNEL_SINGULAR;
	for (int a = 0; a < n; a++)
		x[a] *= scratch->root[a];
	return KERNEL_OK;
}

Status
factors_weights(const Factors *factors, const uint32 *attribute, uint32 s,
				const FactorsScratch *scratch, double *weight, double *q)
{
	uint32		rank = factors->rank;
	double	   *root = scratch->root;
	double		lambda = penalty_share(factors, s) * factors->lambda;
	double		sum = 0;
	Status		status;

	*q = 0;
	if (s == 0 || !(factors->variance > 0))
	{
		memset(weight, 0, s * sizeof(double));
		return KERNEL_OK;
	}
	for (uint32 a = 0; a < s; a++)
	{
		uint32		i = attribute[a];
		double	   *row = scratch->scaled + (size_t) a * rank;

		root[a] = 1 / sqrt(factors->rest[i] + lambda);
		weight[a] = factors->cross[i] * root[a];
		factors_row(factors, i, row);
		for (uint32 k = 0; k < rank; k++)
			row[k] *= root[a];
	}
	if (rank == 0)
	{
		for (uint32 a = 0; a < s; a++)
			weight[a] *= root[a];
		status = KERNEL_OK;
	}
	else
		status = s < rank ? solve_outer(factors, s, scratch, weight) :
			solve_inner(factors, s, scratch, weight);
	if (status != KERNEL_OK)
		return status;
	for (uint32 a = 0; a < s; a++)
		sum += weight[a] * factors->cross[attribute[a]];
	*q = sum / factors->variance;
	for (uint32 a = 0; a < s; a++)
	{
		weight[a] = weight[a] / factors->metric[attribute[a]] / (factors->whole ? 1 : 1 + *q);
		if (!isfinite(weight[a]))
			return KERNEL_SINGULAR;
	}
	return KERNEL_OK;
}
