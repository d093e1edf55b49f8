/*
 * nested_cv.h
 *		An honest forecast: what was chosen is chosen again without each fold,
 *		and judged there.
 *
 * Judging in the folds a set that was chosen from all rows forecasts .15 where
 * .41 is true.  So each fold has a path of its own, of attributes in the order
 * in which they came, found from the other folds; and the forecast of a step is
 * that of estimates (shrinkage.h) with each fold's own weights.
 *
 * How much the pairs seen tell (gamma) is asked of all pairs, not of those of
 * the step: the chosen are those that were overrated, whatever they have of
 * pairs.  For 50 chosen after 5 looks of 784 their own forecast .22, all pairs .29,
 * and .32 was true.
 *
 * Order of calls, with `path` the caller's from the factors at hand:
 *		nested_cv_init()
 *		for each fold:	nested_cv_fold(), path, nested_cv_held_out()
 *		nested_cv_scale() for each step
 */
#ifndef AER_NESTED_CV_H
#define AER_NESTED_CV_H

#include "kernel/moments/held_out_loss.h"
#include "kernel/moments/shrinkage.h"
#include "kernel/spending/factors.h"

typedef struct SpendingOptions
{
	bool		own_units;		/* measure each attribute by its deviation */
	double		lambda;			/* NaN: the default */
	const PairClasses *classes; /* of attributes (held_out_loss.h), by the design; NULL: one */
} SpendingOptions;

/* What was measured of one step in one fold. */
typedef struct StepMeasure
{
	double		lin;
	double		square;
	double		reduced;
	double		looks;
	double		stretch;
} StepMeasure;

typedef struct NestedCV
{
	Moments    *moments;
	SpendingOptions options;
	uint32		d;
	uint32		folds;
	uint32		steps;
	bool		possible;		/* are there folds to judge in? */
	double		rows;
	double		kappa;
	double		unit;			/* V: the target's variance in the folds, by rows */
	Estimate   *estimate;		/* of the folds at hand */
	HeldOut		held_out;
	Factors		factors;		/* its view */
	StepMeasure *measure;		/* [folds * steps] */
	double	   *variance;		/* [folds] of the target */
	double	   *sparsity;		/* [folds] gamma, of all pairs of the other folds */
	FoldMeasure *fold;			/* [folds] scratch */
	double	   *weight;			/* [batch * d] scratch */
	double	   *some;			/* [d] scratch */
	FactorsScratch scratch;
	Work	   *work;
} NestedCV;

/* Counts what is to be counted once; the moments are settled. */
extern void nested_cv_init(Work *work, NestedCV *nested, Moments *moments, uint32 steps,
						   const SpendingOptions *options);

/* Estimate from all folds but one (folds: from all), to nested->factors. */
extern void nested_cv_fold(NestedCV *nested, uint32 fold);

/* Of the first s of these attributes, to nested->weight[], 0 elsewhere; returns q (factors.h). */
extern double nested_cv_weights(NestedCV *nested, const uint32 *attribute, uint32 s, double *weight);

/*
 * The path of a fold: step k is the first upto[k] of the attributes, and is
 * judged as steps at[k] .. at[k + 1] - 1 of all folds.
 */
typedef struct NestedCVPath
{
	uint32		count;
	const uint32 *upto;			/* [count] ascending */
	const uint32 *at;			/* [count + 1]; those before at[0] predict the mean */
	const uint32 *attribute;	/* live ones, in order */
} NestedCVPath;

extern void nested_cv_held_out(NestedCV *nested, uint32 fold, const NestedCVPath *path);

/* Length, link and forecast of a step; found: has the fit to all folds a score? */
extern void nested_cv_scale(NestedCV *nested, uint32 step, double y_mean, bool found,
							Shrinkage *shrinkage);

#endif							/* AER_NESTED_CV_H */
