/*
 * acquisition_costs.h
 *		What there is to buy: the looks that moments are of, and their prices.
 */
#ifndef AER_ACQUISITION_COSTS_H
#define AER_ACQUISITION_COSTS_H

#include "pg/aer.h"

#include "kernel/columns/column_fit.h"
#include "kernel/spending/nested_cv.h"
#include "pg/values/row_moments.h"

typedef struct AcquisitionCosts
{
	Looks		looks;
	Prices		prices;			/* by look: what the moments were collected for */
	PairClasses classes;		/* of attributes, by the design */
	SpendingOptions spending;	/* units, the default lambda, and these classes */
	bool		in_coordinates;	/* of named attributes, unless wide: these are fitted so */
	Columns		columns;		/* what the looks see */
} AcquisitionCosts;

/*
 * Prices are those of the design that the moments were collected with; without
 * any, or where they were merged from several designs, one a look.  All is
 * palloc'd, and not to be moved.
 */
extern void acquisition_costs(const RowMoments *object, AcquisitionCosts *costs);

/*
 * The prices of the looks that moments are of: those given, else those of the design, else
 * 1 a look, as they are where designs of several prices were merged: then false.
 */
extern bool moments_prices(const RowMoments *object, Jsonb *given, Prices *prices);

#endif							/* AER_ACQUISITION_COSTS_H */
