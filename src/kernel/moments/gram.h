/*
 * gram.h
 *		Sums of products over rows that are read in full.
 *
 * Each row is d attributes x, then a 1 and the target y: the products with those
 * two are the sums of x and of x y, which so cost next to nothing.
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
	uint32		order;			/* d + 2 */
	double	   *sum;			/* [order * order], (i, j), j >= i, at i * order + j; or NULL */
	const double *packed;		/* a view of stored sums, in place of all else; or NULL */
	double	   *xy;				/* [d] sums of another target, read in place of those; or NULL */
	double	   *block;			/* [block_rows * order] rows not yet in sum */
	uint32		rows;			/* of these */
	uint32		block_rows;
} Gram;

extern void gram_init(Gram *gram, uint32 d);

/* Have sums, in the Work in which the gram lives. */
extern void gram_have_sums(Work *work, Gram *gram);

/* Add a row with this target to the sums: the d attributes are to be filled in. */
extern double *gram_next_row(Gram *gram, double y);

/* target += all products of two attributes, (i, j), j >= i, at i * stride + j. */
extern void gram_add_to(const Gram *gram, double *target, uint32 stride);

/* The products of attribute i with itself and those after it; NULL: there are no rows. */
extern const double *gram_products(const Gram *gram, uint32 i);

/* Empty the block into the sums. */
extern void gram_settle(Gram *gram);

/* target += sign * source, where sign is 1 or -1; target has sums. */
extern void gram_merge(Gram *target, const Gram *source, double sign);

/*
 * Be the sums that are stored without a gap: of each attribute x and x y, then the
 * products with itself and those after it.  Only to be read, and to be merged into others.
 */
extern void gram_view(Gram *gram, uint32 d, const double *packed);

/* The sums of x_i, x_i^2 and x_i y. */
extern void gram_marginal(const Gram *gram, uint32 i, double *x, double *xx, double *xy);

#endif							/* AER_GRAM_H */
