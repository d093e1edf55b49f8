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
 * mean over the objects of (y - c - w'mu)^2 + sum of w_a^2 sigma_a^2 / r_a.
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
	JudgmentMoments *moments = new_moments(2);
	int			r;

	for (r = 0; r < 4; r++)
	{
		double		expected = 0,
					sum = 0;
		int			outcome,
					outcomes = 1,
					i,
					a,
					j;

		for (i = 0; i < 2; i++)
		{
			double		residual = label[i] - intercept;

			for (a = 0; a < 2; a++)
			{
				const double *v = value[i][a];
				double		mean = (v[0] + v[1] + v[2]) / 3;
				double		variance = (pow(v[0] - mean, 2) + pow(v[1] - mean, 2) + pow(v[2] - mean, 2)) / 3;

				residual -= w[a] * mean;
				expected += w[a] * w[a] * variance / repeats[r][a] / 2;
				for (j = 0; j < count[i][a]; j++)
					outcomes *= 3;
			}
			expected += residual * residual / 2;
		}
		assert_int_equal(outcomes, 19683);
		for (outcome = 0; outcome < outcomes; outcome++)
		{
			int			digits = outcome;

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
			sum += repeats_loss(moments, repeats[r], w, intercept) / outcomes;
		}
		if (!(fabs(sum - expected) < 1e-10 * expected))
			fail_msg("repeats %d: %.15g for %.15g", r, sum, expected);
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
	assert_true(fabs(repeats_loss(moments, repeats, w, 3) - 3.5) < 1e-12);
	w[0] = 1;
	assert_true(isnan(repeats_loss(moments, repeats, w, 3)));
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
			double		loss[JUDGMENT_FOLDS],
						true_mean = 0,
						own_mean = 0,
						mse,
						se;

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
				loss[f] = repeats_loss(folds.part[f], repeats[which], w, intercept);
				own_mean += repeats_loss(training, repeats[which], w, intercept) / JUDGMENT_FOLDS;
				true_mean += true_loss(w, intercept, repeats[which]) / JUDGMENT_FOLDS;
			}
			repeats_forecast(&folds, loss, &mse, &se);
			free_folds(&folds);
			/* what less than nothing would have been is part of the mean */
			if (isnan(mse))
				for (mse = 0, f = 0; f < JUDGMENT_FOLDS; f++)
					mse += loss[f] / JUDGMENT_FOLDS;
			else
			{
				moments_add(&squares, se * se);
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
	double		loss[JUDGMENT_FOLDS] = {1, 1, 1, 1, 1};
	double		mse,
				se;
	int			i,
				f;

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

	repeats_forecast(&folds, loss, &mse, &se);
	assert_true(mse == 1 && se == 0);
	loss[0] = 6;
	/* mean 2; (4^2 + 4 * 1^2) / 25 * 5 / 4 = 1 */
	repeats_forecast(&folds, loss, &mse, &se);
	assert_true(fabs(mse - 2) < 1e-12 && fabs(se - 1) < 1e-12);
	loss[0] = -4.5;
	repeats_forecast(&folds, loss, &mse, &se);
	assert_true(isnan(mse) && isnan(se));
	loss[0] = -4 - 1e-13;
	repeats_forecast(&folds, loss, &mse, &se);
	assert_true(mse == 0 && se > 0);
	loss[0] = NAN;
	repeats_forecast(&folds, loss, &mse, &se);
	assert_true(isnan(mse) && isnan(se));
	loss[0] = INFINITY;
	repeats_forecast(&folds, loss, &mse, &se);
	assert_true(isnan(mse) && isnan(se));
	free_folds(&folds);
	free_moments(training);
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
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
