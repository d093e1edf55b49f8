/*
 * moments_fit.c
 *		Models from moments: aer_fit_ridge, aer_fit_lasso, aer_fit_ols, and the
 *		paths of penalties as relations.
 */
#include "pg/aer.h"

#include "common/shortest_dec.h"
#include "kernel/classes/class_fit.h"
#include "kernel/columns/column_facts.h"
#include "kernel/columns/column_model.h"
#include "kernel/high_dimensional/high_dimensional_fit.h"
#include "miscadmin.h"
#include "pg/functions/moments/acquisition_costs.h"
#include "pg/functions/moments/moments_fit.h"
#include "pg/kernel_call.h"
#include "pg/notice.h"
#include "pg/result_row.h"
#include "utils/datum.h"
#include "utils/float.h"
#include "utils/json.h"

PG_FUNCTION_INFO_V1(aer_fit_ridge);
PG_FUNCTION_INFO_V1(aer_fit_lasso);
PG_FUNCTION_INFO_V1(aer_fit_ols);
PG_FUNCTION_INFO_V1(aer_path);

/* The most attributes that a message names. */
#define MOST_NAMED 5

/* What a model of ridge calls its learner. */
#define RIDGE "moment ridge"

/* The most lambdas of a path. */
#define MAX_POINTS 1000

void
moments_fit_check(const RowMoments *object)
{
	if (object->d == 0 || moments_rows(&object->moments) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("there is nothing to fit"),
				 errdetail("These moments are of no rows.")));
	if (!moments_finite(&object->moments))
		row_moments_not_finite();
	row_moments_check_precision(object);
}

static void
append_attribute(StringInfo text, const RowMoments *object, uint32 i)
{
	appendStringInfo(text, "%sattribute %u", text->len > 0 ? ", " : "", i + 1);
	if (object->columns.name)
		appendStringInfo(text, " (\"%s\")", object->columns.name[i]);
}

/*
 * A look foretells the target if it was taken in so many rows, and explains
 * so much of the target alone.
 */
#define FORETELLS_ROWS 30
#define FORETELLS_R2 0.99

/* The largest part of the target that an attribute of a look explains alone, or 0. */
static double
explained_alone(const RowMoments *object, const Looks *looks, uint32 look)
{
	const Moments *moments = &object->moments;
	double		most = 0;

	for (uint32 i = looks_first(looks, look); i < looks_first(looks, look + 1); i++)
	{
		double		mean;
		double		deviation;
		double		correlation;

		moments_describe(moments, i, &mean, &deviation, &correlation);
		if (moments_attribute(moments, i, object->folds).n >= FORETELLS_ROWS &&
			correlation * correlation > most && !fit_drowns(moments, i))
			most = correlation * correlation;
	}
	return most;
}

/*
 * Warn of columns that are the target or come after it: they foretell it in
 * training and never again.
 */
static void
warn_of_copies(const RowMoments *object)
{
	const RowColumns *columns = &object->columns;

	for (uint32 look = 0; columns->name && look < columns->looks.bought; look++)
	{
		double		r2 = explained_alone(object, &columns->looks, look);

		CHECK_FOR_INTERRUPTS();
		if (r2 >= FORETELLS_R2)
			warning_once(psprintf("r2 of %.2f from column \"%s\" alone: does it come before the outcome?",
								  r2, columns->look_name[look]));
	}
}

static void
notice_no_pairs(const RowMoments *object, const Looks *looks)
{
	if (looks->bought < 2 || row_moments_high_dimensional(object))
		return;
	if (!moments_paired(kernel_work(), &object->moments, looks))
		notice_once("no row had two looks, so correlated columns cannot be separated: give the design a budget for two or more");
}

/* Warn of numbers that are so small that sums of their squares are 0, or nearly so. */
static void
warn_of_underflow(const RowMoments *object)
{
	const Moments *moments = &object->moments;
	StringInfoData text;
	double		target = Max(fabs(moments->target.low), fabs(moments->target.high));
	double		largest = fit_underflows(target) ? target : 0;

	initStringInfo(&text);
	if (largest > 0)
		appendStringInfoString(&text, "the target");
	for (uint32 i = 0; i < object->d && largest == 0; i++)
		if (fit_underflows(moments->largest[i]))
		{
			append_attribute(&text, object, i);
			largest = moments->largest[i];
		}
	if (largest > 0)
		ereport(WARNING,
				(errmsg("squares of %s, which is at most %g, are too small for numbers", text.data, largest),
				 errdetail("They are 0 or have lost digits, so weights and reported errors may be 0."),
				 errhint("Multiply it by a constant, for example by %g.", pow(10, Min(round(-log10(largest)), 300)))));
	pfree(text.data);
}

/*
 * A WARNING that names attributes whose deviations rounding has eaten up, or that say
 * the target, and of numbers that are too small; a NOTICE where no two of them were
 * seen together.
 */
