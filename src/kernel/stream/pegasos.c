/*
 * pegasos.c
 *		AER (Cesa-Bianchi, Shalev-Shwartz, Shamir 2010, algorithm 2): stochastic
 *		gradient descent on the regularised squared loss, with a projection onto the
 *		l1 ball after every row.
 *
 * Half of the budget reads a random set C of distinct attributes, which gives
 * v = (d/|C|) sum_C x_j e_j.  The other half draws with p_i = |w_i| / |w|_1, and the
 * mean of sign(w_i) |w|_1 x_i is y^ (the printed x_j there is a misprint).  Then
 *		w <- (1 - 1/t) w - 2 / (lambda t) (y^ - y) v,
 *		w <- Euclidean projection onto |w|_1 <= B,
 * and the model is the mean of w after each row.
 *
 * The projection (Duchi et al. 2008) draws all weights towards 0 by one amount,
 * which is the iterate's threshold, and weights that reach 0 stay there.  A heap of
 * the other weights, the smallest first, finds those that reach 0 one by one.  A row
 * adds at most half the budget to the heap, so a row costs O(b log d), amortised.
 */
#include "kernel/stream/learner.h"

#include <float.h>

/* Settle when the threshold exceeds the mean weight, in units of u, by this factor. */
#define THRESHOLD_RATIO 1048576.0	/* 2^20 */

/* A heap, by |u|, of the attributes whose weight is not 0. */
typedef struct Heap
{
	const double *u;
	uint32		n;
	uint32	   *item;			/* [d] attributes; the smallest |u| is item[0] */
	uint32	   *index;			/* [d] index of an attribute in item[] */
} Heap;

/*
 * Returns true if attribute a belongs before b.  Ties go to the lower number, so that
 * the first item depends only on the set.
 */
static bool
heap_before(const Heap *heap, uint32 a, uint32 b)
{
	double		size_a = fabs(heap->u[a]);
	double		size_b = fabs(heap->u[b]);

	return size_a < size_b || (size_a == size_b && a < b);
}

static void
heap_put(Heap *heap, uint32 at, uint32 attribute)
{
	heap->item[at] = attribute;
	heap->index[attribute] = at;
}

/* Moves an item up to its place in the order. */
static void
heap_rise(Heap *heap, uint32 at)
{
	uint32		attribute = heap->item[at];

	while (at > 0 && heap_before(heap, attribute, heap->item[(at - 1) / 2]))
	{
		heap_put(heap, at, heap->item[(at - 1) / 2]);
		at = (at - 1) / 2;
	}
	heap_put(heap, at, attribute);
}

/* Moves an item down to its place in the order. */
static void
heap_sink(Heap *heap, uint32 at)
{
	uint32		attribute = heap->item[at];

	for (;;)
	{
		uint32		child = 2 * at + 1;

		if (child >= heap->n)
			break;
		if (child + 1 < heap->n && heap_before(heap, heap->item[child + 1], heap->item[child]))
			child++;
		if (!heap_before(heap, heap->item[child], attribute))
			break;
		heap_put(heap, at, heap->item[child]);
		at = child;
	}
	heap_put(heap, at, attribute);
}

/* Moves an item whose weight has changed to its place in the order. */
static void
heap_fix(Heap *heap, uint32 at)
{
	uint32		attribute = heap->item[at];

	heap_rise(heap, at);
	heap_sink(heap, heap->index[attribute]);
}

static void *
pegasos_create_heap(Work *work, uint32 d)
{
	Heap	   *heap = WORK_ARRAY(work, 1, Heap);

	heap->item = WORK_ARRAY(work, d, uint32);
	heap->index = WORK_ARRAY(work, d, uint32);
	return heap;
}

/* Changes one u; 0 removes the attribute from the heap. */
static void
set_weight(Learner *learner, uint32 i, double u)
{
	Iterate    *it = &learner->iterate;
	Heap	   *heap = learner->private;
	bool		was_active = it->u[i] != 0;

	iterate_set(it, i, u, fabs(u), u != 0);
	if (u != 0)
	{
		if (!was_active)
			heap_put(heap, heap->n++, i);
		heap_fix(heap, heap->index[i]);
	}
	else if (was_active)
	{
		uint32		at = heap->index[i];

		heap->n--;
		if (at < heap->n)
		{
			heap_put(heap, at, heap->item[heap->n]);
			heap_fix(heap, at);
		}
	}
}

static void
pegasos_rebuild(Learner *learner)
{
	Iterate    *it = &learner->iterate;
	Heap	   *heap = learner->private;

	heap->u = it->u;
	heap->n = 0;
	for (uint32 i = 0; i < learner->d; i++)
	{
		sumtree_leaves(&it->norm)[i] = fabs(it->u[i]);
		sumtree_leaves(&it->draw)[i] = it->u[i] != 0;
		if (it->u[i] != 0)
			heap_put(heap, heap->n++, i);
	}
	for (uint32 at = heap->n / 2; at-- > 0;)
		heap_sink(heap, at);
	sumtree_build(&it->norm);
	sumtree_build(&it->draw);
}

static void
pegasos_settle(Learner *learner)
{
	Iterate    *it = &learner->iterate;

	for (uint32 i = 0; i < learner->d; i++)
		it->u[i] = iterate_weight(it, i);
	it->factor = 1;
	it->threshold = 0;
	pegasos_rebuild(learner);
}

