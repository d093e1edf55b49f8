/*
 * test_fit.c
 *		Fits from complete moments against textbook solutions by other routes:
 *		least squares, ridge, lasso; radius; odd input.
 */
#include "test.h"

#include "dense_solve.h"
#include "moment_state.h"
#include "near.h"
#include "work.h"

#define FOLDS 5
#define MOST 16

typedef struct Data
{
	uint32		d;
	uint32		rows;
	double	   *x;
	double	   *y;
} Data;

/* Correlated attributes with means and unlike scales, and a noisy target. */
static void
data_new(Data *data, uint32 d, uint32 rows, uint64 seed)
{
	Rng			rng;

	rng_seed(&rng, seed);
	data->d = d;
	data->rows = rows;
	data->x = malloc(sizeof(double) * d * rows);
	data->y = malloc(sizeof(double) * rows);
	for (uint32 t = 0; t < rows; t++)
	{
		double		common = normal(&rng);

		data->y[t] = 3 + normal(&rng);
		for (uint32 i = 0; i < d; i++)
		{
			double		z = common + normal(&rng);

			data->x[t * d + i] = 5 + (i + 1) * z;
			data->y[t] += (i % 3 == 0 ? 1.0 : 0.1) * z;
		}
	}
}

static void
data_free(Data *data)
{
	free(data->x);
	free(data->y);
}

static void
complete_moments(Moments *m, const Data *data, uint32 folds)
{
	state_new(m, data->d, folds, true, NULL);
	for (uint32 t = 0; t < data->rows; t++)
		state_add(m, t % folds, NULL, data->x + (size_t) t * data->d, data->d, data->y[t]);
}

static Status
fit(Moments *m, Penalty penalty, bool own, double lambda, double radius, Output *result,
	double *weight)
{
	FitOptions	options = {.penalty = penalty, .own_units = own, .lambda = lambda, .radius = radius};

	moments_settle(m);
	result->weight = weight;
	return STATUS_OF(test_work(), fit_moments(test_work(), m, &options, NULL, result));
}

/* Covariances with divisor rows, in two passes. */
static void
covariances(const Data *data, double *mean, double *y_mean, double *s, double *b)
{
	uint32		d = data->d;

	*y_mean = 0;
	memset(mean, 0, sizeof(double) * d);
	memset(s, 0, sizeof(double) * d * d);
	memset(b, 0, sizeof(double) * d);
	for (uint32 t = 0; t < data->rows; t++)
	{
		*y_mean += data->y[t] / data->rows;
		for (uint32 i = 0; i < d; i++)
			mean[i] += data->x[t * d + i] / data->rows;
	}
	for (uint32 t = 0; t < data->rows; t++)
		for (uint32 i = 0; i < d; i++)
		{
			double		x = (data->x[t * d + i] - mean[i]) / data->rows;

			b[i] += x * (data->y[t] - *y_mean);
			for (uint32 j = 0; j < d; j++)
				s[i * d + j] += x * (data->x[t * d + j] - mean[j]);
		}
}

static void
least_squares(void **state)
{
	for (uint32 d = 1; d <= 12; d++)
	{
		Data		data;
		Moments		m;
		Output	got;
		double		weight[MOST];
		double		want[MOST];
		double		intercept;

		data_new(&data, d, 300, d);
		complete_moments(&m, &data, FOLDS);
		dense_least_squares(data.x, data.y, data.rows, d, want, &intercept);
		for (int own = 0; own < 2; own++)
		{
			assert_int_equal(fit(&m, PENALTY_NONE, own, NAN, INFINITY, &got, weight), KERNEL_OK);
			assert_true(got.lambda == 0 && got.alpha == 1 && got.tuned && !got.link.logistic);
			for (uint32 i = 0; i < d; i++)
				assert_near(weight[i], want[i], 1e-9 * fabs(want[i]) + 1e-10);
			assert_near(got.intercept, intercept, 1e-9 * fabs(intercept));
		}
		state_free(&m);
		data_free(&data);
	}
}

