/*
 * test_pair_coordinates.c
 *		Pairs of columns in coordinates and fits: known answers; what is true of the
 *		coordinates of any pair; and odd input.
 *
 * The rows of the known answers (pair_answers.h) are those of menu_rows.h.
 */
#include "test.h"

#include <stdio.h>

#include "kernel/columns/column_model.h"
#include "kernel/fit/fit_outputs.h"
#include "kernel/pair_products.h"
#include "near.h"
#include "pair_answers.h"
#include "work.h"

/* Two implementations with other orders of sums, and eigenvectors of other LAPACKs. */
#define TOLERANCE 1e-8

/* The same sums, and other factors of them. */
#define SAME 1e-9

/* Moments with products of pairs behind the attributes of menu_rows.h. */
typedef struct PairTable
{
	Table		main;
	Work	   *work;
	Factor		factor[MOST_COLUMNS * 5];
	uint32		first_factor[MOST_COLUMNS + 1];
	LookFactors factors;
	uint32		first[MOST_COLUMNS + MOST_TESTED_PAIRS + 1];
	uint32		model_first[MOST_COLUMNS + MOST_TESTED_PAIRS + 1];	/* the same without copies */
	double		shift[MOST_WITH_PAIRS * 3];
	Columns		columns;
	Columns		model_columns;	/* without copies */
	FitOptions	options;
	Moments		moments;
} PairTable;

/* The factors of columns: a number from its middle, and above it; the first four words. */
static void
find_factors(PairTable *table, const PairSetting *setting)
{
	uint32		n = 0;

	for (uint32 l = 0; l < setting->columns; l++)
	{
		const Menu *from = table_menu(&table->main, l);
		uint32		first = table->main.first[l];

		table->first_factor[l] = n;
		if (from->column.kind == COLUMN_CATEGORIES)
			for (uint32 w = 0; w < Min(from->n, 4); w++)
				table->factor[n++] = (Factor) {first + w, 0};
		else
		{
			table->factor[n++] = (Factor) {first, from->n > 0 ? middle_knot(from) : setting->centre[l]};
			if (from->n > 0)
				table->factor[n++] = (Factor) {first + 1 + (from->n - 1) / 2, 0};
		}
	}
	table->first_factor[setting->columns] = n;
	table->factors = (LookFactors) {setting->columns, table->first_factor, table->factor};
}

static void
pair_table_new(PairTable *table, const PairSetting *setting)
{
	uint32		columns = setting->columns;
	uint32		all = columns + setting->pairs;
	bool		complete = setting->budget == columns;
	const uint32 *main_first = table->main.first;

	table_start(&table->main, setting->column, columns, false, complete);
	find_factors(table, setting);
	memset(table->shift, 0, sizeof(table->shift));
	memcpy(table->shift, table->main.shift, sizeof(table->main.shift));
	memcpy(table->first, main_first, (columns + 1) * sizeof(uint32));
	memcpy(table->model_first, main_first, (columns + 1) * sizeof(uint32));
	for (uint32 p = 0; p < setting->pairs; p++)
	{
		LookPair	pair = setting->pair[p];
		uint32		products = pair_products_count(&table->factors, pair.a, pair.b);
		uint32		at = table->first[columns + p] + products;

		table->model_first[columns + p + 1] = table->model_first[columns + p] + products;
		for (int side = 0; side < 2 && !complete; side++)
		{
			uint32		look = side == 0 ? pair.a : pair.b;

			for (uint32 i = main_first[look]; i < main_first[look + 1]; i++)
				table->shift[at++] = table->shift[i];
		}
		table->first[columns + p + 1] = at;
	}
	table->columns = (Columns) {{all, columns, table->first[all], table->first, setting->pair},
	table->main.column, !complete};
	table->model_columns = (Columns) {{all, columns, table->model_first[all], table->model_first, setting->pair},
	table->main.column, false};
	table->options = (FitOptions)
	{
		.lambda = NAN,.radius = INFINITY,.columns = &table->columns,.prices = &table->main.prices
	};
	state_free(&table->main.moments);
	state_new(&table->moments, table->first[all], 5, complete, table->shift);
	table->work = new_work(NULL);
}

