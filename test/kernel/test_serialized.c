/*
 * test_serialized.c
 *		Moments and rows as words: a value taken apart by hand, every form
 *		written, checked and read again, and words that are none.
 */
#include "test.h"

#include "kernel/moments/serialized.h"
#include "moment_state.h"

static SerializedStatus
check(const Words *words)
{
	Moments		m;
	SerializedStatus status = state_read(test_work(), &m, words);

	state_free(&m);
	return status;
}

/* Fails unless these are the words, and they can be read. */
static void
expect_words(const Words *words, const uint64 *want, size_t n)
{
	assert_int_equal(words->n, n);
	for (size_t k = 0; k < n; k++)
		if (words->word[k] != want[k])
			fail_msg("word %zu is " UINT64_FORMAT ", not " UINT64_FORMAT, k, words->word[k], want[k]);
	assert_int_equal(check(words), SERIALIZED_OK);
}

static void
add_words(Moments *target, const Words *words)
{
	state_add_words(target, words, 1, NULL);
	assert_true(moments_valid(target));
}

static uint64
word_of(double value)
{
	uint64		word;

	memcpy(&word, &value, sizeof(word));
	return word;
}

/*
 * Two folds of three attributes about 1: in the second one a row of target 5
 * with x_1 = 3 and x_3 = 0, of which x_2 was asked for and missing, and of a look
 * that begins with x_3 the value is not known.
 */
static void
by_hand(void **state)
{
	static const double center[] = {1, 1, 1};
	static const uint32 plan[] = {0, 1, 2};
	static const uint32 present[] = {0, 2};
	static const uint32 unknown[] = {2};
	static const double value[] = {3, 0};
	const uint64 want[] = {
		word_of(1), word_of(1), word_of(1),
		word_of(5), word_of(5), word_of(1), word_of(1),
		3,
		0, word_of(2), word_of(0), word_of(0),
		1, word_of(0), word_of(1), word_of(0),
		2, word_of(1), word_of(0), word_of(1),
		/* the first fold */
		word_of(0), word_of(0), word_of(0), 0, 0,
		/* the second */
		word_of(1), word_of(5), word_of(25),
		2,
		0, word_of(1), word_of(2), word_of(4), word_of(5), word_of(25), word_of(10),
		2, word_of(1), word_of(-1), word_of(1), word_of(5), word_of(25), word_of(-5),
		1,
		2, word_of(1), word_of(-2), word_of(2), word_of(-1)
	};
	Moments		m;
	Words		words;

	state_new(&m, 3, 2, false, center);
	moments_add(&m, 1, 5, plan, 3, present, value, 2);
	moments_add_unknown(&m, unknown, 1);
	words = state_write(&m);
	expect_words(&words, want, lengthof(want));
	free(words.word);
	state_free(&m);
}

/* Two rows of two classes: x_1 = 1 and x_2 = 2 in the first, x_1 = 3 in the second. */
static void
classes_by_hand(void **state)
{
	static const double value[] = {1, 2, 3};
	const uint64 want[] = {
		word_of(0), word_of(0), word_of(2), word_of(2),
		2,
		0, word_of(3),
		1, word_of(2),
		/* the fold and its classes */
		word_of(2), word_of(1), word_of(1),
		2,
		0, word_of(2), word_of(4), word_of(10), word_of(1), word_of(1), word_of(1), word_of(3),
		1, word_of(1), word_of(2), word_of(4), word_of(1), word_of(2), word_of(0), word_of(0),
		PG_UINT64_MAX,
		word_of(1), word_of(2), word_of(1), word_of(2)
	};
	static const struct
	{
		size_t		at;
		double		number;
		SerializedStatus status;
	}			bad[] = {
		{10, 2, SERIALIZED_BAD_CLASS},	/* more rows than the fold has */
		{10, 3, SERIALIZED_BAD_COUNT},	/* of this class alone */
		{11, 0.5, SERIALIZED_BAD_COUNT},
		{17, 0, SERIALIZED_BAD_SUM},	/* a sum over no rows */
		{19, 2, SERIALIZED_BAD_CLASS},	/* seen in more rows than the class has */
		{25, -1, SERIALIZED_BAD_CLASS},
		{27, 1, SERIALIZED_BAD_CLASS},	/* seen in more rows than the attribute */
		{28, 1, SERIALIZED_BAD_SUM},
		{18, INFINITY, SERIALIZED_NOT_FINITE}
	};
	Moments		m;
	Words		words;

	state_new(&m, 2, 1, false, NULL);
	m.of_classes = true;
	state_add(&m, 0, NULL, value, 2, 0);
	state_add(&m, 0, NULL, value + 2, 1, 1);
	words = state_write(&m);
	expect_words(&words, want, lengthof(want));
	for (size_t k = 0; k < lengthof(bad); k++)
	{
		words.word[bad[k].at] = word_of(bad[k].number);
		if (check(&words) != bad[k].status)
			fail_msg("change %zu: status %d, not %d", k, check(&words), bad[k].status);
		words.word[bad[k].at] = want[bad[k].at];
	}
	/* all rows are of the first class */
	words.word[10] = word_of(2);
	words.word[11] = word_of(0);
	words.word[17] = word_of(2);
	words.word[19] = words.word[20] = word_of(0);
	assert_int_equal(check(&words), SERIALIZED_BAD_CLASS);
	free(words.word);
	state_free(&m);
}

