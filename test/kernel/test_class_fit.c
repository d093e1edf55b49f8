/*
 * test_class_fit.c
 *		Models of classes: known answers; sums by class as targets, added, taken back and
 *		renumbered; classes of few rows, probabilities of any scores, and of rows of which only
 *		some columns are known, or none.
 */
#include "test.h"

#include <stdio.h>

#include "class_answers.h"
#include "kernel/columns/column_model.h"
#include "kernel/fit/fit_outputs.h"
#include "near.h"
#include "work.h"

#define TOLERANCE 1e-8

#define MOST_LABELS 20

/* A table of classes, of which only those that have rows are left. */
typedef struct ClassTable
{
	Table		table;
	uint64		state;			/* of the generator, after the rows */
} ClassTable;

static uint32
label_of(const ClassSetting *setting, double y)
{
	double		bin = Min(Max(floor(y * setting->labels / 4), 0), setting->labels - 1);

	return 7 * (uint32) bin % setting->labels;
}

/* Leave out the classes without rows. */
static void
drop_empty(Moments *moments)
{
	uint32		number[MOST_LABELS];
	uint32		left = 0;

	for (uint32 c = 0; c < moments->targets; c++)
		number[c] = moments_class_rows(moments, c, moments->folds) > 0 ? left++ : NO_CLASS;
	moments_renumber_classes(moments, number, left);
}

static void
table_new(ClassTable *of, const ClassSetting *setting, uint64 seed)
{
	Table	   *table = &of->table;

	of->state = seed;
	table_start(table, setting->column, setting->columns, setting->array, setting->complete);
	table->moments.of_classes = true;
	for (int t = 0; t < setting->rows; t++)
	{
		double		v[MOST_COLUMNS];
		double		y;
		bool		look[MOST_COLUMNS];
		uint32		attribute[MOST_ATTRIBUTES];
		double		value[MOST_ATTRIBUTES];
		uint32		n;

		draw_record(&of->state, v);
		y = draw_target(&of->state, v, TARGET_BENT);
		draw_looks(&of->state, setting->columns, setting->budget, look);
		n = table_row(table, v, look, attribute, value);
		state_add(&table->moments, t % 5, attribute, value, n, label_of(setting, y));
	}
	moments_settle(&table->moments);
	assert_true(moments_classes_valid(&table->moments));
	drop_empty(&table->moments);
	assert_true(moments_classes_valid(&table->moments));
}

static void
table_free(ClassTable *of)
{
	state_free(&of->table.moments);
}

typedef struct Model
{
	Work	   *work;
	FitOptions	options;
	Fit			fit;
} Model;

static void
model_new(Model *model, ClassTable *of)
{
	Table	   *table = &of->table;

	model->options = table->options;
	model->options.known_part = true;
	if (table->array)
		model->options.columns = NULL;
	model->work = new_work(NULL);
	fit_outputs(model->work, &table->moments, &model->options, &model->fit);
	assert_int_equal(model->fit.outputs, table->moments.targets);
}

/* The predictions of all classes from the looks that are known. */
static void
predict_some(const Table *table, const Fit *fit, const bool *known, const double *x,
			 double *prediction)
{
	uint32		d = table->moments.d;
	Work	   *work = new_work(NULL);
	Output		output[MOST_LABELS];
	ColumnPredictor predictor;

	for (uint32 c = 0; c < fit->outputs; c++)
		output[c].weight = WORK_ARRAY(work, d, double);
	assert_true(column_predictor_init(work, &predictor, &table->columns, true, fit->outputs, fit->head,
									  fit->known, fit->count));
	column_predictor_set(&predictor, known, x);
	assert_int_equal(column_predictor_solve(&predictor), KERNEL_OK);
	assert_int_equal(column_predictor_restrict(&predictor, output), KERNEL_OK);
	for (uint32 c = 0; c < fit->outputs; c++)
	{
		prediction[c] = output[c].intercept;
		for (uint32 i = 0; i < d; i++)
			prediction[c] += output[c].weight[i] * x[i];
	}
	work_end(work);
}

