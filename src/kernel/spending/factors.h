/*
 * factors.h
 *		Weights for any set of known attributes, from a covariance of a few
 *		factors plus a diagonal.
 *
 * In the metric D the covariance of the attributes without the target's part is
 * L L' + diag psi, or that is the whole covariance, and a penalty goes to its diagonal.  The penalty belongs to
 * the size of the set: the noise of a block of s attributes has a smaller edge
 * than that of all d, so it is (s / d)^(1/3) lambda.  Attributes that are not
 * known simply do not occur.
 */
#ifndef AER_FACTORS_H
#define AER_FACTORS_H

#include "kernel/moments/estimate.h"

/* A view; everything is borrowed. */
typedef struct Factors
{
	uint32		d;
	uint32		rank;			/* columns of L */
	uint32		live;			/* attributes that are not constant */
	double		variance;		/* v_y of the target */
	double		lambda;			/* where all attributes are known */
	const double *factor;		/* L_ik at i * across + k * down */
	size_t		across;
	size_t		down;
	const double *rest;			/* [d] psi */
	const double *cross;		/* [d] b / D, b the covariance with the target */
	const double *metric;		/* [d] D, in the user's units; 0: constant */
	const bool *constant;		/* [d], or NULL: the metric tells */
	bool		whole;			/* with the target's part */
} Factors;

/* Those of an estimate that is not complete, while it is not changed. */
extern void factors_of_estimate(Factors *factors, const Estimate *estimate, double lambda);

/* Can the attribute be of any use?  Its weight is exactly 0 if not. */
static inline bool
factors_live(const Factors *factors, uint32 i)
{
	return factors->constant != NULL ? !factors->constant[i] : factors->metric[i] > 0;
}

/* Row i of L, one number after the other. */
extern void factors_row(const Factors *factors, uint32 i, double *row);

/* What factors_weights() works in, for sets of up to d attributes. */
typedef struct FactorsScratch
{
	double	   *scaled;			/* [d * rank] */
	double	   *inner;			/* [rank * rank] */
	double	   *part;			/* [rank] */
	double	   *root;			/* [d] */
} FactorsScratch;

extern void factors_scratch_init(Work *work, FactorsScratch *scratch, uint32 d, uint32 rank);

/*
 * The weights of s live attributes, in the user's units: those of
 *		(M_SS + v_y beta_S beta_S')^-1 b_S,
 * M the penalised covariance without the target's part, or M_SS^-1 b_S of the whole.
 * Returns in *q how much they explain: v_y q / (1 + q), or v_y q of the whole.
 */
extern Status factors_weights(const Factors *factors, const uint32 *attribute, uint32 s,
							  const FactorsScratch *scratch, double *weight, double *q);

/* A covariance that was made simpler may find more of the target explained than there is. */
#define MOST_EXPLAINED (1 - 1e-9)

/* The share of the target's variance that is explained. */
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

/* What is explained more where so much is added to q. */
static inline double
factors_gain(const Factors *factors, double q, double added)
{
	return factors->variance * (factors->whole ? added : added / (1 + q) / (1 + q + added));
}

/* The same as if the addition were small: in proportion to it. */
static inline double
factors_slope(const Factors *factors, double q, double added)
{
	return factors->variance * (factors->whole ? added : added / (1 + q) / (1 + q));
}

#endif							/* AER_FACTORS_H */
