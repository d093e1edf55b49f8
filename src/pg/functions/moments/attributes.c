/*
 * attributes.c
 *		aer_attributes: what moments say of each attribute, as a relation.
 */
#include "pg/aer.h"

#include "funcapi.h"
#include "miscadmin.h"
#include "pg/options/numbers.h"
#include "pg/values/row_moments.h"

PG_FUNCTION_INFO_V1(aer_attributes);

Datum
aer_attributes(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	const RowMoments *object;
	Looks		looks;
	uint32		look = 0;

	InitMaterializedSRF(fcinfo, 0);
	object = PG_GETARG_ROW_MOMENTS(0, "aer_attributes");
	looks = row_moments_looks(object);
	for (uint32 i = 0; i < object->d; i++)
	{
		Datum		value[8];
		bool		null[8] = {false};
		double		mean;
		double		deviation;
		double		correlation;

		CHECK_FOR_INTERRUPTS();
		moments_attribute(&object->moments, i, &mean, &deviation, &correlation);
		value[0] = Int32GetDatum(i + 1);
		null[1] = object->name == NULL;
		if (object->name)
			value[1] = CStringGetTextDatum(object->name[i]);
		value[2] = Int64GetDatum((int64) moments_marginal(&object->moments, i, object->folds).n);
		value[3] = Int64GetDatum((int64) object->moments.missing[i]);
		value[4] = number_or_null(mean, &null[4]);
		value[5] = number_or_null(deviation, &null[5]);
		value[6] = number_or_null(correlation, &null[6]);
		if (i == looks_first(&looks, look + 1))
			look++;
		value[7] = Int64GetDatum((int64) object->moments.unknown[looks_first(&looks, look)]);
		Assert(result->setDesc->natts == lengthof(value));
		tuplestore_putvalues(result->setResult, result->setDesc, value, null);
	}
	return (Datum) 0;
}
