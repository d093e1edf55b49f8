/*
 * foreign_aggregate.c
 *		Runs the transition function of any aggregate inside an aggregate of its
 *		own, as the workers of distributed engines do.
 *
 * The aggregate is given by its OID, its arguments as a record, which is the
 * last argument:
 *		foreign_aggregate(oid, record)
 * The transition function is looked up for every row, and so remembers nothing
 * from one to the next but its state; it finds the AggState of this aggregate,
 * whose arguments are not its own.  The variant "typed" tells it the types of
 * the arguments in fn_expr, as the executor would; the other tells nothing.
 * The state is kept as nodeAgg.c keeps it.  The result is text.
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_aggregate.h"
#include "fmgr.h"
#include "funcapi.h"
#include "parser/parse_agg.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/expandeddatum.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(foreign_transition);
PG_FUNCTION_INFO_V1(foreign_typed_transition);
PG_FUNCTION_INFO_V1(foreign_final);

typedef struct Box
{
	FormData_pg_aggregate aggregate;
	int16		length;			/* of the transition type */
	bool		by_value;
	Datum		state;
	bool		null;
} Box;

static Box *
make_box(MemoryContext context, Oid aggregate)
{
	Box		   *box = MemoryContextAllocZero(context, sizeof(Box));
	HeapTuple	tuple = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(aggregate));

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "%u is no aggregate", aggregate);
	memcpy(&box->aggregate, GETSTRUCT(tuple), sizeof(FormData_pg_aggregate));
	ReleaseSysCache(tuple);
	get_typlenbyval(box->aggregate.aggtranstype, &box->length, &box->by_value);
	box->null = true;
	return box;
}

/* Take a new state over into the aggregate's memory. */
static void
keep_state(Box *box, MemoryContext context, Datum state, bool null)
{
	if (!box->by_value && !null && (box->null || state != box->state))
	{
		MemoryContext old = MemoryContextSwitchTo(context);

		if (!DatumIsReadWriteExpandedObject(state, false, box->length) ||
			MemoryContextGetParent(DatumGetEOHP(state)->eoh_context) != context)
			state = datumCopy(state, box->by_value, box->length);
		MemoryContextSwitchTo(old);
		if (!box->null)
		{
			if (DatumIsReadWriteExpandedObject(box->state, false, box->length))
				DeleteExpandedObject(box->state);
			else
				pfree(DatumGetPointer(box->state));
		}
	}
	box->state = state;
	box->null = null;
}

static void
tell_types(FmgrInfo *function, const Box *box, TupleDesc desc, Oid collation)
{
	Oid		   *type = palloc(sizeof(Oid) * desc->natts);
	Expr	   *call;

	for (int i = 0; i < desc->natts; i++)
		type[i] = TupleDescAttr(desc, i)->atttypid;
	build_aggregate_transfn_expr(type, desc->natts, 0, false, box->aggregate.aggtranstype,
								 collation, function->fn_oid, InvalidOid, &call, NULL);
	fmgr_info_set_expr((Node *) call, function);
}

static Datum
transition(FunctionCallInfo fcinfo, bool typed)
{
	LOCAL_FCINFO(inner, FUNC_MAX_ARGS);
	FmgrInfo	function;
	MemoryContext context;
	HeapTupleHeader header = PG_GETARG_HEAPTUPLEHEADER(PG_NARGS() - 1);
	HeapTupleData tuple = {.t_len = HeapTupleHeaderGetDatumLength(header), .t_data = header};
	TupleDesc	desc = lookup_rowtype_tupdesc(HeapTupleHeaderGetTypeId(header),
											  HeapTupleHeaderGetTypMod(header));
	Datum	   *value = palloc(sizeof(Datum) * desc->natts);
	bool	   *null = palloc(sizeof(bool) * desc->natts);
	Box		   *box;
	Datum		state;

	if (!AggCheckCallContext(fcinfo, &context))
		elog(ERROR, "not called as an aggregate");
	box = PG_ARGISNULL(0) ? make_box(context, PG_GETARG_OID(1)) : (Box *) PG_GETARG_POINTER(0);
	heap_deform_tuple(&tuple, desc, value, null);

	fmgr_info(box->aggregate.aggtransfn, &function);
	if (function.fn_strict && (box->null || null[0]))
	{
		/* those are of one argument, whose first value is the state */
		if (!null[0])
			keep_state(box, context, value[0], false);
		ReleaseTupleDesc(desc);
		PG_RETURN_POINTER(box);
	}
	if (typed)
		tell_types(&function, box, desc, PG_GET_COLLATION());
	InitFunctionCallInfoData(*inner, &function, desc->natts + 1, PG_GET_COLLATION(),
							 fcinfo->context, fcinfo->resultinfo);
	inner->args[0].value = box->state;
	inner->args[0].isnull = box->null;
	for (int i = 0; i < desc->natts; i++)
	{
		inner->args[i + 1].value = value[i];
		inner->args[i + 1].isnull = null[i];
	}
	state = FunctionCallInvoke(inner);
	keep_state(box, context, state, inner->isnull);
	ReleaseTupleDesc(desc);
	PG_RETURN_POINTER(box);
}

Datum
foreign_transition(PG_FUNCTION_ARGS)
{
	return transition(fcinfo, false);
}

Datum
foreign_typed_transition(PG_FUNCTION_ARGS)
{
	return transition(fcinfo, true);
}

Datum
foreign_final(PG_FUNCTION_ARGS)
{
	Box		   *box = (Box *) PG_GETARG_POINTER(0);
	Oid			type = box->aggregate.aggtranstype;
	Datum		result = box->state;
	bool		null = box->null;
	Oid			output;
	bool		is_varlena;

	if (OidIsValid(box->aggregate.aggfinalfn))
	{
		LOCAL_FCINFO(inner, 1);
		FmgrInfo	function;

		fmgr_info(box->aggregate.aggfinalfn, &function);
		InitFunctionCallInfoData(*inner, &function, 1, PG_GET_COLLATION(),
								 fcinfo->context, fcinfo->resultinfo);
		inner->args[0].value = result;
		inner->args[0].isnull = null;
		result = FunctionCallInvoke(inner);
		null = inner->isnull;
		type = get_func_rettype(function.fn_oid);
	}
	if (null)
		PG_RETURN_NULL();
	getTypeOutputInfo(type, &output, &is_varlena);
	PG_RETURN_TEXT_P(cstring_to_text(OidOutputFunctionCall(output, result)));
}
