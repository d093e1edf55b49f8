/*
 * test_measures.c
 *		What streaming learners find out by themselves: their units, the length
 *		of their weights, whether they are worth anything.
 */
#include "kernel/stream/learner.h"

#include "test.h"

#include "feed.h"

#define D 12

static const LearnerOptions ridge = {.method = &ridge_method, .budget = 5, .inner_draws = 2, .seed = 3,
	.intercept = true, .units = UNITS_OWN, .step_rule = STEP_ADAPTIVE, .shrinkage = SHRINKAGE_PROGRESSIVE};
static const LearnerOptions lasso = {.method = &lasso_method, .budget = 4, .inner_draws = 1, .seed = 4,
	.intercept = true, .units = UNITS_OWN, .step_rule = STEP_ADAPTIVE, .shrinkage = SHRINKAGE_PROGRESSIVE};

static double
normal(Rng *rng)
{
	return sqrt(-2 * log(1 - rng_unit(rng))) * cos(2 * M_PI * rng_unit(rng));
}

/* Attributes at far places, of sizes from 1e-6 to 1e6; the last one is constant. */
static double
make_row(Rng *rng, double signal, double *x)
{
	double		y = 0;

	for (int i = 0; i < D; i++)
	{
		double		z = normal(rng);

		x[i] = i == D - 1 ? 7 : 1e3 * i + z * pow(10, i - 5);
		y += i < 3 ? z : 0;
	}
	return 1e6 + 100 * (signal * y + normal(rng));
}

/*
 * The warm-up keeps to the budget, sees every attribute as often as it should,
 * and finds means and deviations, which two passes over what it looked at find
 * too: to 1e-9, as roundings are below 1e-10 of a deviation.
 */
static void
test_warmup(void **state)
{
	Learner    *learner = new_learner(&ridge, D);
	double		seen[D][200];
	int			n[D] = {0};
	double		target[200];
	Rng			rng;

	rng_seed(&rng, 5);
	assert_int_equal(learner->units.rows, 200);
	for (int row = 0; row < 200; row++)
	{
		double		x[D];
		const ReadPlan *plan = learner_plan(learner);

		target[row] = make_row(&rng, 1, x);
		assert_int_equal(plan->n, 5);
		assert_int_equal(plan->draws, 5);
		for (uint32 s = 0; s < plan->n; s++)
		{
			uint32		i = plan->attribute[s];

			seen[i][n[i]++] = x[i];
		}
		assert_true(feed_row(learner, x, target[row]) == KERNEL_OK);
	}
	for (int i = 0; i <= D; i++)
	{
		const double *value = i < D ? seen[i] : target;
		int			count = i < D ? n[i] : 200;
		double		mean = 0;
		double		squares = 0;

		/* 200 * 5 / 12 on the average, 5 standard deviations */
		assert_true(i == D || fabs(count - 83.3) < 5 * sqrt(200 * 5 / 12.0 * 7 / 12));
		for (int k = 0; k < count; k++)
			mean += (value[k] - value[0]) / count;
		for (int k = 0; k < count; k++)
			squares += (value[k] - value[0] - mean) * (value[k] - value[0] - mean);
		squares = sqrt(squares / (count - 1));
		mean += value[0];
		if (i == D)
		{
			assert_true(fabs(learner->target_unit / squares - 1) < 1e-9);
			continue;
		}
		assert_true(fabs(learner->units.location[i] - mean) <= 1e-9 * squares + 1e-15 * fabs(mean));
		assert_true(fabs(learner->units.sd[i] - squares) <= 1e-9 * squares);
		assert_true(i < D - 1 || learner->units.sd[i] == 0);
	}

	/* learned from to 4 deviations (dense_reference.h has 4 and 40); what did not vary is 0 */
	assert_true(units_clip(units_standardize(&learner->units, 5, 5e3 + 1e9), UNITS_LEARN_LIMIT) == 4);
	assert_true(units_clip(units_standardize(&learner->units, 5, 5e3 - 1e9), UNITS_LEARN_LIMIT) == -4);
	assert_true(fabs(units_standardize(&learner->units, 5, learner->units.location[5] +
								3 * learner->units.sd[5]) - 3) < 1e-9);
	assert_true(units_standardize(&learner->units, D - 1, 8) == 0);
	end_learner(learner);

	/* 200 rows, or as many as show each attribute 20 times */
	assert_int_equal(units_rows(0, 1000), 200);
	assert_int_equal(units_rows(5, 50), 200);
	assert_int_equal(units_rows(5, 784), 3136);
	assert_int_equal(units_rows(3, 50), 334);
}

