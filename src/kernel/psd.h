/*
 * psd.h
 *		Symmetric matrices that are estimates of positive semidefinite ones.
 *
 * Matrices are [n * n] with both triangles filled.
 */
#ifndef AER_PSD_H
#define AER_PSD_H

#include "kernel/kernel.h"

/*
 * Replaces a symmetric matrix by the nearest positive semidefinite one in
 * Frobenius norm: negative eigenvalues become 0 (Higham 1988).  A matrix without
 * negative eigenvalues keeps every bit.
 */
extern Status psd_make(Work *work, double *a, int n);

/*
 * Finds x = A+ b, the least-squares solution of minimum norm, for a positive
 * semidefinite A.  Unless A is clearly definite, eigenvalues below 1e-12 of the
 * largest count as 0.
 */
extern Status psd_solve(Work *work, const double *a, int n, const double *b, double *x);

#endif							/* AER_PSD_H */
