/*
 * random.c
 *		SplitMix64 (Steele, Lea and Flood 2014).
 */
#include "random.h"

static uint64_t state;
uint32_t	wildness;

uint64_t
random_bits(void)
{
	uint64_t	z = (state += 0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

void
random_start(uint64_t seed, uint64_t session)
{
	static const uint32_t degrees[] = {0, 0, 1, 5, 20, 100};

	state = seed;
	state = random_bits() ^ session;
	wildness = PICK(degrees);
}

uint32_t
below(uint32_t n)
{
	return (uint32_t) ((random_bits() >> 32) * n >> 32);
}