static void
warn(const RowMoments *object)
{
	StringInfoData text;
	uint32		drowned = 0;

	warn_of_underflow(object);

	initStringInfo(&text);
	for (uint32 i = 0; i < object->d; i++)
		if (fit_drowns(&object->moments, i) && drowned++ < MOST_NAMED)
			append_attribute(&text, object, i);
	if (drowned > MOST_NAMED)
		appendStringInfo(&text, " and %u more", drowned - MOST_NAMED);
	if (drowned > 0)
		ereport(WARNING,
				(errmsg("nothing is learned from %s", text.data),
				 errdetail("Values that differ by a millionth of their distance from the \"center\", which is 0 unless given, are a constant to sums of squares."),
				 errhint("Collect the moments anew with a center near these values: aer_design(center => ...).")));
	pfree(text.data);
	warn_of_copies(object);
	notice_no_pairs(object, &object->columns.looks);
}

void
moments_fit_refuse_high_dimensional(const RowMoments *object, const char *function)
{
	if (row_moments_high_dimensional(object))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("%s does not take moments of more than %u attributes in %u folds",
						function, row_moments_most_narrow(object->folds), object->folds),
				 errdetail("These have %u attributes, and no sums for pairs.", object->d),
				 errhint("Use aer_fit_ridge(), or fewer attributes.")));
}

static void
raise_unfit(Status status)
{
	switch (status)
	{
		case KERNEL_NOT_CONVERGED:
			ereport(ERROR,
					(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
					 errmsg("the fit did not converge"),
					 errhint("Use a larger \"lambda\".")));
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
					 errmsg("the moments cannot be solved"),
					 errdetail("Their covariance matrix is infinite or numerically singular."),
					 errhint("Divide attributes and targets that are very large by a constant; else use a larger \"lambda\".")));
	}
}

Work *
moments_fit_work(void)
{
	return kernel_work_raising(raise_unfit);
}

/* Append a number to a learner's text, by its shortest exact text. */
static void
append_number(StringInfo text, const char *key, double value)
{
	char		number[DOUBLE_SHORTEST_DECIMAL_LEN];

	double_to_shortest_decimal_buf(value, number);
	appendStringInfo(text, ", \"%s\": %s", key, number);
}

/* What is asked for besides the penalty. */
typedef struct Wishes
{
	Bends		bends;
	const bool *pair;			/* [MOST_PAIRS] which are used; NULL: the folds say */
	bool		known_part;		/* the model also predicts from whatever is known */
	bool		quiet;			/* without notices about what stands in the way of a good model */
} Wishes;

static const Wishes no_wishes = {BENDS_BY_FOLDS};

/* A fit: of one target, or of each of three or more classes. */
typedef struct Solution
{
	Work	   *work;			/* which all of it is in */
	AcquisitionCosts costs;
	bool		in_coordinates; /* how attributes were measured in it */
	bool		can_bend;		/* some number has knots */
	ShapeChoice choice;			/* what of the columns it uses, and what was tried */
	Fit			fit;			/* of all targets together; lambda and alpha NaN: each has its own */
	uint32		outputs;
	double	   *weight;			/* [outputs * d] */
	double	   *intercept;		/* [outputs] */
	double	   *error;			/* [outputs * d] or NULL */
	const double *drop;			/* [looks] or NULL */
	ClassFit	class_fit;		/* of classes */
	double	   *words;			/* [count] of what predicts from whatever is known; NULL: nothing does */
	size_t		count;
	PartialScale scale;			/* of that, of one target */
	uint32		fold;			/* whose model it is, from 1; 0: none's */
	const struct Solution *all; /* the fit of all folds, if that one is left out; else NULL */
} Solution;

/* The fold that is left out, or how many there are. */
static uint32
omitted(const RowMoments *object, const Solution *solution)
{
	return solution->all != NULL ? solution->fold - 1 : object->folds;
}

/* Set what a model has from the moments that it is fitted to, whatever the fit. */
static void
start_parts(const RowMoments *object, const Solution *solution, ModelParts *parts)
{
	uint32		omit = omitted(object, solution);
	double		rows = moments_rows(&object->moments);

	if (solution->all != NULL)
		rows -= object->moments.fold[omit].rows;
	model_parts_init(parts);
	parts->target = object->target;
	parts->class_name = object->classes ? object->classes->name : NULL;
	parts->classes = object->classes ? object->classes->n : 0;
	parts->skipped = object->skipped;
	parts->state.rows = (uint64) rows;
	parts->state.reads = (uint64) moments_looks(&object->moments, &object->columns.looks, omit);
}