static void
ridge(void **state)
{
	Data		data;
	Moments		m;
	double		mean[MOST];
	double		s[MOST * MOST];
	double		b[MOST];
	double		y_mean;

	data_new(&data, 9, 200, 4);
	complete_moments(&m, &data, 1);
	for (int own = 0; own < 2; own++)
		for (double lambda = 1e-3; lambda < 1e3; lambda *= 10)
		{
			Output	got;
			double		weight[MOST];
			double		intercept;

			covariances(&data, mean, &y_mean, s, b);
			for (int i = 0; i < 9; i++)
				s[i * 9 + i] += lambda * (own ? s[i * 9 + i] * 200 / 199 : 1);
			dense_solve(s, b, 9);
			assert_int_equal(fit(&m, PENALTY_RIDGE, own, lambda, INFINITY, &got, weight), KERNEL_OK);
			intercept = y_mean;
			for (int i = 0; i < 9; i++)
			{
				assert_near(weight[i], b[i], 1e-9 * fabs(b[i]) + 1e-11);
				intercept -= b[i] * mean[i];
			}
			assert_near(got.intercept, intercept, 1e-9);
			assert_true(got.alpha == 1 && got.lambda == lambda && !got.tuned);
		}
	state_free(&m);
	data_free(&data);
}

/* With the radius binding: on the sphere, and the gradient along -w. */
static void
ridge_radius(void **state)
{
	Data		data;
	Moments		m;
	double		mean[MOST];
	double		s[MOST * MOST];
	double		b[MOST];
	double		y_mean;
	Output	got;
	double		weight[MOST];
	double		free_norm = 0;

	data_new(&data, 6, 200, 8);
	complete_moments(&m, &data, FOLDS);
	covariances(&data, mean, &y_mean, s, b);
	fit(&m, PENALTY_NONE, false, 0, INFINITY, &got, weight);
	for (int i = 0; i < 6; i++)
		free_norm += weight[i] * weight[i];
	free_norm = sqrt(free_norm);
	for (double share = 0.01; share < 2; share *= 3)
	{
		double		norm = 0;
		double		mu;

		assert_int_equal(fit(&m, PENALTY_RIDGE, false, NAN, share * free_norm, &got, weight), KERNEL_OK);
		for (int i = 0; i < 6; i++)
			norm += weight[i] * weight[i];
		norm = sqrt(norm);
		assert_near(norm, Min(share, 1) * free_norm, 1e-8 * free_norm);
		mu = 0;
		for (int i = 0; i < 6; i++)
		{
			double		slope = b[i];

			for (int j = 0; j < 6; j++)
				slope -= s[i * 6 + j] * weight[j];
			if (i == 0)
				mu = slope / weight[0];
			assert_near(slope, mu * weight[i], 1e-8 * (1 + fabs(slope)));
		}
		assert_true(share > 1 ? fabs(mu) < 1e-8 : mu > 0);
	}
	state_free(&m);
	data_free(&data);
}

/* The conditions for a minimum of 1/2 u'Cu - c'u + lambda |u|_1, u = unit w. */
static void
check_kkt(const Data *data, const double *weight, double lambda, bool own, double tolerance)
{
	uint32		d = data->d;
	double		mean[MOST];
	double		s[MOST * MOST];
	double		b[MOST];
	double		y_mean;

	covariances(data, mean, &y_mean, s, b);
	for (uint32 i = 0; i < d; i++)
	{
		double		slope = b[i];
		double		unit = own ? sqrt(s[i * d + i] * data->rows / (data->rows - 1)) : 1;

		for (uint32 j = 0; j < d; j++)
			slope -= s[i * d + j] * weight[j];
		slope /= unit;
		if (weight[i] != 0)
			assert_near(slope, weight[i] > 0 ? lambda : -lambda, tolerance);
		else
			assert_true(fabs(slope) <= lambda + tolerance);
	}
}

static void
lasso(void **state)
{
	for (uint64 seed = 0; seed < 5; seed++)
		for (int own = 0; own < 2; own++)
		{
			Data		data;
			Moments		m;
			bool		sparse = false;

			data_new(&data, 12, 150, 100 + seed);
			complete_moments(&m, &data, FOLDS);
			for (double lambda = 30; lambda > 1e-3; lambda /= 3)
			{
				Output	got;
				double		weight[MOST];
				int			zeros = 0;

				assert_int_equal(fit(&m, PENALTY_LASSO, own, lambda, INFINITY, &got, weight), KERNEL_OK);
				check_kkt(&data, weight, lambda, own, 1e-7);
				for (int i = 0; i < 12; i++)
					zeros += weight[i] == 0;
				sparse |= zeros > 0 && zeros < 12;
			}
			assert_true(sparse);
			state_free(&m);
			data_free(&data);
		}
}

