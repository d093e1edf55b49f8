/*
 * range_list.c
 *		The option "range" of a design.
 */
#include "pg/options/range_list.h"

#include "catalog/pg_type.h"
#include "pg/numerics.h"
#include "pg/options/attribute_name.h"
#include "pg/options/json_parts.h"

#define VALUES "values"

static void
bad_range(const char *option, const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("option \"%s\" must be an object with the smallest and the largest value of each number, or with all its values", option),
			 errdetail("%s", detail),
			 errhint("For example {\"age\": [18, 92], \"stars\": {\"values\": [1, 2, 3]}}, with at most %d values, ascending.",
					 MOST_LISTED_VALUES)));
}

/* Returns a number, or a point in time in days; NaN if it is neither. */
static double
read_value(const JsonbValue *json, const char *column)
{
	if (json->type == jbvNumeric)
		return numeric_to_double(NumericGetDatum(json->val.numeric)) + 0.0;	/* -0 is 0 */
	return json->type == jbvString && column != NULL ?
		time_of_text("value", column, TIMESTAMPTZOID, pnstrdup(json->val.string.val, json->val.string.len)) : NAN;
}

bool
range_read(const JsonbValue *json, const char *column, ColumnRange *range)
{
	JsonbValue	list = *json;
	JsonbIterator *iterator;
	JsonbValue	element;

	if (json->type != jbvBinary)
		return false;
	range->n = 0;
	range->all = JsonContainerIsObject(json->val.binary.data);
	if (range->all && (JsonContainerSize(json->val.binary.data) != 1 ||
					   !json_find(json->val.binary.data, VALUES, &list) || list.type != jbvBinary))
		return false;
	if (!JsonContainerIsArray(list.val.binary.data) || JsonContainerSize(list.val.binary.data) > MOST_LISTED_VALUES)
		return false;
	iterator = JsonbIteratorInit(list.val.binary.data);
	while (json_next_element(&iterator, &element))
	{
		double	   *value = &range->value[range->n];

		*value = read_value(&element, column);
		if (!isfinite(*value) || (range->n > 0 && !(*value > value[-1])))
			return false;
		range->n++;
	}
	return range->all ? range->n > 0 : range->n == 2;
}

void
range_put(StringInfo out, const ColumnRange *range)
{
	appendStringInfoString(out, range->all ? "{\"" VALUES "\":" : "");
	for (uint32 k = 0; k < range->n; k++)
		appendStringInfo(out, "%c%s", k == 0 ? '[' : ',', value_text(false, range->value[k]));
	appendStringInfoString(out, range->all ? "]}" : "]");
}

void
range_list_read(const char *option, const JsonbValue *json, RangeList *list)
{
	JsonbIterator *iterator;
	JsonbValue	key;
	JsonbValue	value;

	if (json->type != jbvBinary || !JsonContainerIsObject(json->val.binary.data))
		bad_range(option, psprintf("It is %s.", json_value_text(json)));
	list->n = 0;
	list->range = palloc(sizeof(NamedRange) * Max(JsonContainerSize(json->val.binary.data), 1));
	iterator = JsonbIteratorInit(json->val.binary.data);
	while (json_next_key(&iterator, &key, &value))
	{
		NamedRange *named = &list->range[list->n++];

		named->name = pnstrdup(key.val.string.val, key.val.string.len);
		if (!range_read(&value, named->name, &named->range))
			bad_range(option, psprintf("The value of \"%s\" is neither.", named->name));
	}
	qsort(list->range, list->n, sizeof(NamedRange), pg_qsort_strcmp);
}

const ColumnRange *
range_list_find(const RangeList *list, const char *name)
{
	const NamedRange *found = list->n == 0 ? NULL :
		bsearch(&name, list->range, list->n, sizeof(NamedRange), pg_qsort_strcmp);

	return found ? &found->range : NULL;
}