/* What the folds forecast of so many pairs: [[0, 1.2], [3, 1.1]], that without them first. */
static void
append_pairs(StringInfo text, const ShapeChoice *choice)
{
	char		number[DOUBLE_SHORTEST_DECIMAL_LEN];

	double_to_shortest_decimal_buf(choice->shape.bends ? choice->forecast_bends :
								   choice->forecast_lines, number);
	appendStringInfo(text, ", \"mse_of_interactions\": [[0, %s]", number);
	for (uint32 k = 0; k < choice->count; k++)
	{
		double_to_shortest_decimal_buf(choice->tried[k].forecast, number);
		appendStringInfo(text, ", [%u, %s]", choice->tried[k].pairs, number);
	}
	appendStringInfoChar(text, ']');
}

/* Two columns that hardly any row has seen both of: ["ldl", "ecg", 3]; of arrays by number. */
static void
append_seldom(StringInfo text, const RowColumns *columns, const SeldomTogether *seldom)
{
	const uint32 look[2] = {seldom->a, seldom->b};

	appendStringInfoString(text, ", \"seldom_together\": [");
	for (int k = 0; k < 2; k++)
	{
		if (columns->look_name)
			escape_json(text, columns->look_name[look[k]]);
		else
			appendStringInfo(text, "%u", looks_first(&columns->looks, look[k]) + 1);
		appendStringInfoString(text, ", ");
	}
	appendStringInfo(text, "%.0f]", seldom->rows);
}

/* Returns the learner's text. */
static char *
describe(const RowMoments *object, const char *method, const FitOptions *options,
		 const Solution *solution, const SeldomTogether *seldom)
{
	const Fit  *fit = &solution->fit;
	const ShapeChoice *choice = &solution->choice;
	StringInfoData text;

	initStringInfo(&text);
	appendStringInfo(&text, "{\"learner\": \"%s\"", method);
	if (!isnan(fit->lambda))
		append_number(&text, "lambda", fit->lambda);
	if (options->radius < INFINITY)
		append_number(&text, "radius", options->radius);
	if (!isnan(fit->alpha))
		append_number(&text, "shrinkage", fit->alpha);
	if (!isnan(fit->forecast))
		append_number(&text, "target_variance", fit->variance);
	appendStringInfo(&text, ", \"units\": \"%s\"",
					 solution->in_coordinates ? "coordinates" : object->own_units ? "standardized" : "common");
	if (solution->can_bend)
		appendStringInfo(&text, ", \"curves\": %s", choice->shape.bends ? "true" : "false");
	if (!isnan(choice->forecast_lines) && !isnan(choice->forecast_bends))
	{
		append_number(&text, "mse_of_lines", choice->forecast_lines);
		append_number(&text, "mse_of_curves", choice->forecast_bends);
	}
	if (solution->in_coordinates && object->columns.looks.n > object->columns.looks.bought)
		appendStringInfo(&text, ", \"interactions\": %u", choice->pairs);
	if (choice->count > 0)
		append_pairs(&text, choice);
	if (seldom)
		append_seldom(&text, &object->columns, seldom);
	appendStringInfo(&text, ", \"tuned\": %s, \"design\": %s}",
					 (solution->all != NULL ? solution->all : solution)->fit.tuned && isnan(options->lambda) ? "true" : "false",
					 object->design[0] ? object->design : "null");
	return text.data;
}

/* What the columns are, and what the weights make of them: of all outputs together. */
static ColumnFacts
find_facts(const RowMoments *object, const Solution *solution)
{
	Work	   *work = solution->work;
	ColumnFacts told = {
		WORK_ARRAY(work, object->d, double),
		WORK_ARRAY(work, object->d, double),
		WORK_ARRAY(work, object->d, double)
	};
	double	   *part = WORK_ARRAY(work, object->d, double);

	for (uint32 k = 0; k < solution->outputs; k++)
	{
		column_facts(work, &object->moments, &solution->costs.columns,
					 solution->weight + (Size) k * object->d, &told);
		for (uint32 i = 0; i < object->d; i++)
			part[i] = hypot(part[i], told.part[i]);
	}
	told.part = part;
	return told;
}

/* How much of r2 goes with each look, at its first attribute; NULL: not told. */
static double *
find_drops(const RowMoments *object, const Solution *solution)
{
	const Looks *looks = &object->columns.looks;
	double	   *drop;

	if (solution->drop == NULL)
		return NULL;
	drop = WORK_ARRAY(solution->work, object->d, double);
	for (uint32 l = 0; l < looks->n; l++)
		drop[looks_first(looks, l)] = solution->drop[l];
	return drop;
}

