/*
 * evaluate.c
 *		The aggregate aer_evaluate: measures of a model's predictions.
 *
 * For tables, _aer_evaluated_rows weights the rows, and _aer_evaluate_groups adds up its states of
 * groups of rows.
 *
 * Its state is a float8[] that holds the kernel's Evaluation, followed by a Ranking once a row
 * can be ranked.  Parallel and distributed plans can pass it on, because it is an ordinary type.
 */
#include "pg/aer.h"

#include "access/parallel.h"
#include "catalog/pg_type.h"
#include "kernel/score/evaluation.h"
#include "pg/arguments.h"
#include "pg/functions/scoring/ranking_state.h"
#include "pg/functions/scoring/scorer.h"
#include "pg/kernel_call.h"
#include "pg/numbers.h"
#include "pg/result_row.h"
#include "utils/fmgrprotos.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"

PG_FUNCTION_INFO_V1(aer_check_target);
PG_FUNCTION_INFO_V1(aer_weight);
PG_FUNCTION_INFO_V1(aer_weight_of_key);
PG_FUNCTION_INFO_V1(aer_evaluate_groups_transition);
PG_FUNCTION_INFO_V1(aer_evaluate_combine);
PG_FUNCTION_INFO_V1(aer_evaluate_final);

#define ARG_MODEL 1

/* missing in aer_evaluate(model, features, target) */
#define ARG_BUDGET 4

/* _aer_evaluated_rows(model, features, target, weight) has the weight in place of the budget */
#define ARG_WEIGHT 4

#define EVALUATION_NUMBERS (sizeof(Evaluation) / sizeof(double))

/* Returns the Evaluation in a state, which is checked because users can pass any float8[]. */
static Evaluation *
evaluation_of(ArrayType *state)
{
	if (!ranking_state_valid(state, EVALUATION_NUMBERS))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("this is not a state of aer_evaluate")));
	return (Evaluation *) ARR_DATA_PTR(state);
}

/* Returns -1 or 1 for a class of a model with at most two; NaN for a class that it does not know. */
static double
class_sign(const Scorer *scorer, const char *name)
{
	uint32		class = class_names_search(scorer->class_name, scorer->classes, name);

	return class == scorer->classes ? NAN : class + 1 == scorer->classes ? 1 : -1;
}

/* Adds the opened row to the evaluation.  Returns true if the row can be ranked: by *order, *high. */
static bool
score_all(Scorer *scorer, Evaluation *evaluation, const Observation *observation, double *order,
		  bool *high)
{
	const char *name = observation_class(observation);
	double		target = observation->target;
	double		score;

	scorer_check_target(scorer, observation);
	if (scorer->outputs > 1)
	{
		evaluation_add_classes(evaluation, scorer_probabilities(scorer, observation->row), scorer->classes,
							   class_names_search(scorer->class_name, scorer->classes, name),
							   observation->weight);
		return false;
	}
	score = scorer_score(scorer, observation->row);
	if (name)
		target = class_sign(scorer, name);
	if (isnan(target))
	{
		evaluation_add_unseen(evaluation, &scorer->link, score, observation->weight);
		return false;
	}
	evaluation_add_score(evaluation, &scorer->link, scorer->rows, score, target, observation->weight);
	return evaluation_order(evaluation, &scorer->link, score, target, order, high);
}

static void
prepare_sampler(Scorer *scorer, uint32 budget)
{
	MemoryContext old = MemoryContextSwitchTo(scorer->cache.context);
	ErrorSampler *sampler = palloc(sizeof(ErrorSampler));
	double	   *weight = MemoryContextAllocHuge(scorer->cache.context, sizeof(double) * scorer->n);
	uint32		n = 0;

	scorer->sampler_attribute = MemoryContextAllocHuge(scorer->cache.context, sizeof(uint32) * scorer->n);
	for (uint32 i = 0; i < scorer->n; i++)
	{
		uint32		attribute = scorer->attribute[i];

		if (scorer->output[0].weight[attribute] == 0)
			continue;
		weight[n] = scorer->output[0].weight[attribute];
		scorer->sampler_attribute[n++] = attribute;
	}
	error_sampler_init(kernel_work(), sampler, weight, n, budget);
	scorer->sampled = palloc(sizeof(uint32) * sampler->plan.capacity);
	scorer->sampler = sampler;
	MemoryContextSwitchTo(old);
}

/* Returns the target as a number, -1 or 1 for a class. */
static double
sampled_target(const Scorer *scorer, const Observation *observation)
{
	double		target = observation->target;

	if (scorer->categorical)
		target = class_sign(scorer, observation_class(observation));
	if (isnan(target))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a class that the model has not seen has no squared error"),
				 errdetail("The model knows %s.", class_names_list(scorer->class_name, scorer->classes)),
				 errhint("Leave the budget out; such rows then count as wrong.")));
	return target;
}

