/*
 * multi_selection.c
 *		How many judgments of each attribute to buy: the repeat vector and the
 *		path of the greedy search.
 */
#include "pg/aer.h"

#include "funcapi.h"
#include "kernel/psd.h"
#include "pg/functions/selection/multi_selection.h"
#include "pg/kernel_call.h"
#include "pg/options/numbers.h"
#include "pg/options/price_list.h"

PG_FUNCTION_INFO_V1(aer_repeats);
PG_FUNCTION_INFO_V1(aer_repeat_path);

const char *const repeat_method_name[REPEAT_METHODS] = {
	[REPEATS_FULL] = "full",
	[REPEATS_SCORING] = "scoring",
	[REPEATS_AVERAGES] = "averages",
	[REPEATS_COPIES] = "copies"
};

void
selection_check(Status status)
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
	for (int m = 0; m < REPEAT_METHODS; m++)
		if (strcmp(name, repeat_method_name[m]) == 0)
			return m;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unknown method \"%s\"", name),
			 errhint("Methods are \"full\", \"scoring\", \"averages\" and \"copies\".")));
}

Datum *
selection_array(ArrayType *array, const char *argument, int d)
{
	int			n;
	Datum	   *element = array_elements(array, psprintf("\"%s\"", argument), &n);

	if (n != d)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("\"%s\" has %d elements, the moments have %d attributes", argument, n, d)));
	return element;
}

static double *
costs_of_array(ArrayType *array, const JudgmentState *state)
{
	int			d = state->folds.d;
	Datum	   *element = selection_array(array, "costs", d);
	double	   *cost = palloc(sizeof(double) * d);

	for (int a = 0; a < d; a++)
	{
		/* -0 becomes 0: rates are divided by it */
		cost[a] = DatumGetFloat8(element[a]) + 0.0;
		if (!(cost[a] >= 0) || isinf(cost[a]))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("the cost of attribute %s must be 0 or more and finite, not %g",
							judgment_state_describe(state, a), cost[a])));
	}
	return cost;
}

/* Judgments are bought one by one: there is no visit that a fee could be for. */
static double *
costs_of_prices(Jsonb *json, const JudgmentState *state)
{
	int			d = state->folds.d;
	PriceList	list = price_list_of(json);
	Prices		prices;
	double	   *cost = palloc(sizeof(double) * d);

	if (list.panels > 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("prices of judgments have no panels"),
				 errdetail("There is a panel \"%s\".", list.panel_name[0]),
				 errhint("Give prices of \"cost\" alone: what one judgment of each attribute costs.")));
	prices = price_list_resolve(&list, d, state->name);
	for (int a = 0; a < d; a++)
		cost[a] = price_number(prices.cost[a]);
	return cost;
}

double *
selection_costs(FunctionCallInfo fcinfo, int number, const JudgmentState *state)
{
	bool		costs = !PG_ARGISNULL(number);
	bool		prices = !PG_ARGISNULL(number + 1);

	if (costs && prices)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"costs\" and \"prices\" are both given"),
				 errhint("\"costs\" goes by number, \"prices\" by name: give one of them.")));
	if (costs)
		return costs_of_array(PG_GETARG_ARRAYTYPE_P(number), state);
	return prices ? costs_of_prices(PG_GETARG_JSONB_P(number + 1), state) : NULL;
}

void
selection_init_moments(JudgmentMoments *moments, int d)
{
	judgment_moments_init(moments, kernel_memory(judgment_moments_size(d)), d);
}

const JudgmentState *
selection_moments(Datum value, const char *function, JudgmentMoments *sum)
{
	const JudgmentState *state;
	int			a;

	moments_require(value, MOMENTS_OF_JUDGMENTS, function);
	state = judgment_state_read(value);
	selection_init_moments(sum, state->folds.d);
	judgment_folds_sum(&state->folds, -1, sum);
	if (sum->objects == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the moments are of no objects"),
				 errdetail(INT64_FORMAT " objects had no judgments or no target.", state->skipped)));
	a = judgment_moments_unrepeated(sum);
	if (a >= 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("no object has two judgments of attribute %s",
						judgment_state_describe(state, a)),
				 errdetail("How far its judgments of one object vary cannot be known."),
				 errhint("Collect more judgments of it, or leave it out of the names given to aer_judgment_moments().")));
	return state;
}

void
selection_estimate(JudgmentEstimates *estimates, const JudgmentMoments *moments)
{
	selection_check(judgment_estimates_compute(estimates, moments));
}

void
selection_init_estimates(JudgmentEstimates *estimates, int d)
{
	judgment_estimates_init(estimates, kernel_memory(judgment_estimates_size(d)), d);
}

bool
selection_begin(Repeats *repeats, const JudgmentMoments *moments, RepeatMethod method,
				const double *costs, double budget)
{
	JudgmentEstimates estimates;
	int			d = moments->d;
	int			room = repeats_room(moments, method, costs, budget);
	void	   *work;

	if (room == 0)
		return false;
	selection_init_estimates(&estimates, d);
	selection_estimate(&estimates, moments);
	work = kernel_memory(method == REPEATS_FULL ? psd_size(d) : 0);
	selection_check(repeats_prepare(&estimates, method, work, kernel_poll));
	pfree(work);
	repeats_init(repeats, kernel_memory(repeats_size(d, room, method)), method, moments,
				 &estimates, costs, budget, room);
	return true;
}

/* The search that the arguments (moments, budget, method, costs, prices) ask for. */
static const JudgmentState *
search_arguments(FunctionCallInfo fcinfo, const char *function, Repeats *repeats)
{
	const JudgmentState *state;
	JudgmentMoments *sum = palloc(sizeof(JudgmentMoments));
	double		budget;
	RepeatMethod method;
	double	   *costs;

	for (int i = 0; i < 3; i++)
		if (PG_ARGISNULL(i))
			return NULL;
	state = selection_moments(PG_GETARG_DATUM(0), function, sum);
	budget = PG_GETARG_FLOAT8(1);
	method = parse_method(text_to_cstring(PG_GETARG_TEXT_PP(2)));
	costs = selection_costs(fcinfo, 3, state);

	if (!(budget > 0) || isinf(budget))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the budget must be positive and finite, not %g", budget)));
	if (!selection_begin(repeats, sum, method, costs, budget))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the budget %g buys nothing", budget),
				 method == REPEATS_AVERAGES ?
				 errdetail("The method \"averages\" buys as many judgments of an attribute as there are per object.") :
				 errdetail("Every attribute costs more.")));
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
	state = search_arguments(fcinfo, "aer_repeats", &repeats);
	if (state == NULL)
		return (Datum) 0;
	do
		repeats_step(&repeats, &step, kernel_poll);
	while (step.attribute >= 0);
	for (int a = 0; a < state->folds.d; a++)
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
	state = search_arguments(fcinfo, "aer_repeat_path", &repeats);
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
