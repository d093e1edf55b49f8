/*
 * wide_matrix.h
 *		The covariances of pairs under a sampling design, as a product with
 *		vectors: of so many attributes a matrix of them has no room.
 *
 * It is the matrix Y of an estimate (estimate.h), in its metric,
 *		Y_ij = C_ij w_i w_j / (D_i D_j),	Y_ii = max(v_i - v_y beta_i^2, 0) / D_i^2,
 * C_ij the sum over the rows where both were seen of (x_i - m_i)(x_j - m_j) -
 * v_y beta_i beta_j.  Where a pair's sum is divided by N_ij + 2 elsewhere, here it
 * is by what it was expected to be:
 *		w_i w_j = 1 / sqrt((E_ii + 2)(E_jj + 2)),	E_ij = n_i n_j sum N / (sum n)^2,
 * so that a product with a vector takes one pass over the looks.
 */
#ifndef AER_WIDE_MATRIX_H
#define AER_WIDE_MATRIX_H

#include "kernel/moments/estimate.h"

typedef struct WideMatrix
{
	uint32		d;
	const Moments *moments;
	uint32		omit;			/* the fold left out; folds or more: none */
	double	   *mean;			/* [d] m */
	double	   *factor;			/* [d] w_i / D_i */
	double	   *explained;		/* [d] that times beta_i sqrt(v_y) */
	double	   *diagonal;		/* [d] Y_ii less what rows add there */
} WideMatrix;

extern size_t wide_matrix_size(uint32 d);
extern void wide_matrix_init(WideMatrix *matrix, void *memory, uint32 d);

/*
 * Of the estimate from all folds but one, whose vectors are made here
 * (estimate_alone).  Its moments are kept sparse and were added to row by row.
 */
extern void wide_matrix_estimate(WideMatrix *matrix, Estimate *estimate, const Moments *moments,
								 uint32 omit, bool own_units, Poll poll);

/* result = Y vector */
extern void wide_matrix_multiply(const WideMatrix *matrix, const double *vector, double *result,
								 Poll poll);

#endif							/* AER_WIDE_MATRIX_H */
