/*
 * test_repeats_fit.c
 *		The predictor from projected moments: against least squares, and its
 *		projected loss against losses that are measured.
 */
#include "kernel/judgments/repeats_fit.h"

#include "test.h"

#include "jacobi.h"
#include "kernel/rng.h"
#include "work.h"

#define D 4

typedef struct Fit
{
	JudgmentMoments moments;
	JudgmentEstimates estimates;
	double		w[D];
	double		intercept;
	double		mse;			/* loss on its own objects */
	Work	   *work;
} Fit;

static void
fit_init(Fit *fit)
{
	fit->work = new_work(NULL);
	judgment_moments_init(fit->work, &fit->moments, D);
	judgment_estimates_init(fit->work, &fit->estimates, D);
}

static void
fit_free(Fit *fit)
{
	work_end(fit->work);
}

static void
fit_solve(Fit *fit, const int64 *repeats, double ridge)
{
	RepeatsLoss loss;

	judgment_moments_flush(&fit->moments);
	assert_int_equal(judgment_estimates_compute(&fit->estimates, &fit->moments), KERNEL_OK);
	assert_int_equal(repeats_fit(fit->work, &fit->estimates, repeats, ridge, fit->w, &fit->intercept), KERNEL_OK);
	loss = repeats_loss(&fit->moments, repeats, fit->w, fit->intercept, fit->estimates.label_mean);
	fit->mse = repeats_loss_at(&loss, 1);
}

static double
predict(const Fit *fit, const double *means)
{
	double		sum = fit->intercept;
	int			a;

	for (a = 0; a < D; a++)
		sum += fit->w[a] * means[a];
	return sum;
}

/*
 * A population that is known: z_a = u_a + u_{a + 1} + a, u uniform with
 * variance 1; y = sum of c_a z_a + 2 + noise of variance 1/4; a judgment adds
 * noise of variance v_a.
 */
static const double population_c[D] = {1, -0.5, 0.3, 2};
static const double population_v[D] = {3, 0.2, 1, 4};

static double
unit_variance(Rng *rng)
{
	return sqrt(12.0) * (rng_unit(rng) - 0.5);
}

static double
draw_object(Rng *rng, double *z)
{
	double		u[D + 1];
	double		y = 2 + unit_variance(rng) / 2;
	int			a;

	for (a = 0; a <= D; a++)
		u[a] = unit_variance(rng);
	for (a = 0; a < D; a++)
	{
		z[a] = u[a] + u[a + 1] + a;
		y += population_c[a] * z[a];
	}
	return y;
}

static double
judge(Rng *rng, const double *z, int a)
{
	return z[a] + sqrt(population_v[a]) * unit_variance(rng);
}

static void
held_out_often(Rng *rng, const double *z, const int64 *count, Judgments *object)
{
	int			a;
	int64		j;

	memset(object, 0, sizeof(Judgments) * D);
	for (a = 0; a < D; a++)
		for (j = 0; j < count[a]; j++)
			judgments_add(&object[a], judge(rng, z, a));
}

static void
fill(Fit *fit, int objects, const int64 *count, Rng *rng)
{
	Judgments	object[D];
	double		z[D];
	int			i;

	judgment_moments_clear(&fit->moments);
	for (i = 0; i < objects; i++)
	{
		double		y = draw_object(rng, z);

		held_out_often(rng, z, count, object);
		judgment_moments_add(&fit->moments, object, y);
	}
}

/* Smallest squared error with these repeats, from the population. */
static double
population_loss(const int64 *repeats)
{
	double		m[D * D],
				b[D],
				x[D],
				full[D * D],
				variance = 0.25;
	int			chosen[D];
	int			n = 0;
	int			i,
				j;

	for (i = 0; i < D; i++)
		for (j = 0; j < D; j++)
			full[i * D + j] = i == j ? 2 : abs(i - j) == 1 ? 1 : 0;
	for (i = 0; i < D; i++)
		if (repeats[i] > 0)
			chosen[n++] = i;
	for (i = 0; i < n; i++)
	{
		b[i] = 0;
		for (j = 0; j < D; j++)
			b[i] += full[chosen[i] * D + j] * population_c[j];
		for (j = 0; j < n; j++)
			m[i * n + j] = full[chosen[i] * D + chosen[j]];
		m[i * n + i] += population_v[chosen[i]] / (double) repeats[chosen[i]];
	}
	for (i = 0; i < D; i++)
		for (j = 0; j < D; j++)
			variance += population_c[i] * full[i * D + j] * population_c[j];
	jacobi_solve(m, n, b, x);
	for (i = 0; i < n; i++)
		variance -= b[i] * x[i];
	return variance;
}

/*
 * With as many repeats as there are judgments this is least squares on their
 * means, and the projected loss its training error: with objects enough that
 * the outer covariance comes out positive definite by itself.
 */
