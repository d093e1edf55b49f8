/*
 * learner.c
 *		The loop that all streaming learners share: plan, observe, update,
 *		and the mean iterate at the end.
 */
#include "kernel/stream/learner.h"

#include <float.h>

const LearnerMethod *const learner_methods[] = {
#define LEARNER(name) &name##_method,
#include "kernel/stream/learner_list.h"
#undef LEARNER
	NULL
};

/* The draws of a learner with certain options, and the arrays that it keeps. */
typedef struct Layout
{
	const LearnerMethod *method;
	bool		dense;			/* every row changes every weight: no trees */
	bool		one_tree;
	bool		weighted;		/* second moments are known, or will be */
	bool		improved;		/* p is weighted by them, too */
	bool		centered;		/* centres come from the warm-up */
	bool		own_units;		/* centres and scales come from the warm-up */
	uint32		warmup_vectors;
	uint32		vectors;		/* all vectors */
	uint32		capacity;		/* the most distinct attributes of a plan */
} Layout;

static Layout
layout_of(const LearnerOptions *options, uint32 d)
{
	const LearnerMethod *method = options->method;
	Layout		layout = {.method = method};
	bool		budgeted = options->budget > 0;

	layout.dense = !budgeted && !method->always_trees;
	layout.weighted = budgeted && options->sampling != SAMPLING_UNIFORM;
	layout.improved = layout.weighted && options->inner_draws > 1;
	layout.one_tree = method->one_tree && !layout.improved;
	if (layout.weighted && options->sampling == SAMPLING_TWO_PHASE)
	{
		layout.centered = options->warmup_center;
		layout.warmup_vectors = layout.centered ? 3 : 2;
	}
	layout.own_units = options->units == UNITS_OWN;
	if (layout.own_units)
		layout.warmup_vectors = 3;
	layout.vectors = method->vectors + layout.warmup_vectors + (method->square ? d : 0);
	layout.capacity = !budgeted ? d :
		method->capacity ? method->capacity(options, d) : options->budget;
	return layout;
}

uint32
learner_vectors(const LearnerOptions *options, uint32 d)
{
	return layout_of(options, d).vectors;
}

/*
 * Radius in own units, which are standard deviations of the target: weights of
 * uncorrelated attributes have an l2 norm of at most 1, and a larger l1 norm.
 */
#define OWN_RADIUS_L1 2.0
#define OWN_RADIUS_L2 1.0

/* Sets B, and the step that depends on it. */
static void
set_radius(Learner *learner)
{
	if (learner->method->fixed_radius > 0)
		learner->radius = learner->method->fixed_radius;
	else if (learner->options.radius > 0)
		learner->radius = learner->options.radius;
	else if (learner->units.rows > 0)
		learner->radius = learner->method->l1_ball ? OWN_RADIUS_L1 : OWN_RADIUS_L2;
	else
		learner->radius = learner->state.target_max;
	if (learner->method->step_constant)
		learner->step_constant = learner->method->step_constant(learner);
}

/* Makes all later draws follow second moments: the user's, or those of the warm-up. */
static void
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
	set_radius(learner);
}

/* Adds a row to the moments.  Only the uniform draws for the data point may enter. */
static void
warmup_observe(Learner *learner)
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
 * Ends the warm-up, whose weights are the start of the second phase.  If attributes
 * are centred from now on, the intercept takes up the difference, and so does the
 * sum of intercepts, so that both phases can be averaged.
 */
static void
warmup_finish(Learner *learner)
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

/* Counts a row of the first phase of a two-phase learner, after its update. */
static void
warmup_moments(Learner *learner)
{
	warmup_observe(learner);
	if (learner->state.rows == learner->options.warmup_rows)
		warmup_finish(learner);
}

/* The learner's own units. */

uint64
units_rows(uint32 budget, uint32 d)
{
	double		looks = budget > 0 ? Min(budget, d) : d;

	return Max((uint64) ceil((double) UNITS_LOOKS * d / looks), UNITS_ROWS);
}

