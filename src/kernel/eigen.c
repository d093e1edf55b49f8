/*
 * eigen.c
 *		Eigenvectors of symmetric matrices.
 *
 * LAPACK's working memory comes from the Work, too: so the server accounts for it,
 * and can refuse it before the computation begins.
 */
#include "kernel/eigen.h"

#include <float.h>
#include <lapacke.h>

/* Working memory of dsyevd (LAPACK's documentation of lwork and liwork). */
#define WORK(d) (1 + 6 * (size_t) (d) + 2 * (size_t) (d) * (d))
#define IWORK(d) (3 + 5 * (size_t) (d))

Status
eigen_all(Work *work, double *matrix, uint32 d, double *eigenvalue)
{
	Work	   *scratch = work_begin(work);
	double	   *numbers = WORK_ARRAY(scratch, WORK(d), double);
	int		   *integers = WORK_ARRAY(scratch, IWORK(d), int);
	bool		found = LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, 'V', 'L', d, matrix, d, eigenvalue,
											numbers, WORK(d), integers, IWORK(d)) == 0;

	work_end(scratch);
	return found ? KERNEL_OK : KERNEL_SINGULAR;
}

/* Returns the largest absolute value of an entry, or NaN if one is NaN or infinite. */
static double
largest_entry(const double *matrix, uint32 d)
{
	double		largest = 0;

	for (uint32 i = 0; i < d; i++)
		for (uint32 j = i; j < d; j++)
		{
			double		entry = fabs(matrix[(size_t) i * d + j]);

			if (!(entry <= DBL_MAX))
				return NAN;
			largest = Max(largest, entry);
		}
	return largest;
}

/*
 * Reduces the matrix to a tridiagonal one, finds all its eigenvectors by divide and
 * conquer, and transforms only those above the bound back.  LAPACK's functions for
 * a range of eigenvalues are no alternative: inverse iteration is many times slower
 * if eigenvalues lie close together, and relatively robust representations fail on
 * some matrices.  numbers[WORK(d)] and integers[IWORK(d)] are scratch.
 */
static Status
tridiagonal_above(Work *work, double *matrix, uint32 d, double bound, uint32 most,
				  double *eigenvalue, double *eigenvector, uint32 *rank, double *numbers,
				  int *integers)
{
	double	   *beside = numbers;	/* [d] of the diagonal */
	double	   *reflector = numbers + d;	/* [d] */
	double	   *rest = numbers + 2 * (size_t) d;
	int			size = (int) Min(WORK(d) - 2 * (size_t) d, PG_INT32_MAX);
	double		largest = largest_entry(matrix, d);
	uint32		first = d - Min(most, d);

	if (isnan(largest))
		return KERNEL_SINGULAR;
	if (largest == 0)
		largest = 1;

	/* squares of entries must neither overflow nor vanish */
	for (uint32 i = 0; i < d; i++)
		for (uint32 j = i; j < d; j++)
			matrix[(size_t) i * d + j] /= largest;
	if (LAPACKE_dsytrd_work(LAPACK_COL_MAJOR, 'L', d, matrix, d, eigenvalue, beside,
							reflector, rest, size) != 0)
		return KERNEL_SINGULAR;
	work_poll(work);
	if (LAPACKE_dstedc_work(LAPACK_COL_MAJOR, 'I', d, eigenvalue, beside, eigenvector, d,
							rest, size, integers, IWORK(d)) != 0)
		return KERNEL_SINGULAR;
	work_poll(work);
	for (uint32 k = 0; k < d; k++)
		eigenvalue[k] *= largest;
	while (first < d && eigenvalue[first] <= bound)
		first++;
	*rank = d - first;
	memmove(eigenvalue, eigenvalue + first, *rank * sizeof(double));
	memmove(eigenvector, eigenvector + (size_t) first * d, (size_t) *rank * d * sizeof(double));
	if (*rank > 0 &&
		LAPACKE_dormtr_work(LAPACK_COL_MAJOR, 'L', 'L', 'N', d, *rank, matrix, d, reflector,
							eigenvector, d, rest, size) != 0)
		return KERNEL_SINGULAR;
	return KERNEL_OK;
}

Status
eigen_above(Work *work, double *matrix, uint32 d, double bound, uint32 most, double *eigenvalue,
			double *eigenvector, uint32 *rank)
{
	Work	   *scratch = work_begin(work);
	double	   *numbers = WORK_ARRAY(scratch, WORK(d), double);
	int		   *integers = WORK_ARRAY(scratch, IWORK(d), int);
	Status		status;

	*rank = 0;
	status = tridiagonal_above(scratch, matrix, d, bound, most, eigenvalue, eigenvector, rank, numbers,
							   integers);
	work_end(scratch);
	return status;
}
