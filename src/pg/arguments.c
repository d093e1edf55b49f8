/*
 * arguments.c
 *		Types of arguments, constant arguments, and arguments that must not change from row to
 *		row.
 *
 * Distributed engines call a transition function of ours from an aggregate of their own, whose
 * expression may say nothing about the types of our arguments.  So an expression is used only if
 * it calls the function that is running.
 */
#include "pg/arguments.h"

#include "access/htup_details.h"
#include "catalog/pg_aggregate.h"
#include "catalog/pg_type.h"
#include "nodes/nodeFuncs.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

static struct varlena *
copy_varlena(MemoryContext context, const struct varlena *value)
{
	Size		bytes = VARSIZE_ANY(value);
	struct varlena *copy = MemoryContextAllocHuge(context, bytes);

	memcpy(copy, value, bytes);
	return copy;
}

void
argument_keep(CachedArgument *argument, MemoryContext context, Datum value)
{
	struct varlena *passed = (struct varlena *) DatumGetPointer(value);
	MemoryContext old = MemoryContextSwitchTo(context);

	argument->constant = false;
	/* an expanded object is a pointer to memory that may go: keep no pointer */
	argument->raw = VARATT_IS_EXTERNAL_EXPANDED(passed) ? NULL : copy_varlena(context, passed);
	argument->plain = PG_DETOAST_DATUM_COPY(value);
	MemoryContextSwitchTo(old);
}

MemoryContext
call_cache_context(FunctionCallInfo fcinfo)
{
	CallCache  *cache = CALL_CACHE(fcinfo);
	MemoryContext context;

	if (cache == NULL)
		return AllocSetContextCreate(CurrentMemoryContext, "aer call", ALLOCSET_DEFAULT_SIZES);
	context = cache->context;
	CALL_CACHE(fcinfo) = NULL;
	MemoryContextSetParent(context, CurrentMemoryContext);
	MemoryContextReset(context);
	return context;
}

void *
call_cache_create(MemoryContext context, Size size)
{
	CallCache  *cache = MemoryContextAllocZero(context, size);

	cache->context = context;
	return cache;
}

void
call_cache_keep(FunctionCallInfo fcinfo, void *cache)
{
	MemoryContextSetParent(((CallCache *) cache)->context, fcinfo->flinfo->fn_mcxt);
	CALL_CACHE(fcinfo) = cache;
}

/* Returns the call of the running function in the plan, or NULL. */
static const FuncExpr *
own_call(FunctionCallInfo fcinfo)
{
	const FuncExpr *call = (const FuncExpr *) fcinfo->flinfo->fn_expr;

	return call != NULL && IsA(call, FuncExpr) && call->funcid == fcinfo->flinfo->fn_oid ?
		call : NULL;
}

/* Returns the aggregate that the running transition function belongs to, or NULL. */
static const Aggref *
own_aggref(FunctionCallInfo fcinfo)
{
	const Aggref *aggref = AggGetAggref(fcinfo);
	HeapTuple	tuple;
	bool		own;

	if (aggref == NULL || aggref->aggkind != AGGKIND_NORMAL)
		return NULL;
	tuple = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(aggref->aggfnoid));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for aggregate %u", aggref->aggfnoid);
	own = ((Form_pg_aggregate) GETSTRUCT(tuple))->aggtransfn == fcinfo->flinfo->fn_oid;
	ReleaseSysCache(tuple);
	return own ? aggref : NULL;
}

static const Expr *
aggregate_argument(const Aggref *aggref, int i)
{
	return ((const TargetEntry *) list_nth(aggref->args, i))->expr;
}

bool
aggregate_argument_is_constant(FunctionCallInfo fcinfo, int argno)
{
	const Aggref *aggref = own_aggref(fcinfo);

	return aggref != NULL && argno <= list_length(aggref->args) &&
		IsA(aggregate_argument(aggref, argno - 1), Const);
}

bool
argument_is_constant(FunctionCallInfo fcinfo, int argno)
{
	const FuncExpr *call = own_call(fcinfo);

	return call != NULL && argno < list_length(call->args) &&
		IsA(list_nth(call->args, argno), Const);
}

