/*
 * check.c
 *		aer_check: does a log say what its table does?
 *
 * Table and log are read in one snapshot, the caller's.
 */
#include "pg/aer.h"

#include "access/table.h"
#include "catalog/pg_inherits.h"
#include "funcapi.h"
#include "kernel/exact/moments_differ.h"
#include "pg/functions/studies/follow_guard.h"
#include "pg/functions/studies/follow_log.h"
#include "pg/functions/studies/follow_triggers.h"
#include "pg/functions/studies/followed_rows.h"
#include "pg/kernel_call.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/snapmgr.h"

PG_FUNCTION_INFO_V1(aer_check);

typedef struct Check
{
	Relation	log;
	const FollowTrigger *root;	/* the trigger of the table that is followed; NULL: none */
	Relation	source;			/* that table */
	List	   *triggers;
	int64		rows;			/* of the table */
	int64		followed;		/* -1: nobody can tell */
	LogSum		sum;
	StringInfoData wrong;		/* sentences; none: all is sound */
} Check;

static void wrong(Check *check, const char *format,...) pg_attribute_printf(2, 3);

/* Another sentence. */
static void
wrong(Check *check, const char *format,...)
{
	va_list		arguments;
	int			needed;

	if (check->wrong.len > 0)
		appendStringInfoChar(&check->wrong, ' ');
	do
	{
		va_start(arguments, format);
		needed = appendStringInfoVA(&check->wrong, format, arguments);
		va_end(arguments);
		if (needed > 0)
			enlargeStringInfo(&check->wrong, needed);
	} while (needed > 0);
}

/* A text of others ends as a sentence does, or not. */
static const char *
stop(const char *text)
{
	Size		length = strlen(text);

	return length > 0 && text[length - 1] == '.' ? "" : ".";
}

/* Does every table that statements can name have its triggers? */
static void
check_triggers(Check *check)
{
	Oid			root = check->root->relation;
	List	   *members = find_all_inheritors(root, AccessShareLock, NULL);
	ListCell   *cell;

	foreach(cell, members)
	{
		Oid			member = lfirst_oid(cell);

		if (!follow_triggers_complete(check->triggers, member, member == root, &check->root->study))
			wrong(check, "Triggers of %s are missing or disabled.", get_rel_name(member));
	}
	list_free(members);
}

static int64
count_rows(Relation source)
{
	int64		rows;
	bool		null;

	SPI_connect();
	(void) SPI_execute(psprintf("SELECT count(*) FROM %s", study_relation_name(source)), true, 1);
	rows = DatumGetInt64(SPI_getbinval(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1, &null));
	SPI_finish();
	return rows;
}

static const char *
attribute(const RowMoments *moments, uint32 i)
{
	return moments->name ? quote_identifier(moments->name[i]) : psprintf("%u", i + 1);
}

/* What differs, as in "the rows of a fold are". */
static const char *
differing(const RowMoments *moments, const MomentsDifference *difference)
{
	uint32		i = difference->i;
	uint32		j = difference->j;

	switch (difference->part)
	{
		case PART_NONE:
			break;
		case PART_ROWS:
			return "the rows of a fold are";
		case PART_TARGET:
			return "a sum of the target is";
		case PART_MISSING:
			return psprintf("the NULLs of attribute %s are", attribute(moments, i));
		case PART_UNKNOWN:
			return psprintf("the unknown values of attribute %s are", attribute(moments, i));
		case PART_FOUND:
			return psprintf("the values of attribute %s are", attribute(moments, i));
		case PART_SUMS:
			return psprintf("a sum of attribute %s is", attribute(moments, i));
		case PART_PAIR_FOUND:
			return psprintf("the values of attributes %s and %s together are",
							attribute(moments, i), attribute(moments, j));
		case PART_PAIR_SUMS:
			return psprintf("a sum of attributes %s and %s is",
							attribute(moments, i), attribute(moments, j));
	}
	return NULL;
}

/* A guarded work. */
static void
check_counts(void *argument)
{
	row_moments_check_counts(((Check *) argument)->sum.moments);
}

