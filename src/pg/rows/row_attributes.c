/*
 * row_attributes.c
 *		The attributes of a row.
 */
#include "pg/rows/row_attributes.h"

#include "miscadmin.h"

void
row_attributes_init(RowAttributes *attributes, uint32 size)
{
	attributes->d = 0;
	attributes->size = Max(size, 1);
	attributes->name = palloc(sizeof(char *) * attributes->size);
	attributes->type = palloc(sizeof(AttributeType) * attributes->size);
}

void
row_attributes_add(RowAttributes *attributes, const char *name, AttributeType type)
{
	if (attributes->d == attributes->size)
	{
		attributes->size *= 2;
		attributes->name = repalloc(attributes->name, sizeof(char *) * attributes->size);
		attributes->type = repalloc(attributes->type, sizeof(AttributeType) * attributes->size);
	}
	attributes->name[attributes->d] =
		MemoryContextStrdup(GetMemoryChunkContext(attributes->name), name);
	attributes->type[attributes->d++] = type;
}

void
row_attributes_add_category(RowAttributes *attributes, const Category *category)
{
	for (int i = 1; i < category->n; i++)
	{
		char	   *name = category_name(category->column, category->value[i]);

		row_attributes_add(attributes, name, ATTRIBUTE_CATEGORY);
		pfree(name);
	}
}

typedef struct TypedName
{
	const char *name;			/* first, where pg_qsort_strcmp() looks */
	AttributeType type;
} TypedName;

void
row_attributes_check(const RowAttributes *attributes)
{
	TypedName  *sorted;
	bool		any = false;

	for (uint32 i = 0; i < attributes->d && !any; i++)
		any = attributes->type[i] == ATTRIBUTE_CATEGORY;
	if (!any)
		return;
	sorted = palloc(sizeof(TypedName) * attributes->d);
	for (uint32 i = 0; i < attributes->d; i++)
		sorted[i] = (TypedName) {attributes->name[i], attributes->type[i]};
	qsort(sorted, attributes->d, sizeof(TypedName), pg_qsort_strcmp);
	for (uint32 i = 1; i < attributes->d; i++)
		if ((sorted[i].type == ATTRIBUTE_CATEGORY || sorted[i - 1].type == ATTRIBUTE_CATEGORY) &&
			strcmp(sorted[i - 1].name, sorted[i].name) == 0)
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_COLUMN),
					 errmsg("two attributes are called \"%s\"", sorted[i].name),
					 errdetail("A column has this name, and so has a value of a column in \"categories\"."),
					 errhint("Leave one of them out by \"exclude\", or give the column another name with AS.")));
	pfree(sorted);
}

bool
row_attribute_valid(const char *name, AttributeType type)
{
	char	   *column;
	const char *value;

	return type == ATTRIBUTE_NUMBER || type == ATTRIBUTE_BOOLEAN ||
		(type == ATTRIBUTE_CATEGORY && category_split(name, &column, &value));
}

Looks
row_looks(uint32 d, char *const *name, const AttributeType *type)
{
	Looks		looks;
	uint32	   *first;
	char	   *before = NULL;	/* the column of the attribute before, if of words */
	uint32		n = 0;

	looks_init(&looks, d);
	if (name == NULL)
		return looks;
	first = palloc(sizeof(uint32) * ((Size) d + 1));
	for (uint32 i = 0; i < d; i++)
	{
		char	   *column = NULL;
		const char *value;

		CHECK_FOR_INTERRUPTS();
		if (type[i] == ATTRIBUTE_CATEGORY)
			(void) category_split(name[i], &column, &value);
		if (column == NULL || before == NULL || strcmp(column, before) != 0)
			first[n++] = i;
		if (before)
			pfree(before);
		before = column;
	}
	if (before)
		pfree(before);
	first[n] = d;
	looks.n = n;
	if (n < d)
		looks.first = first;
	else
		pfree(first);
	return looks;
}

char **
row_look_names(const Looks *looks, char *const *name, const AttributeType *type)
{
	char	  **look_name;

	if (name == NULL)
		return NULL;
	look_name = palloc(sizeof(char *) * looks->n);
	for (uint32 l = 0; l < looks->n; l++)
	{
		uint32		i = looks_first(looks, l);
		const char *value;

		look_name[l] = name[i];
		if (type[i] == ATTRIBUTE_CATEGORY)
			(void) category_split(name[i], &look_name[l], &value);
	}
	return look_name;
}
