/*
 * search.c
 *		What to look at next: a forward search by what looks explain.
 *
 * With M = L L' + diag g, g = psi + lambda / 4, the state when S is known is
 * r = c - M_.S M_SS^-1 c_S and h the diagonal of M - M_.S M_SS^-1 M_S.; and with
 * P^-1 = (I + sum l_i l_i' / g_i)^-1 both move by one product of L with a vector
 * when j joins S:
 *		z = P^-1 l_j,	t = L z,	q += r_j^2 / (h_j v_y),
 *		r -= t r_j / h_j,	h -= t^2 / h_j,		P^-1 -= z z' / h_j.
 */
#include "kernel/spending/search.h"

#include <cblas.h>

/*
 * The share of lambda while choosing, whatever the size of the set: what is
 * chosen is chosen for its noise, too.
 */
#define CHOICE_PENALTY 0.25

/* A gain below this share of the target's variance is none. */
#define LEAST_GAIN 1e-9

/* A copy of what is known has less than this share of its variance left. */
#define LEAST_VARIANCE 1e-10

/* Scores this close are equal. */
#define EQUAL 1e-12

static inline bool
better(double score, double best)
{
	return score > best * (1 + EQUAL);
}

static SearchState *
take_states(Work *work, uint32 outputs, uint32 d)
{
	SearchState *state = WORK_ARRAY(work, outputs, SearchState);

	for (uint32 k = 0; k < outputs; k++)
	{
		state[k].cross = WORK_ARRAY(work, d, double);
		state[k].variance = WORK_ARRAY(work, d, double);
	}
	return state;
}

void
search_init(Work *work, Search *search, uint32 outputs, uint32 d, const Looks *looks,
			const Prices *prices)
{
	uint32	   *start;

	search->outputs = outputs;
	search->factors = WORK_ARRAY(work, outputs, const Factors *);
	search->state = take_states(work, outputs, d);
	search->bundle = take_states(work, outputs, d);
	search->trial = take_states(work, outputs, d);
	search->added = WORK_ARRAY(work, outputs, double);
	search->before = WORK_ARRAY(work, outputs, double);
	search->start = WORK_ARRAY(work, (size_t) outputs * d, double);
	search->direction = WORK_ARRAY(work, d, double);
	search->row = WORK_ARRAY(work, d, double);
	search->along = WORK_ARRAY(work, d, double);
	search->path = WORK_ARRAY(work, looks->bought, SearchStep);
	search->other = WORK_ARRAY(work, looks->bought, SearchStep);
	search->member = WORK_ARRAY(work, looks->bought, uint32);
	search->member_start = WORK_ARRAY(work, (size_t) prices->panels + 2, uint32);
	search->best = WORK_ARRAY(work, looks->bought, uint32);
	search->tried = WORK_ARRAY(work, looks->bought, uint32);
	search->list = WORK_ARRAY(work, d, uint32);
	search->of_look = WORK_ARRAY(work, d, uint32);
	search->taken = WORK_ARRAY(work, looks->bought, bool);
	search->known = WORK_ARRAY(work, looks->bought, bool);
	search->opened = WORK_ARRAY(work, prices->panels, bool);
	search->looks = looks;
	search->prices = prices;
	search->work = work;
	search->steps = 0;

	/* members by panel: counted one place further on, then filled in */
	start = search->member_start;
	for (uint32 i = 0; i < looks->bought; i++)
		if (prices_panel(prices, i) != NO_PANEL)
			start[prices_panel(prices, i) + 2]++;
	for (uint32 p = 0; p < prices->panels; p++)
		start[p + 2] += start[p + 1];
	for (uint32 i = 0; i < looks->bought; i++)
		if (prices_panel(prices, i) != NO_PANEL)
			search->member[start[prices_panel(prices, i) + 1]++] = i;
}

/* Can attribute i tell output o anything: has it more variance left than a copy of what is known? */
static inline bool
tells(const Search *search, const SearchState *state, uint32 o, uint32 i)
{
	const Factors *factors = search->factors[o];

	return factors_live(factors, i) &&
		state[o].variance[i] > LEAST_VARIANCE * search->start[(size_t) o * factors->d + i];
}

/* What an attribute would add to q of output o. */
static inline double
addition(const Search *search, const SearchState *state, uint32 o, uint32 i)
{
	double		variance = search->factors[o]->variance;

	if (!tells(search, state, o, i) || !(variance > 0))
		return 0;
	return state[o].cross[i] / state[o].variance[i] * (state[o].cross[i] / variance);
}

