/*
 * look_planner.c
 *		Plans the looks that a design takes at each record.
 */
#include "pg/options/look_planner.h"

#include "miscadmin.h"
#include "pg/kernel_call.h"
#include "pg/options/attribute_name.h"
#include "pg/options/option_lists.h"
#include "pg/options/price_list.h"
#include "port/pg_bitutils.h"

typedef struct NamedLook
{
	const char *name;			/* first field, as pg_qsort_strcmp() needs */
	uint32		look;
	bool		taken;
} NamedLook;

/* Returns the looks in the order of draws, or NULL if that is 0, 1, 2, ... */
static uint32 *
draw_order(const NameList *include, uint32 n, char *const *name)
{
	Work	   *work = kernel_work();
	NamedLook  *sorted = WORK_ARRAY(work, n, NamedLook);
	uint32	   *order = WORK_ARRAY(work, n, uint32);
	uint32		placed = 0;
	bool		ascending = true;

	for (uint32 i = 0; i < n; i++)
		sorted[i] = (NamedLook) {name[i], i, false};
	qsort(sorted, n, sizeof(NamedLook), pg_qsort_strcmp);
	for (int k = 0; k < include->n; k++)
	{
		NamedLook  *found = bsearch(&include->written[k], sorted, n, sizeof(NamedLook),
									pg_qsort_strcmp);

		CHECK_FOR_INTERRUPTS();
		if (found == NULL || found->taken)	/* excluded, or listed twice */
			continue;
		found->taken = true;
		order[placed++] = found->look;
	}
	for (uint32 i = 0; i < n; i++)
		if (!sorted[i].taken)
			order[placed++] = sorted[i].look;
	Assert(placed == n);
	for (uint32 i = 0; i < n && ascending; i++)
		ascending = order[i] == i;
	work_release(work, sorted);
	if (!ascending)
		return order;
	work_release(work, order);
	return NULL;
}

/* Returns the prices of looks in the order of draws, or NULL if there are none. */
static const Prices *
prices_in_order(Work *work, const LookPlanner *planner, const PriceList *list, uint32 n,
				char *const *name)
{
	Prices	   *prices = WORK_ARRAY(work, 1, Prices);
	Prices		own;
	int64	   *cost;
	uint32	   *panel;

	if (list->n == 0)
		return NULL;
	own = price_list_resolve(list, n, name, NULL);
	*prices = own;
	if (planner->order == NULL)
		return prices;
	prices->cost = cost = WORK_ARRAY(work, n, int64);
	prices->panel = panel = WORK_ARRAY(work, n, uint32);
	for (uint32 i = 0; i < n; i++)
	{
		cost[i] = own.cost[planner->order[i]];
		panel[i] = own.panel[planner->order[i]];
	}
	return prices;
}

/* Converts an amount of the options into the units of draws: looks, or thousandths of money. */
static int64
in_draw_units(const DesignOptions *options, double amount)
{
	int64		thousandths = 0;

	if (options->prices.n == 0)
		return (int64) amount;
	(void) price_thousandths(amount, &thousandths);	/* was checked */
	return thousandths;
}

static UnevenBudget
uneven_of(const DesignOptions *options, int64 unit)
{
	UnevenBudget uneven;

	uneven_budget_init(&uneven, options->seed, in_draw_units(options, options->budget),
					   in_draw_units(options, options->deep_budget), unit);
	return uneven;
}

bool
design_is_deep(const DesignOptions *options, uint64 key)
{
	UnevenBudget uneven;

	if (options->deep_budget == 0)
		return false;
	uneven = uneven_of(options, 0);
	return uneven_budget_is_deep(&uneven, key);
}

/* Sets the number of looks at the next records. */
static void
set_looks(LookPlanner *planner, int64 looks)
{
	planner->design->budget = (uint32) Min(looks, planner->design->d);
}

/* Sets the budget, and the looks that it pays for, about and at most. */
static void
set_budget(LookPlanner *planner, const DesignOptions *options)
{
	uint32		n = planner->design->d;
	int64		budget = options->budget == 0 ? NO_BUDGET : in_draw_units(options, options->budget);
	int64		deepest = options->deep_budget == 0 ? budget : in_draw_units(options, options->deep_budget);
	int64		everything = n;

	planner->budget = budget;
	planner->look_price = 1;
	if (planner->prices)
	{
		everything = prices_of_all(planner->prices);
		if (!prices_alike(planner->prices, &planner->look_price))
			planner->look_price = 0;
	}
	planner->all = budget >= everything;
	planner->expected = planner->most = n;
	if (planner->all)
		return;
	if (options->deep_budget > 0)
	{
		planner->uneven = palloc(sizeof(UnevenBudget));
		*planner->uneven = uneven_of(options, planner->look_price);
	}
	planner->expected = (uint32) ((double) n * budget / everything);
	if (planner->look_price > 0)
	{
		set_looks(planner, budget / planner->look_price);
		planner->expected = planner->design->budget;
		planner->most = Min(deepest / planner->look_price, n);
	}
}

