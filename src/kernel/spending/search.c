/*
 * search.c
 *		Forward search for the looks that explain most of the target.
 *
 * With M = L L' + diag g, g = psi + lambda / 4, the state for the known set S is
 * r = c - M_.S M_SS^-1 c_S and h the diagonal of M - M_.S M_SS^-1 M_S.; and with
 * P^-1 = (I + sum l_i l_i' / g_i)^-1 both are updated by one product of L with a vector
 * when j joins S:
 *		z = P^-1 l_j,	t = L z,	q += r_j^2 / (h_j v_y),
 *		r -= t r_j / h_j,	h -= t^2 / h_j,		P^-1 -= z z' / h_j.
 * With an exact covariance M, t is M_.j minus its projections on the known coordinates, the rows of an
 * incremental Cholesky factor: t = M_.j - sum_s b_s b_sj, and b = t / sqrt(h_j) is the next row.
 */
#include "kernel/spending/search.h"

#include <cblas.h>

/* The share of lambda in the search, for sets of all sizes: the choice favours noise anyway. */
#define CHOICE_PENALTY 0.25

/* A gain below this share of the target's variance counts as none. */
#define LEAST_GAIN 1e-9

/* An attribute with less than this share of its variance left is a copy of known ones. */
#define LEAST_VARIANCE 1e-10

/* Scores with a smaller relative difference are equal. */
#define EQUAL 1e-12

static inline bool
better(double score, double best)
{
	return score > best * (1 + EQUAL);
}

