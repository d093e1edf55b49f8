/*
 * test_exact.c
 *		Sums in two words, from which rows are taken back.
 *
 * The oracle adds the rows that remain, and nothing else, as __float128, whose
 * 113 bits are more than these sums keep; each product is rounded to a double
 * before, as they do.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <setjmp.h>
#include <cmocka.h>

#include "kernel/exact/exact_words.h"
#include "kernel/rng.h"
#include "moment_state.h"

#define D 5
#define FOLDS 2
#define CHUNKS 256

typedef struct State
{
	Exact		e;
	void	   *chunk[CHUNKS];
	uint32		chunks;
} State;

static void
new_exact(State *state, bool complete, const double *shift)
{
	state->chunks = 0;
	state->chunk[state->chunks++] = malloc(exact_size(D, FOLDS));
	exact_init(&state->e, state->chunk[0], D, FOLDS, complete, shift);
}

static void
free_exact(State *state)
{
	while (state->chunks > 0)
		free(state->chunk[--state->chunks]);
}

static void
room(State *state, uint32 fold, const uint32 *attribute, uint32 n)
{
	size_t		size = exact_wanted(&state->e, fold, attribute, n);

	if (size == 0)
		return;
	assert_true(state->chunks < CHUNKS);
	state->chunk[state->chunks] = malloc(size);
	exact_grow(&state->e, fold, attribute, n, state->chunk[state->chunks++]);
	assert_int_equal(exact_wanted(&state->e, fold, attribute, n), 0);
}

/* A row: what was seen of it, and its target. */
typedef struct Row
{
	uint32		fold;
	uint32		n;
	uint32		attribute[D];
	double		value[D];
	double		y;
} Row;

static void
add(State *state, const Row *row, int sign)
{
	room(state, row->fold, row->attribute, row->n > 0 ? row->n - 1 : 0);
	exact_add_row(&state->e, row->fold, row->attribute, row->value, row->n, row->y, sign);
	if (sign > 0)
		exact_add_looks(&state->e, row->attribute, row->n, 1);
}

static void
merge(State *target, const Exact *source, int sign)
{
	uint32		attribute[D];

	exact_merge_common(&target->e, source, sign);
	for (uint32 f = 0; f < FOLDS; f++)
		if (exact_started(&source->fold[f]))
		{
			room(target, f, attribute, exact_touched(source, f, attribute));
			exact_merge(&target->e, source, f, sign);
		}
}

static void
merge_plain(State *target, const Moments *source, int sign)
{
	void	   *scratch = malloc(exact_merge_scratch_size(D));
	uint32		attribute[D];

	exact_merge_moments_common(&target->e, source, sign);
	for (uint32 f = 0; f < FOLDS; f++)
		if (source->fold[f].rows > 0)
		{
			room(target, f, attribute, exact_touched_moments(source, f, attribute));
			exact_merge_moments(&target->e, source, f, sign, scratch);
		}
	free(scratch);
}

typedef struct View
{
	Moments		m;
	void	   *chunk[FOLDS + 1];
} View;

static void
new_view(View *view, const Exact *e)
{
	view->chunk[FOLDS] = malloc(moments_size(D, FOLDS));
	moments_init(&view->m, view->chunk[FOLDS], D, FOLDS, e->complete, e->shift);
	exact_view_common(e, &view->m);
	for (uint32 f = 0; f < FOLDS; f++)
	{
		view->chunk[f] = malloc(exact_view_size(e, f) + 1);
		exact_view(e, f, &view->m, view->chunk[f]);
	}
	assert_true(moments_valid(&view->m));
}

static void
free_view(View *view)
{
	for (uint32 f = 0; f <= FOLDS; f++)
		free(view->chunk[f]);
}

/* A sum of the oracle, and that of its terms without their signs. */
typedef struct Oracle
{
	__float128	sum;
	__float128	size;
} Oracle;

static void
take_in(Oracle *oracle, double term)
{
	oracle->sum += term;
	oracle->size += fabs(term);
}

/* tolerance: of the sum of the terms without their signs */
static void
compare(const char *what, uint64 seed, double got, const Oracle *want, double tolerance)
{
	double		error = fabs((double) (got - want->sum));

	if (!(error <= tolerance * (double) want->size))
		fail_msg("seed %lu: %s is %.17g, not %.17g", (unsigned long) seed, what, got, (double) want->sum);
}

