/*
 * test_coordinates.c
 *		Columns in coordinates: known answers; the transformation against rows that
 *		are transformed one by one; and odd input.
 *
 * The rows of the known answers (coordinate_answers.h) are those of menu_rows.h.
 */
#include "test.h"

#include <stdio.h>

#include "coordinate_answers.h"
#include "kernel/columns/column_model.h"
#include "kernel/spending/ask.h"
#include "kernel/spending/choose.h"
#include "kernel/spending/learning_curve_fit.h"
#include "near.h"
#include "work.h"

/* Two implementations with other orders of sums, and eigenvectors of other LAPACKs. */
#define TOLERANCE 1e-9

static void
table_new(Table *table, const Setting *setting, uint64 seed)
{
	uint64		state = seed;

	table_start(table, setting->column, setting->columns, false, setting->complete);
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
		draw_looks(&state, setting->columns, setting->budget, look);
		n = table_row(table, v, look, attribute, value);
		state_add(&table->moments, t % 5, attribute, value, n, y);
	}
	moments_settle(&table->moments);
}

static void
table_free(Table *table)
{
	state_free(&table->moments);
}

static InCoordinates *
in_coordinates(Work *work, const Table *table, bool bends)
{
	ColumnShape shape = column_shape_plain(bends);

	return in_coordinates_create(work, &table->moments, &table->columns, &table->prices, &shape);
}

static void
fit_table(Table *table, const FitOptions *options, Fit *fit)
{
	FitOptions	all = with_columns(*options, &table->options);

	fit_outputs(test_work(), &table->moments, &all, fit);
}

static const FitOptions ridge = {.penalty = PENALTY_RIDGE, .lambda = NAN, .radius = INFINITY};

/* Weights, intercepts and forecasts of ridge, and whether it bends. */
static void
known_ridge(void **state)
{
	for (uint32 s = 0; s < lengthof(settings); s++)
	{
		const Setting *known = &settings[s];
		Table		table;
		Fit			fit;

		table_new(&table, known, s + 1);
		fit_table(&table, &ridge, &fit);
		if (fit.choice.shape.curves != known->bends)
			fail_msg("%s: bends are %d", known->name, fit.choice.shape.curves);
		assert_known_weights(known->name, "ridge", fit.output[0].weight, known->weight, table.moments.d, TOLERANCE);
		assert_known(known->name, "intercept", fit.output[0].intercept, known->intercept,
					  Max(fabs(known->intercept), 1), TOLERANCE);
		assert_known(known->name, "forecast", fit.forecast, known->forecast, known->forecast, TOLERANCE);
		assert_known(known->name, "its error", fit.forecast_se, known->forecast_se, known->forecast_se, TOLERANCE);
		assert_known(known->name, "forecast of bends", fit.choice.forecast_curves, known->forecast_curves,
					  known->forecast_curves, TOLERANCE);
		assert_known(known->name, "forecast of lines", fit.choice.forecast_lines, known->forecast_lines,
					  known->forecast_lines, TOLERANCE);
		table_free(&table);
	}
}

typedef struct Model
{
	PartialHead *head;
	double	   *words;
	size_t		count;
	Work	   *work;
	ColumnPredictor columns;
} Model;

static void
model_new(Model *model, Table *table, bool bends)
{
	FitOptions	options = with_columns(ridge, &table->options);
	Fit			fit;

	options.bends = bends ? BENDS_ALWAYS : BENDS_NEVER;
	options.known_part = true;
	model->work = new_work(NULL);
	fit_outputs(model->work, &table->moments, &options, &fit);
	model->head = fit.head;
	model->words = fit.known;
	model->count = fit.count;
	assert_true(column_predictor_init(model->work, &model->columns, &table->columns, true, 1, model->head, model->words,
									  model->count));
}

static void
model_free(Model *model)
{
	work_end(model->work);
}

