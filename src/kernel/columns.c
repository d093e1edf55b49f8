/*
 * columns.c
 *		Descriptions of columns, and the attributes that each column is turned into.
 */
#include "kernel/columns.h"

#include "kernel/block.h"

Columns
columns_of_array(uint32 d)
{
	Columns		columns = {.column = NULL};

	looks_init(&columns.looks, d);
	return columns;
}

static uint32
attributes_of(const Column *column)
{
	return column_values(column) + column_effects(column);
}

/* Fills in looks.first, which the caller has allocated. */
static void
number_attributes(Columns *columns, uint32 *first)
{
	first[0] = 0;
	for (uint32 l = 0; l < columns->looks.bought; l++)
		first[l + 1] = first[l] + attributes_of(&columns->column[l]);
	columns->looks.first = first;
}

static uint32 *
allocate_first(Work *work, uint32 n)
{
	return WORK_ARRAY(work, (size_t) n + MOST_PAIRS + 1, uint32);
}

Columns
columns_create(Work *work, const Column *column, uint32 n)
{
	Columns		columns = {.looks = {.n = n, .bought = n}, .column = column};

	for (uint32 l = 0; l < n; l++)
		columns.looks.d += attributes_of(&column[l]);
	if (columns.looks.d > n)
		number_attributes(&columns, allocate_first(work, n));
	return columns;
}

uint32
column_factors(const Column *column, uint32 *attribute)
{
	bool		categories = column->kind == COLUMN_CATEGORIES;
	uint32		values = categories ? Min(column->n, MOST_CATEGORY_FACTORS) :
		column->kind == COLUMN_LEVELS ? 0 : column->n > 0 ? 2 : 1;
	uint32		n = Min(values + column_effects(column), MOST_FACTORS);

	for (uint32 k = 0; attribute != NULL && k < n; k++)
		attribute[k] = k >= values ? column_values(column) + k - values :
			categories || k == 0 ? k : 1 + column_middle(column);
	return n;
}

uint32
columns_products(const Columns *columns, uint32 look)
{
	const LookPair *pair = &columns->looks.pair[look - columns->looks.bought];

	return column_factors(&columns->column[pair->a], NULL) * column_factors(&columns->column[pair->b], NULL);
}

PairFit
columns_add_pair(Work *work, Columns *columns, uint32 a, uint32 b, bool copies)
{
	Looks	   *looks = &columns->looks;
	uint32		pairs = looks->n - looks->bought;
	uint32		n = column_factors(&columns->column[a], NULL) * column_factors(&columns->column[b], NULL) +
		(copies ? looks_size(looks, a) + looks_size(looks, b) : 0);

	if (copies && n > MOST_WITH_COPIES)
		return PAIR_TOO_LARGE;
	if (pairs == MOST_PAIRS || looks->d - looks_main(looks) + n > MOST_OF_PAIRS)
		return PAIRS_TOO_MANY;
	if (looks->first == NULL)
		number_attributes(columns, allocate_first(work, looks->bought));
	if (looks->pair == NULL)
		looks->pair = WORK_ARRAY(work, MOST_PAIRS, LookPair);
	unconstify(LookPair *, looks->pair)[pairs] = (LookPair) {a, b};
	looks->d += n;
	looks->n++;
	unconstify(uint32 *, looks->first)[looks->n] = looks->d;
	columns->copies = copies;
	return PAIR_FITS;
}

Columns
columns_some(Work *work, const Columns *columns, const bool *listed, bool copies)
{
	const Looks *looks = &columns->looks;
	Column	   *column = WORK_ARRAY(work, looks->bought, Column);
	uint32	   *new_number = WORK_ARRAY(work, looks->bought, uint32);
	uint32		n = 0;
	Columns		some;

	for (uint32 l = 0; l < looks->bought; l++)
	{
		work_poll_step(work, l);
		new_number[l] = n;
		if (listed[l])
			column[n++] = columns->column[l];
	}
	some = columns_create(work, column, n);
	for (uint32 l = looks->bought; l < looks->n; l++)
	{
		const LookPair *pair = &looks->pair[l - looks->bought];

		if (listed[l])
			(void) columns_add_pair(work, &some, new_number[pair->a], new_number[pair->b], copies);
	}
	return some;
}

uint32
columns_sets(const Columns *columns)
{
	for (uint32 l = 0; columns->column != NULL && l < columns->looks.bought; l++)
		if (columns->column[l].levels != NULL)
			return columns->column[l].levels->sets;
	return 0;
}

