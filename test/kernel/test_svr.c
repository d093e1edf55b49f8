/*
 * test_svr.c
 *		Support vector regression: the smoothed loss, the unbiased estimate of
 *		its slope, and what that costs.
 */
#include "feed.h"

#include "test.h"

#include "kernel/stream/learner.h"
#include "statistics.h"

#define D 6

static const double x[D] = {0.9, -0.4, 0.3, 0.8, -0.7, 0.1};
static const double weights[D] = {0.5, -0.3, 0.4, 0.2, -0.1, 0.6};

/* A learner with given weights. */
static Learner *
with_weights(const LearnerOptions *options)
{
	Learner    *learner = new_learner(options, D);

	learner_save(learner);
	memcpy(learner->vector[0], weights, sizeof(weights));
	learner_restore(learner);
	return learner;
}

static double
product(void)
{
	double		sum = 0;

	for (int i = 0; i < D; i++)
		sum += weights[i] * x[i];
	return sum;
}

/* The slope that the learner uses for this row, with what it planned. */
static double
slope_of(Learner *learner, double y)
{
	double		seen[D];

	for (uint32 s = 0; s < learner->plan.n; s++)
		seen[s] = x[learner->plan.attribute[s]];
	return learner->method->slope(learner, seen, y);
}

/* Integral of (sign (z - s) - delta) density(s) over from < s < to, by Simpson's rule. */
static double
integrate(double from, double to, double z, double sign, double delta, double rho)
{
	enum
	{
		STEPS = 2000
	};
	double		sum = 0;

	if (from >= to)
		return 0;
	for (int i = 0; i <= STEPS; i++)
	{
		double		s = from + (to - from) * i / STEPS;
		double		density = exp(-s * s / (rho * rho)) / (rho * sqrt(M_PI));
		int			weight = i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2;

		sum += weight * (sign * (z - s) - delta) * density;
	}
	return sum * (to - from) / STEPS / 3;
}

/*
 * The loss max(|z| - delta, 0) smoothed by a normal density of standard
 * deviation rho / sqrt(2): the sides of its two kinks apart.
 */
static double
integrated_loss(double z, double delta, double rho)
{
	double		end = 8 * rho;

	return integrate(-end, Min(z - delta, end), z, 1, delta, rho) +
		integrate(Max(z + delta, -end), end, z, -1, delta, rho);
}

/*
 * The slope is the derivative of that loss.  Central differences at 1e-3 are
 * right to h^2 / 6 times the third derivative, below 1e-5 here.
 */
static void
test_smoothed_loss(void **state)
{
	static const double rhos[] = {0.3, 1, 4};

	for (int r = 0; r < 3; r++)
		for (double z = -3; z <= 3; z += 0.37)
		{
			LearnerOptions options = {.method = &svr_method, .radius = 2,
			.smoothing = rhos[r], .insensitivity = 0.25};
			Learner    *learner = with_weights(&options);
			double		h = 1e-3;
			double		expected = (integrated_loss(z + h, 0.25, rhos[r]) -
									integrated_loss(z - h, 0.25, rhos[r])) / (2 * h);

			learner_plan(learner);
			assert_true(fabs(slope_of(learner, product() - z) - expected) < 2e-5);
			end_learner(learner);
		}
}

/*
 * Unbiased for f'(z) where rho is at least the largest |z| + delta.  Rejects
 * beyond 5 standard errors, and so does an estimate that is 5 % too large.
 */
static void
test_unbiased(void **state)
{
	static const double ratios[] = {0.3, 0.6, 1};
	int			plans = getenv("AER_QUICK") ? 200000 : 1000000;

	for (int r = 0; r < 3; r++)
	{
		double		delta = 0.1;
		double		z = 0.9;
		double		rho = (z + delta) / ratios[r];
		LearnerOptions options = {.method = &svr_method, .budget = 4, .inner_draws = 2,
		.radius = 1, .smoothing = rho, .insensitivity = delta};
		Learner    *learner = with_weights(&options);
		double		expected = 0.5 * erf((z - delta) / rho) + 0.5 * erf((z + delta) / rho);
		Moments		slope = {0};
		Rng			rng;

		rng_seed(&rng, 51);
		for (int i = 0; i < plans; i++)
		{
			learner->method->plan(learner, &rng);
			moments_add(&slope, slope_of(learner, product() - z));
		}
		if (getenv("VERBOSE"))
			print_message("z / rho = %g: %.4f of %.4f, detects %.2f %%\n", ratios[r], slope.mean,
						  expected, 1000 * moments_error(&slope) / expected);
		if (fabs(slope.mean - expected) > 5 * moments_error(&slope))
			fail_msg("seed 51, z / rho = %g: %g +- %g, not %g", ratios[r], slope.mean,
					 moments_error(&slope), expected);
		if (ratios[r] < 1 && plans >= 1000000)
			assert_true(fabs(1.05 * slope.mean - expected) > 5 * 1.05 * moments_error(&slope));
		end_learner(learner);
	}
}

