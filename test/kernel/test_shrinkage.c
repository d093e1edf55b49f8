/*
 * test_shrinkage.c
 *		Length, link and forecast from what the folds measured: by their
 *		definitions, with integrals on a fine grid.
 */
#include "test.h"

#include "kernel/moments/posterior.h"
#include "kernel/moments/fold_judge.h"
#include "kernel/rng.h"
#include "near.h"
#include "work.h"

#define FOLDS 4

static Posterior posterior;

/* Folds of unlike size, whose variances have the mean 1 by rows. */
static void
make_folds(Rng *rng, FoldMeasure *fold, double lin)
{
	static const double share[FOLDS] = {0.1, 0.2, 0.3, 0.4};
	static const double variance[FOLDS] = {1.2, 0.8, 0.88, 1.14};

	for (int f = 0; f < FOLDS; f++)
	{
		fold[f].share = share[f];
		fold[f].variance = variance[f];
		fold[f].found = true;
		fold[f].lin = lin + 0.2 * (rng_unit(rng) - 0.5);
		fold[f].square = lin * lin + 0.3 + 0.2 * rng_unit(rng);
		fold[f].rest = 0.2 + 0.1 * rng_unit(rng);
		fold[f].looks = rng_unit(rng);
		fold[f].terms = 1000;
	}
}

/* By rows; rest is at least a thousandth. */
static Measurement
pooled(const FoldMeasure *fold, double rows, double kappa)
{
	Measurement all = {rows, 0, 0, 0, 0, !isnan(kappa), kappa};

	for (int f = 0; f < FOLDS; f++)
	{
		all.lin += fold[f].share * fold[f].lin;
		all.square += fold[f].share * fold[f].square;
		all.rest += fold[f].share * fold[f].rest;
		all.looks += fold[f].share * fold[f].looks;
	}
	if (all.rest < 0.001)
		all.rest = 0.001;
	return all;
}

/* 1/4 (sum of squares about the plain mean 1.005) / 3 */
#define VARIANCE_OF_V ((0.195 * 0.195 + 0.205 * 0.205 + 0.125 * 0.125 + 0.135 * 0.135) / 3 / 4)

/* alpha = E Lambda / E s, and the loss of a point 1 - 2 alpha Lambda + alpha^2 s. */
static void
length(void **state)
{
	Extremes	target = {-10, 17, 1, 1};
	FoldMeasure fold[FOLDS];
	Rng			rng;

	rng_seed(&rng, 1);
	for (int k = 0; k < 20; k++)
	{
		double		v = pow(10, k - 10.0);
		double		rows = 10 * (k + 1);
		double		kappa = k % 3 == 0 ? NAN : 1.25;
		double		mean[2] = {0, 0};
		double		loss[2] = {0, 0};
		Measurement all;
		Shrinkage		scale;

		make_folds(&rng, fold, k % 4 * 0.2);
		if (k == 7)
			for (int f = 0; f < FOLDS; f++)
				fold[f].rest = 0;
		shrinkage_find(test_work(), fold, FOLDS, v, rows, kappa, &target, 3, true, &scale);
		all = pooled(fold, rows, kappa);
		assert_int_equal(posterior_find(&all, &posterior), KERNEL_OK);
		for (int j = 0; j < POSTERIOR_CELLS; j++)
			for (int i = 0; i <= POSTERIOR_CELLS; i++)
			{
				double		lambda = posterior.covariance[i];
				double		s = posterior.rest[j] + lambda * lambda;

				mean[0] += posterior.weight[j][i] * lambda;
				mean[1] += posterior.weight[j][i] * s;
			}
		for (int pass = 0; pass < 2; pass++)
			for (int j = 0; j < POSTERIOR_CELLS; j++)
				for (int i = 0; i <= POSTERIOR_CELLS; i++)
				{
					double		lambda = posterior.covariance[i];
					double		alpha = mean[0] / mean[1];
					double		l = 1 - 2 * alpha * lambda +
						alpha * alpha * (posterior.rest[j] + lambda * lambda);

					loss[pass] += posterior.weight[j][i] * (pass == 0 ? l : (l - loss[0]) * (l - loss[0]));
				}
		assert_near(scale.alpha, mean[0] / mean[1], 1e-12);
		assert_near(scale.forecast / v, loss[0], 1e-12);
		assert_near(scale.forecast_se / v, sqrt(loss[1] + loss[0] * loss[0] * VARIANCE_OF_V), 1e-12);
		assert_false(scale.linked);
	}
}

