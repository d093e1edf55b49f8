/*
 * judgments.h
 *		What the repeated judgments of one attribute of one object say.
 *
 * Count, mean and sum of squares about the mean: all that feature
 * multi-selection (Sabato and Kalai 2013) asks of one object.  Judgments have
 * no order.
 */
#ifndef AER_JUDGMENTS_H
#define AER_JUDGMENTS_H

#include "kernel/kernel.h"

typedef struct Judgments
{
	int64		count;			/* judgments; 0: never judged */
	double		mean;			/* their mean */
	double		ss;				/* sum of squares about the mean */
} Judgments;

/* Take in one judgment. */
extern void judgments_add(Judgments *judgments, double value);

/* Take in the judgments of another part. */
extern void judgments_merge(Judgments *judgments, const Judgments *other);

/* The unbiased variance (divisor count - 1); count must be 2 or more. */
extern double judgments_variance(const Judgments *judgments);

#endif							/* AER_JUDGMENTS_H */
