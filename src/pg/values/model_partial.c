/*
 * model_partial.c
 *		The part of a model that predicts from any known attributes.
 */
#include "pg/values/model_partial.h"

#include "pg/kernel_call.h"
#include "pg/values/form.h"
#include "pg/values/model_form.h"

#define FIELD(name) {#name, offsetof(PartialHead, name)}

const PartialField model_partial_fields[] = {
	FIELD(y_mean),
	FIELD(y_variance),
	FIELD(lambda),
	FIELD(length),
	FIELD(error),
	FIELD(gap),
	FIELD(spread),
	FIELD(slope),
	FIELD(offset),
};

const int	model_partial_field_count = lengthof(model_partial_fields);

StaticAssertDecl(sizeof(ModelPartialForm) == lengthof(model_partial_fields) * sizeof(double),
				 "a number of ModelPartialForm is not in the table of what is stored");

/* Centre, metric, covariances with the target, and what L leaves of variances. */
#define VECTORS_BESIDE_L 4

static uint32
rank_of(const ModelParts *parts)
{
	return (uint32) ((const PartialHead *) parts->partial)->rank;
}

/* They begin with the first array. */
static double *
numbers_of(const ModelParts *parts)
{
	PartialArrays arrays;

	partial_model_arrays((double *) parts->partial, parts->d, rank_of(parts), &arrays);
	return arrays.centre;
}

const double *
model_partial_numbers(const ModelParts *parts)
{
	return numbers_of(parts);
}

uint32
model_partial_vectors(const ModelParts *parts)
{
	return VECTORS_BESIDE_L + rank_of(parts);
}

double *
model_partial_make(ModelParts *parts, uint32 vectors, int sqlstate)
{
	uint32		rank = vectors - VECTORS_BESIDE_L;
	PartialHead *head;

	if (parts->d == 0 || vectors < VECTORS_BESIDE_L || rank > PARTIAL_RANK)
		form_malformed("aer_model", sqlstate, "A partial model has no %u vectors of %u numbers.",
					   vectors, parts->d);
	head = kernel_memory(partial_model_words(parts->d, rank) * sizeof(double));
	*head = (PartialHead)
	{
		.d = parts->d, .rank = rank, .rows = parts->state.rows,
			.low = parts->link.low, .high = parts->link.high,
			.two_valued = parts->link.two_valued, .linked = parts->link.logistic,
			.forecast = parts->expected_mse, .forecast_se = parts->expected_se
	};
	parts->partial = (double *) head;
	return numbers_of(parts);
}

double *
model_partial_field(const ModelParts *parts, int field)
{
	return (double *) ((char *) parts->partial + model_partial_fields[field].offset);
}

void
model_partial_put(const ModelParts *parts, double *form)
{
	for (int i = 0; i < model_partial_field_count; i++)
		form[i] = *model_partial_field(parts, i);
}

void
model_partial_get(ModelParts *parts, uint32 vectors, const double *form)
{
	double	   *number = model_partial_make(parts, vectors, ERRCODE_DATA_CORRUPTED);

	for (int i = 0; i < model_partial_field_count; i++)
		*model_partial_field(parts, i) = form[i];
	memcpy(number, form + model_partial_field_count, sizeof(double) * parts->d * vectors);
}

static bool
view(const ModelParts *parts, PartialModel *model)
{
	return ((const PartialHead *) parts->partial)->d == parts->d &&
		partial_model_view(model, parts->partial, partial_model_words(parts->d, rank_of(parts)));
}

void
model_partial_check(const ModelParts *parts, int sqlstate)
{
	PartialModel model;

	if (parts->nvectors > 0)
		form_malformed("aer_model", sqlstate, "A partial model cannot be continued.");
	if (!view(parts, &model))
		form_malformed("aer_model", sqlstate, "A number of its partial model is impossible.");
}

void
model_partial_view(const ModelParts *parts, PartialModel *model)
{
	if (!view(parts, model))
		form_malformed("aer_model", ERRCODE_DATA_CORRUPTED,
					   "A number of its partial model is impossible.");
}
