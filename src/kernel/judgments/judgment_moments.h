/*
 * judgment_moments.h
 *		Sums over judged objects, from which repeats are chosen.
 *
 * Sabato and Kalai (2013) need, of all labelled objects together,
 *		b	covariance of mean judgment and label, per attribute,
 *		S	covariance of the mean judgments, a matrix,
 *		v	the mean inner variance, per attribute,
 * and the share of v that is still in the diagonal of S: v / k with k
 * judgments of every object, else the mean over objects of variance / k.
 * All are about the means, with the number of objects as divisor: the same as
 * adding the constant as a free attribute.
 *
 * Objects are put down in blocks, so that the matrix is updated by BLAS, and
 * states of two parts merge (Chan, Golub and LeVeque 1979): any split of the
 * objects gives the same up to rounding.
 */
#ifndef AER_JUDGMENT_MOMENTS_H
#define AER_JUDGMENT_MOMENTS_H

#include "kernel/judgments/judgments.h"

/* Objects that wait until they are put into the matrix together. */
#define JUDGMENT_MOMENTS_BLOCK 32

/* The label is kept as one more attribute: number d of d + 1. */
typedef struct JudgmentMoments
{
	int			d;				/* attributes */
	int			pending;		/* objects that wait in block */
	int64		objects;		/* objects in mean and gram */
	double	   *mean;			/* d + 1: mean judgments and label */
	double	   *gram;			/* (d + 1)^2, rows of its lower triangle: sums
								 * of products about the means */
	double	   *inner;			/* d: sum of inner variances over the objects
								 * that were judged twice or more */
	double	   *inner_share;	/* d: sum of inner variance / count over the
								 * same objects */
	int64	   *judgments;		/* d: number of judgments */
	int64	   *repeated;		/* d: objects judged twice or more */
	int64	   *fewest;			/* d: the smallest count of any object; 0
								 * before the first */
	double	   *block;			/* (BLOCK + 1) rows of d + 1: the waiting
								 * objects, and one row to merge them by */
} JudgmentMoments;

/* What selection and fit need, about the means. */
typedef struct JudgmentEstimates
{
	int			d;				/* attributes */
	int64		objects;		/* objects that these come from */
	double		label_mean;		/* mean label */
	double		label_variance; /* its variance, divisor objects */
	double	   *mean;			/* d: mean judgments */
	double	   *b;				/* d: covariances with the label */
	double	   *v;				/* d: inner variances */
	double	   *share;			/* d: what of v is in the variance of the mean
								 * judgment */
	double	   *sigma;			/* d * d: outer covariance, the covariance of
								 * the mean judgments less share on the
								 * diagonal; may be indefinite */
} JudgmentEstimates;

/* Of no objects. */
extern void judgment_moments_init(Work *work, JudgmentMoments *moments, int d);
extern void judgment_moments_clear(JudgmentMoments *moments);

/* Objects so far, waiting ones included. */
extern int64 judgment_moments_objects(const JudgmentMoments *moments);

/* Take in an object; each of its d attributes has been judged at least once. */
extern void judgment_moments_add(JudgmentMoments *moments,
								 const Judgments *object, double label);

/* Take in the objects of another part, which stays as it is. */
extern void judgment_moments_merge(JudgmentMoments *moments,
								   const JudgmentMoments *other);

/* Put the waiting objects into mean and gram. */
extern void judgment_moments_flush(JudgmentMoments *moments);

/*
 * An attribute that no object was judged twice on: its inner variance cannot
 * be known, and selection must not be asked.  -1: there is none.
 */
extern int	judgment_moments_unrepeated(const JudgmentMoments *moments);

extern void judgment_estimates_init(Work *work, JudgmentEstimates *estimates, int d);

/*
 * Work out the estimates.  Nothing may be waiting, there must be an object
 * and no unrepeated attribute.  KERNEL_DIVERGED: values so large that their
 * squares are not finite.
 */
extern Status judgment_estimates_compute(JudgmentEstimates *estimates,
										 const JudgmentMoments *moments);

#endif							/* AER_JUDGMENT_MOMENTS_H */
