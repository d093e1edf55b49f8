/*
 * warmup.c
 *		What the first rows show.
 */
#include "kernel/stream/warmup.h"

void
warmup_weight(Learner *learner)
{
	const LearnerOptions *options = &learner->options;
	bool		root_weighted = learner->method->root_weighted;

	/* the plan's index of slots may hold anything between two plans */
	if (options->sampling == SAMPLING_MOMENTS)
		sampler_weight(&learner->sampler, &options->second_moments, &options->scale,
					   root_weighted, learner->plan.slot);
	else
	{
		double		d = learner->d;

		/* d log(2d / delta) / ((k + 1) m_1), delta = 0.05; at most 1 in the l1 forms */
		if (options->smooth_moments)
			learner->sampler.smoothing = d * log(2 * d / 0.05) /
				((learner->outer + 1.0) * options->warmup_rows);
		if (!root_weighted)
			learner->sampler.smoothing = Min(learner->sampler.smoothing, 1);
		sampler_weight_warmup(&learner->sampler, &learner->warmup, root_weighted,
							  learner->plan.slot);
	}
	plan_clear(&learner->plan);
	learner_set_radius(learner);
}

/* Only the uniform draws of the data point may enter the moments. */
static void
observe(Learner *learner)
{
	const ReadPlan *plan = &learner->plan;
	double	  **vector = learner->vector + learner->method->vectors;

	for (uint32 s = 0; s < plan->n; s++)
	{
		uint32		i = plan->attribute[s];
		double		x = learner->value[s];

		if (plan->data_weight[s] == 0)
			continue;
		vector[0][i] += 1;
		vector[1][i] += x * x;
		if (learner->warmup.values)
			vector[2][i] += x;
	}
}

/*
 * The warm-up is over.  Its weights are the start of what follows; where the
 * attributes are centred from now on, the intercept takes up the difference,
 * and so does the sum of those recorded, so that both phases can be averaged.
 */
static void
finish(Learner *learner)
{
	LearnerState *state = &learner->state;
	const Iterate *it = &learner->iterate;

	warmup_weight(learner);
	if (learner->sampler.center)
		for (uint32 i = 0; i < learner->d; i++)
		{
			double		center = learner->sampler.center[i];

			if (learner_learns_constant(learner))
				state->intercept += iterate_weight(it, i) * center;
			state->intercept_sum += iterate_sum(it, i) * center;
		}
	learner->method->rebuild(learner);
}

void
warmup_moments(Learner *learner)
{
	observe(learner);
	if (learner->state.rows == learner->options.warmup_rows)
		finish(learner);
}

/* After the warm-up; a target that did not vary in it has no unit but the user's. */
static void
set_target_unit(Learner *learner)
{
	if (learner->units.rows > 0 && !learner_seeks_units(learner) && learner->state.target_unit > 0)
		learner->target_unit = learner->state.target_unit;
}

void
warmup_units(Learner *learner, const double *x)
{
	const ReadPlan *plan = &learner->plan;
	LearnerState *state = &learner->state;

	for (uint32 s = 0; s < plan->n; s++)
		units_see(&learner->units, plan->attribute[s], x[s]);
	if (learner_seeks_units(learner))
		return;
	units_fix(&learner->units, learner->d);
	state->target_unit = units_deviation(state->rows, state->target_mean, state->target_unit);
	set_target_unit(learner);
}

void
warmup_restore(Learner *learner)
{
	if (learner_warming_up(learner) && learner->state.rows >= learner->options.warmup_rows)
		warmup_weight(learner);
	set_target_unit(learner);
}