/* Returns levels with one set of effects. */
static const Levels *
levels_of_fold(Work *work, const Levels *levels, uint32 fold)
{
	Levels	   *some = WORK_ARRAY(work, 1, Levels);
	uint32		n = levels->n + levels->null;
	double	   *effect = WORK_ARRAY(work, (size_t) n * levels->effects, double);

	for (uint32 k = 0; k < n; k++)
		memcpy(effect + (size_t) k * levels->effects, levels_effects(levels, k, fold),
			   levels->effects * sizeof(double));
	*some = *levels;
	some->sets = 1;
	some->effect = effect;
	return some;
}

Columns
columns_of_fold(Work *work, const Columns *columns, uint32 fold)
{
	uint32		n = columns->looks.bought;
	Columns		some = *columns;
	Column	   *column;

	if (columns_sets(columns) == 0)
		return some;
	column = WORK_ARRAY(work, n, Column);
	memcpy(column, columns->column, n * sizeof(Column));
	for (uint32 l = 0; l < n; l++)
		if (column[l].levels != NULL)
			column[l].levels = levels_of_fold(work, column[l].levels, fold);
	some.column = column;
	return some;
}

LookFactors
columns_factors(Work *work, const Columns *columns)
{
	uint32		n = columns->looks.bought;
	uint32	   *first = WORK_ARRAY(work, (size_t) n + 1, uint32);
	Factor	   *factor = WORK_ARRAY(work, (size_t) n * MOST_FACTORS, Factor);

	for (uint32 l = 0; l < n; l++)
	{
		const Column *column = &columns->column[l];
		Factor	   *its = &factor[first[l]];
		uint32		attribute[MOST_FACTORS];
		uint32		count = column_factors(column, attribute);

		for (uint32 k = 0; k < count; k++)
			its[k].attribute = looks_first(&columns->looks, l) + attribute[k];
		if (column->kind != COLUMN_CATEGORIES && column->kind != COLUMN_LEVELS)
			its[0].origin = column->n > 0 ? column->knot[column_middle(column)] : column->centre;
		first[l + 1] = first[l] + count;
	}
	return (LookFactors) {n, first, factor};
}

/* The first byte of a column. */
#define BLOCK_KIND		0x07
#define BLOCK_NULL		0x08
#define BLOCK_OPEN		0x10
#define BLOCK_VALUES	0x20
#define BLOCK_CENTRE	0x40
#define BLOCK_LEVELS	0x80

/* In the byte of a range, beside the number of values. */
#define BLOCK_ALL		0x80

/* The fewest bytes of a column: its first byte, a letter, a NUL and the byte of its range. */
#define LEAST_COLUMN 4

static void
put_levels(char *to, size_t *at, const Levels *levels)
{
	size_t		numbers = (size_t) (levels->n + levels->null) * levels->sets * levels->effects;

	block_put_integer(to, at, levels->n, sizeof(uint32));
	block_put_integer(to, at, levels->sets, sizeof(uint32));
	block_put_integer(to, at, levels->effects, 1);
	block_put_integer(to, at, levels->null ? 1 : 0, 1);
	for (uint32 k = 0; k < levels->n; k++)
		block_put_text(to, at, levels->name[k]);
	for (size_t k = 0; k < numbers; k++)
		block_put_number(to, at, levels->effect[k]);
}

static void
put_range(char *to, size_t *at, const ColumnRange *range)
{
	block_put_integer(to, at, range == NULL ? 0 : range->n | (range->all ? BLOCK_ALL : 0), 1);
	for (uint32 k = 0; range != NULL && k < range->n; k++)
		block_put_number(to, at, range->value[k]);
}

static void
put_column(char *to, size_t *at, const Column *column)
{
	block_put_integer(to, at, column->kind | (column->null ? BLOCK_NULL : 0) | (column->open ? BLOCK_OPEN : 0) |
				(column->n > 0 ? BLOCK_VALUES : 0) | (column->centre != 0 ? BLOCK_CENTRE : 0) |
				(column->levels != NULL ? BLOCK_LEVELS : 0), 1);
	block_put_text(to, at, column->name);
	if (column->n > 0)
		block_put_integer(to, at, column->n, sizeof(uint32));
	for (uint32 k = 0; k < column->n; k++)
	{
		if (column->kind == COLUMN_CATEGORIES)
			block_put_text(to, at, column->category[k]);
		else
			block_put_number(to, at, column->knot[k]);
	}
	if (column->centre != 0)
		block_put_number(to, at, column->centre);
	if (column->levels != NULL)
		put_levels(to, at, column->levels);
	put_range(to, at, column->range);
}

