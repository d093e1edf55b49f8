/*
 * test_repeats_forecast.c
 *		The loss on objects that a predictor has not seen: unbiased by
 *		enumeration and by simulation; and how objects are dealt into folds.
 */

#include "test.h"

#include "kernel/judgments/repeats_fit.h"
#include "kernel/rng.h"
#include "statistics.h"
#include "work.h"

/* Moments with memory of their own. */
typedef struct OwnMoments
{
	JudgmentMoments moments;
	Work	   *work;
} OwnMoments;

static JudgmentMoments *
new_moments(int d)
{
	Work	   *work = new_work(NULL);
	OwnMoments *own = WORK_ARRAY(work, 1, OwnMoments);

	own->work = work;
	judgment_moments_init(work, &own->moments, d);
	return &own->moments;
}

static void
free_moments(JudgmentMoments *moments)
{
	if (moments != NULL)
		work_end(((OwnMoments *) moments)->work);
}

static void
add_object(JudgmentFolds *folds, const Judgments *object, double label)
{
	int			f = judgment_folds_next(folds);

	if (folds->part[f] == NULL)
		folds->part[f] = new_moments(folds->d);
	judgment_moments_add(folds->part[f], object, label);
}

static void
merge(JudgmentFolds *folds, const JudgmentFolds *other)
{
	int			match[JUDGMENT_FOLDS];
	int			f;

	for (f = 0; f < JUDGMENT_FOLDS; f++)
		match[f] = judgment_folds_match(folds, f);
	for (f = 0; f < JUDGMENT_FOLDS; f++)
		if (other->part[f])
		{
			if (folds->part[match[f]] == NULL)
				folds->part[match[f]] = new_moments(folds->d);
			judgment_moments_merge(folds->part[match[f]], other->part[f]);
		}
}

static void
free_folds(JudgmentFolds *folds)
{
	int			f;

	for (f = 0; f < JUDGMENT_FOLDS; f++)
	{
		free_moments(folds->part[f]);
		folds->part[f] = NULL;
	}
}

/*
 * Two objects, two attributes; a judgment is one of three values, each as
 * likely, and the first object is judged twice, the second three times on
 * attribute 0.  Over all 3^9 outcomes the mean loss must be, to rounding, the
 * mean over the objects of (y - c - w'mu)^2 + sum of w_a^2 sigma_a^2 / r_a; and
 * the same of a score that is shrunk towards a mean label.
 */
static void
test_enumeration(void **state)
{
	static const double value[2][2][3] = {{{-1, 0, 4}, {2, 2.5, 7}}, {{3, 5, 11}, {-2, 0, 0.5}}};
	static const int count[2][2] = {{2, 2}, {3, 2}};
	static const double label[2] = {3, -1};
	static const int64 repeats[][2] = {{1, 1}, {2, 2}, {5, 1}, {100, 7}};
	static const double w[2] = {0.7, -1.3};
	const double intercept = 0.4;
	const double label_mean = 1.1;
	const double alpha = 0.6;
	JudgmentMoments *moments = new_moments(2);
	int			r;

	for (r = 0; r < 4; r++)
	{
		double		expected = 0,
					expected_shrunk = 0,
					sum = 0,
					shrunk = 0;
		int			outcome,
					outcomes = 1,
					i,
					a,
					j;

		for (i = 0; i < 2; i++)
		{
			double		residual = label[i] - intercept;
			double		shrunk_residual;
			double		noise = 0;

			for (a = 0; a < 2; a++)
			{
				const double *v = value[i][a];
				double		mean = (v[0] + v[1] + v[2]) / 3;
				double		variance = (pow(v[0] - mean, 2) + pow(v[1] - mean, 2) + pow(v[2] - mean, 2)) / 3;

				residual -= w[a] * mean;
				noise += w[a] * w[a] * variance / repeats[r][a];
				for (j = 0; j < count[i][a]; j++)
					outcomes *= 3;
			}
			shrunk_residual = label[i] - label_mean - alpha * (label[i] - residual - label_mean);
			expected += (residual * residual + noise) / 2;
			expected_shrunk += (shrunk_residual * shrunk_residual + alpha * alpha * noise) / 2;
		}
		assert_int_equal(outcomes, 19683);
		for (outcome = 0; outcome < outcomes; outcome++)
		{
			int			digits = outcome;

			RepeatsLoss loss;

			judgment_moments_clear(moments);
			for (i = 0; i < 2; i++)
			{
				Judgments	object[2] = {{0, 0, 0}, {0, 0, 0}};

				for (a = 0; a < 2; a++)
					for (j = 0; j < count[i][a]; j++, digits /= 3)
						judgments_add(&object[a], value[i][a][digits % 3]);
				judgment_moments_add(moments, object, label[i]);
			}
			judgment_moments_flush(moments);
			loss = repeats_loss(moments, repeats[r], w, intercept, label_mean);
			sum += repeats_loss_at(&loss, 1) / outcomes;
			shrunk += repeats_loss_at(&loss, alpha) / outcomes;
		}
		if (!(fabs(sum - expected) < 1e-10 * expected))
			fail_msg("repeats %d: %.15g for %.15g", r, sum, expected);
		if (!(fabs(shrunk - expected_shrunk) < 1e-10 * expected_shrunk))
			fail_msg("repeats %d, shrunk: %.15g for %.15g", r, shrunk, expected_shrunk);
	}
	free_moments(moments);
}

