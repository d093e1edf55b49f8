/*
 * repeats.c
 *		How many judgments of each attribute to buy: greedy search.
 *
 * With M = S + Diag(v / r) on the chosen attributes, P = M^-1 and w = P b:
 *
 *	- one more judgment of a chosen a takes delta = v/r - v/(r + 1) off M_aa,
 *	  and gains delta w_a^2 / (1 - delta P_aa);
 *	- a new attribute a gains g_a^2 / h_a, g_a = b_a - S_aS w and
 *	  h_a = S_aa + v_a - S_aS P S_Sa, the Schur complement.
 *
 * No inverse is taken per candidate: repeats_solution.c follows w, the diagonal
 * of P, g and h from step to step.
 */
#include "kernel/repeats/repeats.h"

#include "kernel/psd.h"
#include "kernel/repeats/repeats_solution.h"

/*
 * What is left of a variance below this part of it is rounding error: the
 * attribute is a combination of chosen ones, and gains nothing.
 */
#define PIVOT_TOLERANCE 1e-12

/* Gains this close are a tie, which the lowest number wins. */
#define TIE_TOLERANCE 1e-10

/* Costs are summed, so the last affordable purchase may seem too dear. */
#define COST_TOLERANCE 1e-9

Status
repeats_prepare(JudgmentEstimates *estimates, RepeatMethod method,
				void *work, Poll poll)
{
	int			d = estimates->d;
	int			a;

	switch (method)
	{
		case REPEATS_FULL:
			return psd_make(estimates->sigma, d, work, poll);
		case REPEATS_AVERAGES:
			for (a = 0; a < d; a++)
				estimates->sigma[(size_t) a * d + a] += estimates->share[a];
			break;
		case REPEATS_SCORING:
		case REPEATS_COPIES:
			break;
	}
	return KERNEL_OK;
}

/* Judgments in one purchase: for averages, as many as objects have of it. */
static int64
judgments_in_unit(const JudgmentMoments *moments, RepeatMethod method, int a)
{
	if (method == REPEATS_AVERAGES)
		return llround((double) moments->judgments[a] / (double) moments->objects);
	return 1;
}

int
repeats_room(const JudgmentMoments *moments, RepeatMethod method,
			 const double *costs, double budget)
{
	double		cheapest = HUGE_VAL;
	double		most;
	int			a;

	for (a = 0; a < moments->d; a++)
	{
		double		cost = (costs == NULL ? 1 : costs[a])
			* (double) judgments_in_unit(moments, method, a);

		cheapest = Min(cheapest, cost);
	}
	if (cheapest == 0)
		return moments->d;
	most = floor(budget / cheapest * (1 + COST_TOLERANCE));
	return most < moments->d ? (int) most : moments->d;
}

static size_t
lay_out(Repeats *repeats, void *memory, int d, int room, RepeatMethod method)
{
	Chunk		chunk = {.memory = memory};

	repeats->v = TAKE_ARRAY(&chunk, d, double);
	repeats->cost = TAKE_ARRAY(&chunk, d, double);
	repeats->g = TAKE_ARRAY(&chunk, d, double);
	repeats->h = TAKE_ARRAY(&chunk, d, double);
	repeats->change = TAKE_ARRAY(&chunk, d, double);
	repeats->unit = TAKE_ARRAY(&chunk, d, int64);
	repeats->limit = TAKE_ARRAY(&chunk, d, int64);
	repeats->bought = TAKE_ARRAY(&chunk, d, int64);
	if (method == REPEATS_SCORING)
		return chunk.taken;
	repeats->order = TAKE_ARRAY(&chunk, room, int);
	repeats->place = TAKE_ARRAY(&chunk, d, int);
	repeats->l = TAKE_ARRAY(&chunk, (size_t) room * room, double);
	repeats->factor = TAKE_ARRAY(&chunk, (size_t) room * room, double);
	repeats->y = TAKE_ARRAY(&chunk, room, double);
	repeats->w = TAKE_ARRAY(&chunk, room, double);
	repeats->p = TAKE_ARRAY(&chunk, room, double);
	repeats->column = TAKE_ARRAY(&chunk, room, double);
	repeats->other = TAKE_ARRAY(&chunk, room, double);
	repeats->z = TAKE_ARRAY(&chunk, (size_t) room * d, double);
	return chunk.taken;
}

size_t
repeats_size(int d, int room, RepeatMethod method)
{
	Repeats		repeats;

	return lay_out(&repeats, NULL, d, room, method);
}

