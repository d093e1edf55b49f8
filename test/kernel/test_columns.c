/*
 * test_columns.c
 *		Columns as blocks: random ones come back, and damaged blocks are refused or are
 *		the block of other columns.
 */
#include "test.h"

#include "kernel/columns.h"
#include "kernel/rng.h"
#include "work.h"

#define MOST_COLUMNS 9
#define TRIALS 3000

static const char *const texts[] = {"age", "a=b", "\"q\"", "x>1", "(y)", "*", "\xc3\xbc", "long name with blanks"};

static uint32
draw(Rng *rng, uint32 n)
{
	return rng_below(rng, n);
}

static const char *
draw_text(Rng *rng)
{
	return texts[draw(rng, lengthof(texts))];
}

static void
draw_values(Work *work, Rng *rng, Column *column)
{
	const char **category = WORK_ARRAY(work, MOST_KNOTS, const char *);
	double	   *knot = WORK_ARRAY(work, MOST_KNOTS, double);

	column->n = 1 + draw(rng, MOST_KNOTS);
	for (uint32 k = 0; k < column->n; k++)
	{
		category[k] = draw(rng, 5) == 0 ? "" : draw_text(rng);
		knot[k] = (k > 0 ? knot[k - 1] : -3) + 0.1 + draw(rng, 1000) / 7.0;
	}
	column->category = column->kind == COLUMN_CATEGORIES ? category : NULL;
	column->knot = column->kind == COLUMN_CATEGORIES ? NULL : knot;
	column->null = draw(rng, 2) == 1;
	column->open = column->kind != COLUMN_CATEGORIES && draw(rng, 2) == 1;
}

/* Levels with names in order: each is longer than the last, or begins with a later letter. */
static const Levels *
draw_levels(Work *work, Rng *rng, uint32 sets, uint32 effects)
{
	Levels	   *levels = WORK_ARRAY(work, 1, Levels);
	uint32		n = 1 + draw(rng, 6);
	const char **name = WORK_ARRAY(work, n, const char *);
	double	   *effect = WORK_ARRAY(work, (size_t) (n + 1) * sets * effects, double);

	for (uint32 k = 0; k < n; k++)
	{
		char	   *text = WORK_ARRAY(work, k + 3, char);

		memset(text, 'b', k + (k > 0 || draw(rng, 2)));
		name[k] = text;
	}
	for (uint32 k = 0; k < (n + 1) * sets * effects; k++)
		effect[k] = draw(rng, 7) - 3.0;
	*levels = (Levels) {.n = n, .effects = effects, .sets = sets, .null = draw(rng, 2) == 1, .name = name,
		.effect = effect};
	return levels;
}

static const ColumnRange *
draw_range(Work *work, Rng *rng)
{
	ColumnRange *range = WORK_ARRAY(work, 1, ColumnRange);

	range->all = draw(rng, 2) == 1;
	range->n = range->all ? 1 + draw(rng, MOST_LISTED_VALUES) : 2;
	for (uint32 k = 0; k < range->n; k++)
		range->value[k] = (k > 0 ? range->value[k - 1] : -3) + 0.1 + draw(rng, 1000) / 7.0;
	return range;
}

static Columns
draw_columns(Work *work, Rng *rng)
{
	Column	   *column = WORK_ARRAY(work, MOST_COLUMNS, Column);
	uint32		n = 1 + draw(rng, MOST_COLUMNS);
	bool		copies = draw(rng, 2) == 1;
	uint32		sets = 1 + draw(rng, 3);
	uint32		effects = 1 + draw(rng, 3);
	Columns		columns;

	for (uint32 l = 0; l < n; l++)
	{
		column[l] = (Column) {.name = draw_text(rng), .kind = (ColumnKind) draw(rng, 5)};
		if (column[l].kind == COLUMN_CATEGORIES || (column_is_number(&column[l]) && draw(rng, 2) == 1))
			draw_values(work, rng, &column[l]);
		else if (column_is_number(&column[l]))
			column[l].centre = draw(rng, 3) - 1.0;
		if (column[l].kind == COLUMN_LEVELS || (column[l].kind == COLUMN_NUMBER && draw(rng, 3) == 0))
			column[l].levels = draw_levels(work, rng, sets, effects);
		if (column_is_number(&column[l]) && draw(rng, 3) > 0)
			column[l].range = draw_range(work, rng);
	}
	columns = columns_create(work, column, n);
	for (uint32 p = draw(rng, MOST_PAIRS + 3); p > 0 && n > 1; p--)
	{
		uint32		a = draw(rng, n);

		(void) columns_add_pair(work, &columns, a, (a + 1 + draw(rng, n - 1)) % n, copies);
	}
	return columns;
}