static void
test_is_least_squares(void **state)
{
	static const int64 count[D] = {2, 3, 4, 2};
	enum {OBJECTS = 1000};
	Fit			fit;
	Rng			rng;
	double		x[OBJECTS][D + 1],
				y[OBJECTS],
				gram[(D + 1) * (D + 1)] = {0},
				b[D + 1] = {0},
				w[D + 1],
				mse = 0;
	int			i,
				a,
				c;

	rng_seed(&rng, 11);
	fit_init(&fit);
	for (i = 0; i < OBJECTS; i++)
	{
		Judgments	object[D];
		double		z[D];

		y[i] = draw_object(&rng, z);
		held_out_often(&rng, z, count, object);
		judgment_moments_add(&fit.moments, object, y[i]);
		for (a = 0; a < D; a++)
			x[i][a] = object[a].mean;
		x[i][D] = 1;
		for (a = 0; a <= D; a++)
		{
			b[a] += x[i][a] * y[i];
			for (c = 0; c <= D; c++)
				gram[a * (D + 1) + c] += x[i][a] * x[i][c];
		}
	}
	jacobi_solve(gram, D + 1, b, w);
	for (i = 0; i < OBJECTS; i++)
	{
		double		error = y[i];

		for (a = 0; a <= D; a++)
			error -= w[a] * x[i][a];
		mse += error * error / OBJECTS;
	}
	fit_solve(&fit, count, 0);
	for (a = 0; a < D; a++)
		assert_true(fabs(fit.w[a] - w[a]) < 1e-9);
	assert_true(fabs(fit.intercept - w[D]) < 1e-9);
	assert_true(fabs(fit.mse - mse) < 1e-9);
	fit_free(&fit);
}

/*
 * Without noise, attributes 1 and 2 equal attribute 0: the minimum norm shares
 * the weight.  Ridge on top: (3 s + lambda) w = s, s the variance.
 */
static void
test_singular_and_ridge(void **state)
{
	static const int64 repeats[D] = {1, 2, 3, 0};
	Fit			fit;
	Rng			rng;
	double		s = 0,
				mean = 0;
	int			i,
				a,
				j;

	rng_seed(&rng, 12);
	fit_init(&fit);
	for (i = 0; i < 50; i++)
	{
		Judgments	object[D];
		double		z = rng_unit(&rng);

		memset(object, 0, sizeof(object));
		for (a = 0; a < D; a++)
			for (j = 0; j < 2; j++)
				judgments_add(&object[a], a < 3 ? z : 7);
		judgment_moments_add(&fit.moments, object, 3 * z + 1);
		mean += z / 50;
		s += z * z / 50;
	}
	s -= mean * mean;
	fit_solve(&fit, repeats, 0);
	for (a = 0; a < D; a++)
		assert_true(fabs(fit.w[a] - (a < 3)) < 1e-9);
	assert_true(fabs(fit.intercept - 1) < 1e-9);
	assert_true(fabs(fit.mse) < 1e-12);

	fit_solve(&fit, repeats, 0.5);
	for (a = 0; a < 3; a++)
		assert_true(fabs(fit.w[a] - 3 * s / (3 * s + 0.5)) < 1e-9);
	/* (3 - sum of w)^2 s */
	assert_true(fabs(fit.mse - s * pow(3 - 9 * s / (3 * s + 0.5), 2)) < 1e-12);

	/* nothing bought: the mean */
	fit_solve(&fit, (const int64[D]) {0}, 0);
	assert_true(fit.w[0] == 0 && fabs(fit.intercept - (3 * mean + 1)) < 1e-12);
	assert_true(fabs(fit.mse - 9 * s) < 1e-12);
	fit_free(&fit);
}

/*
 * Theorem 3.1: from two judgments of each, the projected loss of r, of fewer
 * judgments and of many more, tends to the loss that judging r times has; and
 * the predictor has that loss on new objects.  Mean absolute deviations over
 * REPLICATES samples must fall as one over the root of the objects: 64 times
 * the objects, an eighth.
 */
#define REPLICATES 60

static void
test_projected_loss_converges(void **state)
{
	static const int64 two[D] = {2, 2, 2, 2};
	static const int64 repeats[][D] = {{1, 1, 1, 1}, {5, 0, 1, 9}, {0, 0, 0, 3}, {30, 20, 10, 50}};
	Fit			fit;
	int			which;
	int			all = getenv("AER_QUICK") ? 1 : 4;

	fit_init(&fit);
	for (which = 0; which < all; which++)
	{
		double		truth = population_loss(repeats[which]);
		double		variance = population_loss((const int64[D]) {0});
		double		deviation[2] = {0, 0};
		int			size,
					t;
		double		sum = 0,
					squares = 0,
					measured,
					se;
		Rng			rng;

		rng_seed(&rng, 50 + which);
		for (size = 0; size < 2; size++)
			for (t = 0; t < REPLICATES; t++)
			{
				fill(&fit, size ? 12800 : 200, two, &rng);
				fit_solve(&fit, repeats[which], 0);
				deviation[size] += fabs(fit.mse - truth) / REPLICATES;
			}

		/* the last predictor, on new objects with r judgments */
		for (t = 0; t < 40000; t++)
		{
			Judgments	object[D];
			double		z[D],
						means[D],
						error;
			double		y = draw_object(&rng, z);
			int			a;

			held_out_often(&rng, z, repeats[which], object);
			for (a = 0; a < D; a++)
				means[a] = object[a].mean;
			error = pow(y - predict(&fit, means), 2);
			sum += error;
			squares += error * error;
		}
		measured = sum / t;
		se = sqrt((squares / t - measured * measured) / t);
		print_message("loss %.4f; projected from 200 objects within %.4f, from 12800 within %.4f; "
					  "measured %.4f, standard error %.4f\n",
					  truth, deviation[0], deviation[1], measured, se);

		/* the ratio of two means of 60 deviations is known to about 14 % */
		assert_true(deviation[1] < deviation[0] / 4.5);
		assert_true(deviation[1] < 0.02 * variance);
		/* a predictor from 12800 objects has about 1 + 4 / 12800 of the loss */
		assert_true(fabs(measured - truth) < 4.5 * se + 0.005 * truth);
	}
	fit_free(&fit);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_is_least_squares),
		cmocka_unit_test(test_singular_and_ridge),
		cmocka_unit_test(test_projected_loss_converges),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
