/*
 * simulate.c
 *		The simulated data of Kukliansky & Shamir 2015, section 5.1.
 */
#include "kernel/score/simulate.h"

/*
 * Rows have streams of their own: with those of (seed, id) they would depend
 * on the plans that a sampling design makes for the same keys.
 */
static void
seed_row(Rng *rng, uint64 seed, uint64 id)
{
	rng_seed_key(rng, rng_mix(seed, UINT64CONST(0x73696d756c617465)), id);
}

void
simulate_start(uint32 d, double alpha, bool sparse, uint64 seed,
			   double *mean, double *weight, Poll poll)
{
	double		squares = 0;
	double		largest = 0;
	double		norm;
	Rng			rng;

	seed_row(&rng, seed, 0);
	for (uint32 i = 0; i < d; i++)
	{
		poll_step(poll, i);
		mean[i] = pow(i + 1, alpha);
		squares += mean[i] * mean[i];
		largest = Max(largest, mean[i]);
		if (sparse)
		{
			uint32		draw = rng_below(&rng, 20);

			weight[i] = draw < 3 ? 1 : draw < 6 ? -1 : 0;
		}
		else
			weight[i] = rng_below(&rng, 2) ? 1 : -1;
	}
	norm = Max(sparse ? largest : sqrt(squares), 1);
	for (uint32 i = 0; i < d; i++)
		mean[i] /= norm;
}

double
simulate_row(uint32 d, const double *mean, const double *weight,
			 uint64 seed, uint64 id, float *x, Poll poll)
{
	double		target = 0;
	Rng			rng;

	seed_row(&rng, seed, id);
	for (uint32 i = 0; i < d; i++)
	{
		poll_step(poll, i);
		x[i] = rng_unit(&rng) < mean[i];
		if (x[i] > 0)
			target += weight[i];
	}
	return target;
}
