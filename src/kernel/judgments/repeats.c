/*
 * repeats.c
 *		Chooses how many judgments of each attribute to buy, by greedy search.
 *
 * With M = S + Diag(v / r) on the chosen attributes, P = M^-1 and w = P b:
 *
 *	- one more judgment of a chosen a lowers M_aa by delta = v/r - v/(r + 1),
 *	  and gains delta w_a^2 / (1 - delta P_aa);
 *	- a new attribute a gains g_a^2 / h_a with g_a = b_a - S_aS w and the Schur
 *	  complement h_a = S_aa + v_a - S_aS P S_Sa.
 *
 * No matrix is inverted for a candidate: w, the diagonal of P, g and h are updated
 * in each step.  A step changes every h by a square and every g by a product, so it
 * costs O(d s + s^2) for s chosen attributes.  The search keeps M = L L' and
 * Z = L^-1 S_S* and not P, as an updated inverse loses digits if attributes are
 * nearly collinear.  Now and then everything is computed afresh, which removes
 * rounding errors.
 */
#include "kernel/judgments/repeats.h"

#include "kernel/psd.h"

#include <cblas.h>
#include <lapacke.h>

/*
 * An unexplained share of variance below this is rounding error: the attribute is
 * a combination of chosen ones, and gains nothing.
 */
#define PIVOT_TOLERANCE 1e-12

/* Gains this close are a tie, which the attribute with the lowest number wins. */
#define TIE_TOLERANCE 1e-10

/* Allows for rounding in sums of costs when the last purchase is checked. */
#define COST_TOLERANCE 1e-9

/*
 * Steps after which everything is computed afresh.  If more attributes are chosen,
 * their number counts instead, so that the cost stays O(d s) per step.
 */
#define REFRESH_STEPS 64

/* Columns of Z that are computed between two polls. */
#define REFRESH_COLUMNS 128

