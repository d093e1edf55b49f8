/*
 * pair_block.c
 *		What a pair of columns says beyond both by themselves: T of its look.
 */
#include "kernel/columns/pair_block.h"

#include <cblas.h>

#include "kernel/eigen.h"

/* A variance below this share of the mean square is rounding. */
#define LEAST_VARIANCE 1e-12

/*
 * Attributes of a column may repeat each other: all words of a list add up to one.
 * Below this share of the largest eigenvalue of their correlations is no direction.
 */
#define LEAST_DIRECTION 1e-8

/* The deviation of the largest coordinate of a pair. */
#define PAIR_DEVIATION 0.5

/* Those that vary of the terms from .. to - 1, and their deviations. */
static uint32
varying_terms(const double *covariance, const double *square, uint32 terms, uint32 from, uint32 to,
			  uint32 *term, double *deviation)
{
	uint32		n = 0;

	for (uint32 r = from; r < to; r++)
	{
		double		variance = covariance[(size_t) r * terms + r];

		if (variance > LEAST_VARIANCE * square[r])
		{
			term[n] = r;
			deviation[n++] = sqrt(variance);
		}
	}
	return n;
}

/* Correlations of k terms with m terms, to to[k * m]. */
static void
correlate(const double *covariance, uint32 terms, const uint32 *row, const double *row_deviation,
		  uint32 k, const uint32 *column, const double *column_deviation, uint32 m, double *to)
{
	for (uint32 i = 0; i < k; i++)
		for (uint32 j = 0; j < m; j++)
			to[(size_t) i * m + j] = covariance[(size_t) row[i] * terms + column[j]] /
				(row_deviation[i] * column_deviation[j]);
}

/*
 * slope[k * m], zero before: the regression of k terms, whose correlations with m others
 * are across[k * m], on these, whose own are within[m * m], which is destroyed.
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
	double	   *deviation = WORK_ARRAY(work, terms, double);
	uint32		k = varying_terms(covariance, square, terms, 0, products, term, deviation);
	uint32		m = varying_terms(covariance, square, terms, products, terms, term + k, deviation + k);
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
		correlate(covariance, terms, term, deviation, k, term, deviation, k, left);
		correlate(covariance, terms, term, deviation, k, term + k, deviation + k, m, across);
		correlate(covariance, terms, term + k, deviation + k, m, term + k, deviation + k, m, within);
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
		double		scale = PAIR_DEVIATION / sqrt(eigenvalue[k - 1]);

		for (uint32 i = 0; i < k; i++)
		{
			t[(size_t) term[i] * count + e] = u[i] * scale / deviation[i];
			for (uint32 j = 0; j < m; j++)
				t[(size_t) term[k + j] * count + e] -= u[i] * slope[(size_t) i * m + j] * scale /
					deviation[k + j];
		}
	}
	work_end(work);
	return count;
}
