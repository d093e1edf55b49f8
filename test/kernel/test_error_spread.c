/*
 * test_error_spread.c
 *		How far targets lie from predictions, against numbers that numpy gave of the same rows.
 */
#include "test.h"

#include "kernel/score/error_spread.h"
#include "near.h"
#include "work.h"

#define MOST_ROWS 1500

static const double at[] = {-1, 0.3, 1, 2.2, 3.9, 5};
static const double share[] = {0.005, 0.05, 0.3, 0.5, 0.97, 0.995};

/* Of each prediction in at[]: the variance, and the quantile of each share. */
typedef struct Known
{
	size_t		rows;
	double		answer[lengthof(at) * (1 + lengthof(share))];
} Known;

static const Known known[] = {
	{1500, {
		0.0491676525852447, -2.13293624753488, -1.47286661377584, -0.464025905110976, -0.0113228777040516, 1.71865176128552, 2.09993437251372,
		0.0716077681707504, -2.13293624753488, -1.47286661377584, -0.464025905110976, -0.0113228777040516, 1.71865176128552, 2.09993437251372,
		0.330842643247805, -2.36004756568634, -1.6105238421129, -0.56080430910798, -0.0180396510156187, 1.66863883328477, 2.14191238900003,
		1.50378007076768, -2.37065389037839, -1.69486204355811, -0.581194286621127, -0.0473345990506909, 1.87704913500013, 2.35669086531366,
		3.68516999473163, -2.08599955730633, -1.69033821822081, -0.487110453995969, 0.0431863284253277, 1.9108773506096, 2.57496765757287,
		3.68516999473163, -2.08599955730633, -1.69033821822081, -0.487110453995969, 0.0431863284253277, 1.9108773506096, 2.57496765757287
	}},
	{130, {
		0.0767334458773615, -2.24338537854116, -1.59829548780767, -0.533249393636598, 0.0262555618463073, 1.68043098371645, 1.98204674370098,
		0.11170065192117, -2.24338537854116, -1.59829548780767, -0.533249393636598, 0.0262555618463073, 1.68043098371645, 1.98204674370098,
		0.421060385591251, -2.24338537854116, -1.59829548780767, -0.533249393636598, 0.0262555618463073, 1.68043098371645, 1.98204674370098,
		1.11746722019712, -2.24338537854116, -1.59829548780767, -0.533249393636598, 0.0262555618463073, 1.68043098371645, 1.98204674370098,
		2.66629320707314, -2.24338537854116, -1.59829548780767, -0.533249393636598, 0.0262555618463073, 1.68043098371645, 1.98204674370098,
		2.66629320707314, -2.24338537854116, -1.59829548780767, -0.533249393636598, 0.0262555618463073, 1.68043098371645, 1.98204674370098
	}},
	{7, {
		0.119429752907127, -1, -1, -1, -1, 1, 1,
		0.119429752907127, -1, -1, -1, -1, 1, 1,
		0.119429752907127, -1, -1, -1, -1, 1, 1,
		3.37711224022602, -1, -1, -1, -1, 1, 1,
		2.74086778726466, -1, -1, -1, -1, 1, 1,
		2.74086778726466, -1, -1, -1, -1, 1, 1
	}}
};

static uint64 drawn;

static double
unit(void)
{
	drawn = (drawn * 1103515245 + 12345) % (UINT64CONST(1) << 31);
	return drawn / (double) (UINT64CONST(1) << 31);
}

static void
make_rows(SpreadRow *row, size_t n)
{
	drawn = 20261129;
	for (size_t i = 0; i < n; i++)
	{
		double		prediction = rint(unit() * 64) / 16;
		double		noise = unit();

		noise += unit();
		noise += unit();
		row[i] = (SpreadRow) {prediction, prediction + (noise - 1.5) * (0.2 + prediction), 1};
	}
}

static void
test_known_answers(void **state)
{
	for (size_t k = 0; k < lengthof(known); k++)
	{
		Work	   *work = new_work(NULL);
		const double *answer = known[k].answer;
		SpreadRow	row[MOST_ROWS];
		ErrorSpread spread;

		make_rows(row, known[k].rows);
		error_spread_find(work, row, known[k].rows, &spread);
		for (size_t i = 0; i < lengthof(at); i++)
		{
			assert_near(error_spread_variance(&spread, at[i]), *answer++, 1e-12);
			for (size_t j = 0; j < lengthof(share); j++)
				assert_near(error_spread_quantile(&spread, at[i], share[j]), *answer++, 1e-12);
		}
		work_end(work);
	}
}

