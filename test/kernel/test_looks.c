/*
 * test_looks.c
 *		Looks of one and of several attributes, by hand and against a plain search.
 */
#include "test.h"

#include "kernel/looks.h"
#include "kernel/rng.h"
#include "work.h"

/* Without columns of words a look is an attribute, and nothing is copied. */
static void
of_one(void **state)
{
	const uint32 look[] = {0, 3, 4};
	double		spread[] = {3, 0, 0.1, 7, 5};
	uint32		attribute[3];
	Looks		looks;

	looks_init(&looks, 5);
	assert_int_equal(looks.n, 5);
	assert_int_equal(looks_most(&looks, 3), 3);
	assert_int_equal(looks_most(&looks, 9), 5);
	assert_int_equal(looks_attributes(&looks, look, 3, attribute), 3);
	assert_memory_equal(attribute, look, sizeof(look));
	assert_int_equal(looks_taken(&looks, look, 3), 3);
	looks_spread(&looks, spread);
	assert_true(spread[2] == 0.1 && spread[4] == 5);
}

static void
of_several(void **state)
{
	const uint32 first[] = {0, 1, 4, 5, 7};
	const Looks looks = {4, 4, 7, first, NULL};
	const uint32 look[] = {1, 3};
	const uint32 want[] = {1, 2, 3, 5, 6};
	const uint32 some[] = {0, 2, 3, 6};
	double		spread[] = {0.1, 2, 3, 6, 0.3, 3, 4};
	uint32		attribute[7];

	assert_int_equal(looks_attributes(&looks, look, 2, attribute), 5);
	assert_memory_equal(attribute, want, sizeof(want));
	assert_int_equal(looks_most(&looks, 2), 6);
	assert_int_equal(looks_most(&looks, 3), 7);
	assert_int_equal(looks_taken(&looks, some, 4), 3);
	assert_int_equal(looks_taken(&looks, some, 0), 0);
	looks_spread(&looks, spread);
	/* exact, where it is one attribute; 2, 3, 6 and 3, 4 are whole roots */
	assert_true(spread[0] == 0.1 && spread[1] == 7 && spread[2] == 0.3 && spread[3] == 5);
}

/* In any order, and again: a look that is taken twice is counted once. */
static void
in_any_order(void **state)
{
	const uint32 first[] = {0, 1, 4, 5, 7};
	const Looks looks = {4, 4, 7, first, NULL};
	const uint32 none[] = {0};
	const uint32 some[] = {6, 2, 0, 1, 5};
	const uint32 last[] = {3, 3};
	Work	   *work = new_work(NULL);
	LookCounter counter;

	look_counter_init(work, &counter, &looks);
	assert_int_equal(look_counter_count(&counter, none, 0), 0);
	assert_int_equal(look_counter_count(&counter, some, 5), 3);
	assert_int_equal(look_counter_count(&counter, some, 5), 3);
	assert_int_equal(look_counter_count(&counter, last, 2), 1);
	work_end(work);
}

static void
at_random(void **state)
{
	uint32		first[21];
	uint32		look[20];
	uint32		attribute[100];
	Rng			rng;

	rng_seed(&rng, 11);
	for (int round = 0; round < 1000; round++)
	{
		uint32		some = 1 + rng_below(&rng, 20);
		Looks		looks = {some, some, 0, first, NULL};
		uint32		n = 0;
		uint32		m;
		uint32		size = 0;

		for (uint32 l = 0; l < looks.n; l++)
		{
			first[l] = looks.d;
			looks.d += 1 + rng_below(&rng, 5);
			if (rng_below(&rng, 2) == 0)
			{
				look[n++] = l;
				size += looks.d - first[l];
			}
		}
		first[looks.n] = looks.d;
		m = looks_attributes(&looks, look, n, attribute);
		assert_int_equal(m, size);
		assert_true(m <= looks_most(&looks, n));
		assert_int_equal(looks_taken(&looks, attribute, m), n);
		for (uint32 k = 1; k < m; k++)
			assert_true(attribute[k - 1] < attribute[k]);
	}
}

/* Pairs are seen where both of their looks are; they are neither drawn nor counted. */
static void
of_pairs(void **state)
{
	const uint32 first[] = {0, 1, 4, 5, 7, 10, 12, 13};
	const LookPair pair[] = {{0, 1}, {3, 1}, {0, 2}};
	const Looks looks = {7, 4, 13, first, pair};
	const uint32 two[] = {1, 3};
	const uint32 of_two[] = {1, 2, 3, 5, 6, 10, 11};
	const uint32 three[] = {0, 1, 2};
	const uint32 of_three[] = {0, 1, 2, 3, 4, 7, 8, 9, 12};
	const uint32 alone[] = {12, 8, 12};
	double		spread[] = {0.5, 2, 3, 6, 7, 3, 4, 1, 1, 1, 1, 1, 1};
	uint32		attribute[13];
	LookCounter counter;
	Work	   *work = work_begin(test_work());

	assert_int_equal(looks_main(&looks), 7);
	assert_int_equal(looks_attributes(&looks, two, 2, attribute), 7);
	assert_memory_equal(attribute, of_two, sizeof(of_two));
	assert_int_equal(looks_taken(&looks, of_two, 7), 2);
	assert_int_equal(looks_attributes(&looks, three, 3, attribute), 9);
	assert_memory_equal(attribute, of_three, sizeof(of_three));
	assert_int_equal(looks_taken(&looks, of_three, 9), 3);
	assert_int_equal(looks_attributes(&looks, &two[1], 1, attribute), 2);
	assert_int_equal(looks_attributes(&looks, two, 0, attribute), 0);
	assert_int_equal(looks_most(&looks, 1), 9);
	assert_int_equal(looks_most(&looks, 4), 13);
	assert_int_equal(looks_of(&looks, 11), 5);

	look_counter_init(work, &counter, &looks);
	assert_int_equal(look_counter_count(&counter, of_three, 9), 3);
	assert_int_equal(look_counter_count(&counter, alone, 3), 3);

	looks_spread(&looks, spread);
	assert_true(spread[0] == 0.5 && spread[1] == 7 && spread[2] == 7 && spread[3] == 5);
	work_end(work);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_one),
		cmocka_unit_test(of_several),
		cmocka_unit_test(in_any_order),
		cmocka_unit_test(of_pairs),
		cmocka_unit_test(at_random)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
