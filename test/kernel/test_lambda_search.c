/*
 * test_lambda_search.c
 *		Ridge from moments: the folds' measures by their definitions, choices,
 *		forecasts that hold on new rows, units that change nothing, odd input.
 */
#include "test.h"

#include <stdio.h>

#include "moment_state.h"
#include "near.h"
#include "work.h"

#define FOLDS 5
#define MOST 16

typedef enum Kind
{
	NUMBER,						/* a number with noise */
	TWO_VALUES,					/* -1 or 1, by the sign of it */
	NOISE						/* nothing to learn */
} Kind;

static double
draw_row(Rng *rng, uint32 d, Kind kind, double *x)
{
	double		common = normal(rng);
	double		y = 0.7 * normal(rng);

	for (uint32 i = 0; i < d; i++)
	{
		x[i] = 1 + common * (i % 2) + normal(rng) * (1 + 0.2 * i);
		y += kind == NOISE ? 0 : (x[i] - 1) * (0.5 - 0.1 * i);
	}
	return kind == TWO_VALUES ? (y > 0 ? 1 : -1) : y;
}

static void
sample_scaled(Moments *m, uint32 d, uint32 budget, uint32 folds, uint32 rows, Kind kind,
			  uint64 seed, double x_unit, double y_unit)
{
	double		x[MOST];
	Design		design;
	Rng			rng;

	rng_seed(&rng, seed);
	design_init(test_work(), &design, d, budget, folds, seed);
	state_new(m, d, folds, design_reads_all(&design), NULL);
	for (uint32 t = 0; t < rows; t++)
	{
		double		y = draw_row(&rng, d, kind, x);

		for (uint32 i = 0; i < d; i++)
			x[i] *= x_unit;
		state_add_planned(m, &design, t, x, y * y_unit);
	}
	moments_settle(m);
}

static void
sample(Moments *m, uint32 d, uint32 budget, uint32 rows, Kind kind, uint64 seed)
{
	sample_scaled(m, d, budget, FOLDS, rows, kind, seed, 1, 1);
}

static Status
fit(Moments *m, Penalty penalty, bool own, double lambda, Output *result, double *weight)
{
	FitOptions	options = {.penalty = penalty, .own_units = own, .lambda = lambda, .radius = INFINITY};

	result->weight = weight;
	return STATUS_OF(test_work(), fit_moments(test_work(), m, &options, NULL, result));
}

/* w'Rw of the estimate at hand. */
static double
rest_of_score(const Estimate *e, const double *w, int d)
{
	double		matrix[MOST * MOST];
	double		sum = 0;

	estimate_covariance(e, matrix);
	for (int i = 0; i < d; i++)
		for (int j = i; j < d; j++)
			sum += (i == j ? 1 : 2) * w[i] * w[j] * matrix[i * d + j];
	return sum;
}

/*
 * What the fit to the other folds measures on the last: lin, rho and nu from
 * the rows themselves (the square is in test_estimate.c), for weights stretched
 * to w'beta = 1; kappa, and the pooled target's variance, over all folds; and on how
 * many looks the score rests, each attribute for itself or several to a look.
 */