static void
pair_table_free(PairTable *table)
{
	state_free(&table->moments);
	work_end(table->work);
}

/* The attributes of a row of which some looks are known, with those of pairs; how many. */
static uint32
pair_table_row(const PairTable *table, const PairSetting *setting, const double *v, bool *known,
			   uint32 *attribute, double *value)
{
	double		row[MOST_ATTRIBUTES] = {0};
	uint32		n = table_row(&table->main, v, known, attribute, value);

	for (uint32 k = 0; k < n; k++)
		row[attribute[k]] = value[k];
	for (uint32 p = 0; p < setting->pairs; p++)
	{
		LookPair	pair = setting->pair[p];
		uint32		look = setting->columns + p;
		uint32		at = table->first[look];

		if (!known[pair.a] || !known[pair.b])
			continue;
		at += pair_products(&table->factors, pair.a, pair.b, row, value + n);
		for (int side = 0; side < 2 && table->columns.copies; side++)
		{
			uint32		of = side == 0 ? pair.a : pair.b;

			for (uint32 i = table->main.first[of]; i < table->main.first[of + 1]; i++)
				value[n + at++ - table->first[look]] = row[i];
		}
		for (uint32 i = table->first[look]; i < table->first[look + 1]; i++)
			attribute[n++] = i;
	}
	return n;
}

/* The next row: the attributes of the looks at it, how many, and the target. */
static uint32
draw_row(const PairTable *table, const PairSetting *setting, uint64 *state, uint32 *attribute,
		 double *value, double *y)
{
	double		v[MOST_COLUMNS];
	bool		look[MOST_COLUMNS];

	draw_record(state, v);
	*y = draw_target(state, v, setting->target);
	draw_looks(state, setting->columns, setting->budget, look);
	return pair_table_row(table, setting, v, look, attribute, value);
}

static void
pair_table_fill(PairTable *table, const PairSetting *setting)
{
	uint64		state = setting->seed;

	for (int t = 0; t < setting->rows; t++)
	{
		double		y;
		uint32		attribute[MOST_WITH_PAIRS * 3];
		double		value[MOST_WITH_PAIRS * 3];
		uint32		n = draw_row(table, setting, &state, attribute, value, &y);

		state_add(&table->moments, t % 5, attribute, value, n, y);
	}
	moments_settle(&table->moments);
}

/* The same with classes as targets, bins of the numbers; returns the generator after the rows. */
static uint64
pair_table_fill_classes(PairTable *table, const PairClassSetting *setting)
{
	uint64		state = setting->of.seed;
	uint32		classes = setting->classes;

	table->moments.of_classes = true;
	for (int t = 0; t < setting->of.rows; t++)
	{
		double		y;
		uint32		attribute[MOST_WITH_PAIRS * 3];
		double		value[MOST_WITH_PAIRS * 3];
		uint32		n = draw_row(table, &setting->of, &state, attribute, value, &y);
		double		bin = Min(Max(floor(y * classes / 4), 0), classes - 1);

		state_add(&table->moments, t % 5, attribute, value, n, 7 * (uint32) bin % classes);
	}
	moments_settle(&table->moments);
	assert_true(moments_classes_valid(&table->moments));
	return state;
}

/* The attributes of a model, with those of all pairs. */
static void
without_copies(const PairTable *table, const PairSetting *setting, const double *weight, double *to)
{
	ColumnShape all;
	uint32		attribute[MOST_WITH_PAIRS * 3];
	uint32		d;

	memset(&all, true, sizeof(all));
	d = columns_used(&table->columns, &all, attribute);
	assert_int_equal(d, table->model_columns.looks.d);
	for (uint32 k = 0; k < d; k++)
		to[k] = weight[attribute[k]];
}

static const FitOptions ridge = {.penalty = PENALTY_RIDGE, .lambda = NAN, .radius = INFINITY};

static void
fit_table(PairTable *table, Fit *fit)
{
	fit_outputs(table->work, &table->moments, &table->options, fit);
}

