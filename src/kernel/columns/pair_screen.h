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

#include "kernel/columns/sampled_table.h"
#include "kernel/pair_products.h"

typedef struct PairScreen
{
	const SampledTable *table;	/* of main attributes; the targets are the residuals */
	const LookFactors *factors;
	uint32		most_attributes;	/* of all pairs that are listed */

	/* Of the design's budget; no pair is listed whose columns would hardly be seen together. */
	uint32		columns;		/* that there are, paired or not */
	double		seen;			/* of them at a row; all, or more: no budget */
	double		source_rows;	/* that will be looked at */
	const uint32 *copies;		/* [looks] attributes of the design; with a budget a pair has those of both, too, */
	uint32		most_with_copies;	/* and is not listed if it had more than so many */
} PairScreen;

typedef struct ScreenedPair
{
	uint32		a;				/* looks, a < b */
	uint32		b;
	double		gain;
	double		explained;		/* of the residuals, by the pair alone: a share of their variance */
} ScreenedPair;

/*
 * The pairs whose gain is above the threshold, the best first, to pair[MOST_PAIRS]; how
 * many they are.  Where products are very many, of some of the rows, from all over.
 */
extern uint32 pair_screen(Work *work, const PairScreen *screen, ScreenedPair *pair);

#endif							/* AER_PAIR_SCREEN_H */
