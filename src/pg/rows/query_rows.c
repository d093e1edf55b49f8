/*
 * query_rows.c
 *		The rows of a query that a user gives as text.
 */
#include "pg/rows/query_rows.h"

#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "pg/progress.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/portal.h"
#include "utils/typcache.h"
#include "utils/varlena.h"

static int
find_column(const QueryRows *rows, TupleDesc desc, const char *name, bool needed)
{
	int			found = 0;

	for (int i = 0; i < desc->natts; i++)
		if (strcmp(NameStr(TupleDescAttr(desc, i)->attname), name) == 0)
		{
			if (found > 0)
				ereport(ERROR,
						(errcode(ERRCODE_AMBIGUOUS_COLUMN),
						 errmsg("ambiguous column \"%s\" of %s", name, rows->argument),
						 errdetail("Columns %d and %d have this name.", found, i + 1)));
			found = i + 1;
		}
	if (found == 0 && needed)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("%s must return a column \"%s\"", rows->argument, name),
				 errhint("For example SELECT x AS features, y AS target FROM t, or SELECT p AS features, 'outcome' AS target FROM patients p.")));
	return found;
}

/*
 * Rows are fetched in batches, so that one learner after the other can go
 * through some that are still in the processor's cache.
 */
#define BATCH_ROWS 256
#define BATCH_BYTES (4 * 1024 * 1024)
#define FIRST_ROWS 16			/* until the rows' size is known */
#define BATCH_KEPT (2 * 1024 * 1024)	/* memory that is not given back after each */

static FeaturesKind
kind_of(const QueryRows *rows, Oid type)
{
	if (type_is_rowtype(type))
		return FEATURES_ROW;
	if (type == JSONBOID)
		return FEATURES_JSONB;
	if (!OidIsValid(get_element_type(type)))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"features\" of %s must be an array, jsonb or a whole row, not %s",
						rows->argument, format_type_be(type)),
				 type == JSONOID ? errhint("Write features::jsonb.") :
				 type_casts_to_array(type) ? errhint("Write features::real[].") : 0));
	return FEATURES_ARRAY;
}

/* Find the columns and check their types. */
static void
describe(QueryRows *rows, TupleDesc desc)
{
	Oid			features_type;
	Oid			target_type;
	bool		text;
	bool		known;

	rows->features_column = find_column(rows, desc, "features", true);
	rows->target_column = find_column(rows, desc, "target", true);
	rows->key_column = find_column(rows, desc, "key", false);

	features_type = getBaseType(SPI_gettypeid(desc, rows->features_column));
	target_type = getBaseType(SPI_gettypeid(desc, rows->target_column));
	rows->kind = kind_of(rows, features_type);
	text = target_type == TEXTOID || target_type == VARCHAROID;
	rows->named = rows->kind == FEATURES_ROW || (rows->kind == FEATURES_JSONB && text);
	known = target_reader_init(&rows->target_reader, target_type, GetMemoryChunkContext(rows));
	if (rows->named)
		rows->target_reader = (TargetReader) {0};
	if (rows->named && !text)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"target\" of %s must be text, not %s",
						rows->argument, format_type_be(target_type)),
				 errdetail("The features are a whole row: the target is the name of one of its columns.")));
	if (!rows->named && !known)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("column \"target\" of %s must be a number, a boolean or a word, not %s",
						rows->argument, format_type_be(target_type))));
	if (rows->key_column > 0)
	{
		Oid			type = getBaseType(SPI_gettypeid(desc, rows->key_column));

		rows->key_reader = integer_reader(type);
		if (rows->key_reader == NULL)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("column \"key\" of %s must be an integer, not %s",
							rows->argument, format_type_be(type)),
					 errhint("Make one of text or uuid: aer_key(id) AS key.")));
	}
}

/* Who knows functions that take a table gives the name of one. */
static void
check_no_name(const char *query, const char *argument)
{
	List	   *parts;

	if (SplitIdentifierString(pstrdup(query), '.', &parts) && parts != NIL)
		ereport(ERROR,
				(errcode(ERRCODE_SYNTAX_ERROR),
				 errmsg("%s is only a name: %s", argument, query),
				 errhint("Write SELECT t AS features, 'outcome' AS target FROM %s t. Designs for a table are compared by aer_compare(%s, 'outcome').",
						 query, quote_literal_cstr(query))));
}