Status
repeats_prepare(Work *work, JudgmentEstimates *estimates, RepeatMethod method)
{
	int			d = estimates->d;
	int			a;

	switch (method)
	{
		case REPEATS_FULL:
			return psd_make(work, estimates->sigma, d);
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

/* Returns the judgments in one purchase; for averages, the mean number of an object. */
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

static void
allocate(Work *work, Repeats *repeats, int d, int room, RepeatMethod method)
{
	repeats->v = WORK_ARRAY(work, d, double);
	repeats->cost = WORK_ARRAY(work, d, double);
	repeats->g = WORK_ARRAY(work, d, double);
	repeats->h = WORK_ARRAY(work, d, double);
	repeats->change = WORK_ARRAY(work, d, double);
	repeats->unit = WORK_ARRAY(work, d, int64);
	repeats->limit = WORK_ARRAY(work, d, int64);
	repeats->bought = WORK_ARRAY(work, d, int64);
	if (method == REPEATS_SCORING)
		return;
	repeats->order = WORK_ARRAY(work, room, int);
	repeats->position = WORK_ARRAY(work, d, int);
	repeats->l = WORK_ARRAY(work, (size_t) room * room, double);
	repeats->factor = WORK_ARRAY(work, (size_t) room * room, double);
	repeats->y = WORK_ARRAY(work, room, double);
	repeats->w = WORK_ARRAY(work, room, double);
	repeats->p = WORK_ARRAY(work, room, double);
	repeats->column = WORK_ARRAY(work, room, double);
	repeats->other = WORK_ARRAY(work, room, double);
	repeats->z = WORK_ARRAY(work, (size_t) room * d, double);
}

void
repeats_init(Work *work, Repeats *repeats, RepeatMethod method,
			 const JudgmentMoments *moments, const JudgmentEstimates *estimates,
			 const double *costs, double budget, int room)
{
	int			d = moments->d;
	int			a;

	allocate(work, repeats, d, room, method);
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
		repeats->position[a] = -1;
}

int64
repeats_of(const Repeats *repeats, int a)
{
	return repeats->bought[a] * repeats->unit[a];
}

/* Returns by how much one more purchase of a chosen attribute lowers M_aa. */
static double
diagonal_decrease(const Repeats *repeats, int a)
{
	double		r = (double) repeats->bought[a];

	return repeats->v[a] / (r * (r + 1));
}

/* Replaces x by L^-1 x, or by L'^-1 x. */
static void
solve_factor(const Repeats *repeats, CBLAS_TRANSPOSE transposed, double *x)
{
	cblas_dtrsv(CblasRowMajor, CblasLower, transposed, CblasNonUnit,
				repeats->chosen, repeats->l, repeats->room, x, 1);
}

/* Computes w = P b = L'^-1 y. */
static void
update_weights(Repeats *repeats)
{
	memcpy(repeats->w, repeats->y, repeats->chosen * sizeof(double));
	solve_factor(repeats, CblasTrans, repeats->w);
}

/*
 * Updates the rest after L and y have changed: the step explains the square of
 * change more of each attribute's variance, and y^2 more of the label's.
 */
static void
finish_step(Repeats *repeats, double y)
{
	const double *change = repeats->change;
	int			a;

	for (a = 0; a < repeats->d; a++)
	{
		repeats->h[a] -= change[a] * change[a];
		repeats->g[a] -= change[a] * y;
	}
	repeats->objective += y * y;
	update_weights(repeats);
	repeats->since_refresh++;
}

/* Buys an attribute for the first time: M, L and Z get a row (Schur complement). */
static void
choose(Repeats *repeats, int a)
{
	int			d = repeats->d;
	int			s = repeats->chosen;
	double		root = sqrt(repeats->h[a]);
	double		y = repeats->g[a] / root;
	double	   *row = repeats->l + (size_t) s * repeats->room;
	int			i;

	Assert(s < repeats->room);
	memcpy(repeats->change, repeats->sigma + (size_t) a * d, d * sizeof(double));
	for (i = 0; i < s; i++)
	{
		row[i] = repeats->z[(size_t) i * d + a];
		cblas_daxpy(d, -row[i], repeats->z + (size_t) i * d, 1, repeats->change, 1);
	}
	cblas_dscal(d, 1 / root, repeats->change, 1);

	memcpy(repeats->column, row, s * sizeof(double));
	solve_factor(repeats, CblasTrans, repeats->column);
	for (i = 0; i < s; i++)
		repeats->p[i] += repeats->column[i] * repeats->column[i] / repeats->h[a];
	repeats->p[s] = 1 / repeats->h[a];

	row[s] = root;
	repeats->y[s] = y;
	memcpy(repeats->z + (size_t) s * d, repeats->change, d * sizeof(double));
	repeats->order[s] = a;
	repeats->position[a] = s;
	repeats->chosen++;
	finish_step(repeats, y);
}

/*
 * Buys a chosen attribute once more, which lowers M_aa by diagonal_decrease().
 *
 * Rotations downdate L (LINPACK's dchdd; Stewart 1979), Z and y.  The remainder of
 * the rotations is the additional part that is explained.
 */
static void
repeat(Repeats *repeats, int a)
{
	int			d = repeats->d;
	int			s = repeats->chosen;
	int			from = repeats->position[a];
	double	   *sine = repeats->column;
	double	   *cosine = repeats->other;
	double	   *change = repeats->change;
	double		y = 0;
	double		rest,
				alpha;
	int			i,
				j;

	memset(sine, 0, s * sizeof(double));
	sine[from] = sqrt(diagonal_decrease(repeats, a));
	solve_factor(repeats, CblasNoTrans, sine);
	rest = 1 - cblas_ddot(s, sine, 1, sine, 1);

	memcpy(repeats->other, sine, s * sizeof(double));
	solve_factor(repeats, CblasTrans, repeats->other);
	for (i = 0; i < s; i++)
		repeats->p[i] += repeats->other[i] * repeats->other[i] / rest;

	alpha = sqrt(rest);
	for (i = s - 1; i >= from; i--)
	{
		double		norm = hypot(alpha, sine[i]);

		cosine[i] = alpha / norm;
		sine[i] /= norm;
		alpha = norm;
	}

	for (j = from; j < s; j++)
	{
		double	   *row = repeats->l + (size_t) j * repeats->room;
		double		over = 0;

		for (i = j; i >= from; i--)
		{
			double		t = cosine[i] * over + sine[i] * row[i];

			row[i] = cosine[i] * row[i] - sine[i] * over;
			over = t;
		}
	}
	memset(change, 0, d * sizeof(double));
	for (i = from; i < s; i++)
	{
		double	   *row = repeats->z + (size_t) i * d;

		cblas_daxpy(d, -sine[i], change, 1, row, 1);
		cblas_dscal(d, 1 / cosine[i], row, 1);
		cblas_dscal(d, cosine[i], change, 1);
		cblas_daxpy(d, -sine[i], row, 1, change, 1);
		repeats->y[i] = (repeats->y[i] - sine[i] * y) / cosine[i];
		y = cosine[i] * y - sine[i] * repeats->y[i];
	}
	finish_step(repeats, y);
}

/* Computes L, Z, y, P, g, h and the objective from M. */
static void
solve_afresh(Work *work, Repeats *repeats)
{
	int			d = repeats->d;
	int			s = repeats->chosen;
	int			room = repeats->room;
	int			from,
				i,
				j,
				a;

	for (i = 0; i < s; i++)
	{
		const double *row = repeats->sigma + (size_t) repeats->order[i] * d;

		for (j = 0; j <= i; j++)
			repeats->factor[(size_t) i * room + j] = row[repeats->order[j]];
		a = repeats->order[i];
		repeats->factor[(size_t) i * room + i] += repeats->v[a] / (double) repeats->bought[a];
	}
	/* if M is nearly singular, the updated numbers are the better ones */
	if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'U', s, repeats->factor, room) != 0)
		return;
	for (i = 0; i < s; i++)
		memcpy(repeats->l + (size_t) i * room, repeats->factor + (size_t) i * room,
			   (i + 1) * sizeof(double));

	for (i = 0; i < s; i++)
		repeats->y[i] = repeats->b[repeats->order[i]];
	solve_factor(repeats, CblasNoTrans, repeats->y);
	repeats->objective = cblas_ddot(s, repeats->y, 1, repeats->y, 1);

	for (from = 0; from < d; from += REFRESH_COLUMNS)
	{
		int			n = Min(REFRESH_COLUMNS, d - from);

		work_poll(work);
		for (i = 0; i < s; i++)
			memcpy(repeats->z + (size_t) i * d + from,
				   repeats->sigma + (size_t) repeats->order[i] * d + from, n * sizeof(double));
		cblas_dtrsm(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit,
					s, n, 1.0, repeats->l, room, repeats->z + from, d);
	}
	for (a = 0; a < d; a++)
	{
		repeats->h[a] = repeats->sigma[(size_t) a * d + a] + repeats->v[a];
		repeats->g[a] = repeats->b[a];
	}
	for (i = 0; i < s; i++)
	{
		const double *row = repeats->z + (size_t) i * d;

		for (a = 0; a < d; a++)
			repeats->h[a] -= row[a] * row[a];
		cblas_daxpy(d, -repeats->y[i], row, 1, repeats->g, 1);
	}

	work_poll(work);
	/* the diagonal of P has the squared norms of the columns of L^-1 */
	LAPACKE_dtrtri_work(LAPACK_COL_MAJOR, 'U', 'N', s, repeats->factor, room);
	memset(repeats->p, 0, s * sizeof(double));
	for (i = 0; i < s; i++)
		for (j = 0; j <= i; j++)
		{
			double		x = repeats->factor[(size_t) i * room + j];

			repeats->p[j] += x * x;
		}
}

