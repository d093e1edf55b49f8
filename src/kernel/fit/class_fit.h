/*
 * class_fit.h
 *		Gaussian classes, from what the folds say of the scores of all classes.
 *
 * Each class is fitted by ridge against the rest.  Where the folds judge these fits, they also
 * say how the scores of all classes vary together and follow each class where they were
 * not fitted, of which Gaussian classes are made (class_model.h).
 */
#ifndef AER_CLASS_FIT_H
#define AER_CLASS_FIT_H

#include "kernel/fit/class_model.h"
#include "kernel/moments/fit.h"

/* The scores of all classes on every fold, each by the fit to the other folds. */
typedef struct ClassScores
{
	uint32		classes;
	uint32		u;				/* coordinates; of arrays attributes */
	double	   *expected;		/* [classes] covariance of score and class, in the score's length */
	double	   *along;			/* [folds * classes * u] weights fitted to the other folds, in that length */
	double	   *linear;			/* [folds * classes * u] */
	double	   *product;		/* [folds * classes * u] */
} ClassScores;

extern ClassScores *class_scores_create(Work *work, const Moments *moments, uint32 classes);

/* Keep those of class c, whose fit has this length. */
extern void class_scores_set(ClassScores *scores, uint32 folds, uint32 c, double alpha,
							 const FoldScores *from);

/*
 * The model of classes from all folds or all but one (omit < folds), Gaussian if there are
 * scores (or NULL).  The share of a class that no row of these folds has is 0.
 */
extern void class_fit(Work *work, const Moments *moments, uint32 omit, const ClassScores *scores,
					  ClassModel *model);

#endif							/* AER_CLASS_FIT_H */
