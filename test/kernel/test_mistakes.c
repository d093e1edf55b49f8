/*
 * test_mistakes.c
 *		Perceptron, winnow and weighted majority: the bounds on mistakes that
 *		theory promises, on generated data that meets their conditions.
 */
#include "feed.h"

#include "test.h"

#include "statistics.h"

#define ROWS (getenv("AER_QUICK") ? 400 : 2000)

/*
 * A row with y <u,x> >= margin, y its label: points that are too close to the
 * boundary are moved away along u, where that leaves them in the unit ball of
 * the norm in question, else drawn again.
 */
static double
separable_row(Rng *rng, const double *u, int d, double margin, bool euclidean, double *x)
{
	for (;;)
	{
		double		norm = 0;
		double		dot = 0;

		for (int i = 0; i < d; i++)
		{
			x[i] = 2 * rng_unit(rng) - 1;
			norm = euclidean ? norm + x[i] * x[i] : Max(norm, fabs(x[i]));
		}
		norm = euclidean ? sqrt(norm) : norm;
		for (int i = 0; i < d; i++)
		{
			x[i] /= norm;
			dot += u[i] * x[i];
		}
		/* towards the boundary, where the mistakes are made */
		if (euclidean)
		{
			double		wish = dot < 0 ? -margin * 1.001 : margin * 1.001;
			double		square = 0;

			for (int i = 0; i < d; i++)
			{
				x[i] += (wish - dot) * u[i];
				square += x[i] * x[i];
			}
			dot = wish;
			if (square > 1)
				continue;
		}
		if (fabs(dot) >= margin)
			return dot < 0 ? -1 : 1;
	}
}

static uint64
count_mistakes(const LearnerOptions *options, const double *u, int d, double margin,
			   bool euclidean, uint64 seed)
{
	Learner    *learner = new_learner(options, d);
	double	   *x = malloc(d * sizeof(double));
	uint64		mistakes;
	Rng			rng;

	rng_seed(&rng, seed);
	for (int row = 0; row < ROWS; row++)
	{
		double		y = separable_row(&rng, u, d, margin, euclidean, x);

		assert_int_equal(feed_row(learner, x, y), KERNEL_OK);
	}
	mistakes = learner->state.mistakes;
	free(x);
	end_learner(learner);
	return mistakes;
}

/* At most 1 / margin^2 mistakes where |x|_2 <= 1, |u|_2 = 1. */
static void
test_perceptron_bound(void **state)
{
	static const double margins[] = {0.05, 0.1, 0.3};
	static const int sizes[] = {2, 20, 100};

	for (int m = 0; m < 3; m++)
		for (int s = 0; s < 3; s++)
		{
			LearnerOptions options = {.method = &perceptron_method};
			int			d = sizes[s];
			double		u[100];
			double		norm = 0;
			uint64		mistakes;
			Rng			rng;

			rng_seed(&rng, 31);
			for (int i = 0; i < d; i++)
			{
				u[i] = 2 * rng_unit(&rng) - 1;
				norm += u[i] * u[i];
			}
			for (int i = 0; i < d; i++)
				u[i] /= sqrt(norm);
			mistakes = count_mistakes(&options, u, d, margins[m], true, 32);
			if (getenv("VERBOSE"))
				print_message("perceptron, margin %g, d %d: %d <= %g\n", margins[m], d,
							  (int) mistakes, 1 / (margins[m] * margins[m]));
			assert_true(mistakes > 0);
			assert_true(mistakes <= 1 / (margins[m] * margins[m]));
		}
}

/*
 * At most ln N / (eta delta + ln(2 / (e^eta + e^-eta))) where |x|_inf <= 1,
 * |u|_1 = 1, u >= 0; balanced, u may have any signs and N = 2d.
 */