static void
assert_same_levels(const Levels *a, const Levels *b)
{
	assert_true((a == NULL) == (b == NULL));
	if (a == NULL)
		return;
	assert_true(a->n == b->n && a->effects == b->effects && a->sets == b->sets && a->null == b->null);
	for (uint32 k = 0; k < a->n; k++)
		assert_string_equal(a->name[k], b->name[k]);
	assert_memory_equal(a->effect, b->effect, (a->n + a->null) * a->sets * a->effects * sizeof(double));
}

static void
assert_same_range(const ColumnRange *a, const ColumnRange *b)
{
	assert_true((a == NULL) == (b == NULL));
	if (a == NULL)
		return;
	assert_true(a->all == b->all && a->n == b->n);
	assert_memory_equal(a->value, b->value, a->n * sizeof(double));
}

static void
assert_same(const Columns *a, const Columns *b)
{
	assert_int_equal(a->looks.n, b->looks.n);
	assert_int_equal(a->looks.bought, b->looks.bought);
	assert_int_equal(a->looks.d, b->looks.d);
	assert_int_equal(a->copies, b->copies);
	for (uint32 l = 0; l <= a->looks.n; l++)
		assert_int_equal(looks_first(&a->looks, l), looks_first(&b->looks, l));
	for (uint32 l = 0; l < a->looks.bought; l++)
	{
		const Column *one = &a->column[l];
		const Column *other = &b->column[l];

		assert_string_equal(one->name, other->name);
		assert_true(one->kind == other->kind && one->null == other->null && one->open == other->open &&
					one->n == other->n && one->centre == other->centre);
		for (uint32 k = 0; k < one->n; k++)
			assert_true(one->kind == COLUMN_CATEGORIES ? strcmp(one->category[k], other->category[k]) == 0 :
						one->knot[k] == other->knot[k]);
		assert_same_levels(one->levels, other->levels);
		assert_same_range(one->range, other->range);
	}
	for (uint32 p = 0; p < a->looks.n - a->looks.bought; p++)
		assert_true(a->looks.pair[p].a == b->looks.pair[p].a && a->looks.pair[p].b == b->looks.pair[p].b);
}

static void
blocks(void **state)
{
	Rng			rng;

	rng_seed(&rng, 40);
	for (int trial = 0; trial < TRIALS; trial++)
	{
		Work	   *work = work_begin(test_work());
		Columns		columns = draw_columns(work, &rng);
		size_t		bytes = columns_write(&columns, NULL);
		char	   *block = malloc(bytes);	/* of its size, so that a sanitizer sees what is read beyond */
		char	   *again = malloc(bytes);
		Columns		read;

		assert_int_equal(columns_write(&columns, block), bytes);
		assert_true(columns_read(work, block, bytes, &read));
		assert_same(&columns, &read);
		assert_int_equal(columns_write(&read, again), bytes);
		assert_memory_equal(block, again, bytes);
		for (int damage = 0; damage < 20; damage++)
		{
			uint32		at = draw(&rng, (uint32) bytes);
			char		before = block[at];

			block[at] = draw(&rng, 2) ? (char) draw(&rng, 256) : (char) (before ^ 1 << draw(&rng, 8));
			if (columns_read(work, block, bytes, &read))
			{
				assert_int_equal(columns_write(&read, NULL), bytes);
				(void) columns_write(&read, again);
				assert_memory_equal(block, again, bytes);
			}
			block[at] = before;
		}
		for (size_t cut = 0; cut < bytes; cut += 1 + bytes / 16)
		{
			char	   *shorter = malloc(cut + 1);

			memcpy(shorter, block, cut);
			assert_false(columns_read(work, shorter, cut, &read));
			free(shorter);
		}
		free(block);
		free(again);
		work_end(work);
	}
}

