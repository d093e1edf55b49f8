/*
 * gradient.h
 *		The general gradient estimate under a budget.
 */
#ifndef AER_GRADIENT_H
#define AER_GRADIENT_H

#include "learner.h"

/* Draw the data point's and the inner product's attributes into the plan. */
extern void gradient_plan(Learner *learner, Rng *rng);

/* The estimate of <w, x> from the values planned; x in the learner's units. */
extern double gradient_product(const Learner *learner, const double *x);

#endif							/* AER_GRADIENT_H */
