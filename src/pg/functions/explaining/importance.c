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
	double		part;			/* standard deviation of what it adds to predictions */
	uint32		look;
} RankedLook;

/* Sorts looks by their parts, largest first; equal parts keep the order of the looks. */
static int
compare_importance(const void *a, const void *b)
{
	const RankedLook *one = a;
	const RankedLook *other = b;

	if (one->part != other->part)
		return one->part > other->part ? -1 : 1;
	return one->look < other->look ? -1 : 1;
}

Datum
aer_importance(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	ModelParts	parts;
	const Looks *looks = &parts.columns.looks;
	RankedLook *sorted;
	double		largest;
	double		squares = 0;
	BarScale	scale = {0};

	result_begin(&row, fcinfo);
	explanation_model(PG_GETARG_DATUM(0), "aer_importance", &parts);
	sorted = WORK_ARRAY(kernel_work(), looks->n, RankedLook);
	for (uint32 l = 0; l < looks->n; l++)
		sorted[l] = (RankedLook) {parts.fit.facts.part[looks_first(looks, l)], l};
	qsort(sorted, looks->n, sizeof(RankedLook), compare_importance);
	/* divided by the largest, because its square may overflow */
	largest = sorted[0].part;
	bar_scale_extend(&scale, largest);
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
		result_text(&row, bar_text(&scale, sorted[l].part));
		result_put(&row);
	}
	return (Datum) 0;
}
