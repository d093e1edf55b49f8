/*
 * predict.c
 *		aer_predict: the score of one row.
 */
#include "pg/functions/scoring/scorer.h"

PG_FUNCTION_INFO_V1(aer_predict_array);
PG_FUNCTION_INFO_V1(aer_predict_row);

static Datum
predict(FunctionCallInfo fcinfo, bool rows)
{
	Scorer	   *scorer = scorer_get(fcinfo, 0, rows, NULL);
	double		prediction;

	scorer_open(scorer, PG_GETARG_DATUM(1));
	if (!scorer_predict(scorer, &prediction, BAD_VALUE_RETURN, 0))
		PG_RETURN_NULL();
	PG_RETURN_FLOAT8(prediction);
}

Datum
aer_predict_array(PG_FUNCTION_ARGS)
{
	return predict(fcinfo, false);
}

Datum
aer_predict_row(PG_FUNCTION_ARGS)
{
	return predict(fcinfo, true);
}
