/*
 * factors.c
 *		Weights for any set of known attributes, from the covariance of all.
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

/* The share of lambda is this power of the share of attributes, if rows were seen in part. */
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
	factors->correlation = factors->deviation = NULL;
	factors->cross = estimate->cross;
	factors->metric = estimate->metric;
	factors->constant = estimate->constant;
	factors->whole = factors->complete = false;
}

void
packed_correlation_set(double *packed, uint32 i, uint32 j, double correlation)
{
	uint32		row = Max(i, j);
	size_t		at = (size_t) row * (row - 1) / 2 + Min(i, j);
	double		bits = rint(Min(Max(correlation, -1), 1) * CORRELATION_ONE) + CORRELATION_ONE;

	packed[at / 2] += at % 2 == 0 ? bits : ldexp(bits, CORRELATION_BITS);
}

double
factors_variance(const Factors *factors, uint32 i)
{
	double		variance = factors_rest(factors, i);

	if (factors->correlation != NULL)
		return variance + factors->deviation[i] * factors->deviation[i];
	for (size_t k = 0; k < factors->rank; k++)
	{
		double		l = factors->factor[i * factors->across + k * factors->down];

		variance += l * l;
	}
	return variance;
}

void
factors_row(const Factors *factors, uint32 i, double *row)
{
	const double *from = factors->factor + i * factors->across;

	for (uint32 k = 0; k < factors->rank; k++)
		row[k] = from[k * factors->down];
}

double
factors_penalty(const Factors *factors, uint32 s)
{
	double		share = (double) s / factors->live;

	return factors->lambda * (s == factors->live || factors->complete ? share : pow(share, PENALTY_POWER));
}

void
factors_scratch_init(Work *work, FactorsScratch *scratch, const Factors *factors)
{
	uint32		d = factors->d;
	uint32		rank = factors->rank;

	scratch->work = work;
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

/* Solves the exact covariance of a set for x, which has the covariances with the target before. */
static Status
solve_exact(const Factors *factors, const uint32 *attribute, uint32 s, double lambda, Work *work,
			double *x)
{
	Work	   *scratch = work_begin(work);
	double	   *square = WORK_ARRAY(scratch, (size_t) s * s, double);
	bool		solved;

	for (uint32 a = 0; a < s; a++)
	{
		double	   *column = square + (size_t) a * s;

		column[a] = factors_variance(factors, attribute[a]) + lambda;
		for (uint32 b = a + 1; b < s; b++)
			column[b] = factors_covariance(factors, attribute[a], attribute[b]);
	}
	solved = LAPACKE_dposv_work(LAPACK_COL_MAJOR, 'L', (int) s, 1, square, (int) s, x, (int) s) == 0;
	work_end(scratch);
	return solved ? KERNEL_OK : KERNEL_SINGULAR;
}

/* Solves for x with factors; x[s] needs no value before. */
static Status
solve_factors(const Factors *factors, const uint32 *attribute, uint32 s, double lambda,
			  const FactorsScratch *scratch, double *x)
{
	uint32		rank = factors->rank;
	double	   *root = scratch->root;

	for (uint32 a = 0; a < s; a++)
	{
		uint32		i = attribute[a];
		double	   *row = scratch->scaled + (size_t) a * rank;

		root[a] = 1 / sqrt(factors->rest[i] + lambda);
		x[a] = factors->cross[i] * root[a];
		factors_row(factors, i, row);
		for (uint32 k = 0; k < rank; k++)
			row[k] *= root[a];
	}
	if (rank > 0)
		return s < rank ? solve_outer(factors, s, scratch, x) : solve_inner(factors, s, scratch, x);
	for (uint32 a = 0; a < s; a++)
		x[a] *= root[a];
	return KERNEL_OK;
}

Status
factors_weights(const Factors *factors, const uint32 *attribute, uint32 s,
				const FactorsScratch *scratch, double *weight, double *q)
{
	double		lambda = factors_penalty(factors, s);
	double		sum = 0;
	Status		status;

	*q = 0;
	if (s == 0 || !(factors->variance > 0))
	{
		memset(weight, 0, s * sizeof(double));
		return KERNEL_OK;
	}
	if (factors->correlation != NULL)
	{
		for (uint32 a = 0; a < s; a++)
			weight[a] = factors->cross[attribute[a]];
		status = solve_exact(factors, attribute, s, lambda, scratch->work, weight);
	}
	else
		status = solve_factors(factors, attribute, s, lambda, scratch, weight);
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
