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

/* The attributes from first on are those of a column. */
static void
add_column(RowColumns *columns, NamedColumn column, uint32 first)
{
	uint32		n = columns->looks.n++;

	columns->column[n] = column;
	columns->look_name[n] = column.name;
	columns->start[n] = first;
	columns->start[n + 1] = columns->looks.d;
	columns->looks.first = n + 1 < columns->looks.d ? columns->start : NULL;
}

void
row_columns_add(RowColumns *columns, const NamedColumn *column, AttributeType type)
{
	MemoryContext old = MemoryContextSwitchTo(GetMemoryChunkContext(columns->column));
	NamedColumn	own = {.name = pstrdup(column->name), .n = column->n, .none = column->none};
	uint32		first = columns->looks.d;

	if (type != ATTRIBUTE_WORD)
		add_attribute(columns, own.name, type);
	if (column->n > 0)
		add_several(columns, &own, column, type == ATTRIBUTE_WORD ? ATTRIBUTE_WORD : ATTRIBUTE_BEND);
	if (column->none)
		add_attribute(columns, attribute_name(own.name, ATTRIBUTE_NONE, NULL), ATTRIBUTE_NONE);
	add_column(columns, own, first);
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
take_knots(NamedColumn *column)
{
	double		knot;
	bool		numbers = knot_is_number(column->word[0], &knot);

	if (column->n > MOST_KNOTS)
		return false;
	if (numbers)
		column->knot = palloc(sizeof(double) * column->n);
	for (int i = 0; i < column->n; i++)
		if (numbers ? !knot_is_number(column->word[i], &column->knot[i]) : !knot_is_time(column->word[i]))
			return false;
	return true;
}

/* Is an attribute one of a column that its words, or knots, make several of? */
static bool
has_values(const AttributeType *type, uint32 n)
{
	return type[0] == ATTRIBUTE_WORD || (type[0] == ATTRIBUTE_NUMBER && n > 1 && type[1] == ATTRIBUTE_BEND);
}

/*
 * Take the words or knots of the column that begins with the first of n attributes, to
 * text[], and whether NULL is told apart; returns how many attributes it has, or 0.
 */
static uint32
take_values(NamedColumn *column, uint32 n, char *const *name, const AttributeType *type, char **text)
{
	AttributeType more = type[0] == ATTRIBUTE_WORD ? ATTRIBUTE_WORD : ATTRIBUTE_BEND;
	char	   *begin = attribute_name(column->name, more, "");	/* as all of its names do */
	uint32		k = more == ATTRIBUTE_WORD ? 0 : 1;

	column->word = text;
	for (; k < n && type[k] == more && strncmp(name[k], begin, strlen(begin)) == 0; k++)
		text[column->n++] = name[k] + strlen(begin);
	pfree(begin);
	if (column->n == 0 || (more == ATTRIBUTE_BEND && !take_knots(column)))
		return 0;
	if (k < n && type[k] == ATTRIBUTE_NONE)
	{
		char	   *none = attribute_name(column->name, ATTRIBUTE_NONE, NULL);

		column->none = strcmp(name[k++], none) == 0;
		pfree(none);
		if (!column->none)
			return 0;
	}
	return k;
}

bool
row_columns_parse(RowColumns *columns, uint32 d, char *const *name, const AttributeType *type)
{
	char	  **text = NULL;

	*columns = row_columns_create(d);
	for (uint32 i = 0; i < d;)
	{
		NamedColumn	column = {0};
		uint32		taken = 1;
		const char *word;

		CHECK_FOR_INTERRUPTS();
		if (type[i] < ATTRIBUTE_NUMBER || type[i] > ATTRIBUTE_WORD ||
			!attribute_split(name[i], type[i], &column.name, &word))
			return false;
		if (has_values(type + i, d - i))
		{
			if (text == NULL)
				text = MemoryContextAllocHuge(CurrentMemoryContext, sizeof(char *) * d);
			taken = take_values(&column, d - i, name + i, type + i, text + i);
		}
		if (taken == 0)
			return false;
		for (uint32 k = 0; k < taken; k++)
			add_attribute(columns, name[i + k], type[i + k]);
		add_column(columns, column, i);
		i += taken;
	}
	return true;
}