static void
test_winnow_bound(void **state)
{
	static const double margins[] = {0.1, 0.2, 0.4};
	static const int sizes[] = {4, 50, 300};

	for (int balanced = 0; balanced <= 1; balanced++)
		for (int m = 0; m < 3; m++)
			for (int s = 0; s < 3; s++)
			{
				int			d = sizes[s];
				double		margin = margins[m];
				/* the rate with the least bound */
				double		eta = 0.5 * log((1 + margin) / (1 - margin));
				double		bound = log(balanced ? 2 * d : d) /
					(eta * margin + log(2 / (exp(eta) + exp(-eta))));
				LearnerOptions options = {.method = &winnow_method, .rate = eta, .balanced = balanced};
				double		u[300] = {0};
				uint64		mistakes;

				/* three attributes matter */
				u[0] = 0.5;
				u[1] = balanced ? -0.3 : 0.3;
				u[2] = 0.2;
				mistakes = count_mistakes(&options, u, d, margin, false, 33);
				if (getenv("VERBOSE"))
					print_message("winnow, balanced %d, margin %g, d %d: %d <= %g\n", balanced,
								  margin, d, (int) mistakes, bound);
				assert_true(mistakes > 0);
				assert_true(mistakes <= bound);
			}
}

/* The prediction rule's known values. */
static void
test_majority_rule(void **state)
{
	for (double beta = 0.05; beta < 1; beta += 0.05)
	{
		double		before = -1;

		assert_true(majority_probability(0, beta) == 0);
		assert_true(fabs(majority_probability(0.5, beta) - 0.5) < 1e-15);
		assert_true(majority_probability(1, beta) == 1);
		for (double r = 0; r <= 1; r += 0.01)
		{
			double		chance = majority_probability(r, beta);

			assert_true(chance >= before);
			assert_true(fabs(chance + majority_probability(1 - r, beta) - 1) < 1e-12);
			before = chance;
		}
	}
}

/*
 * Expected mistakes at most L + sqrt(K ln N) + log2(N) / 2, L <= K those of the
 * best expert: with K = L, the tightest case.  The expectation is the sum of
 * the chances to be wrong; the count that the learner keeps is compared with it.
 */
static void
test_majority_regret(void **state)
{
	static const int sizes[] = {2, 10, 200};
	static const double skills[] = {0, 0.1, 0.3};

	for (int s = 0; s < 3; s++)
		for (int k = 0; k < 3; k++)
		{
			int			n = sizes[s];
			double		counted = 0;
			double		expected = 0;
			double		variance = 0;

			for (int run = 0; run < 5; run++)
			{
				LearnerOptions options = {.method = &majority_method, .seed = 35 + run};
				double		lost[200] = {0};
				double		best = INFINITY;
				double		chances = 0;
				double		z;
				double		beta;
				Learner    *learner;
				Rng			rng;

				/* two passes with the same rows: the first finds L */
				for (int pass = 0; pass < 2; pass++)
				{
					if (pass == 1)
					{
						for (int i = 0; i < n; i++)
							best = Min(best, lost[i]);
						options.rows = Max(best, 1);
					}
					z = sqrt(log(n) / Max(options.rows, 1));
					beta = 1 / (1 + 2 * z + z * z / M_LN2);
					learner = pass == 1 ? new_learner(&options, n) : NULL;
					rng_seed(&rng, 40 + run);
					for (int row = 0; row < ROWS / 2; row++)
					{
						double		x[200];
						int			y = rng_below(&rng, 2);

						for (int i = 0; i < n; i++)
						{
							/* one expert has skill, the others guess or lean the wrong way */
							double		wrong = i == n / 2 ? skills[k] : 0.4 + 0.2 * (i % 3) / 2;

							x[i] = rng_unit(&rng) < wrong ? !y : y;
							lost[i] += pass == 0 && x[i] != y;
						}
						if (pass == 1)
						{
							double		share = 0;
							double		chance;

							for (int i = 0; i < n; i++)
								share += iterate_weight(&learner->iterate, i) * x[i];
							chance = majority_probability(share, beta);
							chance = y ? 1 - chance : chance;
							chances += chance;
							variance += chance * (1 - chance);
							assert_int_equal(feed_row(learner, x, y), KERNEL_OK);
						}
					}
				}
				if (getenv("VERBOSE") && run == 0)
					print_message("majority of %d, best %g: %.1f <= %.1f\n", n, best, chances,
								  best + sqrt(options.rows * log(n)) + log2(n) / 2);
				assert_true(chances <= best + sqrt(options.rows * log(n)) + log2(n) / 2);
				counted += learner->state.mistakes;
				expected += chances;
				end_learner(learner);
			}
			/* 4.5 standard deviations of a sum of independent bits */
			assert_true(fabs(counted - expected) <= 4.5 * sqrt(variance) + 1e-9);
		}
}

