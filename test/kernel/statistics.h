/*
 * statistics.h
 *		What the statistical kernel tests share.  Seeds are fixed, so a test
 *		that passes always passes; the critical values say how unlikely a
 *		failure would be under a fresh seed.
 */
#ifndef TEST_STATISTICS_H
#define TEST_STATISTICS_H

#include <math.h>

/*
 * Upper point of chi-square with the given degrees of freedom at z standard
 * normal deviations (Wilson and Hilferty 1931).
 */
static inline double
chi_square_limit(double freedom, double z)
{
	double		a = 2.0 / (9.0 * freedom);

	return freedom * pow(1 - a + z * sqrt(a), 3);
}

/* Mean and variance of a stream of numbers (Welford 1962). */
typedef struct Moments
{
	double		n;
	double		mean;
	double		squares;		/* sum of squared deviations */
} Moments;

static inline void
moments_add(Moments *m, double x)
{
	double		before = x - m->mean;

	m->n += 1;
	m->mean += before / m->n;
	m->squares += before * (x - m->mean);
}

/* Standard error of the mean. */
static inline double
moments_error(const Moments *m)
{
	return sqrt(m->squares / (m->n - 1) / m->n);
}

#endif							/* TEST_STATISTICS_H */
