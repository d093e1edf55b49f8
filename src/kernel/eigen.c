/*
 * eigen.c
 *		Eigenvectors of symmetric matrices.
 *
 * LAPACK's working memory is handed in, as all memory of the kernel is: so it
 * is the server's to account for, can be refused before the work begins, and
 * serves other ends before and after.
 */
#include "kernel/eigen.h"

#include <float.h>
#include <lapacke.h>

/* What dsyevd wants (LAPACK's documentation of lwork and liwork). */
#define WORK(d) (1 + 6 * (size_t) (d) + 2 * (size_t) (d) * (d))
#define IWORK(d) (3 + 5 * (size_t) (d))

size_t
eigen_work_size(uint32 d)
{
	return ARRAY_SIZE(WORK(d), double);
}

size_t
eigen_iwork_size(uint32 d)
{
	return ARRAY_SIZE(IWORK(d), int);
}

Status
eigen_all(double *matrix, uint32 d, double *eigenvalue, double *work, int *iwork)
{
	return LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, 'V', 'L', d, matrix, d, eigenvalue,
							   work, WORK(d), iwork, IWORK(d)) == 0 ?
		KERNEL_OK : KERNEL_SINGULAR;
}

/*
 * All eigenvectors by divide and conquer, then those that are wanted: asking
 * LAPACK for a range of them is slower, by inverse iteration, and many times
 * slower where eigenvalues lie close together.
 */
Status
eigen_above(double *matrix, uint32 d, double bound, double *eigenvalue,
			   double *eigenvector, uint32 *rank, double *work, int *iwork)
{
	uint32		first = 0;

	*rank = 0;
	for (uint32 i = 0; i < d; i++)
		for (uint32 j = i; j < d; j++)
			if (!(fabs(matrix[(size_t) i * d + j]) <= DBL_MAX))
				return KERNEL_SINGULAR;
	if (eigen_all(matrix, d, eigenvalue, work, iwork) != KERNEL_OK)
		return KERNEL_SINGULAR;
	while (first < d && eigenvalue[first] <= bound)
		first++;
	*rank = d - first;
	memmove(eigenvalue, eigenvalue + first, *rank * sizeof(double));
	memcpy(eigenvector, matrix + (size_t) first * d, (size_t) *rank * d * sizeof(double));
	return KERNEL_OK;
}
