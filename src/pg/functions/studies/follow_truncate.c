/*
 * follow_truncate.c
 *		The triggers of TRUNCATE.
 *
 * A partition's rows are read before they go, and are taken back.  Where the
 * whole table goes, its log does, but for what looks have cost.
 */
#include "pg/aer.h"

#include "access/relation.h"
#include "catalog/namespace.h"
#include "miscadmin.h"
#include "pg/functions/studies/follow_guard.h"
#include "pg/functions/studies/follow_log.h"
#include "pg/functions/studies/followed_rows.h"
#include "utils/lsyscache.h"
#include "utils/snapmgr.h"

PG_FUNCTION_INFO_V1(aer_follow_truncate);

typedef struct Truncation
{
	Relation	relation;
	Study		study;
	Oid			moments_type;
	LogRow		row;
} Truncation;

/* Before TRUNCATE of a partition: take back what is in it. */
static void
read_partition(void *argument)
{
	Truncation *truncation = argument;
	FollowedRows *rows = followed_rows_create(CurrentMemoryContext, &truncation->study);
	RowMoments *removed = NULL;

	/* what the transaction's own snapshot cannot see goes too */
	PushActiveSnapshot(GetLatestSnapshot());
	followed_rows_scan(rows, truncation->relation, GetActiveSnapshot(), CurrentMemoryContext,
					   &removed, "aer_follow_truncate");
	PopActiveSnapshot();
	if (removed)
		truncation->row.removed = follow_log_value(removed, false);
}

/* After TRUNCATE of the table: empty the log, and begin it with what was looked at. */
static void
restart_log(void *argument)
{
	Truncation *truncation = argument;
	OwnerSwitch before = owner_switch_begin(truncation->relation->rd_rel->relowner,
											SECURITY_RESTRICTED_OPERATION);
	RangeVar   *name = study_log_name(truncation->study.log);
	Relation	log = follow_log_open(RangeVarGetRelid(name, AccessExclusiveLock, false),
									  truncation->moments_type, NoLock);
	LogSum		sum;
	Datum		seen;

	PushActiveSnapshot(GetLatestSnapshot());
	sum = follow_log_sum(log, CurrentMemoryContext);
	PopActiveSnapshot();
	relation_close(log, NoLock);
	if (sum.moments == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("log %s does not say what it is of", truncation->study.log)));
	seen = PointerGetDatum(follow_log_value(sum.moments, true));
	row_moments_take(sum.moments, seen, -1);
	truncation->row.added = follow_log_value(sum.moments, true);
	follow_log_truncate(truncation->study.log);
	owner_switch_end(&before);
}

Datum
aer_follow_truncate(PG_FUNCTION_ARGS)
{
	TriggerData *data = follow_trigger_data(fcinfo);
	Truncation	truncation = {.relation = data->tg_relation};
	char	   *problem;

	truncation.study = study_of_trigger(data->tg_trigger);
	truncation.moments_type = study_moments_type(fcinfo);
	truncation.study.log = follow_find_log(study_log_name(truncation.study.log), data);
	problem = follow_guard(TRIGGER_FIRED_BEFORE(data->tg_event) ? read_partition : restart_log,
						   &truncation, false);
	if (problem)
		truncation.row = (LogRow) {.problem = problem};
	if (truncation.row.added || truncation.row.removed || truncation.row.problem)
		follow_log_append(truncation.study.log, data->tg_relation->rd_rel->relowner,
						  truncation.moments_type, &truncation.row, NULL);
	return PointerGetDatum(NULL);
}