/* The view against these rows. */
static void
compare_rows(const Exact *e, const Row *rows, size_t n, uint64 seed, double tolerance)
{
	View		view;
	void	   *memory = malloc(fold_walk_size(D));

	new_view(&view, e);
	for (uint32 f = 0; f < FOLDS; f++)
	{
		Oracle		y[2] = {{0}};
		double		count = 0;
		FoldWalk	walk;

		for (size_t r = 0; r < n; r++)
			if (rows[r].fold == f)
			{
				count++;
				take_in(&y[0], rows[r].y);
				take_in(&y[1], rows[r].y * rows[r].y);
			}
		assert_true(view.m.fold[f].rows == count);
		compare("y", seed, view.m.fold[f].y, &y[0], tolerance);
		compare("y^2", seed, view.m.fold[f].yy, &y[1], tolerance);
		if (exact_started(&e->fold[f]))
			fold_walk_start(&walk, memory, &view.m, f);
		for (uint32 i = 0; i < D; i++)
		{
			Marginal	m = moments_fold_marginal(&view.m, f, i);
			Oracle		of[D][4] = {{{0}}};
			Oracle		own[5] = {{0}};
			double		seen[D] = {0};
			const PairCell *cell = exact_started(&e->fold[f]) && i + 1 < D ? fold_walk_row(&walk, i) : NULL;

			for (size_t r = 0; r < n; r++)
				for (uint32 k = 0; rows[r].fold == f && k < rows[r].n; k++)
				{
					double		shift = e->shift ? e->shift[i] : 0;
					double		x = rows[r].value[k] - shift;

					if (rows[r].attribute[k] != i)
						continue;
					seen[i]++;
					take_in(&own[0], x);
					take_in(&own[1], x * x);
					take_in(&own[2], rows[r].y);
					take_in(&own[3], rows[r].y * rows[r].y);
					take_in(&own[4], x * rows[r].y);
					for (uint32 l = k + 1; l < rows[r].n; l++)
					{
						uint32		j = rows[r].attribute[l];
						double		x2 = rows[r].value[l] - (e->shift ? e->shift[j] : 0);

						seen[j]++;
						take_in(&of[j][0], x * x2);
						take_in(&of[j][1], x);
						take_in(&of[j][2], x2);
					}
				}
			assert_true(m.n == seen[i]);
			compare("x", seed, m.x, &own[0], tolerance);
			compare("x^2", seed, m.xx, &own[1], tolerance);
			compare("y of x", seed, m.y, &own[2], tolerance);
			compare("y^2 of x", seed, m.yy, &own[3], tolerance);
			compare("xy", seed, m.xy, &own[4], tolerance);
			for (uint32 j = i + 1; cell != NULL && j < D; j++)
			{
				assert_true(cell[j - i - 1].n == seen[j]);
				compare("product", seed, cell[j - i - 1].product, &of[j][0], tolerance);
				compare("first", seed, cell[j - i - 1].first, &of[j][1], tolerance);
				compare("second", seed, cell[j - i - 1].second, &of[j][2], tolerance);
			}
		}
	}
	free(memory);
	free_view(&view);
}

/* A row with some of the attributes, or all of them, about an offset. */
static Row
draw(Rng *rng, bool all, double offset)
{
	Row			row = {.fold = rng_below(rng, FOLDS), .y = normal(rng) + 1};

	for (uint32 i = 0; i < D; i++)
		if (all || rng_below(rng, 2) == 0)
		{
			row.attribute[row.n] = i;
			row.value[row.n++] = normal(rng) + offset;
		}
	return row;
}

