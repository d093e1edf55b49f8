/*
 * estimate.h
 *		Means, covariance with the target, and a positive definite covariance matrix of the
 *		attributes, estimated from moments.
 *
 * Under a sampling design every pair of attributes was seen together in a few rows only, some
 * pairs never.  So the raw covariance matrix is mostly noise.  It is replaced by a few factors
 * plus a diagonal:
 *
 *		covariance = D (L L' + diag psi) D + v_y beta beta'
 *
 * beta are the slopes of the attributes on the target, which are known far better than any pair.
 * D is a metric in which all entries have similar sampling noise.  L has the eigenvectors that
 * stand out from that noise.
 *
 * Of complete moments the covariance is exact and is kept as eigenvectors and eigenvalues, unless
 * the caller asks for factors; then each pair counts as drawn in every row.
 *
 * Vectors are in the user's units (after the shift) unless said otherwise.
 */
#ifndef AER_ESTIMATE_H
#define AER_ESTIMATE_H

#include "kernel/moments/moments.h"

/* Prior weight of the covariance of a pair, in rows. */
#define ESTIMATE_PAIR_PRIOR 2.0

/* gamma if no pair was seen. */
#define ESTIMATE_SPARSITY_NO_PAIRS 3.0

/* An attribute is constant if its squared deviations are at most this share of its squares. */
#define CONSTANT_SHARE 1e-12

/* The exact covariance of complete moments without one fold, or of all; the same for all targets. */
typedef struct Decomposition
{
	bool		made;			/* the numbers below are valid, and mean the same as in Estimate */
	uint32		rank;
	double		trace;
	double	   *eigenvalue;		/* [d] */
	double	   *factor;			/* [d * d] */
} Decomposition;

typedef struct Estimate
{
	uint32		d;
	bool		factors;		/* make factors of complete moments, too; set by the caller */
	bool		complete;		/* the covariance is exact, as eigenvectors */
	bool		own_units;		/* the unit of each attribute is its standard deviation */
	double		rows;
	double		y_mean;
	double		y_variance;		/* divisor rows */
	double	   *unit;			/* [d] 1; with own units, the standard deviation */
	double	   *centre;			/* [d] a: mean, corrected to the mean target */
	double	   *slope;			/* [d] beta */
	double	   *metric;			/* [d] D */
	double	   *cross;			/* [d] b / D, b the covariance with the target */
	double	   *variance;		/* [d] v in the fit's units, with a prior; with own units 1 */
	double	   *count;			/* [d] n: rows where the attribute was seen */
	double	   *rest;			/* [d] psi; if complete 0 */
	bool	   *constant;		/* [d] no variation was seen: the weight is 0 */
	double	   *eigenvalue;		/* [rank], ascending */
	double	   *factor;			/* [d * rank] columns of L; if complete, eigenvectors */
	uint32		rank;
	double		trace;			/* of the exact covariance */
	double		edge;			/* spectral edge of the noise; if complete 0 */
	double		scale;			/* of the metric (estimate.c) */
	double		penalty;		/* unit of the default lambdas */
	double		sparsity;		/* gamma: pairs per effective pair seen; 3 without pairs */
	Decomposition *shared;		/* [folds + 1] made once for all targets of complete moments, or NULL; set
								 * by the caller */

	double	   *seen;			/* [d] rows, or 0 for constants with own units; scratch */
	double	   *moved;			/* [d] scratch: centre less the plain mean */
	double	   *scratch;		/* [2 * d] */
	double	   *square;			/* [d * d] scratch */
	double	   *square2;		/* [d * d] scratch */
	FoldWalk   *walk;			/* [folds] scratch */
} Estimate;

/* Creates an estimate with its scratch: roughly 24 d^2 + 32 d (folds + 4) bytes. */
extern Estimate *estimate_create(Work *work, uint32 d, uint32 folds);

/* Estimates from all folds but one (omit >= folds: from all). */
extern void estimate_moments(Work *work, Estimate *estimate, const Moments *moments, uint32 omit,
							 bool own_units);

/*
 * Estimates of complete moments without eigenvectors.  covariance: [d * d] gets the exact covariance
 * in the fit's units, for j >= i at i * d + j; NULL: single attributes only, for which vectors are
 * enough memory.
 */
extern void estimate_exact(Work *work, Estimate *estimate, const Moments *moments, uint32 omit,
						   bool own_units, double *covariance);

/*
 * Estimates of single attributes under a sampling design, without pairs and without memory for
 * matrices.  centre[] has the plain means until estimate_centre() corrects them.  rest[] is the
 * whole variance.
 */
extern Estimate *estimate_create_vectors(Work *work, uint32 d);
extern void estimate_vectors(Estimate *estimate, const Moments *moments, uint32 omit,
							 bool own_units);
extern void estimate_centre(Estimate *estimate);

/*
 * Sets edge, gamma and penalty.  effective: the sum over pairs i < j of N w, where w is the weight
 * of the sums of a pair; noise: the sum of (n_i + 1)(n_j + 1) N w^2.
 */
extern void estimate_noise(Estimate *estimate, double noise, double effective);

/* Returns a variance that was computed from sums, or 0 if it is no more than rounding. */
extern double estimate_variance(double variance, double mean_square);

/*
 * Gives the estimated covariance matrix without the part that the target explains,
 * D (L L' + diag psi) D, in the user's units, for j >= i at i * d + j.
 */
extern void estimate_covariance(const Estimate *estimate, double *matrix);

#endif							/* AER_ESTIMATE_H */
