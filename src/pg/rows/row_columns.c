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
	larger.pair = columns->pair;
	larger.copies = columns->copies;
	if (looks.first)
		larger.looks.first = larger.start;
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

	if (columns->pair == NULL)
		columns->looks.bought = columns->looks.n;
	columns->column[n] = column;
	columns->look_name[n] = column.name;
	columns->start[n] = first;
	columns->start[n + 1] = columns->looks.d;
	columns->looks.first = n + 1 < columns->looks.d || columns->pair ? columns->start : NULL;
}

void
row_columns_add(RowColumns *columns, const NamedColumn *column, AttributeType type)
{
	MemoryContext old = MemoryContextSwitchTo(GetMemoryChunkContext(columns->column));
	NamedColumn	own = {.name = pstrdup(column->name), .n = column->n, .none = column->none,
	.open = column->open, .center = column->center};
	uint32		first = columns->looks.d;

	if (type != ATTRIBUTE_WORD)
		add_attribute(columns, own.name, own.open ? ATTRIBUTE_OPEN : type);
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

uint32
row_columns_factors(const RowColumns *columns, uint32 look, uint32 *attribute)
{
	const NamedColumn *column = &columns->column[look];
	uint32		first = looks_first(&columns->looks, look);
	uint32		n = 0;

	if (columns->type[first] == ATTRIBUTE_WORD)
		while (n < Min(column->n, MOST_WORD_FACTORS))
		{
			attribute[n] = first + n;
			n++;
		}
	else
	{
		attribute[n++] = first;
		if (column->n > 0)
			attribute[n++] = first + 1 + named_column_middle(column);
	}
	return n;
}

LookFactors
row_columns_all_factors(const RowColumns *columns, const double *origin)
{
	uint32		n = columns->looks.bought;
	uint32	   *first = palloc(sizeof(uint32) * ((Size) n + 1));
	Factor	   *factor = palloc(sizeof(Factor) * MOST_FACTORS * Max((Size) n, 1));

	first[0] = 0;
	for (uint32 look = 0; look < n; look++)
	{
		uint32		attribute[MOST_FACTORS];
		uint32		count = row_columns_factors(columns, look, attribute);

		for (uint32 k = 0; k < count; k++)
			factor[first[look] + k] = (Factor) {attribute[k], origin && k == 0 ? origin[look] : 0};
		first[look + 1] = first[look] + count;
	}
	return (LookFactors) {n, first, factor};
}

/* The factors of a column as their names say them. */
static uint32
name_factors(const RowColumns *columns, uint32 look, NamedFactor *factor)
{
	uint32		attribute[MOST_FACTORS];
	uint32		n = row_columns_factors(columns, look, attribute);

	for (uint32 k = 0; k < n; k++)
		factor[k] = (NamedFactor) {columns->name[attribute[k]], columns->column[look].center};
	return n;
}

/* Copies of the attributes of a look, where another one was seen. */
static void
add_copies(RowColumns *columns, uint32 look, uint32 other)
{
	for (uint32 i = looks_first(&columns->looks, look); i < looks_first(&columns->looks, look + 1); i++)
		add_attribute(columns, copy_name(columns->name[i], columns->look_name[other]), ATTRIBUTE_COPY);
}

PairFit
row_columns_add_pair(RowColumns *columns, uint32 a, uint32 b)
{
	MemoryContext old;
	uint32		first = columns->looks.d;
	uint32		pairs = columns->looks.n - columns->looks.bought;
	NamedFactor	of_a[MOST_FACTORS];
	NamedFactor	of_b[MOST_FACTORS];
	uint32		n_a = name_factors(columns, a, of_a);
	uint32		n_b = name_factors(columns, b, of_b);
	uint32		n = n_a * n_b +
		(columns->copies ? looks_size(&columns->looks, a) + looks_size(&columns->looks, b) : 0);
	const NamedFactor name_a = {columns->look_name[a], 0};
	const NamedFactor name_b = {columns->look_name[b], 0};

	if (columns->copies && n > MOST_WITH_COPIES)
		return PAIR_TOO_LARGE;
	if (pairs == MOST_PAIRS || first - looks_main(&columns->looks) + n > MOST_OF_PAIRS)
		return PAIRS_TOO_MANY;
	old = MemoryContextSwitchTo(GetMemoryChunkContext(columns->column));
	if (columns->pair == NULL)
		columns->pair = palloc(sizeof(LookPair) * MOST_PAIRS);
	columns->pair[pairs] = (LookPair) {a, b};
	for (uint32 i = 0; i < n_a; i++)
		for (uint32 j = 0; j < n_b; j++)
			add_attribute(columns, product_name(&of_a[i], &of_b[j]), ATTRIBUTE_PAIR);
	if (columns->copies)
	{
		add_copies(columns, a, b);
		add_copies(columns, b, a);
	}
	add_column(columns, (NamedColumn) {.name = product_name(&name_a, &name_b)}, first);
	columns->looks.pair = columns->pair;
	MemoryContextSwitchTo(old);
	return PAIR_FITS;
}

RowColumns
row_columns_of_array(uint32 d)
{
	RowColumns	columns = {0};

	looks_init(&columns.looks, d);
	return columns;
}

RowColumns
row_columns_some(const RowColumns *columns, const bool *listed, bool copies)
{
	const Looks *looks = &columns->looks;
	RowColumns	some = row_columns_create(looks->d);
	uint32	   *place = looks->pair ? palloc(sizeof(uint32) * looks->bought) : NULL;

	some.copies = copies;
	for (uint32 look = 0; look < looks->bought; look++)
	{
		CHECK_FOR_INTERRUPTS();
		if (place)
			place[look] = some.looks.n;
		if (listed == NULL || listed[look])
			row_columns_add(&some, &columns->column[look], columns->type[looks_first(looks, look)]);
	}
	for (uint32 look = looks->bought; look < looks->n; look++)
	{
		const LookPair *pair = &looks->pair[look - looks->bought];

		if (listed == NULL || listed[look])
			(void) row_columns_add_pair(&some, place[pair->a], place[pair->b]);
	}
	return some;
}

RowColumns
row_columns_copy(const RowColumns *columns)
{
	return columns->name ? row_columns_some(columns, NULL, columns->copies) : *columns;
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
	return type != ATTRIBUTE_NUMBER && type != ATTRIBUTE_OPEN && type != ATTRIBUTE_BOOLEAN;
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
					 Max(sorted[i].type, sorted[i - 1].type) >= ATTRIBUTE_PAIR ?
					 errdetail("A column has this name, and so has an attribute of an interaction in \"interactions\".") :
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
	return type[0] == ATTRIBUTE_WORD || type[0] == ATTRIBUTE_OPEN ||
		(type[0] == ATTRIBUTE_NUMBER && n > 1 && type[1] == ATTRIBUTE_BEND);
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

	column->open = type[0] == ATTRIBUTE_OPEN;
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

/* The look whose first factor this is, with its centre, which others of the look have, too. */
static bool
find_factor(RowColumns *columns, const NamedFactor *factor, uint32 *look)
{
	uint32		attribute[MOST_FACTORS];

	for (*look = 0; *look < columns->looks.bought; (*look)++)
	{
		NamedColumn *column = &columns->column[*look];

		(void) row_columns_factors(columns, *look, attribute);
		if (strcmp(columns->name[attribute[0]], factor->attribute) != 0)
			continue;
		if (factor->center != 0 && (column->n > 0 || columns->type[attribute[0]] != ATTRIBUTE_NUMBER))
			return false;
		column->center = factor->center;
		return true;
	}
	return false;
}

/* Add the pairs of the d attributes from first on. */
static bool
take_pairs(RowColumns *columns, uint32 first, uint32 d, char *const *name, const AttributeType *type)
{
	uint32		attribute[MOST_FACTORS];
	LookPair	pair[MOST_PAIRS];
	uint32		n = 0;

	/* centres first, as other names say them, too */
	for (uint32 i = first; i < d; n++)
	{
		NamedFactor	a;
		NamedFactor	b;

		if (n == MOST_PAIRS || type[i] != ATTRIBUTE_PAIR || !product_split(name[i], &a, &b) ||
			!find_factor(columns, &a, &pair[n].a) || !find_factor(columns, &b, &pair[n].b) ||
			pair[n].a == pair[n].b)
			return false;
		i += row_columns_factors(columns, pair[n].a, attribute) *
			row_columns_factors(columns, pair[n].b, attribute);
		for (; i < d && type[i] == ATTRIBUTE_COPY; i++)
			columns->copies = true;
	}
	for (uint32 p = 0; p < n; p++)
		if (row_columns_add_pair(columns, pair[p].a, pair[p].b) != PAIR_FITS)
			return false;
	if (columns->looks.d != d)
		return false;
	for (uint32 i = first; i < d; i++)
		if (type[i] != columns->type[i] || strcmp(name[i], columns->name[i]) != 0)
			return false;
	return true;
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
		if (type[i] == ATTRIBUTE_PAIR)
			return take_pairs(columns, i, d, name, type);
		if (type[i] < ATTRIBUTE_NUMBER || (type[i] > ATTRIBUTE_WORD && type[i] != ATTRIBUTE_OPEN) ||
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
