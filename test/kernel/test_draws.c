/*
 * test_draws.c
 *		What AER draws, and how second moments become a distribution.
 */
#include "feed.h"

#include "test.h"

#include "kernel/stream/learner.h"
#include "statistics.h"

/*
 * Trained AER: the data point's attributes are each subset equally often, the
 * inner product's are drawn by |w|, also while a threshold is in force; what
 * both are worth makes the estimates of x and <w,x> unbiased.
 */
static void
test_pegasos(void **state)
{
	enum
	{
		D = 6, PLANS = 100000
	};
	static const double x[D] = {0.5, -0.8, 0.3, 0.9, -0.2, 0.7};
	LearnerOptions options = {.method = &pegasos_method, .budget = 7, .radius = 1.5, .lambda = 0.5, .seed = 61};
	Learner    *learner = new_learner(&options, D);
	int			subset[1 << D] = {0};
	int			drawn[D] = {0};
	double		norm = 0;
	double		product = 0;
	double		chi = 0;
	Moments		data[D] = {{0}};
	Moments		inner = {0};
	int			subsets = 0;
	Rng			rng;

	rng_seed(&rng, 62);
	do
	{
		double		row[D];
		double		y = 1.0 / 3;

		for (int i = 0; i < D; i++)
		{
			row[i] = 2 * rng_unit(&rng) - 1;
			y += (i % 3 - 1) * row[i];
		}
		assert_int_equal(feed_row(learner, row, y), KERNEL_OK);
	} while (learner->state.rows < 100 || learner->iterate.threshold == 0);
	for (int i = 0; i < D; i++)
	{
		norm += fabs(iterate_weight(&learner->iterate, i));
		product += iterate_weight(&learner->iterate, i) * x[i];
	}
	assert_true(fabs(norm - 1.5) < 1e-12);

	for (int t = 0; t < PLANS; t++)
	{
		const ReadPlan *plan = &learner->plan;
		int			members = 0;
		double		seen[D];
		double		estimate[D] = {0};

		learner->method->plan(learner, &rng);
		assert_int_equal(plan->draws, 7);
		for (uint32 s = 0; s < plan->n; s++)
		{
			int			i = plan->attribute[s];
			double		times = plan->product_weight[s] * 4 / copysign(norm, iterate_weight(&learner->iterate, i));

			if (plan->data_weight[s] != 0)
			{
				assert_true(plan->data_weight[s] == D / 3.0);
				members |= 1 << i;
			}
			assert_true(fabs(times - rint(times)) < 1e-9);
			drawn[i] += (int) rint(times);
			seen[s] = x[i];
			estimate[i] = plan->data_weight[s] * x[i];
		}
		subset[members]++;
		moments_add(&inner, gradient_product(learner, seen));
		for (int i = 0; i < D; i++)
			moments_add(&data[i], estimate[i]);
	}
	for (int members = 0; members < 1 << D; members++)
		if (subset[members] > 0)
		{
			subsets++;
			chi += pow(subset[members] - PLANS / 20.0, 2) / (PLANS / 20.0);
		}
	assert_int_equal(subsets, 20);	/* 3 of 6 */
	assert_true(chi < chi_square_limit(19, 4.5));
	chi = 0;
	for (int i = 0; i < D; i++)
	{
		double		expected = 4.0 * PLANS * fabs(iterate_weight(&learner->iterate, i)) / norm;

		if (expected == 0)
			assert_int_equal(drawn[i], 0);
		else
			chi += pow(drawn[i] - expected, 2) / expected;
		assert_true(fabs(data[i].mean - x[i]) < 5 * moments_error(&data[i]));
	}
	assert_true(chi < chi_square_limit(D - 1, 4.5));
	assert_true(fabs(inner.mean - product) < 5 * moments_error(&inner));
	end_learner(learner);
}

/* w = 0 and a budget of 2 or 3: one attribute, nothing for the inner product. */
static void
test_pegasos_start(void **state)
{
	for (uint32 budget = 2; budget <= 3; budget++)
	{
		LearnerOptions options = {.method = &pegasos_method, .budget = budget, .radius = 1, .lambda = 1};
		Learner    *learner = new_learner(&options, 4);

		assert_int_equal(learner_plan(learner)->draws, 1);
		end_learner(learner);
	}
}