/* All but the first 100 of many rows, some of them with a typing error, come and go. */
static void
come_and_go(double typo, double offset, bool complete, const double *shift, bool lost)
{
	size_t		many = getenv("AER_QUICK") ? 2000 : 100000;
	Row		   *row = malloc(many * sizeof(Row));
	uint64		seed = 17;
	double		bound;
	State		state;
	View		view;
	Rng			rng;

	rng_seed(&rng, seed);
	new_exact(&state, complete, shift);
	for (size_t r = 0; r < many; r++)
	{
		row[r] = draw(&rng, complete, offset);
		if (r >= 100 && r % 97 == 0 && row[r].n > 0)
			row[r].value[rng_below(&rng, row[r].n)] *= typo;
		if (r >= 100 && r % 89 == 0)
			row[r].y *= typo;
		add(&state, &row[r], 1);
	}
	/* in another order than they came */
	for (size_t r = many; r-- > 101;)
	{
		size_t		other = 100 + rng_below(&rng, (uint32) (r - 99));
		Row			swapped = row[r];

		row[r] = row[other];
		row[other] = swapped;
	}
	for (size_t r = 100; r < many; r++)
		add(&state, &row[r], -1);
	assert_int_equal(exact_close(&state.e), EXACT_SOUND);
	assert_false(state.e.rounded);
	assert_true(state.e.ever == many);
	new_view(&view, &state.e);
	assert_int_equal(exact_lost(&state.e, &view.m, &bound) <= D, lost);
	free_view(&view);
	/* 2^-105 of typo^2, at each of 2e5 steps: at most 1e-10 of 100 squares if typo <= 1e9 */
	if (!lost)
		compare_rows(&state.e, row, 100, seed, 1e-9);
	free_exact(&state);
	free(row);
}

static void
rows_come_and_go(void **unused)
{
	static const double typos[] = {1, 1e3, 1e6, 1e9};
	static const double shift[D] = {1, 0, -3, 1e6, 7};

	for (size_t t = 0; t < lengthof(typos); t++)
	{
		come_and_go(typos[t], 0, false, NULL, false);
		come_and_go(typos[t], 0, true, NULL, false);
	}
	come_and_go(1, 1e6, false, NULL, false);
	come_and_go(1, 1e6, true, NULL, false);
	come_and_go(1e3, 1, false, shift, false);
	come_and_go(1e15, 0, false, NULL, true);
	come_and_go(1e15, 0, true, NULL, true);
}

#define MANY 200

/* Rows by themselves, in parts that are merged, and about: the same. */
static void
parts_merge(void **unused)
{
	for (uint64 seed = 1; seed <= 20; seed++)
	{
		bool		complete = seed % 2 == 0;
		Row			row[MANY];
		State		whole;
		State		part;
		State		rest;
		Moments		plain;
		Rng			rng;

		rng_seed(&rng, seed);
		new_exact(&whole, complete, NULL);
		new_exact(&part, complete, NULL);
		new_exact(&rest, false, NULL);
		state_new(&plain, D, FOLDS, complete, NULL);
		for (uint32 r = 0; r < MANY; r++)
		{
			row[r] = draw(&rng, complete, 10);
			add(&whole, &row[r], 1);
			if (r >= MANY / 2)
				add(&part, &row[r], 1);
			if (r >= MANY / 2)
				state_add(&plain, row[r].fold, row[r].attribute, row[r].value, row[r].n, row[r].y);
		}
		/* what was complete breaks into pairs */
		merge(&rest, &whole.e, 1);
		compare_rows(&rest.e, row, MANY, seed, 1e-15);
		merge(&rest, &part.e, -1);
		assert_int_equal(exact_close(&rest.e), EXACT_SOUND);
		compare_rows(&rest.e, row, MANY / 2, seed, 1e-15);
		assert_false(rest.e.rounded);
		merge(&whole, &part.e, -1);
		compare_rows(&whole.e, row, MANY / 2, seed, 1e-15);
		for (uint32 i = 0; i < D; i++)
		{
			double		looks = 0;

			for (uint32 r = 0; r < MANY; r++)
				for (uint32 k = 0; k < row[r].n; k++)
					looks += row[r].attribute[k] == i;
			assert_true(whole.e.looks[i] == looks && rest.e.looks[i] == looks);
		}
		/* in parts first, then the whole */
		free_exact(&rest);
		new_exact(&rest, false, NULL);
		merge_plain(&rest, &plain, -1);
		assert_int_equal(exact_close(&rest.e), EXACT_NEGATIVE);
		assert_true(rest.e.rounded);
		merge(&rest, &whole.e, 1);
		merge_plain(&rest, &plain, 1);
		merge(&rest, &part.e, 1);
		compare_rows(&rest.e, row, MANY, seed, 1e-13);
		if (complete)
		{
			merge_plain(&whole, &plain, 1);
			compare_rows(&whole.e, row, MANY, seed, 1e-13);
		}
		free_exact(&whole);
		free_exact(&part);
		free_exact(&rest);
		state_free(&plain);
	}
}

