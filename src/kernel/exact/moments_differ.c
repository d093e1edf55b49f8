/*
 * moments_differ.c
 *		Are two moments of the same rows?
 */
#include "kernel/exact/moments_differ.h"

#define TOLERANCE 1e-9

/* Counts, or sums of terms whose absolute values add up to terms at most. */
static bool
differ(MomentsDifference *difference, MomentsPart part, double one, double other, double terms)
{
	if (fabs(one - other) <= TOLERANCE * terms)
		return false;
	difference->part = part;
	difference->one = one;
	difference->other = other;
	return true;
}

static bool
marginals_differ(MomentsDifference *difference, const Marginal *one, const Marginal *other)
{
	double		n = one->n;
	double		xx = Max(one->xx, other->xx);
	double		yy = Max(one->yy, other->yy);

	return differ(difference, PART_FOUND, n, other->n, 0) ||
		differ(difference, PART_SUMS, one->x, other->x, sqrt(n * xx)) ||
		differ(difference, PART_SUMS, one->xx, other->xx, xx) ||
		differ(difference, PART_SUMS, one->y, other->y, sqrt(n * yy)) ||
		differ(difference, PART_SUMS, one->yy, other->yy, yy) ||
		differ(difference, PART_SUMS, one->xy, other->xy, sqrt(xx * yy));
}

/* xx: of the squares in the whole fold, of which a pair has seen some. */
static bool
cells_differ(MomentsDifference *difference, const PairCell *one, const PairCell *other,
			 double first_xx, double second_xx)
{
	return differ(difference, PART_PAIR_FOUND, one->n, other->n, 0) ||
		differ(difference, PART_PAIR_SUMS, one->product, other->product, sqrt(first_xx * second_xx)) ||
		differ(difference, PART_PAIR_SUMS, one->first, other->first, sqrt(one->n * first_xx)) ||
		differ(difference, PART_PAIR_SUMS, one->second, other->second, sqrt(one->n * second_xx));
}

static bool
folds_differ(MomentsDifference *difference, const Moments *one, const Moments *other, uint32 fold,
			 void *scratch, Poll poll)
{
	uint32		d = one->d;
	const FoldSums *a = &one->fold[fold];
	const FoldSums *b = &other->fold[fold];
	double	   *xx = scratch;	/* [d] the larger of both */
	char	   *memory = (char *) scratch + ARRAY_SIZE(d, double);
	double		yy = Max(a->yy, b->yy);
	FoldWalk	walk;
	FoldWalk	walk_other;

	if (differ(difference, PART_ROWS, a->rows, b->rows, 0) ||
		differ(difference, PART_TARGET, a->y, b->y, sqrt(a->rows * yy)) ||
		differ(difference, PART_TARGET, a->yy, b->yy, yy))
		return true;
	if (a->rows == 0)
		return false;
	for (difference->i = 0; difference->i < d; difference->i++)
	{
		Marginal	m = moments_fold_marginal(one, fold, difference->i);
		Marginal	m_other = moments_fold_marginal(other, fold, difference->i);

		if (marginals_differ(difference, &m, &m_other))
			return true;
		xx[difference->i] = Max(m.xx, m_other.xx);
	}
	fold_walk_start(&walk, memory, one, fold);
	fold_walk_start(&walk_other, memory + fold_walk_size(d), other, fold);
	for (difference->i = 0; difference->i + 1 < d; difference->i++)
	{
		uint32		i = difference->i;
		const PairCell *row = fold_walk_row(&walk, i);
		const PairCell *row_other = fold_walk_row(&walk_other, i);

		poll_now(poll);
		for (uint32 j = i + 1; j < d; j++)
			if (cells_differ(difference, &row[j - i - 1], &row_other[j - i - 1], xx[i], xx[j]))
			{
				difference->j = j;
				return true;
			}
	}
	return false;
}

size_t
moments_differ_size(uint32 d)
{
	return ARRAY_SIZE(d, double) + 2 * fold_walk_size(d);
}

MomentsDifference
moments_differ(const Moments *one, const Moments *other, void *scratch, Poll poll)
{
	MomentsDifference difference = {PART_NONE, 0, 0, 0, 0};

	for (; difference.i < one->d; difference.i++)
		if (differ(&difference, PART_MISSING, one->missing[difference.i], other->missing[difference.i], 0) ||
			differ(&difference, PART_UNKNOWN, one->unknown[difference.i], other->unknown[difference.i], 0))
			return difference;
	for (uint32 fold = 0; fold < one->folds; fold++)
		if (folds_differ(&difference, one, other, fold, scratch, poll))
			break;
	return difference;
}
