/*
 * nested_cv.h
 *		An honest forecast: what was chosen is chosen again without each fold,
 *		and judged there.
 *
 * Judging in the folds a set that was chosen from all rows forecasts .15 where
 * .41 is true.  So each fold has a path of its own, of attributes in the order
 * in which they came, found from the other folds: the series that fold_judge.h
 * judges.
 *
 * How much the pairs seen tell (gamma) is asked of all pairs, not of those of
 * the step: the chosen are those that were overrated, whatever they have of
 * pairs.  For 50 chosen after 5 looks of 784 their own forecast .22, all pairs .29,
 * and .32 was true.
 */
#ifndef AER_NESTED_CV_H
#define AER_NESTED_CV_H

#include "kernel/moments/fit.h"
#include "kernel/spending/factors.h"

typedef struct NestedCV
{
	FoldJudge	judge;			/* of complete moments as factors, too */
	double		lambda;			/* NaN: the default */
	bool		possible;		/* are there folds to judge in? */
	Factors		factors;		/* view of the estimate at hand */
	Work	   *of_view;		/* of these: */
	FactorsScratch scratch;
	double	   *some;			/* [d] weights of the attributes known */
} NestedCV;

/*
 * Counts what is to be counted once; the moments are settled.  Of the options units, lambda (NaN:
 * the default) and classes matter.
 */
extern void nested_cv_init(Work *work, NestedCV *nested, Moments *moments, uint32 steps,
						   const FitOptions *options);

/* Have a view of the estimate at hand; or of one from all folds but one (folds: from all). */
extern void nested_cv_view(NestedCV *nested);
extern void nested_cv_fold(NestedCV *nested, uint32 fold);

/* Of the first s of these attributes, to weight[d], 0 elsewhere; returns q (factors.h). */
extern double nested_cv_weights(NestedCV *nested, const uint32 *attribute, uint32 s, double *weight);

#endif							/* AER_NESTED_CV_H */
