/*
 * ridge.c
 *		Online gradient descent in the l2 ball: AERR (Hazan & Koren 2012,
 *		algorithm 1) under a budget, online ridge without one.
 *
 *		v = w - step * g~,  w <- v * B / max(|v|_2, B)
 *
 * With second moments: DDAERR and its two-phase form (Kukliansky & Shamir 2015,
 * algorithms 1 and 2).  w = factor * u.  The leaves of the norm are u^2, and p is
 * proportional to them unless it is weighted by moments.  The start is w = 0, where
 * the inner product is known without a look; the paper starts from an arbitrary point
 * only to have p defined.
 */
#include "kernel/stream/learner.h"

/*
 * Uniform:		sqrt(k / (2 d m)).
 * Moments:		1 / sqrt(m (||E x^2||_{1/2} / k + 1)).
 * Two-phase:	the larger of sqrt(k / (6 d m_2)) and, with epsilon the
 *				smoothing and A the estimated moments,
 *				sqrt((k / m_2) / (2 a + 2 sqrt(5/3 d^2 epsilon a) + k)),
 *				a = ||2 A + 10/3 epsilon||_{1/2}, which without smoothing is
 *				2 ||A||_{1/2}.
 */
double
ridge_step_constant(const Learner *learner)
{
	const Sampler *sampler = &learner->sampler;
	double		k = learner->outer;
	double		d = learner->d;
	double		a;

	if (!sampler->weighted)
		return sqrt(k / (2 * d));
	if (learner->options.sampling == SAMPLING_MOMENTS)
		return 1 / sqrt(sampler->half_norm / k + 1);
	a = sampler->smoothed_half_norm;
	return Max(sqrt(k / (6 * d)),
			   sqrt(k / (2 * a + 2 * sqrt(5 * d * d * sampler->smoothing * a / 3) + k)));
}

/*
 * If everything is read, a step of 1 / (|x|^2 + 1) moves the prediction for this row
 * to its target, and a step twice as long moves it as far beyond.  Without a ball,
 * errors would grow with still longer steps.  For |x|_2 <= 1, which the formula is
 * made for, the limit binds only in the first row or two.
 */
static double
ridge_step_limit(const Learner *learner)
{
	double		square = learner->options.intercept ? 1 : 0;

	if (learner->options.budget > 0)
		return INFINITY;
	for (uint32 s = 0; s < learner->plan.n; s++)
		square += learner->value[s] * learner->value[s];
	return square > 0 ? 1 / square : INFINITY;
}

/*
 * Descends if everything was read: slot s has attribute s with weight 1, and the sum
 * of the iterates is settled in each row.  Returns |u|_2^2.
 */
static double
descend_dense(Learner *learner, const double *x, double slope)
{
	double	   *u = learner->iterate.u;
	double		factor = learner->iterate.factor;
	double		step = learner->step;
	double		square = 0;

	for (uint32 i = 0; i < learner->d; i++)
	{
		double		move = step * (slope * x[i]);

		/* only the ball changes the factor; while it is 1, there is no division */
		u[i] -= factor == 1 ? move : move / factor;
		square += u[i] * u[i];
	}
	return square;
}

void
ridge_rebuild(Learner *learner)
{
	Iterate    *it = &learner->iterate;

	if (it->dense)
		return;
	for (uint32 i = 0; i < learner->d; i++)
	{
		double		square = it->u[i] * it->u[i];

		sumtree_leaves(&it->norm)[i] = square;
		sumtree_leaves(&it->draw)[i] = sampler_leaf(&learner->sampler, i, it->u[i], square);
	}
	sumtree_build(&it->norm);
	if (!it->one_tree)
		sumtree_build(&it->draw);
}

void
ridge_descend(Learner *learner, const double *x, double slope)
{
	Iterate    *it = &learner->iterate;
	const ReadPlan *plan = &learner->plan;
	double		square;
	double		norm;

	if (it->dense)
		square = descend_dense(learner, x, slope);
	else
	{
		for (uint32 s = 0; s < plan->n; s++)
		{
			uint32		i = plan->attribute[s];
			double		g = slope * plan->data_weight[s] * x[s];
			double		u;

			if (g == 0)
				continue;
			u = it->u[i] - learner->step * g / it->factor;
			iterate_set(it, i, u, u * u, sampler_leaf(&learner->sampler, i, u, u * u));
		}
		square = sumtree_total(&it->norm);
	}

	norm = it->factor * sqrt(square);
	if (!isfinite(norm))
		it->factor = norm;		/* the loop reports it */
	else if (norm > learner->radius)
		it->factor *= learner->radius / norm;
}

void
ridge_settle(Learner *learner)
{
	Iterate    *it = &learner->iterate;

	for (uint32 i = 0; i < learner->d; i++)
		it->u[i] *= it->factor;
	it->factor = 1;
	ridge_rebuild(learner);
}

static const Option ridge_options[] = {
	OPTION_BUDGET,
	OPTION_RADIUS("with a budget " LARGEST_TARGET ", else no bound" IN_OWN_UNITS("1")),
	OPTION_STEP("by step_rule; the paper's without a budget at most 1 / (|x|^2 + 1)"),
	OPTION_STEP_RULE,
	OPTION_ROWS(ROWS_FOR_STEP),
	OPTIONS_SAMPLING("1"),
	OPTION_INTERCEPT(INTERCEPT_BOTH IMPLIED_BY_UNITS),
	OPTIONS_OWN_UNITS,
	OPTION_SHRINKAGE,
	OPTIONS_COLUMNS,
	OPTION_SEED_OF_DRAWS,
	{0}
};

static OptionProblem
ridge_complete(LearnerOptions *options)
{
	if (options->budget == 0 && options->radius == 0 &&
		options->units == UNITS_COMMON && options->step_rule == STEP_PAPER)
		options->radius = INFINITY; /* exact gradients need no ball */
	return sampling_complete(options, 1);	/* as published */
}

const LearnerMethod ridge_method = {
	.name = "ridge",
	.options = ridge_options,
	.complete = ridge_complete,
	.vectors = 2,
	.one_tree = true,
	.root_weighted = true,
	.center_target = true,
	.learn_constant = true,
	.measured = true,
	.step_constant = ridge_step_constant,
	.step_limit = ridge_step_limit,
	.rebuild = ridge_rebuild,
	.descend = ridge_descend,
	.settle = ridge_settle
};
