/*
 * repeated_call.c
 *		aer_suggest and aer_learn, with a notice if they run for every row.
 *
 * Both are written in PL/pgSQL (pg/inner_call.h) and read a whole table.  Beside the
 * columns of another table PostgreSQL calls them once per row.  The result is not kept
 * for the next row, because it can depend on more than the arguments.
 */
#include "pg/aer.h"

#include "common/hashfn.h"
#include "pg/arguments.h"
#include "pg/inner_call.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

PG_FUNCTION_INFO_V1(aer_suggest);
PG_FUNCTION_INFO_V1(aer_learn);

/* The last call from one place in a query. */
typedef struct LastCall
{
	uint64		arguments;		/* hash of the arguments */
	bool		noticed;
} LastCall;

static uint64
hash_arguments(FunctionCallInfo fcinfo)
{
	Oid		   *types;
	int			n;
	uint64		hash = 0;

	(void) get_func_signature(fcinfo->flinfo->fn_oid, &types, &n);
	for (int i = 0; i < n; i++)
	{
		int16		length;
		bool		by_value;

		get_typlenbyval(types[i], &length, &by_value);
		hash = hash_combine64(hash, PG_ARGISNULL(i) ? 0 :
							  1 + (uint64) datum_image_hash(PG_GETARG_DATUM(i), by_value, length));
	}
	return hash;
}

/*
 * Returns true if fn_extra lives as long as one run of a query.  The expression in
 * "model := aer_learn(...)" of PL/pgSQL lives until the transaction ends, so a loop
 * calls it from one place, but that is no query with rows.
 */
static bool
called_by_query(FunctionCallInfo fcinfo)
{
	MemoryContext parent = MemoryContextGetParent(fcinfo->flinfo->fn_mcxt);

	return parent != TopTransactionContext && strcmp(parent->name, "SPI Proc") != 0;
}

/*
 * Gives the notice at the second of two calls in a row with equal arguments.  Calls
 * with arguments that differ, one for each table of a list, are meant to be many.
 */
static void
notice_repeated(FunctionCallInfo fcinfo)
{
	LastCall   *last = CALL_CACHE(fcinfo);
	uint64		arguments;

	if (!called_by_query(fcinfo))
		return;
	arguments = hash_arguments(fcinfo);
	if (last == NULL)
		last = CALL_CACHE(fcinfo) = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(LastCall));
	else if (last->arguments == arguments && !last->noticed)
	{
		const char *name = get_func_name(fcinfo->flinfo->fn_oid);

		ereport(NOTICE,
				(errmsg("%s() runs once per row", name),
				 errhint("To run it once, write (SELECT %s(...)).", name)));
		last->noticed = true;
	}
	last->arguments = arguments;
}

Datum
aer_suggest(PG_FUNCTION_ARGS)
{
	notice_repeated(fcinfo);
	return inner_call_of_table(fcinfo);
}

Datum
aer_learn(PG_FUNCTION_ARGS)
{
	notice_repeated(fcinfo);
	return inner_call_of_table(fcinfo);
}
