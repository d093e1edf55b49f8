/*
 * observed_subset.c
 *		A partial model as the plain linear one of what a row has.
 */
#include "pg/functions/scoring/observed_subset.h"

#include "pg/kernel_call.h"

void
refuse_plain_model(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("the model is not one that predicts from any known attributes"),
			 errhint("Fit one to moments by aer_fit_partial().")));
}

ObservedSubset *
observed_subset_create(const ModelParts *parts)
{
	ObservedSubset   *set = palloc0(sizeof(ObservedSubset));

	model_view_partial(parts, &set->model);
	predictor_init(&set->predictor, kernel_memory(predictor_size(&set->model)), &set->model);
	set->looks = row_looks(parts->d, parts->name, parts->type);
	set->attribute = kernel_memory(sizeof(uint32) * parts->d);
	set->present = kernel_memory(sizeof(uint32) * parts->d);
	set->known = kernel_memory(sizeof(bool) * parts->d);
	set->filled = kernel_memory(sizeof(double) * parts->d);
	set->weight = kernel_memory(sizeof(double) * parts->d);
	memset(set->known, 0, sizeof(bool) * parts->d);
	memset(set->filled, 0, sizeof(double) * parts->d);
	for (uint32 i = 0; i < parts->d; i++)
		if (factors_live(&set->model.factors, i))
			set->attribute[set->n++] = i;
	return set;
}

void
observed_subset_take(ObservedSubset *set, const bool *null)
{
	bool		same = set->solved;
	uint32		n = 0;

	for (uint32 k = 0; k < set->n; k++)
	{
		bool	   *known = &set->known[set->attribute[k]];

		same &= *known == !null[k];
		*known = !null[k];
	}
	if (same)
		return;
	set->solved = false;
	if (predictor_solve(&set->predictor, set->known) != KERNEL_OK ||
		predictor_restrict(&set->predictor, set->weight, &set->intercept, &set->link) != KERNEL_OK)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("the model cannot be solved for the attributes of a row"),
				 errdetail("Their covariance matrix is numerically singular."),
				 errhint("Fit it with a larger \"lambda\".")));
	for (uint32 k = 0; k < set->n; k++)
		if (!null[k])
			set->present[n++] = set->attribute[k];
	set->found = looks_taken(&set->looks, set->present, n);
	set->solved = true;
}

void
observed_subset_fill(ObservedSubset *set, const double *value)
{
	for (uint32 k = 0; k < set->n; k++)
		set->filled[set->attribute[k]] = value[k];
}