/* Another: all sums against those of the table as it is. */
static void
check_sums(void *argument)
{
	Check	   *check = argument;
	RowMoments *followed = check->sum.moments;
	FollowedRows *rows = followed_rows_create(CurrentMemoryContext, &check->root->study);
	RowMoments *anew = NULL;
	MomentsDifference difference;

	followed_rows_scan(rows, check->source, GetActiveSnapshot(), CurrentMemoryContext, &anew, "aer_check");
	if (anew == NULL || anew->d == 0)	/* no row counts */
		anew = row_moments_create_like(followed, CurrentMemoryContext);
	row_moments_sum(anew);
	row_moments_sum(followed);
	if (anew->d != followed->d || anew->folds != followed->folds || anew->fingerprint != followed->fingerprint)
		wrong(check, "The log is of another design, or of attributes with other names or types.");
	else
	{
		difference = moments_differ(&followed->moments, &anew->moments,
									kernel_memory(moments_differ_size(anew->d)), kernel_poll);
		if (difference.part != PART_NONE)
			wrong(check, "In the log %s %.15g, in the table %.15g.", differing(followed, &difference),
				  difference.one, difference.other);
	}
	followed_rows_delete(rows);
}

/* Rows of the log, those with NULL targets included. */
static int64
followed_rows_count(RowMoments *moments)
{
	row_moments_sum(moments);
	return (int64) (moments_rows(&moments->moments) + moments->skipped);
}

static void
check_log(Check *check, bool deep)
{
	LogSum	   *sum;
	char	   *problem;

	check_triggers(check);
	check->source = table_open(check->root->relation, AccessShareLock);
	check->rows = count_rows(check->source);
	check->sum = follow_log_sum(check->log, CurrentMemoryContext);
	sum = &check->sum;
	if (sum->problems > 0)
		wrong(check, UINT64_FORMAT " %s could not be counted, the first with id " INT64_FORMAT ": %s%s",
			  sum->problems, sum->problems == 1 ? "statement" : "statements", sum->first_problem,
			  sum->first_text, stop(sum->first_text));
	if (sum->moments == NULL)
		wrong(check, "The row of the log is lost that says what it is of.");
	else if ((problem = follow_guard(check_counts, check, true)) != NULL)
		wrong(check, "In the log %s%s", problem, stop(problem));
	else
	{
		check->followed = followed_rows_count(sum->moments);
		if (check->followed != check->rows)
			wrong(check, "The table has " INT64_FORMAT " rows, the log " INT64_FORMAT ".", check->rows, check->followed);
		else if (deep && sum->problems == 0 && (problem = follow_guard(check_sums, check, true)) != NULL)
			wrong(check, "The table cannot be read: %s%s", problem, stop(problem));
	}
	table_close(check->source, NoLock);
}

Datum
aer_check(PG_FUNCTION_ARGS)
{
	Check		check = {.followed = -1};
	bool		deep = PG_GETARG_BOOL(1);
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	Datum		value[5];
	bool		null[5] = {false};

	InitMaterializedSRF(fcinfo, 0);
	initStringInfo(&check.wrong);
	check.log = follow_log_open(PG_GETARG_OID(0), study_moments_type(fcinfo), AccessShareLock);
	check.triggers = follow_triggers_of(fcinfo, RelationGetRelid(check.log),
										check.log->rd_rel->relowner);
	check.root = follow_triggers_root(check.triggers);
	if (check.root)
		check_log(&check, deep);
	else
		wrong(&check, "%s", follow_triggers_lack(fcinfo, RelationGetRelid(check.log), check.triggers));
	table_close(check.log, NoLock);

	value[0] = Int64GetDatum(check.rows);
	value[1] = Int64GetDatum(check.followed);
	value[2] = Int64GetDatum(check.sum.problems);
	value[3] = BoolGetDatum(check.wrong.len == 0);
	value[4] = CStringGetTextDatum(check.wrong.data);
	null[0] = check.root == NULL;
	null[1] = check.followed < 0;
	null[4] = check.wrong.len == 0;
	tuplestore_putvalues(result->setResult, result->setDesc, value, null);
	return (Datum) 0;
}
