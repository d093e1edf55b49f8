/*
 * jacobi.h
 *		Eigenvalues and pseudo-inverses by Jacobi rotations: a slow oracle that
 *		shares nothing with LAPACK.
 */
#ifndef JACOBI_H
#define JACOBI_H

#include <math.h>
#include <string.h>

#define JACOBI_MAX 64

/* a (n * n, symmetric) becomes diagonal; the columns of u are its vectors. */
static inline void
jacobi(double *a, int n, double *u)
{
	double		largest = 0;
	int			rotated = 1,
				sweep,
				p,
				q,
				i;

	memset(u, 0, sizeof(double) * n * n);
	for (i = 0; i < n; i++)
	{
		u[i * n + i] = 1;
		largest = fmax(largest, fabs(a[i * n + i]));
	}
	for (sweep = 0; sweep < 60 && rotated; sweep++)
	{
		rotated = 0;
		for (p = 0; p < n; p++)
			for (q = p + 1; q < n; q++)
			{
				double		theta,
							c,
							s;

				if (fabs(a[p * n + q]) <= 1e-20 * largest)
					continue;
				rotated = 1;
				theta = 0.5 * atan2(2 * a[p * n + q], a[q * n + q] - a[p * n + p]);
				c = cos(theta);
				s = sin(theta);
				for (i = 0; i < n; i++)
				{
					double		x = a[i * n + p],
								y = a[i * n + q];

					a[i * n + p] = c * x - s * y;
					a[i * n + q] = s * x + c * y;
					x = u[i * n + p];
					y = u[i * n + q];
					u[i * n + p] = c * x - s * y;
					u[i * n + q] = s * x + c * y;
				}
				for (i = 0; i < n; i++)
				{
					double		x = a[p * n + i],
								y = a[q * n + i];

					a[p * n + i] = c * x - s * y;
					a[q * n + i] = s * x + c * y;
				}
				a[p * n + q] = a[q * n + p] = 0;
			}
	}
}

/* x = pseudo-inverse of a times b; a is kept. */
static inline void
jacobi_solve(const double *a, int n, const double *b, double *x)
{
	double		e[JACOBI_MAX * JACOBI_MAX],
				u[JACOBI_MAX * JACOBI_MAX],
				largest = 0;
	int			i,
				k;

	memcpy(e, a, sizeof(double) * n * n);
	jacobi(e, n, u);
	memset(x, 0, sizeof(double) * n);
	for (k = 0; k < n; k++)
		largest = fmax(largest, e[k * n + k]);
	for (k = 0; k < n; k++)
	{
		double		part = 0;

		if (e[k * n + k] <= 1e-13 * largest)
			continue;
		for (i = 0; i < n; i++)
			part += u[i * n + k] * b[i];
		for (i = 0; i < n; i++)
			x[i] += u[i * n + k] * part / e[k * n + k];
	}
}

#endif							/* JACOBI_H */
