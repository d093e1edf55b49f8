/*
 * partial_fit.h
 *		From moments to a model that predicts from any known attributes.
 *
 * With all attributes known it is the ridge fit of fit.h under a sampling
 * design, in its direction, length and link (but for the columns of L beyond
 * PARTIAL_RANK).  Complete moments are taken as factors, too.
 */
#ifndef AER_PARTIAL_FIT_H
#define AER_PARTIAL_FIT_H

#include "kernel/spending/nested_cv.h"
#include "kernel/spending/partial_model.h"

/* The model's words; in *count how many. */
extern double *partial_fit(Work *work, Moments *moments, const SpendingOptions *options,
						   size_t *count);

#endif							/* AER_PARTIAL_FIT_H */
