/*
 * multi_selection.c
 *		How many judgments of each attribute to buy: the repeat vector, the path
 *		of the greedy search, the predictor.
 */
#include "pg/aer.h"

#include "catalog/pg_type.h"
#include "common/shortest_dec.h"
#include "funcapi.h"
#include "kernel/psd.h"
#include "kernel/repeats/repeats.h"
#include "kernel/repeats/repeats_fit.h"
#include "pg/kernel_call.h"
#include "pg/options/numbers.h"
#include "pg/values/judgment_state.h"
#include "pg/values/model.h"

PG_FUNCTION_INFO_V1(aer_repeats);
PG_FUNCTION_INFO_V1(aer_repeat_path);
PG_FUNCTION_INFO_V1(aer_fit_repeats);

static const char *const method_name[] = {
	[REPEATS_FULL] = "full",
	[REPEATS_SCORING] = "scoring",
	[REPEATS_AVERAGES] = "averages",
	[REPEATS_COPIES] = "copies"
};

/* Raise what the kernel reports. */
static void
check_status(Status status)
{
	switch (status)
	{
		case KERNEL_OK:
			return;
		case KERNEL_DIVERGED:
			ereport(ERROR,
					(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
					 errmsg("judgments or targets are so large that their squares are infinite"),
					 errhint("Divide them by a constant.")));
			break;
		default:
			ereport(ERROR,
					(errcode(ERRCODE_INTERNAL_ERROR),
					 errmsg("the eigenvalues of the covariance matrix could not be computed")));
	}
}

static RepeatMethod
parse_method(const char *name)
{
	for (int m = 0; m < (int) lengthof(method_name); m++)
		if (strcmp(name, method_name[m]) == 0)
			return m;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unknown method \"%s\"", name),
			 errhint("Methods are \"full\", \"scoring\", \"averages\" and \"copies\".")));
}

/* Elements of an array, one for each attribute, none of them NULL. */
static Datum *
attribute_array(ArrayType *array, const char *argument, int d, Oid type, int16 width)
{
	Datum	   *element;
	bool	   *null;
	int			n;

	if (ARR_NDIM(array) > 1)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("\"%s\" must be a one-dimensional array", argument)));
	deconstruct_array(array, type, width, true, width == 8 ? TYPALIGN_DOUBLE : TYPALIGN_INT,
					  &element, &null, &n);
	if (n != d)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("\"%s\" has %d elements, the moments have %d attributes", argument, n, d)));
	for (int a = 0; a < d; a++)
		if (null[a])
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("\"%s\" must not contain NULL", argument),
					 errdetail("Element %d is NULL.", a + 1)));
	return element;
}

static double *
get_costs(ArrayType *array, const JudgmentState *state)
{
	int			d = state->moments.d;
	Datum	   *element = attribute_array(array, "costs", d, FLOAT8OID, 8);
	double	   *cost = palloc(sizeof(double) * d);

	for (int a = 0; a < d; a++)
	{
		cost[a] = DatumGetFloat8(element[a]);
		if (!(cost[a] > 0) || isinf(cost[a]))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("the cost of attribute %s must be positive and finite, not %g",
							judgment_state_describe(state, a), cost[a])));
	}
	return cost;
}

/* The moments argument; an error unless something can be estimated from it. */
static const JudgmentState *
get_state(Datum value, const char *function)
{
	const JudgmentState *state;
	int			a;

	moments_require(value, MOMENTS_OF_JUDGMENTS, function);
	state = judgment_state_read(value);
	if (state->moments.objects == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the moments are of no objects"),
				 errdetail(INT64_FORMAT " objects had no judgments or no target.", state->skipped)));
	a = judgment_moments_unrepeated(&state->moments);
	if (a >= 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("no object has two judgments of attribute %s",
						judgment_state_describe(state, a)),
				 errdetail("How far its judgments of one object vary cannot be known."),
				 errhint("Collect more judgments of it, or leave it out of the names given to aer_judgment_moments().")));
	return state;
}

static void
estimate(JudgmentEstimates *estimates, const JudgmentState *state)
{
	int			d = state->moments.d;

	judgment_estimates_init(estimates, kernel_memory(judgment_estimates_size(d)), d);
	check_status(judgment_estimates_compute(estimates, &state->moments));
}

/* The search that the arguments (moments, budget, method, costs) ask for. */
static const JudgmentState *
begin_search(FunctionCallInfo fcinfo, const char *function, Repeats *repeats)
{
	const JudgmentState *state;
	JudgmentEstimates estimates;
	double		budget;
	RepeatMethod method;
	double	   *costs;
	int			d;
	int			room;
	void	   *work;

	for (int i = 0; i < 3; i++)
		if (PG_ARGISNULL(i))
			return NULL;
	state = get_state(PG_GETARG_DATUM(0), function);
	budget = PG_GETARG_FLOAT8(1);
	method = parse_method(text_to_cstring(PG_GETARG_TEXT_PP(2)));
	costs = PG_ARGISNULL(3) ? NULL : get_costs(PG_GETARG_ARRAYTYPE_P(3), state);
	d = state->moments.d;

	if (!(budget > 0) || isinf(budget))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the budget must be positive and finite, not %g", budget)));
	room = repeats_room(&state->moments, method, costs, budget);
	if (room == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the budget %g buys nothing", budget),
				 method == REPEATS_AVERAGES ?
				 errdetail("The method \"averages\" buys as many judgments of an attribute as there are per object.") :
				 errdetail("Every attribute costs more.")));

	estimate(&estimates, state);
	work = kernel_memory(method == REPEATS_FULL ? psd_size(d) : 0);
	check_status(repeats_prepare(&estimates, method, work, kernel_poll));
	pfree(work);
	repeats_init(repeats, kernel_memory(repeats_size(d, room, method)), method, &state->moments,
				 &estimates, costs, budget, room);
	return state;
}

