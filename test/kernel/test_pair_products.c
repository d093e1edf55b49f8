/*
 * test_pair_products.c
 *		Products of the factors of two looks, by hand.
 */
#include "test.h"

#include <float.h>

#include "kernel/pair_products.h"

/*
 * A number with three knots, the middle one 10, words, a number without knots whose
 * centre is 2015, and a look that has no factor.
 */
static const Factor factor[] = {{0, 10}, {2, 0}, {4, 0}, {5, 0}, {6, 0}, {8, 2015}};
static const uint32 first[] = {0, 2, 5, 6, 6};
static const LookFactors factors = {4, first, factor};

static const double row[] = {14, 9, 4, 0, 0, 1, 0, 0, 2018};

static void
check(uint32 a, uint32 b, const double *want, uint32 n)
{
	double		product[6] = {0};

	assert_int_equal(pair_products_count(&factors, a, b), n);
	assert_int_equal(pair_products(&factors, a, b, row, product), n);
	for (uint32 k = 0; k < n; k++)
		assert_true(product[k] == want[k]);
}

/* The factors of the first look are the slowest. */
static void
by_the_first(void **state)
{
	const double bent_words[] = {0, 4, 0, 0, 4, 0};
	const double words_bent[] = {0, 0, 4, 4, 0, 0};
	const double bent_year[] = {12, 12};
	const double year_words[] = {0, 3, 0};

	check(0, 1, bent_words, 6);
	check(1, 0, words_bent, 6);
	check(0, 2, bent_year, 2);
	check(2, 1, year_words, 3);
}

static void
of_none(void **state)
{
	check(0, 3, NULL, 0);
	check(3, 1, NULL, 0);
}

/* Numbers are no infinity together, and an infinity stays one. */
static void
too_large(void **state)
{
	static const Factor two[] = {{0, 0}, {1, 0}};
	static const uint32 ends[] = {0, 1, 2};
	static const double value[][3] = {{1e200, -1e200, -DBL_MAX}, {1e308, 10, DBL_MAX}, {1e154, 1e154, 1e308},
	{INFINITY, 2, INFINITY}, {-1, INFINITY, -INFINITY}};
	const LookFactors both = {2, ends, two};

	for (size_t k = 0; k < lengthof(value); k++)
	{
		double		product;

		assert_int_equal(pair_products(&both, 0, 1, value[k], &product), 1);
		assert_true(product == value[k][2]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_the_first),
		cmocka_unit_test(of_none),
		cmocka_unit_test(too_large),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
