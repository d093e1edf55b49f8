/*
 * majority.c
 *		Randomized weighted majority (Littlestone & Warmuth 1994) with the
 *		prediction rule of Vovk and Cesa-Bianchi et al. 1997.
 *
 * The attributes are the 0/1 predictions of experts.  An expert's weight is
 * beta^(mistakes so far).  With r the share of the weight on experts that say 1, the
 * learner predicts 1 with probability
 *		ln(1 - r + r beta) / (ln(1 - r + r beta) + ln((1 - r) beta + r)).
 * With beta = 1 / (1 + 2z + z^2 / ln 2), z = sqrt(ln d / K), the expected
 * mistakes are at most L + sqrt(K ln d) + log2(d) / 2 if the best expert makes
 * L <= K mistakes.
 *
 * vector[0] counts the experts' mistakes.  The model predicts r, or 2 r - 1 if the
 * targets are -1 and 1.
 */
#include "kernel/stream/learner.h"

static double
majority_beta(const Learner *learner)
{
	double		z;

	if (learner->options.rate > 0)
		return learner->options.rate;
	z = sqrt(log(learner->d) / learner->options.rows);
	return 1 / (1 + 2 * z + z * z / M_LN2);
}

double
majority_probability(double share, double beta)
{
	double		r = Min(Max(share, 0), 1);
	double		one = log(1 - r + r * beta);
	double		zero = log((1 - r) * beta + r);

	return one + zero < 0 ? one / (one + zero) : r;
}

static double
majority_slope(Learner *learner, const double *x, double y)
{
	LearnerState *state = &learner->state;
	double		probability = majority_probability(gradient_product(learner, x),
												   majority_beta(learner));
	bool		label = y > 0;

	if ((rng_unit(&state->rng) < probability) != label)
		state->mistakes++;
	return label;
}

static void
majority_rebuild(Learner *learner)
{
	Iterate    *it = &learner->iterate;
	const double *mistakes = learner->vector[0];
	double		fewest = INFINITY;
	double		sum = 0;
	double		log_beta = log(majority_beta(learner));

	for (uint32 i = 0; i < learner->d; i++)
		fewest = Min(fewest, mistakes[i]);
	for (uint32 i = 0; i < learner->d; i++)
	{
		it->u[i] = exp((mistakes[i] - fewest) * log_beta);
		sum += it->u[i];
	}
	it->factor = 1 / sum;
}

/* The slope is the label: experts that said something else made a mistake. */
static void
majority_descend(Learner *learner, const double *x, double slope)
{
	for (uint32 i = 0; i < learner->d; i++)
		if (x[i] != slope)
			learner->vector[0][i] += 1;
	majority_rebuild(learner);
}

static const Option majority_options[] = {
	{LEARNER_OPTION(rate), .kind = OPTION_DOUBLE, .bounds = ABOVE | BELOW, .least = 0, .most = 1,
	.unset = "from rows", .text = "factor by which the weight of an expert is multiplied at a mistake"},
	OPTION_ROWS("number of mistakes expected of the best expert; required without rate"),
	OPTIONS_COLUMNS,
	OPTION_SEED_OF_DRAWS,
	{0}
};

static OptionProblem
majority_complete(LearnerOptions *options)
{
	OptionProblem none = {0};
	OptionProblem no_rate = {
		.option = "rate", .problem = "or \"rows\" is required",
		.hint = "Set \"rows\" to the number of mistakes that you expect of the best expert; the best rate follows from it."
	};

	return options->rate == 0 && options->rows == 0 ? no_rate : none;
}

const LearnerMethod majority_method = {
	.name = "majority",
	.options = majority_options,
	.complete = majority_complete,
	.vectors = 2,
	.derived_u = true,
	.last_iterate = true,
	.labels = LABELS_BITS,
	.slope = majority_slope,
	.rebuild = majority_rebuild,
	.descend = majority_descend,
	.settle = majority_rebuild
};