static void
measures(void **state)
{
	enum
	{
		D = 6, K = 3, ROWS = 150, LAST = FOLDS - 1, LOOKS = 3
	};
	static const uint32 first[LOOKS + 1] = {0, 1, 4, D};
	static const Looks looks = {.n = LOOKS,.bought = LOOKS,.d = D,.first = first};

	for (int own = 0; own < 2; own++)
	{
		uint32		plan[D];
		double		x[D];
		double		w[D];
		double		lin[D];
		double		expected[D];
		double		squares = 0;
		double		rows = 0;
		double		quadratic;
		double		nu = 0;
		double		stretch = 0;
		double		v_all = 0;
		double		p[D] = {0};		/* of looks */
		double		sum = 0;
		double		sum_of_squares = 0;
		const Estimate *e;
		const FoldMeasure *got;
		Moments		m;
		LambdaSearch search;
		FoldJudge  *judge = &search.judge;
		Shrinkage		scale;
		Design		design;
		Rng			rng;

		sample(&m, D, K, ROWS, NUMBER, 7);
		lambda_search_init(test_work(), &search, &m, PENALTY_RIDGE, own, NULL, own ? &looks : NULL, 1);
		lambda_search_folds(&search, NULL, lambda_search_default(&m, PENALTY_RIDGE));
		fold_judge_shrinkage(judge, 0, 0, true, &scale);
		e = judge->estimate;
		got = &judge->measure[LAST];
		assert_near(search.lambda[0], (own ? 0.5 : 0.25) * e->edge, 1e-14 * e->edge);

		for (int i = 0; i < D; i++)
			stretch += judge->weight[i] * e->slope[i];
		for (int i = 0; i < D; i++)
		{
			w[i] = judge->weight[i] / stretch;
			lin[i] = 0;
			/* uniform draws: the share of the fold's looks is that of its rows */
			expected[i] = moments_attribute(&m, i, FOLDS).n * m.fold[LAST].rows / ROWS;
		}
		design_init(test_work(), &design, D, K, FOLDS, 7);
		rng_seed(&rng, 7);
		for (uint32 t = 0; t < ROWS; t++)
		{
			double		y = draw_row(&rng, D, NUMBER, x) - e->y_mean;

			if (design_fold_key(&design, t) != LAST)
				continue;
			rows++;
			squares += y * y;
			design_plan_key(&design, t, plan);
			for (int k = 0; k < K; k++)
			{
				int			i = plan[k];
				double		beta = e->slope[i] * e->count[i] / (e->count[i] + 20);

				lin[i] += (x[i] - e->centre[i] - beta * y) * y / expected[i];
			}
		}
		for (int i = 0; i < D; i++)
		{
			double		seen = e->count[i] / e->rows;

			lin[i] += e->slope[i] * e->count[i] / (e->count[i] + 20) * squares / rows;
			lin[0] = i == 0 ? w[0] * lin[0] : lin[0] + w[i] * lin[i];
			nu += w[i] * w[i] * e->variance[i] * e->unit[i] * e->unit[i] * (1 - seen) / seen;
		}
		for (int i = 0; i < D; i++)
			p[!own ? i : i < 1 ? 0 : i < 4 ? 1 : 2] += w[i] * w[i] * e->variance[i] * e->unit[i] * e->unit[i];
		for (int l = 0; l < D; l++)
		{
			sum += p[l];
			sum_of_squares += p[l] * p[l];
		}
		quadratic = rest_of_score(e, w, D);

		for (int f = 0; f < FOLDS; f++)
		{
			/* about the mean of the other folds */
			double		others = 0;
			double		y = 0;

			for (int g = 0; g < FOLDS; g++)
				if (g != f)
				{
					others += m.fold[g].rows;
					y += moments_fold_target(&m, g).y;
				}
			y /= others;
			v_all += (moments_fold_target(&m, f).yy - 2 * y * moments_fold_target(&m, f).y + m.fold[f].rows * y * y) / ROWS;
		}
		assert_near(judge->unit, v_all, 1e-12 * v_all);
		assert_near(got->variance * v_all, squares / rows, 1e-11 * v_all);
		assert_near(got->share, rows / ROWS, 1e-15);
		assert_near(got->lin * v_all, lin[0], 1e-10 * v_all);
		assert_near(got->rest * v_all, Max(Min(e->sparsity, 10), 1) * quadratic, 1e-10 * v_all);
		assert_near(got->looks * v_all, nu, 1e-10 * v_all);
		assert_near(got->terms, sum * sum / sum_of_squares, 1e-10);
		assert_true(got->terms >= 1.01 && got->terms < (own ? 3 : 6));
		assert_near(judge->kappa, K / (K - 1.0), 1e-12);
		assert_true(got->found);
		state_free(&m);
	}
}

