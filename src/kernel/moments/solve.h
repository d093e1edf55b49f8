/*
 * solve.h
 *		Ridge, least squares and the start of the lasso from an estimate.
 */
#ifndef AER_SOLVE_H
#define AER_SOLVE_H

#include "kernel/l1.h"
#include "kernel/moments/estimate.h"

/*
 * Gives weight[d], in the user's units, that minimizes
 *		1/2 w' S w - b' w + lambda/2 sum (D_i w_i)^2.
 * S is the estimated covariance.  D is the estimate's metric; of complete moments it is 1,
 * or the standard deviations with own units.  lambda = 0 with complete moments gives least
 * squares of least norm.
 */
extern void solve_ridge(Work *work, Estimate *estimate, double lambda, double *weight);

/* Gives the same minimum within the ball sum (unit_i w_i)^2 <= radius^2. */
extern void solve_ridge_within(Work *work, Estimate *estimate, double lambda, double radius,
							   double *weight);

/*
 * Gives result[g] = w_g' R w_g for weight[count * d].  R = D (L L' + diag psi) D is the
 * estimated covariance without the part that the target explains.
 */
extern void solve_quadratic(Work *work, Estimate *estimate, const double *weight, uint32 count,
							double *result);

/*
 * Starts the lasso on an estimate.  The lasso uses the estimate's scratch, so the estimate must
 * not be used while the lasso is.  looks: groups of attributes that enter together; NULL: each
 * attribute by itself.
 */
extern void solve_lasso_start(Work *work, Estimate *estimate, Lasso *lasso, const Looks *looks);

#endif							/* AER_SOLVE_H */
