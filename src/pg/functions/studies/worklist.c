/*
 * worklist.c
 *		aer_worklist: what a design asks for of each record and nobody has filled
 *		in yet.
 *
 * One query reads the source, with the caller's rights: the key and what can be
 * asked for.  The planner is that of whoever collects moments, so what is listed
 * is what these will look for and miss.
 */
#include "pg/aer.h"

#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "pg/given_table.h"
#include "pg/options/look_planner.h"
#include "pg/options/price_list.h"
#include "pg/rows/features.h"
#include "pg/rows/scan_query.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

PG_FUNCTION_INFO_V1(aer_worklist);

typedef struct Worklist
{
	ReturnSetInfo *result;
	DesignOptions *options;
	char	   *source;			/* quoted */
	char	   *key;			/* its column */
	IntegerReader key_reader;
	char	   *column;			/* of the features; NULL: the attributes are columns */
	Features   *features;		/* with column */
	Datum		nothing;		/* features that say nothing; 0: there are none such */
	Looks		looks;
	char	  **name;			/* of the looks; NULL: of arrays */
	LookPlanner *planner;		/* NULL: how many attributes there are is not known yet */
	Prices		prices;			/* by look */
	bool	   *opened;			/* [panels] of the present record */
	bool	   *listed;			/* [looks planned] filled in, or in the result */
	uint32	   *attribute;		/* [looks planned] scratch, with features */
	double	   *number;			/* so too */
	Datum	   *value;			/* [columns] the present row, else */
	bool	   *null;
} Worklist;

/* The attributes are known. */
static void
start(Worklist *list, uint32 d, char **name, const AttributeType *type)
{
	uint32		most;

	list->looks = row_looks(d, name, type);
	list->name = row_look_names(&list->looks, name, type);
	list->planner = look_planner_create(list->options, &list->looks, list->name, name);
	list->prices = look_planner_prices(list->planner);
	most = Max(list->planner->most, 1);
	list->opened = palloc(sizeof(bool) * Max(list->prices.panels, 1));
	list->listed = palloc_extended(sizeof(bool) * most, MCXT_ALLOC_HUGE);
	list->attribute = palloc_extended(sizeof(uint32) * most, MCXT_ALLOC_HUGE);
	list->number = palloc_extended(sizeof(double) * most, MCXT_ALLOC_HUGE);
}

/* Nobody says here which column is the target, which is no attribute. */
static void
check_listed(const DesignOptions *options)
{
	if (options->include.n == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a work list needs a design with the option \"include\""),
				 errdetail("Without it every column of numbers but the target is an attribute, and which one that is, the design does not say."),
				 errhint("List the attributes: aer_suggest() writes them out, and so does aer_design(include => '{age,chol}').")));
}

static void
find_key(Worklist *list, TupleDesc desc)
{
	int			number = row_column_number(desc, list->key, "It is named as the key.");
	Oid			type = TupleDescAttr(desc, number)->atttypid;

	list->key_reader = integer_reader(type);
	if (list->key_reader == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("key column \"%s\" is of type %s, which is no integer", list->key,
						format_type_be(type)),
				 errhint("Give a column bigint GENERATED ALWAYS AS (hashtextextended(%s::text COLLATE \"C\", 0)) STORED.",
						 quote_identifier(list->key))));
}

/* Features of one column; of jsonb the attributes are known. */
static void
find_features(Worklist *list, const RowColumns *columns, TupleDesc desc)
{
	int			number = row_column_number(desc, list->column, "It is named as the features.");
	Oid			type = getBaseType(TupleDescAttr(desc, number)->atttypid);

	if (type == JSONBOID)
	{
		uint32		d;

		list->features = features_create_listed(CurrentMemoryContext, FEATURES_JSONB, columns);
		list->nothing = DirectFunctionCall1(jsonb_in, CStringGetDatum("{}"));
		d = features_open(list->features, list->nothing);
		start(list, d, list->features->name, list->features->type);
		return;
	}
	if (!OidIsValid(get_element_type(type)))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("features column \"%s\" is of type %s, which is neither jsonb nor an array",
						list->column, format_type_be(type)),
				 errhint("Leave it out where the attributes are columns.")));
	check_no_columns_listed(&columns->include, &columns->exclude, &columns->categories);
	list->features = features_create_array(CurrentMemoryContext, READS_UNKNOWN);
}

