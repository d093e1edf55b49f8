/*
 * dense_solve.h
 *		Linear systems by Gaussian elimination, and least squares on stored rows
 *		by orthogonalising columns: oracles that share nothing with LAPACK.
 */
#ifndef TEST_DENSE_SOLVE_H
#define TEST_DENSE_SOLVE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* x := a^-1 x, with partial pivoting; a (n * n, by rows) is destroyed. */
static inline void
dense_solve(double *a, double *x, int n)
{
	for (int k = 0; k < n; k++)
	{
		int			pivot = k;

		for (int i = k + 1; i < n; i++)
			if (fabs(a[i * n + k]) > fabs(a[pivot * n + k]))
				pivot = i;
		for (int j = 0; j < n; j++)
		{
			double		swap = a[k * n + j];

			a[k * n + j] = a[pivot * n + j];
			a[pivot * n + j] = swap;
		}
		if (pivot != k)
		{
			double		swap = x[k];

			x[k] = x[pivot];
			x[pivot] = swap;
		}
		for (int i = k + 1; i < n; i++)
		{
			double		factor = a[i * n + k] / a[k * n + k];

			for (int j = k; j < n; j++)
				a[i * n + j] -= factor * a[k * n + j];
			x[i] -= factor * x[k];
		}
	}
	for (int k = n - 1; k >= 0; k--)
	{
		for (int j = k + 1; j < n; j++)
			x[k] -= a[k * n + j] * x[j];
		x[k] /= a[k * n + k];
	}
}

/*
 * Least squares of y on the columns of x (rows * d) and a constant, by modified
 * Gram-Schmidt in long double: weight[d] and the intercept.
 */
static inline void
dense_least_squares(const double *x, const double *y, int rows, int d, double *weight,
					double *intercept)
{
	int			n = d + 1;
	long double *q = malloc(sizeof(long double) * rows * (n + 1));
	double	   *r = calloc(n * n, sizeof(double));
	double	   *right = malloc(sizeof(double) * n);

	/* columns: the constant, the attributes, the target */
	for (int t = 0; t < rows; t++)
		for (int j = 0; j <= n; j++)
			q[j * rows + t] = j == 0 ? 1 : j == n ? y[t] : x[t * d + j - 1];
	for (int k = 0; k < n; k++)
	{
		long double norm = 0;

		for (int t = 0; t < rows; t++)
			norm += q[k * rows + t] * q[k * rows + t];
		norm = sqrtl(norm);
		r[k * n + k] = norm;
		for (int t = 0; t < rows; t++)
			q[k * rows + t] /= norm;
		for (int j = k + 1; j <= n; j++)
		{
			long double dot = 0;

			for (int t = 0; t < rows; t++)
				dot += q[k * rows + t] * q[j * rows + t];
			for (int t = 0; t < rows; t++)
				q[j * rows + t] -= dot * q[k * rows + t];
			if (j < n)
				r[k * n + j] = dot;
			else
				right[k] = dot;
		}
	}
	dense_solve(r, right, n);
	*intercept = right[0];
	memcpy(weight, right + 1, sizeof(double) * d);
	free(q);
	free(r);
	free(right);
}

#endif							/* TEST_DENSE_SOLVE_H */
