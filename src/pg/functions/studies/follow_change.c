/*
 * follow_change.c
 *		The trigger after INSERT, UPDATE and DELETE: what a statement changed, as
 *		one row of the log.
 *
 * The statement must not fail because of aer.  So rows are read in a
 * subtransaction, and whatever goes wrong there becomes a row of the log that
 * says so; only a cancelled statement and a log that is gone are errors.
 *
 * What a trigger needs is kept for the session: the reader with its design, two
 * moments to put rows into, and the plan of the one INSERT.  A trigger is known
 * by its OID and its arguments; the reader looks whether columns have changed.
 */
#include "pg/aer.h"

#include "access/xact.h"
#include "catalog/namespace.h"
#include "commands/trigger.h"
#include "executor/executor.h"
#include "executor/tuptable.h"
#include "miscadmin.h"
#include "pg/functions/studies/follow_guard.h"
#include "pg/functions/studies/follow_log.h"
#include "pg/functions/studies/followed_rows.h"
#include "utils/hsearch.h"
#include "utils/rel.h"

PG_FUNCTION_INFO_V1(aer_follow_change);

/* Triggers that a session remembers. */
#define MOST_KEPT 64

/* A list of rows that takes more than this is not kept. */
#define LARGE_LIST (64 * 1024)

/* What is kept of a trigger. */
typedef struct Kept
{
	Oid			trigger;		/* first: the key */
	MemoryContext context;		/* of all that follows, but the plan */
	Study		study;
	RangeVar   *log;			/* its name as the trigger has it */
	char	   *path;			/* of the log when it was written to last; NULL: never */
	Oid			moments_type;
	SPIPlanPtr	plan;
	FollowedRows *rows;			/* NULL: to be made */
	RowMoments *added;			/* NULL: to be made */
	RowMoments *removed;
	int			uses;			/* statements that are at work with it */
} Kept;

static HTAB *kept_triggers = NULL;	/* below TopMemoryContext */

/* Let go of the reader and of the moments, which may be half done. */
static void
forget_rows(Kept *kept)
{
	if (kept->rows)
		followed_rows_delete(kept->rows);
	if (kept->added)
		MemoryContextDelete(kept->added->object.header.eoh_context);
	if (kept->removed)
		MemoryContextDelete(kept->removed->object.header.eoh_context);
	kept->rows = NULL;
	kept->added = kept->removed = NULL;
}

static void
forget_plan(Kept *kept)
{
	if (kept->plan)
		SPI_freeplan(kept->plan);
	kept->plan = NULL;
}

static void
forget(Kept *kept)
{
	Oid			trigger = kept->trigger;

	Assert(kept->uses == 0);
	forget_plan(kept);
	MemoryContextDelete(kept->context);
	(void) hash_search(kept_triggers, &trigger, HASH_REMOVE, NULL);
}

/* Triggers that are no more are not told apart: let go of all that are not at work. */
static void
forget_all(void)
{
	HASH_SEQ_STATUS status;
	Kept	   *kept;

	hash_seq_init(&status, kept_triggers);
	while ((kept = hash_seq_search(&status)) != NULL)
		if (kept->uses == 0)
			forget(kept);
}

