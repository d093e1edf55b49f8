/*
 * moments_fit.c
 *		Fits models to moments: aer_fit_ridge, aer_fit_lasso, aer_fit_ols; aer_path: the errors
 *		along a path of penalties.
 */
#include "pg/aer.h"

#include "common/shortest_dec.h"
#include "kernel/spending/pair_classes.h"
#include "miscadmin.h"
#include "pg/functions/moments/moments_fit.h"
#include "pg/kernel_call.h"
#include "pg/notice.h"
#include "pg/options/attribute_name.h"
#include "pg/options/design_options.h"
#include "pg/options/json_parts.h"
#include "pg/options/price_list.h"
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

/* Learner of a ridge model. */
#define RIDGE "moment ridge"

/* The most lambdas of a path. */
#define MOST_LAMBDAS 1000

/* Fewer folds with rows leave too little to train on without one of them. */
#define LEAST_FOLDS 3

/* Raises an error if the groups of the design fill too few folds for cross-validation. */
static void
check_groups(const RowMoments *object)
{
	uint32		filled = 0;

	for (uint32 f = 0; f < object->folds; f++)
		filled += object->moments.fold[f].rows > 0;
	if (object->design[0] == '\0' || filled >= Min(object->folds, LEAST_FOLDS))
		return;
	if (design_options_parse(json_from_text(object->design))->groups)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("there are too few groups to hold some of them out"),
				 errdetail("%u of %u folds have rows, and at least %u are needed.", filled, object->folds,
						   Min(object->folds, LEAST_FOLDS)),
				 errhint("Give more groups, or leave the option \"groups\" out of the design.")));
}

void
moments_fit_check(const RowMoments *object)
{
	if (object->d == 0 || moments_rows(&object->moments) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("there is nothing to fit"),
				 errdetail("These moments contain no rows.")));
	check_groups(object);
	if (!moments_finite(&object->moments))
		row_moments_not_finite(object);
	row_moments_check_precision(object);
}

static void
append_attribute(StringInfo text, const RowMoments *object, uint32 i)
{
	appendStringInfo(text, "%sattribute %u", text->len > 0 ? ", " : "", i + 1);
	if (object->columns.column)
		appendStringInfo(text, " (\"%s\")", attribute_name(&object->columns, i));
}

/*
 * A column leaks the target if it alone explains this share of the target, in at least so many
 * rows.
 */
#define LEAK_R2 0.99
#define LEAK_ROWS 30

/* Returns the largest r² of one attribute of a look, or 0. */
static double
best_single_r2(const RowMoments *object, const Looks *looks, uint32 look)
{
	const Moments *moments = &object->moments;
	double		most = 0;

	for (uint32 i = looks_first(looks, look); i < looks_first(looks, look + 1); i++)
	{
		double		mean;
		double		deviation;
		double		correlation;

		moments_describe(moments, i, &mean, &deviation, &correlation);
		if (moments_attribute(moments, i, object->folds).n >= LEAK_ROWS &&
			correlation * correlation > most && !fit_drowns(moments, i))
			most = correlation * correlation;
	}
	return most;
}

/* Warns of columns that may be known only after the target. */
static void
warn_of_leaks(const RowMoments *object)
{
	const Columns *columns = &object->columns;

	for (uint32 look = 0; columns->column && look < columns->looks.bought; look++)
	{
		double		r2 = best_single_r2(object, &columns->looks, look);

		CHECK_FOR_INTERRUPTS();
		if (r2 >= LEAK_R2)
			warning_once(psprintf("r2 of %.2f from column \"%s\" alone: is it known before the outcome?",
								  r2, columns->column[look].name));
	}
}

static void
notice_no_pairs(const RowMoments *object, const Looks *looks)
{
	if (looks->bought < 2 || moments_stay_rows(&object->moments))
		return;
	if (!moments_paired(kernel_work(), &object->moments, looks))
		notice_once("no row had two attributes read, so the effects of correlated columns cannot be separated: give the design a budget for two or more");
}