/* Predictions of all classes for a record, of which some looks are known. */
static void
predict(const Table *table, const Fit *fit, const double *v, bool *known, double *prediction)
{
	uint32		attribute[MOST_ATTRIBUTES];
	double		value[MOST_ATTRIBUTES];
	double		x[MOST_ATTRIBUTES] = {0};
	uint32		n = table_row(table, v, known, attribute, value);
	bool		all = true;

	for (uint32 k = 0; k < n; k++)
		x[attribute[k]] = value[k];
	for (uint32 l = 0; l < table->prices.looks; l++)
		all = all && known[l];
	if (!all)
		predict_some(table, fit, known, x, prediction);
	for (uint32 c = 0; c < fit->outputs && all; c++)
	{
		prediction[c] = fit->output[c].intercept;
		for (uint32 i = 0; i < table->moments.d; i++)
			prediction[c] += fit->output[c].weight[i] * x[i];
	}
}

/*
 * The third row and those after it are known but for one look each.  The answers for those are of
 * rows seen in part; complete rows are tested in scores_of_some().
 */
static void
assert_answers(const ClassSetting *known, ClassTable *of, const Model *model)
{
	for (uint32 r = 0; r < ANSWERED; r++)
	{
		double		v[MOST_COLUMNS];
		bool		look[MOST_COLUMNS];
		bool		all = true;
		double		prediction[MOST_LABELS];
		double		probability[MOST_LABELS];

		draw_record(&of->state, v);
		for (uint32 l = 0; l < known->columns; l++)
		{
			/* a word that is not listed is not known */
			look[l] = known->array || !((r >= 2 && (r - 2) % known->columns == l) ||
									   (known->column[l] == 3 && v[3] >= menu[3].n));
			all = all && look[l];
		}
		if (known->complete && !all)
			continue;
		predict(&of->table, &model->fit, v, look, prediction);
		class_model_probabilities(&model->fit.combiner, prediction, probability);
		for (uint32 c = 0; c < model->fit.outputs; c++)
			if (!(fabs(probability[c] - known->probability[r][c]) <= TOLERANCE))
				fail_msg("%s, row %u: the probability of class %u is %.17g, not %.17g", known->name, r, c,
						 probability[c], known->probability[r][c]);
	}
}

static void
known_answers(void **state)
{
	for (uint32 s = 0; s < lengthof(class_settings); s++)
	{
		const ClassSetting *known = &class_settings[s];
		ClassTable	table;
		Model		model;

		table_new(&table, known, s + 1);
		model_new(&model, &table);
		if (model.fit.choice.shape.curves != known->bends || (model.fit.combiner.direction != NULL) != known->gaussian)
			fail_msg("%s: bends are %d, and Gaussian classes %d", known->name, model.fit.choice.shape.curves,
					 model.fit.combiner.direction != NULL);
		if (isnan(known->forecast) ? !isnan(model.fit.forecast) :
			!(fabs(model.fit.forecast - known->forecast) <= TOLERANCE))
			fail_msg("%s: the forecast is %.17g, not %.17g", known->name, model.fit.forecast, known->forecast);
		assert_answers(known, &table, &model);
		work_end(model.work);
		table_free(&table);
	}
}

/*
 * Each class has the weights, and the errors of these, of a fit to whether a row is of it:
 * of columns one that bends, or not, as all classes together do.
 */
static void
classes_are_fits(void **state)
{
	for (uint32 s = 0; s < lengthof(class_settings); s++)
	{
		const ClassSetting *known = &class_settings[s];
		ClassTable	of;
		Model		model;
		uint32		d;
		Moments		target;

		table_new(&of, known, s + 1);
		model_new(&model, &of);
		d = of.table.moments.d;
		model.options.bends = model.fit.choice.shape.curves ? BENDS_ALWAYS : BENDS_NEVER;
		target = of.table.moments;
		for (uint32 c = 0; c < target.targets; c++)
		{
			const Output *output = &model.fit.output[c];
			Fit			single;

			assert_int_equal(output->error != NULL, model.fit.output[0].tuned);
			moments_read_class(&target, c);
			fit_outputs(model.work, &target, &model.options, &single);
			assert_true(single.outputs == 1 && single.output[0].tuned == model.fit.output[0].tuned);
			for (uint32 i = 0; i < d; i++)
			{
				assert_near(output->weight[i], single.output[0].weight[i], 1e-9);
				if (single.output[0].tuned)
					assert_near(output->error[i], single.output[0].error[i], 1e-9);
			}
		}
		work_end(model.work);
		table_free(&of);
	}
}

