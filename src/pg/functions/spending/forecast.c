/*
 * forecast.c
 *		aer_forecast: the prediction from the known attributes of a row, the standard deviation of
 *		its error, and an interval that holds the target.
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

static double
coverage_argument(FunctionCallInfo fcinfo, int argno)
{
	double		coverage = PG_GETARG_FLOAT8(argno);

	if (!(coverage > 0 && coverage <= MOST_COVERAGE))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"coverage\" must be above 0 and at most %g", MOST_COVERAGE),
				 errdetail("It is %g.", coverage)));
	return coverage;
}

/* Adds the ends of the interval, which two-valued and categorical targets do not have. */
static void
put_interval(ResultRow *row, const Scorer *scorer, const PartialPrediction *prediction,
			 double coverage)
{
	const ObservedSubset *subset = scorer->subset;
	const Link *link = &subset->all.link;
	TargetInterval	interval = {NAN, NAN};

	if (scorer->outputs == 1 && !link->two_valued)
		interval = measured_interval(&scorer->measured, link, prediction->prediction, prediction->sd,
									 subset->complete, coverage);
	result_number(row, interval.low);
	result_number(row, interval.high);
}

/*
 * Three or more classes have no single prediction.  Their error is that of predicting 1 for the
 * actual class and 0 for the others, all classes together.
 */
static Datum
forecast_row(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	ResultRow	row;
	double		coverage = coverage_argument(fcinfo, 2);
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
	put_interval(&row, scorer, &prediction, coverage);
	result_number(&row, prediction.probability);
	result_int32(&row, subset->plain->looks);
	result_put(&row);
	return (Datum) 0;
}

FUNCTIONS_OF_KINDS(aer_forecast, forecast_row(fcinfo, kind))