/* No weight: nothing is asked of the attribute, not even repeated judgments. */
static void
test_loss_without_repeats(void **state)
{
	static const int64 repeats[2] = {3, 0};
	JudgmentMoments *moments = new_moments(2);
	double		w[2] = {0, 0};
	int			i;

	for (i = 0; i < 4; i++)
	{
		Judgments	object[2] = {{0, 0, 0}, {0, 0, 0}};

		judgments_add(&object[0], i);
		judgments_add(&object[1], -i);
		judgment_moments_add(moments, object, i);
	}
	judgment_moments_flush(moments);
	/* (9 + 4 + 1 + 0) / 4 about the prediction 3 */
	assert_true(fabs(repeats_loss(moments, repeats, w, 3, 3).none - 3.5) < 1e-12);
	w[0] = 1;
	assert_true(isnan(repeats_loss(moments, repeats, w, 3, 3).square));
	free_moments(moments);
}

/*
 * Of five objects that follow each other one goes to each fold, and the first
 * of five not always to the same.  Parts of one object each, merged, are dealt
 * as the objects would have been; other parts leave folds of much the same
 * size.  The sequence is pinned: it decides what a stored value holds.
 */
static void
test_dealing(void **state)
{
	static const int first[] = {2, 0, 2, 2, 2, 3, 4, 4};
	JudgmentFolds folds = {1, {NULL}},
				singles = {1, {NULL}},
				parts = {1, {NULL}};
	Judgments	object = {2, 0, 1};
	int			started[JUDGMENT_FOLDS] = {0};
	int			i,
				f;

	for (i = 0; i < 1000; i++)
	{
		JudgmentFolds single = {1, {NULL}};

		if (i % JUDGMENT_FOLDS == 0)
		{
			int64		most = 0,
						least = i;

			for (f = 0; f < JUDGMENT_FOLDS; f++)
			{
				int64		n = folds.part[f] ? judgment_moments_objects(folds.part[f]) : 0;

				most = Max(most, n);
				least = Min(least, n);
			}
			assert_int_equal(most, least);
			f = judgment_folds_next(&folds);
			started[f]++;
			if (i / JUDGMENT_FOLDS < (int) lengthof(first))
				assert_int_equal(f, first[i / JUDGMENT_FOLDS]);
		}
		object.mean = i;
		add_object(&folds, &object, i);
		add_object(&single, &object, i);
		merge(&singles, &single);
		free_folds(&single);
	}
	/* 200 beginnings, 40 expected of each: six standard deviations are 34 */
	for (f = 0; f < JUDGMENT_FOLDS; f++)
		assert_true(abs(started[f] - 40) < 34);

	for (f = 0; f < JUDGMENT_FOLDS; f++)
	{
		judgment_moments_flush(folds.part[f]);
		judgment_moments_flush(singles.part[f]);
		assert_int_equal(folds.part[f]->objects, singles.part[f]->objects);
		assert_true(fabs(folds.part[f]->mean[0] - singles.part[f]->mean[0]) < 1e-9);
	}

	for (i = 0; i < 60; i++)
	{
		JudgmentFolds part = {1, {NULL}};
		int			j;

		for (j = 0; j < 3 + i % 10; j++)
			add_object(&part, &object, i);
		merge(&parts, &part);
		free_folds(&part);
	}
	/* 450 objects: each part leaves folds that differ by one */
	assert_int_equal(judgment_folds_objects(&parts), 450);
	for (f = 0; f < JUDGMENT_FOLDS; f++)
		assert_true(llabs(judgment_moments_objects(parts.part[f]) - 90) < 15);

	free_folds(&folds);
	free_folds(&singles);
	free_folds(&parts);
}

