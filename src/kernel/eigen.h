/*
 * eigen.h
 *		Eigenvectors of symmetric matrices.
 */
#ifndef AER_EIGEN_H
#define AER_EIGEN_H

#include "kernel/kernel.h"

/*
 * matrix[d * d] (j >= i at i * d + j) becomes its eigenvectors, one after the
 * other, by ascending eigenvalue.  One LAPACK call, so it cannot be
 * interrupted.
 */
extern Status eigen_all(Work *work, double *matrix, uint32 d, double *eigenvalue);

/*
 * Those whose eigenvalues exceed a bound, into eigenvector, which has room for
 * all d * d numbers; matrix is destroyed.
 */
extern Status eigen_above(Work *work, double *matrix, uint32 d, double bound, double *eigenvalue,
						  double *eigenvector, uint32 *rank);

#endif							/* AER_EIGEN_H */
