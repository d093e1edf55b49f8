/*
 * column_facts.h
 *		What is told of the columns of a linear model, from the sums it was fitted to.
 *
 * A look of attributes x with the weights w adds w'(x - mean) to the prediction.
 * Within a look everything is seen together, so the variance of that part over the
 * rows in which it was seen, w'Cw, is exact under every design.
 */
#ifndef AER_COLUMN_FACTS_H
#define AER_COLUMN_FACTS_H

#include "kernel/columns/coordinates.h"

/* [attributes] each, the caller's; of what was never seen, 0. */
typedef struct ColumnFacts
{
	double	   *mean;			/* in the user's units */
	double	   *deviation;		/* divisor n - 1 */
	double	   *part;			/* of the look that begins here, the deviation of what it adds; else 0 */
} ColumnFacts;

extern void column_facts(Work *work, const Moments *moments, const Looks *looks,
						 const double *weight, ColumnFacts *facts);

/* Below so many rows a correlation has a standard error, 1 / sqrt(rows), above 0.2. */
#define SELDOM_ROWS 25

/* So much of the error that is forecast may be left open. */
#define SELDOM_SHARE 0.5

/* Two looks that are bought, and the rows in which both were seen. */
typedef struct SeldomTogether
{
	uint32		a;
	uint32		b;
	double		rows;
} SeldomTogether;

/*
 * The variance of what two looks add has the part 2 r s t, of their deviations s and t
 * (ColumnFacts) and their correlation r, which n rows that have seen both tell to
 * 1 / sqrt(n).  Find the two of which that leaves most open, each seen in SELDOM_ROWS or
 * more, both together in fewer; true if it is more than SELDOM_SHARE of mse, which is
 * forecast as if that were known.  mse NaN: false.  Of moments that can be walked.
 */
extern bool column_facts_seldom(Work *work, const Moments *moments, const Looks *looks,
								const double *part, double mse, SeldomTogether *found);

#endif							/* AER_COLUMN_FACTS_H */
