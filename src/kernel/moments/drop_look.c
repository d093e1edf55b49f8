/*
 * drop_look.c
 *		The drop in r2 if a look is left out and the rest is fitted anew.
 *
 * Ridge in the metric is x = A^-1 c, A = X + lambda.  Without the attributes J, at the same
 * lambda, it is by one down-date
 *		x - A^-1_J u,	u = (A^-1_JJ)^-1 x_J,
 * so that c'x falls by x_J'u.  Everything about a fit without J follows from three blocks of A^-1
 * and A^-2.  Let r2 be the square of the correlation of score and target that the sums expect, R
 * the r2 expected on new rows, and s the variance that remains.  The drop is
 *		R (1 - r2 without J / r2) - 2 s (df - df without J) / (n v_y).
 * The last term makes attributes that do no better than chance worth less than nothing (Mallows,
 * Some comments on C_p, 1973).  It needs df = tr(X A^-1), which only complete moments have.
 */
#include "kernel/moments/fit.h"

#include <cblas.h>
#include <lapacke.h>

/*
 * A^-1 = diag(p) + U S U' and A^-2 = diag(p^2) + p U S U' + U S U' p + U S G S U', G = U'U:
 * for factors p = 1 / (psi + lambda), S = -1 and U = P L C^-T, C C' = I + L'P L (Woodbury); of
 * eigenvectors p = 1 / lambda, or 0 where they span everything, and S = 1 / (e + lambda) - p.
 */
typedef struct Inverse
{
	uint32		d;
	uint32		rank;
	double	   *p;				/* [d] */
	double	   *u;				/* [d * rank] by attribute */
	double	   *us;				/* [d * rank] U S */
	double	   *usgs;			/* [d * rank] U S G S */
	double	   *x;				/* [d] A^-1 c */
	double	   *y;				/* [d] A^-2 c */
} Inverse;

/* c'x and x'x of a fit. */
typedef struct Explained
{
	double		covariance;
	double		length;
} Explained;

static void
invert_complete(Work *work, const Estimate *estimate, double lambda, Inverse *inverse)
{
	double		p = inverse->rank < inverse->d ? 1 / lambda : 0;

	for (uint32 i = 0; i < inverse->d; i++)
	{
		inverse->p[i] = p;
		for (uint32 k = 0; k < inverse->rank; k++)
		{
			size_t		at = (size_t) i * inverse->rank + k;
			double		s = 1 / (estimate->eigenvalue[k] + lambda) - p;

			inverse->u[at] = estimate->factor[(size_t) k * inverse->d + i];
			inverse->us[at] = s * inverse->u[at];
			inverse->usgs[at] = s * inverse->us[at];
		}
		work_poll_step(work, i);
	}
}

static void
invert_factors(Work *work, const Estimate *estimate, double lambda, Inverse *inverse)
{
	uint32		d = inverse->d;
	uint32		rank = inverse->rank;
	Work	   *scratch = work_begin(work);
	double	   *inner = WORK_ARRAY(scratch, (size_t) rank * rank, double);

	for (uint32 i = 0; i < d; i++)
	{
		double		root = 1 / sqrt(estimate->rest[i] + lambda);

		inverse->p[i] = root * root;
		for (uint32 k = 0; k < rank; k++)
			inverse->u[(size_t) i * rank + k] = root * estimate->factor[(size_t) k * d + i];
	}
	if (rank > 0)
	{
		cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, rank, d, 1.0, inverse->u, rank, 0.0, inner, rank);
		for (size_t k = 0; k < rank; k++)
			inner[k * rank + k] += 1;
		if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'U', rank, inner, rank) != 0)
			work->raise(work, KERNEL_SINGULAR);
		cblas_dtrsm(CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, d, rank, 1.0,
					inner, rank, inverse->u, rank);
		for (uint32 i = 0; i < d; i++)
			cblas_dscal(rank, sqrt(inverse->p[i]), inverse->u + (size_t) i * rank, 1);
		cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, rank, d, 1.0, inverse->u, rank, 0.0, inner, rank);
		cblas_dsymm(CblasRowMajor, CblasRight, CblasLower, d, rank, 1.0, inner, rank, inverse->u, rank,
					0.0, inverse->usgs, rank);
	}
	for (size_t k = 0; k < (size_t) d * rank; k++)
		inverse->us[k] = -inverse->u[k];
	work_end(scratch);
}

