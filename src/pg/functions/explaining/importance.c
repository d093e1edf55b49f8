/*
 * importance.c
 *		aer_importance: how much each column and each interaction contributes to the
 *		predictions.
 */
#include "pg/functions/explaining/explanation.h"

#include "miscadmin.h"
#include "pg/kernel_call.h"
#include "pg/options/attribute_name.h"

PG_FUNCTION_INFO_V1(aer_importance);

typedef struct RankedLook
{
	double		rank;			/* drop in r2 if it is known for all looks, else part */
	double		part;			/* standard deviation of what it adds to predictions */
	uint32		look;
} RankedLook;

/* Sorts looks by rank and then by part, largest first; the order of equal looks stays. */
static int
compare_importance(const void *a, const void *b)
{
	const RankedLook *one = a;
	const RankedLook *other = b;

	if (one->rank != other->rank)
		return one->rank > other->rank ? -1 : 1;
	if (one->part != other->part)
		return one->part > other->part ? -1 : 1;
	return one->look < other->look ? -1 : 1;
}

/* Returns true if the drop in r2 without a look is known for all looks. */
static bool
knows_drops(const Fit *fit, const Looks *looks)
{
	for (uint32 l = 0; fit->drop && l < looks->n; l++)
		if (isnan(fit->drop[looks_first(looks, l)]))
			return false;
	return fit->drop != NULL;
}

Datum
aer_importance(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	ModelParts	parts;
	const Looks *looks = &parts.columns.looks;
	RankedLook *sorted;
	bool		by_drop;
	double		largest = 0;
	double		squares = 0;
	BarScale	scale = {0};

	result_begin(&row, fcinfo);
	explanation_model(PG_GETARG_DATUM(0), "aer_importance", &parts);
	by_drop = knows_drops(&parts.fit, looks);
	sorted = WORK_ARRAY(kernel_work(), looks->n, RankedLook);
	for (uint32 l = 0; l < looks->n; l++)
	{
		uint32		first = looks_first(looks, l);
		double		part = parts.fit.facts.part[first];

		sorted[l] = (RankedLook) {by_drop ? parts.fit.drop[first] : part, part, l};
		largest = Max(largest, part);
	}
	qsort(sorted, looks->n, sizeof(RankedLook), compare_importance);
	bar_scale_extend(&scale, sorted[0].rank);
	/* divided by the largest, because its square may overflow */
	for (uint32 l = 0; l < looks->n && largest > 0; l++)
		squares += (sorted[l].part / largest) * (sorted[l].part / largest);
	for (uint32 l = 0; l < looks->n; l++)
	{
		double		ratio = largest > 0 ? sorted[l].part / largest : 0;
		uint32		first = looks_first(looks, sorted[l].look);

		CHECK_FOR_INTERRUPTS();
		result_text(&row, look_label(&parts.columns, sorted[l].look));
		result_number(&row, parts.fit.drop ? parts.fit.drop[first] : NAN);
		result_number(&row, squares > 0 ? ratio * ratio / squares : NAN);
		result_number(&row, sorted[l].part);
		explanation_pair(&row, &parts, sorted[l].look);
		result_text(&row, bar_text(&scale, Max(sorted[l].rank, 0)));
		result_put(&row);
	}
	return (Datum) 0;
}
