/*
 * near_path.c
 *		The order of the next looks at a record by the rows that are near it.
 */
#include "kernel/near/near_path.h"

/* The columns that may be bought, and what is known of them. */
typedef struct Market
{
	const NearLimits *limits;
	uint32		columns;
	bool	   *open;			/* [columns] */
	bool	   *paid;			/* [panels] the fee */
	NearGain   *gain;			/* [columns] */
	NearSecond *second;			/* [columns]; NULL: only the next look counts */
	double		error;			/* expected squared error before any look */
	uint32	   *member;			/* [columns] scratch: a bundle */
} Market;

/* A purchase. */
typedef struct Bundle
{
	uint32		n;
	uint32	   *look;			/* [n] scratch of the market */
	int64		price;
	double		value;			/* gain for its price */
} Bundle;

/* Returns the fee that a look at the column costs beside its price. */
static int64
fee_of(const Market *market, uint32 j)
{
	uint32		panel = prices_panel(market->limits->prices, j);

	return panel == NO_PANEL || market->paid[panel] ? 0 : market->limits->prices->fee[panel];
}

/* The price of a look that costs nothing: a gain for it is worth more than any other. */
#define NO_PRICE 1e-200

/* Returns the value of a gain at a price. */
static double
value_of(double gain, double price)
{
	return gain <= 0 ? gain * (price + 1) : gain / Max(price, NO_PRICE);
}

static double
value_of_look(const Market *market, uint32 j)
{
	double		price = (double) market->limits->prices->cost[j];
	double		gain = market->gain[j].gain;

	if (market->second && market->second[j].gain > 0)
		return value_of(Max(gain, 0) + market->second[j].gain, price + market->second[j].price);
	return value_of(gain, price);
}

/* Sorts columns by their gain for their price, the largest first. */
static int
compare_values(const void *a, const void *b, void *context)
{
	const Market *market = context;
	uint32		i = *(const uint32 *) a;
	uint32		j = *(const uint32 *) b;
	double		left = value_of(market->gain[i].gain, (double) market->limits->prices->cost[i]);
	double		right = value_of(market->gain[j].gain, (double) market->limits->prices->cost[j]);

	return left > right ? -1 : left < right;
}

/*
 * Returns the best purchase that begins with an unpaid panel: those of its columns, by their values,
 * that raise the gain of the purchase for its price.
 */
static Bundle
panel_bundle(Market *market, uint32 panel, int64 budget)
{
	const Prices *prices = market->limits->prices;
	Bundle		bundle = {.look = market->member, .price = prices->fee[panel], .value = -INFINITY};
	double		gain = 0;
	uint32		members = 0;

	for (uint32 j = 0; j < market->columns; j++)
		if (market->open[j] && prices_panel(prices, j) == panel)
			market->member[members++] = j;
	qsort_arg(market->member, members, sizeof(uint32), compare_values, market);
	for (uint32 k = 0; k < members; k++)
	{
		uint32		j = market->member[k];
		double		with;

		if (bundle.price + prices->cost[j] > budget)
			continue;
		with = value_of(gain + market->gain[j].gain, (double) (bundle.price + prices->cost[j]));
		if (bundle.n > 0 && with <= bundle.value)
			continue;
		gain += market->gain[j].gain;
		bundle.price += prices->cost[j];
		bundle.value = with;
		market->member[bundle.n++] = j;
	}
	return bundle;
}

/* Returns the best purchase within a budget; its n is 0 if nothing can be paid. */
static Bundle
best_bundle(Market *market, int64 budget)
{
	const Prices *prices = market->limits->prices;
	Bundle		best = {.value = -INFINITY};
	uint32		look = NO_LOOK;
	uint32		panel = NO_PANEL;

	for (uint32 j = 0; j < market->columns; j++)
	{
		double		value;

		if (!market->open[j] || fee_of(market, j) > 0 || prices->cost[j] > budget)
			continue;
		value = value_of_look(market, j);
		if (look != NO_LOOK && value <= best.value)
			continue;
		look = j;
		best = (Bundle) {.n = 1, .price = prices->cost[j], .value = value};
	}
	for (uint32 p = 0; p < prices->panels; p++)
	{
		Bundle		bundle;

		if (market->paid[p] || prices->fee[p] == 0)
			continue;
		bundle = panel_bundle(market, p, budget);
		if (bundle.n > 0 && (best.n == 0 || bundle.value > best.value))
		{
			best = bundle;
			panel = p;
		}
	}
	if (panel != NO_PANEL)
		return panel_bundle(market, panel, budget);
	best.look = market->member;
	market->member[0] = look;
	return best;
}

