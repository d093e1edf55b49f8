/*
 * chunk_source.c
 *		What is trained on by chunks: a table in the order of a key, and how its rows
 *		become arguments of an aggregate.
 */
#include "pg/functions/training/chunk_source.h"

#include "access/genam.h"
#include "access/relation.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type.h"
#include "pg/functions/training/training.h"
#include "pg/given_table.h"
#include "pg/options/design_options.h"
#include "pg/options/option_lists.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

/* Whole numbers since 2000, whatever DateStyle and TimeZone are. */
#define MICROSECONDS(type) \
	"(EXTRACT(EPOCH FROM t.%s OPERATOR(pg_catalog.-) pg_catalog." type " '2000-01-01 00:00:00+00')" \
	" OPERATOR(pg_catalog.*) 1000000)::pg_catalog.int8"
#define HASH "pg_catalog.hashtextextended(t.%s::pg_catalog.text COLLATE pg_catalog.\"C\", 0)"

/* Types of keys, and the bigint by which a design knows the record. */
static const struct
{
	Oid			type;
	const char *row_key;
}			key_types[] =
{
	{INT2OID, "t.%s::pg_catalog.int8"},
	{INT4OID, "t.%s::pg_catalog.int8"},
	{INT8OID, "t.%s::pg_catalog.int8"},
	{DATEOID, "(t.%s OPERATOR(pg_catalog.-) pg_catalog.date '2000-01-01')::pg_catalog.int8"},
	{TIMESTAMPOID, MICROSECONDS("timestamp")},
	{TIMESTAMPTZOID, MICROSECONDS("timestamptz")},
	{TEXTOID, HASH},
	{VARCHAROID, HASH},
	{UUIDOID, HASH}
};

char *
chunk_relation_name(Relation relation)
{
	return quote_qualified_identifier(get_namespace_name(RelationGetNamespace(relation)),
									  RelationGetRelationName(relation));
}

/*
 * Is there a unique index that begins with the key, in the order of its type?  On a
 * partitioned table other columns must follow in it.
 */
static bool
is_indexed(Relation source, Form_pg_attribute key)
{
	List	   *indexes = RelationGetIndexList(source);
	TypeCacheEntry *type = lookup_type_cache(getBaseType(key->atttypid), TYPECACHE_BTREE_OPFAMILY);
	bool		found = false;
	ListCell   *cell;

	foreach(cell, indexes)
	{
		Relation	index = index_open(lfirst_oid(cell), AccessShareLock);

		found = found || (index->rd_index->indisunique && index->rd_index->indisvalid &&
						  index->rd_index->indkey.values[0] == key->attnum &&
						  index->rd_opfamily[0] == type->btree_opf &&
						  index->rd_indcollation[0] == key->attcollation &&
						  RelationGetIndexPredicate(index) == NIL);
		index_close(index, AccessShareLock);
	}
	list_free(indexes);
	return found;
}

/* What a view or a foreign table has below it is not known: that is left to the user. */
static void
check_key(Relation source, Form_pg_attribute key)
{
	char		kind = source->rd_rel->relkind;
	bool		table = kind == RELKIND_RELATION || kind == RELKIND_PARTITIONED_TABLE;
	const char *name = NameStr(key->attname);

	if (table && !column_never_null(source, key->attnum))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("key column \"%s\" may be NULL", name),
				 errdetail("Chunks are ranges of the key, and such rows would be in none."),
				 errhint("ALTER TABLE %s ALTER COLUMN %s SET NOT NULL.", chunk_relation_name(source),
						 quote_identifier(name))));
	if ((table || kind == RELKIND_MATVIEW) && !is_indexed(source, key))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("there is no unique index on %s that begins with key column \"%s\"",
						chunk_relation_name(source), name),
				 errdetail("Every chunk would read the whole table. An index that is not valid, partial, or in another order than that of the type does not count."),
				 errhint("CREATE UNIQUE INDEX ON %s (%s).", chunk_relation_name(source),
						 quote_identifier(name))));
}

/* The key's column, and what is made of it. */
static void
find_key(ChunkSource *result, Relation source, const char *name)
{
	TupleDesc	desc = RelationGetDescr(source);
	int			number = row_column_number(desc, name, "It is named as the key.");
	Form_pg_attribute key = TupleDescAttr(desc, number);

	result->key = pstrdup(quote_identifier(name));
	result->key_type = getBaseType(key->atttypid);
	result->row_key = NULL;
	for (int i = 0; i < lengthof(key_types); i++)
		if (key_types[i].type == result->key_type)
			result->row_key = psprintf(key_types[i].row_key, result->key);
	if (result->row_key == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("key column \"%s\" is of type %s, by which there are no chunks", name,
						format_type_be(key->atttypid)),
				 errdetail("A key is an integer, date, timestamp, text, varchar or uuid.")));
	check_key(source, key);
}

/* The columns that the options of a learner or a design are about. */
static RowColumns
columns_of(ChunkSource *result, const ChunkRequest *request)
{
	RowColumns	columns;

	result->design = is_design(request->learner);
	if (result->design)
	{
		DesignOptions *options = design_options_parse(request->learner);

		(void) design_options_sampling(options, true, true);	/* a learned one has no key */
		columns = (RowColumns) {.include = options->include,.exclude = options->exclude,
			.categories = options->categories};
	}
	else
		columns = training_columns(training_create(CurrentMemoryContext, request->learner,
												   request->features == NULL, NULL), NULL);
	columns.target = request->target;
	columns.key = request->key;
	return columns;
}

