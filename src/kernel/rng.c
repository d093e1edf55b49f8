/*
 * rng.c
 *		Random integers, reals and seeds from the raw 64-bit stream of pg_prng.
 */
#include "kernel/rng.h"

void
rng_seed(Rng *rng, uint64 seed)
{
	pg_prng_seed(rng, seed);
}

/*
 * The finaliser of splitmix64 (Steele, Lea, Flood 2014) on a sum in which each
 * argument has its own odd multiplier, so that (a, b) and (b, a) differ.
 */
uint64
rng_mix(uint64 a, uint64 b)
{
	uint64		z = a * UINT64CONST(0x9E3779B97F4A7C15) + b * UINT64CONST(0xD1B54A32D192ED03)
		+ UINT64CONST(0x8CB92BA72F3D8DD7);

	z = (z ^ (z >> 30)) * UINT64CONST(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64CONST(0x94D049BB133111EB);
	return z ^ (z >> 31);
}

void
rng_seed_key(Rng *rng, uint64 seed, uint64 key)
{
	/* two rounds: neighbouring keys must not give related streams */
	pg_prng_seed(rng, rng_mix(rng_mix(seed, key), key));
}
