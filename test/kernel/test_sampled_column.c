/*
 * test_sampled_column.c
 *		What sampled values say of a column, against their count one by one; words whose
 *		texts are too many to be kept; and that every row is in a sample as often as
 *		any other.
 */
#include "test.h"

#include <stdio.h>

#include "kernel/columns/sampled_column.h"
#include "near.h"
#include "work.h"

#define SEED 20261123

static SampledColumn *
create(Work *work, SampledKind kind, uint32 room)
{
	SampledColumn *column = WORK_ARRAY(work, 1, SampledColumn);

	sampled_column_init(work, column, kind, room);
	return column;
}

/* Weights that are all the same. */
static double *
equal_weights(Work *work, uint32 rows, double each)
{
	double	   *weight = WORK_ARRAY(work, rows, double);

	for (uint32 i = 0; i < rows; i++)
		weight[i] = each;
	return weight;
}

static SampledFacts
weighted_facts_of(Work *work, const SampledColumn *column, const SampledColumn *target, const double *weight)
{
	SampledFacts facts;

	sampled_column_facts(work, column, target, weight, column->rows, &facts);
	return facts;
}

static SampledFacts
facts_of(Work *work, const SampledColumn *column, const SampledColumn *target, double source_rows)
{
	SampledFacts facts;

	sampled_column_facts(work, column, target, equal_weights(work, column->rows, 1), source_rows, &facts);
	return facts;
}

static int
compare(const void *a, const void *b)
{
	double		x = *(const double *) a;
	double		y = *(const double *) b;

	return x < y ? -1 : x > y;
}

/* The value below which a share of n sorted ones is, as SQL's percentile_cont() has it. */
static double
continuous(const double *sorted, int n, double share)
{
	double		place = share * (n - 1);
	int			below = (int) place;

	return below + 1 < n ? sorted[below] + (place - below) * (sorted[below + 1] - sorted[below]) : sorted[below];
}

/*
 * Few values are listed, unless one row alone has a value between the smallest and the largest;
 * NULL is no value.
 */
static void
test_listed_values(void **state)
{
	Rng			rng;

	rng_seed(&rng, SEED);
	for (int round = 0; round < 300; round++)
	{
		Work	   *work = new_work(NULL);
		SampledKind kind = round % 3 == 0 ? SAMPLED_INTEGER : round % 3 == 1 ? SAMPLED_NUMBER : SAMPLED_TIME;
		uint32		rows = 1 + rng_below(&rng, 40);
		uint32		different = 1 + rng_below(&rng, 14);
		SampledColumn *column = create(work, kind, rows);
		SampledColumn *target = create(work, SAMPLED_NUMBER, rows);
		uint32		times[14] = {0};
		uint32		seen = 0;
		uint32		alone = 0;
		uint32		first = different;
		uint32		last = 0;
		SampledFacts facts;

		for (uint32 i = 0; i < rows; i++)
		{
			uint32		value = rng_below(&rng, different);

			sampled_column_number(target, i);
			if (rng_below(&rng, 8) == 0)
			{
				sampled_column_null(column);
				continue;
			}
			times[value]++;
			if (kind == SAMPLED_NUMBER)
				sampled_column_number(column, value - 5.5);
			else
				sampled_column_integer(column, (int64) value - 5);
		}
		for (uint32 v = 0; v < different; v++)
			if (times[v] > 0)
			{
				seen++;
				first = Min(first, v);
				last = v;
			}
		for (uint32 v = first + 1; v < last; v++)
			alone += times[v] == 1;
		facts = facts_of(work, column, target, rows);
		assert_int_equal(facts.listed, seen > 10 || alone > 0 ? 0 : seen);
		for (uint32 v = 0, k = 0; v < different && k < facts.listed; v++)
			if (times[v] > 0)
			{
				const SampledPoint *point = &facts.value[k++];

				assert_true(kind == SAMPLED_TIME ? point->time == (int64) v - 5 :
							point->number == v - (kind == SAMPLED_NUMBER ? 5.5 : 5));
			}
		work_end(work);
	}
}