/* Rows of small integers, whose sums are exact in any order. */
static void
add_random_rows(Moments *m, uint32 rows, double share, Rng *rng)
{
	uint32	   *plan = malloc(sizeof(uint32) * m->d);
	uint32	   *present = malloc(sizeof(uint32) * m->d);
	double	   *value = malloc(sizeof(double) * m->d);

	for (uint32 t = 0; t < rows; t++)
	{
		uint32		n = 0;
		uint32		k = 0;

		for (uint32 i = 0; i < m->d; i++)
			if (m->complete || rng_unit(rng) < share)
			{
				plan[n++] = i;
				if (!m->complete && rng_below(rng, 9) == 0)
					continue;
				present[k] = i;
				value[k++] = (double) rng_below(rng, 15) - 7;
			}
		{
			uint32		fold = rng_below(rng, m->folds);

			moments_add(m, fold, (double) rng_below(rng, 5) - 2, plan, n, present, value, k);
		}
		/* any of them may begin a look */
		if (m->d > 2 && k > 0)
			moments_add_unknown(m, present, 1 + rng_below(rng, k));
	}
	free(plan);
	free(present);
	free(value);
}

static void
assert_same(const Words *got, const Words *want, const char *what, uint32 d, uint32 rows)
{
	if (got->n != want->n || memcmp(got->word, want->word, got->n * sizeof(uint64)) != 0)
		fail_msg("%s: d %u, %u rows: other words", what, d, rows);
}

/*
 * Written, checked, read into nothing and written again: the same words.  Read
 * into others: the words of the two merged.
 */
static void
round_trip(void **state)
{
	static const uint32 widths[] = {1, 2, 7, 40, 130};
	static const uint32 counts[] = {0, 1, 6, 60, 900};
	double		center[130];
	Rng			rng;

	rng_seed(&rng, 4);
	for (int i = 0; i < 130; i++)
		center[i] = i % 5;
	for (size_t w = 0; w < lengthof(widths); w++)
		for (size_t c = 0; c < lengthof(counts); c++)
			for (int how = 0; how < 4; how++)
			{
				const double *shift = how & 1 ? center : NULL;
				bool		complete = (how & 2) != 0;
				Moments		m;
				Moments		more;
				Moments		copy;
				Words		words;
				Words		again;

				state_new(&m, widths[w], 3, complete, shift);
				state_new(&more, widths[w], 3, complete, shift);
				state_new(&copy, widths[w], 3, complete, shift);
				add_random_rows(&m, counts[c], 3.0 / widths[w], &rng);
				add_random_rows(&more, counts[rng_below(&rng, 4)], 3.0 / widths[w], &rng);

				words = state_write(&m);
				assert_int_equal(check(&words), SERIALIZED_OK);
				add_words(&copy, &words);
				again = state_write(&copy);
				assert_same(&again, &words, "read", widths[w], counts[c]);
				free(again.word);
				free(words.word);

				words = state_write(&more);
				add_words(&copy, &words);
				free(words.word);
				state_merge(&m, &more);
				words = state_write(&m);
				again = state_write(&copy);
				assert_same(&again, &words, "merged", widths[w], counts[c]);
				free(again.word);
				free(words.word);
				state_free(&m);
				state_free(&more);
				state_free(&copy);
			}
}