/* What is forecast of the lengths of the list, in the order in which they are tried. */
typedef struct Tries
{
	PairTable  *table;
	double		forecast[4];
	uint32		count;
} Tries;

/* A fit with that shape by hand. */
static ShapeForecast
try_by_hand(void *context, const ColumnShape *shape, int place)
{
	Tries	   *tries = context;
	FitOptions	options = tries->table->options;
	double		compared = 0;
	Fit			fit;

	options.bends = shape->curves ? BENDS_ALWAYS : BENDS_NEVER;
	options.pair = shape->pair;
	fit_outputs(tries->table->work, &tries->table->moments, &options, &fit);
	assert_true(isnan(fit.choice.forecast_pairs));
	for (uint32 k = 0; k < fit.outputs; k++)
		compared += fit.output[k].compared;
	if (fit.choice.pairs > 0)
		tries->forecast[tries->count++] = fit.forecast;
	return (ShapeForecast) {fit.forecast, compared};
}

/* Which pairs are used, and what is forecast of each length of the list. */
static void
assert_choice(PairTable *table, const PairSetting *known, const ShapeChoice *choice)
{
	double		none = known->bends ? choice->forecast_curves : choice->forecast_lines;
	double		least = INFINITY;
	bool		found = false;
	Tries		tries = {.table = table};
	ShapeChoice again;

	(void) column_shape_choose(table->work, &table->moments, &table->options, true, try_by_hand, &tries, &again);
	assert_memory_equal(&again.shape, &choice->shape, sizeof(again.shape));
	assert_true(again.forecast_pairs == choice->forecast_pairs);
	assert_int_equal(choice->shape.curves, known->bends);
	assert_known(known->name, "forecast without pairs", none, known->forecast[0], none, TOLERANCE);
	assert_int_equal(choice->curves, known->bends ? BENDS_ALWAYS :
					 columns_have_knots(&table->columns) ? BENDS_NEVER : BENDS_BY_FOLDS);
	assert_int_equal(tries.count, known->forecasts - 1);
	for (uint32 k = 0; k < tries.count; k++)
	{
		assert_known(known->name, "forecast with pairs", tries.forecast[k],
					  known->forecast[k + 1], none, TOLERANCE);
		least = Min(least, tries.forecast[k]);
		found |= choice->forecast_pairs == tries.forecast[k];
	}
	assert_true(found && (choice->pairs > 0 || choice->forecast_pairs == least));
	assert_int_equal(choice->pairs, known->used_count);
	for (uint32 p = 0, u = 0; p < known->pairs; p++)
	{
		bool		used = u < known->used_count && known->used[u] == p;

		assert_int_equal(choice->shape.pair[p], used);
		u += used;
	}
}

/* The choice, and weights. */
static void
known_fits(void **state)
{
	for (uint32 s = 0; s < lengthof(pair_settings); s++)
	{
		const PairSetting *known = &pair_settings[s];
		PairTable	table;
		Fit			fit;
		double		weight[MOST_WITH_PAIRS];

		pair_table_new(&table, known);
		pair_table_fill(&table, known);
		fit_table(&table, &fit);
		assert_choice(&table, known, &fit.choice);
		without_copies(&table, known, fit.output[0].weight, weight);
		assert_known_weights(known->name, "ridge", weight, known->weight, table.model_columns.looks.d, TOLERANCE);
		assert_known(known->name, "intercept", fit.output[0].intercept, known->intercept,
					  Max(fabs(known->intercept), 1), TOLERANCE);
		assert_known(known->name, "forecast", fit.forecast, known->error, known->error, TOLERANCE);
		assert_known(known->name, "its error", fit.forecast_se, known->error_se, known->error_se, TOLERANCE);
		pair_table_free(&table);
	}
}

/* What is forecast of bends, of lines, and with pairs. */
typedef struct Told
{
	double		bends;
	double		lines;
	double		pairs;
} Told;

static ShapeForecast
tell(void *context, const ColumnShape *shape, int place)
{
	const Told *told = context;
	double		forecast = shape->pair[0] ? told->pairs : shape->curves ? told->bends : told->lines;

	return (ShapeForecast) {forecast, forecast};
}

