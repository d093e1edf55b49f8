/*
 * pair_block.c
 *		The coordinates of an interaction: what its products add to both columns alone.
 */
#include "kernel/columns/pair_block.h"

#include <cblas.h>

#include "kernel/eigen.h"

/* A variance up to this share of the mean square is rounding. */
#define LEAST_VARIANCE 1e-12

/*
 * Attributes of a column may be linearly dependent: all categories of a complete list add up
 * to 1.  A direction needs this share of the largest eigenvalue of their correlations.
 */
#define LEAST_DIRECTION 1e-8

/* The standard sd of the largest coordinate of an interaction. */
#define PAIR_SD 0.5

/* Lists those of the terms from .. to - 1 that vary, with their standard deviations. */
static uint32
varying_terms(const double *covariance, const double *square, uint32 terms, uint32 from, uint32 to,
			  uint32 *term, double *sd)
{
	uint32		n = 0;

	for (uint32 r = from; r < to; r++)
	{
		double		variance = covariance[(size_t) r * terms + r];

		if (variance > LEAST_VARIANCE * square[r])
		{
			term[n] = r;
			sd[n++] = sqrt(variance);
		}
	}
	return n;
}

/* Finds the correlations of k terms with m terms, to[k * m]. */
static void
correlate(const double *covariance, uint32 terms, const uint32 *row, const double *row_sd,
		  uint32 k, const uint32 *column, const double *column_sd, uint32 m, double *to)
{
	for (uint32 i = 0; i < k; i++)
		for (uint32 j = 0; j < m; j++)
			to[(size_t) i * m + j] = covariance[(size_t) row[i] * terms + column[j]] /
				(row_sd[i] * column_sd[j]);
}

/*
 * Adds to slope[k * m] the regression of k terms on m others.  across[k * m] are the
 * correlations between both, within[m * m] those among the others, which are destroyed.
 */
static void
regress(Work *work, double *within, const double *across, uint32 k, uint32 m, double *slope)
{
	double	   *eigenvalue = WORK_ARRAY(work, m, double);
	double	   *along = WORK_ARRAY(work, k, double);

	if (m == 0)
		return;
	work_check(work, eigen_all(work, within, m, eigenvalue));
	for (uint32 e = 0; e < m; e++)
	{
		const double *v = within + (size_t) e * m;

		if (eigenvalue[e] <= LEAST_DIRECTION * eigenvalue[m - 1])
			continue;
		cblas_dgemv(CblasRowMajor, CblasNoTrans, k, m, 1 / eigenvalue[e], across, m, v, 1, 0, along, 1);
		cblas_dger(CblasRowMajor, k, m, 1, along, 1, v, 1, slope, m);
	}
}

uint32
pair_block_find(Work *parent, const double *covariance, const double *square, uint32 products,
				uint32 terms, double least, double *t)
{
	Work	   *work = work_begin(parent);
	uint32	   *term = WORK_ARRAY(work, terms, uint32);
	double	   *sd = WORK_ARRAY(work, terms, double);
	uint32		k = varying_terms(covariance, square, terms, 0, products, term, sd);
	uint32		m = varying_terms(covariance, square, terms, products, terms, term + k, sd + k);
	double	   *left = WORK_ARRAY(work, (size_t) k * k, double);
	double	   *across = WORK_ARRAY(work, (size_t) k * m, double);
	double	   *within = WORK_ARRAY(work, (size_t) m * m, double);
	double	   *slope = WORK_ARRAY(work, (size_t) k * m, double);
	double	   *eigenvalue = WORK_ARRAY(work, k, double);
	uint32		count = 0;

	for (size_t i = 0; i < (size_t) terms * terms; i++)
		if (!isfinite(covariance[i]))
			work->raise(work, KERNEL_SINGULAR);
	if (k > 0)
	{
		correlate(covariance, terms, term, sd, k, term, sd, k, left);
		correlate(covariance, terms, term, sd, k, term + k, sd + k, m, across);
		correlate(covariance, terms, term + k, sd + k, m, term + k, sd + k, m, within);
		regress(work, within, across, k, m, slope);
		if (m > 0)
			cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, k, k, m, -1, slope, m, across, m, 1,
						left, k);
		work_check(work, eigen_all(work, left, k, eigenvalue));
	}
	while (count < k && eigenvalue[k - 1 - count] > least)
		count++;
	memset(t, 0, (size_t) terms * count * sizeof(double));
	for (uint32 e = 0; e < count; e++)
	{
		const double *u = left + (size_t) (k - 1 - e) * k;
		double		scale = PAIR_SD / sqrt(eigenvalue[k - 1]);

		for (uint32 i = 0; i < k; i++)
		{
			t[(size_t) term[i] * count + e] = u[i] * scale / sd[i];
			for (uint32 j = 0; j < m; j++)
				t[(size_t) term[k + j] * count + e] -= u[i] * slope[(size_t) i * m + j] * scale /
					sd[k + j];
		}
	}
	work_end(work);
	return count;
}
