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

extern size_t partial_fit_scratch(uint32 d, uint32 folds);

/* The most words that the model takes; to words, and in *count how many it does. */
extern size_t partial_fit_words(uint32 d);
extern Status partial_fit(Work *work, Moments *moments, const SpendingOptions *options, void *scratch,
						  double *words, size_t *count);

#endif							/* AER_PARTIAL_FIT_H */
