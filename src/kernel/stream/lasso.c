/*
 * lasso.c
 *		Exponentiated gradient in the l1 ball: AELR (Hazan & Koren 2012,
 *		algorithm 2) under a budget, online lasso (EG+-) without one, DDAELR
 *		and its two-phase form (Kukliansky & Shamir 2015) with second moments.
 *
 *		w = B (z+ - z-) / (|z+|_1 + |z-|_1)
 *		z+_i <- z+_i e^(-step g_i),  z-_i <- z-_i e^(+step g_i),
 *		g_i the gradient estimate clipped to +-1/step.
 *
 * Both start at 1, so z+_i z-_i stays 1 and one number theta_i holds both:
 * z+- = e^(+-theta).  With u_i = sinh(theta_i) / e^M and leaves of the norm
 * cosh(theta_i) / e^M, w_i = B u_i / sum of leaves for every M.  Each settle moves M
 * to the largest |theta|, so nothing overflows on long streams.  p is proportional to
 * |w| unless it is weighted by moments.
 */
#include "kernel/stream/learner.h"

/* |theta| - M from which e^(|theta| - M) is no longer safe to sum. */
#define MAX_EXPONENT 300.0

/* |theta| below which sinh is summed from its series. */
#define SERIES_LIMIT 0.3

/*
 * Uniform:		(1 / 2B) sqrt(k log(2d) / (10 d m)), which gives the bound that the
 *				paper states.  The printed 2B / (G sqrt m) is the step of ridge.
 * Moments:		(1 / 2B) sqrt(log(2d) / (5 m (||E x^2||_1 / k + 1))).
 * Two-phase:	sqrt(k log(2d) / (20 B^2 m_2 (8 ||A||_1 + 20 d epsilon + k))),
 *				epsilon the smoothing and A the estimated moments.
 */
static double
lasso_step_constant(const Learner *learner)
{
	const Sampler *sampler = &learner->sampler;
	double		radius = learner->radius;
	double		k = learner->outer;
	double		d = learner->d;

	if (!sampler->weighted)
		return sqrt(k * log(2 * d) / (10 * d)) / (2 * radius);
	if (learner->options.sampling == SAMPLING_MOMENTS)
		return sqrt(log(2 * d) / (5 * (sampler->norm / k + 1))) / (2 * radius);
	return sqrt(k * log(2 * d) / (20 * (8 * sampler->norm + 20 * d * sampler->smoothing + k))) / radius;
}

/* The bound needs a step no larger than that for t = log 2d. */
static double
lasso_step_first_row(const Learner *learner)
{
	return ceil(log(2.0 * learner->d));
}

/*
 * Computes sinh(theta) / e^offset and cosh(theta) / e^offset without overflow; `unit`
 * is e^-offset.
 */
static void
shifted_hyperbolic(double theta, double offset, double unit, double *sinh_part, double *cosh_part)
{
	double		size = fabs(theta);

	if (size < SERIES_LIMIT)
	{
		/* (e^x - e^-x) / 2 would lose digits; the next term is below 1e-16 */
		double		square = theta * theta;
		double		value = theta * (1 + square / 6 * (1 + square / 20 * (1 + square / 42 *
																		  (1 + square / 72 * (1 + square / 110)))));

		*sinh_part = value * unit;
		*cosh_part = sqrt(1 + value * value) * unit;
	}
	else if (size < MAX_EXPONENT)
	{
		double		power = exp(size);
		double		inverse = 1 / power;

		*sinh_part = copysign(0.5 * (power - inverse) * unit, theta);
		*cosh_part = 0.5 * (power + inverse) * unit;
	}
	else
	{
		/* e^-|theta| is below the last bit of e^|theta| */
		*cosh_part = 0.5 * exp(size - offset);
		*sinh_part = copysign(*cosh_part, theta);
	}
}

void
lasso_rebuild(Learner *learner)
{
	Iterate    *it = &learner->iterate;
	double		sum = 0;
	double		offset = learner->state.offset;
	double		unit = exp(-offset);

	for (uint32 i = 0; i < learner->d; i++)
	{
		double		leaf;

		shifted_hyperbolic(learner->vector[0][i], offset, unit, &it->u[i], &leaf);
		if (it->dense)
			sum += leaf;
		else
		{
			sumtree_leaves(&it->norm)[i] = leaf;
			sumtree_leaves(&it->draw)[i] =
				sampler_leaf(&learner->sampler, i, it->u[i], fabs(it->u[i]));
		}
	}
	if (!it->dense)
	{
		sumtree_build(&it->norm);
		sumtree_build(&it->draw);
		sum = sumtree_total(&it->norm);
	}
	it->factor = learner->radius / sum;
}

void
lasso_settle(Learner *learner)
{
	double		largest = 0;

	for (uint32 i = 0; i < learner->d; i++)
		largest = Max(largest, fabs(learner->vector[0][i]));
	learner->state.offset = largest;
	lasso_rebuild(learner);
}

static void
lasso_descend(Learner *learner, const double *x, double slope)
{
	Iterate    *it = &learner->iterate;
	const ReadPlan *plan = &learner->plan;
	double	   *theta = learner->vector[0];
	double		step = learner->step;
	double		unit = exp(-learner->state.offset);

	for (uint32 s = 0; s < plan->n; s++)
	{
		uint32		i = plan->attribute[s];
		double		g = slope * plan->data_weight[s] * x[s];

		if (g == 0)
			continue;
		/* clip the gradient; a NaN stays one */
		if (step * g > 1)
			theta[i] -= 1;
		else if (step * g < -1)
			theta[i] += 1;
		else
			theta[i] -= step * g;

		if (!it->dense)
		{
			double		u;
			double		leaf;

			shifted_hyperbolic(theta[i], learner->state.offset, unit, &u, &leaf);
			iterate_set(it, i, u, leaf, sampler_leaf(&learner->sampler, i, u, fabs(u)));
			if (fabs(theta[i]) > learner->state.offset + MAX_EXPONENT)
			{
				iterate_settle_begin(it);
				lasso_settle(learner);
				iterate_settle_end(it);
				unit = exp(-learner->state.offset);
			}
		}
	}
	if (it->dense)
		lasso_settle(learner);
	else
		it->factor = learner->radius / sumtree_total(&it->norm);
}

static const Option lasso_options[] = {
	OPTION_BUDGET,
	OPTION_RADIUS(LARGEST_TARGET IN_OWN_UNITS("2")),
	OPTION_STEP("by step_rule"),
	OPTION_STEP_RULE,
	OPTION_ROWS(ROWS_FOR_STEP),
	OPTIONS_SAMPLING("1"),
	OPTION_INTERCEPT(INTERCEPT_MEAN IMPLIED_BY_UNITS),
	OPTIONS_OWN_UNITS,
	OPTION_SHRINKAGE,
	OPTIONS_COLUMNS,
	OPTION_SEED_OF_DRAWS,
	{0}
};

static OptionProblem
lasso_complete(LearnerOptions *options)
{
	return sampling_complete(options, 1);	/* as published */
}

const LearnerMethod lasso_method = {
	.name = "lasso",
	.options = lasso_options,
	.complete = lasso_complete,
	.vectors = 2,
	.derived_u = true,
	.center_target = true,
	.l1_ball = true,
	.measured = true,
	.step_constant = lasso_step_constant,
	.step_first_row = lasso_step_first_row,
	.rebuild = lasso_rebuild,
	.descend = lasso_descend,
	.settle = lasso_settle
};