/* The options with the key in "exclude", too. */
static Jsonb *
without_key(Jsonb *learner, const NameList *exclude, const char *key)
{
	JsonbParseState *state = NULL;
	char	  **name = palloc(sizeof(char *) * (exclude->n + 1));
	JsonbValue *added;

	for (int i = 0; i < exclude->n; i++)
		name[i] = exclude->written[i];
	name[exclude->n] = pstrdup(key);
	pushJsonbValue(&state, WJB_BEGIN_OBJECT, NULL);
	json_push_key(&state, "exclude");
	json_push_strings(&state, name, exclude->n + 1);
	added = pushJsonbValue(&state, WJB_END_OBJECT, NULL);
	return DatumGetJsonbP(DirectFunctionCall2(jsonb_concat, JsonbPGetDatum(learner),
											  JsonbPGetDatum(JsonbValueToJsonb(added))));
}

/* Of whole rows: which columns attributes come from. */
static NameList
find_attributes(ChunkSource *result, const RowColumns *columns, TupleDesc desc)
{
	RowAttributes attributes = row_attributes_choose(columns, desc, CurrentMemoryContext);
	Looks		looks = row_looks(attributes.d, attributes.name, attributes.type);
	NameList	list = {.n = looks.n};

	if (columns->include.n == 0 && !name_list_has(&columns->exclude, columns->key))
		result->learner = without_key(result->learner, &columns->exclude, columns->key);
	list.name = row_look_names(&looks, attributes.name, attributes.type);
	qsort(list.name, list.n, sizeof(char *), pg_qsort_strcmp);
	return list;
}

/* The features and the target, as arguments. */
static void
find_arguments(ChunkSource *result, const ChunkRequest *request, TupleDesc desc)
{
	const char *target = request->target;
	bool		inside = false;
	Oid			type;

	if (request->features == NULL)
	{
		(void) row_column_number(desc, target, "It is named as the target.");
		result->arguments = psprintf("t.*, %s::pg_catalog.text", quote_literal_cstr(target));
		return;
	}
	type = TupleDescAttr(desc, row_column_number(desc, request->features, "It is named as the features."))->atttypid;
	if (getBaseType(type) == JSONBOID)
	{
		inside = true;
		for (int i = 0; i < desc->natts; i++)
			if (strcmp(NameStr(TupleDescAttr(desc, i)->attname), target) == 0)
				inside = false;
	}
	else if (!OidIsValid(get_element_type(getBaseType(type))))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("features column \"%s\" is of type %s, which is neither an array nor jsonb",
						request->features, format_type_be(type)),
				 type == JSONOID ? errhint("Make it jsonb.") :
				 errhint("Leave \"features\" out to train on whole rows.")));
	if (!inside)
		(void) row_column_number(desc, target, "It is named as the target.");
	result->arguments = psprintf("t.%s, %s%s", quote_identifier(request->features), inside ? "" : "t.",
								 inside ? psprintf("%s::pg_catalog.text", quote_literal_cstr(target)) :
								 quote_identifier(target));
}

static void
push_string(JsonbParseState **state, const char *key, const char *value)
{
	JsonbValue	string = json_string(pstrdup(value));

	json_push_key(state, key);
	pushJsonbValue(state, WJB_VALUE, &string);
}

/* What was asked for, and the types of the columns that are read. */
static Jsonb *
describe_run(const ChunkSource *result, const ChunkRequest *request, const NameList *attributes,
			 TupleDesc desc)
{
	JsonbParseState *state = NULL;

	pushJsonbValue(&state, WJB_BEGIN_OBJECT, NULL);
	push_string(&state, "source", result->relation);
	push_string(&state, "target", request->target);
	push_string(&state, "features", request->features ? request->features : "");
	push_string(&state, "key", request->key);
	push_string(&state, "learner", JsonbToCString(NULL, &result->learner->root, VARSIZE(result->learner)));
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute column = TupleDescAttr(desc, i);
		char	   *name = NameStr(column->attname);

		if (!column->attisdropped &&
			(strcmp(name, request->target) == 0 || strcmp(name, request->key) == 0 ||
			 (request->features && strcmp(name, request->features) == 0) ||
			 name_list_has(attributes, name)))
			push_string(&state, psprintf("column %s", name), format_type_be_qualified(column->atttypid));
	}
	return JsonbValueToJsonb(pushJsonbValue(&state, WJB_END_OBJECT, NULL));
}

ChunkSource
chunk_source_describe(const ChunkRequest *request)
{
	ChunkSource result = {.learner = request->learner};
	Relation	source = given_table_open(request->source, AccessShareLock);
	TupleDesc	desc = RelationGetDescr(source);
	NameList	attributes = {0};
	RowColumns	columns;

	result.relation = chunk_relation_name(source);
	find_key(&result, source, request->key);
	if (strcmp(request->target, request->key) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("column \"%s\" cannot be both target and key", request->key)));
	columns = columns_of(&result, request);
	find_arguments(&result, request, desc);
	if (request->features == NULL)
		attributes = find_attributes(&result, &columns, desc);
	result.run = describe_run(&result, request, &attributes, desc);
	relation_close(source, NoLock);
	return result;
}
