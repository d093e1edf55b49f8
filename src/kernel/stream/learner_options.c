/*
 * learner_options.c
 *		Option values that several learners share, and conflicts between them.
 */
#include "kernel/stream/learner_options.h"

const char *const sampling_names[] = {
	[SAMPLING_UNIFORM] = "uniform",
	[SAMPLING_MOMENTS] = "moments",
	[SAMPLING_TWO_PHASE] = "two-phase",
	NULL
};

const char *const missing_value_names[] = {
	[MISSING_IS_ERROR] = "error",
	[MISSING_SKIPS_ROW] = "skip",
	NULL
};

const char *const units_names[] = {
	[UNITS_COMMON] = "common",
	[UNITS_OWN] = "standardized",
	NULL
};

const char *const step_rule_names[] = {
	[STEP_PAPER] = "paper",
	[STEP_ADAPTIVE] = "adaptive",
	NULL
};

const char *const shrinkage_names[] = {
	[SHRINKAGE_NONE] = "none",
	[SHRINKAGE_PROGRESSIVE] = "progressive",
	NULL
};

static OptionProblem
problem(const char *option, const char *problem)
{
	return (OptionProblem)
	{
		.option = option, .problem = problem
	};
}

/* Returns true if a list is set to something other than its default. */
static bool
is_set(const NumberList *list, double preset)
{
	return list->n > 1 || list->name || (list->n == 1 && list->value[0] != preset);
}

/* Returns the conflict of the units with other options, if there is one. */
static OptionProblem
units_problem(const LearnerOptions *options)
{
	OptionProblem conflict = {.option = "units", .hint = "Leave it out, or choose \"common\" units."};

	if (options->units != UNITS_OWN)
		return conflict;
	if (is_set(&options->center, 0))
		conflict.problem = "cannot be \"standardized\" if \"center\" is given";
	else if (is_set(&options->scale, 1))
		conflict.problem = "cannot be \"standardized\" if \"scale\" is given";
	else if (options->second_moments.n > 0)
		conflict.problem = "cannot be \"standardized\" if \"second_moments\" are given";
	return conflict;
}

OptionProblem
sampling_complete(LearnerOptions *options, uint32 inner_draws)
{
	bool		moments = options->second_moments.n > 0;
	bool		warmup = options->warmup_rows > 0;
	bool		inner_set = options->inner_draws > 0;
	bool		own = options->units == UNITS_OWN;
	OptionProblem conflict = units_problem(options);

	if (conflict.problem)
		return conflict;
	if (!inner_set && options->budget > 0)
		options->inner_draws = inner_draws;
	if (options->sampling == CHOICE_OPEN)
		options->sampling = moments ? SAMPLING_MOMENTS :
			warmup && !own ? SAMPLING_TWO_PHASE : SAMPLING_UNIFORM;

	if (options->sampling == SAMPLING_TWO_PHASE && options->warmup_rows == 0)
	{
		if (options->rows == 0)
			return problem("sampling", "needs \"warmup_rows\" or \"rows\" if it is \"two-phase\"");
		options->warmup_rows = Max(options->rows / 10, 1);
	}
	if (options->sampling == SAMPLING_MOMENTS && !moments)
		return problem("sampling", "needs \"second_moments\" if it is \"moments\"");
	if (options->sampling != SAMPLING_MOMENTS && moments)
		return problem("second_moments", "needs sampling \"moments\"");
	if (options->sampling != SAMPLING_TWO_PHASE)
	{
		if (warmup && !own)
			return problem("warmup_rows", "needs sampling \"two-phase\"");
		if (options->warmup_center)
			return problem("warmup_center", "needs sampling \"two-phase\"");
		if (options->smooth_moments)
			return problem("smooth_moments", "needs sampling \"two-phase\"");
	}
	if (options->sampling != SAMPLING_UNIFORM && options->budget == 0)
		return (OptionProblem)
		{
			.option = moments ? "second_moments" : warmup ? "warmup_rows" : "sampling",
			.problem = "needs a \"budget\"",
			.hint = "Without a budget every attribute is read, and none is drawn."
		};
	if (options->budget > 0 && options->inner_draws >= options->budget)
		return inner_set ? (OptionProblem)
		{
			.option = "inner_draws", .problem = "must be below the budget", .other = "budget"
		} : (OptionProblem)
		{
			.option = "budget", .problem = "is too small for the draws of the inner product",
			.other = "inner_draws",
			.hint = "Give a larger \"budget\", or \"inner_draws\" below it."
		};
	return (OptionProblem)
	{
		0
	};
}

void
learner_units_settle(LearnerOptions *options, bool named)
{
	bool		user_units = is_set(&options->center, 0) || is_set(&options->scale, 1) ||
		options->second_moments.n > 0;
	bool		own;

	if (options->units == CHOICE_OPEN)
		options->units = named && !user_units ? UNITS_OWN : UNITS_COMMON;
	own = options->units == UNITS_OWN;
	if (options->step_rule == CHOICE_OPEN)
		options->step_rule = own ? STEP_ADAPTIVE : STEP_PAPER;
	if (options->shrinkage == CHOICE_OPEN)
		options->shrinkage = own ? SHRINKAGE_PROGRESSIVE : SHRINKAGE_NONE;
	if (!own)
		return;
	options->intercept = true;	/* without it, the units would have no origin */
	if (options->sampling == SAMPLING_TWO_PHASE)
	{
		/* in these units every second moment is 1, so all draws are even */
		options->sampling = SAMPLING_UNIFORM;
		options->warmup_center = false;
		options->smooth_moments = false;
	}
}
