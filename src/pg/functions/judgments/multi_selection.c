/*
 * multi_selection.c
 *		The number of judgments to buy of each attribute: the result and the path of a
 *		greedy search; and the predictor on mean judgments, with an estimate of its
 *		squared error.
 */
#include "pg/aer.h"

#include "common/shortest_dec.h"
#include "kernel/judgments/repeats.h"
#include "kernel/judgments/repeats_fit.h"
#include "pg/kernel_call.h"
#include "pg/numbers.h"
#include "pg/options/json_parts.h"
#include "pg/options/price_list.h"
#include "pg/result_row.h"
#include "pg/values/judgments/judgment_state.h"
#include "pg/values/model.h"
#include "utils/array.h"
#include "utils/memutils.h"

PG_FUNCTION_INFO_V1(aer_repeats);
PG_FUNCTION_INFO_V1(aer_repeat_path);
PG_FUNCTION_INFO_V1(aer_fit_repeats);

/* Arguments that all three functions have. */
#define ARG_COSTS 3
#define ARG_PRICES 4

/* Names of the methods in SQL. */
#define REPEAT_METHODS (REPEATS_COPIES + 1)

static const char *const repeat_method_name[REPEAT_METHODS] = {
	[REPEATS_FULL] = "full",
	[REPEATS_SCORING] = "scoring",
	[REPEATS_AVERAGES] = "averages",
	[REPEATS_COPIES] = "copies"
};

/* Raises the error of a status. */
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
	for (int m = 0; m < REPEAT_METHODS; m++)
		if (strcmp(name, repeat_method_name[m]) == 0)
			return m;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unknown method \"%s\"", name),
			 errhint("Methods are \"full\", \"scoring\", \"averages\" and \"copies\".")));
}

/* Returns the elements of an array, one for each attribute and none NULL. */
static Datum *
array_of(ArrayType *array, const char *argument, int d)
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
	Datum	   *element = array_of(array, "costs", d);
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

/* Returns the cost of each attribute.  Judgments are bought one by one, so panels have no meaning. */
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
				 errmsg("prices of judgments cannot have panels"),
				 errdetail("There is a panel \"%s\".", list.panel_name[0]),
				 errhint("Give only \"cost\": the price of one judgment of each attribute.")));
	prices = price_list_resolve(&list, d, state->name, NULL);
	for (int a = 0; a < d; a++)
		cost[a] = price_number(prices.cost[a]);
	return cost;
}

/* Returns the cost of one judgment of each attribute, or NULL if each costs 1. */
static double *
read_costs(FunctionCallInfo fcinfo, const JudgmentState *state)
{
	bool		costs = !PG_ARGISNULL(ARG_COSTS);
	bool		prices = !PG_ARGISNULL(ARG_PRICES);

	if (costs && prices)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"costs\" and \"prices\" cannot be combined"),
				 errhint("Give \"costs\" for attributes by number, or \"prices\" for attributes by name.")));
	if (costs)
		return costs_of_array(PG_GETARG_ARRAYTYPE_P(ARG_COSTS), state);
	return prices ? costs_of_prices(PG_GETARG_JSONB_P(ARG_PRICES), state) : NULL;
}

static void
init_moments(JudgmentMoments *moments, int d)
{
	judgment_moments_init(kernel_work(), moments, d);
}

/*
 * Reads the moments argument and adds up its folds.  Raises an error if it does not allow
 * an estimate.
 */
static const JudgmentState *
read_moments(Datum value, JudgmentMoments *sum)
{
	const JudgmentState *state = judgment_state_read(value);
	int			a;

	init_moments(sum, state->folds.d);
	judgment_folds_sum(&state->folds, -1, sum);
	if (sum->objects == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the moments contain no objects"),
				 errdetail(INT64_FORMAT " objects had no judgments or no target.", state->skipped)));
	a = judgment_moments_unrepeated(sum);
	if (a >= 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("no object has two judgments of attribute %s",
						judgment_state_describe(state, a)),
				 errdetail("The variance among its judgments of one object cannot be estimated."),
				 errhint("Collect more judgments of it, or leave it out of the names given to aer_judgment_moments().")));
	return state;
}

static void
estimate(JudgmentEstimates *estimates, const JudgmentMoments *moments)
{
	check_status(judgment_estimates_compute(estimates, moments));
}

static void
init_estimates(JudgmentEstimates *estimates, int d)
{
	judgment_estimates_init(kernel_work(), estimates, d);
}

/*
 * Begins a search, in the current memory context.  Returns false if the budget buys
 * nothing.
 */
