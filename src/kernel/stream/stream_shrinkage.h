/*
 * stream_shrinkage.h
 *		What a learner's predictions are worth, judged on each row before it is
 *		learned from, by the looks that it takes anyway.
 *
 * Of the mean weights w, those of the model so far, a row's looks give two
 * independent estimates of <w, x>: u1 from the draws for the inner product and
 * u2 from those of the data point.  With r what the model's constant leaves of
 * the target,
 *		l = mean of r (u1 + u2) / 2  and  q = mean of u1 u2
 * are unbiased for E r <w, x> and E <w, x>^2, so a model of the weights a w has
 * the squared error  mean r^2 - 2 a l + a^2 q.  That gives the length a which
 * the weights should have, and how good a model is beside the mean target.
 *
 * Only the later rows count: since the last power of two of rows, and the block
 * before.  Earlier weights were others.
 */
#ifndef AER_STREAM_SHRINKAGE_H
#define AER_STREAM_SHRINKAGE_H

#include "kernel/kernel.h"

/* Sums over a block of rows. */
typedef struct StreamShrinkageSums
{
	double		rows;
	double		square;			/* r^2 */
	double		linear;			/* r (u1 + u2) / 2 */
	double		linear_square;
	double		product;		/* u1 u2 */
	double		product_square;
	double		diagonal;		/* sum over attributes of (w x)^2, estimated */
	double		mean_square;	/* squared error of the mean of the targets before */
	double		excess;			/* the model's beyond that, estimated */
	double		excess_square;
} StreamShrinkageSums;

/* The present block and the one before. */
typedef struct StreamShrinkage
{
	StreamShrinkageSums now;
	StreamShrinkageSums before;
} StreamShrinkage;

/* What was seen in one row. */
typedef struct StreamShrinkageRow
{
	double		residual;		/* r */
	double		from_mean;		/* target less the mean of those before */
	double		value;			/* (u1 + u2) / 2 */
	double		product;		/* u1 u2 */
	double		diagonal;		/* as in StreamShrinkageSums */
} StreamShrinkageRow;

/* The squared error of predictions made before each row was learned from. */
typedef struct LearnerLoss
{
	double		mse;			/* of the model; NaN: not known, as all of it */
	double		mean_mse;		/* of the mean target so far */
	double		se;				/* standard error of the difference */
} LearnerLoss;

/* factor: what the weights were multiplied by when the row came. */
extern void stream_shrinkage_add(StreamShrinkage *length, const StreamShrinkageRow *row, double factor);

/* What the weights should be multiplied by: 0 as long as nothing speaks for them. */
extern double stream_shrinkage_factor(const StreamShrinkage *length);

/* unit: one of the learner's targets in the user's units. */
extern LearnerLoss stream_shrinkage_loss(const StreamShrinkage *length, double unit);

/* Is the error of the model above that of the mean target, by three standard errors? */
extern bool loss_is_worse(const LearnerLoss *loss);

#endif							/* AER_STREAM_SHRINKAGE_H */
