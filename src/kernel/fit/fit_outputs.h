/*
 * fit_outputs.h
 *		From moments to a fit: one output for a number or two classes, of three or more
 *		classes one for each.
 *
 * Each class is fitted by ridge against the rest, with a lambda and a length of its own, and
 * class_model.h makes probabilities of them.  Columns are fitted in coordinates and
 * reported in attributes.  Which curves and interactions they use is one choice for all
 * outputs, by the sum of their forecasts (column_shape.h).  A lambda and a radius are of
 * coordinates.  The lasso uses a look with all its attributes, or not at all, and no
 * interactions.
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
	uint32		d;
	Output	   *output;			/* [outputs]; weights are 0 of copies and of interactions that are not
								 * used (columns_used()) */
	bool		tuned;			/* judged on the folds */
	double		forecast;		/* of the squared errors of all outputs together; NaN if not tuned */
	double		forecast_se;
	double		wrong;			/* as those of one output; NaN of several */
	double		auc;
	double		variance;		/* of all targets together; NaN without a forecast */
	Link		link;			/* of one output; none of several */
	ShapeChoice choice;			/* what of the columns is used, and what was tried */
	double	   *drop;			/* [d] the drop in r2 without the look that begins here, of all outputs
								 * together (drop_looks()); else 0; NULL: unknown */
	ColumnFacts facts;			/* [d] if fit_facts() found them */
	SeldomTogether seldom;		/* rows -1: no such columns are known */
	ClassModel	combiner;		/* of several outputs */
	PartialHead *head;			/* [outputs] of a model that predicts from whatever is known (column_model.h); */
	double	   *known;			/* [count] its numbers, of columns with their coordinates; NULL: there is none */
	size_t		count;
	PartialScale *scale;		/* [outputs] */
	ClassScores *scores;		/* of several outputs that are tuned; else NULL */
	uint64		fold;			/* the fold left out, from 1, of so many; 0: none */
	uint64		folds;
} Fit;

/* How many outputs the fit of moments has: 1 also if the moments read one of several classes. */
extern uint32 fit_outputs_count(const Moments *moments, const FitOptions *options);

/* Fit all folds.  Every class has rows.  Moments of attributes as they are, or of classes, are settled. */
extern void fit_outputs(Work *work, Moments *moments, const FitOptions *options, Fit *fit);

/*
 * Fit ridge to all folds but one, with the choices of the fit of all.  Coordinates are still those of
 * all rows.  Each output takes the point of lambda and the length of its fit of all
 * (fit_moments_without()), and Gaussian classes are those of the scores on the other folds.
 */
extern void fit_outputs_without(Work *work, Moments *moments, const FitOptions *options,
								const Fit *all, uint32 fold, Fit *fit);

/* Find the facts of the attributes, and what all outputs make of them. */
extern void fit_facts(Work *work, const Moments *moments, const FitOptions *options, Fit *fit);

/*
 * Settled moments of each output as the target: [fit_outputs_count()].  Those of columns are in
 * coordinates of the shape that fit_outputs() chooses, and the options become those that fits
 * of these moments take.
 */
extern Moments **fit_targets(Work *work, Moments *moments, FitOptions *options);

#endif							/* AER_FIT_OUTPUTS_H */
