/*
 * prices.h
 *		Prices of looks.
 *
 * A look is one purchase: a column, with all attributes that come from it.  It has a
 * price and may belong to a panel.  The panel's fee is paid once per record, with the
 * first of its looks (one needle, one visit).
 *
 * Money is counted in thousandths of the user's unit, as integers, so that
 * comparisons are exact and plans are the same on every machine.
 */
#ifndef AER_PRICES_H
#define AER_PRICES_H

#include "kernel/kernel.h"

/* The panel of a look without a panel. */
#define NO_PANEL PG_UINT32_MAX

/* An unlimited budget; valid prices add up to less. */
#define NO_BUDGET PG_INT64_MAX

/* The arrays are borrowed. */
typedef struct Prices
{
	uint32		looks;
	uint32		panels;
	const int64 *cost;			/* [looks] */
	const uint32 *panel;		/* [looks] each below panels, or NO_PANEL; NULL if there are no panels */
	const int64 *fee;			/* [panels] */
} Prices;

typedef enum PricesFault
{
	PRICES_VALID,
	PRICES_TOO_MUCH,			/* the sum of all prices and fees overflows an int64 */
	PRICES_EMPTY_PANEL			/* a panel has no looks */
} PricesFault;

/*
 * Converts a price to thousandths.  Returns false unless it is between 0 and
 * 10^12 and has at most three decimals.
 */
extern bool price_thousandths(double price, int64 *thousandths);

/*
 * Checks prices, whose costs and fees are >= 0; call it before the other functions.
 * PRICES_EMPTY_PANEL sets *panel to the number of the panel.
 */
extern PricesFault prices_check(const Prices *prices, uint32 *panel);

/* Returns the cost of distinct looks, look[count], at one record; opened[panels] is scratch. */
extern int64 prices_of(const Prices *prices, const uint32 *look, uint32 count, bool *opened);

/* Returns the cost of all looks at one record. */
extern int64 prices_of_all(const Prices *prices);

/*
 * Returns true if there are no fees and all looks have the same cost, above 0.  A
 * budget then buys budget / *cost looks, and design.h draws the plans.
 */
extern bool prices_alike(const Prices *prices, int64 *cost);

/* Returns the panel of a look if the panel has a fee, else NO_PANEL. */
static inline uint32
prices_panel(const Prices *prices, uint32 look)
{
	uint32		panel = prices->panel != NULL ? prices->panel[look] : NO_PANEL;

	return panel != NO_PANEL && prices->fee[panel] > 0 ? panel : NO_PANEL;
}

/* Returns the cost of a look with the fee of its panel. */
static inline int64
prices_with_fee(const Prices *prices, uint32 look)
{
	uint32		panel = prices_panel(prices, look);

	return prices->cost[look] + (panel != NO_PANEL ? prices->fee[panel] : 0);
}

/* Returns the cost of two looks at one record, fees included. */
static inline int64
prices_together(const Prices *prices, uint32 look, uint32 look2)
{
	uint32		panel = prices_panel(prices, look);
	bool		shared = panel != NO_PANEL && panel == prices_panel(prices, look2);

	return prices_with_fee(prices, look) +
		(shared ? prices->cost[look2] : prices_with_fee(prices, look2));
}

#endif							/* AER_PRICES_H */
