/*
 * subtract.c
 *		aer_subtract: moments of some rows taken back from moments of more.
 */
#include "pg/values/row_moments.h"

PG_FUNCTION_INFO_V1(aer_subtract);

Datum
aer_subtract(PG_FUNCTION_ARGS)
{
	RowMoments *difference = row_moments_create(CurrentMemoryContext);

	moments_require(PG_GETARG_DATUM(0), MOMENTS_OF_ROWS, "aer_subtract");
	moments_require(PG_GETARG_DATUM(1), MOMENTS_OF_ROWS, "aer_subtract");
	row_moments_take(difference, PG_GETARG_DATUM(0), 1);
	row_moments_take(difference, PG_GETARG_DATUM(1), -1);
	row_moments_check_counts(difference);
	PG_RETURN_DATUM(row_moments_datum(difference));
}
