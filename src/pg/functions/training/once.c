/*
 * once.c
 *		What is computed once for all rows of a statement: aer_suggest and aer_learn.
 *
 * Each is the function of the same arguments, written in SQL, whose name begins with
 * "_".  In aer_train(p.*, 'outcome', aer_suggest('patients', 'outcome')) it stands beside
 * each row, and so does a model in aer_predict(aer_learn('patients', 'outcome'), p): who
 * made one for each would read the table as often as it has rows.
 */
#include "pg/aer.h"

#include "access/parallel.h"
#include "nodes/value.h"
#include "parser/parse_func.h"
#include "pg/options/arguments.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

PG_FUNCTION_INFO_V1(aer_suggest);
PG_FUNCTION_INFO_V1(aer_learn);

typedef struct Answer
{
	CallCache	cache;
	NullableDatum argument[FUNC_MAX_ARGS];	/* detoasted */
	bool		by_value[FUNC_MAX_ARGS];
	Datum		answer;
} Answer;

/*
 * Does what the call keeps end with the query that it is part of?  An expression of
 * PL/pgSQL that is none keeps it to the end of the transaction, before which rows may
 * come, and the role or a setting, by which row-level security may go, may be another
 * one; in a worker neither can be.
 */
static bool
ends_with_query(FunctionCallInfo fcinfo)
{
	MemoryContext around = MemoryContextGetParent(fcinfo->flinfo->fn_mcxt);

	return IsParallelWorker() ||
		(around != TopTransactionContext && strcmp(around->name, "SPI Proc") != 0);
}

static bool
is_answer(const Answer *answer, FunctionCallInfo fcinfo)
{
	if (answer == NULL || !ends_with_query(fcinfo))
		return false;
	for (int i = 0; i < PG_NARGS(); i++)
	{
		const NullableDatum *kept = &answer->argument[i];

		if (kept->isnull != PG_ARGISNULL(i) ||
			(!kept->isnull && !datum_image_eq(kept->value, PG_GETARG_DATUM(i), answer->by_value[i], -1)))
			return false;
	}
	return true;
}

static Datum
ask(FunctionCallInfo fcinfo, const Oid *types)
{
	LOCAL_FCINFO(call, FUNC_MAX_ARGS);
	Oid			self = fcinfo->flinfo->fn_oid;
	List	   *name = list_make2(makeString(get_namespace_name(get_func_namespace(self))),
								  makeString(psprintf("_%s", get_func_name(self))));
	FmgrInfo	function;

	fmgr_info(LookupFuncName(name, PG_NARGS(), types, false), &function);
	InitFunctionCallInfoData(*call, &function, PG_NARGS(), PG_GET_COLLATION(), NULL, NULL);
	memcpy(call->args, fcinfo->args, sizeof(NullableDatum) * PG_NARGS());
	return FunctionCallInvoke(call);
}

static void
keep(Answer *answer, FunctionCallInfo fcinfo, const Oid *types)
{
	for (int i = 0; i < PG_NARGS(); i++)
	{
		NullableDatum *kept = &answer->argument[i];

		*kept = fcinfo->args[i];
		answer->by_value[i] = get_typbyval(types[i]);
		if (!kept->isnull && !answer->by_value[i])
			kept->value = PointerGetDatum(PG_DETOAST_DATUM_COPY(kept->value));
	}
}

static Datum
once(FunctionCallInfo fcinfo)
{
	Answer	   *answer = CALL_CACHE(fcinfo);

	if (!is_answer(answer, fcinfo))
	{
		Oid		   *types;
		int			n;
		Datum		value;
		MemoryContext old;

		(void) get_func_signature(fcinfo->flinfo->fn_oid, &types, &n);
		value = ask(fcinfo, types);
		answer = call_cache_create(call_cache_context(fcinfo), sizeof(Answer));
		old = MemoryContextSwitchTo(answer->cache.context);
		keep(answer, fcinfo, types);
		answer->answer = datumCopy(value, false, -1);
		MemoryContextSwitchTo(old);
		call_cache_keep(fcinfo, answer);
	}
	PG_RETURN_DATUM(answer->answer);
}

Datum
aer_suggest(PG_FUNCTION_ARGS)
{
	return once(fcinfo);
}

Datum
aer_learn(PG_FUNCTION_ARGS)
{
	return once(fcinfo);
}