/* Plans the coming row of the warm-up; budget 0: everything. */
static void
units_plan(ReadPlan *plan, uint32 d, uint32 budget, Rng *rng)
{
	if (budget == 0)
		plan_all(plan);
	else
		plan_subset(plan, d, Min(budget, plan->capacity), rng);
}

/* Adds a look, by the method of West 1979: offsets that are far larger than the spread do no harm. */
static void
units_add(Units *units, uint32 i, double x)
{
	double		from_mean = x - units->location[i];

	units->count[i] += 1;
	units->location[i] += from_mean / units->count[i];
	units->sd[i] = Min(units->sd[i] + from_mean * (x - units->location[i]), DBL_MAX);
}

double
units_sd(double n, double mean, double squares)
{
	double		sd = n > 1 && squares > 0 ? sqrt(squares / (n - 1)) : 0;

	return sd > 4 * DBL_EPSILON * fabs(mean) ? sd : 0;
}

/* Ends the warm-up. */
static void
units_finish(Units *units, uint32 d)
{
	for (uint32 i = 0; i < d; i++)
		units->sd[i] = units_sd(units->count[i], units->location[i], units->sd[i]);
}

/*
 * Fixes the unit of the target after the warm-up.  A target that did not vary keeps
 * the user's unit.
 */
static void
set_target_unit(Learner *learner)
{
	if (learner->units.rows > 0 && !learner_estimates_units(learner) && learner->state.target_unit > 0)
		learner->target_unit = learner->state.target_unit;
}

/* Adds a row, which is counted already, to the warm-up for units; x: the planned values. */
static void
warmup_units(Learner *learner, const double *x)
{
	const ReadPlan *plan = &learner->plan;
	LearnerState *state = &learner->state;

	for (uint32 s = 0; s < plan->n; s++)
		units_add(&learner->units, plan->attribute[s], x[s]);
	if (learner_estimates_units(learner))
		return;
	units_finish(&learner->units, learner->d);
	state->target_unit = units_sd(state->rows, state->target_mean, state->target_unit);
	set_target_unit(learner);
}

/* Continues the warm-up, or the phase after it, from learner->state and vector[]. */
static void
warmup_restore(Learner *learner)
{
	if (learner_estimates_moments(learner) && learner->state.rows >= learner->options.warmup_rows)
		warmup_weight(learner);
	set_target_unit(learner);
}

Learner *
learner_create(Work *work, const LearnerOptions *options, uint32 d)
{
	Layout		layout = layout_of(options, d);
	const LearnerMethod *method = layout.method;
	Learner    *learner = WORK_ARRAY(work, 1, Learner);
	double	   *vectors = WORK_ARRAY(work, (size_t) layout.vectors * d, double);

	learner->work = work;
	learner->options = *options;
	learner->method = method;
	learner->d = d;
	learner->inner = options->budget == 0 ? d : options->inner_draws;
	if (method->even_split && options->budget > 0)
		learner->inner = options->budget - options->budget / 2;
	learner->outer = options->budget == 0 ? d : options->budget - learner->inner;

	for (uint32 v = 0; v < Min(layout.vectors, LEARNER_NAMED_VECTORS); v++)
		learner->vector[v] = vectors + (size_t) v * d;
	if (layout.own_units)
	{
		learner->units.rows = options->warmup_rows > 0 ?
			options->warmup_rows : units_rows(options->budget, d);
		learner->units.count = learner->vector[method->vectors];
		learner->units.location = learner->vector[method->vectors + 1];
		learner->units.sd = learner->vector[method->vectors + 2];
	}
	else if (layout.warmup_vectors > 0)
	{
		learner->warmup.count = learner->vector[method->vectors];
		learner->warmup.squares = learner->vector[method->vectors + 1];
		if (layout.centered)
			learner->warmup.values = learner->vector[method->vectors + 2];
	}
	iterate_init(work, &learner->iterate, d, layout.dense, layout.one_tree,
				 method->derived_u ? WORK_ARRAY(work, d, double) : learner->vector[0],
				 learner->vector[1]);
	sampler_init(work, &learner->sampler, d, layout.weighted, layout.improved, layout.centered);
	plan_init(work, &learner->plan, d, layout.capacity);
	learner->value = WORK_ARRAY(work, layout.capacity, double);
	if (method->create_private)
		learner->private = method->create_private(work, d);

	if (layout.weighted && options->sampling == SAMPLING_MOMENTS)
		warmup_weight(learner);
	learner->target_unit = 1;
	set_radius(learner);
	learner->step_first_row = method->step_first_row ? method->step_first_row(learner) : 1;

	rng_seed(&learner->state.rng, options->seed);
	method->rebuild(learner);
	iterate_settle_end(&learner->iterate);
	return learner;
}

