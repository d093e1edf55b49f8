/*
 * test_gradient.c
 *		The gradient estimate is unbiased: by enumeration where that is
 *		possible, by statistics where it is not.
 */
#include "kernel/stream/learner.h"

#include "test.h"

#include "statistics.h"
#include "feed.h"

#define LARGEST_D 60

static const LearnerMethod *const both[] = {&ridge_method, &lasso_method};

/* Train on a few rows, so that the weights are of no special form. */
static Learner *
trained(const LearnerOptions *options, int d, int rows)
{
	Learner    *learner = new_learner(options, d);
	Rng			rng;

	rng_seed(&rng, 21);
	for (int row = 0; row < rows; row++)
	{
		double		x[LARGEST_D];
		double		seen[LARGEST_D];
		double		y = 0;
		const ReadPlan *plan = learner_plan(learner);

		for (int i = 0; i < d; i++)
		{
			x[i] = 2 * rng_unit(&rng) - 1;
			y += (i % 3 - 1) * x[i];
		}
		for (uint32 s = 0; s < plan->n; s++)
			seen[s] = x[plan->attribute[s]];
		assert_true(learner_update(learner, seen, y) == KERNEL_OK);
	}
	return learner;
}

/* Plan the coming row anew, with other draws. */
static const ReadPlan *
plan_again(Learner *learner, Rng *rng)
{
	gradient_plan(learner, rng);
	return &learner->plan;
}

/* The distributions that the papers draw from. */
static void
distributions(const Learner *learner, const double *w, double *p, double *q)
{
	const LearnerOptions *options = &learner->options;
	bool		lasso = options->method == &lasso_method;
	bool		moments = options->sampling == SAMPLING_MOMENTS;
	double		total_p = 0;
	double		total_q = 0;
	double		roots = 0;

	for (uint32 i = 0; i < learner->d; i++)
		roots += moments ? sqrt(options->second_moments.value[i]) : 0;
	for (uint32 i = 0; i < learner->d; i++)
	{
		p[i] = lasso ? fabs(w[i]) : w[i] * w[i];
		q[i] = 1;
		if (moments)
			q[i] = lasso ? options->second_moments.value[i] : sqrt(options->second_moments.value[i]);
		if (moments && options->inner_draws > 1)
			p[i] = fabs(w[i]) * Max(sqrt(options->second_moments.value[i]), 0.01 * roots / learner->d);
		total_p += p[i];
		total_q += q[i];
	}
	for (uint32 i = 0; i < learner->d; i++)
	{
		p[i] /= total_p;
		q[i] /= total_q;
		if (moments)
			q[i] = 0.99 * q[i] + 0.01 / learner->d;
	}
}

/* The estimate of the gradient at (x, y) that a plan leads to. */
static void
estimate(const Learner *learner, const double *x, double y, double *g)
{
	const ReadPlan *plan = &learner->plan;
	double		seen[LARGEST_D];
	double		slope;

	for (uint32 s = 0; s < plan->n; s++)
		seen[s] = x[plan->attribute[s]];
	slope = gradient_product(learner, seen) - y;
	for (uint32 i = 0; i < learner->d; i++)
		g[i] = 0;
	for (uint32 s = 0; s < plan->n; s++)
		g[plan->attribute[s]] += slope * plan->data_weight[s] * seen[s];
}

/*
 * A number that names the outcome of a plan: how often each attribute was
 * drawn for the data point, and how often for the inner product.
 */
static int
outcome_of(const Learner *learner, const double *w, const double *p, const double *q)
{
	const ReadPlan *plan = &learner->plan;
	int			code = 0;
	double		place[LARGEST_D];
	double		at = 1;

	for (uint32 i = 0; i < learner->d; i++, at *= 9)
		place[i] = at;
	for (uint32 s = 0; s < plan->n; s++)
	{
		uint32		a = plan->attribute[s];
		double		data = plan->data_weight[s] * learner->outer * q[a];
		double		product = plan->product_weight[s] * learner->inner * p[a] / w[a];

		/* q is quantised to 32 bits */
		assert_true(fabs(data - rint(data)) < 1e-7);
		assert_true(fabs(product - rint(product)) < 1e-9);
		code += (int) (place[a] * (rint(data) * 3 + rint(product)));
	}
	return code;
}

