/*
 * test_partial.c
 *		Weights for any set of known attributes: against plain linear algebra,
 *		against the fit to all attributes, and on odd input; and the errors of
 *		predictions against those that were said.
 */
#include "test.h"

#include <stdio.h>

#include "dense_solve.h"
#include "known_model.h"
#include "spending_data.h"
#include "work.h"

#define D 24

static const FitOptions common = {.lambda = NAN};
static const FitOptions own = {.own_units = true, .lambda = NAN};

/* A fitted model with its memory. */
typedef struct Fitted
{
	PartialHead head;
	double	   *number;			/* [count] what models of several targets would share comes first */
	size_t		count;
	size_t		common;
	PartialModel model;
	Predictor	predictor;
	Work	   *work;
} Fitted;

static bool
view_numbers(PartialModel *model, const PartialHead *head, const double *number, size_t count,
			 size_t common)
{
	return count >= common && partial_model_view(model, head, common > 0 ? number : NULL,
												 number + common, count - common);
}

static bool
fitted_view(const Fitted *fitted, PartialModel *model)
{
	return view_numbers(model, &fitted->head, fitted->number, fitted->count, fitted->common);
}

static void
fitted_arrays(const Fitted *fitted, PartialArrays *array)
{
	partial_model_arrays(fitted->common > 0 ? fitted->number : NULL, fitted->number + fitted->common,
						 fitted->model.factors.d, array);
}

static void
fitted_new(Fitted *fitted, Moments *m, const FitOptions *options)
{
	KnownModel	known;

	fitted->work = new_work(NULL);
	known_model_fit(fitted->work, m, options, &known);
	fitted->head = known.head;
	fitted->common = known.common;
	fitted->count = known.common + known.count;
	fitted->number = WORK_ARRAY(fitted->work, fitted->count, double);
	if (known.common > 0)
		memcpy(fitted->number, known.shared, known.common * sizeof(double));
	memcpy(fitted->number + known.common, known.number, known.count * sizeof(double));
	assert_int_equal(fitted->common > 0, m->complete);
	assert_true(fitted_view(fitted, &fitted->model));
	predictor_init(fitted->work, &fitted->predictor, &fitted->model);
}

static void
fitted_free(Fitted *fitted)
{
	work_end(fitted->work);
}

/* Covariances of the rows of data_moments() with all attributes seen, divisor rows. */
static void
plain_covariance(uint32 d, uint32 rows, TargetKind kind, uint64 seed, double *square, double *cross)
{
	double	   *x = calloc((size_t) rows * (d + 1), sizeof(double));
	double		mean[D + 1] = {0};
	Rng			rng;

	rng_seed(&rng, seed);
	for (uint32 t = 0; t < rows; t++)
	{
		double	   *row = x + (size_t) t * (d + 1);

		row[d] = data_row(&rng, d, kind, row);
		for (uint32 i = 0; i <= d; i++)
		{
			mean[i] += row[i] / rows;
			if (i < d)
				(void) rng_unit(&rng);
		}
	}
	memset(square, 0, (size_t) d * d * sizeof(double));
	memset(cross, 0, d * sizeof(double));
	for (uint32 t = 0; t < rows; t++)
		for (uint32 i = 0; i < d; i++)
		{
			const double *row = x + (size_t) t * (d + 1);

			cross[i] += (row[i] - mean[i]) * (row[d] - mean[d]) / rows;
			for (uint32 j = 0; j < d; j++)
				square[i * d + j] += (row[i] - mean[i]) * (row[j] - mean[j]) / rows;
		}
	free(x);
}

/*
 * (M_SS + v_y beta_S beta_S')^-1 b_S with M = D (L L' + psi + c lambda) D, made
 * from the words of the model alone and solved by elimination.  With the covariances of the rows,
 * square and cross (else NULL): (square_SS + s / d lambda D_SS^2)^-1 cross_S.
 */
