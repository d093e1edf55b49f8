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

static const FitOptions ridge = {PENALTY_RIDGE, false, NAN, INFINITY, NULL};

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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_ridge),
		cmocka_unit_test(known_partial),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