/* Words of complete moments, read into others: as if these had been merged. */
static void
complete_into_others(void **state)
{
	static const uint32 widths[] = {1, 2, 7, 40};
	static const uint32 counts[] = {1, 6, 400};
	Rng			rng;

	rng_seed(&rng, 8);
	for (size_t w = 0; w < lengthof(widths); w++)
		for (size_t c = 0; c < lengthof(counts); c++)
			for (uint32 others = 0; others < 300; others = 10 * others + 2)
			{
				Moments		complete;
				Moments		merged;
				Moments		copy;
				Words		words;
				Words		again;

				state_new(&complete, widths[w], 3, true, NULL);
				state_new(&merged, widths[w], 3, false, NULL);
				state_new(&copy, widths[w], 3, false, NULL);
				add_random_rows(&complete, counts[c], 1, &rng);
				add_random_rows(&merged, others, 1, &rng);
				state_merge(&copy, &merged);

				words = state_write(&complete);
				add_words(&copy, &words);
				free(words.word);
				state_merge(&merged, &complete);
				words = state_write(&merged);
				again = state_write(&copy);
				assert_same(&again, &words, "complete ones", widths[w], counts[c]);
				free(again.word);
				free(words.word);
				state_free(&complete);
				state_free(&merged);
				state_free(&copy);
			}
}

/*
 * What was added by words or as moments is taken back by words or as moments, of either
 * form: the rest, bit by bit, as all sums are of small integers, but for what is remembered.
 */
static void
taken_back(void **state)
{
	static const uint32 widths[] = {1, 2, 7, 40};
	static const uint32 counts[] = {1, 6, 400};
	Rng			rng;

	rng_seed(&rng, 9);
	for (size_t w = 0; w < lengthof(widths); w++)
		for (size_t c = 0; c < lengthof(counts); c++)
			for (int form = 0; form < 24; form++)
			{
				bool		complete = form % 3 == 0;
				bool		gone_complete = form % 3 < 2;
				Moments		rest;
				Moments		gone;
				Moments		both;
				Moments		read;
				Words		words;
				Words		want;

				state_new(&rest, widths[w], 3, complete, NULL);
				state_new(&gone, widths[w], 3, gone_complete, NULL);
				state_new(&both, widths[w], 3, complete, NULL);
				add_random_rows(&rest, form % 12 < 6 ? 30 : 0, complete ? 1 : 3.0 / widths[w], &rng);
				add_random_rows(&gone, counts[c], gone_complete ? 1 : 3.0 / widths[w], &rng);
				words = state_write(&rest);
				if (form < 12)
					add_words(&both, &words);
				else
					state_merge(&both, &rest);
				free(words.word);
				words = state_write(&gone);
				if (form < 12)
					add_words(&both, &words);
				else
					state_merge(&both, &gone);
				if (form % 2 == 0)
					state_add_words(&both, &words, -1, NULL);
				else
					moments_merge(&both, &gone, -1, NULL);
				assert_int_equal(moments_close(&both), SUBTRACT_SOUND);
				assert_true(moments_valid(&both));
				assert_true(both.turnover == moments_rows(&rest) + 2 * moments_rows(&gone));
				assert_int_equal(moments_lost(&both), both.d + 1);

				/* read and written again it is the same */
				want = state_write(&both);
				assert_true(want.shape.reduced);
				assert_int_equal(check(&want), SERIALIZED_OK);
				state_new(&read, widths[w], 3, complete, NULL);
				add_words(&read, &want);
				free(words.word);
				words = state_write(&read);
				assert_same(&words, &want, "taken", widths[w], counts[c]);
				free(words.word);
				free(want.word);

				/* it is the rest, once it forgets; the pairs that are gone take no words */
				for (uint32 i = 0; i < both.d; i++)
				{
					both.peak_xx[i] = 0;
					both.largest[i] = rest.largest[i];
				}
				both.turnover = both.peak_yy = 0;
				both.target = rest.target;
				words = state_write(&both);
				want = state_write(&rest);
				assert_same(&words, &want, "rest", widths[w], counts[c]);
				free(words.word);
				free(want.word);

				/* once more is too much */
				moments_merge(&both, &gone, -1, NULL);
				if (form % 12 >= 6)
					assert_int_equal(moments_close(&both), SUBTRACT_TOO_MUCH);
				state_free(&rest);
				state_free(&gone);
				state_free(&both);
				state_free(&read);
			}
}