/* Warns of numbers so small that sums of their squares underflow. */
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
				(errmsg("squares of %s, which is at most %g, are too small for double precision", text.data, largest),
				 errdetail("They are 0 or have lost digits, so weights and reported errors may be 0."),
				 errhint("Multiply it by a constant, for example by %g.", pow(10, Min(round(-log10(largest)), 300)))));
	pfree(text.data);
}

static void
warn_of_problems(const RowMoments *object)
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
				(errmsg("no weight can be estimated for %s", text.data),
				 errdetail("In sums of squares, values that differ by less than a millionth of their distance from the \"center\" (0 by default) look constant."),
				 errhint("Collect the moments again with a center near these values: aer_design(center => ...).")));
	pfree(text.data);
	warn_of_leaks(object);
	notice_no_pairs(object, &object->columns.looks);
}

void
moments_fit_refuse_high_dimensional(const RowMoments *object, const char *function)
{
	if (moments_stay_rows(&object->moments))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("%s does not accept moments of more than %u attributes in %u folds",
						function, row_moments_most_narrow(object->folds), object->folds),
				 errdetail("These moments have %u attributes, and no sums for pairs of them.", object->d),
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
					 errhint("Divide very large attributes and targets by a constant, or use a larger \"lambda\".")));
	}
}

Work *
moments_fit_work(void)
{
	return kernel_work_raising(raise_unfit);
}

bool
moments_prices(const RowMoments *object, Jsonb *argument, Prices *prices)
{
	JsonbContainer *design = NULL;

	if (object->design[0] != '\0')
		design = &json_from_text(object->design)->root;
	return price_list_in_force(design, argument, object->columns.looks.bought,
							   column_names(&object->columns), NULL, prices);
}

FitOptions
moments_fit_options(const RowMoments *object)
{
	Columns    *columns = palloc(sizeof(Columns));
	Prices	   *prices = palloc(sizeof(Prices));
	PairClasses *classes = palloc(sizeof(PairClasses));
	bool		high_dimensional = moments_stay_rows(&object->moments);

	moments_fit_check(object);
	*columns = object->columns;
	(void) moments_prices(object, NULL, prices);
	pair_classes(kernel_work(), &columns->looks, prices, classes);
	return (FitOptions)
	{
		.penalty = PENALTY_RIDGE,
			.own_units = object->own_units,
			.lambda = NAN,
			.radius = INFINITY,
			.classes = classes,
			.looks = columns->looks.first ? &columns->looks : NULL,
			.columns = object->columns.column && !high_dimensional ? columns : NULL,
			.prices = prices,
			.known_part = object->columns.column && !high_dimensional
	};
}

/* Appends a key and the shortest exact text of its number. */
static void
append_number(StringInfo text, const char *key, double value)
{
	char		number[DOUBLE_SHORTEST_DECIMAL_LEN];

	double_to_shortest_decimal_buf(value, number);
	appendStringInfo(text, ", \"%s\": %s", key, number);
}

/* Fills in the parts that a model has from its moments: target, classes, rows and reads. */
static void
start_parts(const RowMoments *object, const Fit *fit, ModelParts *parts)
{
	const Moments *moments = &object->moments;
	uint32		omit = moments->folds;

	/* a fold without rows has the fit of all rows */
	if (fit->fold > 0 && moments->fold[fit->fold - 1].rows > 0)
		omit = fit->fold - 1;
	model_parts_init(parts, fit->outputs);
	parts->target = object->target;
	parts->class_name = object->classes ? object->classes->name : NULL;
	parts->classes = object->classes ? object->classes->n : 0;
	parts->skipped = object->skipped;
	parts->state.rows = (uint64) moments_count_rows(moments, omit);
	parts->state.reads = (uint64) moments_count_looks(moments, &object->columns.looks, omit);
}