/* Leave out pairs that the fit does not use, and copies, of which the weights are 0. */
static void
keep_used(const RowMoments *object, const Solution *solution, ColumnFacts *facts, double *drop,
		  ModelParts *parts)
{
	const Looks *looks = &object->columns.looks;
	const ColumnShape *shape = &solution->choice.shape;
	uint32	   *attribute = WORK_ARRAY(solution->work, object->d, uint32);
	bool	   *listed = WORK_ARRAY(solution->work, looks->n, bool);
	uint32		d = columns_used(&solution->costs.columns, shape, attribute);

	parts->d = d;
	parts->columns = object->columns;
	if (d == object->d)
		return;
	for (uint32 l = 0; l < looks->n; l++)
		listed[l] = l < looks->bought || shape->pair[l - looks->bought];
	parts->columns = row_columns_some(&object->columns, listed, false);
	for (uint32 k = 0; facts->mean != NULL && k < d; k++)
	{
		facts->mean[k] = facts->mean[attribute[k]];
		facts->deviation[k] = facts->deviation[attribute[k]];
		facts->part[k] = facts->part[attribute[k]];
		if (drop)
			drop[k] = drop[attribute[k]];
	}
	for (uint32 o = 0; o < solution->outputs; o++)
		for (uint32 k = 0; k < d; k++)
		{
			size_t		to = (size_t) o * d + k;
			size_t		from = (size_t) o * object->d + attribute[k];

			solution->weight[to] = solution->weight[from];
			if (solution->error)
				solution->error[to] = solution->error[from];
		}
}

static AerModel *
make_model(const RowMoments *object, const char *method, const FitOptions *options,
		   const Solution *solution)
{
	const Fit  *fit = &solution->fit;
	ColumnFacts facts = {NULL, NULL, NULL};
	double	   *drop = find_drops(object, solution);
	SeldomTogether found;
	const SeldomTogether *seldom = NULL;
	ModelParts	parts;

	start_parts(object, solution, &parts);
	if (solution->all == NULL)
	{
		facts = find_facts(object, solution);
		if (!row_moments_high_dimensional(object) &&
			column_facts_seldom(solution->work, &object->moments, &object->columns.looks,
								facts.part, fit->forecast, &found))
			seldom = &found;
	}
	parts.fold = solution->fold;
	parts.folds = solution->fold > 0 ? object->folds : 0;
	keep_used(object, solution, &facts, drop, &parts);
	parts.outputs = solution->outputs;
	parts.weight = solution->weight;
	parts.intercept = solution->intercept;
	parts.class_model = solution->class_fit.model;
	parts.learner = describe(object, method, options, solution, seldom);
	parts.expected_mse = fit->forecast;
	parts.expected_se = fit->forecast_se;
	parts.expected_wrong = fit->wrong;
	parts.expected_auc = fit->auc;
	parts.link = fit->link;
	parts.facts = (ModelFacts) {facts.mean, facts.deviation, facts.part, drop, solution->error};
	if (solution->words && !model_parts_take_known(&parts, solution->words, solution->count))
		raise_unfit(KERNEL_SINGULAR);
	return model_pack(&parts, ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE);
}

/* Attributes as they are, one target. */
static void
solve_attributes(RowMoments *object, const Wishes *wishes, FitOptions options, Solution *solution)
{
	const AcquisitionCosts *costs = &solution->costs;
	Work	   *work = solution->work;
	Work	   *scratch = work_begin(work);
	SpendingOptions spending = costs->spending;
	Fit		   *fit = &solution->fit;

	options.classes = &costs->classes;
	if (costs->looks.first != NULL)
		options.looks = &costs->looks;
	(row_moments_high_dimensional(object) ? high_dimensional_fit : fit_moments)
		(scratch, &object->moments, &options, fit);
	if (fit->tuned)
	{
		solution->error = WORK_ARRAY(work, object->d, double);
		fit_errors(scratch, &object->moments, options.own_units, fit, solution->error);
	}
	if (fit->drop)
		solution->drop = memcpy(WORK_ARRAY(work, costs->looks.n, double), fit->drop,
								costs->looks.n * sizeof(double));
	work_end(scratch);
	spending.lambda = options.lambda;
	if (wishes->known_part)
		solution->words = partial_fit(work, &object->moments, &spending, omitted(object, solution),
									  &solution->scale, &solution->count);
}

/* What a fit may use of columns. */
static ColumnOptions
column_options(const AcquisitionCosts *costs, const Wishes *wishes)
{
	return (ColumnOptions)
	{
		&costs->columns, &costs->prices, wishes->bends, wishes->pair
	};
}

/* Coordinates, one target. */
static void
solve_coordinates(RowMoments *object, const Wishes *wishes, const FitOptions *options,
				  Solution *solution)
{
	const AcquisitionCosts *costs = &solution->costs;
	const ColumnOptions columns = column_options(costs, wishes);
	SpendingOptions spending = costs->spending;
	ColumnFit	fit = {.fit = solution->fit};

	column_fit(solution->work, &object->moments, &columns, options, &fit);
	solution->fit = fit.fit;
	solution->error = fit.error;
	solution->drop = fit.fit.drop;
	solution->choice = fit.choice;
	spending.lambda = options->lambda;
	if (wishes->known_part)
		solution->words = column_model_fit(solution->work, &object->moments, &columns,
										   &fit.choice.shape, &spending, omitted(object, solution),
										   &solution->scale, &solution->count);
}

