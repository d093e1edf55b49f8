/*
 * judgments.h
 *		The repeated judgments of one attribute of one object.
 *
 * Count, mean and sum of squares about the mean are all that feature
 * multi-selection (Sabato and Kalai 2013) needs of one object.  Judgments have
 * no order.
 */
#ifndef AER_JUDGMENTS_H
#define AER_JUDGMENTS_H

#include "kernel/kernel.h"

typedef struct Judgments
{
	int64		count;			/* number of judgments */
	double		mean;
	double		ss;				/* sum of squares about the mean */
} Judgments;

/* Adds one judgment. */
extern void judgments_add(Judgments *judgments, double value);

/* Adds the judgments of another part. */
extern void judgments_merge(Judgments *judgments, const Judgments *other);

/* Returns the unbiased variance (divisor count - 1); count must be 2 or more. */
extern double judgments_variance(const Judgments *judgments);

#endif							/* AER_JUDGMENTS_H */
