/*
 * follow_log.c
 *		The log of a study.
 */
#include "pg/functions/studies/follow_log.h"

#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "pg/functions/studies/study.h"
#include "pg/given_table.h"
#include "pg/rows/scan_query.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/rls.h"

/* The columns of a log. */
static const struct
{
	const char *name;
	Oid			type;			/* InvalidOid: aer_moments */
}			log_column[] = {
	{"id", INT8OID}, {"at", TIMESTAMPTZOID}, {"added", InvalidOid}, {"removed", InvalidOid}, {"problem", TEXTOID}
};

OwnerSwitch
owner_switch_begin(Oid owner, int context)
{
	OwnerSwitch before;

	GetUserIdAndSecContext(&before.user, &before.context);
	SetUserIdAndSecContext(owner, before.context | SECURITY_LOCAL_USERID_CHANGE | context);
	before.settings = NewGUCNestLevel();
	(void) set_config_option("search_path", "pg_catalog, pg_temp", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
	return before;
}

void
owner_switch_end(const OwnerSwitch *before)
{
	AtEOXact_GUC(false, before->settings);
	SetUserIdAndSecContext(before->user, before->context);
}

void
follow_run(const char *command)
{
	int			result;

	SPI_connect();
	result = SPI_execute(command, false, 0);
	if (result < 0)
		elog(ERROR, "SPI_execute returned %d", result);
	SPI_finish();
}

void
follow_log_create(const char *name, Relation source, Oid moments_type)
{
	const char *type = format_type_be_qualified(moments_type);
	char		persistence = source->rd_rel->relpersistence;

	follow_run(psprintf("CREATE %sTABLE %s (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "
				 "at timestamptz NOT NULL, added %s, removed %s, problem text) "
				 "WITH (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0, "
				 "toast.autovacuum_vacuum_threshold = 1000, toast.autovacuum_vacuum_scale_factor = 0)",
				 persistence == RELPERSISTENCE_TEMP ? "TEMPORARY " :
				 persistence == RELPERSISTENCE_UNLOGGED ? "UNLOGGED " : "", name, type, type));
	follow_run(psprintf("COMMENT ON TABLE %s IS %s", name,
				 quote_literal_cstr(psprintf("log of aer_follow() for %s: moments of the rows that each statement added and removed; aer_followed() adds them up",
											 study_relation_name(source)))));
}

void
follow_log_delete(const char *name)
{
	/* aer_compact() must not put in a row that the DELETE cannot see */
	follow_run(psprintf("LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE", name));
	follow_run(psprintf("DELETE FROM %s", name));
}

void
follow_log_truncate(const char *name)
{
	follow_run(psprintf("TRUNCATE %s", name));
}

void
follow_log_drop(const char *name)
{
	follow_run(psprintf("DROP TABLE %s", name));
}

static SPIPlanPtr
append_plan(const char *name, Oid moments_type)
{
	Oid			types[4] = {TIMESTAMPTZOID, moments_type, moments_type, TEXTOID};
	SPIPlanPtr	plan = SPI_prepare(psprintf("INSERT INTO %s (at, added, removed, problem) VALUES ($1, $2, $3, $4)",
											name), 4, types);

	if (plan == NULL)
		elog(ERROR, "SPI_prepare returned %d", SPI_result);
	return plan;
}

void
follow_log_append(const char *name, Oid owner, Oid moments_type, const LogRow *row,
				  SPIPlanPtr *plan)
{
	OwnerSwitch before = owner_switch_begin(owner, SECURITY_RESTRICTED_OPERATION);
	SPIPlanPtr	use = plan ? *plan : NULL;
	Datum		value[4] = {TimestampTzGetDatum(GetCurrentStatementStartTimestamp())};
	char		null[] = "    ";
	int			result;

	SPI_connect();
	if (use == NULL)
	{
		use = append_plan(name, moments_type);
		if (plan)
		{
			SPI_keepplan(use);
			*plan = use;
		}
	}
	value[1] = PointerGetDatum(row->added);
	value[2] = PointerGetDatum(row->removed);
	value[3] = row->problem ? CStringGetTextDatum(row->problem) : 0;
	null[1] = row->added ? ' ' : 'n';
	null[2] = row->removed ? ' ' : 'n';
	null[3] = row->problem ? ' ' : 'n';
	result = SPI_execute_plan(use, value, null, false, 0);
	if (result != SPI_OK_INSERT || SPI_processed != 1)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("the log %s of a followed table did not take a row", name),
				 errdetail("It has a rule or a trigger that does something else instead of the INSERT."),
				 errhint("Drop that: the log takes one row of every statement.")));
	SPI_finish();
	owner_switch_end(&before);
}

Relation
follow_log_open(Oid log, Oid moments_type, LOCKMODE mode)
{
	Relation	relation = given_table_open(log, mode);
	TupleDesc	desc = RelationGetDescr(relation);
	bool		is_log = relation->rd_rel->relkind == RELKIND_RELATION;

	/* others may have been added to them */
	for (int i = 0; is_log && i < lengthof(log_column); i++)
	{
		AttrNumber	number = get_attnum(log, log_column[i].name);

		is_log = number > 0 && TupleDescAttr(desc, number - 1)->atttypid ==
			(OidIsValid(log_column[i].type) ? log_column[i].type : moments_type);
	}
	if (!is_log)
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("%s is no log of aer_follow()", study_relation_name(relation)),
				 errdetail("A log has the columns id, at, added, removed and problem.")));
	return relation;
}

/* A row of a log as it is read. */
static bool
sum_row(void *state, HeapTuple tuple, TupleDesc desc)
{
	LogSum	   *sum = state;
	bool		null;
	Datum		value;

	for (int column = 3; column <= 4; column++)
	{
		value = SPI_getbinval(tuple, desc, column, &null);
		if (!null)
			row_moments_take(sum->moments, value, column == 3 ? 1 : -1);
	}
	value = SPI_getbinval(tuple, desc, 5, &null);
	if (!null)
	{
		int64		id = DatumGetInt64(SPI_getbinval(tuple, desc, 1, &null));

		if (sum->problems++ == 0 || id < sum->first_problem)
		{
			sum->first_problem = id;
			sum->first_at = DatumGetTimestampTz(SPI_getbinval(tuple, desc, 2, &null));
			sum->first_text = MemoryContextStrdup(sum->moments->object.header.eoh_context,
												  TextDatumGetCString(value));
		}
	}
	return true;
}

LogSum
follow_log_sum(Relation log, MemoryContext parent)
{
	LogSum		sum = {0};

	if (check_enable_rls(RelationGetRelid(log), InvalidOid, true) == RLS_ENABLED)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("row-level security would hide rows of log %s", study_relation_name(log))));
	sum.moments = row_moments_create(parent);
	sum.moments->exact = true;
	(void) scan_query(psprintf("SELECT id, at, added, removed, problem FROM %s", study_relation_name(log)),
					  InvalidOid, 0, true, sum_row, &sum, NULL);
	if (sum.moments->d == 0 || sum.moments->lean)
		sum.moments = NULL;
	return sum;
}

AerMoments *
follow_log_value(RowMoments *moments, bool in_full)
{
	ExpandedObjectHeader *header = &moments->object.header;
	bool		listed = !moments->summed && moments->list.used > 0;
	AerMoments *value;
	Size		size;

	if (!in_full && !moments->summed && !listed && moments->skipped == 0)
		return NULL;
	moments->lean = listed && !in_full;
	size = EOH_get_flat_size(header);
	value = palloc(size);
	EOH_flatten_into(header, value, size);
	moments->lean = false;
	return value;
}