static void
plain_weights(const Fitted *fitted, const double *square, const double *cross, const bool *known,
			  double *weight, double *explained)
{
	const PartialModel *model = &fitted->model;
	uint32		d = model->factors.d;
	uint32		rank = model->factors.rank;
	double		a[D * D];
	double		b[D];
	uint32		set[D];
	uint32		live = 0;
	uint32		s = 0;
	PartialArrays array;

	fitted_arrays(fitted, &array);
	memset(weight, 0, d * sizeof(double));
	*explained = 0;
	for (uint32 i = 0; i < d; i++)
		if (array.metric[i] > 0)
		{
			live++;
			if (known[i])
				set[s++] = i;
		}
	for (uint32 p = 0; p < s; p++)
	{
		b[p] = cross != NULL ? cross[set[p]] : array.cross[set[p]] * array.metric[set[p]];
		for (uint32 q = 0; q < s; q++)
		{
			uint32		i = set[p];
			uint32		j = set[q];
			double		cell = 0;

			if (square != NULL)
			{
				a[p * s + q] = square[i * d + j];
				if (i == j)
					a[p * s + q] += EXACT_RAISE * square[i * d + i] +
						(double) s / live * model->head.lambda * array.metric[i] * array.metric[i];
				continue;
			}
			for (uint32 k = 0; k < rank; k++)
				cell += array.factor[i * rank + k] * array.factor[j * rank + k];
			if (i == j)
				cell += array.rest[i] + cbrt((double) s / live) * model->head.lambda;
			a[p * s + q] = cell * array.metric[i] * array.metric[j] +
				array.cross[i] * array.metric[i] * array.cross[j] * array.metric[j] /
				model->head.y_variance;
		}
	}
	dense_solve(a, b, s);
	for (uint32 p = 0; p < s; p++)
	{
		weight[set[p]] = b[p];
		*explained += b[p] * array.cross[set[p]] * array.metric[set[p]];
	}
}

static double
relative(const double *x, const double *y, uint32 n)
{
	double		largest = 1e-300;
	double		worst = 0;

	for (uint32 i = 0; i < n; i++)
	{
		largest = Max(largest, fabs(y[i]));
		worst = Max(worst, fabs(x[i] - y[i]));
	}
	return worst / largest;
}

/*
 * Sets of every size, of both kinds of units and targets: error 1e-12, and of an exact covariance
 * that of its correlations, 1.5e-8, times its condition.
 */
static void
subsets(void **state)
{
	Rng			rng;
	int			smaller = 0;
	int			larger = 0;

	rng_seed(&rng, 5);
	for (int kind = 0; kind < 8; kind++)
	{
		Moments		m;
		Fitted		fitted;
		bool		dead[D] = {false};
		TargetKind	target = kind % 2 == 0 ? TARGET_LINEAR : TARGET_TWO_VALUED;
		bool		exact = kind >= 6;
		double		near = exact ? 1e5 : 1;
		double		square[D * D];
		double		cross[D];

		dead[3] = dead[17] = true;
		data_moments(&m, D, 700, exact ? 1 : 0.3, target, kind, dead);
		plain_covariance(D, 700, target, kind, square, cross);
		fitted_new(&fitted, &m, kind % 4 < 2 ? &common : &own);
		for (int round = 0; round < 60; round++)
		{
			const PartialHead *head = &fitted.model.head;
			double		share = round % 10 / 8.0;
			double		size;
			double		weight[D];
			double		plain[D];
			double		explained;
			double		x[D];
			double		linear = head->y_mean;
			double		intercept;
			double		error;
			bool		known[D];
			Link		link;
			PartialPrediction got;

			for (uint32 i = 0; i < D; i++)
			{
				known[i] = rng_unit(&rng) < share;
				x[i] = known[i] ? 0.3 * i + normal(&rng) : NAN;
			}
			assert_int_equal(predictor_predict(&fitted.predictor, known, x, &got), KERNEL_OK);
			plain_weights(&fitted, exact ? square : NULL, exact ? cross : NULL, known, plain, &explained);
			size = sqrt((double) got.known / fitted.model.factors.live);
			smaller += got.known > 0 && got.known < fitted.model.factors.rank;
			larger += got.known > fitted.model.factors.rank;
			for (uint32 i = 0; i < D; i++)
			{
				plain[i] *= pow(head->length, size);
				if (known[i])
					linear += plain[i] * (x[i] - fitted.model.centre[i]);
			}
			assert_int_equal(predictor_restrict(&fitted.predictor, weight, &intercept, &link), KERNEL_OK);
			assert_true(relative(weight, plain, D) < 1e-12 * near);
			assert_true(fabs(got.linear - linear) < 1e-11 * near * (1 + fabs(linear)));
			assert_true(fabs(fitted.predictor.explained - explained) < 1e-11 * near * head->y_variance);
			error = head->y_variance - explained *
				pow(head->length * head->gap, head->length * head->gap > 1 ? size : 1);

			if (target == TARGET_LINEAR)
			{
				assert_true(fabs(got.sd * got.sd - error) < 1e-10 * near * head->y_variance);
				assert_true(isnan(got.probability));
				assert_true(got.prediction == Max(head->low, Min(head->high, got.linear)));
			}
			else
			{
				double		p = (head->y_mean - 2) / 5;
				double		r = explained / head->y_variance;
				double		delta = 5 * r * pow(head->gap, size);
				double		within = head->y_variance * r * (1 - r) * pow(head->spread, size);
				double		z = (got.linear - head->y_mean) / pow(head->length, size);
				double		odds = log(p / (1 - p));

				if (r > 0)
					odds += delta / within * (z - (0.5 - p) * delta);
				assert_true(fabs(got.log_odds - odds) < 1e-9 * near * (1 + fabs(odds)));
				assert_true(head->linked == 1);
				p = 1 / (1 + exp(-odds));
				assert_true(fabs(got.prediction - (2 + 5 * p)) < 1e-9 * near);
				assert_true(fabs(got.sd - 5 * sqrt(p * (1 - p))) < 1e-8 * near);
				assert_true(fabs(got.probability - Max(Min(p, 701.0 / 702), 1.0 / 702)) < 1e-9 * near);
			}
			/* the plain linear model predicts the same */
			linear = intercept;
			for (uint32 i = 0; i < D; i++)
				if (weight[i] != 0)
					linear += weight[i] * x[i];
			assert_true(fabs(linear - got.linear) < 1e-10 * near * (1 + fabs(linear)));
			if (got.known > 0)
				assert_true(fabs(link_expect(&link, linear) - got.prediction) < 1e-9 * near);
		}
		fitted_free(&fitted);
		state_free(&m);
	}
	assert_true(smaller > 10 && larger > 100);
}

