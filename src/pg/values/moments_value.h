/*
 * moments_value.h
 *		The type aer_moments: sufficient statistics as a value, of two kinds.
 *
 * Both kinds share the type, its text and binary form and the aggregate that
 * merges; a function for one kind refuses the other by name.  While they are
 * aggregated, moments are expanded objects, updated in place.
 */
#ifndef AER_MOMENTS_VALUE_H
#define AER_MOMENTS_VALUE_H

#include "pg/aer.h"
#include "lib/stringinfo.h"
#include "pg/state.h"

typedef enum MomentsKind
{
	MOMENTS_OF_ROWS = 1,		/* aer_moments(features, target, ...) */
	MOMENTS_OF_JUDGMENTS = 2	/* aer_judgment_moments() */
} MomentsKind;

/* Every stored value begins so. */
typedef struct AerMoments
{
	int32		vl_len_;
	uint16		format;			/* NEWEST_FORMAT */
	uint16		kind;			/* MomentsKind */
} AerMoments;

/* What the kinds do differently. */
typedef struct MomentsMethods
{
	StateKind	object;			/* what expanded ones are */

	/* binary output, and input with all checks, of what follows the kind */
	void		(*send) (StringInfo buffer, const AerMoments *flat);
	AerMoments *(*receive) (StringInfo buffer, int sqlstate);

	/*
	 * Add other to state (0: there is none yet), which is an expanded object
	 * below context; the result is its read-write pointer.
	 */
	Datum		(*merge) (MemoryContext context, Datum state, Datum other);
} MomentsMethods;

extern const MomentsMethods moments_of_rows;
extern const MomentsMethods moments_of_judgments;

extern Datum aer_moments_merge(PG_FUNCTION_ARGS);


/* An error that names both kinds, unless the value is of this one. */
extern void moments_require(Datum value, MomentsKind kind, const char *function);

/* Detoasts; the result is aligned and of the known format. */
extern AerMoments *moments_from_datum(Datum value);

#endif							/* AER_MOMENTS_VALUE_H */