/* Attribute j becomes known to output o; only those of a list matter (NULL: all). */
static void
learn_output(Search *search, SearchState *states, uint32 o, uint32 j, const uint32 *list,
			 uint32 count)
{
	const Factors *factors = search->factors[o];
	SearchState *state = &states[o];
	int			k = (int) factors->rank;
	double		least = factors->lambda * CHOICE_PENALTY;
	double		variance = state->variance[j];
	double		cross = state->cross[j];
	double	   *t = search->direction;

	if (!tells(search, states, o, j))
		return;
	state->q += addition(search, states, o, j);
	factors_row(factors, j, search->row);
	if (k > 0)
		cblas_dsymv(CblasColMajor, CblasLower, k, 1.0, state->inverse, k, search->row, 1,
					0.0, search->along, 1);
	if (list == NULL)
	{
		count = factors->d;
		if (k == 0)
			memset(t, 0, count * sizeof(double));
		else if (factors->across == 1)
			cblas_dgemv(CblasColMajor, CblasNoTrans, count, k, 1.0, factors->factor,
						(int) factors->down, search->along, 1, 0.0, t, 1);
		else
			cblas_dgemv(CblasRowMajor, CblasNoTrans, count, k, 1.0, factors->factor,
						(int) factors->across, search->along, 1, 0.0, t, 1);
	}
	for (uint32 a = 0; a < count; a++)
	{
		uint32		i = list != NULL ? list[a] : a;
		double		along;

		if (list != NULL)
		{
			factors_row(factors, i, search->row);
			t[a] = k > 0 ? cblas_ddot(k, search->row, 1, search->along, 1) : 0;
		}
		/* t_j lacks what is on the diagonal only; j is known now, and asked no more */
		along = t[a] / variance;
		state->cross[i] -= along * cross;
		state->variance[i] = Max(state->variance[i] - along * t[a], factors->rest[i] + least);
	}
	if (k > 0)
		cblas_dsyr(CblasColMajor, CblasLower, k, -1 / variance, search->along, 1,
				   state->inverse, k);
}

static void
learn(Search *search, SearchState *state, uint32 j, const uint32 *list, uint32 count)
{
	for (uint32 o = 0; o < search->outputs; o++)
		learn_output(search, state, o, j, list, count);
}

static void
copy_state(const Search *search, SearchState *to, const SearchState *from, const uint32 *list,
		   uint32 count)
{
	for (uint32 o = 0; o < search->outputs; o++)
	{
		size_t		rank = search->factors[o]->rank;

		to[o].q = from[o].q;
		memcpy(to[o].inverse, from[o].inverse, rank * rank * sizeof(double));
		for (uint32 a = 0; a < count; a++)
		{
			to[o].cross[list[a]] = from[o].cross[list[a]];
			to[o].variance[list[a]] = from[o].variance[list[a]];
		}
	}
}

/* A look becomes known, with what it brings; only attributes of a list matter (NULL: all). */
static void
learn_look(Search *search, SearchState *state, uint32 look, const uint32 *list, uint32 count)
{
	uint32		brought = looks_brought(search->looks, look, search->known, search->of_look);

	for (uint32 a = 0; a < brought; a++)
		learn(search, state, search->of_look[a], list, count);
}

/* What a look would add to q, its attributes' one after the other, to added[]. */
static void
add_look(Search *search, const SearchState *state, uint32 look)
{
	uint32		count = looks_brought(search->looks, look, search->known, search->of_look);

	/* of coordinates a look may have none */
	if (count != 1)
	{
		copy_state(search, search->trial, state, search->of_look, count);
		for (uint32 a = 0; a < count; a++)
			learn(search, search->trial, search->of_look[a], search->of_look, count);
	}
	for (uint32 o = 0; o < search->outputs; o++)
		search->added[o] = count == 1 ? addition(search, state, o, search->of_look[0]) :
			search->trial[o].q - state[o].q;
}

/* In explained variance, of what is in added[]. */
static double
gain_of_added(const Search *search, const SearchState *state)
{
	double		gain = 0;

	for (uint32 o = 0; o < search->outputs; o++)
		gain += factors_gain(search->factors[o], state[o].q, search->added[o]);
	return gain;
}

/* The same as if each addition were small: in proportion to it. */
static double
slope_of_added(const Search *search, const SearchState *state)
{
	double		slope = 0;

	for (uint32 o = 0; o < search->outputs; o++)
		slope += factors_slope(search->factors[o], state[o].q, search->added[o]);
	return slope;
}

