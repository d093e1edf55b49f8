/*
 * posterior.h
 *		The posterior of two unknowns, given what the folds measured: how much of the
 *		target a score explains, and how much of the score the target does not.
 *
 * The score is w'(x - a), scaled so that by the marginals alone it rises by one with each
 * one of y.  The unknowns are
 *		Lambda >= 0, the covariance of score and target, and
 *		rho > 0, the variance of the score that the target does not explain.
 * E score^2 is s = rho + Lambda^2 / V.  All are in units of V, the variance of the target,
 * so that nothing depends on the units of x and y.
 */
#ifndef AER_POSTERIOR_H
#define AER_POSTERIOR_H

#include "kernel/kernel.h"

/* Cells on each side of the grid. */
#define POSTERIOR_CELLS 40

/* The measures of all folds together, over V. */
typedef struct Measurement
{
	double		rows;
	double		lin;			/* measures the covariance of score and target */
	double		square;			/* measures E score^2 */
	double		rest;			/* rho_0 > 0: a guess at rho */
	double		looks;			/* nu: variance that reading only K attributes adds to a row's score */
	bool		pairs;			/* pairs of attributes were seen; if not, square is ignored */
	double		kappa;			/* (looks)^2 per pair of looks */
} Measurement;

/* Points (covariance[i], rest[j]) with weights [j][i] that add up to 1. */
typedef struct Posterior
{
	double		covariance[POSTERIOR_CELLS + 1];	/* Lambda; the first is 0 */
	double		rest[POSTERIOR_CELLS];	/* rho */
	double		weight[POSTERIOR_CELLS][POSTERIOR_CELLS + 1];
} Posterior;

/* Computes the posterior.  Returns KERNEL_SINGULAR if no data can have these measures. */
extern Status posterior_find(const Measurement *measured, Posterior *posterior);

/* Returns E score^2 at a point. */
static inline double
posterior_square(const Posterior *posterior, int j, int i)
{
	return posterior->rest[j] + posterior->covariance[i] * posterior->covariance[i];
}

#endif							/* AER_POSTERIOR_H */