/* With all attributes known it is the ridge fit: weights, intercept, link, forecast. */
static void
all_known(void **state)
{
	static const double shares[] = {0.15, 0.5};

	for (int kind = 0; kind < 14; kind++)
	{
		bool		exact = kind >= 10;
		double		near = exact ? 1e5 : 1;	/* as in subsets() */
		FitOptions	options = kind % 2 == 0 ? common : own;
		FitOptions	ridge = {.penalty = PENALTY_RIDGE, .own_units = kind % 2 == 1, .lambda = NAN, .radius = INFINITY};
		TargetKind	target = kind % 3 == 0 ? TARGET_LINEAR : TARGET_TWO_VALUED;
		Moments		m;
		Fitted		fitted;
		double		weight[D];
		double		plain[D];
		double		intercept;
		bool		known[D];
		Link		link;
		Output	fit = {.weight = plain};

		if (kind == 8 || kind == 9)
			options.lambda = ridge.lambda = 0.7;
		/* the last: too few rows to be judged */
		data_moments(&m, D, kind == 7 ? 9 : 900, exact ? 1 : shares[kind / 2 % 2], target, 20 + kind, NULL);
		fitted_new(&fitted, &m, &options);
		fit_moments(test_work(), &m, &ridge, NULL, &fit);
		memset(known, true, sizeof(known));
		assert_int_equal(predictor_solve(&fitted.predictor, known), KERNEL_OK);
		assert_int_equal(predictor_restrict(&fitted.predictor, weight, &intercept, &link), KERNEL_OK);
		assert_true(relative(weight, plain, D) < 1e-10 * near);
		assert_true(fabs(intercept - fit.intercept) < 1e-9 * near);
		assert_int_equal(link.logistic, fit.link.logistic);
		if (fit.link.logistic)
		{
			assert_true(fabs(link.slope / fit.link.slope - 1) < 1e-9 * near);
			assert_true(fabs(link.offset - fit.link.offset) < 1e-8 * near * (1 + fabs(fit.link.offset)));
		}
		assert_int_equal(fit.tuned, kind != 7);
		if (fit.tuned)
		{
			assert_true(fabs(fitted.model.head.forecast / fit.forecast - 1) < 1e-9);
			assert_true(fabs(fitted.model.head.forecast_se / fit.forecast_se - 1) < 1e-9);
		}
		else
			assert_true(isnan(fitted.model.head.forecast));
		fitted_free(&fitted);
		state_free(&m);
	}
}

