/*
 * follow_guard.c
 *		What triggers of followed tables have in common: they let no statement fail.
 */
#include "pg/functions/studies/follow_guard.h"

#include "access/xact.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/resowner.h"

char *
follow_guard(GuardedWork work, void *argument, bool impatient)
{
	MemoryContext context = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	char	   *volatile problem = NULL;

	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(context);
	PG_TRY();
	{
		work(argument);
		ReleaseCurrentSubTransaction();
		MemoryContextSwitchTo(context);
		CurrentResourceOwner = owner;
	}
	PG_CATCH();
	{
		ErrorData  *error;
		const char *class;

		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		FlushErrorState();
		RollbackAndReleaseCurrentSubTransaction();
		MemoryContextSwitchTo(context);
		CurrentResourceOwner = owner;
		class = unpack_sql_state(error->sqlerrcode);
		if (strncmp(class, "57", 2) == 0 || (impatient && strncmp(class, "53", 2) == 0))
			ReThrowError(error);
		problem = error->detail ? psprintf("%s: %s", error->message, error->detail) : error->message;
	}
	PG_END_TRY();
	return problem;
}

TriggerData *
follow_trigger_data(FunctionCallInfo fcinfo)
{
	TriggerData *data = (TriggerData *) fcinfo->context;

	if (!CALLED_AS_TRIGGER(fcinfo) || !TRIGGER_FIRED_FOR_STATEMENT(data->tg_event) ||
		data->tg_trigger->tgnargs != STUDY_ARGUMENTS ||
		(TRIGGER_FIRED_BY_INSERT(data->tg_event) && data->tg_newtable == NULL) ||
		(TRIGGER_FIRED_BY_DELETE(data->tg_event) && data->tg_oldtable == NULL) ||
		(TRIGGER_FIRED_BY_UPDATE(data->tg_event) &&
		 (data->tg_newtable == NULL || data->tg_oldtable == NULL)))
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
				 errmsg("this function is called by triggers that aer_follow() makes"),
				 errhint("Only make them by aer_follow() or by restoring a dump.")));
	return data;
}

/* Commands that drop the triggers of a table that write to the log that this one does. */
static char *
drop_commands(const TriggerData *data)
{
	const TriggerDesc *desc = data->tg_relation->trigdesc;
	StringInfoData commands;

	initStringInfo(&commands);
	for (int i = 0; i < desc->numtriggers; i++)
		if (desc->triggers[i].tgnargs == STUDY_ARGUMENTS &&
			strcmp(desc->triggers[i].tgargs[0], data->tg_trigger->tgargs[0]) == 0)
			appendStringInfo(&commands, " DROP TRIGGER %s ON %s;", quote_identifier(desc->triggers[i].tgname),
							 study_relation_name(data->tg_relation));
	return commands.data;
}

char *
follow_find_log(const RangeVar *name, const TriggerData *data)
{
	Relation	source = data->tg_relation;
	Oid			owner = source->rd_rel->relowner;
	Oid			log = study_log(name, RelationGetRelid(source));
	char	   *path;

	if (!OidIsValid(log))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("the log %s of the followed table %s is missing",
						quote_qualified_identifier(get_namespace_name(get_rel_namespace(study_root(RelationGetRelid(source)))),
												   name->relname),
						study_relation_name(source)),
				 errhint("Follow the table anew by aer_follow() with a log of that name, or drop its triggers:%s",
						 drop_commands(data))));
	path = quote_qualified_identifier(get_namespace_name(get_rel_namespace(log)), name->relname);
	if (pg_class_aclcheck(log, owner, ACL_INSERT) != ACLCHECK_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied for the log %s of the followed table %s", path,
						study_relation_name(source)),
				 errdetail("The trigger appends to the log as the table's owner, \"%s\".",
						   GetUserNameFromId(owner, false)),
				 errhint("Log and table must have the same owner: ALTER TABLE %s OWNER TO %s;", path,
						 quote_identifier(GetUserNameFromId(owner, false)))));
	return path;
}
