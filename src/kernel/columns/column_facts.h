/*
 * column_facts.h
 *		Facts about the columns of a linear model, from the sums it was fitted to.
 *
 * A look with attributes x and weights w adds w'(x - mean) to the prediction.  The attributes
 * of a look are always seen together.  The variance of this contribution, w'Cw over the rows
 * in which the look was seen, is therefore exact under every design.
 */
#ifndef AER_COLUMN_FACTS_H
#define AER_COLUMN_FACTS_H

#include "kernel/columns/coordinates.h"

/* Facts about each attribute, [d] each, in the caller's memory; 0 if it was never seen. */
typedef struct ColumnFacts
{
	double	   *mean;			/* in the user's units */
	double	   *sd;				/* standard deviation, divisor n - 1 */
	double	   *part;			/* at the first attribute of a look: standard deviation of the look's
								 * contribution; else 0 */
} ColumnFacts;

/* Finds the facts of all attributes.  weight: [d] weights of the model. */
extern void column_facts(Work *work, const Moments *moments, const Looks *looks,
						 const double *weight, ColumnFacts *facts);

/* With fewer rows than this the standard error of a correlation, 1 / sqrt(rows), is above 0.2. */
#define SELDOM_ROWS 25

/* The share of the forecast error that may stay unknown without a notice. */
#define SELDOM_SHARE 0.5

/* Two looks that were seldom seen together, and the number of rows in which they were. */
typedef struct SeldomTogether
{
	uint32		a;
	uint32		b;
	double		rows;
} SeldomTogether;

/*
 * Finds the two looks whose correlation leaves most of the error unknown.  The variance of
 * their joint contribution contains 2 r s t, where s and t are their standard deviations
 * (part[], see ColumnFacts) and r is their correlation, which n common rows estimate with a
 * standard error of 1 / sqrt(n).  Each look must have been seen in at least SELDOM_ROWS rows,
 * and both together in fewer.
 *
 * Returns true if the unknown part is more than SELDOM_SHARE of mse, the forecast error, which
 * treats r as known; false if mse is NaN.  The moments must not be kept as rows.
 */
extern bool column_facts_seldom(Work *work, const Moments *moments, const Looks *looks,
								const double *part, double mse, SeldomTogether *found);

#endif							/* AER_COLUMN_FACTS_H */
