/*
 * iterate.h
 *		The weight vector of a streaming learner.  A row that changes few weights
 *		costs little, whatever the number of attributes d.
 *
 * The weights are w = factor * u.  Shrinking all of them changes only the
 * factor.  The learners return the mean of all past w, whose sum is
 *		sum_t w_t[i] = u[i] * factor_sum + residual[i],
 * where factor_sum is the sum of the factors; residual[i] is corrected whenever
 * u[i] changes.  A projection onto the l1 ball draws all weights towards 0 by
 * the same amount, the threshold:
 *		w[i] = factor * sign(u[i]) * (|u[i]| - threshold),
 * where u[i] is 0 or larger than the threshold.  Two trees of sums over functions
 * of u give the norm, and the distribution that the inner product is estimated
 * with.
 *
 * The algebra is exact but the arithmetic is not: as the factor shrinks, new
 * terms fall below the last bit of factor_sum.  So the owner settles (folds
 * everything back into plain numbers) whenever iterate_needs_settle() says so: at
 * the latest every d rows, which is O(1) a row.
 */
#ifndef AER_ITERATE_H
#define AER_ITERATE_H

#include "kernel/rng.h"

/*
 * A tree of sums over n non-negative numbers: change one, read the total, or draw
 * an index in proportion, each in O(log n).
 *
 * Every inner node is the sum of its two children.  It is computed anew whenever
 * one of them changes, and never by adding differences.  So the tree is a pure
 * function of its leaves: rebuilding it gives the same bits, and no rounding error
 * accumulates.
 */
typedef struct SumTree
{
	uint32		n;				/* number of leaves */
	double	   *node;			/* [2n]; leaves at n .. 2n - 1, root at 1 */
} SumTree;

extern void sumtree_init(Work *work, SumTree *tree, uint32 n);

/* Returns the leaves, which the caller fills before sumtree_build(). */
extern double *sumtree_leaves(SumTree *tree);
extern void sumtree_build(SumTree *tree);

static inline void
sumtree_set(SumTree *tree, uint32 i, double value)
{
	double	   *node = tree->node;
	size_t		at = (size_t) tree->n + i;

	/* each sum stays in a register for the next one, which would wait to read it back */
	node[at] = value;
	while (at > 1)
	{
		value += node[at ^ 1];
		at >>= 1;
		node[at] = value;
	}
}

/* Fetches the nodes near leaf i, which is about to be set, into the cache. */
static inline void
sumtree_prefetch(const SumTree *tree, uint32 i)
{
	size_t		at = (size_t) tree->n + i;

	for (int level = 0; level < 6; level++, at >>= 1)
		__builtin_prefetch(&tree->node[at], 1);
}

static inline double
sumtree_get(const SumTree *tree, uint32 i)
{
	return tree->node[(size_t) tree->n + i];
}

static inline double
sumtree_total(const SumTree *tree)
{
	return tree->node[1];
}

/* Draws an index with probability leaf / total; the total must be positive. */
extern uint32 sumtree_draw(const SumTree *tree, Rng *rng);

/* Draws n indexes, 1 .. SUMTREE_AT_ONCE, with replacement. */
#define SUMTREE_AT_ONCE 16
extern void sumtree_draw_many(const SumTree *tree, Rng *rng, uint32 n, uint32 *drawn);

/*
 * A step down a tree of sums: returns the child of node at that u falls on, where
 * u is a number below the node's sum, and makes u a number below the child's sum.
 */
typedef size_t (*SumTreeStep) (const void *tree, size_t at, double *u);

/*
 * Draws n indexes from anything that has the shape of a tree of sums.  In one draw
 * each step waits for the one before it, so the n draws go down side by side.
 */
static inline void
sumtree_descend(SumTreeStep step, const void *tree, uint32 leaves, double total, Rng *rng,
				uint32 n, uint32 *drawn)
{
	size_t		at[SUMTREE_AT_ONCE];
	double		u[SUMTREE_AT_ONCE];
	bool		inside = leaves > 1;

	for (uint32 k = 0; k < n; k++)
	{
		at[k] = 1;
		u[k] = rng_unit(rng) * total;
	}
	while (inside)
	{
		inside = false;
		for (uint32 k = 0; k < n; k++)
			if (at[k] < leaves)
			{
				at[k] = step(tree, at[k], &u[k]);
				inside |= at[k] < leaves;
			}
	}
	for (uint32 k = 0; k < n; k++)
		drawn[k] = (uint32) (at[k] - leaves);
}

/* Vectors of this length or more do not fit the processor's nearer caches. */
#define ITERATE_LONG 32768

typedef struct Iterate
{
	uint32		d;
	bool		dense;			/* every row changes every weight: no trees */
	bool		one_tree;		/* the norm's tree serves for draws, too */
	double	   *u;				/* [d] */
	double	   *residual;		/* [d] */
	SumTree		norm;			/* its total gives the norm of the weights */
	SumTree		draw;			/* leaves that p is proportional to */
	double		factor;
	double		factor_sum;		/* sum of the factors since the last settle */
	double		settled_factor; /* the factor just after the last settle */
	double		threshold;		/* 0 but for l1 projections */
	double		threshold_sum;	/* sum of factor * threshold since the last settle */
	uint64		unsettled;		/* rows since the last settle */
} Iterate;

/* u[d] and residual[d] belong to the caller, who saves them. */
extern void iterate_init(Work *work, Iterate *it, uint32 d, bool dense, bool one_tree,
						 double *u, double *residual);

/* Adds the present weights to the sum of all iterates. */
static inline void
iterate_record(Iterate *it)
{
	it->factor_sum += it->factor;
	it->threshold_sum += it->factor * it->threshold;
	it->unsettled++;
}

/* Returns true if it is time to settle. */
extern bool iterate_needs_settle(const Iterate *it);

/*
 * Brings residual up to date, as the first half of a settle.  The owner then
 * changes the representation (u, factor) but no weight, rebuilds the trees, and
 * calls iterate_settle_end().
 */
extern void iterate_settle_begin(Iterate *it);
extern void iterate_settle_end(Iterate *it);

/* Changes one u and its leaves. */
extern void iterate_set(Iterate *it, uint32 i, double u, double norm_leaf, double draw_leaf);

/*
 * Fetches the numbers of attribute i, which is about to change, of an iterate with
 * trees.  They are scattered over memory, and those of a long vector are far from
 * the processor.
 */
static inline void
iterate_prefetch(const Iterate *it, uint32 i)
{
	__builtin_prefetch(&it->u[i], 1);
	__builtin_prefetch(&it->residual[i], 1);
	sumtree_prefetch(&it->norm, i);
	if (!it->one_tree)
		sumtree_prefetch(&it->draw, i);
}

/* Returns the present weight of attribute i. */
static inline double
iterate_weight(const Iterate *it, uint32 i)
{
	double		u = it->u[i];

	if (it->threshold != 0 && u != 0)
		u -= copysign(it->threshold, u);
	return it->factor * u;
}

/* Returns the sum of the weights that a coordinate u had in all rows since the last settle. */
static inline double
iterate_recorded(const Iterate *it, double u)
{
	if (it->threshold_sum == 0 || u == 0)
		return u * it->factor_sum;
	return u * it->factor_sum - copysign(it->threshold_sum, u);
}

/* Returns the sum of all recorded weights of attribute i. */
static inline double
iterate_sum(const Iterate *it, uint32 i)
{
	return iterate_recorded(it, it->u[i]) + it->residual[i];
}

#endif							/* AER_ITERATE_H */