/* Without a fold each class has the weights of a fit to whether a row is of it, without that fold. */
static void
classes_without_a_fold(void **state)
{
	for (uint32 s = 0; s < lengthof(class_settings); s++)
	{
		const ClassSetting *known = &class_settings[s];
		ClassTable	of;
		Model		model;
		Moments		target;

		table_new(&of, known, s + 1);
		model_new(&model, &of);
		model.options.bends = model.fit.choice.shape.curves ? BENDS_ALWAYS : BENDS_NEVER;
		target = of.table.moments;
		for (uint32 f = 0; f < target.folds; f++)
		{
			Fit			fit;
			double		shares = 0;

			fit_outputs_without(model.work, &of.table.moments, &model.options, &model.fit, f, &fit);
			assert_true(!fit.output[0].tuned && fit.output[0].error == NULL && fit.outputs == target.targets);
			assert_int_equal(fit.fold, f + 1);
			assert_true((fit.combiner.direction != NULL) == known->gaussian);
			for (uint32 c = 0; c < target.targets; c++)
			{
				Fit			all;
				Fit			single;

				moments_read_class(&target, c);
				fit_outputs(model.work, &target, &model.options, &all);
				fit_outputs_without(model.work, &target, &model.options, &all, f, &single);
				for (uint32 i = 0; i < target.d; i++)
					assert_near(fit.output[c].weight[i], single.output[0].weight[i], 1e-9);
				shares += fit.combiner.share[c];
				assert_near(fit.combiner.share[c], (moments_class_rows(&target, c, target.folds) - moments_class_rows(&target, c, f)) /
							(moments_rows(&target) - target.fold[f].rows), 1e-12);
			}
			assert_near(shares, 1, 1e-12);
		}
		work_end(model.work);
		table_free(&of);
	}
}

/* Moments of random rows, of so many classes. */
static void
pool_new(Moments *pool, uint32 d, uint32 classes, bool complete, const double *shift)
{
	state_new(pool, d, 3, complete, shift);
	pool->of_classes = true;
	moments_start_sums(pool);
	moments_add_targets(pool, classes);
}

static void
pool_add(Moments *pool, Rng *rng, uint32 class, uint32 fold)
{
	uint32		d = pool->d;
	uint32		attribute[MOST_ATTRIBUTES];
	double		value[MOST_ATTRIBUTES];
	uint32		n = 0;

	for (uint32 i = 0; i < d; i++)
		if (pool->complete || rng_unit(rng) < 0.6)
		{
			attribute[n] = i;
			value[n++] = rng_unit(rng) + (i % 2 == class % 2);
		}
	state_add(pool, fold, attribute, value, n, class);
}

/* The moments of a class are those of the target that is 1 in it. */
static void
classes_are_targets(void **state)
{
	const double shift[4] = {0.5, -1, 0, 2};

	for (int k = 0; k < 8; k++)
	{
		bool		complete = k % 2;
		bool		signs = k >= 4;
		const double *center = k / 2 % 2 ? shift : NULL;
		Moments		pool;
		Moments		direct;
		Moments		target;
		Rng			rng;
		Rng			again;

		rng_seed(&rng, k + 1);
		rng_seed(&again, k + 1);
		pool_new(&pool, 4, 3, complete, center);
		state_new(&direct, 4, 3, complete, center);
		for (uint32 t = 0; t < 60; t++)
		{
			uint32		attribute[4];
			double		value[4];
			uint32		n = 0;

			pool_add(&pool, &rng, t % 7 % 3, t % 3);
			for (uint32 i = 0; i < 4; i++)
				if (complete || rng_unit(&again) < 0.6)
				{
					attribute[n] = i;
					value[n++] = rng_unit(&again) + (i % 2 == t % 7 % 3 % 2);
				}
			state_add(&direct, t % 3, attribute, value, n, t % 7 % 3 == 1 ? 1 : signs ? -1 : 0);
		}
		moments_settle(&direct);
		moments_settle(&pool);
		target = pool;
		moments_read_class(&target, 0);
		(signs ? moments_read_sign : moments_read_class) (&target, 1);
		assert_true(moments_valid(&target));
		if (signs)
			assert_memory_equal(&target.target, &direct.target, sizeof(Extremes));
		assert_true(target.target.low == direct.target.low && target.target.high == direct.target.high);
		for (uint32 f = 0; f < 3; f++)
			for (uint32 i = 0; i < 4; i++)
			{
				AttributeSums a = moments_fold_attribute(&target, f, i);
				AttributeSums b = moments_fold_attribute(&direct, f, i);
				TargetCell	cell = moments_fold_cell(&target, f, i);
				TargetCell	cell2 = moments_fold_cell(&direct, f, i);

				assert_true(a.n == b.n && cell.y == cell2.y && cell.yy == cell2.yy);
				assert_true(fabs(a.x - b.x) < 1e-12 && fabs(a.xx - b.xx) < 1e-12 && fabs(cell.xy - cell2.xy) < 1e-12);
			}
		state_free(&direct);
		state_free(&pool);
	}
}

