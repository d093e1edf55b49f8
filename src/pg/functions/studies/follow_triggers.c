/*
 * follow_triggers.c
 *		The triggers by which a log follows a table and its partitions.
 */
#include "pg/functions/studies/follow_triggers.h"

#include "access/genam.h"
#include "access/table.h"
#include "catalog/indexing.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_trigger.h"
#include "commands/defrem.h"
#include "commands/tablecmds.h"
#include "miscadmin.h"
#include "pg/functions/studies/follow_log.h"
#include "pg/functions/studies/follow_source.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#define CHANGE "aer_follow_change"
#define TRUNCATE "aer_follow_truncate"

/* The triggers of one table; LONGEST_LOG_NAME makes room for these names. */
static const struct
{
	const char *name;
	int16		type;
	const char *when;
	const char *rows;
	const char *function;
	bool		of_root;
	bool		of_partition;
	bool		of_partitioned;	/* too, if it holds no rows itself */
}			trigger_kind[] = {
	{"aer_follow_insert", TRIGGER_TYPE_INSERT, "AFTER INSERT", "REFERENCING NEW TABLE AS new_rows", CHANGE, true, true, true},
	{"aer_follow_update", TRIGGER_TYPE_UPDATE, "AFTER UPDATE", "REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows", CHANGE, true, true, true},
	{"aer_follow_delete", TRIGGER_TYPE_DELETE, "AFTER DELETE", "REFERENCING OLD TABLE AS old_rows", CHANGE, true, true, true},
	{"aer_follow_truncate", TRIGGER_TYPE_TRUNCATE, "AFTER TRUNCATE", "", TRUNCATE, true, false, true},
	{"aer_follow_truncate", TRIGGER_TYPE_TRUNCATE | TRIGGER_TYPE_BEFORE, "BEFORE TRUNCATE", "", TRUNCATE, false, true, false}
};

/* One of our trigger functions, in the schema of the function that runs. */
static Oid
function_oid(FunctionCallInfo fcinfo, const char *name)
{
	oidvector  *no_arguments = buildoidvector(NULL, 0);

	return GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
						   PointerGetDatum(no_arguments),
						   ObjectIdGetDatum(get_func_namespace(fcinfo->flinfo->fn_oid)));
}

/* The trigger of that OID, if it is of that log. */
static void
add_trigger(List **triggers, Relation relation, Oid oid, Oid log)
{
	const TriggerDesc *desc = relation->trigdesc;

	for (int i = 0; desc && i < desc->numtriggers; i++)
	{
		const Trigger *trigger = &desc->triggers[i];
		FollowTrigger *found;
		Study		study;

		if (trigger->tgoid != oid || trigger->tgnargs != STUDY_ARGUMENTS ||
			study_log(study_log_name(trigger->tgargs[0]), RelationGetRelid(relation)) != log)
			continue;
		study = study_of_trigger(trigger);
		found = palloc(sizeof(FollowTrigger));
		found->relation = RelationGetRelid(relation);
		found->owner = relation->rd_rel->relowner;
		found->name = pstrdup(trigger->tgname);
		found->type = trigger->tgtype;
		found->enabled = trigger->tgenabled;
		found->study = study_copy(&study);
		*triggers = lappend(*triggers, found);
	}
}

