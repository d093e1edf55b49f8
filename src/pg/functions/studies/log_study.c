/*
 * log_study.c
 *		Reads the row of a log that describes what the log follows.
 *
 * A trigger needs the row as it is now, like the function that it runs, even in a transaction
 * whose snapshot is older.  Such a snapshot would also make concurrent SERIALIZABLE writers fail,
 * because each of them would read an index page to which the others add entries of the log.
 */
#include "pg/aer.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/fmgroids.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/relcache.h"
#include "utils/rls.h"
#include "utils/snapmgr.h"

PG_FUNCTION_INFO_V1(aer_log_study);

/* Returns the primary key of a log, or InvalidOid if somebody has put it on another column. */
static Oid
index_of_id(Relation log, AttrNumber id)
{
	Relation	index;
	Oid			oid;

	list_free(RelationGetIndexList(log));
	oid = log->rd_pkindex;
	if (!OidIsValid(oid))
		return InvalidOid;
	index = index_open(oid, AccessShareLock);
	if (index->rd_index->indnatts != 1 || index->rd_index->indkey.values[0] != id)
		oid = InvalidOid;
	index_close(index, AccessShareLock);
	return oid;
}

/* Returns true if the user may read all rows of a log.  Its owner can grant himself the right. */
static bool
may_read(Relation log)
{
	Oid			oid = RelationGetRelid(log);

	return (has_privs_of_role(GetUserId(), log->rd_rel->relowner) ||
			pg_class_aclcheck(oid, GetUserId(), ACL_SELECT) == ACLCHECK_OK) &&
		check_enable_rls(oid, InvalidOid, true) != RLS_ENABLED;
}

/*
 * _aer_log_study(log regclass, now boolean): column "study" of the row with id 0; NULL if there is
 * none, or if the user may not read all rows.  `now`: the committed row; otherwise the one that
 * the statement sees.
 */
Datum
aer_log_study(PG_FUNCTION_ARGS)
{
	Oid			oid = PG_GETARG_OID(0);
	AttrNumber	id;
	AttrNumber	study;
	Relation	log;
	ScanKeyData key;
	Oid			index;
	SysScanDesc scan;
	HeapTuple	row;
	Datum		value;
	Jsonb	   *copy = NULL;
	bool		null = true;

	log = try_table_open(oid, AccessShareLock);
	if (log == NULL)
		PG_RETURN_NULL();
	id = get_attnum(oid, "id");
	study = get_attnum(oid, "study");
	if (log->rd_rel->relkind != RELKIND_RELATION || get_atttype(oid, id) != INT8OID ||
		get_atttype(oid, study) != JSONBOID || !may_read(log))
	{
		table_close(log, NoLock);
		PG_RETURN_NULL();
	}
	index = index_of_id(log, id);
	ScanKeyInit(&key, id, BTEqualStrategyNumber, F_INT8EQ, Int64GetDatum(0));
	scan = systable_beginscan(log, index, OidIsValid(index),
							  PG_GETARG_BOOL(1) ? SnapshotSelf : GetActiveSnapshot(), 1, &key);
	row = systable_getnext(scan);
	if (HeapTupleIsValid(row))
	{
		value = heap_getattr(row, study, RelationGetDescr(log), &null);
		if (!null)
			copy = DatumGetJsonbPCopy(value);
	}
	systable_endscan(scan);
	table_close(log, NoLock);
	if (copy == NULL)
		PG_RETURN_NULL();
	PG_RETURN_JSONB_P(copy);
}
