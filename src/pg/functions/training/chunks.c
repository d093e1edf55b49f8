/*
 * chunks.c
 *		aer_train_chunks: training by ranges of a key, each in a transaction of its
 *		own.
 *
 * Within a chunk it is an aggregate that learns, as in any query: aer_moments under
 * a design, in parallel if the planner likes; aer_train and then aer_continue of a
 * streaming learner, over rows that are sorted by the key.  What carries on from one
 * to the next is in the table (chunk_table.h), so a chunk that fails, is cancelled or
 * killed leaves no trace, and the next call goes on as this one would have.
 */
#include "pg/aer.h"

#include "catalog/pg_type.h"
#include "common/int.h"
#include "nodes/parsenodes.h"
#include "pg/functions/training/chunk_table.h"
#include "pg/options/numbers.h"
#include "pg/progress.h"
#include "tcop/pquery.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"

PG_FUNCTION_INFO_V1(aer_train_chunks);

/* Rows behind a key, $1: NULL before the first.  Those of a view may have none. */
#define BEHIND " WHERE s.%s IS NOT NULL AND ($1 IS NULL OR s.%s OPERATOR(pg_catalog.>) $1)"

typedef struct Chunks
{
	ChunkRequest request;
	ChunkTable	table;
	int64		size;			/* rows of a chunk */
	Progress	progress;
	int64		rows;			/* learned from in this call */
	bool		dense;			/* the keys of the chunk before: integers with few gaps */
} Chunks;

static char *
rest_query(const ChunkSource *source)
{
	return psprintf("SELECT FROM %s s" BEHIND, source->relation, source->key, source->key);
}

/* The keys behind, in their order or its reverse. */
static char *
keys_query(const ChunkSource *source, const char *order)
{
	return psprintf("SELECT s.%s FROM %s s" BEHIND " ORDER BY s.%s %s", source->key, source->relation,
					source->key, source->key, source->key, order);
}

/*
 * What a chunk teaches, and of how many rows it is: $1 and $2 bound its keys, $3 is
 * the learner, or the chunk whose model goes on.
 */
static char *
learn_query(const Chunks *chunks, const ChunkSource *source, bool begun)
{
	const char *aer = chunks->table.aer;
	char	   *range = psprintf(BEHIND " AND s.%s OPERATOR(pg_catalog.<=) $2", source->key, source->key, source->key);
	char	   *learned;

	if (source->design)
		learned = psprintf("aer_moments(%s, $3, %s)", source->arguments, source->row_key);
	else if (begun)
		learned = psprintf("aer_continue(%s, (SELECT p.model FROM %s p WHERE p.chunk OPERATOR(pg_catalog.=) $3))",
						   source->arguments, chunks->table.name);
	else
		learned = psprintf("aer_train(%s, $3)", source->arguments);
	return psprintf("SELECT %s.%s, pg_catalog.count(*) FROM (SELECT * FROM %s s%s%s%s) t", aer, learned,
					source->relation, range, source->design ? "" : " ORDER BY s.", source->design ? "" : source->key);
}

static void
check_call(FunctionCallInfo fcinfo)
{
	for (int i = 0; i < 5; i++)
		if (PG_ARGISNULL(i))
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("source, target, learner, key and progress must not be NULL")));
	if (PG_ARGISNULL(6) || PG_GETARG_INT64(6) < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a chunk must have at least 1 row")));
	if (fcinfo->context == NULL || !IsA(fcinfo->context, CallContext) || ((CallContext *) fcinfo->context)->atomic)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TRANSACTION_TERMINATION),
				 errmsg("aer_train_chunks() cannot run inside a transaction block or a function"),
				 errdetail("It commits after each chunk."),
				 errhint("CALL it as a statement of its own, outside of BEGIN ... COMMIT.")));
}

/* Says which rows an error is about: their numbers count from the chunk's first. */
static void
in_chunk(void *arg)
{
	const ChunkMark *mark = arg;

	if (mark->last_key_text)
		errcontext("chunk " INT64_FORMAT ", of keys after %s", mark->chunk + 1, mark->last_key_text);
	else
		errcontext("chunk " INT64_FORMAT ", of the first keys", mark->chunk + 1);
}

/* Of integer keys at least half of those between two are rows, one each. */
static bool
is_dense(const ChunkSource *source, const ChunkMark *mark, const ChunkResult *result)
{
	IntegerReader reader = integer_reader(source->key_type);
	int64		keys;

	return reader != NULL && !mark->last_key.null &&
		!pg_sub_s64_overflow(integer_reader(result->last_key.type) (result->last_key.value),
							 reader(mark->last_key.value), &keys) &&
		keys / 2 <= result->rows && result->rows <= keys;
}

/*
 * The last key of a chunk of so many rows.  To count them takes a fifth of the time that
 * learning takes, so where keys are dense it is the last of so many keys.  Returns
 * whether there are rows behind it; the key is NULL if there are none at all.
 */