/* What the source is, and which attributes it has. */
static void
describe(Worklist *list, Oid source)
{
	const DesignOptions *options = list->options;
	RowColumns	columns = {.include = options->include, .exclude = options->exclude,
		.categories = options->categories};
	Relation	relation = given_table_open(source, AccessShareLock);
	TupleDesc	desc = RelationGetDescr(relation);

	list->source = quote_qualified_identifier(get_namespace_name(RelationGetNamespace(relation)),
											  RelationGetRelationName(relation));
	find_key(list, desc);
	if (list->column)
		find_features(list, &columns, desc);
	else
	{
		RowAttributes attributes;

		check_listed(options);
		attributes = row_attributes_choose(&columns, desc, CurrentMemoryContext);
		start(list, attributes.d, attributes.name, attributes.type);
		list->value = palloc(sizeof(Datum) * (list->looks.n + 1));
		list->null = palloc(sizeof(bool) * (list->looks.n + 1));
	}
	table_close(relation, NoLock);
}

/* The key, and the columns of the looks or that of the features. */
static char *
query_of(const Worklist *list, bool some)
{
	StringInfoData query;

	initStringInfo(&query);
	appendStringInfo(&query, "SELECT %s", quote_identifier(list->key));
	if (list->column)
		appendStringInfo(&query, ", %s", quote_identifier(list->column));
	for (uint32 look = 0; list->column == NULL && look < list->looks.n; look++)
		appendStringInfo(&query, ", %s", quote_identifier(list->name[look]));
	appendStringInfo(&query, " FROM %s", list->source);
	if (some)
		appendStringInfo(&query, " WHERE %s OPERATOR(pg_catalog.=) ANY ($1)",
						 quote_identifier(list->key));
	return query.data;
}

/* The keys asked for, as an array of bigint. */
static Datum
read_keys(ArrayType *keys)
{
	int			n;
	char	  **text = text_array_strings(keys, "\"keys\"", &n);
	Datum	   *key = palloc(sizeof(Datum) * Max(n, 1));

	for (int i = 0; i < n; i++)
		key[i] = DirectFunctionCall1(int8in, CStringGetDatum(text[i]));
	return PointerGetDatum(construct_array(key, n, INT8OID, sizeof(int64), true, TYPALIGN_DOUBLE));
}

static int64
key_of(const Worklist *list, HeapTuple tuple, TupleDesc desc)
{
	bool		null;
	Datum		key = SPI_getbinval(tuple, desc, 1, &null);

	if (null)
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("key column \"%s\" of %s is NULL somewhere", list->key, list->source),
				 errhint("The key decides what is looked at: give each row one.")));
	return list->key_reader(key);
}

/* Open the record's features; arrays say themselves how many attributes they are. */
static void
open_features(Worklist *list, HeapTuple tuple, TupleDesc desc, int64 key)
{
	bool		null;
	Datum		value = SPI_getbinval(tuple, desc, 2, &null);
	uint32		d;

	if (null && list->nothing == 0)
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("the array of key " INT64_FORMAT " is NULL", key),
				 errdetail("So how many attributes it has is not known."),
				 errhint("Where nothing is filled in yet, let it be array_fill(NULL::float8, ARRAY[20]).")));
	d = features_open(list->features, null ? list->nothing : value);
	if (list->planner == NULL)
	{
		MemoryContext old = MemoryContextSwitchTo(list->features->context);

		start(list, d, NULL, NULL);
		MemoryContextSwitchTo(old);
	}
	if (d != list->looks.d)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("the array of key " INT64_FORMAT " has %u attributes, those before it have %u",
						key, d, list->looks.d)));
}

