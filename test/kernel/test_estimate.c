/*
 * test_estimate.c
 *		Estimates from a few looks at each row: against a plain reference, for
 *		lack of bias, and on odd input.
 */
#include "test.h"

#include <stdio.h>

#include "dense_solve.h"
#include "jacobi.h"
#include "kernel/moments/solve.h"
#include "moment_state.h"
#include "near.h"
#include "work.h"

#define MOST 32

/* A row with one common factor, which is part of the target. */
static double
draw_row(Rng *rng, uint32 d, double *x)
{
	double		common = normal(rng);

	for (uint32 i = 0; i < d; i++)
		x[i] = 0.2 * i + common + (1 + i % 3) * normal(rng) * 0.5;
	return 1 + common + 0.5 * x[0] + normal(rng) * 0.5;
}

/* rows rows under a keyed design with budget K. */
static void
sample(Moments *m, uint32 d, uint32 budget, uint32 folds, uint32 rows, uint64 data_seed,
	   uint64 design_seed, const double *spread, const double *scale)
{
	double		x[MOST];
	Design		design;
	Rng			rng;

	rng_seed(&rng, data_seed);
	design_init(test_work(), &design, d, budget, folds, design_seed);
	if (spread != NULL)
		design_set_spread(&design, spread);
	state_new(m, d, folds, design_reads_all(&design), NULL);
	for (uint32 t = 0; t < rows; t++)
	{
		double		y = draw_row(&rng, d, x);

		for (uint32 i = 0; i < d; i++)
			x[i] *= scale != NULL ? scale[i] : 1;
		state_add_planned(m, &design, t, x, y);
	}
}

/* The pair i < j over all folds but one. */
static PairCell
pair(const Moments *m, uint32 i, uint32 j, uint32 omit)
{
	Work	   *work = work_begin(test_work());
	PairCell	sum = {0};

	for (uint32 f = 0; f < m->folds; f++)
		if (f != omit)
		{
			FoldWalk	walk;
			const PairCell *row;

			fold_walk_init(work, &walk, m->d);
			fold_walk_start(&walk, m, f);
			row = fold_walk_row(&walk, i);
			sum.n += row[j - i - 1].n;
			sum.product += row[j - i - 1].product;
			sum.first += row[j - i - 1].first;
			sum.second += row[j - i - 1].second;
		}
	work_end(work);
	return sum;
}

static Estimate *
estimate_new(Moments *m, uint32 omit, bool own)
{
	Estimate   *e = estimate_create(test_work(), m->d, m->folds);

	moments_settle(m);
	estimate_moments(test_work(), e, m, omit, own);
	return e;
}

/*
 * The definition, written out with d x d matrices and Jacobi rotations, and
 * the weights by elimination from (D (R + lambda) D + v_y beta beta') w = b.
 */
