/*
 * pair_block.h
 *		What a pair of columns says beyond both by themselves: T of its look.
 *
 * The terms of a pair are its products and then the attributes of both columns.  The
 * products, in units of their deviation, less their regression on those attributes have
 * the covariance E = U diag(e) U'; a coordinate lies along each eigenvector, scaled so
 * that the largest has the deviation 1/2, the others less, as they are.
 */
#ifndef AER_PAIR_BLOCK_H
#define AER_PAIR_BLOCK_H

#include "kernel/kernel.h"

/*
 * covariance[terms * terms], both triangles, divisor n - 1; square[terms], the mean
 * squares, against which a variance that is rounding alone is told.  Directions with
 * eigenvalues up to least are none.  To t[], T_rk of term r at r * count + k; returns
 * count, at most products.  Raises KERNEL_SINGULAR of sums that are not finite.
 */
extern uint32 pair_block_find(Work *work, const double *covariance, const double *square,
							  uint32 products, uint32 terms, double least, double *t);

#endif							/* AER_PAIR_BLOCK_H */