Oid
argument_type(FunctionCallInfo fcinfo, int argno)
{
	Oid			function = fcinfo->flinfo->fn_oid;
	const FuncExpr *call = own_call(fcinfo);
	Oid		   *declared;
	int			n;

	if (call != NULL && argno < list_length(call->args))
		return exprType(list_nth(call->args, argno));
	(void) get_func_signature(function, &declared, &n);
	if (argno >= n || IsPolymorphicType(declared[argno]))
		ereport(ERROR,
				(errcode(ERRCODE_INDETERMINATE_DATATYPE),
				 errmsg("the type of argument %d of %s is not known", argno, get_func_name(function)),
				 errdetail("The caller does not pass the types of its arguments, as an aggregate of aer does."),
				 errhint("Use whole rows and the name of the target column, or arrays and a target of type double precision.")));
	return declared[argno];
}

void
aggregate_check_order(FunctionCallInfo fcinfo, const char *arguments)
{
	const Aggref *aggref = own_aggref(fcinfo);

	if (aggref == NULL)
		return;
	/* expressions that only sort follow the arguments */
	for (int i = list_length(aggref->aggargtypes); i < list_length(aggref->args); i++)
	{
		const Expr *sorted = aggregate_argument(aggref, i);

		if (IsA(sorted, Const) || exprType((const Node *) sorted) == JSONBOID)
			ereport(ERROR,
					(errcode(ERRCODE_SYNTAX_ERROR),
					 errmsg("arguments of the aggregate must come before ORDER BY"),
					 errdetail("An expression of type %s after ORDER BY would only sort the rows.",
							   format_type_be(exprType((const Node *) sorted))),
					 errhint("Write ORDER BY after the last argument: %s(%s ORDER BY id).",
							 get_func_name(aggref->aggfnoid), arguments)));
	}
}

void
argument_keep_aggregate(CachedArgument *argument, MemoryContext context,
						FunctionCallInfo fcinfo, int argno, const char *name)
{
	if (PG_ARGISNULL(argno))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("the %s must not be NULL", name)));
	argument_keep(argument, context, PG_GETARG_DATUM(argno));
	argument->constant = aggregate_argument_is_constant(fcinfo, argno);
}

bool
argument_is_same(const CachedArgument *argument, Datum value)
{
	struct varlena *passed = (struct varlena *) DatumGetPointer(value);
	struct varlena *plain;
	bool		same;

	/*
	 * Equal toast pointers are one value.  Its id is given to no other while its
	 * chunks are there, and no vacuum removes them from under the snapshot that
	 * found the pointer; after that the counter of ids, 32 bits for the whole
	 * cluster, would have to come round before this call ends.
	 */
	if (argument->raw != NULL && !VARATT_IS_EXTERNAL_EXPANDED(passed) &&
		VARSIZE_ANY(argument->raw) == VARSIZE_ANY(passed) &&
		memcmp(argument->raw, passed, VARSIZE_ANY(passed)) == 0)
		return true;

	plain = PG_DETOAST_DATUM_PACKED(value);
	same = VARSIZE_ANY_EXHDR(argument->plain) == VARSIZE_ANY_EXHDR(plain) &&
		memcmp(VARDATA_ANY(argument->plain), VARDATA_ANY(plain), VARSIZE_ANY_EXHDR(plain)) == 0;
	if (plain != passed)
		pfree(plain);
	return same;
}

void
argument_check(const CachedArgument *argument, FunctionCallInfo fcinfo, int argno, const char *name,
			   const char *hint)
{
	if (argument->constant)
		return;
	if (PG_ARGISNULL(argno) || !argument_is_same(argument, PG_GETARG_DATUM(argno)))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the %s must not change from row to row", name),
				 errhint("%s", hint ? hint : "Use GROUP BY to get one result for each value.")));
}

MemoryContext
aggregate_context(FunctionCallInfo fcinfo)
{
	MemoryContext context;

	if (!AggCheckCallContext(fcinfo, &context))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("aggregate support function called outside an aggregate")));
	return context;
}
