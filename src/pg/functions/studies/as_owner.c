/*
 * as_owner.c
 *		What is done to a log is done as the log's owner.
 *
 * As ANALYZE and REFRESH MATERIALIZED VIEW do: what a log or its table make run (a domain,
 * a default, an index on an expression, or another relation that has the name by now) runs
 * with the rights of who owns the log, whoever calls, and cannot lay them down.  So nobody
 * need lock or look at such things first; if the log gets another owner a moment later,
 * the one that it had is refused.  This is the only file that changes who one is.
 */
#include "pg/inner_call.h"

#include "catalog/pg_class.h"
#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/regproc.h"
#include "utils/rls.h"
#include "utils/syscache.h"

PG_FUNCTION_INFO_V1(aer_as_owner);
PG_FUNCTION_INFO_V1(aer_as_owner_for_reader);

static const char *
log_name(Oid log)
{
	return DatumGetCString(DirectFunctionCall1(regclassout, ObjectIdGetDatum(log)));
}

/* Keep up a log: its owner may, and who has his rights. */
static void
check_owner(Oid log, Oid owner)
{
	if (!has_privs_of_role(GetUserId(), owner))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("must be owner of log %s", log_name(log)),
				 errhint("Become %s: SET ROLE.", quote_identifier(GetUserNameFromId(owner, false)))));
}

/* Read it: who may read all of its rows, too. */
static void
check_reader(Oid log, Oid owner)
{
	AclResult	right;

	if (has_privs_of_role(GetUserId(), owner))
		return;
	right = pg_class_aclcheck(log, GetUserId(), ACL_SELECT);
	if (right != ACLCHECK_OK)
		aclcheck_error(right, OBJECT_TABLE, get_rel_name(log));
	if (check_enable_rls(log, GetUserId(), true) == RLS_ENABLED)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("row-level security would hide rows of log %s", log_name(log)),
				 errhint("ALTER TABLE %s DISABLE ROW LEVEL SECURITY.", log_name(log))));
}

/* The owner of the log that the first argument names; InvalidOid: there is none. */
static Oid
log_owner(FunctionCallInfo fcinfo)
{
	HeapTuple	tuple = PG_ARGISNULL(0) ? NULL : SearchSysCache1(RELOID, PG_GETARG_DATUM(0));
	Oid			owner = InvalidOid;

	if (HeapTupleIsValid(tuple))
	{
		owner = ((Form_pg_class) GETSTRUCT(tuple))->relowner;
		ReleaseSysCache(tuple);
	}
	return owner;
}

/*
 * The inner function as the owner, if the caller may.  Of an error its transaction, or a
 * part of it, restores all of this.
 */
static Datum
as_owner(FunctionCallInfo fcinfo, void (*check) (Oid log, Oid owner))
{
	Oid			owner = log_owner(fcinfo);
	Oid			user;
	int			context;
	int			settings;
	Datum		result;

	if (!OidIsValid(owner))
		return inner_call(fcinfo);	/* which says so */
	check(PG_GETARG_OID(0), owner);
	GetUserIdAndSecContext(&user, &context);
	SetUserIdAndSecContext(owner, context | SECURITY_RESTRICTED_OPERATION);
	settings = NewGUCNestLevel();
	(void) set_config_option("search_path", "pg_catalog, pg_temp", PGC_USERSET, PGC_S_SESSION,
							 GUC_ACTION_SAVE, true, 0, false);
	result = inner_call(fcinfo);
	AtEOXact_GUC(false, settings);
	SetUserIdAndSecContext(user, context);
	return result;
}

Datum
aer_as_owner(PG_FUNCTION_ARGS)
{
	return as_owner(fcinfo, check_owner);
}

Datum
aer_as_owner_for_reader(PG_FUNCTION_ARGS)
{
	return as_owner(fcinfo, check_reader);
}