/* q of a sampler, checked against the formula. */
static void
check_q(const Sampler *sampler, const double *moment, bool root_weighted, uint32 d)
{
	double		total = 0;
	double		sum = 0;

	for (uint32 i = 0; i < d; i++)
		total += root_weighted ? sqrt(moment[i]) : moment[i];
	for (uint32 i = 0; i < d; i++)
	{
		double		share = root_weighted ? sqrt(moment[i]) : moment[i];
		double		q = total > 0 ? 0.99 * share / total + 0.01 / d : 1.0 / d;

		assert_true(fabs(1 / sampler_inverse(sampler, i) - q) < 1e-9);
		sum += 1 / sampler_inverse(sampler, i);
	}
	assert_true(fabs(sum - 1) < 1e-12);
}

/* Given moments, in other units too; constant attributes; all of them constant. */
static void
test_sampler(void **state)
{
	enum
	{
		D = 5
	};
	static const double moment[D] = {4, 0, 1, 0.25, 9};
	static const double scale[D] = {2, 1, 0.5, 1, 3};
	static const double scaled[D] = {1, 0, 4, 0.25, 1};
	static const double none[D] = {0};
	static const NumberList not_given = {0};
	static const NumberList moments = {.n = D, .value = moment};
	static const NumberList no_moments = {.n = D, .value = none};
	static const NumberList scales = {.n = D, .value = scale};
	uint32		scratch[D];
	Sampler		sampler;

	for (int root_weighted = 0; root_weighted <= 1; root_weighted++)
	{
		sampler_init(test_work(), &sampler, D, true, true, false);
		assert_true(sampler_inverse(&sampler, 0) == D);
		sampler_weight(&sampler, &moments, &not_given, root_weighted, scratch);
		check_q(&sampler, moment, root_weighted, D);
		assert_true(sampler.norm == 14.25);
		assert_true(fabs(sampler.half_norm - 6.5 * 6.5) < 1e-12);
		/* the floor of p: 1 % of the mean root */
		assert_true(sampler_leaf(&sampler, 1, -2, 7) == 2 * 0.01 * 6.5 / D);
		assert_true(sampler_leaf(&sampler, 4, -2, 7) == 6);

		sampler_weight(&sampler, &moments, &scales, root_weighted, scratch);
		check_q(&sampler, scaled, root_weighted, D);

		sampler_weight(&sampler, &no_moments, &not_given, root_weighted, scratch);
		check_q(&sampler, none, root_weighted, D);
		assert_true(sampler_leaf(&sampler, 0, 3, 7) == 3);
	}
}

/* Never seen: as large as the largest; centred: the variance, never negative. */
static void
test_warmup(void **state)
{
	enum
	{
		D = 4
	};
	static const double count[D] = {2, 0, 4, 1};
	static const double squares[D] = {10, 0, 4, 0.01};
	static const double values[D] = {4, 0, 4, 0.1};
	static const double plain[D] = {5, 5, 1, 0.01};
	static const double centered[D] = {1, 1, 0, 0};
	uint32		scratch[D];
	Sampler		sampler;
	Warmup		warmup = {count, squares, NULL};

	sampler_init(test_work(), &sampler, D, true, false, false);
	sampler_weight_warmup(&sampler, &warmup, true, scratch);
	check_q(&sampler, plain, true, D);

	warmup.values = values;
	sampler_init(test_work(), &sampler, D, true, false, true);
	sampler_weight_warmup(&sampler, &warmup, false, scratch);
	check_q(&sampler, centered, false, D);
	assert_true(sampler.center[0] == 2 && sampler.center[1] == 0 && sampler.center[2] == 1);
}

/*
 * The shares that Kukliansky and Shamir state for E x_i^2 = i^alpha, d = 500:
 * ridge 1, .91, .55, .05; lasso 1, .086, .014, .0033 at alpha 0, -1/2, -1, -2.
 */
