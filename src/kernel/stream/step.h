/*
 * step.h
 *		How far a learner goes on a row: the user's step, the paper's, or one
 *		that adapts to the gradients seen.
 */
#ifndef AER_STEP_H
#define AER_STEP_H

#include "kernel/stream/learner.h"

/* The step for the present row, counted already, unless it adapts. */
extern double step_of_row(const Learner *learner);

/* Does it? */
extern bool step_adapts(const Learner *learner);

/*
 * Count the gradient of the present row, slope * data point, and return the
 * step that all those so far ask for.
 */
extern double step_adapt(Learner *learner, const double *x, double slope);

#endif							/* AER_STEP_H */
