/*
 * test_link.c
 *		From a linear prediction to the expected target: clamps, logistic
 *		links, and probabilities that are never too sure.
 */
#include "test.h"

#include "kernel/link.h"
#include "near.h"

/* tanh says the same another way, where it can. */
static void
logistic_function(void **state)
{
	for (double x = -700; x <= 700; x += 0.37)
	{
		double		p = logistic(x);

		assert_near(p, 0.5 * (1 + tanh(x / 2)), 1e-15);
		assert_near(log(p), x < 0 ? x - log1p(exp(x)) : -log1p(exp(-x)), 1e-12 * fabs(x) + 1e-15);
		assert_near(p + logistic(-x), 1, 1e-15);
	}
	assert_true(logistic(0) == 0.5 && logistic(1e308) == 1 && logistic(-1e308) == 0);
	assert_true(logistic(INFINITY) == 1 && logistic(-INFINITY) == 0);
}

static void
no_range(void **state)
{
	Link		link;

	link_init(&link);
	assert_false(link.two_valued || link.logistic);
	assert_true(link_expect(&link, 1e308) == 1e308 && link_expect(&link, -3) == -3);
}

static void
clamp(void **state)
{
	Link		link;

	link_init(&link);
	link.low = -1;
	link.high = 3;
	assert_true(link_expect(&link, -2) == -1);
	assert_true(link_expect(&link, 0.25) == 0.25);
	assert_true(link_expect(&link, 4) == 3 && link_expect(&link, INFINITY) == 3);
	assert_true(isnan(link_expect(&link, NAN)));

	/* a two-valued target without link: the share of the way */
	link.two_valued = true;
	assert_near(link_probability(&link, 0, 98), 0.25, 1e-15);
	assert_near(link_probability(&link, 7, 98), 0.99, 1e-15);
	assert_near(link_probability(&link, -7, 98), 0.01, 1e-15);
	assert_true(isnan(link_probability(&link, NAN, 98)));
}

static void
linked(void **state)
{
	Link		link = {-1, 3, true, true, 2, -0.5};

	for (double z = -5; z < 5; z += 0.1)
	{
		double		p = 1 / (1 + exp(0.5 - 2 * z));

		assert_near(link_expect(&link, z), -1 + 4 * p, 1e-14);
		assert_near(link_probability(&link, z, 1000), Max(Min(p, 1001.0 / 1002), 1.0 / 1002), 1e-14);
	}
	/* the ends of the range, and never beyond */
	assert_true(link_expect(&link, 1e300) == 3 && link_expect(&link, -1e300) == -1);
	assert_near(link_probability(&link, 1e300, 8), 0.9, 1e-15);
	assert_near(link_probability(&link, -1e300, 8), 0.1, 1e-15);
	assert_true(isnan(link_expect(&link, NAN)) && isnan(link_probability(&link, NAN, 8)));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(logistic_function),
		cmocka_unit_test(no_range),
		cmocka_unit_test(clamp),
		cmocka_unit_test(linked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
