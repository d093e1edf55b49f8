/*
 * categories.c
 *		Columns of words, each with its values.
 */
#include "pg/options/categories.h"

#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "pg/options/option_values.h"

#define EXAMPLE "For example {\"region\": [\"north\", \"south\", \"west\"]}; aer_categories() finds the values."

static void
bad_categories(const char *option, const char *found)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("option \"%s\" must be an object of arrays of strings", option),
			 errdetail("It is %s.", found),
			 errhint(EXAMPLE)));
}

/* The values of one column; json: what stands for them. */
static void
read_values(const char *option, JsonbValue *json, Category *category)
{
	JsonbIterator *iterator;
	JsonbIteratorToken token;
	JsonbValue	element;
	char	  **sorted;
	int			size;

	if (json->type != jbvBinary || !JsonContainerIsArray(json->val.binary.data))
		bad_categories(option, psprintf("%s at \"%s\"", json_value_text(json), category->column));
	size = JsonContainerSize(json->val.binary.data);
	if (size < 2 || size > MOST_CATEGORIES)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must have 2 to %d values for column \"%s\"", option,
						MOST_CATEGORIES, category->column),
				 errdetail(size == 1 ? "It has %d value." : "It has %d values.", size),
				 size < 2 ? errhint("Leave a column out that has one value only.") :
				 errhint("Leave the column out, or make fewer values of it, with one for all that are rare.")));
	category->n = 0;
	category->value = palloc(sizeof(char *) * size);
	iterator = JsonbIteratorInit(json->val.binary.data);
	while ((token = JsonbIteratorNext(&iterator, &element, true)) != WJB_DONE)
	{
		if (token != WJB_ELEM)
			continue;
		if (element.type != jbvString)
			bad_categories(option, psprintf("%s among the values of \"%s\"",
											json_value_text(&element), category->column));
		category->value[category->n++] = pnstrdup(element.val.string.val, element.val.string.len);
	}

	sorted = palloc(sizeof(char *) * size);
	memcpy(sorted, category->value, sizeof(char *) * size);
	qsort(sorted, size, sizeof(char *), pg_qsort_strcmp);
	for (int i = 1; i < size; i++)
		if (strcmp(sorted[i - 1], sorted[i]) == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("option \"%s\" has a value of column \"%s\" twice", option, category->column),
					 errdetail("It is \"%s\".", sorted[i])));
	pfree(sorted);
}

void
categories_read(const char *option, JsonbValue *json, CategoryList *list)
{
	JsonbIterator *iterator;
	JsonbIteratorToken token;
	JsonbValue	key;
	JsonbValue	value;

	if (json->type != jbvBinary || !JsonContainerIsObject(json->val.binary.data))
		bad_categories(option, json_value_text(json));
	list->n = 0;
	list->category = palloc(sizeof(Category) * Max(JsonContainerSize(json->val.binary.data), 1));
	iterator = JsonbIteratorInit(json->val.binary.data);
	while ((token = JsonbIteratorNext(&iterator, &key, true)) != WJB_DONE)
	{
		Category   *category = &list->category[list->n];

		CHECK_FOR_INTERRUPTS();
		if (token != WJB_KEY)
			continue;
		(void) JsonbIteratorNext(&iterator, &value, true);
		category->column = pnstrdup(key.val.string.val, key.val.string.len);
		read_values(option, &value, category);
		list->n++;
	}
	/* by the column, the first field */
	qsort(list->category, list->n, sizeof(Category), pg_qsort_strcmp);
}

void
categories_write(const CategoryList *list, JsonbParseState **state)
{
	pushJsonbValue(state, WJB_BEGIN_OBJECT, NULL);
	for (int c = 0; c < list->n; c++)
	{
		json_push_key(state, list->category[c].column);
		json_push_strings(state, list->category[c].value, list->category[c].n);
	}
	pushJsonbValue(state, WJB_END_OBJECT, NULL);
}

const Category *
category_of(const CategoryList *list, const char *column)
{
	return list->n == 0 ? NULL :
		bsearch(&column, list->category, list->n, sizeof(Category), pg_qsort_strcmp);
}

char *
category_name(const char *column, const char *value)
{
	StringInfoData name;

	if (column[0] != '"' && strchr(column, '=') == NULL)
		return psprintf("%s=%s", column, value);
	initStringInfo(&name);
	appendStringInfoChar(&name, '"');
	for (const char *c = column; *c; c++)
	{
		if (*c == '"')
			appendStringInfoChar(&name, '"');
		appendStringInfoChar(&name, *c);
	}
	appendStringInfo(&name, "\"=%s", value);
	return name.data;
}

bool
category_split(const char *name, char **column, const char **value)
{
	const char *end = name;
	char	   *to;

	if (name[0] != '"')
	{
		end = strchr(name, '=');
		if (end == NULL || end == name)
			return false;
		*column = pnstrdup(name, end - name);
		*value = end + 1;
		return true;
	}
	*column = to = palloc(strlen(name));
	for (end = name + 1; *end && (*end != '"' || end[1] == '"'); end++)
	{
		if (*end == '"')
			end++;
		*to++ = *end;
	}
	*to = '\0';
	*value = *end ? end + 2 : end;
	return end[0] == '"' && end[1] == '=' && to > *column;
}
