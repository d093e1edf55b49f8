/*
 * hand_over.c
 *		Large states of aggregates on their way through a parallel plan.
 *
 * Aggregates that share a state each write a note of it.  What combines them shares
 * a state, too, and follows one.
 */
#include "pg/hand_over.h"

#include <sys/statvfs.h>

#include "access/htup_details.h"
#include "access/parallel.h"
#include "catalog/pg_aggregate.h"
#include "executor/execParallel.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "nodes/nodeFuncs.h"
#include "storage/dsm_impl.h"
#include "utils/syscache.h"

/*
 * A share of what is free in /dev/shm, which may be small (64 MB in a container),
 * and which other processes ask for at the same moment.
 */
#define SHARE_OF_FREE 16

struct HandOver
{
	void	   *object;
	uint64		number;
	int32		node;
	dsa_area   *area;
	dsa_pointer shared;			/* the bytes, or none */
	HandOver   *next;
	MemoryContextCallback forget;
};

/* Those whose objects there are. */
static HandOver *handed_over = NULL;

static void
forget(void *argument)
{
	for (HandOver **at = &handed_over; *at != NULL; at = &(*at)->next)
		if (*at == argument)
		{
			*at = (*at)->next;
			return;
		}
}

/* Is this the C function that combines the states of the aggregate that is called? */
static bool
is_combined_by(FunctionCallInfo fcinfo, PGFunction combine)
{
	const Aggref *aggref = AggGetAggref(fcinfo);
	HeapTuple	tuple = SearchSysCache1(AGGFNOID, ObjectIdGetDatum(aggref->aggfnoid));
	FmgrInfo	function;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for aggregate %u", aggref->aggfnoid);
	fmgr_info(((Form_pg_aggregate) GETSTRUCT(tuple))->aggcombinefn, &function);
	ReleaseSysCache(tuple);
	return function.fn_addr == combine;
}

HandOver *
hand_over_create(FunctionCallInfo fcinfo, PGFunction combine, MemoryContext context,
				 void *object)
{
	static uint64 last = 0;
	AggState   *aggregate = (AggState *) fcinfo->context;
	HandOver   *way;

	if (aggregate == NULL || !IsA(aggregate, AggState) ||
		!DO_AGGSPLIT_SKIPFINAL(aggregate->aggsplit) || aggregate->aggstrategy != AGG_PLAIN ||
		aggregate->ss.ps.state->es_query_dsa == NULL || !is_combined_by(fcinfo, combine))
		return NULL;
	way = MemoryContextAllocZero(context, sizeof(HandOver));
	way->object = object;
	way->number = ++last;
	way->node = aggregate->ss.ps.plan->plan_node_id;
	way->area = aggregate->ss.ps.state->es_query_dsa;
	way->shared = InvalidDsaPointer;
	way->next = handed_over;
	handed_over = way;
	way->forget.func = forget;
	way->forget.arg = way;
	MemoryContextRegisterResetCallback(context, &way->forget);
	return way;
}

bool
hand_over_must_share(const HandOver *way)
{
	return IsParallelWorker() && !DsaPointerIsValid(way->shared);
}

/* An area that has no room raises an error, so ask first. */
static bool
is_room(Size size)
{
	struct statvfs files;

	return dynamic_shared_memory_type == DSM_IMPL_POSIX && statvfs("/dev/shm", &files) == 0 &&
		size <= (uint64) files.f_bavail * files.f_frsize / SHARE_OF_FREE;
}

void *
hand_over_share(HandOver *way, Size size)
{
	if (!is_room(size))
		return NULL;
	way->shared = dsa_allocate_extended(way->area, size, DSA_ALLOC_HUGE | DSA_ALLOC_NO_OOM);
	return DsaPointerIsValid(way->shared) ? dsa_get_address(way->area, way->shared) : NULL;
}

void
hand_over_write(const HandOver *way, HandOverNote *note)
{
	note->number = way->number;
	note->pid = MyProcPid;
	note->node = way->node;
	note->shared = way->shared;
}

/* Looking for the parallel plan below an aggregate that has a certain node. */
typedef struct AreaSearch
{
	int32		node;
	dsa_area   *area;			/* of what is walked through */
} AreaSearch;

static bool
search_area(PlanState *state, void *argument)
{
	AreaSearch *search = argument;
	dsa_area   *outside = search->area;
	struct ParallelExecutorInfo *parallel;

	if (state == NULL)
		return false;
	if (IsA(state, AggState) && state->plan->plan_node_id == search->node)
		return true;
	parallel = IsA(state, GatherState) ? ((GatherState *) state)->pei :
		IsA(state, GatherMergeState) ? ((GatherMergeState *) state)->pei : NULL;
	if (parallel != NULL)
		search->area = parallel->area;
	if (planstate_tree_walker(state, search_area, argument))
		return true;
	search->area = outside;
	return false;
}

pg_noreturn static void
missing(void)
{
	elog(ERROR, "a partial state is not where its note says");
}

HandedOver
hand_over_find(FunctionCallInfo fcinfo, const HandOverNote *note)
{
	HandedOver	handed = {0};
	AreaSearch	search = {.node = note->node};

	if (note->pid == MyProcPid)
	{
		HandOver   *way = handed_over;

		while (way != NULL && way->number != note->number)
			way = way->next;
		if (way == NULL)
			missing();
		handed.object = way->object;
		forget(way);
		/* a worker that combines what it has made itself has shared it for nobody */
		if (DsaPointerIsValid(way->shared))
			dsa_free(way->area, way->shared);
	}
	else
	{
		if (fcinfo->context != NULL && IsA(fcinfo->context, AggState))
			(void) planstate_tree_walker((PlanState *) fcinfo->context, search_area, &search);
		if (search.area == NULL || !DsaPointerIsValid(note->shared))
			missing();
		handed.area = search.area;
		handed.at = note->shared;
		handed.shared = dsa_get_address(handed.area, handed.at);
	}
	return handed;
}

void
hand_over_done(const HandedOver *handed)
{
	if (handed->shared != NULL)
		dsa_free(handed->area, handed->at);
}