/*
 * Where pairs are rare the guess at what the target leaves is raised, but ten
 * times at most: 16 rows of 2 looks at 16 attributes are 26 pairs of 240.
 */
static void
rare_pairs(void **state)
{
	enum
	{
		D = 16, K = 2, ROWS = 16
	};
	double		quadratic;
	double		stretch = 0;
	const Estimate *e;
	Moments		m;
	LambdaSearch search;
	FoldJudge  *judge = &search.judge;
	Shrinkage		scale;

	sample(&m, D, K, ROWS, NUMBER, 3);
	lambda_search_init(test_work(), &search, &m, PENALTY_RIDGE, false, NULL, NULL, 1);
	lambda_search_folds(&search, NULL, lambda_search_default(&m, PENALTY_RIDGE));
	fold_judge_shrinkage(judge, 0, 0, true, &scale);
	e = judge->estimate;
	assert_true(e->sparsity > 20);
	for (int i = 0; i < D; i++)
		stretch += judge->weight[i] * e->slope[i];
	quadratic = rest_of_score(e, judge->weight, D) / (stretch * stretch);
	assert_near(judge->measure[FOLDS - 1].rest * judge->unit, 10 * quadratic, 1e-10 * quadratic);
	state_free(&m);
}

/* The lasso's lambdas: 0.7^k of the least that leaves nothing; the default is the tenth down. */
static void
lasso_lambdas(void **state)
{
	PathPoint	point[20];
	double		first;
	Moments		m;

	sample(&m, 6, 3, 400, NUMBER, 4);
	assert_int_equal(lambda_search_points(&m, PENALTY_LASSO), 20);
	assert_int_equal(lambda_search_default(&m, PENALTY_LASSO), 10);
	fit_path(test_work(), &m, &(FitOptions) {.penalty = PENALTY_LASSO}, NULL, 20, point);
	first = point[0].lambda;
	for (int k = 0; k < 20; k++)
		assert_near(point[k].lambda, first * pow(0.7, k), 1e-12 * first);
	state_free(&m);
}

/* Complete moments: the plain means, nothing from looking. */
static void
measures_complete(void **state)
{
	enum
	{
		D = 4, ROWS = 60, LAST = FOLDS - 1
	};
	static const double lambda = 0.3;
	double		x[D];
	double		lin = 0;
	double		square = 0;
	double		reduced = 0;
	double		rows = 0;
	double		stretch = 0;
	double		products[D] = {0};
	const Estimate *e;
	const FoldMeasure *got;
	Moments		m;
	LambdaSearch search;
	FoldJudge  *judge = &search.judge;
	Shrinkage		scale;
	Design		design;
	Rng			rng;

	sample(&m, D, D, ROWS, NUMBER, 3);
	lambda_search_init(test_work(), &search, &m, PENALTY_RIDGE, false, NULL, NULL, 1);
	lambda_search_folds(&search, &lambda, 0);
	fold_judge_shrinkage(judge, 0, 0, true, &scale);
	e = judge->estimate;
	got = &judge->measure[LAST];
	for (int i = 0; i < D; i++)
		stretch += judge->weight[i] * e->slope[i];
	design_init(test_work(), &design, D, D, FOLDS, 3);
	rng_seed(&rng, 3);
	for (uint32 t = 0; t < ROWS; t++)
	{
		double		y = draw_row(&rng, D, NUMBER, x) - e->y_mean;
		double		score = 0;
		bool		last = design_fold_key(&design, t) == LAST;

		for (int i = 0; i < D; i++)
			score += judge->weight[i] / stretch * (x[i] - e->centre[i]);
		lin += last ? score * y : 0;
		square += last ? score * score : 0;
		reduced += last ? 0 : score * score;
		rows += last;
		for (int i = 0; i < D; i++)
			products[i] += x[i] * y;
	}
	assert_near(got->lin * judge->unit, lin / rows, 1e-10 * judge->unit);
	assert_near(got->square * judge->unit, square / rows, 1e-10 * judge->unit);
	assert_near(got->rest * judge->unit, Max(reduced / (ROWS - rows) - e->y_variance, 0), 1e-10 * judge->unit);
	assert_true(got->looks == 0 && judge->kappa == 1);
	state_free(&m);
}

