/*
 * row_columns.c
 *		What the columns of rows are, and the attributes that looks at them give.
 */
#include "pg/rows/row_columns.h"

#include "miscadmin.h"
#include "pg/options/column_list.h"

RowColumns
row_columns_create(uint32 room)
{
	Size		size = Max(room, 1);
	RowColumns	columns = {.room = size};

	/* in one piece, as there are many where moments are merged */
	columns.column = MemoryContextAllocHuge(CurrentMemoryContext,
											(sizeof(NamedColumn) + 2 * sizeof(char *) + sizeof(AttributeType) +
											 sizeof(uint32)) * size + sizeof(uint32));
	columns.look_name = (char **) (columns.column + size);
	columns.name = columns.look_name + size;
	columns.type = (AttributeType *) (columns.name + size);
	columns.start = (uint32 *) (columns.type + size);
	return columns;
}

static void
enlarge(RowColumns *columns)
{
	RowColumns	larger = row_columns_create(2 * columns->room);
	Looks		looks = columns->looks;

	memcpy(larger.column, columns->column, sizeof(NamedColumn) * looks.n);
	memcpy(larger.look_name, columns->look_name, sizeof(char *) * looks.n);
	memcpy(larger.name, columns->name, sizeof(char *) * looks.d);
	memcpy(larger.type, columns->type, sizeof(AttributeType) * looks.d);
	memcpy(larger.start, columns->start, sizeof(uint32) * (looks.n + 1));
	pfree(columns->column);
	larger.looks = looks;
	*columns = larger;
}

static void
add_attribute(RowColumns *columns, char *name, AttributeType type)
{
	if (columns->looks.d == columns->room)
		enlarge(columns);
	columns->name[columns->looks.d] = name;
	columns->type[columns->looks.d++] = type;
}

/* The attributes of words, or of knots, with whose text their names end. */
static void
add_several(RowColumns *columns, NamedColumn *column, const NamedColumn *model, AttributeType type)
{
	column->word = palloc(sizeof(char *) * model->n);
	if (model->knot)
	{
		column->knot = palloc(sizeof(double) * model->n);
		memcpy(column->knot, model->knot, sizeof(double) * model->n);
	}
	for (int i = 0; i < model->n; i++)
	{
		const char *text = model->word ? model->word[i] : knot_text(model->knot[i]);
		char	   *name = attribute_name(column->name, type, text);

		add_attribute(columns, name, type);
		column->word[i] = name + strlen(name) - strlen(text);
	}
}

void
row_columns_add(RowColumns *columns, const NamedColumn *column, AttributeType type)
{
	MemoryContext old = MemoryContextSwitchTo(GetMemoryChunkContext(columns->column));
	NamedColumn	own = {.name = pstrdup(column->name), .n = column->n, .none = column->none};
	uint32		n = columns->looks.n;
	uint32		first = columns->looks.d;

	if (type != ATTRIBUTE_WORD)
		add_attribute(columns, own.name, type);
	if (column->n > 0)
		add_several(columns, &own, column, type == ATTRIBUTE_WORD ? ATTRIBUTE_WORD : ATTRIBUTE_BEND);
	if (column->none)
		add_attribute(columns, attribute_name(own.name, ATTRIBUTE_NONE, NULL), ATTRIBUTE_NONE);
	columns->column[n] = own;
	columns->look_name[n] = own.name;
	columns->start[n] = first;
	columns->start[++columns->looks.n] = columns->looks.d;
	columns->looks.first = columns->looks.n < columns->looks.d ? columns->start : NULL;
	MemoryContextSwitchTo(old);
}

void
row_columns_add_plain(RowColumns *columns, const char *name, AttributeType type)
{
	const NamedColumn column = {.name = unconstify(char *, name)};

	row_columns_add(columns, &column, type);
}

RowColumns
row_columns_of_array(uint32 d)
{
	RowColumns	columns = {0};

	looks_init(&columns.looks, d);
	return columns;
}

RowColumns
row_columns_some(const RowColumns *columns, const bool *listed)
{
	RowColumns	some = row_columns_create(columns->looks.d);

	for (uint32 look = 0; look < columns->looks.n; look++)
	{
		CHECK_FOR_INTERRUPTS();
		if (listed == NULL || listed[look])
			row_columns_add(&some, &columns->column[look], columns->type[looks_first(&columns->looks, look)]);
	}
	return some;
}