/* Rows that are subtracted leave exact counts, and a class without rows has no sums. */
static void
classes_subtracted(void **state)
{
	const uint32 same[3] = {0, 1, 2};
	const uint32 other[3] = {2, 0, 1};

	for (int complete = 0; complete < 2; complete++)
	{
		Moments		all;
		Moments		part;
		Moments		rest;
		Rng			rng;

		rng_seed(&rng, 5);
		pool_new(&all, 5, 3, complete, NULL);
		pool_new(&part, 5, 3, complete, NULL);
		pool_new(&rest, 5, 3, complete, NULL);
		for (uint32 t = 0; t < 40; t++)
			pool_add(&part, &rng, t % 3, t % 2);
		for (uint32 t = 0; t < 40; t++)
			pool_add(&rest, &rng, t % 2, t % 2);
		moments_sum(&part);
		moments_sum(&rest);
		moments_merge(&all, &part, 1, same);
		moments_merge(&all, &rest, 1, other);
		moments_settle(&all);
		assert_true(moments_class_rows(&all, 2, 3) == 13 + 20);
		assert_true(moments_class_rows(&all, 2, 0) == 7 + 20);
		assert_true(moments_classes_valid(&all));
		moments_merge(&all, &part, -1, same);
		assert_int_equal(moments_close(&all), SUBTRACT_SOUND);
		for (uint32 c = 0; c < 3; c++)
			for (uint32 f = 0; f < 3; f++)
			{
				const TargetSums *left = &all.fold[f].target[other[c]];
				const TargetSums *want = &rest.fold[f].target[c];

				assert_true(left->y == want->y && left->yy == want->yy);
				for (uint32 i = 0; i < 5; i++)
				{
					TargetCell	cell = target_sums_cell(left, i);

					assert_true(cell.y == target_sums_cell(want, i).y);
					assert_true(cell.y > 0 || cell.xy == 0);
					assert_true(fabs(cell.xy - target_sums_cell(want, i).xy) < 1e-12);
				}
			}
		moments_merge(&all, &part, -1, same);
		assert_int_equal(moments_close(&all), SUBTRACT_TOO_MUCH);
		state_free(&all);
		state_free(&part);
		state_free(&rest);
	}
}

/* A count of a class that is changed is not valid beside those of the fold. */
static void
classes_go_with_folds(void **state)
{
	for (int complete = 0; complete < 2; complete++)
	{
		Moments		pool;
		Rng			rng;

		rng_seed(&rng, 1 + complete);
		pool_new(&pool, 4, 3, complete, NULL);
		/* two rows in the first fold, none in the second */
		for (uint32 t = 0; t < 40; t++)
			pool_add(&pool, &rng, t % 3, t < 2 ? 0 : 2);
		moments_sum(&pool);
		assert_true(moments_classes_valid(&pool));
		for (uint32 f = 0; f < 3; f++)
			for (uint32 c = 0; c < 3; c++)
				for (uint32 k = 0; k < 1 + 2 * 4; k++)
				{
					TargetSums *sums = &pool.fold[f].target[c];
					double	   *number = &sums->y;
					const double wrong[] = {INFINITY, 1, -1};

					if (k > 0 && (sums->xy != NULL || sums->cell != NULL))
						number = sums->xy != NULL ? &sums->xy[(k - 1) / 2] :
							k % 2 == 0 ? &sums->cell[(k - 1) / 2].y : &sums->cell[(k - 1) / 2].xy;
					for (size_t w = 0; w < (number == &sums->y || (k > 0 && k % 2 == 0 && sums->cell) ? 3 : 1); w++)
					{
						double		right = *number;

						*number += wrong[w];
						assert_false(moments_classes_valid(&pool));
						*number = right;
					}
				}
		assert_true(moments_classes_valid(&pool));
		state_free(&pool);
	}
}

