/*
 * eigen.h
 *		Eigenvectors of symmetric matrices.
 */
#ifndef AER_EIGEN_H
#define AER_EIGEN_H

#include "kernel/kernel.h"

/*
 * Replaces matrix[d * d] (element i, j with j >= i at i * d + j) by its
 * eigenvectors, one after the other, by ascending eigenvalue.  It is one LAPACK
 * call, so it cannot be interrupted.
 */
extern Status eigen_all(Work *work, double *matrix, uint32 d, double *eigenvalue);

/*
 * Finds the rank eigenvectors whose eigenvalues exceed a bound, of these at most the `most` largest.
 * eigenvector must have room for all d * d numbers; matrix is destroyed.
 */
extern Status eigen_above(Work *work, double *matrix, uint32 d, double bound, uint32 most,
						  double *eigenvalue, double *eigenvector, uint32 *rank);

#endif							/* AER_EIGEN_H */
