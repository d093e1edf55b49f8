/*
 * design.c
 *		Sampling designs: which K of the d attributes of a row are read.
 */
#include "kernel/moments/design.h"

#include <float.h>

/* q has multiples of 2^-31, each at least one; with d < 2^30 their sum fits 32 bits. */
#define QUANTUM 2147483648.0

/* Entries of the guide for each attribute, roughly; half of them are used. */
#define GUIDE_SHARE 4

/* The tree is faster from so many squared looks for each attribute on (measured). */
#define TREE_SHARE 64

/* The share of q that is uniform. */
#define UNIFORM_SHARE 0.02

/* Keeps the fold of a key independent of its plan. */
#define FOLD_SALT UINT64CONST(0x666F6C64)

/* Returns the low bits of a point that the guide ignores. */
static uint32
guide_shift(uint32 d)
{
	uint32		shift = 32;

	while (shift > 0 && (UINT64CONST(1) << (32 - shift)) < GUIDE_SHARE * (uint64) d)
		shift--;
	return shift;
}

void
design_init(Work *work, Design *design, uint32 d, uint32 budget, uint32 folds, uint64 seed)
{
	design->d = d;
	design->budget = (budget == 0 || budget > d) ? d : budget;
	design->folds = folds;
	design->seed = seed;
	design->uniform = true;
	design->shift = guide_shift(d);
	design->start = WORK_ARRAY(work, (size_t) d + 1, uint32);
	design->guide = WORK_ARRAY(work, (size_t) 1 << (32 - design->shift), uint32);
	design->scratch = WORK_ARRAY(work, (size_t) d + 1, uint32);
	design->work = work;
}

void
design_set_spread(Design *design, const double *spread)
{
	uint32		d = design->d;
	double		total = 0;
	uint64		guided = 0;

	for (uint32 i = 0; i < d; i++)
		total += spread[i];
	design->uniform = !(total > 0 && total <= DBL_MAX);
	if (design->uniform)
		return;

	design->start[0] = 0;
	for (uint32 i = 0; i < d; i++)
	{
		double		q = (1 - UNIFORM_SHARE) * (spread[i] / total) + UNIFORM_SHARE / d;
		uint32		weight = (uint32) (q * QUANTUM);

		design->start[i + 1] = design->start[i] + Max(weight, 1);
		while (guided << design->shift < design->start[i + 1])
			design->guide[guided++] = i;
	}
}

bool
design_reads_all(const Design *design)
{
	return design->budget == design->d;
}

/* Draws are points on a line.  Returns the point where attribute i begins. */
static inline uint32
start_of(const Design *design, uint32 i)
{
	return design->uniform ? i : design->start[i];
}

/*
 * Returns the index of the last of n ascending numbers that is not above x; the first is not.
 * Written without a branch that depends on the numbers, because mispredicted branches would take
 * most of the time of a draw.
 */
static inline uint32
last_not_above(const uint32 *number, uint32 n, uint32 x)
{
	uint32		low = 0;

	while (n > 1)
	{
		uint32		half = n / 2;

		low += number[low + half] <= x ? half : 0;
		n -= half;
	}
	return low;
}

/*
 * Returns the attribute that a point belongs to.  The guide (Chen and Asau 1974) has the attribute
 * of the point with its low bits cleared, which is seldom more than one before.
 */
static inline uint32
attribute_at(const Design *design, uint32 point)
{
	uint32		attribute;

	if (design->uniform)
		return point;
	attribute = design->guide[point >> design->shift];
	while (design->start[attribute + 1] <= point)
		attribute++;
	return attribute;
}

/* Returns the number of points that belong to an attribute. */
static inline uint32
weight_of(const Design *design, uint32 i)
{
	return start_of(design, i + 1) - start_of(design, i);
}

/* Returns true if there are so many looks that the moves of plan_by_list() would dominate. */
static bool
tree_is_faster(const Design *design)
{
	return (uint64) design->budget * design->budget > TREE_SHARE * (uint64) design->d;
}

/*
 * Draws by a sorted list.  Points are numbered without those of the attributes chosen so far.
 * plan[] stays ascending, and gap[k] is the number of points left before plan[k]: a point at or
 * beyond gap[k] is after plan[k].
 */
static void
plan_by_list(const Design *design, Rng *rng, uint32 *plan)
{
	uint32	   *gap = design->scratch;
	uint32		left = start_of(design, design->d);

	for (uint32 n = 0; n < design->budget; n++)
	{
		uint32		point = rng_below(rng, left);
		uint32		k = 0;
		uint32		removed = 0;	/* points of the k attributes chosen before it */
		uint32		attribute;
		uint32		weight;

		work_poll_step(design->work, n);
		if (n > 0 && gap[0] <= point)
			k = last_not_above(gap, n, point) + 1;
		if (k > 0)
			removed = start_of(design, plan[k - 1] + 1) - gap[k - 1];
		attribute = attribute_at(design, point + removed);
		weight = weight_of(design, attribute);

		for (uint32 l = n; l > k; l--)
		{
			plan[l] = plan[l - 1];
			gap[l] = gap[l - 1] - weight;
		}
		plan[k] = attribute;
		gap[k] = start_of(design, attribute) - removed;
		left -= weight;
	}
}

/*
 * Makes the same draws if K is large.  The points left are in a binary indexed tree (Fenwick 1994),
 * where tree[n] is the sum over the attributes n - (n & -n) .. n - 1, so a draw takes O(log d).
 */
static void
plan_by_tree(const Design *design, Rng *rng, uint32 *plan)
{
	uint32	   *tree = design->scratch;
	uint32		d = design->d;
	uint32		left = start_of(design, d);
	uint32		top = 1;
	uint32		n = 0;

	while (top <= d / 2)
		top *= 2;
	for (uint32 i = 1; i <= d; i++)
	{
		work_poll_step(design->work, i);
		tree[i] = start_of(design, i) - start_of(design, i - (i & -i));
	}

	for (uint32 k = 0; k < design->budget; k++)
	{
		uint32		point = rng_below(rng, left);
		uint32		attribute = 0;
		uint32		weight;

		work_poll_step(design->work, k);
		for (uint32 step = top; step > 0; step /= 2)
			if (attribute + step <= d && tree[attribute + step] <= point)
			{
				attribute += step;
				point -= tree[attribute];
			}
		weight = weight_of(design, attribute);
		for (uint32 i = attribute + 1; i <= d; i += i & -i)
			tree[i] -= weight;
		left -= weight;
	}

	/* undo the sums, from the end: an attribute that was chosen has 0 points left */
	for (uint32 i = d; i > 0; i--)
	{
		work_poll_step(design->work, i);
		if (i + (i & -i) <= d)
			tree[i + (i & -i)] -= tree[i];
	}
	for (uint32 i = 0; i < d; i++)
		if (tree[i + 1] == 0)
			plan[n++] = i;
}

void
design_plan(const Design *design, Rng *rng, uint32 *plan)
{
	if (design_reads_all(design))
		for (uint32 i = 0; i < design->d; i++)
			plan[i] = i;
	else if (tree_is_faster(design))
		plan_by_tree(design, rng, plan);
	else
		plan_by_list(design, rng, plan);
}

void
design_plan_key(const Design *design, uint64 key, uint32 *plan)
{
	Rng			rng;

	rng_seed_key(&rng, design->seed, key);
	design_plan(design, &rng, plan);
}

uint32
design_fold_key(const Design *design, uint64 key)
{
	uint64		word = rng_mix(rng_mix(design->seed, FOLD_SALT), key);

	return (uint32) (((word >> 32) * design->folds) >> 32);
}
