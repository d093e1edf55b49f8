/*
 * option_lists.c
 *		Options that are lists: of names, of numbers of attributes.
 */
#include "pg/options/option_lists.h"

#include "miscadmin.h"
#include "pg/near_name.h"
#include "pg/options/attribute_name.h"

bool
name_list_has(const NameList *list, const char *name)
{
	return list->n > 0 &&
		bsearch(&name, list->name, list->n, sizeof(char *), pg_qsort_strcmp) != NULL;
}

typedef struct NamedAttribute
{
	const char *name;			/* first, where pg_qsort_strcmp() looks */
	uint32		number;			/* from 0 */
} NamedAttribute;

/* names: of the attributes, or NULL. */
static void
no_attribute(const char *option, const char *name, uint32 d, char *const *names)
{
	NearName	near;

	near_name_init(&near, name, strlen(name));
	for (uint32 i = 0; names && i < d; i++)
		near_name_offer(&near, names[i]);
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("option \"%s\" names \"%s\", which is no attribute", option, name),
			 names ? near_name_hint(&near) :
			 errhint("Arrays have no attribute names: give an array of numbers.")));
}

/* Names with their numbers, sorted: there may be as many as attributes. */
static NamedAttribute *
sort_names(uint32 d, char *const *names)
{
	NamedAttribute *attribute = palloc(sizeof(NamedAttribute) * d);

	for (uint32 i = 0; i < d; i++)
		attribute[i] = (NamedAttribute) {names[i], i};
	qsort(attribute, d, sizeof(NamedAttribute), pg_qsort_strcmp);
	return attribute;
}

static const NamedAttribute *
find_name(const NamedAttribute *sorted, uint32 d, const char *name)
{
	return bsearch(&name, sorted, d, sizeof(NamedAttribute), pg_qsort_strcmp);
}

/* One number per attribute from a list that names some of them. */
static double *
numbers_by_name(const NumberList *list, const char *option, double otherwise,
				uint32 d, char *const *names)
{
	double	   *value = palloc(sizeof(double) * d);
	NamedAttribute *attribute;

	if (names == NULL)
		no_attribute(option, list->name[0], d, NULL);
	for (uint32 i = 0; i < d; i++)
		value[i] = otherwise;
	attribute = sort_names(d, names);
	for (uint32 j = 0; j < list->n; j++)
	{
		const NamedAttribute *found = find_name(attribute, d, list->name[j]);

		CHECK_FOR_INTERRUPTS();
		if (found == NULL)
			no_attribute(option, list->name[j], d, names);
		value[found->number] = list->value[j];
	}
	pfree(attribute);
	return value;
}

/* The column that an attribute of this name, whatever its type, belongs to. */
static const NamedAttribute *
find_column_of(const NamedAttribute *sorted, uint32 d, char *name)
{
	for (int type = ATTRIBUTE_WORD; type <= ATTRIBUTE_NONE; type++)
	{
		char	   *column;
		const char *text;
		const NamedAttribute *found = attribute_split(name, (AttributeType) type, &column, &text) ?
			find_name(sorted, d, column) : NULL;

		if (found)
			return found;
	}
	return NULL;
}

/* The column that a factor of a product belongs to. */
static bool
has_factor(const NamedAttribute *sorted, uint32 d, const NamedFactor *factor)
{
	return find_name(sorted, d, factor->attribute) != NULL ||
		find_column_of(sorted, d, factor->attribute) != NULL;
}

/* Is it an attribute of a pair of columns, which no look is made for? */
static bool
is_of_pair(const NamedAttribute *sorted, uint32 d, char *name)
{
	NamedFactor a;
	NamedFactor b;

	if (!product_split(name, &a, &b) && !copy_split(name, &a, &b))
		return false;
	return has_factor(sorted, d, &a) && has_factor(sorted, d, &b);
}

double *
deviations_by_column(const NumberList *list, uint32 n, char *const *columns)
{
	double	   *value = palloc0(sizeof(double) * n);
	NamedAttribute *column;

	if (columns == NULL)
		no_attribute("spread", list->name[0], n, NULL);
	column = sort_names(n, columns);
	for (uint32 j = 0; j < list->n; j++)
	{
		const NamedAttribute *found = find_name(column, n, list->name[j]);

		CHECK_FOR_INTERRUPTS();
		if (found == NULL)
			found = find_column_of(column, n, list->name[j]);
		if (found == NULL && is_of_pair(column, n, list->name[j]))
			continue;
		if (found == NULL)
			no_attribute("spread", list->name[j], n, columns);
		value[found->number] = hypot(value[found->number], list->value[j]);
	}
	pfree(column);
	return value;
}

void
number_list_resolve(NumberList *list, const char *option, double otherwise,
					uint32 d, char *const *names)
{
	if (list->name != NULL)
	{
		list->value = numbers_by_name(list, option, otherwise, d, names);
		list->name = NULL;
		list->n = d;
	}
	if (list->n > 1 && list->n != d)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("option \"%s\" must be one number or one for each attribute", option),
				 errdetail("It has %u numbers, the rows have %u attributes.", list->n, d)));
}
