/*
 * warmup.h
 *		What the first rows show: second moments, of a two-phase learner, or its
 *		own units.
 */
#ifndef AER_WARMUP_H
#define AER_WARMUP_H

#include "kernel/stream/learner.h"

/* Draw by second moments from now on: those given, or those seen. */
extern void warmup_weight(Learner *learner);

/* A row of a two-phase learner's first phase has been learned from. */
extern void warmup_moments(Learner *learner);

/* A row of the warm-up for units, counted already; x: what was looked at. */
extern void warmup_units(Learner *learner, const double *x);

/* Go on from learner->state and vector[]. */
extern void warmup_restore(Learner *learner);

#endif							/* AER_WARMUP_H */