/* The fit is alpha times the score; its path has the same forecast, and chooses it. */
static void
path(void **state)
{
	double		weight[MOST];
	double		given[MOST];
	PathPoint	point[LAMBDA_SEARCH_DEFAULT_POINTS];
	int			chosen = 0;
	Output	got;
	Output	same;
	Moments		m;

	sample(&m, 8, 3, 400, TWO_VALUES, 11);
	assert_int_equal(fit(&m, PENALTY_RIDGE, true, NAN, &got, weight), KERNEL_OK);
	assert_int_equal(lambda_search_points(&m, PENALTY_RIDGE), 13);
	fit_path(test_work(), &m, &(FitOptions) {.penalty = PENALTY_RIDGE, .own_units = true}, NULL, 13, point);
	for (int g = 0; g < 13; g++)
	{
		assert_near(point[g].lambda, got.lambda * pow(2, g - 6), 1e-12 * point[g].lambda);
		assert_int_equal(point[g].nonzero, 8);
		chosen += point[g].chosen;
	}
	assert_true(chosen == 1 && point[6].chosen);
	assert_near(point[6].cv_mse, got.forecast, 1e-12);
	assert_near(point[6].cv_se, got.forecast_se, 1e-12);
	assert_near(point[6].alpha, got.alpha, 1e-12);
	assert_true(got.tuned && got.link.logistic && got.link.two_valued);
	assert_true(got.link.low == -1 && got.link.high == 1);

	/* lambdas given: each with its own forecast, the nearest to the default is chosen */
	{
		double		lambdas[3] = {got.lambda / 3, 1.4 * got.lambda, 0};

		fit_path(test_work(), &m, &(FitOptions) {.penalty = PENALTY_RIDGE, .own_units = true}, lambdas, 3, point);
		assert_true(!point[0].chosen && point[1].chosen && !point[2].chosen);
		for (int g = 0; g < 2; g++)
		{
			assert_int_equal(fit(&m, PENALTY_RIDGE, true, lambdas[g], &same, given), KERNEL_OK);
			assert_near(point[g].cv_mse, same.forecast, 1e-12);
			assert_near(point[g].alpha, same.alpha, 1e-12);
			assert_true(same.lambda == lambdas[g]);
		}
	}
	state_free(&m);
}

/* Of complete moments the lambda of the least forecast before scaling is taken. */
static void
complete_choice(void **state)
{
	for (uint64 seed = 0; seed < 10; seed++)
	{
		double		weight[MOST];
		PathPoint	point[LAMBDA_SEARCH_DEFAULT_POINTS];
		uint32		best = 8;
		double		middle;
		Output	got;
		Moments		m;

		sample(&m, 8, 8, 30 + 20 * seed, NUMBER, 70 + seed);
		fit_path(test_work(), &m, &(FitOptions) {.penalty = PENALTY_RIDGE}, NULL, 17, point);
		for (uint32 g = 0; g < 17; g++)
			if (point[g].cv_mse < point[best].cv_mse)
				best = g;
		assert_true(point[best].chosen);
		assert_int_equal(fit(&m, PENALTY_RIDGE, false, NAN, &got, weight), KERNEL_OK);
		assert_near(got.lambda, point[best].lambda, 1e-12 * got.lambda);
		assert_true(got.tuned && got.forecast > 0);
		middle = point[8].lambda;
		state_free(&m);

		/* without folds the middle, as the textbook has it */
		sample_scaled(&m, 8, 8, 1, 30 + 20 * seed, NUMBER, 70 + seed, 1, 1);
		assert_int_equal(fit(&m, PENALTY_RIDGE, false, NAN, &got, weight), KERNEL_OK);
		assert_true(got.alpha == 1 && !got.tuned && isnan(got.forecast));
		assert_near(got.lambda, middle, 1e-9 * middle);
		state_free(&m);
	}
}