static SearchState *
make_states(Work *work, uint32 outputs, uint32 d)
{
	SearchState *state = WORK_ARRAY(work, outputs, SearchState);

	for (uint32 k = 0; k < outputs; k++)
	{
		state[k].basis = WORK_ARRAY(work, d, double *);
		state[k].own = WORK_ARRAY(work, d, double *);
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
	search->state = make_states(work, outputs, d);
	search->bundle = make_states(work, outputs, d);
	search->trial = make_states(work, outputs, d);
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

	/* sorts members by panel: start[p + 2] counts them, then start[p + 1] is where the next goes */
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

/* Returns true if attribute i may help output o: it is live and no copy of known attributes. */
static inline bool
may_help(const Search *search, const SearchState *state, uint32 o, uint32 i)
{
	const Factors *factors = search->factors[o];

	return factors_live(factors, i) &&
		state[o].variance[i] > LEAST_VARIANCE * search->start[(size_t) o * factors->d + i];
}

/* Returns the addition to q of output o by attribute i. */
static inline double
addition(const Search *search, const SearchState *state, uint32 o, uint32 i)
{
	double		variance = search->factors[o]->variance;

	if (!may_help(search, state, o, i) || !(variance > 0))
		return 0;
	return state[o].cross[i] / state[o].variance[i] * (state[o].cross[i] / variance);
}

/* Finds t of attribute j by factors, [count] of a list or of all attributes, and updates P^-1. */
static void
project_factors(Search *search, const Factors *factors, SearchState *state, uint32 j,
				const uint32 *list, uint32 count, double *t)
{
	int			k = (int) factors->rank;

	factors_row(factors, j, search->row);
	if (k > 0)
		cblas_dsymv(CblasColMajor, CblasLower, k, 1.0, state->inverse, k, search->row, 1,
					0.0, search->along, 1);
	if (list == NULL)
	{
		if (k == 0)
			memset(t, 0, count * sizeof(double));
		else if (factors->across == 1)
			cblas_dgemv(CblasColMajor, CblasNoTrans, count, k, 1.0, factors->factor,
						(int) factors->down, search->along, 1, 0.0, t, 1);
		else
			cblas_dgemv(CblasRowMajor, CblasNoTrans, count, k, 1.0, factors->factor,
						(int) factors->across, search->along, 1, 0.0, t, 1);
	}
	for (uint32 a = 0; list != NULL && a < count; a++)
	{
		factors_row(factors, list[a], search->row);
		t[a] = k > 0 ? cblas_ddot(k, search->row, 1, search->along, 1) : 0;
	}
	if (k > 0)
		cblas_dsyr(CblasColMajor, CblasLower, k, -1 / state->variance[j], search->along, 1,
				   state->inverse, k);
}

/* Does the same for an exact covariance, and adds a row to the basis. */
static void
project_exact(Search *search, const Factors *factors, SearchState *state, uint32 j,
			  const uint32 *list, uint32 count, double *t)
{
	uint32		row = state->learned++;
	double		scale = 1 / sqrt(state->variance[j]);

	for (uint32 a = 0; a < count; a++)
	{
		uint32		i = list != NULL ? list[a] : a;

		t[a] = factors_live(factors, i) && i != j ? factors_covariance(factors, i, j) : 0;
	}
	for (uint32 s = 0; s < row; s++)
	{
		const double *known = state->basis[s];

		for (uint32 a = 0; a < count; a++)
			t[a] -= known[list != NULL ? list[a] : a] * known[j];
	}
	if (state->own[row] == NULL)
		state->own[row] = WORK_ARRAY(search->run_work, factors->d, double);
	state->basis[row] = state->own[row];
	for (uint32 a = 0; a < count; a++)
		state->basis[row][list != NULL ? list[a] : a] = scale * t[a];
}

/* Adds attribute j to the known ones of output o.  Updates only the attributes of a list (NULL: all). */
static void
learn_output(Search *search, SearchState *states, uint32 o, uint32 j, const uint32 *list,
			 uint32 count)
{
	const Factors *factors = search->factors[o];
	SearchState *state = &states[o];
	double		least = factors->lambda * CHOICE_PENALTY;
	double		variance = state->variance[j];
	double		cross = state->cross[j];
	double	   *t = search->direction;

	if (!may_help(search, states, o, j))
		return;
	state->q += addition(search, states, o, j);
	if (list == NULL)
		count = factors->d;
	if (factors->correlation != NULL)
		project_exact(search, factors, state, j, list, count, t);
	else
		project_factors(search, factors, state, j, list, count, t);
	for (uint32 a = 0; a < count; a++)
	{
		uint32		i = list != NULL ? list[a] : a;
		double		along;

		/* t_j lacks what is on the diagonal only; j is known now, and asked no more */
		along = t[a] / variance;
		state->cross[i] -= along * cross;
		state->variance[i] = Max(state->variance[i] - along * t[a], factors_rest(factors, i) + least);
	}
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
		memcpy(to[o].basis, from[o].basis, from[o].learned * sizeof(double *));
		to[o].learned = from[o].learned;
		for (uint32 a = 0; a < count; a++)
		{
			to[o].cross[list[a]] = from[o].cross[list[a]];
			to[o].variance[list[a]] = from[o].variance[list[a]];
		}
	}
}

/* Adds the attributes that a look brings to the known ones.  list: as in learn_output(). */
static void
learn_look(Search *search, SearchState *state, uint32 look, const uint32 *list, uint32 count)
{
	uint32		brought = looks_brought(search->looks, look, search->known, search->of_look);

	for (uint32 a = 0; a < brought; a++)
		learn(search, state, search->of_look[a], list, count);
}

/* Sets added[] to the addition to q by a look, whose attributes are added one after the other. */
static void
add_look(Search *search, const SearchState *state, uint32 look)
{
	uint32		count = looks_brought(search->looks, look, search->known, search->of_look);

	/* a look may have no coordinates */
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

/* Returns the gain in explained variance by added[]. */
static double
gain_of_added(const Search *search, const SearchState *state)
{
	double		gain = 0;

	for (uint32 o = 0; o < search->outputs; o++)
		gain += factors_gain(search->factors[o], state[o].q, search->added[o]);
	return gain;
}

/* Returns the gain as if each addition were small: in proportion to it. */
static double
slope_of_added(const Search *search, const SearchState *state)
{
	double		slope = 0;

	for (uint32 o = 0; o < search->outputs; o++)
		slope += factors_slope(search->factors[o], state[o].q, search->added[o]);
	return slope;
}

/* Returns the gain in explained variance from one state to another. */
static double
gain_between(const Search *search, const SearchState *from, const SearchState *to)
{
	for (uint32 o = 0; o < search->outputs; o++)
		search->added[o] = to[o].q - from[o].q;
	return gain_of_added(search, from);
}

/* Returns the gain in explained variance since before[]. */
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

/* Returns the price of two looks that are bought together; a common fee is paid once. */
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

/* Appends a look to the path, at price 0 if it is known beforehand.  The caller sets its gain. */
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

/* Resets an output to no known attributes. */
static void
start_output(Search *search, uint32 o)
{
	const Factors *factors = search->factors[o];
	SearchState *state = &search->state[o];
	double	   *start = search->start + (size_t) o * factors->d;
	size_t		rank = factors->rank;
	double		lambda = factors->lambda * CHOICE_PENALTY;

	state->q = 0;
	state->learned = 0;
	memset(state->inverse, 0, rank * rank * sizeof(double));
	for (size_t k = 0; k < rank; k++)
		state->inverse[k * rank + k] = 1;
	for (uint32 i = 0; i < factors->d; i++)
	{
		state->cross[i] = factors->cross[i];
		state->variance[i] = start[i] = factors_variance(factors, i) + lambda;
	}
}

/* Resets the search and begins the path with the known looks. */
static void
start(Search *search, const uint8 *look_state)
{
	search->steps = 0;
	for (uint32 o = 0; o < search->outputs; o++)
		start_output(search, o);
	memset(search->opened, 0, search->prices->panels * sizeof(bool));
	memset(search->known, 0, search->looks->bought * sizeof(bool));
	for (uint32 look = 0; look < search->looks->bought; look++)
	{
		uint32		panel = prices_panel(search->prices, look);

		search->taken[look] = look_state != NULL && look_state[look] == LOOK_UNAVAILABLE;
		if (search->taken[look] && panel != NO_PANEL)
			search->opened[panel] = true;
	}
	for (uint32 look = 0; look_state != NULL && look < search->looks->bought; look++)
		if (look_state[look] == LOOK_KNOWN)
			buy(search, look, 0, search->steps);
	search->known_steps = search->steps;
}

static double
score_of(double gain, int64 price, bool by_ratio)
{
	return by_ratio ? gain / (double) price : gain;
}

/*
 * Fills list[] with the attributes of some looks and of their interactions with each other and
 * with known looks.  Returns their number.
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
 * Tries members of a panel whose fee is not paid, best per money first, up to the first
 * that exceeds the budget.  Copies the best prefix to best[] if its score is above *best.
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
 * Tries both looks of each interaction if neither is known.  Otherwise looks would never be
 * bought that help only together, as in an exclusive or.  Updates best[] like try_bundle().
 * Returns true if any has a gain.
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

/* Returns true if an attribute of the look is live for any output. */
static bool
look_live(const Search *search, uint32 look)
{
	bool		live = false;

	for (uint32 i = looks_first(search->looks, look); i < looks_first(search->looks, look + 1); i++)
		for (uint32 o = 0; o < search->outputs; o++)
			live |= factors_live(search->factors[o], i);
	return live;
}

/* Finds the next purchase, best[].  Returns how many looks it has; 0: there is none. */
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
	search->unfinished = any;
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
run_once(Search *search, const uint8 *look_state, int64 budget, uint32 most, bool by_ratio)
{
	uint32		count;
	uint32		bundle;

	start(search, look_state);
	search->unfinished = false;
	if (!(search->variance > 0))
		return;
	bundle = search->steps;
	while ((count = next_purchase(search, budget - spent_so_far(search), by_ratio)) > 0 &&
		   search->steps - search->known_steps < most)
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

/* Searches by gain alone.  Keeps the previous path unless the new one ends better. */
static void
run_by_gain(Search *search, const uint8 *look_state, int64 budget, uint32 most)
{
	uint32		steps = search->steps;
	double		explained = search_explained(search, steps);
	bool		unfinished = search->unfinished;

	memcpy(search->other, search->path, steps * sizeof(SearchStep));
	run_once(search, look_state, budget, most, false);
	if (!better(search_explained(search, search->steps), explained))
	{
		search->steps = steps;
		search->unfinished = unfinished;
		memcpy(search->path, search->other, steps * sizeof(SearchStep));
	}
}

static void
allocate_inverses(Work *work, const Search *search, SearchState *state)
{
	for (uint32 o = 0; o < search->outputs; o++)
	{
		size_t		rank = search->factors[o]->rank;

		state[o].inverse = WORK_ARRAY(work, rank * rank, double);
		/* rows of an earlier run are gone */
		memset(state[o].own, 0, search->factors[o]->d * sizeof(double *));
	}
}

void
search_run(Search *search, const uint8 *look_state, int64 budget, uint32 most)
{
	Work	   *scratch = work_begin(search->work);
	int64		price;

	search->variance = 0;
	for (uint32 o = 0; o < search->outputs; o++)
		search->variance += search->factors[o]->variance;
	search->run_work = scratch;
	allocate_inverses(scratch, search, search->state);
	allocate_inverses(scratch, search, search->bundle);
	allocate_inverses(scratch, search, search->trial);
	run_once(search, look_state, budget, most, true);
	if (!prices_alike(search->prices, &price))	/* otherwise both searches are equal */
		run_by_gain(search, look_state, budget, most);
	work_end(scratch);
}

void
search_attributes(const Search *search, uint32 steps, bool *known)
{
	const Looks *looks = search->looks;

	for (uint32 l = 0; l < looks->n; l++)
	{
		const LookPair *pair = l < looks->bought ? NULL : &looks->pair[l - looks->bought];
		uint32		needed = pair == NULL ? 1 : 2;
		uint32		found = 0;

		for (uint32 k = 0; k < steps; k++)
		{
			uint32		look = search->path[k].look;

			found += pair == NULL ? look == l : look == pair->a || look == pair->b;
		}
		for (uint32 i = looks_first(looks, l); found == needed && i < looks_first(looks, l + 1); i++)
			known[i] = true;
	}
}
