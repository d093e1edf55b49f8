/*
 * judge.c
 *		What the sums of a fold say of weights that were fitted to the others.
 */
#include "kernel/moments/judge.h"

#include <cblas.h>

/* Pairs seen at least so often are weighted by how often they were seen. */
#define MANY_PAIRS 100

void
judge_count_pairs(Tuner *tuner, const Moments *moments, Poll poll)
{
	Estimate   *estimate = &tuner->estimate;

	memset(tuner->partners, 0, tuner->d * sizeof(double));
	for (uint32 f = 0; f < moments->folds; f++)
	{
		PairWalk	walk;

		tuner->pairs[f] = 0;
		pairs_walk_start(&walk, estimate->walk_memory, &moments->fold[f].pairs);
		for (uint32 i = 0; i + 1 < tuner->d; i++)
		{
			const PairCell *row = pairs_walk_row(&walk, i);

			poll_now(poll);
			for (uint32 j = 0; j < tuner->d - i - 1; j++)
			{
				tuner->partners[i] += row[j].n;
				tuner->partners[i + 1 + j] += row[j].n;
				tuner->pairs[f] += 2 * row[j].n;
			}
		}
	}
}

/*
 * The target's variance in fold f about the training mean, and the vector t
 * with w't = E w'(x - a)(y - y_mean).  With r_i = x_i - a_i - beta_i (y - y_mean),
 *		t_i = beta_i V + sum over seen of r_i (y - y_mean) / (p_i sum n^f),
 * p_i the attribute's share of all reads; p_i sum n^f is how often it was to
 * be seen in this fold.
 */
static void
judge_linear(Tuner *tuner, const Moments *moments, uint32 fold)
{
	const Estimate *estimate = &tuner->estimate;
	const FoldSums *sums = &moments->fold[fold];
	double		y_mean = estimate->y_mean;
	double		variance =
		estimate_variance((sums->yy - 2 * y_mean * sums->y) / sums->rows + y_mean * y_mean,
						  sums->yy / sums->rows);
	double		reads = moments_reads(moments);
	double		fold_reads = 0;

	for (uint32 i = 0; i < tuner->d; i++)
		fold_reads += moments_fold_marginal(moments, fold, i).n;
	tuner->variance[fold] = variance;
	for (uint32 i = 0; i < tuner->d; i++)
	{
		Marginal	m = moments_fold_marginal(moments, fold, i);
		double		a = estimate->centre[i];
		double		beta = estimate->slope[i];
		double		expected = moments_marginal(moments, i, moments->folds).n *
			(fold_reads / reads);
		double		xy = m.xy - a * m.y - y_mean * m.x + m.n * a * y_mean;
		double		yy = m.yy - 2 * y_mean * m.y + m.n * y_mean * y_mean;

		tuner->linear[i] = beta * variance;
		if (expected > 0)
			tuner->linear[i] += (xy - beta * yy) / expected;
	}
}

/*
 * The matrix Q with w'Qw = E (w'(x - a))^2, from M = R + V beta beta' (in
 * matrix[], only R so far) and the sums of the fold:
 *		Q_ij = M_ij + (X_ij - N_ij M_ij) / pi_ij,	Q_ii the same with n_i, p_i sum n^f.
 * pi_ij is how often the pair was to be seen: from the row sums of N over all
 * folds, or N_ij itself where that is large.
 */