/* Over the folds but skip, by rows. */
static double
by_rows(const FoldJudge *judge, const double *value, uint32 count, uint32 g, uint32 skip)
{
	double		sum = 0;
	double		share = 0;

	for (uint32 f = 0; f < FOLDS; f++)
	{
		sum += f == skip ? 0 : judge->share[f] * value[f * count + g];
		share += f == skip ? 0 : judge->share[f];
	}
	return sum / share;
}

/* E (w'(x - a))^2, not below w'Rw + max(lin^2 - s, 0) / v_y. */
static double
raised(const FoldJudge *judge, uint32 count, uint32 g, uint32 skip)
{
	double		lin = by_rows(judge, judge->lin, count, g, skip);
	double		mean = 0;
	double		s = 0;

	for (int f = 0; f < FOLDS; f++)
		mean += judge->lin[f * count + g] / FOLDS;
	for (int f = 0; f < FOLDS; f++)
		s += pow(judge->lin[f * count + g] - mean, 2) / (FOLDS - 1) / FOLDS;
	return Max(by_rows(judge, judge->square, count, g, skip),
			   by_rows(judge, judge->reduced, count, g, skip) +
			   Max(lin * lin - s, 0) / by_rows(judge, judge->variance, 1, 0, skip));
}

static double
ratio(const FoldJudge *judge, uint32 count, uint32 g, uint32 skip)
{
	double		x2 = raised(judge, count, g, skip);

	return x2 <= 0 ? 1 :
		Min(Max(by_rows(judge, judge->lin, count, g, skip) / x2, 0.3), 2);
}

/*
 * The lasso's factor and its choice among lambdas, by their definitions, for
 * numbers at random that what folds measure might be.
 */
static void
lasso_choice(void **state)
{
	enum
	{
		COUNT = 6, STANDING = 2
	};
	int			others = 0;
	int			scaled = 0;
	int			most = 0;
	int			least = 0;
	Moments		m;
	LambdaSearch search;
	FoldJudge  *judge = &search.judge;
	Rng			rng;

	rng_seed(&rng, 5);
	sample(&m, 3, 2, 60, NUMBER, 5);
	lambda_search_init(test_work(), &search, &m, PENALTY_LASSO, false, NULL, NULL, COUNT);
	for (int round = 0; round < 3000; round++)
	{
		double		noise = pow(10, -3 * rng_unit(&rng));
		PathPoint	point[COUNT];
		double		loss[COUNT][FOLDS];
		double		best = 0;
		int			chosen = STANDING;

		judge->unit = 1 + rng_unit(&rng);
		for (int f = 0; f < FOLDS; f++)
		{
			judge->share[f] = (f + 1) / 15.0;
			judge->variance[f] = 0.9 + 0.2 * rng_unit(&rng);
		}
		for (int g = 0; g < COUNT; g++)
		{
			double		lin = 0.8 * rng_unit(&rng);
			double		square = lin * (0.2 + 2.5 * rng_unit(&rng));
			double		reduced = square * rng_unit(&rng);

			for (int f = 0; f < FOLDS; f++)
			{
				judge->lin[f * COUNT + g] = lin + noise * (rng_unit(&rng) - 0.5);
				judge->square[f * COUNT + g] = square + noise * (rng_unit(&rng) - 0.5);
				judge->reduced[f * COUNT + g] = reduced + 0.1 * noise * rng_unit(&rng);
			}
		}
		lambda_search_choose(&search, STANDING, point);
		for (int g = 0; g < COUNT; g++)
		{
			double		alpha = ratio(judge, COUNT, g, FOLDS);
			double		mean = 0;
			double		error = 0;
			double		sum = 0;
			double		spread = 0;

			for (uint32 f = 0; f < FOLDS; f++)
				mean += ratio(judge, COUNT, g, f) / FOLDS;
			for (uint32 f = 0; f < FOLDS; f++)
				error += pow(ratio(judge, COUNT, g, f) - mean, 2) * (FOLDS - 1) / FOLDS;
			scaled += fabs(alpha - 1) > 3 * sqrt(error);
			alpha = fabs(alpha - 1) > 3 * sqrt(error) ? alpha : 1;
			most += alpha == 2;
			least += alpha == 0.3;
			for (int f = 0; f < FOLDS; f++)
			{
				loss[g][f] = judge->share[f] *
					(alpha * alpha * (judge->square[f * COUNT + g] + raised(judge, COUNT, g, FOLDS) -
									  by_rows(judge, judge->square, COUNT, g, FOLDS)) -
					 2 * alpha * judge->lin[f * COUNT + g] + judge->variance[f]);
				sum += loss[g][f];
			}
			for (int f = 0; f < FOLDS; f++)
				spread += pow(loss[g][f] - sum / FOLDS, 2) / (FOLDS - 1);
			assert_near(point[g].alpha, alpha, 1e-12);
			assert_near(point[g].cv_mse, judge->unit * sum, 1e-12);
			assert_near(point[g].cv_se, judge->unit * sqrt(FOLDS * spread), 1e-7);
		}
		for (int g = 0; g < COUNT; g++)
		{
			double		sum = 0;
			double		spread = 0;

			for (int f = 0; f < FOLDS; f++)
				sum += loss[g][f] - loss[STANDING][f];
			for (int f = 0; f < FOLDS; f++)
				spread += pow(loss[g][f] - loss[STANDING][f] - sum / FOLDS, 2) / (FOLDS - 1);
			sum += 4 * sqrt(FOLDS * spread);
			if (sum < best - 1e-9)
			{
				best = sum;
				chosen = g;
			}
		}
		assert_true(point[chosen].chosen);
		others += chosen != STANDING;
	}
	assert_true(others > 100 && scaled > 1000 && most > 10 && least > 10);
	state_free(&m);
}

