/*
 * inner_call.c
 *		Calls the PL/pgSQL function behind a public function in C.
 */
#include "pg/inner_call.h"

#include "nodes/value.h"
#include "parser/parse_func.h"
#include "utils/lsyscache.h"

Datum
inner_call(FunctionCallInfo fcinfo)
{
	LOCAL_FCINFO(inner, FUNC_MAX_ARGS);
	Oid			self = fcinfo->flinfo->fn_oid;
	char	   *schema = get_namespace_name(get_func_namespace(self));
	char	   *name = psprintf("_%s", get_func_name(self));
	Oid		   *types;
	int			n;
	FmgrInfo	function;
	Datum		result;

	(void) get_func_signature(self, &types, &n);
	fmgr_info(LookupFuncName(list_make2(makeString(schema), makeString(name)), n, types, false), &function);
	InitFunctionCallInfoData(*inner, &function, n, PG_GET_COLLATION(), NULL, fcinfo->resultinfo);
	memcpy(inner->args, fcinfo->args, sizeof(NullableDatum) * n);
	result = FunctionCallInvoke(inner);
	fcinfo->isnull = inner->isnull;
	return result;
}
