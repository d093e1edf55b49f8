/*
 * state.h
 *		Checks the kind of an aggregate's state, or of another object in memory.
 *
 * Several kinds of state have the same type in SQL, so an aggregate of the user can combine the
 * transition function of one aggregate with the final function of another.  Therefore each state
 * begins with its kind, which the functions check.
 */
#ifndef AER_STATE_H
#define AER_STATE_H

#include "pg/aer.h"

#include "utils/expandeddatum.h"

/* Magic numbers.  The state of a foreign function is unlikely to begin with one of them. */
typedef enum StateKind
{
	STATE_OF_ROWS = 0x61657201,
	STATE_OF_JUDGMENTS,
	STATE_OF_NAMES,
	STATE_OF_TRAINING,
	STATE_OF_CALIBRATION,
	STATE_OF_PRICES,
	STATE_OF_SAMPLE,
	STATE_OF_PAIRS,
	STATE_OF_LEVELS,
	STATE_OF_REMEMBERING
} StateKind;

/* Begins every expanded object.  A state of type internal begins with only the kind. */
typedef struct StateObject
{
	ExpandedObjectHeader header;
	StateKind	kind;
} StateObject;

/* Returns the expanded object in a Datum; raises an error if it is of another kind. */
extern void *state_object(Datum value, StateKind kind);

/* Returns the state of type internal in argument 0; raises the same error. */
extern void *state_internal(FunctionCallInfo fcinfo, StateKind kind);

/* Raises that error. */
pg_noreturn extern void state_mistaken(void);

#endif							/* AER_STATE_H */
