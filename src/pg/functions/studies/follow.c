/*
 * follow.c
 *		aer_follow, aer_refollow, aer_unfollow: a log that follows a table.
 *
 * The source is locked first, so that nobody writes to it, and then read by a
 * snapshot that is newer than the lock.
 */
#include "pg/aer.h"

#include "access/relation.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "commands/tablecmds.h"
#include "miscadmin.h"
#include "pg/functions/studies/follow_log.h"
#include "pg/functions/studies/follow_rename.h"
#include "pg/functions/studies/follow_source.h"
#include "pg/functions/studies/follow_triggers.h"
#include "pg/functions/studies/followed_rows.h"
#include "pg/given_table.h"
#include "utils/lsyscache.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

PG_FUNCTION_INFO_V1(aer_follow);
PG_FUNCTION_INFO_V1(aer_refollow);
PG_FUNCTION_INFO_V1(aer_unfollow);

/* A snapshot that lasts for the transaction would miss what was committed before the lock. */
static void
check_isolation(const char *function)
{
	if (IsolationUsesXactSnapshot())
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TRANSACTION_STATE),
				 errmsg("%s needs a transaction that is READ COMMITTED", function),
				 errdetail("In this one it would not see what others committed while it waited for the lock.")));
}

/* Open and lock a table whose owner the caller is. */
static Relation
lock_source(Oid source)
{
	Relation	relation;
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(source));

	if (HeapTupleIsValid(tuple))
	{
		follow_source_check_owner((Form_pg_class) GETSTRUCT(tuple));
		ReleaseSysCache(tuple);
	}
	relation = given_table_open(source, ShareRowExclusiveLock);
	/* a statement that is at work has rows to come, whose triggers would find them taken in */
	CheckTableNotInUse(relation, "follow");
	follow_source_check(relation);
	return relation;
}

/*
 * Take in the rows of the source; fills in what is known of the study now.  The
 * moments are a child of the current memory context.
 */
static RowMoments *
take_in(Relation source, Study *study, const char *function)
{
	FollowedRows *rows = followed_rows_create(CurrentMemoryContext, study);
	StudyShape	shape = study_shape(study);
	RowMoments *moments = NULL;
	uint64		skipped;

	CommandCounterIncrement();
	PushActiveSnapshot(GetLatestSnapshot());
	followed_rows_scan(rows, source, GetActiveSnapshot(), CurrentMemoryContext, &moments, function);
	PopActiveSnapshot();
	skipped = moments ? moments->skipped : 0;
	if (followed_rows_model(rows) == NULL)
	{
		followed_rows_start(rows, source);
		moments = NULL;
	}
	if (followed_rows_model(rows) == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_NO_DATA_FOUND),
				 errmsg("%s has no row whose features and target are known", study_relation_name(source)),
				 errdetail("How many attributes an array has, only a row can tell."),
				 errhint("Follow the table when it has a row.")));
	if (moments == NULL)
	{
		moments = followed_rows_moments(rows, CurrentMemoryContext);
		moments->skipped = skipped;
	}
	shape.length = moments->d;
	if (shape.target == TARGET_UNKNOWN)
		shape.target = moments->target;
	study->shape = study_shape_text(&shape);
	study->fingerprint = followed_rows_fingerprint(rows);
	return moments;
}

/* The log's first row, and the triggers, which write the others. */
static void
begin_log(FunctionCallInfo fcinfo, Relation source, List *members, Study *study,
		  const char *function)
{
	RowMoments *moments = take_in(source, study, function);
	LogRow		row = {.added = follow_log_value(moments, true)};

	follow_triggers_create(fcinfo, members, study);
	follow_log_append(study->log, source->rd_rel->relowner, study_moments_type(fcinfo), &row, NULL);
}

