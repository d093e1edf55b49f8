/*
 * test_pairs.c
 *		Pairs in every form that moments keep them in, merged with every other,
 *		against a plain table of sums.
 *
 * Values are small integers, whose sums are exact in any order: the forms must
 * agree in every bit.  Chunks are as large as is asked for and no larger, so
 * that the sanitizers see every step beyond them.
 */
#include "test.h"

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
	ROWS,						/* and nothing else */
	TABLE,						/* and no row beside it */
	TABLE_AND_ROWS,
	FORMS
} Form;

static const char *const form_name[] = {
	"empty", "rows", "table", "table and rows"
};

static Rng	rng;

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
add_rows(Moments *m, Reference *reference, uint32 rows)
{
	uint32		attribute[MOST];
	double		value[MOST];

	for (uint32 t = 0; t < rows; t++)
	{
		uint32		n = next_row(reference, 0, attribute, value);

		state_add(m, 0, attribute, value, n, 0);
	}
}

/* The first so many pairs, in the table of a stored value, if it has any. */
static void
load_cells(Moments *m, Reference *reference, uint32 cells)
{
	uint32		d = reference->d;
	uint32		left = Min(cells, (uint32) pairs_table_cells(d));
	PairCell   *cell = NULL;
	Moments		source;

	state_new(&source, d, 1, false, NULL);
	source.summed = true;
	moments_start_sums(&source);
	source.fold[0].rows = 1;
	source.target = (Extremes) {0, 0, 1, 1};
	if (left > 0)
		cell = source.fold[0].table = WORK_ARRAY(source.work, pairs_table_cells(d), PairCell);
	for (uint32 i = 0; i < d; i++)
		for (uint32 j = i + 1; j < d && left > 0; j++, left--)
		{
			PairCell	sum = {1 + left, 3.0 * i - j, i, -(double) j};

			reference->cell[i][j].n += sum.n;
			reference->cell[i][j].product += sum.product;
			reference->cell[i][j].first += sum.first;
			reference->cell[i][j].second += sum.second;
			*cell++ = sum;
		}
	moments_merge(m, &source, 1, NULL);
	state_free(&source);
}

static void
make(Moments *m, Reference *reference, Form form)
{
	state_new(m, reference->d, 1, false, NULL);
	if (form == ROWS)
		add_rows(m, reference, 5);
	if (form == TABLE || form == TABLE_AND_ROWS)
	{
		add_rows(m, reference, 5);
		moments_sum(m);
	}
	if (form == TABLE_AND_ROWS)
		add_rows(m, reference, 5);
}

static void
check(Moments *m, const Reference *reference, const char *what, const char *more)
{
	uint32		d = reference->d;
	Work	   *work = work_begin(test_work());
	FoldWalk	walk;

	moments_settle(m);
	fold_walk_init(work, &walk, d);
	fold_walk_start(&walk, m, 0);
	for (uint32 i = 0; i + 1 < d; i++)
	{
		const PairCell *row = fold_walk_row(&walk, i);

		for (uint32 j = i + 1; j < d; j++)
		{
			const PairCell *want = &reference->cell[i][j];
			const PairCell *got = &row[j - i - 1];

			if (got->n != want->n || got->product != want->product ||
				got->first != want->first || got->second != want->second)
				fail_msg("%s, %s: d %u, pair (%u, %u): %g %g %g %g, not %g %g %g %g", what,
						 more, d, i, j, got->n, got->product, got->first, got->second,
						 want->n, want->product, want->first, want->second);
		}
	}
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
		Moments		m;

		make(&m, &reference, form);
		assert_int_equal(m.fold != NULL && m.fold[0].table != NULL, form >= TABLE);
		assert_int_equal(m.rows.used > 0, form == ROWS || form == TABLE_AND_ROWS);
		check(&m, &reference, form_name[form], "alone");
		state_free(&m);
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
			Moments		target;

			make(&target, &reference, form[0]);
			for (int s = 1; s < 3; s++)
			{
				Reference	more = {.d = widths[w]};
				Moments		source;

				make(&source, &more, form[s]);
				state_merge(&target, &source);
				check(&source, &more, form_name[form[s]], "merged into another");
				add_reference(&reference, &more);
				if (k % 2 == 0)
					check(&target, &reference, form_name[form[s - 1]], form_name[form[s]]);
				state_free(&source);
			}
			add_rows(&target, &reference, 3);
			check(&target, &reference, form_name[form[2]], "rows after merging");
			state_free(&target);
		}
}

/*
 * Very many small states of rows: the target's rows grow, become a table, and so does
 * what comes after them, whatever there was when the rows came.
 */
static void
many(void **state)
{
	for (size_t w = 1; w < lengthof(widths); w++)
	{
		Reference	reference = {.d = widths[w]};
		Moments		target;

		state_new(&target, reference.d, 1, false, NULL);
		for (int k = 0; k < 600; k++)
		{
			Moments		source;

			make(&source, &reference, ROWS);
			state_merge(&target, &source);
			state_free(&source);
			if (k % 20 == 0)
				check(&target, &reference, "rows", "many");
		}
		check(&target, &reference, "rows", "many");
		assert_true(target.fold[0].table != NULL);
		state_free(&target);
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
			Moments		m;

			make(&m, &reference, form);
			load_cells(&m, &reference, cells);
			check(&m, &reference, form_name[form], "cells loaded");
			add_rows(&m, &reference, 9);
			check(&m, &reference, form_name[form], "cells loaded, and rows");
			state_free(&m);
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
