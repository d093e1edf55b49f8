/*
 * test_near_rows.c
 *		Bins and scores of remembered rows by hand and by the definitions, and their stored form.
 */
#include "test.h"

#include "kernel/near/near_rows.h"
#include "near.h"
#include "near_table.h"

#include <float.h>
#include <stdio.h>

static NearRows
create_column(const double *value, uint32 n, uint32 categories)
{
	double	   *target = WORK_ARRAY(test_work(), n, double);
	NearTable	table = {n, 1, &categories, value, 0, target, NULL};

	return near_rows_create(test_work(), &table);
}

static void
expect_bin(const NearRows *rows, double value, uint8 bin, int8 score)
{
	NearValue	its = near_value(&rows->column[0], value);

	if (!its.known || its.bin != bin || its.score != score)
		fail_msg("%g has bin %d and score %d, not %d and %d", value, its.bin, its.score, bin, score);
}

/*
 * Of 12 rows, 3 have the value 1 and one has NULL.  2 to 9 are cut at 3.4, 4.8, 6.2 and 7.6.  The
 * scores are 30 times the normal quantiles of shares of the 11 numbers.
 */
static void
number_by_hand(void **state)
{
	static const double value[] = {4, 1, 9, 1, NAN, 2, 3, 5, 1, 6, 7, 8};
	NearRows	rows = create_column(value, lengthof(value), 0);
	const NearColumn *column = &rows.column[0];

	assert_int_equal(column->bins, 7);
	assert_int_equal(column->owns, 1);
	assert_true(column->own[0] == 1);
	assert_int_equal(column->cuts, 4);
	for (int k = 0; k < 4; k++)
		assert_near(column->cut[k], 3.4 + 1.4 * k, 1e-12);
	expect_bin(&rows, 1, 0, -33);
	expect_bin(&rows, 2, 1, -14);
	expect_bin(&rows, 3, 1, -7);
	expect_bin(&rows, 4, 2, 0);
	expect_bin(&rows, 5, 3, 7);
	expect_bin(&rows, 6, 3, 14);
	expect_bin(&rows, 9, 5, 51);
	expect_bin(&rows, NAN, 6, 0);
	/* values that no row has: the share below them */
	expect_bin(&rows, 0, 1, -51);
	expect_bin(&rows, 1.5, 1, -18);
	expect_bin(&rows, 5.5, 3, 10);
	expect_bin(&rows, 100, 5, 51);
	for (uint32 i = 0; i < rows.n; i++)
	{
		NearValue	its = near_value(column, value[i]);

		assert_int_equal(rows.bin[i], its.bin);
		assert_int_equal(rows.score[i], its.score);
	}
}

/* Few values: each has a bin of its own, and a new one is in the last of these. */
static void
few_values_by_hand(void **state)
{
	static const double two[] = {0, 1, 1, 0, 1, NAN};
	static const double one[] = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, 3};
	static const double none[] = {NAN, NAN};
	NearRows	rows = create_column(two, lengthof(two), 0);

	assert_int_equal(rows.column[0].bins, 3);
	expect_bin(&rows, 0, 0, -25);
	expect_bin(&rows, 0.5, 1, -8);
	expect_bin(&rows, 1, 1, 16);
	expect_bin(&rows, 2, 1, 38);
	expect_bin(&rows, -2, 1, -38);
	rows = create_column(one, lengthof(one), 0);
	assert_int_equal(rows.column[0].bins, 2);
	expect_bin(&rows, 3, 0, 0);
	expect_bin(&rows, 4, 0, 0);
	expect_bin(&rows, NAN, 1, 0);
	rows = create_column(none, lengthof(none), 0);
	assert_int_equal(rows.column[0].bins, 1);
	expect_bin(&rows, 3, 0, 0);
	expect_bin(&rows, NAN, 0, 0);
}