/* Adds the opened row, of which it reads budget attributes drawn for the number of the row. */
static void
score_sampled(Scorer *scorer, uint32 budget, Evaluation *evaluation, const Observation *observation)
{
	const ReadPlan *plan;
	Rng			rng;
	double		target;

	if (scorer->outputs > 1)
		model_refuse_classes(scorer->class_name, scorer->classes);
	scorer_check_target(scorer, observation);
	target = sampled_target(scorer, observation);
	scorer_use_all(scorer);
	if (scorer->sampler == NULL || scorer->sampler->budget != budget)
		prepare_sampler(scorer, budget);

	/* each parallel worker counts its own rows */
	rng_seed_key(&rng, (uint64) (ParallelWorkerNumber + 1), (uint64) observation->row);
	plan = error_sampler_plan(scorer->sampler, &rng);
	for (uint32 s = 0; s < plan->n; s++)
		scorer->sampled[s] = scorer->sampler_attribute[plan->attribute[s]];
	scorer->features->null_hint = "Leave out \"budget\"; a model of a design then predicts from the known attributes: aer_evaluate(model, features, target).";
	(void) features_read(scorer->features, scorer->sampled, plan->n, scorer->value,
						 BAD_VALUE_ERROR, observation->row);
	evaluation_add_sampled(evaluation,
						   sampled_error(scorer->sampler, scorer->value, scorer->output[0].intercept - target),
						   target);
	evaluation->reads += scorer->counter ?
		look_counter_count(scorer->counter, scorer->sampled, plan->n) : plan->n;
}

/* Returns the attributes to read of a row; PG_INT32_MAX without a budget. */
static int32
budget_argument(FunctionCallInfo fcinfo, bool weighted)
{
	if (weighted || PG_NARGS() <= ARG_BUDGET || PG_ARGISNULL(ARG_BUDGET))
		return PG_INT32_MAX;
	if (PG_GETARG_INT32(ARG_BUDGET) < 2)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the budget of an evaluation must be at least 2"),
				 errdetail("The square of a sum cannot be estimated without bias from one attribute."),
				 errhint("Make it NULL to read every attribute that has a weight.")));
	return PG_GETARG_INT32(ARG_BUDGET);
}

/* Adds the opened row to the evaluation.  Returns the state, or a larger copy. */
static ArrayType *
evaluate_row(ArrayType *state, Scorer *scorer, const Observation *observation, int32 budget)
{
	Evaluation *evaluation = (Evaluation *) ARR_DATA_PTR(state);
	double		order;
	bool		high;
	bool		ranked;

	if (budget < scorer->looks)
	{
		score_sampled(scorer, budget, evaluation, observation);
		return state;
	}
	ranked = score_all(scorer, evaluation, observation, &order, &high);
	evaluation->reads += scorer->looks;
	if (ranked)
	{
		state = ranking_state_grow(state, EVALUATION_NUMBERS, 1);
		ranking_add(ranking_state_of(state, EVALUATION_NUMBERS), order, high, observation->weight);
	}
	return state;
}

/* Reads the weight of a row, which is 1 if rows have none.  Returns false if the row does not count. */
static bool
read_weight(FunctionCallInfo fcinfo, bool weighted, int64 row, double *weight)
{
	*weight = 1;
	if (!weighted)
		return true;
	if (PG_ARGISNULL(ARG_WEIGHT))
		return false;
	*weight = PG_GETARG_FLOAT8(ARG_WEIGHT);
	return observation_weight_counts(*weight, row);
}

static Datum
transition(FunctionCallInfo fcinfo, FeaturesKind kind, bool weighted)
{
	ArrayType  *state;
	Evaluation *evaluation;
	Scorer	   *scorer;
	Observation observation = {0};
	int64		row;
	double		weight;

	(void) aggregate_context(fcinfo);
	if (PG_ARGISNULL(0))
	{
		double		zero[EVALUATION_NUMBERS] = {0};

		aggregate_check_order(fcinfo, "model, features, target, budget");
		/* the executor copies it into the state's context */
		state = make_float8_array(zero, EVALUATION_NUMBERS);
	}
	else
		state = PG_GETARG_ARRAYTYPE_P(0);
	evaluation = evaluation_of(state);
	row = (int64) (evaluation->rows + evaluation->skipped) + 1;
	scorer = read_weight(fcinfo, weighted, row, &weight) ?
		scorer_get_observing(fcinfo, ARG_MODEL, kind, row, &observation) : NULL;
	if (scorer == NULL)
	{
		evaluation->skipped++;
		PG_RETURN_ARRAYTYPE_P(state);
	}
	observation.weight = weight;
	/* a larger state than before: the executor copies it into the state's context */
	PG_RETURN_ARRAYTYPE_P(evaluate_row(state, scorer, &observation, budget_argument(fcinfo, weighted)));
}

TRANSITIONS_OF_KINDS(aer_evaluate, transition(fcinfo, kind, false))
TRANSITIONS_OF_KINDS(aer_evaluated_rows, transition(fcinfo, kind, true))

