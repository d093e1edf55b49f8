/*
 * test_baseline.c
 *		The Baseline of Cesa-Bianchi et al.: unbiased sums, and the minimum
 *		within the l1 ball.
 */
#include "feed.h"

#include "test.h"

#include "kernel/psd.h"
#include "statistics.h"
#include "work.h"

#define D 6

static double
make_row(Rng *rng, double *x)
{
	double		y = 0;

	for (int i = 0; i < D; i++)
	{
		x[i] = 2 * rng_unit(rng) - 1;
		y += (i - 2.0) / 2 * x[i];
	}
	return y + 0.3 * (2 * rng_unit(rng) - 1);
}

/* Of one row seen again and again, the sums divided by rows tend to x x' and y x. */
static void
test_unbiased(void **state)
{
	static const double x[D] = {0.9, -0.4, 0.3, 0.8, -0.7, 0.1};
	enum
	{
		ROWS = 40000
	};

	for (uint32 budget = 2; budget <= 5; budget++)
	{
		LearnerOptions options = {.method = &baseline_method, .budget = budget, .radius = 1, .seed = 71};
		Learner    *learner = new_learner(&options, D);
		Moments		cross[D] = {{0}};
		Moments		pair[D * D] = {{0}};
		double	   *sums = learner->vector[1] + D;
		double		before[D + D * D] = {0};

		for (int row = 0; row < ROWS; row++)
		{
			assert_int_equal(learner_plan(learner)->draws, budget / 2 * 2);
			assert_int_equal(feed_row(learner, x, 0.5), KERNEL_OK);
			for (int i = 0; i < D; i++)
			{
				moments_add(&cross[i], learner->vector[0][i] - before[i]);
				before[i] = learner->vector[0][i];
			}
			for (int i = 0; i < D * D; i++)
			{
				moments_add(&pair[i], sums[i] - before[D + i]);
				before[D + i] = sums[i];
			}
		}
		for (int i = 0; i < D; i++)
		{
			if (fabs(cross[i].mean - 0.5 * x[i]) > 5 * moments_error(&cross[i]))
				fail_msg("seed 71, budget %u: cross %d is %g", budget, i, cross[i].mean);
			for (int j = 0; j < D; j++)
				if (fabs(pair[i * D + j].mean - x[i] * x[j]) > 5 * moments_error(&pair[i * D + j]))
					fail_msg("seed 71, budget %u: pair %d %d is %g", budget, i, j, pair[i * D + j].mean);
		}
		end_learner(learner);
	}
}

/*
 * No point of the l1 ball is better than the solution: on the segment from it
 * to any corner the objective w' A w - 2 c' w must not fall at first.  This is
 * the condition for the minimum of a convex function over a polytope.
 */
static void
check_minimum(Learner *learner)
{
	double		matrix[D * D];
	double		w[D];
	double		intercept;
	double		norm = 0;
	double		rows = learner->state.rows;
	double		along = 0;
	double		gradient[D];
	double		largest = 0;

	assert_int_equal(learner_weights(test_work(), learner, w, &intercept), KERNEL_OK);
	for (int i = 0; i < D * D; i++)
		matrix[i] = learner->vector[1][D + i] / rows;
	assert_int_equal(psd_make(test_work(), matrix, D), KERNEL_OK);
	for (int i = 0; i < D; i++)
	{
		norm += fabs(w[i]);
		gradient[i] = -learner->vector[0][i] / rows;
		largest = Max(largest, fabs(gradient[i]));
		for (int j = 0; j < D; j++)
			gradient[i] += matrix[i * D + j] * w[j];
	}
	for (int i = 0; i < D; i++)
		along += gradient[i] * w[i];
	assert_true(norm <= learner->radius * (1 + 1e-9));
	for (int i = 0; i < D; i++)
		assert_true(-fabs(gradient[i]) * learner->radius - along >= -1e-6 * largest * learner->radius);
}