/* Factors, their origins and products, by hand. */
static void
factors(void **state)
{
	static const char *const category[] = {"a", "b", "c", "d", "e"};
	static const double knot[] = {1, 2, 4};
	static const Column column[] = {
		{.name = "x", .n = 3, .knot = knot, .null = true},
		{.name = "w", .kind = COLUMN_CATEGORIES, .n = 5, .category = category},
		{.name = "b", .kind = COLUMN_BOOLEAN},
		{.name = "c", .centre = 7}
	};
	const bool	some[] = {true, false, true, true, false, true};
	Work	   *work = work_begin(test_work());
	Columns		columns = columns_create(work, column, 4);
	Columns		fewer;
	LookFactors of;

	assert_int_equal(columns.looks.d, 5 + 5 + 1 + 1);
	assert_int_equal(columns_add_pair(work, &columns, 1, 0, true), PAIR_FITS);
	assert_int_equal(columns_add_pair(work, &columns, 3, 2, true), PAIR_FITS);
	assert_int_equal(columns_products(&columns, 4), 4 * 2);
	assert_int_equal(columns_products(&columns, 5), 1);
	assert_int_equal(columns.looks.d, 12 + (8 + 10) + (1 + 2));
	of = columns_factors(work, &columns);
	assert_int_equal(of.first[4], 2 + 4 + 1 + 1);
	assert_true(of.factor[0].attribute == 0 && of.factor[0].origin == 2);
	assert_true(of.factor[1].attribute == 2 && of.factor[1].origin == 0);
	assert_true(of.factor[5].attribute == 8 && of.factor[5].origin == 0);
	assert_true(of.factor[6].attribute == 10 && of.factor[7].attribute == 11 && of.factor[7].origin == 7);
	fewer = columns_some(work, &columns, some, false);
	assert_true(fewer.looks.n == 4 && fewer.looks.bought == 3 && fewer.looks.d == 5 + 1 + 1 + 1 && !fewer.copies);
	assert_true(fewer.looks.pair[0].a == 2 && fewer.looks.pair[0].b == 1);
	work_end(work);
}

/* Returns true if a column with this range can be stored and read. */
static bool
range_passes(ColumnKind kind, ColumnRange range)
{
	static const char *const category[] = {"a"};
	const Column column = {.name = "a", .kind = kind, .n = kind == COLUMN_CATEGORIES, .category = category, .range = &range};
	Work	   *work = work_begin(test_work());
	Columns		columns = columns_create(work, &column, 1);
	size_t		bytes = columns_write(&columns, NULL);
	char	   *block = WORK_ARRAY(work, bytes, char);
	bool		passes;

	(void) columns_write(&columns, block);
	passes = columns_read(work, block, bytes, &columns);
	work_end(work);
	return passes;
}

/* Ranges by hand that are read, and that are refused. */
static void
ranges_by_hand(void **state)
{
	assert_true(range_passes(COLUMN_NUMBER, (ColumnRange) {.n = 2, .value = {1, 2}}));
	assert_true(range_passes(COLUMN_NUMBER, (ColumnRange) {.all = true, .n = 1, .value = {1}}));
	assert_true(range_passes(COLUMN_NUMBER, (ColumnRange) {.all = true, .n = 3, .value = {1, 2, 7}}));
	assert_false(range_passes(COLUMN_NUMBER, (ColumnRange) {.n = 2, .value = {2, 2}}));
	assert_false(range_passes(COLUMN_NUMBER, (ColumnRange) {.n = 1, .value = {2}}));
	assert_false(range_passes(COLUMN_NUMBER, (ColumnRange) {.n = 3, .value = {1, 2, 7}}));
	assert_false(range_passes(COLUMN_NUMBER, (ColumnRange) {.all = true, .n = 3, .value = {1, 7, 2}}));
	assert_false(range_passes(COLUMN_NUMBER, (ColumnRange) {.all = true}));
	assert_false(range_passes(COLUMN_NUMBER, (ColumnRange) {.n = 2, .value = {1, NAN}}));
	assert_false(range_passes(COLUMN_BOOLEAN, (ColumnRange) {.n = 2, .value = {0, 1}}));
	assert_false(range_passes(COLUMN_CATEGORIES, (ColumnRange) {.n = 2, .value = {0, 1}}));
}