/*
 * A population that is known: z_a = u_a + u_{a + 1} + a, u uniform with
 * variance 1; y = sum of c_a z_a + 2 + noise of variance 1/4; a judgment adds
 * noise of variance v_a.  So the squared error of any predictor is known too.
 */
#define D 4

static const double population_c[D] = {1, -0.5, 0.3, 2};
static const double population_v[D] = {3, 0.2, 1, 4};

static double
unit_variance(Rng *rng)
{
	return sqrt(12.0) * (rng_unit(rng) - 0.5);
}

static void
draw_objects(JudgmentFolds *folds, int objects, Rng *rng)
{
	int			i,
				a,
				j;

	for (i = 0; i < objects; i++)
	{
		Judgments	object[D];
		double		u[D + 1];
		double		y = 2 + unit_variance(rng) / 2;

		memset(object, 0, sizeof(object));
		for (a = 0; a <= D; a++)
			u[a] = unit_variance(rng);
		for (a = 0; a < D; a++)
		{
			double		z = u[a] + u[a + 1] + a;

			y += population_c[a] * z;
			for (j = 0; j < 2; j++)
				judgments_add(&object[a], z + sqrt(population_v[a]) * unit_variance(rng));
		}
		add_object(folds, object, y);
	}
}

static double
true_loss(const double *w, double intercept, const int64 *repeats)
{
	double		mean = 2 - intercept,
				loss = 0.25;
	int			a;

	for (a = 0; a < D; a++)
	{
		double		rest = population_c[a] - w[a];

		mean += rest * a;
		loss += 2 * rest * rest;
		if (a > 0)
			loss += 2 * rest * (population_c[a - 1] - w[a - 1]);
		if (w[a] != 0)
			loss += w[a] * w[a] * population_v[a] / repeats[a];
	}
	return loss + mean * mean;
}

/*
 * The mean of (fold loss - true loss of the same predictor) must be 0.  A bias
 * of DETECTED standard errors fails, and the test asserts that this is less
 * than 4 % of the loss; that the loss on the objects that a predictor was made
 * from is lower by more than that shows that the test can see it.  The
 * standard error that the folds give is judged too: it may be too small, as
 * folds share predictors, but not by half.
 */
#define SAMPLES 16000
#define OBJECTS 60
#define DETECTED 4.5

static void
test_unbiased(void **state)
{
	static const int64 repeats[][D] = {{2, 2, 2, 2}, {5, 0, 1, 9}};
	int			samples = getenv("AER_QUICK") ? SAMPLES / 20 : SAMPLES;
	JudgmentMoments *training = new_moments(D);
	JudgmentEstimates estimates;
	Work	   *work = new_work(NULL);
	int			which;

	judgment_estimates_init(work, &estimates, D);
	for (which = 0; which < 2; which++)
	{
		Moments		unseen = {0},
					seen = {0},
					truth = {0},
					forecast = {0},
					squares = {0};
		Rng			rng;
		int			t,
					f;

		rng_seed(&rng, 90 + which);
		for (t = 0; t < samples; t++)
		{
			JudgmentFolds folds = {D, {NULL}};
			RepeatsLoss loss[JUDGMENT_FOLDS];
			RepeatsForecast found;
			double		true_mean = 0,
						own_mean = 0,
						mse;

			draw_objects(&folds, OBJECTS, &rng);
			for (f = 0; f < JUDGMENT_FOLDS; f++)
				judgment_moments_flush(folds.part[f]);
			for (f = 0; f < JUDGMENT_FOLDS; f++)
			{
				double		w[D],
							intercept;

				assert_true(repeats_training(&folds, f, training));
				assert_int_equal(training->objects, OBJECTS - OBJECTS / JUDGMENT_FOLDS);
				assert_int_equal(judgment_estimates_compute(&estimates, training), KERNEL_OK);
				assert_int_equal(repeats_fit(work, &estimates, repeats[which], 0.2, w, &intercept), KERNEL_OK);
				loss[f] = repeats_loss(training, repeats[which], w, intercept, estimates.label_mean);
				own_mean += repeats_loss_at(&loss[f], 1) / JUDGMENT_FOLDS;
				loss[f] = repeats_loss(folds.part[f], repeats[which], w, intercept, estimates.label_mean);
				true_mean += true_loss(w, intercept, repeats[which]) / JUDGMENT_FOLDS;
			}
			repeats_forecast(&folds, loss, false, &found);
			mse = found.mse;
			free_folds(&folds);
			/* what less than nothing would have been is part of the mean */
			if (isnan(mse))
				for (mse = 0, f = 0; f < JUDGMENT_FOLDS; f++)
					mse += repeats_loss_at(&loss[f], 1) / JUDGMENT_FOLDS;
			else
			{
				moments_add(&squares, found.se * found.se);
				moments_add(&forecast, mse);
			}
			moments_add(&unseen, mse - true_mean);
			moments_add(&seen, own_mean - true_mean);
			moments_add(&truth, true_mean);
		}
		print_message("loss %.3f: forecast off by %.4f (standard error %.4f), of its own objects by %.4f; "
					  "deviation %.3f, by the folds %.3f\n",
					  truth.mean, unseen.mean, moments_error(&unseen), seen.mean,
					  sqrt(forecast.squares / forecast.n), sqrt(squares.mean));
		if (fabs(unseen.mean) > DETECTED * moments_error(&unseen))
			fail_msg("seed %d: bias %g, standard error %g", 90 + which, unseen.mean, moments_error(&unseen));
		if (samples < SAMPLES)
			continue;
		assert_true(DETECTED * moments_error(&unseen) < 0.04 * truth.mean);
		assert_true(seen.mean < -0.08 * truth.mean);
		assert_true(squares.mean > 0.25 * forecast.squares / forecast.n &&
					squares.mean < 2 * forecast.squares / forecast.n);
	}
	free_moments(training);
	work_end(work);
}

