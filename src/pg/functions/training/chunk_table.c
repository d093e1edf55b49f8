/*
 * chunk_table.c
 *		The table of a training by chunks: what is done, where it stopped, and the
 *		result.
 *
 * Each chunk is one transaction, which locks the row of the beginning, reads the
 * last row, and appends one: two sessions cannot count the same rows, and nothing is
 * kept in memory that is not in the table.
 */
#include "pg/functions/training/chunk_table.h"

#include "access/table.h"
#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "pg/given_table.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/rls.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/varlena.h"

#define EQUAL " OPERATOR(pg_catalog.=) "

/* Of the advisory locks with two keys: any number that others are not likely to use. */
#define BEGINNING_KEY 0x61657268

/* The columns, in the order of a new table; types of our own by name. */
static const struct
{
	const char *name;
	Oid			type;			/* InvalidOid: that of the key, or of aer */
	const char *own_type;		/* NULL: that of the key */
	const char *constraint;
}			columns[] =
{
	{"chunk", INT8OID, NULL, " PRIMARY KEY"},
	{"last_key", InvalidOid, NULL, ""},
	{"rows", INT8OID, NULL, " NOT NULL"},
	{"rows_left", INT8OID, NULL, " NOT NULL"},
	{"seconds", FLOAT8OID, NULL, " NOT NULL"},
	{"seconds_left", FLOAT8OID, NULL, ""},
	{"at", TIMESTAMPTZOID, NULL, " NOT NULL"},
	{"moments", InvalidOid, "aer_moments", ""},
	{"model", InvalidOid, "aer_model", ""},
	{"run", JSONBOID, NULL, ""}
};

static Oid
column_type(int i, const ChunkSource *source, Oid schema)
{
	if (OidIsValid(columns[i].type))
		return columns[i].type;
	if (columns[i].own_type == NULL)
		return source->key_type;
	return GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum(columns[i].own_type),
						   ObjectIdGetDatum(schema));
}

/* Make it, with the row of the beginning. */
static void
create(const RangeVar *range, const ChunkTable *table, const ChunkSource *source,
	   const char *rest_query)
{
	ChunkValue	nothing = {.type = source->key_type,.null = true};
	double		rows = chunk_query_estimate(rest_query, &nothing, 1);
	char	   *name = range->schemaname ? quote_qualified_identifier(range->schemaname, range->relname) :
		pstrdup(quote_identifier(range->relname));
	StringInfoData query;

	initStringInfo(&query);
	appendStringInfo(&query, "CREATE TABLE %s (", name);
	for (int i = 0; i < lengthof(columns); i++)
		appendStringInfo(&query, "%s%s %s%s", i > 0 ? ", " : "", columns[i].name,
						 format_type_be_qualified(column_type(i, source, table->schema)),
						 columns[i].constraint);
	appendStringInfoChar(&query, ')');
	(void) chunk_query(query.data, NULL, 0);
	(void) chunk_query(psprintf("INSERT INTO %s (chunk, rows, rows_left, seconds, at) VALUES (0, 0, $1, 0, $2)", name),
					   (ChunkValue[]) {
						   {INT8OID, false, Int64GetDatum((int64) rows)},
						   {TIMESTAMPTZOID, false, TimestampTzGetDatum(GetCurrentTimestamp())}
					   }, 2);
}

ChunkTable
chunk_table_begin(const char *name, Oid schema, const ChunkSource *source, const char *rest_query)
{
	RangeVar   *range = makeRangeVarFromNameList(textToQualifiedNameList(cstring_to_text(name)));
	ChunkTable	table = {.schema = schema};

	/* of two that begin at a time one finds what the other has made */
	(void) DirectFunctionCall2(pg_advisory_xact_lock_int4, Int32GetDatum(BEGINNING_KEY),
							   UInt32GetDatum(hash_bytes((const unsigned char *) range->relname, strlen(range->relname))));
	AcceptInvalidationMessages();
	table.oid = RangeVarGetRelid(range, NoLock, true);
	if (!OidIsValid(table.oid))
	{
		create(range, &table, source, rest_query);
		table.oid = RangeVarGetRelid(range, NoLock, false);
	}
	return table;
}