/* Which looks are known in set number which. */
static void
some_known(bool *known, uint32 columns, int which)
{
	for (uint32 l = 0; l < columns; l++)
		known[l] = (((int) l + 1) * (which + 3) + which) % (which + 2) != 0;
}

/*
 * Weights where some columns are known, in attributes, of rows seen in part; those of complete rows
 * are compared with their closed form in test_partial.c.
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
		for (int which = 0; which < OBSERVED_SUBSETS; which++)
		{
			uint32		d = table.moments.d;
			double		expected[MOST_ATTRIBUTES];
			double		weight[MOST_ATTRIBUTES];
			double		x[MOST_ATTRIBUTES];
			double		linear;
			bool		looks[MOST_COLUMNS];
			Output		output = {.weight = weight};
			PartialPrediction got;

			some_known(looks, known->columns, which);
			memcpy(expected, known->some[which].weight, sizeof(expected));
			for (uint32 l = 0; l < known->columns; l++)
				for (uint32 i = table.first[l]; i < table.first[l + 1]; i++)
					x[i] = looks[l] ? 0.1 * i + l : NAN;
			column_predictor_set(&model.columns, looks, x);
			assert_int_equal(predictor_predict(&model.columns.predictor[0], model.columns.known,
											   model.columns.u, &got), KERNEL_OK);
			assert_int_equal(column_predictor_restrict(&model.columns, &output), KERNEL_OK);
			linear = output.intercept;
			for (uint32 i = 0; i < d; i++)
				if (!isnan(x[i]))
					linear += weight[i] * x[i];
			assert_known(known->name, "linear prediction", linear, got.linear, Max(fabs(linear), 1), TOLERANCE);

			if (known->complete)
				continue;
			assert_known_weights(known->name, "partial", weight, expected, d, TOLERANCE);
			assert_known(known->name, "partial intercept", output.intercept - known->mean,
						  known->some[which].intercept - known->mean, 1, TOLERANCE);
		}
		model_free(&model);
		table_free(&table);
	}
}

/* A look never used, and looks of one to five; C singular within the largest. */
#define LASSO_D 17
static const uint32 lasso_first[] = {0, 1, 4, 5, 10, 10, 12, 16, 17};
static const Looks lasso_looks_of = {8, 8, LASSO_D, lasso_first, NULL};

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
	lasso_init(test_work(), &lasso, LASSO_D, matrix, unit_length, &lasso_looks_of);
	memcpy(lasso.cross, cross, sizeof(cross));
	lasso_start(test_work(), &lasso);
	largest = lasso_largest(&lasso);
	for (double share = 1; share >= 0; share = share > 1e-4 ? share * 0.6 : share > 0 ? 0 : -1)
	{
		double		lambda = share * largest;
		uint32		used = 0;

		lasso_solve(test_work(), &lasso, lambda, 1e-12 * largest);
		assert_true(conditions(&lasso_looks_of, matrix, cross, lasso.u, lambda) < 1e-11 * largest);
		for (int i = 0; i < LASSO_D; i++)
			used += lasso.u[i] != 0;
		assert_int_equal(used == 0, share == 1);
		assert_true(lasso.u[16] == 0);
		/* nor is there anything along what has no variance */
		assert_true(fabs(lasso.u[5] + lasso.u[6] - lasso.u[7] - lasso.u[9]) < 1e-9);
	}
	for (double radius = 0.01; radius < 2; radius *= 2)
	{
		double		lambda;

		lasso_start(test_work(), &lasso);
		lasso_solve_within(test_work(), &lasso, radius, 1e-12 * largest, &lambda);
		assert_true(fabs(sum_of_lengths(&lasso_looks_of, lasso.u) - radius) < 1e-8 * radius);
		assert_true(conditions(&lasso_looks_of, matrix, cross, lasso.u, lambda) < 1e-11 * largest);
	}
}

/* A table in coordinates, with its memory. */
/*
 * The lasso of complete moments, told in attributes, has the weights of its
 * minimum in coordinates; a look has all or none; the path counts looks.
 */
