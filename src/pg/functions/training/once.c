/*
 * once.c
 *		What is computed once for all rows of a statement: aer_suggest and aer_learn.
 *
 * Each calls an inner function (pg/inner_call.h), which is written in SQL.  In
 * aer_train(p.*, 'outcome', aer_suggest('patients', 'outcome')) it stands beside each row,
 * and so does a model in aer_predict(aer_learn('patients', 'outcome'), p): who made one
 * for each would read the table as often as it has rows.
 */
#include "pg/aer.h"

#include "access/htup_details.h"
#include "access/parallel.h"
#include "catalog/pg_class.h"
#include "common/hashfn.h"
#include "miscadmin.h"
#include "pg/arguments.h"
#include "pg/inner_call.h"
#include "utils/datum.h"
#include "utils/guc_tables.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"

PG_FUNCTION_INFO_V1(aer_suggest);
PG_FUNCTION_INFO_V1(aer_learn);

/* For whom an answer holds: what a source shows may depend on the user and on settings. */
typedef struct Scope
{
	Oid			user;
	int			security_context;
	uint64		settings;		/* a hash; 0: the source shows the same whatever they are */
} Scope;

typedef struct Answer
{
	CallCache	cache;
	NullableDatum argument[FUNC_MAX_ARGS];	/* detoasted */
	bool		by_value[FUNC_MAX_ARGS];
	Scope		scope;
	Datum		answer;
} Answer;

static uint64
hash_setting(const struct config_generic *setting)
{
	switch (setting->vartype)
	{
		case PGC_BOOL:
			return *((const struct config_bool *) setting)->variable;
		case PGC_INT:
			return hash_bytes_uint32((uint32) *((const struct config_int *) setting)->variable);
		case PGC_REAL:
			return hash_bytes_extended((const unsigned char *) ((const struct config_real *) setting)->variable, sizeof(double), 0);
		case PGC_ENUM:
			return hash_bytes_uint32((uint32) *((const struct config_enum *) setting)->variable);
		case PGC_STRING:
			{
				const char *text = *((const struct config_string *) setting)->variable;

				return text == NULL ? 0 : hash_bytes_extended((const unsigned char *) text, (int) strlen(text), 1);
			}
	}
	return 0;
}

/* Of all settings that may change while a statement runs. */
static uint64
hash_settings(void)
{
	int			count;
	struct config_generic **setting = get_guc_variables(&count);
	uint64		hash = 0;

	for (int i = 0; i < count; i++)
		if (setting[i]->context >= PGC_SUSET)
			hash = hash_combine64(hash, hash_setting(setting[i]));
	return hash;
}

/*
 * Does what a source shows depend on settings?  Not with a plain table
 * without policies; a view, a policy, another server may ask for them.
 */
static bool
goes_by_settings(Oid source)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(source));
	bool		plain = false;

	if (HeapTupleIsValid(tuple))
	{
		const FormData_pg_class *class = (const FormData_pg_class *) GETSTRUCT(tuple);

		plain = !class->relrowsecurity && !class->relhassubclass &&
			(class->relkind == RELKIND_RELATION || class->relkind == RELKIND_MATVIEW);
		ReleaseSysCache(tuple);
	}
	return !plain;
}

static Scope
scope_now(FunctionCallInfo fcinfo)
{
	Scope		scope;

	GetUserIdAndSecContext(&scope.user, &scope.security_context);
	scope.settings = PG_ARGISNULL(0) || goes_by_settings(PG_GETARG_OID(0)) ? hash_settings() : 0;
	return scope;
}

/*
 * Does what the call keeps go with the query that the call is part of?  An
 * expression of PL/pgSQL that is no query keeps it until the transaction
 * ends, and rows may be added before that; in a worker they cannot.
 */
static bool
ends_with_query(FunctionCallInfo fcinfo)
{
	MemoryContext around = MemoryContextGetParent(fcinfo->flinfo->fn_mcxt);

	return IsParallelWorker() ||
		(around != TopTransactionContext && strcmp(around->name, "SPI Proc") != 0);
}

static bool
is_answer(const Answer *answer, const Scope *scope, FunctionCallInfo fcinfo)
{
	if (answer == NULL || !ends_with_query(fcinfo) ||
		answer->scope.user != scope->user ||
		answer->scope.security_context != scope->security_context ||
		answer->scope.settings != scope->settings)
		return false;
	for (int i = 0; i < PG_NARGS(); i++)
	{
		const NullableDatum *kept = &answer->argument[i];

		if (kept->isnull != PG_ARGISNULL(i) ||
			(!kept->isnull && !datum_image_eq(kept->value, PG_GETARG_DATUM(i), answer->by_value[i], -1)))
			return false;
	}
	return true;
}

static void
keep(Answer *answer, FunctionCallInfo fcinfo, const Oid *types)
{
	for (int i = 0; i < PG_NARGS(); i++)
	{
		NullableDatum *kept = &answer->argument[i];

		*kept = fcinfo->args[i];
		answer->by_value[i] = get_typbyval(types[i]);
		if (!kept->isnull && !answer->by_value[i])
			kept->value = PointerGetDatum(PG_DETOAST_DATUM_COPY(kept->value));
	}
}

static Datum
once(FunctionCallInfo fcinfo)
{
	Answer	   *answer = CALL_CACHE(fcinfo);
	Scope		scope = scope_now(fcinfo);

	if (!is_answer(answer, &scope, fcinfo))
	{
		Oid		   *types;
		int			n;
		Datum		value;
		MemoryContext old;

		(void) get_func_signature(fcinfo->flinfo->fn_oid, &types, &n);
		value = inner_call(fcinfo);
		if (fcinfo->isnull)
			return value;
		answer = call_cache_create(call_cache_context(fcinfo), sizeof(Answer));
		old = MemoryContextSwitchTo(answer->cache.context);
		keep(answer, fcinfo, types);
		answer->scope = scope;
		answer->answer = datumCopy(value, false, -1);
		MemoryContextSwitchTo(old);
		call_cache_keep(fcinfo, answer);
	}
	PG_RETURN_DATUM(answer->answer);
}

Datum
aer_suggest(PG_FUNCTION_ARGS)
{
	return once(fcinfo);
}

Datum
aer_learn(PG_FUNCTION_ARGS)
{
	return once(fcinfo);
}
