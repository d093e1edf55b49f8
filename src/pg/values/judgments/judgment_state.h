/*
 * judgment_state.h
 *		The type aer_judgment_moments: the expanded object and its stored form.
 */
#ifndef AER_JUDGMENT_STATE_H
#define AER_JUDGMENT_STATE_H

#include "pg/aer.h"

#include "kernel/judgments/judgment_folds.h"
#include "pg/state.h"

typedef struct JudgmentState
{
	StateObject object;			/* STATE_OF_JUDGMENTS */
	JudgmentFolds folds;		/* parts in the object's context */
	char	  **name;			/* [d] names of the attributes; NULL if they have numbers */
	Size		names_bytes;	/* of all names, each with its NUL */
	int64		skipped;		/* objects without judgments or label */
	uint64		options;		/* identifies the aggregate's options that were checked against this
								 * object; 0: none yet */
} JudgmentState;

/*
 * Returns moments of no objects, in a context of their own below parent.  Copies the names, which
 * may be NULL.  Raises an error if the moments could not be stored.
 */
extern JudgmentState *judgment_state_create(MemoryContext parent, int d, char **name);

/* Returns the state of an aggregate, to be changed; makes it if the value is flat. */
extern JudgmentState *judgment_state_write(MemoryContext parent, Datum value);

/* Asserts that a state is sound. */
#ifdef USE_ASSERT_CHECKING
extern void judgment_state_assert_valid(const JudgmentState *state);
#else
#define judgment_state_assert_valid(state) ((void) 0)
#endif

/* Returns the moments of a fold, to be changed; makes them if there are none yet. */
extern JudgmentMoments *judgment_state_fold(JudgmentState *state, int f);

/* Returns a copy of a value, to be read; all objects are in its sums. */
extern const JudgmentState *judgment_state_read(Datum value);

/* Raises an error if the state has other attributes. */
extern void judgment_state_check_attributes(const JudgmentState *state, int d, char **name);

/* Returns the name or number of an attribute, for a message. */
extern const char *judgment_state_describe(const JudgmentState *state, int a);

#endif							/* AER_JUDGMENT_STATE_H */
