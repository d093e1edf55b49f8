/*
 * nested_cv.h
 *		Nested cross-validation of a choice of attributes.
 *
 * The choice is repeated without each fold and judged on that fold.  If a set chosen from all
 * rows is judged on the folds, the forecast is far too good: 0.15 instead of 0.41 in one
 * example.  So each fold has its own path of attributes, found from the other folds and judged
 * by fold_judge.h.
 *
 * The information in the pairs seen (gamma) is estimated from all pairs, not from those of the
 * chosen attributes, which were chosen because they were overrated.  For 50 attributes chosen
 * after 5 looks of 784, their own pairs forecast 0.22, all pairs 0.29; the truth was 0.32.
 */
#ifndef AER_NESTED_CV_H
#define AER_NESTED_CV_H

#include "kernel/moments/fit.h"
#include "kernel/spending/factors.h"

typedef struct NestedCV
{
	FoldJudge	judge;			/* takes complete moments as factors, too */
	double		lambda;			/* NaN: the default */
	bool		possible;		/* there are folds to judge on */
	Factors		factors;		/* view of the current estimate */
	Work	   *view_work;		/* owns scratch */
	FactorsScratch scratch;
	double	   *some;			/* [d] weights of the known attributes, in their order */
} NestedCV;

/*
 * Prepares to judge at most "steps" steps; settles the moments.  Of the options it uses
 * own_units, lambda (NaN: the default) and classes.
 */
extern void nested_cv_init(Work *work, NestedCV *nested, Moments *moments, uint32 steps,
						   const FitOptions *options);

/* Views the current estimate. */
extern void nested_cv_view(NestedCV *nested);

/* Estimates from all folds but this one (fold = folds: from all) and views the estimate. */
extern void nested_cv_fold(NestedCV *nested, uint32 fold);

/* Finds the weights of s attributes; the others in weight[d] are 0.  Returns q (factors.h). */
extern double nested_cv_weights(NestedCV *nested, const uint32 *attribute, uint32 s, double *weight);

#endif							/* AER_NESTED_CV_H */
