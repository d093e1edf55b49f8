/*
 * sampler.c
 *		Drawing attributes of the data point by their second moments.
 */
#include "kernel/stream/sampler.h"

/* Share of the uniform distribution in q. */
#define UNIFORM_SHARE 0.01

/* Least sqrt(E x^2) in p, as a share of the mean one. */
#define ROOT_FLOOR 0.01

void
sampler_init(Work *work, Sampler *sampler, uint32 d, bool weighted, bool improved, bool centered)
{
	memset(sampler, 0, sizeof(*sampler));
	sampler->d = d;
	if (!weighted)
		return;
	alias_init(work, &sampler->alias, d);
	if (improved)
		sampler->root = WORK_ARRAY(work, d, double);
	if (centered)
		sampler->center = WORK_ARRAY(work, d, double);
}

/*
 * Builds q and the factors of p from the moments.  The caller has put them into
 * alias.probability, an array that is free until the table is built.
 */
static void
build_distributions(Sampler *sampler, bool root_weighted, uint32 *scratch)
{
	uint32		d = sampler->d;
	double	   *moment = sampler->alias.probability;
	double		roots = 0;
	double		smoothed_roots = 0;
	double		added = 13 * sampler->smoothing / 6;
	double		total = 0;

	sampler->norm = 0;
	for (uint32 i = 0; i < d; i++)
	{
		sampler->norm += moment[i];
		roots += sqrt(moment[i]);
		smoothed_roots += sqrt(2 * moment[i] + 10 * sampler->smoothing / 3);
	}
	sampler->half_norm = roots * roots;
	sampler->smoothed_half_norm = smoothed_roots * smoothed_roots;
	if (sampler->root)
		for (uint32 i = 0; i < d; i++)
		{
			/* if all moments are 0, all factors are equal */
			sampler->root[i] = roots > 0 ? Max(sqrt(moment[i]), ROOT_FLOOR * roots / d) : 1;
		}

	for (uint32 i = 0; i < d; i++)
	{
		moment[i] = root_weighted ? sqrt(moment[i] + added) : moment[i] + added;
		total += moment[i];
	}
	for (uint32 i = 0; i < d; i++)
		moment[i] = total > 0 ?
			(1 - UNIFORM_SHARE) * (moment[i] / total) + UNIFORM_SHARE / d : 1;
	alias_build(&sampler->alias, moment, scratch);
	sampler->weighted = true;
}

void
sampler_weight(Sampler *sampler, const NumberList *moments,
			   const NumberList *scale, bool root_weighted, uint32 *scratch)
{
	for (uint32 i = 0; i < sampler->d; i++)
	{
		double		unit = number_of(scale, i, 1);

		sampler->alias.probability[i] = number_of(moments, i, 0) / unit / unit;
	}
	build_distributions(sampler, root_weighted, scratch);
}

void
sampler_weight_warmup(Sampler *sampler, const Warmup *warmup,
					  bool root_weighted, uint32 *scratch)
{
	double	   *moment = sampler->alias.probability;
	double		largest = 0;

	for (uint32 i = 0; i < sampler->d; i++)
	{
		double		n = warmup->count[i];

		/* a stored model may hold anything; moments must not be negative */
		if (!(n > 0))
			continue;
		moment[i] = Max(warmup->squares[i] / n, 0);
		if (sampler->center)
		{
			double		mean = warmup->values[i] / n;

			sampler->center[i] = mean;
			moment[i] = Max(moment[i] - mean * mean, 0);
		}
		largest = Max(largest, moment[i]);
	}
	/* an attribute that was never read may be as large as any */
	for (uint32 i = 0; i < sampler->d; i++)
		if (!(warmup->count[i] > 0))
			moment[i] = largest;
	build_distributions(sampler, root_weighted, scratch);
}

SamplingGain
sampling_gain(const double *moment, uint32 d)
{
	double		roots = 0;
	double		sum = 0;
	double		largest = 0;
	SamplingGain gain = {NAN, NAN};

	for (uint32 i = 0; i < d; i++)
		largest = Max(largest, moment[i]);
	if (largest == 0)
		return gain;
	for (uint32 i = 0; i < d; i++)
	{
		double		relative = moment[i] / largest; /* the sums of moments could overflow */

		roots += sqrt(relative);
		sum += relative;
	}
	gain.ridge = roots * roots / (d * sum);
	gain.lasso = sum / d;
	return gain;
}

/*
 * k draws by q have E |x~|_2^2 = ||E x^2||_{1/2} / k + (1 - 1/k) E |x|_2^2, while
 * reading everything has E |x|_2^2.  With k = ||E x^2||_{1/2} / E |x|_2^2, which is
 * d * share, the ratio is 2 - 1/k; for the lasso the same holds for the largest
 * E x~_i^2 and E x_i^2.  One draw less gives a ratio of 2, so the rounded k never
 * exceeds it.  The paper's k = ||E x^2||_{1/2} is for rows scaled to |x|_2 <= 1,
 * with the longest row in place of the mean square; the mean square is known from
 * second moments, and asks for at least as many draws.
 */
double
sampling_draws(double share, uint32 d)
{
	return rint(share * d);
}
