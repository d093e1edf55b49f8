/*
 * test_evaluation.c
 *		Scores, evaluation sums, and the squared error from few attributes.
 */
#include "kernel/score/evaluation.h"
#include "kernel/score/score.h"

#include "test.h"

#include "statistics.h"
#include "work.h"

#define SEED 20260101

/* The estimate for given draws, by the definition: a mean over pairs. */
static double
by_pairs(const uint32 *draw, uint32 b, const double *weight, const double *p,
		 const double *x, double offset)
{
	double		mean = 0;
	double		pairs = 0;

	for (uint32 r = 0; r < b; r++)
	{
		double		t = weight[draw[r]] * x[draw[r]] / p[draw[r]];

		mean += t / b;
		for (uint32 s = 0; s < b; s++)
			if (s != r)
				pairs += t * weight[draw[s]] * x[draw[s]] / p[draw[s]] / (b * (b - 1.0));
	}
	return offset * offset + 2 * offset * mean + pairs;
}

/*
 * All n^b draws of small cases: the estimate equals the definition on each,
 * and its expectation is the squared error, up to rounding.
 */
static void
test_unbiased_by_enumeration(void **state)
{
	static const double weight[] = {2, -0.5, 0.001, 3};
	static const double x[] = {0.3, -7, 11, 0.25};
	const double offset = -0.7;

	for (uint32 n = 1; n <= 4; n++)
		for (uint32 b = 2; b <= 4; b++)
		{
			ErrorSampler sampler;
			Work	   *work = new_work(NULL);
			double		p[4];
			double		truth = offset;
			double		expectation = 0;
			uint32		total = 1;

			error_sampler_init(work, &sampler, weight, n, b);
			for (uint32 i = 0; i < n; i++)
			{
				p[i] = alias_probability(&sampler.table, i);
				truth += weight[i] * x[i];
			}
			for (uint32 r = 0; r < b; r++)
				total *= n;
			for (uint32 code = 0; code < total; code++)
			{
				uint32		draw[4];
				double		value[4];
				double		probability = 1;
				double		estimate;

				plan_clear(&sampler.plan);
				for (uint32 r = 0, rest = code; r < b; r++, rest /= n)
				{
					draw[r] = rest % n;
					probability *= p[draw[r]];
					sampler.plan.data_weight[plan_draw(&sampler.plan, draw[r])]++;
				}
				for (uint32 s = 0; s < sampler.plan.n; s++)
					value[s] = x[sampler.plan.attribute[s]];
				estimate = sampled_error(&sampler, value, offset);
				assert_float_equal(estimate, by_pairs(draw, b, weight, p, x, offset),
								   1e-9 * (1 + fabs(estimate)));
				expectation += probability * estimate;
			}
			if (fabs(expectation - truth * truth) > 1e-9)
				fail_msg("n %u, b %u: %.12g instead of %.12g", n, b, expectation, truth * truth);
			work_end(work);
		}
}

/* The plan draws by weight, spends the budget, and never more. */
static void
test_sampled_plan(void **state)
{
	static const double weight[] = {5, -3, 1, 1};
	Work	   *work = new_work(NULL);
	ErrorSampler sampler;
	double		count[4] = {0};
	double		chi = 0;
	Rng			rng;

	error_sampler_init(work, &sampler, weight, 4, 3);
	rng_seed(&rng, SEED);
	for (int row = 0; row < 20000; row++)
	{
		const ReadPlan *plan = error_sampler_plan(&sampler, &rng);
		double		draws = 0;

		assert_true(plan->n <= 3);
		for (uint32 s = 0; s < plan->n; s++)
		{
			count[plan->attribute[s]] += plan->data_weight[s];
			draws += plan->data_weight[s];
		}
		assert_true(draws == 3);
	}
	for (int i = 0; i < 4; i++)
	{
		double		expected = 60000 * (0.99 * fabs(weight[i]) / 10 + 0.01 / 4);

		chi += (count[i] - expected) * (count[i] - expected) / expected;
	}
	if (chi > chi_square_limit(3, 4.5))
		fail_msg("seed %d: chi-square %g", SEED, chi);
	work_end(work);
}

