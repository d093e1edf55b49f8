/*
 * sumtree.c
 *		A tree of sums over n non-negative numbers.
 *
 * The layout is that of a bottom-up segment tree: node i has the children 2i
 * and 2i + 1, the leaves stand at n .. 2n - 1.  For every n > 1, power of two
 * or not, each leaf is below node 1 exactly once, which is all that drawing
 * needs.  With one leaf, that leaf is node 1 itself.
 */
#include "kernel/stream/sumtree.h"

void
sumtree_init(Work *work, SumTree *tree, uint32 n)
{
	tree->n = n;
	tree->node = WORK_ARRAY(work, 2 * (size_t) n, double);
}

double *
sumtree_leaves(SumTree *tree)
{
	return tree->node + tree->n;
}

void
sumtree_build(SumTree *tree)
{
	double	   *node = tree->node;

	for (uint32 i = tree->n - 1; i >= 1; i--)
		node[i] = node[2 * (size_t) i] + node[2 * (size_t) i + 1];
}

static inline size_t
step(const void *tree, size_t at, double *u)
{
	const double *node = ((const SumTree *) tree)->node;
	double		left = node[2 * at];

	/*
	 * Rounding must not lead into a branch of probability zero.  No jump: the
	 * processor would guess half of them wrong.
	 */
	size_t		right = (*u >= left) & (node[2 * at + 1] > 0);

	*u -= left * (double) right;
	at = 2 * at + right;

	/* in a large tree, ask for what will be wanted three steps from here */
	if (8 * at < 2 * (size_t) ((const SumTree *) tree)->n)
		__builtin_prefetch(&node[8 * at]);
	return at;
}

uint32
sumtree_draw(const SumTree *tree, Rng *rng)
{
	double		u = rng_unit(rng) * sumtree_total(tree);
	size_t		at = 1;

	while (at < tree->n)
		at = step(tree, at, &u);
	return (uint32) (at - tree->n);
}

void
sumtree_draw_many(const SumTree *tree, Rng *rng, uint32 n, uint32 *drawn)
{
	if (n == 1)					/* the usual case is quicker alone */
		drawn[0] = sumtree_draw(tree, rng);
	else
		sumtree_descend(step, tree, tree->n, sumtree_total(tree), rng, n, drawn);
}
