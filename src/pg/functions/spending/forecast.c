/*
 * forecast.c
 *		aer_forecast: the prediction from the known attributes of a row, the standard deviation of
 *		its error, and an interval that holds the target.
 */
#include "pg/functions/scoring/near_record.h"

#include "pg/result_row.h"

#define ARG_COVERAGE 2
#define ARG_NEAR 3

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
static void
predict_known(Scorer *scorer, PartialPrediction *prediction)
{
	const ObservedSubset *subset = scorer_read_subset(scorer);
	ColumnPredictor *columns = subset->columns;
	double		squares = 0;

	for (uint32 k = 0; k < columns->outputs; k++)
	{
		(void) predictor_predict(&columns->predictor[k], columns->known, columns->u, prediction);
		squares += prediction->sd * prediction->sd;
	}
	if (columns->outputs > 1)
	{
		prediction->prediction = prediction->probability = NAN;
		prediction->sd = sqrt(squares);
	}
	else if (subset->complete)
		predict_complete(scorer, prediction);
}

/* Predicts a row by a model that takes no missing values, but knows its error from held-out rows. */
static void
predict_measured(Scorer *scorer, PartialPrediction *prediction)
{
	prediction->prediction = scorer_predict(scorer, 0);
	prediction->sd = sqrt(scorer->measured.mse);
	prediction->probability = NAN;
}

/*
 * Predicts a record by the remembered rows that are near it.  The interval of a number is that of these
 * rows, with the model as some of them.
 */
static TargetInterval
predict_near(NearRecord *record, double coverage, PartialPrediction *prediction)
{
	const Link *link = &record->scorer->link;
	double		probability[MOST_CLASSES];
	double		range = link->high - link->low;

	near_record_read(record);
	prediction->prediction = prediction->probability = NAN;
	if (record->rows.classes == 0)
	{
		NearNumber	number = near_number(&record->near, record->model[0], record->model_sd);

		prediction->prediction = number.prediction;
		prediction->sd = number.sd;
		return (TargetInterval)
		{
			near_quantile(&record->near, record->model[0], record->model_sd, (1 - coverage) / 2),
				near_quantile(&record->near, record->model[0], record->model_sd, (1 + coverage) / 2)
		};
	}
	near_probabilities(&record->near, record->model, probability);
	prediction->sd = 1;
	for (uint32 c = 0; c < record->rows.classes; c++)
		prediction->sd -= probability[c] * probability[c];
	prediction->sd = sqrt(prediction->sd);
	if (link->two_valued)
	{
		prediction->probability = probability[1];
		prediction->prediction = link->low + range * probability[1];
		prediction->sd *= range / M_SQRT2;
	}
	return (TargetInterval)
	{
		NAN, NAN
	};
}

/* Returns no interval for targets that are two-valued or categorical. */
static TargetInterval
find_interval(const Scorer *scorer, const PartialPrediction *prediction, double coverage)
{
	bool		complete = scorer->subset == NULL || scorer->subset->complete;

	if (scorer->outputs > 1 || scorer->link.two_valued)
		return (TargetInterval)
	{
		NAN, NAN
	};
	return measured_interval(&scorer->measured, &scorer->link, prediction->prediction,
							 prediction->sd, complete, coverage);
}

static Datum
forecast_row(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	double		coverage;
	ResultRow	row;
	Scorer	   *scorer;
	NearRecord *record;
	PartialPrediction prediction;
	TargetInterval interval;

	result_begin(&row, fcinfo);
	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(ARG_COVERAGE))
		return (Datum) 0;
	coverage = coverage_argument(fcinfo, ARG_COVERAGE);
	scorer = scorer_get(fcinfo, 0, kind, NULL);
	record = near_record_of(scorer, near_argument(fcinfo, ARG_NEAR));
	scorer_open(scorer, PG_GETARG_DATUM(1));
	if (record)
		interval = predict_near(record, coverage, &prediction);
	else if (scorer->subset == NULL && scorer->measured.spread.bins > 0)
		predict_measured(scorer, &prediction);
	else
		predict_known(scorer, &prediction);
	if (record == NULL)
		interval = find_interval(scorer, &prediction, coverage);
	result_number(&row, prediction.prediction);
	result_number(&row, prediction.sd);
	result_number(&row, interval.low);
	result_number(&row, interval.high);
	result_number(&row, prediction.probability);
	result_int32(&row, scorer->looks);
	result_put(&row);
	return (Datum) 0;
}

FUNCTIONS_OF_KINDS(aer_forecast, forecast_row(fcinfo, kind))
