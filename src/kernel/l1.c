/*
 * l1.c
 *		The lasso from a covariance matrix, by coordinate descent.
 *
 * The part v of u of a look with several attributes minimises 1/2 v'Bv + h'v +
 * lambda |v|, where B is the look's block of C and h the gradient at v = 0.  If
 * |h| <= lambda, v = 0; else
 *		v = -(B + lambda / r)^-1 h,	r = |v|,
 * which in the eigenvectors of B is one equation in r.
 */
#include "kernel/l1.h"

#include "kernel/eigen.h"

#include <cblas.h>

#define MAX_SWEEPS 100000

/* Newton's method for the norm of a look's part of u. */
#define MAX_STEPS 100
#define STEP_ENDS 1e-15

/* An attribute has no variance if its diagonal entry is below this share of the largest. */
#define NO_VARIANCE 1e-14

/* Returns the length of a look's part of lasso->eigenvector. */
static size_t
eigenvector_length(const Looks *looks, uint32 look)
{
	size_t		a = looks_size(looks, look);

	return a > 1 ? a * a : 0;
}

void
lasso_init(Work *work, Lasso *lasso, uint32 d, double *matrix, const double *unit,
		   const Looks *looks)
{
	uint32		largest;
	size_t		vectors = 0;

	memset(lasso, 0, sizeof(Lasso));
	lasso->d = d;
	lasso->matrix = matrix;
	lasso->unit = unit;
	lasso->cross = WORK_ARRAY(work, d, double);
	lasso->u = WORK_ARRAY(work, d, double);
	lasso->gradient = WORK_ARRAY(work, d, double);
	lasso->looks = lasso_looks(looks, d);
	if (looks == NULL)
		return;
	largest = looks_most(looks, 1);
	for (uint32 l = 0; l < looks->n; l++)
		vectors += eigenvector_length(looks, l);
	lasso->eigenvector = WORK_ARRAY(work, vectors, double);
	lasso->eigenvalue = WORK_ARRAY(work, d, double);
	lasso->along = WORK_ARRAY(work, largest, double);
	lasso->part = WORK_ARRAY(work, largest, double);
}

void
lasso_start(Work *work, Lasso *lasso)
{
	double	   *vector = lasso->eigenvector;

	for (uint32 i = 0; i < lasso->d; i++)
	{
		lasso->u[i] = 0;
		lasso->gradient[i] = -lasso->cross[i];
	}
	for (uint32 l = 0; lasso->looks.first != NULL && l < lasso->looks.n; l++)
	{
		uint32		a = looks_size(&lasso->looks, l);
		uint32		first = lasso->looks.first[l];

		if (a < 2)
			continue;
		for (uint32 i = 0; i < a; i++)
			memcpy(vector + (size_t) i * a, lasso->matrix + (size_t) (first + i) * lasso->d + first,
				   a * sizeof(double));
		work_check(work, eigen_all(work, vector, a, lasso->eigenvalue + first));
		vector += (size_t) a * a;
	}
}

/* Returns the norm of a look's part of x, with the same bits as in lambda_search_lambda(). */
static double
look_norm(const Lasso *lasso, const double *x, uint32 look)
{
	double		norm = 0;

	for (uint32 i = looks_first(&lasso->looks, look); i < looks_first(&lasso->looks, look + 1); i++)
		norm = hypot(norm, x[i]);
	return norm;
}

double
lasso_largest(const Lasso *lasso)
{
	double		largest = 0;

	for (uint32 l = 0; l < lasso->looks.n; l++)
		largest = Max(largest, look_norm(lasso, lasso->cross, l));
	return largest;
}