/* Category k of 1 to 24 has k rows; 0 has none, and 25 ties with 24. */
static void
categories_by_hand(void **state)
{
	double		value[400];
	uint32		n = 0;
	NearRows	rows;

	for (uint32 k = 1; k < 26; k++)
		for (uint32 row = 0; row < Min(k, 24); row++)
			value[n++] = k;
	value[n++] = NAN;
	value[n++] = NEAR_UNLISTED;
	rows = create_column(value, n, 27);
	assert_int_equal(rows.column[0].bins, NEAR_CATEGORIES + 2);
	expect_bin(&rows, 24, 0, 0);
	expect_bin(&rows, 25, 1, 0);
	for (uint32 k = 6; k < 24; k++)
		expect_bin(&rows, k, 25 - k, 0);
	for (uint32 k = 1; k < 6; k++)
		expect_bin(&rows, k, 20, 0);
	expect_bin(&rows, NAN, 21, 0);
	expect_bin(&rows, 0, NEAR_UNSEEN, 0);
	expect_bin(&rows, 26, NEAR_UNSEEN, 0);
	expect_bin(&rows, NEAR_UNLISTED, NEAR_UNSEEN, 0);
	assert_int_equal(rows.bin[n - 2], 21);
	assert_int_equal(rows.bin[n - 1], 20);
}

static int
compare(const void *a, const void *b)
{
	double		left = *(const double *) a;
	double		right = *(const double *) b;

	return (left > right) - (left < right);
}

static double
normal_share(double z)
{
	return 0.5 * erfc(-z / M_SQRT2);
}

static uint32
count_equal(const double *value, uint32 n, double x)
{
	uint32		equal = 0;

	for (uint32 i = 0; i < n; i++)
		equal += value[i] == x;
	return equal;
}

/* Returns the bin of a number, of the known values of n rows in ascending order. */
static uint32
bin_by_definition(const double *value, uint32 known, uint32 n, double x)
{
	double	   *rest = malloc(sizeof(double) * (known + 1));
	uint32		owns = 0;
	uint32		others = 0;
	uint32		own = PG_UINT32_MAX;
	uint32		bin = 0;
	double		cut = -INFINITY;

	for (uint32 i = 0; i < known; i++)
	{
		uint32		equal = count_equal(value, known, value[i]);

		if (equal <= n / 6.0 && equal < known)
			rest[others++] = value[i];
		else if (i == 0 || value[i] != value[i - 1])
		{
			if (value[i] == x)
				own = owns;
			owns++;
		}
	}
	for (double k = 1; k < 6.0 - owns && others > 0; k++)
	{
		double		at = k / (6 - owns) * (others - 1);
		double		share = at - floor(at);
		double		next = rest[(uint32) fmin(floor(at) + 1, others - 1)];
		double		quantile = share == 0 ? rest[(uint32) at] : (1 - share) * rest[(uint32) at] + share * next;

		if (rest[(uint32) at] == next)
			quantile = next;
		bin += quantile <= x && quantile > cut;
		cut = quantile;
	}
	free(rest);
	if (own != PG_UINT32_MAX)
		return own;
	return others > 0 ? owns + bin : owns - 1;
}

static void
expect_by_definition(const NearRows *rows, uint32 j, const double *sorted, uint32 known, double x)
{
	NearValue	its = near_value(&rows->column[j], x);
	double		share = 0;

	for (uint32 i = 0; i < known; i++)
		share += (sorted[i] < x) / (double) known + (sorted[i] == x) / (2.0 * known);
	share = fmin(fmax(share, 0.5 / known), 1 - 0.5 / known);
	assert_int_equal(its.bin, bin_by_definition(sorted, known, rows->n, x));
	if (!(normal_share((its.score - 0.5) / NEAR_SCORE_UNITS) <= share + 1e-12 &&
		  normal_share((its.score + 0.5) / NEAR_SCORE_UNITS) >= share - 1e-12))
		fail_msg("column %u: %.17g, of share %g, has the score %d", j, x, share, its.score);
}

