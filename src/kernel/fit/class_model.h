/*
 * class_model.h
 *		Probabilities of several classes from one score for each.
 *
 * Each class has a ridge regression against the rest.  Its prediction is score + pi, where pi is
 * the share of the class in the rows.  Two ways lead from these predictions to probabilities,
 * and the model mixes them:
 *
 *		One against the rest: r_c = clip(score_c + pi_c, 0.001, 1), divided by their sum.
 *		Gaussian classes in the space of scores z: with the mean m_c of class c, one covariance
 *		W within classes and P = W^-1,
 *			g_c ~ pi_c exp(z'P m_c - m_c'P m_c / 2).
 *		The mixture: p_c ~ r_c^(2/3) max(g_c, 1e-9)^(1/3).
 *
 * One against the rest overlooks a class that lies between others.  Gaussian classes are too
 * confident if the scores are not normal.  They are estimated on held-out folds, from the
 * covariances of all scores with each other and with the classes; without folds there are none.
 * The mixture goes through a link (link.h) if the model was calibrated.
 *
 * If only some columns are known, Gaussian classes are those of the scores from these columns, and
 * the link is that fraction of the link, towards none, that the columns explain of what all do.
 * Without any known column the probabilities are the shares of the classes.
 */
#ifndef AER_CLASS_MODEL_H
#define AER_CLASS_MODEL_H

#include "kernel/columns/column_model.h"
#include "kernel/moments/fit.h"

#define MOST_CLASSES 100

/*
 * The least probabilities of a class before mixing: one against the rest, unless its share is
 * smaller; Gaussian classes.
 */
#define CLASS_LEAST_AGAINST_REST 1e-3
#define CLASS_LEAST_GAUSSIAN 1e-9

/* The weight of Gaussian classes in the mean of logarithms. */
#define CLASS_GAUSSIAN_SHARE (1.0 / 3)

typedef struct ClassModel
{
	uint32		classes;
	const double *share;		/* [classes] pi; 0 for a class without rows, whose probability is 0 */
	const double *direction;	/* [classes * classes] P m_c, class by class; NULL: one against the
								 * rest only */
	const double *constant;		/* [classes] ln pi_c - m_c'P m_c / 2, beside direction */
	ClassLink	link;			/* offset NULL: no link */
} ClassModel;

/* Turns predictions score_c + pi_c[classes] into probability[classes], which add up to 1. */
extern void class_model_probabilities(const ClassModel *model, const double *prediction,
									  double *probability);

/*
 * Finds the model of classes for the known columns that the predictor is solved for.  all: the model
 * for all columns; its shares are not copied.
 */
extern void class_model_known(Work *work, const ClassModel *all, const ColumnPredictor *predictor,
							  ClassModel *known);

/*
 * The scores of all classes on each fold, by the fits to the other folds.  Weights are scaled by
 * the shrinkage of their class.
 */
typedef struct ClassScores
{
	uint32		classes;
	uint32		u;				/* coordinates, or attributes if the fit has no columns */
	double	   *expected;		/* [classes] expected covariance of a score with its own class */
	double	   *along;			/* [folds * classes * u] scaled weights */
	double	   *linear;			/* [folds * classes * u] covariance of attributes with the class */
	double	   *product;		/* [folds * classes * u] covariance matrix times the scaled weights */
} ClassScores;

extern ClassScores *class_scores_create(Work *work, const Moments *moments, uint32 classes);

/* Stores the scores of class c.  alpha: the shrinkage of its fit. */
extern void class_scores_set(ClassScores *scores, uint32 folds, uint32 c, double alpha,
							 const FoldScores *from);

/*
 * Finds the model of classes from all folds, or from all but one (omit < folds).  It has
 * Gaussian classes if scores is not NULL.  A class without rows in these folds has the share 0.
 */
extern void class_fit(Work *work, const Moments *moments, uint32 omit, const ClassScores *scores,
					  ClassModel *model);

/*
 * Returns the error rate of the likeliest class on new rows, from the scores on all held-out
 * folds of the moments, if the scores of each class are normal with one covariance.
 */
extern double class_error_rate(Work *work, const Moments *moments, const ClassScores *scores,
							   const ClassModel *model);

#endif							/* AER_CLASS_MODEL_H */
