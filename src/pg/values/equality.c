/*
 * equality.c
 *		Equality and hashes of every type.
 *
 * Two values are equal if their stored forms have the same bytes.  DISTINCT, GROUP BY, triggers and
 * replication need no more.  There is no order.
 */
#include "pg/aer.h"

#include "common/hashfn.h"

PG_FUNCTION_INFO_V1(aer_value_eq);
PG_FUNCTION_INFO_V1(aer_value_ne);
PG_FUNCTION_INFO_V1(aer_value_hash);

static bool
values_equal(FunctionCallInfo fcinfo)
{
	struct varlena *a = PG_GETARG_VARLENA_P(0);
	struct varlena *b = PG_GETARG_VARLENA_P(1);
	bool		result = VARSIZE(a) == VARSIZE(b) && memcmp(a, b, VARSIZE(a)) == 0;

	/* an index may call this any number of times in one memory context */
	PG_FREE_IF_COPY(a, 0);
	PG_FREE_IF_COPY(b, 1);
	return result;
}

Datum
aer_value_eq(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(values_equal(fcinfo));
}

Datum
aer_value_ne(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(!values_equal(fcinfo));
}

Datum
aer_value_hash(PG_FUNCTION_ARGS)
{
	struct varlena *value = PG_GETARG_VARLENA_P(0);
	uint32		result = hash_bytes((const unsigned char *) VARDATA(value), VARSIZE(value) - VARHDRSZ);

	PG_FREE_IF_COPY(value, 0);
	PG_RETURN_UINT32(result);
}