/* As words; the caller frees them. */
static uint64 *
words_of(const Exact *e, size_t *words)
{
	WordsShape	shape = exact_words_shape(e);
	uint64		cells[FOLDS] = {0};
	uint64	   *word;

	*words = exact_words_measure(e, cells, NULL);
	word = malloc((*words + 1) * sizeof(uint64));
	word[*words] = 42;
	exact_words_write(e, word, cells, NULL);
	assert_int_equal(word[*words], 42);
	assert_int_equal(words_check(word, *words, &shape, NULL), WORDS_OK);
	assert_int_equal(words_check(word, *words - 1, &shape, NULL), WORDS_SHORT);
	assert_int_equal(words_check(word, *words + 1, &shape, NULL), WORDS_LONG);
	return word;
}

static void
add_words(State *target, const uint64 *word, const WordsShape *shape, int sign)
{
	uint32		attribute[D];

	word = exact_words_common(word, shape, &target->e, sign);
	for (uint32 f = 0; f < FOLDS; f++)
	{
		ExactFoldWords fold;

		word = exact_words_fold(word, shape, &fold);
		if (fold.rows == 0)
			continue;
		room(target, f, attribute, exact_words_touched(shape, &fold, attribute));
		exact_words_merge(&target->e, f, shape, &fold, sign);
	}
}

static void
as_words(void **unused)
{
	static const double shift[D] = {1, 2, 3, 4, 5};

	for (uint64 seed = 1; seed <= 40; seed++)
	{
		bool		complete = seed % 2 == 0;
		const double *center = seed % 3 == 0 ? shift : NULL;
		uint32		n = seed < 10 ? (uint32) seed : 60;
		uint32		first[] = {1, 3};
		Row			row[60];
		State		state;
		State		again;
		WordsShape	shape;
		uint64	   *word;
		uint64	   *word2;
		size_t		words;
		size_t		words2;
		Rng			rng;

		rng_seed(&rng, seed);
		new_exact(&state, complete, center);
		for (uint32 r = 0; r < n; r++)
		{
			row[r] = draw(&rng, complete, 1e3 / 3);
			add(&state, &row[r], 1);
		}
		if (!complete)
			exact_add_missing(&state.e, first, 2, first + 1, 1, 1);
		if (seed % 4 < 2)
			exact_add_unknown(&state.e, first, 2, 1);
		word = words_of(&state.e, &words);
		shape = exact_words_shape(&state.e);
		assert_int_equal(shape.missing, !complete);
		assert_int_equal(shape.unknown, seed % 4 < 2);

		/* the same words again, and to pairs */
		new_exact(&again, complete, center);
		add_words(&again, word, &shape, 1);
		word2 = words_of(&again.e, &words2);
		assert_int_equal(words, words2);
		assert_memory_equal(word, word2, words * sizeof(uint64));
		free(word2);
		free_exact(&again);
		new_exact(&again, false, center);
		add_words(&again, word, &shape, 1);
		compare_rows(&again.e, row, n, seed, 1e-15);

		/* and taken back: nothing is left but bounds and looks */
		add_words(&again, word, &shape, -1);
		assert_int_equal(exact_close(&again.e), EXACT_SOUND);
		assert_true(exact_rows(&again.e) == 0);
		for (uint32 i = 0; i < D; i++)
		{
			assert_true(again.e.looks[i] == state.e.looks[i]);
			assert_true(again.e.largest[i] == state.e.largest[i]);
			assert_true(again.e.missing[i] + again.e.unknown[i] == 0);
		}
		word2 = words_of(&again.e, &words2);
		free(word2);
		add_words(&again, word, &shape, -1);
		assert_int_equal(exact_close(&again.e), EXACT_NEGATIVE);
		free(word);
		free_exact(&state);
		free_exact(&again);
	}
}

