/*
 * suggest.c
 *		aer_suggest: a first design from the table itself, made once for all rows.
 *
 * It is _aer_suggest(), of the same arguments, which is written in SQL.  In
 * aer_train(p.*, 'outcome', aer_suggest('patients', 'outcome')) it stands beside each
 * row, and whoever made a design for each would read the table as often as it has rows.
 */
#include "pg/aer.h"

#include "catalog/pg_type.h"
#include "nodes/value.h"
#include "parser/parse_func.h"
#include "pg/options/arguments.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"
#include "utils/snapmgr.h"

PG_FUNCTION_INFO_V1(aer_suggest);

typedef struct Suggested
{
	CallCache	cache;
	Oid			source;
	CachedArgument target;
	bool		has_budget;
	double		budget;
	bool		curves;
	bool		missing;
	SnapshotData seen;			/* by its numbers: what the source was then */
	Jsonb	   *design;
} Suggested;

/* What is not said otherwise is. */
static bool
is_wanted(FunctionCallInfo fcinfo, int argno)
{
	return PG_ARGISNULL(argno) || PG_GETARG_BOOL(argno);
}

/* Expressions of PL/pgSQL keep fn_extra from statement to statement, in which rows may have come. */
static bool
is_same(const Suggested *suggested, FunctionCallInfo fcinfo)
{
	const SnapshotData *now = GetActiveSnapshot();

	return suggested != NULL && !PG_ARGISNULL(0) && !PG_ARGISNULL(1) &&
		suggested->source == PG_GETARG_OID(0) && argument_is_same(&suggested->target, PG_GETARG_DATUM(1)) &&
		suggested->has_budget == !PG_ARGISNULL(2) &&
		(PG_ARGISNULL(2) || suggested->budget == PG_GETARG_FLOAT8(2)) &&
		suggested->curves == is_wanted(fcinfo, 3) && suggested->missing == is_wanted(fcinfo, 4) &&
		suggested->seen.xmin == now->xmin && suggested->seen.xmax == now->xmax &&
		suggested->seen.xcnt == now->xcnt && suggested->seen.curcid == now->curcid;
}

static Datum
suggest(FunctionCallInfo fcinfo)
{
	LOCAL_FCINFO(call, 5);
	Oid			types[] = {REGCLASSOID, TEXTOID, FLOAT8OID, BOOLOID, BOOLOID};
	char	   *schema = get_namespace_name(get_func_namespace(fcinfo->flinfo->fn_oid));
	FmgrInfo	function;

	fmgr_info(LookupFuncName(list_make2(makeString(schema), makeString("_aer_suggest")), lengthof(types), types, false),
			  &function);
	InitFunctionCallInfoData(*call, &function, lengthof(types), PG_GET_COLLATION(), NULL, NULL);
	memcpy(call->args, fcinfo->args, sizeof(NullableDatum) * lengthof(types));
	for (int i = 3; i < lengthof(types); i++)
		call->args[i] = (NullableDatum) {BoolGetDatum(is_wanted(fcinfo, i)), false};
	return FunctionCallInvoke(call);
}

Datum
aer_suggest(PG_FUNCTION_ARGS)
{
	Suggested  *suggested = CALL_CACHE(fcinfo);

	if (!is_same(suggested, fcinfo))
	{
		Datum		design = suggest(fcinfo);
		MemoryContext old;

		suggested = call_cache_create(call_cache_context(fcinfo), sizeof(Suggested));
		old = MemoryContextSwitchTo(suggested->cache.context);
		suggested->source = PG_GETARG_OID(0);
		argument_keep(&suggested->target, suggested->cache.context, PG_GETARG_DATUM(1));
		suggested->has_budget = !PG_ARGISNULL(2);
		suggested->budget = PG_ARGISNULL(2) ? 0 : PG_GETARG_FLOAT8(2);
		suggested->curves = is_wanted(fcinfo, 3);
		suggested->missing = is_wanted(fcinfo, 4);
		suggested->seen = *GetActiveSnapshot();
		suggested->design = DatumGetJsonbPCopy(design);
		MemoryContextSwitchTo(old);
		call_cache_keep(fcinfo, suggested);
	}
	PG_RETURN_JSONB_P(suggested->design);
}