/* In explained variance, from the one state to the other. */
static double
gain_between(const Search *search, const SearchState *from, const SearchState *to)
{
	for (uint32 o = 0; o < search->outputs; o++)
		search->added[o] = to[o].q - from[o].q;
	return gain_of_added(search, from);
}

/* In explained variance, of what was bought since before[]. */
static double
gain_since(const Search *search)
{
	double		gain = 0;

	for (uint32 o = 0; o < search->outputs; o++)
	{
		double		before = search->before[o];

		gain += factors_gain(search->factors[o], before, search->state[o].q - before);
	}
	return gain;
}

static double
explained_by(const Search *search, const SearchState *state)
{
	double		explained = 0;

	for (uint32 o = 0; o < search->outputs; o++)
		explained += factors_explained(search->factors[o], state[o].q);
	return explained;
}

static int64
price_now(const Search *search, uint32 look)
{
	uint32		panel = prices_panel(search->prices, look);

	return search->prices->cost[look] +
		(panel != NO_PANEL && !search->opened[panel] ? search->prices->fee[panel] : 0);
}

/* The price of two looks that are bought together, a fee that both need once. */
static int64
price_of_both(const Search *search, const LookPair *pair)
{
	uint32		panel = prices_panel(search->prices, pair->a);

	return price_now(search, pair->a) +
		(panel != NO_PANEL && panel == prices_panel(search->prices, pair->b) ?
		 search->prices->cost[pair->b] : price_now(search, pair->b));
}

static int64
spent_so_far(const Search *search)
{
	return search->steps > 0 ? search->path[search->steps - 1].spent : 0;
}

/* Buy a look, or have it as known at no price; what is gained by it is told later. */
static void
buy(Search *search, uint32 look, int64 price, uint32 bundle)
{
	SearchStep *step = &search->path[search->steps];
	uint32		panel = prices_panel(search->prices, look);

	learn_look(search, search->state, look, NULL, 0);
	search->known[look] = true;
	step->look = look;
	step->bundle = bundle;
	step->price = price;
	step->spent = spent_so_far(search) + price;
	step->gain = 0;
	step->explained = explained_by(search, search->state);
	search->steps++;
	search->taken[look] = true;
	if (panel != NO_PANEL)
		search->opened[panel] = true;
}

/* Nothing is known to an output. */
static void
start_output(Search *search, uint32 o)
{
	const Factors *factors = search->factors[o];
	SearchState *state = &search->state[o];
	double	   *start = search->start + (size_t) o * factors->d;
	size_t		rank = factors->rank;
	double		lambda = factors->lambda * CHOICE_PENALTY;

	state->q = 0;
	memset(state->inverse, 0, rank * rank * sizeof(double));
	for (size_t k = 0; k < rank; k++)
		state->inverse[k * rank + k] = 1;
	for (uint32 i = 0; i < factors->d; i++)
	{
		double		norm = 0;

		for (size_t k = 0; k < rank; k++)
		{
			double		l = factors->factor[i * factors->across + k * factors->down];

			norm += l * l;
		}
		state->cross[i] = factors->cross[i];
		state->variance[i] = start[i] = factors->rest[i] + lambda + norm;
	}
}

/* The start: nothing known but what is given. */
static void
start(Search *search, const uint8 *given)
{
	search->steps = 0;
	for (uint32 o = 0; o < search->outputs; o++)
		start_output(search, o);
	memset(search->opened, 0, search->prices->panels * sizeof(bool));
	memset(search->known, 0, search->looks->bought * sizeof(bool));
	for (uint32 look = 0; look < search->looks->bought; look++)
	{
		uint32		panel = prices_panel(search->prices, look);

		search->taken[look] = given != NULL && given[look] == LOOK_UNAVAILABLE;
		if (search->taken[look] && panel != NO_PANEL)
			search->opened[panel] = true;
	}
	for (uint32 look = 0; given != NULL && look < search->looks->bought; look++)
		if (given[look] == LOOK_KNOWN)
			buy(search, look, 0, search->steps);
	search->given = search->steps;
}

/* The score of a purchase. */
static double
score_of(double gain, int64 price, bool by_ratio)
{
	return by_ratio ? gain / (double) price : gain;
}

/*
 * List the attributes of some looks to list[], and those that they bring: of pairs of
 * them, and with what is known.  How many.
 */
