/*
 * importance.c
 *		aer_importance: how much each column, and each pair of them, makes of the
 *		predictions.
 */
#include "pg/functions/explaining/told.h"

#include "miscadmin.h"
#include "pg/kernel_call.h"

PG_FUNCTION_INFO_V1(aer_importance);

/* The largest first, else as they come. */
typedef struct Weighty
{
	double		part;
	uint32		look;
} Weighty;

static int
compare(const void *a, const void *b)
{
	const Weighty *one = a;
	const Weighty *other = b;

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
	Weighty    *sorted;
	double		largest;
	double		squares = 0;
	BarScale	scale = {0};

	result_begin(&row, fcinfo);
	told_model(PG_GETARG_DATUM(0), "aer_importance", &parts);
	sorted = WORK_ARRAY(kernel_work(), looks->n, Weighty);
	for (uint32 l = 0; l < looks->n; l++)
		sorted[l] = (Weighty) {parts.fit.facts.part[looks_first(looks, l)], l};
	qsort(sorted, looks->n, sizeof(Weighty), compare);
	/* divided by the largest, whose square a double may not hold */
	largest = sorted[0].part;
	bar_scale_take(&scale, largest);
	for (uint32 l = 0; l < looks->n && largest > 0; l++)
		squares += (sorted[l].part / largest) * (sorted[l].part / largest);
	for (uint32 l = 0; l < looks->n; l++)
	{
		double		ratio = largest > 0 ? sorted[l].part / largest : 0;
		uint32		first = looks_first(looks, sorted[l].look);

		CHECK_FOR_INTERRUPTS();
		result_text(&row, told_name(&parts, sorted[l].look));
		result_number(&row, sorted[l].part);
		result_number(&row, squares > 0 ? ratio * ratio / squares : NAN);
		result_number(&row, parts.fit.drop ? parts.fit.drop[first] : NAN);
		told_pair(&row, &parts, sorted[l].look);
		result_text(&row, told_bar(&scale, sorted[l].part));
		result_put(&row);
	}
	return (Datum) 0;
}