/* Nothing to learn from: the mean, and weights that are exactly 0. */
static void
guards(void **state)
{
	static const struct
	{
		uint32		rows;
		double		share;
		TargetKind	kind;
	}			cases[] = {{0, 0.5, TARGET_LINEAR}, {1, 0.5, TARGET_LINEAR}, {3, 0.5, TARGET_TWO_VALUED},
	{200, 0, TARGET_LINEAR}, {200, 0.5, TARGET_CONSTANT}, {200, 1, TARGET_CONSTANT},
	{12, 0.02, TARGET_LINEAR}};

	for (size_t c = 0; c < lengthof(cases); c++)
		for (int units = 0; units < 2; units++)
		{
			Moments		m;
			Fitted		fitted;
			PartialPrediction got;
			double		x[D];
			bool		known[D];

			data_moments(&m, D, cases[c].rows, cases[c].share, cases[c].kind, 40 + c, NULL);
			fitted_new(&fitted, &m, units == 0 ? &common : &own);
			for (int all = 0; all < 2; all++)
			{
				for (uint32 i = 0; i < D; i++)
				{
					known[i] = all;
					x[i] = 5;
				}
				assert_int_equal(predictor_predict(&fitted.predictor, known, x, &got), KERNEL_OK);
				assert_true(isfinite(got.prediction));
				assert_true(isfinite(got.sd) && got.sd >= 0);
				if (!all || cases[c].share == 0 || cases[c].kind == TARGET_CONSTANT)
				{
					assert_true(got.linear == fitted.model.head.y_mean);
					assert_true(got.known == 0 || cases[c].kind == TARGET_CONSTANT);
				}
			}
			fitted_free(&fitted);
			state_free(&m);
		}
}

/* Words that were changed are refused or predict; none is a crash. */
static void
damage(bool exact)
{
	static const double wrong[] = {NAN, INFINITY, -INFINITY, -1, 0, 1, 2, 0.5, 1e300, -1e300, 1e-300,
	4294967296.0};
	int			rounds = getenv("AER_QUICK") != NULL ? 300 : 10000;
	double		x[D];
	bool		known[D];
	int			refused = 0;
	Moments		m;
	Fitted		fitted;
	Rng			rng;

	rng_seed(&rng, 6);
	data_moments(&m, D, 300, exact ? 1 : 0.4, TARGET_TWO_VALUED, 60, NULL);
	fitted_new(&fitted, &m, &common);
	for (uint32 i = 0; i < D; i++)
	{
		known[i] = i % 3 != 0;
		x[i] = i;
	}
	for (int round = 0; round < rounds; round++)
	{
		/* exactly as long, so that valgrind and asan see what is read beyond */
		size_t		count = round % 10 == 0 ? rng_below(&rng, fitted.count) : fitted.count;
		double	   *number = malloc(fitted.count * sizeof(double));
		PartialHead head = fitted.head;
		PartialModel model;

		memcpy(number, fitted.number, fitted.count * sizeof(double));
		for (int k = round % 3; k >= 0; k--)
		{
			double		put = wrong[rng_below(&rng, lengthof(wrong))];

			if (k == 0)
				((double *) &head)[rng_below(&rng, sizeof(head) / sizeof(double))] = put;
			else
				number[rng_below(&rng, fitted.count)] = put;
		}
		if (!view_numbers(&model, &head, number, count, fitted.common))
			refused++;
		else
		{
			Work	   *work = new_work(NULL);
			Predictor	predictor;
			PartialPrediction got;
			Status		status;

			predictor_init(work, &predictor, &model);
			status = predictor_predict(&predictor, known, x, &got);
			assert_true(status != KERNEL_OK || isfinite(got.linear));
			if (status == KERNEL_OK && model.head.two_valued == 1)
				assert_true(got.probability >= 0 && got.probability <= 1);
			work_end(work);
		}
		free(number);
	}
	assert_true(refused > rounds / 4);
	fitted_free(&fitted);
	state_free(&m);
}

static void
damaged(void **state)
{
	damage(false);
	damage(true);
}

/*
 * A table of six numbers and two columns of words, of five and of four values;
 * all but the first of each have an attribute.
 */
#define NUMBERS 6
#define COLUMNS 8
static const uint32 column[] = {0, 1, 2, 3, 4, 5, 6, 6, 6, 6, 7, 7, 7};

static double
mixed_row(Rng *rng, double *x)
{
	double		shared = normal(rng);
	uint32		five = rng_below(rng, 5);
	uint32		four = rng_below(rng, 4);

	for (uint32 i = 0; i < NUMBERS; i++)
		x[i] = 2 * i + (i % 2 == 0 ? 0.5 * shared : 0) + normal(rng);
	for (uint32 i = NUMBERS; i < lengthof(column); i++)
		x[i] = column[i] == NUMBERS ? five == i - NUMBERS + 1 : four == i - NUMBERS - 3;
	return x[0] - 0.7 * x[1] + 0.5 * x[2] + 0.3 * x[3] + 0.5 * five +
		(four == 1 ? 1.2 : four == 2 ? -0.8 : 0) + 0.6 * normal(rng);
}