/* Squared error of the expected targets on new rows, and its standard error. */
static double
test_error(const Output *fit, uint32 d, Kind kind, uint64 seed, double *error)
{
	enum
	{
		ROWS = 2000
	};
	double		x[MOST];
	double		sum = 0;
	double		squares = 0;
	Rng			rng;

	rng_seed(&rng, 5000 + seed);
	for (int t = 0; t < ROWS; t++)
	{
		double		y = draw_row(&rng, d, kind, x);
		double		z = fit->intercept;
		double		miss;

		for (uint32 i = 0; i < d; i++)
			z += fit->weight[i] * x[i];
		miss = link_expect(&fit->link, z) - y;
		sum += miss * miss / ROWS;
		squares += miss * miss * miss * miss / ROWS;
	}
	*error = sqrt((squares - sum * sum) / ROWS);
	return sum;
}

/* The variance of the target. */
static double
target_variance(uint32 d, Kind kind)
{
	double		x[MOST];
	double		sum = 0;
	double		squares = 0;
	Rng			rng;

	rng_seed(&rng, 1);
	for (int t = 0; t < 4000; t++)
	{
		double		y = draw_row(&rng, d, kind, x);

		sum += y / 4000;
		squares += y * y / 4000;
	}
	return squares - sum * sum;
}

/*
 * The forecast of the test error is right on average and honest about itself:
 * within two standard errors in nine runs of ten (of 80; below 80 % fails, as it
 * would if standard errors were two thirds of what they are), and over all runs
 * not further off than .1 of the target's variance, .2 with few rows or without pairs.
 */