/* Deviations that are nothing but rounding are none. */
static void
test_deviation(void **state)
{
	assert_true(units_sd(1, 5, 0) == 0);
	assert_true(units_sd(10, 1e6, 9e-20) == 0);
	assert_true(fabs(units_sd(10, 1e6, 9e-12) - 1e-6) < 1e-18);
	assert_true(units_sd(10, 0, 9) == 1);
}

/* Until the warm-up is over, and where nothing varies, the mean is predicted. */
static void
test_mean(void **state)
{
	Learner    *learner = new_learner(&lasso, D);
	double		weight[D];
	double		intercept;
	double		sum = 0;
	Rng			rng;

	rng_seed(&rng, 6);
	for (int row = 1; row <= 230; row++)
	{
		double		x[D];
		double		y = make_row(&rng, 1, x);

		sum += y;
		assert_true(feed_row(learner, x, y) == KERNEL_OK);
		learner_weights(test_work(), learner, weight, &intercept);
		/* the length is seen from 30 rows on, of blocks that began with the first or second */
		for (int i = 0; i < D; i++)
			assert_true(weight[i] == 0);
		assert_true(fabs(intercept - sum / row) < 1e-6);
		assert_true(isnan(learner_loss(learner).mse));
	}
	end_learner(learner);
}

/*
 * What a row's looks say of the mean weights is unbiased, for each way to draw:
 * the mean over 200,000 plans of one row is the exact number within 5 standard
 * errors, which are small enough to show a bias of a tenth of value and diagonal.
 */
static void
test_unbiased(void **state)
{
	const LearnerOptions cases[] = {
		ridge, lasso,
		{.method = &ridge_method, .budget = 5, .inner_draws = 1, .seed = 5, .radius = 2, .intercept = true},
		{.method = &ridge_method, .budget = 5, .inner_draws = 2, .seed = 5, .radius = 2,
		.sampling = SAMPLING_TWO_PHASE, .warmup_rows = 100, .warmup_center = true, .intercept = true},
		{.method = &svr_method, .budget = 5, .inner_draws = 2, .seed = 6, .intercept = true,
		.units = UNITS_OWN, .step_rule = STEP_ADAPTIVE, .shrinkage = SHRINKAGE_PROGRESSIVE},
		{.method = &svr_method, .budget = 5, .inner_draws = 2, .seed = 7, .biased = true, .intercept = true,
		.units = UNITS_OWN, .step_rule = STEP_ADAPTIVE, .shrinkage = SHRINKAGE_PROGRESSIVE}
	};
	int			plans = getenv("AER_QUICK") ? 2000 : 200000;

	for (int c = 0; c < (int) lengthof(cases); c++)
	{
		Learner    *learner = new_learner(&cases[c], D);
		double		value[D];
		double		sum[3] = {0};
		double		squares[3] = {0};
		double		exact[3] = {0.3, 0, 0};
		Rng			rng;

		rng_seed(&rng, 100 + c);
		for (int row = 0; row < 600; row++)
		{
			double		x[D];

			for (int i = 0; i < D; i++)
				x[i] = normal(&rng);
			assert_true(feed_row(learner, x, x[0] - x[1] + 0.5 * x[2]) == KERNEL_OK);
		}
		for (int i = 0; i < D; i++)
		{
			double		mean = iterate_sum(&learner->iterate, i) / learner_rows(learner);

			value[i] = 0.5 + 0.3 * normal(&rng);
			exact[0] += mean * value[i];
			exact[2] += mean * value[i] * mean * value[i];
		}
		exact[1] = exact[0] * exact[0];
		for (int p = 0; p < plans; p++)
		{
			double		seen[D];
			StreamShrinkageRow	row = {0};
			double		got[3];

			rng_seed_key(&learner->state.rng, c, p);
			learner->planned = false;
			learner_plan(learner);
			for (uint32 s = 0; s < learner->plan.n; s++)
				seen[s] = value[learner->plan.attribute[s]];
			assert_true(gradient_estimate_mean(learner, seen, 0.3, &row));
			got[0] = row.prediction;
			got[1] = row.product;
			got[2] = row.diagonal;
			for (int k = 0; k < 3; k++)
			{
				sum[k] += got[k] / plans;
				squares[k] += got[k] * got[k] / plans;
			}
		}
		for (int k = 0; k < 3; k++)
		{
			double		error = sqrt((squares[k] - sum[k] * sum[k]) / plans);

			if (getenv("VERBOSE"))
				print_message("case %d, %d: %g, exact %g, se %g\n", c, k, sum[k], exact[k], error);
			if (!(fabs(sum[k] - exact[k]) < 5 * error))
				fail_msg("case %d, number %d: %g, exact %g, se %g", c, k, sum[k], exact[k], error);
			assert_true(plans < 200000 || 5 * error < 0.1 * fabs(exact[k]) || k == 1);
		}
		end_learner(learner);
	}
}

