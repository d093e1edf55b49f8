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

extern void column_facts(Work *work, const Moments *moments, const Columns *columns,
						 const double *weight, ColumnFacts *facts);

#endif							/* AER_COLUMN_FACTS_H */
