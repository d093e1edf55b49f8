/*
 * log_fault.c
 *		Checks that a log is still the table that aer_follow made.
 *
 * A role that writes to a log runs, with its own rights, the code that the log's owner has
 * attached to it.  The trigger of a followed table does so for everybody who writes to that
 * table, a nightly job for the logs of all owners.  So a log must be a plain table.  Catalog
 * queries in SQL cannot check this, because REPEATABLE READ sees them as of its snapshot,
 * while the executor works with the present state.  The relation cache has the present
 * state, and the lock, which the transaction keeps, holds it.
 */
#include "pg/aer.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/namespace.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/regproc.h"
#include "utils/rel.h"
#include "utils/syscache.h"

PG_FUNCTION_INFO_V1(aer_log_fault);

/* Returns true if a table has the columns of a log, and perhaps others. */
static bool
has_columns(Relation log, Oid moments)
{
	const struct
	{
		const char *name;
		Oid			type;
	}			column[] = {{"id", INT8OID}, {"at", TIMESTAMPTZOID}, {"added", moments}, {"removed", moments}, {"problem", TEXTOID}, {"study", JSONBOID}};

	for (int i = 0; i < lengthof(column); i++)
	{
		AttrNumber	number = get_attnum(RelationGetRelid(log), column[i].name);

		if (number <= 0 || TupleDescAttr(RelationGetDescr(log), number - 1)->atttypid != column[i].type)
			return false;
	}
	return true;
}

/* Returns true if the log's trigger function is in its schema and has its owner. */
static bool
has_writer(Relation log)
{
	char	   *name = psprintf("%s_follow", RelationGetRelationName(log));
	HeapTuple	tuple = SearchSysCache3(PROCNAMEARGSNSP, CStringGetDatum(name),
										PointerGetDatum(buildoidvector(NULL, 0)),
										ObjectIdGetDatum(RelationGetNamespace(log)));
	bool		found = HeapTupleIsValid(tuple) &&
		((Form_pg_proc) GETSTRUCT(tuple))->proowner == log->rd_rel->relowner;

	if (HeapTupleIsValid(tuple))
		ReleaseSysCache(tuple);
	return found;
}

/* Returns false if the user lacks the right USAGE on a schema, so that no name in it can be looked up. */
static bool
may_use_schema(const char *name)
{
	Oid			schema = name ? get_namespace_oid(name, true) : InvalidOid;

	return !OidIsValid(schema) ||
		DatumGetBool(DirectFunctionCall3(has_schema_privilege_id_id, ObjectIdGetDatum(GetUserId()),
										 ObjectIdGetDatum(schema), CStringGetTextDatum("USAGE")));
}

static const char *
fault_of(Relation log, Relation source, bool writes, Oid owner, Oid moments)
{
	Form_pg_class table = log->rd_rel;

	if (table->relkind != RELKIND_RELATION || table->relispartition ||
		(table->relhassubclass && find_inheritance_children(RelationGetRelid(log), NoLock) != NIL))
		return "It is not an ordinary table without children.";
	if (!has_columns(log, moments))
		return "It does not have the columns id, at, added, removed, problem and study.";
	if (table->relowner != owner || (source && source->rd_rel->relowner != owner))
		return "The log, the table and the trigger function do not have the same owner.";
	if (source && source->rd_rel->relkind != RELKIND_RELATION &&
		source->rd_rel->relkind != RELKIND_PARTITIONED_TABLE)
		return "The relation that it follows is no longer a table.";
	if (!writes)
		return NULL;
	if (!has_writer(log))
		return "Its trigger function is not in its schema, or has another owner.";
	if (log->trigdesc || log->rd_rules || table->relrowsecurity)
		return "It has triggers, rules or row-level security.";
	return NULL;
}

/*
 * _aer_log_fault(log text, source oid, writes boolean, owner oid): the fault of the log of
 * that name, as a sentence, or NULL.  `source`: the table that it follows; NULL: not checked.
 * `owner`: the owner that both must have; NULL: the current user.  Both stay locked, the log
 * for reading or writing, for which the user needs the right.
 */
Datum
aer_log_fault(PG_FUNCTION_ARGS)
{
	bool		writes = PG_GETARG_BOOL(2);
	Oid			owner = PG_ARGISNULL(3) ? GetUserId() : PG_GETARG_OID(3);
	Oid			moments = GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum("aer_moments"),
										  ObjectIdGetDatum(get_func_namespace(fcinfo->flinfo->fn_oid)));
	RangeVar   *path;
	Oid			oid;
	AclResult	right;
	Relation	log;
	Relation	source;
	const char *fault;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	path = makeRangeVarFromNameList(stringToQualifiedNameList(text_to_cstring(PG_GETARG_TEXT_PP(0)), NULL));
	if (!may_use_schema(path->schemaname))
		PG_RETURN_TEXT_P(cstring_to_text(psprintf("%s lacks the right USAGE on schema %s.",
												  quote_identifier(GetUserNameFromId(GetUserId(), false)),
												  quote_identifier(path->schemaname))));
	oid = RangeVarGetRelid(path, NoLock, true);
	if (!OidIsValid(oid))
		PG_RETURN_TEXT_P(cstring_to_text("It is missing, or has another name or schema now."));
	right = pg_class_aclcheck(oid, GetUserId(), writes ? ACL_INSERT : ACL_SELECT);
	if (right != ACLCHECK_OK)
		aclcheck_error(right, OBJECT_TABLE, path->relname);
	/* lock the table first, like TRUNCATE; if another relation has taken the log's name, lock that */
	source = PG_ARGISNULL(1) ? NULL : try_table_open(PG_GETARG_OID(1), AccessShareLock);
	oid = RangeVarGetRelid(path, writes ? RowExclusiveLock : AccessShareLock, false);
	log = table_open(oid, NoLock);
	fault = source == NULL && !PG_ARGISNULL(1) ? "The table that it follows is gone." :
		fault_of(log, source, writes, owner, moments);
	table_close(log, NoLock);
	if (source)
		table_close(source, NoLock);
	if (fault == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(fault));
}