/* Other labels and values are refused, and the learner stays as it was. */
static void
test_bad_labels(void **state)
{
	static const double bad_signs[] = {0, 2, -1.5, 1e-9, 0.5};
	static const double bad_bits[] = {2, 0.5, -2, -1};
	static const double x[] = {1, 0};
	static const double no_bits[] = {1, 0.5};
	LearnerOptions perceptron = {.method = &perceptron_method};
	LearnerOptions winnow = {.method = &winnow_method, .rate = 0.1};
	LearnerOptions majority = {.method = &majority_method, .rate = 0.5};
	Learner    *learner;
	double		weight[2];
	double		intercept;

	learner = new_learner(&perceptron, 2);
	for (int i = 0; i < (int) lengthof(bad_signs); i++)
		assert_int_equal(feed_row(learner, x, bad_signs[i]), KERNEL_BAD_TARGET);
	assert_true(learner->state.rows == 0 && learner->state.reads == 0);
	assert_int_equal(feed_row(learner, x, 1), KERNEL_OK);
	end_learner(learner);

	learner = new_learner(&winnow, 2);
	assert_int_equal(feed_row(learner, x, 0), KERNEL_BAD_TARGET);
	end_learner(learner);

	learner = new_learner(&majority, 2);
	for (int i = 0; i < (int) lengthof(bad_bits); i++)
		assert_int_equal(feed_row(learner, x, bad_bits[i]), KERNEL_BAD_TARGET);
	assert_int_equal(feed_row(learner, no_bits, 1), KERNEL_BAD_VALUE);
	assert_true(learner->state.rows == 0);
	assert_int_equal(feed_row(learner, x, 0), KERNEL_OK);
	assert_int_equal(feed_row(learner, x, 0), KERNEL_OK);
	/* expert 0 was wrong in both rows, expert 1 in neither: 1/4 to 1 */
	assert_int_equal(learner_weights(test_work(), learner, weight, &intercept), KERNEL_OK);
	assert_true(fabs(weight[0] - 0.2) < 1e-15 && fabs(weight[1] - 0.8) < 1e-15 && intercept == 0);
	end_learner(learner);

	/* the same of targets -1 and 1, where the share r is shown as 2 r - 1 */
	learner = new_learner(&majority, 2);
	learner->signs = true;
	assert_int_equal(feed_row(learner, x, 0), KERNEL_BAD_TARGET);
	assert_int_equal(feed_row(learner, x, -1), KERNEL_OK);
	assert_int_equal(feed_row(learner, x, -1), KERNEL_OK);
	assert_int_equal(learner_weights(test_work(), learner, weight, &intercept), KERNEL_OK);
	assert_true(fabs(weight[0] - 0.4) < 1e-15 && fabs(weight[1] - 1.6) < 1e-15 && intercept == -1);
	end_learner(learner);
}

/*
 * The chance to say 1 makes the expected mistake the same multiple of what the
 * logarithm of all weights loses, whichever label comes.
 */
static void
test_majority_probability(void **state)
{
	for (double beta = 0.05; beta < 1; beta += 0.1)
		for (double share = 0; share <= 1; share += 0.0625)
		{
			double		chance = majority_probability(share, beta);
			double		lost_by_0 = log1p(-share * (1 - beta));
			double		lost_by_1 = log1p(-(1 - share) * (1 - beta));

			assert_true(chance >= 0 && chance <= 1);
			/* each logarithm is right to a few last bits of at most 3 */
			assert_true(fabs(chance * lost_by_1 - (1 - chance) * lost_by_0) < 1e-14);
		}
	assert_true(majority_probability(0.3, 1) == 0.3);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_perceptron_bound),
		cmocka_unit_test(test_winnow_bound),
		cmocka_unit_test(test_majority_probability),
		cmocka_unit_test(test_majority_rule),
		cmocka_unit_test(test_majority_regret),
		cmocka_unit_test(test_bad_labels)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
