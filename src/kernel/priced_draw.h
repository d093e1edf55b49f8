/*
 * priced_draw.h
 *		Draws the looks that a budget buys at a record.
 *
 * Free looks (price 0, no fee) are always taken.  The others are drawn one after
 * the other until none is affordable.  A look is affordable if its current price,
 * which includes the fee while its panel is closed, does not exceed the money that
 * is left.  It is drawn in proportion to its weight among the affordable looks.
 * The weight is spread / sqrt(price with fee), mixed with a little of the uniform
 * distribution.  A plan is made before anything of the record is known, so sums
 * over pairs of attributes are unbiased however the looks depend on each other.
 *
 * The sequence of draws is frozen by the first release: take the affordable looks
 * in their order, draw a point uniformly below the sum of their weights
 * (rng_below_wide), and take the look that the point falls on.  A look that is not
 * affordable once stays so, as opening a panel costs the fee that was included.  So
 * each look leaves a tree of sums once, and a plan costs O(looks) however many are
 * bought.  All numbers are integers.
 *
 * If all prices are equal (prices_alike()), design.h draws the plans instead.
 */
#ifndef AER_PRICED_DRAW_H
#define AER_PRICED_DRAW_H

#include "kernel/prices.h"
#include "kernel/rng.h"

/* A look in a list that is sorted by price, highest first. */
typedef struct PricedLook
{
	int64		price;
	uint32		look;
	uint32		panel;			/* the number of panels if the look has none */
} PricedLook;

/* More levels than the tree of 2^30 looks has. */
#define PRICED_LEVELS 8

typedef struct Purse Purse;

typedef struct PricedDraw
{
	const Prices *prices;		/* borrowed, checked */
	int64		all;			/* cost of all looks */
	int64		least;			/* lowest cost of a look that is not free, without fee */
	uint32		charged;		/* looks that are not free */
	uint32		levels;			/* of the tree of weights */
	uint32		nodes;			/* on all levels */
	uint32		level[PRICED_LEVELS];	/* first node of each level, leaves first */
	uint64	   *weight;			/* [nodes] tree of all looks; 0 for free ones */
	uint64	   *is_free;		/* [looks] bits */
	PricedLook *with_fee;		/* [charged] by price with fee */
	PricedLook *member;			/* [charged] by panel, then by price without fee */
	uint32	   *member_start;	/* [panels + 2] first member of each panel */
	Work	   *work;			/* owns all memory, and is polled */
	Purse	   *purse;			/* state of the plan that is being drawn */
} PricedDraw;

/* Makes a draw in which all looks have equal standard deviations. */
extern PricedDraw *priced_draw_create(Work *work, const Prices *prices);

/*
 * Sets the standard deviations of looks, spread[looks], all >= 0 and finite; NULL makes them
 * equal.
 */
extern void priced_draw_set_spread(PricedDraw *draw, const double *spread);

/*
 * Writes the looks that a budget >= 0 buys to plan[looks], ascending, and returns
 * their number.  A budget for all looks buys them without a draw.
 */
extern uint32 priced_draw_plan(PricedDraw *draw, Rng *rng, int64 budget, uint32 *plan);

/* Draws the plan of the record with a key: a pure function of prices, seed, key and budget. */
extern uint32 priced_draw_plan_key(PricedDraw *draw, uint64 seed, uint64 key, int64 budget,
								   uint32 *plan);

/*
 * Uneven budgets.  Deep records, chosen by a hash of their key, may spend the deep
 * budget, and together three quarters of all money.  The other records share the
 * rest, so that the mean does not exceed the budget.
 */
typedef struct UnevenBudget
{
	uint64		seed;
	int64		deep;
	int64		shallow;
	int64		step;			/* extra budget of some shallow records */
	uint64		deep_below;		/* hashes below it are of deep records */
	uint64		step_below;		/* hashes below it are of shallow records with the extra budget */
} UnevenBudget;

/*
 * Initialises uneven budgets; 0 < budget <= deep.  unit: the price of a look if
 * all prices are equal (1 if budgets count looks), else 0.  Shallow budgets are
 * multiples of it, as the money for part of a look would be lost.
 */
extern void uneven_budget_init(UnevenBudget *uneven, uint64 seed, int64 budget, int64 deep,
							   int64 unit);

extern bool uneven_budget_is_deep(const UnevenBudget *uneven, uint64 key);
extern int64 uneven_budget_of(const UnevenBudget *uneven, uint64 key);

#endif							/* AER_PRICED_DRAW_H */
