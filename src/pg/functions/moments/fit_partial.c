/*
 * fit_partial.c
 *		aer_fit_partial: from moments to a model that predicts from any known
 *		attributes.
 */
#include "pg/aer.h"

#include "kernel/spending/partial_fit.h"
#include "pg/functions/moments/moments_fit.h"
#include "pg/functions/moments/acquisition_costs.h"
#include "pg/kernel_call.h"

PG_FUNCTION_INFO_V1(aer_fit_partial);

/* All attributes known: the weights of a plain linear model. */
static void
set_weights(ModelParts *parts, const PartialModel *model)
{
	Predictor	predictor;
	bool	   *known = kernel_memory(sizeof(bool) * parts->d);
	double	   *weight = kernel_memory(sizeof(double) * parts->d);

	memset(known, true, sizeof(bool) * parts->d);
	predictor_init(&predictor, kernel_memory(predictor_size(model)), model);
	moments_fit_check_status(predictor_solve(&predictor, known));
	moments_fit_check_status(predictor_restrict(&predictor, weight, &parts->intercept, &parts->link));
	parts->weight = weight;
}

static AerModel *
make_model(const RowMoments *object, const double *words, size_t count)
{
	ModelParts	parts;
	PartialModel model;
	StringInfoData text;

	if (!partial_model_view(&model, words, count))
		moments_fit_check_status(KERNEL_SINGULAR);
	initStringInfo(&text);
	appendStringInfoString(&text, "{\"learner\": \"moment partial\"");
	moments_fit_append(&text, "lambda", model.head.lambda);
	appendStringInfo(&text, ", \"units\": \"%s\", \"design\": %s}",
					 object->own_units ? "own" : "common",
					 object->design[0] ? object->design : "null");

	moments_fit_parts(object, &parts);
	set_weights(&parts, &model);
	parts.learner = text.data;
	parts.expected_mse = model.head.forecast;
	parts.expected_se = model.head.forecast_se;
	parts.partial = model.centre;
	parts.npartial = MODEL_PARTIAL_ARRAYS + model.factors.rank;
	parts.partial_head = model.head;
	return model_pack(&parts, ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE);
}

Datum
aer_fit_partial(PG_FUNCTION_ARGS)
{
	RowMoments *object;
	AcquisitionCosts costs;
	SpendingOptions *options = &costs.spending;
	void	   *scratch;
	double	   *words;
	size_t		count;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	object = PG_GETARG_ROW_MOMENTS(0, "aer_fit_partial");
	moments_fit_check(object);
	moments_fit_refuse_high_dimensional(object, "aer_fit_partial");
	acquisition_costs(object, &costs);
	options->lambda = moments_fit_number(fcinfo, 1, "lambda", true, NAN);
	scratch = kernel_memory(partial_fit_scratch(object->d, object->folds));
	words = kernel_memory(partial_fit_words(object->d) * sizeof(double));
	moments_fit_check_status(partial_fit(&object->moments, options, scratch, words, &count,
										 kernel_poll));
	pfree(scratch);
	moments_fit_warn(object);
	PG_RETURN_POINTER(make_model(object, words, count));
}
