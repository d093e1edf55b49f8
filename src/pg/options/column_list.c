/*
 * column_list.c
 *		The options "columns" and "interactions".
 */
#include "pg/options/column_list.h"

#include "miscadmin.h"
#include "pg/numerics.h"
#include "pg/options/json_parts.h"

#define EXAMPLE "For example {\"region\": [\"north\", \"south\", null], \"age\": [30, 45, 60]}; aer_suggest() writes it."

static void
bad_list(const char *option, const char *found)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("option \"%s\" must be an object of arrays of categories or knots", option),
			 errdetail("It is %s.", found),
			 errhint(EXAMPLE)));
}

static void
check_categories(const char *option, const Column *column)
{
	const char **sorted;

	if (column->n > MOST_CATEGORIES)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" has more than %d categories for column \"%s\"", option, MOST_CATEGORIES,
						column->name),
				 errdetail("It has %u.", column->n),
				 errhint("List the most frequent ones: others are counted as unknown. Or leave the column out.")));
	sorted = palloc(sizeof(char *) * column->n);
	memcpy(sorted, column->category, sizeof(char *) * column->n);
	qsort(sorted, column->n, sizeof(char *), pg_qsort_strcmp);
	for (uint32 i = 1; i < column->n; i++)
		if (strcmp(sorted[i - 1], sorted[i]) == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("option \"%s\" has a category of column \"%s\" twice", option, column->name),
					 errdetail("It is \"%s\".", sorted[i]),
					 errhint("List each category once.")));
	pfree(sorted);
}

void
check_knots(const Column *column)
{
	if (column->n > MOST_KNOTS)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("column \"%s\" has more than %d knots", column->name, MOST_KNOTS),
				 errdetail("It has %u.", column->n),
				 errhint("List fewer, for example the quartiles; categories are written in quotes.")));
	for (uint32 i = 0; i < column->n; i++)
		if (!isfinite(column->knot[i]))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("knot %u of column \"%s\" is not a finite number", i + 1, column->name),
					 errhint("Knots are numbers within the range of the column.")));
	for (uint32 i = 1; i < column->n; i++)
		if (column->knot[i] <= column->knot[i - 1])
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("knots of column \"%s\" must ascend", column->name),
					 errdetail("Knot %u is not above knot %u.", i + 1, i),
					 errhint("Sort them, and list each one once.")));
}

static void
mixed_values(const char *option, const Column *column)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("option \"%s\" has categories and numbers for column \"%s\"", option, column->name),
			 errdetail("Words are those of a column of text, numbers are knots."),
			 errhint("Write knots of numbers without quotes, and categories and points in time in quotes.")));
}

/* Texts and numbers of a list that were read so far, each in their order. */
typedef struct ReadValues
{
	const char **text;			/* [texts] */
	uint32		texts;
	double	   *number;			/* [numbers] */
	uint32		numbers;
} ReadValues;

static void
read_value(const char *option, const JsonbValue *json, Column *column, ReadValues *read)
{
	if (json->type == jbvNull)
	{
		if (column->null)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("option \"%s\" has null of column \"%s\" twice", option, column->name),
					 errhint("List it once.")));
		column->null = true;
	}
	else if (json->type == jbvString)
		read->text[read->texts++] = pnstrdup(json->val.string.val, json->val.string.len);
	else if (json->type == jbvNumeric)
		read->number[read->numbers++] = numeric_to_double(NumericGetDatum(json->val.numeric));
	else
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" has %s among the values of column \"%s\"", option,
						json_value_text(json), column->name),
				 errdetail("Values are categories, numbers, or null."),
				 json->type == jbvBool ?
				 errhint("The categories of a boolean column are \"true\" and \"false\".") : errhint(EXAMPLE)));
}

/* Makes knots of numbers, with which "open" is allowed, or else categories of texts. */
static void
set_values(const char *option, Column *column, const ReadValues *read)
{
	column->n = read->numbers > 0 ? read->numbers : read->texts;
	if (column->n == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" has null alone for column \"%s\"", option, column->name),
				 errdetail("NULL is a category beside others, or beside numbers, which then need a knot: a NULL is read as the middle one."),
				 errhint("Add the categories of the column, or the median of its numbers.")));
	if (read->numbers == 0)
	{
		column->kind = COLUMN_CATEGORIES;
		column->category = read->text;
		check_categories(option, column);
		return;
	}
	if (read->texts > 1 || (read->texts == 1 && strcmp(read->text[0], OPEN_WORD) != 0))
		mixed_values(option, column);
	column->open = read->texts == 1;
	column->knot = read->number;
	check_knots(column);
}

/* Reads the values of one column from json. */
static void
read_column(const char *option, JsonbValue *json, Column *column)
{
	JsonbIterator *iterator;
	JsonbValue	element;
	ReadValues	read = {0};
	int			size;

	if (json->type != jbvBinary || !JsonContainerIsArray(json->val.binary.data))
		bad_list(option, psprintf("%s at \"%s\"", json_value_text(json), column->name));
	size = JsonContainerSize(json->val.binary.data);
	if (size == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" has an empty list for column \"%s\"", option, column->name),
				 errhint("Leave the column out to have it enter as a number.")));
	read.text = palloc(sizeof(char *) * size);
	read.number = palloc(sizeof(double) * size);
	iterator = JsonbIteratorInit(json->val.binary.data);
	while (json_next_element(&iterator, &element))
		read_value(option, &element, column, &read);
	set_values(option, column, &read);
}

