/*
 * priced_draw.c
 *		Draws the looks that a budget buys at a record.
 */
#include "kernel/priced_draw.h"

#include <float.h>

/* The sum of all integer weights, about; each weight is at least 1. */
#define QUANTUM 4294967296.0

/* The share of the weights that is uniform. */
#define UNIFORM_SHARE 0.02

/* Children of a node: a draw looks at half of them on each level. */
#define FAN 32

/* The share of all money that deep records have. */
#define DEEP_SHARE 0.75

/* Keeps the choice of deep records independent of plans and folds. */
#define DEEP_SALT UINT64CONST(0x64656570)

/* The state of a plan that is being drawn. */
struct Purse
{
	int64		left;			/* money that is left */
	uint64	   *weight;			/* [nodes] tree of the looks that may still be drawn */
	uint64	   *taken;			/* [looks] bits */
	uint32		dropped;		/* entries of with_fee[] that are no longer affordable */
	uint32		open_panels;
	uint32	   *next;			/* [panels] 1 + the first affordable entry of member[]; 0: closed */
	uint32	   *open;			/* [open_panels] their numbers */
};

/* Sets the first node of each level of the tree. */
static void
set_levels(PricedDraw *draw, uint32 looks)
{
	uint32		width = looks;

	for (;;)
	{
		draw->level[draw->levels++] = draw->nodes;
		draw->nodes += width;
		if (width <= 1)
			return;
		width = (width + FAN - 1) / FAN;
	}
}

static size_t
bit_words(uint32 looks)
{
	return ((size_t) looks + 63) / 64;
}

static PricedDraw *
take_memory(Work *work, uint32 looks, uint32 panels)
{
	PricedDraw *draw = WORK_ARRAY(work, 1, PricedDraw);
	Purse	   *purse = WORK_ARRAY(work, 1, Purse);

	set_levels(draw, looks);
	draw->weight = WORK_ARRAY(work, draw->nodes, uint64);
	draw->is_free = WORK_ARRAY(work, bit_words(looks), uint64);
	draw->with_fee = WORK_ARRAY(work, looks, PricedLook);
	draw->member = WORK_ARRAY(work, looks, PricedLook);
	draw->member_start = WORK_ARRAY(work, (size_t) panels + 2, uint32);
	draw->work = work;
	draw->purse = purse;
	purse->weight = WORK_ARRAY(work, draw->nodes, uint64);
	purse->taken = WORK_ARRAY(work, bit_words(looks), uint64);
	purse->next = WORK_ARRAY(work, (size_t) panels + 1, uint32);
	purse->open = WORK_ARRAY(work, panels, uint32);
	return draw;
}

/* Compares by panel, then by price, highest first. */
static int
compare_looks(const void *a, const void *b)
{
	const PricedLook *x = a;
	const PricedLook *y = b;

	if (x->panel != y->panel)
		return x->panel < y->panel ? -1 : 1;
	if (x->price != y->price)
		return x->price > y->price ? -1 : 1;
	return x->look < y->look ? -1 : 1;
}

/* Returns the weight of a look in the draw, or 0 if it is free. */
static double
worth_of(const Prices *prices, const double *spread, uint32 look)
{
	int64		price = prices_with_fee(prices, look);

	return price == 0 ? 0 : (spread != NULL ? spread[look] : 1) / sqrt((double) price);
}

/* Rebuilds the tree; its leaves are the weights, rounded to integers. */
void
priced_draw_set_spread(PricedDraw *draw, const double *spread)
{
	const Prices *prices = draw->prices;
	double		total = 0;
	bool		even;

	for (uint32 i = 0; i < prices->looks; i++)
		total += worth_of(prices, spread, i);
	even = !(total > 0 && total <= DBL_MAX);
	memset(draw->weight, 0, draw->nodes * sizeof(uint64));
	for (uint32 i = 0; i < prices->looks; i++)
	{
		double		share;
		double		q;
		uint64		weight;

		if (prices_with_fee(prices, i) == 0)
			continue;
		share = worth_of(prices, spread, i) / total;
		q = (1 - UNIFORM_SHARE) * share + UNIFORM_SHARE / draw->charged;
		weight = (uint64) ((even ? 1.0 / draw->charged : q) * QUANTUM);
		draw->weight[i] = Max(weight, 1);
	}
	for (uint32 l = 1; l < draw->levels; l++)
	{
		const uint64 *below = draw->weight + draw->level[l - 1];

		for (uint32 i = 0; i < draw->level[l] - draw->level[l - 1]; i++)
			draw->weight[draw->level[l] + i / FAN] += below[i];
	}
}