/* Nothing to learn: the mean is predicted, and its error is the variance. */
static void
nothing(void **state)
{
	Extremes	target = {0, 1, 50, 50};
	FoldMeasure fold[FOLDS];
	Shrinkage		scale;
	Rng			rng;

	rng_seed(&rng, 2);
	make_folds(&rng, fold, 0.5);
	for (int k = 0; k < 3; k++)
	{
		for (int f = 0; f < FOLDS; f++)
			fold[f].found = k != 0;
		shrinkage_find(test_work(), fold, FOLDS, k == 1 ? 0 : 2.5, 100, 1.2, &target, 0.5, k != 2,
					   &scale);
		assert_true(scale.alpha == 0 && !scale.linked);
		assert_true(scale.forecast == (k == 1 ? 0 : 2.5));
		assert_near(scale.forecast_se, (k == 1 ? 0 : 2.5) * sqrt(VARIANCE_OF_V), 1e-14);
	}

	/* one fold with a score is enough */
	fold[1].found = true;
	fold[0].found = fold[2].found = fold[3].found = false;
	shrinkage_find(test_work(), fold, FOLDS, 2.5, 100, 1.2, &target, 0.5, true, &scale);
	assert_true(scale.alpha > 0);
}

/*
 * The expected squared error of the link's predictions where scores have that covariance
 * with the target and that deviation given it: by trapezoids over 12 deviations.
 */
static double
link_error(const Extremes *target, double v, double y_mean, double covariance, double deviation,
		   double constant, double factor)
{
	double		rows = target->n_low + target->n_high;
	double		sum = 0;

	for (double z = -12; z <= 12; z += 0.05)
		for (int side = 0; side < 2; side++)
		{
			double		y = side ? target->high : target->low;
			double		score = covariance / v * (y - y_mean) + deviation * z;
			double		p = 0.5 * (1 + tanh((constant + factor * score) / 2));
			double		error = target->low + (target->high - target->low) * p - y;

			sum += (side ? target->n_high : target->n_low) / rows * 0.05 * exp(-z * z / 2) /
				sqrt(2 * M_PI) * error * error;
		}
	return sum;
}

/*
 * The link's slope and offset, and the expected squared error of its
 * predictions, by trapezoids over 12 deviations on both sides; in the target's
 * own units throughout.  The shares of mistakes are those of normal scores, by tails of
 * the normal distribution, times the error that is told over that of the link.
 */
