/*
 * predict_judgments.c
 *		aer_predict(model, judgments): the prediction for one object from its mean judgments.
 */
#include "pg/arguments.h"
#include "pg/functions/judgments/judgment_places.h"
#include "pg/options/attribute_name.h"
#include "pg/values/model.h"

PG_FUNCTION_INFO_V1(aer_predict_judgments);

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

/* Returns NULL if an attribute with a weight was not judged. */
Datum
aer_predict_judgments(PG_FUNCTION_ARGS)
{
	JudgmentScorer *scorer = get_scorer(fcinfo);
	const ModelParts *parts = &scorer->parts;
	const Output *output = &parts->fit.output[0];
	double		prediction = output->intercept;

	judgment_places_fill(&scorer->places, PG_GETARG_JUDGMENTS(1), scorer->object);
	for (uint32 a = 0; a < parts->fit.d; a++)
	{
		if (output->weight[a] == 0)
			continue;
		if (scorer->object[a].count == 0)
			PG_RETURN_NULL();
		prediction += output->weight[a] * scorer->object[a].mean;
	}
	PG_RETURN_FLOAT8(link_expect(&parts->fit.link, prediction));
}