PricedDraw *
priced_draw_create(Work *work, const Prices *prices)
{
	PricedDraw *draw = take_memory(work, prices->looks, prices->panels);

	draw->prices = prices;
	draw->all = prices_of_all(prices);
	draw->least = PG_INT64_MAX;
	for (uint32 i = 0; i < prices->looks; i++)
	{
		PricedLook *member = &draw->member[draw->charged];
		PricedLook *with_fee = &draw->with_fee[draw->charged];
		uint32		panel = prices_panel(prices, i);

		if (prices_with_fee(prices, i) == 0)
		{
			draw->is_free[i / 64] |= UINT64CONST(1) << (i % 64);
			continue;
		}
		member->price = prices->cost[i];
		member->look = with_fee->look = i;
		member->panel = with_fee->panel = panel == NO_PANEL ? prices->panels : panel;
		with_fee->price = prices_with_fee(prices, i);
		draw->member_start[member->panel + 1]++;
		draw->least = Min(draw->least, prices->cost[i]);
		draw->charged++;
	}
	priced_draw_set_spread(draw, NULL);

	qsort(draw->member, draw->charged, sizeof(PricedLook), compare_looks);
	for (uint32 p = 0; p <= prices->panels; p++)
		draw->member_start[p + 1] += draw->member_start[p];

	/* with one panel for all, the sort is by price alone */
	for (uint32 k = 0; k < draw->charged; k++)
		draw->with_fee[k].panel = 0;
	qsort(draw->with_fee, draw->charged, sizeof(PricedLook), compare_looks);
	for (uint32 k = 0; k < draw->charged; k++)
	{
		uint32		panel = prices_panel(prices, draw->with_fee[k].look);

		draw->with_fee[k].panel = panel == NO_PANEL ? prices->panels : panel;
	}
	return draw;
}

/* Removes a look from the tree, if it is still there. */
static inline void
drop(const PricedDraw *draw, Purse *purse, uint32 look)
{
	uint64		weight = purse->weight[look];

	for (uint32 l = 0; l < draw->levels; l++)
	{
		purse->weight[draw->level[l] + look] -= weight;
		look /= FAN;
	}
}

/* Drops the looks that cost more than the money that is left. */
static void
drop_unaffordable(const PricedDraw *draw, Purse *purse)
{
	const PricedLook *with_fee = draw->with_fee;

	while (purse->dropped < draw->charged && with_fee[purse->dropped].price > purse->left)
	{
		const PricedLook *look = &with_fee[purse->dropped++];

		work_poll_step(draw->work, purse->dropped);
		if (purse->next[look->panel] == 0)
			drop(draw, purse, look->look);
	}
	for (uint32 k = 0; k < purse->open_panels; k++)
	{
		uint32		panel = purse->open[k];
		uint32		end = draw->member_start[panel + 1];
		uint32		at = purse->next[panel] - 1;

		for (; at < end && draw->member[at].price > purse->left; at++)
		{
			work_poll_step(draw->work, at);
			drop(draw, purse, draw->member[at].look);
		}
		purse->next[panel] = at + 1;
	}
}

/* Returns the look that a point below the sum of all weights falls on. */
static inline uint32
look_at(const PricedDraw *draw, const Purse *purse, uint64 point)
{
	uint32		node = 0;

	for (uint32 l = draw->levels - 1; l-- > 0;)
	{
		const uint64 *weight = purse->weight + draw->level[l];

		for (node *= FAN; weight[node] <= point; node++)
			point -= weight[node];
	}
	return node;
}