static bool
begin_search(Repeats *repeats, const JudgmentMoments *moments, RepeatMethod method,
			 const double *costs, double budget)
{
	JudgmentEstimates estimates;
	int			d = moments->d;
	int			room = repeats_room(moments, method, costs, budget);

	if (room == 0)
		return false;
	init_estimates(&estimates, d);
	estimate(&estimates, moments);
	check_status(repeats_prepare(kernel_work(), &estimates, method));
	repeats_init(kernel_work(), repeats, method, moments, &estimates, costs, budget, room);
	return true;
}

static void
finish_search(Work *work, Repeats *search)
{
	RepeatStep	step;

	do
		repeats_step(work, search, &step);
	while (step.attribute >= 0);
}

/* Begins the search of the arguments (moments, budget, method, costs, prices); returns the moments. */
static const JudgmentState *
search_arguments(FunctionCallInfo fcinfo, Repeats *repeats)
{
	const JudgmentState *state;
	JudgmentMoments *sum = palloc(sizeof(JudgmentMoments));
	double		budget;
	RepeatMethod method;
	double	   *costs;

	for (int i = 0; i < 3; i++)
		if (PG_ARGISNULL(i))
			return NULL;
	state = read_moments(PG_GETARG_DATUM(0), sum);
	budget = PG_GETARG_FLOAT8(1);
	method = parse_method(text_to_cstring(PG_GETARG_TEXT_PP(2)));
	costs = read_costs(fcinfo, state);

	if (!(budget > 0) || isinf(budget))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the budget must be positive and finite, not %g", budget)));
	if (!begin_search(repeats, sum, method, costs, budget))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the budget %g buys nothing", budget),
				 method == REPEATS_AVERAGES ?
				 errdetail("The method \"averages\" buys as many judgments of an attribute as there are per object.") :
				 errdetail("Every attribute costs more.")));
	return state;
}

/* Adds the number of an attribute, its name and its repeats to a row. */
static void
put_repeats(ResultRow *row, const JudgmentState *state, int a, int64 repeats)
{
	if (repeats > PG_INT32_MAX)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("more than %d judgments of attribute %s", PG_INT32_MAX,
						judgment_state_describe(state, a))));
	result_int32(row, a + 1);
	result_text(row, state->name ? state->name[a] : NULL);
	result_int32(row, (int32) repeats);
}

/* Returns one row for each attribute, with its repeats. */
Datum
aer_repeats(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	const JudgmentState *state;
	Work	   *work = kernel_work();
	Repeats		repeats;

	result_begin(&row, fcinfo);
	state = search_arguments(fcinfo, &repeats);
	if (state == NULL)
		return (Datum) 0;
	finish_search(work, &repeats);
	for (int a = 0; a < state->folds.d; a++)
	{
		put_repeats(&row, state, a, repeats_of(&repeats, a));
		result_put(&row);
	}
	return (Datum) 0;
}

/* Returns one row for each step of the search. */
Datum
aer_repeat_path(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	const JudgmentState *state;
	Work	   *work = kernel_work();
	Repeats		repeats;
	RepeatStep	step;

	result_begin(&row, fcinfo);
	state = search_arguments(fcinfo, &repeats);
	if (state == NULL)
		return (Datum) 0;
	for (int32 number = 1;; number++)
	{
		repeats_step(work, &repeats, &step);
		if (step.attribute < 0)
			break;
		result_int32(&row, number);
		put_repeats(&row, state, step.attribute, step.repeats);
		result_number(&row, step.cost);
		result_number(&row, step.objective);
		result_put(&row);
	}
	return (Datum) 0;
}

/* Returns the learner of the model as JSON text; `method`: from method_of(). */
static char *
describe_fit(const int64 *repeats, int d, double lambda, int method)
{
	StringInfoData text;
	char		number[DOUBLE_SHORTEST_DECIMAL_LEN];

	double_to_shortest_decimal_buf(lambda, number);
	initStringInfo(&text);
	appendStringInfo(&text, "{\"fit\":\"repeats\",\"lambda\":%s,\"repeats\":[", number);
	for (int a = 0; a < d; a++)
		appendStringInfo(&text, "%s" INT64_FORMAT, a > 0 ? "," : "", repeats[a]);
	if (method >= 0)
		appendStringInfo(&text, "],\"chosen\":\"%s\"}", repeat_method_name[method]);
	else
		appendStringInfoString(&text, "],\"chosen\":null}");
	return text.data;
}