static void
not_of_chunks(const ChunkTable *table, const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_WRONG_OBJECT_TYPE),
			 errmsg("%s is no progress table of aer_train_chunks()", table->name),
			 errdetail("%s", detail),
			 errhint("Name one that is not there yet: it will be made.")));
}

/* Lock the table, and see whether its columns are there; others may have been added. */
static void
check_columns(ChunkTable *table, const ChunkSource *source)
{
	Relation	relation = given_table_open(table->oid, RowExclusiveLock);

	table->name = chunk_relation_name(relation);
	table->aer = pstrdup(quote_identifier(get_namespace_name(table->schema)));
	for (int i = 0; i < lengthof(columns); i++)
	{
		AttrNumber	number = get_attnum(table->oid, columns[i].name);
		Oid			type = column_type(i, source, table->schema);

		if (number <= 0 || TupleDescAttr(RelationGetDescr(relation), number - 1)->atttypid != type)
			not_of_chunks(table, psprintf("It should have a column %s of type %s.", columns[i].name,
										  format_type_be(type)));
	}
	if (check_enable_rls(table->oid, InvalidOid, true) == RLS_ENABLED)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("row-level security would hide rows of %s", table->name)));
	table_close(relation, NoLock);
}

/* Lock the row of the beginning, without waiting. */
static void
lock_beginning(const ChunkTable *table)
{
	if (chunk_query(psprintf("SELECT FROM %s p WHERE p.chunk" EQUAL "0 FOR UPDATE SKIP LOCKED", table->name),
					NULL, 0) > 0)
		return;
	if (chunk_query(psprintf("SELECT FROM %s p WHERE p.chunk" EQUAL "0", table->name), NULL, 0) == 0)
		not_of_chunks(table, "It has no chunk 0, which says how it began.");
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_IN_USE),
			 errmsg("another session is training by chunks into %s", table->name),
			 errdetail("What it has done is in the table.")));
}

/* A run that was begun is not this one. */
static void
another_run(const ChunkTable *table, const ChunkSource *source)
{
	HeapTuple	tuple = SPI_tuptable->vals[0];
	TupleDesc	desc = SPI_tuptable->tupdesc;
	const char *what = SPI_getvalue(tuple, desc, 1);
	const char *was = SPI_getvalue(tuple, desc, 2);
	const char *is = SPI_getvalue(tuple, desc, 3);

	if (strncmp(what, "column ", strlen("column ")) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("%s is not as it was when the training into %s began", source->relation, table->name),
				 errdetail("What is read of %s: %s before, %s now.", what, was ? was : "nothing", is ? is : "nothing"),
				 errhint("Make it as it was, or begin anew with another progress table.")));
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("%s is the progress table of another training", table->name),
			 errdetail("Its %s is %s, not %s.", what, was && *was ? was : "none", is && *is ? is : "none"),
			 errhint("Call it as it was called first, or name another progress table.")));
}

/*
 * What the run is: until a chunk is done it may change, then it must not.  Told is what
 * the caller gave before what follows from it: the key is excluded from a learner of
 * whole rows, and columns are read because a learner names them.
 */
static void
check_run(const ChunkTable *table, const ChunkSource *source, bool begun)
{
	ChunkValue	run = {JSONBOID, false, JsonbPGetDatum(source->run)};

	if (!begun)
		(void) chunk_query(psprintf("UPDATE %s p SET run = $1 WHERE p.chunk" EQUAL "0", table->name), &run, 1);
	else if (chunk_query(psprintf("SELECT coalesce(b.key, n.key) AS what, b.value, n.value"
								  " FROM (SELECT e.key, e.value FROM %s p, pg_catalog.jsonb_each_text(p.run) e WHERE p.chunk" EQUAL "0) b"
								  " FULL JOIN pg_catalog.jsonb_each_text($1) n ON b.key" EQUAL "n.key"
								  " WHERE NOT coalesce(b.value" EQUAL "n.value, false)"
								  " ORDER BY pg_catalog.starts_with(coalesce(b.key, n.key), 'column '),"
								  " coalesce(b.key, n.key)" EQUAL "'learner', what DESC LIMIT 1",
								  table->name), &run, 1) > 0)
		another_run(table, source);
}

