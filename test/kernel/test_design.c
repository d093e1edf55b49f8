/*
 * test_design.c
 *		Plans: known answers, the budget, and the distribution drawn from.
 */
#include "kernel/moments/design.h"

#include "test.h"

#include "statistics.h"
#include "work.h"

#define MOST 2000

static uint32 plan[MOST];

/* Plans must stay what they are for ever. */
static void
known_answers(void **state)
{
	static const double spread[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 0};
	static const uint32 uniform[3][4] = {{1, 3, 5, 8}, {0, 7, 8, 9}, {1, 3, 4, 8}};
	static const uint32 weighted[3][4] = {{2, 4, 6, 8}, {1, 6, 7, 8}, {3, 5, 6, 8}};
	static const uint32 folds[8] = {0, 0, 3, 2, 0, 1, 0, 1};
	static const uint64 keys[3] = {17, 0, UINT64CONST(0xFFFFFFFFFFFFFFFF)};
	Design		design;

	for (int k = 0; k < 3; k++)
	{
		design_init(test_work(), &design, 10, 4, 5, 42);
		design_plan_key(&design, keys[k], plan);
		assert_memory_equal(plan, uniform[k], sizeof(uniform[k]));
		design_set_spread(&design, spread);
		design_plan_key(&design, keys[k], plan);
		assert_memory_equal(plan, weighted[k], sizeof(weighted[k]));
	}
	for (uint64 key = 0; key < 8; key++)
		assert_int_equal(design_fold_key(&design, key), folds[key]);
}

/* Distinct, ascending, in range and exactly the budget, whatever q is. */
static void
budget_holds(void **state)
{
	static const uint32 widths[] = {1, 2, 3, 17, 784, MOST};
	double		spread[MOST];
	Rng			rng;

	rng_seed(&rng, 1);
	for (size_t w = 0; w < lengthof(widths); w++)
		for (int shape = 0; shape < 4; shape++)
			for (int round = 0; round < 60; round++)
			{
				uint32		d = widths[w];
				uint32		budget = 1 + rng_below(&rng, d + 2);
				Design		design;

				for (uint32 i = 0; i < d; i++)
					spread[i] = shape == 1 ? i : shape == 2 ? (i == d / 2) * 1e300 :
						shape == 3 ? 0 : 1;
				design_init(test_work(), &design, d, budget, 5, round);
				if (shape > 0)
					design_set_spread(&design, spread);
				assert_int_equal(design.uniform, shape == 0 || shape == 3 || (d == 1 && shape == 1));
				assert_int_equal(design.budget, Min(budget, d));
				design_plan_key(&design, round, plan);
				for (uint32 k = 0; k < design.budget; k++)
					assert_true(plan[k] < d && (k == 0 || plan[k] > plan[k - 1]));
				assert_true(design_fold_key(&design, round) < 5);
			}
}

/*
 * Plans are those of the plain way: walk over what is not yet chosen until the
 * draw's point is passed.
 */
static void
plain_plans(void **state)
{
	static const uint32 widths[] = {2, 3, 4, 5, 31, 64, 65, 500};
	double		spread[500];
	bool		chosen[500];
	int			by_tree = 0;
	Rng			rng;

	rng_seed(&rng, 9);
	for (size_t w = 0; w < lengthof(widths); w++)
		for (int round = 0; round < 80; round++)
		{
			uint32		d = widths[w];
			Work	   *work = work_begin(test_work());
			bool		uniform = round % 7 == 0;
			Design		design;
			Rng			plain;
			Rng			drawn;
			uint32		left;
			uint32		n = 0;

			/* from nearly equal to a few that have all, at the ends too */
			for (uint32 i = 0; i < d; i++)
				spread[i] = pow(rng_unit(&rng), 1 + round % 20 * 5);
			spread[round % 2 == 0 ? 0 : d - 1] *= round % 3 == 0 ? 1e9 : 1;
			design_init(work, &design, d, 1 + rng_below(&rng, d - 1), 5, 0);
			if (!uniform)
				design_set_spread(&design, spread);
			assert_int_equal(design.uniform, uniform);

			rng_seed(&plain, round);
			rng_seed(&drawn, round);
			memset(chosen, 0, sizeof(chosen));
			left = uniform ? d : design.start[d];
			for (uint32 k = 0; k < design.budget; k++)
			{
				uint32		point = rng_below(&plain, left);
				uint32		i = 0;
				uint32		weight;

				for (;; i++)
				{
					weight = uniform ? 1 : design.start[i + 1] - design.start[i];
					if (!chosen[i] && point < weight)
						break;
					point -= chosen[i] ? 0 : weight;
				}
				chosen[i] = true;
				left -= weight;
			}
			design_plan(&design, &drawn, plan);
			for (uint32 i = 0; i < d; i++)
				if (chosen[i])
					assert_int_equal(plan[n++], i);
			assert_int_equal(n, design.budget);
			assert_int_equal(pg_prng_uint64(&plain), pg_prng_uint64(&drawn));
			by_tree += (uint64) design.budget * design.budget > 64 * (uint64) d;
			work_end(work);
		}
	/* both ways of planning were met */
	assert_true(by_tree > 20);
}