static void
numbers_by_definition(void **state)
{
	for (uint64 seed = 1; seed <= 40; seed++)
	{
		Work	   *work = new_work(NULL);
		uint32		n;
		NearTable	table;
		NearRows	rows;
		Rng			rng;

		rng_seed(&rng, seed);
		n = 1 + rng_below(&rng, seed % 2 ? 20 : 200);
		table = random_table(work, &rng, n, TABLE_KINDS, 0, false);
		rows = near_rows_create(work, &table);
		print_message("# seed " UINT64_FORMAT ", %u rows\n", seed, n);
		for (uint32 j = 0; j < table.columns; j++)
		{
			double	   *sorted = WORK_ARRAY(work, n, double);
			uint32		known = 0;

			for (uint32 i = 0; i < n && table.categories[j] == 0; i++)
				if (!isnan(table.value[j * n + i]))
					sorted[known++] = table.value[j * n + i];
			qsort(sorted, known, sizeof(double), compare);
			for (uint32 i = 0; i < known; i++)
			{
				double		next = nextafter(sorted[i], INFINITY);

				expect_by_definition(&rows, j, sorted, known, sorted[i]);
				expect_by_definition(&rows, j, sorted, known, next);
				expect_by_definition(&rows, j, sorted, known, nextafter(sorted[i], -INFINITY));
				expect_by_definition(&rows, j, sorted, known, sorted[i] + rng_unit(&rng));
			}
		}
		work_end(work);
	}
}

/* A block in memory of its own, so that sanitizers see a byte that is read behind it. */
typedef struct Block
{
	size_t		bytes;
	char	   *at;
} Block;

static Block
write_block(const NearRows *rows)
{
	Block		block = {.bytes = near_rows_write(rows, NULL)};

	block.at = malloc(block.bytes);
	assert_int_equal(near_rows_write(rows, block.at), block.bytes);
	return block;
}

/* Reads whatever predictions read. */
static void
use_rows(Work *work, const NearRows *rows)
{
	NearValue  *record = WORK_ARRAY(work, rows->columns, NearValue);
	NearSecond *second = WORK_ARRAY(work, rows->columns, NearSecond);
	double	   *price = WORK_ARRAY(work, rows->columns, double);
	bool	   *open = WORK_ARRAY(work, rows->columns, bool);
	double		model[PG_UINT8_MAX] = {1};
	double		probability[PG_UINT8_MAX];
	Near		near;

	near_init(work, &near, rows);
	for (uint32 j = 0; j < rows->columns; j++)
	{
		open[j] = j % 2;
		if (!open[j])
			record[j] = near_value(&rows->column[j], j % 3);
	}
	near_weigh(&near, record, NULL, 0);
	for (uint32 j = 0; j < rows->columns; j++)
		near_gain(&near, model, j);
	near_second(&near, open, price, second);
	if (rows->classes > 0)
		near_probabilities(&near, model, probability);
	else
		near_quantile(&near, 0, 1, 0.5);
}

/* Returns true if the bytes can be read; fails unless they are what is written then. */
static bool
is_canonical(const char *bytes, size_t n)
{
	Work	   *work = new_work(NULL);
	char	   *copy = malloc(n + (n == 0));
	NearRows	rows;
	bool		valid;

	memcpy(copy, bytes, n);
	valid = near_rows_read(work, copy, n, &rows);
	if (valid)
	{
		Block		again = write_block(&rows);

		assert_int_equal(again.bytes, n);
		assert_memory_equal(again.at, copy, n);
		free(again.at);
		use_rows(work, &rows);
	}
	free(copy);
	work_end(work);
	return valid;
}

