/*
 * pair_block.h
 *		The coordinates of an interaction: what its products add to both columns alone.
 *
 * The terms of an interaction are its products, followed by the attributes of both columns.
 * The products are divided by their standard deviations and reduced by their regression on
 * those attributes.  The residuals have the covariance E = U diag(e) U'.  One coordinate lies
 * along each eigenvector.  All are scaled by one factor, which gives the largest a standard
 * deviation of 1/2.
 */
#ifndef AER_PAIR_BLOCK_H
#define AER_PAIR_BLOCK_H

#include "kernel/kernel.h"

/*
 * Finds T of an interaction.  Returns the number of its coordinates, at most products, and
 * writes T_rk of term r to t[r * count + k].  Raises KERNEL_SINGULAR if a sum is not finite.
 *
 * covariance: [terms * terms] both triangles, divisor n - 1.
 * square: [terms] mean squares, which tell a variance from rounding.
 * least: directions with eigenvalues up to this get no coordinate.
 */
extern uint32 pair_block_find(Work *work, const double *covariance, const double *square,
							  uint32 products, uint32 terms, double least, double *t);

#endif							/* AER_PAIR_BLOCK_H */
