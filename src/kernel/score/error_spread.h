/*
 * error_spread.h
 *		The distance of targets from predictions, which differs from prediction to prediction.
 *
 * Held-out rows are sorted by their predictions.  The variance at a prediction is the mean
 * squared error of a tenth of the rows, linear between the mean predictions of the tenths and
 * constant outside.  Quantiles of (target - prediction) / standard deviation are kept for up to
 * five groups of at least 200 rows, and interpolated in the same way.
 */
#ifndef AER_ERROR_SPREAD_H
#define AER_ERROR_SPREAD_H

#include "kernel/kernel.h"

#define SPREAD_BINS 10
#define SPREAD_GROUPS 5
#define SPREAD_QUANTILES 13
#define MOST_COVERAGE 0.99

/* All doubles, as they are stored. */
typedef struct ErrorSpread
{
	double		bins;			/* 1 to SPREAD_BINS; 0: nothing is known */
	double		groups;			/* 1 to SPREAD_GROUPS */
	double		at[SPREAD_BINS];	/* mean prediction of each bin; no one is below the one before */
	double		variance[SPREAD_BINS];
	double		group_at[SPREAD_GROUPS];	/* the same for groups */
	double		quantile[SPREAD_GROUPS][SPREAD_QUANTILES];
} ErrorSpread;

/* A held-out row. */
typedef struct SpreadRow
{
	double		prediction;
	double		target;
	double		weight;			/* above 0 */
} SpreadRow;

/*
 * Finds the spread of n rows, at least 1; sorts them by prediction, ties as they stand.  Raises
 * KERNEL_BAD_VALUE if a number overflows.
 */
extern void error_spread_find(Work *work, SpreadRow *row, size_t n, ErrorSpread *spread);

/* Returns the variance of the target about a prediction. */
extern double error_spread_variance(const ErrorSpread *spread, double prediction);

/*
 * Returns how many standard deviations above the prediction the target's quantile lies: share
 * is the probability below it, within [(1 - MOST_COVERAGE) / 2, (1 + MOST_COVERAGE) / 2].
 */
extern double error_spread_quantile(const ErrorSpread *spread, double prediction, double share);

/* Returns the same for errors with a normal distribution; share is between 0 and 1. */
extern double normal_quantile(double share);

/* Returns true if the counts are in range, numbers finite and in order, and variances above 0. */
extern bool error_spread_is_valid(const ErrorSpread *spread);

#endif							/* AER_ERROR_SPREAD_H */
