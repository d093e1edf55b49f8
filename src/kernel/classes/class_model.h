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
 * scores are not normal.
 *
 * As a flat block of numbers a model of classes can be stored.
 */
#ifndef AER_CLASS_MODEL_H
#define AER_CLASS_MODEL_H

#include "kernel/columns/column_model.h"

/* The most classes. */
#define MOST_CLASSES 100

/* A view of those numbers. */
typedef struct ClassModel
{
	uint32		classes;
	uint32		d;				/* attributes */
	bool		gaussian;		/* else one against the rest alone */
	const double *share;		/* [classes] pi, greater than 0 */
	const double *intercept;	/* [classes] of score + pi */
	const double *weight;		/* [classes * d] in the user's units */
	const double *direction;	/* [classes * classes] P m_c, class by class */
	const double *constant;		/* [classes] ln pi_c - m_c'P m_c / 2 */
	const double *known_part;	/* of models that predict from whatever is known, or NULL: for
								 * each class how many numbers follow, and a partial model of
								 * columns (column_model.h) */
	size_t		known_numbers;
} ClassModel;

/* Numbers without the part that predicts from whatever is known. */
extern size_t class_model_numbers(uint32 classes, uint32 d);

/* View numbers; false if they are no model.  The known part is viewed class by class. */
extern bool class_model_view(ClassModel *model, const double *numbers, size_t count);

/* The numbers of class c in the known part, and how many. */
extern const double *class_model_known(const ClassModel *model, uint32 c, size_t *count);

/* Arrays of a model to be filled. */
typedef struct ClassArrays
{
	double	   *share;
	double	   *intercept;
	double	   *weight;
	double	   *direction;
	double	   *constant;
} ClassArrays;

extern void class_model_start(double *numbers, uint32 classes, uint32 d, ClassArrays *arrays);

/* It has Gaussian classes; it has a known part. */
extern void class_model_set(double *numbers, bool gaussian, bool known_part);

/* Its numbers end before a known part. */
extern void class_model_drop_known(double *numbers);

/*
 * From predictions score_c + pi_c[classes] to probabilities[classes], which add up to 1.
 */
extern void class_model_probabilities(const ClassModel *model, const double *prediction,
									  double *probability);

/*
 * Gaussian classes of scores whose covariances with the classes are cross[c * classes + k],
 * of score c with class k, and with each other square[classes * classes]; both are
 * destroyed.  expected[c]: the covariance of score c with its own class that a posterior
 * expects.  Returns whether there are any.
 */
extern bool class_gauss(Work *work, uint32 classes, double *cross, double *square,
						const double *expected, const ClassArrays *arrays);

#endif							/* AER_CLASS_MODEL_H */
