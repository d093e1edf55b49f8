/*
 * solve.h
 *		Ridge, least squares and the start of the lasso from an estimate.
 */
#ifndef AER_SOLVE_H
#define AER_SOLVE_H

#include "kernel/l1.h"
#include "kernel/moments/estimate.h"

/*
 * Minimise 1/2 w' S w - b' w + lambda/2 sum (D_i w_i)^2, S the estimated
 * covariance and D the metric (1, or the deviations with own units, if the
 * moments are complete); lambda = 0 with complete moments is least squares of
 * least norm.  Weights are in the user's units.
 */
extern void solve_ridge(Work *work, Estimate *estimate, double lambda, double *weight);

/* The same within sum (unit_i w_i)^2 <= radius^2. */
extern void solve_ridge_within(Work *work, Estimate *estimate, double lambda, double radius,
							   double *weight);

/*
 * result[g] = w_g' R w_g for weight[count * d], R = D (L L' + diag psi) D the
 * estimated covariance without the part that the target explains.
 */
extern void solve_quadratic(Work *work, Estimate *estimate, const double *weight, uint32 count,
							double *result);

/*
 * Start the lasso of an estimate, which lends its scratch: it must not be used
 * for anything else while the lasso is.  looks: of attributes that are used
 * together, or NULL.
 */
extern void solve_lasso_start(Work *work, Estimate *estimate, Lasso *lasso, const Looks *looks);

#endif							/* AER_SOLVE_H */