/* Three or more classes. */
static void
solve_classes(RowMoments *object, const Wishes *wishes, const FitOptions *options,
			  Solution *solution)
{
	const AcquisitionCosts *costs = &solution->costs;
	const ColumnOptions columns = column_options(costs, wishes);
	ClassWithout without;
	ClassFitOptions class_options = {
		.columns = solution->in_coordinates ? &columns : NULL,
		.fit = *options,
		.known_part = wishes->known_part
	};
	ClassFit   *fit = &solution->class_fit;

	moments_fit_refuse_high_dimensional(object, "a fit of classes");
	class_options.fit.classes = &costs->classes;
	if (solution->all != NULL)
	{
		without = (ClassWithout) {solution->fold - 1, &solution->all->class_fit};
		class_options.without = &without;
	}
	class_fit(solution->work, &object->moments, &class_options, fit);
	solution->fit = (Fit)
	{
		.lambda = options->lambda, .alpha = NAN, .tuned = fit->tuned, .forecast = fit->forecast,
			.forecast_se = fit->forecast_se, .wrong = NAN, .auc = NAN, .variance = fit->variance
	};
	link_init(&solution->fit.link);
	solution->choice = fit->choice;
	solution->outputs = fit->model.classes;
	solution->weight = fit->weight;
	solution->intercept = fit->intercept;
	solution->error = fit->error;
	solution->drop = fit->drop;
	solution->words = fit->words;
	solution->count = fit->count;
}

/* The error where bends were asked for, or ruled out, and no number can have any. */
static void
refuse_bends(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("\"curves\" is of numbers with knots, and these moments have none"),
			 errhint("Collect them under a design that has some: aer_design(columns => '{\"age\": [30, 45, 60]}').")));
}

/* Is the fit of three or more classes? */
static bool
takes_classes(const RowMoments *object, const FitOptions *options)
{
	return moments_classes(&object->moments) > 2 && options->penalty == PENALTY_RIDGE &&
		isinf(options->radius);
}

/* The fit itself, of all folds or without one. */
static void
solve_targets(RowMoments *object, const Wishes *wishes, const FitOptions *options, Solution *solution)
{
	FitOptions	one = *options;
	FitWithout	without;

	if (takes_classes(object, options))
	{
		solve_classes(object, wishes, options, solution);
		return;
	}
	if (solution->all != NULL)
	{
		without = (FitWithout) {solution->fold - 1, &solution->all->fit};
		one.without = &without;
	}
	solution->fit.weight = solution->weight = WORK_ARRAY(solution->work, object->d, double);
	solution->intercept = &solution->fit.intercept;
	if (solution->in_coordinates)
		solve_coordinates(object, wishes, &one, solution);
	else
		solve_attributes(object, wishes, one, solution);
}

static void
solve(RowMoments *object, const Wishes *wishes, const FitOptions *options, Solution *solution)
{
	AcquisitionCosts *costs = &solution->costs;

	moments_fit_check(object);
	*solution = (Solution)
	{
		.work = moments_fit_work(), .outputs = 1
	};
	/* where nothing chooses, all attributes are used */
	solution->choice = (ShapeChoice) {.forecast_lines = NAN, .forecast_bends = NAN};
	memset(solution->choice.shape.pair, true, sizeof(solution->choice.shape.pair));
	acquisition_costs(object, costs);
	/* the solution of least squares is the same, and which is least is told of attributes */
	solution->in_coordinates = costs->in_coordinates && options->penalty != PENALTY_NONE;
	solution->can_bend = solution->in_coordinates && columns_bend(&costs->columns);
	if (wishes->bends != BENDS_BY_FOLDS && !solution->can_bend)
		refuse_bends();
	solve_targets(object, wishes, options, solution);
}

/* Warn of a single class: such a model has nothing to tell apart. */
static void
warn_of_one_class(const RowMoments *object)
{
	if (moments_classes(&object->moments) == 1)
		ereport(WARNING,
				(errmsg("all rows are of one class, \"%s\"", object->classes->name[0]),
				 errdetail("The model predicts it whatever it is shown.")));
}

/* The moments as the fit takes them: unless it is of classes, with one target. */
static RowMoments *
fitted_moments(RowMoments *object, const FitOptions *options)
{
	if (takes_classes(object, options))
		return object;
	return row_moments_one_target(object, options->penalty == PENALTY_LASSO ? "aer_fit_lasso" :
								  options->penalty == PENALTY_NONE ? "aer_fit_ols" :
								  "aer_fit_ridge with a radius");
}

/* Solve, and tell what stands in the way of a good model. */
static void
solve_telling(RowMoments **object, const Wishes *wishes, const FitOptions *options,
			  Solution *solution)
{
	if ((*object)->classes && !wishes->quiet)
		warn_of_one_class(*object);
	*object = fitted_moments(*object, options);
	solve(*object, wishes, options, solution);
	if (!wishes->quiet)
		warn(*object);
}