/* Minimises over u_i; returns by how much its optimality condition was violated. */
static double
descend(Lasso *lasso, uint32 i, double lambda, double least)
{
	uint32		d = lasso->d;
	double		curvature = lasso->matrix[(size_t) i * d + i];
	double		u = lasso->u[i];
	double		g = lasso->gradient[i];
	double		violation = u > 0 ? fabs(g + lambda) : u < 0 ? fabs(g - lambda) :
		Max(fabs(g) - lambda, 0);
	double		target;
	double		change;

	if (violation == 0 || curvature <= least)
		return 0;
	target = u * curvature - g;
	target = target > lambda ? target - lambda : target < -lambda ? target + lambda : 0;
	change = target / curvature - u;
	lasso->u[i] = target == 0 ? 0 : u + change;
	cblas_daxpy(d, change, lasso->matrix + (size_t) i * d, 1, lasso->gradient, 1);
	return violation;
}

/* Returns by how much the optimality condition of a look is violated. */
static double
look_violation(const Lasso *lasso, uint32 look, double lambda)
{
	uint32		first = looks_first(&lasso->looks, look);
	uint32		a = looks_size(&lasso->looks, look);
	double		norm = look_norm(lasso, lasso->u, look);

	if (norm == 0)
		return Max(look_norm(lasso, lasso->gradient, look) - lambda, 0);
	for (uint32 i = 0; i < a; i++)
		lasso->part[i] = lasso->gradient[first + i] + lambda * (lasso->u[first + i] / norm);
	return cblas_dnrm2(a, lasso->part, 1);
}

/*
 * Finds the root r of |h / (e r + lambda)| = 1, for |h| > lambda and ascending e.
 * The inverse of the left side is concave in r, so Newton's method rises to the root
 * from the solution in which all e are equal to the largest.
 */
static double
find_norm(const double *h, const double *e, int a, double lambda)
{
	double		r = (cblas_dnrm2(a, h, 1) - lambda) / e[a - 1];

	for (int step = 0; step < MAX_STEPS; step++)
	{
		double		square = 0;
		double		slope = 0;
		double		move;

		for (int i = 0; i < a; i++)
		{
			double		ratio = h[i] / (e[i] * r + lambda);

			square += ratio * ratio;
			slope += ratio * ratio * (e[i] / (e[i] * r + lambda));
		}
		move = (sqrt(square) - 1) * square / slope;
		if (!(move > STEP_ENDS * r))
			break;
		r += move;
	}
	return r;
}

/* Minimises over the part of a look with several attributes; vector: its eigenvectors. */
static double
descend_look(Lasso *lasso, uint32 look, const double *vector, double lambda, double least)
{
	uint32		first = lasso->looks.first[look];
	int			a = (int) looks_size(&lasso->looks, look);
	const double *e = lasso->eigenvalue + first;
	double	   *h = lasso->along;
	double	   *part = lasso->part;
	double		violation = look_violation(lasso, look, lambda);
	double		r;

	if (violation == 0)
		return 0;

	/* in the eigenvectors; directions without variance stay 0 */
	cblas_dgemv(CblasColMajor, CblasTrans, a, a, 1.0, vector, a, lasso->gradient + first, 1, 0.0, h, 1);
	cblas_dgemv(CblasColMajor, CblasTrans, a, a, 1.0, vector, a, lasso->u + first, 1, 0.0, part, 1);
	for (int i = 0; i < a; i++)
		h[i] = e[i] > least ? h[i] - e[i] * part[i] : 0;
	r = cblas_dnrm2(a, h, 1) <= lambda ? 0 : find_norm(h, e, a, lambda);
	for (int i = 0; i < a; i++)
		h[i] = h[i] == 0 ? 0 : -h[i] * (r / (e[i] * r + lambda));
	cblas_dgemv(CblasColMajor, CblasNoTrans, a, a, 1.0, vector, a, h, 1, 0.0, part, 1);

	for (int i = 0; i < a; i++)
	{
		double		change = part[i] - lasso->u[first + i];

		lasso->u[first + i] = part[i];
		if (change != 0)
			cblas_daxpy(lasso->d, change, lasso->matrix + (size_t) (first + i) * lasso->d, 1,
						lasso->gradient, 1);
	}
	return violation;
}

