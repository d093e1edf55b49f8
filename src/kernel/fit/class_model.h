/*
 * class_model.h
 *		From one score for each class to the probabilities of all of them.
 *
 * Each class has a ridge regression on whether a row is of it, whose prediction is
 * score + pi, pi the class's share of the rows.  These are made into probabilities in
 * two ways, and the two are mixed:
 *
 *		one against the rest: r_c = clip(score_c + pi_c, 0.001, 1), over their sum;
 *		Gaussian classes in the space of scores: with the mean m_c of the scores z of
 *		class c and one covariance W within classes, P = W^-1,
 *			g_c ~ pi_c exp(z'P m_c - m_c'P m_c / 2);
 *		p_c ~ r_c^(2/3) max(g_c, 1e-9)^(1/3).
 *
 * Where the folds judge the regressions, they also say how the scores of all classes vary
 * together and follow each class where they were not fitted, of which Gaussian classes are made.
 * One against the rest sees no class that lies between others, the others are too sure where
 * scores are not normal.  What comes of it goes through a link (link.h), where rows
 * that were held out have said what it is.
 */
#ifndef AER_CLASS_MODEL_H
#define AER_CLASS_MODEL_H

#include "kernel/moments/fit.h"

/* The most classes. */
#define MOST_CLASSES 100

/* What is made of the scores. */
typedef struct ClassModel
{
	uint32		classes;
	const double *share;		/* [classes] pi; 0 of a class that was not seen, whose probability is 0 */
	const double *direction;	/* [classes * classes] P m_c, class by class; NULL: there are no
								 * Gaussian classes, and one against the rest is all */
	const double *constant;		/* [classes] ln pi_c - m_c'P m_c / 2, of Gaussian classes */
	ClassLink	link;			/* its offset NULL: there is none */
} ClassModel;

/*
 * From predictions score_c + pi_c[classes] to probabilities[classes], which add up to 1.
 */
extern void class_model_probabilities(const ClassModel *model, const double *prediction,
									  double *probability);

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

#endif							/* AER_CLASS_MODEL_H */
