/*
 * observed_subset.c
 *		A model that predicts from any known attributes, restricted to those of a row.
 */
#include "pg/functions/scoring/observed_subset.h"

#include "kernel/spending/search.h"
#include "pg/kernel_call.h"

void
refuse_plain_model(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("the model cannot predict from only some of its attributes"),
			 errdetail("Models of moments with named attributes can. Streaming models and those that aer_trim() returns cannot."),
			 errhint("Train with aer_learn(), or with aer_train() and a design; for arrays, use aer_fit_ridge(moments, partial => true).")));
}

pg_noreturn static void
refuse_singular(const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("the prediction from the known attributes of a row cannot be computed"),
			 errdetail("%s", detail),
			 errhint("Fit it with a larger \"lambda\".")));
}

static void
raise_singular(Status status)
{
	refuse_singular("Their covariance matrix is numerically singular.");
}

/* Returns true if the look has a weight, or informs about a look that has one. */
static bool
is_useful(const ObservedSubset *subset, const ModelParts *parts, uint32 look)
{
	const Coordinates *coordinates = &subset->columns->coordinates;

	for (uint32 o = 0; o < parts->fit.outputs; o++)
	{
		const double *weight = parts->fit.output[o].weight;

		for (uint32 i = looks_first(&subset->looks, look); i < looks_first(&subset->looks, look + 1); i++)
			if (weight[i] != 0)
				return true;
		for (uint32 k = coordinates->first[look]; k < coordinates->first[look + 1]; k++)
			if (factors_live(&subset->columns->model[o].factors, k))
				return true;
	}
	return false;
}

ObservedSubset *
observed_subset_create(const ModelParts *parts)
{
	Work	   *work = kernel_work();
	ObservedSubset *subset = WORK_ARRAY(work, 1, ObservedSubset);
	double	   *weight;

	subset->columns = model_predictor(parts);
	subset->looks = subset->columns->coordinates.columns.looks;
	subset->attribute = WORK_ARRAY(work, parts->fit.d, uint32);
	subset->value = WORK_ARRAY(work, parts->fit.d, double);
	subset->output = WORK_ARRAY(work, parts->fit.outputs, Output);
	weight = WORK_ARRAY(work, (Size) parts->fit.outputs * parts->fit.d, double);
	for (uint32 o = 0; o < parts->fit.outputs; o++)
		subset->output[o].weight = weight + (Size) o * parts->fit.d;
	subset->useful = WORK_ARRAY(work, subset->looks.n, bool);
	subset->known = WORK_ARRAY(work, subset->looks.n, bool);
	subset->solved_known = WORK_ARRAY(work, subset->looks.n, bool);
	for (uint32 l = 0; l < subset->looks.n; l++)
	{
		subset->useful[l] = is_useful(subset, parts, l);
		if (!subset->useful[l])
			continue;
		subset->all.looks += l < subset->looks.bought ? 1 : 0;
		for (uint32 i = looks_first(&subset->looks, l); i < looks_first(&subset->looks, l + 1); i++)
			subset->attribute[subset->n++] = i;
	}
	subset->all.output = parts->fit.output;
	subset->all.link = parts->fit.link;
	subset->all.classes = parts->fit.combiner;
	subset->work = kernel_work_raising(raise_singular);
	subset->solved_work = work_begin(subset->work);
	subset->solved.output = subset->output;
	observed_subset_select(subset, NULL);
	return subset;
}

/* An array may have only some attributes of a look: then the look counts as missing. */
static void
find_known_looks(ObservedSubset *subset, const bool *null)
{
	for (uint32 k = 0, look = 0; k < subset->n; k++)
	{
		while (subset->attribute[k] >= looks_first(&subset->looks, look + 1))
			look++;
		if (subset->attribute[k] == looks_first(&subset->looks, look))
			subset->known[look] = true;
		if (null && null[k])
			subset->known[look] = false;
	}
}

static void
select_all(ObservedSubset *subset)
{
	if (!subset->complete)
		find_known_looks(subset, NULL);
	subset->complete = true;
	subset->plain = &subset->all;
}

static void
solve_for_known(ObservedSubset *subset)
{
	column_predictor_set(subset->columns, subset->known, subset->value);
	if (column_predictor_solve(subset->columns) != KERNEL_OK)
		refuse_singular("Their covariance matrix is numerically singular.");
}

/* Combines several outputs, solved for the known looks. */
static void
combine_known(ObservedSubset *subset)
{
	work_end(subset->solved_work);
	subset->solved_work = work_begin(subset->work);
	class_model_known(subset->solved_work, &subset->all.classes, subset->columns,
					  &subset->solved.classes);
}

/* Finds the plain model of the known looks, unless the last incomplete row had the same. */
static void
restrict_to_known(ObservedSubset *subset)
{
	if (subset->has_solved &&
		memcmp(subset->known, subset->solved_known, sizeof(bool) * subset->looks.n) == 0)
		return;
	subset->has_solved = false;
	solve_for_known(subset);
	if (column_predictor_restrict(subset->columns, subset->output) != KERNEL_OK)
		refuse_singular("One of their weights is not a finite number.");
	if (subset->columns->outputs > 1)
		combine_known(subset);
	subset->solved.link = subset->columns->outputs > 1 ? subset->all.link : subset->output[0].link;
	subset->solved.looks = 0;
	for (uint32 l = 0; l < subset->looks.bought; l++)
		subset->solved.looks += subset->known[l];
	memcpy(subset->solved_known, subset->known, sizeof(bool) * subset->looks.n);
	subset->has_solved = true;
}

void
observed_subset_select(ObservedSubset *subset, const bool *null)
{
	bool		any = false;

	for (uint32 k = 0; null && k < subset->n && !any; k++)
		any = null[k];
	if (!any)
	{
		select_all(subset);
		return;
	}
	find_known_looks(subset, null);
	subset->complete = false;
	subset->plain = &subset->solved;
	restrict_to_known(subset);
}

void
observed_subset_set_values(ObservedSubset *subset, const double *value)
{
	for (uint32 k = 0; k < subset->n; k++)
		subset->value[subset->attribute[k]] = value[k];
	solve_for_known(subset);
}

uint32 *
observed_subset_order(ObservedSubset *subset)
{
	Work	   *work = kernel_work();
	ColumnPredictor *columns = subset->columns;
	uint32		looks = subset->looks.bought;
	int64	   *cost = WORK_ARRAY(work, looks, int64);
	uint32	   *order = WORK_ARRAY(work, looks, uint32);
	Prices		prices = {.looks = looks,.cost = cost};
	Search		search;

	for (uint32 l = 0; l < looks; l++)
		cost[l] = 1;
	search_init(work, &search, columns->outputs, coordinates_count(&columns->coordinates),
				&columns->coordinates.looks, &prices);
	for (uint32 o = 0; o < columns->outputs; o++)
		search.factors[o] = &columns->model[o].factors;
	search_run(&search, NULL, NO_BUDGET, looks);
	for (uint32 l = 0; l < looks; l++)
		order[l] = l < search.steps ? search.path[l].look : NO_LOOK;
	return order;
}
