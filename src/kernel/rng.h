/*
 * rng.h
 *		Ranges, reals and seeds from the raw 64-bit stream of pg_prng.
 *
 * pg_prng's own derived ranges may change between PostgreSQL releases; plans
 * must not.  So only pg_prng_uint64() and pg_prng_seed() are used, and what is
 * made of them is pinned by known-answer tests (test/kernel/test_rng.c): after
 * the first release nothing in this file may change a value.
 */
#ifndef AER_RNG_H
#define AER_RNG_H

#include "kernel.h"

typedef pg_prng_state Rng;

/* Start a stream from one 64-bit seed. */
extern void rng_seed(Rng *rng, uint64 seed);

/*
 * Start the stream that belongs to (seed, key).  A pure function: the same in
 * every process and on every machine.
 */
extern void rng_seed_key(Rng *rng, uint64 seed, uint64 key);

/* One well-mixed word from two (the splitmix64 finaliser). */
extern uint64 rng_mix(uint64 a, uint64 b);

/* Exactly uniform on 0 .. n - 1, 1 <= n <= 2^32 - 1 (Lemire's rejection). */
extern uint32 rng_below(Rng *rng, uint32 n);

/* Uniform on the multiples of 2^-53 in [0, 1). */
extern double rng_unit(Rng *rng);

#endif							/* AER_RNG_H */