/* Numbers and integers, holes among them; of three columns one is mostly 0, its least value or nearly, and one a value in the middle. */
static void
test_quartiles(void **state)
{
	enum
	{
		ROWS = 400
	};
	Rng			rng;

	rng_seed(&rng, SEED);
	for (int round = 0; round < 200; round++)
	{
		SampledKind kind = round % 2 ? SAMPLED_INTEGER : SAMPLED_NUMBER;
		double		mostly = round % 3 == 0 ? 0 : 100;	/* four of five, but in the third column */
		Work	   *work = new_work(NULL);
		SampledColumn *column = create(work, kind, ROWS);
		SampledColumn *target = create(work, SAMPLED_NUMBER, ROWS);
		double		value[ROWS];
		double		level[199];
		int			inside = 0;
		int			n = 0;
		SampledFacts facts;

		for (int i = 0; i < ROWS; i++)
		{
			double		drawn = round % 3 < 2 && rng_below(&rng, 5) > 0 ? mostly :
				kind == SAMPLED_INTEGER ? rng_below(&rng, 300) : rng_unit(&rng) * 1e5 - 300;

			sampled_column_number(target, rng_unit(&rng));
			if (rng_below(&rng, 10) == 0)
				sampled_column_null(column);
			else
			{
				if (kind == SAMPLED_INTEGER)
					sampled_column_integer(column, (int64) drawn);
				else
					sampled_column_number(column, drawn);
				value[n++] = drawn;
			}
		}
		qsort(value, n, sizeof(double), compare);
		facts = facts_of(work, column, target, ROWS);
		assert_int_equal(column->values, n);
		assert_true(facts.distinct > 10 && facts.finite && facts.curved);
		assert_false(facts.determines_target || facts.numbers_rows);
		assert_true(facts.low.number == value[0] && facts.high.number == value[n - 1]);
		for (int i = 0; i < 199; i++)
			level[i] = continuous(value, n, (i + 1) / 200.0);
		/* last bits of numbers up to 1e5 */
		assert_near(facts.median.number, level[99], 1e-9);
		if (level[49] > value[0] && level[149] < value[n - 1] && level[49] < level[149])
			for (int q = 0; q < 3; q++)
				assert_near(facts.quartile[q].number, level[50 * (q + 1) - 1], 1e-9);
		else
		{
			double		beside[199];

			for (int i = 0; i < 199; i++)
				if (level[i] > value[0] && level[i] < value[n - 1] && level[i] != mostly)
					beside[inside++] = level[i];
			assert_true(round % 3 < 2 && inside > 0);
			for (int q = 0; q < 3; q++)
				assert_near(facts.quartile[q].number, beside[(int) ceil((q + 1) / 4.0 * inside) - 1], 1e-9);
		}
		work_end(work);
	}
}

/*
 * Whole weights give the quartiles of repeated rows, but interpolated between effective rows, of
 * which the next below and above are at most two apart; other units give the same quartiles.
 */