/*
 * Enumerate all draws at d <= 4 and k, k' <= 2.  Every outcome comes as often
 * as the product of its draws' probabilities says (chi-square), and the
 * estimates which the plans lead to, weighted by those probabilities, add up
 * to the gradient: to rounding, not to sampling error.
 */
static void
check_enumerated(const LearnerMethod *method, Sampling sampling, int d, int outer, int inner)
{
	static const double moments[] = {1, 0.5, 2, 0.7};
	enum
	{
		CODES = 9 * 9 * 9 * 9, PLANS = 60000
	};
	LearnerOptions options = {.method = method, .budget = outer + inner,
	.inner_draws = inner, .radius = 2, .step = 0.05, .seed = 22,
	.sampling = sampling, .second_moments = {.n = d, .value = moments}};
	Learner    *learner = trained(&options, d, 0);
	static const double x[] = {0.7, -1.3, 0.4, 2.1};
	static const double vector[] = {0.5, -0.7, 0.9, 0.6};
	static double probability[CODES];
	static int	count[CODES];
	static double seen[CODES][4];
	double		w[4];
	double		p[4];
	double		q[4];
	double		y = 0.8;
	double		error = -y;
	double		sum[4] = {0};
	double		total = 0;
	double		chi = 0;
	int			cells = 0;
	int			tuples = 1;
	/* what is drawn from, and enumerated here, is off q by 2^-32 / d */
	double		tolerance = sampling == SAMPLING_UNIFORM ? 1e-12 : 1e-8;
	Rng			rng;

	memset(probability, 0, sizeof(probability));
	memset(count, 0, sizeof(count));
	/* weights of the same order, so that every outcome is met */
	learner_save(learner);
	memcpy(learner->vector[0], vector, d * sizeof(double));
	learner_restore(learner);
	for (int i = 0; i < d; i++)
	{
		w[i] = iterate_weight(&learner->iterate, i);
		error += w[i] * x[i];
	}
	distributions(learner, w, p, q);

	/* all ordered tuples of draws */
	for (int r = 0; r < outer + inner; r++)
		tuples *= d;
	for (int tuple = 0; tuple < tuples; tuple++)
	{
		int			rest = tuple;
		int			code = 0;
		double		chance = 1;

		for (int r = 0; r < outer + inner; r++)
		{
			int			a = rest % d;

			rest /= d;
			chance *= r < outer ? q[a] : p[a];
			code += (r < outer ? 3 : 1) * (int) pow(9, a);
		}
		probability[code] += chance;
	}

	rng_seed(&rng, 23);
	for (int i = 0; i < PLANS; i++)
	{
		int			code;

		plan_again(learner, &rng);
		assert_int_equal(learner->plan.draws, outer + inner);
		code = outcome_of(learner, w, p, q);
		assert_true(probability[code] > 0);
		count[code]++;
		estimate(learner, x, y, seen[code]);
	}
	for (int code = 0; code < CODES; code++)
	{
		double		expected = PLANS * probability[code];

		if (expected == 0)
			continue;
		chi += (count[code] - expected) * (count[code] - expected) / expected;
		cells++;
		assert_true(count[code] > 0);
		total += probability[code];
		for (int i = 0; i < d; i++)
			sum[i] += probability[code] * seen[code][i];
	}
	if (chi > chi_square_limit(cells - 1, 4.5))
		fail_msg("%s, d %d, k %d, k' %d: chi-square %g of %d outcomes",
				 method->name, d, outer, inner, chi, cells);
	assert_true(fabs(total - 1) < 1e-12);
	for (int i = 0; i < d; i++)
		assert_true(fabs(sum[i] - error * x[i]) < tolerance * (1 + fabs(error * x[i])));
	end_learner(learner);
}

static void
test_enumerated(void **state)
{
	for (int m = 0; m < 2; m++)
		for (int outer = 1; outer <= 2; outer++)
			for (int inner = 1; inner <= 2; inner++)
			{
				check_enumerated(both[m], SAMPLING_UNIFORM, 2, outer, inner);
				check_enumerated(both[m], SAMPLING_UNIFORM, 3, outer, inner);
				check_enumerated(both[m], SAMPLING_MOMENTS, 3, outer, inner);
			}
	check_enumerated(&lasso_method, SAMPLING_UNIFORM, 4, 2, 1);
}

/*
 * At larger d: the estimate's component along the gradient, in units of the
 * gradient's length, has mean 1.  The test rejects beyond 5 standard errors.
 */
