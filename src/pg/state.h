/*
 * state.h
 *		What a state of an aggregate, or another object in memory, is.
 *
 * SQL knows states by their type only, and one type may be that of several: a
 * user's aggregate can put our transition function together with the final
 * function of another.  So each says what it is, and whoever takes one asks.
 */
#ifndef AER_STATE_H
#define AER_STATE_H

#include "pg/aer.h"

#include "utils/expandeddatum.h"

/* Magic numbers: something else is there in a state that is not ours. */
typedef enum StateKind
{
	STATE_OF_ROWS = 0x61657201,
	STATE_OF_JUDGMENTS,
	STATE_OF_NAMES,
	STATE_OF_TRAINING,
	STATE_OF_CALIBRATION,
	STATE_OF_PRICES,
	STATE_OF_SAMPLE,
	STATE_OF_PAIRS
} StateKind;

/* Every expanded object begins so; every state of type internal with the kind. */
typedef struct StateObject
{
	ExpandedObjectHeader header;
	StateKind	kind;
} StateObject;

/* The expanded object in a Datum, or an error unless it is of this kind. */
extern void *state_object(Datum value, StateKind kind);

/* The state of type internal, an aggregate function's first argument; the same error. */
extern void *state_internal(FunctionCallInfo fcinfo, StateKind kind);

/* Raise that error. */
pg_noreturn extern void state_mistaken(void);

#endif							/* AER_STATE_H */