/*
 * Three attributes: the best of all 27 patterns of signs, each solved as a
 * linear system and kept if its signs agree.
 */
static void
lasso_brute_force(void **state)
{
	for (uint64 seed = 0; seed < 40; seed++)
	{
		Data		data;
		Moments		m;
		double		mean[3];
		double		s[9];
		double		b[3];
		double		y_mean;
		double		lambda = 0.02 * (seed + 1);
		double		best = 0;
		double		want[3] = {0, 0, 0};
		Output	got;
		double		weight[3];

		data_new(&data, 3, 25, 1000 + seed);
		covariances(&data, mean, &y_mean, s, b);
		for (int pattern = 0; pattern < 27; pattern++)
		{
			int			sign[3] = {pattern % 3 - 1, pattern / 3 % 3 - 1, pattern / 9 - 1};
			double		a[9];
			double		u[3];
			double		value = 0;
			bool		agrees = true;

			for (int i = 0; i < 3; i++)
			{
				for (int j = 0; j < 3; j++)
					a[i * 3 + j] = sign[i] != 0 && sign[j] != 0 ? s[i * 3 + j] : i == j;
				u[i] = sign[i] != 0 ? b[i] - sign[i] * lambda : 0;
			}
			dense_solve(a, u, 3);
			for (int i = 0; i < 3; i++)
			{
				agrees &= sign[i] * u[i] > 0 || (sign[i] == 0 && u[i] == 0);
				value += lambda * fabs(u[i]) - b[i] * u[i];
				for (int j = 0; j < 3; j++)
					value += 0.5 * u[i] * s[i * 3 + j] * u[j];
			}
			if (agrees && value < best)
			{
				best = value;
				memcpy(want, u, sizeof(want));
			}
		}
		complete_moments(&m, &data, 1);
		assert_int_equal(fit(&m, PENALTY_LASSO, false, lambda, INFINITY, &got, weight), KERNEL_OK);
		for (int i = 0; i < 3; i++)
			assert_near(weight[i], want[i], 1e-7);
		state_free(&m);
		data_free(&data);
	}
}

static void
lasso_radius(void **state)
{
	Data		data;
	Moments		m;
	double		most = 0;
	Output	got;
	double		weight[MOST];

	data_new(&data, 10, 150, 5);
	complete_moments(&m, &data, FOLDS);
	fit(&m, PENALTY_LASSO, false, 0, INFINITY, &got, weight);
	for (int i = 0; i < 10; i++)
		most += fabs(weight[i]);
	for (double share = 0.01; share < 2; share *= 2.5)
	{
		double		norm = 0;

		assert_int_equal(fit(&m, PENALTY_LASSO, false, NAN, share * most, &got, weight), KERNEL_OK);
		for (int i = 0; i < 10; i++)
			norm += fabs(weight[i]);
		assert_near(norm, Min(share, 1) * most, 1e-6 * most);
		check_kkt(&data, weight, got.lambda, false, 1e-6);
	}
	state_free(&m);
	data_free(&data);
}

/* A duplicated attribute shares the weight, a constant one has none. */
static void
singular(void **state)
{
	Data		data;
	Moments		m;
	double		x[3];
	Output	got;
	double		weight[3];
	double		want;
	double		intercept;

	data_new(&data, 1, 50, 6);
	state_new(&m, 3, FOLDS, true, NULL);
	for (uint32 t = 0; t < 50; t++)
	{
		x[0] = x[1] = data.x[t];
		x[2] = 0.1;
		state_add(&m, t % FOLDS, NULL, x, 3, data.y[t]);
	}
	dense_least_squares(data.x, data.y, 50, 1, &want, &intercept);
	assert_int_equal(fit(&m, PENALTY_NONE, false, 0, INFINITY, &got, weight), KERNEL_OK);
	assert_near(weight[0], want / 2, 1e-9);
	assert_near(weight[1], want / 2, 1e-9);
	assert_true(weight[2] == 0);
	assert_near(got.intercept, intercept, 1e-9);
	assert_int_equal(fit(&m, PENALTY_LASSO, false, 1e-6, INFINITY, &got, weight), KERNEL_OK);
	assert_near(weight[0] + weight[1], want, 1e-4);
	assert_true(weight[2] == 0);
	state_free(&m);
	data_free(&data);
}

/*
 * What is small is not constant: deviations of a hundred-thousandth of the size, and a
 * slope that explains a hundredth of a percent of the target, are learned.
 */