/* One row of one category, of two that the model lists, and the number 2, of class 1 of 3. */
static void
block_by_hand(void **state)
{
	static const char want[] =
		"\0\0\0\1" "\0\0\0\2" "\3" "\1" /* rows, columns, classes, flags */
		"\3" "\0\0\0\2" "\377\0"	/* bins, categories, their bins */
		"\2" "\0\0\0\0"
		"\1" "\100\0\0\0\0\0\0\0"	/* 2 has a bin of its own */
		"\0"
		"\1" "\377\357\377\377\377\377\377\377" "\0"	/* one score */
		"\0\0" "\0\0"			/* bins, scores */
		"\1";
	static const uint32 categories[] = {2, 0};
	static const double value[] = {1, 2};
	static const double target[] = {1};
	/* changes that make it no block */
	static const struct
	{
		uint32		at;
		char		byte;
	}			bad[] = {
		{3, 0},					/* no rows */
		{3, 2},					/* more rows than it has */
		{2, 'N'},				/* more than NEAR_MOST_ROWS */
		{7, 0},					/* no columns */
		{7, 3},
		{8, 1},					/* a class that there is not */
		{9, 8},					/* an unknown flag */
		{10, 1},				/* too few bins of categories */
		{10, NEAR_CATEGORIES + 3},
		{14, 3},				/* more categories than bins of them follow */
		{16, 2},				/* a category in the bin of NULL */
		{17, 1},				/* bins without values */
		{17, 4},				/* bins without cuts */
		{22, 6},				/* too many values with bins of their own */
		{23, 0x7f},				/* NaN, below */
		{31, 1},				/* cuts, of which there are too few bins */
		{32, 0},				/* no scores */
		{33, 0x7f},
		{42, 3},				/* values in bins that their columns have not */
		{43, 2},
		{46, 3}					/* a class that there is not */
	};
	NearTable	table = {1, 2, categories, value, 3, target, NULL};
	NearRows	rows = near_rows_create(test_work(), &table);
	Block		block = write_block(&rows);

	assert_int_equal(block.bytes, sizeof(want) - 1);
	assert_memory_equal(block.at, want, block.bytes);
	assert_true(is_canonical(block.at, block.bytes));
	for (size_t k = 0; k < lengthof(bad); k++)
	{
		block.at[bad[k].at] = bad[k].byte;
		if (bad[k].byte == 0x7f)
			block.at[bad[k].at + 1] |= 0xf0;
		if (is_canonical(block.at, block.bytes))
			fail_msg("change %zu is not seen", k);
		memcpy(block.at, want, block.bytes);
	}
	free(block.at);
}

static void
expect_same(const NearRows *a, const NearRows *b)
{
	size_t		cells = (size_t) a->columns * a->n;

	assert_true(a->n == b->n && a->columns == b->columns && a->classes == b->classes && a->use == b->use);
	assert_memory_equal(a->bin, b->bin, cells);
	assert_memory_equal(a->score, b->score, cells);
	assert_true(isnan(a->loss) ? isnan(b->loss) : a->loss == b->loss && a->loss_of_model == b->loss_of_model);
	for (uint32 i = 0; i < a->n; i++)
	{
		assert_true(a->classes > 0 ? a->class[i] == b->class[i] : a->target[i] == b->target[i]);
		assert_true(its_weight(a, i) == its_weight(b, i));
	}
	for (uint32 j = 0; j < a->columns; j++)
		for (double x = -1; x < 4; x += a->column[j].categories > 0 ? 1 : 0.125)
		{
			NearValue	left = near_value(&a->column[j], x);
			NearValue	right = near_value(&b->column[j], x);

			assert_true(left.bin == right.bin && left.score == right.score);
		}
}