/* The form depends on what was seen alone: a table with few cells is cells. */
static void
one_form(void **state)
{
	static const uint32 pair[] = {3, 17};
	static const double value[] = {2, 5};
	Moments		m;
	Words		words;
	size_t		n;

	state_new(&m, 30, 1, false, NULL);
	state_add(&m, 0, pair, value, 2, 1);
	words = state_write(&m);
	n = words.n;
	free(words.word);
	moments_sum(&m);
	words = state_write(&m);
	assert_int_equal(words.n, n);
	assert_int_equal(n, 4 + 1 + 2 * 2 + 4 + 2 * 7 + 1 + 5);
	free(words.word);
	state_free(&m);
}

/* And cells that are all of the pairs are a table, whatever they came from. */
static void
cells_become_table(void **state)
{
	static const uint32 pair[][2] = {{0, 1}, {0, 2}, {1, 2}};
	static const double value[] = {2, 5};
	Moments		whole;
	Moments		sum;
	Words		want;
	Words		got;

	state_new(&whole, 3, 1, false, NULL);
	state_new(&sum, 3, 1, false, NULL);
	for (int k = 0; k < 3; k++)
	{
		Moments		m;
		Words		words;

		state_new(&m, 3, 1, false, NULL);
		state_add(&m, 0, pair[k], value, 2, 1);
		state_add(&whole, 0, pair[k], value, 2, 1);
		words = state_write(&m);
		add_words(&sum, &words);
		free(words.word);
		state_free(&m);
	}
	want = state_write(&whole);
	got = state_write(&sum);
	assert_same(&got, &want, "cells", 3, 3);
	free(want.word);
	free(got.word);
	state_free(&whole);
	state_free(&sum);
}

/* Every shorter one, one more word, and every word made what it cannot be. */
static void
refused(void **state)
{
	static const double specials[] = {-1, 0.5, 1e18, INFINITY, -INFINITY, NAN};
	Rng			rng;

	rng_seed(&rng, 9);
	for (int how = 0; how < 4; how++)
	{
		Moments		m;
		Words		words;
		uint32		changes = 0;
		uint32		accepted = 0;

		state_new(&m, 5, 2, (how & 2) != 0, NULL);
		add_random_rows(&m, how & 1 ? 300 : 3, 0.6, &rng);
		words = state_write(&m);
		for (size_t n = words.n; n-- > 0;)
		{
			uint64	   *shorter = malloc(n * sizeof(uint64) + 1);

			memcpy(shorter, words.word, n * sizeof(uint64));
			assert_int_not_equal(check(&(Words) {.word = shorter, .n = n, .shape = words.shape}), SERIALIZED_OK);
			free(shorter);
		}
		words.word = realloc(words.word, (words.n + 1) * sizeof(uint64));
		words.word[words.n++] = 0;
		assert_int_equal(check(&words), SERIALIZED_LONG);
		words.n--;
		for (size_t k = 0; k < words.n; k++)
			for (size_t s = 0; s < lengthof(specials) + 3; s++)
			{
				uint64		good = words.word[k];
				bool		integer = s >= lengthof(specials);
				double		special = integer ? 0 : specials[s];

				words.word[k] = integer ? (uint64[]) {PG_UINT64_MAX, 7, PG_UINT32_MAX}[s - lengthof(specials)] :
					word_of(special);
				changes++;
				/* what is accepted can be read, and written again */
				if (check(&words) == SERIALIZED_OK)
				{
					Moments		copy;
					Words		again;

					accepted++;
					state_new(&copy, 5, 2, m.complete, NULL);
					add_words(&copy, &words);
					again = state_write(&copy);
					assert_int_equal(check(&again), SERIALIZED_OK);
					free(again.word);
					state_free(&copy);
				}
				words.word[k] = good;
			}
		/* sums may be anything finite, counts and places may not */
		if (changes < 300 || accepted > changes / 2)
			fail_msg("%u of %u changed words were accepted", accepted, changes);
		free(words.word);
		state_free(&m);
	}
}

