/*
 * estimate.h
 *		From sums to moments: means, covariance with the target, and a
 *		positive definite covariance matrix of the attributes.
 *
 * Under a sampling design every pair of attributes was seen together in a few
 * rows only, some never, so the raw covariance matrix is mostly noise.  It is
 * replaced by a few factors plus a diagonal:
 *
 *		covariance = D (L L' + diag psi) D + v_y beta beta'
 *
 * where beta are the slopes of the attributes on the target (known far better
 * than any pair), D is a metric in which the sampling noise of all entries is
 * alike, and L has the eigenvectors that stand out of that noise.
 *
 * Where every attribute of every row was read the covariance is exact, and is
 * kept as eigenvectors and eigenvalues; or made into factors all the same where
 * the caller wants these, as if each pair had been drawn in every row.
 *
 * Vectors are in the user's units (after the shift) unless said otherwise.
 */
#ifndef AER_ESTIMATE_H
#define AER_ESTIMATE_H

#include "kernel/moments/moments.h"

/* The prior weight of a pair's covariance, in rows. */
#define ESTIMATE_PAIR_PRIOR 2.0

/* Where no pair was seen, so many might have to be for one that tells. */
#define ESTIMATE_SPARSITY_NO_PAIRS 3.0

/* An attribute whose squared deviations are this share of squares is constant. */
#define CONSTANT_SHARE 1e-12

/* The covariance of complete moments, without a fold or of all, which depends on no target. */
typedef struct Decomposition
{
	bool		made;
	uint32		rank;
	double		trace;
	double	   *eigenvalue;		/* [d] as in Estimate, and */
	double	   *factor;			/* [d * d] */
} Decomposition;

typedef struct Estimate
{
	uint32		d;
	bool		factors;		/* of complete moments, too: the caller's to set */
	bool		complete;		/* exact moments, as eigenvectors */
	bool		own_units;		/* each attribute is measured by its deviation */
	double		rows;
	double		y_mean;
	double		y_variance;		/* divisor rows */
	double	   *unit;			/* [d] 1, or the deviation with own units */
	double	   *centre;			/* [d] a: mean, as if seen with the mean target */
	double	   *slope;			/* [d] beta */
	double	   *metric;			/* [d] D */
	double	   *cross;			/* [d] b / D, b the covariance with the target */
	double	   *variance;		/* [d] v in the fit's units, with a prior; 1 with own units */
	double	   *count;			/* [d] n: rows where it was seen */
	double	   *rest;			/* [d] psi; 0 if complete */
	bool	   *constant;		/* [d] never seen to vary: weight 0 */
	double	   *eigenvalue;		/* [rank], ascending */
	double	   *factor;			/* [d * rank] columns of L; eigenvectors if complete */
	uint32		rank;
	double		trace;			/* of the exact covariance */
	double		edge;			/* spectral edge of the noise; 0 if complete */
	double		scale;			/* of the metric (estimate.c) */
	double		penalty;		/* what the default lambdas are multiples of */
	double		sparsity;		/* gamma: pairs per pair that tells, 3 without pairs */
	Decomposition *kept;		/* [folds + 1] made once for all targets of complete moments, or NULL: the
								 * caller's to set */

	double	   *seen;			/* [d] scratch */
	double	   *moved;			/* [d] scratch: centre less the plain mean */
	double	   *scratch;		/* [2 * d] */
	double	   *square;			/* [d * d] scratch */
	double	   *square2;		/* [d * d] scratch */
	FoldWalk   *walk;			/* [folds] scratch */
} Estimate;

/* Scratch included: 3 d^2 numbers and 32 d (folds + 4) bytes, roughly. */
extern Estimate *estimate_create(Work *work, uint32 d, uint32 folds);

/* Estimate from all folds but one (omit >= folds: from all). */
extern void estimate_moments(Work *work, Estimate *estimate, const Moments *moments, uint32 omit,
							 bool own_units);

/*
 * The same under a sampling design in vectors alone, with none of the squares,
 * without the pairs: centre[] has the plain means until estimate_centre(), rest[]
 * the whole variance.  noise: sum over pairs i < j of (n_i + 1)(n_j + 1) N times
 * the square of what their sums are multiplied by, telling: that of N times it.
 */
extern Estimate *estimate_create_alone(Work *work, uint32 d);
extern void estimate_alone(Estimate *estimate, const Moments *moments, uint32 omit,
						   bool own_units);
extern void estimate_noise(Estimate *estimate, double noise, double telling);
extern void estimate_centre(Estimate *estimate);

/* A variance that was made from sums; 0 where it is nothing but rounding. */
extern double estimate_variance(double variance, double mean_square);

/*
 * The estimated covariance matrix in the user's units, for j >= i at i * d + j,
 * without the part that the target explains: D (L L' + diag psi) D.
 */
extern void estimate_covariance(const Estimate *estimate, double *target);

#endif							/* AER_ESTIMATE_H */