/* Pairs are compared with the better of lines and bends; margins are over sqrt(rows). */
static void
compared_with_best(void **state)
{
	PairTable	table;
	ShapeChoice choice;
	double		margin;

	pair_table_new(&table, &pair_settings[0]);
	pair_table_fill(&table, &pair_settings[0]);
	assert_true(table.moments.complete && columns_have_knots(&table.columns));
	margin = 1 / sqrt(moments_rows(&table.moments));
	for (int better = -1; better <= 1; better += 2)
		for (int bends = 0; bends < 2; bends++)
		{
			/* lines are as good as bends, or bends are better */
			Told		told = {1, bends ? 1 / (1 - 0.51 * margin) : 1 - margin, 0};
			double		best = bends ? told.bends : told.lines;

			told.pairs = best * (1 - margin * (1 + better * 0.01));
			(void) column_shape_choose(table.work, &table.moments, &table.options, true, tell, &told, &choice);
			assert_true(choice.shape.curves == bends);
			assert_true((choice.pairs > 0) == (better > 0));
		}
	pair_table_free(&table);
}

/* A fold taken away, and the mean target of the others. */
static Moments
moments_of_others(Work *work, const Moments *all, uint32 fold, double *y_mean)
{
	Moments		others = *all;
	double		y = 0;

	others.folds = 0;
	others.fold = WORK_ARRAY(work, all->folds, FoldSums);
	for (uint32 f = 0; f < all->folds; f++)
		if (f != fold)
		{
			others.fold[others.folds++] = all->fold[f];
			y += moments_fold_target(all, f).y;
		}
	*y_mean = y / moments_rows(&others);
	return others;
}

/* Known arrays, and lengths but for what the folds say, which is that of all. */
static void
assert_known_part(const char *name, Work *work, InCoordinates *in, Moments *others, uint32 fold,
				  const Output *fit, const Output *own)
{
	const FitOptions spending = {.lambda = NAN, .classes = &in->classes};
	PartialHead head;
	PartialHead known;
	size_t		common;
	size_t		known_common;
	size_t		count;
	size_t		known_count;
	double	   *shared = partial_shared(work, &in->moments, &spending, fold, &common);
	double	   *known_shared = partial_shared(work, others, &spending, others->folds, &known_common);
	double	   *number = partial_fit(work, &in->moments, &spending, fold, fit, shared, &head, &count);
	double	   *known_number = partial_fit(work, others, &spending, others->folds, own, known_shared, &known, &known_count);
	double		rest = fit->shrinkage.square - fit->shrinkage.covariance * fit->shrinkage.covariance;
	double		own_rest = own->shrinkage.square - own->shrinkage.covariance * own->shrinkage.covariance;

	assert_int_equal(count, known_count);
	assert_int_equal(common, known_common);
	assert_int_equal(common > 0, in->moments.complete);
	if (common > 0)
		assert_known_weights(name, "what is shared without a fold", shared, known_shared, common, SAME);
	assert_known_weights(name, "what is known without a fold", number, known_number, count, SAME);
	assert_true(head.rows == known.rows && head.y_mean == known.y_mean && head.low == known.low);
	assert_known(name, "lambda of what is known", head.lambda, known.lambda, known.lambda, SAME);
	assert_known(name, "length", head.length * own->shrinkage.alpha, known.length * fit->shrinkage.alpha, 1, SAME);
	assert_known(name, "spread", head.spread * own_rest * own->unit, known.spread * rest * fit->unit, 1, SAME);
}

/*
 * Without a fold: the fit of the moments of the others, in the coordinates of all rows and
 * at the point of the fit of all, with its length in place of their own.
 */