static void
test_weighted_quartiles(void **state)
{
	enum
	{
		ROWS = 300,
		MOST = 4
	};
	Rng			rng;

	rng_seed(&rng, SEED + 7);
	for (int round = 0; round < 200; round++)
	{
		SampledKind kind = round % 3 == 0 ? SAMPLED_INTEGER : round % 3 == 1 ? SAMPLED_NUMBER : SAMPLED_TIME;
		Work	   *work = new_work(NULL);
		SampledColumn *column = create(work, kind, ROWS);
		SampledColumn *target = create(work, SAMPLED_NUMBER, ROWS);
		double	   *weight = WORK_ARRAY(work, ROWS, double);
		double	   *other = WORK_ARRAY(work, ROWS, double);
		double		repeated[MOST * ROWS];
		double		squares = 0;
		int			n = 0;
		SampledFacts facts;
		SampledFacts in_other_units;

		for (int i = 0; i < ROWS; i++)
		{
			int			value = rng_below(&rng, 3000);

			/* large values count more, so that weights move the quartiles */
			weight[i] = 1 + rng_below(&rng, 2) + (value > 1500) * rng_below(&rng, 3);
			other[i] = 7.3 * weight[i];
			squares += weight[i] * weight[i];
			if (kind == SAMPLED_NUMBER)
				sampled_column_number(column, value);
			else
				sampled_column_integer(column, value);
			sampled_column_number(target, rng_unit(&rng));
			for (int copy = 0; copy < weight[i]; copy++)
				repeated[n++] = value;
		}
		qsort(repeated, n, sizeof(double), compare);
		facts = weighted_facts_of(work, column, target, weight);
		in_other_units = weighted_facts_of(work, column, target, other);
		assert_true(facts.curved && in_other_units.curved);
		for (int q = 0; q < 3; q++)
		{
			double		found = kind == SAMPLED_TIME ? facts.quartile[q].time : facts.quartile[q].number;
			double		same = kind == SAMPLED_TIME ? in_other_units.quartile[q].time : in_other_units.quartile[q].number;
			double		row = 2 * squares / ((double) n * n);

			assert_near(found, same, 1e-9);
			assert_true(found >= continuous(repeated, n, (q + 1) / 4.0 - row) && found <= continuous(repeated, n, (q + 1) / 4.0 + row));
		}
		work_end(work);
	}
}

/* The weighted correlation of two columns is that of repeated rows. */
static void
test_weighted_correlation(void **state)
{
	enum
	{
		ROWS = 100
	};
	Work	   *work = new_work(NULL);
	SampledColumn *column[2];
	SampledColumn *target[2];
	double	   *weight = WORK_ARRAY(work, ROWS, double);
	Rng			rng;

	rng_seed(&rng, SEED + 8);
	for (int k = 0; k < 2; k++)
	{
		column[k] = create(work, SAMPLED_NUMBER, 4 * ROWS);
		target[k] = create(work, SAMPLED_NUMBER, 4 * ROWS);
	}
	for (int i = 0; i < ROWS; i++)
	{
		double		x = rng_unit(&rng);
		double		y = x + rng_unit(&rng);

		weight[i] = 1 + rng_below(&rng, 4);
		for (int copy = 0; copy < weight[i]; copy++)
		{
			sampled_column_number(column[1], x);
			sampled_column_number(target[1], y);
		}
		sampled_column_number(column[0], x);
		sampled_column_number(target[0], y);
	}
	assert_near(weighted_facts_of(work, column[0], target[0], weight).correlation,
				facts_of(work, column[1], target[1], ROWS).correlation, 1e-12);
	work_end(work);
}

/* Categories by weight, those of equal weight in byte order whatever the unit of the weights is. */
static void
test_weighted_categories(void **state)
{
	static const char *const text[] = {"d", "c", "b", "a"};
	static const double of_category[] = {9, 2, 2, 1};
	Work	   *work = new_work(NULL);
	SampledColumn *column = create(work, SAMPLED_CATEGORY, 40);
	double	   *weight = WORK_ARRAY(work, 40, double);
	ListedCategory list[LISTED_CATEGORIES];
	bool		repeated;

	for (int i = 0; i < 40; i++)
		sampled_column_category(column, rng_mix(i % 4, 1), text[i % 4], 1);
	for (int unit = 0; unit < 3; unit++)
	{
		for (int i = 0; i < 40; i++)
			weight[i] = of_category[i % 4] * (unit == 0 ? 1 : unit == 1 ? 7.3 : 0.1) * (i % 4 == 1 ? 1 : i % 8 < 4 ? 0.7 : 1.3);
		assert_int_equal(sampled_column_categories(work, column, weight, list, &repeated), 4);
		assert_true(repeated);
		for (int k = 0; k < 4; k++)
			assert_int_equal(*list[k].text, "dbca"[k]);
	}
	work_end(work);
}