/* Where everything is read, each row's looks say the numbers themselves: to 1e-12, for roundings. */
static void
test_whole_rows(void **state)
{
	const LearnerOptions cases[] = {
		{.method = &ridge_method, .radius = 0.1, .intercept = true, .step = 0.1},
		{.method = &lasso_method, .radius = 2, .step = 0.1},
		{.method = &svr_method, .radius = 2, .smoothing = 1, .intercept = true, .step = 0.1}
	};

	for (int c = 0; c < (int) lengthof(cases); c++)
	{
		Learner    *learner = new_learner(&cases[c], D);
		double		exact[2] = {0.3, 0};
		double		x[D];
		StreamShrinkageRow	row = {0};
		Rng			rng;

		rng_seed(&rng, 200 + c);
		for (int t = 0; t < 50; t++)
		{
			for (int i = 0; i < D; i++)
				x[i] = normal(&rng);
			assert_true(feed_row(learner, x, x[0] - x[1] + 0.5 * x[2]) == KERNEL_OK);
		}
		for (int i = 0; i < D; i++)
		{
			double		score = iterate_sum(&learner->iterate, i) / learner_rows(learner) * x[i];

			exact[0] += score;
			exact[1] += score * score;
		}
		assert_int_equal(learner_plan(learner)->n, D);
		assert_true(gradient_estimate_mean(learner, x, 0.3, &row));
		assert_true(exact[1] > 1e-6);
		assert_true(fabs(row.prediction - exact[0]) < 1e-12);
		assert_true(fabs(row.product - exact[0] * exact[0]) < 1e-12);
		assert_true(fabs(row.diagonal - exact[1]) < 1e-12);
		end_learner(learner);
	}
}

/* The blocks: at row t, all rows from half the last power of two on. */
static void
test_blocks(void **state)
{
	StreamShrinkage		length = {0};

	for (int t = 1; t <= 300; t++)
	{
		StreamShrinkageRow	row = {.from_mean = sqrt(t)};
		int			power = 1;
		double		sum = 0;

		stream_shrinkage_add(&length, &row, 1);
		while (2 * power <= t)
			power *= 2;
		for (int k = Max(power / 2, 1); k <= t; k++)
			sum += k;
		assert_int_equal((int) (length.now.rows + length.before.rows), t - Max(power / 2, 1) + 1);
		assert_true(fabs(length.now.mean_square + length.before.mean_square - sum) < 1e-9 * sum);
	}
}

/* 64 rows in which all is 1 but what the caller says, half of them one way. */
static double
factor_of(double l, double spread_l, double q, double spread_q, double diagonal, double v)
{
	StreamShrinkage		length = {0};

	for (int t = 0; t < 127; t++)
	{
		double		sign = t % 2 ? 1 : -1;
		double		residual = sqrt(v);

		stream_shrinkage_add(&length, &(StreamShrinkageRow)
		{
			.residual = residual, .prediction = (l + sign * spread_l) / residual,
				.product = q + sign * spread_q, .diagonal = diagonal
		}, 1);
	}
	assert_int_equal((int) (length.now.rows + length.before.rows), 96);
	return stream_shrinkage_factor(&length);
}

/* The rule, term by term; 96 rows of two values: the errors are spread / sqrt(95). */
static void
test_factor(void **state)
{
	double		root = sqrt(95);

	assert_true(fabs(factor_of(1, 0, 2, 0, 0, 9) - 0.5) < 1e-12);
	assert_true(fabs(factor_of(1, 2, 2, 0, 0, 9) - (1 - 2 / root) / 2) < 1e-12);
	assert_true(fabs(factor_of(1, 0, 2, 3, 0, 9) - 1 / (2 + 3 / root)) < 1e-12);
	assert_true(fabs(factor_of(1, 0, 2, 0, 4, 9) - 0.25) < 1e-12);
	assert_true(fabs(factor_of(1, 0, -5, 0, 0, 0.8) - 0.8) < 1e-12);
	assert_true(factor_of(1, 0, 0.5, 0, 0, 9) == 1.5);
	assert_true(factor_of(1, root * 1.01, 2, 0, 0, 9) == 0);
	assert_true(factor_of(-1, 0, 2, 0, 0, 9) == 0);
}

