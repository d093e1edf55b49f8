/*
 * predict.c
 *		aer_predict, aer_score, aer_probability: what a model says of one row.
 */
#include "pg/functions/scoring/scorer.h"

PG_FUNCTION_INFO_V1(aer_predict_array);
PG_FUNCTION_INFO_V1(aer_predict_row);
PG_FUNCTION_INFO_V1(aer_predict_jsonb);
PG_FUNCTION_INFO_V1(aer_score_array);
PG_FUNCTION_INFO_V1(aer_score_row);
PG_FUNCTION_INFO_V1(aer_score_jsonb);
PG_FUNCTION_INFO_V1(aer_probability_array);
PG_FUNCTION_INFO_V1(aer_probability_row);
PG_FUNCTION_INFO_V1(aer_probability_jsonb);

/* What the scorer is asked for. */
typedef double (*Answer) (Scorer *scorer, int64 row_number);

static Datum
answer(FunctionCallInfo fcinfo, FeaturesKind kind, Answer ask)
{
	Scorer	   *scorer = scorer_get(fcinfo, 0, kind, NULL);

	scorer_open(scorer, PG_GETARG_DATUM(1));
	PG_RETURN_FLOAT8(ask(scorer, 0));
}

Datum
aer_predict_array(PG_FUNCTION_ARGS)
{
	return answer(fcinfo, FEATURES_ARRAY, scorer_predict);
}

Datum
aer_predict_row(PG_FUNCTION_ARGS)
{
	return answer(fcinfo, FEATURES_ROW, scorer_predict);
}

Datum
aer_predict_jsonb(PG_FUNCTION_ARGS)
{
	return answer(fcinfo, FEATURES_JSONB, scorer_predict);
}

Datum
aer_score_array(PG_FUNCTION_ARGS)
{
	return answer(fcinfo, FEATURES_ARRAY, scorer_score);
}

Datum
aer_score_row(PG_FUNCTION_ARGS)
{
	return answer(fcinfo, FEATURES_ROW, scorer_score);
}

Datum
aer_score_jsonb(PG_FUNCTION_ARGS)
{
	return answer(fcinfo, FEATURES_JSONB, scorer_score);
}

Datum
aer_probability_array(PG_FUNCTION_ARGS)
{
	return answer(fcinfo, FEATURES_ARRAY, scorer_probability);
}

Datum
aer_probability_row(PG_FUNCTION_ARGS)
{
	return answer(fcinfo, FEATURES_ROW, scorer_probability);
}

Datum
aer_probability_jsonb(PG_FUNCTION_ARGS)
{
	return answer(fcinfo, FEATURES_JSONB, scorer_probability);
}