static void
buy(const PricedDraw *draw, Purse *purse, uint32 look)
{
	const Prices *prices = draw->prices;
	uint32		panel = prices_panel(prices, look);

	purse->taken[look / 64] |= UINT64CONST(1) << (look % 64);
	drop(draw, purse, look);
	purse->left -= prices->cost[look];
	if (panel != NO_PANEL && purse->next[panel] == 0)
	{
		purse->left -= prices->fee[panel];
		purse->next[panel] = draw->member_start[panel] + 1;
		purse->open[purse->open_panels++] = panel;
	}
}

uint32
priced_draw_plan(PricedDraw *draw, Rng *rng, int64 budget, uint32 *plan)
{
	Purse	   *purse = draw->purse;
	uint32		looks = draw->prices->looks;
	uint32		panels = draw->prices->panels;
	uint32		n = 0;

	if (budget >= draw->all)
	{
		for (uint32 i = 0; i < looks; i++)
			plan[i] = i;
		return looks;
	}
	purse->left = budget;
	purse->dropped = 0;
	purse->open_panels = 0;
	memcpy(purse->weight, draw->weight, draw->nodes * sizeof(uint64));
	memcpy(purse->taken, draw->is_free, bit_words(looks) * sizeof(uint64));
	memset(purse->next, 0, ((size_t) panels + 1) * sizeof(uint32));

	/* below the least price the remaining looks need not be dropped one by one */
	for (uint32 k = 0; purse->left >= draw->least; k++)
	{
		uint64		sum;

		work_poll_step(draw->work, k);
		drop_unaffordable(draw, purse);
		sum = purse->weight[draw->nodes - 1];
		if (sum == 0)
			break;
		buy(draw, purse, look_at(draw, purse, rng_below_wide(rng, sum)));
	}

	for (size_t w = 0; w < bit_words(looks); w++)
		for (uint64 bits = purse->taken[w]; bits != 0; bits &= bits - 1)
			plan[n++] = (uint32) (w * 64) + (uint32) __builtin_ctzll(bits);
	return n;
}

uint32
priced_draw_plan_key(PricedDraw *draw, uint64 seed, uint64 key, int64 budget, uint32 *plan)
{
	Rng			rng;

	rng_seed_key(&rng, seed, key);
	return priced_draw_plan(draw, &rng, budget, plan);
}

/* Returns the number that a share of all hashes are below. */
static uint64
hash_bound(double share)
{
	return (uint64) (share * 18446744073709551616.0);
}

static uint64
hash(const UnevenBudget *uneven, uint64 key, uint64 purpose)
{
	return rng_mix(rng_mix(uneven->seed, DEEP_SALT + purpose), key);
}

/*
 * A share f = 3/4 B / T of the records is deep; the others may spend
 * 1/4 B / (1 - f) = B T / (4 T - 3 B).
 */
void
uneven_budget_init(UnevenBudget *uneven, uint64 seed, int64 budget, int64 deep, int64 unit)
{
	double		b = (double) budget;
	double		t = (double) deep;
	double		shallow = b * t / (4 * t - 3 * b);

	uneven->seed = seed;
	uneven->deep = deep;
	uneven->deep_below = hash_bound(DEEP_SHARE * b / t);
	uneven->step = unit;
	uneven->step_below = 0;
	if (unit == 0)
		uneven->shallow = (int64) shallow;
	else
	{
		double		looks = floor(shallow / (double) unit);

		uneven->shallow = (int64) looks * unit;
		if (unit <= deep - uneven->shallow) /* no record may spend more than a deep one */
			uneven->step_below = hash_bound(shallow / (double) unit - looks);
	}
}

bool
uneven_budget_is_deep(const UnevenBudget *uneven, uint64 key)
{
	return hash(uneven, key, 1) < uneven->deep_below;
}

int64
uneven_budget_of(const UnevenBudget *uneven, uint64 key)
{
	if (uneven_budget_is_deep(uneven, key))
		return uneven->deep;
	return uneven->shallow + (hash(uneven, key, 2) < uneven->step_below ? uneven->step : 0);
}
