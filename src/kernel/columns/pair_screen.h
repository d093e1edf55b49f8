/*
 * pair_screen.h
 *		Which pairs of looks say something together that they do not say alone.
 *
 * A pair is judged by what its products explain of the residuals r of an additive
 * model in n rows.  B are the products of its factors, less their means, each less its
 * mean and divided by its deviation, k of them; with c = B'r / n and
 * G = B'B / n + 0.02 I its gain is c'G^-1 c - k var(r) / n, over several outputs the sum.
 * Noise has a gain of about 0; the largest of M gains of noise is below
 * 2 ln(M) var(r) / n mostly, which is the threshold.
 *
 * No product is ever formed: with the sums over rows of all products of two factors,
 * and of these with r, and of all products of two factors of one look with two of another,
 * c and G of every pair are known, and BLAS finds all of them at once.
 */
#ifndef AER_PAIR_SCREEN_H
#define AER_PAIR_SCREEN_H

#include "kernel/looks.h"
#include "kernel/pair_products.h"

typedef struct SampledTable
{
	uint32		rows;
	uint32		d;				/* attributes of a row */
	double	   *value;			/* [rows * d] */
	uint32		outputs;		/* one for a number, of classes one for each */
	double	   *target;			/* [outputs * rows] */
} SampledTable;

/*
 * Mark in chosen[looks->n] so many looks: those of which one attribute alone explains
 * most of the target, a linear function of it.  How many they are.
 */
extern uint32 sampled_table_choose(Work *work, const SampledTable *table, const Looks *looks,
								   uint32 most, bool *chosen);

/* Of each row the attributes of these looks; of the same targets. */
extern SampledTable sampled_table_some(Work *work, const SampledTable *table, const Looks *looks,
									   const bool *chosen);

/*
 * Take off an output's target what a linear model with these weights, over attributes less
 * their means, says of it: what is left is the residuals, but for a constant.
 */
extern void sampled_table_residuals(Work *work, SampledTable *table, uint32 output,
									const double *mean, const double *weight);

typedef struct PairScreen
{
	const SampledTable *table;	/* of main attributes; the targets are the residuals */
	const LookFactors *factors;
	uint32		most_attributes;	/* of all pairs that are listed */

	/* of the design: under a budget no pair is listed that would hardly be seen */
	uint32		columns;		/* all columns, paired or not */
	double		seen;			/* how many of them are seen at a row; all, or more: no budget */
	double		source_rows;	/* rows that the design will look at */
	const uint32 *copies;		/* [looks] attributes of each; under a budget a pair has copies of both looks' */
	uint32		most_with_copies;	/* attributes of a pair, with these */
} PairScreen;

typedef struct ScreenedPair
{
	uint32		a;				/* looks, a < b */
	uint32		b;
	double		gain;
	double		explained;		/* of the residuals, by the pair alone: a share of their variance */
} ScreenedPair;

/*
 * Write the pairs whose gain is above the threshold to pair[MOST_PAIRS], the best first;
 * returns how many.  Where there are very many products, only some rows are used, from all
 * over the table.
 */
extern uint32 pair_screen(Work *work, const PairScreen *screen, ScreenedPair *pair);

#endif							/* AER_PAIR_SCREEN_H */
