/*
 * partial_fit.h
 *		From moments to a model that predicts from any known attributes.
 *
 * With all attributes known it is the ridge fit of fit.h under a sampling
 * design, in its direction, length and link (but for the columns of L beyond
 * PARTIAL_RANK).  Complete moments are taken as factors, too.
 *
 * Without a fold means and covariance are of the other rows, and what the folds say of the
 * model of all stays: length, range and link.
 */
#ifndef AER_PARTIAL_FIT_H
#define AER_PARTIAL_FIT_H

#include "kernel/spending/nested_cv.h"
#include "kernel/spending/partial_model.h"

/* What the folds say of the model of all attributes. */
typedef struct PartialScale
{
	bool		judged;
	Shrinkage	shrinkage;
	double		unit;			/* V (fold_judge.h) */
} PartialScale;

/*
 * The head and the arrays, which are *count numbers, of the model of all folds, which sets *scale,
 * or of all but one (omit < folds), which takes that scale.
 */
extern double *partial_fit(Work *work, Moments *moments, const FitOptions *options,
						   uint32 omit, PartialScale *scale, PartialHead *head, size_t *count);

#endif							/* AER_PARTIAL_FIT_H */