/* The attributes of so many columns drawn, of which some are holes. */
static void
draw_columns(Rng *rng, uint32 budget, double holes, bool *seen)
{
	bool		found[COLUMNS];

	for (uint32 k = 0; k < COLUMNS; k++)
	{
		bool		drawn = rng_below(rng, COLUMNS - k) < budget;

		budget -= drawn;
		found[k] = drawn && rng_unit(rng) >= holes;
	}
	for (uint32 i = 0; i < lengthof(column); i++)
		seen[i] = found[column[i]];
}

/* The mean over new rows, of which so many columns are known, of (error / deviation)^2. */
static double
error_ratio(Predictor *predictor, Rng *rng, uint32 columns)
{
	int			rows = 2000;
	double		sum = 0;

	for (int t = 0; t < rows; t++)
	{
		double		x[lengthof(column)];
		bool		known[lengthof(column)];
		double		y = mixed_row(rng, x);
		double		off;
		PartialPrediction got;

		draw_columns(rng, columns, 0, known);
		assert_int_equal(predictor_predict(predictor, known, x, &got), KERNEL_OK);
		off = (y - got.prediction) / got.sd;
		sum += off * off;
	}
	return sum / rows;
}

/*
 * Deviations are those of the errors, though lambda holds back what the weights
 * explain.  One forecast is off by a tenth or two, the mean of eight by .06 at most
 * in these.
 */
static void
deviations(void **state)
{
	static const struct
	{
		uint32		rows;
		uint32		budget;
		double		holes;
	}			settings[] = {
		{1960, COLUMNS, 0.05}, {1960, 4, 0.05}, {1960, COLUMNS, 0}, {300, COLUMNS, 0.05}
	};
	int			repeats = 8;

	for (size_t c = getenv("AER_QUICK") != NULL ? lengthof(settings) - 1 : 0; c < lengthof(settings); c++)
	{
		double		ratio[COLUMNS + 1] = {0};

		for (int repeat = 0; repeat < repeats; repeat++)
		{
			Moments		m;
			Fitted		fitted;
			Rng			rng;

			rng_seed(&rng, 100 * c + repeat);
			state_new(&m, lengthof(column), 5,
					  settings[c].budget == COLUMNS && settings[c].holes == 0, NULL);
			for (uint32 t = 0; t < settings[c].rows; t++)
			{
				double		x[lengthof(column)];
				bool		seen[lengthof(column)];
				uint32		attribute[lengthof(column)];
				double		y = mixed_row(&rng, x);
				uint32		n = 0;

				draw_columns(&rng, settings[c].budget, settings[c].holes, seen);
				for (uint32 i = 0; i < lengthof(column); i++)
					if (seen[i])
					{
						attribute[n] = i;
						x[n++] = x[i];
					}
				state_add(&m, t % 5, attribute, x, n, y);
			}
			fitted_new(&fitted, &m, &own);
			for (uint32 columns = 1; columns <= COLUMNS; columns++)
				ratio[columns] += error_ratio(&fitted.predictor, &rng, columns) / repeats;
			fitted_free(&fitted);
			state_free(&m);
		}
		for (uint32 columns = 1; columns <= COLUMNS; columns++)
			if (!(ratio[columns] > 0.8 && ratio[columns] < 1.25))
				fail_msg("setting %zu, seeds %zu to %zu, %u columns known: errors are %g of what is said",
						 c, 100 * c, 100 * c + repeats - 1, columns, ratio[columns]);
	}
}

