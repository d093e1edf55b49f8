/*
 * learner_options.c
 *		Options that several learners share.
 */
#include "kernel/stream/learner_options.h"

const char *const sampling_words[] = {
	[SAMPLING_UNIFORM] = "uniform",
	[SAMPLING_MOMENTS] = "moments",
	[SAMPLING_TWO_PHASE] = "two-phase",
	NULL
};

const char *const missing_value_words[] = {
	[MISSING_IS_ERROR] = "error",
	[MISSING_SKIPS_ROW] = "skip",
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

OptionProblem
sampling_complete(LearnerOptions *options, uint32 inner_draws)
{
	bool		moments = options->second_moments.n > 0;
	bool		warmup = options->warmup_rows > 0;
	bool		given = options->inner_draws > 0;

	if (!given && options->budget > 0)
		options->inner_draws = inner_draws;
	if (options->sampling == CHOICE_OPEN)
		options->sampling = moments ? SAMPLING_MOMENTS :
			options->warmup_rows > 0 ? SAMPLING_TWO_PHASE : SAMPLING_UNIFORM;

	if (options->sampling == SAMPLING_TWO_PHASE && options->warmup_rows == 0)
	{
		if (options->rows == 0)
			return problem("sampling", "needs \"warmup_rows\" or \"rows\" when it is \"two-phase\"");
		options->warmup_rows = Max(options->rows / 10, 1);
	}
	if (options->sampling == SAMPLING_MOMENTS && !moments)
		return problem("sampling", "needs \"second_moments\" when it is \"moments\"");
	if (options->sampling != SAMPLING_MOMENTS && moments)
		return problem("second_moments", "needs sampling \"moments\"");
	if (options->sampling != SAMPLING_TWO_PHASE)
	{
		if (options->warmup_rows > 0)
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
		return given ? (OptionProblem)
		{
			.option = "inner_draws", .problem = "must be below the budget", .other = "budget"
		} : (OptionProblem)
		{
			.option = "budget", .problem = "is too small for the inner product's draws",
			.other = "inner_draws",
			.hint = "Give a larger \"budget\", or \"inner_draws\" below it."
		};
	return (OptionProblem)
	{
		0
	};
}