/* Words that are none. */
static void
bad_words(void **unused)
{
	WordsShape	shape = {.d = D, .folds = FOLDS, .extremes = true, .exact = true};
	Row			row = {.n = 2, .attribute = {1, 3}, .value = {0.1, 3}, .y = 0.3};
	/* what, the place of the word, the number there, what is said */
	static const struct
	{
		size_t		at;
		double		number;
		WordsStatus status;
	}			cases[] = {
		{4, -1, WORDS_BAD_COUNT},	/* rows ever */
		{4, 0.5, WORDS_BAD_COUNT},
		{8, -1, WORDS_BAD_COUNT},	/* looks */
		{8, NAN, WORDS_NOT_FINITE},
		{12, -1, WORDS_BAD_COUNT},	/* rows */
		{14, NAN, WORDS_NOT_FINITE},	/* second words */
		{14, 1, WORDS_BAD_SUM},
		{16, INFINITY, WORDS_NOT_FINITE},
		{19, -1, WORDS_BAD_COUNT},	/* times that the first attribute was seen */
		{19, 2, WORDS_BAD_COUNT},
		{21, 0.1, WORDS_BAD_SUM},
		{22, NAN, WORDS_NOT_FINITE},
		{44, 0, WORDS_BAD_COUNT},	/* of the pair */
		{44, NAN, WORDS_NOT_FINITE},
		{46, 1, WORDS_BAD_SUM},
		{50, -INFINITY, WORDS_NOT_FINITE}
	};
	State		state;
	uint64	   *word;
	size_t		words;

	new_exact(&state, false, NULL);
	add(&state, &row, 1);
	word = words_of(&state.e, &words);
	/* extremes 5; 1 + 2 * 3 attributes; fold 5; 1 + 2 * 12; 1 + 8; another fold 5 + 2 */
	assert_int_equal(words, 5 + 7 + 5 + 25 + 9 + 7);
	for (size_t k = 0; k < lengthof(cases); k++)
	{
		uint64		before = word[cases[k].at];
		WordsStatus status;

		memcpy(&word[cases[k].at], &cases[k].number, sizeof(double));
		status = words_check(word, words, &shape, NULL);
		if (status != cases[k].status)
			fail_msg("word %zu as %g: status %d, not %d", cases[k].at, cases[k].number, status, cases[k].status);
		word[cases[k].at] = before;
	}
	shape.exact = false;
	assert_int_not_equal(words_check(word, words, &shape, NULL), WORDS_OK);
	free(word);
	free_exact(&state);
}

/* Sums that have no meaning are errors, or put right. */
static void
impossible(void **unused)
{
	Row			row = {.n = 2, .attribute = {1, 3}, .value = {1e200, 3}, .y = 0.3};
	Row			other = {.n = 1, .attribute = {3}, .value = {3}, .y = 0.4};
	State		state;

	new_exact(&state, false, NULL);
	add(&state, &row, 1);
	assert_int_equal(exact_close(&state.e), EXACT_NOT_FINITE);
	add(&state, &row, -1);
	/* where nothing is left, the sum of nothing is 0 */
	assert_int_equal(exact_close(&state.e), EXACT_SOUND);
	assert_true(state.e.fold[0].marginal[1].xx.high == 0);

	/* the same number of rows and looks, of others */
	add(&state, &other, 1);
	row.value[0] = 1;
	add(&state, &row, -1);
	assert_int_equal(exact_close(&state.e), EXACT_NEGATIVE);
	free_exact(&state);
}

