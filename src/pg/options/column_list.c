/*
 * column_list.c
 *		What is known of the values of columns, and which columns are paired.
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
check_words(const char *option, const NamedColumn *values)
{
	char	  **sorted;

	if (values->n > MOST_WORDS)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" has more than %d categories for column \"%s\"", option, MOST_WORDS,
						values->name),
				 errdetail("It has %d.", values->n),
				 errhint("List the most frequent ones: others are counted as unknown. Or leave the column out.")));
	sorted = palloc(sizeof(char *) * values->n);
	memcpy(sorted, values->word, sizeof(char *) * values->n);
	qsort(sorted, values->n, sizeof(char *), pg_qsort_strcmp);
	for (int i = 1; i < values->n; i++)
		if (strcmp(sorted[i - 1], sorted[i]) == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("option \"%s\" has a category of column \"%s\" twice", option, values->name),
					 errdetail("It is \"%s\".", sorted[i]),
					 errhint("List each category once.")));
	pfree(sorted);
}

void
check_knots(const char *column, const double *knot, int n)
{
	if (n > MOST_KNOTS)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("column \"%s\" has more than %d knots", column, MOST_KNOTS),
				 errdetail("It has %d.", n),
				 errhint("List fewer, for example the quartiles; categories are written in quotes.")));
	for (int i = 0; i < n; i++)
		if (!isfinite(knot[i]))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("knot %d of column \"%s\" is not a finite number", i + 1, column),
					 errhint("Knots are numbers within the range of the column.")));
	for (int i = 1; i < n; i++)
		if (knot[i] <= knot[i - 1])
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("knots of column \"%s\" must ascend", column),
					 errdetail("Knot %d is not above knot %d.", i + 1, i),
					 errhint("Sort them, and list each one once.")));
}

static void
mixed_values(const char *option, const NamedColumn *values)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("option \"%s\" has categories and numbers for column \"%s\"", option, values->name),
			 errdetail("Words are those of a column of text, numbers are knots."),
			 errhint("Write knots of numbers without quotes, and categories and points in time in quotes.")));
}

/* A word among knots. */
static void
take_open(const char *option, NamedColumn *values, const char *word)
{
	if (values->open || strcmp(word, OPEN_WORD) != 0)
		mixed_values(option, values);
	values->open = true;
}

static void
read_value(const char *option, const JsonbValue *json, NamedColumn *values, int size)
{
	if (json->type == jbvNull)
	{
		if (values->none)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("option \"%s\" has null of column \"%s\" twice", option, values->name),
					 errhint("List it once.")));
		values->none = true;
	}
	else if (json->type == jbvString)
	{
		char	   *word = pnstrdup(json->val.string.val, json->val.string.len);

		if (values->knot)
			take_open(option, values, word);
		else
		{
			if (values->word == NULL)
				values->word = palloc(sizeof(char *) * size);
			values->word[values->n++] = word;
		}
	}
	else if (json->type == jbvNumeric)
	{
		if (values->word)
		{
			/* what came before the first knot */
			if (values->n > 1)
				mixed_values(option, values);
			take_open(option, values, values->word[0]);
			values->word = NULL;
			values->n = 0;
		}
		if (values->knot == NULL)
			values->knot = palloc(sizeof(double) * size);
		values->knot[values->n++] = numeric_to_double(NumericGetDatum(json->val.numeric));
	}
	else
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" has %s among the values of column \"%s\"", option,
						json_value_text(json), values->name),
				 errdetail("Values are categories, numbers, or null."),
				 json->type == jbvBool ?
				 errhint("The categories of a boolean column are \"true\" and \"false\".") : errhint(EXAMPLE)));
}

/* The values of one column; json: what stands for them. */
static void
read_values(const char *option, JsonbValue *json, NamedColumn *values)
{
	JsonbIterator *iterator;
	JsonbValue	element;
	int			size;

	if (json->type != jbvBinary || !JsonContainerIsArray(json->val.binary.data))
		bad_list(option, psprintf("%s at \"%s\"", json_value_text(json), values->name));
	size = JsonContainerSize(json->val.binary.data);
	if (size == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" has an empty list for column \"%s\"", option, values->name),
				 errhint("Leave the column out to have it enter as a number.")));
	*values = (NamedColumn) {.name = values->name};
	iterator = JsonbIteratorInit(json->val.binary.data);
	while (json_next_element(&iterator, &element))
		read_value(option, &element, values, size);
	if (values->n == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" has null alone for column \"%s\"", option, values->name),
				 errdetail("NULL is a category beside others, or beside numbers, which then need a knot: a NULL is read as the middle one."),
				 errhint("Add the categories of the column, or the median of its numbers.")));
	if (values->word)
		check_words(option, values);
	else
		check_knots(values->name, values->knot, values->n);
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
	list->values = palloc(sizeof(NamedColumn) * Max(JsonContainerSize(json->val.binary.data), 1));
	iterator = JsonbIteratorInit(json->val.binary.data);
	while (json_next_key(&iterator, &key, &value))
	{
		NamedColumn *values = &list->values[list->n];

		values->name = pnstrdup(key.val.string.val, key.val.string.len);
		read_values(option, &value, values);
		list->n++;
	}
	/* ordered by the column, which is the first field */
	qsort(list->values, list->n, sizeof(NamedColumn), pg_qsort_strcmp);
}

void
column_list_write(const ColumnList *list, JsonbParseState **state)
{
	pushJsonbValue(state, WJB_BEGIN_OBJECT, NULL);
	for (int c = 0; c < list->n; c++)
	{
		const NamedColumn *values = &list->values[c];
		JsonbValue	value;

		json_push_key(state, values->name);
		pushJsonbValue(state, WJB_BEGIN_ARRAY, NULL);
		for (int i = 0; i < values->n; i++)
		{
			CHECK_FOR_INTERRUPTS();
			value = values->word ? json_string(values->word[i]) : json_number(values->knot[i]);
			pushJsonbValue(state, WJB_ELEM, &value);
		}
		value = json_string(OPEN_WORD);
		if (values->open)
			pushJsonbValue(state, WJB_ELEM, &value);
		value.type = jbvNull;
		if (values->none)
			pushJsonbValue(state, WJB_ELEM, &value);
		pushJsonbValue(state, WJB_END_ARRAY, NULL);
	}
	pushJsonbValue(state, WJB_END_OBJECT, NULL);
}

const NamedColumn *
column_list_find(const ColumnList *list, const char *column)
{
	return list->n == 0 ? NULL :
		bsearch(&column, list->values, list->n, sizeof(NamedColumn), pg_qsort_strcmp);
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
