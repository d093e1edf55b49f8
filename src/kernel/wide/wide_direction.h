/*
 * wide_direction.h
 *		The direction of ridge's weights where no matrix of pairs has room.
 *
 * Of the matrix Y of an estimate (wide_matrix.h) with its eigenvalues e, and the
 * covariances with the target c = b / D,
 *		x = h(Y) c,	h(e) = 1 / (g(e) + psi + lambda),	g(e) = max(e - edge / 2, 0),
 * as solve.h has it but that psi, the rest of the diagonal, is the same for all
 * attributes.  Lanczos' method from c needs Y times a vector, once a step: after m
 * steps h(Y) c is right for every polynomial h of degree m - 1, whatever the
 * number of eigenvectors that stand out of the noise.  Where pairs say nothing,
 * Y is its diagonal, and the direction that of each attribute by itself.
 */
#ifndef AER_WIDE_DIRECTION_H
#define AER_WIDE_DIRECTION_H

#include "kernel/wide/wide_matrix.h"

typedef struct WideDirection
{
	uint32		d;
	uint32		steps;			/* that were taken */
	double	   *basis;			/* [WIDE_STEPS * d] orthonormal, one after the other */
	double	   *next;			/* [d] */
	double	   *along;			/* [WIDE_STEPS] */
	double	   *main;			/* [WIDE_STEPS] diagonal of Y in that basis */
	double	   *side;			/* [WIDE_STEPS] beside it */
	double	   *square;			/* [WIDE_STEPS^2] */
	double	   *eigenvalue;		/* [WIDE_STEPS] */
	void	   *work;
	void	   *iwork;
} WideDirection;

extern size_t wide_direction_size(uint32 d);
extern void wide_direction_init(WideDirection *direction, void *memory, uint32 d);

/*
 * Weights in the user's units as those of solve_ridge(), and w'Rw for them, R the
 * covariance without what the target explains.
 */
extern Status wide_direction_solve(WideDirection *direction, const WideMatrix *matrix,
								   const Estimate *estimate, double lambda, double *weight,
								   double *reduced, Poll poll);

#endif							/* AER_WIDE_DIRECTION_H */
