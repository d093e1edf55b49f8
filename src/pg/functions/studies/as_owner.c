/*
 * as_owner.c
 *		Calls a function on a log, or on a table to be followed, with the rights of its owner.
 *
 * A log or its table may run code: of a domain, a default, an index on an expression, or
 * another relation that has taken the name.  As in ANALYZE and REFRESH MATERIALIZED VIEW,
 * this code runs with the rights of the owner, whoever calls, and cannot get others.
 * So nothing needs to be locked or checked first; if the log gets another owner meanwhile,
 * the old owner's rights are refused.  No other file changes the current user.
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
PG_FUNCTION_INFO_V1(aer_as_owner_of_table);

static const char *
log_name(Oid log)
{
	return DatumGetCString(DirectFunctionCall1(regclassout, ObjectIdGetDatum(log)));
}

/* Checks the right to maintain a log: its owner, and roles with the owner's rights, have it. */
static bool
check_owner(Oid log, Oid owner)
{
	if (!has_privs_of_role(GetUserId(), owner))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("must be owner of log %s", log_name(log)),
				 errhint(is_member_of_role(GetUserId(), owner) ? "Run SET ROLE %s." :
						 "Its owner %s can call it.", quote_identifier(GetUserNameFromId(owner, false)))));
	return true;
}

/* Checks the right to read a log: roles that may read all of its rows have it, too. */
static bool
check_reader(Oid log, Oid owner)
{
	AclResult	right;

	if (has_privs_of_role(GetUserId(), owner))
		return true;
	right = pg_class_aclcheck(log, GetUserId(), ACL_SELECT);
	if (right != ACLCHECK_OK)
		aclcheck_error(right, OBJECT_TABLE, get_rel_name(log));
	if (check_enable_rls(log, GetUserId(), true) == RLS_ENABLED)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("row-level security would hide rows of log %s", log_name(log)),
				 errhint("ALTER TABLE %s DISABLE ROW LEVEL SECURITY.", log_name(log))));
	return true;
}

/* Returns true if the user may follow a table; otherwise the inner function raises the error. */
static bool
may_follow(Oid table, Oid owner)
{
	return has_privs_of_role(GetUserId(), owner);
}

/* Returns the owner of the relation in the first argument, or InvalidOid if there is none. */
static Oid
relation_owner(FunctionCallInfo fcinfo)
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
 * Calls the inner function as the owner if "check" returns true.  After an error
 * the end of the transaction or subtransaction restores user and settings.
 */
static Datum
as_owner(FunctionCallInfo fcinfo, bool (*check) (Oid relation, Oid owner))
{
	Oid			owner = relation_owner(fcinfo);
	Oid			user;
	int			context;
	int			settings;
	Datum		result;

	if (!OidIsValid(owner) || !check(PG_GETARG_OID(0), owner))
		return inner_call(fcinfo);	/* it raises the error */
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

Datum
aer_as_owner_of_table(PG_FUNCTION_ARGS)
{
	return as_owner(fcinfo, may_follow);
}