/* Each of these numbers alone is impossible. */
static void
refuse_impossible(bool exact)
{
	static const struct
	{
		size_t		at;
		double		number;
	}			heads[] = {
#define HEAD(field, number) {offsetof(PartialHead, field) / sizeof(double), number}
		HEAD(d, D + 1), HEAD(rank, -1), HEAD(rank, 65), HEAD(rank, 0.5), HEAD(rank, 67), HEAD(rows, -1),
		HEAD(rows, INFINITY), HEAD(y_mean, NAN), HEAD(y_mean, 1.9), HEAD(y_mean, 7.1), HEAD(y_variance, -1),
		HEAD(y_variance, INFINITY), HEAD(lambda, -1), HEAD(lambda, INFINITY), HEAD(length, -1),
		HEAD(length, INFINITY), HEAD(gap, -1),
		HEAD(gap, INFINITY), HEAD(spread, 0), HEAD(spread, INFINITY), HEAD(low, 8), HEAD(low, -INFINITY),
		HEAD(high, 2), HEAD(two_valued, 2), HEAD(two_valued, 0), HEAD(linked, 2), HEAD(slope, NAN),
		HEAD(offset, INFINITY), HEAD(forecast, -1), HEAD(forecast_se, -1)
#undef HEAD
	};
	Moments		m;
	Fitted		fitted;
	PartialModel model;
	PartialArrays array;
	PartialHead *head;
	uint32		rank;

	data_moments(&m, D, 300, exact ? 1 : 0.9, TARGET_TWO_VALUED, 61, NULL);
	fitted_new(&fitted, &m, &common);
	assert_true(fitted.model.head.linked == 1 && fitted.model.head.low == 2 && fitted.model.head.high == 7);
	for (size_t h = 0; h < lengthof(heads); h++)
	{
		double	   *number = (double *) &fitted.head + heads[h].at;
		double		was = *number;

		*number = heads[h].number;
		if (fitted_view(&fitted, &model))
			fail_msg("number %zu of the head may be %g", heads[h].at, heads[h].number);
		*number = was;
	}

	/* rows of one value only, whose other value is known of others: as rare as anything is told to be */
	for (int high = 0; high <= 1; high++)
	{
		Work	   *work = new_work(NULL);
		Predictor	predictor;
		PartialPrediction got;
		bool		known[D] = {0};
		double		x[D] = {0};
		double		odds = log(fitted.model.head.rows + 1);
		double		was = fitted.model.head.y_mean;

		fitted.head.y_mean = high ? 7 : 2;
		assert_true(fitted_view(&fitted, &model));
		predictor_init(work, &predictor, &model);
		assert_int_equal(predictor_predict(&predictor, known, x, &got), KERNEL_OK);
		assert_true(fabs(got.log_odds - (high ? odds : -odds)) < 1e-9);
		fitted.head.y_mean = was;
		work_end(work);
	}

	/* each is possible, both are not: their product overflows */
	head = &fitted.head;
	head->length = head->gap = 1e155;
	assert_false(fitted_view(&fitted, &model));
	head->length = head->gap = 1;
	head->y_variance = head->spread = 1e155;
	assert_false(fitted_view(&fitted, &model));
	head->y_variance = head->spread = 1;
	assert_true(fitted_view(&fitted, &model));

	rank = fitted.model.factors.rank;
	assert_int_equal(rank > 0, !exact);
	fitted_arrays(&fitted, &array);
	for (int k = 0; k < 5; k++)
	{
		double	   *in = k == 0 ? array.centre : k == 1 ? array.metric : k == 2 ? array.cross :
			k == 3 ? array.rest : array.factor;
		size_t		last = k < 4 ? D - 1 : exact ? packed_correlations(D) - 1 : (size_t) D * rank - 1;
		double		was = in[last];

		in[last] = INFINITY;
		assert_false(fitted_view(&fitted, &model));
		in[last] = -1;
		assert_int_equal(fitted_view(&fitted, &model), k != 1 && k != 3 && !(exact && k == 4));
		in[last] = was;
	}
	for (int k = 0; k < 3 && exact; k++)
	{
		static const double pairs[] = {0.5, 0x1p52, 0x1p26 - 1};
		double		was = array.factor[0];

		array.factor[0] = pairs[k];
		assert_false(fitted_view(&fitted, &model));
		array.factor[0] = was;
	}
	fitted_free(&fitted);
	state_free(&m);
}

static void
impossible(void **state)
{
	refuse_impossible(false);
	refuse_impossible(true);
}

/* Correlations, each of which is stored once, in any order. */
static void
packed(void **state)
{
	enum
	{
		COUNT = 7
	};
	double		number[11] = {0};

	assert_int_equal(packed_correlations(COUNT), lengthof(number));
	assert_int_equal(packed_correlations(1), 0);
	for (uint32 i = 0; i < COUNT; i++)
		for (uint32 j = i + 1; j < COUNT; j++)
			packed_correlation_set(number, i, j, i == 0 ? 1.1 : i == 1 ? -1 : i == 2 ? 0 : sin(i + 9.0 * j));
	for (uint32 i = 0; i < COUNT; i++)
		for (uint32 j = 0; j < COUNT; j++)
		{
			uint32		first = Min(i, j);
			double		got;

			if (i == j)
				continue;
			got = packed_correlation(number, i, j);
			if (first < 3)
				assert_true(got == (first == 0 ? 1 : first == 1 ? -1 : 0));
			else
				assert_true(fabs(got - sin(first + 9.0 * Max(i, j))) <= 1.5e-8);
		}
}

/*
 * More attributes than have room for an exact covariance.  They add up to a few sums, which five
 * attributes tell as well as a model of these alone, and all do not explain more than in the fit.
 */
