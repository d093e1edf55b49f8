/*
 * gram.h
 *		Sums of products over rows that are read in full.
 *
 * Each row is d attributes x, then a 1: the products with the 1 are the sums of x, and
 * cost next to nothing.
 *
 * A row is first copied to a block, which is emptied into the sums by one symmetric
 * rank-k update, at the speed of the BLAS.  The order of the sums is that of the
 * rows, in blocks.  What reads the sums wants an empty block: gram_settle().
 */
#ifndef AER_GRAM_H
#define AER_GRAM_H

#include "kernel/kernel.h"

typedef struct Gram
{
	uint32		d;
	uint32		order;			/* d + 1 */
	double	   *sum;			/* [order * order], (i, j), j >= i, at i * order + j; or NULL */
	double	   *block;			/* [block_rows * order] rows not yet in sum; NULL: no row was added */
	uint32		rows;			/* of these */
	uint32		block_rows;
} Gram;

extern void gram_init(Gram *gram, uint32 d);

/* Have sums, in the Work in which the gram lives. */
extern void gram_have_sums(Work *work, Gram *gram);

/* Adds a row to a gram that has sums, and returns it: its d attributes are to be filled in. */
extern double *gram_next_row(Work *work, Gram *gram);

/* target += all products of two attributes, (i, j), j >= i, at i * stride + j. */
extern void gram_add_to(const Gram *gram, double *target, uint32 stride);

/* Returns the products of attribute i with itself and those after it; NULL: there are no rows. */
extern double *gram_products(const Gram *gram, uint32 i);

/* Returns the sum of x_i of a gram that has sums. */
extern double *gram_sum_of(const Gram *gram, uint32 i);

/* Empty the block into the sums. */
extern void gram_settle(Gram *gram);

/* target += sign * source, where sign is 1 or -1; target has sums. */
extern void gram_merge(Gram *target, const Gram *source, double sign);

/* Gives the sums of x_i and x_i^2. */
extern void gram_sums(const Gram *gram, uint32 i, double *x, double *xx);

#endif							/* AER_GRAM_H */
