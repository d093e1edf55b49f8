/*
 * test_calibration.c
 *		Bins of probabilities by their definition, and links that no line near
 *		them beats, in any units.
 */
#include "test.h"

#include "kernel/rng.h"
#include "kernel/score/calibration.h"
#include "work.h"

#define SEED 20260101
#define ROWS 400

static void
test_bins(void **state)
{
	CalibrationBin bin[5] = {{0}};
	CalibrationBin other[5] = {{0}};

	calibration_add(bin, 5, 0, false);
	calibration_add(bin, 5, 0.1, true);
	calibration_add(other, 5, 0.2, true);
	calibration_add(other, 5, 1, true);
	calibration_add(other, 5, 0.9, false);
	calibration_merge(bin, other, 5);
	assert_true(bin[0].rows == 2 && bin[0].high == 1);
	assert_float_equal(bin[0].predicted, 0.1, 1e-15);
	assert_float_equal(bin[0].variance, 0.09, 1e-15);
	assert_true(bin[1].rows == 1 && bin[1].high == 1);
	assert_true(bin[2].rows == 0 && bin[3].rows == 0);
	assert_true(bin[4].rows == 2 && bin[4].high == 1);
	assert_float_equal(bin[4].predicted, 1.9, 1e-15);
}

/* Platt's loss of a line, by its definition. */
static double
loss(const ScoredTarget *scored, double slope, double offset)
{
	double		high = 0;
	double		sum = 0;

	for (int i = 0; i < ROWS; i++)
		high += scored[i].high;
	for (int i = 0; i < ROWS; i++)
	{
		double		t = scored[i].high ? (high + 1) / (high + 2) : 1 / (ROWS - high + 2);
		double		p = 1 / (1 + exp(-(slope * scored[i].score + offset)));

		sum -= t * log(p) + (1 - t) * log(1 - p);
	}
	return sum;
}

/*
 * A grid around the link: every line on it loses more, by what its curvature
 * says (steps of 1/100 of the slope's size, losses of 1e-3 and more).
 */
static void
test_no_line_is_better(void **state)
{
	static const double unit[] = {1, 1e-9, 1e6, 1};
	static const double centre[] = {0, 0, 0, 1e5};
	static ScoredTarget scored[ROWS];
	Work	   *work = new_work(NULL);
	Rng			rng;

	rng_seed(&rng, SEED);
	for (int round = 0; round < 4; round++)
	{
		Link		link;
		double		least;

		for (int i = 0; i < ROWS; i++)
		{
			double		x = 4 * rng_unit(&rng) - 2;

			scored[i].score = unit[round] * x + centre[round];
			scored[i].weight = 1;
			scored[i].high = rng_unit(&rng) < logistic(2 * x - 0.5);
		}
		link_init(&link);
		calibrate_link(work, scored, ROWS, &link);
		assert_true(link.logistic);
		least = loss(scored, link.slope, link.offset);
		for (int s = -3; s <= 3; s++)
			for (int o = -3; o <= 3; o++)
			{
				double		slope = link.slope + 0.01 * s / unit[round];
				double		offset = link.offset + 0.01 * o - (slope - link.slope) * centre[round];

				if ((s != 0 || o != 0) && !(loss(scored, slope, offset) > least))
					fail_msg("seed %d, round %d: a better line at %d, %d", SEED, round, s, o);
			}
		/* the truth lies within 4.5 standard errors, which are .2 and .15 */
		if (fabs(link.slope * unit[round] - 2) > 0.9 ||
			fabs(link.offset + link.slope * centre[round] + 0.5) > 0.7)
			fail_msg("seed %d, round %d: %g, %g", SEED, round, link.slope, link.offset);
	}
	/* scores that say nothing: the share of the high ones */
	for (int i = 0; i < ROWS; i++)
	{
		scored[i].score = 7;
		scored[i].weight = 1;
		scored[i].high = i % 4 == 0;
	}
	{
		Link		link;

		link_init(&link);
		calibrate_link(work, scored, ROWS, &link);
		assert_float_equal(logistic(link.slope * 7 + link.offset), 0.25, 0.005);
	}
	work_end(work);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bins),
		cmocka_unit_test(test_no_line_is_better),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
