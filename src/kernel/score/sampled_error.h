/*
 * sampled_error.h
 *		An unbiased estimate of a prediction's squared error from a few
 *		attributes of the row.
 *
 * With attributes i_1 .. i_b drawn from p with replacement and the terms
 * t_r = w[i_r] x[i_r] / p[i_r], every t_r is unbiased for <w,x>, and so is
 * t_r t_s for <w,x>^2 where r and s differ.  With c = intercept - y,
 *		c^2 + 2 c mean(t) + mean over r != s of t_r t_s
 * is unbiased for (<w,x> + c)^2.  p is proportional to |w|.  Single estimates
 * may be negative; their mean over rows is what counts.
 */
#ifndef AER_SAMPLED_ERROR_H
#define AER_SAMPLED_ERROR_H

#include "kernel/alias.h"
#include "kernel/plan.h"

typedef struct SampledError
{
	uint32		budget;			/* draws per row, at least 2 */
	AliasTable	table;			/* over the n attributes that have a weight */
	ReadPlan	plan;			/* data_weight: draws of each slot */
	const double *weight;		/* [n] */
} SampledError;

/* weight: [n], none of them 0, not copied. */
extern void sampled_error_init(Work *work, SampledError *sampler, const double *weight, uint32 n,
							   uint32 budget);

/* Which of the n attributes to read of the row that the generator stands for. */
extern const ReadPlan *sampled_error_plan(SampledError *sampler, Rng *rng);

/* x[i] is the value of plan.attribute[i]; offset is intercept - y. */
extern double sampled_error(const SampledError *sampler, const double *x, double offset);

#endif							/* AER_SAMPLED_ERROR_H */
