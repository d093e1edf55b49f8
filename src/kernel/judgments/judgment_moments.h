/*
 * judgment_moments.h
 *		Sums over judged objects, from which repeats are chosen.
 *
 * Sabato and Kalai (2013) need, over all labelled objects,
 *		b	covariances of mean judgments and label,
 *		S	covariance matrix of the mean judgments,
 *		v	mean inner variances, one for each attribute,
 * and the share of v that the diagonal of S contains: v / k if every object has k
 * judgments, else the mean over objects of variance / k.  All are about the means,
 * with the number of objects as divisor; this is the same as adding the constant as
 * a free attribute.
 *
 * Objects are added in blocks, so that BLAS updates the matrix.  States of two parts
 * merge (Chan, Golub and LeVeque 1979): the split of the objects changes the sums by
 * rounding only.
 */
#ifndef AER_JUDGMENT_MOMENTS_H
#define AER_JUDGMENT_MOMENTS_H

#include "kernel/judgments/judgments.h"

/* Objects that are added to the matrix together. */
#define JUDGMENT_MOMENTS_BLOCK 32

/* The label is the last of d + 1 attributes. */
typedef struct JudgmentMoments
{
	int			d;				/* attributes */
	int			pending;		/* objects in block, not yet in mean and gram */
	int64		objects;		/* objects in mean and gram */
	double	   *mean;			/* [d + 1] mean judgments and label */
	double	   *gram;			/* [(d + 1)^2] rows of the lower triangle: sums
								 * of products about the means */
	double	   *inner;			/* [d] sum of inner variances over the objects
								 * that were judged twice or more */
	double	   *inner_share;	/* [d] sum of inner variance / count over the
								 * same objects */
	int64	   *judgments;		/* [d] number of judgments */
	int64	   *repeated;		/* [d] objects judged twice or more */
	int64	   *fewest;			/* [d] smallest number of judgments of an object;
								 * 0 before the first object */
	double	   *block;			/* [(BLOCK + 1) * (d + 1)] rows of the pending
								 * objects, and one scratch row */
} JudgmentMoments;

/* The estimates that selection and fit need, about the means. */
typedef struct JudgmentEstimates
{
	int			d;				/* attributes */
	int64		objects;		/* objects that these come from */
	double		label_mean;
	double		label_variance; /* divisor objects */
	double	   *mean;			/* [d] mean judgments */
	double	   *b;				/* [d] covariances with the label */
	double	   *v;				/* [d] inner variances */
	double	   *share;			/* [d] part of v in the variance of the mean
								 * judgment */
	double	   *sigma;			/* [d * d] outer covariance: that of the mean
								 * judgments minus share on the diagonal; may be
								 * indefinite */
} JudgmentEstimates;

/* Allocates moments of no objects. */
extern void judgment_moments_init(Work *work, JudgmentMoments *moments, int d);

/* Removes all objects. */
extern void judgment_moments_clear(JudgmentMoments *moments);

/* Returns the number of objects, pending ones included. */
extern int64 judgment_moments_objects(const JudgmentMoments *moments);

/* Adds object[d] with its label; every attribute must have been judged at least once. */
extern void judgment_moments_add(JudgmentMoments *moments,
								 const Judgments *object, double label);

/* Adds the objects of another part, which is not changed. */
extern void judgment_moments_merge(JudgmentMoments *moments,
								   const JudgmentMoments *other);

/* Adds the pending objects to mean and gram. */
extern void judgment_moments_flush(JudgmentMoments *moments);

/*
 * Returns an attribute of which no object has two judgments, or -1 if there is
 * none.  Without its inner variance, repeats cannot be chosen.
 */
extern int	judgment_moments_unrepeated(const JudgmentMoments *moments);

extern void judgment_estimates_init(Work *work, JudgmentEstimates *estimates, int d);

/*
 * Computes the estimates from at least one object, with none pending and no
 * unrepeated attribute.  Returns KERNEL_DIVERGED if squares of values overflow.
 */
extern Status judgment_estimates_compute(JudgmentEstimates *estimates,
										 const JudgmentMoments *moments);

#endif							/* AER_JUDGMENT_MOMENTS_H */
