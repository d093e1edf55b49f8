/*
 * trigger_fault.c
 *		Checks that aer_follow made the trigger that fires.
 *
 * A role with the rights TRIGGER on a table and EXECUTE can attach a log's trigger function
 * to that table, or replace a trigger of aer.  The function reads "new_rows" as the owner.  If
 * the trigger had no such transition table, it would read a temporary view of the caller.
 *
 * The relation cache has the present trigger, while the trigger that fires dates from the
 * beginning of the statement.  Only the statement itself can have replaced it in between.
 */
#include "pg/aer.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_type.h"
#include "commands/trigger.h"
#include "nodes/primnodes.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/regproc.h"
#include "utils/rel.h"
#include "utils/reltrigger.h"

PG_FUNCTION_INFO_V1(aer_trigger_fault);
PG_FUNCTION_INFO_V1(aer_trigger_log);

static const struct
{
	const char *operation;
	int16		type;
	const char *old_rows;
	const char *new_rows;
}			event_list[] = {
	{"insert", TRIGGER_TYPE_INSERT, NULL, "new_rows"},
	{"update", TRIGGER_TYPE_UPDATE, "old_rows", "new_rows"},
	{"delete", TRIGGER_TYPE_DELETE, "old_rows", NULL},
	{"truncate", TRIGGER_TYPE_TRUNCATE, NULL, NULL},
};

static bool
same_name(const char *name, const char *expected)
{
	return expected == NULL ? name == NULL : name != NULL && strcmp(name, expected) == 0;
}

/* Returns a copy of a trigger, because a later name lookup may rebuild the relation's own. */
static Trigger *
find_trigger(Relation relation, const char *name)
{
	TriggerDesc *all = CopyTriggerDesc(relation->trigdesc);

	for (int i = 0; all && i < all->numtriggers; i++)
		if (strcmp(all->triggers[i].tgname, name) == 0)
			return &all->triggers[i];
	return NULL;
}

/* Returns true if this session has a temporary relation of a name. */
static bool
is_temporary(const char *name)
{
	Oid			schema;
	Oid			toast;

	if (name == NULL)
		return false;
	GetTempNamespaceState(&schema, &toast);
	return OidIsValid(schema) && OidIsValid(get_relname_relid(name, schema));
}

/* Returns true if the current transaction has made or changed a trigger. */
static bool
is_of_this_transaction(Oid trigger)
{
	Relation	catalog = table_open(TriggerRelationId, AccessShareLock);
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;
	bool		found;

	ScanKeyInit(&key, Anum_pg_trigger_oid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(trigger));
	scan = systable_beginscan(catalog, TriggerOidIndexId, true, NULL, 1, &key);
	tuple = systable_getnext(scan);
	found = !HeapTupleIsValid(tuple) || TransactionIdIsCurrentTransactionId(HeapTupleHeaderGetXmin(tuple->t_data));
	systable_endscan(scan);
	table_close(catalog, AccessShareLock);
	return found;
}

/* Returns the log in a condition 'log'::regclass IS NOT NULL, or InvalidOid for other conditions. */
static Oid
log_of(const char *condition)
{
	NullTest   *test = condition ? (NullTest *) stringToNode(condition) : NULL;
	Const	   *log;

	if (test == NULL || !IsA(test, NullTest) || test->nulltesttype != IS_NOT_NULL || !IsA(test->arg, Const))
		return InvalidOid;
	log = (Const *) test->arg;
	return log->consttype == REGCLASSOID && !log->constisnull ? DatumGetObjectId(log->constvalue) : InvalidOid;
}

/* Returns true if aer_follow makes such a trigger for an operation; `part`: on a partition. */
static bool
is_ours(const Trigger *trigger, const char *operation, const char *log, bool part)
{
	RangeVar   *path = makeRangeVarFromNameList(stringToQualifiedNameList(log, NULL));
	Oid			oid = RangeVarGetRelid(path, NoLock, true);
	char		name[NAMEDATALEN];

	snprintf(name, sizeof(name), "aer_follow_%s_%s", operation, path->relname);
	for (int i = 0; i < lengthof(event_list); i++)
		if (strcmp(operation, event_list[i].operation) == 0)
			return strcmp(trigger->tgname, name) == 0 &&
				trigger->tgtype == (event_list[i].type | (part && event_list[i].type == TRIGGER_TYPE_TRUNCATE ? TRIGGER_TYPE_BEFORE : 0)) &&
				OidIsValid(oid) && log_of(trigger->tgqual) == oid && trigger->tgnattr == 0 &&
				same_name(trigger->tgoldtable, event_list[i].old_rows) && same_name(trigger->tgnewtable, event_list[i].new_rows);
	return false;
}

/*
 * _aer_trigger_fault(relation oid, trigger name, operation text, log text, place text): the
 * fault of the trigger, as a sentence, or NULL.  `operation`, in lower case, and `place`, the
 * trigger's argument, are those of the trigger that fires.  The caller has locked the log.
 */
Datum
aer_trigger_fault(PG_FUNCTION_ARGS)
{
	char	   *name = NameStr(*PG_GETARG_NAME(1));
	char	   *operation = text_to_cstring(PG_GETARG_TEXT_PP(2));
	char	   *log = text_to_cstring(PG_GETARG_TEXT_PP(3));
	char	   *place = text_to_cstring(PG_GETARG_TEXT_PP(4));
	bool		part = strcmp(place, "part") == 0;
	Relation	relation = try_table_open(PG_GETARG_OID(0), AccessShareLock);
	Trigger    *trigger = relation ? find_trigger(relation, name) : NULL;
	const char *fault = NULL;

	if (trigger == NULL || !(part || strcmp(place, "root") == 0) || !is_ours(trigger, operation, log, part))
		fault = psprintf("Trigger \"%s\" was not created by aer_follow().", name);
	else if ((is_temporary(trigger->tgoldtable) || is_temporary(trigger->tgnewtable)) && is_of_this_transaction(trigger->tgoid))
		fault = "The trigger was created in this transaction, which has temporary relations named old_rows or new_rows.";
	else if (!part && (relation->rd_rel->relispartition || has_superclass(RelationGetRelid(relation))))
		fault = "The table is now a partition or a child of another table: statements on that table change its rows, and fire other triggers.";
	if (relation)
		table_close(relation, NoLock);
	if (fault == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(fault));
}

/* _aer_trigger_log(condition pg_node_tree): the log that a trigger of aer depends on; NULL for other triggers. */
Datum
aer_trigger_log(PG_FUNCTION_ARGS)
{
	Oid			log = log_of(TextDatumGetCString(PG_GETARG_DATUM(0)));

	if (!OidIsValid(log))
		PG_RETURN_NULL();
	PG_RETURN_OID(log);
}