/* Blocks of random tables are read as they were written; damaged ones are refused or canonical. */
static void
random_blocks(void **state)
{
	bool		quick = getenv("AER_QUICK") != NULL;
	uint32		refused = 0;
	uint32		tried = 0;

	for (uint64 seed = 1; seed <= (quick ? 6 : 30); seed++)
	{
		Work	   *work = new_work(NULL);
		NearTable	table;
		NearRows	rows;
		NearRows	again;
		Block		block;
		Rng			rng;

		rng_seed(&rng, seed);
		print_message("# seed " UINT64_FORMAT "\n", seed);
		table = random_table(work, &rng, 1 + rng_below(&rng, 40), 1 + rng_below(&rng, 12),
							 rng_below(&rng, 2) * 5, rng_below(&rng, 2));
		rows = near_rows_create(work, &table);
		assert_true(rows.use && isnan(rows.loss));
		if (seed % 2)
		{
			rows.use = seed % 4 == 1;
			rows.loss = rng_unit(&rng);
			rows.loss_of_model = rng_unit(&rng);
		}
		block = write_block(&rows);
		assert_true(is_canonical(block.at, block.bytes));
		assert_true(near_rows_read(work, block.at, block.bytes, &again));
		expect_same(&rows, &again);
		for (size_t n = 0; n < block.bytes; n++)
			assert_false(is_canonical(block.at, n));
		for (uint32 k = 0; k < (quick ? 300 : 5000); k++)
		{
			char	   *damaged = malloc(block.bytes + 1);
			uint32		bytes = 1 + rng_below(&rng, 3);

			memcpy(damaged, block.at, block.bytes);
			damaged[block.bytes] = 0;
			for (uint32 b = 0; b < bytes; b++)
				damaged[rng_below(&rng, k % 2 ? block.bytes : Min(block.bytes, 150))] =
					k % 3 ? (char) rng_below(&rng, 256) : (char) rng_below(&rng, 4);
			refused += !is_canonical(damaged, block.bytes);
			tried++;
			memcpy(damaged, block.at, block.bytes);
			assert_false(is_canonical(damaged, block.bytes + 1));
			free(damaged);
		}
		free(block.at);
		work_end(work);
	}
	assert_true(refused > tried / 5 && refused < tried);
}

/* Numbers at the ends of the range, and numbers without another one between them. */
static void
extreme_numbers(void **state)
{
	static const double value[] = {
		-DBL_MAX, DBL_MAX, 0, -0.0, 4.9406564584124654e-324, -4.9406564584124654e-324, 1, 1 + DBL_EPSILON,
		-DBL_MAX, DBL_MAX, 2, 3
	};
	static const double apart[] = {-3, 0.1, 5, -7, 11, 13, 17, 19, 23, 29, 31, -1e308, 1e308};

	for (uint32 n = 1; n <= lengthof(value); n++)
	{
		NearRows	rows = create_column(value, n, 0);
		Block		block = write_block(&rows);

		assert_true(is_canonical(block.at, block.bytes));
		free(block.at);
	}
	for (uint32 n = 1; n <= lengthof(apart); n++)
	{
		NearRows	rows = create_column(apart, n, 0);
		Block		block = write_block(&rows);

		assert_true(is_canonical(block.at, block.bytes));
		free(block.at);
	}
}

/* Losses that are no numbers are not stored. */
static void
infinite_losses(void **state)
{
	static const double value[] = {1, 2, 3};
	NearRows	rows = create_column(value, lengthof(value), 0);
	Block		block;
	NearRows	again;

	rows.loss = INFINITY;
	rows.loss_of_model = 1;
	rows.use = false;
	block = write_block(&rows);
	assert_true(near_rows_read(test_work(), block.at, block.bytes, &again));
	assert_true(isnan(again.loss) && isnan(again.loss_of_model) && !again.use);
	free(block.at);
}

/* The bytes of rows are no more than they are said to be. */
static void
bytes_of_rows(void **state)
{
	for (uint32 k = 0; k < 4; k++)
	{
		Work	   *work = new_work(NULL);
		bool		weighted = k % 2 == 1;
		NearTable	table;
		NearRows	rows;
		Rng			rng;
		size_t		bytes;

		rng_seed(&rng, k);
		table = random_table(work, &rng, 500, 9, k / 2 * 3, weighted);
		rows = near_rows_create(work, &table);
		bytes = near_rows_write(&rows, NULL);
		rows.n = 400;
		bytes -= near_rows_write(&rows, NULL);
		assert_true(bytes <= near_rows_bytes(100, 9, weighted));
		if (table.classes == 0)
			assert_int_equal(bytes, near_rows_bytes(100, 9, weighted));
		work_end(work);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(number_by_hand),
		cmocka_unit_test(few_values_by_hand),
		cmocka_unit_test(categories_by_hand),
		cmocka_unit_test(numbers_by_definition),
		cmocka_unit_test(block_by_hand),
		cmocka_unit_test(random_blocks),
		cmocka_unit_test(extreme_numbers),
		cmocka_unit_test(infinite_losses),
		cmocka_unit_test(bytes_of_rows)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