static uint32
count_interactions(const bool *pair)
{
	uint32		count = 0;

	for (int p = 0; p < MOST_PAIRS; p++)
		count += pair[p];
	return count;
}

/* Returns the learner's JSON text: the options as the user gave them. */
static char *
learner_text(const RowMoments *object, const char *method, const FitOptions *options)
{
	StringInfoData text;

	initStringInfo(&text);
	appendStringInfo(&text, "{\"learner\": \"%s\"", method);
	if (!isnan(options->lambda) && options->penalty != PENALTY_NONE)
		append_number(&text, "lambda", options->lambda);
	if (options->radius < INFINITY)
		append_number(&text, "radius", options->radius);
	appendStringInfo(&text, ", \"units\": \"%s\"",
					 options->columns ? "coordinates" : object->own_units ? "standardized" : "common");
	if (options->bends != BENDS_BY_FOLDS)
		appendStringInfo(&text, ", \"curves\": %s", options->bends == BENDS_ALWAYS ? "true" : "false");
	if (options->pair)
		appendStringInfo(&text, ", \"interactions\": %u", count_interactions(options->pair));
	appendStringInfo(&text, ", \"design\": %s}", object->design[0] ? object->design : "null");
	return text.data;
}

/*
 * Replaces an array of attributes by its copy for d of them, at to.  Returns the end of the copy.
 * Does nothing if *number is NULL.
 */
static double *
copy_used(double **number, const uint32 *attribute, uint32 d, double *to)
{
	if (*number == NULL)
		return to;
	for (uint32 k = 0; k < d; k++)
		to[k] = (*number)[attribute[k]];
	*number = to;
	return to + d;
}

/*
 * Leaves out copies and unused interactions, whose weights are 0, and all effects of levels except
 * those for the rows that the model predicts.  The weights of all outputs are then one array, and
 * so are their errors.
 */
static void
keep_used(const RowMoments *object, Fit *fit, Columns *columns)
{
	const Looks *looks = &object->columns.looks;
	uint32	   *attribute = palloc(sizeof(uint32) * object->d);
	bool	   *listed = palloc(sizeof(bool) * looks->n);
	double	   *to;

	fit->d = columns_used(&object->columns, &fit->choice.shape, attribute);
	for (uint32 l = 0; l < looks->n; l++)
		listed[l] = l < looks->bought || fit->choice.shape.pair[l - looks->bought];
	*columns = fit->d == object->d ? object->columns : columns_some(kernel_work(), &object->columns, listed, false);
	*columns = columns_of_fold(kernel_work(), columns, (uint32) fit->fold);
	fit->output = memcpy(palloc(sizeof(Output) * fit->outputs), fit->output, sizeof(Output) * fit->outputs);
	to = palloc_extended(sizeof(double) * fit->d * (2 * fit->outputs + 4), MCXT_ALLOC_HUGE);
	for (uint32 k = 0; k < fit->outputs; k++)
		to = copy_used(&fit->output[k].weight, attribute, fit->d, to);
	for (uint32 k = 0; k < fit->outputs; k++)
		to = copy_used(&fit->output[k].error, attribute, fit->d, to);
	to = copy_used(&fit->drop, attribute, fit->d, to);
	to = copy_used(&fit->facts.mean, attribute, fit->d, to);
	to = copy_used(&fit->facts.sd, attribute, fit->d, to);
	(void) copy_used(&fit->facts.part, attribute, fit->d, to);
}

static AerModel *
make_model(const RowMoments *object, const char *method, const FitOptions *options, const Fit *fit)
{
	ModelParts	parts;

	start_parts(object, fit, &parts);
	parts.learner = learner_text(object, method, options);
	parts.fit = *fit;
	for (int k = 0; k < 2 && fit->seldom.rows >= 0; k++)
		parts.seldom[k] = pstrdup(look_label(&object->columns, k == 0 ? fit->seldom.a : fit->seldom.b));
	keep_used(object, &parts.fit, &parts.columns);
	parts.learner = json_object_text(parts.learner);
	return model_pack(&parts, ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE);
}