RowColumns
row_columns_copy(const RowColumns *columns)
{
	return columns->name ? row_columns_some(columns, NULL) : *columns;
}

bool
row_columns_same(const RowColumns *a, const RowColumns *b)
{
	if (a->looks.d != b->looks.d || (a->name == NULL) != (b->name == NULL))
		return false;
	for (uint32 i = 0; a->name && i < a->looks.d; i++)
		if (a->type[i] != b->type[i] || strcmp(a->name[i], b->name[i]) != 0)
			return false;
	return true;
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
row_columns_check(const RowColumns *columns)
{
	TypedName  *sorted;
	bool		any = false;

	for (uint32 i = 0; i < columns->looks.d && !any; i++)
		any = is_made(columns->type[i]);
	if (!any)
		return;
	sorted = palloc(sizeof(TypedName) * columns->looks.d);
	for (uint32 i = 0; i < columns->looks.d; i++)
		sorted[i] = (TypedName) {columns->name[i], columns->type[i]};
	qsort(sorted, columns->looks.d, sizeof(TypedName), pg_qsort_strcmp);
	for (uint32 i = 1; i < columns->looks.d; i++)
		if ((is_made(sorted[i].type) || is_made(sorted[i - 1].type)) &&
			strcmp(sorted[i - 1].name, sorted[i].name) == 0)
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_COLUMN),
					 errmsg("two attributes are called \"%s\"", sorted[i].name),
					 errdetail("A column has this name, and so has an attribute of a column in \"columns\"."),
					 errhint("Leave one of them out by \"exclude\", or give the column another name with AS.")));
	pfree(sorted);
}

/* Knots are numbers, or points in time, all of them, and not too many. */
static bool
take_knots(NamedColumn *column, double *knot)
{
	bool		numbers = knot_is_number(column->word[0], &knot[0]);

	if (column->n > MOST_KNOTS)
		return false;
	for (int i = 0; i < column->n; i++)
		if (numbers ? !knot_is_number(column->word[i], &knot[i]) : !knot_is_time(column->word[i]))
			return false;
	column->knot = numbers ? knot : NULL;
	return true;
}

/* Take the column that begins with the first of n attributes; returns how many it has, or 0. */
static uint32
parse_column(RowColumns *columns, uint32 n, char *const *name, const AttributeType *type, char **text)
{
	AttributeType more = type[0] == ATTRIBUTE_WORD ? ATTRIBUTE_WORD : ATTRIBUTE_BEND;
	uint32		k = more == ATTRIBUTE_WORD ? 0 : 1;
	NamedColumn	column = {.word = text};
	double		knot[MOST_KNOTS];
	const char *word;

	if (type[0] < ATTRIBUTE_NUMBER || type[0] > ATTRIBUTE_WORD ||
		!attribute_split(name[0], type[0], &column.name, &word))
		return 0;
	if (more == ATTRIBUTE_WORD || (type[0] == ATTRIBUTE_NUMBER && n > 1 && type[1] == more))
	{
		char	   *begin = attribute_name(column.name, more, "");	/* as all of its names do */

		for (; k < n && type[k] == more && strncmp(name[k], begin, strlen(begin)) == 0; k++)
			text[column.n++] = name[k] + strlen(begin);
		if (column.n == 0 || (more == ATTRIBUTE_BEND && !take_knots(&column, knot)))
			return 0;
		if (k < n && type[k] == ATTRIBUTE_NONE)
		{
			char	   *none = attribute_name(column.name, ATTRIBUTE_NONE, NULL);

			column.none = strcmp(name[k++], none) == 0;
			if (!column.none)
				return 0;
			pfree(none);
		}
		pfree(begin);
	}
	row_columns_add(columns, &column, type[0]);
	return k;
}

bool
row_columns_parse(RowColumns *columns, uint32 d, char *const *name, const AttributeType *type)
{
	char	  **text = MemoryContextAllocHuge(CurrentMemoryContext, sizeof(char *) * Max((Size) d, 1));

	*columns = row_columns_create(d);
	for (uint32 i = 0; i < d;)
	{
		uint32		taken = parse_column(columns, d - i, name + i, type + i, text);

		CHECK_FOR_INTERRUPTS();
		if (taken == 0)
			return false;
		i += taken;
	}
	pfree(text);
	return true;
}