static void
link_by_definition(void **state)
{
	/* 8/m of the link's gain is doubted, but no less than a fifth, and no more than all */
	static const double terms[7] = {1000, 13, 6, 8.5, 39, 41, 1};
	static const double doubted[7] = {0.2, 8 / 13.0, 1, 8 / 8.5, 0.8 / 3.9, 0.2, 1};
	FoldMeasure fold[FOLDS];
	Rng			rng;

	rng_seed(&rng, 3);
	for (int k = 0; k < 7; k += getenv("AER_QUICK") != NULL ? 3 : 1)
	{
		double		high = k % 2 ? 1 : 70;
		double		low = k % 2 ? -1 : 20;
		double		rows = k < 3 ? 60 : 2000;
		double		share = k % 3 == 0 ? 0.5 : 0.25;
		Extremes	target = {low, high, rows * (1 - share), rows * share};
		double		y_mean = low + (high - low) * (share + 0.01);
		double		v = (high - low) * (high - low) * share * (1 - share);
		double		lambda = 0;
		double		s = 0;
		double		largest = 0;
		double		total = 0;
		double		loss[2] = {0, 0};
		double		plain;
		double		alpha;
		double		rest;
		double		factor;
		double		constant;
		double		doubt;
		double		wrong = 0;
		double		disorder = 0;
		double		more;
		Measurement all;
		Shrinkage		scale;
		Shrinkage		without;
		Extremes	many = {low, high, 1, 1};

		make_folds(&rng, fold, k < 2 ? 0.3 : 0.8);
		if (k == 6)				/* a score that the target explains but for a thousandth */
			for (int f = 0; f < FOLDS; f++)
			{
				fold[f].lin = 0.8;
				fold[f].square = 0.6406;
				fold[f].rest = 0.0006;
				fold[f].looks = 0;
			}
		for (int f = 0; f < FOLDS; f++)	/* means by rows */
			fold[f].terms = terms[k] * (f == 3 ? 1.3 : f == 2 ? 0.6 : 1);
		shrinkage_find(test_work(), fold, FOLDS, v, rows, 1.25, &target, y_mean, true, &scale);
		assert_true(scale.linked);
		shrinkage_find(test_work(), fold, FOLDS, v, rows, 1.25, &many, y_mean, true, &without);
		assert_true(!without.linked && without.alpha == scale.alpha);
		plain = without.forecast;

		all = pooled(fold, rows, 1.25);
		posterior_find(&all, &posterior);
		for (int j = 0; j < POSTERIOR_CELLS; j++)
			for (int i = 0; i <= POSTERIOR_CELLS; i++)
			{
				lambda += v * posterior.weight[j][i] * posterior.covariance[i];
				s += v * posterior.weight[j][i] * posterior_square(&posterior, j, i);
				largest = Max(largest, posterior.weight[j][i]);
			}
		rest = s - lambda * lambda / v;
		alpha = lambda / s;
		factor = (high - low) * lambda / v / rest;
		constant = log(share / (1 - share)) - factor * (lambda / v) * ((low + high) / 2 - y_mean);
		assert_near(scale.slope, factor / alpha, 1e-10 * scale.slope);
		assert_near(scale.offset, constant - factor / alpha * y_mean, 1e-10 * (1 + fabs(scale.offset)));

		for (int pass = 0; pass < 2; pass++)
			for (int j = 0; j < POSTERIOR_CELLS; j++)
				for (int i = 0; i <= POSTERIOR_CELLS; i++)
				{
					double		point;

					if (posterior.weight[j][i] < 1e-6 * largest)
						continue;
					point = link_error(&target, v, y_mean, v * posterior.covariance[i],
									   sqrt(v * posterior.rest[j]), constant, factor);
					total += pass == 0 ? posterior.weight[j][i] : 0;
					loss[pass] += posterior.weight[j][i] *
						(pass == 0 ? point : (point - loss[0] / total) * (point - loss[0] / total));
				}
		loss[0] /= total;
		loss[1] /= total;
		for (int j = 0; j < POSTERIOR_CELLS; j++)
			for (int i = 0; i <= POSTERIOR_CELLS; i++)
			{
				double		covariance = v * posterior.covariance[i];
				double		deviation = sqrt(v * posterior.rest[j]);
				double		bound = -constant / factor;
				double		at_low = covariance / v * (low - y_mean);
				double		at_high = covariance / v * (high - y_mean);

				if (posterior.weight[j][i] < 1e-6 * largest)
					continue;
				wrong += posterior.weight[j][i] / total / 2 *
					((1 - share) * erfc((bound - at_low) / deviation / sqrt(2)) +
					 share * erfc((at_high - bound) / deviation / sqrt(2)));
				disorder += posterior.weight[j][i] / total / 2 * erfc((at_high - at_low) / deviation / 2);
			}
		doubt = doubted[k] * Max(plain - loss[0], 0);
		/* e2 is told by what scores are compared by, which is a fifth of the way to e1 */
		more = scale.forecast / (plain > loss[0] ? (scale.compared - 0.2 * plain) / 0.8 : scale.compared);
		/* 32 nodes are exact enough while the logistic is not too steep */
		assert_near(scale.forecast, loss[0] + doubt, (k < 2 ? 1e-7 : 2e-4) * v);
		assert_near(scale.compared, loss[0] + 0.2 * Max(plain - loss[0], 0), (k < 2 ? 1e-7 : 2e-4) * v);
		if (k == 6)				/* both the link's error and its mistakes are nothing but rounding */
			assert_true(scale.error_rate >= 0 && scale.error_rate <= share && scale.auc >= 0.5 && scale.auc <= 1);
		else
		{
			assert_near(scale.error_rate, Min(wrong * more, share), 1e-9);
			assert_near(1 - scale.auc, Min(disorder * more, 0.5), 1e-9);
		}
		assert_near(scale.forecast_se, sqrt(loss[1] + doubt * doubt +
											scale.forecast * scale.forecast * VARIANCE_OF_V),
					(k < 2 ? 1e-7 : 2e-4) * v);
	}
}

/*
 * Without a link the linear prediction is told, and its mistakes are those of normal
 * scores about the middle of the two values, times the root of e1 / e2; no more than the
 * rarer value has of the rows.
 */