/* -0 is 0, NaN is the greatest and not finite, times end in infinity; integers are exact. */
static void
test_values(void **state)
{
	Work	   *work = new_work(NULL);
	SampledColumn *column = create(work, SAMPLED_NUMBER, 4);
	SampledColumn *target = create(work, SAMPLED_BOOLEAN, 4);

	for (int i = 0; i < 4; i++)
		sampled_column_integer(target, i % 2);
	sampled_column_number(column, 0);
	sampled_column_number(column, -0.0);
	assert_int_equal(facts_of(work, column, target, 4).distinct, 1);
	sampled_column_number(column, NAN);
	assert_int_equal(facts_of(work, column, target, 4).distinct, 2);
	assert_false(facts_of(work, column, target, 4).finite);

	column = create(work, SAMPLED_NUMBER, 4);
	sampled_column_number(column, -INFINITY);
	assert_false(facts_of(work, column, target, 4).finite);

	column = create(work, SAMPLED_TIME, 4);
	sampled_column_integer(column, PG_INT64_MIN + 1);
	sampled_column_integer(column, PG_INT64_MAX - 1);
	assert_true(facts_of(work, column, target, 4).finite);
	assert_true(facts_of(work, column, target, 4).high.time == PG_INT64_MAX - 1);
	sampled_column_integer(column, PG_INT64_MAX);
	assert_false(facts_of(work, column, target, 4).finite);

	column = create(work, SAMPLED_INTEGER, 4);
	sampled_column_integer(column, INT64CONST(9007199254740992));
	sampled_column_integer(column, INT64CONST(9007199254740993));
	assert_int_equal(facts_of(work, column, target, 4).distinct, 2);

	column = create(work, SAMPLED_INTEGER, 4);
	sampled_column_null(column);
	assert_int_equal(column->values, 0);
	assert_int_equal(facts_of(work, column, target, 4).distinct, 0);
	work_end(work);
}

/*
 * Keys in any order: all different in a range that is hardly wider than there are rows, or up to
 * three times as wide; not so in a wider one, in one in which few values would repeat by chance,
 * of fewer rows, where one is there twice, or a row has none.
 */
static void
test_keys(void **state)
{
	static const struct
	{
		uint32		rows;
		int			step;		/* of every tenth: the range is (9 + step) / 10 of the rows */
		bool		twice;
		bool		hole;
		double		source_rows;
		bool		numbers;
	}			given[] = {{200, 1, false, false, 200, true}, {200, 2, false, false, 202, true}, {200, 20, false, false, 200, true},
		{200, 30, false, false, 200, false}, {100, 60, false, false, 300, false},
		{200, 3, false, false, 2000, true}, {99, 1, false, false, 99, false}, {100, 1, false, false, 100, true}, {200, 1, true, false, 200, false},
		{200, 1, false, true, 200, false}};

	for (size_t g = 0; g < lengthof(given); g++)
	{
		Work	   *work = new_work(NULL);
		uint32		rows = given[g].rows;
		SampledColumn *column = create(work, SAMPLED_INTEGER, rows);
		SampledColumn *target = create(work, SAMPLED_INTEGER, rows);

		for (uint32 i = 0; i < rows; i++)
		{
			/* 7 and the numbers of rows have no divisor in common */
			uint32		place = 7 * i % rows;

			if (given[g].twice && place == 1)
				place = 0;
			if (given[g].hole && place == 1)
				sampled_column_null(column);
			else
				sampled_column_integer(column, place + place / 10 * (given[g].step - 1) + 1000);
			sampled_column_integer(target, i % 3);
		}
		assert_true(facts_of(work, column, target, given[g].source_rows).numbers_rows == given[g].numbers);
		work_end(work);
	}
}