/* Raises the error of an argument "curves" for moments without knots. */
static void
refuse_curves(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("\"curves\" needs columns with knots, and these moments have none"),
			 errhint("Collect them under a design with knots: aer_design(columns => '{\"age\": [30, 45, 60]}').")));
}

static void
warn_of_one_class(const RowMoments *object)
{
	if (moments_classes(&object->moments) == 1)
		ereport(WARNING,
				(errmsg("all rows have the class \"%s\"", object->classes->name[0]),
				 errdetail("The model predicts this class for every row.")));
}

/* Returns the moments to fit: with a target for each class, or with one target. */
static RowMoments *
fitted_moments(RowMoments *object, const FitOptions *options)
{
	if (fit_outputs_count(&object->moments, options) > 1)
	{
		moments_fit_refuse_high_dimensional(object, "a fit of classes");
		return object;
	}
	return row_moments_one_target(object, options->penalty == PENALTY_LASSO ? "aer_fit_lasso" :
								  options->penalty == PENALTY_NONE ? "aer_fit_ols" :
								  "aer_fit_ridge with a radius");
}

/*
 * Fits the moments and replaces *object by the moments that were fitted.  Unless quiet, warns of
 * problems of the rows.
 */
static void
fit_moments_outputs(RowMoments **object, bool quiet, const FitOptions *options, Fit *fit)
{
	Work	   *work = moments_fit_work();

	if ((*object)->classes && !quiet)
		warn_of_one_class(*object);
	*object = fitted_moments(*object, options);
	if (options->bends != BENDS_BY_FOLDS && !(options->columns && columns_have_knots(options->columns)))
		refuse_curves();
	fit_outputs(work, &(*object)->moments, options, fit);
	fit_facts(work, &(*object)->moments, options, fit);
	if (!quiet)
		warn_of_problems(*object);
}

static AerModel *
fit_model(RowMoments *object, const char *method, const FitOptions *options)
{
	Fit			fit;

	fit_moments_outputs(&object, false, options, &fit);
	return make_model(object, method, options, &fit);
}

/* Returns the first fold whose rows are predicted from the folds before it; folds: none. */
static uint32
first_predicted(const RowMoments *object)
{
	double		rows = 0;

	if (object->design[0] == '\0' || design_options_parse(json_from_text(object->design))->time_column == NULL)
		return object->folds;
	for (uint32 f = 0; f < FIRST_PREDICTED_BLOCK; f++)
		rows += object->moments.fold[f].rows;
	return rows > 0 ? FIRST_PREDICTED_BLOCK : object->folds;
}

/*
 * Returns the model without a fold, or the model of all rows if the fold has none.  before: train only
 * on the folds before this one, at least two.
 */
static AerModel *
fit_without_fold(RowMoments *object, const FitOptions *options, const Fit *all, uint32 fold, bool before)
{
	RowMoments	trained = *object;
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext, "aer_fold_models",
												  ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	Fit			fit = *all;
	AerModel   *model;

	fit.fold = fold + 1;
	fit.folds = object->folds;
	if (before)
	{
		fit_outputs_before(moments_fit_work(), &object->moments, options, fold, &fit);
		trained.moments.folds = fold;
		fit_facts(moments_fit_work(), &trained.moments, options, &fit);
	}
	else if (object->moments.fold[fold].rows > 0)
		fit_outputs_without(moments_fit_work(), &object->moments, options, all, fold, &fit);
	model = make_model(&trained, RIDGE, options, &fit);
	MemoryContextSwitchTo(old);
	model = (AerModel *) DatumGetPointer(datumCopy(PointerGetDatum(model), false, -1));
	MemoryContextDelete(context);
	return model;
}