/* Returns |w|_1 / factor, which is positive unless all weights are 0. */
static double
total_mass(const Iterate *it)
{
	double		count = sumtree_total(&it->draw);

	if (count == 0)
		return 0;
	return Max(sumtree_total(&it->norm) - count * it->threshold, DBL_MIN);
}

/*
 * Goes a step down a tree whose nodes are sum |u| - count * threshold, towards
 * attribute i with probability |w_i| / |w|_1.  Branches without a weight are never
 * entered.
 */
static inline size_t
step_by_size(const void *iterate, size_t at, double *u)
{
	const Iterate *it = iterate;
	const double *sum = it->norm.node;
	const double *count = it->draw.node;
	double		left = sum[2 * at] - count[2 * at] * it->threshold;
	size_t		right = (count[2 * at] == 0) | ((*u >= left) & (count[2 * at + 1] > 0));

	*u -= left * (double) right;
	return 2 * at + right;
}

static void
pegasos_plan(Learner *learner, Rng *rng)
{
	ReadPlan   *plan = &learner->plan;
	const Iterate *it = &learner->iterate;
	uint32		d = learner->d;
	uint32		drawn[SUMTREE_AT_ONCE];
	uint32		n;
	double		norm;

	if (learner->options.budget == 0)
	{
		gradient_plan(learner, rng);
		return;
	}

	plan_subset(plan, d, learner->outer, rng);
	for (uint32 s = 0; s < plan->n; s++)
		plan->data_weight[s] = (double) d / learner->outer;

	norm = it->factor * total_mass(it);
	if (!(norm > 0))
		return;
	for (uint32 s = 0; s < learner->inner; s += n)
	{
		n = Min(learner->inner - s, SUMTREE_AT_ONCE);
		sumtree_descend(step_by_size, it, d, total_mass(it), rng, n, drawn);
		for (uint32 k = 0; k < n; k++)
			plan->product_weight[plan_draw(plan, drawn[k])] +=
				copysign(norm, it->u[drawn[k]]) / learner->inner;
	}
}

/*
 * Returns the user's lambda, or the paper's: ((B + 1) d / B_2) sqrt(log m / (m k)),
 * B_2 = B, with the rows so far in place of an unknown m.
 */
static double
pegasos_lambda(const Learner *learner)
{
	const LearnerOptions *options = &learner->options;
	double		d = learner->d;
	double		k = options->budget > 0 ? options->budget : d;
	double		m;

	if (options->lambda > 0)
		return options->lambda;
	m = Max(options->rows > 0 ? options->rows : learner->state.rows, 2);
	return (learner->radius + 1) * d / learner->radius * sqrt(log(m) / (m * k));
}

/* Projects onto |w|_1 <= B. */
static void
project_l1(Learner *learner)
{
	Iterate    *it = &learner->iterate;
	const Heap *heap = learner->private;
	double		mass = learner->radius / it->factor;

	while (heap->n > 0 && total_mass(it) > mass)
	{
		uint32		smallest = heap->item[0];
		double		threshold = (sumtree_total(&it->norm) - mass) / sumtree_total(&it->draw);

		if (fabs(it->u[smallest]) > threshold)
		{
			it->threshold = threshold;
			break;
		}
		set_weight(learner, smallest, 0);
	}
}

static void
pegasos_descend(Learner *learner, const double *x, double slope)
{
	Iterate    *it = &learner->iterate;
	const ReadPlan *plan = &learner->plan;
	double		t = learner->state.rows;
	double		rate;

	if (t > 1)
		it->factor *= 1 - 1 / t;
	rate = slope == 0 ? 0 : 2 / (pegasos_lambda(learner) * t) * slope;
	for (uint32 s = 0; s < plan->n; s++)
	{
		uint32		i = plan->attribute[s];
		double		change = rate * plan->data_weight[s] * x[s];
		double		w;
		double		u;

		if (change == 0)
			continue;
		w = iterate_weight(it, i) - change;
		u = fabs(w) / it->factor + it->threshold;
		if (!isfinite(u))
		{
			it->factor = NAN;	/* the loop reports it */
			return;
		}
		set_weight(learner, i, w != 0 && u > it->threshold ? copysign(u, w) : 0);
	}
	project_l1(learner);

	if (sumtree_total(&it->draw) * it->threshold > THRESHOLD_RATIO * total_mass(it))
	{
		iterate_settle_begin(it);
		pegasos_settle(learner);
		iterate_settle_end(it);
	}
}

static const Option pegasos_options[] = {
	OPTION_BUDGET,
	OPTION_RADIUS(LARGEST_TARGET),
	{LEARNER_OPTION(lambda), .kind = OPTION_DOUBLE, .bounds = ABOVE, .unset = "the paper's",
	.text = "weight of |w|^2 / 2 relative to the loss"},
	OPTION_ROWS("number of rows to come, for the paper's lambda; unknown: it falls with the rows so far"),
	OPTION_INTERCEPT(INTERCEPT_MEAN),
	OPTIONS_UNITS,
	OPTIONS_COLUMNS,
	OPTION_SEED_OF_DRAWS,
	{0}
};

const LearnerMethod pegasos_method = {
	.name = "pegasos",
	.options = pegasos_options,
	.vectors = 2,
	.always_trees = true,
	.center_target = true,
	.mean_after = true,
	.even_split = true,
	.create_private = pegasos_create_heap,
	.plan = pegasos_plan,
	.rebuild = pegasos_rebuild,
	.descend = pegasos_descend,
	.settle = pegasos_settle
};