const ReadPlan *
learner_plan(Learner *learner)
{
	if (!learner->planned)
	{
		learner->next_rng = learner->state.rng;
		if (learner_estimates_units(learner))
			units_plan(&learner->plan, learner->d, learner->options.budget, &learner->next_rng);
		else if (learner->method->plan)
			learner->method->plan(learner, &learner->next_rng);
		else
			gradient_plan(learner, &learner->next_rng);
		learner->planned = true;
	}
	return &learner->plan;
}

static double
user_center(const LearnerOptions *options, uint32 i)
{
	return number_of(&options->center, i, 0);
}

static double
user_scale(const LearnerOptions *options, uint32 i)
{
	return number_of(&options->scale, i, 1);
}

/* Returns the mean of attribute i in a two-phase warm-up, or 0 if it is not subtracted. */
static double
warmup_center_of(const Learner *learner, uint32 i)
{
	return learner->sampler.center ? learner->sampler.center[i] : 0;
}

static void
settle(Learner *learner)
{
	iterate_settle_begin(&learner->iterate);
	learner->method->settle(learner);
	iterate_settle_end(&learner->iterate);
}

/* Checks that the method takes this target and these values. */
static Status
check_row(const Learner *learner, const double *x, double y)
{
	Labels		labels = learner->method->labels;

	if (labels == LABELS_ANY)
		return KERNEL_OK;
	if (y != 1 && y != (labels == LABELS_BITS && !learner->signs ? 0 : -1))
		return KERNEL_BAD_TARGET;
	if (labels == LABELS_BITS)
		for (uint32 s = 0; s < learner->plan.n; s++)
			if (x[s] != 0 && x[s] != 1)
				return KERNEL_BAD_VALUE;
	return KERNEL_OK;
}

/* Returns the mean of the learned constants, which belongs to the mean weights. */
static double
mean_intercept(const Learner *learner)
{
	if (learner->options.intercept && !learner_learns_constant(learner))
		return 0;
	return learner->state.intercept_sum / Max(learner_rows(learner), 1);
}

/*
 * Measures the mean weights on the present row.  y and from_mean, the target less
 * the mean of earlier targets, are in the learner's units.
 */
static void
measure_row(Learner *learner, double y, double from_mean)
{
	const LearnerOptions *options = &learner->options;
	StreamShrinkage *shrinkage = &learner->state.shrinkage;
	StreamShrinkageRow row = {.from_mean = from_mean};

	row.residual = options->intercept ? from_mean : y;
	if (gradient_estimate_mean(learner, learner->value, mean_intercept(learner), &row))
		stream_shrinkage_add(shrinkage, &row, options->shrinkage == SHRINKAGE_PROGRESSIVE ?
							 stream_shrinkage_factor(shrinkage) : 1);
}

/* Adds the present iterate to the mean. */
static void
record(Learner *learner)
{
	iterate_record(&learner->iterate);
	learner->state.intercept_sum += learner->state.intercept;
	if (learner->iterate.dense)
		iterate_settle_begin(&learner->iterate);	/* every u changes anyway */
}

/*
 * Adds the target of the present row, which is counted already, to the state.
 * Returns the target less the mean of earlier targets.
 */
