/*
 * test_sampling.c
 *		Alias table, sum tree, and the plan's set of attributes.
 */
#include "kernel/alias.h"
#include "kernel/plan.h"
#include "kernel/stream/iterate.h"

#include "test.h"

#include "statistics.h"
#include "work.h"

/* Chi-square of counts against probabilities; -1 where an impossible one came. */
static double
chi_square(const uint32 *count, const double *probability, uint32 n, double draws,
		   uint32 *cells)
{
	double		chi = 0;

	*cells = 0;
	for (uint32 i = 0; i < n; i++)
	{
		double		expected = draws * probability[i];

		if (expected == 0)
		{
			if (count[i] > 0)
				return -1;
			continue;
		}
		chi += (count[i] - expected) * (count[i] - expected) / expected;
		(*cells)++;
	}
	return chi;
}

static void
check_counts(const char *what, const uint32 *count, const double *probability,
			 uint32 n, double draws)
{
	uint32		cells;
	double		chi = chi_square(count, probability, n, draws, &cells);

	if (chi < 0)
		fail_msg("%s: drew what has probability 0", what);
	if (cells > 1 && chi > chi_square_limit(cells - 1, 4.5))
		fail_msg("%s: chi-square %g at %u degrees of freedom", what, chi, cells - 1);
}

/*
 * What alias_draw() draws with each of its n * 2^32 equally likely inputs,
 * counted from thresholds, is what alias_probability() says: to the last bit
 * while n * 2^32 is exact, and within half a unit of 2^-32 / n of the wish per
 * column that was filled.
 */
static void
check_alias(const double *weight, uint32 n, uint64 seed)
{
	Work	   *work = new_work(NULL);
	uint32	   *scratch = malloc(n * sizeof(uint32));
	uint64	   *mass = calloc(n, sizeof(uint64));
	uint32	   *count = calloc(n, sizeof(uint32));
	double	   *probability = malloc(n * sizeof(double));
	double		total = 0;
	double		draws = 200.0 * n + 20000;
	AliasTable	table;
	Rng			rng;

	alias_init(work, &table, n);
	alias_build(&table, weight, scratch);
	for (uint32 i = 0; i < n; i++)
	{
		total += weight[i];
		mass[i] += table.threshold[i];
		mass[table.alias[i]] += (UINT64CONST(1) << 32) - table.threshold[i];
	}
	for (uint32 i = 0; i < n; i++)
	{
		double		exact = (double) mass[i] / (4294967296.0 * n);

		probability[i] = alias_probability(&table, i);
		assert_true(probability[i] == exact);
		if (weight[i] == 0)
			assert_true(mass[i] == 0);
		/* the wish is rounded once; the last columns take the others' rounding */
		assert_true(fabs(exact - weight[i] / total) <= (0.5 * n + 1) / 4294967296.0 / n);
	}

	rng_seed(&rng, seed);
	for (double i = 0; i < draws; i++)
		count[alias_draw(&table, &rng)]++;
	check_counts("alias table", count, probability, n, draws);

	work_end(work);
	free(scratch);
	free(mass);
	free(count);
	free(probability);
}

static void
test_alias(void **state)
{
	static const double one[] = {3};
	static const double equal[] = {2, 2, 2, 2, 2};
	static const double zeros[] = {0, 1, 0, 0, 5, 0, 2, 0};
	static const double spread[] = {1e-300, 1, 1e3, 1e6, 0, 7};
	static const double huge[] = {1e308, 1e308, 0, 1.5e308};
	static const double tiny[] = {5e-324, 1e-323, 0};
	double		many[1000];
	Rng			rng;

	check_alias(one, 1, 1);
	check_alias(equal, 5, 2);
	check_alias(zeros, 8, 3);
	check_alias(spread, 6, 4);
	rng_seed(&rng, 5);
	for (int i = 0; i < 1000; i++)
		many[i] = rng_below(&rng, 4) == 0 ? 0 : pow(rng_unit(&rng), 4);
	check_alias(many, 1000, 6);

	/* sums beyond the largest double, or without a normal one */
	{
		AliasTable	table;
		uint32		scratch[4];

		alias_init(test_work(), &table, 4);
		alias_build(&table, huge, scratch);
		assert_true(fabs(alias_probability(&table, 0) - 1 / 3.5) < 1e-9);
		assert_true(alias_probability(&table, 2) == 0);
		assert_true(fabs(alias_probability(&table, 3) - 1.5 / 3.5) < 1e-9);
		alias_init(test_work(), &table, 3);
		alias_build(&table, tiny, scratch);
		assert_true(fabs(alias_probability(&table, 0) - 1.0 / 3) < 1e-9);
		assert_true(fabs(alias_probability(&table, 1) - 2.0 / 3) < 1e-9);
		assert_true(alias_probability(&table, 2) == 0);
	}
}

/* Changed leaf by leaf or built at once: the same bits everywhere. */
static void
test_sumtree_bits(void **state)
{
	static const uint32 sizes[] = {1, 2, 3, 5, 8, 13, 64, 100, 1000};

	for (int s = 0; s < (int) lengthof(sizes); s++)
	{
		uint32		n = sizes[s];
		Work	   *work = new_work(NULL);
		SumTree		changed;
		SumTree		built;
		Rng			rng;

		rng_seed(&rng, n);
		sumtree_init(work, &changed, n);
		sumtree_init(work, &built, n);
		for (int round = 0; round < 500; round++)
		{
			uint32		i = rng_below(&rng, n);
			double		value = rng_below(&rng, 5) == 0 ? 0 : exp(20 * rng_unit(&rng) - 10);

			sumtree_set(&changed, i, value);
			assert_true(sumtree_get(&changed, i) == value);
			sumtree_leaves(&built)[i] = value;
		}
		sumtree_build(&built);
		assert_memory_equal(changed.node, built.node, 2 * n * sizeof(double));

		{
			double		sum = 0;

			for (uint32 i = 0; i < n; i++)
				sum += sumtree_get(&built, i);
			assert_true(fabs(sumtree_total(&built) - sum) <= 1e-13 * sum);
		}
		work_end(work);
	}
}

