/*
 * sumtree.h
 *		A tree of sums over n non-negative numbers: change one, know the
 *		total, and draw an index in proportion, each in O(log n).
 *
 * Every inner node is the sum of its two children, computed anew whenever one
 * of them changes and never by adding differences.  So the tree is a pure
 * function of its leaves: rebuilding it gives the same bits, and no rounding
 * error accumulates.
 */
#ifndef AER_SUMTREE_H
#define AER_SUMTREE_H

#include "kernel/rng.h"

typedef struct SumTree
{
	uint32		n;				/* number of leaves */
	double	   *node;			/* [2n]; leaves at n .. 2n - 1, root at 1 */
} SumTree;

extern void sumtree_init(Work *work, SumTree *tree, uint32 n);

/* The leaves, to be filled before sumtree_build(). */
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

/* Leaf i is going to be set: ask for what is not near the processor yet. */
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

/* An index with probability leaf / total; the total must be positive. */
extern uint32 sumtree_draw(const SumTree *tree, Rng *rng);

/* The same n times, 1 .. SUMTREE_AT_ONCE. */
#define SUMTREE_AT_ONCE 16
extern void sumtree_draw_many(const SumTree *tree, Rng *rng, uint32 n, uint32 *drawn);

/*
 * Drawing from whatever has the shape of a tree of sums: a step goes from node
 * at to the child that u, below its sum, falls on, and takes off u what is left
 * of that.  In one draw each step waits for the one before it, so n draws go
 * down side by side.
 */
typedef size_t (*SumTreeStep) (const void *tree, size_t at, double *u);

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

#endif							/* AER_SUMTREE_H */
