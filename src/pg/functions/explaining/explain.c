/*
 * explain.c
 *		What each column of one row adds to its prediction.
 */
#include "pg/functions/explaining/told.h"

#include "funcapi.h"
#include "pg/functions/scoring/scorer.h"

static void
put(ReturnSetInfo *result, Datum name, int place, double effect)
{
	Datum		value[3] = {name, Int32GetDatum(place), Float8GetDatum(effect)};
	bool		null[3] = {name == 0, name == 0, false};

	tuplestore_putvalues(result->setResult, result->setDesc, value, null);
}

/*
 * A row for each look that is known, with its name and first attribute, and one without
 * a name for the prediction where all these are at their means.
 */
static Datum
effects(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	ToldModel	told;
	ScoreTerms	terms;
	Scorer	   *scorer;
	double		mean;

	InitMaterializedSRF(fcinfo, 0);
	told_model(PG_GETARG_DATUM(0), "aer_explain", false, &told);
	scorer = scorer_create(CurrentMemoryContext, PG_GETARG_DATUM(0), kind, NULL, NULL);
	scorer_open(scorer, PG_GETARG_DATUM(1));
	scorer_terms(scorer, &terms);
	mean = terms.intercept;
	for (uint32 l = 0, k = 0; l < told.names.looks.n; l++)
	{
		uint32		first = looks_first(&told.names.looks, l);
		uint32		end = looks_first(&told.names.looks, l + 1);
		bool		known = terms.known == NULL || terms.known[l];
		double		effect = 0;
		uint32		before = k;

		for (; k < terms.n && terms.attribute[k] < end; k++)
		{
			uint32		i = terms.attribute[k];

			if (!known)
				continue;
			effect += terms.weight[i] * (terms.value[k] - told.parts.facts.mean[i]);
			mean += terms.weight[i] * told.parts.facts.mean[i];
		}
		if (k > before && known)
			put(result, told_name(&told, l), first + 1, effect);
	}
	put(result, 0, 0, mean);
	return (Datum) 0;
}

FUNCTIONS_OF_KINDS(aer_effects, effects(fcinfo, kind))