static void
judge_square(Tuner *tuner, const Moments *moments, uint32 fold, double *matrix, Poll poll)
{
	Estimate   *estimate = &tuner->estimate;
	uint32		d = tuner->d;
	uint32		folds = moments->folds;
	double		variance = tuner->variance[fold];
	double		partners = 0;
	double		squares = 0;
	double		pairs = 0;
	double		reads = moments_reads(moments);
	double		fold_reads = 0;
	double	   *n = estimate->square2;

	for (uint32 i = 0; i < d; i++)
	{
		partners += tuner->partners[i];
		squares += tuner->partners[i] * tuner->partners[i];
		fold_reads += moments_fold_marginal(moments, fold, i).n;
	}
	for (uint32 f = 0; f < folds; f++)
	{
		pairs += tuner->pairs[f];
		pairs_walk_start(&estimate->walk[f], estimate->walk_memory + f * pairs_walk_size(d),
						 &moments->fold[f].pairs);
	}
	for (uint32 i = 0; i < d; i++)
	{
		double	   *row = matrix + (size_t) i * d;
		double		a = estimate->centre[i];
		double		beta = variance * estimate->slope[i];
		Marginal	m = moments_fold_marginal(moments, fold, i);
		double		expected = moments_marginal(moments, i, folds).n * (fold_reads / reads);
		const PairCell *seen = NULL;

		poll_now(poll);
		row[i] += beta * estimate->slope[i];
		if (expected > 0)
			row[i] += (m.xx - 2 * a * m.x + m.n * a * a - m.n * row[i]) / expected;
		if (i + 1 == d)
			break;

		memset(n, 0, d * sizeof(double));
		for (uint32 f = 0; f < folds; f++)
		{
			const PairCell *cells = pairs_walk_row(&estimate->walk[f], i);

			for (uint32 j = 0; j < d - i - 1; j++)
				n[i + 1 + j] += cells[j].n;
			if (f == fold)
				seen = cells;
		}
		for (uint32 j = i + 1; j < d; j++)
		{
			const PairCell *cell = &seen[j - i - 1];
			double		a2 = estimate->centre[j];
			double		x = cell->product - a2 * cell->first - a * cell->second + cell->n * a * a2;
			double		often;

			row[j] += beta * estimate->slope[j];
			if (cell->n == 0)
				continue;
			if (n[j] >= MANY_PAIRS)
				often = n[j] * tuner->pairs[fold] / pairs;
			else
				often = tuner->partners[i] * tuner->partners[j] * tuner->pairs[fold] /
					(partners * partners - squares);
			row[j] += (x - cell->n * row[j]) / often;
		}
	}
}

/* The same for complete moments: the mean over the fold's rows. */
static void
judge_complete(Tuner *tuner, const Moments *moments, uint32 fold, double *matrix, Poll poll)
{
	const Estimate *estimate = &tuner->estimate;
	const FoldSums *sums = &moments->fold[fold];
	uint32		d = tuner->d;
	double	   *x = estimate->square2;	/* sums of the attributes */

	memset(matrix, 0, (size_t) d * d * sizeof(double));
	gram_add_to(&sums->gram, matrix, d);
	poll_now(poll);
	for (uint32 i = 0; i < d; i++)
		x[i] = moments_fold_marginal(moments, fold, i).x;
	for (uint32 i = 0; i < d; i++)
		for (uint32 j = i; j < d; j++)
		{
			double	   *cell = &matrix[(size_t) i * d + j];

			*cell = (*cell - estimate->centre[j] * x[i] - estimate->centre[i] * x[j]) / sums->rows +
				estimate->centre[i] * estimate->centre[j];
		}
}

/* result[g] = w_g' matrix w_g */
static void
quadratic(Tuner *tuner, const double *matrix, uint32 count, double *result)
{
	uint32		d = tuner->d;

	cblas_dsymm(CblasColMajor, CblasLeft, CblasLower, d, count, 1.0, matrix, d,
				tuner->weight, d, 0.0, tuner->product, d);
	for (uint32 g = 0; g < count; g++)
		result[g] = cblas_ddot(d, tuner->weight + (size_t) g * d, 1,
							   tuner->product + (size_t) g * d, 1);
}

void
judge_weights(Tuner *tuner, const Moments *moments, uint32 count, uint32 fold, Poll poll)
{
	double	   *matrix = tuner->estimate.square;
	size_t		at = (size_t) fold * count;

	judge_linear(tuner, moments, fold);
	for (uint32 g = 0; g < count; g++)
		tuner->lin[at + g] = cblas_ddot(tuner->d, tuner->weight + (size_t) g * tuner->d, 1,
										tuner->linear, 1);
	if (moments->complete)
	{
		judge_complete(tuner, moments, fold, matrix, poll);
		quadratic(tuner, matrix, count, tuner->square + at);
		return;
	}
	estimate_covariance(&tuner->estimate, matrix);
	quadratic(tuner, matrix, count, tuner->reduced + at);
	judge_square(tuner, moments, fold, matrix, poll);
	quadratic(tuner, matrix, count, tuner->square + at);
}
