/*
 * gradient.c
 *		The general estimate of the gradient under a budget (GAERR and GAELR of
 *		Hazan & Koren 2012 and Kukliansky & Shamir 2015).
 *
 * For the loss (<w,x> - y)^2 / 2 the gradient is (<w,x> - y) x.  With k
 * attributes i_1 .. i_k drawn from q and k' attributes j_1 .. j_k' from p,
 * all with replacement,
 *		x~   = 1/k  sum_r x[i_r] / q[i_r] e_{i_r}			E x~ = x
 *		phi~ = 1/k' sum_s w[j_s] x[j_s] / p[j_s] - y		E phi~ = <w,x> - y
 * are independent given w, so phi~ x~ is unbiased.  Both are linear in the
 * values: the plan carries the factors.
 */
#include "kernel/stream/learner.h"

/* Plans to read everything: x~ = x and phi~ = <w,x> - y, exactly. */
static void
plan_everything(Learner *learner)
{
	ReadPlan   *plan = &learner->plan;

	if (plan->n < plan->capacity)
		plan_all(plan);			/* at the first row; later plans keep it */
	for (uint32 i = 0; i < learner->d; i++)
		plan->product_weight[i] = iterate_weight(&learner->iterate, i);
}

void
gradient_plan_data(Learner *learner, Rng *rng)
{
	ReadPlan   *plan = &learner->plan;
	bool		far = learner->d >= ITERATE_LONG;

	plan_clear(plan);
	for (uint32 r = 0; r < learner->outer; r++)
	{
		uint32		attribute = sampler_draw(&learner->sampler, rng);
		uint32		slot;

		if (far)
		{
			iterate_prefetch(&learner->iterate, attribute);
			__builtin_prefetch(&learner->vector[0][attribute], 1);	/* u depends on it */
		}
		slot = plan_draw(plan, attribute);
		plan->data_weight[slot] +=
			sampler_inverse(&learner->sampler, attribute) / learner->outer;
	}
}

/* Returns w_j / p_j of an attribute j that was drawn for the inner product. */
static double
weight_ratio(const Iterate *it, uint32 attribute)
{
	double		p = sumtree_get(&it->draw, attribute) / sumtree_total(&it->draw);

	return iterate_weight(it, attribute) / p;
}

uint32
gradient_draw_inner(const Learner *learner, Rng *rng, double *ratio)
{
	uint32		attribute = sumtree_draw(&learner->iterate.draw, rng);

	*ratio = weight_ratio(&learner->iterate, attribute);
	return attribute;
}

void
gradient_plan(Learner *learner, Rng *rng)
{
	ReadPlan   *plan = &learner->plan;
	const Iterate *it = &learner->iterate;
	uint32		drawn[SUMTREE_AT_ONCE];
	uint32		n;

	if (learner->options.budget == 0)
	{
		plan_everything(learner);
		return;
	}
	gradient_plan_data(learner, rng);

	/* if w = 0, the inner product is known without a draw */
	if (!(sumtree_total(&it->draw) > 0))
		return;
	for (uint32 s = 0; s < learner->inner; s += n)
	{
		n = Min(learner->inner - s, SUMTREE_AT_ONCE);
		sumtree_draw_many(&it->draw, rng, n, drawn);
		for (uint32 k = 0; k < n; k++)
			plan->product_weight[plan_draw(plan, drawn[k])] +=
				weight_ratio(it, drawn[k]) / learner->inner;
	}
}

double
gradient_product(const Learner *learner, const double *x)
{
	const ReadPlan *plan = &learner->plan;
	double		sum = 0;

	for (uint32 i = 0; i < plan->n; i++)
		sum += plan->product_weight[i] * x[i];
	return sum;
}

/* Fills in the row if everything was read, so that slot s is attribute s. */
static void
compute_mean(const Learner *learner, const double *x, double constant, StreamShrinkageRow *row)
{
	const Iterate *it = &learner->iterate;
	double		per_row = 1 / learner_rows(learner);
	double		sum = constant;
	double		diagonal = row->diagonal;

	for (uint32 i = 0; i < learner->d; i++)
	{
		double		mean = iterate_sum(it, i) * per_row * x[i];

		sum += mean;
		diagonal += mean * mean;
	}
	row->diagonal = diagonal;
	row->prediction = sum;
	row->product = sum * sum;
}

/*
 * One estimate comes from the draws for the inner product, each of which has the
 * factor w_j / p_j in the plan and gets (mean w)_j / p_j instead.  The other comes
 * from the draws for the data point.  If the plan hides the former (hides_product),
 * both come from the latter, over pairs of different draws; an attribute that was
 * drawn m times makes m (m - 1) such pairs with itself.
 */
bool
gradient_estimate_mean(const Learner *learner, const double *x, double constant, StreamShrinkageRow *row)
{
	const ReadPlan *plan = &learner->plan;
	const Iterate *it = &learner->iterate;
	bool		hidden = learner->method->hides_product && learner->method->hides_product(learner);
	double		per_row = 1 / learner_rows(learner);
	double		draws = learner->outer;
	double		inner = constant;
	double		data = constant;
	double		repeated = 0;

	if (learner->options.budget == 0)
	{
		compute_mean(learner, x, constant, row);
		return true;
	}
	if (hidden && draws < 2)
		return false;
	for (uint32 s = 0; s < plan->n; s++)
	{
		uint32		i = plan->attribute[s];
		double		mean = iterate_sum(it, i) * per_row * x[s];
		double		drawn = plan->data_weight[s] * mean;

		data += drawn;
		row->diagonal += drawn * mean;
		if (plan->product_weight[s] != 0)
			inner += plan->product_weight[s] * (mean / iterate_weight(it, i));
		if (hidden && drawn != 0)
			repeated += drawn * drawn * sampler_inverse(&learner->sampler, i) /
				(plan->data_weight[s] * draws);
	}
	row->prediction = hidden ? data : (inner + data) / 2;
	row->product = inner * data;
	if (hidden)
	{
		data -= constant;
		row->product = (data * data - repeated) * draws / (draws - 1) +
			constant * (2 * data + constant);
	}
	return true;
}