/* When there is no forecast, and that one of nearly nothing is 0. */
static void
test_no_forecast(void **state)
{
	JudgmentFolds folds = {1, {NULL}};
	JudgmentMoments *training = new_moments(1);
	Judgments	twice = {2, 0, 1},
				once = {1, 0, 0};
	RepeatsLoss loss[JUDGMENT_FOLDS];
	RepeatsForecast found;
	int			i,
				f;

	for (f = 0; f < JUDGMENT_FOLDS; f++)
		loss[f] = (RepeatsLoss) {.none = 1};
	/* until each fold has two objects */
	for (i = 0; i < 2 * JUDGMENT_FOLDS; i++)
	{
		bool		possible = true;

		for (f = 0; f < JUDGMENT_FOLDS; f++)
			possible = repeats_training(&folds, f, training) && possible;
		assert_false(possible);
		add_object(&folds, i == 0 ? &twice : &once, i);
	}
	/* the only repeated judgments are in one fold: without it there are none */
	for (i = 0, f = 0; f < JUDGMENT_FOLDS; f++)
	{
		judgment_moments_flush(folds.part[f]);
		i += repeats_training(&folds, f, training);
	}
	assert_int_equal(i, JUDGMENT_FOLDS - 1);

	repeats_forecast(&folds, loss, false, &found);
	assert_true(found.mse == 1 && found.se == 0 && found.alpha == 1);
	loss[0].none = 6;
	/* mean 2; (4^2 + 4 * 1^2) / 25 * 5 / 4 = 1 */
	repeats_forecast(&folds, loss, false, &found);
	assert_true(fabs(found.mse - 2) < 1e-12 && fabs(found.se - 1) < 1e-12);
	loss[0].none = -4.5;
	repeats_forecast(&folds, loss, false, &found);
	assert_true(isnan(found.mse) && isnan(found.se));
	loss[0].none = -4 - 1e-13;
	repeats_forecast(&folds, loss, false, &found);
	assert_true(found.mse == 0 && found.se > 0);
	loss[0].none = NAN;
	repeats_forecast(&folds, loss, false, &found);
	assert_true(isnan(found.mse) && isnan(found.se));
	loss[0].none = INFINITY;
	repeats_forecast(&folds, loss, false, &found);
	assert_true(isnan(found.mse) && isnan(found.se));
	free_folds(&folds);
	free_moments(training);
}

/* The factor of the score: product / square over all objects, from 0 to 1, or 1 if not asked. */
static void
test_shrinkage(void **state)
{
	JudgmentFolds folds = {1, {NULL}};
	Judgments	object = {2, 0, 1};
	RepeatsLoss loss[JUDGMENT_FOLDS];
	RepeatsForecast found;
	int			i;

	for (i = 0; i < 2 * JUDGMENT_FOLDS; i++)
		add_object(&folds, &object, i);
	for (i = 0; i < JUDGMENT_FOLDS; i++)
	{
		judgment_moments_flush(folds.part[i]);
		loss[i] = (RepeatsLoss) {.none = 10,.product = 1 + i,.square = 4 + i};
	}
	/* products 3, squares 6 in the mean: 10 - 2 * 3 / 2 + 6 / 4 */
	repeats_forecast(&folds, loss, true, &found);
	assert_true(fabs(found.alpha - 0.5) < 1e-12 && fabs(found.mse - 8.5) < 1e-12 && found.se > 0);
	repeats_forecast(&folds, loss, false, &found);
	assert_true(found.alpha == 1 && fabs(found.mse - 10) < 1e-12);

	for (i = 0; i < JUDGMENT_FOLDS; i++)
		loss[i].product = -1;
	repeats_forecast(&folds, loss, true, &found);
	assert_true(found.alpha == 0 && found.mse == 10);
	for (i = 0; i < JUDGMENT_FOLDS; i++)
		loss[i] = (RepeatsLoss) {.none = 10,.product = 2,.square = -1};
	repeats_forecast(&folds, loss, true, &found);
	assert_true(found.alpha == 1 && found.mse == 5);
	free_folds(&folds);
}