/* What of the plan is filled in? */
static void
find_filled(Worklist *list, HeapTuple tuple, TupleDesc desc)
{
	const LookPlanner *planner = list->planner;

	if (list->features == NULL)
	{
		heap_deform_tuple(tuple, desc, list->value, list->null);
		for (uint32 k = 0; k < planner->n; k++)
			list->listed[k] = !list->null[planner->look[k] + 1];
		return;
	}
	for (uint32 k = 0; k < planner->n; k++)
		list->attribute[k] = looks_first(&list->looks, planner->look[k]);
	(void) features_read(list->features, list->attribute, planner->n, list->number,
						 BAD_VALUE_RETURN, 0);
	for (uint32 k = 0; k < planner->n; k++)
		list->listed[k] = !list->features->null[k];
}

/* A line of the result; the first of a panel that is closed yet pays its fee. */
static void
put_look(Worklist *list, int64 key, uint32 k)
{
	uint32		look = list->planner->look[k];
	uint32		panel = prices_panel(&list->prices, look);
	bool		opens = panel != NO_PANEL && !list->opened[panel];
	Datum		value[4];
	bool		null[4] = {false};

	value[0] = CStringGetTextDatum(psprintf(INT64_FORMAT, key));
	value[1] = Int32GetDatum(looks_first(&list->looks, look) + 1);
	null[2] = list->name == NULL;
	if (list->name)
		value[2] = CStringGetTextDatum(list->name[look]);
	value[3] = Float8GetDatum(price_number(opens ? prices_alone(&list->prices, look) :
										   list->prices.cost[look]));
	if (opens)
		list->opened[panel] = true;
	list->listed[k] = true;
	tuplestore_putvalues(list->result->setResult, list->result->setDesc, value, null);
}

/* What of the plan is not filled in, the members of a panel together. */
static void
put_record(Worklist *list, int64 key)
{
	const uint32 *look = list->planner->look;
	const uint32 *panel = list->prices.panel;
	uint32		n = list->planner->n;

	memset(list->opened, 0, sizeof(bool) * list->prices.panels);
	for (uint32 k = 0; k < n; k++)
		if (list->listed[k] && panel[look[k]] != NO_PANEL)
			list->opened[panel[look[k]]] = true;
	for (uint32 k = 0; k < n; k++)
	{
		if (list->listed[k])
			continue;
		CHECK_FOR_INTERRUPTS();
		put_look(list, key, k);
		if (panel[look[k]] == NO_PANEL)
			continue;
		for (uint32 other = k + 1; other < n; other++)
			if (!list->listed[other] && panel[look[other]] == panel[look[k]])
				put_look(list, key, other);
	}
}

static bool
take_row(void *state, HeapTuple tuple, TupleDesc desc)
{
	Worklist   *list = state;
	int64		key = key_of(list, tuple, desc);

	if (list->features)
		open_features(list, tuple, desc, key);
	look_planner_key(list->planner, key);
	if (list->planner->n > 0)
	{
		find_filled(list, tuple, desc);
		put_record(list, key);
	}
	return true;
}

/* Go through the records. */
static void
scan(Worklist *list, ArrayType *keys)
{
	Datum		parameter = keys ? read_keys(keys) : 0;
	Progress	progress;

	progress_begin(&progress, "aer_worklist");
	progress_phase(&progress, "reading", "rows", 0);
	(void) scan_query(query_of(list, keys != NULL), keys ? INT8ARRAYOID : InvalidOid, parameter, true,
					  take_row, list, &progress);
}

Datum
aer_worklist(PG_FUNCTION_ARGS)
{
	Worklist	list = {0};

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(2))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("the design, the source and the key must not be NULL")));
	list.result = (ReturnSetInfo *) fcinfo->resultinfo;
	InitMaterializedSRF(fcinfo, 0);
	list.options = design_options_parse(PG_GETARG_JSONB_P(0));
	(void) design_options_sampling(list.options, true, false);
	list.key = text_to_cstring(PG_GETARG_TEXT_PP(2));
	list.column = PG_ARGISNULL(4) ? NULL : text_to_cstring(PG_GETARG_TEXT_PP(4));
	describe(&list, PG_GETARG_OID(1));
	scan(&list, PG_ARGISNULL(3) ? NULL : PG_GETARG_ARRAYTYPE_P(3));
	return (Datum) 0;
}
