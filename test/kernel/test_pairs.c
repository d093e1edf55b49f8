/*
 * test_pairs.c
 *		Pairs in every form that they are kept in, merged with every other,
 *		against a plain table of sums.
 *
 * Values are small integers, whose sums are exact in any order: the forms must
 * agree in every bit.  Chunks are as large as is asked for and no larger, so
 * that the sanitizers see every step beyond them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "kernel/moments/pairs.h"
#include "kernel/rng.h"
#include "moment_state.h"

#define MOST 40

/* What the sums must be. */
typedef struct Reference
{
	uint32		d;
	PairCell	cell[MOST][MOST];	/* [i][j], i < j */
} Reference;

/* How a state comes to be. */
typedef enum Form
{
	EMPTY,
	ROWS,						/* buffered rows, nothing else */
	TABLE,						/* nothing in the buffer */
	TABLE_AND_ROWS,
	FORMS
} Form;

static const char *const form_name[] = {
	"empty", "rows", "table", "table and rows"
};

static Rng	rng;
static uint32 head[MOST + 1];

/* A random row of at least so many attributes, added to the reference. */
static uint32
next_row(Reference *reference, uint32 least, uint32 *attribute, double *value)
{
	uint32		d = reference->d;
	uint32		n;

	do
	{
		n = 0;
		for (uint32 i = 0; i < d; i++)
			if (rng_below(&rng, Max(d, 3)) < 3)
			{
				attribute[n] = i;
				value[n++] = (double) rng_below(&rng, 17) - 8;
			}
	} while (n < least);
	for (uint32 a = 0; a < n; a++)
		for (uint32 b = a + 1; b < n; b++)
		{
			PairCell   *cell = &reference->cell[attribute[a]][attribute[b]];

			cell->n += 1;
			cell->product += value[a] * value[b];
			cell->first += value[a];
			cell->second += value[b];
		}
	return n;
}

static void
add_rows(Pairs *pairs, Reference *reference, uint32 rows)
{
	uint32		attribute[MOST];
	double		value[MOST];

	for (uint32 t = 0; t < rows; t++)
	{
		uint32		n = next_row(reference, 0, attribute, value);

		pairs_make_room(test_work(), pairs, n, head);
		pairs_add(pairs, attribute, value, n, head);
	}
}

static void
merge(Pairs *target, const Pairs *source)
{
	Work	   *work = work_begin(test_work());
	PairWalk	walk;

	pairs_walk_init(work, &walk, target->d);
	pairs_prepare_merge(test_work(), target, source, 1, head);
	pairs_merge(target, source, 1, head, &walk);
	work_end(work);
}

/* The first so many pairs, as a stored value has them. */
static void
load_cells(Pairs *pairs, Reference *reference, uint32 cells)
{
	uint32		d = reference->d;
	uint32		left = Min(cells, (uint32) pairs_table_cells(d));
	SparseCell *cell = malloc(left * sizeof(SparseCell) + 1);
	uint32		used = 0;
	Pairs		view;

	for (uint32 i = 0; i < d; i++)
		for (uint32 j = i + 1; j < d && left > 0; j++, left--)
		{
			PairCell	sum = {1 + left, 3.0 * i - j, i, -(double) j};

			reference->cell[i][j].n += sum.n;
			reference->cell[i][j].product += sum.product;
			reference->cell[i][j].first += sum.first;
			reference->cell[i][j].second += sum.second;
			cell[used].at = (uint64) i << 32 | j;
			cell[used++].sum = sum;
		}
	pairs_view_cells(&view, d, cell, used);
	merge(pairs, &view);
	free(cell);
}

static void
make(Pairs *pairs, Reference *reference, Form form)
{
	pairs_init(pairs, reference->d);
	if (form == ROWS)
		add_rows(pairs, reference, 5);
	if (form == TABLE || form == TABLE_AND_ROWS)
	{
		add_rows(pairs, reference, 5);
		pairs_have_table(test_work(), pairs, head);
	}
	if (form == TABLE_AND_ROWS)
		add_rows(pairs, reference, 5);
}