/* The same bits in place, aligned or not, and attribute by attribute. */
static void
test_score_paths_agree(void **state)
{
	enum
	{
		LONGEST = 61
	};
	double		weight[LONGEST];
	double		x[LONGEST];
	float		f[LONGEST];
	uint32		attribute[LONGEST];
	double		value[LONGEST];
	char		buffer[LONGEST * sizeof(double) + 1];
	Rng			rng;

	rng_seed(&rng, SEED);
	for (uint32 i = 0; i < LONGEST; i++)
	{
		weight[i] = rng_unit(&rng) - 0.5;
		f[i] = (float) (rng_unit(&rng) - 0.5);
		x[i] = f[i];
	}
	for (uint32 d = 1; d <= LONGEST; d++)
	{
		double		sum = 0;
		double		score;
		uint32		n = 0;

		weight[d / 2] = 0;
		for (uint32 i = 0; i < d; i++)
		{
			sum += weight[i] * x[i];
			if (weight[i] != 0)
			{
				attribute[n] = i;
				value[n++] = x[i];
			}
		}
		score = score_values(value, attribute, n, weight);
		assert_float_equal(score, sum, 1e-14 * d);
		memcpy(buffer + 1, x, d * sizeof(double));
		assert_true(score_float8(buffer + 1, weight, d) == score);
		memcpy(buffer + 1, f, d * sizeof(float));
		assert_true(score_float4(buffer + 1, weight, d) == score);
	}
}

/* Sums merged from parts equal the plain two-pass definitions. */
static void
test_evaluation(void **state)
{
	enum
	{
		ROWS = 1000
	};
	double		prediction[ROWS];
	double		target[ROWS];
	Evaluation	part[3] = {{0}};
	double		mse = 0;
	double		mae = 0;
	double		mean = 0;
	double		variance = 0;
	double		spread = 0;
	double		wrong = 0;
	Rng			rng;

	rng_seed(&rng, SEED);
	for (int i = 0; i < ROWS; i++)
	{
		target[i] = rng_unit(&rng) < 0.3 ? -1 : 1;
		prediction[i] = 0.4 * target[i] + rng_unit(&rng) - 0.5;
		evaluation_add(&part[i % 7 == 0 ? 0 : 1], prediction[i], target[i], 1);
		mse += pow(prediction[i] - target[i], 2) / ROWS;
		mae += fabs(prediction[i] - target[i]) / ROWS;
		mean += target[i] / ROWS;
		wrong += prediction[i] * target[i] <= 0;
	}
	for (int i = 0; i < ROWS; i++)
	{
		variance += pow(target[i] - mean, 2) / ROWS;
		spread += pow(pow(prediction[i] - target[i], 2) - mse, 2) / (ROWS - 1);
	}
	/* the third part is empty: merging it, or into it, changes nothing */
	evaluation_merge(&part[0], &part[2]);
	evaluation_merge(&part[2], &part[0]);
	evaluation_merge(&part[2], &part[1]);
	assert_true(part[2].rows == ROWS);
	assert_float_equal(evaluation_mse(&part[2]), mse, 1e-12);
	assert_float_equal(evaluation_mae(&part[2]), mae, 1e-12);
	assert_float_equal(evaluation_r2(&part[2]), 1 - mse / variance, 1e-12);
	assert_float_equal(evaluation_mse_se(&part[2]), sqrt(spread / ROWS), 1e-12);
	assert_float_equal(evaluation_error_rate(&part[2]), wrong / ROWS, 1e-15);

	/* a prediction of 0 has no sign, so it is wrong */
	wrong = evaluation_error_rate(&part[2]) * ROWS + 1;
	evaluation_add(&part[2], 0, 1, 1);
	assert_float_equal(evaluation_error_rate(&part[2]), wrong / (ROWS + 1), 1e-15);

	/* not every target is a sign: the share of wrong signs means nothing */
	evaluation_add(&part[2], 0.5, 0.5, 1);
	assert_true(isnan(evaluation_error_rate(&part[2])));
	evaluation_add_sampled(&part[2], -0.1, 1);
	assert_true(isnan(evaluation_mae(&part[2])));
}

/*
 * A row of weight 3 is as three equal rows that are one group, and errors of groups have the
 * standard error of the definition.
 */
