/*
 * psd.h
 *		Symmetric matrices that ought to be positive semidefinite.
 *
 * Matrices are full, n * n, both triangles filled.
 */
#ifndef AER_PSD_H
#define AER_PSD_H

#include "kernel/kernel.h"

/*
 * Replace a symmetric matrix by the positive semidefinite one that is nearest
 * to it in Frobenius norm: negative eigenvalues become 0 (Higham 1988).  A
 * matrix that has none is left untouched, to the bit.
 */
extern Status psd_make(Work *work, double *a, int n);

/*
 * x = A+ b, the minimum-norm least-squares solution, for a positive
 * semidefinite A.  Where A is not clearly definite, eigenvalues below 1e-12 of
 * the largest count as 0.
 */
extern Status psd_solve(Work *work, const double *a, int n, const double *b, double *x);

#endif							/* AER_PSD_H */
