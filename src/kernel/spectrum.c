/*
 * spectrum.c
 *		The eigenvectors of a symmetric matrix whose eigenvalues exceed a bound.
 */
#include "spectrum.h"

#include <float.h>
#include <lapacke.h>

/* dsyevr wants 26 d numbers and gains from (block size + 6) d; blocks are 32. */
#define WORK 40

/* 10 d for dsyevr itself and 2 d for the supports of the eigenvectors. */
#define IWORK 12

size_t
spectrum_work_size(uint32 d)
{
	return ARRAY_SIZE((size_t) d * WORK, double);
}

size_t
spectrum_iwork_size(uint32 d)
{
	return ARRAY_SIZE((size_t) d * IWORK, int);
}

Status
spectrum_above(double *matrix, uint32 d, double bound, double *eigenvalue,
			   double *eigenvector, uint32 *rank, double *work, int *iwork)
{
	lapack_int	found = 0;
	lapack_int	info;
	double		above = 0;

	/* no eigenvalue exceeds the largest sum of absolute values of a row */
	memset(eigenvalue, 0, d * sizeof(double));
	for (uint32 i = 0; i < d; i++)
		for (uint32 j = i; j < d; j++)
		{
			double		size = fabs(matrix[(size_t) i * d + j]);

			eigenvalue[i] += size;
			if (j > i)
				eigenvalue[j] += size;
		}
	for (uint32 i = 0; i < d; i++)
		if (!(eigenvalue[i] <= above))
			above = eigenvalue[i];
	*rank = 0;
	if (!(above <= DBL_MAX))
		return KERNEL_SINGULAR;
	above *= 1.001;
	if (above <= bound)
		return KERNEL_OK;
	info = LAPACKE_dsyevr_work(LAPACK_COL_MAJOR, 'V', 'V', 'L', d, matrix, d, bound, above,
							   0, 0, 0.0, &found, eigenvalue, eigenvector, d,
							   iwork + 10 * (size_t) d, work, WORK * d, iwork, 10 * d);
	if (info != 0)
		return KERNEL_SINGULAR;
	*rank = (uint32) found;
	return KERNEL_OK;
}