static void
test_weights_and_groups(void **state)
{
	enum
	{
		GROUPS = 60
	};
	Evaluation	weighted = {0};
	Evaluation	repeated = {0};
	double		error[GROUPS];
	double		weight[GROUPS];
	double		total = 0;
	double		squares = 0;
	Rng			rng;

	rng_seed(&rng, SEED);
	for (int g = 0; g < GROUPS; g++)
	{
		Evaluation	group = {0};
		double		target = rng_unit(&rng) < 0.3 ? -1 : 1;
		double		prediction = 0.4 * target + rng_unit(&rng) - 0.5;

		weight[g] = 1 + rng_below(&rng, 4);
		error[g] = pow(prediction - target, 2);
		evaluation_add(&weighted, prediction, target, weight[g]);
		for (int i = 0; i < weight[g]; i++)
			evaluation_add(&group, prediction, target, 1);
		evaluation_unite(&group);
		evaluation_merge(&repeated, &group);
		total += weight[g];
	}
	assert_true(weighted.rows == GROUPS && repeated.rows == total && weighted.weight == total);
	for (int g = 0; g < GROUPS; g++)
		squares += pow(weight[g] * (error[g] - evaluation_mse(&weighted)), 2);
	assert_float_equal(evaluation_mse_se(&weighted), sqrt(squares * GROUPS / (GROUPS - 1)) / total, 1e-12);
	assert_float_equal(evaluation_mse_se(&weighted), evaluation_mse_se(&repeated), 1e-12);
	assert_float_equal(evaluation_mse(&weighted), evaluation_mse(&repeated), 1e-12);
	assert_float_equal(evaluation_mae(&weighted), evaluation_mae(&repeated), 1e-12);
	assert_float_equal(evaluation_r2(&weighted), evaluation_r2(&repeated), 1e-12);
	assert_float_equal(evaluation_error_rate(&weighted), evaluation_error_rate(&repeated), 1e-12);

	/* a single group has no standard error, and nothing is no group */
	evaluation_unite(&weighted);
	assert_true(isnan(evaluation_mse_se(&weighted)));
	weighted = (Evaluation) {0};
	evaluation_unite(&weighted);
	assert_true(weighted.groups == 0);
}

/*
 * Classes: of linked and of clamped predictions, by the definitions, in parts that
 * are merged; and nothing where a target is none of the two.
 */
static void
test_classes(void **state)
{
	enum
	{
		ROWS = 200
	};
	Link		links[2];
	Rng			rng;

	rng_seed(&rng, SEED);
	link_init(&links[0]);
	links[0].low = -1;
	links[0].high = 3;
	links[0].two_valued = true;
	links[1] = links[0];
	links[1].logistic = true;
	links[1].slope = 4;
	links[1].offset = 0.5;
	for (int l = 0; l < 2; l++)
	{
		const Link *link = &links[l];
		Evaluation	part[2] = {{0}};
		double		loss = 0;
		double		brier = 0;
		double		wrong = 0;
		double		order;
		bool		high;

		for (int i = 0; i < ROWS; i++)
		{
			double		z = 8 * rng_unit(&rng) - 3;
			double		p = link_probability(link, z, 50);
			double		target = rng_unit(&rng) < p ? 3 : -1;

			loss -= log(target == 3 ? p : 1 - p) / ROWS;
			brier += pow(p - (target == 3), 2) / ROWS;
			wrong += (p > 0.5) != (target == 3);
			evaluation_add_score(&part[i % 2], link, 50, z, target, 1);
			assert_true(evaluation_order(&part[i % 2], link, z, target, &order, &high));
			assert_true(high == (target == 3));
			assert_float_equal(order, l == 0 ? (z + 1) / 4 : 4 * z + 0.5, 1e-12);
		}
		evaluation_merge(&part[0], &part[1]);
		assert_true(part[0].rows == ROWS && evaluation_ordered(&part[0]));
		assert_float_equal(evaluation_log_loss(&part[0]), loss, 1e-12);
		assert_float_equal(evaluation_brier(&part[0]), brier, 1e-12);
		assert_true(wrong > 0 && evaluation_error_rate(&part[0]) == wrong / ROWS);
		evaluation_add_score(&part[0], link, 50, 1, 0, 1);
		assert_false(evaluation_order(&part[0], link, 1, 1, &order, &high));
		assert_true(isnan(evaluation_log_loss(&part[0])) && isnan(evaluation_brier(&part[0])));
		assert_false(evaluation_ordered(&part[0]));
	}
	/* never surer than the rows allow */
	assert_float_equal(link_log_odds(&links[1], 1000, 50), log(51), 1e-12);
	assert_float_equal(link_log_odds(&links[0], -1000, 50), -log(51), 1e-12);
	/* without two values there are signs to be ordered by */
	{
		Link		none;
		Evaluation	evaluation = {0};
		double		order;
		bool		high;

		link_init(&none);
		evaluation_add_score(&evaluation, &none, 50, 0.3, -1, 1);
		assert_true(evaluation_order(&evaluation, &none, 0.3, -1, &order, &high));
		assert_true(order == 0.3 && !high);
		evaluation_add_score(&evaluation, &none, 50, 0.3, 0, 1);
		assert_false(evaluation_order(&evaluation, &none, 0.3, 0, &order, &high));
		evaluation_add_score(&evaluation, &none, 50, 0.3, 1, 1);
		assert_false(evaluation_order(&evaluation, &none, 0.3, 1, &order, &high));
	}
}