/* A target that is a threshold of a column, in either direction, with a tie there, with one row beyond it, of too few. */
static void
test_threshold(void **state)
{
	static const struct
	{
		int			shift;		/* the target is whether i + shift is 40 or more, of 0 to 99 */
		bool		negative;
		int			divisor;	/* of the column */
		bool		threshold;
	}			given[] = {{0, false, 1, true}, {0, true, 1, true}, {1, false, 3, true}, {0, false, 3, false},
		{31, false, 1, false}, {30, false, 1, true}, {0, false, 50, false}};

	for (size_t g = 0; g < lengthof(given); g++)
		for (int odd = 0; odd <= 1; odd++)
		{
			Work	   *work = new_work(NULL);
			SampledColumn *column = create(work, SAMPLED_NUMBER, 100);
			SampledColumn *target = create(work, SAMPLED_CATEGORY, 100);
			SampledFacts facts;

			for (int i = 0; i < 100; i++)
			{
				int			at = 37 * i % 100;
				bool		high = at + given[g].shift >= 40;

				/* one row that says otherwise is enough */
				if (odd && at == 99)
					high = !high;
				sampled_column_number(column, (given[g].negative ? -1 : 1) * (at / given[g].divisor));
				sampled_column_category(target, high, NULL, 0);
			}
			facts = facts_of(work, column, target, 100);
			assert_true(facts.threshold == (given[g].threshold && !odd));
			assert_true(facts.correlation == 0);
			work_end(work);
		}
}

/* Rows in order with a threshold, and where there is none: of one value on both sides, of two values, with a hole. */
static void
test_no_threshold(void **state)
{
	for (int wanted = 0; wanted < 4; wanted++)
	{
		Work	   *work = new_work(NULL);
		SampledColumn *column = create(work, SAMPLED_NUMBER, 40);
		SampledColumn *target = create(work, SAMPLED_CATEGORY, 40);

		for (int i = 0; i < 40; i++)
		{
			if (wanted == 3 && i == 39)
				sampled_column_null(column);
			else
				sampled_column_number(column, wanted == 2 ? i >= 20 : wanted == 1 && i == 20 ? 19 : i);
			sampled_column_category(target, i >= 20, NULL, 0);
		}
		assert_true(facts_of(work, column, target, 40).threshold == (wanted == 0));
		work_end(work);
	}
}

/* Of few values there is no correlation; infinite points in time and numbers beyond all measure are left out. */
static void
test_what_correlates(void **state)
{
	for (int values = 19; values <= 20; values++)
		for (int wanted = 0; wanted < 3; wanted++)
		{
			Work	   *work = new_work(NULL);
			SampledColumn *column = create(work, wanted == 2 ? SAMPLED_TIME : SAMPLED_NUMBER, 20);
			SampledColumn *target = create(work, SAMPLED_NUMBER, 20);

			for (int i = 0; i < values; i++)
			{
				bool		odd = wanted > 0 && (i == 5 || i == 7);

				if (wanted == 2)
					sampled_column_integer(column, !odd ? i : i == 5 ? PG_INT64_MIN : PG_INT64_MAX);
				else
					sampled_column_number(column, !odd ? i : i == 5 ? -1e61 : 1e200);
				sampled_column_number(target, 3 - 2 * i);
			}
			assert_near(facts_of(work, column, target, 20).correlation, values == 20, 1e-12);
			work_end(work);
		}
}

/* The correlation of x and x + a (x mod 2), x from 1 to 100, by its closed form. */
static void
test_correlation(void **state)
{
	for (int a = -300; a <= 300; a += 20)
	{
		Work	   *work = new_work(NULL);
		SampledColumn *column = create(work, SAMPLED_INTEGER, 100);
		SampledColumn *target = create(work, SAMPLED_NUMBER, 100);
		/* variances 9999/12 of x, 1/4 of x mod 2; covariance -1/4: odd numbers have means of 50, even ones of 51 */
		double		xx = 9999.0 / 12;
		double		yy = xx + a * a / 4.0 - a / 2.0;

		for (int i = 0; i < 100; i++)
		{
			int			x = 37 * i % 100 + 1;

			sampled_column_integer(column, x);
			sampled_column_number(target, x + a * (x % 2));
		}
		assert_near(facts_of(work, column, target, 100).correlation, fabs((xx - a / 4.0) / sqrt(xx * yy)), 1e-12);
		work_end(work);
	}
}

