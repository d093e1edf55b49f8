/*
 * rng.h
 *		Random integers, reals and seeds from the raw 64-bit stream of pg_prng.
 *
 * pg_prng's own ranges may change between PostgreSQL releases, but plans must not.
 * So only pg_prng_uint64() and pg_prng_seed() are used.  Known-answer tests
 * (test/kernel/test_rng.c) pin the results: after the first release nothing in
 * this file may change a value.
 */
#ifndef AER_RNG_H
#define AER_RNG_H

#include "kernel/kernel.h"

typedef pg_prng_state Rng;

/* Starts a stream from one 64-bit seed. */
extern void rng_seed(Rng *rng, uint64 seed);

/*
 * Starts the stream of (seed, key), which is the same in every process and on
 * every machine.
 */
extern void rng_seed_key(Rng *rng, uint64 seed, uint64 key);

/* Hashes two 64-bit words into one (the splitmix64 finaliser). */
extern uint64 rng_mix(uint64 a, uint64 b);

/*
 * Returns an integer exactly uniform on 0 .. n - 1, 1 <= n <= 2^32 - 1.
 *
 * Lemire (2019): the high half of a 32 x 32 bit product is uniform once the
 * products whose low half falls below 2^32 mod n are rejected.  The high half
 * of each word is used, as xoroshiro's low bits are its weakest.
 */
static inline uint32
rng_below(Rng *rng, uint32 n)
{
	uint64		product = (pg_prng_uint64(rng) >> 32) * n;

	if ((uint32) product < n)
	{
		uint32		threshold = -n % n;

		while ((uint32) product < threshold)
			product = (pg_prng_uint64(rng) >> 32) * n;
	}
	return (uint32) (product >> 32);
}

/*
 * Returns an integer exactly uniform on 0 .. n - 1 for any n >= 1: takes as many
 * high bits of each word as n - 1 has, until they are below n.
 */
static inline uint64
rng_below_wide(Rng *rng, uint64 n)
{
	int			shift = __builtin_clzll((n - 1) | 1);
	uint64		drawn;

	do
		drawn = pg_prng_uint64(rng) >> shift;
	while (drawn >= n);
	return drawn;
}

/* Returns a number uniform on the multiples of 2^-53 in [0, 1). */
static inline double
rng_unit(Rng *rng)
{
	return (double) (pg_prng_uint64(rng) >> 11) * (1.0 / 9007199254740992.0);
}

#endif							/* AER_RNG_H */