static void
forecast(void **state)
{
	static const struct
	{
		Kind		kind;
		uint32		budget;
		uint32		rows;
	}			shape[] = {
		{NUMBER, 3, 60}, {NUMBER, 3, 1000}, {NUMBER, 10, 100}, {TWO_VALUES, 3, 100},
		{TWO_VALUES, 3, 1000}, {NOISE, 3, 100}, {NUMBER, 1, 500}
	};
	int			runs = getenv("AER_QUICK") != NULL ? 4 : 80;

	for (size_t s = 0; s < lengthof(shape); s++)
		for (int own = 0; own < 2; own++)
		{
			double		bias = 0;
			double		size = target_variance(10, shape[s].kind);
			int			within = 0;

			for (int run = 0; run < runs; run++)
			{
				double		weight[MOST];
				double		error;
				double		real;
				Output	got;
				Moments		m;

				sample(&m, 10, shape[s].budget, shape[s].rows, shape[s].kind, 100 + run);
				assert_int_equal(fit(&m, PENALTY_RIDGE, own, NAN, &got, weight), KERNEL_OK);
				real = test_error(&got, 10, shape[s].kind, run, &error);
				bias += (got.forecast - real) / runs;
				within += fabs(got.forecast - real) <=
					2 * sqrt(got.forecast_se * got.forecast_se + error * error);
				state_free(&m);
			}
			if (runs >= 80 && (within < 0.8 * runs || fabs(bias) > (shape[s].rows < 500 || shape[s].budget == 1 ? 0.2 : 0.1) * size))
				fail_msg("shape %zu, units %d: %d of %d within, forecast %.3f too high where the variance is %.3f",
						 s, own, within, runs, bias, size);
		}
}

/*
 * Units of x and y, from 1e-150 to 1e150, change nothing but units: the squares
 * that overflow or vanish are never formed.
 */
static void
extreme_units(void **state)
{
	static const double unit[][2] = {
		{1, 1e150}, {1, 1e-150}, {1e150, 1}, {1e-150, 1}, {1e-6, 1}, {1e-8, 1}, {1e75, 1e-75},
		{1e-75, 1e75}, {1e150, 1e150}, {1e-150, 1e-150}, {1e-150, 1e150}, {1e150, 1e-150}
	};

	for (uint32 budget = 1; budget <= 8; budget = budget == 1 ? 3 : budget + 5)
		for (Penalty penalty = PENALTY_RIDGE; penalty <= PENALTY_LASSO; penalty++)
			for (int own = 0; own < 2; own++)
				for (Kind kind = NUMBER; kind <= TWO_VALUES; kind++)
				{
					double		plain[MOST];
					double		weight[MOST];
					Output	want;
					Moments		m;

					sample(&m, 8, budget, 300, kind, 31);
					assert_int_equal(fit(&m, penalty, own, NAN, &want, plain), KERNEL_OK);
					assert_true(want.alpha > 0 && plain[0] != 0);
					state_free(&m);
					for (size_t k = 0; k < lengthof(unit); k++)
					{
						double		x = unit[k][0];
						double		y = unit[k][1];
						Output	got;

						sample_scaled(&m, 8, budget, FOLDS, 300, kind, 31, x, y);
						assert_int_equal(fit(&m, penalty, own, NAN, &got, weight), KERNEL_OK);
						for (int i = 0; i < 8; i++)
							assert_near(weight[i] * x / y, plain[i], 1e-10 * fabs(plain[0]));
						assert_near(got.alpha, want.alpha, 1e-11);
						assert_near(got.intercept / y, want.intercept, 1e-10);
						assert_near(got.forecast / y / y, want.forecast, 1e-10 * want.forecast);
						assert_near(got.forecast_se / y / y, want.forecast_se, 1e-10 * want.forecast_se);
						assert_true(got.link.logistic == want.link.logistic);
						assert_near(got.link.slope * y, want.link.slope, 1e-10 * want.link.slope);
						assert_near(got.link.offset, want.link.offset, 1e-9);
						state_free(&m);
					}
				}
}

/* Moments of any size and shape: finite, or refused. */
static void
check_finite(Moments *m)
{
	for (int own = 0; own < 2; own++)
	{
		double		weight[MOST];
		Output	got;
		Status		status = fit(m, PENALTY_RIDGE, own, NAN, &got, weight);

		if (status != KERNEL_OK)
			continue;
		for (uint32 i = 0; i < m->d; i++)
			assert_true(isfinite(weight[i]));
		assert_true(isfinite(got.intercept));
		assert_true(!got.tuned || isfinite(got.forecast));
		assert_true(!got.link.logistic || (isfinite(got.link.slope) && isfinite(got.link.offset)));
	}
}

