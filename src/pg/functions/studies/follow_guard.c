/*
 * follow_guard.c
 *		What triggers of followed tables have in common: they let no statement fail.
 */
#include "pg/functions/studies/follow_guard.h"

#include "access/xact.h"
#include "catalog/namespace.h"
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

void
follow_check_log(const RangeVar *log, Relation source)
{
	Oid			schema = log->schemaname ? get_namespace_oid(log->schemaname, true) : InvalidOid;

	if (!OidIsValid(schema) || !OidIsValid(get_relname_relid(log->relname, schema)))
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("the log %s of the followed table %s is missing",
						quote_qualified_identifier(log->schemaname, log->relname),
						study_relation_name(source)),
				 errhint("Follow the table anew by aer_follow() with a log of that name, or drop its triggers aer_follow_insert... (\\d shows them).")));
}
