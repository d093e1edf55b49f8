/*
 * sampled_error.c
 *		An unbiased estimate of a prediction's squared error.
 */
#include "kernel/score/sampled_error.h"

void
sampled_error_init(Work *work, SampledError *sampler, const double *weight, uint32 n, uint32 budget)
{
	Work	   *scratch = work_begin(work);
	double	   *size = WORK_ARRAY(scratch, n, double);
	double		total = 0;

	sampler->budget = budget;
	sampler->weight = weight;
	alias_init(work, &sampler->table, n);
	plan_init(work, &sampler->plan, n, Min(n, budget));

	/*
	 * A hundredth of the mass is spread evenly, so that no weight falls below
	 * what the quantised table can draw.
	 */
	for (uint32 i = 0; i < n; i++)
		total += fabs(weight[i]);
	for (uint32 i = 0; i < n; i++)
		size[i] = 0.99 * fabs(weight[i]) / total + 0.01 / n;
	alias_build(&sampler->table, size, WORK_ARRAY(scratch, n, uint32));
	work_end(scratch);
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