static void
check_reference(Moments *m, uint32 omit, bool own, double lambda_share)
{
	uint32		d = m->d;
	double		rows = 0,
				y = 0,
				yy = 0,
				v_y;
	double		n[MOST],
				mean[MOST],
				beta[MOST],
				centre[MOST],
				v[MOST],
				s[MOST],
				metric[MOST],
				b[MOST];
	double		squares = 0,
				seen = 0,
				total = 0,
				noise = 0,
				telling = 0,
				edge,
				lambda;
	double		matrix[MOST * MOST],
				covariance[MOST * MOST],
				vectors[MOST * MOST],
				full[MOST * MOST],
				weight[MOST],
				want[MOST],
				got[MOST * MOST];
	Estimate   *e = estimate_new(m, omit, own);

	for (uint32 f = 0; f < m->folds; f++)
		if (f != omit)
		{
			rows += m->fold[f].rows;
			y += moments_fold_target(m, f).y;
			yy += moments_fold_target(m, f).yy;
		}
	v_y = yy / rows - y / rows * (y / rows);
	for (uint32 i = 0; i < d; i++)
	{
		AttributeSums a = moments_attribute(m, i, omit);
		TargetCell	cell = moments_cell(m, i, omit);
		double		ss = a.n > 0 ? a.xx - a.x * a.x / a.n : 0;
		double		y_i = cell.y / a.n;

		n[i] = a.n;
		mean[i] = a.x / a.n;
		beta[i] = (cell.xy / a.n - mean[i] * y_i) / (cell.yy / a.n - y_i * y_i + v_y / a.n);
		centre[i] = mean[i] + beta[i] * (y / rows - y_i);
		s[i] = own ? sqrt(ss / (a.n - 1)) : 1;
		v[i] = ss / (s[i] * s[i]);
		squares += v[i];
		seen += n[i];
		b[i] = v_y * beta[i];
	}
	/* with own units every variance is 1, whatever few rows say */
	if (own)
		squares = seen;
	for (uint32 i = 0; i < d; i++)
	{
		v[i] = own ? 1 : (v[i] + 2 * squares / seen) / (n[i] + 2);
		metric[i] = (v[i] + 0.02 * squares / seen) / (n[i] + 1);
		total += metric[i] / d;
	}
	for (uint32 i = 0; i < d; i++)
		metric[i] = sqrt(metric[i] / total);
	for (uint32 i = 0; i < d; i++)
	{
		matrix[i * d + i] = Max(v[i] - v_y * beta[i] * beta[i] / (s[i] * s[i]), 0) /
			(metric[i] * metric[i]);
		for (uint32 j = i + 1; j < d; j++)
		{
			PairCell	c = pair(m, i, j, omit);
			double		value = c.product - mean[j] * c.first - mean[i] * c.second + c.n * mean[i] * mean[j];
			double		floor = 0.02 * squares / seen;

			value = (value - c.n * v_y * beta[i] * beta[j]) / (s[i] * s[j]);
			value /= (c.n + 2) * metric[i] * metric[j];
			matrix[i * d + j] = matrix[j * d + i] = c.n > 0 ? value : 0;
			telling += 2 * c.n / (c.n + 2);
			noise += 2 * (v[i] + floor) * (v[j] + floor) * c.n /
				((c.n + 2) * (c.n + 2) * metric[i] * metric[i] * metric[j] * metric[j]) / d;
		}
	}
	edge = 2 * sqrt(noise);
	assert_near(e->edge, edge, 1e-10 * edge);
	assert_near(e->sparsity, telling > 0 ? d * (d - 1) / telling : 3, 1e-10 * e->sparsity);
	for (uint32 i = 0; i < d; i++)
	{
		assert_near(e->variance[i], v[i], 1e-10 * v[i]);
		assert_true(e->count[i] == n[i]);
	}
	/* no pairs: twice the mean variance in the metric */
	lambda = edge / 4;
	for (uint32 i = 0; i < d && edge == 0; i++)
		lambda += 2 * v[i] / (metric[i] * metric[i]) / d;
	assert_near(e->penalty, lambda, 1e-10 * lambda);
	lambda *= lambda_share;

	/* R = L L' + psi */
	memcpy(full, matrix, sizeof(double) * d * d);
	jacobi(full, d, vectors);
	memset(covariance, 0, sizeof(double) * d * d);
	for (uint32 k = 0; k < d; k++)
		for (uint32 i = 0; i < d && full[k * d + k] > edge / 2; i++)
			for (uint32 j = 0; j < d; j++)
				covariance[i * d + j] += (full[k * d + k] - edge / 2) *
					vectors[i * d + k] * vectors[j * d + k];
	for (uint32 i = 0; i < d; i++)
		covariance[i * d + i] = Max(covariance[i * d + i], matrix[i * d + i]);

	/* in the user's units */
	estimate_covariance(e, got);
	for (uint32 i = 0; i < d; i++)
	{
		assert_near(e->centre[i], centre[i], 1e-10);
		for (uint32 j = i; j < d; j++)
			assert_near(got[i * d + j], covariance[i * d + j] * metric[i] * metric[j] * s[i] * s[j],
						1e-9 * s[i] * s[j]);
	}
	for (uint32 i = 0; i < d; i++)
	{
		want[i] = b[i];
		for (uint32 j = 0; j < d; j++)
			full[i * d + j] = covariance[i * d + j] * metric[i] * metric[j] * s[i] * s[j] +
				v_y * beta[i] * beta[j];
		full[i * d + i] += lambda * metric[i] * metric[i] * s[i] * s[i];
	}
	dense_solve(full, want, d);
	solve_ridge(test_work(), e, lambda, weight);
	for (uint32 i = 0; i < d; i++)
		assert_near(weight[i] * s[i], want[i] * s[i], 1e-8);

	/* w' R w, which has a way of its own */
	solve_quadratic(test_work(), e, weight, 1, want);
	for (uint32 i = 0; i < d; i++)
		for (uint32 j = i; j < d; j++)
			want[0] -= (i == j ? 1 : 2) * weight[i] * got[i * d + j] * weight[j];
	assert_near(want[0], 0, 1e-10 * v_y);
}

