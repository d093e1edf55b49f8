/*
 * perceptron.c
 *		The perceptron (Rosenblatt 1958), plain or averaged (Freund & Schapire
 *		1999).
 *
 * Reads all attributes; the labels are -1 and +1.  A mistake, y <w,x> <= 0, changes
 * the weights: w <- w + y x.  That is a descent step of length 1 against the slope -y.
 * Without a mistake there is no step.
 */
#include "kernel/stream/learner.h"

double
perceptron_slope(Learner *learner, const double *x, double y)
{
	if (y * (gradient_product(learner, x) + learner->state.intercept) > 0)
		return 0;
	learner->state.mistakes++;
	return -y;
}

static const Option perceptron_options[] = {
	{LEARNER_OPTION(averaged), .kind = OPTION_BOOL,
	.text = "use the mean of all iterates, not the last one"},
	OPTION_INTERCEPT(INTERCEPT_LEARNED),
	OPTIONS_UNITS,
	OPTIONS_COLUMNS,
	{0}
};

const LearnerMethod perceptron_method = {
	.name = "perceptron",
	.options = perceptron_options,
	.vectors = 2,
	.one_tree = true,
	.fixed_radius = INFINITY,
	.last_iterate = true,
	.learn_constant = true,
	.labels = LABELS_SIGNS,
	.slope = perceptron_slope,
	.rebuild = ridge_rebuild,
	.descend = ridge_descend,
	.settle = ridge_settle
};
