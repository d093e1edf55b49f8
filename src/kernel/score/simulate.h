/*
 * simulate.h
 *		The simulated data of Kukliansky & Shamir 2015, section 5.1.
 *
 * Attributes are independent, 0 or 1, with means falling as i^alpha, i = 1 ..
 * d; the target is their inner product with fixed random weights.  For ridge
 * ("dense") the means are scaled into the l2 ball and weights are -1 or 1; for
 * lasso ("sparse") means lie in the linf ball and weights are -1, 0 or 1 with
 * probabilities .15, .70, .15.  E x_i^2 = E x_i, so alpha sets how much there
 * is to gain from drawing by second moments.
 */
#ifndef AER_SIMULATE_H
#define AER_SIMULATE_H

#include "kernel/rng.h"

/* mean[d] and weight[d]; the weights are a function of the seed. */
extern void simulate_start(uint32 d, double alpha, bool sparse, uint64 seed,
						   double *mean, double *weight, Poll poll);

/*
 * Row number id >= 1 into x[d]; returns its target.  A function of (seed, id):
 * any part of the data can be made again.
 */
extern double simulate_row(uint32 d, const double *mean, const double *weight,
						   uint64 seed, uint64 id, float *x, Poll poll);

#endif							/* AER_SIMULATE_H */
