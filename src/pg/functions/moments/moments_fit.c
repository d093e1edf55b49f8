/*
 * moments_fit.c
 *		Models from moments: aer_fit_ridge, aer_fit_lasso, aer_fit_ols, and the
 *		paths of penalties as relations.
 */
#include "pg/aer.h"

#include "common/shortest_dec.h"
#include "funcapi.h"
#include "kernel/high_dimensional/high_dimensional_fit.h"
#include "pg/functions/moments/moments_fit.h"
#include "pg/functions/moments/acquisition_costs.h"
#include "pg/kernel_call.h"
#include "pg/options/numbers.h"
#include "utils/float.h"
#include "utils/json.h"

PG_FUNCTION_INFO_V1(aer_fit_ridge);
PG_FUNCTION_INFO_V1(aer_fit_lasso);
PG_FUNCTION_INFO_V1(aer_fit_ols);
PG_FUNCTION_INFO_V1(aer_path);

/* Attributes that a message names. */
#define MOST_NAMED 5

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
	if (object->name)
		appendStringInfo(text, " (\"%s\")", object->name[i]);
}

void
moments_fit_warn(const RowMoments *object)
{
	StringInfoData text;
	uint32		drowned = 0;

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
}

void
moments_fit_refuse_high_dimensional(const RowMoments *object, const char *function)
{
	if (row_moments_high_dimensional(object))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("%s does not take moments of more than %u attributes in %u folds",
						function, row_moments_most_narrow(object->folds), object->folds),
				 errdetail("These are of %u, without a sum for every pair.", object->d),
				 errhint("Use aer_fit_ridge(), or fewer attributes.")));
}

void
moments_fit_check_status(Status status)
{
	switch (status)
	{
		case KERNEL_OK:
			break;
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

/* Numbers go by their shortest exact text. */
void
moments_fit_append(StringInfo text, const char *key, double value)
{
	char		number[DOUBLE_SHORTEST_DECIMAL_LEN];

	double_to_shortest_decimal_buf(value, number);
	appendStringInfo(text, ", \"%s\": %s", key, number);
}

void
moments_fit_parts(const RowMoments *object, ModelParts *parts)
{
	model_parts_init(parts);
	parts->d = object->d;
	parts->name = object->name;
	parts->type = object->type;
	parts->target = object->target;
	parts->skipped = object->skipped;
	parts->state.rows = (uint64) moments_rows(&object->moments);
	parts->state.reads = (uint64) row_moments_reads(object);
}

static AerModel *
make_model(const RowMoments *object, const char *method, const FitOptions *options,
		   const Fit *fit)
{
	ModelParts	parts;
	StringInfoData text;

	initStringInfo(&text);
	appendStringInfo(&text, "{\"learner\": \"%s\"", method);
	moments_fit_append(&text, "lambda", fit->lambda);
	if (options->radius < INFINITY)
		moments_fit_append(&text, "radius", options->radius);
	moments_fit_append(&text, "alpha", fit->alpha);
	if (!isnan(fit->forecast))
		moments_fit_append(&text, "target_variance", fit->variance);
	appendStringInfo(&text, ", \"units\": \"%s\", \"tuned\": %s, \"design\": %s}",
					 object->own_units ? "own" : "common",
					 fit->tuned && isnan(options->lambda) ? "true" : "false",
					 object->design[0] ? object->design : "null");

	moments_fit_parts(object, &parts);
	parts.weight = fit->weight;
	parts.intercept = fit->intercept;
	parts.learner = text.data;
	parts.expected_mse = fit->forecast;
	parts.expected_se = fit->forecast_se;
	parts.link = fit->link;
	return model_pack(&parts, ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE);
}

/* Fit into result, whose weights are allocated here. */
static Status
solve(RowMoments *object, FitOptions *options, Fit *result)
{
	bool		high_dimensional = row_moments_high_dimensional(object);
	AcquisitionCosts costs;
	void	   *scratch;
	Status		status;

	moments_fit_check(object);
	acquisition_costs(object, &costs);
	options->classes = &costs.classes;
	scratch = kernel_memory(high_dimensional ? high_dimensional_fit_scratch_size(object->d, object->folds) :
							fit_scratch_size(object->d, object->folds, 0));
	result->weight = kernel_memory(sizeof(double) * object->d);
	status = (high_dimensional ? high_dimensional_fit : fit_moments) (&object->moments, options, scratch, result, kernel_poll);
	options->classes = NULL;
	pfree(scratch);
	return status;
}

static AerModel *
fit(RowMoments *object, const char *method, FitOptions *options)
{
	Fit			result;

	moments_fit_check_status(solve(object, options, &result));
	moments_fit_warn(object);
	return make_model(object, method, options, &result);
}

AerModel *
moments_fit_ridge(RowMoments *object, bool noerror)
{
	FitOptions	options = {PENALTY_RIDGE, object->own_units, NAN, INFINITY, NULL, NULL};
	Fit			result;
	Status		status = solve(object, &options, &result);

	if (status != KERNEL_OK && noerror)
		return NULL;
	moments_fit_check_status(status);
	if (!noerror)
		moments_fit_warn(object);
	return make_model(object, "moment ridge", &options, &result);
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

static Datum
fit_penalised(FunctionCallInfo fcinfo, Penalty penalty, const char *function,
			  const char *method)
{
	RowMoments *object;
	FitOptions	options;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	object = PG_GETARG_ROW_MOMENTS(0, "aer_path");
	if (penalty != PENALTY_RIDGE || !PG_ARGISNULL(2))
		moments_fit_refuse_high_dimensional(object, penalty == PENALTY_RIDGE ? "aer_fit_ridge with a radius" : function);
	options.penalty = penalty;
	options.own_units = object->own_units;
	options.lambda = moments_fit_number(fcinfo, 1, "lambda", true, NAN);
	options.radius = moments_fit_number(fcinfo, 2, "radius", false, INFINITY);
	options.looks = NULL;
	PG_RETURN_POINTER(fit(object, method, &options));
}

Datum
aer_fit_ridge(PG_FUNCTION_ARGS)
{
	return fit_penalised(fcinfo, PENALTY_RIDGE, "aer_fit_ridge", "moment ridge");
}

Datum
aer_fit_lasso(PG_FUNCTION_ARGS)
{
	return fit_penalised(fcinfo, PENALTY_LASSO, "aer_fit_lasso", "moment lasso");
}

/* Where the holes are: in how many rows, of the first few attributes. */
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
			 errhint("Use aer_fit_ridge(), which takes holes, or leave out those rows or attributes.") :
			 errhint("Use aer_fit_ridge(), or a design without a budget.")));
}