static void
check_statistical(const LearnerMethod *method, Sampling sampling, int d, int budget, int inner, int plans)
{
	double		moments[LARGEST_D];
	LearnerOptions options = {.method = method, .budget = budget,
	.inner_draws = inner, .radius = 3, .step = 0.01, .seed = 24,
	.sampling = sampling, .second_moments = {.n = d, .value = moments}};
	Learner    *learner;
	double		x[LARGEST_D];
	double		gradient[LARGEST_D];
	double		y = -4;
	double		error = -y;
	double		length = 0;
	Moments		along = {0};
	Moments		mutant = {0};
	Moments		coordinate[LARGEST_D] = {{0}};
	double		smallest;
	Rng			rng;

	for (int i = 0; i < d; i++)
		moments[i] = 0.1 + i % 5;
	learner = trained(&options, d, 2000);
	rng_seed(&rng, 25);
	for (int i = 0; i < d; i++)
	{
		x[i] = 2 * rng_unit(&rng) - 1;
		error += iterate_weight(&learner->iterate, i) * x[i];
	}
	for (int i = 0; i < d; i++)
	{
		gradient[i] = error * x[i];
		length += gradient[i] * gradient[i];
	}
	for (int t = 0; t < plans; t++)
	{
		double		g[LARGEST_D];
		double		dot = 0;

		plan_again(learner, &rng);
		estimate(learner, x, y, g);
		for (int i = 0; i < d; i++)
		{
			dot += g[i] * gradient[i];
			moments_add(&coordinate[i], g[i]);
		}
		moments_add(&along, dot / length);
		moments_add(&mutant, 1.05 * dot / length);
	}
	smallest = 5 * moments_error(&along);
	if (getenv("VERBOSE"))
		print_message("%s, d %d: mean %.5f, detects a bias of %.2f %%\n",
					  method->name, d, along.mean, 100 * smallest);
	/* the smallest bias that is surely noticed (5 to be out, 5 for luck) */
	assert_true(2 * smallest < 0.05);
	if (fabs(along.mean - 1) > smallest)
		fail_msg("seed 25, %s: mean %g, not 1 +- %g", method->name, along.mean, smallest);
	/* the same statistic rejects an estimate that is 5 % too large */
	assert_true(fabs(mutant.mean - 1) > 5 * moments_error(&mutant));
	for (int i = 0; i < d; i++)
		if (fabs(coordinate[i].mean - gradient[i]) > 5.5 * moments_error(&coordinate[i]))
			fail_msg("seed 25, %s: coordinate %d is %g, not %g +- %g", method->name, i,
					 coordinate[i].mean, gradient[i], moments_error(&coordinate[i]));
	end_learner(learner);
}

static void
test_statistical(void **state)
{
	check_statistical(&ridge_method, SAMPLING_UNIFORM, 40, 20, 10, 60000);
	check_statistical(&lasso_method, SAMPLING_UNIFORM, 40, 20, 10, 60000);
	check_statistical(&ridge_method, SAMPLING_MOMENTS, 40, 20, 10, 60000);
	check_statistical(&lasso_method, SAMPLING_MOMENTS, 40, 20, 10, 60000);
}

/* Everything read: the gradient itself.  At w = 0: no draws for the product. */
static void
test_special(void **state)
{
	LearnerOptions options = {.method = &ridge_method, .radius = 3, .step = 0.01};
	Learner    *learner = trained(&options, 8, 50);
	double		x[] = {1, -2, 3, -4, 5, -6, 7, -8};
	double		g[LARGEST_D];
	double		error = -1;

	for (int i = 0; i < 8; i++)
		error += iterate_weight(&learner->iterate, i) * x[i];
	learner_plan(learner);
	estimate(learner, x, 1, g);
	for (int i = 0; i < 8; i++)
		assert_true(fabs(g[i] - error * x[i]) < 1e-12 * fabs(error * x[i]));
	end_learner(learner);

	for (int m = 0; m < 2; m++)
	{
		options.method = both[m];
		options.budget = 6;
		options.inner_draws = 2;
		learner = trained(&options, 8, 0);
		assert_int_equal(learner_plan(learner)->draws, 4);
		end_learner(learner);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_enumerated),
		cmocka_unit_test(test_statistical),
		cmocka_unit_test(test_special)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
