/*
 * iterate.c
 *		The weight vector of a streaming learner.
 */
#include "kernel/stream/iterate.h"

/*
 * Settle when the factor has changed by this much since the last time.  Of a
 * double's 53 bits, 33 remain for the sums, some of which a single row that
 * shrinks hard takes as well.
 */
#define SETTLE_RATIO 1048576.0	/* 2^20 */

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
iterate_unsettled(const Iterate *it)
{
	return it->unsettled >= it->d ||
		it->factor * SETTLE_RATIO < it->settled_factor ||
		it->factor > it->settled_factor * SETTLE_RATIO;
}

void
iterate_settle(Iterate *it)
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
iterate_settled(Iterate *it)
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
