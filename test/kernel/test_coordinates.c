/*
 * test_coordinates.c
 *		Columns in coordinates: known answers; the transformation against rows that
 *		are transformed one by one; and odd input.
 *
 * The rows of the known answers (coordinate_answers.h) are made by a linear
 * congruential generator, additions and multiplications alone, so that every
 * machine and language makes the same. Columns, drawn in this order:
 *
 *		0	a number, the sum of three uniform ones, knots 1, 1.5, 2
 *		1	four times a uniform one, NULL in .15, told apart, knots 1, 2, 3
 *		2	half the first and a uniform one
 *		3	words a to e, and f, which is unknown
 *		4	words a to c, NULL in .2, told apart
 *		5	the third and a uniform one; NULL in .1 are holes
 *		6	a uniform one, NULL in .3, told apart, a knot at .5
 *		7	1 in .05, else 0
 *		8	a uniform one, knots .2, .21 and 5: one bend of three
 *
 * then the noise, then the looks by Fisher and Yates. Row t is in fold t % 5.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "coordinate_answers.h"
#include "kernel/columns/column_model.h"
#include "moment_state.h"

/* Two implementations with other orders of sums, and eigenvectors of other LAPACKs. */
#define TOLERANCE 1e-9

typedef struct Menu
{
	Column		column;
	uint32		n;				/* knots or words */
	double		knot[3];
} Menu;

static const Menu menu[MOST_COLUMNS] = {
	{{false, false}, 3, {1, 1.5, 2}},
	{{false, true}, 3, {1, 2, 3}},
	{{false, false}, 0, {0}},
	{{true, false}, 5, {0}},
	{{true, true}, 3, {0}},
	{{false, false}, 0, {0}},
	{{false, true}, 1, {0.5}},
	{{false, false}, 0, {0}},
	{{false, false}, 3, {0.2, 0.21, 5}}
};

static double
unit(uint64 *state)
{
	*state = *state * UINT64CONST(6364136223846793005) + UINT64CONST(1442695040888963407);
	return (double) (*state >> 40) / 16777216.0;
}

/* One record: numbers, or the number of a word; NaN: NULL. */
static void
draw_record(uint64 *state, double *v)
{
	double		a;
	double		b;

	v[0] = unit(state);
	v[0] += unit(state);
	v[0] += unit(state);
	a = unit(state);
	b = 4 * unit(state);
	v[1] = a < 0.15 ? NAN : b;
	v[2] = 0.5 * v[0] + unit(state);
	a = unit(state);
	v[3] = floor(a * a * 6);
	a = unit(state);
	b = unit(state);
	v[4] = a < 0.2 ? NAN : floor(b * 3);
	a = unit(state);
	b = unit(state);
	v[5] = a < 0.1 ? NAN : v[2] + b;
	a = unit(state);
	b = unit(state);
	v[6] = a < 0.3 ? NAN : b;
	v[7] = unit(state) < 0.05 ? 1 : 0;
	v[8] = unit(state);
}

static double
draw_target(uint64 *state, const double *v, TargetRule rule)
{
	static const double word3[6] = {0.8, -0.3, 0.1, 0, -0.6, 1.1};
	static const double word4[3] = {0.5, 0, -0.4};
	bool		straight = rule == TARGET_STRAIGHT;
	double		y = straight ? v[0] : 1.5 * fabs(v[0] - 1.5);
	double		a;
	double		b;

	y += isnan(v[1]) ? 0.7 : straight ? 0.3 * v[1] : 0.25 * (v[1] - 2) * (v[1] - 2);
	y += 0.3 * v[2] + word3[(int) v[3]] + (isnan(v[4]) ? -0.5 : word4[(int) v[4]]);
	y += 0.2 * v[8] + 0.5 * v[7];
	a = unit(state);
	b = unit(state);
	y += 1.5 * (a + b - 1);
	if (rule == TARGET_NOTHING)
		return unit(state);
	return rule == TARGET_TWO ? (y > 1.9 ? 7 : 2) : y;
}

