/*
 * sampler.h
 *		The distribution q that attributes of the data point are drawn from, and
 *		the weighting of p, the distribution for the inner product.
 *
 * q is uniform until second moments E x_i^2 are known, from the user or from the
 * first rows of a two-phase learner.  From then on
 *		q_i ~ sqrt(E x_i^2)				ridge (DDAERR)
 *		q_i ~ E x_i^2					lasso (DDAELR)
 * (Kukliansky & Shamir 2015), mixed with a little of the uniform distribution,
 * because no attribute that can be non-zero may have probability 0.  With more than
 * one draw for the inner product, p_j ~ |w_j| sqrt(E x_j^2), as in their experiments.
 */
#ifndef AER_SAMPLER_H
#define AER_SAMPLER_H

#include "kernel/alias.h"
#include "kernel/option.h"
#include "kernel/plan.h"

typedef struct Sampler
{
	uint32		d;
	bool		weighted;		/* moments are known */
	AliasTable	alias;			/* q, if weighted */
	double	   *root;			/* [d] sqrt(E x^2), with a floor; NULL: p is not weighted */
	double	   *center;			/* [d] means of the warm-up; NULL: not subtracted */
	double		half_norm;		/* (sum_i sqrt(E x_i^2))^2 */
	double		smoothed_half_norm; /* half_norm of 2 E x^2 + 10/3 smoothing */
	double		norm;			/* sum_i E x_i^2 */
	double		smoothing;		/* epsilon of the two-phase learners */
} Sampler;

/* Sums over the first rows of a two-phase learner. */
typedef struct Warmup
{
	const double *count;		/* [d] looks */
	const double *squares;		/* [d] sum of squares */
	const double *values;		/* [d] sum of values; NULL: no centring */
} Warmup;

/* Cost of a learner that draws by second moments, as a share of the uniform learner's. */
typedef struct SamplingGain
{
	double		ridge;			/* ||E x^2||_{1/2} / (d E|x|_2^2) */
	double		lasso;			/* ||E x^2||_1 / (d ||E x^2||_inf) */
} SamplingGain;

/*
 * `weighted`: moments are known or will be; `improved`: p is weighted, too; `centered`:
 * the means of the warm-up are subtracted.
 */
extern void sampler_init(Work *work, Sampler *sampler, uint32 d, bool weighted, bool improved,
						 bool centered);

/*
 * Weights q by second moments in the user's units, divided by the squares of the
 * scale.  `root_weighted`: as for ridge, else as for lasso; `scratch`: [d].
 */
extern void sampler_weight(Sampler *sampler, const NumberList *moments,
						   const NumberList *scale, bool root_weighted,
						   uint32 *scratch);

/* Does the same from a warm-up, with the smoothing that the caller has set in the sampler. */
extern void sampler_weight_warmup(Sampler *sampler, const Warmup *warmup,
								  bool root_weighted, uint32 *scratch);

/* Draws an attribute from q. */
static inline uint32
sampler_draw(const Sampler *sampler, Rng *rng)
{
	return sampler->weighted ? alias_draw(&sampler->alias, rng) : rng_below(rng, sampler->d);
}

/* Returns 1 / q_i. */
static inline double
sampler_inverse(const Sampler *sampler, uint32 i)
{
	return sampler->weighted ? 1 / alias_probability(&sampler->alias, i) : sampler->d;
}

/* Returns the leaf that p is proportional to: `plain`, or |u| sqrt(E x^2) if p is weighted. */
static inline double
sampler_leaf(const Sampler *sampler, uint32 i, double u, double plain)
{
	return sampler->weighted && sampler->root ? fabs(u) * sampler->root[i] : plain;
}

/* Returns the gain from second moments moment[d]; NANs if all are 0. */
extern SamplingGain sampling_gain(const double *moment, uint32 d);

/*
 * Returns the draws for the data point, 1 to d, that keep the mean square of its
 * estimate at most twice its own.  Then the bounds are those of reading the whole
 * point, up to a constant factor (Kukliansky & Shamir 2015, end of the discussion).
 * `share`: a field of SamplingGain, 1 / d to 1; NAN gives NAN.
 */
extern double sampling_draws(double share, uint32 d);

#endif							/* AER_SAMPLER_H */
