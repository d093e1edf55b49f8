/*
 * l1.h
 *		The lasso from a covariance matrix, by coordinate descent.
 *
 * Minimise 1/2 u' C u - c' u + lambda |u|_1, C positive semidefinite.  The
 * gradient is kept, so a coordinate that does not move costs O(1) and one that
 * does O(d).  Started from the solution for a nearby lambda it takes few
 * sweeps: solve a path from large to small lambda.
 *
 * With looks |u|_1 is the sum over looks of the length of their part of u, so
 * that a look is used with all its attributes or not at all (the group lasso:
 * Yuan and Lin 2006), and descent is by looks.
 */
#ifndef AER_L1_H
#define AER_L1_H

#include "kernel/looks.h"

/* Those looks, or where there are none each of d attributes for itself. */
static inline Looks
lasso_looks(const Looks *looks, uint32 d)
{
	Looks		single;

	looks_init(&single, d);
	return looks != NULL ? *looks : single;
}

typedef struct Lasso
{
	uint32		d;
	double	   *matrix;			/* [d * d] C, both triangles.  Borrowed */
	double	   *cross;			/* [d] c */
	const double *unit;			/* [d] of the weights: u_i = unit_i w_i.  Borrowed */
	double	   *u;				/* [d] the solution */
	double	   *gradient;		/* [d] C u - c */

	Looks		looks;			/* attributes that are used together: of one each, or */
	double	   *vector;			/* of C within each look of several: its eigenvectors */
	double	   *value;			/* [d] their eigenvalues */
	double	   *along;			/* [largest look] scratch */
	double	   *part;			/* [largest look] scratch */
} Lasso;

/*
 * matrix and unit are filled in, and lasso->cross[], before the start at u = 0.
 * looks: of the d attributes, or NULL.
 */
extern void lasso_init(Work *work, Lasso *lasso, uint32 d, double *matrix, const double *unit,
					   const Looks *looks);
extern void lasso_start(Work *work, Lasso *lasso);

/* The least lambda for which all weights are 0. */
extern double lasso_largest(const Lasso *lasso);

/*
 * Solve for lambda, from where u is, until no optimality (KKT) condition is
 * missed by more than tolerance; raises KERNEL_NOT_CONVERGED.
 */
extern void lasso_solve(Work *work, Lasso *lasso, double lambda, double tolerance);

/*
 * Minimise within |u|_1 <= radius: finds the lambda of that radius, or 0 if
 * the unconstrained minimum lies inside.
 */
extern void lasso_solve_within(Work *work, Lasso *lasso, double radius, double tolerance,
							   double *lambda);

/* The weights in the user's units. */
extern void lasso_weights(const Lasso *lasso, double *weight);

#endif							/* AER_L1_H */