/*
 * Returns the share of the expected squared error that a column alone would remove.  A column after others
 * is taken to remove the same share of what they leave.
 */
static double
explained_share(const Market *market, uint32 j)
{
	double		explained = isnan(market->gain[j].error) ? market->gain[j].gain :
		market->error - market->gain[j].error;

	return market->error > 0 ? Min(Max(explained / market->error, 0), 1) : 0;
}

/* Appends a purchase to the path. */
static void
buy(Market *market, NearPath *path, const Bundle *bundle)
{
	const Prices *prices = market->limits->prices;
	const SearchStep *last = path->steps > 0 ? &path->step[path->steps - 1] : NULL;
	int64		spent = last ? last->spent : 0;
	double		explained = last ? last->explained : 0;
	uint32		number = last ? last->bundle + 1 : 0;

	for (uint32 k = 0; k < bundle->n; k++)
	{
		uint32		j = bundle->look[k];
		int64		price = prices->cost[j] + fee_of(market, j);
		uint32		panel = prices_panel(prices, j);

		spent += price;
		explained += (market->error - explained) * explained_share(market, j);
		path->step[path->steps++] = (SearchStep)
		{
			.look = j, .bundle = number, .price = price, .spent = spent,
				.gain = market->gain[j].gain, .explained = explained
		};
		market->open[j] = false;
		if (panel != NO_PANEL)
			market->paid[panel] = true;
	}
}

/* Returns true if look i, whose fee is paid, can be bought with another one. */
static bool
can_be_followed(const Market *market, uint32 i)
{
	const int64 *cost = market->limits->prices->cost;

	for (uint32 j = 0; j < market->columns && market->open[i]; j++)
		if (j != i && market->open[j] && cost[i] + cost[j] + fee_of(market, j) <= market->limits->budget)
			return true;
	return false;
}

/* Sets the gain of the look after the next one, for looks that can be followed by another one. */
static void
look_ahead(Near *near, Market *market)
{
	double	   *price = WORK_ARRAY(near->work, market->columns, double);
	bool	   *followed = WORK_ARRAY(near->work, market->columns, bool);
	bool		any = false;

	for (uint32 j = 0; j < market->columns; j++)
	{
		price[j] = (double) (market->limits->prices->cost[j] + fee_of(market, j));
		followed[j] = can_be_followed(market, j);
		any |= followed[j];
	}
	if (!any)
		return;
	market->second = WORK_ARRAY(near->work, market->columns, NearSecond);
	near_second(near, market->open, price, market->second);
	for (uint32 j = 0; j < market->columns; j++)
		if (!followed[j])
			market->second[j] = (NearSecond) {0, 0};
}

static Market
open_market(Near *near, const double *model, const NearLimits *limits)
{
	Market		market = {.limits = limits,.columns = near->rows->columns};

	market.open = WORK_ARRAY(near->work, market.columns, bool);
	market.paid = WORK_ARRAY(near->work, Max(limits->prices->panels, 1), bool);
	market.gain = WORK_ARRAY(near->work, market.columns, NearGain);
	market.member = WORK_ARRAY(near->work, market.columns, uint32);
	market.error = near->rows->classes > 0 ? near_error(near, model) : near->variance;
	for (uint32 j = 0; j < market.columns; j++)
	{
		uint32		panel = prices_panel(limits->prices, j);

		work_poll(near->work);
		market.open[j] = limits->look_state[j] == LOOK_OPEN;
		if (!market.open[j] && panel != NO_PANEL)
			market.paid[panel] = true;
		if (market.open[j])
			market.gain[j] = near_gain(near, model, j);
	}
	if (limits->ahead)
		look_ahead(near, &market);
	return market;
}

NearPath
near_path(Near *near, const double *model, const NearLimits *limits)
{
	Market		market = open_market(near, model, limits);
	NearPath	path = {.step = WORK_ARRAY(near->work, market.columns, SearchStep)};
	int64		budget = limits->budget;

	for (;;)
	{
		Bundle		bundle = best_bundle(&market, budget);

		work_poll(near->work);
		if (bundle.n == 0)
			break;
		budget -= budget == NO_BUDGET ? 0 : bundle.price;
		buy(&market, &path, &bundle);
		market.second = NULL;
	}
	for (uint32 j = 0; j < market.columns; j++)
		path.unfinished |= market.open[j];
	return path;
}

