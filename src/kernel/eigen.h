/*
 * eigen.h
 *		The eigenvectors of a symmetric matrix whose eigenvalues exceed a bound.
 */
#ifndef AER_EIGEN_H
#define AER_EIGEN_H

#include "kernel/kernel.h"

extern size_t eigen_work_size(uint32 d);
extern size_t eigen_iwork_size(uint32 d);

/*
 * matrix[d * d] (j >= i at i * d + j; destroyed) -> ascending eigenvalues above
 * the bound and their eigenvectors, one after the
 * other.  One LAPACK call, so it cannot be interrupted.
 */
extern Status eigen_above(double *matrix, uint32 d, double bound, double *eigenvalue,
							 double *eigenvector, uint32 *rank, double *work, int *iwork);

#endif							/* AER_EIGEN_H */
