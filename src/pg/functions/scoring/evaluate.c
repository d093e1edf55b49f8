/*
 * evaluate.c
 *		The aggregate aer_evaluate: how good a model's predictions are.
 *
 * Its state is a float8[] that holds the kernel's Evaluation, and behind it a
 * Ranking once there is a row whose order counts: a real type, so that parallel
 * and distributed plans can pass it on.
 */
#include "pg/aer.h"

#include "pg/arguments.h"
#include "pg/functions/scoring/ranking_state.h"
#include "pg/functions/scoring/scorer.h"
#include "pg/numbers.h"
#include "pg/result_row.h"
#include "utils/lsyscache.h"

PG_FUNCTION_INFO_V1(aer_evaluate_combine);
PG_FUNCTION_INFO_V1(aer_evaluate_final);

#define ARG_MODEL 1

/* The fourth argument after the state, where there is one. */
#define ARG_BUDGET 4

#define EVALUATION_NUMBERS (sizeof(Evaluation) / sizeof(double))

/* The Evaluation within a state; users can pass any float8[]. */
static Evaluation *
evaluation_of(ArrayType *state)
{
	if (!ranking_state_valid(state, EVALUATION_NUMBERS))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("this is no state of aer_evaluate")));
	return (Evaluation *) ARR_DATA_PTR(state);
}

/*
 * Score the opened row in full, or from as many attributes as the caller says.
 * Returns the state, or a larger one in its place.
 */
static ArrayType *
score_row(ArrayType *state, Scorer *scorer, const Observation *observation, FunctionCallInfo fcinfo)
{
	Evaluation *evaluation = (Evaluation *) ARR_DATA_PTR(state);
	double		order;
	bool		high;
	bool		ordered;
	uint32		reads = scorer_reads(scorer);
	int32		budget;

	if (PG_NARGS() > ARG_BUDGET && !PG_ARGISNULL(ARG_BUDGET))
	{
		if (PG_GETARG_INT32(ARG_BUDGET) < 2)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("the budget of an evaluation must be at least 2"),
					 errdetail("The square of a sum cannot be estimated without bias from one attribute."),
					 errhint("Make it NULL to read every attribute that has a weight.")));
		budget = PG_GETARG_INT32(ARG_BUDGET);
		if (budget < reads)
		{
			double		target;
			double		squared_error = scorer_sampled_error(scorer, budget, observation, &target, &reads);

			evaluation_add_sampled(evaluation, squared_error, target);
			evaluation->reads += reads;
			return state;
		}
	}
	ordered = scorer_evaluate(scorer, evaluation, observation, &order, &high);
	evaluation->reads += scorer_reads(scorer);
	if (ordered)
	{
		state = ranking_state_grow(state, EVALUATION_NUMBERS, 1);
		ranking_add(ranking_state_of(state, EVALUATION_NUMBERS), order, high);
	}
	return state;
}

static Datum
transition(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	ArrayType  *state;
	Evaluation *evaluation;
	Scorer	   *scorer;
	Observation observation = {0};

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
	scorer = scorer_get_observing(fcinfo, ARG_MODEL, kind,
								  (int64) (evaluation->rows + evaluation->skipped) + 1, &observation);
	if (scorer == NULL)
	{
		evaluation->skipped++;
		PG_RETURN_ARRAYTYPE_P(state);
	}
	/* a larger state than before: the executor copies it into the state's context */
	PG_RETURN_ARRAYTYPE_P(score_row(state, scorer, &observation, fcinfo));
}

TRANSITIONS_OF_KINDS(aer_evaluate, transition(fcinfo, kind))

/* STRICT: a lone state is taken as it is. */
Datum
aer_evaluate_combine(PG_FUNCTION_ARGS)
{
	ArrayType  *state;
	ArrayType  *other;
	const Ranking *ranking;

	(void) aggregate_context(fcinfo);
	state = PG_GETARG_ARRAYTYPE_P(0);
	other = PG_GETARG_ARRAYTYPE_P(1);
	evaluation_merge(evaluation_of(state), evaluation_of(other));
	ranking = ranking_state_of(other, EVALUATION_NUMBERS);
	if (ranking)
	{
		state = ranking_state_grow(state, EVALUATION_NUMBERS, (size_t) ranking->n);
		ranking_merge(ranking_state_of(state, EVALUATION_NUMBERS), ranking);
	}
	PG_RETURN_ARRAYTYPE_P(state);
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
	result_number(&row, evaluation_wrong(evaluation));
	result_number(&row, evaluation_mse_se(evaluation));
	result_int64(&row, (int64) evaluation->skipped);
	result_int64(&row, (int64) evaluation->reads);
	result_number(&row, evaluation_log_loss(evaluation));
	result_number(&row, evaluation_brier(evaluation));
	result_number(&row, area(state));
	PG_RETURN_DATUM(result_composite(&row));
}