static void
small_effects(void **state)
{
	enum
	{
		ROWS = 4000
	};
	double	   *x = malloc(sizeof(double) * ROWS);
	double	   *y = malloc(sizeof(double) * ROWS);
	Rng			rng;

	for (int k = 0; k < 2; k++)
	{
		double		offset = k == 0 ? 1e4 : 0;
		Moments		m;
		Output	got;
		double		weight[1];
		double		want;
		double		intercept;

		rng_seed(&rng, 9);
		state_new(&m, 1, FOLDS, true, NULL);
		for (int t = 0; t < ROWS; t++)
		{
			double		z = normal(&rng);

			x[t] = offset + (k == 0 ? 0.1 : 1) * z;
			y[t] = (k == 0 ? 1 : 0.08) * z + normal(&rng);
			state_add(&m, t % FOLDS, NULL, x + t, 1, y[t]);
		}
		dense_least_squares(x, y, ROWS, 1, &want, &intercept);
		for (int own = 0; own < 2; own++)
		{
			assert_int_equal(fit(&m, PENALTY_RIDGE, own, NAN, INFINITY, &got, weight), KERNEL_OK);
			/* the length is the posterior's: no longer, and not nothing */
			assert_true(weight[0] / want > 0.1 && weight[0] / want < 1.1);
		}
		state_free(&m);
	}
	free(x);
	free(y);
}

/* The sums of copies of an attribute are rounded unlike: what is left of their difference is nothing. */
static void
copies_far_from_zero(void **state)
{
	enum
	{
		D = 6, ROWS = 5000
	};
	double		x[D];
	double	   *first = malloc(sizeof(double) * ROWS);
	double	   *y = malloc(sizeof(double) * ROWS);
	double		weight[D];
	double		want;
	double		intercept;
	double		sum = 0;
	Moments		m;
	Output	got;
	Rng			rng;

	rng_seed(&rng, 10);
	state_new(&m, D, FOLDS, true, NULL);
	for (int t = 0; t < ROWS; t++)
	{
		first[t] = 1000 + normal(&rng);
		y[t] = first[t] + normal(&rng);
		for (int i = 0; i < D; i++)
			x[i] = first[t] * (1 + i / 7.0);
		state_add(&m, t % FOLDS, NULL, x, D, y[t]);
	}
	dense_least_squares(first, y, ROWS, 1, &want, &intercept);
	assert_int_equal(fit(&m, PENALTY_NONE, false, 0, INFINITY, &got, weight), KERNEL_OK);
	for (int i = 0; i < D; i++)
	{
		sum += weight[i] * (1 + i / 7.0);
		assert_true(fabs(weight[i]) < 1);
	}
	/* (1000)^2 eps of a variance of 1, times the rows' rounding */
	assert_near(sum, want, 1e-6);
	state_free(&m);
	free(first);
	free(y);
}

/* One row, two rows, fewer than folds, a constant target: finite and sensible. */
static void
little_data(void **state)
{
	for (int complete = 0; complete < 2; complete++)
		for (int penalty = 0; penalty < 2; penalty++)
			for (uint32 rows = 1; rows < 14; rows++)
				for (int constant = 0; constant < 2; constant++)
				{
					Data		data;
					Moments		m;
					Output	got;
					double		weight[MOST];
					double		mean = 0;
					uint32		all[8] = {0, 1, 2, 3, 4, 5, 6, 7};

					data_new(&data, 8, rows, rows);
					state_new(&m, 8, FOLDS, complete, NULL);
					for (uint32 t = 0; t < rows; t++)
					{
						data.y[t] = constant ? 0.1 : data.y[t];
						mean += data.y[t] / rows;
						state_add(&m, t % FOLDS, all, data.x + t * 8, 8, data.y[t]);
					}
					assert_int_equal(fit(&m, penalty, false, NAN, INFINITY, &got, weight), KERNEL_OK);
					assert_true(got.tuned == (rows >= 2 * FOLDS));
					if (rows < 2 * FOLDS)
					{
						double		alpha = complete || penalty == PENALTY_LASSO ? 1 :
							rows / (rows + 20.0);

						assert_true(got.alpha == alpha && isnan(got.forecast));
					}
					assert_true(got.link.low <= got.link.high && !got.link.logistic);
					assert_true(got.link.two_valued == (rows == 2 && !constant));
					assert_true(isfinite(got.intercept));
					for (int i = 0; i < 8; i++)
						assert_true(isfinite(weight[i]) &&
									((rows > 1 && !constant) || weight[i] == 0));
					if (rows == 1 || constant)
						assert_near(got.intercept, mean, 1e-12);
					state_free(&m);
					data_free(&data);
				}
}

