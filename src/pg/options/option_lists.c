/*
 * option_lists.c
 *		Options that are lists: of names, or of a number for each attribute.
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
	const char *name;			/* first field, as pg_qsort_strcmp() needs */
	uint32		number;			/* from 0 */
} NamedAttribute;

/* Raises the error of an unknown name; names: [n] of attributes or columns, NULL for arrays. */
pg_noreturn static void
no_attribute(const char *option, const char *name, uint32 n, char *const *names)
{
	NearName	near;

	near_name_init(&near, name, strlen(name));
	for (uint32 i = 0; names && i < n; i++)
		near_name_offer(&near, names[i]);
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("option \"%s\" names \"%s\", which is not an attribute", option, name),
			 names ? near_name_hint(&near) :
			 errhint("The elements of arrays have no names. Give an array of numbers.")));
}

/* Returns names with their numbers, sorted for look-ups of as many names. */
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

/* Returns a number for each attribute from a list that names some of them. */
static double *
numbers_by_name(const NumberList *list, const char *option, double otherwise, const Columns *columns)
{
	uint32		d = columns->looks.d;
	double	   *value = palloc(sizeof(double) * d);
	char	  **names = attribute_names(columns);
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
	pfree(names);
	return value;
}

double *
spread_by_column(const NumberList *list, const Columns *columns)
{
	const Looks *looks = &columns->looks;
	double	   *value = palloc0(sizeof(double) * looks->bought);
	char	  **column_name = column_names(columns);
	char	  **name = attribute_names(columns);
	NamedAttribute *column;
	NamedAttribute *attribute;

	if (name == NULL)
		no_attribute("spread", list->name[0], looks->bought, NULL);
	column = sort_names(looks->bought, column_name);
	attribute = sort_names(looks->d, name);
	for (uint32 j = 0; j < list->n; j++)
	{
		const NamedAttribute *found = find_name(column, looks->bought, list->name[j]);
		uint32		look;

		CHECK_FOR_INTERRUPTS();
		if (found)
			look = found->number;
		else if ((found = find_name(attribute, looks->d, list->name[j])) != NULL)
			look = looks_of(looks, found->number);
		else
			no_attribute("spread", list->name[j], looks->bought, column_name);
		if (look < looks->bought)
			value[look] = hypot(value[look], list->value[j]);
	}
	pfree(column);
	pfree(attribute);
	return value;
}

void
number_list_resolve(NumberList *list, const char *option, double otherwise, const Columns *columns)
{
	uint32		d = columns->looks.d;

	if (list->name != NULL)
	{
		list->value = numbers_by_name(list, option, otherwise, columns);
		list->name = NULL;
		list->n = d;
	}
	if (list->n > 1 && list->n != d)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("option \"%s\" must be one number or one for each attribute", option),
				 errdetail("It has %u numbers, but the rows have %u attributes.", list->n, d)));
}