/* Computes A^-1 v. */
static void
apply(const Inverse *inverse, const double *v, double *part, double *result)
{
	for (uint32 i = 0; i < inverse->d; i++)
		result[i] = inverse->p[i] * v[i];
	if (inverse->rank == 0)
		return;
	cblas_dgemv(CblasRowMajor, CblasTrans, inverse->d, inverse->rank, 1.0, inverse->u, inverse->rank,
				v, 1, 0.0, part, 1);
	cblas_dgemv(CblasRowMajor, CblasNoTrans, inverse->d, inverse->rank, 1.0, inverse->us, inverse->rank,
				part, 1, 1.0, result, 1);
}

static void
invert(Work *work, const Estimate *estimate, double lambda, Inverse *inverse)
{
	uint32		d = estimate->d;
	size_t		numbers = (size_t) d * estimate->rank;
	double	   *part = WORK_ARRAY(work, estimate->rank, double);

	inverse->d = d;
	inverse->rank = estimate->rank;
	inverse->p = WORK_ARRAY(work, d, double);
	inverse->u = WORK_ARRAY(work, numbers, double);
	inverse->us = WORK_ARRAY(work, numbers, double);
	inverse->usgs = WORK_ARRAY(work, numbers, double);
	inverse->x = WORK_ARRAY(work, d, double);
	inverse->y = WORK_ARRAY(work, d, double);
	(estimate->complete ? invert_complete : invert_factors) (work, estimate, lambda, inverse);
	apply(inverse, estimate->cross, part, inverse->x);
	apply(inverse, inverse->x, part, inverse->y);
}

/* Returns the squared correlation of score and target, (c'x)^2 over both variances. */
static double
squared_correlation(const Estimate *estimate, double lambda, Explained explained)
{
	double		variance = explained.covariance - lambda * explained.length;

	if (!(explained.covariance > 0))
		return 0;
	if (!estimate->complete)	/* add what the target explains of the score */
		variance += explained.covariance * (explained.covariance / estimate->y_variance);
	return explained.covariance / variance * (explained.covariance / estimate->y_variance);
}

/* Lists the attributes of a look and, for a column, of its interactions; returns their number. */
static uint32
list_dropped(const Looks *looks, uint32 look, const Estimate *estimate, uint32 *attribute)
{
	uint32		n = 0;

	for (uint32 l = look; l < looks->n; l = Max(l + 1, looks->bought))
	{
		const LookPair *pair = l < looks->bought ? NULL : &looks->pair[l - looks->bought];

		if (l != look && pair->a != look && pair->b != look)
			continue;
		for (uint32 i = looks_first(looks, l); i < looks_first(looks, l + 1); i++)
			if (!estimate->constant[i])
				attribute[n++] = i;
		if (look >= looks->bought)
			break;
	}
	return n;
}

/* Copies the rows of these attributes out of a matrix. */
static void
gather(const Inverse *inverse, const double *from, const uint32 *attribute, uint32 n, double *to)
{
	for (uint32 a = 0; a < n; a++)
		memcpy(to + (size_t) a * inverse->rank, from + (size_t) attribute[a] * inverse->rank,
			   inverse->rank * sizeof(double));
}

