/*
 * sampled_gain.h
 *		The share of the target that the attributes of one column of a sample explain, so that
 *		columns can be ranked.
 */
#ifndef AER_SAMPLED_GAIN_H
#define AER_SAMPLED_GAIN_H

#include "kernel/columns/sampled_column.h"

/* The target of a sample: a number, or an indicator for each of its categories. */
typedef struct SampledTarget
{
	uint32		rows;
	double	   *weight;			/* [rows] with mean 1 */
	uint32		outputs;		/* 1, or the categories */
	double	   *number;			/* [rows] with mean 0; NAN: infinite or too large.  NULL for categories */
	uint32	   *category;		/* [rows] place of the category, from 1; 0: not listed.  NULL for numbers */
	double		total;			/* sum of squares about the means, over all outputs */
	double		usable;			/* weight of the rows that have a number or a listed category */
} SampledTarget;

/* Shares of the target's variance, less the share that noise would explain. */
typedef struct SampledGain
{
	double		first;			/* by the first attribute: the line, or the first category */
	double		others;			/* what the other attributes add to it */
} SampledGain;

/* Prepares a target, of which no row is NULL.  weight: [rows] of each row, above 0. */
extern void sampled_target_init(Work *work, SampledTarget *target, const SampledColumn *column,
								const double *weight);

/*
 * Finds the gain of a number, time or boolean, by least squares.  Its attributes are the value;
 * then how far it is above each of n knots, and, with null_category, whether it is NULL.  With
 * several different knots the value is clipped to their fences among the other attributes.  A
 * value that is NULL counts as the median.
 */
extern void sampled_gain_number(Work *work, const SampledColumn *column, const SampledFacts *facts,
								const SampledPoint *knot, uint32 n, bool null_category,
								const SampledTarget *target, SampledGain *gain);

/* Finds the gain of n categories and, with null_category, of NULL. */
extern void sampled_gain_categories(Work *work, const SampledColumn *column,
									const ListedCategory *list, uint32 n, bool null_category,
									const SampledTarget *target, SampledGain *gain);

#endif							/* AER_SAMPLED_GAIN_H */
