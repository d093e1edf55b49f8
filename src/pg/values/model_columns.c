/*
 * model_columns.c
 *		Writes and reads columns and interactions in the text of a model.
 */
#include "pg/values/model_form.h"

#include "miscadmin.h"
#include "pg/kernel_call.h"
#include "pg/numerics.h"
#include "pg/options/attribute_name.h"
#include "pg/options/json_parts.h"
#include "pg/options/level_table.h"
#include "pg/options/range_list.h"
#include "pg/values/form.h"
#include "utils/json.h"

static const char *const kind_names[] = {
	[COLUMN_NUMBER] = "number",
	[COLUMN_BOOLEAN] = "boolean",
	[COLUMN_CATEGORIES] = "categories",
	[COLUMN_TIME] = "time",
	[COLUMN_LEVELS] = "levels"
};

static void
put_column(StringInfo out, const Column *column)
{
	bool		categories = column->kind == COLUMN_CATEGORIES;

	appendStringInfoString(out, "{\"name\":");
	escape_json(out, column->name);
	appendStringInfo(out, ",\"kind\":\"%s\"", kind_names[column->kind]);
	for (uint32 k = 0; k < column->n; k++)
	{
		appendStringInfoString(out, k > 0 ? "," : categories ? ",\"categories\":[" : ",\"knots\":[");
		if (categories)
			escape_json(out, column->category[k]);
		else
			appendStringInfoString(out, value_text(false, column->knot[k]));
	}
	if (column->n > 0)
		appendStringInfoChar(out, ']');
	if (column->null)
		appendStringInfoString(out, ",\"null\":true");
	if (column->open)
		appendStringInfoString(out, ",\"open\":true");
	if (column->centre != 0)
		appendStringInfo(out, ",\"center\":%s", value_text(false, column->centre));
	if (column->levels)
	{
		appendStringInfoString(out, ",\"levels\":");
		level_table_put(out, column->levels);
	}
	if (column->levels && column->levels->null)
	{
		appendStringInfoString(out, ",\"null_level\":");
		level_table_put_null(out, column->levels);
	}
	if (column->range)
	{
		appendStringInfoString(out, ",\"range\":");
		range_put(out, column->range);
	}
	appendStringInfoChar(out, '}');
}

void
model_put_columns(StringInfo out, const Columns *columns)
{
	for (uint32 l = 0; l < columns->looks.bought; l++)
	{
		CHECK_FOR_INTERRUPTS();
		appendStringInfoChar(out, l == 0 ? '[' : ',');
		put_column(out, &columns->column[l]);
	}
	appendStringInfoChar(out, ']');
}

void
model_put_interactions(StringInfo out, const Columns *columns)
{
	const Looks *looks = &columns->looks;

	for (uint32 p = 0; p < looks->n - looks->bought; p++)
	{
		appendStringInfoString(out, p == 0 ? "[[" : ",[");
		escape_json(out, columns->column[looks->pair[p].a].name);
		appendStringInfoChar(out, ',');
		escape_json(out, columns->column[looks->pair[p].b].name);
		appendStringInfoChar(out, ']');
	}
	appendStringInfoChar(out, ']');
}

#define malformed(...) \
	form_malformed("aer_model", ERRCODE_INVALID_TEXT_REPRESENTATION, __VA_ARGS__)

/* Returns an iterator over the elements of an array, and their number in *n. */
static JsonbIterator *
begin_array(const JsonbValue *json, const char *key, uint32 *n)
{
	if (json->type != jbvBinary || !JsonContainerIsArray(json->val.binary.data))
		malformed("The value of \"%s\" is not an array.", key);
	*n = JsonContainerSize(json->val.binary.data);
	return JsonbIteratorInit(json->val.binary.data);
}

static const char *
string_of(const JsonbValue *json, const char *key)
{
	if (json->type != jbvString)
		malformed("\"%s\" of a column is not a string.", key);
	return pnstrdup(json->val.string.val, json->val.string.len);
}

static double
number_of_json(const JsonbValue *json, const char *key)
{
	if (json->type != jbvNumeric)
		malformed("\"%s\" of a column is not a number.", key);
	return numeric_to_double(NumericGetDatum(json->val.numeric));
}

static bool
truth_of(const JsonbValue *json, const char *key)
{
	if (json->type != jbvBool)
		malformed("\"%s\" of a column is neither true nor false.", key);
	return json->val.boolean;
}

static ColumnKind
kind_of(const char *name)
{
	for (int kind = 0; kind < lengthof(kind_names); kind++)
		if (strcmp(name, kind_names[kind]) == 0)
			return (ColumnKind) kind;
	malformed("Kind \"%s\" of a column is unknown.", name);
}

static void
read_categories(Column *column, const JsonbValue *json)
{
	JsonbIterator *iterator = begin_array(json, "categories", &column->n);
	const char **category = palloc(sizeof(char *) * Max(column->n, 1));
	JsonbValue	element;

	for (uint32 k = 0; json_next_element(&iterator, &element); k++)
		category[k] = string_of(&element, "categories");
	column->category = category;
}