/* Returns the explained part without J, and in *freed the trace of (A^-1_JJ)^-1 A^-2_JJ. */
static Explained
explain_without(Work *work, const Inverse *inverse, Explained all, const uint32 *attribute, uint32 n,
				double *freed)
{
	size_t		block = (size_t) n * n;
	double	   *once = WORK_ARRAY(work, block, double);
	double	   *twice = WORK_ARRAY(work, block, double);
	double	   *u = WORK_ARRAY(work, n, double);
	double	   *rows = WORK_ARRAY(work, (size_t) n * inverse->rank, double);
	double	   *others = WORK_ARRAY(work, (size_t) n * inverse->rank, double);

	gather(inverse, inverse->u, attribute, n, rows);
	gather(inverse, inverse->us, attribute, n, others);
	if (inverse->rank > 0)
		cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, n, inverse->rank, 1.0, others,
					inverse->rank, rows, inverse->rank, 0.0, once, n);
	gather(inverse, inverse->usgs, attribute, n, others);
	if (inverse->rank > 0)
		cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, n, inverse->rank, 1.0, others,
					inverse->rank, rows, inverse->rank, 0.0, twice, n);
	for (uint32 a = 0; a < n; a++)
		for (uint32 b = 0; b < n; b++)
			twice[(size_t) a * n + b] += (inverse->p[attribute[a]] + inverse->p[attribute[b]]) *
				once[(size_t) a * n + b];
	for (uint32 a = 0; a < n; a++)
	{
		double		p = inverse->p[attribute[a]];

		once[(size_t) a * n + a] += p;
		twice[(size_t) a * n + a] += p * p;
		u[a] = inverse->x[attribute[a]];
	}
	if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'U', n, once, n) != 0)
		work->raise(work, KERNEL_SINGULAR);
	LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'U', n, 1, once, n, u, n);
	for (uint32 a = 0; a < n; a++)
	{
		all.covariance -= inverse->x[attribute[a]] * u[a];
		all.length -= 2 * inverse->y[attribute[a]] * u[a];
		for (uint32 b = 0; b < n; b++)
			all.length += u[a] * twice[(size_t) a * n + b] * u[b];
	}
	LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'U', n, n, once, n, twice, n);
	*freed = 0;
	for (uint32 a = 0; a < n; a++)
		*freed += twice[(size_t) a * n + a];
	return all;
}

bool
drop_looks(Work *work, const Estimate *estimate, const Looks *looks, double lambda, double expected,
		   double *drop)
{
	Work	   *scratch = work_begin(work);
	uint32	   *attribute = WORK_ARRAY(scratch, estimate->d, uint32);
	double		squares = 0;
	bool		possible = lambda > 0 && estimate->y_variance > 0;

	for (uint32 l = 0; l < looks->n; l++)
	{
		double		n = list_dropped(looks, l, estimate, attribute);

		squares += n * n;
	}
	possible = possible && squares <= (double) estimate->d * estimate->d;
	if (possible)
	{
		Inverse		inverse;
		Explained	all;
		double		r2;

		invert(scratch, estimate, lambda, &inverse);
		all.covariance = cblas_ddot(estimate->d, estimate->cross, 1, inverse.x, 1);
		all.length = cblas_ddot(estimate->d, inverse.x, 1, inverse.x, 1);
		r2 = squared_correlation(estimate, lambda, all);
		for (uint32 l = 0; l < looks->n; l++)
		{
			Work	   *look_work = work_begin(scratch);
			uint32		n = list_dropped(looks, l, estimate, attribute);
			double		freed;
			Explained	without;

			work_poll(work);
			drop[l] = 0;
			if (n > 0 && r2 > 0)
			{
				without = explain_without(look_work, &inverse, all, attribute, n, &freed);
				drop[l] = expected * (1 - squared_correlation(estimate, lambda, without) / r2);
				if (estimate->complete)
					drop[l] -= 2 * (1 - expected) * (n - lambda * freed) / estimate->rows;
			}
			work_end(look_work);
		}
	}
	work_end(scratch);
	return possible;
}