/* Writes the repeats that a complete search chooses. */
static void
choose_repeats(const JudgmentMoments *moments, RepeatMethod method, const double *costs,
			   double budget, int64 *repeats)
{
	Work	   *work = work_begin(kernel_work());
	JudgmentEstimates estimates;

	judgment_estimates_init(work, &estimates, moments->d);
	estimate(&estimates, moments);
	check_status(repeats_prepare(work, &estimates, method));
	repeats_choose(work, method, moments, &estimates, costs, budget, repeats);
	work_end(work);
}

/*
 * Returns the method that chooses these repeats from these moments, or -1 if none does.
 * The budget is the cost of the repeats, with which a search takes the same steps as with
 * its original budget.
 */
static int
method_of(const JudgmentMoments *moments, const int64 *repeats, const double *costs, double spent)
{
	int64	   *chosen = palloc(sizeof(int64) * moments->d);
	int64		bought = 0;
	int			method = -1;

	for (int a = 0; a < moments->d; a++)
		bought += repeats[a];
	for (int m = 0; bought > 0 && method < 0 && m < REPEAT_METHODS; m++)
	{
		choose_repeats(moments, m, costs, spent, chosen);
		if (memcmp(chosen, repeats, sizeof(int64) * moments->d) == 0)
			method = m;
	}
	pfree(chosen);
	return method;
}

static int64 *
read_repeats(ArrayType *array, const JudgmentState *state)
{
	int			d = state->folds.d;
	Datum	   *element = array_of(array, "repeats", d);
	int64	   *repeats = palloc(sizeof(int64) * d);

	for (int a = 0; a < d; a++)
	{
		repeats[a] = DatumGetInt32(element[a]);
		if (repeats[a] < 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("the repeats of attribute %s must not be negative",
							judgment_state_describe(state, a))));
	}
	return repeats;
}

/* Returns the predictor on the means of a number of judgments of each attribute. */
Datum
aer_fit_repeats(PG_FUNCTION_ARGS)
{
	const JudgmentState *state;
	JudgmentMoments sum;
	JudgmentEstimates estimates;
	RepeatsPurchase purchase = {.moments = &sum};
	RepeatsForecast forecast;
	ModelParts	parts;
	Output	   *output;
	int64	   *repeats;
	double	   *costs;
	double		lambda;
	int			method;
	int			d;

	for (int i = 0; i < 3; i++)
		if (PG_ARGISNULL(i))
			PG_RETURN_NULL();
	state = read_moments(PG_GETARG_DATUM(0), &sum);
	d = state->folds.d;
	repeats = read_repeats(PG_GETARG_ARRAYTYPE_P(1), state);
	lambda = PG_GETARG_FLOAT8(2);
	costs = read_costs(fcinfo, state);
	if (!(lambda >= 0) || isinf(lambda))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("lambda must be 0 or more and finite, not %g", lambda)));

	purchase.repeats = repeats;
	purchase.costs = costs;
	for (int a = 0; a < d; a++)
		purchase.spent += (costs ? costs[a] : 1) * (double) repeats[a];
	method = method_of(&sum, repeats, costs, purchase.spent);
	purchase.chosen = method >= 0;
	if (purchase.chosen)
		purchase.method = method;
	check_status(repeats_cross_validate(kernel_work(), &state->folds, &purchase, lambda, &forecast));

	model_parts_init(&parts, 1);
	output = &parts.fit.output[0];
	parts.fit.d = d;
	output->weight = palloc(sizeof(double) * d);
	init_estimates(&estimates, d);
	estimate(&estimates, &sum);
	check_status(repeats_fit(kernel_work(), &estimates, repeats, lambda, output->weight,
							 &output->intercept));
	repeats_shrink(&estimates, forecast.alpha, output->weight, &output->intercept);
	output->lambda = lambda;
	output->alpha = forecast.alpha;
	parts.fit.variance = estimates.label_variance;
	parts.fit.forecast = forecast.mse;
	parts.fit.forecast_se = forecast.se;
	parts.learner = json_object_text(describe_fit(repeats, d, lambda, method));
	parts.skipped = state->skipped;
	parts.state.rows = sum.objects;
	for (int a = 0; a < d; a++)
		parts.state.reads += sum.judgments[a];
	parts.columns = columns_of_array(d);
	if (state->name)
	{
		Column	   *column = palloc0(sizeof(Column) * d);

		for (int a = 0; a < d; a++)
			column[a].name = state->name[a];
		parts.columns.column = column;
	}
	parts.target = TARGET_NUMBER;
	PG_RETURN_POINTER(model_pack(&parts, ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE));
}