bool
moments_fit_knows_rows(const RowMoments *object)
{
	const Columns *columns = &object->columns;

	for (uint32 l = 0; columns->column != NULL && l < columns->looks.bought; l++)
		if (columns->column[l].kind == COLUMN_CATEGORIES || columns->column[l].kind == COLUMN_LEVELS)
			return false;
	return object->moments.complete && object->skipped == 0 && !moments_have_unknown(&object->moments);
}

AerModel *
moments_fit_ridge(RowMoments *object, const FitOptions *options, bool quiet,
				  AerModel **fold_model, bool fold_known)
{
	FitOptions	fold_options = *options;
	Fit			all;

	fold_options.known_part = fold_known;

	fit_moments_outputs(&object, quiet, options, &all);
	if (fold_model)
	{
		uint32		predicted = first_predicted(object);

		for (uint32 f = 0; f < object->folds; f++)
			fold_model[f] = fit_without_fold(object, &fold_options, &all, f, f >= predicted);
	}
	return make_model(object, RIDGE, options, &all);
}

double
moments_fit_number(FunctionCallInfo fcinfo, int argno, const char *name, bool zero,
				   double default_value)
{
	double		value;

	if (PG_ARGISNULL(argno))
		return default_value;
	value = PG_GETARG_FLOAT8(argno);
	if (!isfinite(value) || value < 0 || (!zero && value == 0))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"%s\" must be %s", name,
						zero ? "a finite number, 0 or more" : "a finite number greater than 0"),
				 errdetail("It is %g.", value)));
	return value;
}

/* Reads the arguments that aer_fit_ridge() and aer_fit_lasso() share. */
static FitOptions
read_penalty(FunctionCallInfo fcinfo, const RowMoments *object, Penalty penalty)
{
	double		lambda = moments_fit_number(fcinfo, 1, "lambda", true, NAN);
	double		radius = moments_fit_number(fcinfo, 2, "radius", false, INFINITY);
	FitOptions	options = moments_fit_options(object);

	options.penalty = penalty;
	options.lambda = lambda;
	options.radius = radius;
	options.known_part = options.known_part && penalty == PENALTY_RIDGE && isinf(radius);
	return options;
}

/* Returns [MOST_PAIRS] marks of the first interactions of the design. */
static const bool *
first_interactions(const RowMoments *object, int32 pairs)
{
	bool	   *first;

	if (pairs < 0 || pairs > MOST_PAIRS)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"interactions\" must be from 0 to %d", MOST_PAIRS),
				 errdetail("It is %d.", pairs),
				 errhint("Give the number of the design's interactions to use, or NULL to choose it by cross-validation.")));
	if (pairs > 0 && object->columns.looks.n == object->columns.looks.bought)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"interactions\" needs interactions of columns, and these moments have none"),
				 errhint("Collect them under a design with interactions: aer_design(interactions => '[[\"age\", \"smoker\"]]').")));
	first = palloc0(sizeof(bool) * MOST_PAIRS);
	memset(first, true, sizeof(bool) * pairs);
	return first;
}

/* Reads the arguments "curves", "partial" and "interactions". */
static void
read_ridge_options(FunctionCallInfo fcinfo, const RowMoments *object, FitOptions *options)
{
	if (!PG_ARGISNULL(3))
		options->bends = PG_GETARG_BOOL(3) ? BENDS_ALWAYS : BENDS_NEVER;
	if (!PG_ARGISNULL(5))
		options->pair = first_interactions(object, PG_GETARG_INT32(5));
	if (PG_ARGISNULL(4))
		return;
	options->known_part = PG_GETARG_BOOL(4);
	if (options->known_part)
		moments_fit_refuse_high_dimensional(object, "aer_fit_ridge with \"partial\"");
	if (options->known_part && !isinf(options->radius))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"partial\" and \"radius\" cannot be combined"),
				 errdetail("A model that predicts from some of its attributes is fitted with a penalty, not with a radius."),
				 errhint("Leave one of them out.")));
}