/* Rows that rise, but once; that rise too far; that fall twice; of which a tenth are read. */
static void
test_numbers(void **state)
{
	enum
	{
		ROWS = 90
	};
	static const struct
	{
		int			step;
		int			falls;
		double		source_rows;
		bool		numbers;
	}			given[] = {{1, 0, ROWS, true}, {1, 1, ROWS, true}, {1, 2, ROWS, false},
		{9, 0, ROWS, true}, {11, 0, ROWS, false}, {11, 0, 10 * ROWS, true}};

	for (size_t g = 0; g < lengthof(given); g++)
	{
		Work	   *work = new_work(NULL);
		SampledColumn *column = create(work, SAMPLED_INTEGER, ROWS);
		SampledColumn *target = create(work, SAMPLED_INTEGER, ROWS);
		int			part = ROWS / (given[g].falls + 1) + 1;

		/* each part is below the one before */
		for (int i = 0; i < ROWS; i++)
		{
			sampled_column_integer(column, (i % part + part * (given[g].falls - i / part)) * given[g].step - 40);
			sampled_column_integer(target, i % 3);
		}
		assert_true(facts_of(work, column, target, given[g].source_rows).numbers_rows == given[g].numbers);
		work_end(work);
	}
}

/* The target is a function of the value in nine rows of ten that have one of several; or goes with it. */
static void
test_says(void **state)
{
	enum
	{
		ROWS = 200
	};

	for (int wanted = 0; wanted < 8; wanted++)
	{
		Work	   *work = new_work(NULL);
		SampledColumn *column = create(work, wanted < 2 ? SAMPLED_NUMBER : SAMPLED_INTEGER, ROWS);
		SampledColumn *target = create(work, SAMPLED_NUMBER, ROWS);
		bool		says = wanted == 1 || wanted == 2 || wanted == 4 || wanted == 6;

		for (int i = 0; i < ROWS; i++)
		{
			int			y = i * 7 % 5;

			if (wanted < 2)
			{
				/* a line, and noise of a deviation of .02 or .005 of its own */
				sampled_column_number(target, i);
				sampled_column_number(column, 3 - 2.0 * i + sin(i * i) * (wanted == 0 ? 3.3 : 0.8));
				continue;
			}
			sampled_column_number(target, wanted >= 6 ? i % 3 == 0 : y);
			switch (wanted)
			{
				case 2:			/* each value has one target */
					sampled_column_integer(column, (y * y * 2 + 1) % 17 + 20 * (i % 2));
					break;
				case 3:			/* but for one row */
					sampled_column_integer(column, i == 151 ? 1 : (y * y * 2 + 1) % 17);
					break;
				case 4:			/* twenty rows have a value of their own */
					sampled_column_integer(column, i < 20 ? 1000 + i * i : (y * y * 2 + 1) % 17);
					break;
				case 5:			/* thirty */
					sampled_column_integer(column, i < 30 ? 1000 + i * i : (y * y * 2 + 1) % 17);
					break;
				case 6:			/* that it is there */
				case 7:			/* but for one row */
					if (i % 3 == 0 || (wanted == 7 && i == 100))
						sampled_column_integer(column, i * i % 91);
					else
						sampled_column_null(column);
					break;
			}
		}
		if (facts_of(work, column, target, ROWS).determines_target != says)
			fail_msg("case %d", wanted);
		work_end(work);
	}
}

/* A word of its number, made as long as is wanted. */
static uint32
spell(char *text, uint32 number, uint32 length)
{
	sprintf(text, "%05u", number);
	memset(text + 5, 'x', length - 5);
	return length;
}

/*
 * The most frequent words, in order, of short texts all that are there twice; of long ones, all of which
 * take ten times what is kept, those that are there often enough.
 */