/* Of any scores: numbers greater than 0 that add up to 1. */
static void
any_scores(void **state)
{
	const double share[3] = {0.25, 0.25, 0.5};
	const double direction[9] = {10, [4] = 10, [8] = 10};
	const double constant[3] = {log(0.25), log(0.25), log(0.5)};
	const ClassModel model = {3, share, direction, constant, {1, NULL}};
	Rng			rng;

	rng_seed(&rng, 11);
	for (int t = 0; t < 1000; t++)
	{
		double		prediction[3];
		double		probability[3];
		double		size = pow(10, 40 * rng_unit(&rng) - 20);
		double		sum = 0;

		for (uint32 c = 0; c < 3; c++)
			prediction[c] = size * (2 * rng_unit(&rng) - 1);
		class_model_probabilities(&model, prediction, probability);
		for (uint32 c = 0; c < 3; c++)
		{
			assert_true(probability[c] > 0);
			sum += probability[c];
		}
		assert_true(fabs(sum - 1) < 1e-12);
	}
}

/*
 * Classes of one row and of two among others: the log loss of rows like them is not much
 * more than that of the shares.
 */
static void
rare_classes(void **state)
{
	Moments		pool;
	Rng			rng;
	const FitOptions options = {.penalty = PENALTY_RIDGE, .lambda = NAN, .radius = INFINITY};
	double		loss = 0;
	double		prior = 0;
	Fit			fit;
	Work	   *work = new_work(NULL);

	rng_seed(&rng, 3);
	pool_new(&pool, 6, 4, false, NULL);
	for (uint32 t = 0; t < 63; t++)
		pool_add(&pool, &rng, t == 0 ? 2 : t < 3 ? 3 : t % 2, t % 3);
	moments_settle(&pool);
	fit_outputs(work, &pool, &options, &fit);
	for (uint32 t = 0; t < 400; t++)
	{
		uint32		class = t % 4;
		double		prediction[4];
		double		probability[4];

		for (uint32 c = 0; c < 4; c++)
			prediction[c] = fit.output[c].intercept;
		for (uint32 i = 0; i < 6; i++)
		{
			double		x = rng_unit(&rng) + (i % 2 == class % 2);

			for (uint32 c = 0; c < 4; c++)
				prediction[c] += fit.output[c].weight[i] * x;
		}
		class_model_probabilities(&fit.combiner, prediction, probability);
		loss -= log(probability[class]) / 400;
		prior -= log(fit.combiner.share[class]) / 400;
	}
	assert_true(loss < prior + 0.3);
	work_end(work);
	state_free(&pool);
}

/* A class that one fold alone has: without that fold it has neither weights nor a probability. */
static void
unseen_classes(void **state)
{
	Moments		pool;
	Rng			rng;
	const FitOptions options = {.penalty = PENALTY_RIDGE, .lambda = NAN, .radius = INFINITY};
	Fit			all;
	Fit			fit;
	Work	   *work = new_work(NULL);

	rng_seed(&rng, 5);
	pool_new(&pool, 6, 4, true, NULL);
	for (uint32 t = 0; t < 300; t++)
		pool_add(&pool, &rng, t % 3 == 1 && t < 30 ? 2 : t % 2 + (t % 5 == 0) * 2 * (t % 2), t % 3);
	moments_settle(&pool);
	fit_outputs(work, &pool, &options, &all);
	fit_outputs_without(work, &pool, &options, &all, 1, &fit);
	assert_true(all.combiner.share[2] > 0 && fit.combiner.share[2] == 0 && fit.combiner.direction != NULL);
	for (uint32 t = 0; t < 100; t++)
	{
		double		prediction[4];
		double		probability[4];

		for (uint32 c = 0; c < 4; c++)
			prediction[c] = fit.output[c].intercept;
		for (uint32 i = 0; i < 6; i++)
		{
			double		x = rng_unit(&rng) + (i % 2 == t % 2);

			for (uint32 c = 0; c < 4; c++)
				prediction[c] += fit.output[c].weight[i] * x;
		}
		assert_true(prediction[2] == 0);
		class_model_probabilities(&fit.combiner, prediction, probability);
		assert_true(probability[2] == 0);
		assert_near(probability[0] + probability[1] + probability[3], 1, 1e-12);
	}
	work_end(work);
	state_free(&pool);
}

