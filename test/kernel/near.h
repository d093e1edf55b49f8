/*
 * near.h
 *		Numbers that differ by no more than a tolerance.
 */
#ifndef TEST_NEAR_H
#define TEST_NEAR_H

#include <math.h>

static inline void
assert_near(double a, double b, double tolerance)
{
	if (!(fabs(a - b) <= tolerance))
		fail_msg("%.17g is not %.17g within %g", a, b, tolerance);
}

/* Numbers of a known answer: NaN, or near its own within a share of the scale. */
static inline bool
is_known(double got, double known, double scale, double tolerance)
{
	return isnan(got) ? isnan(known) : fabs(got - known) <= tolerance * scale;
}

static inline void
assert_known(const char *name, const char *what, double got, double known, double scale,
			 double tolerance)
{
	if (!is_known(got, known, scale, tolerance))
		fail_msg("%s: %s is %.17g, not %.17g", name, what, got, known);
}

/* Weights within a share of the largest one. */
static inline void
assert_known_weights(const char *name, const char *what, const double *got, const double *known,
					 uint32 d, double tolerance)
{
	double		largest = 0;

	for (uint32 i = 0; i < d; i++)
		largest = fmax(largest, fabs(known[i]));
	for (uint32 i = 0; i < d; i++)
		if (!is_known(got[i], known[i], largest, tolerance))
			fail_msg("%s, %s: weight %u is %.17g, not %.17g", name, what, i, got[i], known[i]);
}

#endif							/* TEST_NEAR_H */