/* Draws by the option "spread", if it is set. */
static void
set_spread(LookPlanner *planner, const DesignOptions *options, const Columns *columns)
{
	NumberList	spread = options->spread;
	Columns		looks = columns_of_array(columns->looks.bought);

	if (spread.name)
	{
		look_planner_spread(planner, spread_by_column(&spread, columns));
		return;
	}
	number_list_resolve(&spread, "spread", 0, &looks);
	if (spread.n > 1)
		look_planner_spread(planner, spread.value);
}

LookPlanner *
look_planner_create(const DesignOptions *options, const Columns *columns)
{
	uint32		n = columns->looks.bought;
	char	  **name = column_names(columns);
	Work	   *work = kernel_work();
	LookPlanner *planner = WORK_ARRAY(work, 1, LookPlanner);

	planner->design = WORK_ARRAY(work, 1, Design);
	design_init(work, planner->design, n, 0, options->folds, options->seed);
	if (name)
		planner->order = draw_order(&options->include, n, name);
	if (planner->order)
	{
		planner->mark = WORK_ARRAY(work, ((Size) n + 63) / 64, uint64);
		planner->spread = WORK_ARRAY(work, n, double);
	}
	planner->prices = prices_in_order(work, planner, &options->prices, n, name);
	set_budget(planner, options);
	if (!planner->all && planner->look_price == 0)
		planner->priced = priced_draw_create(work, planner->prices);
	planner->look = WORK_ARRAY(work, planner->most, uint32);
	set_spread(planner, options, columns);
	return planner;
}

Prices
look_planner_prices(const LookPlanner *planner)
{
	const Prices *in_order = planner->prices;
	uint32		n = planner->design->d;
	Work	   *work = kernel_work();
	int64	   *cost = WORK_ARRAY(work, n, int64);
	uint32	   *panel = WORK_ARRAY(work, n, uint32);

	for (uint32 rank = 0; rank < n; rank++)
	{
		uint32		look = planner->order ? planner->order[rank] : rank;

		cost[look] = in_order ? in_order->cost[rank] : 1000;
		panel[look] = in_order ? in_order->panel[rank] : NO_PANEL;
	}
	return (Prices) {n, in_order ? in_order->panels : 0, cost, panel, in_order ? in_order->fee : NULL};
}

void
look_planner_spread(LookPlanner *planner, const double *spread)
{
	if (planner->order)
	{
		for (uint32 i = 0; i < planner->design->d; i++)
			planner->spread[i] = spread[planner->order[i]];
		spread = planner->spread;
	}
	if (planner->priced)
		priced_draw_set_spread(planner->priced, spread);
	else
		design_set_spread(planner->design, spread);
}

/* Converts positions in the order of draws into looks, ascending. */
static void
put_in_order(LookPlanner *planner)
{
	uint32		words = (planner->design->d + 63) / 64;
	uint32		n = 0;

	if (planner->order == NULL || planner->all)
		return;
	memset(planner->mark, 0, sizeof(uint64) * words);
	for (uint32 k = 0; k < planner->n; k++)
	{
		uint32		look = planner->order[planner->look[k]];

		planner->mark[look / 64] |= UINT64CONST(1) << (look % 64);
	}
	for (uint32 w = 0; w < words; w++)
		for (uint64 bits = planner->mark[w]; bits != 0; bits &= bits - 1)
			planner->look[n++] = w * 64 + pg_rightmost_one_pos64(bits);
}

void
look_planner_next(LookPlanner *planner, Rng *rng)
{
	if (planner->priced)
		planner->n = priced_draw_plan(planner->priced, rng, planner->budget, planner->look);
	else
	{
		planner->n = planner->design->budget;
		design_plan(planner->design, rng, planner->look);
	}
	put_in_order(planner);
}

void
look_planner_key(LookPlanner *planner, uint64 key)
{
	uint64		seed = planner->design->seed;

	if (planner->uneven)
	{
		planner->budget = uneven_budget_of(planner->uneven, key);
		if (planner->look_price > 0)
			set_looks(planner, planner->budget / planner->look_price);
	}
	if (planner->priced)
		planner->n = priced_draw_plan_key(planner->priced, seed, key, planner->budget,
										  planner->look);
	else
	{
		planner->n = planner->design->budget;
		design_plan_key(planner->design, key, planner->look);
	}
	put_in_order(planner);
}