/*
 * Two classes of equal share at a distance of so many standard deviations have the error rate
 * Phi(-distance / 2).  Least-squares scores explain r2 = q / (1 + q) with q = distance^2 / 4, and
 * then cov(score, class) = cov(score, score) = r2 / 4 (1, -1; -1, 1).  20,000 rows in all, of which
 * pairs share a draw, have a standard error of .005 at most.
 */
static void
error_rate_is_known(void **state)
{
	static const double distance[] = {1, 2, 4};
	static const double share[] = {0.5, 0.5};
	FoldSums	fold = {.rows = 100};
	Moments		moments = {.folds = 1,.fold = &fold};
	ClassModel	model = {.classes = 2,.share = share};
	Work	   *work = new_work(NULL);

	for (size_t k = 0; k < lengthof(distance); k++)
	{
		double		q = distance[k] * distance[k] / 4;
		double		v = q / (1 + q) / 4;
		double		unit[] = {1, 0, 0, 1};
		double		covariance[] = {v, -v, -v, v};
		double		expected[] = {v, v};
		ClassScores scores = {2, 2, expected, unit, covariance, covariance};
		double		error = class_error_rate(work, &moments, &scores, &model);

		if (fabs(error - erfc(distance[k] / 2 / sqrt(2)) / 2) > 0.015)
			fail_msg("distance %g: error rate %g", distance[k], error);
	}
	work_end(work);
}

/* The score of each class less its share, from the known looks of a row. */
static void
scores_of_row(const Table *table, const Output *output, const ClassModel *shares, const double *v,
			  const bool *look, double *score)
{
	bool		all[MOST_COLUMNS];
	uint32		attribute[MOST_ATTRIBUTES];
	double		value[MOST_ATTRIBUTES];
	uint32		n;

	memset(all, true, sizeof(all));
	n = table_row(table, v, all, attribute, value);
	for (uint32 c = 0; c < shares->classes; c++)
	{
		score[c] = output[c].intercept - shares->share[c];
		for (uint32 l = 0; l < table->prices.looks; l++)
			for (uint32 k = 0; k < n && look[l]; k++)
				if (attribute[k] >= looks_first(&table->columns.looks, l) &&
					attribute[k] < looks_first(&table->columns.looks, l + 1))
					score[c] += output[c].weight[attribute[k]] * value[k];
	}
}

/*
 * Scores from some of the columns, whose covariances with each other and with the classes are those
 * over the rows, up to the rounding of correlations.
 */
static void
scores_of_some(void **state)
{
	ClassSetting setting = {"complete rows", {0, 1, 2, 6}, 4, 4, 300, 4, false, true, false, true, NAN, {{0}}};
	const uint64 seed = 77;
	ClassTable	of;
	Model		model;
	ColumnPredictor predictor;
	uint32		n;

	table_new(&of, &setting, seed);
	model_new(&model, &of);
	n = model.fit.outputs;
	assert_int_equal(n, 4);
	assert_true(model.fit.head[0].rank == SHARED_RANK && model.fit.combiner.direction != NULL);
	assert_true(column_predictor_init(model.work, &predictor, &of.table.columns, true, n, model.fit.head,
									  model.fit.known, model.fit.count));
	for (uint32 which = 0; which < 1u << setting.columns; which++)
	{
		bool		look[MOST_COLUMNS];
		double		x[MOST_ATTRIBUTES] = {0};
		double		cross[MOST_LABELS * MOST_LABELS];
		double		square[MOST_LABELS * MOST_LABELS];
		double		expected[MOST_LABELS];
		double		cross_of_rows[MOST_LABELS * MOST_LABELS] = {0};
		double		square_of_rows[MOST_LABELS * MOST_LABELS] = {0};
		double		share;
		Output		output[MOST_LABELS];
		uint64		next = seed;

		for (uint32 l = 0; l < setting.columns; l++)
			look[l] = which >> l & 1;
		for (uint32 c = 0; c < n; c++)
			output[c].weight = WORK_ARRAY(model.work, of.table.moments.d, double);
		column_predictor_set(&predictor, look, x);
		assert_int_equal(column_predictor_solve(&predictor), KERNEL_OK);
		assert_int_equal(column_predictor_restrict(&predictor, output), KERNEL_OK);
		share = column_predictor_scores(&predictor, cross, square, expected);
		for (int t = 0; t < setting.rows; t++)
		{
			double		v[MOST_COLUMNS];
			bool		seen[MOST_COLUMNS];
			double		score[MOST_LABELS];
			uint32		class;

			draw_record(&next, v);
			class = label_of(&setting, draw_target(&next, v, TARGET_BENT));
			draw_looks(&next, setting.columns, setting.budget, seen);
			scores_of_row(&of.table, output, &model.fit.combiner, v, look, score);
			for (uint32 k = 0; k < n; k++)
				for (uint32 c = 0; c < n; c++)
				{
					cross_of_rows[k * n + c] += score[k] *
						((c == class) - model.fit.combiner.share[c]) / setting.rows;
					square_of_rows[k * n + c] += score[k] * score[c] / setting.rows;
				}
		}
		for (uint32 k = 0; k < n * n; k++)
		{
			assert_true(fabs(cross[k] - cross_of_rows[k]) < 1e-6);
			assert_true(fabs(square[k] - square_of_rows[k]) < 1e-6);
		}
		for (uint32 k = 0; k < n; k++)
			assert_true(expected[k] >= 0 && expected[k] <= cross[k * n + k] * 1.2 + 1e-12);
		assert_true(which == 0 ? share == 0 : share > 0);
		assert_true(which + 1 < 1u << setting.columns || share == 1);
	}
	work_end(model.work);
	table_free(&of);
}

