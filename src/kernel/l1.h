/*
 * l1.h
 *		The lasso from a covariance matrix, by coordinate descent.
 *
 * Minimises 1/2 u' C u - c' u + lambda |u|_1 for a positive semidefinite C.  The
 * gradient is kept, so a step costs O(d) if its coordinate moves and O(1) if it
 * does not.  Few sweeps are needed from the solution for a nearby lambda, so solve
 * a path from large to small lambda.
 *
 * With looks, |u|_1 becomes the sum over looks of the norm of their part of u
 * (group lasso: Yuan and Lin 2006).  Descent is by looks then, and a look is used
 * with all its attributes or not at all.
 */
#ifndef AER_L1_H
#define AER_L1_H

#include "kernel/looks.h"

/* Returns the looks, or one look for each of d attributes if looks is NULL. */
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
	const double *unit;			/* [d] scale of the weights w: u_i = unit_i w_i.  Borrowed */
	double	   *u;				/* [d] the solution */
	double	   *gradient;		/* [d] C u - c */

	Looks		looks;			/* attributes that are used together */
	double	   *eigenvector;	/* of the block of C of each look with several attributes */
	double	   *eigenvalue;		/* [d] */
	double	   *along;			/* [largest look] scratch */
	double	   *part;			/* [largest look] scratch */
} Lasso;

/*
 * Allocates a lasso.  The caller fills in matrix, unit and lasso->cross before
 * lasso_start(), which sets u = 0.  looks: of the d attributes, or NULL.
 */
extern void lasso_init(Work *work, Lasso *lasso, uint32 d, double *matrix, const double *unit,
					   const Looks *looks);
extern void lasso_start(Work *work, Lasso *lasso);

/* Returns the smallest lambda for which all weights are 0. */
extern double lasso_largest(const Lasso *lasso);

/*
 * Solves for lambda, starting from the current u, until no optimality (KKT)
 * condition is violated by more than tolerance.  Raises KERNEL_NOT_CONVERGED.
 */
extern void lasso_solve(Work *work, Lasso *lasso, double lambda, double tolerance);

/*
 * Minimises subject to |u|_1 <= radius.  Finds the lambda that gives this radius,
 * or 0 if the unconstrained minimum lies inside.
 */
extern void lasso_solve_within(Work *work, Lasso *lasso, double radius, double tolerance,
							   double *lambda);

/* Writes the weights in the user's units to weight[d]. */
extern void lasso_weights(const Lasso *lasso, double *weight);

#endif							/* AER_L1_H */