static void
without_a_fold(void **state)
{
	for (uint32 s = 0; s < lengthof(pair_settings); s++)
	{
		const PairSetting *known = &pair_settings[s];
		PairTable	table;
		Fit			all;
		InCoordinates *in;

		pair_table_new(&table, known);
		pair_table_fill(&table, known);
		fit_table(&table, &all);
		in = in_coordinates_create(table.work, &table.moments, &table.columns, &table.main.prices,
								   &all.choice.shape);
		for (uint32 f = 0; f < table.moments.folds; f++)
		{
			FitOptions	options = ridge;
			double		omega[MOST_WITH_PAIRS * 3];
			double		weight[MOST_WITH_PAIRS * 3];
			Fit			fit;
			Output	own = {.weight = omega};
			PathPoint	point[LAMBDA_SEARCH_DEFAULT_POINTS];
			double		y_mean;
			double		intercept;
			Moments		others = moments_of_others(table.work, &in->moments, f, &y_mean);

			fit_outputs_without(table.work, &table.moments, &table.options, &all, f, &fit);
			assert_true(!fit.output[0].tuned && fit.output[0].alpha == all.output[0].alpha);
			fit_path(table.work, &others, &(FitOptions) {.penalty = PENALTY_RIDGE, .classes = &in->classes}, NULL, lambda_search_points(&others, PENALTY_RIDGE), point);
			assert_known(known->name, "lambda", fit.output[0].lambda, point[all.output[0].point].lambda,
						  fit.output[0].lambda, SAME);

			options = ridge;
			options.lambda = fit.output[0].lambda;
			options.classes = &in->classes;
			fit_moments(table.work, &others, &options, NULL, &own);
			assert_true(own.tuned && own.alpha > 0);
			for (uint32 i = 0; i < in->moments.d; i++)
				omega[i] *= all.output[0].alpha / own.alpha;
			intercept = y_mean + (own.intercept - y_mean) * all.output[0].alpha / own.alpha;
			intercept += coordinates_weights(&in->coordinates, omega, weight);
			assert_known_weights(known->name, "without a fold", fit.output[0].weight, weight, table.moments.d, SAME);
			assert_known(known->name, "intercept without a fold", fit.output[0].intercept, intercept,
						  Max(fabs(intercept), 1), SAME);
			assert_known_part(known->name, table.work, in, &others, f, &fit.output[0], &own);
		}
		pair_table_free(&table);
	}
}

/* The probabilities of the rows that come next, of which everything is known. */
static void
assert_probabilities(const PairTable *table, const PairClassSetting *known, const Fit *fit,
					 uint64 state)
{
	for (uint32 r = 0; r < ANSWERED_ROWS; r++)
	{
		double		v[MOST_COLUMNS];
		bool		look[MOST_COLUMNS];
		uint32		attribute[MOST_WITH_PAIRS * 3];
		double		value[MOST_WITH_PAIRS * 3];
		double		prediction[ANSWERED_CLASSES];
		double		probability[ANSWERED_CLASSES];
		uint32		n;

		draw_record(&state, v);
		memset(look, true, sizeof(look));
		n = pair_table_row(table, &known->of, v, look, attribute, value);
		for (uint32 c = 0; c < known->classes; c++)
		{
			prediction[c] = fit->output[c].intercept;
			for (uint32 k = 0; k < n; k++)
				prediction[c] += fit->output[c].weight[attribute[k]] * value[k];
		}
		class_model_probabilities(&fit->combiner, prediction, probability);
		for (uint32 c = 0; c < known->classes; c++)
			assert_known(known->of.name, "probability", probability[c], known->probability[r][c], 1, TOLERANCE);
	}
}

/* Of classes: which pairs are used by all of them, weights of each, and probabilities. */
static void
known_classes(void **state)
{
	for (uint32 s = 0; s < lengthof(pair_class_settings); s++)
	{
		const PairClassSetting *known = &pair_class_settings[s];
		const PairSetting *of = &known->of;
		PairTable	table;
		Fit			fit;
		uint64		next;

		pair_table_new(&table, of);
		next = pair_table_fill_classes(&table, known);
		fit_outputs(table.work, &table.moments, &table.options, &fit);
		assert_choice(&table, of, &fit.choice);
		for (uint32 c = 0; c < known->classes; c++)
		{
			double		weight[MOST_WITH_PAIRS];

			without_copies(&table, of, fit.output[c].weight, weight);
			assert_known_weights(of->name, "a class", weight, known->weight[c], table.model_columns.looks.d, TOLERANCE);
			assert_known(of->name, "intercept", fit.output[c].intercept, known->intercept[c],
						  Max(fabs(known->intercept[c]), 1), TOLERANCE);
		}
		assert_probabilities(&table, known, &fit, next);
		pair_table_free(&table);
	}
}

