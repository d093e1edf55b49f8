/*
 * state.c
 *		Checks the kind of an aggregate's state, or of another object in memory.
 */
#include "pg/state.h"

void
state_mistaken(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("the state was not made by functions of the same aggregate"),
			 errhint("In an aggregate of your own, use the transition, combine and final functions of one aggregate of aer.")));
}

static void *
check_kind(void *state, StateKind found, StateKind expected)
{
	if (found != expected)
		state_mistaken();
	return state;
}

void *
state_object(Datum value, StateKind kind)
{
	StateObject *object = (StateObject *) DatumGetEOHP(value);

	return check_kind(object, object->kind, kind);
}

void *
state_internal(FunctionCallInfo fcinfo, StateKind kind)
{
	StateKind  *state = (StateKind *) PG_GETARG_POINTER(0);

	return check_kind(state, *state, kind);
}