/* Returns true if columns with these levels can be stored and read. */
static bool
levels_pass(Work *work, const Levels *one, const Levels *other)
{
	const Column column[] = {
		{.name = "a", .kind = COLUMN_LEVELS, .levels = one},
		{.name = "b", .levels = other}
	};
	Columns		columns = columns_create(work, column, 2);
	size_t		bytes = columns_write(&columns, NULL);
	char	   *block = WORK_ARRAY(work, bytes, char);

	(void) columns_write(&columns, block);
	return columns_read(work, block, bytes, &columns);
}

/* Makes n levels, "00000" and so on, with one effect. */
static Levels
many_levels(Work *work, uint32 n)
{
	const char **name = WORK_ARRAY(work, n, const char *);

	for (uint32 k = 0; k < n; k++)
	{
		char	   *text = WORK_ARRAY(work, 6, char);

		snprintf(text, 6, "%05u", k);
		name[k] = text;
	}
	return (Levels) {.n = n, .effects = 1, .sets = 1, .name = name, .effect = WORK_ARRAY(work, n, double)};
}

/* Attributes, factors and effects of levels by hand, and blocks that are refused. */
static void
levels_by_hand(void **state)
{
	static const char *const name[] = {"", "x", "y"};
	static const char *const twice[] = {"x", "x"};
	static const double effect[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18};
	static const double knot[] = {1, 2, 4};
	const Levels two = {.n = 3, .effects = 2, .sets = 2, .null = true, .name = name, .effect = effect};
	const Levels one = {.n = 3, .effects = 1, .sets = 2, .name = name, .effect = effect};
	const Levels three = {.n = 3, .effects = 2, .sets = 3, .name = name, .effect = effect};
	const Levels same = {.n = 2, .effects = 2, .sets = 2, .name = twice, .effect = effect};
	const Column column[] = {
		{.name = "x", .n = 3, .knot = knot, .null = true, .levels = &two},
		{.name = "w", .kind = COLUMN_LEVELS, .levels = &two}
	};
	Work	   *work = work_begin(test_work());
	Columns		columns = columns_create(work, column, 2);
	Levels		many = many_levels(work, MOST_LEVELS + 1);
	Levels		full = many;
	Columns		fold;
	LookFactors of;

	assert_int_equal(columns.looks.d, (1 + 3 + 1 + 2) + 2);
	assert_int_equal(columns_sets(&columns), 2);
	of = columns_factors(work, &columns);
	assert_int_equal(of.first[1], 4);
	assert_true(of.factor[0].origin == 2 && of.factor[2].attribute == 5 && of.factor[3].attribute == 6);
	assert_int_equal(of.first[2], 6);
	assert_true(of.factor[4].attribute == 7 && of.factor[4].origin == 0);
	assert_true(levels_effects(&two, 1, 1)[1] == 6 && levels_effects(&two, 1, 0)[0] == 7);
	fold = columns_of_fold(work, &columns, 1);
	assert_int_equal(columns_sets(&fold), 1);
	assert_true(levels_effects(fold.column[1].levels, 3, 0)[0] == 13 && levels_effects(fold.column[0].levels, 0, 5)[1] == 2);
	fold = columns_of_fold(work, &columns, 0);
	assert_true(levels_effects(fold.column[1].levels, 3, 0)[0] == 15 && fold.looks.d == columns.looks.d);

	full.n = MOST_LEVELS;
	assert_true(levels_pass(work, &two, &two));
	assert_false(levels_pass(work, &two, &one));
	assert_false(levels_pass(work, &two, &three));
	assert_false(levels_pass(work, &two, &same));
	assert_true(levels_pass(work, &full, &full));
	assert_false(levels_pass(work, &many, NULL));
	work_end(work);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks),
		cmocka_unit_test(ranges_by_hand),
		cmocka_unit_test(factors),
		cmocka_unit_test(levels_by_hand)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
