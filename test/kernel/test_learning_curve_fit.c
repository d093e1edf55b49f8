/*
 * test_learning_curve_fit.c
 *		How the error falls with rows: the curve against its own formula, forecasts
 *		of parts and of more rows against the known error of least squares, and
 *		against the model's; which folds are fitted to and judged in.
 */
#include "test.h"

#include "kernel/spending/learning_curve_fit.h"
#include "near.h"
#include "spending_data.h"
#include "work.h"

static void
grow(Moments *m, LearningCurveFit *growth)
{

	assert_true(learning_curve_fit_possible(m));
	learning_curve_fit_find(test_work(), &m, 1, true, NULL, NULL, growth);
}

/* Points on a curve give that curve; of others every one counts by its rows squared. */
static void
test_curve(void **state)
{
	static const double power[] = {0.5, 1, 2};
	CurvePoint	point[4];
	Curve		curve;

	for (size_t p = 0; p < lengthof(power); p++)
	{
		for (int k = 0; k < 4; k++)
			point[k] = (CurvePoint) {100 * (k + 1), 0.3 + 5 * pow(100 * (k + 1), -power[p])};
		for (uint32 count = 2; count <= 4; count++)
		{
			curve_fit(&curve, power[p], point, count);
			assert_near(curve.floor, 0.3, 1e-12);
			assert_near(curve.rise, 5, 1e-9);
			assert_near(curve_error(&curve, 50), 0.3 + 5 * pow(50, -power[p]), 1e-12);
			assert_near(curve_rows(&curve, curve_error(&curve, 77)), 77, 1e-7);
		}
		assert_true(isinf(curve_rows(&curve, curve.floor)));
		assert_true(isinf(curve_rows(&curve, 0.1)));
	}

	/* 1 / rows is 1, 1/2, 1/4, counting 1, 4, 16: slope and floor by hand */
	point[0] = (CurvePoint) {1, 2};
	point[1] = (CurvePoint) {2, 2};
	point[2] = (CurvePoint) {4, 1};
	curve_fit(&curve, 1, point, 3);
	assert_near(curve.rise, 2, 1e-12);
	assert_near(curve.floor, 4.0 / 7, 1e-12);
}

/* An error that grows is none; nor is one below 0 forecast. */
static void
test_curve_bounds(void **state)
{
	CurvePoint	point[] = {{10, 0.5}, {20, 0.6}, {30, 0.7}};
	Curve		curve;

	curve_fit(&curve, 0.5, point, 3);
	assert_true(curve.rise == 0);
	assert_near(curve.floor, (0.5 + 4 * 0.6 + 9 * 0.7) / 14, 1e-12);
	assert_true(curve_rows(&curve, curve.floor) == 0);
	assert_true(curve_rows(&curve, 0.9) == 0);
	assert_true(isinf(curve_rows(&curve, 0.6)));

	point[0].error = 0.4;
	point[1].error = 0.1;
	point[2].error = 0.01;
	curve_fit(&curve, 1, point, 3);
	assert_true(curve.floor == 0);
	/* sum n^2 (1/n) error over sum n^2 (1/n)^2 */
	assert_near(curve.rise, (10 * 0.4 + 20 * 0.1 + 30 * 0.01) / 3, 1e-12);
}

/* With all folds but one fitted to it is what the model says of itself. */
static void
test_model_forecast(void **state)
{
	for (int kind = TARGET_LINEAR; kind <= TARGET_CONSTANT; kind++)
		for (int few = 0; few < 2; few++)
		{
			FitOptions	options = {.penalty = PENALTY_RIDGE, .own_units = true, .lambda = NAN, .radius = INFINITY};
			double		weight[12];
			Moments		m;
			LearningCurveFit		growth;
			Output	fit;

			fit.weight = weight;
			data_moments(&m, 12, 300, few ? 0.4 : 1, kind, 7 + kind, NULL);
			grow(&m, &growth);
			fit_moments(test_work(), &m, &options, NULL, &fit);
			assert_int_equal(growth.count, 4);
			assert_true(growth.point[3].rows == 240);
			assert_near(growth.point[3].error, fit.forecast, 1e-9 * fit.forecast);
			assert_near(growth.se[3], fit.forecast_se, 1e-9 * fit.forecast_se);
			state_free(&m);
		}
}

/* A row of independent normal attributes, and a target with noise of variance 1. */
static double
plain_row(Rng *rng, uint32 d, double *x)
{
	double		y = normal(rng);

	for (uint32 i = 0; i < d; i++)
	{
		x[i] = normal(rng);
		y += 0.5 * x[i];
	}
	return y;
}

/* Uneven folds: of 25 rows running, the first 5 of 20 folds take two. */
static void
plain_moments(Moments *m, uint32 d, uint32 rows, uint32 folds, uint64 seed)
{
	uint32	   *all = malloc(sizeof(uint32) * d);
	double	   *x = malloc(sizeof(double) * d);
	Rng			rng;

	rng_seed(&rng, seed);
	state_new(m, d, folds, true, NULL);
	for (uint32 i = 0; i < d; i++)
		all[i] = i;
	for (uint32 t = 0; t < rows; t++)
	{
		double		y = plain_row(&rng, d, x);

		state_add(m, t % 25 % 20 / (20 / folds), all, x, d, y);
	}
	free(all);
	free(x);
}