static void
reference(void **state)
{
	static const double spread[MOST] = {3, 1, 2, 1, 1, 1, 5, 1, 2, 2, 1, 1, 1, 1, 1, 1};

	for (uint64 seed = 1; seed <= 4; seed++)
		for (int own = 0; own < 2; own++)
			for (uint32 budget = 1; budget < 9; budget += budget == 1 ? 1 : 3)
			{
				Moments		m;

				sample(&m, 16, budget, 3, 400, seed, seed + 9, seed % 2 ? spread : NULL, NULL);
				check_reference(&m, 3, own, 1);
				check_reference(&m, 1, own, 8);
				state_free(&m);
			}
}

/*
 * Designs drawn again and again over the same 60 rows: the mean of what was
 * seen must be what is there, for a pair's sums divided by the chance to see
 * it, which is known exactly: K (K - 1) / (d (d - 1)) when uniform, and with a
 * spread by enumeration for d = 4.  Bounds are 5 standard errors; the smallest
 * bias detected, 1 to 2 %, is asserted too.
 */
static void
pairs_unbiased(void **state)
{
	enum
	{
		D = 4, ROUNDS = 6000, ROWS = 60
	};
	static const double spread[D] = {1, 2, 3, 4};

	for (int shape = 0; shape < 2; shape++)
		for (uint32 budget = 2; budget < 4; budget++)
		{
			double		chance[D][D] = {{0}};
			double		sum[D][D] = {{0}};
			double		square[D][D] = {{0}};
			double		truth[D][D] = {{0}};
			double		q[D];
			double		x[D];
			Rng			rng;

			rng_seed(&rng, 3);
			for (int t = 0; t < ROWS; t++)
			{
				draw_row(&rng, D, x);
				for (int i = 0; i < D; i++)
					for (int j = i + 1; j < D; j++)
						truth[i][j] += (x[i] + 3) * (x[j] + 3);
			}
			for (int i = 0; i < D; i++)
				q[i] = shape ? 0.98 * spread[i] / 10 + 0.02 / D : 1.0 / D;
			for (int a = 0; a < D; a++)
				for (int b = 0; b < D; b++)
					for (int c = 0; c < D && a != b; c++)
					{
						double		p = q[a] * q[b] / (1 - q[a]);

						if (c == a || c == b)
							continue;
						p *= q[c] / (1 - q[a] - q[b]);
						for (int i = 0; i < D; i++)
							for (int j = i + 1; j < D; j++)
							{
								bool		has_i = i == a || i == b || (budget == 3 && i == c);
								bool		has_j = j == a || j == b || (budget == 3 && j == c);

								chance[i][j] += has_i && has_j ? p : 0;
							}
					}
			for (int round = 0; round < ROUNDS; round++)
			{
				Moments		m;
				static const double shift[D] = {-3, -3, -3, -3};
				Design		design;

				design_init(test_work(), &design, D, budget, 2, round);
				if (shape)
					design_set_spread(&design, spread);
				state_new(&m, D, 2, false, shift);
				rng_seed(&rng, 3);
				for (int t = 0; t < ROWS; t++)
				{
					double		y = draw_row(&rng, D, x);

					state_add_planned(&m, &design, t, x, y);
				}
				moments_settle(&m);
				for (int i = 0; i < D; i++)
					for (int j = i + 1; j < D; j++)
					{
						double		product = pair(&m, i, j, 2).product / chance[i][j];

						sum[i][j] += product;
						square[i][j] += product * product;
					}
				state_free(&m);
			}
			for (int i = 0; i < D; i++)
				for (int j = i + 1; j < D; j++)
				{
					double		mean = sum[i][j] / ROUNDS;
					double		error = sqrt((square[i][j] / ROUNDS - mean * mean) / ROUNDS);

					assert_near(mean, truth[i][j], 5 * error);
					assert_true(5 * error < 0.05 * truth[i][j]);
				}
		}
}

/* Rows of the last fold are unlike the others: the training moments are wrong. */
static double
judged_row(Rng *rng, uint32 d, bool last, double *x)
{
	double		y = draw_row(rng, d, x);

	for (uint32 i = 1; last && i < d; i += 2)
		x[i] *= -1.5;
	return y;
}

/*
 * The judge of tuning: what it makes of K looks at the rows of the last fold,
 * less what those rows in full would give for the same weights, is 0 on
 * average, however wrong the training moments are.  Bound 5 standard errors,
 * and half a per cent for the shares that stand in for inclusion
 * probabilities; corrections that are 5 % too large are detected.
 */