void
repeats_init(Repeats *repeats, void *memory, RepeatMethod method,
			 const JudgmentMoments *moments, const JudgmentEstimates *estimates,
			 const double *costs, double budget, int room)
{
	int			d = moments->d;
	int			a;

	(void) lay_out(repeats, memory, d, room, method);
	repeats->d = d;
	repeats->method = method;
	repeats->budget = budget;
	repeats->spent = 0;
	repeats->objective = 0;
	repeats->sigma = estimates->sigma;
	repeats->b = estimates->b;
	repeats->chosen = 0;
	repeats->room = room;
	repeats->since_refresh = 0;

	for (a = 0; a < d; a++)
	{
		double		variance = estimates->sigma[(size_t) a * d + a];

		repeats->unit[a] = judgments_in_unit(moments, method, a);
		repeats->cost[a] = (costs == NULL ? 1 : costs[a]) * (double) repeats->unit[a];
		repeats->limit[a] = method == REPEATS_AVERAGES ? 1 :
			method == REPEATS_COPIES || repeats->cost[a] == 0 ? moments->fewest[a] : PG_INT64_MAX;
		repeats->bought[a] = 0;
		repeats->v[a] = method == REPEATS_AVERAGES ? 0 : estimates->v[a];
		repeats->g[a] = estimates->b[a];
		repeats->h[a] = method == REPEATS_SCORING ? Max(variance, 0) :
			variance + repeats->v[a];
	}
	if (method == REPEATS_SCORING)
		return;
	for (a = 0; a < d; a++)
		repeats->place[a] = -1;
}

int64
repeats_of(const Repeats *repeats, int a)
{
	return repeats->bought[a] * repeats->unit[a];
}

/* b^2 / (S_aa + v / r): scoring's part of the objective. */
static double
score(const Repeats *repeats, int a, int64 r)
{
	double		variance;

	if (r == 0)
		return 0;
	variance = repeats->h[a] + repeats->v[a] / (double) r;
	return variance > 0 ? repeats->b[a] * repeats->b[a] / variance : 0;
}

/* What one more purchase of a raises the objective by. */
static double
gain_of(const Repeats *repeats, int a)
{
	double		whole,
				pivot;
	int			i;

	if (repeats->method == REPEATS_SCORING)
		return score(repeats, a, repeats->bought[a] + 1) - score(repeats, a, repeats->bought[a]);

	i = repeats->place[a];
	if (i < 0)
	{
		whole = repeats->sigma[(size_t) a * repeats->d + a] + repeats->v[a];
		pivot = repeats->h[a];
		return pivot <= PIVOT_TOLERANCE * whole ? 0 : repeats->g[a] * repeats->g[a] / pivot;
	}
	else
	{
		double		delta = repeats_saved(repeats, a);

		pivot = 1 - delta * repeats->p[i];
		return pivot <= PIVOT_TOLERANCE ? 0 : delta * repeats->w[i] * repeats->w[i] / pivot;
	}
}

/*
 * Stop where no gain can be told from rounding error: it would leave the
 * objective as it is.
 */
void
repeats_step(Repeats *repeats, RepeatStep *step, Poll poll)
{
	double		left = repeats->budget * (1 + COST_TOLERANCE) - repeats->spent;
	double		best_rate = 0;
	int			best = -1;
	int			a;

	poll_now(poll);
	repeats_refresh(repeats, poll);

	for (a = 0; a < repeats->d; a++)
	{
		double		gain;

		if (repeats->cost[a] > left || repeats->bought[a] >= repeats->limit[a])
			continue;
		gain = gain_of(repeats, a);
		/* what is free has an infinite rate */
		if (gain / repeats->cost[a] > best_rate * (1 + TIE_TOLERANCE) &&
			repeats->objective + gain > repeats->objective)
		{
			best_rate = gain / repeats->cost[a];
			best = a;
		}
	}

	step->attribute = best;
	if (best >= 0)
	{
		if (repeats->method == REPEATS_SCORING)
			repeats->objective += gain_of(repeats, best);
		else if (repeats->place[best] < 0)
			repeats_choose(repeats, best);
		else
			repeats_repeat(repeats, best);
		repeats->bought[best]++;
		repeats->spent += repeats->cost[best];
		step->repeats = repeats_of(repeats, best);
	}
	step->cost = repeats->spent;
	step->objective = repeats->objective;
}