void
column_list_read(const char *option, JsonbValue *json, ColumnList *list)
{
	JsonbIterator *iterator;
	JsonbValue	key;
	JsonbValue	value;

	if (json->type != jbvBinary || !JsonContainerIsObject(json->val.binary.data))
		bad_list(option, json_value_text(json));
	list->n = 0;
	list->column = palloc0(sizeof(Column) * Max(JsonContainerSize(json->val.binary.data), 1));
	iterator = JsonbIteratorInit(json->val.binary.data);
	while (json_next_key(&iterator, &key, &value))
	{
		Column	   *column = &list->column[list->n];

		column->name = pnstrdup(key.val.string.val, key.val.string.len);
		read_column(option, &value, column);
		list->n++;
	}
	/* by name, which is the first field */
	qsort(list->column, list->n, sizeof(Column), pg_qsort_strcmp);
}

void
column_list_write(const ColumnList *list, JsonbParseState **state)
{
	pushJsonbValue(state, WJB_BEGIN_OBJECT, NULL);
	for (int c = 0; c < list->n; c++)
	{
		const Column *column = &list->column[c];
		JsonbValue	value;

		json_push_key(state, column->name);
		pushJsonbValue(state, WJB_BEGIN_ARRAY, NULL);
		for (uint32 i = 0; i < column->n; i++)
		{
			CHECK_FOR_INTERRUPTS();
			value = column->category ? json_string(unconstify(char *, column->category[i])) : json_number(column->knot[i]);
			pushJsonbValue(state, WJB_ELEM, &value);
		}
		value = json_string(OPEN_WORD);
		if (column->open)
			pushJsonbValue(state, WJB_ELEM, &value);
		value.type = jbvNull;
		if (column->null)
			pushJsonbValue(state, WJB_ELEM, &value);
		pushJsonbValue(state, WJB_END_ARRAY, NULL);
	}
	pushJsonbValue(state, WJB_END_OBJECT, NULL);
}

const Column *
column_list_find(const ColumnList *list, const char *name)
{
	return list->n == 0 ? NULL :
		bsearch(&name, list->column, list->n, sizeof(Column), pg_qsort_strcmp);
}

static void
bad_pairs(const char *option, const char *found)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("option \"%s\" must be an array of pairs of column names", option),
			 errdetail("It is %s.", found),
			 errhint("For example [[\"age\", \"smoker\"], [\"lat\", \"long\"]]; aer_suggest() writes it.")));
}

static char *
read_name(const char *option, const JsonbValue *json)
{
	if (json->type != jbvString)
		bad_pairs(option, psprintf("%s in an interaction", json_value_text(json)));
	return pnstrdup(json->val.string.val, json->val.string.len);
}

static void
check_pair(const char *option, const PairList *list, const NamedPair *pair)
{
	if (strcmp(pair->a, pair->b) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" has an interaction of column \"%s\" with itself", option, pair->a),
				 errhint("An interaction needs two columns; knots in the option \"columns\" make a curve of one.")));
	for (int p = 0; p < list->n; p++)
		if ((strcmp(pair->a, list->pair[p].a) == 0 && strcmp(pair->b, list->pair[p].b) == 0) ||
			(strcmp(pair->a, list->pair[p].b) == 0 && strcmp(pair->b, list->pair[p].a) == 0))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("option \"%s\" has an interaction twice", option),
					 errdetail("It is \"%s\" and \"%s\".", pair->a, pair->b),
					 errhint("List each interaction once, in either order.")));
}

static void
read_pair(const char *option, const JsonbValue *json, PairList *list)
{
	NamedPair	pair;

	if (json->type != jbvBinary || !JsonContainerIsArray(json->val.binary.data))
		bad_pairs(option, psprintf("%s in the list", json_value_text(json)));
	if (JsonContainerSize(json->val.binary.data) != 2)
		bad_pairs(option, psprintf("a list of %u names in the list",
								  (unsigned) JsonContainerSize(json->val.binary.data)));
	pair.a = read_name(option, getIthJsonbValueFromContainer(json->val.binary.data, 0));
	pair.b = read_name(option, getIthJsonbValueFromContainer(json->val.binary.data, 1));
	check_pair(option, list, &pair);
	list->pair[list->n++] = pair;
}

void
pair_list_read(const char *option, const JsonbValue *json, PairList *list)
{
	int			n;

	if (json->type != jbvBinary || !JsonContainerIsArray(json->val.binary.data))
		bad_pairs(option, json_value_text(json));
	n = JsonContainerSize(json->val.binary.data);
	if (n > MOST_PAIRS)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" has more than %d interactions", option, MOST_PAIRS),
				 errdetail("It has %d.", n),
				 errhint("Leave out the last ones: the best stand first.")));
	list->n = 0;
	list->pair = palloc(sizeof(NamedPair) * Max(n, 1));
	for (int p = 0; p < n; p++)
		read_pair(option, getIthJsonbValueFromContainer(json->val.binary.data, p), list);
}