/* Without a known column the probabilities are the shares, also of a rare class and beside a link. */
static void
nothing_known(void **state)
{
	enum
	{
		CLASSES = 4,
		ROWS = 6000
	};
	const double offset[CLASSES] = {1, -0.5, 0.2, 0.3};
	uint32		first[] = {0, 1, 2, 3};
	const Column column[3] = {{.name = "a"}, {.name = "b"}, {.name = "c"}};
	const Columns columns = {.looks = {3, 3, 3, first, NULL},.column = column};
	int64		cost[3] = {1000, 1000, 1000};
	const Prices prices = {3, 0, cost, NULL, NULL};
	FitOptions	options = {.penalty = PENALTY_RIDGE, .lambda = NAN, .radius = INFINITY, .columns = &columns,
	.prices = &prices, .known_part = true};
	Moments		pool;
	Fit			fit;
	Rng			rng;
	Work	   *work = new_work(NULL);

	rng_seed(&rng, 9);
	pool_new(&pool, 3, CLASSES, true, NULL);
	for (uint32 t = 0; t < ROWS; t++)
		pool_add(&pool, &rng, t % 2000 == 0 ? 3 : t % 7 % 3, t % 3);
	moments_settle(&pool);
	fit_outputs(work, &pool, &options, &fit);
	assert_true(fit.combiner.share[3] < 1e-3 && fit.combiner.direction != NULL);
	for (int linked = 0; linked < 2; linked++)
	{
		ClassModel	known;
		ColumnPredictor predictor;
		const bool	none[3] = {false};
		double		probability[CLASSES];
		const double x[3] = {0};

		if (linked)
			fit.combiner.link = (ClassLink) {1.7, offset};
		assert_true(column_predictor_init(work, &predictor, &columns, true, CLASSES, fit.head, fit.known, fit.count));
		column_predictor_set(&predictor, none, x);
		assert_int_equal(column_predictor_solve(&predictor), KERNEL_OK);
		class_model_known(work, &fit.combiner, &predictor, &known);
		class_model_probabilities(&known, fit.combiner.share, probability);
		for (uint32 c = 0; c < CLASSES; c++)
			assert_true(fabs(probability[c] - fit.combiner.share[c]) < 1e-9);
	}
	work_end(work);
	state_free(&pool);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_answers),
		cmocka_unit_test(classes_are_fits),
		cmocka_unit_test(classes_are_targets),
		cmocka_unit_test(classes_subtracted),
		cmocka_unit_test(classes_go_with_folds),
		cmocka_unit_test(any_scores),
		cmocka_unit_test(rare_classes),
		cmocka_unit_test(classes_without_a_fold),
		cmocka_unit_test(unseen_classes),
		cmocka_unit_test(error_rate_is_known),
		cmocka_unit_test(scores_of_some),
		cmocka_unit_test(nothing_known),
	};

	return cmocka_run_group_tests_name("class fit", tests, NULL, NULL);
}
