/*
 * sampler.h
 *		Which distribution the attributes of the data point are drawn from, and
 *		how the inner product's is weighted.
 *
 * Uniform until second moments E x_i^2 are known: given by the user, or
 * estimated from the first rows of a two-phase learner.  From then on
 *		q_i ~ sqrt(E x_i^2)				ridge (DDAERR)
 *		q_i ~ E x_i^2					lasso (DDAELR)
 * (Kukliansky & Shamir 2015), mixed with a little of the uniform because no
 * attribute that can be non-zero may have probability 0, and with more than
 * one draw for the inner product p_j ~ |w_j| sqrt(E x_j^2), their experiments'
 * choice.
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
	AliasTable	alias;			/* q; built when weighted */
	double	   *root;			/* [d] sqrt(E x^2), floored; NULL: p is plain */
	double	   *center;			/* [d] means of the warm-up; NULL: none */
	double		half_norm;		/* (sum_i sqrt(E x_i^2))^2 */
	double		smoothed_half_norm; /* of 2 E x^2 + 10/3 smoothing */
	double		norm;			/* sum_i E x_i^2 */
	double		smoothing;		/* epsilon of the two-phase forms */
} Sampler;

/* What the first rows of a two-phase learner have shown, in [d] arrays. */
typedef struct Warmup
{
	const double *count;		/* times seen */
	const double *squares;		/* sum of squares */
	const double *values;		/* sum of values; NULL: no centring */
} Warmup;

/* Shares of the uniform learner's cost that moment weighting needs. */
typedef struct SamplingGain
{
	double		ridge;			/* ||E x^2||_{1/2} / (d E|x|_2^2) */
	double		lasso;			/* ||E x^2||_1 / (d ||E x^2||_inf) */
} SamplingGain;

/* weighted: moments are known or will be; improved: root[] also; centered: center[]. */
extern void sampler_init(Work *work, Sampler *sampler, uint32 d, bool weighted, bool improved,
						 bool centered);

/*
 * Weight by second moments in the user's units, divided by the squares of the
 * scale.  root_weighted: as for ridge, else as for lasso.  scratch: d uint32.
 */
extern void sampler_weight(Sampler *sampler, const NumberList *moments,
						   const NumberList *scale, bool root_weighted,
						   uint32 *scratch);

/* The same from a warm-up; smoothing is the sampler's, set before. */
extern void sampler_weight_warmup(Sampler *sampler, const Warmup *warmup,
								  bool root_weighted, uint32 *scratch);

/* An attribute from q. */
static inline uint32
sampler_draw(const Sampler *sampler, Rng *rng)
{
	return sampler->weighted ? alias_draw(&sampler->alias, rng) : rng_below(rng, sampler->d);
}

/* 1 / q of it. */
static inline double
sampler_inverse(const Sampler *sampler, uint32 i)
{
	return sampler->weighted ? 1 / alias_probability(&sampler->alias, i) : sampler->d;
}

/* The leaf that p is proportional to: plain, or |u| sqrt(E x^2). */
static inline double
sampler_leaf(const Sampler *sampler, uint32 i, double u, double plain)
{
	return sampler->weighted && sampler->root ? fabs(u) * sampler->root[i] : plain;
}

extern SamplingGain sampling_gain(const double *moment, uint32 d);

/*
 * By one of these shares, how many draws for the data point make the mean square
 * of its estimate at most twice its own, so that the bounds are those of reading
 * it, up to a constant factor (Kukliansky & Shamir 2015, end of the discussion).
 * 1 to d, as a share is 1 / d to 1; NAN where it is.
 */
extern double sampling_draws(double share, uint32 d);

#endif							/* AER_SAMPLER_H */
