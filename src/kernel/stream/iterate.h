/*
 * iterate.h
 *		The weight vector of a streaming learner, kept so that a row that
 *		changes few weights costs little whatever d is.
 *
 * The weights are w = factor * u.  Shrinking all of them changes the factor
 * alone, and the sum of all past w, of which the learners return the mean, is
 *		sum_t w_t[i] = u[i] * factor_sum + residual[i],
 * where factor_sum is the sum of the factors and residual[i] is corrected
 * whenever u[i] changes.  A projection onto the l1 ball draws all weights
 * towards 0 by the same amount; it is one more number, the threshold:
 *		w[i] = factor * sign(u[i]) * (|u[i]| - threshold),
 * where u[i] is 0 or larger than the threshold.  Two sum trees over functions of
 * u give the norm and the distribution that the inner product is estimated with.
 *
 * The algebra is exact but the arithmetic is not: as the factor shrinks, new
 * terms fall below the last bit of factor_sum.  So the owner settles (folds
 * everything back into plain numbers) whenever iterate_unsettled() says so: at
 * the latest every d rows, which is O(1) a row.
 */
#ifndef AER_ITERATE_H
#define AER_ITERATE_H

#include "kernel/stream/sumtree.h"

/* Vectors from here on do not fit the processor's nearer caches. */
#define ITERATE_LONG 32768

typedef struct Iterate
{
	uint32		d;
	bool		dense;			/* every row changes every weight: no trees */
	bool		one_tree;		/* draws use the norm's own tree */
	double	   *u;				/* [d] */
	double	   *residual;		/* [d] */
	SumTree		norm;			/* leaves whose total is the norm */
	SumTree		draw;			/* leaves p is proportional to */
	double		factor;
	double		factor_sum;		/* sum of the factors since the last settle */
	double		settled_factor; /* the factor just after the last settle */
	double		threshold;		/* 0 but for l1 projections */
	double		threshold_sum;	/* sum of factor * threshold, as factor_sum */
	uint64		unsettled;		/* rows since the last settle */
} Iterate;

/* u[d] and residual[d] are the caller's, who saves them. */
extern void iterate_init(Work *work, Iterate *it, uint32 d, bool dense, bool one_tree,
						 double *u, double *residual);

/* Count the present weights into the sum of all iterates. */
static inline void
iterate_record(Iterate *it)
{
	it->factor_sum += it->factor;
	it->threshold_sum += it->factor * it->threshold;
	it->unsettled++;
}

/* Is it time to settle? */
extern bool iterate_unsettled(const Iterate *it);

/*
 * First half of a settle: bring residual up to date.  The owner then changes
 * the representation (u, factor), leaving every weight as it is, rebuilds the
 * trees and calls iterate_settled().
 */
extern void iterate_settle(Iterate *it);
extern void iterate_settled(Iterate *it);

/* Change one u and its leaves. */
extern void iterate_set(Iterate *it, uint32 i, double u, double norm_leaf, double draw_leaf);

/*
 * Attribute i of an iterate with trees is going to be changed.  The numbers
 * that belong to it are scattered over memory, and with a long vector they
 * are far from the processor: ask for all of them before they are needed.
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

/* The present weight of attribute i. */
static inline double
iterate_weight(const Iterate *it, uint32 i)
{
	double		u = it->u[i];

	if (it->threshold != 0 && u != 0)
		u -= copysign(it->threshold, u);
	return it->factor * u;
}

/* What a coordinate that was u in every recorded row adds to the sum of weights. */
static inline double
iterate_recorded(const Iterate *it, double u)
{
	if (it->threshold_sum == 0 || u == 0)
		return u * it->factor_sum;
	return u * it->factor_sum - copysign(it->threshold_sum, u);
}

/* The sum of all recorded weights of attribute i. */
static inline double
iterate_sum(const Iterate *it, uint32 i)
{
	return iterate_recorded(it, it->u[i]) + it->residual[i];
}

#endif							/* AER_ITERATE_H */