/* Weights that are all equal have no say. */
static void
test_weights(void **state)
{
	Work	   *work = new_work(NULL);
	SpreadRow	row[MOST_ROWS];
	ErrorSpread once;
	ErrorSpread weighted;

	make_rows(row, MOST_ROWS);
	error_spread_find(work, row, MOST_ROWS, &once);
	for (size_t i = 0; i < MOST_ROWS; i++)
		row[i].weight = 2;
	error_spread_find(work, row, MOST_ROWS, &weighted);
	for (int b = 0; b < SPREAD_BINS; b++)
		assert_near(weighted.variance[b], once.variance[b], 1e-15);
	for (int g = 0; g < SPREAD_GROUPS; g++)
		for (int q = 0; q < SPREAD_QUANTILES; q++)
			assert_near(weighted.quantile[g][q], once.quantile[g][q], 1e-12);
	work_end(work);
}

/* Predictions that are all the same, and a single row. */
static void
test_constant(void **state)
{
	Work	   *work = new_work(NULL);
	SpreadRow	row[] = {{1, 3, 1}, {1, 0, 1}};
	ErrorSpread spread;

	error_spread_find(work, row, 2, &spread);
	assert_true(isfinite(error_spread_variance(&spread, 7)));
	error_spread_find(work, row, 1, &spread);
	assert_near(error_spread_variance(&spread, 7), 4, 1e-15);
	assert_near(error_spread_quantile(&spread, -7, 0.9), 1, 1e-15);
	work_end(work);
}

/* Means of equal predictions with odd weights do not descend, and overflow is an error. */
static void
test_rounding_and_overflow(void **state)
{
	Work	   *work = new_work(NULL);
	SpreadRow	row[MOST_ROWS];
	ErrorSpread spread;

	make_rows(row, MOST_ROWS);
	for (size_t i = 0; i < MOST_ROWS; i++)
	{
		row[i].prediction = 0.1;
		row[i].weight = 0.1 + unit();
	}
	error_spread_find(work, row, MOST_ROWS, &spread);
	for (int b = 0; b < SPREAD_BINS; b++)
		assert_true(spread.at[b] == 0.1);
	row[0].target = 1e160;
	assert_int_equal(STATUS_OF(work, error_spread_find(work, row, MOST_ROWS, &spread)),
					 KERNEL_BAD_VALUE);
	work_end(work);
}

/* Each number that is stored is checked. */
static void
test_validity(void **state)
{
	Work	   *work = new_work(NULL);
	SpreadRow	row[MOST_ROWS];
	ErrorSpread good;
	ErrorSpread bad;

	make_rows(row, MOST_ROWS);
	error_spread_find(work, row, MOST_ROWS, &good);
	assert_true(error_spread_is_valid(&good));
#define ASSERT_REFUSED(member, value) \
	(bad = good, bad.member = (value), assert_false(error_spread_is_valid(&bad)))
	ASSERT_REFUSED(bins, 0);
	ASSERT_REFUSED(bins, 11);
	ASSERT_REFUSED(bins, 9.5);
	ASSERT_REFUSED(groups, 0);
	ASSERT_REFUSED(groups, 6);
	ASSERT_REFUSED(groups, NAN);
	ASSERT_REFUSED(at[9], good.at[8] - 1);
	ASSERT_REFUSED(at[0], -INFINITY);
	ASSERT_REFUSED(variance[9], 0);
	ASSERT_REFUSED(variance[0], INFINITY);
	ASSERT_REFUSED(group_at[1], good.group_at[0] - 1);
	ASSERT_REFUSED(quantile[4][12], good.quantile[4][11] - 1);
	ASSERT_REFUSED(quantile[0][0], NAN);
	work_end(work);
}

/* Against tables of the normal distribution. */
static void
test_normal(void **state)
{
	assert_true(normal_quantile(0.5) == 0);
	assert_near(normal_quantile(0.9), 1.2815515655446004, 1e-14);
	assert_near(normal_quantile(0.05), -1.6448536269514722, 1e-14);
	assert_near(normal_quantile(0.975), 1.9599639845400545, 1e-14);
	assert_near(normal_quantile(0.995), 2.5758293035489004, 1e-13);
	assert_near(normal_quantile(0.5 + 1e-9), 2.5066282746e-9, 1e-16);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_known_answers),
		cmocka_unit_test(test_weights),
		cmocka_unit_test(test_constant),
		cmocka_unit_test(test_rounding_and_overflow),
		cmocka_unit_test(test_validity),
		cmocka_unit_test(test_normal)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
