/*
 * high_dimensional_direction.h
 *		The direction of ridge's weights if there are too many attributes for a matrix of
 *		all pairs.
 *
 * The matrix Y of an estimate (estimate.h) is never stored, only multiplied by
 * vectors.  In the metric of the estimate,
 *		Y_ij = C_ij w_i w_j / (D_i D_j),	Y_ii = max(v_i - v_y beta_i^2, 0) / D_i^2,
 * where C_ij is the sum of (x_i - m_i)(x_j - m_j) - v_y beta_i beta_j over the rows in
 * which both were observed.  estimate.h divides the sum of a pair by N_ij + 2; here the
 * divisor is the expected number,
 *		w_i w_j = 1 / sqrt((E_ii + 2)(E_jj + 2)),	E_ij = n_i n_j sum N / (sum n)^2,
 * so that a product with a vector takes one pass over the observed values.
 *
 * With the eigenvalues e of Y and the covariances with the target c = b / D, the
 * weights are
 *		x = h(Y) c,	h(e) = 1 / (g(e) + psi + lambda),	g(e) = max(e - edge / 2, 0),
 * as in solve.h, except that psi, the rest of the diagonal, is equal for all
 * attributes.  Lanczos' method from c multiplies Y by one vector per step.  After m
 * steps h(Y) c is exact for every polynomial h of degree m - 1, however many
 * eigenvectors exceed the noise.  If pairs carry no information, Y is diagonal, and
 * each attribute is fitted by itself.
 */
#ifndef AER_HIGH_DIMENSIONAL_DIRECTION_H
#define AER_HIGH_DIMENSIONAL_DIRECTION_H

#include "kernel/moments/estimate.h"

/* The matrix Y, as sums over rows. */
typedef struct HighDimensionalMatrix
{
	uint32		d;
	const Moments *moments;
	uint32		omit;			/* fold that is left out; none if it is not below the folds */
	double	   *mean;			/* [d] m */
	double	   *factor;			/* [d] w_i / D_i */
	double	   *explained;		/* [d] beta_i sqrt(v_y) w_i / D_i */
	double	   *diagonal;		/* [d] Y_ii minus the contribution of the rows */
} HighDimensionalMatrix;

extern void high_dimensional_matrix_init(Work *work, HighDimensionalMatrix *matrix, uint32 d);

/*
 * Computes the vectors of an estimate from all folds without omit (estimate_vectors), and
 * the matrix.  The moments are rows.
 */
extern void high_dimensional_matrix_estimate(Work *work, HighDimensionalMatrix *matrix,
											 Estimate *estimate, const Moments *moments, uint32 omit,
											 bool own_units);

typedef struct HighDimensionalDirection
{
	uint32		d;
	uint32		steps;			/* steps of Lanczos' method */
	double	   *basis;			/* [HIGH_DIMENSIONAL_STEPS * d] orthonormal vectors, one after the other */
	double	   *next;			/* [d] next vector of the basis */
	double	   *along;			/* [HIGH_DIMENSIONAL_STEPS] coefficients in the basis */
	double	   *main;			/* [HIGH_DIMENSIONAL_STEPS] diagonal of Y in the basis */
	double	   *side;			/* [HIGH_DIMENSIONAL_STEPS] side diagonal of Y in the basis */
	double	   *eigenvector;	/* [HIGH_DIMENSIONAL_STEPS^2] of Y in the basis */
	double	   *eigenvalue;		/* [HIGH_DIMENSIONAL_STEPS] */
} HighDimensionalDirection;

extern void high_dimensional_direction_init(Work *work, HighDimensionalDirection *direction,
											uint32 d);

/*
 * Finds weight[d] in the user's units, as solve_ridge() does, and *reduced = w'Rw, where
 * R is the covariance without the part that the target explains.
 */
extern void high_dimensional_direction_solve(Work *work, HighDimensionalDirection *direction,
											 const HighDimensionalMatrix *matrix,
											 const Estimate *estimate, double lambda, double *weight,
											 double *reduced);

#endif							/* AER_HIGH_DIMENSIONAL_DIRECTION_H */
