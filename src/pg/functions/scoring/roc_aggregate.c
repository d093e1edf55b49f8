/*
 * roc_aggregate.c
 *		The aggregate aer_roc: the rows at or above each threshold of a probability or any other
 *		score.
 */
#include "pg/aer.h"

#include "pg/arguments.h"
#include "pg/functions/scoring/ranking_state.h"
#include "pg/numbers.h"
#include "pg/result_row.h"
#include "utils/lsyscache.h"

PG_FUNCTION_INFO_V1(aer_roc_transition);
PG_FUNCTION_INFO_V1(aer_roc_combine);
PG_FUNCTION_INFO_V1(aer_roc_final);

#define MOST_POINTS 1000

/* Returns a state, checked because users can pass any float8[]. */
static ArrayType *
get_state(FunctionCallInfo fcinfo, int argno)
{
	ArrayType  *state = PG_GETARG_ARRAYTYPE_P(argno);

	if (!ranking_state_valid(state, 0) || ranking_state_of(state, 0) == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("this is not a state of aer_roc")));
	return state;
}

Datum
aer_roc_transition(PG_FUNCTION_ARGS)
{
	ArrayType  *state;
	double		score;

	(void) aggregate_context(fcinfo);
	if (PG_ARGISNULL(0))
	{
		double		zero[RANKING_NUMBERS(0)] = {0};

		aggregate_check_order(fcinfo, "probability, actual");
		/* the executor copies the state and its successors into the state's context */
		state = make_float8_array(zero, RANKING_NUMBERS(0));
	}
	else
		state = get_state(fcinfo, 0);
	if (PG_ARGISNULL(1) || PG_ARGISNULL(2))
		PG_RETURN_ARRAYTYPE_P(state);
	score = PG_GETARG_FLOAT8(1);
	if (isnan(score))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("\"probability\" must not be NaN"),
				 errhint("Filter out such rows, or set the probability to NULL, which leaves them out.")));
	state = ranking_state_grow(state, 0, 1);
	ranking_add(ranking_state_of(state, 0), score, PG_GETARG_BOOL(2), 1);
	PG_RETURN_ARRAYTYPE_P(state);
}

/* STRICT: a single state is the result. */
Datum
aer_roc_combine(PG_FUNCTION_ARGS)
{
	ArrayType  *state;
	const Ranking *other;

	(void) aggregate_context(fcinfo);
	state = get_state(fcinfo, 0);
	other = ranking_state_of(get_state(fcinfo, 1), 0);
	state = ranking_state_grow(state, 0, (size_t) other->n);
	ranking_merge(ranking_state_of(state, 0), other);
	PG_RETURN_ARRAYTYPE_P(state);
}

static double
ratio(double part, double all)
{
	return all > 0 ? part / all : NAN;
}

/* Returns an array of aer_roc_point. */
Datum
aer_roc_final(PG_FUNCTION_ARGS)
{
	RankingPoint point[MOST_POINTS];
	Datum		element[MOST_POINTS];
	size_t		n;
	Oid			type = get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid));
	ResultRow	row;

	(void) aggregate_context(fcinfo);
	n = ranking_curve(ranking_state_copy(get_state(fcinfo, 0), 0), MOST_POINTS, point);
	if (n == 0)
		PG_RETURN_NULL();
	result_begin_composite(&row, type);
	for (size_t i = 0; i < n; i++)
	{
		result_number(&row, point[i].score);
		result_int64(&row, (int64) (point[i].low + point[i].high));
		result_number(&row, ratio(point[i].high, point[n - 1].high));
		result_number(&row, ratio(point[i].low, point[n - 1].low));
		result_number(&row, point[i].high / (point[i].low + point[i].high));
		element[i] = result_composite(&row);
	}
	PG_RETURN_ARRAYTYPE_P(construct_array(element, (int) n, type, -1, false, TYPALIGN_DOUBLE));
}