/* Sweeps over all looks, or over those in use; returns the largest violation. */
static double
sweep_looks(Lasso *lasso, double lambda, double least, bool all)
{
	const double *vector = lasso->eigenvector;
	double		largest = 0;

	for (uint32 l = 0; l < lasso->looks.n; l++)
	{
		uint32		a = looks_size(&lasso->looks, l);

		if (a > 0 && (all || look_norm(lasso, lasso->u, l) > 0))
		{
			double		violation = a == 1 ?
				descend(lasso, looks_first(&lasso->looks, l), lambda, least) :
				descend_look(lasso, l, vector, lambda, least);

			largest = Max(largest, violation);
		}
		vector += eigenvector_length(&lasso->looks, l);
	}
	return largest;
}

/* Computes the gradient afresh, as sums of changes drift. */
static void
refresh(Lasso *lasso)
{
	memcpy(lasso->gradient, lasso->cross, lasso->d * sizeof(double));
	cblas_dsymv(CblasColMajor, CblasLower, lasso->d, 1.0, lasso->matrix, lasso->d,
				lasso->u, 1, -1.0, lasso->gradient, 1);
}

/*
 * Alternates sweeps over all looks with sweeps over those that are not 0, until a
 * sweep over all finds no violation.
 */
void
lasso_solve(Work *work, Lasso *lasso, double lambda, double tolerance)
{
	uint32		d = lasso->d;
	double		least = 0;
	bool		all = true;

	for (uint32 i = 0; i < d; i++)
		least = Max(least, NO_VARIANCE * lasso->matrix[(size_t) i * d + i]);
	for (int sweep = 0; sweep < MAX_SWEEPS; sweep++)
	{
		double		violation;

		work_poll(work);
		if (all)
			refresh(lasso);
		violation = sweep_looks(lasso, lambda, least, all);
		if (all && violation <= tolerance)
			return;
		all = violation <= tolerance;
	}
	work->raise(work, KERNEL_NOT_CONVERGED);
}

static double
norm(const Lasso *lasso)
{
	double		sum = 0;

	if (lasso->looks.first == NULL)
		return cblas_dasum(lasso->d, lasso->u, 1);
	for (uint32 l = 0; l < lasso->looks.n; l++)
		sum += look_norm(lasso, lasso->u, l);
	return sum;
}

/*
 * |u|_1 is continuous, falls with lambda and is piecewise linear in it, so false
 * position finds the radius quickly; bisection is the safeguard.
 */
void
lasso_solve_within(Work *work, Lasso *lasso, double radius, double tolerance, double *lambda)
{
	double		high = lasso_largest(lasso);
	double		high_norm = 0;
	double		low = high;
	double		low_norm = 0;

	/* down the path until the radius is passed */
	for (int step = 0; low_norm <= radius; step++)
	{
		high = low;
		high_norm = low_norm;
		if (high == 0)
			break;
		low = step < 40 ? low * 0.7 : 0;
		lasso_solve(work, lasso, low, tolerance);
		low_norm = norm(lasso);
	}
	*lambda = high;
	for (int step = 0; high > low && step < 100; step++)
	{
		double		share = step % 3 == 2 ? 0.5 : (low_norm - radius) / (low_norm - high_norm);
		double		middle = low + share * (high - low);
		double		middle_norm;

		lasso_solve(work, lasso, middle, tolerance);
		middle_norm = norm(lasso);
		*lambda = middle;
		if (middle_norm <= radius && middle_norm >= radius * (1 - 1e-10))
			return;
		if (middle_norm > radius)
		{
			low = middle;
			low_norm = middle_norm;
		}
		else
		{
			high = middle;
			high_norm = middle_norm;
		}
		if (high - low <= 1e-15 * high)
			break;
	}
	*lambda = high;
	lasso_solve(work, lasso, high, tolerance);
}

void
lasso_weights(const Lasso *lasso, double *weight)
{
	for (uint32 i = 0; i < lasso->d; i++)
		weight[i] = lasso->u[i] / lasso->unit[i];
}
