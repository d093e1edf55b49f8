/*
 * forecast.c
 *		aer_forecast: what is expected of a row of which some attributes are
 *		known, and how far off that may be.
 */
#include "pg/functions/scoring/scorer.h"
#include "pg/result_row.h"


/* Where all of a row is known, the model's own weights say what is expected. */
static void
predict_from_all(Scorer *scorer, PartialPrediction *prediction)
{
	prediction->prediction = scorer_predict(scorer, 0);
	if (!isnan(prediction->probability))
		prediction->probability = scorer_probability(scorer, 0);
}

/*
 * Three or more classes have no single prediction; the error is that of
 * predicting 1 for the class that comes and 0 for the others, all classes
 * together.
 */
static Datum
forecast(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	ResultRow	row;
	Scorer	   *scorer;
	ObservedSubset *set;
	ColumnPredictor *columns;
	PartialPrediction prediction;
	double		squares = 0;

	result_begin(&row, fcinfo);
	scorer = scorer_get(fcinfo, 0, kind, NULL);
	scorer_open(scorer, PG_GETARG_DATUM(1));
	set = scorer_observed_subset(scorer);
	columns = set->columns;
	scorer_check_finite(scorer);
	for (uint32 k = 0; k < columns->outputs; k++)
	{
		(void) predictor_predict(&columns->predictor[k], columns->known, columns->u, &prediction);
		squares += prediction.deviation * prediction.deviation;
	}
	if (columns->outputs > 1)
	{
		prediction.prediction = prediction.probability = NAN;
		prediction.deviation = sqrt(squares);
	}
	else if (set->complete)
		predict_from_all(scorer, &prediction);
	result_number(&row, prediction.prediction);
	result_number(&row, prediction.deviation);
	result_number(&row, prediction.probability);
	result_int32(&row, set->plain->looks);
	result_put(&row);
	return (Datum) 0;
}

FUNCTIONS_OF_KINDS(aer_forecast, forecast(fcinfo, kind))
