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
	Prices		prices;			/* by look, as the moments were collected */
	PairClasses classes;		/* classes of attributes, by the design */
	SpendingOptions spending;	/* units, the default lambda, and these classes */
	bool		in_coordinates;	/* fits are in coordinates: named attributes, and not high-dimensional */
	Columns		columns;		/* what each look sees */
} AcquisitionCosts;

/*
 * Find what there is to buy, at the prices of the design that the moments
 * were collected with; without any, or where moments of several designs were
 * merged, a look costs 1.  All of it is palloc'd, and must not be moved.
 */
extern void acquisition_costs(const RowMoments *object, AcquisitionCosts *costs);

/*
 * The prices of the looks that moments are of: those given, else those of the
 * design, else 1 a look.  False: it is 1 because designs of several prices
 * were merged.
 */
extern bool moments_prices(const RowMoments *object, Jsonb *given, Prices *prices);

#endif							/* AER_ACQUISITION_COSTS_H */
