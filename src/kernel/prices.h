/*
 * prices.h
 *		What looks cost.
 *
 * A look is one purchase: a column, with all attributes that come from it.  It has a
 * price and may belong to a panel.  The panel's fee is paid once per record, with the
 * first of its looks (one needle, one visit).
 *
 * Money is integers, thousandths of the user's unit, so that comparisons are
 * exact and plans are the same on every machine.
 */
#ifndef AER_PRICES_H
#define AER_PRICES_H

#include "kernel/kernel.h"

/* What stands for the panel of a look that is in none. */
#define NO_PANEL PG_UINT32_MAX

/* A budget that is none: no prices that are valid add up to it. */
#define NO_BUDGET PG_INT64_MAX

/* The arrays are the caller's. */
typedef struct Prices
{
	uint32		looks;
	uint32		panels;
	const int64 *cost;			/* [looks] */
	const uint32 *panel;	/* [looks] below panels, or NO_PANEL; NULL: no panels */
	const int64 *fee;			/* [panels] */
} Prices;

typedef enum PricesFault
{
	PRICES_VALID,
	PRICES_TOO_MUCH,			/* all together they are no int64 */
	PRICES_EMPTY_PANEL		/* a panel without looks: *where is its number */
} PricesFault;

/*
 * A price in thousandths: false unless it is between 0 and 10^12 and has no
 * more than three decimals.
 */
extern bool price_thousandths(double price, int64 *thousandths);

/* To be asked before anything else; costs and fees must be >= 0. */
extern PricesFault prices_check(const Prices *prices, uint32 *where);

/* What a set of looks costs, each once, fees once; opened: [panels] scratch. */
extern int64 prices_of(const Prices *prices, const uint32 *look, uint32 count, bool *opened);

/* What all looks cost. */
extern int64 prices_of_all(const Prices *prices);

/*
 * Do all looks cost the same, more than nothing, and is there no fee?  Then
 * budgets are numbers of looks, budget / *cost, and plans those of design.h.
 */
extern bool prices_alike(const Prices *prices, int64 *cost);

/* The panel of a look if that has a fee, else NO_PANEL. */
static inline uint32
prices_panel(const Prices *prices, uint32 look)
{
	uint32		panel = prices->panel != NULL ? prices->panel[look] : NO_PANEL;

	return panel != NO_PANEL && prices->fee[panel] > 0 ? panel : NO_PANEL;
}

/* What a look costs alone: while its panel is closed. */
static inline int64
prices_alone(const Prices *prices, uint32 look)
{
	uint32		panel = prices_panel(prices, look);

	return prices->cost[look] + (panel != NO_PANEL ? prices->fee[panel] : 0);
}

/* Two looks at one record; with alone, what a budget can never reach. */
static inline int64
prices_together(const Prices *prices, uint32 look, uint32 look2)
{
	uint32		panel = prices_panel(prices, look);
	bool		shared = panel != NO_PANEL && panel == prices_panel(prices, look2);

	return prices_alone(prices, look) +
		(shared ? prices->cost[look2] : prices_alone(prices, look2));
}

#endif							/* AER_PRICES_H */
