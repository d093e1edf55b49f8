/*
 * restrict.c
 *		aer_restrict: the plain linear model of some attributes, from a model that predicts from
 *		any known attributes.
 */
#include "pg/functions/scoring/observed_subset.h"
#include "pg/functions/spending/listed_looks.h"
#include "pg/kernel_call.h"

PG_FUNCTION_INFO_V1(aer_restrict);

/* Keeps only the listed columns in the model, so that it can score rows without the others. */
static void
keep_listed(ModelParts *parts, const bool *listed)
{
	const Looks *looks = &parts->columns.looks;
	double	   *weight;
	uint32		d = 0;

	for (uint32 l = 0; l < looks->n; l++)
		d += listed[l] ? looks_size(looks, l) : 0;
	if (d == 0)
		return;
	weight = WORK_ARRAY(kernel_work(), (Size) parts->fit.outputs * d, double);
	for (uint32 k = 0; k < parts->fit.outputs; k++)
	{
		Output	   *output = &parts->fit.output[k];
		const double *from = output->weight;

		output->weight = weight;
		for (uint32 l = 0; l < looks->n; l++)
			for (uint32 i = looks_first(looks, l); listed[l] && i < looks_first(looks, l + 1); i++)
				*weight++ = from[i];
	}
	parts->fit.d = d;
	parts->columns = columns_some(kernel_work(), &parts->columns, listed, false);
}

Datum
aer_restrict(PG_FUNCTION_ARGS)
{
	ModelParts	parts;
	const Looks *looks = &parts.columns.looks;
	Work	   *work = kernel_work();
	ObservedSubset *subset;
	bool	   *listed;
	bool	   *null;
	uint32		k = 0;

	model_unpack_any(PG_GETARG_MODEL(0), &parts);
	if (parts.fit.known == NULL)
		refuse_plain_model();
	listed = WORK_ARRAY(work, looks->n, bool);
	listed_looks(fcinfo, 1, "attributes", &parts.columns, listed);

	subset = observed_subset_create(&parts);
	null = WORK_ARRAY(work, parts.fit.d, bool);
	for (uint32 l = 0; l < looks->n; l++)
		for (; k < subset->n && subset->attribute[k] < looks_first(looks, l + 1); k++)
			null[k] = !listed[l];
	observed_subset_select(subset, null);

	for (uint32 o = 0; o < parts.fit.outputs; o++)
	{
		parts.fit.output[o].weight = subset->plain->output[o].weight;
		parts.fit.output[o].intercept = subset->plain->output[o].intercept;
		parts.fit.output[o].error = NULL;
	}
	parts.fit.link = subset->plain->link;
	parts.fit.combiner = subset->plain->classes;
	/* if the attributes were chosen by the same rows, the reported errors are too small */
	model_parts_forget_errors(&parts);
	model_parts_forget_known(&parts);
	parts.fit.facts = (ColumnFacts) {NULL};
	parts.fit.drop = NULL;
	/* attributes of arrays keep their numbers */
	if (parts.columns.column != NULL)
		keep_listed(&parts, listed);
	PG_RETURN_POINTER(model_pack(&parts, ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE));
}
