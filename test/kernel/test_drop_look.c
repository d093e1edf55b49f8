/*
 * test_drop_look.c
 *		How much of r2 goes with a look: against fits without it, solved densely.
 */
#include "test.h"

#include "dense_solve.h"
#include "kernel/moments/fit.h"
#include "moment_state.h"
#include "near.h"
#include "work.h"

#define D 8
#define FOLDS 5

/* Two of three columns of several attributes, and two pairs of two products each. */
static const uint32 first[] = {0, 1, 3, 4, 6, D};
static const LookPair pair[] = {{0, 1}, {1, 2}};
static const Looks with_pairs = {.n = 5,.bought = 3,.d = D,.first = first,.pair = pair};
static const bool dropped[5][D] = {
	{1, 0, 0, 0, 1, 1, 0, 0},
	{0, 1, 1, 0, 1, 1, 1, 1},
	{0, 0, 0, 1, 0, 0, 1, 1},
	{0, 0, 0, 0, 1, 1, 0, 0},
	{0, 0, 0, 0, 0, 0, 1, 1}
};

/* A fit to some attributes: the squared correlation of score and target, and degrees of freedom. */
static double
fit_some(const double *x, const double *c, const bool *without, double lambda, bool complete, double v_y,
		 double *df)
{
	int			kept[D];
	int			n = 0;
	double		w[D];
	double		covariance = 0;
	double		variance = 0;

	for (int i = 0; i < D; i++)
		if (!without[i])
			kept[n++] = i;
	*df = 0;
	/* the last solve is that of the weights */
	for (int column = 0; column <= n; column++)
	{
		double		a[D * D];

		for (int i = 0; i < n; i++)
		{
			for (int j = 0; j < n; j++)
				a[i * n + j] = x[kept[i] * D + kept[j]] + (i == j) * lambda;
			w[i] = column < n ? x[kept[i] * D + kept[column]] : c[kept[i]];
		}
		dense_solve(a, w, n);
		if (column < n)
			*df += w[column];
	}
	for (int i = 0; i < n; i++)
	{
		covariance += w[i] * c[kept[i]];
		for (int j = 0; j < n; j++)
			variance += w[i] * x[kept[i] * D + kept[j]] * w[j];
	}
	if (!complete)
		variance += covariance * covariance / v_y;
	return covariance * covariance / variance / v_y;
}

static void
sample(Moments *m, uint32 budget, uint32 rows, double *x, double *y)
{
	Design		design;
	Rng			rng;

	rng_seed(&rng, budget);
	design_init(test_work(), &design, D, budget, FOLDS, 3);
	state_new(m, D, FOLDS, design_reads_all(&design), NULL);
	for (uint32 t = 0; t < rows; t++)
	{
		double		common = normal(&rng);

		y[t] = normal(&rng);
		for (int i = 0; i < D; i++)
		{
			double	   *one = &x[t * D + i];

			*one = i == 5 ? 7 : (i + 1) * (2 + common * (i % 3) + normal(&rng));
			y[t] += 0.3 * (i % 4 - 1) * (*one / (i + 1) - 2);
		}
		state_add_planned(m, &design, t, x + t * D, y[t]);
	}
	moments_settle(m);
}

/*
 * X of the estimate in its metric: of complete moments from the rows themselves, else of
 * the factors and what they leave.
 */
static void
find_matrix(const Estimate *e, const double *x, uint32 rows, double *matrix)
{
	for (int i = 0; i < D; i++)
		for (int j = 0; j < D; j++)
		{
			double	   *to = &matrix[i * D + j];
			double		mean[2] = {0, 0};

			*to = 0;
			if (e->complete)
			{
				for (uint32 t = 0; t < rows; t++)
				{
					mean[0] += x[t * D + i] / rows;
					mean[1] += x[t * D + j] / rows;
				}
				for (uint32 t = 0; t < rows; t++)
					*to += (x[t * D + i] - mean[0]) * (x[t * D + j] - mean[1]) / rows;
				*to /= e->metric[i] * e->metric[j];
			}
			else
			{
				for (uint32 k = 0; k < e->rank; k++)
					*to += e->factor[k * D + i] * e->factor[k * D + j];
				*to += i == j ? e->rest[i] : 0;
			}
		}
}

static void
against_fits(void **state)
{
	enum
	{
		ROWS = 300
	};
	static const double expected = 0.4;
	double	   *x = malloc(sizeof(double) * ROWS * D);
	double	   *y = malloc(sizeof(double) * ROWS);

	for (int kind = 0; kind < 8; kind++)
	{
		bool		own = kind & 1;
		uint32		budget = kind & 2 ? 3 : D;
		Looks		looks = with_pairs;
		double		matrix[D * D];
		double		drop[D];
		Moments		m;
		Estimate   *e;

		if (kind & 4)
			looks_init(&looks, D);
		sample(&m, budget, ROWS, x, y);
		e = estimate_create(test_work(), D, FOLDS);
		estimate_moments(test_work(), e, &m, FOLDS, own);
		assert_true(e->complete == (budget == D));
		find_matrix(e, x, ROWS, matrix);
		for (double lambda = 1e-3; lambda < 20; lambda *= 10)
		{
			bool		nothing[D] = {false};
			double		df[2];
			double		r2 = fit_some(matrix, e->cross, nothing, lambda, e->complete, e->y_variance, &df[0]);

			assert_true(drop_looks(test_work(), e, &looks, lambda, expected, drop));
			for (uint32 l = 0; l < looks.n; l++)
			{
				bool		one[D] = {false};
				double		without;
				double		known;

				if (kind & 4)
					one[l] = true;
				without = fit_some(matrix, e->cross, kind & 4 ? one : dropped[l], lambda, e->complete,
								   e->y_variance, &df[1]);
				known = expected * (1 - without / r2);
				if (e->complete)
					known -= 2 * (1 - expected) * (df[0] - df[1]) / ROWS;
				assert_near(drop[l], known, 1e-8);
			}
		}
		state_free(&m);
	}
	free(x);
	free(y);
}

/* Without a penalty, and where blocks are large beside the attributes, nothing is told. */
static void
not_told(void **state)
{
	enum
	{
		ROWS = 100
	};
	static const uint32 wide[] = {0, 1, 2, 4, 6, D};
	static const LookPair all[] = {{0, 1}, {0, 1}, {0, 1}};
	const Looks looks = {.n = 5,.bought = 2,.d = D,.first = wide,.pair = all};
	double	   *x = malloc(sizeof(double) * ROWS * D);
	double	   *y = malloc(sizeof(double) * ROWS);
	double		drop[D];
	Moments		m;
	Estimate   *e;

	sample(&m, D, ROWS, x, y);
	e = estimate_create(test_work(), D, FOLDS);
	estimate_moments(test_work(), e, &m, FOLDS, false);
	assert_true(drop_looks(test_work(), e, &with_pairs, 1, 0.5, drop));
	assert_false(drop_looks(test_work(), e, &with_pairs, 0, 0.5, drop));
	assert_false(drop_looks(test_work(), e, &looks, 1, 0.5, drop));
	state_free(&m);
	free(x);
	free(y);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(against_fits),
		cmocka_unit_test(not_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
