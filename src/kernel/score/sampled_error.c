/*
 * sampled_error.c
 *		An unbiased estimate of a prediction's squared error.
 */
#include "kernel/score/sampled_error.h"

size_t
sampled_error_size(uint32 n, uint32 budget)
{
	return alias_size(n) + plan_size(n, Min(n, budget)) + ARRAY_SIZE(n, double);
}

void
sampled_error_init(SampledError *sampler, void *memory, const double *weight,
				   uint32 n, uint32 budget, uint32 *scratch)
{
	char	   *at = memory;
	double	   *size;
	double		total = 0;

	sampler->budget = budget;
	sampler->weight = weight;
	alias_init(&sampler->table, at, n);
	at += alias_size(n);
	plan_init(&sampler->plan, at, n, Min(n, budget));
	at += plan_size(n, Min(n, budget));

	/*
	 * A hundredth of the mass is spread evenly, so that no weight falls below
	 * what the quantised table can draw.
	 */
	size = (double *) at;
	for (uint32 i = 0; i < n; i++)
		total += fabs(weight[i]);
	for (uint32 i = 0; i < n; i++)
		size[i] = 0.99 * fabs(weight[i]) / total + 0.01 / n;
	alias_build(&sampler->table, size, scratch);
}

const ReadPlan *
sampled_error_plan(SampledError *sampler, Rng *rng)
{
	plan_clear(&sampler->plan);
	for (uint32 r = 0; r < sampler->budget; r++)
	{
		uint32		slot = plan_draw(&sampler->plan, alias_draw(&sampler->table, rng));

		sampler->plan.data_weight[slot]++;
	}
	return &sampler->plan;
}

double
sampled_error(const SampledError *sampler, const double *x, double offset)
{
	const ReadPlan *plan = &sampler->plan;
	double		b = sampler->budget;
	double		sum = 0;
	double		squares = 0;

	for (uint32 s = 0; s < plan->n; s++)
	{
		uint32		i = plan->attribute[s];
		double		term = sampler->weight[i] * x[s] / alias_probability(&sampler->table, i);

		sum += plan->data_weight[s] * term;
		squares += plan->data_weight[s] * term * term;
	}
	return offset * offset + 2 * offset * sum / b + (sum * sum - squares) / (b * (b - 1));
}