/*
 * Draws of one row: k, and for each of two products n with probability
 * 2^-(n+1), times N where n > 2 log2 N, and none where n is even.
 */
static void
test_draws(void **state)
{
	LearnerOptions options = {.method = &svr_method, .budget = 4, .inner_draws = 2,
	.radius = 1, .smoothing = 1};
	Learner    *learner = with_weights(&options);
	double		average = 4;	/* ceil(4 B^2 / rho^2) */
	double		expected = 2;
	int			none = 0;
	Moments		draws = {0};
	Rng			rng;

	for (int n = 1; n < 64; n += 2)
		expected += 2 * ldexp(n, -(n + 1)) * (n <= 2 * log2(average) ? 1 : average);
	rng_seed(&rng, 52);
	for (int i = 0; i < 200000; i++)
	{
		learner->method->plan(learner, &rng);
		moments_add(&draws, learner->plan.draws);
		none += learner->plan.draws == 2;
		assert_true(learner->plan.n <= D);
	}
	if (fabs(draws.mean - expected) > 5 * moments_error(&draws))
		fail_msg("seed 52: %g +- %g draws, not %g", draws.mean, moments_error(&draws), expected);
	/* both n even: (2/3)^2 of the rows */
	assert_true(fabs(none / 200000.0 - 4.0 / 9) < 5 * sqrt(4.0 / 9 * 5 / 9 / 200000));
	end_learner(learner);

	/* where N is so large that it never counts: k + 10/9 a row */
	options.smoothing = 1e-3;
	learner = with_weights(&options);
	memset(&draws, 0, sizeof(draws));
	expected = 2 + 10.0 / 9;
	for (int i = 0; i < 200000; i++)
	{
		learner->method->plan(learner, &rng);
		moments_add(&draws, learner->plan.draws);
	}
	assert_true(fabs(draws.mean - expected) < 5 * moments_error(&draws));
	end_learner(learner);
}

/* With max_draws the budget holds on every row. */
static void
test_max_draws(void **state)
{
	LearnerOptions options = {.method = &svr_method, .budget = 4, .inner_draws = 2,
	.radius = 1, .smoothing = 1, .max_draws = 3, .step = 0.01};
	Learner    *learner = new_learner(&options, D);
	uint32		most = 0;
	Rng			rng;

	rng_seed(&rng, 53);
	for (int row = 0; row < 20000; row++)
	{
		const ReadPlan *plan = learner_plan(learner);

		most = Max(most, plan->draws);
		assert_true(plan->draws <= 5 && plan->n <= plan->capacity);
		assert_int_equal(feed_row(learner, x, 2 * rng_unit(&rng) - 1), KERNEL_OK);
	}
	assert_int_equal(most, 5);
	end_learner(learner);
}

/* Residuals twenty times rho: long products, huge terms, no overflow. */
static void
test_no_overflow(void **state)
{
	LearnerOptions options = {.method = &svr_method, .budget = 4, .inner_draws = 2,
	.radius = 1, .smoothing = 0.1};
	Learner    *learner = with_weights(&options);
	Rng			rng;

	rng_seed(&rng, 54);
	for (int i = 0; i < 300000; i++)
	{
		learner->method->plan(learner, &rng);
		assert_true(isfinite(slope_of(learner, 2)));
	}
	end_learner(learner);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_smoothed_loss),
		cmocka_unit_test(test_unbiased),
		cmocka_unit_test(test_draws),
		cmocka_unit_test(test_max_draws),
		cmocka_unit_test(test_no_overflow)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
