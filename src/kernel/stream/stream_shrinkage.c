/*
 * stream_shrinkage.c
 *		What a learner's predictions are worth.
 */
#include "kernel/stream/stream_shrinkage.h"

/* With fewer rows nothing is known. */
#define LENGTH_ROWS 30

/* Weights are averaged over all rows, so they may be too short, but not by much. */
#define LONGEST 1.5

/* Standard errors from which a model is called worse than the mean. */
#define WORSE_ERRORS 3.0

/* Add two blocks, sum by sum. */
static StreamShrinkageSums
sum_of(const StreamShrinkageSums *a, const StreamShrinkageSums *b)
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

/* Blocks of 1, 2, 4, ... rows. */
void
stream_shrinkage_add(StreamShrinkage *length, const StreamShrinkageRow *row, double factor)
{
	double		linear = row->residual * row->value;
	double		excess = row->residual * row->residual - row->from_mean * row->from_mean -
		2 * factor * linear + factor * factor * row->product;
	StreamShrinkageSums	one = {
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

	if (length->now.rows >= Max(2 * length->before.rows, 1))
	{
		length->before = length->now;
		memset(&length->now, 0, sizeof(length->now));
	}
	sums = sum_of(&length->now, &one);
	/* squares of numbers beyond 1e150 say nothing any more */
	if (isfinite(sums.square + sums.linear_square + sums.product_square + sums.diagonal +
				 sums.mean_square + sums.excess_square))
		length->now = sums;
}

static double
standard_error(double n, double sum, double squares)
{
	double		mean = sum / n;

	return sqrt(Max(squares / n - mean * mean, 0) / (n - 1));
}

/*
 * l / q would minimise the estimated error.  Each of l and q is taken one
 * standard error to its less favourable side.  Besides, q is no less than
 * l^2 / V, by Cauchy and Schwarz, and than what the weights would have with
 * uncorrelated attributes: weights that are mostly noise are large, and q,
 * whose estimate has heavy tails, may come out small or below 0.
 */
double
stream_shrinkage_factor(const StreamShrinkage *length)
{
	StreamShrinkageSums sums = sum_of(&length->now, &length->before);
	double		n = sums.rows;
	double		l;
	double		q;
	double		least;

	if (n < LENGTH_ROWS)
		return 0;
	l = sums.linear / n;
	q = sums.product / n + standard_error(n, sums.product, sums.product_square);
	least = l - standard_error(n, sums.linear, sums.linear_square);
	if (!(least > 0))
		return 0;
	q = Max(q, Max(l * l / (sums.square / n), sums.diagonal / n));
	return Min(least / q, LONGEST);
}

LearnerLoss
stream_shrinkage_loss(const StreamShrinkage *length, double unit)
{
	StreamShrinkageSums sums = sum_of(&length->now, &length->before);
	double		n = sums.rows;
	LearnerLoss loss = {NAN, NAN, NAN};

	if (n < LENGTH_ROWS)
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