static uint32
count_attributes(const Menu *from)
{
	return from->n + !from->column.words + from->column.null;
}

/* The value that a number is read as where it is NULL, and summed from. */
static double
middle_knot(const Menu *from)
{
	return !from->column.words && from->n > 0 ? from->knot[(from->n - 1) / 2] : 0;
}

/* The attributes of a value; false: the look found nothing. */
static bool
read_column(const Menu *from, double v, double *x)
{
	uint32		a = count_attributes(from);

	memset(x, 0, a * sizeof(double));
	if (isnan(v))
	{
		if (!from->column.null)
			return false;
		x[a - 1] = 1;
	}
	if (from->column.words)
	{
		if (!isnan(v) && v < from->n)
			x[(int) v] = 1;
		return true;
	}
	if (isnan(v))
		v = middle_knot(from);
	x[0] = v;
	for (uint32 k = 0; k < from->n; k++)
		x[k + 1] = Max(v - from->knot[k], 0);
	return true;
}

/* Moments of a setting, and their columns. */
typedef struct Table
{
	const Setting *setting;
	Column		column[MOST_COLUMNS];
	uint32		first[MOST_COLUMNS + 1];
	int64		cost[MOST_COLUMNS];
	double		shift[MOST_ATTRIBUTES];
	Columns		columns;
	Prices		prices;
	ColumnOptions options;
	Moments		moments;
} Table;

static void
table_start(Table *table, const Setting *setting, uint32 folds)
{
	uint32		d = 0;

	table->setting = setting;
	memset(table->shift, 0, sizeof(table->shift));
	for (uint32 l = 0; l < setting->columns; l++)
	{
		const Menu *from = &menu[setting->column[l]];

		table->column[l] = from->column;
		table->first[l] = d;
		table->shift[d] = middle_knot(from);
		table->cost[l] = 1000;
		d += count_attributes(from);
	}
	table->first[setting->columns] = d;
	table->columns = (Columns) {{setting->columns, d, table->first}, table->column};
	table->prices = (Prices) {setting->columns, 0, table->cost, NULL, NULL};
	table->options = (ColumnOptions) {&table->columns, &table->prices, BENDS_BY_FOLDS};
	state_new(&table->moments, d, folds, setting->complete, table->shift);
}

/* The attributes of what was looked at; returns how many. */
static uint32
table_row(const Table *table, const double *v, const bool *look, uint32 *attribute, double *value)
{
	uint32		n = 0;

	for (uint32 l = 0; l < table->setting->columns; l++)
	{
		int			c = table->setting->column[l];

		if (look[l] && read_column(&menu[c], v[c], value + n))
			for (uint32 i = table->first[l]; i < table->first[l + 1]; i++)
				attribute[n++] = i;
	}
	return n;
}

static void
draw_looks(uint64 *state, const Setting *setting, bool *look)
{
	uint32		order[MOST_COLUMNS];

	for (uint32 l = 0; l < setting->columns; l++)
	{
		order[l] = l;
		look[l] = setting->budget == setting->columns;
	}
	for (uint32 k = 0; setting->budget < setting->columns && k < setting->budget; k++)
	{
		uint32		j = k + (uint32) (unit(state) * (setting->columns - k));
		uint32		taken = order[j];

		order[j] = order[k];
		order[k] = taken;
		look[taken] = true;
	}
}

static void
table_new(Table *table, const Setting *setting, uint64 seed)
{
	uint64		state = seed;

	table_start(table, setting, 5);
	for (int t = 0; t < setting->rows; t++)
	{
		double		v[MOST_COLUMNS];
		double		y;
		bool		look[MOST_COLUMNS];
		uint32		attribute[MOST_ATTRIBUTES];
		double		value[MOST_ATTRIBUTES];
		uint32		n;

		draw_record(&state, v);
		y = draw_target(&state, v, setting->target);
		draw_looks(&state, setting, look);
		n = table_row(table, v, look, attribute, value);
		state_add(&table->moments, t % 5, attribute, value, n, y);
	}
}

