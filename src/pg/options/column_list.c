/*
 * column_list.c
 *		The options "columns" and "interactions".
 */
#include "pg/options/column_list.h"

#include "miscadmin.h"
#include "pg/numerics.h"
#include "pg/options/json_parts.h"
#include "pg/options/level_table.h"

#define EXAMPLE "For example {\"region\": [\"north\", \"south\", null], \"age\": [30, 45, 60]}; aer_suggest() writes it."

static void
bad_list(const char *option, const char *found)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("option \"%s\" must be an object of arrays of categories or knots, or of objects with levels", option),
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
				 errhint("List the most frequent ones; all others count as unknown. Or leave the column out.")));
	sorted = palloc(sizeof(char *) * column->n);
	memcpy(sorted, column->category, sizeof(char *) * column->n);
	qsort(sorted, column->n, sizeof(char *), pg_qsort_strcmp);
	for (uint32 i = 1; i < column->n; i++)
		if (strcmp(sorted[i - 1], sorted[i]) == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("option \"%s\" lists a category of column \"%s\" twice", option, column->name),
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
				 errhint("List fewer knots, for example the quartiles. Write categories in quotes.")));
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
					 errmsg("knots of column \"%s\" must be in ascending order", column->name),
					 errdetail("Knot %u is not above knot %u.", i + 1, i),
					 errhint("Sort the knots and list each one once.")));
}

static void
mixed_values(const char *option, const Column *column)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("option \"%s\" mixes categories and numbers for column \"%s\"", option, column->name),
			 errdetail("Texts are the categories of a text column; numbers are the knots of a numeric column."),
			 errhint("Write numbers without quotes. Write categories and points in time in quotes.")));
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
					 errmsg("option \"%s\" lists null twice for column \"%s\"", option, column->name),
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
				 errdetail("Values must be categories, numbers or null."),
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
				 errmsg("option \"%s\" lists only null for column \"%s\"", option, column->name),
				 errdetail("Null must be listed beside categories or beside knots. Beside knots, a NULL is read as the middle knot."),
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

/* Reads a list of values. */
static void
read_values(const char *option, const JsonbValue *json, Column *column)
{
	JsonbIterator *iterator = JsonbIteratorInit(json->val.binary.data);
	int			size = JsonContainerSize(json->val.binary.data);
	ReadValues	read = {.text = palloc(sizeof(char *) * size), .number = palloc(sizeof(double) * size)};
	JsonbValue	element;

	while (json_next_element(&iterator, &element))
		read_value(option, &element, column, &read);
	set_values(option, column, &read);
}

/* Reads the knots of a number beside its levels, which may be none. */
static void
read_knots_beside(const char *option, const JsonbValue *json, Column *column)
{
	if (json->type != jbvBinary || !JsonContainerIsArray(json->val.binary.data))
		bad_list(option, psprintf("%s at \"knots\" of \"%s\"", json_value_text(json), column->name));
	if (JsonContainerSize(json->val.binary.data) > 0)
		read_values(option, json, column);
	if (column->kind == COLUMN_CATEGORIES)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" mixes categories and levels for column \"%s\"", option, column->name),
				 errhint("Beside levels, list only numbers as knots. A text column has levels only.")));
}

/* Reads an object with levels, and perhaps the knots of a number beside them. */
static void
read_levels(const char *option, JsonbValue *json, Column *column)
{
	JsonbIterator *iterator = JsonbIteratorInit(json->val.binary.data);
	JsonbValue	key;
	JsonbValue	value;
	JsonbValue	levels;
	JsonbValue	null_level;
	bool		has_null = json_find(json->val.binary.data, "null_level", &null_level);
	const char *problem;

	if (!json_find(json->val.binary.data, "levels", &levels))
		bad_list(option, psprintf("an object without \"levels\" at \"%s\"", column->name));
	problem = level_table_read(&levels, has_null ? &null_level : NULL, false, &column->levels);
	if (problem)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("levels of column \"%s\" in option \"%s\" %s", column->name, option, problem),
				 errhint("Give each level an array with one number for the rows of each fold and one for new rows.")));
	column->kind = COLUMN_LEVELS;
	while (json_next_key(&iterator, &key, &value))
	{
		char	   *name = pnstrdup(key.val.string.val, key.val.string.len);

		if (strcmp(name, "knots") == 0)
		{
			column->kind = COLUMN_NUMBER;
			read_knots_beside(option, &value, column);
		}
		else if (strcmp(name, "levels") != 0 && strcmp(name, "null_level") != 0)
			bad_list(option, psprintf("an object with the key \"%s\" at \"%s\"", name, column->name));
		pfree(name);
	}
}