static void
held_out_unbiased(void **state)
{
	enum
	{
		D = 6, FOLDS = 3
	};
	bool		quick = getenv("AER_QUICK") != NULL;
	static const double spread[D] = {1, 2, 1, 2, 1, 3};

	for (int shape = 0; shape < 2; shape++)
	{
		double		sum[2] = {0, 0};
		double		square[2] = {0, 0};
		double		size[2] = {0, 0};

		/*
		 * uniform: pairs are seen some 48 times, and how often they were to
		 * be seen is exact; by spread: often enough to be counted
		 */
		uint64		rows_given = shape ? 2400 : 240;
		uint64		rounds = quick ? 30 : shape ? 800 : 8000;

		for (uint64 round = 0; round < rounds; round++)
		{
			static const double lambda = 0.05;
			Moments		m;
			LambdaSearch search;
			FoldJudge  *judge = &search.judge;
			Work	   *work = new_work(NULL);
			Design		design;
			Rng			rng;
			double		truth[2] = {0, 0};
			double		rows = 0;
			double		x[D];

			design_init(test_work(), &design, D, 3, FOLDS, round);
			if (shape)
				design_set_spread(&design, spread);
			state_new(&m, D, FOLDS, false, NULL);
			rng_seed(&rng, 50 + round);
			for (uint64 t = 0; t < rows_given; t++)
			{
				double		y = judged_row(&rng, D, design_fold_key(&design, t) == FOLDS - 1, x);

				state_add_planned(&m, &design, t, x, y);
			}
			lambda_search_init(work, &search, &m, PENALTY_RIDGE, false, NULL, NULL, 1);
			lambda_search_folds(&search, &lambda, 0);

			/* the last fold's rows in full */
			rng_seed(&rng, 50 + round);
			for (uint64 t = 0; t < rows_given; t++)
			{
				bool		last = design_fold_key(&design, t) == FOLDS - 1;
				double		y = judged_row(&rng, D, last, x);
				double		p = 0;

				if (!last)
					continue;
				for (int i = 0; i < D; i++)
					p += judge->weight[i] * (x[i] - judge->estimate->centre[i]);
				truth[0] += p * (y - judge->estimate->y_mean);
				truth[1] += p * p;
				rows++;
			}
			for (int k = 0; k < 2; k++)
			{
				double		got = k == 0 ? judge->lin[FOLDS - 1] : judge->square[FOLDS - 1];

				got = got * judge->unit - truth[k] / rows;
				sum[k] += got;
				square[k] += got * got;
				size[k] += fabs(truth[k] / rows);
			}
			work_end(work);
			state_free(&m);
		}
		for (int k = 0; k < 2; k++)
		{
			double		mean = sum[k] / rounds;
			double		error = sqrt((square[k] / rounds - mean * mean) / rounds);

			assert_near(mean, 0, 5 * error + 0.005 * size[k] / rounds);
			assert_true(quick || 5 * error < 0.04 * size[k] / rounds);
		}
	}
}

/*
 * The square that the judge says, by its definition, for pairs seen on both
 * sides of the 100 times from which on their own count is believed.
 */