static uint32
list_attributes(Search *search, const uint32 *look, uint32 n)
{
	uint32		count = 0;

	for (uint32 k = 0; k < n; k++)
	{
		count += looks_brought(search->looks, look[k], search->known, search->list + count);
		search->known[look[k]] = true;
	}
	for (uint32 k = 0; k < n; k++)
		search->known[look[k]] = false;
	return count;
}

/*
 * Try a closed panel's members, best per money first, up to the first that does
 * not fit; the best prefix goes to best[], if it is better than what is there.
 */
static void
try_bundle(Search *search, uint32 panel, int64 left, bool by_ratio, double *best,
		   uint32 *best_count)
{
	const uint32 *member = search->member + search->member_start[panel];
	uint32		members = search->member_start[panel + 1] - search->member_start[panel];
	double		least = LEAST_GAIN * search->variance;
	int64		price = search->prices->fee[panel];
	uint32		attributes = 0;
	uint32		open = 0;
	uint32		count = 0;

	for (uint32 m = 0; m < members; m++)
		if (!search->taken[member[m]])
			search->tried[open++] = member[m];
	if (open < 2)
		return;
	attributes = list_attributes(search, search->tried, open);
	copy_state(search, search->bundle, search->state, search->list, attributes);
	while (count < open)
	{
		double		best_score = 0;
		uint32		next = NO_LOOK;
		bool		free_one = false;
		double		gain;
		double		score;

		work_poll(search->work);
		for (uint32 m = 0; m < members; m++)
		{
			uint32		look = member[m];
			int64		cost = search->prices->cost[look];
			double		added;

			if (search->taken[look] || (free_one && cost > 0))
				continue;
			add_look(search, search->bundle, look);
			added = slope_of_added(search, search->bundle);
			score = cost > 0 ? added / (double) cost : added;
			if (added > 0 && ((cost == 0 && !free_one) || better(score, best_score)))
			{
				best_score = score;
				next = look;
				free_one = cost == 0;
			}
		}
		if (next == NO_LOOK || price + search->prices->cost[next] > left)
			break;
		price += search->prices->cost[next];
		learn_look(search, search->bundle, next, search->list, attributes);
		search->tried[count++] = next;
		search->taken[next] = search->known[next] = true;

		gain = gain_between(search, search->state, search->bundle);
		score = score_of(gain, price, by_ratio);
		if (gain > least && better(score, *best))
		{
			*best = score;
			*best_count = count;
			memcpy(search->best, search->tried, count * sizeof(uint32));
		}
	}
	for (uint32 k = 0; k < count; k++)
		search->taken[search->tried[k]] = search->known[search->tried[k]] = false;
}

/*
 * Try both looks of each pair of which neither is known: where neither says anything by
 * itself, as of an exclusive or, only together are they bought.  The same as above; does
 * any gain anything?
 */
static bool
try_pairs(Search *search, int64 left, bool by_ratio, double *best, uint32 *best_count)
{
	const Looks *looks = search->looks;
	double		least = LEAST_GAIN * search->variance;
	bool		any = false;

	for (uint32 l = looks->bought; l < looks->n; l++)
	{
		const LookPair *pair = &looks->pair[l - looks->bought];
		const uint32 both[2] = {pair->a, pair->b};
		uint32		attributes;
		int64		price;
		double		gain;

		if (search->taken[pair->a] || search->taken[pair->b] || looks_size(looks, l) == 0)
			continue;
		work_poll(search->work);
		attributes = list_attributes(search, both, 2);
		copy_state(search, search->bundle, search->state, search->list, attributes);
		learn_look(search, search->bundle, pair->a, search->list, attributes);
		search->known[pair->a] = true;
		learn_look(search, search->bundle, pair->b, search->list, attributes);
		search->known[pair->a] = false;
		gain = gain_between(search, search->state, search->bundle);
		any |= gain > least;
		price = price_of_both(search, pair);
		if (price > 0 && price <= left && gain > least && better(score_of(gain, price, by_ratio), *best))
		{
			*best = score_of(gain, price, by_ratio);
			*best_count = 2;
			memcpy(search->best, both, sizeof(both));
		}
	}
	return any;
}

/* Has a look an attribute that can be of any use? */
static bool
look_live(const Search *search, uint32 look)
{
	bool		live = false;

	for (uint32 i = looks_first(search->looks, look); i < looks_first(search->looks, look + 1); i++)
		for (uint32 o = 0; o < search->outputs; o++)
			live |= factors_live(search->factors[o], i);
	return live;
}