/* It does not matter with which fold the circle begins. */
static void
test_circle(void **state)
{
	Moments		m;
	LearningCurveFit		growth;
	LearningCurveFit		turned;
	FoldSums	fold[5];

	data_moments(&m, 12, 200, 0.5, TARGET_LINEAR, 3, NULL);
	grow(&m, &growth);
	for (int f = 0; f < 5; f++)
		fold[f] = m.fold[(f + 2) % 5];
	memcpy(m.fold, fold, sizeof(fold));
	grow(&m, &turned);
	for (uint32 k = 0; k < growth.count; k++)
		assert_near(growth.point[k].error, turned.point[k].error, 1e-6 * growth.point[k].error);
	state_free(&m);
}

/* Twenty folds are ten groups of two: as if these had been folds. */
static void
test_groups(void **state)
{
	Moments		m;
	Moments		pairs;
	LearningCurveFit		growth;
	LearningCurveFit		learning_curve_fit_of_pairs;

	plain_moments(&m, 6, 400, 20, 5);
	plain_moments(&pairs, 6, 400, 10, 5);
	grow(&m, &growth);
	grow(&pairs, &learning_curve_fit_of_pairs);
	assert_int_equal(growth.count, LEARNING_CURVE_FIT_GROUPS - 1);
	assert_int_equal(learning_curve_fit_of_pairs.count, LEARNING_CURVE_FIT_GROUPS - 1);
	for (uint32 k = 0; k < growth.count; k++)
	{
		assert_true(growth.point[k].rows == 40 * (k + 1));
		assert_near(growth.point[k].error, learning_curve_fit_of_pairs.point[k].error, 1e-6);
		assert_near(growth.se[k], learning_curve_fit_of_pairs.se[k], 1e-6);
	}
	state_free(&m);
	state_free(&pairs);
}

/* Two folds, or one that is empty, tell nothing. */
static void
test_possible(void **state)
{
	Moments		m;

	plain_moments(&m, 3, 100, 2, 1);
	assert_false(learning_curve_fit_possible(&m));
	state_free(&m);
	plain_moments(&m, 3, 12, 4, 1);
	assert_false(learning_curve_fit_possible(&m));
	state_free(&m);
	plain_moments(&m, 3, 25, 4, 1);
	assert_true(learning_curve_fit_possible(&m));
	state_free(&m);
}

/* The whole fall beyond the points is doubted; rows are whole, and not without end. */
static void
test_beyond(void **state)
{
	LearningCurveFit		growth = {100, 2, {{30, 0.6}, {60, 0.5}}, {0.2, 0.1}, {1, 0.4, 6}};
	double		se;

	assert_near(learning_curve_fit_error(&growth, 120, &se), 0.45, 1e-12);
	assert_near(se, hypot(0.1, 0.05), 1e-12);
	assert_near(learning_curve_fit_error(&growth, 600, &se), 0.41, 1e-12);
	assert_near(se, hypot(0.1, 0.09), 1e-12);
	assert_true(learning_curve_fit_rows(&growth, 0.4239) == 252);	/* 251.05 */
	assert_true(learning_curve_fit_rows(&growth, 50) == 1);
	assert_true(learning_curve_fit_rows(&growth, 0.40061) == 9837);
	assert_true(isinf(learning_curve_fit_rows(&growth, 0.40059)));	/* 10,170 */
	assert_true(isinf(learning_curve_fit_rows(&growth, 0.3)));
}

/*
 * Least squares of n rows with d normal attributes and a constant has the error
 * (1 + 1/n) (1 + d / (n - d - 2)) of the noise's variance, and so has ridge where
 * the attributes explain most.  The mean of the forecasts may be off by three of
 * its errors (.5 % each), which the replicates tell; of parts by 4 % more, which the
 * model's own forecast is too large here, and of four times the rows by 2 % more:
 * that they had no more to give than the rows there are would be off by 7 %.
 */
static void
test_least_squares(void **state)
{
	enum
	{
		d = 20, rows = 250
	};
	int			replicates = getenv("AER_QUICK") ? 20 : 400;
	double		sum[6] = {0};
	double		square[6] = {0};

	for (int seed = 1; seed <= replicates; seed++)
	{
		Moments		m;
		LearningCurveFit		growth;

		plain_moments(&m, d, rows, 5, seed);
		grow(&m, &growth);
		for (int k = 0; k < 6; k++)
		{
			double		se;
			double		error = k < 4 ? growth.point[k].error :
				learning_curve_fit_error(&growth, k == 4 ? rows : 4 * rows, &se);

			sum[k] += error / replicates;
			square[k] += error * error / replicates;
		}
		state_free(&m);
	}
	for (int k = 1; k < 6; k++)
	{
		double		n = k < 4 ? rows * (k + 1) / 5.0 : k == 4 ? rows : 4 * rows;
		double		known = (1 + 1 / n) * (1 + d / (n - d - 2));
		double		error = sqrt((square[k] - sum[k] * sum[k]) / replicates);

		if (fabs(sum[k] - known) > 3 * error + (k < 4 ? 0.04 : 0.02) * known)
			fail_msg("after %g rows %.4f is forecast, and %.4f is right; error %.4f", n, sum[k],
					 known, error);
	}
}

/* The fewest looks and the most: a power of their own. */
static void
test_power(void **state)
{
	for (int few = 0; few < 2; few++)
	{
		Moments		m;
		LearningCurveFit		growth;

		data_moments(&m, 12, 300, few ? 0.4 : 1, TARGET_LINEAR, 7, NULL);
		grow(&m, &growth);
		assert_true(growth.curve.power == (few ? 0.5 : 1));
		state_free(&m);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_curve),
		cmocka_unit_test(test_curve_bounds),
		cmocka_unit_test(test_model_forecast),
		cmocka_unit_test(test_circle),
		cmocka_unit_test(test_groups),
		cmocka_unit_test(test_possible),
		cmocka_unit_test(test_beyond),
		cmocka_unit_test(test_least_squares),
		cmocka_unit_test(test_power),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
