/*
 * iterate.c
 *		The weight vector of a streaming learner, and its trees of sums.
 *
 * A tree has the layout of a bottom-up segment tree: node i has the children 2i
 * and 2i + 1, the leaves are nodes n .. 2n - 1.  For every n > 1, power of two or
 * not, each leaf is below node 1 exactly once, which is all that drawing needs.
 * With one leaf, that leaf is node 1 itself.
 */
#include "kernel/stream/iterate.h"

/*
 * Settle when the factor has changed by this much since the last time.  This leaves
 * 33 of a double's 53 bits for the sums; a single row that shrinks hard takes some
 * of them.
 */
#define SETTLE_RATIO 1048576.0	/* 2^20 */

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
sumtree_step(const void *tree, size_t at, double *u)
{
	const double *node = ((const SumTree *) tree)->node;
	double		left = node[2 * at];

	/*
	 * Rounding must not lead into a branch of probability 0.  There is no jump,
	 * because the processor would guess half of them wrong.
	 */
	size_t		right = (*u >= left) & (node[2 * at + 1] > 0);

	*u -= left * (double) right;
	at = 2 * at + right;

	/* in a large tree, fetch the nodes three steps from here */
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
		at = sumtree_step(tree, at, &u);
	return (uint32) (at - tree->n);
}

void
sumtree_draw_many(const SumTree *tree, Rng *rng, uint32 n, uint32 *drawn)
{
	if (n == 1)					/* a single draw, the usual case, is faster without arrays */
		drawn[0] = sumtree_draw(tree, rng);
	else
		sumtree_descend(sumtree_step, tree, tree->n, sumtree_total(tree), rng, n, drawn);
}

void
iterate_init(Work *work, Iterate *it, uint32 d, bool dense, bool one_tree,
			 double *u, double *residual)
{
	memset(it, 0, sizeof(*it));
	it->d = d;
	it->dense = dense;
	it->one_tree = one_tree;
	it->u = u;
	it->residual = residual;
	it->factor = 1;
	it->settled_factor = 1;
	if (dense)
		return;
	sumtree_init(work, &it->norm, d);
	if (one_tree)
		it->draw = it->norm;
	else
		sumtree_init(work, &it->draw, d);
}

bool
iterate_needs_settle(const Iterate *it)
{
	return it->unsettled >= it->d ||
		it->factor * SETTLE_RATIO < it->settled_factor ||
		it->factor > it->settled_factor * SETTLE_RATIO;
}

void
iterate_settle_begin(Iterate *it)
{
	if (it->threshold_sum == 0)
		for (uint32 i = 0; i < it->d; i++)
			it->residual[i] += it->u[i] * it->factor_sum;
	else
		for (uint32 i = 0; i < it->d; i++)
			it->residual[i] += iterate_recorded(it, it->u[i]);
	it->factor_sum = 0;
	it->threshold_sum = 0;
	it->unsettled = 0;
}

void
iterate_settle_end(Iterate *it)
{
	it->settled_factor = it->factor;
}

void
iterate_set(Iterate *it, uint32 i, double u, double norm_leaf, double draw_leaf)
{
	if (it->threshold_sum == 0)
		it->residual[i] += (it->u[i] - u) * it->factor_sum;
	else
		it->residual[i] += iterate_recorded(it, it->u[i]) - iterate_recorded(it, u);
	it->u[i] = u;
	if (it->dense)
		return;
	sumtree_set(&it->norm, i, norm_leaf);
	/* a leaf that stays as it is leaves the tree as it is */
	if (!it->one_tree && sumtree_get(&it->draw, i) != draw_leaf)
		sumtree_set(&it->draw, i, draw_leaf);
}
