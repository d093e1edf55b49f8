/*
 * inner_call.c
 *		Calls the PL/pgSQL function behind a public function in C.
 */
#include "pg/inner_call.h"

#include "catalog/pg_type.h"
#include "nodes/value.h"
#include "parser/parse_func.h"
#include "utils/lsyscache.h"

/* Returns a function of the schema of the running one. */
static Oid
find_sibling(FunctionCallInfo fcinfo, char *name, int n, const Oid *types)
{
	char	   *schema = get_namespace_name(get_func_namespace(fcinfo->flinfo->fn_oid));

	return LookupFuncName(list_make2(makeString(schema), makeString(name)), n, types, false);
}

/* Calls the inner function with the arguments at args[n], of these types. */
static Datum
call_inner(FunctionCallInfo fcinfo, int n, const Oid *types, const NullableDatum *args)
{
	LOCAL_FCINFO(inner, FUNC_MAX_ARGS);
	FmgrInfo	function;
	Datum		result;

	fmgr_info(find_sibling(fcinfo, psprintf("_%s", get_func_name(fcinfo->flinfo->fn_oid)), n, types),
			  &function);
	InitFunctionCallInfoData(*inner, &function, n, PG_GET_COLLATION(), NULL, fcinfo->resultinfo);
	memcpy(inner->args, args, sizeof(NullableDatum) * n);
	result = FunctionCallInvoke(inner);
	fcinfo->isnull = inner->isnull;
	return result;
}

Datum
inner_call(FunctionCallInfo fcinfo)
{
	Oid		   *types;
	int			n;

	(void) get_func_signature(fcinfo->flinfo->fn_oid, &types, &n);
	return call_inner(fcinfo, n, types, fcinfo->args);
}

Datum
inner_call_of_table(FunctionCallInfo fcinfo)
{
	NullableDatum args[FUNC_MAX_ARGS];
	Oid		   *types;
	int			n;

	(void) get_func_signature(fcinfo->flinfo->fn_oid, &types, &n);
	memcpy(args, fcinfo->args, sizeof(NullableDatum) * n);
	if (types[0] == TEXTOID && !args[0].isnull)
		args[0].value = OidFunctionCall1(find_sibling(fcinfo, "_aer_table", 1, types), args[0].value);
	types[0] = REGCLASSOID;
	return call_inner(fcinfo, n, types, args);
}