/*
 * All subsets of 3 of 5: expected shares from the quantised q, by enumeration
 * of the orders in which they can be drawn.  Critical value 5 deviations.
 */
static void
check_subsets(const double *spread, uint64 seed)
{
	enum
	{
		N = 200000
	};
	double		share[32] = {0};
	int			count[32] = {0};
	double		chi = 0;
	int			subsets = 0;
	double		q[5];
	Design		design;
	Rng			rng;

	design_init(test_work(), &design, 5, 3, 5, seed);
	if (spread != NULL)
		design_set_spread(&design, spread);
	for (int i = 0; i < 5; i++)
	{
		double		total = 0;

		for (int j = 0; j < 5; j++)
			total += spread != NULL ? spread[j] : 0;
		q[i] = spread != NULL ? 0.98 * spread[i] / total + 0.02 / 5 : 0.2;
	}
	for (int a = 0; a < 5; a++)
		for (int b = 0; b < 5; b++)
			for (int c = 0; c < 5; c++)
				if (a != b && b != c && a != c)
					share[1 << a | 1 << b | 1 << c] +=
						q[a] * q[b] / (1 - q[a]) * q[c] / (1 - q[a] - q[b]);
	rng_seed(&rng, seed);
	for (int t = 0; t < N; t++)
	{
		design_plan(&design, &rng, plan);
		count[1 << plan[0] | 1 << plan[1] | 1 << plan[2]]++;
	}
	for (int s = 0; s < 32; s++)
		if (share[s] > 0)
		{
			chi += (count[s] - N * share[s]) * (count[s] - N * share[s]) / (N * share[s]);
			subsets++;
		}
		else
			assert_int_equal(count[s], 0);
	assert_int_equal(subsets, 10);
	if (chi > chi_square_limit(9, 5))
		fail_msg("seed %d: chi-square %g with 9 degrees of freedom", (int) seed, chi);
}

static void
distribution(void **state)
{
	static const double skewed[5] = {1, 2, 4, 8, 0.5};
	static const double zeros[5] = {0, 1, 0, 1, 3};

	check_subsets(NULL, 11);
	check_subsets(skewed, 12);
	check_subsets(zeros, 13);
}

/* Keys give what a stream gives: uniform plans, and folds independent of them. */
static void
keys_are_random(void **state)
{
	enum
	{
		N = 100000
	};
	double		count[4][5] = {{0}};
	double		chi = 0;
	Design		design;

	design_init(test_work(), &design, 4, 1, 5, 7);
	for (uint64 key = 0; key < N; key++)
	{
		design_plan_key(&design, key, plan);
		count[plan[0]][design_fold_key(&design, key)]++;
	}
	for (int i = 0; i < 4; i++)
		for (int f = 0; f < 5; f++)
			chi += (count[i][f] - N / 20.0) * (count[i][f] - N / 20.0) / (N / 20.0);
	assert_true(chi < chi_square_limit(19, 5));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_answers),
		cmocka_unit_test(budget_holds),
		cmocka_unit_test(plain_plans),
		cmocka_unit_test(distribution),
		cmocka_unit_test(keys_are_random),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