/* Without what was learned so far the rest would be learned as if it were all. */
static void
check_last(const ChunkTable *table, const ChunkMark *mark, const char *result, bool there)
{
	if (mark->chunk == 0 || (there && !mark->last_key.null))
		return;
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("chunk " INT64_FORMAT ", the last one in %s, has no %s", mark->chunk, table->name,
					there ? "last_key" : result),
			 errdetail("What was learned so far is in the chunk that was done last, and nowhere else."),
			 errhint("Put back what was deleted or changed, or begin anew with another progress table.")));
}

ChunkMark
chunk_table_take(ChunkTable *table, const ChunkSource *source)
{
	const char *result = source->design ? "moments" : "model";
	ChunkMark	mark = {0};
	bool		there;

	check_columns(table, source);
	lock_beginning(table);
	(void) chunk_query(psprintf("SELECT p.chunk, p.last_key, p.rows, p.seconds, pg_catalog.left(p.last_key::pg_catalog.text, 60),"
								" p.%s IS NOT NULL FROM %s p ORDER BY p.chunk DESC LIMIT 1", result, table->name), NULL, 0);
	mark.chunk = DatumGetInt64(chunk_query_value(1).value);
	mark.last_key = chunk_query_value(2);
	mark.rows = DatumGetInt64(chunk_query_value(3).value);
	mark.seconds = DatumGetFloat8(chunk_query_value(4).value);
	mark.last_key_text = SPI_getvalue(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 5);
	there = DatumGetBool(chunk_query_value(6).value);
	check_run(table, source, mark.chunk > 0);
	check_last(table, &mark, result, there);
	return mark;
}

void
chunk_table_add(const ChunkTable *table, bool design, const ChunkMark *mark,
				const ChunkResult *result)
{
	TimestampTz now = GetCurrentTimestamp();
	int64		rows = mark->rows + result->rows;
	double		seconds = mark->seconds + (double) (now - result->begun) / USECS_PER_SEC;
	ChunkValue	before = {INT8OID, false, Int64GetDatum(mark->chunk)};
	ChunkValue	value[] = {
		{INT8OID, false, Int64GetDatum(mark->chunk + 1)},
		result->last_key,
		{INT8OID, false, Int64GetDatum(rows)},
		{INT8OID, false, Int64GetDatum((int64) result->rows_left)},
		{FLOAT8OID, false, Float8GetDatum(seconds)},
		{FLOAT8OID, false, Float8GetDatum(seconds * result->rows_left / Max(rows, 1))},
		{TIMESTAMPTZOID, false, TimestampTzGetDatum(now)},
		result->value
	};
	/* moments add up, also in one snapshot with those before */
	const char *sum = psprintf("(SELECT %s.aer_moments(u.m) FROM (SELECT p.moments AS m FROM %s p"
							   " WHERE p.moments IS NOT NULL UNION ALL SELECT $8) u)", table->aer, table->name);

	(void) chunk_query(psprintf("INSERT INTO %s (chunk, last_key, rows, rows_left, seconds, seconds_left, at, %s)"
								" VALUES ($1, $2, $3, $4, $5, $6, $7, %s)", table->name,
								design ? "moments" : "model", design ? sum : "$8"), value, lengthof(value));
	(void) chunk_query(psprintf("UPDATE %s p SET moments = NULL, model = NULL WHERE p.chunk" EQUAL "$1",
								table->name), &before, 1);
}

void
chunk_table_finish(const ChunkTable *table, bool design, const ChunkMark *mark)
{
	ChunkValue	last = {INT8OID, false, Int64GetDatum(mark->chunk)};

	(void) chunk_query(psprintf("UPDATE %s p SET rows_left = 0, seconds_left = 0, model = %s WHERE p.chunk" EQUAL "$1"
								" AND p.rows_left OPERATOR(pg_catalog.>) 0", table->name,
								design && mark->chunk > 0 ? psprintf("%s.aer_fit_ridge(p.moments)", table->aer) : "p.model"),
					   &last, 1);
}