static void
read_knots(Column *column, const JsonbValue *json)
{
	JsonbIterator *iterator = begin_array(json, "knots", &column->n);
	double	   *knot = palloc(sizeof(double) * Max(column->n, 1));
	JsonbValue	element;

	for (uint32 k = 0; json_next_element(&iterator, &element); k++)
		knot[k] = number_of_json(&element, "knots");
	column->knot = knot;
}

/* Reads the levels of a column, and the effects of NULL, which may be missing. */
static void
read_levels(Column *column, JsonbContainer *object, const JsonbValue *table)
{
	JsonbValue	null_level;
	bool		has_null = json_find(object, "null_level", &null_level);
	const char *problem = level_table_read(table, has_null ? &null_level : NULL, true, &column->levels);

	if (problem)
		malformed("Levels %s.", problem);
}

static void
read_range(Column *column, const JsonbValue *json)
{
	ColumnRange *range = palloc(sizeof(ColumnRange));

	if (!range_read(json, NULL, range))
		malformed("\"range\" of a column is no range.");
	column->range = range;
}

static void
read_key(Column *column, JsonbContainer *object, const char *key, const JsonbValue *value)
{
	JsonbValue	levels;

	if (strcmp(key, "name") == 0)
		column->name = string_of(value, key);
	else if (strcmp(key, "kind") == 0)
		column->kind = kind_of(string_of(value, key));
	else if (strcmp(key, "categories") == 0)
		read_categories(column, value);
	else if (strcmp(key, "knots") == 0)
		read_knots(column, value);
	else if (strcmp(key, "null") == 0)
		column->null = truth_of(value, key);
	else if (strcmp(key, "open") == 0)
		column->open = truth_of(value, key);
	else if (strcmp(key, "center") == 0)
		column->centre = number_of_json(value, key);
	else if (strcmp(key, "levels") == 0)
		read_levels(column, object, value);
	else if (strcmp(key, "range") == 0)
		read_range(column, value);
	else if (strcmp(key, "null_level") != 0 || !json_find(object, "levels", &levels))
		malformed("Key \"%s\" of a column is unknown.", key);
}

static void
read_column(Column *column, const JsonbValue *json)
{
	JsonbIterator *iterator;
	JsonbValue	key;
	JsonbValue	value;

	if (json->type != jbvBinary || !JsonContainerIsObject(json->val.binary.data))
		malformed("A column is not an object.");
	*column = (Column) {.kind = COLUMN_NUMBER};
	iterator = JsonbIteratorInit(json->val.binary.data);
	while (json_next_key(&iterator, &key, &value))
		read_key(column, json->val.binary.data, pnstrdup(key.val.string.val, key.val.string.len), &value);
	if (column->name == NULL)
		malformed("A column has no name.");
	if ((column->category != NULL) != (column->kind == COLUMN_CATEGORIES) ||
		(column->knot != NULL && !column_is_number(column)))
		malformed("Kind and values of column \"%s\" contradict each other.", column->name);
}

static uint32
find_column_named(const Columns *columns, const JsonbValue *json)
{
	const char *name;

	if (json->type != jbvString)
		malformed("An interaction is not a pair of columns.");
	name = pnstrdup(json->val.string.val, json->val.string.len);
	for (uint32 l = 0; l < columns->looks.bought; l++)
		if (strcmp(columns->column[l].name, name) == 0)
			return l;
	malformed("An interaction names \"%s\", which is not a column.", name);
}

void
model_read_interactions(const JsonbValue *list, Columns *columns)
{
	uint32		n;
	JsonbIterator *iterator = begin_array(list, "interactions", &n);
	JsonbValue	element;

	while (json_next_element(&iterator, &element))
	{
		JsonbContainer *names = element.val.binary.data;

		if (element.type != jbvBinary || !JsonContainerIsArray(names) || JsonContainerSize(names) != 2)
			malformed("An interaction is not a pair of columns.");
		if (columns_add_pair(kernel_work(), columns, find_column_named(columns, getIthJsonbValueFromContainer(names, 0)),
							 find_column_named(columns, getIthJsonbValueFromContainer(names, 1)), false) != PAIR_FITS)
			malformed("There are too many interactions.");
	}
}

void
model_read_columns(const JsonbValue *list, Columns *columns)
{
	uint32		n;
	JsonbIterator *iterator = begin_array(list, "columns", &n);
	Column	   *column = palloc_extended(sizeof(Column) * Max((Size) n, 1), MCXT_ALLOC_HUGE);
	JsonbValue	element;

	for (uint32 l = 0; json_next_element(&iterator, &element); l++)
		read_column(&column[l], &element);
	*columns = columns_create(kernel_work(), column, n);
}

/* Checks the columns by writing and reading a block, where all checks are. */
void
model_check_columns(Columns *columns)
{
	Size		bytes = columns_write(columns, NULL);
	char	   *block = palloc_extended(bytes, MCXT_ALLOC_HUGE);

	(void) columns_write(columns, block);
	if (!columns_read(kernel_work(), block, bytes, columns))
		malformed("Its columns are impossible.");
}