static void
table_free(Table *table)
{
	state_free(&table->moments);
}

static bool
near(double x, double y, double scale)
{
	return isnan(x) ? isnan(y) : fabs(x - y) <= TOLERANCE * scale;
}

static void
assert_weights(const char *name, const char *what, const double *got, const double *known, uint32 d)
{
	double		largest = 0;

	for (uint32 i = 0; i < d; i++)
		largest = Max(largest, fabs(known[i]));
	for (uint32 i = 0; i < d; i++)
		if (!near(got[i], known[i], largest))
			fail_msg("%s, %s: weight %u is %.17g, not %.17g", name, what, i, got[i], known[i]);
}

static void
assert_number(const char *name, const char *what, double got, double known, double scale)
{
	if (!near(got, known, scale))
		fail_msg("%s: %s is %.17g, not %.17g", name, what, got, known);
}

static void
fit_table(Table *table, const FitOptions *options, ColumnFit *fit)
{
	void	   *scratch = malloc(column_fit_scratch(&table->moments, &table->options));

	fit->fit.weight = malloc(sizeof(double) * table->moments.d);
	assert_int_equal(column_fit(&table->moments, &table->options, options, scratch, fit, NULL), KERNEL_OK);
	free(scratch);
}

static const FitOptions ridge = {PENALTY_RIDGE, false, NAN, INFINITY, NULL, NULL};

/* Weights, intercepts and forecasts of ridge, and whether it bends. */
static void
known_ridge(void **state)
{
	for (uint32 s = 0; s < lengthof(settings); s++)
	{
		const Setting *known = &settings[s];
		Table		table;
		ColumnFit	fit;

		table_new(&table, known, s + 1);
		fit_table(&table, &ridge, &fit);
		if (fit.bends != known->bends)
			fail_msg("%s: bends are %d", known->name, fit.bends);
		assert_weights(known->name, "ridge", fit.fit.weight, known->weight, table.moments.d);
		assert_number(known->name, "intercept", fit.fit.intercept, known->intercept,
					  Max(fabs(known->intercept), 1));
		assert_number(known->name, "forecast", fit.fit.forecast, known->forecast, known->forecast);
		assert_number(known->name, "its error", fit.fit.forecast_se, known->forecast_se, known->forecast_se);
		assert_number(known->name, "forecast of bends", fit.forecast_bends, known->forecast_bends,
					  known->forecast_bends);
		assert_number(known->name, "forecast of lines", fit.forecast_lines, known->forecast_lines,
					  known->forecast_lines);
		free(fit.fit.weight);
		table_free(&table);
	}
}

static const SpendingOptions spending = {false, NAN, NULL};

typedef struct Model
{
	double	   *words;
	size_t		count;
	void	   *memory;
	ColumnPredictor columns;
} Model;

static void
model_new(Model *model, Table *table, bool bends)
{
	void	   *scratch = malloc(column_model_scratch(&table->moments, &table->options));

	model->words = malloc(sizeof(double) * column_model_most_words(&table->columns));
	assert_int_equal(column_model_fit(&table->moments, &table->options, bends, &spending, scratch,
									  model->words, &model->count, NULL), KERNEL_OK);
	assert_true(model->count <= column_model_most_words(&table->columns));
	free(scratch);
	model->memory = malloc(column_predictor_size(&table->columns));
	assert_true(column_predictor_init(&model->columns, model->memory, &table->columns, model->words,
									  model->count));
}

static void
model_free(Model *model)
{
	free(model->words);
	free(model->memory);
}

/* Which looks are known in set number which. */
static void
some_known(bool *known, uint32 columns, int which)
{
	for (uint32 l = 0; l < columns; l++)
		known[l] = (((int) l + 1) * (which + 3) + which) % (which + 2) != 0;
}

