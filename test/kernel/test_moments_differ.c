/*
 * test_moments_differ.c
 *		Moments of the same rows differ in nothing, in whatever order they came
 *		and whether the sums are of pairs or of products; what is changed in one
 *		row is found, and said.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "kernel/moments/moments_differ.h"
#include "kernel/rng.h"
#include "moment_state.h"

#define D 6
#define FOLDS 2
#define ROWS 60

/* A row: what was found of it, and the fold that it is in. */
typedef struct Row
{
	bool		found[D];
	double		x[D];
	double		y;
	uint32		fold;
} Row;

static Rng	rng;

static void
make_rows(Row *row, bool complete)
{
	for (int t = 0; t < ROWS; t++)
	{
		for (int i = 0; i < D; i++)
		{
			row[t].found[i] = complete || rng_below(&rng, 2) == 0;
			row[t].x[i] = normal(&rng) + 3;
		}
		row[t].y = normal(&rng);
		row[t].fold = t % FOLDS;
	}
	/* two rows that differ in nothing that the tests below exchange */
	row[2].y = row[0].y;
	memset(row[0].found, true, sizeof(row[0].found));
	memset(row[2].found, true, sizeof(row[2].found));
}

/* Their sums, from the first row on or from the last. */
static void
add_up(Moments *m, const Row *row, bool complete, bool backwards)
{
	state_new(m, D, FOLDS, complete, NULL);
	for (int t = 0; t < ROWS; t++)
	{
		const Row  *r = &row[backwards ? ROWS - 1 - t : t];
		uint32		attribute[D];
		double		value[D];
		uint32		n = 0;

		for (uint32 i = 0; i < D; i++)
			if (r->found[i])
			{
				attribute[n] = i;
				value[n++] = r->x[i];
			}
		state_add(m, r->fold, attribute, value, n, r->y);
	}
}

static MomentsDifference
difference(const Moments *one, const Moments *other)
{
	void	   *scratch = malloc(moments_differ_size(D));
	MomentsDifference found = moments_differ(one, other, scratch, NULL);

	free(scratch);
	return found;
}

/* What differs between rows as they were and changed ones, whichever comes first. */
static MomentsDifference
changed(const Row *before, const Row *after)
{
	Moments		one;
	Moments		other;
	MomentsDifference there;
	MomentsDifference back;

	add_up(&one, before, false, false);
	add_up(&other, after, false, true);
	there = difference(&one, &other);
	back = difference(&other, &one);
	assert_int_equal(there.part, back.part);
	assert_true(there.one == back.other && there.other == back.one);
	state_free(&one);
	state_free(&other);
	return there;
}

static void
same_rows_differ_in_nothing(void **state)
{
	for (int complete = 0; complete < 2; complete++)
	{
		Row			row[ROWS];
		Moments		m[3];

		make_rows(row, complete);
		add_up(&m[0], row, complete, false);
		add_up(&m[1], row, complete, true);
		add_up(&m[2], row, false, true);	/* as pairs, in any case */
		for (int a = 0; a < 3; a++)
			for (int b = 0; b < 3; b++)
				assert_int_equal(difference(&m[a], &m[b]).part, PART_NONE);
		for (int a = 0; a < 3; a++)
			state_free(&m[a]);
	}
}

static void
what_was_changed_is_found(void **state)
{
	Row			row[ROWS];
	Row			other[ROWS];
	MomentsDifference found;
	double		kept;

#define AFTER(change) (memcpy(other, row, sizeof(row)), change, changed(row, other))

	make_rows(row, false);
	found = AFTER(other[5].fold = 1 - other[5].fold);
	assert_int_equal(found.part, PART_ROWS);
	assert_true(found.one + found.other == ROWS + 1 || found.one + found.other == ROWS - 1);
	assert_int_equal(AFTER(other[5].y += 1e-6).part, PART_TARGET);
	assert_int_equal(AFTER(other[5].y += 1e-11).part, PART_NONE);

	found = AFTER(other[0].found[4] = false);
	assert_int_equal(found.part, PART_FOUND);
	assert_int_equal(found.i, 4);
	assert_true(found.one == found.other + 1);

	found = AFTER(other[0].x[3] += 1e-6);
	assert_int_equal(found.part, PART_SUMS);
	assert_int_equal(found.i, 3);
	assert_int_equal(AFTER(other[0].x[3] += 1e-11).part, PART_NONE);

	/* of two rows with the same target one value for the other: pairs alone know */
	found = AFTER((kept = other[0].x[3], other[0].x[3] = other[2].x[3], other[2].x[3] = kept));
	assert_int_equal(found.part, PART_PAIR_SUMS);
	assert_true(found.i == 3 || found.j == 3);

	/* of two equal rows, which one had the value */
	memcpy(row[2].x, row[0].x, sizeof(row[0].x));
	row[0].found[4] = row[2].found[1] = false;
	found = AFTER((other[0].found[4] = true, other[2].found[4] = false));
	assert_int_equal(found.part, PART_PAIR_FOUND);
	assert_int_equal(found.i, 1);
	assert_int_equal(found.j, 4);
}

static void
counts_beside_the_folds(void **state)
{
	Row			row[ROWS];
	Moments		one;
	Moments		other;
	uint32		plan[] = {2};
	MomentsDifference found;

	make_rows(row, false);
	add_up(&one, row, false, false);
	add_up(&other, row, false, false);
	moments_add_missing(&one, plan, 1, NULL, 0);
	found = difference(&one, &other);
	assert_int_equal(found.part, PART_MISSING);
	assert_int_equal(found.i, 2);
	moments_add_missing(&other, plan, 1, NULL, 0);
	moments_add_unknown(&other, plan, 1);
	found = difference(&one, &other);
	assert_int_equal(found.part, PART_UNKNOWN);
	assert_int_equal(found.i, 2);
	assert_true(found.one == 0 && found.other == 1);
	state_free(&one);
	state_free(&other);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_rows_differ_in_nothing),
		cmocka_unit_test(what_was_changed_is_found),
		cmocka_unit_test(counts_beside_the_folds),
	};

	rng_seed_key(&rng, 5, 0);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