static void
wide(void **state)
{
	enum
	{
		WIDE = MOST_EXACT + 60,
		ROWS = 1500,
		SAY = 5
	};
	static double x[WIDE];
	static uint32 attribute[WIDE];
	static bool known[WIDE];
	double		square[SAY * SAY] = {0};
	double		cross[SAY] = {0};
	double		mean[SAY + 1] = {0};
	double		explained = 0;
	Moments		m;
	Fitted		fitted;
	Rng			rng;

	/* under valgrind, LAPACK would take minutes */
	if (getenv("AER_QUICK") != NULL)
		return;
	rng_seed(&rng, 64);
	state_new(&m, WIDE, 5, true, NULL);
	for (uint32 t = 0; t < ROWS; t++)
	{
		double		shared[4];
		double		y = normal(&rng);

		for (int k = 0; k < 4; k++)
			shared[k] = normal(&rng);
		for (uint32 i = 0; i < WIDE; i++)
		{
			attribute[i] = i;
			x[i] = shared[i % 4] + normal(&rng);
		}
		y += shared[0] - shared[1];
		state_add(&m, t % 5, attribute, x, WIDE, y);
		for (int i = 0; i < SAY; i++)
		{
			mean[i] += x[i] / ROWS;
			cross[i] += x[i] * y / ROWS;
			for (int j = 0; j < SAY; j++)
				square[i * SAY + j] += x[i] * x[j] / ROWS;
		}
		mean[SAY] += y / ROWS;
	}
	for (int i = 0; i < SAY; i++)
	{
		cross[i] -= mean[i] * mean[SAY];
		for (int j = 0; j < SAY; j++)
			square[i * SAY + j] -= mean[i] * mean[j];
	}
	dense_solve(square, cross, SAY);
	fitted_new(&fitted, &m, &own);
	assert_true(fitted.model.factors.correlation == NULL && fitted.model.factors.whole);
	memset(known, true, sizeof(known));
	assert_int_equal(predictor_solve(&fitted.predictor, known), KERNEL_OK);
	assert_true(fitted.predictor.q < 1 && fitted.predictor.explained / fitted.head.y_variance < 0.75);
	for (uint32 i = 0; i < WIDE; i++)
		known[i] = i < SAY;
	assert_int_equal(predictor_solve(&fitted.predictor, known), KERNEL_OK);
	for (int i = 0; i < SAY; i++)
	{
		explained += fabs(cross[i]);
		assert_true(fabs(fitted.predictor.weight[i] - cross[i]) < 0.05);
	}
	assert_true(explained > 1);
	fitted_free(&fitted);
	state_free(&m);
}

/*
 * Of more factors than are kept, what the others have of the variance is not lost: in all,
 * each attribute has its own.  Where none of those left out stands out, those of the whole
 * covariance are kept, and five attributes that say all are known to: their error is that of
 * a model of these alone, which is 1, or a little more.  Of pairs of copies more stand out.
 */
static void
many_factors(void **state)
{
	enum
	{
		MANY = 160,
		ROWS = 4000,
		SAY = 5
	};

	for (int copies = 0; copies < 2; copies++)
	{
		double		x[MANY];
		uint32		attribute[MANY];
		bool		known[MANY] = {false};
		double		a[SAY * SAY];
		double		b[SAY];
		Moments		m;
		Fitted		fitted;
		PartialArrays array;
		const PartialHead *head = &fitted.model.head;
		uint32		rank;
		Rng			rng;

		rng_seed(&rng, 62);
		state_new(&m, MANY, 5, false, NULL);
		for (uint32 i = 0; i < MANY; i++)
			attribute[i] = i;
		for (uint32 t = 0; t < ROWS; t++)
		{
			double		y = (copies ? 4 : 1) * normal(&rng);

			for (uint32 i = 0; i < MANY; i++)
			{
				x[i] = copies && i % 2 == 1 ? x[i - 1] + 0.2 * normal(&rng) : normal(&rng);
				y += i < SAY ? x[i] : 0;
			}
			state_add(&m, t % 5, attribute, x, MANY, y);
		}
		fitted_new(&fitted, &m, &own);
		rank = fitted.model.factors.rank;
		assert_int_equal(rank, copies ? PARTIAL_RANK : WHOLE_RANK);
		fitted_arrays(&fitted, &array);
		for (uint32 i = 0; i < MANY; i++)
		{
			AttributeSums sum = moments_attribute(&m, i, m.folds);
			double		variance = (sum.xx - sum.x * sum.x / ROWS) / (ROWS - 1);
			double		all = array.rest[i];

			if (copies)
				all += array.cross[i] * array.cross[i] / head->y_variance;
			for (uint32 k = 0; k < rank; k++)
				all += array.factor[i * rank + k] * array.factor[i * rank + k];
			assert_true(fabs(all * array.metric[i] * array.metric[i] - variance) < 1e-9 * variance);
			known[i] = i < SAY;
		}
		if (!copies)
		{
			double		explained = 0;
			PartialPrediction got;

			/* by elimination */
			for (uint32 i = 0; i < SAY; i++)
			{
				b[i] = array.cross[i];
				for (uint32 j = 0; j < SAY; j++)
				{
					a[i * SAY + j] = i == j ? array.rest[i] + cbrt((double) SAY / MANY) * head->lambda : 0;
					for (uint32 k = 0; k < rank; k++)
						a[i * SAY + j] += array.factor[i * rank + k] * array.factor[j * rank + k];
				}
			}
			dense_solve(a, b, SAY);
			memset(x, 0, sizeof(x));
			assert_int_equal(predictor_predict(&fitted.predictor, known, x, &got), KERNEL_OK);
			for (uint32 i = 0; i < SAY; i++)
			{
				explained += b[i] * array.cross[i];
				assert_true(fabs(fitted.predictor.weight[i] - b[i] / array.metric[i]) < 1e-12);
				assert_true(fabs(fitted.predictor.weight[i] * fitted.predictor.length - 1) < 0.15);
			}
			assert_true(fabs(fitted.predictor.explained - explained) < 1e-11 * head->y_variance);
			/* without the target's part, beside a diagonal, it would be 3 */
			assert_true(got.sd * got.sd > 1 && got.sd * got.sd < 1.4);
		}
		fitted_free(&fitted);
		state_free(&m);
	}
}

