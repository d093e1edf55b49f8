/*
 * high_dimensional_direction.h
 *		The direction of ridge's weights where no matrix of pairs has room.
 *
 * The covariances of pairs are a product with vectors: of so many attributes a
 * matrix of them has no room.  That is the matrix Y of an estimate (estimate.h),
 * in its metric,
 *		Y_ij = C_ij w_i w_j / (D_i D_j),	Y_ii = max(v_i - v_y beta_i^2, 0) / D_i^2,
 * C_ij the sum over the rows where both were seen of (x_i - m_i)(x_j - m_j) -
 * v_y beta_i beta_j.  Where a pair's sum is divided by N_ij + 2 elsewhere, here it
 * is by what it was expected to be:
 *		w_i w_j = 1 / sqrt((E_ii + 2)(E_jj + 2)),	E_ij = n_i n_j sum N / (sum n)^2,
 * so that a product with a vector takes one pass over the looks.
 *
 * With the eigenvalues e of Y, and the covariances with the target c = b / D,
 * the weights are
 *		x = h(Y) c,	h(e) = 1 / (g(e) + psi + lambda),	g(e) = max(e - edge / 2, 0),
 * as solve.h has it but that psi, the rest of the diagonal, is the same for all
 * attributes.  Lanczos' method from c needs Y times a vector, once a step: after m
 * steps h(Y) c is right for every polynomial h of degree m - 1, whatever the
 * number of eigenvectors that stand out of the noise.  Where pairs say nothing,
 * Y is its diagonal, and the direction that of each attribute by itself.
 */
#ifndef AER_HIGH_DIMENSIONAL_DIRECTION_H
#define AER_HIGH_DIMENSIONAL_DIRECTION_H

#include "kernel/moments/estimate.h"

/* The covariances of pairs, as a product with vectors. */
typedef struct HighDimensionalMatrix
{
	uint32		d;
	const Moments *moments;
	uint32		omit;			/* the fold left out; folds or more: none */
	double	   *mean;			/* [d] m */
	double	   *factor;			/* [d] w_i / D_i */
	double	   *explained;		/* [d] that times beta_i sqrt(v_y) */
	double	   *diagonal;		/* [d] Y_ii less what rows add there */
} HighDimensionalMatrix;

extern void high_dimensional_matrix_init(Work *work, HighDimensionalMatrix *matrix, uint32 d);

/*
 * Of the estimate from all folds but one, whose vectors are made here
 * (estimate_alone).  Its moments are rows.
 */
extern void high_dimensional_matrix_estimate(Work *work, HighDimensionalMatrix *matrix,
											 Estimate *estimate, const Moments *moments, uint32 omit,
											 bool own_units);

typedef struct HighDimensionalDirection
{
	uint32		d;
	uint32		steps;			/* that were taken */
	double	   *basis;			/* [HIGH_DIMENSIONAL_STEPS * d] orthonormal, one after the other */
	double	   *next;			/* [d] */
	double	   *along;			/* [HIGH_DIMENSIONAL_STEPS] */
	double	   *main;			/* [HIGH_DIMENSIONAL_STEPS] diagonal of Y in that basis */
	double	   *side;			/* [HIGH_DIMENSIONAL_STEPS] beside it */
	double	   *square;			/* [HIGH_DIMENSIONAL_STEPS^2] */
	double	   *eigenvalue;		/* [HIGH_DIMENSIONAL_STEPS] */
} HighDimensionalDirection;

extern void high_dimensional_direction_init(Work *work, HighDimensionalDirection *direction,
											uint32 d);

/*
 * Weights in the user's units as those of solve_ridge(), and w'Rw for them, R the
 * covariance without what the target explains.
 */
extern void high_dimensional_direction_solve(Work *work, HighDimensionalDirection *direction,
											 const HighDimensionalMatrix *matrix,
											 const Estimate *estimate, double lambda, double *weight,
											 double *reduced);

#endif							/* AER_HIGH_DIMENSIONAL_DIRECTION_H */