/* Cross-validation of complete moments against fitting and predicting rows. */
static void
complete_path(void **state)
{
	double		lambdas[3] = {0.1, 3, 50};
	Data		data;
	Moments		m;
	PathPoint	point[3];

	data_new(&data, 5, 60, 21);
	complete_moments(&m, &data, FOLDS);
	fit_path(test_work(), &m, &(FitOptions) {.penalty = PENALTY_RIDGE}, lambdas, 3, point);
	for (int g = 0; g < 3; g++)
	{
		double		sum = 0;
		double		squares = 0;
		double		spread;

		for (uint32 f = 0; f < FOLDS; f++)
		{
			Data		rest = {5, 0, malloc(sizeof(double) * 300), malloc(sizeof(double) * 60)};
			double		mean[5];
			double		s[25];
			double		b[5];
			double		y_mean;
			double		part = 0;

			for (uint32 t = 0; t < 60; t++)
				if (t % FOLDS != f)
				{
					memcpy(rest.x + rest.rows * 5, data.x + t * 5, 5 * sizeof(double));
					rest.y[rest.rows++] = data.y[t];
				}
			covariances(&rest, mean, &y_mean, s, b);
			for (int i = 0; i < 5; i++)
				s[i * 5 + i] += lambdas[g];
			dense_solve(s, b, 5);
			for (uint32 t = f; t < 60; t += FOLDS)
			{
				double		error = y_mean - data.y[t];

				for (int i = 0; i < 5; i++)
					error += b[i] * (data.x[t * 5 + i] - mean[i]);
				part += error * error / 60;
			}
			sum += part;
			squares += part * part;
			data_free(&rest);
		}
		assert_near(point[g].cv_mse, sum, 1e-9 * sum);
		/* of a sum of as many parts as there are folds */
		spread = (squares - sum * sum / FOLDS) / (FOLDS - 1);
		assert_near(point[g].cv_se, sqrt(FOLDS * spread), 1e-7 * sum);
		assert_int_equal(point[g].nonzero, 5);
		assert_true(point[g].alpha == 1 && point[g].lambda == lambdas[g]);
	}
	for (int g = 0; g < 3; g++)
		for (int h = 0; h < 3; h++)
			assert_true(!point[g].chosen || point[g].cv_mse <= point[h].cv_mse);
	assert_int_equal(point[0].chosen + point[1].chosen + point[2].chosen, 1);
	state_free(&m);
	data_free(&data);
}

/* The middle of the path by default: half the trace over the root of d rows. */
static void
complete_default(void **state)
{
	Data		data;
	Moments		m;
	double		mean[5];
	double		s[25];
	double		b[5];
	double		y_mean;

	data_new(&data, 5, 60, 22);
	complete_moments(&m, &data, FOLDS);
	covariances(&data, mean, &y_mean, s, b);
	for (int own = 0; own < 2; own++)
	{
		uint32		count = lambda_search_points(&m, PENALTY_RIDGE);
		PathPoint  *point = malloc(sizeof(PathPoint) * count);
		double		trace = 0;
		double		want;

		for (int i = 0; i < 5; i++)
			trace += own ? 59.0 / 60 : s[i * 5 + i];
		want = 0.5 * trace / sqrt(5 * 60);
		fit_path(test_work(), &m, &(FitOptions) {.penalty = PENALTY_RIDGE, .own_units = own}, NULL, count, point);
		assert_near(point[lambda_search_default(&m, PENALTY_RIDGE)].lambda, want, 1e-12 * want);
		free(point);
	}
	state_free(&m);
	data_free(&data);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(least_squares),
		cmocka_unit_test(ridge),
		cmocka_unit_test(ridge_radius),
		cmocka_unit_test(lasso),
		cmocka_unit_test(lasso_brute_force),
		cmocka_unit_test(lasso_radius),
		cmocka_unit_test(singular),
		cmocka_unit_test(small_effects),
		cmocka_unit_test(copies_far_from_zero),
		cmocka_unit_test(little_data),
		cmocka_unit_test(complete_path),
		cmocka_unit_test(complete_default),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