QueryRows *
query_rows_open(const char *query, const char *argument)
{
	QueryRows  *rows = palloc0(sizeof(QueryRows));

	check_no_name(query, argument);
	rows->argument = argument;
	rows->fitting = FIRST_ROWS;
	rows->batch = AllocSetContextCreate(CurrentMemoryContext, "aer query rows", BATCH_KEPT,
										ALLOCSET_DEFAULT_INITSIZE, ALLOCSET_DEFAULT_MAXSIZE);
	rows->plan = SPI_prepare_cursor(query, 0, NULL, CURSOR_OPT_NO_SCROLL);
	if (!SPI_is_cursor_plan(rows->plan))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("%s must be one statement that returns rows", argument)));
	query_rows_rewind(rows);
	describe(rows, rows->portal->tupDesc);
	return rows;
}

void
query_rows_rewind(QueryRows *rows)
{
	query_rows_close(rows);
	rows->portal = SPI_cursor_open(NULL, rows->plan, NULL, NULL, true);
	rows->count = 0;
	rows->hash = 0;
}

void
query_rows_close(QueryRows *rows)
{
	if (rows->portal)
		SPI_cursor_close(rows->portal);
	rows->portal = NULL;
}

static uint64
key_of(QueryRows *rows, HeapTuple tuple, TupleDesc desc)
{
	bool		null;
	Datum		key;

	if (rows->key_column == 0)
		return rows->count;
	key = SPI_getbinval(tuple, desc, rows->key_column, &null);
	if (null)
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("column \"key\" of %s must not be NULL", rows->argument),
				 errdetail("It is in row " UINT64_FORMAT ".", rows->count + 1)));
	return rows->key_reader(key);
}

/* The target of a row; false if it is NULL. */
static bool
take_target(QueryRows *rows, HeapTuple tuple, TupleDesc desc, QueryRow *row)
{
	bool		null;
	Datum		target = SPI_getbinval(tuple, desc, rows->target_column, &null);

	row->target = 0;
	if (rows->named)
	{
		char	   *name = null ? NULL : TextDatumGetCString(target);

		if (name == NULL || (rows->target && strcmp(rows->target, name) != 0))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("column \"target\" of %s must name the same column or key in every row", rows->argument)));
		if (rows->target == NULL)
			rows->target = MemoryContextStrdup(GetMemoryChunkContext(rows), name);
		return true;
	}
	if (null)
		return false;
	row->target = target_read(&rows->target_reader, target, rows->count + 1);
	return true;
}

static void
hash_row(QueryRows *rows, const struct varlena *features, double target)
{
	uint64		hash = hash_bytes_extended((const unsigned char *) VARDATA(features),
										   VARSIZE(features) - VARHDRSZ, rows->hash);

	rows->hash = hash_bytes_extended((const unsigned char *) &target, sizeof(target), hash);
}

bool
query_rows_fetch(QueryRows *rows, int most, QueryRow **row, int *n)
{
	MemoryContext old;
	TupleDesc	desc;
	Size		bytes = 0;

	/* of a slow query a few rows take long: more often than once in many of them */
	most = Min(most, progress_is_on() ? FIRST_ROWS : rows->fitting);
	SPI_cursor_fetch(rows->portal, true, Min(most, rows->fitting));
	if (SPI_processed == 0)
		return false;
	desc = SPI_tuptable->tupdesc;

	MemoryContextReset(rows->batch);
	old = MemoryContextSwitchTo(rows->batch);
	*row = palloc(sizeof(QueryRow) * SPI_processed);
	*n = 0;
	for (uint64 i = 0; i < SPI_processed; i++)
	{
		HeapTuple	tuple = SPI_tuptable->vals[i];
		QueryRow   *next = *row + *n;
		bool		null;
		Datum		features = SPI_getbinval(tuple, desc, rows->features_column, &null);
		struct varlena *plain;

		next->key = key_of(rows, tuple, desc);
		next->number = (int64) rows->count + 1;
		next->fold = 0;
		if (take_target(rows, tuple, desc, next) && !null)
		{
			/* a copy: the tuples go with the next fetch */
			plain = PG_DETOAST_DATUM_COPY(features);
			next->features = PointerGetDatum(plain);
			bytes += VARSIZE(plain);
			if (rows->key_column == 0)
				hash_row(rows, plain, next->target);
			(*n)++;
		}
		rows->count++;
	}
	MemoryContextSwitchTo(old);
	SPI_freetuptable(SPI_tuptable);
	if (bytes > 0)
		rows->fitting = Max(1, Min(BATCH_ROWS, (int) (BATCH_BYTES / (bytes / *n + 1))));
	return true;
}
