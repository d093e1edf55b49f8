/*
 * test_rng.c
 *		The random stream: known answers, ranges, reals.
 *
 * The answers come from a separate implementation of splitmix64, xoroshiro128**
 * and Lemire's rejection in Python.  They are pinned for ever: plans of stored
 * designs depend on them.
 */
#include "kernel/rng.h"

#include "test.h"

#include "statistics.h"

static void
test_known_words(void **state)
{
	static const uint64 from_42[] = {
		UINT64CONST(0x69e85b3631381baa), UINT64CONST(0x3bc32c541d626e1d),
		UINT64CONST(0x3e35de64b3b378d8), UINT64CONST(0x106e3c0092b088bf)
	};
	Rng			rng;

	rng_seed(&rng, 42);
	for (int i = 0; i < 4; i++)
		assert_true(pg_prng_uint64(&rng) == from_42[i]);
	rng_seed(&rng, 0);
	assert_true(pg_prng_uint64(&rng) == UINT64CONST(0xdec90d521e93e35d));
	assert_true(pg_prng_uint64(&rng) == UINT64CONST(0x6d33ac6f18895e08));
}

static void
test_known_mix(void **state)
{
	assert_true(rng_mix(0, 0) == UINT64CONST(0x399cb48bc72e8d68));
	assert_true(rng_mix(1, 2) == UINT64CONST(0x131b7a54d371a836));
	assert_true(rng_mix(2, 1) == UINT64CONST(0xc14dec7fabd53510));
	assert_true(rng_mix(PG_UINT64_MAX, PG_UINT64_MAX) == UINT64CONST(0x633a9c36b7ead0c5));
}

static void
test_known_keys(void **state)
{
	static const uint64 key_1[] = {
		UINT64CONST(0x3ecaf574d3cd58b1), UINT64CONST(0xdda1f0a8e7f70f9e),
		UINT64CONST(0xe4390379951b7690)
	};
	static const uint64 key_minus_1[] = {
		UINT64CONST(0xaddf37dddeda8087), UINT64CONST(0xf3c658ab6c9f4899),
		UINT64CONST(0x25662273e72494e8)
	};
	Rng			rng;

	rng_seed_key(&rng, 7, 1);
	for (int i = 0; i < 3; i++)
		assert_true(pg_prng_uint64(&rng) == key_1[i]);
	rng_seed_key(&rng, 7, (uint64) INT64CONST(-1));
	for (int i = 0; i < 3; i++)
		assert_true(pg_prng_uint64(&rng) == key_minus_1[i]);
}

static void
test_known_ranges(void **state)
{
	static const uint32 below_784[] = {324, 183, 190, 50, 11, 134, 521, 153};

	/* at n = 3e9 three words in ten are rejected */
	static const uint32 below_3e9[] = {
		1241105176, 44523496, 1996408592, 587438676, 2375309262, 352784012
	};
	Rng			rng;

	rng_seed(&rng, 42);
	for (int i = 0; i < 8; i++)
		assert_int_equal(rng_below(&rng, 784), below_784[i]);
	rng_seed(&rng, 42);
	for (int i = 0; i < 6; i++)
		assert_int_equal(rng_below(&rng, 3000000000U), below_3e9[i]);
	/* the first 10, and 33, bits of the known words, without those that are too large */
	rng_seed(&rng, 42);
	assert_int_equal(rng_below_wide(&rng, 784), 0x69e85b3631381baa >> 54);
	assert_int_equal(rng_below_wide(&rng, UINT64CONST(1) << 33), 0x3bc32c541d626e1d >> 31);
	rng_seed(&rng, 0);
	assert_int_equal(rng_below_wide(&rng, UINT64CONST(0xc0000000)), 0x6d33ac6f18895e08 >> 32);
	rng_seed(&rng, 42);
	assert_true(rng_unit(&rng) == 0.41370172570279384);
	assert_true(rng_unit(&rng) == 0.23344685605605664);
	assert_true(rng_unit(&rng) == 0.24300947149795415);
}

/* Every value of small ranges equally often, in steps of every remainder. */
static void
test_range_uniform(void **state)
{
	enum
	{
		LARGEST = 17, DRAWS = 60000
	};
	Rng			rng;

	rng_seed(&rng, 1);
	for (uint32 n = 1; n <= LARGEST; n++)
	{
		uint32		count[LARGEST] = {0};
		uint32		high_dimensional[LARGEST] = {0};
		double		expected = (double) DRAWS / n;
		double		chi = 0;
		double		chi_high_dimensional = 0;

		for (int i = 0; i < DRAWS; i++)
		{
			uint32		value = rng_below(&rng, n);

			assert_true(value < n);
			count[value]++;
			value = (uint32) rng_below_wide(&rng, n);
			assert_true(value < n);
			high_dimensional[value]++;
		}
		for (uint32 i = 0; i < n; i++)
		{
			chi += (count[i] - expected) * (count[i] - expected) / expected;
			chi_high_dimensional += (high_dimensional[i] - expected) * (high_dimensional[i] - expected) / expected;
		}
		if (n > 1 && Max(chi, chi_high_dimensional) > chi_square_limit(n - 1, 4.5))
			fail_msg("seed 1, n %u: chi-square %g, %g", n, chi, chi_high_dimensional);
	}
}

/*
 * Without rejection the range 0 .. 3e9 - 1 would give its values 1 or 2 of the
 * 2^32 words each: the third whose remainder is 0 modulo 3 would be hit half
 * as often as it should.  Counted by remainder, each third is equally likely.
 */
static void
test_range_rejection(void **state)
{
	uint32		count[3] = {0};
	double		chi = 0;
	Rng			rng;

	rng_seed(&rng, 2);
	for (int i = 0; i < 60000; i++)
		count[rng_below(&rng, 3000000000U) % 3]++;
	for (int i = 0; i < 3; i++)
		chi += (count[i] - 20000.0) * (count[i] - 20000.0) / 20000;
	if (chi > chi_square_limit(2, 4.5))
		fail_msg("seed 2: chi-square %g (%u %u %u)", chi, count[0], count[1], count[2]);
}

static void
test_unit(void **state)
{
	enum
	{
		BINS = 64, DRAWS = 64000
	};
	uint32		count[BINS] = {0};
	double		chi = 0;
	Rng			rng;

	rng_seed(&rng, 3);
	for (int i = 0; i < DRAWS; i++)
	{
		double		u = rng_unit(&rng);

		assert_true(u >= 0 && u < 1);
		assert_true(ldexp(u, 53) == floor(ldexp(u, 53)));
		count[(int) (u * BINS)]++;
	}
	for (int i = 0; i < BINS; i++)
		chi += (count[i] - 1000.0) * (count[i] - 1000.0) / 1000;
	if (chi > chi_square_limit(BINS - 1, 4.5))
		fail_msg("seed 3: chi-square %g", chi);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_known_words),
		cmocka_unit_test(test_known_mix),
		cmocka_unit_test(test_known_keys),
		cmocka_unit_test(test_known_ranges),
		cmocka_unit_test(test_range_uniform),
		cmocka_unit_test(test_range_rejection),
		cmocka_unit_test(test_unit)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