static double
observe_target(Learner *learner, double y)
{
	LearnerState *state = &learner->state;
	double		from_mean = y - state->target_mean;

	/* so that the mean of equal targets is the target, exactly */
	state->target_mean += from_mean / state->rows;
	if (state->rows <= learner->units.rows)
		state->target_unit += from_mean * (y - state->target_mean);
	if (learner->method->measured)
	{
		state->target_low = state->rows == 1 ? y : Min(state->target_low, y);
		state->target_high = state->rows == 1 ? y : Max(state->target_high, y);
	}
	if (fabs(y) > state->target_max)
	{
		state->target_max = fabs(y);
		if (learner->options.radius == 0)
			set_radius(learner);
	}
	return from_mean;
}

/* Returns the value x of attribute i in the learner's units. */
static double
standardize(const Learner *learner, uint32 i, double x)
{
	const LearnerOptions *options = &learner->options;

	if (learner->units.rows > 0)
		return units_clip(units_standardize(&learner->units, i, x), UNITS_MEASURE_LIMIT);
	return (x - user_center(options, i)) / user_scale(options, i) - warmup_center_of(learner, i);
}

/* Converts the planned values of the present row into the learner's units. */
static void
standardize_row(Learner *learner, const double *x)
{
	const LearnerOptions *options = &learner->options;

	if (learner->units.rows == 0 && options->center.n == 0 && options->scale.n == 0 &&
		learner->sampler.center == NULL)
	{
		memcpy(learner->value, x, sizeof(double) * learner->plan.n);
		return;
	}
	for (uint32 s = 0; s < learner->plan.n; s++)
		learner->value[s] = standardize(learner, learner->plan.attribute[s], x[s]);
}

/*
 * Returns the step for the present row, which is counted already, if the step does
 * not adapt: the user's, or the paper's for m rows, or for an unknown number of rows.
 * Each phase of a two-phase learner counts its own rows.
 */
static double
step_of_row(const Learner *learner)
{
	const LearnerOptions *options = &learner->options;
	uint64		before = 0;
	double		rows;
	double		step;

	if (options->step > 0)
		return options->step;
	if (learner->method->step_constant == NULL)
		return 1;
	if (learner_estimates_moments(learner))
		rows = options->warmup_rows;
	else
	{
		if (learner->warmup.count != NULL)
			before = options->warmup_rows;
		else
			before = learner->units.rows;
		if (options->rows > 0)
			rows = options->rows > before ? options->rows - before : 1;
		else
			rows = Max((double) (learner->state.rows - before), learner->step_first_row);
	}
	step = learner->step_constant / sqrt(rows);
	if (learner->method->step_limit)
		step = Min(step, learner->method->step_limit(learner));
	return step;
}

/* Returns true if the step adapts to the gradients. */
static bool
step_adapts(const Learner *learner)
{
	return learner->options.step_rule == STEP_ADAPTIVE && !(learner->options.step > 0);
}

/*
 * Adds the gradient of the present row, slope * data point, and returns the step
 * that follows from all gradients so far.
 *
 * l2 ball:		radius / sqrt(2 sum |g|_2^2), the constant being one of the weights
 *				(Streeter & McMahan 2010; the ball is 2 radius across).
 * l1 ball:		sqrt(log(2d) / sum |g|_inf^2) for every radius, because the
 *				exponents take the gradient in units of the radius.
 */
static double
step_adapt(Learner *learner, const double *x, double slope)
{
	const ReadPlan *plan = &learner->plan;
	bool		l1 = learner->method->l1_ball;
	double		size = learner_learns_constant(learner) ? slope * slope : 0;
	double	   *sum = &learner->state.gradients;

	for (uint32 s = 0; s < plan->n; s++)
	{
		double		g = slope * plan->data_weight[s] * x[s];

		size = l1 ? Max(size, g * g) : size + g * g;
	}
	*sum += size;
	if (*sum == 0)
		return 0;				/* every gradient so far was 0 */
	return l1 ? sqrt(log(2.0 * learner->d) / *sum) : learner->radius / sqrt(2 * *sum);
}