/* The state of a comparison. */
typedef struct Comparison
{
	Near		near;
	const NearTrials *trials;
	NearValue  *record;			/* [columns] */
	bool	   *known;			/* [columns] */
	double	   *model;			/* [classes], or one number */
	double	   *probability;	/* [classes] */
	uint32		looks;			/* of each trial */
	double		weight;			/* of all looks */
	double		loss;			/* by near rows */
	double		loss_of_model;
} Comparison;

/* The smallest probability of a loss. */
#define LEAST_PROBABILITY 1e-6

static double
loss_of(const NearRows *rows, uint32 row, const double *prediction)
{
	double		error;

	if (rows->classes > 0)
		return -log(Max(prediction[rows->class[row]], LEAST_PROBABILITY));
	error = prediction[0] - rows->target[row];
	return error * error;
}

/* Sets what the model predicts from the known columns, and weighs the rows. */
static void
look_at(Comparison *comparison, uint32 trial)
{
	const NearTrials *trials = comparison->trials;

	trials->predict(trials->context, trial, comparison->known, comparison->model);
	near_weigh(&comparison->near, comparison->record, trials->group, trials->group[trial]);
}

/* Returns the unknown column with the largest gain. */
static uint32
next_near(Comparison *comparison)
{
	Near	   *near = &comparison->near;
	double		most = 0;
	uint32		next = NO_LOOK;

	for (uint32 j = 0; j < near->rows->columns; j++)
	{
		double		gain;

		if (comparison->known[j])
			continue;
		gain = near_gain(near, comparison->model, j).gain;
		if (next == NO_LOOK || gain > most)
		{
			most = gain;
			next = j;
		}
	}
	return next;
}

static void
forget_record(Comparison *comparison)
{
	uint32		columns = comparison->near.rows->columns;

	memset(comparison->known, 0, sizeof(bool) * columns);
	memset(comparison->record, 0, sizeof(NearValue) * columns);
}

/* Returns the loss of a trial by near rows, added up over its looks. */
static double
ask_near(Comparison *comparison, uint32 trial)
{
	Near	   *near = &comparison->near;
	const NearRows *rows = near->rows;
	double		loss = 0;

	forget_record(comparison);
	look_at(comparison, trial);
	for (uint32 k = 0; k < comparison->looks; k++)
	{
		uint32		next = next_near(comparison);

		comparison->known[next] = true;
		comparison->record[next] = near_row_value(rows, trial, next);
		look_at(comparison, trial);
		if (rows->classes > 0)
			near_probabilities(near, comparison->model, comparison->probability);
		else
			comparison->probability[0] = near_number(near, comparison->model[0], 0).prediction;
		loss += loss_of(rows, trial, comparison->probability);
	}
	return loss;
}

/* Returns the loss of a trial by the model's own order, added up over the same number of looks. */
static double
ask_model(Comparison *comparison, uint32 trial)
{
	const NearTrials *trials = comparison->trials;
	const NearRows *rows = comparison->near.rows;
	const uint32 *order = trials->order(trials->context, trial);
	double		loss = 0;
	bool		ended = false;

	forget_record(comparison);
	for (uint32 k = 0; k < comparison->looks; k++)
	{
		ended |= order[k] == NO_LOOK;
		if (!ended)
			comparison->known[order[k]] = true;
		trials->predict(trials->context, trial, comparison->known, comparison->model);
		loss += loss_of(rows, trial, comparison->model);
	}
	return loss;
}

void
near_compare(Work *work, NearRows *rows, const NearTrials *trials)
{
	uint32		outputs = Max(rows->classes, 1);
	Comparison	comparison = {.trials = trials,.looks = Min(trials->looks, rows->columns)};

	near_init(work, &comparison.near, rows);
	comparison.record = WORK_ARRAY(work, rows->columns, NearValue);
	comparison.known = WORK_ARRAY(work, rows->columns, bool);
	comparison.model = WORK_ARRAY(work, outputs, double);
	comparison.probability = WORK_ARRAY(work, outputs, double);
	for (uint32 t = 0; t < trials->n; t++)
	{
		double		weight = rows->weight ? rows->weight[t] : 1;

		work_poll(work);
		comparison.weight += weight * comparison.looks;
		comparison.loss += weight * ask_near(&comparison, t);
		comparison.loss_of_model += weight * ask_model(&comparison, t);
	}
	rows->loss = comparison.loss / comparison.weight;
	rows->loss_of_model = comparison.loss_of_model / comparison.weight;
	rows->use = rows->loss < rows->loss_of_model;
}
