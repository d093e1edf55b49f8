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
 * The first sees no class that lies between others, the second is too sure where
 * scores are not normal.  What comes of it goes through a link (link.h), where rows
 * that were held out have said what it is.
 */
#ifndef AER_CLASS_MODEL_H
#define AER_CLASS_MODEL_H

#include "kernel/link.h"

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

/*
 * Gaussian classes, to a model with shares that has none, of scores whose covariances with
 * the classes are cross[c * classes + k], of score c with class k, and with each other
 * square[classes * classes]; both are destroyed.  expected[c]: the covariance of score c
 * with its own class that a posterior expects.  Where no score varies there are none.
 */
extern void class_gauss(Work *work, ClassModel *model, double *cross, double *square,
						const double *expected);

#endif							/* AER_CLASS_MODEL_H */
