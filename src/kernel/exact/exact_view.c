/*
 * exact_view.c
 *		Sums in two words, closed after taking back, seen as plain moments, and
 *		whether rounding has left anything to see.
 */
#include "kernel/exact/exact.h"
#include "kernel/moments/estimate.h"

#include <float.h>

/* Rounding of sums in two words, with one bit to spare, and of plain ones. */
#define EXACT_ROUNDOFF 0x1p-104
#define PLAIN_ROUNDOFF 0x1p-53

/*
 * Squared deviations are known to this share of themselves, and as well as where
 * they are no more than LEAST_DEVIATION of the squares, or there is no fit.
 */
#define KNOWN_SHARE 1e-6
#define LEAST_DEVIATION 1e-10

static ExactState
close_sum(ExactSum *sum, double n)
{
	if (n == 0)
		*sum = (ExactSum) {0, 0};
	return exact_sum_finite(sum) ? EXACT_SOUND : EXACT_NOT_FINITE;
}

/* The counts of so many rows, and n sums over them. */
static ExactState
close_sums(double count, double rows, ExactSum *sum, size_t n)
{
	ExactState	state = EXACT_SOUND;

	if (!count_valid(count, rows))
		return EXACT_NEGATIVE;
	for (size_t k = 0; k < n; k++)
		state = Max(state, close_sum(&sum[k], count));
	return state;
}

StaticAssertDecl(offsetof(ExactMarginal, x) == sizeof(double) &&
				 sizeof(ExactMarginal) == sizeof(double) + 5 * sizeof(ExactSum),
				 "the sums of an attribute follow each other");
StaticAssertDecl(offsetof(ExactCell, product) == sizeof(double) &&
				 sizeof(ExactCell) == sizeof(double) + 3 * sizeof(ExactSum),
				 "the sums of a pair follow each other");

static ExactState
close_fold(Exact *exact, ExactFold *sums)
{
	uint32		d = exact->d;
	double		rows = sums->rows;
	ExactState	state = close_sums(rows, INFINITY, &sums->y, 1);

	if (!exact_started(sums))
		return state;
	state = Max(state, close_sum(&sums->yy, rows));
	if (exact->complete)
	{
		state = Max(state, close_sums(rows, rows, sums->x, d));
		state = Max(state, close_sums(rows, rows, sums->xy, d));
		return Max(state, close_sums(rows, rows, sums->product, (size_t) d * (d + 1) / 2));
	}
	for (uint32 i = 0; i < d && state != EXACT_NEGATIVE; i++)
	{
		state = Max(state, close_sums(sums->marginal[i].n, rows, &sums->marginal[i].x, 5));
		for (uint32 j = i + 1; j < d && sums->row[i] != NULL; j++)
		{
			ExactCell  *cell = &sums->row[i][j - i - 1];

			state = Max(state, close_sums(cell->n, rows, &cell->product, 3));
		}
	}
	return state;
}

ExactState
exact_close(Exact *exact)
{
	ExactState	state = EXACT_SOUND;

	for (uint32 f = 0; f < exact->folds; f++)
		state = Max(state, close_fold(exact, &exact->fold[f]));
	for (uint32 i = 0; i < exact->d; i++)
		if (!count_valid(exact->missing[i], INFINITY) || !count_valid(exact->unknown[i], INFINITY))
			state = EXACT_NEGATIVE;
	return extremes_valid(&exact->target, exact_rows(exact)) ? state : EXACT_NEGATIVE;
}

void
exact_view_common(const Exact *exact, Moments *view)
{
	view->target = exact->target;
	for (uint32 i = 0; i < exact->d; i++)
	{
		view->largest[i] = exact->largest[i];
		view->missing[i] = exact->missing[i];
		view->unknown[i] = exact->unknown[i];
	}
}

/* Sums of squares are no less than the square of their sum over n. */
static double
square(const ExactSum *squares, double sum, double n)
{
	return n > 0 ? Max(squares->high, sum * (sum / n)) : 0;
}

/* A sum of products is no more than those of the squares allow. */
static double
product(const ExactSum *products, double a, double b)
{
	double		most = sqrt(a) * sqrt(b) * (1 + 4 * DBL_EPSILON);

	return Max(Min(products->high, most), -most);
}

static size_t
cells_seen(const ExactFold *sums, uint32 d)
{
	size_t		seen = 0;

	for (uint32 i = 0; i < d; i++)
		for (uint32 j = i + 1; j < d && sums->row[i] != NULL; j++)
			seen += sums->row[i][j - i - 1].n > 0;
	return seen;
}

/* Pairs as a list, while that takes a quarter of the table at most. */
static bool
pairs_listed(size_t seen, uint32 d)
{
	return 4 * seen * sizeof(SparseCell) <= pairs_table_cells(d) * sizeof(PairCell);
}

size_t
exact_view_size(const Exact *exact, uint32 fold)
{
	const ExactFold *sums = &exact->fold[fold];
	uint32		d = exact->d;
	size_t		seen;

	if (!exact_started(sums))
		return 0;
	if (exact->complete)
		return gram_full_size(d) + ARRAY_SIZE((size_t) d * (d + 1) / 2, double);
	seen = cells_seen(sums, d);
	return ARRAY_SIZE(d, Marginal) + (pairs_listed(seen, d) ? ARRAY_SIZE(seen, SparseCell) :
									  ARRAY_SIZE(pairs_table_cells(d), PairCell));
}

