/*
 * learner.c
 *		The loop that all streaming learners share: plan, observe, update,
 *		and the mean iterate at the end.
 */
#include "gradient.h"

static const LearnerMethod *const methods[LEARNER_KINDS] = {
	[LEARNER_RIDGE] = &ridge_method,
	[LEARNER_LASSO] = &lasso_method
};

/* The most distinct attributes that one row can ask for. */
static uint32
plan_capacity(const LearnerOptions *options, uint32 d)
{
	return options->budget == 0 ? d : options->budget;
}

int
learner_vectors(const LearnerOptions *options)
{
	return methods[options->kind]->vectors;
}

size_t
learner_size(const LearnerOptions *options, uint32 d)
{
	const LearnerMethod *method = methods[options->kind];
	uint32		capacity = plan_capacity(options, d);
	size_t		arrays = method->vectors + (method->derived_u ? 1 : 0);

	return arrays * ARRAY_SIZE(d, double) +
		iterate_size(d, options->budget == 0, method->one_tree) +
		plan_size(d, capacity) + ARRAY_SIZE(capacity, double);
}

/* B, and the step that depends on it. */
static void
set_radius(Learner *learner)
{
	learner->radius = learner->options.radius > 0 ?
		learner->options.radius : learner->state.target_max;
	learner->step_constant = learner->method->step_constant(learner);
}

void
learner_init(Learner *learner, void *memory, const LearnerOptions *options, uint32 d)
{
	const LearnerMethod *method = methods[options->kind];
	bool		dense = options->budget == 0;
	uint32		capacity = plan_capacity(options, d);
	char	   *at = memory;
	double	   *u;

	memset(learner, 0, sizeof(*learner));
	learner->options = *options;
	learner->method = method;
	learner->d = d;
	learner->inner = dense ? d : options->inner_draws;
	learner->outer = dense ? d : options->budget - options->inner_draws;

	for (int v = 0; v < method->vectors; v++)
	{
		learner->vector[v] = (double *) at;
		at += ARRAY_SIZE(d, double);
	}
	u = learner->vector[0];
	if (method->derived_u)
	{
		u = (double *) at;
		at += ARRAY_SIZE(d, double);
	}
	memset(memory, 0, at - (char *) memory);

	iterate_init(&learner->iterate, at, d, dense, method->one_tree, u, learner->vector[1]);
	at += iterate_size(d, dense, method->one_tree);
	plan_init(&learner->plan, at, d, capacity);
	at += plan_size(d, capacity);
	learner->value = (double *) at;

	set_radius(learner);
	learner->step_first_row = method->step_first_row ? method->step_first_row(learner) : 1;

	rng_seed(&learner->state.rng, options->seed);
	method->rebuild(learner);
	iterate_settled(&learner->iterate);
}

const ReadPlan *
learner_plan(Learner *learner)
{
	if (!learner->planned)
	{
		learner->next_rng = learner->state.rng;
		gradient_plan(learner, &learner->next_rng);
		learner->planned = true;
	}
	return &learner->plan;
}

/* The step for the present row, counted already: the user's, the paper's for m rows, or anytime. */
static double
current_step(const Learner *learner)
{
	double		rows;

	if (learner->options.step > 0)
		return learner->options.step;
	if (learner->options.rows > 0)
		rows = learner->options.rows;
	else
		rows = Max((double) learner->state.rows, learner->step_first_row);
	return learner->step_constant / sqrt(rows);
}

static double
center_of(const LearnerOptions *options, uint32 i)
{
	if (options->ncenter == 0)
		return 0;
	return options->center[options->ncenter == 1 ? 0 : i];
}

static double
scale_of(const LearnerOptions *options, uint32 i)
{
	if (options->nscale == 0)
		return 1;
	return options->scale[options->nscale == 1 ? 0 : i];
}

static void
settle(Learner *learner)
{
	iterate_settle(&learner->iterate);
	learner->method->settle(learner);
	iterate_settled(&learner->iterate);
}

Status
learner_update(Learner *learner, const double *x, double y)
{
	const LearnerOptions *options = &learner->options;
	const ReadPlan *plan = learner_plan(learner);
	Iterate    *it = &learner->iterate;
	LearnerState *state = &learner->state;
	double		step;
	double		slope;

	for (uint32 s = 0; s < plan->n; s++)
		learner->value[s] = (x[s] - center_of(options, plan->attribute[s])) /
			scale_of(options, plan->attribute[s]);

	state->rng = learner->next_rng;
	state->rows++;
	state->draws += plan->draws;
	state->reads += plan->n;
	state->target_sum += y;
	if (fabs(y) > state->target_max)
	{
		state->target_max = fabs(y);
		if (options->radius == 0)
			set_radius(learner);
	}
	step = current_step(learner);
	if (options->intercept && learner->method->center_target)
		state->intercept = state->target_sum / state->rows;

	iterate_record(it);
	state->intercept_sum += state->intercept;
	if (it->dense)
		iterate_settle(it);		/* every u changes anyway */

	slope = gradient_product(learner, learner->value) + state->intercept - y;
	learner->method->descend(learner, learner->value, slope, step);
	if (options->intercept && !learner->method->center_target)
		state->intercept -= step * slope;

	learner->planned = false;
	if (!isfinite(slope) || !isfinite(it->factor) || !isfinite(state->intercept))
		return KERNEL_DIVERGED;
	if (iterate_unsettled(it))
		settle(learner);
	return KERNEL_OK;
}

void
learner_weights(const Learner *learner, double *weight, double *intercept)
{
	const LearnerOptions *options = &learner->options;
	const LearnerState *state = &learner->state;
	double		rows = Max(state->rows, 1);

	*intercept = 0;
	if (options->intercept)
		*intercept = learner->method->center_target ?
			state->target_sum / rows : state->intercept_sum / rows;
	for (uint32 i = 0; i < learner->d; i++)
	{
		weight[i] = iterate_sum(&learner->iterate, i) / rows / scale_of(options, i);
		*intercept -= weight[i] * center_of(options, i);
	}
}

void
learner_save(Learner *learner)
{
	LearnerState *state = &learner->state;
	const Iterate *it = &learner->iterate;

	state->unsettled = it->unsettled;
	state->factor = it->factor;
	state->factor_sum = it->factor_sum;
	state->settled_factor = it->settled_factor;
}

void
learner_restore(Learner *learner)
{
	const LearnerState *state = &learner->state;
	Iterate    *it = &learner->iterate;

	it->unsettled = state->unsettled;
	it->factor = state->factor;
	it->factor_sum = state->factor_sum;
	it->settled_factor = state->settled_factor;
	set_radius(learner);
	learner->method->rebuild(learner);
	learner->planned = false;
}
