/*
 * loss.c
 *		What is said of a model that is worth nothing.
 */
#include "pg/functions/training/loss.h"

#include "pg/options/arguments.h"
#include "pg/options/options.h"

#define MOMENTS_HINT "collect moments: aer_fit_ridge(aer_moments(...))."

static const char *
remedy(const LearnerOptions *options)
{
	if (options->units != LEARNER_UNITS_OWN)
		return "Measure attributes and target in their own units, units => 'own', or " MOMENTS_HINT;
	if (options->length != LENGTH_SEEN)
		return "Let the rows say how long the weights should be, length => 'as seen', or " MOMENTS_HINT;
	return "If the rows change with time, train on the latest; else " MOMENTS_HINT;
}

/*
 * A final function is called for each group, and in a window, where nothing is
 * said, for each row.
 */
void
warn_of_loss(FunctionCallInfo fcinfo, const AerModel *model)
{
	ModelParts	parts;
	LearnerOptions *options;
	Datum		learner;

	if (CALL_CACHE(fcinfo) != NULL || AggCheckCallContext(fcinfo, NULL) != AGG_CONTEXT_AGGREGATE)
		return;
	model_unpack(model, &parts);
	if (!loss_is_worse(&parts.loss))
		return;
	learner = DirectFunctionCall1(jsonb_in, CStringGetDatum(parts.learner));
	options = options_parse(DatumGetJsonbP(learner));
	ereport(WARNING,
			(errmsg("the model is worse than predicting the mean"),
			 errdetail("On rows not yet learned from, its mean squared error is %g, that of the mean target %g.",
					   parts.loss.mse, parts.loss.mean_mse),
			 errhint("%s", remedy(options))));
	call_cache_keep(fcinfo, call_cache_create(call_cache_context(fcinfo), sizeof(CallCache)));
}