static void
test_sumtree_draws(void **state)
{
	static const uint32 sizes[] = {1, 2, 3, 6, 7, 8, 33, 100};

	for (int s = 0; s < (int) lengthof(sizes); s++)
	{
		uint32		n = sizes[s];
		double		draws = 500.0 * n + 5000;
		Work	   *work = new_work(NULL);
		uint32	   *count = calloc(n, sizeof(uint32));
		double	   *probability = malloc(n * sizeof(double));
		SumTree		tree;
		Rng			rng;

		rng_seed(&rng, 100 + n);
		sumtree_init(work, &tree, n);
		for (uint32 i = 0; i < n; i++)
			sumtree_set(&tree, i, i % 3 == 1 ? 0 : rng_unit(&rng) + 0.05);
		for (uint32 i = 0; i < n; i++)
			probability[i] = sumtree_get(&tree, i) / sumtree_total(&tree);
		for (double i = 0; i < draws; i++)
			count[sumtree_draw(&tree, &rng)]++;
		check_counts("sum tree", count, probability, n, draws);
		work_end(work);
		free(count);
		free(probability);
	}
}

/*
 * Sums that round: 1 + 2^-60 is 1, so that the way down can end beside the
 * leaf that it should have met.  No leaf of 0 may be drawn even then, nor may
 * infinite or undefined sums lead out of the tree.
 */
static void
test_sumtree_zero_leaves(void **state)
{
	/* the state from which xoroshiro128** gives 2^64 - 1, worked out backwards */
	static const Rng largest_unit = {UINT64CONST(0x4FC71C71C71C71C7), 1};
	SumTree		tree;
	Rng			rng;
	Rng			last = largest_unit;

	assert_true(rng_unit(&last) == 1 - ldexp(1, -53));
	/* the largest number below the sum, less the first leaf, rounds to the third */
	sumtree_init(test_work(), &tree, 4);
	sumtree_set(&tree, 0, ldexp(1.5, -52));
	sumtree_set(&tree, 2, 1.5);
	last = largest_unit;
	assert_int_equal(sumtree_draw(&tree, &last), 2);

	rng_seed(&rng, 7);
	for (uint32 n = 2; n <= 16; n++)
	{
		sumtree_init(test_work(), &tree, n);
		for (int round = 0; round < 200; round++)
		{
			for (uint32 i = 0; i < n; i++)
				sumtree_set(&tree, i, rng_below(&rng, 2) ? 0 : ldexp(1, -(int) rng_below(&rng, 70)));
			if (sumtree_total(&tree) == 0)
				continue;
			for (int i = 0; i < 20; i++)
				assert_true(sumtree_get(&tree, sumtree_draw(&tree, &rng)) > 0);
		}
		sumtree_set(&tree, n - 1, INFINITY);
		assert_true(sumtree_draw(&tree, &rng) < n);
		sumtree_set(&tree, 0, NAN);
		assert_true(sumtree_draw(&tree, &rng) < n);
	}
}

/* The sparse set against a plain one, with rubbish left from row to row. */
static void
test_plan(void **state)
{
	enum
	{
		D = 40, CAPACITY = 12
	};
	ReadPlan		plan;
	Rng			rng;

	rng_seed(&rng, 8);
	plan_init(test_work(), &plan, D, CAPACITY);
	for (int row = 0; row < 500; row++)
	{
		uint32		order[CAPACITY];
		int			times[D] = {0};
		uint32		n = 0;
		uint32		draws = rng_below(&rng, CAPACITY + 1);

		plan_clear(&plan);
		for (uint32 i = 0; i < draws; i++)
		{
			uint32		a = rng_below(&rng, rng_below(&rng, 2) ? D : 5);
			uint32		slot;

			assert_int_equal(plan_has(&plan, a), times[a] > 0);
			slot = plan_draw(&plan, a);
			if (times[a]++ == 0)
			{
				order[n++] = a;
				assert_true(plan.data_weight[slot] == 0);
				assert_true(plan.product_weight[slot] == 0);
			}
			assert_int_equal(plan.attribute[slot], a);
			plan.data_weight[slot] += 1;
			plan.product_weight[slot] -= 1;
		}
		assert_int_equal(plan.draws, draws);
		assert_int_equal(plan.n, n);
		for (uint32 s = 0; s < n; s++)
		{
			assert_int_equal(plan.attribute[s], order[s]);
			assert_true(plan.data_weight[s] == times[order[s]]);
			assert_true(plan.product_weight[s] == -times[order[s]]);
		}
	}

	plan_init(test_work(), &plan, D, D);
	plan_all(&plan);
	assert_int_equal(plan.n, D);
	assert_int_equal(plan.draws, D);
	for (uint32 i = 0; i < D; i++)
	{
		assert_int_equal(plan.attribute[i], i);
		assert_true(plan_has(&plan, i));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_alias),
		cmocka_unit_test(test_sumtree_bits),
		cmocka_unit_test(test_sumtree_draws),
		cmocka_unit_test(test_sumtree_zero_leaves),
		cmocka_unit_test(test_plan)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
