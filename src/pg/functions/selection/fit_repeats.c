/*
 * fit_repeats.c
 *		aer_fit_repeats: the predictor on mean judgments, and a forecast of its
 *		squared error.
 */
#include "pg/aer.h"

#include "common/shortest_dec.h"
#include "kernel/repeats/repeats_fit.h"
#include "kernel/repeats/repeats_forecast.h"
#include "pg/functions/selection/multi_selection.h"
#include "pg/kernel_call.h"
#include "pg/values/model.h"
#include "utils/memutils.h"

PG_FUNCTION_INFO_V1(aer_fit_repeats);

/* What the model says that it was made by; method as from method_of(). */
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

/* What makes a predictor, from all objects and again without each fold. */
typedef struct RepeatsPredictor
{
	JudgmentEstimates estimates;
	void	   *work;
	double		lambda;
	double	   *weight;
	double		intercept;
} RepeatsPredictor;

static void
make_predictor(RepeatsPredictor *predictor, const JudgmentMoments *moments, const int64 *repeats)
{
	selection_estimate(&predictor->estimates, moments);
	selection_check(repeats_fit(&predictor->estimates, repeats, predictor->lambda,
								predictor->weight, &predictor->intercept,
								predictor->work, kernel_poll));
}

/* The repeats that a search from start to end chooses. */
static void
choose_repeats(const JudgmentMoments *moments, RepeatMethod method, const double *costs,
			   double budget, int64 *repeats)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext, "aer choice of repeats",
												  ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	Repeats		search;
	RepeatStep	step;

	memset(repeats, 0, sizeof(int64) * moments->d);
	if (selection_begin(&search, moments, method, costs, budget))
	{
		do
			repeats_step(&search, &step, kernel_poll);
		while (step.attribute >= 0);
		for (int a = 0; a < moments->d; a++)
			repeats[a] = repeats_of(&search, a);
	}
	MemoryContextSwitchTo(old);
	MemoryContextDelete(context);
}

/*
 * The method that chooses these repeats from these very moments; -1: none.  A
 * search that may spend no more than another has spent takes the same steps.
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

/*
 * Forecast the squared error.  Repeats that were chosen from the same objects
 * follow their noise as weights do; so each fold is judged by what would have
 * been chosen without it.  method as from method_of().  The predictor's weights
 * are lost.
 */
static void
forecast(RepeatsPredictor *predictor, const JudgmentFolds *folds, const int64 *repeats, int method,
		 const double *costs, double spent, double *mse, double *se)
{
	int			d = folds->d;
	double		loss[JUDGMENT_FOLDS];
	int64	   *chosen = palloc(sizeof(int64) * d);
	JudgmentMoments training;

	memcpy(chosen, repeats, sizeof(int64) * d);
	selection_init_moments(&training, d);
	for (int f = 0; f < JUDGMENT_FOLDS; f++)
	{
		if (!repeats_training(folds, f, &training))
			return;
		if (method >= 0)
			choose_repeats(&training, method, costs, spent, chosen);
		make_predictor(predictor, &training, chosen);
		loss[f] = repeats_loss(folds->part[f], chosen, predictor->weight, predictor->intercept);
	}
	repeats_forecast(folds, loss, mse, se);
}

static int64 *
get_repeats(ArrayType *array, const JudgmentState *state)
{
	int			d = state->folds.d;
	Datum	   *element = selection_array(array, "repeats", d);
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

/* The predictor on the means of so many judgments of each attribute. */
Datum
aer_fit_repeats(PG_FUNCTION_ARGS)
{
	const JudgmentState *state;
	JudgmentMoments sum;
	RepeatsPredictor	predictor;
	ModelParts	parts;
	int64	   *repeats;
	double	   *costs;
	double		spent = 0;
	int			method;
	int			d;

	for (int i = 0; i < 3; i++)
		if (PG_ARGISNULL(i))
			PG_RETURN_NULL();
	state = selection_moments(PG_GETARG_DATUM(0), "aer_fit_repeats", &sum);
	d = state->folds.d;
	repeats = get_repeats(PG_GETARG_ARRAYTYPE_P(1), state);
	predictor.lambda = PG_GETARG_FLOAT8(2);
	costs = selection_costs(fcinfo, 3, state);
	if (!(predictor.lambda >= 0) || isinf(predictor.lambda))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("lambda must be 0 or more and finite, not %g", predictor.lambda)));

	selection_init_estimates(&predictor.estimates, d);
	predictor.work = kernel_memory(repeats_fit_size(d));
	predictor.weight = palloc(sizeof(double) * d);
	model_parts_init(&parts);
	for (int a = 0; a < d; a++)
		spent += (costs ? costs[a] : 1) * (double) repeats[a];
	method = method_of(&sum, repeats, costs, spent);
	forecast(&predictor, &state->folds, repeats, method, costs, spent,
			 &parts.expected_mse, &parts.expected_se);
	make_predictor(&predictor, &sum, repeats);

	parts.d = d;
	parts.weight = predictor.weight;
	parts.intercept = predictor.intercept;
	parts.learner = describe_fit(repeats, d, predictor.lambda, method);
	parts.skipped = state->skipped;
	parts.state.rows = sum.objects;
	for (int a = 0; a < d; a++)
		parts.state.reads += sum.judgments[a];
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