static void
check(const Pairs *pairs, const Reference *reference, const char *what, const char *more)
{
	uint32		d = reference->d;
	Work	   *work = work_begin(test_work());
	size_t		seen = 0;
	PairWalk	walk;

	pairs_walk_init(work, &walk, d);
	pairs_walk_start(&walk, pairs);
	for (uint32 i = 0; i + 1 < d; i++)
	{
		const PairCell *row = pairs_walk_row(&walk, i);

		for (uint32 j = i + 1; j < d; j++)
		{
			const PairCell *want = &reference->cell[i][j];
			const PairCell *got = &row[j - i - 1];

			seen += want->n > 0;
			if (got->n != want->n || got->product != want->product ||
				got->first != want->first || got->second != want->second)
				fail_msg("%s, %s: d %u, pair (%u, %u): %g %g %g %g, not %g %g %g %g", what,
						 more, d, i, j, got->n, got->product, got->first, got->second,
						 want->n, want->product, want->first, want->second);
		}
	}
	assert_int_equal(pairs_seen(pairs, &walk), seen);
	work_end(work);
}

/* reference += more */
static void
add_reference(Reference *reference, const Reference *more)
{
	for (uint32 i = 0; i < reference->d; i++)
		for (uint32 j = i + 1; j < reference->d; j++)
		{
			reference->cell[i][j].n += more->cell[i][j].n;
			reference->cell[i][j].product += more->cell[i][j].product;
			reference->cell[i][j].first += more->cell[i][j].first;
			reference->cell[i][j].second += more->cell[i][j].second;
		}
}

static const uint32 widths[] = {1, 2, 3, 7, MOST};

/* The forms are what they are called, so that the next test sees all of them. */
static void
forms(void **state)
{
	for (Form form = 0; form < FORMS; form++)
	{
		Reference	reference = {.d = MOST};
		Pairs		pairs;

		make(&pairs, &reference, form);
		check(&pairs, &reference, form_name[form], "alone");
		assert_int_equal(pairs.table != NULL, form >= TABLE);
		assert_int_equal(pairs.used > 0, form == ROWS || form == TABLE_AND_ROWS);
	}
}

/* Any form += any form += any form, and rows go on being added. */
static void
merging(void **state)
{
	for (size_t w = 0; w < lengthof(widths); w++)
		for (int k = 0; k < FORMS * FORMS * FORMS; k++)
		{
			Form		form[] = {k % FORMS, k / FORMS % FORMS, k / FORMS / FORMS};
			Reference	reference = {.d = widths[w]};
			Pairs		target;

			make(&target, &reference, form[0]);
			for (int s = 1; s < 3; s++)
			{
				Reference	more = {.d = widths[w]};
				Pairs		source;

				make(&source, &more, form[s]);
				merge(&target, &source);
				check(&source, &more, form_name[form[s]], "merged into another");
				add_reference(&reference, &more);
				check(&target, &reference, form_name[form[s - 1]], form_name[form[s]]);
			}
			add_rows(&target, &reference, 3);
			check(&target, &reference, form_name[form[2]], "rows after merging");
		}
}

/*
 * Very many small states of rows: the target's buffer grows, becomes a table,
 * and that table's buffer is emptied, whatever it held when the rows came.
 */
static void
many(void **state)
{
	for (size_t w = 1; w < lengthof(widths); w++)
	{
		Reference	reference = {.d = widths[w]};
		Pairs		target;

		pairs_init(&target, reference.d);
		for (int k = 0; k < 600; k++)
		{
			Pairs		source;

			make(&source, &reference, ROWS);
			merge(&target, &source);
			if (k % 20 == 0)
				check(&target, &reference, "rows", "many");
		}
		check(&target, &reference, "rows", "many");
		assert_true(target.table != NULL);
	}
}

/* Cells that were stored come to whatever there is, in the order of the rows. */
static void
loading(void **state)
{
	for (Form form = 0; form < FORMS; form++)
		for (uint32 cells = 1; cells <= pairs_table_cells(MOST); cells += 7)
		{
			Reference	reference = {.d = MOST};
			Pairs		pairs;

			make(&pairs, &reference, form);
			load_cells(&pairs, &reference, cells);
			check(&pairs, &reference, form_name[form], "cells loaded");
			add_rows(&pairs, &reference, 9);
			check(&pairs, &reference, form_name[form], "cells loaded, and rows");
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(forms),
		cmocka_unit_test(merging),
		cmocka_unit_test(many),
		cmocka_unit_test(loading),
	};

	rng_seed(&rng, 20);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
