/*
 * test_platt.c
 *		From scores of a two-valued target to probabilities, by the definition.
 */
#include "test.h"

#include "kernel/link.h"
#include "kernel/rng.h"
#include "kernel/score/platt.h"
#include "work.h"

#define ROWS 300

static ScoredTarget scored[ROWS];

static void
draw(Rng *rng, int rows, double slope, double offset)
{
	for (int i = 0; i < rows; i++)
	{
		scored[i].weight = 1;
		scored[i].score = 8 * rng_unit(rng) - 4;
		scored[i].high = rng_unit(rng) < logistic(slope * scored[i].score + offset);
	}
}

/*
 * The gradient of the loss with targets held off 0 and 1 vanishes, whatever the
 * units of the score, and other lines lose more.
 */
static void
platt(void **state)
{
	static const double units[] = {1, 1e-3, 100};
	Work	   *work = new_work(NULL);
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

		draw(&rng, rows, round % 5, 1 - round % 4);
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
		platt_fit(work, scored, rows, &slope, &offset);
		for (int i = 0; i < rows; i++)
		{
			double		target = scored[i].high ? (high + 1) / (high + 2) : 1 / (rows - high + 2);
			double		miss = logistic(slope * scored[i].score + offset) - target;

			g1 += miss * scored[i].score / units[round % 3];
			g2 += miss;
		}
		assert_true(fabs(g1) < 1e-9 * rows && fabs(g2) < 1e-9 * rows);
	}
	scored[0].score = INFINITY;
	assert_int_equal(STATUS_OF(work, platt_fit(work, scored, 10, &(double) {0}, &(double) {0})),
					 KERNEL_BAD_VALUE);
	work_end(work);
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
		cmocka_unit_test(platt),
		cmocka_unit_test(losses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