/* Computes everything afresh if there were many steps since the last time. */
static void
refresh(Work *work, Repeats *repeats)
{
	if (repeats->since_refresh < Max(REFRESH_STEPS, repeats->chosen))
		return;
	solve_afresh(work, repeats);
	update_weights(repeats);
	repeats->since_refresh = 0;
}

/* Returns b^2 / (S_aa + v / r), the part of an attribute in the objective of scoring. */
static double
scoring_objective(const Repeats *repeats, int a, int64 r)
{
	double		variance;

	if (r == 0)
		return 0;
	variance = repeats->h[a] + repeats->v[a] / (double) r;
	return variance > 0 ? repeats->b[a] * repeats->b[a] / variance : 0;
}

/* Returns by how much one more purchase of a raises the objective. */
static double
gain_of(const Repeats *repeats, int a)
{
	double		whole,
				pivot;
	int			i;

	if (repeats->method == REPEATS_SCORING)
		return scoring_objective(repeats, a, repeats->bought[a] + 1) -
			scoring_objective(repeats, a, repeats->bought[a]);

	i = repeats->position[a];
	if (i < 0)
	{
		whole = repeats->sigma[(size_t) a * repeats->d + a] + repeats->v[a];
		pivot = repeats->h[a];
		return pivot <= PIVOT_TOLERANCE * whole ? 0 : repeats->g[a] * repeats->g[a] / pivot;
	}
	else
	{
		double		delta = diagonal_decrease(repeats, a);

		pivot = 1 - delta * repeats->p[i];
		return pivot <= PIVOT_TOLERANCE ? 0 : delta * repeats->w[i] * repeats->w[i] / pivot;
	}
}

/* Stops when no gain changes the objective beyond rounding. */
void
repeats_step(Work *work, Repeats *repeats, RepeatStep *step)
{
	double		left = repeats->budget * (1 + COST_TOLERANCE) - repeats->spent;
	double		best_rate = 0;
	int			best = -1;
	int			a;

	work_poll(work);
	refresh(work, repeats);

	for (a = 0; a < repeats->d; a++)
	{
		double		gain;

		if (repeats->cost[a] > left || repeats->bought[a] >= repeats->limit[a])
			continue;
		gain = gain_of(repeats, a);
		/* the rate of a free judgment is infinite */
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
		else if (repeats->position[best] < 0)
			choose(repeats, best);
		else
			repeat(repeats, best);
		repeats->bought[best]++;
		repeats->spent += repeats->cost[best];
		step->repeats = repeats_of(repeats, best);
	}
	step->cost = repeats->spent;
	step->objective = repeats->objective;
}

double
repeats_choose(Work *work, RepeatMethod method, const JudgmentMoments *moments,
			   const JudgmentEstimates *estimates, const double *costs, double budget, int64 *repeats)
{
	int			d = moments->d;
	int			room = repeats_room(moments, method, costs, budget);
	Work	   *scratch = work_begin(work);
	Repeats		search;
	RepeatStep	step = {.objective = 0};

	memset(repeats, 0, d * sizeof(int64));
	if (room > 0)
	{
		repeats_init(scratch, &search, method, moments, estimates, costs, budget, room);
		do
			repeats_step(scratch, &search, &step);
		while (step.attribute >= 0);
		for (int a = 0; a < d; a++)
			repeats[a] = repeats_of(&search, a);
	}
	work_end(scratch);
	return step.objective;
}