static void
held_out_reference(void **state)
{
	enum
	{
		D = 5, FOLDS = 3, LAST = FOLDS - 1
	};
	static const double spread[D] = {8, 4, 2, 1, 1};
	static const double lambda = 0.05;
	Moments		m;
	LambdaSearch search;
	FoldJudge  *judge = &search.judge;
	double		matrix[D * D];
	double		row[D] = {0};
	double		slope[D];
	double		all = 0;
	double		in_fold = 0;
	double		products = 0;
	double		reads = 0;
	double		fold_reads = 0;
	double		variance;
	double		want = 0;
	int			many = 0;

	sample(&m, D, 2, FOLDS, 600, 21, 22, spread, NULL);
	lambda_search_init(test_work(), &search, &m, PENALTY_RIDGE, false, NULL, NULL, 1);
	lambda_search_folds(&search, &lambda, 0);
	estimate_covariance(judge->estimate, matrix);
	variance = (moments_fold_target(&m, LAST).yy - 2 * judge->estimate->y_mean * moments_fold_target(&m, LAST).y) / m.fold[LAST].rows +
		judge->estimate->y_mean * judge->estimate->y_mean;
	for (uint32 i = 0; i < D; i++)
	{
		double		seen = moments_attribute(&m, i, LAST).n;

		slope[i] = judge->estimate->slope[i] * seen / (seen + 20);
		reads += moments_attribute(&m, i, FOLDS).n;
		fold_reads += moments_fold_attribute(&m, LAST, i).n;
		for (uint32 j = 0; j < D; j++)
			if (j != i)
			{
				double		n = pair(&m, Min(i, j), Max(i, j), FOLDS).n;

				row[i] += n;
				all += n;
				in_fold += n - pair(&m, Min(i, j), Max(i, j), LAST).n;
			}
	}
	for (uint32 i = 0; i < D; i++)
		for (uint32 j = 0; j < D; j++)
			products += i == j ? 0 : row[i] * row[j];
	for (uint32 i = 0; i < D; i++)
		for (uint32 j = i; j < D; j++)
		{
			const double *a = judge->estimate->centre;
			double		w = judge->weight[i] * judge->weight[j] * (i == j ? 1 : 2);
			double		cell = matrix[i * D + j] + variance * slope[i] * slope[j];
			double		n;
			double		x;
			double		often;

			if (i == j)
			{
				AttributeSums seen = moments_fold_attribute(&m, LAST, i);

				n = seen.n;
				x = seen.xx - 2 * a[i] * seen.x + n * a[i] * a[i];
				often = moments_attribute(&m, i, FOLDS).n * fold_reads / reads;
			}
			else
			{
				PairCell	both = pair(&m, i, j, FOLDS);
				PairCell	rest = pair(&m, i, j, LAST);

				n = both.n - rest.n;
				x = both.product - rest.product - a[j] * (both.first - rest.first) -
					a[i] * (both.second - rest.second) + n * a[i] * a[j];
				often = both.n >= 100 ? both.n * in_fold / all : row[i] * row[j] * in_fold / products;
				many += both.n >= 100;
			}
			want += w * (cell + (x - n * cell) / often);
		}
	assert_true(many > 1 && many < D * (D - 1) / 2 - 1);
	assert_near(judge->square[LAST] * judge->unit, want, 1e-9 * fabs(want));
	state_free(&m);
}

/*
 * The lasso from few looks: the conditions for a minimum with the matrix
 * R + v_y beta beta' and the default lambda of ridge on its diagonal, in the metric.
 */
static void
lasso_sampled(void **state)
{
	enum
	{
		D = 8
	};
	Moments		m;
	Estimate   *e;
	double		matrix[D * D];
	double		weight[D];
	double		largest = 0;

	sample(&m, D, 3, 1, 300, 31, 32, NULL, NULL);
	e = estimate_new(&m, 1, false);
	estimate_covariance(e, matrix);
	for (int i = 0; i < D; i++)
		largest = Max(largest, fabs(e->y_variance * e->slope[i]));
	for (double share = 0.9; share > 0.01; share /= 2)
	{
		FitOptions	options = {.penalty = PENALTY_LASSO, .lambda = share * largest, .radius = INFINITY};
		Output	fit = {.weight = weight};
		int			zeros = 0;

		fit_moments(test_work(), &m, &options, NULL, &fit);
		for (int i = 0; i < D; i++)
		{
			double		slope = e->y_variance * e->slope[i] -
				e->penalty * e->metric[i] * e->metric[i] * weight[i];

			for (int j = 0; j < D; j++)
				slope -= weight[j] * (matrix[Min(i, j) * D + Max(i, j)] +
									  e->y_variance * e->slope[i] * e->slope[j]);
			zeros += weight[i] == 0;
			if (weight[i] == 0)
				assert_true(fabs(slope) <= options.lambda * (1 + 1e-9));
			else
				assert_near(slope, copysign(options.lambda, weight[i]), 1e-7 * largest);
		}
		assert_true(zeros < D);
	}
	state_free(&m);
}

/* Mean squared error on fresh rows. */
static double
test_error(const Output *fit, uint32 d, const double *scale)
{
	double		x[MOST];
	double		sum = 0;
	Rng			rng;

	rng_seed(&rng, 999);
	for (int t = 0; t < 4000; t++)
	{
		double		error = fit->intercept - draw_row(&rng, d, x);

		for (uint32 i = 0; i < d; i++)
			error += fit->weight[i] * x[i] * (scale != NULL ? scale[i] : 1);
		sum += error * error;
	}
	return sum / 4000;
}

static double
fit_error(Moments *m, Penalty penalty, bool own, const double *scale, Output *fit,
		  double *weight)
{
	FitOptions	options = {.penalty = penalty, .own_units = own, .lambda = NAN, .radius = INFINITY};

	fit->weight = weight;
	fit_moments(test_work(), m, &options, NULL, fit);
	return test_error(fit, m->d, scale);
}

