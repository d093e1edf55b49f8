/*
 * arguments.c
 *		Arguments that have to stay the same from row to row.
 */
#include "pg/options/arguments.h"

#include "nodes/primnodes.h"

static struct varlena *
copy_varlena(MemoryContext context, const struct varlena *value)
{
	Size		bytes = VARSIZE_ANY(value);
	struct varlena *copy = MemoryContextAllocHuge(context, bytes);

	memcpy(copy, value, bytes);
	return copy;
}

void
argument_keep(KeptArgument *argument, MemoryContext context, Datum value)
{
	struct varlena *given = (struct varlena *) DatumGetPointer(value);
	MemoryContext old = MemoryContextSwitchTo(context);

	argument->constant = false;
	/* an expanded object is a pointer to memory that may go: keep no pointer */
	argument->raw = VARATT_IS_EXTERNAL_EXPANDED(given) ? NULL : copy_varlena(context, given);
	argument->plain = PG_DETOAST_DATUM_COPY(value);
	MemoryContextSwitchTo(old);
}

static bool
is_constant(FunctionCallInfo fcinfo, int argno)
{
	Aggref	   *aggref = AggGetAggref(fcinfo);

	/* argument 0 is the state; what follows stands in the call's list */
	return aggref != NULL &&
		IsA(((TargetEntry *) list_nth(aggref->args, argno - 1))->expr, Const);
}

void
argument_keep_aggregate(KeptArgument *argument, MemoryContext context,
						FunctionCallInfo fcinfo, int argno)
{
	argument_keep(argument, context, PG_GETARG_DATUM(argno));
	argument->constant = is_constant(fcinfo, argno);
}

bool
argument_is_same(const KeptArgument *argument, Datum value)
{
	struct varlena *given = (struct varlena *) DatumGetPointer(value);
	struct varlena *plain;
	bool		same;

	if (argument->raw != NULL && !VARATT_IS_EXTERNAL_EXPANDED(given) &&
		VARSIZE_ANY(argument->raw) == VARSIZE_ANY(given) &&
		memcmp(argument->raw, given, VARSIZE_ANY(given)) == 0)
		return true;

	plain = PG_DETOAST_DATUM_PACKED(value);
	same = VARSIZE_ANY_EXHDR(argument->plain) == VARSIZE_ANY_EXHDR(plain) &&
		memcmp(VARDATA_ANY(argument->plain), VARDATA_ANY(plain), VARSIZE_ANY_EXHDR(plain)) == 0;
	if (plain != given)
		pfree(plain);
	return same;
}

void
argument_check(const KeptArgument *argument, FunctionCallInfo fcinfo, int argno, const char *name)
{
	if (argument->constant)
		return;
	if (PG_ARGISNULL(argno) || !argument_is_same(argument, PG_GETARG_DATUM(argno)))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the %s must not change from row to row", name),
				 errhint("Use GROUP BY to have one result for each.")));
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