size_t
columns_write(const Columns *columns, char *to)
{
	const Looks *looks = &columns->looks;
	uint32		pairs = looks->n - looks->bought;
	size_t		at = 0;

	block_put_integer(to, &at, looks->bought, sizeof(uint32));
	for (uint32 l = 0; l < looks->bought; l++)
		put_column(to, &at, &columns->column[l]);
	block_put_integer(to, &at, pairs, 1);
	for (uint32 p = 0; p < pairs; p++)
	{
		block_put_integer(to, &at, looks->pair[p].a, sizeof(uint32));
		block_put_integer(to, &at, looks->pair[p].b, sizeof(uint32));
	}
	block_put_integer(to, &at, columns->copies ? 1 : 0, 1);
	return at;
}

static void
get_categories(BlockReader *reader, Column *column)
{
	const char **category;

	if (!block_has(reader, column->n))
		return;
	category = WORK_ARRAY(reader->work, column->n, const char *);
	for (uint32 k = 0; k < column->n && reader->at != NULL; k++)
	{
		work_poll_step(reader->work, k);
		category[k] = block_get_text(reader);
	}
	column->category = category;
}

static void
get_knots(BlockReader *reader, Column *column)
{
	double	   *knot;

	if (column->n > MOST_KNOTS)
		reader->at = NULL;
	if (reader->at == NULL)
		return;
	knot = WORK_ARRAY(reader->work, column->n, double);
	for (uint32 k = 0; k < column->n; k++)
	{
		knot[k] = block_get_number(reader);
		if (k > 0 && !(knot[k] > knot[k - 1]))
			reader->at = NULL;
	}
	column->knot = knot;
}

/* Reads the names of levels, which must be in order. */
static void
get_level_names(BlockReader *reader, Levels *levels)
{
	const char **name = WORK_ARRAY(reader->work, levels->n, const char *);

	for (uint32 k = 0; k < levels->n && reader->at != NULL; k++)
	{
		work_poll_step(reader->work, k);
		name[k] = block_get_text(reader);
		if (reader->at != NULL && k > 0 && strcmp(name[k - 1], name[k]) >= 0)
			reader->at = NULL;
	}
	levels->name = name;
}

static void
get_level_effects(BlockReader *reader, Levels *levels)
{
	size_t		numbers = (size_t) (levels->n + levels->null) * levels->sets * levels->effects;
	double	   *effect;

	if (numbers > reader->left / sizeof(double))
	{
		reader->at = NULL;
		return;
	}
	effect = WORK_ARRAY(reader->work, numbers, double);
	for (size_t k = 0; k < numbers && reader->at != NULL; k++)
	{
		work_poll_step(reader->work, k);
		effect[k] = block_get_number(reader);
	}
	levels->effect = effect;
}

static void
get_levels(BlockReader *reader, Column *column)
{
	Levels	   *levels = WORK_ARRAY(reader->work, 1, Levels);
	uint32		null;

	levels->n = (uint32) block_get_integer(reader, sizeof(uint32));
	levels->sets = (uint32) block_get_integer(reader, sizeof(uint32));
	levels->effects = (uint32) block_get_integer(reader, 1);
	null = (uint32) block_get_integer(reader, 1);
	levels->null = null == 1;
	if (levels->n == 0 || levels->n > MOST_LEVELS || levels->sets == 0 || levels->sets > PG_UINT16_MAX ||
		levels->effects == 0 || levels->effects > MOST_EFFECTS || null > 1)
		reader->at = NULL;
	if (reader->at != NULL)
		get_level_names(reader, levels);
	if (reader->at != NULL)
		get_level_effects(reader, levels);
	column->levels = levels;
}

static void
get_range(BlockReader *reader, Column *column)
{
	uint32		bits = (uint32) block_get_integer(reader, 1);
	ColumnRange *range;

	if (bits == 0)
		return;
	range = WORK_ARRAY(reader->work, 1, ColumnRange);
	range->all = (bits & BLOCK_ALL) != 0;
	range->n = bits & ~BLOCK_ALL;
	if (!column_is_number(column) || range->n > MOST_LISTED_VALUES || (range->all ? range->n == 0 : range->n != 2))
		reader->at = NULL;
	for (uint32 k = 0; k < range->n && reader->at != NULL; k++)
	{
		range->value[k] = block_get_number(reader);
		if (k > 0 && !(range->value[k] > range->value[k - 1]))
			reader->at = NULL;
	}
	column->range = range;
}

