/*
 * random.h
 *		One generator for the whole program: what a session does follows from
 *		its number and the seed.
 */
#ifndef FUZZ_RANDOM_H
#define FUZZ_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

extern void random_start(uint64_t seed, uint64_t session);
extern uint64_t random_bits(void);

/* From 0 to n - 1. */
extern uint32_t below(uint32_t n);

/* One time in n. */
static inline bool
one_in(uint32_t n)
{
	return below(n) == 0;
}

/* How odd the literals of this session are: so many of 100. */
extern uint32_t wildness;

static inline bool
wild(void)
{
	return below(100) < wildness;
}

#define PICK(list) ((list)[below(sizeof(list) / sizeof((list)[0]))])

#endif							/* FUZZ_RANDOM_H */
