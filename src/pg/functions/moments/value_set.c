/*
 * value_set.c
 *		The values that a column of words takes, as long as they are few.
 */
#include "pg/functions/moments/value_set.h"

#include "access/htup_details.h"
#include "catalog/pg_enum.h"
#include "catalog/pg_type.h"
#include "pg/options/categories.h"
#include "pg/options/option_values.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

void
value_set_init(ValueSet *set, Oid type)
{
	set->context = CurrentMemoryContext;
	set->type = getBaseType(type);
	set->is_enum = type_is_enum(set->type);
	set->n = 0;
	set->text = set->is_enum ? NULL : palloc(sizeof(struct varlena *) * MOST_CATEGORIES);
	set->label = set->is_enum ? palloc(sizeof(Oid) * MOST_CATEGORIES) : NULL;
}

static int
compare_text(const struct varlena *a, const char *data, int length)
{
	int			bytes = VARSIZE_ANY_EXHDR(a);
	int			order = memcmp(VARDATA_ANY(a), data, Min(bytes, length));

	return order != 0 ? order : bytes - length;
}

/* Where in 0 .. n the first value stands that is not below this one. */
static int
find(const ValueSet *set, Oid label, const char *data, int length)
{
	int			low = 0;
	int			high = set->n;

	while (low < high)
	{
		int			middle = (low + high) / 2;

		if (set->is_enum ? set->label[middle] < label :
			compare_text(set->text[middle], data, length) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool
add_label(ValueSet *set, Oid label)
{
	int			at = find(set, label, NULL, 0);

	if (at < set->n && set->label[at] == label)
		return true;
	if (set->n == MOST_CATEGORIES)
		return false;
	memmove(&set->label[at + 1], &set->label[at], sizeof(Oid) * (set->n++ - at));
	set->label[at] = label;
	return true;
}

static bool
add_text(ValueSet *set, const struct varlena *value)
{
	const char *data = VARDATA_ANY(value);
	int			length = VARSIZE_ANY_EXHDR(value);
	MemoryContext old;
	int			at;

	if (set->type == BPCHAROID)
		length = bpchartruelen(unconstify(char *, data), length);
	at = find(set, InvalidOid, data, length);
	if (at < set->n && compare_text(set->text[at], data, length) == 0)
		return true;
	if (set->n == MOST_CATEGORIES)
		return false;
	memmove(&set->text[at + 1], &set->text[at], sizeof(struct varlena *) * (set->n++ - at));
	old = MemoryContextSwitchTo(set->context);
	set->text[at] = cstring_to_text_with_len(data, length);
	MemoryContextSwitchTo(old);
	return true;
}

bool
value_set_add(ValueSet *set, Datum value)
{
	struct varlena *text;
	bool		room;

	if (set->is_enum)
		return add_label(set, DatumGetObjectId(value));
	text = PG_DETOAST_DATUM_PACKED(value);
	room = add_text(set, text);
	if (text != (struct varlena *) DatumGetPointer(value))
		pfree(text);
	return room;
}

typedef struct EnumLabel
{
	float4		order;
	char	   *name;
} EnumLabel;

static int
compare_labels(const void *a, const void *b)
{
	float4		left = ((const EnumLabel *) a)->order;
	float4		right = ((const EnumLabel *) b)->order;

	return left < right ? -1 : left > right;
}

/* The labels of an enum in its own order. */
static EnumLabel *
sorted_labels(const ValueSet *set)
{
	EnumLabel  *label = palloc(sizeof(EnumLabel) * Max(set->n, 1));

	for (int i = 0; i < set->n; i++)
	{
		HeapTuple	tuple = SearchSysCache1(ENUMOID, ObjectIdGetDatum(set->label[i]));
		Form_pg_enum form;

		if (!HeapTupleIsValid(tuple))
			elog(ERROR, "cache lookup failed for enum value %u", set->label[i]);
		form = (Form_pg_enum) GETSTRUCT(tuple);
		label[i].order = form->enumsortorder;
		label[i].name = pstrdup(NameStr(form->enumlabel));
		ReleaseSysCache(tuple);
	}
	qsort(label, set->n, sizeof(EnumLabel), compare_labels);
	return label;
}

void
value_set_write(ValueSet *set, JsonbParseState **state)
{
	EnumLabel  *label = set->is_enum ? sorted_labels(set) : NULL;

	pushJsonbValue(state, WJB_BEGIN_ARRAY, NULL);
	for (int i = 0; i < set->n; i++)
	{
		JsonbValue	value = json_string(label ? label[i].name :
										TextDatumGetCString(PointerGetDatum(set->text[i])));

		pushJsonbValue(state, WJB_ELEM, &value);
	}
	pushJsonbValue(state, WJB_END_ARRAY, NULL);
}
