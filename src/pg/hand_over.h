/*
 * hand_over.h
 *		Large states of aggregates on their way through a parallel plan.
 *
 * Partial states come together in tuples, which are copied from four to seven
 * times, mostly into memory that is new each time: a state of 49 MB takes longer
 * to travel than to be added.  So it stays where it is, and a note of where that
 * is travels in its place.  A state of the leader's is found in the same process.
 * A worker's stands in the shared memory that every parallel plan has and that
 * ends with it, however it ends.
 *
 * Only for aggregates without GROUP BY, of which a process has one state that is
 * taken as soon as it is there.  Many groups may be sorted on their way, on disk
 * if they are large, which a note must not get round.
 */
#ifndef AER_HAND_OVER_H
#define AER_HAND_OVER_H

#include "pg/aer.h"

#include "utils/dsa.h"

typedef struct HandOver HandOver;

/* What travels. */
typedef struct HandOverNote
{
	uint64		number;			/* of this hand-over in its process */
	int32		pid;			/* the process */
	int32		node;			/* the plan's node that made the state */
	dsa_pointer shared;			/* the state in shared memory, or none */
} HandOverNote;

/* What a note leads to. */
typedef struct HandedOver
{
	void	   *object;			/* of this process, or NULL: */
	void	   *shared;			/* the bytes that another one shared */
	dsa_area   *area;
	dsa_pointer at;
} HandedOver;

/*
 * To hand over the state of the aggregate that is called: NULL unless it is a
 * partial one of a parallel plan, without GROUP BY, and that C function, which
 * reads notes, will combine it.  In memory that lasts as long as the object.
 */
extern HandOver *hand_over_create(FunctionCallInfo fcinfo, PGFunction combine,
								  MemoryContext context, void *object);

/*
 * Memory for the state's bytes, once, where others may have to find them: in a
 * worker.  NULL if shared memory is scarce: then let it travel.
 */
extern bool hand_over_must_share(const HandOver *way);
extern void *hand_over_share(HandOver *way, Size size);

extern void hand_over_write(const HandOver *way, HandOverNote *note);

/*
 * Follow a note in a call of the aggregate's combine function, one of each state;
 * then let go of what is shared.  An object is handed over no more.
 */
extern HandedOver hand_over_find(FunctionCallInfo fcinfo, const HandOverNote *note);
extern void hand_over_done(const HandedOver *handed);

#endif							/* AER_HAND_OVER_H */
