/*
 * simulation.c
 *		aer_simulate: generated rows to try learners on.
 */
#include "pg/aer.h"

#include "catalog/pg_type.h"
#include "funcapi.h"
#include "kernel/score/simulate.h"
#include "miscadmin.h"
#include "pg/kernel_call.h"
#include "pg/progress.h"

PG_FUNCTION_INFO_V1(aer_simulate);

static void
check_range(const char *argument, double value, double least, double most)
{
	if (!(value >= least && value <= most))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"%s\" must be from %g to %g", argument, least, most),
				 errdetail("It is %g.", value)));
}

Datum
aer_simulate(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	int64		rows = PG_GETARG_INT64(0);
	double		alpha = PG_GETARG_FLOAT8(1);
	int32		d = PG_GETARG_INT32(2);
	bool		sparse = PG_GETARG_BOOL(3);
	uint64		seed = (uint64) PG_GETARG_INT64(4);
	double	   *mean;
	double	   *weight;
	ArrayType  *features;
	Size		bytes;
	Progress	progress;

	check_range("rows", rows, 0, PG_INT64_MAX);
	check_range("alpha", alpha, -100, 0);
	check_range("attributes", d, 1, MAX_ATTRIBUTES);
	InitMaterializedSRF(fcinfo, 0);
	progress_begin(&progress, "aer_simulate");
	progress_phase(&progress, "making rows", "rows", rows);

	mean = palloc_array(double, d);
	weight = palloc_array(double, d);
	simulate_start(d, alpha, sparse, seed, mean, weight, kernel_poll);

	/* one array, filled anew for every row: the tuplestore copies it */
	bytes = ARR_OVERHEAD_NONULLS(1) + sizeof(float4) * d;
	features = palloc0(bytes);
	SET_VARSIZE(features, bytes);
	features->ndim = 1;
	features->elemtype = FLOAT4OID;
	ARR_DIMS(features)[0] = d;
	ARR_LBOUND(features)[0] = 1;
	for (int64 id = 1; id <= rows; id++)
	{
		Datum		value[3];
		bool		null[3] = {false};

		CHECK_FOR_INTERRUPTS();
		progress_tell(&progress, id - 1);
		value[0] = Int64GetDatum(id);
		value[2] = Float8GetDatum(simulate_row(d, mean, weight, seed, id,
											   (float4 *) ARR_DATA_PTR(features), kernel_poll));
		value[1] = PointerGetDatum(features);
		tuplestore_putvalues(result->setResult, result->setDesc, value, null);
	}
	return (Datum) 0;
}