/*
 * Weights where some columns are known, told in attributes.  Of complete moments
 * the folds give a length to the factors themselves, and the reference that of
 * the exact weights: there the direction is compared.
 */
static void
known_partial(void **state)
{
	for (uint32 s = 0; s < lengthof(settings); s++)
	{
		const Setting *known = &settings[s];
		Table		table;
		Model		model;

		table_new(&table, known, s + 1);
		model_new(&model, &table, known->bends);
		for (int which = 0; which < KNOWN_SETS; which++)
		{
			uint32		d = table.moments.d;
			double		expected[MOST_ATTRIBUTES];
			double		weight[MOST_ATTRIBUTES];
			double		x[MOST_ATTRIBUTES];
			double		intercept;
			double		linear;
			double		ratio = 1;
			bool		looks[MOST_COLUMNS];
			Link		link;
			PartialPrediction got;

			some_known(looks, known->columns, which);
			memcpy(expected, known->some[which].weight, sizeof(expected));
			for (uint32 l = 0; l < known->columns; l++)
				for (uint32 i = table.first[l]; i < table.first[l + 1]; i++)
					x[i] = looks[l] ? 0.1 * i + l : NAN;
			column_predictor_set(&model.columns, looks, x);
			assert_int_equal(predictor_predict(&model.columns.predictor, model.columns.known,
											   model.columns.u, &got), KERNEL_OK);
			column_predictor_restrict(&model.columns, weight, &intercept, &link);
			linear = intercept;
			for (uint32 i = 0; i < d; i++)
				if (!isnan(x[i]))
					linear += weight[i] * x[i];
			assert_number(known->name, "linear prediction", linear, got.linear, Max(fabs(linear), 1));

			if (known->complete)
			{
				uint32		largest = 0;

				for (uint32 i = 1; i < d; i++)
					if (fabs(expected[i]) > fabs(expected[largest]))
						largest = i;
				if (expected[largest] != 0)
					ratio = weight[largest] / expected[largest];
				assert_true(ratio > 0.7 && ratio < 1.4);
			}
			for (uint32 i = 0; i < d; i++)
				expected[i] *= ratio;
			assert_weights(known->name, "partial", weight, expected, d);
			assert_number(known->name, "partial intercept", intercept - known->mean,
						  ratio * (known->some[which].intercept - known->mean), 1);
		}
		model_free(&model);
		table_free(&table);
	}
}

/* A look never used, and looks of one to five; C singular within the largest. */
#define LASSO_D 17
static const uint32 lasso_first[] = {0, 1, 4, 5, 10, 10, 12, 16, 17};
static const Looks lasso_looks_of = {8, LASSO_D, lasso_first};

/*
 * What makes u the minimum of 1/2 u'Cu - c'u + lambda sum_l |u_l|: with the
 * gradient g = Cu - c, g_l = -lambda u_l / |u_l| where u_l is not 0, else
 * |g_l| <= lambda.  Returns by how much that is missed.
 */
static double
conditions(const Looks *looks, const double *matrix, const double *cross, const double *u,
		   double lambda)
{
	uint32		d = looks->d;
	double		worst = 0;

	for (uint32 l = 0; l < looks->n; l++)
	{
		double		norm = 0;
		double		miss = 0;

		for (uint32 i = looks_first(looks, l); i < looks_first(looks, l + 1); i++)
			norm += u[i] * u[i];
		norm = sqrt(norm);
		for (uint32 i = looks_first(looks, l); i < looks_first(looks, l + 1); i++)
		{
			double		g = -cross[i];

			for (uint32 j = 0; j < d; j++)
				g += matrix[i * d + j] * u[j];
			if (norm > 0)
				g += lambda * u[i] / norm;
			miss += g * g;
		}
		worst = Max(worst, sqrt(miss) - (norm > 0 ? 0 : lambda));
	}
	return worst;
}