static AerModel *
fit(RowMoments *object, const char *method, const Wishes *wishes, const FitOptions *options)
{
	Solution	solution;

	solve_telling(&object, wishes, options, &solution);
	return make_model(object, method, options, &solution);
}

/* The model of all folds but one; of a fold without rows that of all. */
static AerModel *
fit_without(RowMoments *object, const Wishes *wishes, const FitOptions *options, const Solution *all,
			uint32 fold)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext, "aer_fold_models",
												  ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	Wishes		chosen = *wishes;
	Solution	solution = *all;
	AerModel   *model;

	solution.fold = fold + 1;
	if (object->moments.fold[fold].rows > 0)
	{
		chosen.bends = all->choice.shape.bends ? BENDS_ALWAYS : BENDS_NEVER;
		chosen.pair = all->choice.shape.pair;
		solution.all = all;
		solution.error = NULL;
		solution.drop = NULL;
		solution.work = moments_fit_work();
		solve_targets(object, &chosen, options, &solution);
	}
	model = make_model(object, RIDGE, options, &solution);
	MemoryContextSwitchTo(old);
	model = (AerModel *) DatumGetPointer(datumCopy(PointerGetDatum(model), false, -1));
	MemoryContextDelete(context);
	return model;
}

AerModel *
moments_fit_folds(RowMoments *object, double lambda, Bends bends, bool known_part, bool quiet,
				  AerModel **fold_model)
{
	const FitOptions options = {PENALTY_RIDGE, object->own_units, lambda, INFINITY, NULL, NULL, NULL};
	const Wishes wishes = {.bends = bends,.known_part = known_part,.quiet = quiet};
	Solution	all;

	solve_telling(&object, &wishes, &options, &all);
	for (uint32 f = 0; f < object->folds; f++)
		fold_model[f] = fit_without(object, &wishes, &options, &all, f);
	return make_model(object, RIDGE, &options, &all);
}

AerModel *
moments_fit_ridge(RowMoments *object)
{
	const FitOptions options = {PENALTY_RIDGE, object->own_units, NAN, INFINITY, NULL, NULL, NULL};
	const Wishes wishes = {
		.known_part = object->columns.name != NULL && !row_moments_high_dimensional(object)
	};

	return fit(object, RIDGE, &wishes, &options);
}

AerModel *
moments_fit_additive(RowMoments *object)
{
	const FitOptions options = {PENALTY_RIDGE, object->own_units, NAN, INFINITY, NULL, NULL, NULL};
	const Wishes wishes = {.pair = no_pairs,.quiet = true};

	return fit(object, RIDGE, &wishes, &options);
}

/* The moments of named attributes in coordinates, with the shape that aer_fit_ridge() chooses. */
static InCoordinates *
in_chosen_coordinates(Work *work, const RowMoments *object, const AcquisitionCosts *costs,
					  const ColumnOptions *columns)
{
	const FitOptions options = {PENALTY_RIDGE, false, NAN, INFINITY, NULL, NULL, NULL};
	Work	   *scratch = work_begin(work);
	ColumnFit	fit = {.fit.weight = WORK_ARRAY(scratch, object->d, double)};

	if (column_shapes_differ(&costs->columns))
		column_fit(scratch, &object->moments, columns, &options, &fit);
	work_end(scratch);
	return in_coordinates_create(work, &object->moments, &costs->columns, &costs->prices,
								 &fit.choice.shape);
}

FitTargets
moments_fit_targets(Work *work, RowMoments *object, const AcquisitionCosts *costs, bool pairs)
{
	const Wishes wishes = {.pair = pairs ? NULL : no_pairs};
	const ColumnOptions columns = column_options(costs, &wishes);
	const ClassFitOptions options = {
		.columns = costs->in_coordinates ? &columns : NULL,
		.fit = {PENALTY_RIDGE, object->own_units, NAN, INFINITY, &costs->classes, NULL, NULL}
	};
	uint32		n = moments_classes(&object->moments) > 2 ? moments_classes(&object->moments) : 1;
	FitTargets	targets = {
		.n = n,.moments = WORK_ARRAY(work, n, Moments *),.own_units = object->own_units,
		.classes = &costs->classes,.looks = &costs->looks
	};
	InCoordinates *in = NULL;

	targets.moments[0] = &object->moments;
	if (n > 1)
		in = class_targets(work, &object->moments, &options, targets.moments);
	else if (costs->in_coordinates)
	{
		in = in_chosen_coordinates(work, object, costs, &columns);
		targets.moments[0] = &in->moments;
	}
	if (in != NULL)
	{
		targets.own_units = false;
		targets.classes = &in->classes;
		targets.looks = &in->coordinates.looks;
	}
	return targets;
}

double
moments_fit_number(FunctionCallInfo fcinfo, int n, const char *name, bool zero, double otherwise)
{
	double		value;

	if (PG_ARGISNULL(n))
		return otherwise;
	value = PG_GETARG_FLOAT8(n);
	if (!isfinite(value) || value < 0 || (!zero && value == 0))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"%s\" must be %s", name,
						zero ? "a finite number, 0 or more" : "a finite number greater than 0"),
				 errdetail("It is %g.", value)));
	return value;
}

