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

static Columns
draw_columns(Work *work, Rng *rng)
{
	Column	   *column = WORK_ARRAY(work, MOST_COLUMNS, Column);
	uint32		n = 1 + draw(rng, MOST_COLUMNS);
	bool		copies = draw(rng, 2) == 1;
	Columns		columns;

	for (uint32 l = 0; l < n; l++)
	{
		column[l] = (Column) {.name = draw_text(rng), .kind = (ColumnKind) draw(rng, 4)};
		if (column[l].kind == COLUMN_CATEGORIES || column[l].kind == COLUMN_TIME ||
			(column[l].kind == COLUMN_NUMBER && draw(rng, 2) == 1))
			draw_values(work, rng, &column[l]);
		else if (column[l].kind == COLUMN_NUMBER)
			column[l].centre = draw(rng, 3) - 1.0;
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks),
		cmocka_unit_test(factors)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
