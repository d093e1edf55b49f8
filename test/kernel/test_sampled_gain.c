/*
 * test_sampled_gain.c
 *		What the attributes of a sampled column explain of the target, against sums of squares
 *		by orthogonalization of whole columns.
 */
#include "test.h"

#include "kernel/columns/sampled_gain.h"
#include "near.h"
#include "work.h"

#define SEED 20261128

enum
{
	ROWS = 300,
	MOST = 6
};

/* Two computations of the same sums of squares of 300 rows, as a share of their total. */
#define TOLERANCE 1e-9

/* Returns weights that are all 3: only their ratios matter. */
static double *
equal(Work *work, uint32 rows)
{
	double	   *weight = WORK_ARRAY(work, rows, double);

	for (uint32 i = 0; i < rows; i++)
		weight[i] = 3;
	return weight;
}

/*
 * Makes each of n columns orthogonal to the constant and those before it, and returns the gain of
 * the first and of the others.  Columns of which nothing is left count as none.
 */
static SampledGain
oracle(double column[][ROWS], int n, double target[][ROWS], int outputs)
{
	SampledGain gain = {0};
	double		total = 0;

	for (int k = 0; k < n + outputs; k++)
	{
		double	   *x = k < n ? column[k] : target[k - n];
		double		mean = 0;

		for (int i = 0; i < ROWS; i++)
			mean += x[i] / ROWS;
		for (int i = 0; i < ROWS; i++)
			x[i] -= mean;
		for (int i = 0; i < ROWS && k >= n; i++)
			total += x[i] * x[i];
	}
	for (int k = 0; k < n; k++)
	{
		double	   *part = k == 0 ? &gain.first : &gain.others;
		double		before = 0;
		double		square = 0;

		for (int i = 0; i < ROWS; i++)
			before += column[k][i] * column[k][i];
		/* twice, so that rounding leaves nothing */
		for (int j = 0; j < 2 * k; j++)
		{
			double		xx = 0;
			double		xz = 0;

			for (int i = 0; i < ROWS; i++)
			{
				xx += column[j % k][i] * column[j % k][i];
				xz += column[j % k][i] * column[k][i];
			}
			for (int i = 0; i < ROWS && xx > 0; i++)
				column[k][i] -= xz / xx * column[j % k][i];
		}
		for (int i = 0; i < ROWS; i++)
			square += column[k][i] * column[k][i];
		if (square <= 1e-9 * before)
		{
			memset(column[k], 0, sizeof(double) * ROWS);
			continue;
		}
		*part -= 1.0 / (ROWS - 1);
		for (int c = 0; c < outputs; c++)
		{
			double		xy = 0;

			for (int i = 0; i < ROWS; i++)
				xy += column[k][i] * target[c][i];
			*part += xy * xy / square / total;
		}
	}
	return gain;
}

static void
compare(SampledGain gain, SampledGain known)
{
	assert_near(gain.first, known.first, TOLERANCE);
	assert_near(gain.others, known.others, TOLERANCE);
}

/* A target of three categories, or a number, and indicators of it in y. */
static SampledColumn
create_target(Work *work, Rng *rng, bool classes, double y[][ROWS])
{
	SampledColumn target;

	sampled_column_init(work, &target, classes ? SAMPLED_CATEGORY : SAMPLED_NUMBER, ROWS);
	for (int i = 0; i < ROWS; i++)
	{
		uint32		class = rng_below(rng, 3);

		for (uint32 c = 0; c < 3; c++)
			y[c][i] = c == class;
		if (classes)
			sampled_column_category(&target, class + 1, "abc" + class, 1);
		else
		{
			y[0][i] = 1e6 + 3 * rng_unit(rng);
			sampled_column_number(&target, y[0][i]);
		}
	}
	return target;
}

