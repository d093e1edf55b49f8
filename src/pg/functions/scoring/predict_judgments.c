/*
 * predict_judgments.c
 *		aer_predict(model, judgments): the prediction for one object from its mean judgments;
 *		aer_forecast(model, judgments): with its error and an interval.
 */
#include "pg/functions/scoring/scorer.h"

#include "pg/functions/judgments/judgment_places.h"
#include "pg/options/attribute_name.h"
#include "pg/result_row.h"

PG_FUNCTION_INFO_V1(aer_predict_judgments);
PG_FUNCTION_INFO_V1(aer_forecast_judgments);

typedef struct JudgmentScorer
{
	CallCache	cache;
	CachedArgument model;
	ModelParts	parts;
	JudgmentPlaces places;
	Judgments  *object;			/* [d] scratch: judgments of each attribute */
} JudgmentScorer;

static JudgmentScorer *
get_scorer(FunctionCallInfo fcinfo)
{
	JudgmentScorer *scorer = CALL_CACHE(fcinfo);
	MemoryContext old;

	if (scorer != NULL && argument_is_same(&scorer->model, PG_GETARG_DATUM(0)))
		return scorer;
	scorer = call_cache_create(call_cache_context(fcinfo), sizeof(JudgmentScorer));
	old = MemoryContextSwitchTo(scorer->cache.context);
	argument_keep(&scorer->model, CurrentMemoryContext, PG_GETARG_DATUM(0));
	model_unpack(model_from_datum(PointerGetDatum(scorer->model.plain)), &scorer->parts);
	judgment_places_init(&scorer->places, scorer->parts.fit.d, attribute_names(&scorer->parts.columns));
	scorer->object = MemoryContextAllocHuge(CurrentMemoryContext,
											sizeof(Judgments) * (Size) scorer->parts.fit.d);
	MemoryContextSwitchTo(old);
	call_cache_keep(fcinfo, scorer);
	return scorer;
}

/*
 * Returns the prediction for an object from its mean judgments, or NAN if an attribute with a
 * weight was not judged.  *known becomes the number of judged attributes with a weight.
 */
static double
predict_object(const JudgmentScorer *scorer, int32 *known)
{
	const ModelParts *parts = &scorer->parts;
	const Output *output = &parts->fit.output[0];
	double		prediction = output->intercept;

	*known = 0;
	for (uint32 a = 0; a < parts->fit.d; a++)
	{
		if (output->weight[a] == 0)
			continue;
		if (scorer->object[a].count == 0)
			prediction = NAN;
		else
		{
			prediction += output->weight[a] * scorer->object[a].mean;
			(*known)++;
		}
	}
	return link_expect(&parts->fit.link, prediction);
}

Datum
aer_predict_judgments(PG_FUNCTION_ARGS)
{
	JudgmentScorer *scorer = get_scorer(fcinfo);
	int32		known;
	double		prediction;

	judgment_places_fill(&scorer->places, PG_GETARG_JUDGMENTS(1), scorer->object);
	prediction = predict_object(scorer, &known);
	if (isnan(prediction))
		PG_RETURN_NULL();
	PG_RETURN_FLOAT8(prediction);
}

/* The error is that of an object which was judged as often as the model's repeats say. */
Datum
aer_forecast_judgments(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	JudgmentScorer *scorer;
	double		coverage;
	double		prediction;
	double		sd;
	int32		known;
	TargetInterval interval = {NAN, NAN};

	result_begin(&row, fcinfo);
	coverage = coverage_argument(fcinfo, 2);
	scorer = get_scorer(fcinfo);
	judgment_places_fill(&scorer->places, PG_GETARG_JUDGMENTS(1), scorer->object);
	prediction = predict_object(scorer, &known);
	sd = isnan(prediction) ? NAN : sqrt(scorer->parts.fit.forecast);
	if (!isnan(sd))
		interval = measured_interval(&scorer->parts.measured, &scorer->parts.fit.link, prediction, sd,
									 true, coverage);
	result_number(&row, prediction);
	result_number(&row, sd);
	result_number(&row, interval.low);
	result_number(&row, interval.high);
	result_number(&row, NAN);
	result_int32(&row, known);
	result_put(&row);
	return (Datum) 0;
}