/* Read the arguments that aer_fit_ridge() and aer_fit_lasso() have in common. */
static void
read_penalty(FunctionCallInfo fcinfo, const RowMoments *object, Penalty penalty,
			 FitOptions *options)
{
	*options = (FitOptions)
	{
		.penalty = penalty,.own_units = object->own_units
	};
	options->lambda = moments_fit_number(fcinfo, 1, "lambda", true, NAN);
	options->radius = moments_fit_number(fcinfo, 2, "radius", false, INFINITY);
}

/* The first pairs of the list, as many as are asked for. */
static const bool *
read_pairs(const RowMoments *object, int32 pairs)
{
	bool	   *first;

	if (pairs < 0 || pairs > MOST_PAIRS)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"interactions\" must be from 0 to %d", MOST_PAIRS),
				 errdetail("It is %d.", pairs),
				 errhint("This is the number of the design's interactions that the model uses; with NULL it is chosen by cross-validation.")));
	if (pairs > 0 && object->columns.looks.n == object->columns.looks.bought)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"interactions\" is of interactions of columns, and these moments have none"),
				 errhint("Collect them under a design that lists some: aer_design(interactions => '[[\"age\", \"smoker\"]]').")));
	first = palloc0(sizeof(bool) * MOST_PAIRS);
	memset(first, true, sizeof(bool) * pairs);
	return first;
}

/* Of named attributes a model predicts from whatever is known, unless it is told not to. */
static void
read_wishes(FunctionCallInfo fcinfo, const RowMoments *object, const FitOptions *options,
			Wishes *wishes)
{
	*wishes = no_wishes;
	if (!PG_ARGISNULL(3))
		wishes->bends = PG_GETARG_BOOL(3) ? BENDS_ALWAYS : BENDS_NEVER;
	if (!PG_ARGISNULL(5))
		wishes->pair = read_pairs(object, PG_GETARG_INT32(5));
	if (PG_ARGISNULL(4))
	{
		wishes->known_part = object->columns.name != NULL && !row_moments_high_dimensional(object) && isinf(options->radius);
		return;
	}
	wishes->known_part = PG_GETARG_BOOL(4);
	if (wishes->known_part)
		moments_fit_refuse_high_dimensional(object, "aer_fit_ridge with \"partial\"");
	if (wishes->known_part && !isinf(options->radius))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"partial\" and \"radius\" cannot go together"),
				 errdetail("What predicts from whatever is known has a penalty, no radius."),
				 errhint("Leave one of them out.")));
}

Datum
aer_fit_ridge(PG_FUNCTION_ARGS)
{
	RowMoments *object;
	FitOptions	options;
	Wishes		wishes;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	object = PG_GETARG_ROW_MOMENTS(0, "aer_fit_ridge");
	if (!PG_ARGISNULL(2))
		moments_fit_refuse_high_dimensional(object, "aer_fit_ridge with a radius");
	read_penalty(fcinfo, object, PENALTY_RIDGE, &options);
	read_wishes(fcinfo, object, &options, &wishes);
	PG_RETURN_POINTER(fit(object, RIDGE, &wishes, &options));
}

Datum
aer_fit_lasso(PG_FUNCTION_ARGS)
{
	RowMoments *object;
	FitOptions	options;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	object = PG_GETARG_ROW_MOMENTS(0, "aer_fit_lasso");
	moments_fit_refuse_high_dimensional(object, "aer_fit_lasso");
	read_penalty(fcinfo, object, PENALTY_LASSO, &options);
	PG_RETURN_POINTER(fit(object, "moment lasso", &no_wishes, &options));
}

/* Say where the holes are: in how many rows, of the first few attributes. */
static const char *
holes_text(const RowMoments *object)
{
	StringInfoData text;
	uint32		named = 0;
	uint32		others = 0;

	initStringInfo(&text);
	for (uint32 i = 0; i < object->d; i++)
	{
		if (object->moments.missing[i] == 0)
			continue;
		if (named == MOST_NAMED)
		{
			others++;
			continue;
		}
		named++;
		append_attribute(&text, object, i);
		appendStringInfo(&text, " in %.0f", object->moments.missing[i]);
	}
	if (others > 0)
		appendStringInfo(&text, " and %u other attributes", others);
	return text.data;
}

static void
refuse_incomplete(const RowMoments *object)
{
	bool		holes = moments_asked_all(&object->moments);

	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("least squares without a penalty needs every attribute of every row"),
			 holes ?
			 errdetail("Of %.0f rows NULL were: %s.", moments_rows(&object->moments), holes_text(object)) :
			 errdetail("These moments are of some of the attributes of each row."),
			 holes ?
			 errhint("Use aer_fit_ridge(), which takes missing values, or leave out those rows or attributes.") :
			 errhint("Use aer_fit_ridge(), or a design without a budget.")));
}