/* Numbers with a long tail and missing values. */
static void
test_numbers(void **state)
{
	Rng			rng;

	rng_seed(&rng, SEED);
	for (int round = 0; round < 40; round++)
	{
		static double column[MOST][ROWS];
		static double y[3][ROWS];
		Work	   *work = new_work(NULL);
		bool		classes = round % 2;
		bool		null_category = round % 3 == 0;
		SampledColumn target = create_target(work, &rng, classes, y);
		SampledColumn sampled;
		SampledTarget prepared;
		SampledFacts facts;
		SampledGain gain;
		double		low;
		double		high;

		sampled_column_init(work, &sampled, SAMPLED_NUMBER, ROWS);
		for (int i = 0; i < ROWS; i++)
		{
			column[0][i] = 100 + 1 / (0.01 + rng_unit(&rng)) + (classes ? y[1][i] : y[0][i] - 1e6);
			column[5][i] = rng_below(&rng, 10) == 0;
			if (column[5][i] > 0)
				sampled_column_null(&sampled);
			else
				sampled_column_number(&sampled, column[0][i]);
		}
		sampled_column_facts(work, &sampled, &target, equal(work, ROWS), ROWS, &facts);
		low = 4 * facts.quartile[0].number - 3 * facts.quartile[2].number;
		high = 4 * facts.quartile[2].number - 3 * facts.quartile[0].number;
		for (int i = 0; i < ROWS; i++)
		{
			if (column[5][i] > 0)
				column[0][i] = facts.median.number;
			column[1][i] = Min(Max(column[0][i], low), high);
			for (int q = 0; q < 3; q++)
				column[2 + q][i] = Max(column[1][i] - facts.quartile[q].number, 0);
		}
		sampled_target_init(work, &prepared, &target, equal(work, ROWS));
		assert_int_equal(prepared.outputs, classes ? 3 : 1);
		sampled_gain_number(work, &sampled, &facts, facts.quartile, 3, null_category, &prepared, &gain);
		compare(gain, oracle(column, null_category ? 6 : 5, y, classes ? 3 : 1));
		work_end(work);
	}
}

/* Categories, some of which are not listed. */
static void
test_categories(void **state)
{
	Rng			rng;

	rng_seed(&rng, SEED);
	for (int round = 0; round < 40; round++)
	{
		static double column[MOST][ROWS];
		static double y[3][ROWS];
		static uint32 drawn[ROWS];
		Work	   *work = new_work(NULL);
		bool		classes = round % 2;
		SampledColumn target = create_target(work, &rng, classes, y);
		SampledColumn sampled;
		SampledTarget prepared;
		SampledGain gain;
		ListedCategory list[LISTED_CATEGORIES];
		bool		repeated;

		sampled_column_init(work, &sampled, SAMPLED_CATEGORY, ROWS);
		for (int i = 0; i < ROWS; i++)
		{
			drawn[i] = rng_below(&rng, 8);
			if (drawn[i] == 7)
				sampled_column_null(&sampled);
			else
				sampled_column_category(&sampled, drawn[i] * 1024 + 5, "abcdefg" + drawn[i], 1);
		}
		assert_int_equal(sampled_column_categories(work, &sampled, equal(work, ROWS), list, &repeated), 7);
		for (int i = 0; i < ROWS; i++)
		{
			for (int k = 0; k < 4; k++)
				column[k][i] = drawn[i] < 7 && list[k].text[0] == "abcdefg"[drawn[i]];
			column[4][i] = drawn[i] == 7;
		}
		sampled_target_init(work, &prepared, &target, equal(work, ROWS));
		sampled_gain_categories(work, &sampled, list, 4, true, &prepared, &gain);
		compare(gain, oracle(column, 5, y, classes ? 3 : 1));
		work_end(work);
	}
}

/* A constant target, and a constant column, explain nothing. */
static void
test_constants(void **state)
{
	Work	   *work = new_work(NULL);
	SampledColumn constant;
	SampledColumn varies;
	SampledTarget target;
	SampledFacts facts = {0};
	SampledGain gain;

	sampled_column_init(work, &constant, SAMPLED_NUMBER, ROWS);
	sampled_column_init(work, &varies, SAMPLED_NUMBER, ROWS);
	for (int i = 0; i < ROWS; i++)
	{
		sampled_column_number(&constant, 7);
		sampled_column_number(&varies, i);
	}
	sampled_target_init(work, &target, &constant, equal(work, ROWS));
	sampled_gain_number(work, &varies, &facts, NULL, 0, false, &target, &gain);
	assert_true(gain.first == 0 && gain.others == 0);
	sampled_target_init(work, &target, &varies, equal(work, ROWS));
	sampled_gain_number(work, &constant, &facts, NULL, 0, false, &target, &gain);
	assert_true(gain.first == 0 && gain.others == 0);
	work_end(work);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_categories),
		cmocka_unit_test(test_constants),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
