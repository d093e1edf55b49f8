/*
 * spending_data.h
 *		Moments for the tests of kernel/spending: rows with common factors, of
 *		which each look is drawn with a probability of its own.
 */
#ifndef TEST_SPENDING_DATA_H
#define TEST_SPENDING_DATA_H

#include "moment_state.h"

#define DATA_MOST 40

typedef enum TargetKind
{
	TARGET_LINEAR,
	TARGET_TWO_VALUED,
	TARGET_NOISE,
	TARGET_CONSTANT
} TargetKind;

/* One row, and its target. */
static inline double
data_row(Rng *rng, uint32 d, TargetKind kind, double *x)
{
	double		one = normal(rng);
	double		two = normal(rng);
	double		y;

	for (uint32 i = 0; i < d; i++)
		x[i] = 0.3 * i + (i % 3 == 0 ? one : 0.4 * two) + (0.5 + 0.1 * (i % 5)) * normal(rng);
	y = one + 0.5 * (x[1 % d] - 0.3) + 0.7 * normal(rng);
	return kind == TARGET_LINEAR ? y : kind == TARGET_NOISE ? normal(rng) :
		kind == TARGET_CONSTANT ? 3 : y > 0.2 ? 7 : 2;
}

/*
 * rows rows in five folds; each attribute is seen with this probability (1: all
 * are, and the moments are complete), and never where dead says so.
 */
static inline void
data_moments(Moments *m, uint32 d, uint32 rows, double share, TargetKind kind, uint64 seed,
			 const bool *dead)
{
	double		x[DATA_MOST];
	double		value[DATA_MOST];
	uint32		attribute[DATA_MOST];
	Rng			rng;

	rng_seed(&rng, seed);
	state_new(m, d, 5, share == 1, NULL);
	for (uint32 t = 0; t < rows; t++)
	{
		uint32		n = 0;
		double		y = data_row(&rng, d, kind, x);

		for (uint32 i = 0; i < d; i++)
		{
			bool		seen = rng_unit(&rng) < share;

			if (share == 1 || (seen && !(dead != NULL && dead[i])))
			{
				attribute[n] = i;
				value[n++] = x[i];
			}
		}
		state_add(m, t % 5, attribute, value, n, y);
	}
	moments_settle(m);
}

#endif							/* TEST_SPENDING_DATA_H */