static void
test_words(void **state)
{
	enum
	{
		ROWS = 20000,
		WORDS = 5000
	};
	static char text[LONGEST_CATEGORY];

	for (int longest = 0; longest < 2; longest++)
	{
		Work	   *work = new_work(NULL);
		SampledColumn *column = create(work, SAMPLED_CATEGORY, ROWS);
		ListedCategory	list[LISTED_CATEGORIES];
		uint32		times[WORDS] = {0};
		bool		repeated;
		uint32		n;
		Rng			rng;

		rng_seed(&rng, SEED + longest);
		for (int i = 0; i < ROWS; i++)
		{
			/* the smaller the number the more frequent */
			double		u = rng_unit(&rng);
			uint32		word = (uint32) (u * u * u * WORDS);

			times[word]++;
			sampled_column_category(column, rng_mix(word, 1), text, spell(text, word, longest ? 3000 : 5));
		}
		assert_true(column->used <= CATEGORY_BYTES);
		assert_true(longest ? column->least > 2 : column->least == 2);
		n = sampled_column_categories(work, column, equal_weights(work, column->rows, 1), list, &repeated);
		assert_true(repeated);
		assert_int_equal(n, LISTED_CATEGORIES);
		for (uint32 k = 0; k < n; k++)
		{
			uint32		best = 0;

			/* the first of the most frequent that are left, in the order of their numbers */
			for (uint32 word = 1; word < WORDS; word++)
				if (times[word] > times[best])
					best = word;
			spell(text, best, longest ? 3000 : 5);
			assert_near(list[k].share, (double) times[best] / ROWS, 1e-12);
			assert_memory_equal(list[k].text, text, list[k].length);
			times[best] = 0;
		}
		work_end(work);
	}
}

/* Pairs of long words: no more are listed than can be kept, and that they are there twice is known. */
static void
test_pairs_of_words(void **state)
{
	static char text[LONGEST_CATEGORY];
	Work	   *work = new_work(NULL);
	SampledColumn *column = create(work, SAMPLED_CATEGORY, 2000);
	ListedCategory	list[LISTED_CATEGORIES];
	bool		repeated;

	for (uint32 i = 0; i < 2000; i++)
		sampled_column_category(column, rng_mix(i / 2, 1), text, spell(text, i / 2, LONGEST_CATEGORY));
	assert_true(sampled_column_categories(work, column, equal_weights(work, column->rows, 1), list, &repeated) <= LISTED_CATEGORIES);
	assert_true(repeated && column->used <= column->bytes);

	column = create(work, SAMPLED_CATEGORY, 3);
	sampled_column_null(column);
	sampled_column_category(column, 1, "a", 1);
	sampled_column_category(column, 1, NULL, 0);
	assert_int_equal(sampled_column_categories(work, column, equal_weights(work, column->rows, 1), list, &repeated), 0);
	assert_true(!repeated && column->values == 2);
	work_end(work);
}

/*
 * Of 40 rows 7, in the samples of successive stretches of one stream: each row 1/40 of all that
 * are taken, within 5 deviations, which shows a bias of 1 in 12.
 */
static void
test_sample(void **state)
{
	enum
	{
		ROWS = 40,
		WANTED = 7,
		SAMPLES = 20000
	};
	int			times[ROWS] = {0};
	SampledRows sample;
	double		share = (double) WANTED / ROWS;

	sampled_rows_init(&sample, WANTED, ROWS);
	for (int s = 0; s < SAMPLES; s++)
	{
		int			taken = 0;

		sample.left = ROWS;
		sample.wanted = WANTED;
		for (int i = 0; i < ROWS; i++)
			if (sampled_rows_next(&sample))
			{
				times[i]++;
				taken++;
			}
		assert_int_equal(taken, WANTED);
		assert_false(sampled_rows_next(&sample));
	}
	for (int i = 0; i < ROWS; i++)
		assert_true(fabs(times[i] - SAMPLES * share) < 5 * sqrt(SAMPLES * share * (1 - share)));

	/* all, if there are no more */
	sampled_rows_init(&sample, ROWS, ROWS);
	for (int i = 0; i < ROWS; i++)
		assert_true(sampled_rows_next(&sample));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_listed_values),
		cmocka_unit_test(test_quartiles),
		cmocka_unit_test(test_weighted_quartiles),
		cmocka_unit_test(test_weighted_correlation),
		cmocka_unit_test(test_weighted_categories),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_threshold),
		cmocka_unit_test(test_no_threshold),
		cmocka_unit_test(test_what_correlates),
		cmocka_unit_test(test_correlation),
		cmocka_unit_test(test_says),
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_pairs_of_words),
		cmocka_unit_test(test_sample),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