static bool
find_bound(const ChunkSource *source, const ChunkMark *mark, int64 size, bool dense,
		   ChunkResult *result)
{
	ChunkValue	parameter[] = {mark->last_key, {INT8OID, false, Int64GetDatum(size - 1)}};
	int64		bound;

	result->last_key.null = true;
	if (chunk_query(psprintf("%s LIMIT 1", keys_query(source, "DESC")), parameter, 1) == 0)
		return false;
	result->last_key = chunk_query_value(1);
	if (dense)
	{
		IntegerReader reader = integer_reader(source->key_type);

		if (pg_add_s64_overflow(reader(mark->last_key.value), size, &bound) ||
			bound >= reader(result->last_key.value))
			return false;
		result->last_key = (ChunkValue) {INT8OID, false, Int64GetDatum(bound)};
		return true;
	}
	if (chunk_query(psprintf("%s OFFSET $2 LIMIT 1", keys_query(source, "")), parameter, 2) == 0)
		return false;
	result->last_key = chunk_query_value(1);
	return true;
}

/*
 * Learn from the rows behind the mark.  A chunk from which nothing can be learned yet,
 * as no row of it has a target, becomes longer: so those rows are counted as skipped, as
 * they are when all is one statement.  False: there are no rows left.
 */
static bool
learn(const Chunks *chunks, const ChunkSource *source, const ChunkMark *mark, ChunkResult *result)
{
	const char *query = learn_query(chunks, source, mark->chunk > 0);
	ChunkValue	learner = {JSONBOID, false, JsonbPGetDatum(source->learner)};
	ChunkValue	before = {INT8OID, false, Int64GetDatum(mark->chunk)};
	int64		size = chunks->size;
	bool		dense = chunks->dense;

	for (;;)
	{
		bool		more = find_bound(source, mark, size, dense, result);

		if (result->last_key.null)
			return false;
		(void) chunk_query(query, (ChunkValue[]) {
						   mark->last_key, result->last_key, source->design || mark->chunk == 0 ? learner : before
						   }, 3);
		result->value = chunk_query_value(1);
		result->rows = DatumGetInt64(chunk_query_value(2).value);
		if (!more || !result->value.null)
			return !result->value.null;
		if (!dense)
			size = size > PG_INT64_MAX / 2 ? PG_INT64_MAX : size * 2;
		dense = false;			/* it may have met a gap */
	}
}

/* One chunk; false: all is done. */
static bool
next_chunk(Chunks *chunks)
{
	ChunkResult result = {.begun = GetCurrentTimestamp()};
	ChunkSource source = chunk_source_describe(&chunks->request);
	ChunkMark	mark = chunk_table_take(&chunks->table, &source);
	ErrorContextCallback context = {.previous = error_context_stack,.callback = in_chunk,.arg = &mark};
	bool		more;

	error_context_stack = &context;
	more = learn(chunks, &source, &mark, &result);
	error_context_stack = context.previous;
	if (!more)
	{
		chunk_table_finish(&chunks->table, source.design, &mark);
		if (mark.chunk == 0)
			ereport(NOTICE,
					(errmsg("nothing was learned: no row of %s has features and a target", source.relation)));
		return false;
	}
	result.rows_left = chunk_query_estimate(rest_query(&source), &result.last_key, 1);
	chunk_table_add(&chunks->table, source.design, &mark, &result);
	chunks->rows += result.rows;
	chunks->dense = is_dense(&source, &mark, &result);
	if (chunks->progress.total == 0)
		progress_phase(&chunks->progress, "learning", "rows", chunks->rows + result.rows_left);
	progress_tell(&chunks->progress, chunks->rows);
	return true;
}

/*
 * Into the transaction of a chunk.  A commit leaves no snapshot, and some of what is
 * looked up without a query may run functions: an index's predicate, for one.
 */
static void
connect_chunk(void)
{
	SPI_connect_ext(SPI_OPT_NONATOMIC);
	EnsurePortalSnapshotExists();
}

/* Find or make the table; what lasts is in the caller's memory context. */
static void
begin(Chunks *chunks, const char *name, Oid schema)
{
	ChunkSource source;

	connect_chunk();
	source = chunk_source_describe(&chunks->request);
	chunks->table = chunk_table_begin(name, schema, &source, rest_query(&source));
	SPI_commit();
	SPI_finish();
}

Datum
aer_train_chunks(PG_FUNCTION_ARGS)
{
	Chunks		chunks = {0};
	bool		more;

	check_call(fcinfo);
	chunks.request = (ChunkRequest) {
		.source = PG_GETARG_OID(0),.target = text_to_cstring(PG_GETARG_TEXT_PP(1)),
			.learner = PG_GETARG_JSONB_P_COPY(2),.key = text_to_cstring(PG_GETARG_TEXT_PP(3)),
			.features = PG_ARGISNULL(5) ? NULL : text_to_cstring(PG_GETARG_TEXT_PP(5))
	};
	chunks.size = PG_GETARG_INT64(6);
	progress_begin(&chunks.progress, "aer_train_chunks");
	begin(&chunks, text_to_cstring(PG_GETARG_TEXT_PP(4)), get_func_namespace(fcinfo->flinfo->fn_oid));
	do
	{
		/* which frees all that a chunk has left */
		connect_chunk();
		more = next_chunk(&chunks);
		SPI_commit();
		SPI_finish();
	} while (more);
	PG_RETURN_VOID();
}