/* Three classes, one row of a class that is none of them; two halves, merged. */
static void
test_three_classes(void **state)
{
	const double probability[4][3] = {{0.7, 0.2, 0.1}, {0.1, 0.3, 0.6}, {0.2, 0.4, 0.4}, {0.5, 0.25, 0.25}};
	const uint32 actual[4] = {0, 1, 1, 3};
	Evaluation	half[2];
	double		loss = -(log(0.7) + log(0.3) + log(0.4) + log(1e-6)) / 4;
	double		brier = (0.09 + 0.04 + 0.01 + 0.01 + 0.49 + 0.36 + 0.04 + 0.36 + 0.16 + 0.25 + 0.0625 + 0.0625 + 1) / 4;

	memset(half, 0, sizeof(half));
	for (int t = 0; t < 4; t++)
		evaluation_add_classes(&half[t / 2], probability[t], 3, actual[t], 1);
	evaluation_merge(&half[0], &half[1]);
	assert_true(fabs(evaluation_log_loss(&half[0]) - loss) < 1e-14);
	assert_true(fabs(evaluation_brier(&half[0]) - brier) < 1e-14);
	assert_true(fabs(evaluation_mse(&half[0]) - brier) < 1e-14);
	assert_true(fabs(evaluation_mae(&half[0]) - (0.6 + 1.4 + 1.2 + 2) / 4) < 1e-14);
	/* the second is taken for the third class, the last is of none; of equals the first is likeliest */
	assert_true(evaluation_error_rate(&half[0]) == 0.5);
	assert_true(isnan(evaluation_r2(&half[0])));
	assert_false(evaluation_ordered(&half[0]));
}

/* Of two values, where something else came: wrong, and as improbable as that. */
static void
test_unseen(void **state)
{
	const Link	link = {.low = -1, .high = 1, .two_valued = true};
	Evaluation	evaluation;
	double		order;
	bool		high;

	memset(&evaluation, 0, sizeof(evaluation));
	evaluation_add_unseen(&evaluation, &link, 0.25, 1);
	assert_true(evaluation_error_rate(&evaluation) == 1);
	assert_true(fabs(evaluation_log_loss(&evaluation) + log(1e-6)) < 1e-14);
	assert_true(evaluation_brier(&evaluation) == 1);
	assert_true(evaluation_mse(&evaluation) == 1.25 * 1.25);
	evaluation_add_score(&evaluation, &link, 100, 0.5, 1, 1);
	assert_false(evaluation_order(&evaluation, &link, 0.5, 1, &order, &high));
	assert_true(evaluation_error_rate(&evaluation) == 0.5);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_unbiased_by_enumeration),
		cmocka_unit_test(test_sampled_plan),
		cmocka_unit_test(test_score_paths_agree),
		cmocka_unit_test(test_evaluation),
		cmocka_unit_test(test_weights_and_groups),
		cmocka_unit_test(test_classes),
		cmocka_unit_test(test_three_classes),
		cmocka_unit_test(test_unseen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