/* Numbers too large to square are left out, and nothing becomes NaN. */
static void
test_overflow(void **state)
{
	StreamShrinkage		length = {0};

	for (int t = 0; t < 200; t++)
		stream_shrinkage_add(&length, &(StreamShrinkageRow)
		{
			.residual = t % 3 ? 1 : 1e300, .prediction = 1, .product = t % 5 ? 1 : INFINITY, .from_mean = 1
		}, 1);
	assert_true(isfinite(stream_shrinkage_factor(&length)) && stream_shrinkage_factor(&length) > 0);
	assert_true(stream_shrinkage_loss(&length, 1).mean_mse == 1);
}

/* The loss by its definition, in the user's units; worse from 3 errors on. */
static void
test_loss(void **state)
{
	for (int c = 0; c < 2; c++)
	{
		StreamShrinkage		length = {0};
		double		spread = 0.1 * sqrt(95) / 3 * (c ? 1.01 : 0.99);
		LearnerLoss loss;

		/* excess of 0.1 + spread: 4 - 4 - 2 a linear + a^2 q with a = 1/2 */
		for (int t = 0; t < 127; t++)
			stream_shrinkage_add(&length, &(StreamShrinkageRow)
			{
				.residual = 2, .from_mean = 2, .prediction = 0.25,
					.product = 4 * (0.5 + 0.1 + (t % 2 ? spread : -spread))
			}, 0.5);
		loss = stream_shrinkage_loss(&length, 10);
		assert_true(fabs(loss.mean_mse - 400) < 1e-9);
		assert_true(fabs(loss.mse - 410) < 1e-9);
		assert_true(fabs(loss.se - 100 * spread / sqrt(95)) < 1e-9);
		assert_true(loss_is_worse(&loss) == (c == 0));
	}
	assert_false(loss_is_worse(&(LearnerLoss) {NAN, NAN, NAN}));
}

/*
 * Where there is something to learn, it is learned; where there is nothing, the
 * length keeps the weights down.  Nothing of it is called worse than the mean.
 */
static void
test_worth(void **state)
{
	int			runs = getenv("AER_QUICK") ? 2 : 30;

	for (int run = 0; run < runs; run++)
		for (int c = 0; c < 4; c++)
		{
			LearnerOptions options = c % 2 ? ridge : lasso;
			double		signal = c < 2 ? 1 : 0;
			Learner    *learner;
			double		weight[D];
			double		intercept;
			LearnerLoss loss;
			double		error = 0;
			Rng			rng;

			options.seed = run;
			learner = new_learner(&options, D);
			rng_seed_key(&rng, c, run);
			for (int row = 0; row < 3000; row++)
			{
				double		x[D];
				double		y = make_row(&rng, signal, x);

				assert_true(feed_row(learner, x, y) == KERNEL_OK);
			}
			learner_weights(test_work(), learner, weight, &intercept);
			loss = learner_loss(learner);
			for (int row = 0; row < 1000; row++)
			{
				double		x[D];
				double		y = make_row(&rng, signal, x);
				double		z = intercept;

				for (int i = 0; i < D; i++)
					z += weight[i] * x[i];
				error += (z - y) * (z - y) / 1000;
			}
			/* variances 1e4 (1 + 3 signal); 1,000 rows show them to a tenth */
			if (c < 2 && !(error < 3.8e4 && loss.mse < loss.mean_mse))
				fail_msg("run %d, case %d: error %g", run, c, error);
			if (c >= 2 && !(error < 1.2e4))
				fail_msg("run %d, case %d: error %g of noise", run, c, error);
			if (loss_is_worse(&loss))
				fail_msg("run %d, case %d: %g beside %g, se %g", run, c, loss.mse, loss.mean_mse, loss.se);
			end_learner(learner);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_warmup),
		cmocka_unit_test(test_deviation),
		cmocka_unit_test(test_mean),
		cmocka_unit_test(test_unbiased),
		cmocka_unit_test(test_whole_rows),
		cmocka_unit_test(test_blocks),
		cmocka_unit_test(test_factor),
		cmocka_unit_test(test_overflow),
		cmocka_unit_test(test_loss),
		cmocka_unit_test(test_worth),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