/* Triggers depend on their function. */
static List *
triggers_calling(Oid function, Oid log, Oid owner, List *triggers)
{
	Relation	depend = table_open(DependRelationId, AccessShareLock);
	ScanKeyData key[2];
	SysScanDesc scan;
	HeapTuple	tuple;
	List	   *oids = NIL;
	ListCell   *cell;

	ScanKeyInit(&key[0], Anum_pg_depend_refclassid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(ProcedureRelationId));
	ScanKeyInit(&key[1], Anum_pg_depend_refobjid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(function));
	scan = systable_beginscan(depend, DependReferenceIndexId, true, NULL, 2, key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		if (((Form_pg_depend) GETSTRUCT(tuple))->classid == TriggerRelationId)
			oids = lappend_oid(oids, ((Form_pg_depend) GETSTRUCT(tuple))->objid);
	systable_endscan(scan);
	table_close(depend, AccessShareLock);
	foreach(cell, oids)
	{
		Relation	pg_trigger = table_open(TriggerRelationId, AccessShareLock);
		Oid			relation = InvalidOid;
		Relation	table;

		ScanKeyInit(&key[0], Anum_pg_trigger_oid, BTEqualStrategyNumber, F_OIDEQ,
					ObjectIdGetDatum(lfirst_oid(cell)));
		scan = systable_beginscan(pg_trigger, TriggerOidIndexId, true, NULL, 1, key);
		tuple = systable_getnext(scan);
		if (HeapTupleIsValid(tuple))
			relation = ((Form_pg_trigger) GETSTRUCT(tuple))->tgrelid;
		systable_endscan(scan);
		table_close(pg_trigger, AccessShareLock);
		table = OidIsValid(relation) ? try_table_open(relation, AccessShareLock) : NULL;
		if (table == NULL)
			continue;
		if (!OidIsValid(owner) || table->rd_rel->relowner == owner)
			add_trigger(&triggers, table, lfirst_oid(cell), log);
		table_close(table, NoLock);
	}
	return triggers;
}

List *
follow_triggers_of(FunctionCallInfo fcinfo, Oid log, Oid owner)
{
	List	   *triggers = triggers_calling(function_oid(fcinfo, CHANGE), log, owner, NIL);

	return triggers_calling(function_oid(fcinfo, TRUNCATE), log, owner, triggers);
}

const FollowTrigger *
follow_triggers_root(List *triggers)
{
	FollowTrigger *root = NULL;
	ListCell   *cell;

	foreach(cell, triggers)
		if (FOLLOWS_ROOT((FollowTrigger *) lfirst(cell)))
			return lfirst(cell);
	/* each of them says the same */
	foreach(cell, triggers)
	{
		const FollowTrigger *trigger = lfirst(cell);
		Oid			relation = study_root(trigger->relation);

		if (root && root->relation != relation)
			return NULL;
		root = palloc(sizeof(FollowTrigger));
		*root = *trigger;
		root->relation = relation;
	}
	return root;
}

const char *
follow_triggers_lack(FunctionCallInfo fcinfo, Oid log, List *triggers)
{
	const FollowTrigger *other;

	if (triggers != NIL)
		return "Triggers of several tables write to this log, and none of them is after TRUNCATE, as that of the followed table must be.";
	triggers = follow_triggers_of(fcinfo, log, InvalidOid);
	if (triggers == NIL)
		return "No table has triggers that write to this log.";
	other = linitial(triggers);
	return psprintf("Table %s, whose triggers write to this log, has another owner, \"%s\".",
					get_rel_name(other->relation), GetUserNameFromId(other->owner, false));
}

List *
follow_lock_members(Oid root, Oid owner)
{
	List	   *members = find_all_inheritors(root, ShareRowExclusiveLock, NULL);
	ListCell   *cell;

	foreach(cell, members)
	{
		Relation	member = table_open(lfirst_oid(cell), NoLock);

		if (lfirst_oid(cell) != root)
		{
			CheckTableNotInUse(member, "follow");
			follow_source_check_partition(member, root, owner);
		}
		table_close(member, NoLock);
	}
	return members;
}

/* Should such a relation have a trigger of that kind? */
static bool
wants_kind(int kind, bool root, char relkind)
{
	return (root ? trigger_kind[kind].of_root : trigger_kind[kind].of_partition) &&
		(relkind != RELKIND_PARTITIONED_TABLE || trigger_kind[kind].of_partitioned);
}

/* Several studies of one table have triggers of different names. */
static char *
trigger_name(int kind, const char *log)
{
	return makeObjectName(trigger_kind[kind].name, study_log_name(log)->relname, NULL);
}

bool
follow_triggers_complete(List *triggers, Oid relation, bool root, const Study *study)
{
	for (int kind = 0; kind < lengthof(trigger_kind); kind++)
	{
		bool		found = false;
		ListCell   *cell;

		foreach(cell, triggers)
		{
			const FollowTrigger *trigger = lfirst(cell);

			found = found || (trigger->relation == relation && trigger->type == trigger_kind[kind].type &&
							  (trigger->enabled == TRIGGER_FIRES_ON_ORIGIN ||
							   trigger->enabled == TRIGGER_FIRES_ALWAYS) &&
							  study_same(&trigger->study, study));
		}
		if (!found && wants_kind(kind, root, get_rel_relkind(relation)))
			return false;
	}
	return true;
}

/* A trigger of that name is replaced if it is ours; the user's own is not. */
static void
check_trigger_name(Relation relation, const char *name, Oid function)
{
	const TriggerDesc *desc = relation->trigdesc;

	for (int i = 0; desc && i < desc->numtriggers; i++)
		if (strcmp(desc->triggers[i].tgname, name) == 0 && desc->triggers[i].tgfoid != function)
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_OBJECT),
					 errmsg("table %s has a trigger \"%s\" already", study_relation_name(relation), name),
					 errdetail("aer_follow() needs that name, and the trigger calls another function."),
					 errhint("Follow into a log of another name, or: ALTER TRIGGER %s ON %s RENAME TO ...;",
							 quote_identifier(name), study_relation_name(relation))));
}

