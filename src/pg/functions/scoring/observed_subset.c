/*
 * observed_subset.c
 *		A model that predicts from whatever is known, as the plain linear one of what a
 *		row has.
 */
#include "pg/functions/scoring/observed_subset.h"

#include "pg/kernel_call.h"

void
refuse_plain_model(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("the model is not one that predicts from whatever is known"),
			 errdetail("Models that aer_fit_ridge() and aer_train() make from moments of named attributes are; streaming models, and those that aer_trim() returns, are not."),
			 errhint("aer_learn() makes one, and so does aer_train() by a design; of arrays aer_fit_ridge(moments, partial => true).")));
}

/* Does a look at these attributes tell anything? */
static bool
is_of_use(const ObservedSubset *set, const ModelParts *parts, uint32 look)
{
	const Coordinates *coordinates = &set->columns->coordinates;

	for (uint32 o = 0; o < parts->fit.outputs; o++)
	{
		const double *weight = parts->fit.output[o].weight;

		for (uint32 i = looks_first(&set->looks, look); i < looks_first(&set->looks, look + 1); i++)
			if (weight[i] != 0)
				return true;
		for (uint32 k = coordinates->first[look]; k < coordinates->first[look + 1]; k++)
			if (factors_live(&set->columns->model[o].factors, k))
				return true;
	}
	return false;
}

ObservedSubset *
observed_subset_create(const ModelParts *parts)
{
	Work	   *work = kernel_work();
	ObservedSubset *set = WORK_ARRAY(work, 1, ObservedSubset);
	double	   *weight;

	set->columns = model_predictor(parts);
	set->looks = set->columns->coordinates.columns.looks;
	set->attribute = WORK_ARRAY(work, parts->fit.d, uint32);
	set->filled = WORK_ARRAY(work, parts->fit.d, double);
	set->output = WORK_ARRAY(work, parts->fit.outputs, Output);
	weight = WORK_ARRAY(work, (Size) parts->fit.outputs * parts->fit.d, double);
	for (uint32 o = 0; o < parts->fit.outputs; o++)
		set->output[o].weight = weight + (Size) o * parts->fit.d;
	set->of_use = WORK_ARRAY(work, set->looks.n, bool);
	set->known = WORK_ARRAY(work, set->looks.n, bool);
	set->solved_known = WORK_ARRAY(work, set->looks.n, bool);
	for (uint32 l = 0; l < set->looks.n; l++)
	{
		set->of_use[l] = is_of_use(set, parts, l);
		if (!set->of_use[l])
			continue;
		set->all.looks += l < set->looks.bought ? 1 : 0;
		for (uint32 i = looks_first(&set->looks, l); i < looks_first(&set->looks, l + 1); i++)
			set->attribute[set->n++] = i;
	}
	set->all.output = parts->fit.output;
	set->all.link = parts->fit.link;
	set->solved.output = set->output;
	observed_subset_take_all(set);
	return set;
}

/* A look is known if all of it is: an array may have some of its attributes. */
static void
take_looks(ObservedSubset *set, const bool *null)
{
	for (uint32 k = 0, look = 0; k < set->n; k++)
	{
		while (set->attribute[k] >= looks_first(&set->looks, look + 1))
			look++;
		if (set->attribute[k] == looks_first(&set->looks, look))
			set->known[look] = true;
		if (null && null[k])
			set->known[look] = false;
	}
}

void
observed_subset_take_all(ObservedSubset *set)
{
	if (!set->complete)
		take_looks(set, NULL);
	set->complete = true;
	set->plain = &set->all;
}

/* The predictor's weights for the set at hand. */
static void
solve(ObservedSubset *set)
{
	column_predictor_set(set->columns, set->known, set->filled);
	if (column_predictor_solve(set->columns) != KERNEL_OK)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("the model cannot be solved for the attributes of a row"),
				 errdetail("Their covariance matrix is numerically singular."),
				 errhint("Fit it with a larger \"lambda\".")));
}

void
observed_subset_take(ObservedSubset *set, const bool *null)
{
	bool		any = false;

	for (uint32 k = 0; k < set->n && !any; k++)
		any = null[k];
	if (!any)
	{
		observed_subset_take_all(set);
		return;
	}
	take_looks(set, null);
	set->complete = false;
	set->plain = &set->solved;
	if (set->any_solved && memcmp(set->known, set->solved_known, sizeof(bool) * set->looks.n) == 0)
		return;
	set->any_solved = false;
	solve(set);
	if (column_predictor_restrict(set->columns, set->output) != KERNEL_OK)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("the model cannot be solved for the attributes of a row"),
				 errdetail("A weight of theirs is no finite number."),
				 errhint("Fit it with a larger \"lambda\".")));
	set->solved.link = set->columns->outputs > 1 ? set->all.link : set->output[0].link;
	set->solved.looks = 0;
	for (uint32 l = 0; l < set->looks.bought; l++)
		set->solved.looks += set->known[l];
	memcpy(set->solved_known, set->known, sizeof(bool) * set->looks.n);
	set->any_solved = true;
}

void
observed_subset_fill(ObservedSubset *set, const double *value)
{
	for (uint32 k = 0; k < set->n; k++)
		set->filled[set->attribute[k]] = value[k];
	solve(set);
}