/* Adds the rows of another state.  Returns the state, or a larger copy. */
static ArrayType *
merge_states(ArrayType *state, ArrayType *other)
{
	const Ranking *ranking;

	evaluation_merge(evaluation_of(state), evaluation_of(other));
	ranking = ranking_state_of(other, EVALUATION_NUMBERS);
	if (ranking)
	{
		state = ranking_state_grow(state, EVALUATION_NUMBERS, (size_t) ranking->n);
		ranking_merge(ranking_state_of(state, EVALUATION_NUMBERS), ranking);
	}
	return state;
}

/* Raises the error of aer_evaluate if a model has not learned from targets of this type. */
Datum
aer_check_target(PG_FUNCTION_ARGS)
{
	Oid			type = PG_GETARG_OID(1);
	ModelParts	parts;

	model_unpack_any(model_from_datum(PG_GETARG_DATUM(0)), &parts);
	check_target_type(type == BOOLOID ? TARGET_BOOLEAN : cell_text_type(type) ? TARGET_CLASS : TARGET_NUMBER,
					  parts.target);
	PG_RETURN_VOID();
}

/* Returns a weight, or NULL if it is 0. */
Datum
aer_weight(PG_FUNCTION_ARGS)
{
	if (!observation_weight_counts(PG_GETARG_FLOAT8(0), 0))
		PG_RETURN_NULL();
	PG_RETURN_DATUM(PG_GETARG_DATUM(0));
}

/* Returns a weight that is a number or a boolean in JSON, or NULL if it is 0. */
Datum
aer_weight_of_key(PG_FUNCTION_ARGS)
{
	Jsonb	   *json = PG_GETARG_JSONB_P(0);
	JsonbValue	value;
	double		weight;

	if (!JsonbExtractScalar(&json->root, &value) || (value.type != jbvNumeric && value.type != jbvBool))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("the weight of a row is a JSON %s, which is not a number",
						JB_ROOT_IS_SCALAR(json) ? JsonbTypeName(&value) : JB_ROOT_IS_ARRAY(json) ? "array" : "object")));
	weight = value.type == jbvBool ? value.val.boolean :
		DatumGetFloat8(DirectFunctionCall1(numeric_float8, NumericGetDatum(value.val.numeric)));
	if (!observation_weight_counts(weight, 0))
		PG_RETURN_NULL();
	PG_RETURN_FLOAT8(weight);
}

/* Adds the state of rows that are a group, or that are independent of one another. */
Datum
aer_evaluate_groups_transition(PG_FUNCTION_ARGS)
{
	ArrayType  *rows;
	Evaluation *evaluation;

	(void) aggregate_context(fcinfo);
	if (PG_ARGISNULL(1) || PG_ARGISNULL(2))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("a group of rows must not be NULL")));
	rows = PG_GETARG_ARRAYTYPE_P_COPY(1);
	evaluation = evaluation_of(rows);
	if (PG_GETARG_BOOL(2))
		evaluation_unite(evaluation);
	if (PG_ARGISNULL(0))
		PG_RETURN_ARRAYTYPE_P(rows);
	PG_RETURN_ARRAYTYPE_P(merge_states(PG_GETARG_ARRAYTYPE_P(0), rows));
}

/* STRICT: a single state is the result. */
Datum
aer_evaluate_combine(PG_FUNCTION_ARGS)
{
	(void) aggregate_context(fcinfo);
	PG_RETURN_ARRAYTYPE_P(merge_states(PG_GETARG_ARRAYTYPE_P(0), PG_GETARG_ARRAYTYPE_P(1)));
}

static double
area(ArrayType *state)
{
	Ranking    *ranking = ranking_state_copy(state, EVALUATION_NUMBERS);

	return ranking && evaluation_ordered((const Evaluation *) ARR_DATA_PTR(state)) ?
		ranking_area(ranking) : NAN;
}

Datum
aer_evaluate_final(PG_FUNCTION_ARGS)
{
	const Evaluation *evaluation;
	ArrayType  *state;
	ResultRow	row;

	(void) aggregate_context(fcinfo);
	state = PG_GETARG_ARRAYTYPE_P(0);
	evaluation = evaluation_of(state);
	if (evaluation->rows == 0)
		PG_RETURN_NULL();
	result_begin_composite(&row, get_func_rettype(fcinfo->flinfo->fn_oid));
	result_int64(&row, (int64) evaluation->rows);
	result_number(&row, evaluation_mse(evaluation));
	result_number(&row, evaluation_mae(evaluation));
	result_number(&row, evaluation_r2(evaluation));
	result_number(&row, evaluation_error_rate(evaluation));
	result_number(&row, evaluation_mse_se(evaluation));
	result_int64(&row, (int64) evaluation->skipped);
	result_int64(&row, (int64) evaluation->reads);
	result_number(&row, evaluation_log_loss(evaluation));
	result_number(&row, evaluation_brier(evaluation));
	result_number(&row, area(state));
	PG_RETURN_DATUM(result_composite(&row));
}