Status
learner_update(Learner *learner, const double *x, double y)
{
	const LearnerMethod *method = learner->method;
	const ReadPlan *plan = learner_plan(learner);
	Iterate    *it = &learner->iterate;
	LearnerState *state = &learner->state;
	Status		status = check_row(learner, x, y);
	double		from_mean;
	double		slope;

	if (status != KERNEL_OK)
		return status;

	state->rng = learner->next_rng;
	state->rows++;
	state->draws += plan->draws;
	state->reads += learner->looks ? look_counter_count(learner->looks, plan->attribute, plan->n) : plan->n;
	learner->planned = false;
	from_mean = observe_target(learner, y);
	if (state->rows <= learner->units.rows)
	{
		warmup_units(learner, x);
		return isfinite(state->target_mean) ? KERNEL_OK : KERNEL_DIVERGED;
	}

	standardize_row(learner, x);
	y /= learner->target_unit;
	learner->step = step_of_row(learner);

	if (!method->mean_after)
		record(learner);
	if (method->measured)
		measure_row(learner, y, from_mean / learner->target_unit);
	if (learner->units.rows > 0)
		for (uint32 s = 0; s < plan->n; s++)
			learner->value[s] = units_clip(learner->value[s], UNITS_LEARN_LIMIT);
	slope = method->slope ? method->slope(learner, learner->value, y) :
		gradient_product(learner, learner->value) + learner_constant(learner) - y;
	if (step_adapts(learner))
		learner->step = step_adapt(learner, learner->value, slope);
	method->descend(learner, learner->value, slope);
	if (learner_learns_constant(learner))
		state->intercept -= learner->step * slope;
	if (method->mean_after)
		record(learner);

	if (!isfinite(slope) || !isfinite(it->factor) || !isfinite(state->intercept))
		return KERNEL_DIVERGED;
	if (iterate_needs_settle(it))
		settle(learner);
	if (learner_estimates_moments(learner))
		warmup_moments(learner);
	return KERNEL_OK;
}

LearnerLoss
learner_loss(const Learner *learner)
{
	return stream_shrinkage_loss(&learner->state.shrinkage, learner->target_unit);
}

Status
learner_weights(Work *work, const Learner *learner, double *weight, double *intercept)
{
	const LearnerOptions *options = &learner->options;
	const LearnerMethod *method = learner->method;
	const LearnerState *state = &learner->state;
	double		rows = Max(learner_rows(learner), 1);
	bool		last = method->last_iterate && !options->averaged;
	double		factor = learner->target_unit;

	if (options->shrinkage == SHRINKAGE_PROGRESSIVE)
		factor *= stream_shrinkage_factor(&state->shrinkage);
	*intercept = last ? state->intercept : factor * mean_intercept(learner);
	if (options->intercept && method->center_target)
		*intercept += state->target_mean;

	if (method->solve)
	{
		Status		status = method->solve(work, learner, weight);

		if (status != KERNEL_OK)
			return status;
	}
	for (uint32 i = 0; i < learner->d; i++)
	{
		double		mean = method->solve ? weight[i] :
			last ? iterate_weight(&learner->iterate, i) :
			iterate_sum(&learner->iterate, i) / rows;

		if (learner->units.rows > 0)
		{
			bool		varies = !learner_estimates_units(learner) && learner->units.sd[i] > 0;

			weight[i] = varies ? factor * mean / learner->units.sd[i] : 0;
			*intercept -= weight[i] * learner->units.location[i];
			continue;
		}
		mean *= factor;
		weight[i] = mean / user_scale(options, i);
		*intercept -= weight[i] * user_center(options, i) + mean * warmup_center_of(learner, i);
	}
	if (method->labels == LABELS_BITS && learner->signs)
	{
		for (uint32 i = 0; i < learner->d; i++)
			weight[i] *= 2;
		*intercept = 2 * *intercept - 1;
	}
	return KERNEL_OK;
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
	state->threshold = it->threshold;
	state->threshold_sum = it->threshold_sum;
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
	it->threshold = state->threshold;
	it->threshold_sum = state->threshold_sum;
	warmup_restore(learner);
	set_radius(learner);
	learner->method->rebuild(learner);
	learner->planned = false;
}
