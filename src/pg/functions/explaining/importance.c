/*
 * importance.c
 *		aer_importance: how much each column, and each pair of them, makes of the
 *		predictions.
 */
#include "pg/functions/explaining/told.h"

#include "funcapi.h"
#include "miscadmin.h"
#include "pg/kernel_call.h"
#include "pg/numbers.h"

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
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	ModelParts	parts;
	const Looks *looks = &parts.columns.looks;
	Weighty    *sorted;
	double		largest;
	double		squares = 0;
	BarScale	scale = {0};

	InitMaterializedSRF(fcinfo, 0);
	told_model(PG_GETARG_DATUM(0), "aer_importance", &parts);
	sorted = WORK_ARRAY(kernel_work(), looks->n, Weighty);
	for (uint32 l = 0; l < looks->n; l++)
		sorted[l] = (Weighty) {parts.facts.part[looks_first(looks, l)], l};
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
		Datum		value[7];
		bool		null[7] = {false};

		CHECK_FOR_INTERRUPTS();
		value[0] = told_name(&parts, sorted[l].look);
		value[1] = Float8GetDatum(sorted[l].part);
		value[2] = Float8GetDatum(squares > 0 ? ratio * ratio / squares : 0);
		null[2] = squares == 0;
		value[3] = number_or_null(parts.facts.drop ? parts.facts.drop[first] : NAN, &null[3]);
		told_pair(&parts, sorted[l].look, &value[4], &null[4]);
		value[6] = told_bar(&scale, sorted[l].part);
		tuplestore_putvalues(result->setResult, result->setDesc, value, null);
		pfree(DatumGetPointer(value[0]));
		pfree(DatumGetPointer(value[6]));
	}
	return (Datum) 0;
}
