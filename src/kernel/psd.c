/*
 * psd.c
 *		Symmetric matrices that are estimates of positive semidefinite ones.
 */
#include "kernel/psd.h"

#include "kernel/eigen.h"

#include <cblas.h>
#include <lapacke.h>

/* Eigenvalues below this share of the largest one count as 0. */
#define EIGENVALUE_TOLERANCE 1e-12

/*
 * The Cholesky factor is used in place of the eigenvalues if this share of each
 * diagonal entry is left in its pivot.
 */
#define PIVOT_TOLERANCE 1e-8

typedef struct Decomposed
{
	double	   *vectors;		/* [n * n] factor, then eigenvectors as rows */
	double	   *values;			/* [n] eigenvalues, ascending */
} Decomposed;

static Decomposed
begin(Work *work, int n)
{
	return (Decomposed) {WORK_ARRAY(work, (size_t) n * n, double), WORK_ARRAY(work, n, double)};
}

/* Finds the eigenvalues and eigenvectors of a, which is not changed. */
static Status
decompose(Work *work, const Decomposed *w, const double *a, int n)
{
	work_poll(work);
	memcpy(w->vectors, a, (size_t) n * n * sizeof(double));
	if (eigen_all(work, w->vectors, n, w->values) != KERNEL_OK)
		return KERNEL_NOT_CONVERGED;
	work_poll(work);
	return KERNEL_OK;
}

/*
 * Tries Cholesky first: it costs a fraction of the eigenvalues, and succeeds only
 * if no eigenvalue is negative.  Otherwise the rarer sign decides how the matrix
 * is changed: rebuilt from the positive eigenvalues, or rid of the negative ones.
 */
static Status
make(Work *work, double *a, int n)
{
	Decomposed	w = begin(work, n);
	Status		status;
	int			negative = 0;
	bool		remove;
	int			i,
				j;

	memcpy(w.vectors, a, (size_t) n * n * sizeof(double));
	if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n, w.vectors, n) == 0)
		return KERNEL_OK;

	status = decompose(work, &w, a, n);
	if (status != KERNEL_OK)
		return status;
	while (negative < n && w.values[negative] < 0)
		negative++;
	if (negative == 0)
		return KERNEL_OK;

	/* the rows of the rarer sign, each times the root of its eigenvalue */
	remove = negative < n - negative;
	for (i = 0; i < n; i++)
		if ((i < negative) == remove)
			cblas_dscal(n, sqrt(fabs(w.values[i])), w.vectors + (size_t) i * n, 1);
	if (remove)
		cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, n, negative,
					1.0, w.vectors, n, 1.0, a, n);
	else
		cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, n, n - negative,
					1.0, w.vectors + (size_t) negative * n, n, 0.0, a, n);
	for (j = 0; j < n; j++)
		for (i = 0; i < j; i++)
			a[(size_t) j * n + i] = a[(size_t) i * n + j];
	return KERNEL_OK;
}

Status
psd_make(Work *work, double *a, int n)
{
	Work	   *scratch = work_begin(work);
	Status		status = make(scratch, a, n);

	work_end(scratch);
	return status;
}

/* Solves by Cholesky; returns false if the matrix is nearly singular. */
static bool
solve_definite(const Decomposed *w, const double *a, int n, const double *b, double *x)
{
	int			i;

	memcpy(w->vectors, a, (size_t) n * n * sizeof(double));
	if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n, w->vectors, n) != 0)
		return false;
	for (i = 0; i < n; i++)
	{
		double		root = w->vectors[(size_t) i * n + i];

		if (root * root <= PIVOT_TOLERANCE * a[(size_t) i * n + i])
			return false;
	}
	memcpy(x, b, n * sizeof(double));
	return LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', n, 1, w->vectors, n, x, n) == 0;
}

static Status
solve(Work *work, const double *a, int n, const double *b, double *x)
{
	Decomposed	w = begin(work, n);
	Status		status;
	int			i;

	if (solve_definite(&w, a, n, b, x))
		return KERNEL_OK;
	status = decompose(work, &w, a, n);
	if (status != KERNEL_OK)
		return status;
	memset(x, 0, n * sizeof(double));
	for (i = 0; i < n; i++)
	{
		const double *vector = w.vectors + (size_t) i * n;

		if (w.values[i] > EIGENVALUE_TOLERANCE * w.values[n - 1])
			cblas_daxpy(n, cblas_ddot(n, vector, 1, b, 1) / w.values[i], vector, 1, x, 1);
	}
	return KERNEL_OK;
}

Status
psd_solve(Work *work, const double *a, int n, const double *b, double *x)
{
	Work	   *scratch = work_begin(work);
	Status		status = solve(scratch, a, n, b, x);

	work_end(scratch);
	return status;
}