static void
lasso_of_columns(void **state)
{
	const Setting *known = &settings[8];
	FitOptions	options = {.penalty = PENALTY_LASSO, .lambda = NAN, .radius = INFINITY};
	uint32		points;
	uint32		before = 0;
	PathPoint	point[LAMBDA_SEARCH_DEFAULT_POINTS];
	Work	   *work = new_work(NULL);
	Table		table;
	InCoordinates *in;
	FitOptions	path;
	Fit			chosen;
	Moments   **target;

	assert_true(known->complete);
	table_new(&table, known, 9);
	points = lambda_search_points(&table.moments, PENALTY_LASSO);
	path = with_columns(options, &table.options);
	fit_outputs(work, &table.moments, &path, &chosen);
	assert_true(chosen.choice.shape.curves);
	target = fit_targets(work, &table.moments, &path);
	fit_path(work, target[0], &path, NULL, points, point);
	in = in_coordinates(work, &table, true);
	for (uint32 g = 0; g < points; g++)
	{
		uint32		d = coordinates_count(&in->coordinates);
		double		matrix[MOST_ATTRIBUTES * MOST_ATTRIBUTES] = {0};
		double		cross[MOST_ATTRIBUTES];
		double		omega[MOST_ATTRIBUTES];
		double		weight[MOST_ATTRIBUTES];
		double		rows = moments_rows(&table.moments);
		double		y = 0;
		uint32		used = 0;
		Fit			fit;
		Output	inner = {.weight = omega};
		FitOptions	given = options;

		/* covariances of all folds */
		for (uint32 f = 0; f < table.moments.folds; f++)
		{
			gram_add_to(&in->moments.fold[f].gram, matrix, d);
			y += moments_fold_target(&table.moments, f).y / rows;
		}
		for (uint32 i = 0; i < d; i++)
		{
			AttributeSums m = moments_attribute(&in->moments, i, table.moments.folds);

			cross[i] = moments_cell(&in->moments, i, table.moments.folds).xy / rows - m.x / rows * y;
			for (uint32 j = i; j < d; j++)
			{
				AttributeSums m2 = moments_attribute(&in->moments, j, table.moments.folds);

				matrix[i * d + j] = matrix[i * d + j] / rows - m.x / rows * (m2.x / rows);
				matrix[j * d + i] = matrix[i * d + j];
			}
		}

		given.lambda = point[g].lambda;
		fit_table(&table, &given, &fit);
		given.classes = &in->classes;
		given.looks = &in->coordinates.looks;
		fit_moments(test_work(), &in->moments, &given, NULL, &inner);
		assert_true(conditions(&in->coordinates.looks, matrix, cross, omega, point[g].lambda) < 1e-8);
		(void) coordinates_weights(&in->coordinates, omega, weight);
		if (fit.choice.shape.curves)
			assert_known_weights(known->name, "lasso", fit.output[0].weight, weight, table.moments.d, TOLERANCE);
		for (uint32 l = 0; l < known->columns; l++)
		{
			uint32		of_look = 0;
			uint32		live = 0;

			for (uint32 i = table.first[l]; i < table.first[l + 1]; i++)
			{
				TransformRow row = coordinates_transform(&in->coordinates, l, i);
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
	}
	assert_int_equal(before, known->columns);
	work_end(work);
	table_free(&table);
}

/* Targets in coordinates bend where the fit does, and where that is wished. */
static void
targets_bend(void **state)
{
	for (uint32 s = 0; s < lengthof(settings); s++)
		for (int wish = BENDS_BY_FOLDS; wish <= BENDS_ALWAYS; wish++)
		{
			bool		bends = wish == BENDS_BY_FOLDS ? settings[s].bends : wish == BENDS_ALWAYS;
			Table		table;
			FitOptions	options;
			Moments   **target;

			table_new(&table, &settings[s], s + 1);
			table.options.bends = wish;
			options = with_columns(ridge, &table.options);
			target = fit_targets(test_work(), &table.moments, &options);
			assert_int_equal(target[0]->d, in_coordinates(test_work(), &table, bends)->moments.d);
			assert_ptr_equal(options.columns, NULL);
			table_free(&table);
		}
}

/*
 * The rows of a setting again, each of them in coordinates: the sums that those
 * of the transformation must be.
 */
static void
sum_rows(Moments *sums, const Setting *setting, const Table *table, const Coordinates *coordinates,
		 uint64 seed)
{
	uint64		state = seed;

	state_new(sums, coordinates_count(coordinates), 5, setting->complete, NULL);
	for (int t = 0; t < setting->rows; t++)
	{
		double		v[MOST_COLUMNS];
		double		x[MOST_ATTRIBUTES];
		double		u[MOST_ATTRIBUTES];
		double		y;
		bool		look[MOST_COLUMNS];
		bool		of[MOST_ATTRIBUTES];
		uint32		attribute[MOST_ATTRIBUTES];
		double		value[MOST_ATTRIBUTES];
		uint32		n = 0;

		draw_record(&state, v);
		y = draw_target(&state, v, setting->target);
		draw_looks(&state, setting->columns, setting->budget, look);
		for (uint32 l = 0; l < setting->columns; l++)
			look[l] = look[l] && read_column(&menu[setting->column[l]], v[setting->column[l]],
											 x + table->first[l]);
		coordinates_row(coordinates, look, x, u, of);
		for (uint32 k = 0; k < coordinates_count(coordinates); k++)
			if (of[k])
			{
				attribute[n] = k;
				value[n++] = u[k];
			}
		state_add(sums, t % 5, attribute, value, n, y);
	}
	moments_settle(sums);
}

/* Sums of numbers of size 1, of so many rows. */
static void
assert_sum(const char *name, double got, double expected, double rows)
{
	if (!(fabs(got - expected) <= 1e-11 * rows))
		fail_msg("%s: a sum is %.17g, not %.17g", name, got, expected);
}

/* Sums of rows in coordinates; and deviations, of which T is made. */
static void
sums_of_rows(void **state)
{
	for (uint32 s = 0; s < lengthof(settings); s++)
	{
		const Setting *known = &settings[s];
		double		rows = known->rows;
		Table		table;
		InCoordinates *in;
		Work	   *work = new_work(NULL);
		Moments		sums;
		uint32		d;

		table_new(&table, known, s + 1);
		in = in_coordinates(work, &table, s % 2 == 0);
		sum_rows(&sums, known, &table, &in->coordinates, s + 1);
		d = sums.d;
		assert_int_equal(in->moments.d, d);
		assert_true(moments_valid(&in->moments));
		for (uint32 f = 0; f < 5; f++)
		{
			FoldWalk	walk;
			FoldWalk	walk2;

			fold_walk_init(work, &walk, d);
			fold_walk_init(work, &walk2, d);
			fold_walk_start(&walk, &in->moments, f);
			fold_walk_start(&walk2, &sums, f);
			for (uint32 i = 0; i < d; i++)
			{
				AttributeSums got = moments_fold_attribute(&in->moments, f, i);
				AttributeSums expected = moments_fold_attribute(&sums, f, i);
				TargetCell	got_cell = moments_fold_cell(&in->moments, f, i);
				TargetCell	expected_cell = moments_fold_cell(&sums, f, i);
				const PairCell *cell;
				const PairCell *cell2;

				assert_true(got.n == expected.n && got_cell.y == expected_cell.y && got_cell.yy == expected_cell.yy);
				assert_sum(known->name, got.x, expected.x, rows);
				assert_sum(known->name, got.xx, expected.xx, rows);
				assert_sum(known->name, got_cell.xy, expected_cell.xy, rows);
				if (i + 1 == d)
					break;
				cell = fold_walk_row(&walk, i);
				cell2 = fold_walk_row(&walk2, i);
				for (uint32 j = 0; j < d - i - 1; j++)
				{
					assert_true(cell[j].n == cell2[j].n);
					assert_sum(known->name, cell[j].product, cell2[j].product, rows);
					assert_sum(known->name, cell[j].first, cell2[j].first, rows);
					assert_sum(known->name, cell[j].second, cell2[j].second, rows);
				}
			}
		}

		for (uint32 l = 0; l < known->columns; l++)
		{
			const Coordinates *coordinates = &in->coordinates;
			uint32		first = coordinates->looks.first[l];
			uint32		end = coordinates->looks.first[l + 1];
			double		total = 0;
			double		last = 0;

			for (uint32 k = first; k < end; k++)
			{
				double		mean;
				double		deviation;
				double		correlation;
				TransformRow lowest = coordinates_transform(coordinates, l, table.first[l + 1] - 1);
				bool		of_null = table.column[l].kind != COLUMN_CATEGORIES && table.column[l].null &&
					lowest.t[k - first] != 0;

				moments_describe(&sums, k, &mean, &deviation, &correlation);
				assert_true(fabs(mean) < 1e-11);
				total += deviation * deviation;
				if (table.column[l].kind == COLUMN_CATEGORIES)
					continue;
				/* the value 1; bends 1/2 and less; "is null" .7 */
				if (k == first || of_null || k == first + 1)
					assert_true(fabs(deviation - (of_null ? 0.7 : k == first ? 1 : 0.5)) < 1e-10);
				else
					assert_true(deviation < last && deviation > 0);
				last = deviation;
			}
			if (table.column[l].kind == COLUMN_CATEGORIES && end > first)
				assert_true(fabs(total - 1) < 1e-10);
		}
		work_end(work);
		state_free(&sums);
		table_free(&table);
	}
}

/*
 * Choices, partial models and curves of growth are those of rows that were in
 * coordinates before they were summed; and where all looks are bought the forecast
 * is that of ridge.
 */
static void
choices(void **state)
{
	static const uint32 some[] = {0, 6, 7, 10, 12};

	for (uint32 s = 0; s < lengthof(some); s++)
	{
		const Setting *known = &settings[some[s]];
		Table		table;
		InCoordinates *in;
		Work	   *work = new_work(NULL);
		Moments		sums;
		ChooseOptions options = {.budget = NO_BUDGET, .most = PG_UINT32_MAX};
		ChooseStep	step[2][MOST_COLUMNS + 1];
		uint32		count[2];
		LearningCurveFit		growth[2];

		table_new(&table, known, some[s] + 1);
		in = in_coordinates(work, &table, known->bends);
		sum_rows(&sums, known, &table, &in->coordinates, some[s] + 1);
		options.fit = (FitOptions) {.lambda = NAN, .classes = &in->classes};
		options.fit.looks = &in->coordinates.looks;
		options.prices = &table.prices;
		for (int k = 0; k < 2; k++)
		{
			Moments    *moments = k == 0 ? &in->moments : &sums;

			count[k] = choose_looks(test_work(), &moments, 1, &options, step[k]);
			assert_true(learning_curve_fit_possible(moments));
			learning_curve_fit_find(test_work(), &moments, 1, false, &in->classes,
									&in->coordinates.looks, &growth[k]);
		}
		assert_int_equal(count[0], count[1]);
		for (uint32 t = 0; t < count[0]; t++)
		{
			assert_int_equal(step[0][t].step.look, step[1][t].step.look);
			assert_known(known->name, "forecast of a step", step[0][t].forecast, step[1][t].forecast,
						  step[1][t].forecast, TOLERANCE);
		}
		for (uint32 p = 0; p < growth[0].count; p++)
			assert_known(known->name, "point of the curve", growth[0].point[p].error,
						  growth[1].point[p].error, growth[1].point[p].error, TOLERANCE);
		if (!known->complete && count[0] == known->columns + 1)
			assert_known(known->name, "forecast of all", step[0][count[0] - 1].forecast, known->forecast,
						  known->forecast, TOLERANCE);
		work_end(work);
		state_free(&sums);
		table_free(&table);
	}
}

/* Asking: purchases are looks, known and not; what is not in coordinates is not asked for. */
static void
asking(void **state)
{
	const Setting *known = &settings[7];
	Table		table;
	Model		model;
	Search		search;
	AskResult	answer;
	bool		looks[MOST_COLUMNS] = {false};
	uint8		given[MOST_COLUMNS] = {LOOK_OPEN};
	double		x[MOST_ATTRIBUTES] = {0};
	double		before;
	AskOptions	options = {given, NO_BUDGET, NAN, 0.9, NAN};

	table_new(&table, known, 8);
	model_new(&model, &table, known->bends);
	search_init(model.work, &search, 1, model.columns.model[0].factors.d,
				&model.columns.coordinates.looks, &table.prices);
	column_predictor_set(&model.columns, looks, x);
	assert_int_equal(ask(&model.columns.predictor[0], &search, &options, model.columns.known,
						 model.columns.u, &answer), KERNEL_OK);
	assert_int_equal(answer.first, 0);
	assert_int_equal(answer.end, known->columns);
	before = search_explained(&search, search.steps);

	/* the first of these known: the others in the same order */
	looks[search.path[0].look] = true;
	given[search.path[0].look] = LOOK_KNOWN;
	column_predictor_set(&model.columns, looks, x);
	assert_int_equal(ask(&model.columns.predictor[0], &search, &options, model.columns.known,
						 model.columns.u, &answer), KERNEL_OK);
	assert_int_equal(answer.first, 1);
	assert_int_equal(answer.end, known->columns);
	assert_true(fabs(search_explained(&search, search.steps) - before) < 1e-9 * before);
	model_free(&model);
	table_free(&table);
}

/* Numbers that are no model, of a model that is one. */
static void
damaged(void **state)
{
	const Setting *known = &settings[7];
	uint32		d;
	Table		table;
	Model		model;
	double	   *words;

	table_new(&table, known, 8);
	model_new(&model, &table, true);
	d = table.moments.d;
	words = malloc(sizeof(double) * (model.count + 1));
	words[model.count] = 0;
	for (int kind = 0; kind < 10; kind++)
	{
		size_t		count = model.count;
		ColumnPredictor predictor;

		memcpy(words, model.words, sizeof(double) * count);
		switch (kind)
		{
			case 0:
				break;
			case 1:
				count--;
				break;
			case 2:
				count = d;
				break;
			case 3:
				words[d] += 1;		/* coordinates of a number */
				break;
			case 4:
				words[d + 3] -= 1;	/* of words */
				break;
			case 5:
				words[d] = 0.5;
				break;
			case 6:
				words[d + known->columns] = NAN;
				break;
			case 7:
				words[d] = -1;
				break;
			case 8:
				words[d + 3] = 0;	/* words that do not vary, of which the model has all */
				break;
			case 9:
				count++;
				break;
		}
		assert_int_equal(column_predictor_init(model.work, &predictor, &table.columns, true, 1, model.head, words,
											   count), kind == 0);
	}
	free(words);
	model_free(&model);
	table_free(&table);
}

/*
 * As many coordinates as there were, but of words one less, which all have one, and
 * of a number that is a line one more: no number is missing or left over.
 */
static void
coordinates_moved(void **state)
{
	const Setting *known = &settings[7];
	uint32		more = count_attributes(&menu[known->column[0]]);
	Table		table;
	Model		model;
	ColumnPredictor predictor;
	double	   *words;
	size_t		before;

	assert_true(menu[known->column[0]].column.kind != COLUMN_CATEGORIES && menu[known->column[3]].column.kind == COLUMN_CATEGORIES);
	table_new(&table, known, 8);
	model_new(&model, &table, false);
	before = table.moments.d + known->columns;
	words = malloc(sizeof(double) * (model.count + more));
	memcpy(words, model.words, sizeof(double) * before);
	memset(words + before, 0, sizeof(double) * more);
	memcpy(words + before + more, model.words + before, sizeof(double) * (model.count - before));
	words[table.moments.d] += 1;
	words[table.moments.d + 3] -= 1;
	assert_false(column_predictor_init(model.work, &predictor, &table.columns, true, 1, model.head, words,
									   model.count + more));

	/* none at all, of which no model is */
	memset(words + table.moments.d, 0, sizeof(double) * known->columns);
	assert_int_equal(coordinates_load(&model.columns.coordinates, words, model.count + more), 0);

	/* one and a half */
	memcpy(words, model.words, sizeof(double) * model.count);
	words[table.moments.d] = 1.5;
	assert_false(column_predictor_init(model.work, &predictor, &table.columns, true, 1, model.head, words,
									   model.count));
	free(words);
	model_free(&model);
	table_free(&table);
}

/* Numbers that overflow: sums of which coordinates are made, and a constant. */
static void
overflows(void **state)
{
	const Setting *known = &settings[7];
	uint64		seed = 8;
	uint32		attribute[MOST_ATTRIBUTES];
	double		value[MOST_ATTRIBUTES];
	double		weight[MOST_ATTRIBUTES];
	Output		output = {.weight = weight};
	bool		look[MOST_COLUMNS] = {true};
	Table		table;
	Model		model;
	Work	   *work = new_work(NULL);

	assert_true(known->column[0] == 0);
	table_new(&table, known, seed);
	model_new(&model, &table, true);
	for (uint32 i = 0; i < table.moments.d; i++)
		value[i] = 1;
	column_predictor_set(&model.columns, look, value);
	assert_int_equal(predictor_solve(&model.columns.predictor[0], model.columns.known), KERNEL_OK);
	assert_int_equal(column_predictor_restrict(&model.columns, &output), KERNEL_OK);
	model.columns.coordinates.block[0] = 1e10;	/* the number in its first coordinate */
	model.columns.coordinates.centre[0] = 1e308;
	assert_int_equal(column_predictor_restrict(&model.columns, &output), KERNEL_SINGULAR);
	model_free(&model);

	/* how far a number is above a knot that is far below */
	for (uint32 i = 0; i < 4; i++)
	{
		attribute[i] = i;
		value[i] = i == 1 ? 1e160 : 1;
	}
	state_add(&table.moments, 0, attribute, value, 4, 1);
	moments_settle(&table.moments);
	assert_int_equal(STATUS_OF(work, in_coordinates(work, &table, true)), KERNEL_SINGULAR);
	work_end(work);
	table_free(&table);
}

/* A lambda given, and a radius in coordinates. */
static void
given_penalties(void **state)
{
	static const uint32 some[] = {7, 8};

	for (uint32 s = 0; s < lengthof(some); s++)
	{
		const Setting *known = &settings[some[s]];
		FitOptions	options = ridge;
		double		weight[MOST_ATTRIBUTES];
		double		omega[MOST_ATTRIBUTES];
		double		norm = 0;
		double		ratio;
		Table		table;
		InCoordinates *in;
		Work	   *work = new_work(NULL);
		Fit			fit;
		Fit			other;
		Output	inner = {.weight = omega};

		table_new(&table, known, some[s] + 1);
		table.options.bends = BENDS_ALWAYS;
		fit_table(&table, &ridge, &fit);
		options.lambda = fit.output[0].lambda;
		fit_table(&table, &options, &other);
		assert_true(other.choice.shape.curves && isnan(other.choice.forecast_lines));

		/* the folds are judged at this lambda, not each at its own: another length */
		ratio = other.output[0].weight[0] / fit.output[0].weight[0];
		assert_true(fabs(ratio - 1) < 0.05);
		for (uint32 i = 0; i < table.moments.d; i++)
			other.output[0].weight[i] /= ratio;
		assert_known_weights(known->name, "lambda given", other.output[0].weight, fit.output[0].weight, table.moments.d, TOLERANCE);

		/* within a radius nothing is judged: lines */
		table.options.bends = BENDS_BY_FOLDS;
		options = ridge;
		options.radius = 0.1;
		fit_table(&table, &options, &fit);
		assert_true(!fit.choice.shape.curves && isnan(fit.forecast));
		in = in_coordinates(work, &table, false);
		options.classes = &in->classes;
		fit_moments(test_work(), &in->moments, &options, NULL, &inner);
		for (uint32 k = 0; k < coordinates_count(&in->coordinates); k++)
			norm += omega[k] * omega[k];
		assert_true(fabs(sqrt(norm) - 0.1) < 1e-9);
		(void) coordinates_weights(&in->coordinates, omega, weight);
		assert_known_weights(known->name, "radius", fit.output[0].weight, weight, table.moments.d, TOLERANCE);
		work_end(work);
		table_free(&table);
	}
}

/*
 * Rows by hand: nothing that varies, but by rounding of the sums; looks never made, one
 * row, none.
 */
static void
odd_rows(void **state)
{
	for (int kind = 0; kind < 7; kind++)
	{
		const Setting odd = {
			.name = "odd", .column = {0, 1, 3, 4, 2}, .columns = 5, .budget = 5, .complete = kind > 4
		};
		Table		table;
		Fit			fit;
		Model		model;
		FitOptions	lasso = {.penalty = PENALTY_LASSO, .lambda = NAN, .radius = INFINITY};
		FitOptions	within = {.penalty = PENALTY_RIDGE, .lambda = NAN, .radius = 0.1};

		table_start(&table, odd.column, odd.columns, false, odd.complete);
		for (int t = 0; t < (kind == 0 ? 0 : kind == 1 || kind == 6 ? 1 : 40); t++)
		{
			const double v[MOST_COLUMNS] = {kind == 4 ? t % 7 : 1.7, 1.3, 0.1, 1, kind == 3 || kind == 5 ? t % 2 : 2};
			bool		look[MOST_COLUMNS] = {true, kind != 2, true, kind == 3 || kind == 5 || t == 0, true};
			uint32		attribute[MOST_ATTRIBUTES];
			double		value[MOST_ATTRIBUTES];
			uint32		n = table_row(&table, v, look, attribute, value);

			state_add(&table.moments, t % 5, attribute, value, n, t % 2 + 0.01 * (t % 7));
		}
		moments_settle(&table.moments);
		for (int bends = BENDS_BY_FOLDS; bends <= BENDS_ALWAYS; bends++)
		{
			table.options.bends = bends;
			for (int k = 0; k < 3; k++)
			{
				double		sum = 0;

				fit_table(&table, k == 0 ? &ridge : k == 1 ? &lasso : &within, &fit);
				for (uint32 i = 0; i < table.moments.d; i++)
				{
					assert_true(isfinite(fit.output[0].weight[i]));
					sum += fabs(fit.output[0].weight[i]);
				}
				assert_true(isfinite(fit.output[0].intercept));
				assert_true(kind >= 3 && kind < 6 ? sum > 0 || k == 1 : sum == 0);
				if (kind < 3 || kind == 6)
					assert_int_equal(fit.choice.shape.curves, bends == BENDS_ALWAYS);
			}
		}
		model_new(&model, &table, true);
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
		cmocka_unit_test(sums_of_rows),
		cmocka_unit_test(choices),
		cmocka_unit_test(asking),
		cmocka_unit_test(damaged),
		cmocka_unit_test(coordinates_moved),
		cmocka_unit_test(overflows),
		cmocka_unit_test(odd_rows),
		cmocka_unit_test(given_penalties),
		cmocka_unit_test(lasso_by_looks),
		cmocka_unit_test(lasso_of_columns),
		cmocka_unit_test(targets_bend),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
