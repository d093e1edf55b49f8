/*
 * forecast.c
 *		aer_forecast: the prediction from the known attributes of a row, and its standard
 *		deviation.
 */
#include "pg/functions/scoring/scorer.h"

#include "pg/result_row.h"

/* Predicts a row without missing values by the model's own weights. */
static void
predict_complete(Scorer *scorer, PartialPrediction *prediction)
{
	prediction->prediction = scorer_predict(scorer, 0);
	if (!isnan(prediction->probability))
		prediction->probability = scorer_probability(scorer, 0);
}

/*
 * Three or more classes have no single prediction.  Their error is that of predicting 1 for the
 * actual class and 0 for the others, all classes together.
 */
static Datum
forecast_row(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	ResultRow	row;
	Scorer	   *scorer;
	ObservedSubset *subset;
	ColumnPredictor *columns;
	PartialPrediction prediction;
	double		squares = 0;

	result_begin(&row, fcinfo);
	scorer = scorer_get(fcinfo, 0, kind, NULL);
	scorer_open(scorer, PG_GETARG_DATUM(1));
	subset = scorer_read_subset(scorer);
	columns = subset->columns;
	for (uint32 k = 0; k < columns->outputs; k++)
	{
		(void) predictor_predict(&columns->predictor[k], columns->known, columns->u, &prediction);
		squares += prediction.sd * prediction.sd;
	}
	if (columns->outputs > 1)
	{
		prediction.prediction = prediction.probability = NAN;
		prediction.sd = sqrt(squares);
	}
	else if (subset->complete)
		predict_complete(scorer, &prediction);
	result_number(&row, prediction.prediction);
	result_number(&row, prediction.sd);
	result_number(&row, prediction.probability);
	result_int32(&row, subset->plain->looks);
	result_put(&row);
	return (Datum) 0;
}

FUNCTIONS_OF_KINDS(aer_forecast, forecast_row(fcinfo, kind))