static void
test_gain(void **state)
{
	static const double alpha[] = {0, -0.5, -1, -2};
	static const double ridge[] = {1, 0.91, 0.55, 0.05};
	static const double lasso[] = {1, 0.086, 0.014, 0.0033};

	for (int a = 0; a < 4; a++)
	{
		double		moment[500];
		SamplingGain gain;

		for (int i = 0; i < 500; i++)
			moment[i] = 3 * pow(i + 1, alpha[a]);	/* no unit changes it */
		gain = sampling_gain(moment, 500);
		assert_true(fabs(gain.ridge - ridge[a]) < 0.01);
		assert_true(fabs(gain.lasso - lasso[a]) < 0.01 * lasso[a] + 5e-4);
	}
	{
		double		moment[2] = {0, 0};

		assert_true(isnan(sampling_gain(moment, 2).ridge));
	}
}

/*
 * As many draws make the mean square of the data point's estimate, drawn as the
 * learners draw it, at most twice what reading everything has, and half as many
 * make it nearly three times: the length of the estimate for ridge, its largest
 * coordinate for the lasso.  (The uniform share of q adds 1 % at most.)
 */
static void
test_enough_draws(void **state)
{
	enum
	{
		D = 500, PLANS = 20000
	};
	const LearnerMethod *method[] = {&ridge_method, &lasso_method};
	double		moment[D];
	SamplingGain gain;

	for (int i = 0; i < D; i++)
		moment[i] = 3.0 / (i + 1);
	gain = sampling_gain(moment, D);
	for (int m = 0; m < 2; m++)
	{
		double		enough = sampling_draws(m == 0 ? gain.ridge : gain.lasso, D);
		double		whole = 0;

		for (int i = 0; i < D; i++)
			whole = m == 0 ? whole + moment[i] : Max(whole, moment[i]);
		for (int half = 0; half <= 1; half++)
		{
			double		draws = half ? floor(enough / 2) : enough;
			LearnerOptions options = {.method = method[m], .budget = draws + 1, .inner_draws = 1,
				.radius = 1, .sampling = SAMPLING_MOMENTS,
			.second_moments = {.n = D, .value = moment}};
			Learner    *learner = new_learner(&options, D);
			Moments		square = {0};
			Rng			rng;

			rng_seed(&rng, 64);
			for (int t = 0; t < PLANS; t++)
			{
				const ReadPlan *plan = &learner->plan;
				double		estimate = 0;

				gradient_plan(learner, &rng);
				/* weights are 0: all draws are for the data point */
				assert_int_equal(plan->draws, draws);
				for (uint32 s = 0; s < plan->n; s++)
					if (m == 0 || plan->attribute[s] == 0)
						estimate += pow(plan->data_weight[s], 2) * moment[plan->attribute[s]];
				moments_add(&square, estimate / whole);
			}
			if (half)
				assert_true(square.mean > 2.8);
			else
			{
				assert_true(square.mean < 2.02);
				assert_true(square.mean > 1.8);
			}
			assert_true(moments_error(&square) < 0.04);
			end_learner(learner);
		}
	}
}

/* Closed forms: equal moments, one alone, (sum r^i)^2 / sum r^2i = (1 + r) / (1 - r). */
static void
test_draws_by_share(void **state)
{
	double		moment[200];

	for (int i = 0; i < 200; i++)
		moment[i] = 0.1;
	assert_true(sampling_draws(sampling_gain(moment, 200).ridge, 200) == 200);
	assert_true(sampling_draws(sampling_gain(moment, 200).lasso, 200) == 200);
	for (int i = 0; i < 200; i++)
		moment[i] = i == 3 ? 7 : 0;
	assert_true(sampling_draws(sampling_gain(moment, 200).ridge, 200) == 1);
	assert_true(sampling_draws(sampling_gain(moment, 200).lasso, 200) == 1);
	for (int i = 0; i < 200; i++)
		moment[i] = pow(0.8, 2 * i);
	assert_true(sampling_draws(sampling_gain(moment, 200).ridge, 200) == 9);
	assert_true(sampling_draws(sampling_gain(moment, 200).lasso, 200) == 3); /* 1 / .36 */
	assert_true(isnan(sampling_draws(NAN, 200)));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pegasos),
		cmocka_unit_test(test_pegasos_start),
		cmocka_unit_test(test_sampler),
		cmocka_unit_test(test_warmup),
		cmocka_unit_test(test_gain),
		cmocka_unit_test(test_enough_draws),
		cmocka_unit_test(test_draws_by_share)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