/* The name of the log, with schema and quotes: it stands beside the source. */
static char *
log_name(Relation source, const char *given)
{
	RangeVar   *log = study_log_name(given);
	char	   *schema = get_namespace_name(RelationGetNamespace(source));

	/* with more parts than two, or one that is empty, it was left as it is */
	if (log->relname[strspn(log->relname, " ")] == '\0' ||
		(strcmp(log->relname, given) == 0 && strchr(given, '.')))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_NAME),
				 errmsg("\"%s\" is no name for a log", given)));
	if (strlen(log->relname) > LONGEST_LOG_NAME)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_NAME),
				 errmsg("\"%s\" is too long for the name of a log", given),
				 errdetail("Names of triggers end with it, which leaves it %d bytes.", LONGEST_LOG_NAME)));
	if (log->schemaname && strcmp(log->schemaname, schema) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the log must be in the schema of its table"),
				 errdetail("%s is in \"%s\".", RelationGetRelationName(source), schema)));
	return quote_qualified_identifier(schema, log->relname);
}

/* What follows the source into a log that exists; an error if nothing does. */
static const FollowTrigger *
follows_already(FunctionCallInfo fcinfo, Relation source, const char *log, Oid oid)
{
	List	   *triggers = follow_triggers_of(fcinfo, oid, source->rd_rel->relowner);
	const FollowTrigger *root = follow_triggers_root(triggers);

	if (root == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_TABLE),
				 errmsg("relation %s exists already", log),
				 errdetail("It is no log that follows a table."),
				 errhint("Give the log another name.")));
	if (root->relation != RelationGetRelid(source))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_TABLE),
				 errmsg("log %s exists already and follows another table", log),
				 errdetail("It follows %s.", get_rel_name(root->relation)),
				 errhint("Give the log another name.")));
	return root;
}

/* An error unless that is what is asked for. */
static void
check_follows_same(const FollowTrigger *root, const Study *study)
{
	if (!study_asks_same(&root->study, study))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_TABLE),
				 errmsg("log %s exists already and follows otherwise", study->log),
				 errdetail("It follows %s: target \"%s\", key \"%s\", features \"%s\", design %s.",
						   get_rel_name(root->relation), root->study.target, root->study.key,
						   root->study.features, root->study.design),
				 errhint("Give the log another name: several can follow one table.")));
}

Datum
aer_follow(PG_FUNCTION_ARGS)
{
	Relation	source;
	List	   *members;
	Study		study;
	char	   *target;
	char	   *key;
	char	   *log;
	char	   *features;
	Oid			schema;
	Oid			existing;
	const char *relname;
	const FollowTrigger *known = NULL;

	for (int i = 0; i < 5; i++)
		if (PG_ARGISNULL(i))
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("source, target, design, key and log must not be NULL")));
	check_isolation("aer_follow()");
	target = text_to_cstring(PG_GETARG_TEXT_PP(1));
	key = text_to_cstring(PG_GETARG_TEXT_PP(3));
	features = PG_ARGISNULL(5) ? NULL : text_to_cstring(PG_GETARG_TEXT_PP(5));
	source = lock_source(PG_GETARG_OID(0));
	members = follow_lock_members(RelationGetRelid(source), source->rd_rel->relowner);
	log = log_name(source, text_to_cstring(PG_GETARG_TEXT_PP(4)));
	schema = RelationGetNamespace(source);
	relname = study_log_name(log)->relname;
	existing = get_relname_relid(relname, schema);
	if (OidIsValid(existing))
		known = follows_already(fcinfo, source, log, existing);
	study = follow_source_study(source, log, target, PG_GETARG_JSONB_P(2), key, features,
								known ? &known->study : NULL);
	if (known)
		check_follows_same(known, &study);
	else
	{
		/* which would not let it make temporary tables */
		bool		temporary = source->rd_rel->relpersistence == RELPERSISTENCE_TEMP;
		OwnerSwitch before = owner_switch_begin(source->rd_rel->relowner,
												temporary ? 0 : SECURITY_RESTRICTED_OPERATION);

		follow_log_create(log, source, study_moments_type(fcinfo));
		begin_log(fcinfo, source, members, &study, "aer_follow");
		owner_switch_end(&before);
	}
	relation_close(source, NoLock);
	PG_RETURN_OID(get_relname_relid(relname, schema));
}