/*
 * Own units: nothing depends on how each column is measured.  Common units on
 * columns that are measured unlike each other cost accuracy.
 */
static void
units(void **state)
{
	double		scale[MOST];
	double		plain[MOST];
	double		scaled[MOST];
	Output	fit;
	double		own;
	double		common;
	Moments		m;

	for (int i = 0; i < 12; i++)
		scale[i] = pow(10, i % 7 - 3);
	sample(&m, 12, 4, 5, 3000, 1, 2, NULL, NULL);
	own = fit_error(&m, PENALTY_RIDGE, true, NULL, &fit, plain);
	state_free(&m);
	sample(&m, 12, 4, 5, 3000, 1, 2, NULL, scale);
	assert_near(fit_error(&m, PENALTY_RIDGE, true, scale, &fit, scaled), own, 1e-6);
	for (int i = 0; i < 12; i++)
		assert_near(scaled[i] * scale[i], plain[i], 1e-7);
	common = fit_error(&m, PENALTY_RIDGE, false, scale, &fit, scaled);
	assert_true(own < 0.7 && common > own + 0.02);
	state_free(&m);
}

/* Few looks come close to all looks, and the forecast to the measured error. */
static void
learns(void **state)
{
	for (Penalty penalty = PENALTY_RIDGE; penalty <= PENALTY_LASSO; penalty++)
	{
		double		weight[MOST];
		double		full;
		double		error;
		Output	fit;
		Moments		m;

		sample(&m, 30, 30, 5, 4000, 5, 6, NULL, NULL);
		full = fit_error(&m, penalty, false, NULL, &fit, weight);
		assert_near(fit.forecast, full, 0.05 * full);
		state_free(&m);
		sample(&m, 30, 4, 5, 4000, 5, 6, NULL, NULL);
		error = fit_error(&m, penalty, false, NULL, &fit, weight);
		assert_true(fit.tuned && error < 1.3 * full + 0.05);
		assert_near(fit.forecast, error, 5 * fit.forecast_se);
		state_free(&m);
	}
}

/* Budget 1, constant and unseen attributes, a constant target. */
static void
guards(void **state)
{
	double		weight[MOST];
	double		x[4];
	Output	fit;
	Moments		m;
	Rng			rng;

	/* no pairs: still better than the mean, whose error is 2.5 */
	sample(&m, 10, 1, 5, 2000, 8, 9, NULL, NULL);
	assert_true(fit_error(&m, PENALTY_RIDGE, false, NULL, &fit, weight) < 1.5);
	assert_true(fit_error(&m, PENALTY_LASSO, false, NULL, &fit, weight) < 1.9);
	state_free(&m);

	/* attribute 2 is constant, 3 never seen */
	for (int own = 0; own < 2; own++)
		for (Penalty penalty = PENALTY_RIDGE; penalty <= PENALTY_LASSO; penalty++)
		{
			static const uint32 first[3] = {0, 1, 2};

			state_new(&m, 4, 5, false, NULL);
			rng_seed(&rng, 4);
			for (uint32 t = 0; t < 200; t++)
			{
				double		y = draw_row(&rng, 4, x);

				x[2] = 1e3;
				state_add(&m, t % 5, first + t % 2, x + t % 2, 2, y);
			}
			fit_error(&m, penalty, own, NULL, &fit, weight);
			assert_true(weight[2] == 0 && fabs(weight[3]) < 1e-9 && weight[0] != 0);
			state_free(&m);
		}

	/* nothing to explain */
	state_new(&m, 4, 5, false, NULL);
	for (uint32 t = 0; t < 50; t++)
	{
		uint32		two[2] = {t % 3, 3};

		draw_row(&rng, 4, x);
		state_add(&m, t % 5, two, x, 2, 0.3);
	}
	fit_error(&m, PENALTY_RIDGE, false, NULL, &fit, weight);
	for (int i = 0; i < 4; i++)
		assert_true(weight[i] == 0);
	assert_near(fit.intercept, 0.3, 1e-12);
	state_free(&m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reference),
		cmocka_unit_test(pairs_unbiased),
		cmocka_unit_test(held_out_unbiased),
		cmocka_unit_test(held_out_reference),
		cmocka_unit_test(lasso_sampled),
		cmocka_unit_test(units),
		cmocka_unit_test(learns),
		cmocka_unit_test(guards),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
