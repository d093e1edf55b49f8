/*
 * fit_outputs.h
 *		From moments to a fit: one output for a number or two classes, otherwise one for each class.
 *
 * With three or more classes, each is fitted by ridge against the rest, with its own lambda and
 * shrinkage, and class_model.h turns the predictions into probabilities.  Columns are fitted in
 * coordinates and reported in attributes; lambda and radius refer to coordinates.  Curves and
 * interactions are chosen once for all outputs, by the sum of their forecasts (column_shape.h).
 * The lasso uses all attributes of a look or none, and no interactions.
 */
#ifndef AER_FIT_OUTPUTS_H
#define AER_FIT_OUTPUTS_H

#include "kernel/columns/column_facts.h"
#include "kernel/columns/column_shape.h"
#include "kernel/fit/class_model.h"
#include "kernel/moments/fit.h"
#include "kernel/spending/partial_model.h"

typedef struct Fit
{
	uint32		outputs;		/* 1, or three or more */
	uint32		d;				/* attributes */
	Output	   *output;			/* [outputs]; copies and unused interactions have the weight 0 */
	double		forecast;		/* of the squared error, summed over outputs; NaN if they are
								 * not tuned */
	double		forecast_se;
	double		error_rate;		/* forecasts as those of Output; NaN with several outputs */
	double		auc;
	double		variance;		/* of the target, summed over outputs; NaN without a forecast */
	Link		link;			/* none with several outputs */
	ShapeChoice choice;			/* curves and interactions used, and the errors of those tried */
	double	   *drop;			/* [d] at the first attribute of a look: drop in r2 without the look, over
								 * all outputs (drop_looks()); else 0.  NULL: unknown */
	ColumnFacts facts;			/* set by fit_facts() */
	SeldomTogether seldom;		/* set by fit_facts(); rows -1: no such looks */
	ClassModel	combiner;		/* of several outputs */
	PartialHead *head;			/* [outputs] heads of the partial models (column_model.h) */
	double	   *known;			/* [count] their numbers, after the coordinates if columns were fitted;
								 * NULL: the model does not predict from some of the columns */
	size_t		count;
	ClassScores *scores;		/* with several outputs, if tuned; else NULL */
	uint64		fold;			/* the fold left out, from 1; 0: none */
	uint64		folds;			/* of so many */
} Fit;

/* Returns the number of outputs; 1 also if the moments read one of several classes. */
extern uint32 fit_outputs_count(const Moments *moments, const FitOptions *options);

/*
 * Fits all folds.  Every class must have rows.  Moments that are fitted without coordinates or
 * for several outputs are settled.
 */
extern void fit_outputs(Work *work, Moments *moments, const FitOptions *options, Fit *fit);

/*
 * Fits ridge to all folds but one, in the coordinates of all rows.  Curves, interactions, lambda
 * and the shrinkage of each output are those of the fit of all folds (fit_moments_without()).
 * Gaussian classes are estimated from the scores on the other folds.
 */
extern void fit_outputs_without(Work *work, Moments *moments, const FitOptions *options,
								const Fit *all, uint32 fold, Fit *fit);

/*
 * Fits the folds before one, at least two.  Cross-validation makes all its choices by these folds
 * alone.
 */
extern void fit_outputs_before(Work *work, Moments *moments, const FitOptions *options, uint32 fold,
							   Fit *fit);

/* Finds fit->facts and fit->seldom; contributions of looks are combined over outputs. */
extern void fit_facts(Work *work, const Moments *moments, const FitOptions *options, Fit *fit);

/*
 * Returns settled moments for each output, [fit_outputs_count()], each with that output as the
 * target.  If columns are fitted, the moments are in coordinates of the shape that
 * fit_outputs() chooses.  The options are changed to those for fits of the returned moments.
 */
extern Moments **fit_targets(Work *work, Moments *moments, FitOptions *options);

#endif							/* AER_FIT_OUTPUTS_H */
