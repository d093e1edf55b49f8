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
	char	  **name;			/* [d] where judgments name them, else NULL */
	Size		names_bytes;	/* of the names, each with its NUL */
	int64		skipped;		/* objects without judgments or label */
	uint64		options;		/* the aggregate's options that were found to
								 * agree with this; 0: none yet */
} JudgmentState;

/*
 * Moments of no objects, in a context of their own below parent; names are
 * copied.  An error if they could never be stored.
 */
extern JudgmentState *judgment_state_create(MemoryContext parent, int d, char **name);

/* The aggregate's state, made of a flat value where it is one. */
extern JudgmentState *judgment_state_write(MemoryContext parent, Datum value);

/* What every change leaves behind, in assert builds. */
#ifdef USE_ASSERT_CHECKING
extern void judgment_state_assert_valid(const JudgmentState *state);
#else
#define judgment_state_assert_valid(state) ((void) 0)
#endif

/* The moments of a fold, to be changed; made where there are none yet. */
extern JudgmentMoments *judgment_state_fold(JudgmentState *state, int f);

/* To be read only, with no object waiting. */
extern const JudgmentState *judgment_state_read(Datum value);

/* An error unless both are of the same attributes. */
extern void judgment_state_check_attributes(const JudgmentState *state, int d, char **name);

/* What to call an attribute in a message. */
extern const char *judgment_state_describe(const JudgmentState *state, int a);

#endif							/* AER_JUDGMENT_STATE_H */
