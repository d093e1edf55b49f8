/*
 * restrict.c
 *		aer_restrict: of a model that predicts from any known attributes the
 *		plain linear one of some of them.
 */
#include "pg/functions/scoring/observed_subset.h"
#include "pg/functions/spending/listed_looks.h"
#include "pg/kernel_call.h"

PG_FUNCTION_INFO_V1(aer_restrict);

/*
 * Only what is listed stands in the model, so that it finds its attributes in
 * rows that have no others.  Attributes of arrays are where they are.
 */
static void
keep_listed(ModelParts *parts, const LookNames *names, const bool *listed)
{
	double	   *weight = kernel_memory(sizeof(double) * parts->d);
	char	  **name = palloc_array(char *, parts->d);
	AttributeType *type = palloc_array(AttributeType, parts->d);
	uint32		n = 0;

	for (uint32 l = 0; l < names->looks.n; l++)
		for (uint32 i = looks_first(&names->looks, l); listed[l] && i < looks_first(&names->looks, l + 1); i++)
		{
			weight[n] = parts->weight[i];
			name[n] = parts->name[i];
			type[n++] = parts->type[i];
		}
	if (n == 0)
		return;
	parts->d = n;
	parts->weight = weight;
	parts->name = name;
	parts->type = type;
}

Datum
aer_restrict(PG_FUNCTION_ARGS)
{
	ModelParts	parts;
	LookNames	names;
	ObservedSubset *set;
	bool	   *listed;
	bool	   *null;
	uint32		k = 0;

	model_unpack(PG_GETARG_MODEL(0), &parts);
	if (parts.partial == NULL)
		refuse_plain_model();
	names = look_names(parts.d, parts.name, parts.type);
	listed = kernel_memory(sizeof(bool) * names.looks.n);
	listed_looks(fcinfo, 1, "attributes", &names, listed);

	set = observed_subset_create(&parts);
	null = kernel_memory(sizeof(bool) * parts.d);
	for (uint32 l = 0; l < names.looks.n; l++)
		for (; k < set->n && set->attribute[k] < looks_first(&names.looks, l + 1); k++)
			null[k] = !listed[l];
	observed_subset_take(set, null);

	parts.weight = set->plain->weight;
	parts.intercept = set->plain->intercept;
	parts.link = set->plain->link;
	/* how the set came about, only who chose it knows */
	model_parts_forget_forecast(&parts);
	parts.partial = NULL;
	parts.facts = (ModelFacts) {NULL};
	if (parts.name != NULL)
		keep_listed(&parts, &names, listed);
	PG_RETURN_POINTER(model_pack(&parts, ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE));
}