/* Each status for what it is meant for, in the words of by_hand() without centre. */
static void
statuses(void **state)
{
	static const uint32 pair[] = {0, 2};
	static const double value[] = {2, -1};
	static const struct
	{
		size_t		at;
		uint64		word;
		double		number;
		SerializedStatus status;
	}			bad[] = {
		{0, 0, 6, SERIALIZED_BAD_EXTREMES},		/* low above high */
		{2, 0, 0, SERIALIZED_BAD_EXTREMES},		/* low = high, other counts */
		{3, 0, 2, SERIALIZED_BAD_EXTREMES},		/* more rows than there are */
		{4, 4, 0, SERIALIZED_BAD_SEEN},
		{5, 2, 0, SERIALIZED_BAD_ATTRIBUTE},		/* twice */
		{5, 1, 0, SERIALIZED_BAD_ATTRIBUTE},		/* seen, but not in the list */
		{6, 0, -2, SERIALIZED_BAD_SUM},
		{6, 0, INFINITY, SERIALIZED_NOT_FINITE},
		{9, 0, 0.5, SERIALIZED_BAD_COUNT},		/* half a row */
		{11, 0, -25, SERIALIZED_BAD_SUM},
		{12, 4, 0, SERIALIZED_BAD_SEEN},
		{13, 1, 0, SERIALIZED_BAD_ATTRIBUTE},
		{14, 0, 2, SERIALIZED_BAD_COUNT},		/* seen more often than there are rows */
		{16, 0, NAN, SERIALIZED_NOT_FINITE},
		{27, 2, 0, SERIALIZED_SHORT},			/* so many pairs */
		{27, PG_UINT64_MAX, 0, SERIALIZED_SHORT},
		{28, (uint64) 2 << 32 | 2, 0, SERIALIZED_BAD_PAIR},
		{28, 3, 0, SERIALIZED_BAD_PAIR},
		{29, 0, 2, SERIALIZED_BAD_COUNT},
	};
	Moments		m;
	Words		words;

	state_new(&m, 3, 1, false, NULL);
	state_add(&m, 0, pair, value, 2, 5);
	words = state_write(&m);
	assert_int_equal(words.n, 4 + 1 + 2 * 2 + 4 + 2 * 7 + 1 + 5);
	for (size_t k = 0; k < lengthof(bad); k++)
	{
		uint64		good = words.word[bad[k].at];
		SerializedStatus status;

		words.word[bad[k].at] = bad[k].word != 0 ? bad[k].word : word_of(bad[k].number);
		status = check(&words);
		if (status != bad[k].status)
			fail_msg("change %zu: status %d, not %d", k, status, bad[k].status);
		words.word[bad[k].at] = good;
	}
	assert_int_equal(check(&words), SERIALIZED_OK);
	words.word[27] = 0;
	assert_int_equal(check(&words), SERIALIZED_LONG);
	words.word[27] = 1;
	words.shape.extremes = false;
	assert_int_not_equal(check(&words), SERIALIZED_OK);
	words.shape.complete = words.shape.missing = true;
	assert_int_equal(check(&words), SERIALIZED_BAD_COUNT);
	free(words.word);
	state_free(&m);

	/* squares that are infinite */
	state_new(&m, 2, 1, false, NULL);
	state_add(&m, 0, (uint32[]) {0, 1}, (double[]) {1e200, 1}, 2, 1);
	{
		size_t		n;

		moments_sum(&m);
		assert_int_equal(serialized_measure(&m, &n), SERIALIZED_NOT_FINITE);
	}
	state_free(&m);
}

static Rows
list_with_room(size_t entries)
{
	Rows		list = {0};

	rows_make_room(test_work(), &list, entries);
	return list;
}

/* Rows as words, and back: in moments that live as long as the test. */
static void
write_rows(const Rows *list, uint64 *word)
{
	Moments		m;

	state_new(&m, 7, 3, false, NULL);
	m.rows = *list;
	(void) serialized_write(&m, word);
	state_free(&m);
}

