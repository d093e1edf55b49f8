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

/* Is it one of a column of which more is known than that it is a number? */
static bool
is_made(AttributeType type)
{
	return type != ATTRIBUTE_NUMBER && type != ATTRIBUTE_BOOLEAN;
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
		any = is_made(attributes->type[i]);
	if (!any)
		return;
	sorted = palloc(sizeof(TypedName) * attributes->d);
	for (uint32 i = 0; i < attributes->d; i++)
		sorted[i] = (TypedName) {attributes->name[i], attributes->type[i]};
	qsort(sorted, attributes->d, sizeof(TypedName), pg_qsort_strcmp);
	for (uint32 i = 1; i < attributes->d; i++)
		if ((is_made(sorted[i].type) || is_made(sorted[i - 1].type)) &&
			strcmp(sorted[i - 1].name, sorted[i].name) == 0)
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_COLUMN),
					 errmsg("two attributes are called \"%s\"", sorted[i].name),
					 errdetail("A column has this name, and so has an attribute of a column in \"columns\"."),
					 errhint("Leave one of them out by \"exclude\", or give the column another name with AS.")));
	pfree(sorted);
}

/* Is an attribute of one look with the one before it, whose column this is? */
static bool
continues(const char *column, AttributeType type, const char *before, AttributeType type_before)
{
	bool		follows = false;

	if (type == ATTRIBUTE_WORD)
		follows = type_before == ATTRIBUTE_WORD;
	else if (type == ATTRIBUTE_BEND)
		follows = type_before == ATTRIBUTE_NUMBER || type_before == ATTRIBUTE_BEND;
	else if (type == ATTRIBUTE_NONE)
		follows = type_before == ATTRIBUTE_WORD || type_before == ATTRIBUTE_BEND;
	return follows && strcmp(column, before) == 0;
}

static void
free_column(char *column, const char *name)
{
	if (column && column != name)
		pfree(column);
}

bool
row_attributes_valid(uint32 d, char *const *name, const AttributeType *type)
{
	char	   *before = NULL;
	int			knots = 0;

	for (uint32 i = 0; i < d; i++)
	{
		char	   *column;
		const char *text;
		double		knot;

		CHECK_FOR_INTERRUPTS();
		if (type[i] < ATTRIBUTE_NUMBER || type[i] > ATTRIBUTE_NONE ||
			!attribute_split(name[i], type[i], &column, &text))
			return false;
		if (type[i] == ATTRIBUTE_BEND && !knot_is_number(text, &knot) && !knot_is_time(text))
			return false;
		if ((type[i] == ATTRIBUTE_BEND || type[i] == ATTRIBUTE_NONE) &&
			(i == 0 || !continues(column, type[i], before, type[i - 1])))
			return false;
		knots = type[i] == ATTRIBUTE_BEND ? knots + 1 : 0;
		if (knots > MOST_KNOTS)
			return false;
		if (i > 0)
			free_column(before, name[i - 1]);
		before = column;
	}
	return true;
}

Looks
row_looks(uint32 d, char *const *name, const AttributeType *type)
{
	Looks		looks;
	uint32	   *first;
	char	   *before = NULL;	/* the column of the attribute before */
	uint32		n = 0;

	looks_init(&looks, d);
	if (name == NULL)
		return looks;
	first = palloc(sizeof(uint32) * ((Size) d + 1));
	for (uint32 i = 0; i < d; i++)
	{
		char	   *column = attribute_column(name[i], type[i]);

		CHECK_FOR_INTERRUPTS();
		if (i == 0 || !continues(column, type[i], before, type[i - 1]))
			first[n++] = i;
		if (i > 0)
			free_column(before, name[i - 1]);
		before = column;
	}
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

		look_name[l] = attribute_column(name[i], type[i]);
	}
	return look_name;
}