/* The root of what is followed into a log; an error if nothing is. */
static const FollowTrigger *
followed_root(FunctionCallInfo fcinfo, List *triggers, Relation log)
{
	const FollowTrigger *root = follow_triggers_root(triggers);

	if (root == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("no table is followed into %s", study_relation_name(log)),
				 errdetail("%s", follow_triggers_lack(fcinfo, RelationGetRelid(log), triggers)),
				 errhint("Log and table must have the same owner, and the log the name that it was made with; else drop it, and follow the table anew by aer_follow().")));
	return root;
}

/* Why a table may lack a column that it had: said of the error by which that shows. */
static void
hint_at_rename(void *log)
{
	if (geterrcode() == ERRCODE_UNDEFINED_COLUMN)
		errhint("If it has another name now: aer_refollow(%s, rename => '{\"old name\": \"new name\"}').",
				quote_literal_cstr(log));
}

Datum
aer_refollow(PG_FUNCTION_ARGS)
{
	Relation	log;
	Relation	source;
	List	   *triggers;
	List	   *members;
	const FollowTrigger *root;
	Study		study;
	ErrorContextCallback renamed;
	OwnerSwitch before;

	if (PG_ARGISNULL(0))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("the log must not be NULL")));
	check_isolation("aer_refollow()");
	log = follow_log_open(PG_GETARG_OID(0), study_moments_type(fcinfo), AccessShareLock);
	triggers = follow_triggers_of(fcinfo, RelationGetRelid(log), log->rd_rel->relowner);
	root = followed_root(fcinfo, triggers, log);
	source = lock_source(root->relation);
	members = follow_lock_members(RelationGetRelid(source), source->rd_rel->relowner);
	study = root->study;
	study.log = study_relation_name(log);
	if (!PG_ARGISNULL(1))
		study = follow_rename(&study, PG_GETARG_JSONB_P(1));
	renamed = (ErrorContextCallback) {.previous = error_context_stack,.callback = hint_at_rename,.arg = study.log};
	error_context_stack = &renamed;
	study = follow_source_study(source, study.log, study.target,
								DatumGetJsonbP(DirectFunctionCall1(jsonb_in, CStringGetDatum(study.design))),
								study.key, study.features[0] ? study.features : NULL, NULL);
	error_context_stack = renamed.previous;
	before = owner_switch_begin(source->rd_rel->relowner, SECURITY_RESTRICTED_OPERATION);
	follow_triggers_drop(triggers, members);
	follow_log_delete(study.log);
	begin_log(fcinfo, source, members, &study, "aer_refollow");
	owner_switch_end(&before);
	relation_close(source, NoLock);
	relation_close(log, NoLock);
	PG_RETURN_OID(PG_GETARG_OID(0));
}

Datum
aer_unfollow(PG_FUNCTION_ARGS)
{
	Relation	log = follow_log_open(PG_GETARG_OID(0), study_moments_type(fcinfo), AccessShareLock);
	char	   *name = study_relation_name(log);
	List	   *triggers = follow_triggers_of(fcinfo, RelationGetRelid(log), InvalidOid);

	if (triggers == NIL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("no table is followed into %s", name),
				 errdetail("%s", follow_triggers_lack(fcinfo, RelationGetRelid(log), NIL)),
				 errhint("If nobody needs it: DROP TABLE %s;", name)));
	relation_close(log, NoLock);
	follow_triggers_drop(triggers, NIL);
	if (PG_GETARG_BOOL(1))
		follow_log_drop(name);
	PG_RETURN_VOID();
}
