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

#endif							/* TEST_NEAR_H */