/* Reads the entry of one column from json. */
static void
read_column(const char *option, JsonbValue *json, Column *column)
{
	if (json->type == jbvBinary && JsonContainerIsObject(json->val.binary.data))
	{
		read_levels(option, json, column);
		return;
	}
	if (json->type != jbvBinary || !JsonContainerIsArray(json->val.binary.data))
		bad_list(option, psprintf("%s at \"%s\"", json_value_text(json), column->name));
	if (JsonContainerSize(json->val.binary.data) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" has an empty list for column \"%s\"", option, column->name),
				 errhint("Leave the column out of the option to use it as a plain number.")));
	read_values(option, json, column);
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

void
column_list_check_levels(const ColumnList *list, uint32 folds)
{
	uint32		effects = 0;
	uint32		levels = 0;

	for (int c = 0; c < list->n; c++)
	{
		const Column *column = &list->column[c];

		if (column->levels == NULL)
			continue;
		if (effects == 0)
			effects = column->levels->effects;
		levels += column->levels->n;
		if (column->levels->sets != folds + 1)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("levels of column \"%s\" have %u numbers, but the design has %u folds", column->name,
							column->levels->sets, folds),
					 errhint("Give each level one number for the rows of each fold and one for new rows.")));
		if (column->levels->effects != effects)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("levels of column \"%s\" have %u effects, but those of other columns have %u", column->name,
							column->levels->effects, effects),
					 errhint("If the target has K classes, K >= 3, give each level of each column K - 1 arrays.")));
	}
	if (levels > MOST_LEVELS_IN_ALL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a design can have at most %d levels", MOST_LEVELS_IN_ALL),
				 errdetail("There are %u.", levels),
				 errhint("List the most frequent levels; the effects of all others are 0.")));
}

bool
column_list_has_levels(const ColumnList *list)
{
	for (int c = 0; c < list->n; c++)
		if (list->column[c].levels)
			return true;
	return false;
}

void
column_list_push_without_levels(const JsonbValue *json, JsonbParseState **state)
{
	JsonbIterator *iterator = JsonbIteratorInit(json->val.binary.data);
	JsonbValue	key;
	JsonbValue	value;

	pushJsonbValue(state, WJB_BEGIN_OBJECT, NULL);
	while (json_next_key(&iterator, &key, &value))
	{
		JsonbValue	knots;
		bool		levels = JsonContainerIsObject(value.val.binary.data);

		if (levels && (!json_find(value.val.binary.data, "knots", &knots) ||
					   JsonContainerSize(knots.val.binary.data) == 0))
			continue;
		pushJsonbValue(state, WJB_KEY, &key);
		pushJsonbValue(state, WJB_VALUE, levels ? &knots : &value);
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
				 errhint("List two different columns. For a curve of one column, give it knots in the option \"columns\".")));
	for (int p = 0; p < list->n; p++)
		if ((strcmp(pair->a, list->pair[p].a) == 0 && strcmp(pair->b, list->pair[p].b) == 0) ||
			(strcmp(pair->a, list->pair[p].b) == 0 && strcmp(pair->b, list->pair[p].a) == 0))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("option \"%s\" lists an interaction twice", option),
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
				 errhint("Leave out the last ones; the most useful interactions come first.")));
	list->n = 0;
	list->pair = palloc(sizeof(NamedPair) * Max(n, 1));
	for (int p = 0; p < n; p++)
		read_pair(option, getIthJsonbValueFromContainer(json->val.binary.data, p), list);
}