static double
sum_of_lengths(const Looks *looks, const double *u)
{
	double		sum = 0;

	for (uint32 l = 0; l < looks->n; l++)
	{
		double		square = 0;

		for (uint32 i = looks_first(looks, l); i < looks_first(looks, l + 1); i++)
			square += u[i] * u[i];
		sum += sqrt(square);
	}
	return sum;
}

/* The lasso by looks against the conditions of its minimum, and within a radius. */
static void
lasso_by_looks(void **state)
{
	uint64		seed = 77;
	double		matrix[LASSO_D * LASSO_D] = {0};
	double		cross[LASSO_D] = {0};
	double		unit_length[LASSO_D];
	LassoLooks	looks = {&lasso_looks_of, malloc(lasso_looks_size(&lasso_looks_of))};
	void	   *memory = malloc(lasso_size(LASSO_D));
	double		largest;
	Lasso		lasso;

	for (int t = 0; t < 60; t++)
	{
		double		x[LASSO_D];
		double		y = unit(&seed);

		for (int i = 0; i < LASSO_D; i++)
			x[i] = unit(&seed) - 0.5 + (i > 0 ? 0.3 * x[i - 1] : 0);
		x[9] = x[5] + x[6] - x[7];	/* nothing of its own */
		x[16] = 0;				/* and nothing at all */
		y += x[1] - x[6] + x[12];
		for (int i = 0; i < LASSO_D; i++)
		{
			unit_length[i] = 1;
			cross[i] += x[i] * y / 60;
			for (int j = 0; j < LASSO_D; j++)
				matrix[i * LASSO_D + j] += x[i] * x[j] / 60;
		}
	}
	lasso_init(&lasso, memory, LASSO_D, matrix, unit_length, &looks);
	memcpy(lasso.cross, cross, sizeof(cross));
	assert_int_equal(lasso_start(&lasso), KERNEL_OK);
	largest = lasso_largest(&lasso);
	for (double share = 1; share > 1e-4; share *= 0.6)
	{
		double		lambda = share * largest;
		uint32		used = 0;

		assert_int_equal(lasso_solve(&lasso, lambda, 1e-12 * largest, NULL), KERNEL_OK);
		assert_true(conditions(&lasso_looks_of, matrix, cross, lasso.u, lambda) < 1e-11 * largest);
		for (int i = 0; i < LASSO_D; i++)
			used += lasso.u[i] != 0;
		assert_int_equal(used == 0, share == 1);
		assert_true(lasso.u[16] == 0);
	}
	for (double radius = 0.01; radius < 2; radius *= 2)
	{
		double		lambda;

		assert_int_equal(lasso_start(&lasso), KERNEL_OK);
		assert_int_equal(lasso_solve_within(&lasso, radius, 1e-12 * largest, &lambda, NULL), KERNEL_OK);
		assert_true(fabs(sum_of_lengths(&lasso_looks_of, lasso.u) - radius) < 1e-8 * radius);
		assert_true(conditions(&lasso_looks_of, matrix, cross, lasso.u, lambda) < 1e-11 * largest);
	}
	free(looks.memory);
	free(memory);
}

/* A table in coordinates, with its memory. */
typedef struct InTable
{
	InCoordinates in;
	void	   *memory;
} InTable;

static void
in_new(InTable *in, Table *table, bool bends)
{
	in->memory = malloc(in_coordinates_size(&table->moments, &table->columns, &table->prices));
	in_coordinates_init(&in->in, in->memory, &table->moments, &table->columns, &table->prices);
	assert_int_equal(in_coordinates_find(&in->in, &table->moments, bends, NULL), KERNEL_OK);
}

/*
 * The lasso of complete moments, told in attributes, has the weights of its
 * minimum in coordinates; a look has all or none; the path counts looks.
 */