/*
 * At five budgets, on samples with much noise: more money never forecasts a larger error, and
 * the forecast agrees with the true error of the shrunk predictor.  The forecast of a sample is
 * off by about a quarter, so the mean of the samples by .25 / sqrt(SHRUNK_SAMPLES), of which
 * three are .04.  It is higher as it is that of four fifths of the objects.
 */
#define BUDGETS 5
#define SHRUNK_SAMPLES 400
#define SHRUNK_OBJECTS 40

static void
test_budgets(void **state)
{
	static const double cost[D] = {1, 0.7, 2, 1.5};
	Work	   *work = new_work(NULL);
	JudgmentMoments *all = new_moments(D);
	JudgmentEstimates estimates;
	Moments		forecast[BUDGETS] = {{0}},
				truth[BUDGETS] = {{0}};
	int			seed = 7;
	Rng			rng;
	int			t,
				k,
				f;

	judgment_estimates_init(work, &estimates, D);
	rng_seed(&rng, seed);
	for (t = 0; t < SHRUNK_SAMPLES; t++)
	{
		JudgmentFolds folds = {D, {NULL}};
		double		before = INFINITY;

		draw_objects(&folds, SHRUNK_OBJECTS, &rng);
		for (f = 0; f < JUDGMENT_FOLDS; f++)
			judgment_moments_flush(folds.part[f]);
		judgment_folds_sum(&folds, -1, all);
		for (k = 0; k < BUDGETS; k++)
		{
			int64		repeats[D];
			RepeatsPurchase purchase = {all, repeats, cost, 0, true, REPEATS_FULL};
			RepeatsForecast found;
			double		w[D],
						intercept;
			int			a;

			assert_int_equal(judgment_estimates_compute(&estimates, all), KERNEL_OK);
			assert_int_equal(repeats_prepare(work, &estimates, REPEATS_FULL), KERNEL_OK);
			repeats_choose(work, REPEATS_FULL, all, &estimates, cost, 1.5 * (1 << k), repeats);
			for (a = 0; a < D; a++)
				purchase.spent += cost[a] * (double) repeats[a];
			assert_int_equal(repeats_cross_validate(work, &folds, &purchase, 0, &found), KERNEL_OK);
			assert_int_equal(repeats_fit(work, &estimates, repeats, 0, w, &intercept), KERNEL_OK);
			repeats_shrink(&estimates, found.alpha, w, &intercept);
			assert_true(found.alpha >= 0 && found.alpha <= 1);
			if (isnan(found.mse))
				continue;
			if (found.mse > before)
				fail_msg("seed %d, sample %d, budget %d: %g after %g", seed, t, k, found.mse, before);
			before = found.mse;
			moments_add(&forecast[k], found.mse);
			moments_add(&truth[k], true_loss(w, intercept, repeats));
		}
		free_folds(&folds);
	}
	for (k = 0; k < BUDGETS; k++)
	{
		print_message("budget %g: forecast %.2f, true error %.2f\n", 1.5 * (1 << k), forecast[k].mean,
					  truth[k].mean);
		if (forecast[k].mean < 0.96 * truth[k].mean || forecast[k].mean > 1.1 * truth[k].mean)
			fail_msg("seed %d, budget %d: forecast %g, true error %g", seed, k, forecast[k].mean,
					 truth[k].mean);
		assert_true(k == 0 || truth[k].mean < truth[k - 1].mean);
	}
	free_moments(all);
	work_end(work);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_enumeration),
		cmocka_unit_test(test_loss_without_repeats),
		cmocka_unit_test(test_dealing),
		cmocka_unit_test(test_unbiased),
		cmocka_unit_test(test_no_forecast),
		cmocka_unit_test(test_shrinkage),
		cmocka_unit_test(test_budgets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