static void
mistakes_without_link(void **state)
{
	static const double rows = 1000;
	bool		most = false;
	bool		fewer = false;
	FoldMeasure fold[FOLDS];
	Rng			rng;

	rng_seed(&rng, 5);
	for (int k = 0; k < 16; k++)
	{
		double		rarer = k % 2 ? 0.15 : 0.02;
		double		share = k < 8 ? rarer : 1 - rarer;
		Extremes	target = {-1, 1, rows * (1 - share), rows * share};
		Extremes	many = {-1, 1, 1, 1};
		double		v = 4 * share * (1 - share);
		double		y_mean = 2 * share - 1;
		double		wrong = 0;
		double		disorder = 0;
		double		total = 0;
		double		largest = 0;
		double		lambda = 0;
		double		s = 0;
		double		factor;
		double		constant;
		double		normal = 0;
		double		more;
		Measurement all;
		Shrinkage	scale;
		Shrinkage	plain;

		make_folds(&rng, fold, 0.2 * (k % 8) / 2);
		for (int f = 0; f < FOLDS; f++)
			fold[f].terms = k + 1;
		shrinkage_find(test_work(), fold, FOLDS, v, rows, 1.25, &target, y_mean, true, &scale);
		shrinkage_find(test_work(), fold, FOLDS, v, rows, 1.25, &many, y_mean, true, &plain);
		assert_false(scale.linked);
		assert_true(scale.forecast == plain.forecast && scale.forecast_se == plain.forecast_se);
		assert_true(scale.compared == scale.forecast && isnan(plain.error_rate) && isnan(plain.auc));
		all = pooled(fold, rows, 1.25);
		posterior_find(&all, &posterior);
		for (int j = 0; j < POSTERIOR_CELLS; j++)
			for (int i = 0; i <= POSTERIOR_CELLS; i++)
			{
				largest = Max(largest, posterior.weight[j][i]);
				lambda += v * posterior.weight[j][i] * posterior.covariance[i];
				s += v * posterior.weight[j][i] * posterior_square(&posterior, j, i);
			}
		factor = 2 * lambda / v / (s - lambda * lambda / v);
		constant = log(share / (1 - share)) + factor * (lambda / v) * y_mean;
		for (int j = 0; j < POSTERIOR_CELLS; j++)
			for (int i = 0; i <= POSTERIOR_CELLS; i++)
			{
				/* the prediction y_mean + alpha score is beyond 0 */
				double		at[2];
				double		deviation = scale.alpha * sqrt(v * posterior.rest[j]);

				if (posterior.weight[j][i] < 1e-6 * largest)
					continue;
				for (int side = 0; side < 2; side++)
					at[side] = y_mean + scale.alpha * posterior.covariance[i] * (2 * side - 1 - y_mean);
				total += posterior.weight[j][i];
				wrong += posterior.weight[j][i] / 2 * ((1 - share) * erfc(-at[0] / deviation / sqrt(2)) +
													  share * erfc(at[1] / deviation / sqrt(2)));
				disorder += posterior.weight[j][i] / 2 * erfc((at[1] - at[0]) / deviation / 2);
				normal += posterior.weight[j][i] *
					link_error(&target, v, y_mean, v * posterior.covariance[i],
							   sqrt(v * posterior.rest[j]), constant, factor);
			}
		more = sqrt(Max(scale.forecast / (normal / total), 1));
		most = most || (share > 0.5 && more * wrong / total > rarer);
		fewer = fewer || more * wrong / total < 0.9 * rarer;
		assert_near(scale.error_rate, Min(more * wrong / total, rarer), 1e-4 * rarer);
		assert_near(scale.auc, 1 - Min(more * disorder / total, 0.5), 1e-4);
	}
	assert_true(most && fewer);
}

/* Which targets have two values, and which of those a link. */
static void
condition(void **state)
{
	FoldMeasure fold[FOLDS];
	Rng			rng;

	rng_seed(&rng, 4);
	make_folds(&rng, fold, 0.5);
	for (double rows = 10; rows < 200; rows++)
		for (double high = 0; high < rows; high++)
		{
			Extremes	target = {-2, 5, rows - high, high};
			Extremes	other = {-2, 5, rows - high - 1, high};
			Shrinkage		scale;

			if (high > 0)
				assert_true(shrinkage_two_valued(&target, rows));
			assert_false(shrinkage_two_valued(&other, rows));
			if (rng_below(&rng, 50) > 0 && 5 * high != rows && 5 * high != rows - 1)
				continue;
			shrinkage_find(test_work(), fold, FOLDS, 1, rows, 1.2, &target, 0, true, &scale);
			assert_true(scale.linked == (5 * high >= rows && 5 * (rows - high) >= rows));
			shrinkage_find(test_work(), fold, FOLDS, 1, rows, 1.2, &other, 0, true, &scale);
			assert_false(scale.linked);
		}
	{
		Extremes	one = {3, 3, 20, 20};

		assert_false(shrinkage_two_valued(&one, 40));
		assert_false(shrinkage_two_valued(&one, 20));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(length),
		cmocka_unit_test(nothing),
		cmocka_unit_test(link_by_definition),
		cmocka_unit_test(mistakes_without_link),
		cmocka_unit_test(condition),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