/* Find the next purchase, to best[]; returns how many looks, 0: none. */
static uint32
next_purchase(Search *search, int64 left, bool by_ratio)
{
	double		least = LEAST_GAIN * search->variance;
	uint32		free_look = NO_LOOK;
	double		free_gain = -1;
	double		best = 0;
	uint32		count = 0;
	bool		any = false;

	for (uint32 look = 0; look < search->looks->bought; look++)
	{
		int64		price;
		double		gain;

		if (search->taken[look])
			continue;
		work_poll_step(search->work, look);
		price = price_now(search, look);
		add_look(search, search->state, look);
		gain = gain_of_added(search, search->state);
		any |= gain > least;
		if (price == 0)
		{
			if (look_live(search, look) && (free_look == NO_LOOK || better(gain, free_gain)))
			{
				free_look = look;
				free_gain = gain;
			}
		}
		else if (price <= left && gain > least && better(score_of(gain, price, by_ratio), best))
		{
			best = score_of(gain, price, by_ratio);
			search->best[0] = look;
			count = 1;
		}
	}
	any |= try_pairs(search, left, by_ratio, &best, &count);
	search->wanting = any;
	if (!any)
		return 0;
	if (free_look != NO_LOOK)
	{
		search->best[0] = free_look;
		return 1;
	}
	for (uint32 panel = 0; panel < search->prices->panels; panel++)
		if (!search->opened[panel])
			try_bundle(search, panel, left, by_ratio, &best, &count);
	return count;
}

static void
run_once(Search *search, const uint8 *given, int64 budget, uint32 most, bool by_ratio)
{
	uint32		count;
	uint32		bundle;

	start(search, given);
	search->wanting = false;
	if (!(search->variance > 0))
		return;
	bundle = search->steps;
	while ((count = next_purchase(search, budget - spent_so_far(search), by_ratio)) > 0 &&
		   search->steps - search->given < most)
	{
		for (uint32 o = 0; o < search->outputs; o++)
			search->before[o] = search->state[o].q;
		work_poll(search->work);
		for (uint32 k = 0; k < count; k++)
		{
			buy(search, search->best[k], price_now(search, search->best[k]), bundle);
			search->path[search->steps - 1].gain = gain_since(search);
		}
		bundle++;
	}
}

/* Search by gain alone, and keep the path there is unless this one ends better. */
static void
run_by_gain(Search *search, const uint8 *given, int64 budget, uint32 most)
{
	uint32		steps = search->steps;
	double		explained = search_explained(search, steps);
	bool		wanting = search->wanting;

	memcpy(search->other, search->path, steps * sizeof(SearchStep));
	run_once(search, given, budget, most, false);
	if (!better(search_explained(search, search->steps), explained))
	{
		search->steps = steps;
		search->wanting = wanting;
		memcpy(search->path, search->other, steps * sizeof(SearchStep));
	}
}

static void
lend_inverses(Work *work, const Search *search, SearchState *state)
{
	for (uint32 o = 0; o < search->outputs; o++)
	{
		size_t		rank = search->factors[o]->rank;

		state[o].inverse = WORK_ARRAY(work, rank * rank, double);
	}
}

void
search_run(Search *search, const uint8 *given, int64 budget, uint32 most)
{
	Work	   *scratch = work_begin(search->work);
	int64		price;

	search->variance = 0;
	for (uint32 o = 0; o < search->outputs; o++)
		search->variance += search->factors[o]->variance;
	lend_inverses(scratch, search, search->state);
	lend_inverses(scratch, search, search->bundle);
	lend_inverses(scratch, search, search->trial);
	run_once(search, given, budget, most, true);
	if (!prices_alike(search->prices, &price))	/* else both searches are the same */
		run_by_gain(search, given, budget, most);
	work_end(scratch);
}

void
search_attributes(const Search *search, uint32 steps, bool *known)
{
	const Looks *looks = search->looks;

	for (uint32 l = 0; l < looks->n; l++)
	{
		const LookPair *pair = l < looks->bought ? NULL : &looks->pair[l - looks->bought];
		uint32		wanted = pair == NULL ? 1 : 2;
		uint32		found = 0;

		for (uint32 k = 0; k < steps; k++)
		{
			uint32		look = search->path[k].look;

			found += pair == NULL ? look == l : look == pair->a || look == pair->b;
		}
		for (uint32 i = looks_first(looks, l); found == wanted && i < looks_first(looks, l + 1); i++)
			known[i] = true;
	}
}
