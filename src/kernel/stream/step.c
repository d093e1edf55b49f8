/*
 * step.c
 *		How far a learner goes on a row.
 */
#include "kernel/stream/step.h"

/*
 * The user's, or the paper's for m rows or anytime.  Each phase of a two-phase
 * learner counts its own rows.
 */
double
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
	if (learner_warming_up(learner))
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

bool
step_adapts(const Learner *learner)
{
	return learner->options.step_rule == STEP_ADAPTIVE && !(learner->options.step > 0);
}

/*
 * l2 ball:		radius / sqrt(2 sum |g|_2^2), the constant among the weights
 *				(Streeter & McMahan 2010; the ball is 2 radius across).
 * l1 ball:		sqrt(log(2d) / sum |g|_inf^2), whatever the radius, for the
 *				exponents take the gradient in units of it.
 */
double
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
		return 0;				/* so far nothing pulls */
	return l1 ? sqrt(log(2.0 * learner->d) / *sum) : learner->radius / sqrt(2 * *sum);
}
