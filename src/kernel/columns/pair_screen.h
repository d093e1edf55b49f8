/*
 * pair_screen.h
 *		Finds interactions in a sample of rows: pairs of looks that explain more together than
 *		separately.
 *
 * A pair is judged by what its products explain of the residuals r of an additive model in rows
 * that are held out.  B are its k products of factors, which are centred first; each product is
 * then centred and divided by its standard deviation.  With c = B'r / n in the rows of one fold,
 * c_ the same in all other folds, and G = B'B / n + 0.02 I of all rows, the gain in the fold is
 * 2 c'G^-1 c_ - c_'G^-1 c_: what the coefficients of the other folds explain.  The gain of a pair
 * is the mean over folds, weighted by their rows, summed over the outputs.  Noise loses
 * 5/4 k var(r) / n if there are five folds.  The largest of M gains is mostly below
 * 2 ln(M) var(r) / n, which is the threshold, and neither a few rows nor one group make a pair.
 * With weights, all sums are of w sum w / sum w^2, and n is the sum of these.
 *
 * No product is stored.  BLAS sums, over the rows, the products of any two factors, these times
 * r, and the products of two factors of one look with two of another.  These sums give c
 * and G of every pair.
 */
#ifndef AER_PAIR_SCREEN_H
#define AER_PAIR_SCREEN_H

#include "kernel/looks.h"
#include "kernel/pair_products.h"

/* Sampled rows with all their attributes. */
typedef struct SampledTable
{
	uint32		rows;
	uint32		d;				/* attributes of a row */
	double	   *value;			/* [rows * d] */
	uint32		outputs;		/* 1 for a number, otherwise one for each class */
	double	   *target;			/* [outputs * rows] */
	double	   *weight;			/* [rows] above 0; NULL: rows have no weights */
	uint32	   *fold;			/* [rows] from 0 */
	uint32		folds;
} SampledTable;

/*
 * Sets chosen[looks->n] to true for the looks that explain most of the target, at most "most"
 * of them.  A look counts by its best attribute, as a linear function.  Returns the number
 * chosen.
 */
extern uint32 sampled_table_choose(Work *work, const SampledTable *table, const Looks *looks,
								   uint32 most, bool *chosen);

/* Returns a table with the attributes of the chosen looks only; it shares the targets. */
extern SampledTable sampled_table_some(Work *work, const SampledTable *table, const Looks *looks,
									   const bool *chosen);

/*
 * Subtracts the predictions of a linear model from the target of one output.  This leaves its
 * residuals up to a constant.  The model has weights for attributes less their means.
 */
extern void sampled_table_residuals(Work *work, SampledTable *table, uint32 output,
									const double *mean, const double *weight);

typedef struct PairScreen
{
	const SampledTable *table;	/* attributes of single columns; the targets are residuals */
	const LookFactors *factors;
	uint32		most_attributes;	/* of all listed pairs together */

	/* the design; under a budget no pair is listed that would hardly ever be seen */
	uint32		columns;		/* all columns, paired or not */
	double		seen;			/* columns seen in each row; columns or more: no budget */
	double		source_rows;	/* rows that the design will read */
	const uint32 *copies;		/* [looks] attributes of each look; under a budget a pair also has
								 * copies of the attributes of both looks */
	uint32		most_with_copies;	/* attributes of one pair, with these copies */
} PairScreen;

typedef struct ScreenedPair
{
	uint32		a;				/* looks, a < b */
	uint32		b;
	double		gain;
	double		explained;		/* share of the residuals' variance that this pair alone explains */
} ScreenedPair;

/*
 * Writes the pairs with a gain above the threshold to pair[MOST_PAIRS], the best first.  Returns
 * their number.  If there are very many products, only some rows are used, spread evenly over
 * the table.
 */
extern uint32 pair_screen(Work *work, const PairScreen *screen, ScreenedPair *pair);

#endif							/* AER_PAIR_SCREEN_H */
