/*
 * result_row.c
 *		Makes rows of a result column by column: rows of a set, or composite values.
 */
#include "pg/result_row.h"

#include "funcapi.h"
#include "utils/typcache.h"

void
result_begin(ResultRow *row, FunctionCallInfo fcinfo)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;

	InitMaterializedSRF(fcinfo, 0);
	row->set = result->setResult;
	row->desc = result->setDesc;
	row->n = 0;
}

void
result_begin_composite(ResultRow *row, Oid type)
{
	row->set = NULL;
	row->desc = lookup_rowtype_tupdesc_copy(type, -1);
	row->n = 0;
}

/* The extension's script may be of another release, which declares other columns. */
static void
check_columns(const ResultRow *row)
{
	if (row->n != row->desc->natts)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("a function that returns rows of %d columns is declared with %d", row->n, row->desc->natts),
				 errhint("If the library is newer than the extension, run ALTER EXTENSION aer UPDATE.")));
}

/* Frees the values that the row owns, and begins the next row. */
static void
next_row(ResultRow *row)
{
	for (int k = 0; k < row->n; k++)
		if (row->own[k])
			pfree(DatumGetPointer(row->value[k]));
	row->n = 0;
}

void
result_put(ResultRow *row)
{
	check_columns(row);
	tuplestore_putvalues(row->set, row->desc, row->value, row->null);
	next_row(row);
}

Datum
result_composite(ResultRow *row)
{
	Datum		value;

	check_columns(row);
	value = HeapTupleGetDatum(heap_form_tuple(row->desc, row->value, row->null));
	next_row(row);
	return value;
}