/* Returns true if a column of the kind may have values, or none, and levels, or none. */
static bool
kind_suits(ColumnKind kind, bool values, bool levels)
{
	return levels ? kind == COLUMN_NUMBER || (kind == COLUMN_LEVELS && !values) :
		kind == COLUMN_NUMBER || kind == COLUMN_TIME || kind == (values ? COLUMN_CATEGORIES : COLUMN_BOOLEAN);
}

static void
get_column(BlockReader *reader, Column *column)
{
	uint32		bits = (uint32) block_get_integer(reader, 1);
	bool		values = (bits & BLOCK_VALUES) != 0;

	*column = (Column) {.kind = (ColumnKind) (bits & BLOCK_KIND), .null = (bits & BLOCK_NULL) != 0,
		.open = (bits & BLOCK_OPEN) != 0};
	column->name = block_get_text(reader);
	if (values)
		column->n = (uint32) block_get_integer(reader, sizeof(uint32));
	if (reader->at == NULL || column->name[0] == '\0' || values != (column->n > 0) ||
		!kind_suits(column->kind, values, (bits & BLOCK_LEVELS) != 0) ||
		(column->null && !values) || (column->open && column_knots(column) == 0) ||
		((bits & BLOCK_CENTRE) && (values || !column_is_number(column))))
	{
		reader->at = NULL;
		return;
	}
	if (column->kind == COLUMN_CATEGORIES)
		get_categories(reader, column);
	else if (values)
		get_knots(reader, column);
	if (bits & BLOCK_CENTRE)
	{
		column->centre = block_get_number(reader);
		if (column->centre == 0)
			reader->at = NULL;
	}
	if (reader->at != NULL && (bits & BLOCK_LEVELS))
		get_levels(reader, column);
	if (reader->at != NULL)
		get_range(reader, column);
}

/* Returns true if the levels of all columns have the same sets of effects, and are not too many. */
static bool
levels_agree(const Column *column, uint32 n)
{
	const Levels *first = NULL;
	uint32		levels = 0;

	for (uint32 l = 0; l < n; l++)
		if (column[l].levels != NULL)
		{
			if (first == NULL)
				first = column[l].levels;
			if (column[l].levels->sets != first->sets || column[l].levels->effects != first->effects)
				return false;
			levels += column[l].levels->n;
			if (levels > MOST_LEVELS_IN_ALL)
				return false;
		}
	return true;
}

/* Reads the interactions, and the byte that says whether they have copies. */
static void
get_pairs(BlockReader *reader, Columns *columns)
{
	uint32		pairs = (uint32) block_get_integer(reader, 1);
	LookPair	pair[MOST_PAIRS];
	uint32		copies;

	if (pairs > MOST_PAIRS)
		reader->at = NULL;
	for (uint32 p = 0; p < pairs && reader->at != NULL; p++)
	{
		pair[p].a = (uint32) block_get_integer(reader, sizeof(uint32));
		pair[p].b = (uint32) block_get_integer(reader, sizeof(uint32));
		if (pair[p].a >= columns->looks.bought || pair[p].b >= columns->looks.bought || pair[p].a == pair[p].b)
			reader->at = NULL;
	}
	copies = (uint32) block_get_integer(reader, 1);
	if (copies > 1 || (copies == 1 && pairs == 0))
		reader->at = NULL;
	for (uint32 p = 0; p < pairs && reader->at != NULL; p++)
		if (columns_add_pair(reader->work, columns, pair[p].a, pair[p].b, copies == 1) != PAIR_FITS)
			reader->at = NULL;
}

bool
columns_read(Work *work, const char *block, size_t bytes, Columns *columns)
{
	BlockReader reader = {work, block, bytes};
	uint32		n = (uint32) block_get_integer(&reader, sizeof(uint32));
	Column	   *column;

	if (n == 0 || n > reader.left / LEAST_COLUMN)
		return false;
	column = WORK_ARRAY(work, n, Column);
	for (uint32 l = 0; l < n && reader.at != NULL; l++)
	{
		work_poll_step(work, l);
		get_column(&reader, &column[l]);
	}
	if (reader.at == NULL || !levels_agree(column, n))
		return false;
	*columns = columns_create(work, column, n);
	get_pairs(&reader, columns);
	return reader.at != NULL && reader.left == 0;
}
