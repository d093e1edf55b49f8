/*
 * moments_differ.c
 *		Are two moments of the same rows?
 */
#include "kernel/moments/moments_differ.h"

#include "kernel/moments/subtract.h"

#define TOLERANCE 1e-9

/* The sum of the squares of a variable, as it is and as it ever was. */
typedef struct Squares
{
	double		now;
	double		ever;
} Squares;

/* Both moments, and what they may differ by. */
typedef struct Comparison
{
	const Moments *one;
	const Moments *other;
	double		turnover;		/* the larger of both; 0: nothing was ever taken from either */
	Squares	   *x;				/* [d] now: of the fold */
	double		most_yy;
	MomentsDifference difference;
} Comparison;

static bool
counts_differ(Comparison *both, MomentsPart part, double one, double other)
{
	if (one == other)
		return false;
	both->difference.part = part;
	both->difference.one = one;
	both->difference.other = other;
	return true;
}

/* Sums of products of two variables. */
static bool
sums_differ(Comparison *both, MomentsPart part, double one, double other, Squares a, Squares b)
{
	double		tolerance = TOLERANCE * sqrt(a.now * b.now) +
		moments_rounding(both->turnover, sqrt(a.ever * b.ever));

	return fabs(one - other) > tolerance && counts_differ(both, part, one, other);
}

/* Of a sum without a second variable that is 1 in every one of n rows. */
static Squares
ones(const Comparison *both, double n)
{
	return (Squares) {n, Max(n, both->turnover)};
}

static bool
marginals_differ(Comparison *both, const Marginal *one, const Marginal *other, Squares x)
{
	Squares		n = ones(both, one->n);
	Squares		y = {Max(one->yy, other->yy), both->most_yy};

	return counts_differ(both, PART_FOUND, one->n, other->n) ||
		sums_differ(both, PART_SUMS, one->x, other->x, x, n) ||
		sums_differ(both, PART_SUMS, one->xx, other->xx, x, x) ||
		sums_differ(both, PART_SUMS, one->y, other->y, y, n) ||
		sums_differ(both, PART_SUMS, one->yy, other->yy, y, y) ||
		sums_differ(both, PART_SUMS, one->xy, other->xy, x, y);
}

/* x, x2: of the squares in the whole fold, of which a pair has seen some. */
static bool
cells_differ(Comparison *both, const PairCell *one, const PairCell *other, Squares x, Squares x2)
{
	Squares		n = ones(both, one->n);

	return counts_differ(both, PART_PAIR_FOUND, one->n, other->n) ||
		sums_differ(both, PART_PAIR_SUMS, one->product, other->product, x, x2) ||
		sums_differ(both, PART_PAIR_SUMS, one->first, other->first, x, n) ||
		sums_differ(both, PART_PAIR_SUMS, one->second, other->second, x2, n);
}

static bool
folds_differ(Comparison *both, uint32 fold, void *memory, Poll poll)
{
	const Moments *one = both->one;
	const Moments *other = both->other;
	uint32		d = one->d;
	const FoldSums *a = &one->fold[fold];
	const FoldSums *b = &other->fold[fold];
	Squares		y = {Max(a->yy, b->yy), both->most_yy};
	uint32	   *i = &both->difference.i;
	FoldWalk	walk;
	FoldWalk	walk_other;

	if (counts_differ(both, PART_ROWS, a->rows, b->rows) ||
		sums_differ(both, PART_TARGET, a->y, b->y, y, ones(both, a->rows)) ||
		sums_differ(both, PART_TARGET, a->yy, b->yy, y, y))
		return true;
	if (a->rows == 0)
		return false;
	for (*i = 0; *i < d; ++*i)
	{
		Marginal	m = moments_fold_marginal(one, fold, *i);
		Marginal	m_other = moments_fold_marginal(other, fold, *i);

		both->x[*i].now = Max(m.xx, m_other.xx);
		if (marginals_differ(both, &m, &m_other, both->x[*i]))
			return true;
	}
	fold_walk_start(&walk, memory, one, fold);
	fold_walk_start(&walk_other, (char *) memory + fold_walk_size(d), other, fold);
	for (*i = 0; *i + 1 < d; ++*i)
	{
		const PairCell *row = fold_walk_row(&walk, *i);
		const PairCell *row_other = fold_walk_row(&walk_other, *i);

		poll_now(poll);
		for (uint32 j = *i + 1; j < d; j++)
			if (cells_differ(both, &row[j - *i - 1], &row_other[j - *i - 1], both->x[*i], both->x[j]))
			{
				both->difference.j = j;
				return true;
			}
	}
	return false;
}

size_t
moments_differ_size(uint32 d)
{
	return ARRAY_SIZE(d, Squares) + 2 * fold_walk_size(d);
}

MomentsDifference
moments_differ(const Moments *one, const Moments *other, void *scratch, Poll poll)
{
	Comparison	both = {
		.one = one,
		.other = other,
		.turnover = Max(one->turnover, other->turnover),
		.x = scratch,
		.most_yy = Max(moments_most_target(one), moments_most_target(other))
	};
	uint32	   *i = &both.difference.i;

	for (; *i < one->d; ++*i)
		if (counts_differ(&both, PART_MISSING, one->missing[*i], other->missing[*i]) ||
			counts_differ(&both, PART_UNKNOWN, one->unknown[*i], other->unknown[*i]))
			return both.difference;
	for (uint32 k = 0; k < one->d; k++)
	{
		poll_now(poll);
		both.x[k].ever = Max(moments_most(one, k), moments_most(other, k));
	}
	for (uint32 fold = 0; fold < one->folds; fold++)
	{
		poll_now(poll);
		if (folds_differ(&both, fold, both.x + one->d, poll))
			break;
	}
	return both.difference;
}
