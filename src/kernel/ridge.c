/*
 * ridge.c
 *		Online gradient descent in the l2 ball: AERR (Hazan & Koren 2012,
 *		algorithm 1) under a budget, online ridge without one.
 *
 *		v = w - step * g~,  w <- v * B / max(|v|_2, B)
 *
 * w = factor * u; the norm's leaves are u^2, and so is p.  The start is w = 0,
 * where the inner product is known without a look; the paper starts from an
 * arbitrary point only to have p defined.
 */
#include "learner.h"

static double
ridge_step_constant(const Learner *learner)
{
	/* sqrt(k / (2 d m)) */
	return sqrt(learner->outer / (2.0 * learner->d));
}

static double
squared_norm(const Iterate *it)
{
	double		sum = 0;

	if (!it->dense)
		return sumtree_total(&it->norm);
	for (uint32 i = 0; i < it->d; i++)
		sum += it->u[i] * it->u[i];
	return sum;
}

static void
ridge_rebuild(Learner *learner)
{
	Iterate    *it = &learner->iterate;

	if (!it->dense)
	{
		double	   *leaf = sumtree_leaves(&it->norm);

		for (uint32 i = 0; i < learner->d; i++)
			leaf[i] = it->u[i] * it->u[i];
		sumtree_build(&it->norm);
	}
}

static void
ridge_descend(Learner *learner, const double *x, double slope, double step)
{
	Iterate    *it = &learner->iterate;
	const ReadPlan *plan = &learner->plan;
	double		norm;

	for (uint32 s = 0; s < plan->n; s++)
	{
		uint32		i = plan->attribute[s];
		double		g = slope * plan->data_weight[s] * x[s];
		double		u;

		if (g == 0)
			continue;
		u = it->u[i] - step * g / it->factor;
		iterate_set(it, i, u, u * u, u * u);
	}

	norm = it->factor * sqrt(squared_norm(it));
	if (!isfinite(norm))
		it->factor = norm;		/* the loop reports it */
	else if (norm > learner->radius)
		it->factor *= learner->radius / norm;
}

static void
ridge_settle(Learner *learner)
{
	Iterate    *it = &learner->iterate;

	for (uint32 i = 0; i < learner->d; i++)
		it->u[i] *= it->factor;
	it->factor = 1;
	ridge_rebuild(learner);
}

const LearnerMethod ridge_method = {
	.vectors = 2,
	.derived_u = false,
	.one_tree = true,
	.center_target = false,
	.step_constant = ridge_step_constant,
	.rebuild = ridge_rebuild,
	.descend = ridge_descend,
	.settle = ridge_settle
};
