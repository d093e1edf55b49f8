/*
 * compact.c
 *		aer_compact: many rows of a log become one.
 *
 * Rows are only ever appended to a log, by everyone who writes at a time.  A
 * compaction deletes rows that it sees and inserts their sum, in one snapshot
 * and under a lock that other compactions alone ask for, so nobody's transaction
 * waits for it or fails because of it.
 *
 * The log's owner may have triggers of his own on it, so all is done with his
 * rights, not with those of a superuser's nightly job.
 *
 * What rows added and what they removed stay apart: a removed row may have been
 * added by a row of the log that is not folded.  Where all of them are, what is
 * left is all that is kept, and of what was withdrawn there is no trace but in
 * bounds.
 */
#include "pg/aer.h"

#include "access/table.h"
#include "access/xact.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "pg/functions/studies/follow_log.h"
#include "pg/functions/studies/study.h"
#include "pg/rows/scan_query.h"
#include "storage/lock.h"
#include "utils/acl.h"
#include "utils/portal.h"

PG_FUNCTION_INFO_V1(aer_compact);

/*
 * Of the advisory locks with two keys: this one, and the log.  Any number that
 * others are not likely to use.
 */
#define COMPACTION_KEY 0x61657263

/*
 * The rows to fold, if there are two or more, or one of which something may be
 * taken off; $1: all of them.  A row with more
 * than a quarter of the content would be written again and again with little
 * besides; there are three of these at most, so the log stays short all the
 * same.  Problems stay until someone has seen to them.
 */
static const char fold_query[] =
"WITH sized AS ("
"  SELECT id, sum(size) OVER () AS total, size FROM ("
"    SELECT id, coalesce(pg_column_size(added), 0) + coalesce(pg_column_size(removed), 0) AS size"
"    FROM %s WHERE problem IS NULL) s), "
"chosen AS (SELECT id, count(*) OVER () AS n FROM sized WHERE $1 OR 4 * size <= total) "
"DELETE FROM %s l USING chosen WHERE l.id = chosen.id AND (n > 1 OR $1 AND removed IS NOT NULL) "
"RETURNING l.added, l.removed";

/* Rows that stay, the largest first: one of them is in full. */
static const char stays_query[] =
"SELECT added FROM %s WHERE added IS NOT NULL ORDER BY pg_column_size(added) DESC";

/* What was not counted when it came may have been taken back since. */
static const char problem_query[] = "SELECT FROM %s WHERE problem IS NOT NULL LIMIT 1";

static RowMoments *
nothing_yet(void)
{
	RowMoments *moments = row_moments_create(CurrentMemoryContext);

	moments->exact = true;
	return moments;
}

/* What rows of a log added and removed. */
typedef struct Folded
{
	RowMoments *added;
	RowMoments *removed;
} Folded;

/* A row that was deleted. */
static bool
fold_row(void *state, HeapTuple tuple, TupleDesc desc)
{
	Folded	   *folded = state;
	bool		null;
	Datum		value = SPI_getbinval(tuple, desc, 1, &null);

	if (!null)
		row_moments_take(folded->added, value, 1);
	value = SPI_getbinval(tuple, desc, 2, &null);
	if (!null)
		row_moments_take(folded->removed, value, 1);
	return true;
}

/* Moments in full from a row that stays. */
static RowMoments *
full_moments(const char *name)
{
	RowMoments *model = nothing_yet();
	Portal		portal = SPI_cursor_open_with_args(NULL, psprintf(stays_query, name), 0, NULL, NULL, NULL,
												   false, CURSOR_OPT_NO_SCROLL);

	do
	{
		bool		null;

		SPI_cursor_fetch(portal, true, 1);
		if (SPI_processed == 0)
			ereport(ERROR,
					(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
					 errmsg("log %s does not say what it is of", name),
					 errdetail("None of its rows has moments in full."),
					 errhint("Read the table anew by aer_refollow(%s).", quote_literal_cstr(name))));
		row_moments_take(model, SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &null), 1);
		SPI_freetuptable(SPI_tuptable);
	} while (model->lean);
	SPI_cursor_close(portal);
	return model;
}

/* Of rows that were left out, all of them, nothing is known but how many they are. */
static bool
says_nothing(const RowMoments *moments)
{
	return moments->d == 0 && moments->skipped == 0;
}

/* Sums in full, with design and names from others that have them, as a value. */
static AerMoments *
full_value(RowMoments *moments, const RowMoments *model)
{
	if (says_nothing(moments))
		return NULL;
	if (moments->d == 0 || moments->lean)
		row_moments_take(moments, row_moments_datum(row_moments_create_like(model, CurrentMemoryContext)), 1);
	return follow_log_value(moments, true);
}

static bool
has_problem(const char *name)
{
	(void) SPI_execute(psprintf(problem_query, name), false, 1);
	return SPI_processed > 0;
}

/* The caller's, for all that is done to the log as its owner. */
static void
check_rights(Relation log)
{
	AclMode		missing = ACL_SELECT | ACL_INSERT | ACL_DELETE;

	if (pg_class_aclmask(RelationGetRelid(log), GetUserId(), missing, ACLMASK_ALL) != missing)
		aclcheck_error(ACLCHECK_NO_PRIV, OBJECT_TABLE, RelationGetRelationName(log));
}

Datum
aer_compact(PG_FUNCTION_ARGS)
{
	Oid			oid = PG_GETARG_OID(0);
	bool		all = PG_GETARG_BOOL(1);
	Relation	log;
	char	   *name;
	Oid			owner;
	OwnerSwitch before;
	Folded		folded;
	RowMoments *model;
	int64		rows;

	if (IsolationUsesXactSnapshot())
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TRANSACTION_STATE),
				 errmsg("%s needs a transaction that is READ COMMITTED", "aer_compact()"),
				 errdetail("In this one it might meet a compaction that it cannot see, and fail.")));
	log = follow_log_open(oid, study_moments_type(fcinfo), RowExclusiveLock);
	name = study_relation_name(log);
	check_rights(log);
	if (!DatumGetBool(DirectFunctionCall2(pg_try_advisory_xact_lock_int4, Int32GetDatum(COMPACTION_KEY),
										  Int32GetDatum((int32) oid))))
	{
		table_close(log, NoLock);
		PG_RETURN_INT64(0);
	}
	folded = (Folded) {nothing_yet(), nothing_yet()};
	owner = log->rd_rel->relowner;
	before = owner_switch_begin(owner, SECURITY_RESTRICTED_OPERATION);
	SPI_connect();
	rows = (int64) scan_query(psprintf(fold_query, name, name), BOOLOID, BoolGetDatum(all), false,
							  fold_row, &folded, NULL);
	if (rows > 0)
	{
		LogRow		row = {0};

		model = folded.added->d > 0 && !folded.added->lean ? folded.added :
			folded.removed->d > 0 && !folded.removed->lean ? folded.removed : full_moments(name);
		if (all && !says_nothing(folded.removed) && !has_problem(name))
		{
			row_moments_take(folded.added, row_moments_datum(folded.removed), -1);
			row_moments_check_counts(folded.added);
		}
		else
			row.removed = full_value(folded.removed, model);
		row.added = full_value(folded.added, model);
		follow_log_append(name, owner, study_moments_type(fcinfo), &row, NULL);
	}
	SPI_finish();
	owner_switch_end(&before);
	table_close(log, NoLock);
	PG_RETURN_INT64(rows);
}