static Datum
name_datum(const JudgmentState *state, int a, bool *null)
{
	*null = state->name == NULL;
	return *null ? (Datum) 0 : CStringGetTextDatum(state->name[a]);
}

static void
check_repeats(const JudgmentState *state, int a, int64 repeats)
{
	if (repeats > PG_INT32_MAX)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("more than %d judgments of attribute %s", PG_INT32_MAX,
						judgment_state_describe(state, a))));
}

/* One row for each attribute: how often to ask for it. */
Datum
aer_repeats(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	const JudgmentState *state;
	Repeats		repeats;
	RepeatStep	step;

	InitMaterializedSRF(fcinfo, 0);
	state = begin_search(fcinfo, "aer_repeats", &repeats);
	if (state == NULL)
		return (Datum) 0;
	do
		repeats_step(&repeats, &step, kernel_poll);
	while (step.attribute >= 0);
	for (int a = 0; a < state->moments.d; a++)
	{
		Datum		value[3];
		bool		null[3] = {false};

		check_repeats(state, a, repeats_of(&repeats, a));
		value[0] = Int32GetDatum(a + 1);
		value[1] = name_datum(state, a, &null[1]);
		value[2] = Int32GetDatum((int32) repeats_of(&repeats, a));
		tuplestore_putvalues(result->setResult, result->setDesc, value, null);
	}
	return (Datum) 0;
}

/* One row for each step of the search. */
Datum
aer_repeat_path(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	const JudgmentState *state;
	Repeats		repeats;
	RepeatStep	step;

	InitMaterializedSRF(fcinfo, 0);
	state = begin_search(fcinfo, "aer_repeat_path", &repeats);
	if (state == NULL)
		return (Datum) 0;
	for (int32 number = 1;; number++)
	{
		Datum		value[6];
		bool		null[6] = {false};

		repeats_step(&repeats, &step, kernel_poll);
		if (step.attribute < 0)
			break;
		check_repeats(state, step.attribute, step.repeats);
		value[0] = Int32GetDatum(number);
		value[1] = Int32GetDatum(step.attribute + 1);
		value[2] = name_datum(state, step.attribute, &null[2]);
		value[3] = Int32GetDatum((int32) step.repeats);
		value[4] = Float8GetDatum(step.cost);
		value[5] = Float8GetDatum(step.objective);
		tuplestore_putvalues(result->setResult, result->setDesc, value, null);
		if (!null[2])
			pfree(DatumGetPointer(value[2]));
	}
	return (Datum) 0;
}

/* What the model says that it was made by. */
static char *
describe_fit(const int64 *repeats, int d, double lambda)
{
	StringInfoData text;
	char		number[DOUBLE_SHORTEST_DECIMAL_LEN];

	double_to_shortest_decimal_buf(lambda, number);
	initStringInfo(&text);
	appendStringInfo(&text, "{\"fit\":\"repeats\",\"lambda\":%s,\"repeats\":[", number);
	for (int a = 0; a < d; a++)
		appendStringInfo(&text, "%s" INT64_FORMAT, a > 0 ? "," : "", repeats[a]);
	appendStringInfoString(&text, "]}");
	return text.data;
}

/* The predictor on the means of so many judgments of each attribute. */
Datum
aer_fit_repeats(PG_FUNCTION_ARGS)
{
	const JudgmentState *state = get_state(PG_GETARG_DATUM(0), "aer_fit_repeats");
	int			d = state->moments.d;
	Datum	   *element = attribute_array(PG_GETARG_ARRAYTYPE_P(1), "repeats", d, INT4OID, 4);
	double		lambda = PG_GETARG_FLOAT8(2);
	int64	   *repeats = palloc(sizeof(int64) * d);
	double	   *weight = palloc(sizeof(double) * d);
	JudgmentEstimates estimates;
	ModelParts	parts;
	void	   *work;

	if (!(lambda >= 0) || isinf(lambda))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("lambda must be 0 or more and finite, not %g", lambda)));
	for (int a = 0; a < d; a++)
	{
		repeats[a] = DatumGetInt32(element[a]);
		if (repeats[a] < 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("the repeats of attribute %s must not be negative",
							judgment_state_describe(state, a))));
	}

	estimate(&estimates, state);
	work = kernel_memory(repeats_fit_size(d));
	model_parts_init(&parts);
	check_status(repeats_fit(&estimates, repeats, lambda, weight, &parts.intercept,
							 &parts.expected_mse, work, kernel_poll));
	pfree(work);

	parts.d = d;
	parts.weight = weight;
	parts.learner = describe_fit(repeats, d, lambda);
	parts.skipped = state->skipped;
	parts.state.rows = state->moments.objects;
	for (int a = 0; a < d; a++)
		parts.state.reads += state->moments.judgments[a];
	parts.state.draws = parts.state.reads;
	if (state->name)
	{
		parts.name = state->name;
		parts.type = palloc(sizeof(AttributeType) * d);
		for (int a = 0; a < d; a++)
			parts.type[a] = ATTRIBUTE_NUMBER;
	}
	parts.target = TARGET_NUMBER;
	PG_RETURN_POINTER(model_pack(&parts, ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE));
}
