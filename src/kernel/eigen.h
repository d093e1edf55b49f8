/*
 * eigen.h
 *		Eigenvectors of symmetric matrices.
 */
#ifndef AER_EIGEN_H
#define AER_EIGEN_H

#include "kernel/kernel.h"

/* Bytes of the working memory of both. */
extern size_t eigen_work_size(uint32 d);
extern size_t eigen_iwork_size(uint32 d);

/*
 * matrix[d * d] (j >= i at i * d + j) becomes its eigenvectors, one after the
 * other, by ascending eigenvalue.  One LAPACK call, so it cannot be
 * interrupted.
 */
extern Status eigen_all(double *matrix, uint32 d, double *eigenvalue, double *scratch, int *iwork);

/*
 * Those whose eigenvalues exceed a bound, into eigenvector, which has room for
 * all d * d numbers; matrix is destroyed.
 */
extern Status eigen_above(Work *work, double *matrix, uint32 d, double bound, double *eigenvalue,
						  double *eigenvector, uint32 *rank, double *scratch, int *iwork);

#endif							/* AER_EIGEN_H */