/* What is kept of the trigger, made if there is nothing. */
static Kept *
kept_of(FunctionCallInfo fcinfo, const Trigger *trigger)
{
	Study		study = study_of_trigger(trigger);
	Kept	   *kept;
	bool		found;
	MemoryContext old;

	if (kept_triggers == NULL)
	{
		HASHCTL		control = {.keysize = sizeof(Oid),.entrysize = sizeof(Kept),.hcxt = TopMemoryContext};

		kept_triggers = hash_create("aer followed tables", MOST_KEPT, &control,
									HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	}
	kept = hash_search(kept_triggers, &trigger->tgoid, HASH_FIND, NULL);
	if (kept && study_same(&kept->study, &study))
		return kept;
	if (kept)
		forget(kept);
	if (hash_get_num_entries(kept_triggers) >= MOST_KEPT)
		forget_all();
	kept = hash_search(kept_triggers, &trigger->tgoid, HASH_ENTER, &found);
	memset((char *) kept + sizeof(Oid), 0, sizeof(Kept) - sizeof(Oid));
	kept->context = AllocSetContextCreate(TopMemoryContext, "aer followed table",
										  ALLOCSET_SMALL_SIZES);
	old = MemoryContextSwitchTo(kept->context);
	kept->study = study_copy(&study);
	kept->log = study_log_name(study.log);
	kept->moments_type = study_moments_type(fcinfo);
	MemoryContextSwitchTo(old);
	return kept;
}

/* The plan is of this name of the log, which may have another now. */
static void
use_path(Kept *kept, const char *path)
{
	if (kept->path && strcmp(kept->path, path) == 0)
		return;
	if (kept->uses == 0)
		forget_plan(kept);
	kept->plan = NULL;
	kept->path = MemoryContextStrdup(kept->context, path);
}

/* A statement at work. */
typedef struct Change
{
	TriggerData *data;
	Kept	   *kept;
	LogRow		row;			/* what will be said of it */
} Change;

/*
 * The next row of a transition table; false: there are no more.  The slot frees
 * it, where it was read from a file, so it lives as long as the slot.
 */
static bool
next_row(Tuplestorestate *store, TupleTableSlot *slot)
{
	MemoryContext old = MemoryContextSwitchTo(slot->tts_mcxt);
	bool		found = store && tuplestore_gettupleslot(store, true, false, slot);

	MemoryContextSwitchTo(old);
	return found;
}

/* From its first row: several triggers read the same transition tables. */
static void
rewind_store(Tuplestorestate *store)
{
	if (store == NULL)
		return;
	tuplestore_select_read_pointer(store, 0);
	tuplestore_rescan(store);
}

static void
put(Kept *kept, RowMoments **moments, const FollowedRow *row)
{
	/* those made before the first row that counts have no attributes */
	if (*moments && (*moments)->d == 0 && row->counted)
	{
		RowMoments *started = followed_rows_moments(kept->rows, kept->context);

		started->skipped = (*moments)->skipped;
		MemoryContextDelete((*moments)->object.header.eoh_context);
		*moments = started;
	}
	if (*moments == NULL)
		*moments = followed_rows_moments(kept->rows, kept->context);
	followed_rows_put(*moments, row);
}

/* The rows of one kind, which all came or all went. */
static void
put_all(Kept *kept, Tuplestorestate *store, TupleTableSlot *slot, MemoryContext context,
		RowMoments **moments)
{
	while (next_row(store, slot))
	{
		FollowedRow row;

		CHECK_FOR_INTERRUPTS();
		MemoryContextReset(context);
		followed_rows_read(kept->rows, slot, &row);
		put(kept, moments, &row);
	}
}

/*
 * Each old row with the new one in its place, which is what it became, unless a
 * trigger of the table dropped one on its way to another partition: then keys
 * differ.
 */
static void
put_updated(Kept *kept, TriggerData *data, TupleTableSlot *old_slot, TupleTableSlot *new_slot,
			MemoryContext context)
{
	for (;;)
	{
		bool		has_old = next_row(data->tg_oldtable, old_slot);
		bool		has_new = next_row(data->tg_newtable, new_slot);
		FollowedRow old = {0};
		FollowedRow new = {0};

		CHECK_FOR_INTERRUPTS();
		MemoryContextReset(context);
		if (!has_old && !has_new)
			return;
		if (has_old)
		{
			followed_rows_read(kept->rows, old_slot, &new);
			old = followed_row_copy(&new);
		}
		if (has_new)
			followed_rows_read(kept->rows, new_slot, &new);
		if (has_old && has_new && followed_row_same(&old, &new))
			continue;
		if (has_old)
			put(kept, &kept->removed, &old);
		if (has_new)
			put(kept, &kept->added, &new);
		if (has_old && has_new && old.key == new.key)
			followed_rows_mark_known(kept->added, &new, &old);
	}
}

/* The moments as a value of the log; what they were made of is not kept if it is large. */
static AerMoments *
take_value(RowMoments **moments)
{
	AerMoments *value;

	if (*moments == NULL)
		return NULL;
	value = follow_log_value(*moments, false);
	if ((*moments)->summed || row_list_size((*moments)->list.capacity) > LARGE_LIST)
	{
		MemoryContextDelete((*moments)->object.header.eoh_context);
		*moments = NULL;
	}
	else
		row_moments_clear_list(*moments);
	return value;
}

/* Read what the statement changed. */
static void
read_change(void *argument)
{
	Change	   *change = argument;
	Kept	   *kept = change->kept;
	TriggerData *data = change->data;
	MemoryContext outer = CurrentMemoryContext;
	MemoryContext context = AllocSetContextCreate(outer, "aer changed row", ALLOCSET_DEFAULT_SIZES);
	TupleTableSlot *old_slot = MakeSingleTupleTableSlot(RelationGetDescr(data->tg_relation),
														&TTSOpsMinimalTuple);
	TupleTableSlot *new_slot = MakeSingleTupleTableSlot(RelationGetDescr(data->tg_relation),
														&TTSOpsMinimalTuple);

	if (kept->rows == NULL)
		kept->rows = followed_rows_create(kept->context, &kept->study);
	followed_rows_relation(kept->rows, data->tg_relation);
	MemoryContextSwitchTo(context);
	if (TRIGGER_FIRED_BY_INSERT(data->tg_event))
		put_all(kept, data->tg_newtable, new_slot, context, &kept->added);
	else if (TRIGGER_FIRED_BY_DELETE(data->tg_event))
		put_all(kept, data->tg_oldtable, old_slot, context, &kept->removed);
	else
		put_updated(kept, data, old_slot, new_slot, context);
	MemoryContextSwitchTo(outer);
	MemoryContextDelete(context);
	ExecDropSingleTupleTableSlot(old_slot);
	ExecDropSingleTupleTableSlot(new_slot);
	change->row.added = take_value(&kept->added);
	change->row.removed = take_value(&kept->removed);
}

/* Read what the statement changed, and say so in the log. */
static void
record(Change *change)
{
	TriggerData *data = change->data;

	change->kept->uses++;
	PG_TRY();
	{
		char	   *problem = follow_guard(read_change, change, false);

		if (problem)
		{
			forget_rows(change->kept);
			change->row = (LogRow) {.problem = problem};
		}
		if (change->row.added || change->row.removed || change->row.problem)
			follow_log_append(change->kept->path, data->tg_relation->rd_rel->relowner,
							  change->kept->moments_type, &change->row, &change->kept->plan);
	}
	PG_CATCH();
	{
		if (--change->kept->uses == 0)
		{
			forget_rows(change->kept);
			/* one that a rule made empty is never made anew */
			forget_plan(change->kept);
		}
		PG_RE_THROW();
	}
	PG_END_TRY();
	change->kept->uses--;
}

Datum
aer_follow_change(PG_FUNCTION_ARGS)
{
	TriggerData *data = follow_trigger_data(fcinfo);
	Change		change = {.data = data};

	if ((data->tg_oldtable == NULL || tuplestore_tuple_count(data->tg_oldtable) == 0) &&
		(data->tg_newtable == NULL || tuplestore_tuple_count(data->tg_newtable) == 0))
		return PointerGetDatum(NULL);
	change.kept = kept_of(fcinfo, data->tg_trigger);
	use_path(change.kept, follow_find_log(change.kept->log, data));
	rewind_store(data->tg_oldtable);
	rewind_store(data->tg_newtable);
	record(&change);
	return PointerGetDatum(NULL);
}
