/*
 * source_columns.c
 *		Questions about tables for functions that are written in SQL: the number of a
 *		column, the kind of a type, and the columns that attributes come from; and the
 *		number of a target that is a point in time.
 *
 * Names are resolved, and errors raised, by the functions that training uses.
 */
#include "pg/aer.h"

#include "access/relation.h"
#include "access/table.h"
#include "catalog/pg_type.h"
#include "pg/arguments.h"
#include "pg/near_name.h"
#include "pg/notice.h"
#include "pg/numbers.h"
#include "pg/options/design_options.h"
#include "pg/rows/features.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

PG_FUNCTION_INFO_V1(aer_base_type);
PG_FUNCTION_INFO_V1(aer_kind);
PG_FUNCTION_INFO_V1(aer_source_column);
PG_FUNCTION_INFO_V1(aer_source_columns);
PG_FUNCTION_INFO_V1(aer_near_name);
PG_FUNCTION_INFO_V1(aer_days);
PG_FUNCTION_INFO_V1(aer_notice);

Datum
aer_base_type(PG_FUNCTION_ARGS)
{
	Oid			type = PG_GETARG_OID(0);

	if (!SearchSysCacheExists1(TYPEOID, ObjectIdGetDatum(type)))
		PG_RETURN_NULL();
	PG_RETURN_OID(getBaseType(type));
}

/* Returns the kind of attribute that a type makes, or NULL if it makes none. */
Datum
aer_kind(PG_FUNCTION_ARGS)
{
	Oid			type = PG_GETARG_OID(0);
	const char *kind = NULL;

	if (!SearchSysCacheExists1(TYPEOID, ObjectIdGetDatum(type)))
		PG_RETURN_NULL();
	type = getBaseType(type);
	if (type == BOOLOID)
		kind = "boolean";
	else if (type == TEXTOID || type == VARCHAROID || type == BPCHAROID)
		kind = "words";
	else if (type_is_enum(type))
		kind = "enum";
	else if (integer_reader(type))
		kind = "integer";
	else if (number_reader(type))
		kind = "number";
	if (kind == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(kind));
}

/* Opens a table like table_open(), but a table that was dropped meanwhile is the user's error. */
static Relation
user_table_open(Oid table)
{
	Relation	relation = try_table_open(table, AccessShareLock);

	if (relation == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("there is no table with OID %u", table),
				 errhint("It may have been dropped since the statement began.")));
	return relation;
}

/* Returns the number of a column.  The table stays locked against ALTER TABLE until the transaction ends. */
Datum
aer_source_column(PG_FUNCTION_ARGS)
{
	Relation	source = user_table_open(PG_GETARG_OID(0));
	int			number = row_column_number(RelationGetDescr(source), text_to_cstring(PG_GETARG_TEXT_PP(1)),
										   text_to_cstring(PG_GETARG_TEXT_PP(2)));

	relation_close(source, NoLock);
	PG_RETURN_INT16(number + 1);
}

Datum
aer_near_name(PG_FUNCTION_ARGS)
{
	text	   *name = PG_GETARG_TEXT_PP(0);
	NearName	near;
	Datum	   *element;
	bool	   *null;
	int			n;

	near_name_init(&near, VARDATA_ANY(name), VARSIZE_ANY_EXHDR(name));
	deconstruct_array(PG_GETARG_ARRAYTYPE_P(1), TEXTOID, -1, false, TYPALIGN_INT, &element, &null, &n);
	for (int i = 0; i < n; i++)
		if (!null[i])
			near_name_offer(&near, TextDatumGetCString(element[i]));
	if (near.nearest == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(near.nearest));
}

/*
 * Returns the names of the columns that are attributes of whole rows.  For other features
 * only the options are checked, and the result is NULL.
 */
Datum
aer_source_columns(PG_FUNCTION_ARGS)
{
	DesignOptions *options = design_options_parse(PG_GETARG_JSONB_P(1));
	bool		whole_rows = PG_GETARG_BOOL(4);
	ColumnChoice choice = DESIGN_CHOICE(options);
	Columns		columns;
	Datum	   *element;
	Relation	source;
	const char *target;
	const char *word;

	(void) design_options_sampling(options, true, whole_rows);
	if (!whole_rows)
		PG_RETURN_NULL();
	target = text_to_cstring(PG_GETARG_TEXT_PP(2));
	choice.key = text_to_cstring(PG_GETARG_TEXT_PP(3));
	source = user_table_open(PG_GETARG_OID(0));
	choice.target = row_target_column(RelationGetDescr(source), target, &word);
	columns = choose_columns(&choice, RelationGetDescr(source));
	relation_close(source, NoLock);
	element = palloc(sizeof(Datum) * columns.looks.bought);
	for (uint32 look = 0; look < columns.looks.bought; look++)
		element[look] = CStringGetTextDatum(columns.column[look].name);
	PG_RETURN_ARRAYTYPE_P(construct_array(element, columns.looks.bought, TEXTOID, -1, false, TYPALIGN_INT));
}

Datum
aer_days(PG_FUNCTION_ARGS)
{
	PG_RETURN_FLOAT8(number_reader(argument_type(fcinfo, 0))(PG_GETARG_DATUM(0)));
}

Datum
aer_notice(PG_FUNCTION_ARGS)
{
	notice_once(text_to_cstring(PG_GETARG_TEXT_PP(0)));
	PG_RETURN_VOID();
}
