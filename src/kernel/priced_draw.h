/*
 * priced_draw.h
 *		Which looks at a record a budget buys.
 *
 * Looks that are free (price 0, no fee) are always taken.  The others are drawn
 * one after the other until nothing fits, each in proportion to its weight
 * among those whose price now (with the fee while the panel is closed) is no
 * more than what is left.  Weights are spread / sqrt(price alone), mixed a
 * little with the uniform.  A plan is decided before anything of the record is
 * known, so sums of pairs stay unbiased given what was seen, however looks
 * depend on each other.
 *
 * The law, which the first release freezes, is a walk over the looks in their
 * order: with those not taken that fit, a point uniform below the sum of their
 * weights (rng_below_wide), and the look that the point falls on.  What does
 * not fit once never fits later, as opening a panel takes the fee that was
 * counted; so each look leaves a tree of sums once, and a plan costs O(looks)
 * however many are bought.  All is integers.
 *
 * Where all prices are alike (prices_alike()) plans are those of design.h with
 * as many looks as the budget buys, not these.
 */
#ifndef AER_PRICED_DRAW_H
#define AER_PRICED_DRAW_H

#include "kernel/prices.h"
#include "kernel/rng.h"

/* A look in a list of the dearest first. */
typedef struct PricedLook
{
	int64		price;
	uint32		look;
	uint32		panel;		/* the number of panels: it is in none */
} PricedLook;

/* More levels than the tree of 2^30 looks has. */
#define PRICED_LEVELS 8

typedef struct Purse Purse;

typedef struct PricedDraw
{
	const Prices *prices;		/* borrowed, checked */
	int64		all;			/* what everything costs */
	int64		least;			/* the cheapest look that is not free, panel open */
	uint32		charged;		/* looks that are not free */
	uint32		levels;
	uint32		nodes;			/* of all levels */
	uint32		level[PRICED_LEVELS];	/* where each begins, leaves first */
	uint64	   *weight;			/* [nodes] of all looks; 0 where free */
	uint64	   *is_free;		/* [looks] bits */
	PricedLook *alone;			/* [charged] by price alone */
	PricedLook *member;			/* [charged] by panel, then by price of its own */
	uint32	   *member_start;	/* [panels + 2] */
	Work	   *work;			/* has all of it, and is polled */
	Purse	   *purse;			/* what a plan changes */
} PricedDraw;

/* The looks' deviations are taken to be alike. */
extern PricedDraw *priced_draw_create(Work *work, const Prices *prices);

/* Draw by these deviations from now on: [looks] >= 0 and finite, or NULL: alike. */
extern void priced_draw_set_spread(PricedDraw *draw, const double *spread);

/*
 * Write the looks that a budget >= 0 buys, ascending, to plan[looks]; returns
 * how many.  A budget for everything buys that, without a draw.
 */
extern uint32 priced_draw_plan(PricedDraw *draw, Rng *rng, int64 budget, uint32 *plan);

/* The same for the record of that key: a pure function of (prices, seed, key). */
extern uint32 priced_draw_plan_key(PricedDraw *draw, uint64 seed, uint64 key, int64 budget,
								   uint32 *plan);

/*
 * Uneven budgets: deep records, chosen by the hash of their key alone, may
 * spend the deep budget, and three quarters of all money; the others share the
 * rest, so that the mean is no more than the budget.
 */
typedef struct UnevenBudget
{
	uint64		seed;
	int64		deep;
	int64		shallow;
	int64		step;			/* what some of the shallow ones may spend besides */
	uint64		deep_below;		/* the hash of a deep record's key */
	uint64		step_below;
} UnevenBudget;

/*
 * 0 < budget <= deep.  unit: the price of a look where all are alike (1 where
 * budgets are looks), else 0: shallow budgets are whole multiples of it, as
 * money that buys no further look would be lost.
 */
extern void uneven_budget_init(UnevenBudget *uneven, uint64 seed, int64 budget, int64 deep,
							   int64 unit);

extern bool uneven_budget_is_deep(const UnevenBudget *uneven, uint64 key);
extern int64 uneven_budget_of(const UnevenBudget *uneven, uint64 key);

#endif							/* AER_PRICED_DRAW_H */