/*
 * The score at which a decision turns, also of a model that was calibrated: there the
 * probability of the high value is the threshold.
 */
static void
turning_points(void **state)
{
	static const double thresholds[] = {0.1, 0.3, 0.5, 0.8};
	Moments		m;
	Fitted		fitted;
	bool		known[D];
	double		x[D];

	data_moments(&m, D, 300, 0.6, TARGET_TWO_VALUED, 63, NULL);
	fitted_new(&fitted, &m, &common);
	assert_true(fitted.model.head.linked == 1);
	for (uint32 i = 0; i < D; i++)
		known[i] = i % 4 == 0;
	for (int calibrated = 0; calibrated < 2; calibrated++)
	{
		fitted.model.head.slope = calibrated ? 0.6 : 1;
		fitted.model.head.offset = calibrated ? -0.4 : 0;
		assert_int_equal(predictor_solve(&fitted.predictor, known), KERNEL_OK);
		for (size_t k = 0; k < lengthof(thresholds); k++)
		{
			double		z = predictor_turning_point(&fitted.predictor, thresholds[k]);
			double		square = 0;
			PartialPrediction got;

			memcpy(x, fitted.model.centre, sizeof(x));
			for (uint32 a = 0; a < fitted.predictor.known; a++)
				square += fitted.predictor.weight[a] * fitted.predictor.weight[a];
			for (uint32 a = 0; a < fitted.predictor.known; a++)
				x[fitted.predictor.attribute[a]] += z * fitted.predictor.weight[a] / square;
			assert_int_equal(predictor_predict(&fitted.predictor, known, x, &got), KERNEL_OK);
			assert_true(fabs(got.probability - thresholds[k]) < 1e-9);
		}
	}
	fitted_free(&fitted);
	state_free(&m);
}

/* A score that leaves nothing of the target: its classes have a width all the same. */
static void
no_rest(void **state)
{
	Moments		m;
	Fitted		fitted;
	bool		known = true;

	state_new(&m, 1, 5, true, NULL);
	for (uint32 t = 0; t < 50; t++)
	{
		uint32		attribute = 0;
		double		x = t / 5 % 2;

		state_add(&m, t % 5, &attribute, &x, 1, 2 * x - 1);
	}
	fitted_new(&fitted, &m, &own);
	for (int high = 0; high < 2; high++)
	{
		double		x = high;
		PartialPrediction got;

		assert_int_equal(predictor_predict(&fitted.predictor, &known, &x, &got), KERNEL_OK);
		assert_true(high ? got.probability > 0.9 : got.probability < 0.1);
		assert_true(fitted.predictor.spread > 0);
	}
	fitted_free(&fitted);
	state_free(&m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(subsets),
		cmocka_unit_test(all_known),
		cmocka_unit_test(guards),
		cmocka_unit_test(damaged),
		cmocka_unit_test(impossible),
		cmocka_unit_test(packed),
		cmocka_unit_test(wide),
		cmocka_unit_test(many_factors),
		cmocka_unit_test(turning_points),
		cmocka_unit_test(no_rest),
		cmocka_unit_test(deviations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
