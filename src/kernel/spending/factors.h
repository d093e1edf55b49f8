/*
 * factors.h
 *		Weights for any set of known attributes, from a covariance of a few factors plus a diagonal.
 *
 * In the metric D the covariance of the attributes is L L' + diag psi.  Either this is the whole
 * covariance, or it lacks the part that the target explains.  A penalty is added to the
 * diagonal.  The noise of s of d attributes has a smaller edge than that of all, so the penalty
 * is (s / d)^(1/3) lambda.  Unknown attributes are left out of all sums.
 */
#ifndef AER_FACTORS_H
#define AER_FACTORS_H

#include "kernel/moments/estimate.h"

/* A view; the arrays belong to an estimate or a model. */
typedef struct Factors
{
	uint32		d;
	uint32		rank;			/* columns of L */
	uint32		live;			/* attributes that are not constant */
	double		variance;		/* v_y of the target */
	double		lambda;			/* penalty if all attributes are known */
	const double *factor;		/* L_ik at i * across + k * down */
	size_t		across;
	size_t		down;
	const double *rest;			/* [d] psi */
	const double *cross;		/* [d] b / D, b the covariance with the target */
	const double *metric;		/* [d] D, in the user's units; 0: constant */
	const bool *constant;		/* [d]; NULL: those with the metric 0 */
	bool		whole;			/* the covariance is whole */
} Factors;

/* Views an estimate that is not complete.  The view ends when the estimate changes. */
extern void factors_of_estimate(Factors *factors, const Estimate *estimate, double lambda);

/* Returns false if the attribute is constant; its weight is then exactly 0. */
static inline bool
factors_live(const Factors *factors, uint32 i)
{
	return factors->constant != NULL ? !factors->constant[i] : factors->metric[i] > 0;
}

/* Copies row i of L to row[rank]. */
extern void factors_row(const Factors *factors, uint32 i, double *row);

/* Memory of factors_weights(), for sets of up to d attributes. */
typedef struct FactorsScratch
{
	double	   *scaled;			/* [d * rank] */
	double	   *inner;			/* [rank * rank] */
	double	   *part;			/* [rank] */
	double	   *root;			/* [d] */
} FactorsScratch;

extern void factors_scratch_init(Work *work, FactorsScratch *scratch, uint32 d, uint32 rank);

/*
 * Finds the weights of s live attributes, in the user's units: M_SS^-1 b_S, M the penalised
 * covariance, if it is whole; otherwise
 *		(M_SS + v_y beta_S beta_S')^-1 b_S.
 * They explain the variance v_y q if the covariance is whole, otherwise v_y q / (1 + q).
 */
extern Status factors_weights(const Factors *factors, const uint32 *attribute, uint32 s,
							  const FactorsScratch *scratch, double *weight, double *q);

/* With a simplified covariance the explained share may exceed 1; it is held below. */
#define MOST_EXPLAINED (1 - 1e-9)

/* Returns the share of the target's variance that is explained. */
static inline double
factors_share(const Factors *factors, double q)
{
	return factors->whole ? Min(q, MOST_EXPLAINED) : q / (1 + q);
}

static inline double
factors_explained(const Factors *factors, double q)
{
	return factors->variance * factors_share(factors, q);
}

/* Returns the variance that is explained in addition if q grows by "added". */
static inline double
factors_gain(const Factors *factors, double q, double added)
{
	return factors->variance * (factors->whole ? added : added / (1 + q) / (1 + q + added));
}

/* Returns the same for a small addition: the derivative times "added". */
static inline double
factors_slope(const Factors *factors, double q, double added)
{
	return factors->variance * (factors->whole ? added : added / (1 + q) / (1 + q));
}

#endif							/* AER_FACTORS_H */