static void
view_complete(const ExactFold *sums, uint32 d, Gram *gram, void *chunk)
{
	double	   *value = (double *) ((char *) chunk + gram_full_size(d));
	double	   *next = value;

	(void) gram_grow_full(gram, chunk);
	for (uint32 i = 0; i < d; i++)
	{
		const ExactSum *of = exact_products(sums, d, i);
		double		xx = square(of, sums->x[i].high, sums->rows);

		gram_add_marginal(gram, i, sums->x[i].high, sums->xy[i].high);
		*next++ = xx;
		for (uint32 j = i + 1; j < d; j++)
			*next++ = product(&of[j - i], xx, square(exact_products(sums, d, j), sums->x[j].high, sums->rows));
	}
	gram_add_products(gram, value);
}

static void
view_marginals(const ExactFold *sums, uint32 d, Marginal *view)
{
	for (uint32 i = 0; i < d; i++)
	{
		const ExactMarginal *m = &sums->marginal[i];

		view[i] = (Marginal) {.n = m->n, .x = m->x.high, .y = m->y.high};
		view[i].xx = square(&m->xx, m->x.high, m->n);
		view[i].yy = square(&m->yy, m->y.high, m->n);
		view[i].xy = product(&m->xy, view[i].xx, view[i].yy);
	}
}

static PairCell
view_cell(const ExactCell *cell, double xx, double xx2)
{
	return (PairCell) {cell->n, product(&cell->product, xx, xx2), cell->first.high, cell->second.high};
}

/* Pairs seen as a list, or a table of all of them, after the marginals. */
static void
view_pairs(const ExactFold *sums, uint32 d, const Marginal *marginal, Pairs *pairs, void *chunk)
{
	size_t		seen = cells_seen(sums, d);
	bool		listed = pairs_listed(seen, d);
	SparseCell *cell = chunk;
	PairCell   *table = chunk;

	if (listed)
		pairs_view_cells(pairs, d, chunk, seen);
	else
	{
		memset(chunk, 0, pairs_table_cells(d) * sizeof(PairCell));
		pairs_view_table(pairs, d, chunk);
	}
	for (uint32 i = 0; i + 1 < d; table += d - ++i)
		for (uint32 j = i + 1; j < d && sums->row[i] != NULL; j++)
		{
			const ExactCell *of = &sums->row[i][j - i - 1];
			PairCell	sum;

			if (of->n == 0)
				continue;
			sum = view_cell(of, marginal[i].xx, marginal[j].xx);
			if (listed)
				*cell++ = (SparseCell) {(uint64) i << 32 | j, sum};
			else
				table[j - i - 1] = sum;
		}
}

void
exact_view(const Exact *exact, uint32 fold, Moments *view, void *chunk)
{
	const ExactFold *sums = &exact->fold[fold];
	FoldSums   *plain = &view->fold[fold];

	if (!exact_started(sums))
		return;
	plain->rows = sums->rows;
	plain->y = sums->y.high;
	plain->yy = square(&sums->yy, sums->y.high, sums->rows);
	if (exact->complete)
	{
		if (sums->rows > 0)
			view_complete(sums, exact->d, &plain->gram, chunk);
		return;
	}
	plain->marginal = chunk;
	view_marginals(sums, exact->d, plain->marginal);
	view_pairs(sums, exact->d, plain->marginal, &plain->pairs, plain->marginal + exact->d);
}

/*
 * Rounding is a random walk of as many steps as values came in, each of the
 * largest square that there ever was.  A variable whose deviations it may have
 * made up or eaten up is lost; one that is constant as far as a fit can tell is
 * so still while they are less than what the fit takes for constant.
 */
static bool
lost(double n, double sum, double squares, double largest, double steps, double roundoff)
{
	double		error = roundoff * sqrt(steps) * largest * largest;
	double		deviations;
	double		known;

	if (n < 2 || squares == 0)
		return false;
	deviations = Max(squares - sum * (sum / n), 0);
	known = KNOWN_SHARE * Max(deviations, LEAST_DEVIATION * squares);
	if (deviations <= CONSTANT_SHARE * squares)
		known = Max(known, CONSTANT_SHARE * squares);
	return error > known;
}

uint32
exact_lost(const Exact *exact, const Moments *view, double *bound)
{
	double		roundoff = exact->rounded ? PLAIN_ROUNDOFF : EXACT_ROUNDOFF;
	double		rows = exact_rows(exact);
	double		y = 0;
	double		yy = 0;

	for (uint32 i = 0; i < exact->d; i++)
	{
		Marginal	sum = moments_marginal(view, i, view->folds);

		*bound = exact->largest[i];
		if (lost(sum.n, sum.x, sum.xx, *bound, exact->looks[i], roundoff))
			return i;
	}
	for (uint32 f = 0; f < view->folds; f++)
	{
		y += view->fold[f].y;
		yy += view->fold[f].yy;
	}
	*bound = Max(fabs(exact->target.low), fabs(exact->target.high));
	return lost(rows, y, yy, *bound, exact->ever, roundoff) ? exact->d : exact->d + 1;
}
