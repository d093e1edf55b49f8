/*
 * gradient.h
 *		The general gradient estimate under a budget.
 */
#ifndef AER_GRADIENT_H
#define AER_GRADIENT_H

#include "kernel/stream/learner.h"

/* Draw the data point's and the inner product's attributes into the plan. */
extern void gradient_plan(Learner *learner, Rng *rng);

/* The first half of that: the data point's alone. */
extern void gradient_plan_data(Learner *learner, Rng *rng);

/*
 * Draw an attribute j from p; worth is w_j / p_j.  The weights must not all be
 * 0.
 */
extern uint32 gradient_draw_inner(const Learner *learner, Rng *rng, double *worth);

/* The estimate of <w, x> from the values planned; x in the learner's units. */
extern double gradient_product(const Learner *learner, const double *x);

/*
 * See what the mean weights, the present ones counted, say of a row beside a
 * constant: value, product and diagonal of a LengthRow.  False: the looks give
 * one estimate only.
 */
extern bool gradient_means(const Learner *learner, const double *x, double constant,
						   StreamShrinkageRow *row);

#endif							/* AER_GRADIENT_H */
