/*
 * inner_call.c
 *		A function whose work another one does, written in PL/pgSQL.
 */
#include "pg/inner_call.h"

#include "nodes/value.h"
#include "parser/parse_func.h"
#include "utils/lsyscache.h"

PG_FUNCTION_INFO_V1(aer_inner);

/* The line that ends what the inner function and all below it add to an error's context. */
static void
add_end(void *end)
{
	errcontext("%s", (const char *) end);
}

static void
cut_context(ErrorData *error, const char *end)
{
	char	   *at = error->context ? strstr(error->context, end) : NULL;

	if (at == NULL)
		return;
	at += strlen(end);
	error->context = *at == '\n' ? at + 1 : NULL;
	error->internalquery = NULL;
	error->internalpos = 0;
}

static Datum
call(FunctionCallInfo fcinfo, const char *name)
{
	LOCAL_FCINFO(inner, FUNC_MAX_ARGS);
	Oid			self = fcinfo->flinfo->fn_oid;
	char	   *schema = get_namespace_name(get_func_namespace(self));
	List	   *path = list_make2(makeString(schema), makeString(psprintf("_%s", name)));
	Oid		   *types;
	int			n;
	FmgrInfo	function;
	Datum		result;

	(void) get_func_signature(self, &types, &n);
	fmgr_info(LookupFuncName(path, n, types, false), &function);
	InitFunctionCallInfoData(*inner, &function, n, PG_GET_COLLATION(), NULL, fcinfo->resultinfo);
	memcpy(inner->args, fcinfo->args, sizeof(NullableDatum) * n);
	result = FunctionCallInvoke(inner);
	fcinfo->isnull = inner->isnull;
	return result;
}

Datum
inner_call(FunctionCallInfo fcinfo)
{
	const char *name = get_func_name(fcinfo->flinfo->fn_oid);
	char	   *end = psprintf("in %s()", name);
	MemoryContext context = CurrentMemoryContext;
	ErrorContextCallback mark = {.callback = add_end, .arg = end, .previous = error_context_stack};
	volatile Datum result = 0;

	PG_TRY();
	{
		error_context_stack = &mark;
		result = call(fcinfo, name);
		error_context_stack = mark.previous;
	}
	PG_CATCH();
	{
		ErrorData  *error;

		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		FlushErrorState();
		cut_context(error, end);
		ReThrowError(error);
	}
	PG_END_TRY();
	return result;
}

/* A function that does nothing but call its inner one. */
Datum
aer_inner(PG_FUNCTION_ARGS)
{
	return inner_call(fcinfo);
}