Datum
aer_fit_ridge(PG_FUNCTION_ARGS)
{
	RowMoments *object;
	FitOptions	options;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	object = PG_GETARG_EFFECTIVE_MOMENTS(0);
	if (!PG_ARGISNULL(2))
		moments_fit_refuse_high_dimensional(object, "aer_fit_ridge with a radius");
	options = read_penalty(fcinfo, object, PENALTY_RIDGE);
	read_ridge_options(fcinfo, object, &options);
	PG_RETURN_POINTER(moments_fit_ridge(object, &options, false, NULL, false));
}

Datum
aer_fit_lasso(PG_FUNCTION_ARGS)
{
	RowMoments *object;
	FitOptions	options;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	object = PG_GETARG_EFFECTIVE_MOMENTS(0);
	moments_fit_refuse_high_dimensional(object, "aer_fit_lasso");
	options = read_penalty(fcinfo, object, PENALTY_LASSO);
	PG_RETURN_POINTER(fit_model(object, "moment lasso", &options));
}

/* Returns the first attributes with missing values, and the number of rows that lack each. */
static const char *
missing_text(const RowMoments *object)
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
	bool		has_missing = moments_asked_all(&object->moments);

	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("least squares without a penalty needs every attribute of every row"),
			 has_missing ?
			 errdetail("These attributes are NULL in some of the %.0f rows: %s.", moments_count_rows(&object->moments, object->folds),
					   missing_text(object)) :
			 errdetail("These moments contain only some of the attributes of each row."),
			 has_missing ?
			 errhint("Use aer_fit_ridge(), which takes missing values, or leave out those rows or attributes.") :
			 errhint("Use aer_fit_ridge(), or a design without a budget.")));
}

/*
 * Attributes are measured by their standard deviations, so that rounding does not drop those of
 * small scale; the solution is the same.  Coordinates are not used: if there are several solutions,
 * this returns the shortest in attributes.
 */
Datum
aer_fit_ols(PG_FUNCTION_ARGS)
{
	RowMoments *object = PG_GETARG_EFFECTIVE_MOMENTS(0);
	FitOptions	options;

	if (object->d > 0 && !object->moments.complete)
		refuse_incomplete(object);
	options = moments_fit_options(object);
	options.penalty = PENALTY_NONE;
	options.own_units = true;
	options.lambda = 0;
	options.columns = NULL;
	options.known_part = false;
	PG_RETURN_POINTER(fit_model(object, "least squares", &options));
}

/* Returns the argument's lambdas, or NULL for the default ones. */
static double *
path_lambdas(FunctionCallInfo fcinfo, uint32 *count)
{
	ArrayType  *array;
	double	   *lambda;

	if (PG_ARGISNULL(2))
		return NULL;
	array = PG_GETARG_ARRAYTYPE_P(2);
	if (ARR_NDIM(array) != 1 || ARR_DIMS(array)[0] > MOST_LAMBDAS || ARR_HASNULL(array))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"lambdas\" must be an array of 1 to %d numbers without NULL", MOST_LAMBDAS)));
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

Datum
aer_path(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	Penalty		penalty = path_penalty(fcinfo);
	RowMoments *object;
	FitOptions	options;
	Work	   *work;
	Moments   **target;
	double	   *lambdas;
	uint32		count;
	uint32		outputs;
	PathPoint  *point;

	result_begin(&row, fcinfo);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	object = PG_GETARG_EFFECTIVE_MOMENTS(0);
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
	options = moments_fit_options(object);
	options.penalty = penalty;
	options.pair = no_pairs;
	work = work_begin(moments_fit_work());
	target = fit_targets(work, &object->moments, &options);
	for (uint32 o = 0; o < outputs; o++)
		fit_path(work, target[o], &options, lambdas, count, point + (Size) o * count);
	work_end(work);

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
