/*
 * test_pair_block.c
 *		T of a pair from covariances: coordinates at right angles to both columns, whose
 *		attributes may repeat each other; what does not vary; sums that are not finite.
 */
#include "test.h"

#include <stdio.h>

#include "kernel/columns/pair_block.h"
#include "kernel/rng.h"
#include "work.h"

#define ROWS 400
#define PRODUCTS 4
#define TERMS 9

/* A number, how far it is above .5, three words of which always one is there, and a constant. */
static void
draw_rows(double (*row)[TERMS], uint64 seed)
{
	Rng			rng;

	rng_seed(&rng, seed);
	for (int t = 0; t < ROWS; t++)
	{
		double	   *main = row[t] + PRODUCTS;
		double		x = rng_unit(&rng);
		int			word = (int) (3 * rng_unit(&rng));

		memset(row[t], 0, sizeof(row[t]));
		main[0] = x - 0.5;
		main[1] = Max(x - 0.5, 0);
		main[2] = word == 0;
		main[3] = word == 1;
		main[4] = word == 2;
		for (int i = 0; i < 2; i++)
			for (int j = 0; j < 2; j++)
				row[t][2 * i + j] = main[i] * main[2 + j];
	}
}

static void
sums_of(double (*row)[TERMS], double *covariance, double *square)
{
	double		mean[TERMS] = {0};

	memset(covariance, 0, sizeof(double) * TERMS * TERMS);
	memset(square, 0, sizeof(double) * TERMS);
	for (int t = 0; t < ROWS; t++)
		for (int i = 0; i < TERMS; i++)
		{
			mean[i] += row[t][i] / ROWS;
			square[i] += row[t][i] * row[t][i] / ROWS;
		}
	for (int t = 0; t < ROWS; t++)
		for (int i = 0; i < TERMS; i++)
			for (int j = 0; j < TERMS; j++)
				covariance[i * TERMS + j] += (row[t][i] - mean[i]) * (row[t][j] - mean[j]) / (ROWS - 1);
}

/* The covariance of what T makes of the terms: of coordinate k with l, or with a term. */
static double
covariance_of(const double *covariance, const double *t, uint32 count, uint32 k, int other, bool term)
{
	double		sum = 0;

	for (int r = 0; r < TERMS; r++)
		for (int s = 0; s < TERMS; s++)
			sum += t[r * count + k] * covariance[r * TERMS + s] *
				(term ? s == other : t[s * count + other]);
	return sum;
}

static void
right_angles(void **state)
{
	double		row[ROWS][TERMS];
	double		covariance[TERMS * TERMS];
	double		square[TERMS];
	double		t[TERMS * PRODUCTS];

	for (uint64 seed = 1; seed <= 20; seed++)
	{
		uint32		count;

		draw_rows(row, seed);
		sums_of(row, covariance, square);
		count = pair_block_find(test_work(), covariance, square, PRODUCTS, TERMS, 1e-4, t);
		assert_int_equal(count, PRODUCTS);
		for (uint32 k = 0; k < count; k++)
		{
			double		deviation = sqrt(covariance_of(covariance, t, count, k, (int) k, false));
			double		along = 0;

			if (k == 0 ? fabs(deviation - 0.5) > 1e-9 : deviation > 0.5 || deviation < 0.005)
				fail_msg("seed %d: deviation %u is %.17g", (int) seed, k, deviation);
			for (int r = PRODUCTS; r < TERMS; r++)
				assert_true(fabs(covariance_of(covariance, t, count, k, r, true)) < 1e-12);
			/* words add up to one: T has nothing along that, in units of deviations */
			for (int r = PRODUCTS + 2; r < TERMS; r++)
				along += t[r * count + k] * covariance[r * TERMS + r];
			assert_true(fabs(along) < 1e-10);
			for (int l = 0; l < (int) k; l++)
				assert_true(fabs(covariance_of(covariance, t, count, k, l, false)) < 1e-12);
		}
	}
}

/* Products that repeat each other, or what both say by themselves, or do not vary. */
static void
what_is_none(void **state)
{
	double		row[ROWS][TERMS];
	double		covariance[TERMS * TERMS];
	double		square[TERMS];
	double		t[TERMS * PRODUCTS];

	draw_rows(row, 21);
	for (int i = 0; i < ROWS; i++)
	{
		row[i][1] = row[i][0] * 3;
		row[i][2] = row[i][PRODUCTS] - row[i][PRODUCTS + 2];
		row[i][3] = 7;
	}
	sums_of(row, covariance, square);
	assert_int_equal(pair_block_find(test_work(), covariance, square, PRODUCTS, TERMS, 1e-4, t), 1);
	for (int r = 0; r < TERMS; r++)
		assert_true(isfinite(t[r]) && (r != 3 || t[r] == 0));
	assert_int_equal(pair_block_find(test_work(), covariance, square, PRODUCTS, TERMS, 2, t), 0);
	memset(covariance, 0, sizeof(covariance));
	assert_int_equal(pair_block_find(test_work(), covariance, square, PRODUCTS, TERMS, 1e-4, t), 0);
}

static void
not_finite(void **state)
{
	Work	   *work = new_work(NULL);
	double		covariance[TERMS * TERMS] = {1, NAN};
	double		square[TERMS] = {1};
	double		t[TERMS * PRODUCTS];

	assert_int_equal(STATUS_OF(work, pair_block_find(work, covariance, square, PRODUCTS, TERMS, 1e-4, t)),
					 KERNEL_SINGULAR);
	work_end(work);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(right_angles),
		cmocka_unit_test(what_is_none),
		cmocka_unit_test(not_finite)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
