/*
 * stream_shrinkage.c
 *		The shrinkage of a learner's weights, and the error of its predictions.
 */
#include "kernel/stream/learner.h"

/* Fewer rows give no estimate. */
#define LEAST_ROWS 30

/* Weights are averaged over all rows, so they may be too small, but not by much. */
#define LARGEST_FACTOR 1.5

/* A model is called worse than the mean from this many standard errors on. */
#define WORSE_ERRORS 3.0

static StreamShrinkageSums
add_sums(const StreamShrinkageSums *a, const StreamShrinkageSums *b)
{
	return (StreamShrinkageSums)
	{
		.rows = a->rows + b->rows,
		.square = a->square + b->square,
		.linear = a->linear + b->linear,
		.linear_square = a->linear_square + b->linear_square,
		.product = a->product + b->product,
		.product_square = a->product_square + b->product_square,
		.diagonal = a->diagonal + b->diagonal,
		.mean_square = a->mean_square + b->mean_square,
		.excess = a->excess + b->excess,
		.excess_square = a->excess_square + b->excess_square
	};
}

/* Blocks have 1, 2, 4, ... rows. */
void
stream_shrinkage_add(StreamShrinkage *shrinkage, const StreamShrinkageRow *row, double factor)
{
	double		linear = row->residual * row->prediction;
	double		excess = row->residual * row->residual - row->from_mean * row->from_mean -
		2 * factor * linear + factor * factor * row->product;
	StreamShrinkageSums one = {
		.rows = 1,
		.square = row->residual * row->residual,
		.linear = linear,
		.linear_square = linear * linear,
		.product = row->product,
		.product_square = row->product * row->product,
		.diagonal = row->diagonal,
		.mean_square = row->from_mean * row->from_mean,
		.excess = excess,
		.excess_square = excess * excess
	};
	StreamShrinkageSums sums;

	if (shrinkage->now.rows >= Max(2 * shrinkage->before.rows, 1))
	{
		shrinkage->before = shrinkage->now;
		memset(&shrinkage->now, 0, sizeof(shrinkage->now));
	}
	sums = add_sums(&shrinkage->now, &one);
	/* rows whose squares overflow are left out */
	if (isfinite(sums.square + sums.linear_square + sums.product_square + sums.diagonal +
				 sums.mean_square + sums.excess_square))
		shrinkage->now = sums;
}

static double
standard_error(double n, double sum, double squares)
{
	double		mean = sum / n;

	return sqrt(Max(squares / n - mean * mean, 0) / (n - 1));
}

/*
 * l / q would minimise the estimated error.  Each of l and q is moved by one
 * standard error to its less favourable side.  Weights that are mostly noise are
 * large, and the estimate of q, which has heavy tails, may be small or below 0.  So
 * q is at least l^2 / mean r^2, by Cauchy and Schwarz, and at least its value for
 * uncorrelated attributes.
 */
double
stream_shrinkage_factor(const StreamShrinkage *shrinkage)
{
	StreamShrinkageSums sums = add_sums(&shrinkage->now, &shrinkage->before);
	double		n = sums.rows;
	double		l;
	double		q;
	double		least;

	if (n < LEAST_ROWS)
		return 0;
	l = sums.linear / n;
	q = sums.product / n + standard_error(n, sums.product, sums.product_square);
	least = l - standard_error(n, sums.linear, sums.linear_square);
	if (!(least > 0))
		return 0;
	q = Max(q, Max(l * l / (sums.square / n), sums.diagonal / n));
	return Min(least / q, LARGEST_FACTOR);
}

LearnerLoss
stream_shrinkage_loss(const StreamShrinkage *shrinkage, double unit)
{
	StreamShrinkageSums sums = add_sums(&shrinkage->now, &shrinkage->before);
	double		n = sums.rows;
	LearnerLoss loss = {NAN, NAN, NAN};

	if (n < LEAST_ROWS)
		return loss;
	loss.mean_mse = sums.mean_square / n * unit * unit;
	loss.mse = (sums.mean_square + sums.excess) / n * unit * unit;
	loss.se = standard_error(n, sums.excess, sums.excess_square) * unit * unit;
	return loss;
}

bool
loss_is_worse(const LearnerLoss *loss)
{
	return loss->mse - loss->mean_mse > WORSE_ERRORS * loss->se;
}