static SerializedStatus
read_rows(uint64 *word, size_t n, const SerializedShape *shape, Rows *list)
{
	Words		words = {.word = word, .n = n, .shape = *shape};
	Moments		m;
	SerializedStatus status;

	words.shape.rows = true;
	status = state_read(test_work(), &m, &words);
	*list = m.rows;
	return status;
}

/* Rows of each length, with holes, back and forth; and added up. */
static void
rows(void **state)
{
	static const uint32 plan[] = {0, 2, 5, 6};
	static const double value[] = {3, 1, 4, 1.5};
	SerializedShape	shape = {.d = 7, .folds = 3};

	for (uint32 n = 0; n <= 4; n++)
		for (uint32 hole = 0; hole <= n; hole++)
		{
			Rows		list = {0};
			Rows		copy = {0};
			uint32		present[4];
			double		there[4];
			uint32		m = 0;
			uint64		word[40];
			size_t		words;
			size_t		at = 0;
			KeptRow		row = {0};

			for (uint32 k = 0; k < n; k++)
				if (k != hole)
				{
					present[m] = plan[k];
					there[m++] = value[k];
				}
			rows_make_room(test_work(), &list, 3 * (n + 1));
			for (int t = 0; t < 3; t++)
				rows_add(&list, t, 1, 10 + t, plan, n, present, there, m, NULL);
			words = serialized_row_words(list.used);
			assert_int_equal(list.used, 3 * (n + 1));
			write_rows(&list, word);
			shape.missing = hole < n;
			assert_int_equal(read_rows(word, words, &shape, &copy), SERIALIZED_OK);
			assert_true(copy.rows == 3);
			for (uint32 t = 0; t < 3; t++)
			{
				uint32		got = 0;

				assert_true(rows_next(&copy, &at, &row));
				assert_int_equal(row.fold, t);
				assert_true(row.y == 10 + t);
				assert_int_equal(row.n, n);
				for (uint32 k = 0; k < n; k++)
					if (k == hole)
						assert_true(row.label[k] == (plan[k] | ROW_MISSING) && row.value[k] == 0);
					else
						assert_true(row.label[k] == plan[k] && row.value[k] == there[got++]);
				assert_int_equal(got, kept_row_present(&row));
			}
			assert_false(rows_next(&copy, &at, &row));
		}
}

