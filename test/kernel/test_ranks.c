/*
 * test_ranks.c
 *		Scores of a two-valued target: the area by all pairs, and calibration by
 *		its definition.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "kernel/link.h"
#include "kernel/rng.h"
#include "kernel/score/ranks.h"

#define ROWS 300

static ScoredTarget scored[ROWS];

static void
draw(Rng *rng, int rows, int values, double slope, double offset)
{
	for (int i = 0; i < rows; i++)
	{
		double		x = 8 * rng_unit(rng) - 4;

		scored[i].score = values > 0 ? floor(x * values) : x;
		scored[i].high = rng_unit(rng) < logistic(slope * scored[i].score + offset);
	}
}

/* Every pair of a high and a low target, ties half. */
static void
area(void **state)
{
	Rng			rng;

	rng_seed(&rng, 1);
	for (int round = 0; round < 30; round++)
	{
		int			rows = 2 + rng_below(&rng, ROWS - 1);
		double		pairs = 0;
		double		right = 0;

		draw(&rng, rows, round % 3, 1, -0.5);
		for (int i = 0; i < rows; i++)
			for (int j = 0; j < rows; j++)
				if (scored[i].high && !scored[j].high)
				{
					pairs++;
					right += scored[i].score > scored[j].score ? 1 :
						scored[i].score == scored[j].score ? 0.5 : 0;
				}
		if (pairs > 0)
			assert_true(fabs(rank_area(scored, rows) - right / pairs) < 1e-12);
		else
			assert_true(isnan(rank_area(scored, rows)));
	}
	assert_true(isnan(rank_area(scored, 0)));
}

/*
 * The gradient of the loss with targets held off 0 and 1 vanishes, whatever the
 * units of the score, and other lines lose more.
 */
static void
platt(void **state)
{
	static const double units[] = {1, 1e-3, 100};
	Rng			rng;

	rng_seed(&rng, 2);
	for (int round = 0; round < 30; round++)
	{
		int			rows = 60 + rng_below(&rng, ROWS - 60);
		double		high = 0;
		double		g1 = 0;
		double		g2 = 0;
		double		slope;
		double		offset;

		draw(&rng, rows, 0, round % 5, 1 - round % 4);
		for (int i = 0; i < rows; i++)
		{
			/* the last rounds: scores that separate the two, or say nothing */
			if (round >= 25)
				scored[i].high = scored[i].score > 0.3;
			if (round == 29)
				scored[i].score = 2;
			scored[i].score *= units[round % 3];
			high += scored[i].high;
		}
		assert_int_equal(platt_fit(scored, rows, &slope, &offset, NULL), KERNEL_OK);
		for (int i = 0; i < rows; i++)
		{
			double		target = scored[i].high ? (high + 1) / (high + 2) : 1 / (rows - high + 2);
			double		miss = logistic(slope * scored[i].score + offset) - target;

			g1 += miss * scored[i].score / units[round % 3];
			g2 += miss;
		}
		assert_true(fabs(g1) < 1e-5 * rows && fabs(g2) < 1e-5 * rows);
	}
	scored[0].score = INFINITY;
	assert_int_equal(platt_fit(scored, 10, &(double) {0}, &(double) {0}, NULL), KERNEL_BAD_VALUE);
}

static void
losses(void **state)
{
	assert_true(fabs(log_loss(0, true) - log(2)) < 1e-15);
	assert_true(fabs(log_loss(1.5, false) + log(1 - logistic(1.5))) < 1e-14);
	assert_true(fabs(log_loss(1.5, true) + log(logistic(1.5))) < 1e-14);
	assert_true(log_loss(-800, true) == 800);
	assert_true(log_loss(-40, false) > 0 && log_loss(-40, false) < 1e-17);
	assert_true(log_loss(INFINITY, true) == 0 && log_loss(INFINITY, false) == INFINITY);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(area),
		cmocka_unit_test(platt),
		cmocka_unit_test(losses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
