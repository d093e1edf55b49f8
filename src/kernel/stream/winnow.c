/*
 * winnow.c
 *		Normalised winnow: multiplicative and mistake-driven (Littlestone 1988, in
 *		the form of lecture notes on online learning).
 *
 * Reads all attributes; the labels are -1 and +1, and w_i = 1/d at first.  A mistake,
 * y <w,x> <= 0, changes the weights:
 *		w_i <- w_i e^(eta y x_i) / Z.
 * vector[0] holds theta_i, the sum of eta y x_i over mistakes, so that
 * w_i = e^theta_i / sum e^theta.  The balanced form adds the attributes -x, so that
 * weights may be negative: w = (z+ - z-) / sum, z+- = e^+-theta, which is the
 * representation of the lasso learner at radius 1.
 */
#include "kernel/stream/learner.h"

static void
winnow_rebuild(Learner *learner)
{
	Iterate    *it = &learner->iterate;
	double		sum = 0;

	if (learner->options.balanced)
	{
		lasso_rebuild(learner);
		return;
	}
	for (uint32 i = 0; i < learner->d; i++)
	{
		it->u[i] = exp(learner->vector[0][i] - learner->state.offset);
		sum += it->u[i];
	}
	it->factor = 1 / sum;
}

static void
winnow_settle(Learner *learner)
{
	double		largest = -INFINITY;

	if (learner->options.balanced)
	{
		lasso_settle(learner);
		return;
	}
	for (uint32 i = 0; i < learner->d; i++)
		largest = Max(largest, learner->vector[0][i]);
	learner->state.offset = largest;
	winnow_rebuild(learner);
}

static void
winnow_descend(Learner *learner, const double *x, double slope)
{
	if (slope == 0)
		return;
	for (uint32 i = 0; i < learner->d; i++)
		learner->vector[0][i] -= learner->options.rate * slope * x[i];
	winnow_settle(learner);
}

static const Option winnow_options[] = {
	{LEARNER_OPTION(rate), .kind = OPTION_DOUBLE, .bounds = ABOVE, .preset = 0.1,
	.text = "exponent of the update"},
	{LEARNER_OPTION(balanced), .kind = OPTION_BOOL,
	.text = "double the attributes with their negatives, for weights of either sign"},
	OPTIONS_UNITS,
	OPTIONS_COLUMNS,
	{0}
};

const LearnerMethod winnow_method = {
	.name = "winnow",
	.options = winnow_options,
	.vectors = 2,
	.derived_u = true,
	.fixed_radius = 1,
	.last_iterate = true,
	.labels = LABELS_SIGNS,
	.slope = perceptron_slope,
	.rebuild = winnow_rebuild,
	.descend = winnow_descend,
	.settle = winnow_settle
};