/* Deviations as units: the solution is the same, and small columns count. */
Datum
aer_fit_ols(PG_FUNCTION_ARGS)
{
	RowMoments *object = PG_GETARG_ROW_MOMENTS(0, "aer_fit_ols");
	FitOptions	options = {PENALTY_NONE, true, 0, INFINITY, NULL, NULL};

	if (object->d > 0 && !object->complete)
		refuse_incomplete(object);
	PG_RETURN_POINTER(fit(object, "least squares", &options));
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

Datum
aer_path(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	Penalty		penalty = path_penalty(fcinfo);
	RowMoments *object;
	double	   *lambdas;
	uint32		count;
	AcquisitionCosts costs;
	void	   *scratch;
	PathPoint  *point;

	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	object = PG_GETARG_ROW_MOMENTS(0, "aer_path");
	moments_fit_check(object);
	moments_fit_refuse_high_dimensional(object, "aer_path");
	lambdas = path_lambdas(fcinfo, &count);
	if (lambdas == NULL)
		count = lambda_search_points(&object->moments, penalty);
	point = palloc(sizeof(PathPoint) * count);
	scratch = kernel_memory(fit_scratch_size(object->d, object->folds, count));
	acquisition_costs(object, &costs);
	moments_fit_check_status(fit_path(&object->moments, penalty, object->own_units,
									  &costs.classes, NULL, lambdas, count, scratch, point,
									  kernel_poll));
	pfree(scratch);

	for (uint32 g = 0; g < count; g++)
	{
		Datum		value[5];
		bool		null[5] = {false};

		value[0] = Float8GetDatum(point[g].lambda);
		value[1] = number_or_null(point[g].cv_mse, &null[1]);
		value[2] = number_or_null(point[g].cv_se, &null[2]);
		value[3] = Int32GetDatum(point[g].nonzero);
		value[4] = BoolGetDatum(point[g].chosen);
		Assert(result->setDesc->natts == lengthof(value));
		tuplestore_putvalues(result->setResult, result->setDesc, value, null);
	}
	return (Datum) 0;
}
