/*
 * factors.h
 *		Weights for any set of known attributes, from the covariance of all.
 *
 * In the metric D the covariance of the attributes is L L' + diag psi, a few factors plus a
 * diagonal.  Either this is the whole covariance, or it lacks the part that the target explains.
 * If every row was read in full and there are not too many attributes, the whole covariance is
 * kept as it is, as correlations and standard deviations.  Unknown attributes are left out of all
 * sums.
 *
 * A penalty is added to the diagonal.  The noise of s of d attributes has a smaller edge than that
 * of all, so the penalty is (s / d)^(1/3) lambda.  If every row was read in full it is s / d lambda:
 * the eigenvalues of what attributes share, which lambda was chosen to leave, grow with their
 * number.
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
	const double *rest;			/* [d] psi; NULL if correlation is set */
	const double *correlation;	/* [packed_correlations(d)] in place of L and psi; or NULL */
	const double *deviation;	/* [d] standard deviations in the metric, with correlation only */
	const double *cross;		/* [d] b / D, b the covariance with the target */
	const double *metric;		/* [d] D, in the user's units; 0: constant */
	const bool *constant;		/* [d]; NULL: those with the metric 0 */
	bool		whole;			/* the covariance is whole */
	bool		complete;		/* every row was read in full */
} Factors;

/* Views an estimate that is not complete.  The view ends when the estimate changes. */
extern void factors_of_estimate(Factors *factors, const Estimate *estimate, double lambda);

/* Returns false if the attribute is constant; its weight is then exactly 0. */
static inline bool
factors_live(const Factors *factors, uint32 i)
{
	return factors->constant != NULL ? !factors->constant[i] : factors->metric[i] > 0;
}

/*
 * Correlations r_ij, j < i, are stored row by row, two in each number, as whole numbers of 26 bits:
 * r = (bits - CORRELATION_ONE) / CORRELATION_ONE.  Their error is at most 1.5e-8.
 */
#define CORRELATION_BITS 26
#define CORRELATION_ONE ((INT64CONST(1) << (CORRELATION_BITS - 1)) - 1)

/* Returns how many numbers the correlations of d attributes take. */
static inline size_t
packed_correlations(uint32 d)
{
	return ((size_t) d * (d - 1) / 2 + 1) / 2;
}

/* Returns the correlation of attributes i and j, i != j. */
static inline double
packed_correlation(const double *packed, uint32 i, uint32 j)
{
	uint32		row = Max(i, j);
	size_t		at = (size_t) row * (row - 1) / 2 + Min(i, j);
	int64		pair = (int64) packed[at / 2];
	int64		bits = at % 2 == 0 ? pair & ((INT64CONST(1) << CORRELATION_BITS) - 1) :
		pair >> CORRELATION_BITS;

	return (double) (bits - CORRELATION_ONE) / CORRELATION_ONE;
}

/* Sets the correlation of attributes i and j, i != j, once; the numbers are 0 before. */
extern void packed_correlation_set(double *packed, uint32 i, uint32 j, double correlation);

/*
 * The diagonal of an exact covariance is raised by this share, which is more than the rounding of
 * correlations can take from its eigenvalues, so that it stays positive definite.  Attributes may
 * be linear combinations of others, like the hinges and products of a column.
 */
#define EXACT_RAISE 1e-6

/* Returns the variance of attribute i that it shares with no other, without the penalty. */
static inline double
factors_rest(const Factors *factors, uint32 i)
{
	return factors->correlation == NULL ? factors->rest[i] :
		EXACT_RAISE * factors->deviation[i] * factors->deviation[i];
}

/* Returns the covariance of attributes i and j, i != j, of an exact covariance. */
static inline double
factors_covariance(const Factors *factors, uint32 i, uint32 j)
{
	return packed_correlation(factors->correlation, i, j) * factors->deviation[i] *
		factors->deviation[j];
}

/* Returns the variance of attribute i, without the penalty. */
extern double factors_variance(const Factors *factors, uint32 i);

/* Copies row i of L to row[rank]. */
extern void factors_row(const Factors *factors, uint32 i, double *row);

/* Returns the penalty if s live attributes are known. */
extern double factors_penalty(const Factors *factors, uint32 s);

/* Memory of factors_weights(), for sets of up to d attributes. */
typedef struct FactorsScratch
{
	Work	   *work;			/* for a matrix of the known attributes, if the covariance is exact */
	double	   *scaled;			/* [d * rank] */
	double	   *inner;			/* [rank * rank] */
	double	   *part;			/* [rank] */
	double	   *root;			/* [d] */
} FactorsScratch;

extern void factors_scratch_init(Work *work, FactorsScratch *scratch, const Factors *factors);

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