static void
create_triggers(FunctionCallInfo fcinfo, Relation relation, bool root, const Study *study)
{
	const char *schema = get_namespace_name(get_func_namespace(fcinfo->flinfo->fn_oid));
	const char *argument[STUDY_ARGUMENTS];
	StringInfoData arguments;

	study_arguments(study, argument);
	initStringInfo(&arguments);
	for (int i = 0; i < STUDY_ARGUMENTS; i++)
		appendStringInfo(&arguments, "%s%s", i > 0 ? ", " : "", quote_literal_cstr(argument[i]));
	for (int kind = 0; kind < lengthof(trigger_kind); kind++)
	{
		const char *name = trigger_name(kind, study->log);

		if (!wants_kind(kind, root, relation->rd_rel->relkind))
			continue;
		check_trigger_name(relation, name, function_oid(fcinfo, trigger_kind[kind].function));
		follow_run(psprintf("CREATE OR REPLACE TRIGGER %s %s ON %s %s FOR EACH STATEMENT EXECUTE FUNCTION %s(%s)",
							quote_identifier(name), trigger_kind[kind].when,
							study_relation_name(relation), trigger_kind[kind].rows,
							quote_qualified_identifier(schema, trigger_kind[kind].function), arguments.data));
	}
	pfree(arguments.data);
}

void
follow_triggers_create(FunctionCallInfo fcinfo, List *members, const Study *study)
{
	ListCell   *cell;

	foreach(cell, members)
	{
		Relation	member = table_open(lfirst_oid(cell), NoLock);

		CHECK_FOR_INTERRUPTS();
		create_triggers(fcinfo, member, cell == list_head(members), study);
		table_close(member, NoLock);
	}
}

static void
drop_trigger(const FollowTrigger *trigger)
{
	follow_run(psprintf("DROP TRIGGER %s ON %s", quote_identifier(trigger->name),
				 quote_qualified_identifier(get_namespace_name(get_rel_namespace(trigger->relation)),
											get_rel_name(trigger->relation))));
}

/* Is it one of those that the root and its partitions should have? */
static bool
is_wanted(const FollowTrigger *trigger, List *members)
{
	bool		root = members != NIL && linitial_oid(members) == trigger->relation;

	if (!list_member_oid(members, trigger->relation))
		return false;
	for (int kind = 0; kind < lengthof(trigger_kind); kind++)
		if (trigger->type == trigger_kind[kind].type &&
			wants_kind(kind, root, get_rel_relkind(trigger->relation)) &&
			strcmp(trigger->name, trigger_name(kind, trigger->study.log)) == 0)
			return true;
	return false;
}

void
follow_triggers_drop(List *triggers, List *members)
{
	ListCell   *cell;

	foreach(cell, triggers)
		if (!is_wanted(lfirst(cell), members))
			drop_trigger(lfirst(cell));
}
