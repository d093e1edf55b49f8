/*
 * l1.h
 *		The lasso from a covariance matrix, by coordinate descent.
 *
 * Minimise 1/2 u' C u - c' u + lambda |u|_1, C positive semidefinite.  The
 * gradient is kept, so a coordinate that does not move costs O(1) and one that
 * does O(d).  Started from the solution for a nearby lambda it takes few
 * sweeps: solve a path from large to small lambda.
 */
#ifndef AER_L1_H
#define AER_L1_H

#include "kernel/kernel.h"

typedef struct Lasso
{
	uint32		d;
	double	   *matrix;			/* [d * d] C, both triangles.  Borrowed */
	double	   *cross;			/* [d] c */
	const double *unit;			/* [d] of the weights: u_i = unit_i w_i.  Borrowed */
	double	   *u;				/* [d] the solution */
	double	   *gradient;		/* [d] C u - c */
} Lasso;

extern size_t lasso_size(uint32 d);

/* matrix and unit are filled in, and lasso->cross[], before the start at u = 0. */
extern void lasso_init(Lasso *lasso, void *memory, uint32 d, double *matrix,
					   const double *unit);
extern void lasso_start(Lasso *lasso);

/* The least lambda for which all weights are 0. */
extern double lasso_largest(const Lasso *lasso);

/*
 * Solve for lambda, from where u is, until no optimality (KKT) condition is
 * missed by more than tolerance.
 */
extern Status lasso_solve(Lasso *lasso, double lambda, double tolerance, Poll poll);

/*
 * Minimise within |u|_1 <= radius: finds the lambda of that radius, or 0 if
 * the unconstrained minimum lies inside.
 */
extern Status lasso_solve_within(Lasso *lasso, double radius, double tolerance,
								 double *lambda, Poll poll);

/* The weights in the user's units. */
extern void lasso_weights(const Lasso *lasso, double *weight);

#endif							/* AER_L1_H */