static void
test_minimum(void **state)
{
	static const double radii[] = {0.05, 1, 3, 100};
	static const int rows[] = {1, 5, 50, 3000};
	int			indefinite = 0;

	for (int b = 0; b < 2; b++)
		for (int r = 0; r < 4; r++)
			for (int m = 0; m < 4; m++)
			{
				LearnerOptions options = {.method = &baseline_method, .budget = b ? 4 : 0, .radius = radii[r], .seed = 72};
				Learner    *learner = new_learner(&options, D);
				Rng			rng;

				rng_seed(&rng, 73);
				for (int row = 0; row < rows[m]; row++)
				{
					double		x[D];
					double		y = make_row(&rng, x);

					assert_int_equal(feed_row(learner, x, y), KERNEL_OK);
				}
				check_minimum(learner);
				if (b && rows[m] == 5)
				{
					double		matrix[D * D];
					double		repaired[D * D];

					memcpy(matrix, learner->vector[1] + D, sizeof(matrix));
					memcpy(repaired, matrix, sizeof(matrix));
					assert_int_equal(psd_make(test_work(), repaired, D), KERNEL_OK);
					indefinite += memcmp(matrix, repaired, sizeof(matrix)) != 0;
				}
				end_learner(learner);
			}
	assert_true(indefinite > 0);
}

/*
 * The same problem in units that are far apart from each other, as attributes
 * of 1e-90 or targets of 1e12 are: the check is relative to the sizes.  Under a
 * budget the matrix is singular, and the minimum at the edge of the ball, which
 * nothing can find that is 1e90 times as far away as the solution is large.
 */
static void
test_units(void **state)
{
	static const struct
	{
		double		x;
		double		y;
		double		radius;
	}			units[] = {
		{1e-90, 1, 1}, {1e-90, 1, 1e90}, {1e-90, 1e-90, 3}, {1, 1e12, 1e-6}, {1, 1, 1e-17},
		{1e-90, 1e90, 1e-17}, {1e90, 1, 1}, {1e90, 1e-90, 1}, {1, 1e150, 3e150}
	};

	for (int u = 0; u < (int) lengthof(units); u++)
		for (int b = 0; b < (units[u].radius * units[u].x < 10 * units[u].y ? 2 : 1); b++)
		{
			LearnerOptions options = {.method = &baseline_method, .budget = b ? 4 : 0,
			.radius = units[u].radius, .seed = 75};
			Learner    *learner = new_learner(&options, D);
			Rng			rng;

			rng_seed(&rng, 76);
			for (int row = 0; row < 50; row++)
			{
				double		x[D];
				double		y = make_row(&rng, x) * units[u].y;

				for (int i = 0; i < D; i++)
					x[i] *= units[u].x;
				assert_int_equal(feed_row(learner, x, y), KERNEL_OK);
			}
			check_minimum(learner);
			end_learner(learner);
		}
}

/* All read, no bound that matters: least squares, so residuals are orthogonal. */
static void
test_least_squares(void **state)
{
	LearnerOptions options = {.method = &baseline_method, .radius = 1000};
	Learner    *learner = new_learner(&options, D);
	double		w[D];
	double		intercept;
	double		cross[D] = {0};
	Rng			rng;

	rng_seed(&rng, 74);
	for (int row = 0; row < 500; row++)
	{
		double		x[D];
		double		y = make_row(&rng, x);

		assert_int_equal(feed_row(learner, x, y), KERNEL_OK);
	}
	assert_int_equal(learner_weights(test_work(), learner, w, &intercept), KERNEL_OK);
	rng_seed(&rng, 74);
	for (int row = 0; row < 500; row++)
	{
		double		x[D];
		double		residual = make_row(&rng, x);

		for (int i = 0; i < D; i++)
			residual -= w[i] * x[i];
		for (int i = 0; i < D; i++)
			cross[i] += residual * x[i] / 500;
	}
	for (int i = 0; i < D; i++)
		assert_true(fabs(cross[i]) < 1e-7);
	end_learner(learner);
}

/* Infinite sums are reported, no targets give no weights. */
static void
test_extremes(void **state)
{
	LearnerOptions options = {.method = &baseline_method, .budget = 4, .radius = 1};
	Learner    *learner = new_learner(&options, D);
	double		x[D] = {1, 1, 1, 1, 1, 1};
	double		w[D];
	double		intercept;

	for (int row = 0; row < 20; row++)
		feed_row(learner, x, 0);
	assert_int_equal(learner_weights(test_work(), learner, w, &intercept), KERNEL_OK);
	for (int i = 0; i < D; i++)
		assert_true(w[i] == 0);
	for (int i = 0; i < D; i++)
		x[i] = 1e200;
	feed_row(learner, x, 1);
	assert_int_equal(learner_weights(test_work(), learner, w, &intercept), KERNEL_DIVERGED);
	end_learner(learner);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_unbiased),
		cmocka_unit_test(test_minimum),
		cmocka_unit_test(test_units),
		cmocka_unit_test(test_least_squares),
		cmocka_unit_test(test_extremes)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
