/*
 * repeats_fit.c
 *		The predictor on mean judgments, from the projected moments.
 *
 * Sabato and Kalai (2013), step 4, without collecting anything: the moments
 * of r judgments follow from those of the judgments that there are.
 */
#include "kernel/repeats/repeats_fit.h"

#include "kernel/psd.h"

size_t
repeats_fit_size(int d)
{
	return ARRAY_SIZE((size_t) d * d, double) + 2 * ARRAY_SIZE(d, double)
		+ ARRAY_SIZE(d, int) + psd_size(d);
}

Status
repeats_fit(JudgmentEstimates *estimates, const int64 *repeats, double ridge,
			double *w, double *intercept, void *work, Poll poll)
{
	int			d = estimates->d;
	char	   *next = work;
	double	   *m = (double *) next;
	double	   *b = (double *) (next += ARRAY_SIZE((size_t) d * d, double));
	double	   *x = (double *) (next += ARRAY_SIZE(d, double));
	int		   *chosen = (int *) (next += ARRAY_SIZE(d, double));
	Status		status;
	int			n = 0;
	int			a,
				i,
				j;

	next += ARRAY_SIZE(d, int);
	status = psd_make(estimates->sigma, d, next, poll);
	if (status != KERNEL_OK)
		return status;

	memset(w, 0, d * sizeof(double));
	*intercept = estimates->label_mean;
	for (a = 0; a < d; a++)
		if (repeats[a] > 0)
			chosen[n++] = a;
	for (i = 0; i < n; i++)
	{
		const double *row = estimates->sigma + (size_t) chosen[i] * d;

		for (j = 0; j < n; j++)
			m[(size_t) i * n + j] = row[chosen[j]];
		a = chosen[i];
		m[(size_t) i * n + i] += ridge + estimates->v[a] / (double) repeats[a];
		b[i] = estimates->b[a];
	}
	if (n > 0)
	{
		status = psd_solve(m, n, b, x, next, poll);
		if (status != KERNEL_OK)
			return status;
	}

	for (i = 0; i < n; i++)
	{
		w[chosen[i]] = x[i];
		*intercept -= x[i] * estimates->mean[chosen[i]];
	}
	return KERNEL_OK;
}