static void
odd_input(void **state)
{
	static const double sizes[] = {1e300, 1e-300, 1e200, 1e-200, 1e160};
	Rng			rng;

	/* few attributes, rows and folds; one class; targets that overflow or vanish */
	for (uint32 d = 1; d <= 3; d++)
		for (uint32 budget = 1; budget <= d; budget++)
			for (uint32 folds = 1; folds <= 5; folds += 2)
				for (uint32 rows = 1; rows < 20; rows += 1 + rows / 4)
				{
					Moments		m;

					sample_scaled(&m, d, budget, folds, rows, TWO_VALUES, rows, 1, 1);
					check_finite(&m);
					state_free(&m);
					sample_scaled(&m, d, budget, folds, rows, NUMBER, rows, 1, 0);
					check_finite(&m);
					state_free(&m);
					for (size_t k = 0; k < lengthof(sizes); k++)
					{
						sample_scaled(&m, d, budget, folds, rows, NUMBER, rows, 1, sizes[k]);
						check_finite(&m);
						state_free(&m);
						sample_scaled(&m, d, budget, folds, rows, NUMBER, rows, sizes[k], 1);
						check_finite(&m);
						state_free(&m);
					}
				}

	/* sums that fit no data */
	rng_seed(&rng, 17);
	for (int k = 0; k < (getenv("AER_QUICK") != NULL ? 20 : 400); k++)
	{
		Moments		m;

		sample(&m, 4, 2, 100, NUMBER, k);
		for (int change = 0; change < 3; change++)
		{
			FoldSums   *fold = &m.fold[rng_below(&rng, FOLDS)];
			double	   *number[] = {
				&fold->rows, &fold->target->y, &fold->target->yy, &fold->attribute[1].n, &fold->attribute[1].x,
				&fold->attribute[1].xx, &fold->target->cell[2].y, &fold->target->cell[2].yy,
				&fold->target->cell[0].xy
			};
			static const double factor[] = {0, -1, 1e3, 1e9, 1e-9, 1e100};

			*number[rng_below(&rng, lengthof(number))] *= factor[rng_below(&rng, lengthof(factor))];
		}
		m.target.n_low = rng_below(&rng, 200);
		m.target.n_high = 100 - m.target.n_low;
		check_finite(&m);
		state_free(&m);
	}
}

/* 1e9 rows: the sums of a thousand, a million times. */
static void
many_rows(void **state)
{
	double		weight[MOST];
	double		times = 1e6;
	Output	got;
	Moments		m;

	sample(&m, 8, 3, 1000, NUMBER, 77);
	moments_sum(&m);
	for (uint32 f = 0; f < FOLDS; f++)
	{
		FoldSums   *fold = &m.fold[f];

		fold->rows *= times;
		fold->target->y *= times;
		fold->target->yy *= times;
		for (uint32 i = 0; i < m.d * 3; i++)
		{
			((double *) fold->attribute)[i] *= times;
			((double *) fold->target->cell)[i] *= times;
		}
		for (size_t c = 0; c < pairs_table_cells(m.d) * 4; c++)
			((double *) fold->table)[c] *= times;
	}
	assert_int_equal(fit(&m, PENALTY_RIDGE, false, NAN, &got, weight), KERNEL_OK);
	assert_true(isfinite(got.forecast) && got.forecast_se > 0 && got.alpha > 0);
	state_free(&m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(measures),
		cmocka_unit_test(rare_pairs),
		cmocka_unit_test(lasso_lambdas),
		cmocka_unit_test(measures_complete),
		cmocka_unit_test(path),
		cmocka_unit_test(complete_choice),
		cmocka_unit_test(lasso_choice),
		cmocka_unit_test(forecast),
		cmocka_unit_test(extreme_units),
		cmocka_unit_test(odd_input),
		cmocka_unit_test(many_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