/*
 * Weights where some columns are known, of rows seen in part; those of complete rows are compared
 * with their closed form in test_partial.c.
 */
static void
known_partial(void **state)
{
	/* a model knows the pairs that it uses */
	for (uint32 s = 0; s < lengthof(pair_settings); s++)
	{
		const PairSetting *known = &pair_settings[s];
		PairTable	table;
		Fit			fit;
		ColumnPredictor predictor;
		Columns		used;
		uint32		first[MOST_COLUMNS + MOST_TESTED_PAIRS + 1];
		LookPair	pair[MOST_TESTED_PAIRS];
		uint32		attribute[MOST_WITH_PAIRS];
		uint32		d;

		pair_table_new(&table, known);
		pair_table_fill(&table, known);
		table.options.known_part = true;
		fit_table(&table, &fit);
		d = columns_used(&table.model_columns, &fit.choice.shape, attribute);
		used = table.model_columns;
		memcpy(first, table.model_first, (known->columns + 1) * sizeof(uint32));
		for (uint32 u = 0; u < known->used_count; u++)
		{
			uint32		look = known->columns + known->used[u];

			pair[u] = known->pair[known->used[u]];
			first[known->columns + u + 1] = first[known->columns + u] +
				looks_size(&table.model_columns.looks, look);
		}
		used.looks = (Looks) {known->columns + known->used_count, known->columns, d, first, pair};
		assert_true(column_predictor_init(table.work, &predictor, &used, true, 1, fit.head, fit.known, fit.count));
		for (uint32 which = 0; which < KNOWN_SUBSETS; which++)
		{
			double		weight[MOST_WITH_PAIRS];
			double		expected[MOST_WITH_PAIRS];
			double		x[MOST_WITH_PAIRS];
			double		linear;
			bool		looks[MOST_COLUMNS];
			Output		output = {.weight = weight};
			PartialPrediction got;

			for (uint32 i = 0; i < d; i++)
				expected[i] = known->some[which].weight[attribute[i]];
			for (uint32 l = 0; l < known->columns; l++)
				looks[l] = (l * 7 + which * 3) % 5 != which % 5;
			for (uint32 i = 0; i < d; i++)
				x[i] = 0.1 * i;
			column_predictor_set(&predictor, looks, x);
			assert_int_equal(predictor_predict(&predictor.predictor[0], predictor.known, predictor.u,
											   &got), KERNEL_OK);
			assert_int_equal(column_predictor_restrict(&predictor, &output), KERNEL_OK);
			linear = output.intercept;
			for (uint32 i = 0; i < d; i++)
				linear += weight[i] * x[i];
			assert_known(known->name, "linear prediction", linear, got.linear, Max(fabs(linear), 1), TOLERANCE);
			if (known->budget < known->columns)
				assert_known_weights(known->name, "what is known", weight, expected, d, TOLERANCE);
		}
		pair_table_free(&table);
	}
}

/*
 * By their sums over all folds, coordinates of a pair are at right angles to what both
 * columns say by themselves, and to each other; the largest has the deviation 1/2.
 */