/* Where rounding is worse than what is left: the attribute, the target, or none. */
static void
lost_to_rounding(void **unused)
{
	/* plain sums; those in two words; and which attribute is said to be lost */
	static const struct
	{
		const char *what;
		double		offset;		/* of the rows that stay */
		double		spread;
		double		gone;		/* a value that came and went */
		bool		in_target;
		bool		rounded;
		uint32		lost;
		double		looks;		/* that the attribute has cost; 0: those */
	}			cases[] = {
		{"nothing", 0, 1, 1, false, true, D + 1, 0},
		{"an offset", 1e6, 1, 1e6, false, true, D + 1, 0},
		{"a constant", 1e6, 0, 1e6, false, true, D + 1, 0},
		{"a constant that most had who are gone", 1e6, 0, 1e6, false, true, D + 1, 1e6},
		{"an indicator", 0, 0, 1, false, true, D + 1, 0},
		{"a small error", 0, 1, 1e3, false, true, D + 1, 0},
		{"a large error", 0, 1, 1e6, false, true, 0, 0},
		{"a large error in two words", 0, 1, 1e6, false, false, D + 1, 0},
		{"a larger one", 0, 1, 1e9, false, false, D + 1, 0},
		{"the largest", 0, 1, 1e15, false, false, 0, 0},
		{"a large error of a target", 0, 1, 1e6, true, true, D, 0},
		{"the same in two words", 0, 1, 1e6, true, false, D + 1, 0},
		{"the largest of a target", 0, 1, 1e15, true, false, D, 0}
	};

	for (size_t k = 0; k < lengthof(cases); k++)
	{
		State		state;
		View		view;
		Rng			rng;
		double		bound;
		uint32		lost;
		Row			row = {.n = 1};

		rng_seed(&rng, 5);
		new_exact(&state, false, NULL);
		for (uint32 r = 0; r <= 100; r++)
		{
			double		value = r == 100 ? cases[k].gone : cases[k].offset + cases[k].spread * normal(&rng);

			row.value[0] = cases[k].in_target ? r : value;
			row.y = cases[k].in_target ? value : r;
			add(&state, &row, 1);
		}
		add(&state, &row, -1);
		state.e.rounded = cases[k].rounded;
		if (cases[k].looks > 0)
			state.e.looks[0] = cases[k].looks;
		assert_int_equal(exact_close(&state.e), EXACT_SOUND);
		new_view(&view, &state.e);
		lost = exact_lost(&state.e, &view.m, &bound);
		if (lost != cases[k].lost)
			fail_msg("%s: %u, not %u", cases[k].what, lost, cases[k].lost);
		if (lost <= D)
			assert_true(bound == cases[k].gone);
		free_view(&view);
		free_exact(&state);
	}
}

/* What plain sums leave of squares and products is put right in the view. */
static void
view_is_possible(void **unused)
{
	State		state;
	Moments		all;
	Moments		gone;
	View		view;
	uint32		attribute[] = {0, 1};
	double		bound;

	new_exact(&state, false, NULL);
	state_new(&all, D, FOLDS, false, NULL);
	state_new(&gone, D, FOLDS, false, NULL);
	for (uint32 r = 0; r < 40; r++)
	{
		double		value[2] = {r < 30 ? 1e8 + r / 3.0 : r / 7.0, r < 30 ? 3e8 - r / 7.0 : 1 - r / 3.0};

		state_add(&all, 0, attribute, value, 2, r < 30 ? 1e8 / 3 * r : r / 3.0);
		if (r < 30)
			state_add(&gone, 0, attribute, value, 2, 1e8 / 3 * r);
	}
	merge_plain(&state, &all, 1);
	merge_plain(&state, &gone, -1);
	assert_int_equal(exact_close(&state.e), EXACT_SOUND);
	new_view(&view, &state.e);
	for (uint32 i = 0; i < 2; i++)
	{
		Marginal	m = moments_marginal(&view.m, i, FOLDS);

		assert_true(m.n == 10);
		assert_true(m.xx >= m.x * m.x / m.n && m.yy >= m.y * m.y / m.n);
		assert_true(fabs(m.xy) <= sqrt(m.xx * m.yy) * (1 + 1e-14));
	}
	assert_int_equal(exact_lost(&state.e, &view.m, &bound), 0);
	free_view(&view);

	/* products that the squares do not allow */
	state.e.fold[0].marginal[0] = (ExactMarginal) {.n = 10, .xx = {4, 0}, .yy = {1, 0}, .xy = {-7, 0}};
	state.e.fold[0].marginal[1] = (ExactMarginal) {.n = 10, .xx = {9, 0}, .yy = {1, 0}};
	state.e.fold[0].row[0][0] = (ExactCell) {.n = 10, .product = {100, 0}};
	new_view(&view, &state.e);
	assert_true(fabs(view.m.fold[0].marginal[0].xy + 2) < 1e-14);
	assert_int_equal(view.m.fold[0].pairs.cells, 1);
	assert_true(fabs(view.m.fold[0].pairs.cell[0].sum.product - 6) < 1e-13);
	free_view(&view);
	free_exact(&state);
	state_free(&all);
	state_free(&gone);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_come_and_go),
		cmocka_unit_test(parts_merge),
		cmocka_unit_test(as_words),
		cmocka_unit_test(bad_words),
		cmocka_unit_test(impossible),
		cmocka_unit_test(lost_to_rounding),
		cmocka_unit_test(view_is_possible)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