/* Deviations as units: the solution is the same, and small columns count. */
Datum
aer_fit_ols(PG_FUNCTION_ARGS)
{
	RowMoments *object = PG_GETARG_ROW_MOMENTS(0, "aer_fit_ols");
	FitOptions	options = {PENALTY_NONE, true, 0, INFINITY, NULL, NULL, NULL};

	if (object->d > 0 && !object->moments.complete)
		refuse_incomplete(object);
	PG_RETURN_POINTER(fit(object, "least squares", &no_wishes, &options));
}

/* The lambdas of a path, or NULL for the default ones. */
static double *
path_lambdas(FunctionCallInfo fcinfo, uint32 *count)
{
	ArrayType  *array;
	double	   *lambda;

	if (PG_ARGISNULL(2))
		return NULL;
	array = PG_GETARG_ARRAYTYPE_P(2);
	if (ARR_NDIM(array) != 1 || ARR_DIMS(array)[0] > MAX_POINTS || ARR_HASNULL(array))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"lambdas\" must be an array of 1 to %d numbers without NULL", MAX_POINTS)));
	*count = ARR_DIMS(array)[0];
	lambda = palloc(sizeof(double) * *count);
	memcpy(lambda, ARR_DATA_PTR(array), sizeof(double) * *count);
	for (uint32 i = 0; i < *count; i++)
		if (!isfinite(lambda[i]) || lambda[i] < 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("\"lambdas\" must be finite numbers, 0 or more"),
					 errdetail("Number %u is %g.", i + 1, lambda[i])));
	return lambda;
}

static Penalty
path_penalty(FunctionCallInfo fcinfo)
{
	const char *name = PG_ARGISNULL(1) ? "NULL" : text_to_cstring(PG_GETARG_TEXT_PP(1));

	if (strcmp(name, "ridge") == 0)
		return PENALTY_RIDGE;
	if (strcmp(name, "lasso") == 0)
		return PENALTY_LASSO;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("\"penalty\" must be ridge or lasso, not %s", name)));
}

/* Of each of three or more classes one after the other; as of one target without pairs. */
static void
find_class_paths(Work *work, RowMoments *object, const AcquisitionCosts *costs,
				 const double *lambdas, uint32 count, PathPoint *point)
{
	const FitTargets targets = moments_fit_targets(work, object, costs, false);

	for (uint32 c = 0; c < targets.n; c++)
		fit_path(work, targets.moments[c], PENALTY_RIDGE, targets.own_units, targets.classes,
				 targets.looks, lambdas, count, point + (Size) c * count);
}

static void
find_path(RowMoments *object, Penalty penalty, const double *lambdas, uint32 count,
		  PathPoint *point)
{
	Work	   *scratch = work_begin(moments_fit_work());
	AcquisitionCosts costs;

	acquisition_costs(object, &costs);
	if (moments_classes(&object->moments) > 2)
		find_class_paths(scratch, object, &costs, lambdas, count, point);
	else if (costs.in_coordinates)
	{
		const ColumnOptions columns = column_options(&costs, &no_wishes);

		(void) column_path(scratch, &object->moments, &columns, penalty, lambdas, count, point);
	}
	else
		fit_path(scratch, &object->moments, penalty, object->own_units, &costs.classes, NULL, lambdas,
				 count, point);
	work_end(scratch);
}

Datum
aer_path(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	Penalty		penalty = path_penalty(fcinfo);
	RowMoments *object;
	double	   *lambdas;
	uint32		count;
	uint32		outputs;
	PathPoint  *point;

	result_begin(&row, fcinfo);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	object = PG_GETARG_ROW_MOMENTS(0, "aer_path");
	outputs = moments_classes(&object->moments) > 2 && penalty == PENALTY_RIDGE ?
		moments_classes(&object->moments) : 1;
	if (outputs == 1)
		object = row_moments_one_target(object, penalty == PENALTY_RIDGE ? "aer_path" : "aer_path of the lasso");
	moments_fit_check(object);
	moments_fit_refuse_high_dimensional(object, "aer_path");
	lambdas = path_lambdas(fcinfo, &count);
	if (lambdas == NULL)
		count = lambda_search_points(&object->moments, penalty);
	point = palloc(sizeof(PathPoint) * count * outputs);
	find_path(object, penalty, lambdas, count, point);

	for (uint32 g = 0; g < count * outputs; g++)
	{
		result_number(&row, point[g].lambda);
		result_number(&row, point[g].cv_mse);
		result_number(&row, point[g].cv_se);
		result_int32(&row, point[g].nonzero);
		result_bool(&row, point[g].chosen);
		result_text(&row, outputs > 1 ? object->classes->name[g / count] : NULL);
		result_put(&row);
	}
	return (Datum) 0;
}