static void
right_angles(void **state)
{
	const PairSetting *known = &pair_settings[0];
	PairTable	table;
	ColumnShape shape = {true, {true, true}};
	InCoordinates *in;
	const Looks *looks;
	uint32		d;
	double	   *product;

	pair_table_new(&table, known);
	pair_table_fill(&table, known);
	in = in_coordinates_create(table.work, &table.moments, &table.columns, &table.main.prices, &shape);
	looks = &in->coordinates.looks;
	d = looks->d;
	product = WORK_ARRAY(table.work, d * d, double);
	for (uint32 f = 0; f < 5; f++)
		gram_add_to(&in->moments.fold[f].gram, product, d);
	for (uint32 p = looks->bought; p < looks->n; p++)
	{
		LookPair	pair = looks->pair[p - looks->bought];
		double		before = 0.5;

		assert_true(looks_size(looks, p) > 0);
		for (uint32 k = looks_first(looks, p); k < looks_first(looks, p + 1); k++)
		{
			double		deviation = sqrt(product[k * d + k] / (known->rows - 1));

			if (k == looks_first(looks, p))
				assert_true(fabs(deviation - 0.5) < 1e-9);
			assert_true(deviation <= before + 1e-9);
			before = deviation;
			for (uint32 i = 0; i < k; i++)
				if ((i >= looks_first(looks, pair.a) && i < looks_first(looks, pair.a + 1)) ||
					(i >= looks_first(looks, pair.b) && i < looks_first(looks, pair.b + 1)) ||
					i >= looks_first(looks, p))
					assert_true(fabs(product[i * d + k]) <
								1e-8 * sqrt(product[i * d + i] * product[k * d + k]));
		}
	}
	pair_table_free(&table);
}

/* By hand: none, one, more than there are; and of few rows none by themselves. */
static void
by_hand(void **state)
{
	static const uint32 wanted[] = {0, 1, 2, 30};
	PairSetting setting = pair_settings[0];
	PairTable	table;
	Fit			fit;
	bool		pair[MOST_PAIRS];

	pair_table_new(&table, &setting);
	pair_table_fill(&table, &setting);
	for (uint32 k = 0; k < lengthof(wanted); k++)
	{
		for (uint32 p = 0; p < MOST_PAIRS; p++)
			pair[p] = p < wanted[k];
		table.options.pair = pair;
		fit_table(&table, &fit);
		assert_int_equal(fit.choice.pairs, Min(wanted[k], setting.pairs));
		assert_true(isnan(fit.choice.forecast_pairs));
		for (uint32 p = 0; p < setting.pairs; p++)
		{
			bool		any = false;

			for (uint32 i = table.first[setting.columns + p]; i < table.first[setting.columns + p + 1]; i++)
				any |= fit.output[0].weight[i] != 0;
			assert_int_equal(any, p < wanted[k]);
		}
	}
	pair_table_free(&table);

	setting.rows = 49;
	pair_table_new(&table, &setting);
	pair_table_fill(&table, &setting);
	fit_table(&table, &fit);
	assert_true(isnan(fit.choice.forecast_pairs));
	assert_int_equal(fit.choice.pairs, 0);
	pair_table_free(&table);
}

/* A pair of which one column never varies, and one of a column with its copy, do no harm. */
static void
constant_columns(void **state)
{
	static const bool both[MOST_PAIRS] = {true, true};
	PairSetting setting = pair_settings[0];
	PairTable	table;
	Fit			fit;
	uint64		seed = 5;

	pair_table_new(&table, &setting);
	for (int t = 0; t < 300; t++)
	{
		double		v[MOST_COLUMNS];
		bool		look[MOST_COLUMNS] = {true, true, true, true, true, true, true, true, true};
		uint32		attribute[MOST_WITH_PAIRS * 3];
		double		value[MOST_WITH_PAIRS * 3];
		uint32		n;

		draw_record(&seed, v);
		v[8] = 0.2;
		v[2] = v[0];
		n = pair_table_row(&table, &setting, v, look, attribute, value);
		state_add(&table.moments, t % 5, attribute, value, n, v[0] + unit(&seed));
	}
	moments_settle(&table.moments);
	table.options.pair = both;
	fit_table(&table, &fit);
	for (uint32 i = 0; i < table.moments.d; i++)
		assert_true(isfinite(fit.output[0].weight[i]));
	/* words beside a constant: nothing beyond the words */
	for (uint32 i = table.first[setting.columns]; i < table.first[setting.columns + 1]; i++)
		assert_true(fit.output[0].weight[i] == 0);
	pair_table_free(&table);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_fits),
		cmocka_unit_test(compared_with_best),
		cmocka_unit_test(without_a_fold),
		cmocka_unit_test(known_classes),
		cmocka_unit_test(known_partial),
		cmocka_unit_test(right_angles),
		cmocka_unit_test(by_hand),
		cmocka_unit_test(constant_columns)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
