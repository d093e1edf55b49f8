/*
 * exact_sum.h
 *		A sum in two words, from which what was added can be taken back.
 *
 * Numbers are added without error (Knuth, The Art of Computer Programming,
 * vol. 2, 4.2.2, theorem B); what the first word rounds off goes to the second,
 * which alone is rounded, by 2^-105 of the sum.  What is added is one double:
 * a product is rounded to one before, the same when it is added and when it is
 * taken back, so the two cancel.
 */
#ifndef AER_EXACT_SUM_H
#define AER_EXACT_SUM_H

#include "kernel/kernel.h"

/* The sum is high + low, and high is that, rounded to a double. */
typedef struct ExactSum
{
	double		high;
	double		low;
} ExactSum;

/* a + b, exactly */
static inline ExactSum
exact_two_sum(double a, double b)
{
	ExactSum	sum;
	double		from_b;

	sum.high = a + b;
	from_b = sum.high - a;
	sum.low = (a - (sum.high - from_b)) + (b - from_b);
	return sum;
}

static inline void
exact_sum_add(ExactSum *sum, double value)
{
	ExactSum	next = exact_two_sum(sum->high, value);

	*sum = exact_two_sum(next.high, sum->low + next.low);
}

/* sum += sign * other; sign is 1 or -1 */
static inline void
exact_sum_merge(ExactSum *sum, const ExactSum *other, double sign)
{
	exact_sum_add(sum, sign * other->low);
	exact_sum_add(sum, sign * other->high);
}

static inline bool
exact_sum_finite(const ExactSum *sum)
{
	return isfinite(sum->high) && isfinite(sum->low);
}

#endif							/* AER_EXACT_SUM_H */
