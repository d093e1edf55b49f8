/*
 * class_fit.h
 *		From moments to a model of classes.
 *
 * Each class is fitted by ridge against the rest, with a lambda and a length of its
 * own.  Where the folds judge, they also say how the scores of all classes vary
 * together and follow each class where they were not fitted, of which Gaussian classes
 * are made (class_model.h).  What of the columns is used is one choice for all classes, by
 * the sum of their forecasts (column_shape.h).
 *
 * Without a fold each class takes the point of lambda and the length of the fit of all
 * (fit.h), and Gaussian classes are those of the scores on the other folds.  Of a class that
 * no other row has the share is 0.
 */
#ifndef AER_CLASS_FIT_H
#define AER_CLASS_FIT_H

#include "kernel/classes/class_model.h"
#include "kernel/columns/column_model.h"

typedef struct ClassWithout
{
	uint32		fold;
	const struct ClassFit *all; /* the fit of all folds */
} ClassWithout;

typedef struct ClassFitOptions
{
	const ColumnOptions *columns;	/* of named attributes; NULL: attributes as they are */
	FitOptions	fit;			/* ridge without a radius */
	bool		known_part;		/* predict from whatever is known, too */
	const ClassWithout *without;	/* NULL: of all folds */
} ClassFitOptions;

typedef struct ClassFit
{
	ShapeChoice choice;			/* by the squared errors of all classes together */
	bool		tuned;
	double		forecast;		/* of the squared error, all classes together; NaN if not tuned */
	double		forecast_se;
	double		variance;		/* of the targets together */
	double	   *weight;			/* [classes * d] in the user's units, as those of column_fit.h */
	double	   *intercept;		/* [classes] of score + pi */
	double	   *error;			/* [classes * d] standard errors of the weights; NULL if not tuned */
	double	   *drop;			/* [looks] how much of r2 goes with each, of all classes together
								 * (drop_look.h); NULL: not told */
	ClassModel	model;			/* what is made of these */
	double	   *words;			/* [count] of the known part: of named attributes the coordinates,
								 * then for each class a partial model (column_model.h); or NULL */
	size_t		count;
	const struct ClassSet *set; /* what a fit without a fold takes (class_fit.c) */
	PartialScale *scale;		/* [classes] of the known part, too */
} ClassFit;

/* Every class has rows, and the moments are settled. */
extern void class_fit(Work *work, Moments *moments, const ClassFitOptions *options,
					  ClassFit *result);

/*
 * Settled moments of each class as the target, to target[classes]: of named attributes in
 * coordinates, with bends where class_fit() gives numbers some, which are returned; else
 * NULL is.
 */
extern InCoordinates *class_targets(Work *work, Moments *moments, const ClassFitOptions *options,
									Moments **target);

#endif							/* AER_CLASS_FIT_H */