static void
lasso_of_columns(void **state)
{
	const Setting *known = &settings[8];
	FitOptions	options = {PENALTY_LASSO, false, NAN, INFINITY, NULL, NULL};
	uint32		points;
	uint32		before = 0;
	PathPoint	point[LAMBDA_SEARCH_DEFAULT_POINTS];
	bool		bends;
	Table		table;
	InTable		in;
	void	   *scratch;

	assert_true(known->complete);
	table_new(&table, known, 9);
	points = lambda_search_points(&table.moments, PENALTY_LASSO);
	scratch = malloc(column_path_scratch(&table.moments, &table.options, points));
	assert_int_equal(column_path(&table.moments, &table.options, PENALTY_LASSO, NULL, points, scratch,
								 point, &bends, NULL), KERNEL_OK);
	free(scratch);
	assert_true(bends);
	in_new(&in, &table, bends);
	for (uint32 g = 0; g < points; g++)
	{
		uint32		d = coordinates_count(&in.in.coordinates);
		double		matrix[MOST_ATTRIBUTES * MOST_ATTRIBUTES] = {0};
		double		cross[MOST_ATTRIBUTES];
		double		omega[MOST_ATTRIBUTES];
		double		weight[MOST_ATTRIBUTES];
		double		rows = moments_rows(&table.moments);
		double		y = 0;
		uint32		used = 0;
		ColumnFit	fit;
		Fit			inner = {.weight = omega};
		FitOptions	given = options;

		/* covariances of all folds */
		for (uint32 f = 0; f < table.moments.folds; f++)
		{
			gram_add_to(&in.in.moments.fold[f].gram, matrix, d);
			y += table.moments.fold[f].y / rows;
		}
		for (uint32 i = 0; i < d; i++)
		{
			Marginal	m = moments_marginal(&in.in.moments, i, table.moments.folds);

			cross[i] = m.xy / rows - m.x / rows * y;
			for (uint32 j = i; j < d; j++)
			{
				Marginal	m2 = moments_marginal(&in.in.moments, j, table.moments.folds);

				matrix[i * d + j] = matrix[i * d + j] / rows - m.x / rows * (m2.x / rows);
				matrix[j * d + i] = matrix[i * d + j];
			}
		}

		given.lambda = point[g].lambda;
		fit_table(&table, &given, &fit);
		given.classes = &in.in.classes;
		given.looks = &in.in.lasso;
		scratch = malloc(fit_scratch_size(d, table.moments.folds, 0));
		assert_int_equal(fit_moments(&in.in.moments, &given, scratch, &inner, NULL), KERNEL_OK);
		free(scratch);
		assert_true(conditions(&in.in.coordinates.looks, matrix, cross, omega, point[g].lambda) < 1e-8);
		(void) coordinates_weights(&in.in.coordinates, omega, weight);
		if (fit.bends)
			assert_weights(known->name, "lasso", fit.fit.weight, weight, table.moments.d);
		for (uint32 l = 0; l < known->columns; l++)
		{
			uint32		of_look = 0;
			uint32		live = 0;

			for (uint32 i = table.first[l]; i < table.first[l + 1]; i++)
			{
				TransformRow row = coordinates_transform(&in.in.coordinates, l, i);
				bool		varies = false;

				for (uint32 k = 0; k < row.count; k++)
					varies |= row.t[k] != 0;
				live += varies;
				of_look += weight[i] != 0;
			}
			assert_true(of_look == 0 || of_look == live);
			used += of_look > 0;
		}
		assert_int_equal(used, point[g].nonzero);
		assert_true(used >= before);
		assert_int_equal(used == 0, g == 0);
		before = used;
		free(fit.fit.weight);
	}
	assert_int_equal(before, known->columns);
	free(in.memory);
	table_free(&table);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_ridge),
		cmocka_unit_test(known_partial),
		cmocka_unit_test(lasso_by_looks),
		cmocka_unit_test(lasso_of_columns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