/* Rows that are none: {label, value} of each entry, and what is said of them. */
static void
bad_rows(void **state)
{
	static const struct
	{
		uint32		n;
		uint32		label[4];
		double		value[4];
		bool		complete;
		bool		missing;
		bool		unknown;
		SerializedStatus status;
	}			cases[] = {
		{3, {ROW_START, 0, 1}, {1, 2, 3}, false, false, false, SERIALIZED_OK},
		{1, {ROW_START | 1}, {1}, false, false, false, SERIALIZED_OK},
		{2, {ROW_START, ROW_START | 1}, {1, 1}, false, false, false, SERIALIZED_OK},
		{2, {ROW_START, 1 | ROW_MISSING}, {1, 0}, false, true, false, SERIALIZED_OK},
		{3, {ROW_START, 0, 1}, {1, 2, 3}, true, false, false, SERIALIZED_OK},
		{1, {0}, {1}, false, false, false, SERIALIZED_BAD_ROW},		/* no start */
		{1, {ROW_START | 2}, {1}, false, false, false, SERIALIZED_BAD_ROW}, /* no such fold */
		{3, {ROW_START, 1, 0}, {1, 2, 3}, false, false, false, SERIALIZED_BAD_ROW},
		{3, {ROW_START, 1, 1}, {1, 2, 3}, false, false, false, SERIALIZED_BAD_ROW},
		{2, {ROW_START, 2}, {1, 2}, false, false, false, SERIALIZED_BAD_ROW},
		{2, {ROW_START, ROW_LABEL}, {1, 2}, false, false, false, SERIALIZED_BAD_ROW},
		{2, {ROW_START, 1 | ROW_MISSING}, {1, 0}, false, false, false, SERIALIZED_BAD_ROW},
		{2, {ROW_START, 1 | ROW_MISSING}, {1, 2}, false, true, false, SERIALIZED_BAD_ROW},
		{2, {ROW_START, 1}, {1, 0}, false, true, false, SERIALIZED_BAD_ROW},
		{1, {ROW_START | ROW_MISSING}, {0}, false, true, false, SERIALIZED_BAD_ROW},
		{2, {ROW_START, 1}, {1, INFINITY}, false, false, false, SERIALIZED_NOT_FINITE},
		{1, {ROW_START}, {NAN}, false, false, false, SERIALIZED_NOT_FINITE},
		{2, {ROW_START, 0}, {1, 2}, true, false, false, SERIALIZED_BAD_ROW},	/* not all of them */
		{4, {ROW_START, ROW_START, 0, 1}, {1, 1, 2, 3}, true, false, false, SERIALIZED_BAD_ROW},
		{3, {ROW_START, 0, 1 | ROW_MISSING}, {1, 2, 0}, true, true, false, SERIALIZED_BAD_ROW},
		{2, {ROW_START, 1 | ROW_UNKNOWN}, {1, 0}, false, false, true, SERIALIZED_OK},
		{3, {ROW_START, 0, 1 | ROW_UNKNOWN}, {1, 2, 0}, true, false, true, SERIALIZED_OK},
		{2, {ROW_START, 1 | ROW_UNKNOWN}, {1, 0}, false, false, false, SERIALIZED_BAD_ROW},
		{2, {ROW_START, 1 | ROW_UNKNOWN}, {1, 2}, false, false, true, SERIALIZED_BAD_ROW},
		{2, {ROW_START, 1}, {1, 0}, false, false, true, SERIALIZED_BAD_ROW},
		{2, {ROW_START, 1 | ROW_UNKNOWN | ROW_MISSING}, {1, 0}, false, true, true, SERIALIZED_BAD_ROW},
		{1, {ROW_START | ROW_UNKNOWN}, {0}, false, false, true, SERIALIZED_BAD_ROW}
	};

	for (size_t k = 0; k < lengthof(cases); k++)
	{
		SerializedShape	shape = {.d = 2, .folds = 2, .complete = cases[k].complete, .missing = cases[k].missing,
			.unknown = cases[k].unknown};
		Rows		list = list_with_room(4);
		Rows		copy = {0};
		uint64		word[6];
		SerializedStatus status;

		memcpy(list.label, cases[k].label, sizeof(cases[k].label));
		memcpy(list.value, cases[k].value, sizeof(cases[k].value));
		list.used = cases[k].n;
		write_rows(&list, word);
		status = read_rows(word, serialized_row_words(list.used), &shape, &copy);
		if (status != cases[k].status)
			fail_msg("case %zu: status %d, not %d", k, status, cases[k].status);
	}
	/* what is unknown may be 0 before the centre is taken off */
	for (int off = 0; off < 2; off++)
	{
		SerializedShape	shape = {.d = 2, .folds = 2, .center = true, .unknown = true};
		Rows		list = list_with_room(4);
		Rows		copy = {0};
		uint64		word[8] = {word_of(3), word_of(-2 - off)};

		list.label[0] = ROW_START;
		list.label[1] = 1 | ROW_UNKNOWN;
		list.value[0] = 1;
		list.value[1] = 2;
		list.used = 2;
		write_rows(&list, word + 2);
		assert_int_equal(read_rows(word, 2 + serialized_row_words(2), &shape, &copy),
						 off ? SERIALIZED_BAD_ROW : SERIALIZED_OK);
	}
	/* no number of entries has four words; half a word that is left must be 0 */
	{
		SerializedShape	shape = {.d = 2, .folds = 2};
		uint64		word[4] = {0};
		Rows		copy = {0};

		assert_int_equal(read_rows(word, 4, &shape, &copy), SERIALIZED_SHORT);
		word[1] = (uint64) ROW_START << 32 | 1;
		assert_int_equal(read_rows(word, 2, &shape, &copy), SERIALIZED_LONG);
	}
}

/* Rows in any order are the same list once it is sorted, whole rows all of them. */
static void
sorted(void **state)
{
	enum
	{
		MANY = 20
	};
	uint32		plan[] = {0, 1, 2};
	double		y[MANY];
	double		value[MANY][3];
	uint64		first[2 * 4 * MANY];
	Rng			rng;

	rng_seed(&rng, 3);
	for (int r = 0; r < MANY; r++)
	{
		y[r] = rng_below(&rng, 3);
		for (int k = 0; k < 3; k++)
			value[r][k] = (double) rng_below(&rng, 3) - 1;
	}
	for (int turn = 0; turn < 50; turn++)
	{
		Rows		list = list_with_room(4 * MANY);
		uint64		word[2 * 4 * MANY];
		double		sum = 0;

		for (int r = 0; r < MANY; r++)
		{
			int			at = (r * 7 + turn) % MANY;
			uint32		n = 1 + (uint32) at % 3;

			rows_add(&list, (uint32) at % 2, 1, y[at], plan, n, plan, value[at], at % 5 == 0 ? n - 1 : n, NULL);
			if (value[at][0] == 0 && at % 5 != 0)
				rows_mark_unknown(&list, plan, 1);
		}
		rows_sort(test_work(), &list);
		write_rows(&list, word);
		if (turn == 0)
			memcpy(first, word, serialized_row_words(list.used) * sizeof(uint64));
		assert_memory_equal(first, word, serialized_row_words(list.used) * sizeof(uint64));
		for (size_t e = 0; e < list.used; e++)
			if (list.label[e] & ROW_START)
				sum += list.value[e];
		for (int r = 0; r < MANY; r++)
			sum -= y[r];
		assert_true(sum == 0);
	}
}

/*
 * Rows are kept as long as they take no more words than the sums that they make where all
 * is seen; one row of all attributes always does.
 */
static void
rows_pay(void **state)
{
	static const uint32 widths[] = {1, 2, 7, 40};
	Rng			rng;

	rng_seed(&rng, 4);
	for (int turn = 0; turn < 400; turn++)
	{
		uint32		d = widths[turn % 4];
		bool		complete = turn % 3 == 0;
		uint32		folds = 1 + turn % 5;
		double	   *value = malloc(sizeof(double) * d);
		uint32	   *attribute = malloc(sizeof(uint32) * d);
		Moments		m;
		Moments		kept;
		Words		words;
		uint32		r = 0;

		state_new(&m, d, folds, complete, NULL);
		state_new(&kept, d, folds, complete, NULL);
		for (; !m.summed; r++)
		{
			for (uint32 i = 0; i < d; i++)
			{
				attribute[i] = i;
				value[i] = 1 + rng_below(&rng, 9);
			}
			state_add(&m, r % folds, attribute, value, d, r);
			if (!m.summed)
				state_add(&kept, r % folds, attribute, value, d, r);
		}
		assert_true(r > 1);
		words = state_write(&kept);
		assert_true(serialized_row_words((r - 1) * (d + 1)) <= words.n);
		free(words.word);
		words = state_write(&m);
		assert_true(serialized_row_words(r * (d + 1)) > words.n);
		state_free(&kept);
		free(words.word);
		free(attribute);
		free(value);
		state_free(&m);
	}
}

/* Five looks at one row of 500: as rows 9 words, as sums what was seen. */
static void
small(void **state)
{
	static const uint32 plan[] = {7, 100, 101, 250, 499};
	static const double value[] = {1, 2, 3, 4, 5};
	Moments		m;
	Words		words;

	assert_int_equal(serialized_row_words(6), 9);
	state_new(&m, 500, 5, false, NULL);
	state_add(&m, 3, plan, value, 5, 1);
	words = state_write(&m);
	assert_int_equal(words.n, 4 + 1 + 5 * 2 + 5 * 5 + 5 * 7 + 10 * 5);
	assert_int_equal(check(&words), SERIALIZED_OK);
	free(words.word);
	state_free(&m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_hand),
		cmocka_unit_test(classes_by_hand),
		cmocka_unit_test(round_trip),
		cmocka_unit_test(complete_into_others),
		cmocka_unit_test(taken_back),
		cmocka_unit_test(one_form),
		cmocka_unit_test(cells_become_table),
		cmocka_unit_test(refused),
		cmocka_unit_test(statuses),
		cmocka_unit_test(rows),
		cmocka_unit_test(bad_rows),
		cmocka_unit_test(sorted),
		cmocka_unit_test(rows_pay),
		cmocka_unit_test(small),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
