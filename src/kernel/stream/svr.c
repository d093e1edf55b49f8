/*
 * svr.c
 *		Support vector regression under a budget: AESVR (Hazan & Koren 2012,
 *		section 5).
 *
 * The loss max(|z| - delta, 0), z = <w,x> - y, is smoothed so that
 *		f'(z) = erf((z - delta) / rho) / 2 + erf((z + delta) / rho) / 2,
 * and minimised by the descent of ridge.  A function of an inner product has no
 * unbiased estimate from an estimate of the product; each erf is estimated from its
 * series
 *		erf(z / rho) = sum_n a_n z^n,  a_{2i+1} = 2 (-1)^i / (sqrt(pi) rho^{2i+1} i! (2i+1)):
 * draw n with probability 2^-(n+1), make n independent estimates theta of z,
 * and return 2^(n+1) a_n theta_1 ... theta_n.  For even n, a_n = 0 and nothing
 * is read.  n is drawn with the plan, before any look.
 *
 * The second moment of this estimate grows as e^(4 (z/rho)^2), so it is useful only
 * if rho is of the order of the largest |z|.  The biased form, f' at the mean of some
 * draws, has no such limit.
 *
 * The update does not store the factors of a product that the plan drew.  It draws
 * them again from the same random state.
 */
#include "kernel/stream/learner.h"

#include <float.h>

/* Returns delta in the learner's units; the option is in units of the target. */
static double
insensitivity(const Learner *learner)
{
	return learner->options.insensitivity / learner->target_unit;
}

/* Returns rho in the learner's units. */
static double
smoothing(const Learner *learner)
{
	const LearnerOptions *options = &learner->options;

	if (options->smoothing > 0)
		return options->smoothing / learner->target_unit;
	/* positive even before the first target other than 0 */
	return Max(2 * learner->radius + insensitivity(learner), DBL_MIN);
}

/* Returns N, the draws that each factor of a long product is a mean of. */
static double
averaged_draws(const Learner *learner)
{
	double		ratio = 2 * learner->radius / smoothing(learner);

	return Max(ceil(ratio * ratio), 1);
}

/* Returns log |a_n| for odd n. */
static double
log_coefficient(int n, double rho)
{
	double		result = log(M_2_SQRTPI) - n * log(rho) - log(n);

	for (int i = 2; i <= (n - 1) / 2; i++)
		result -= log(i);
	return result;
}

/*
 * Draws the attributes for one estimate of erf((<w,x> - y) / rho).  If x is NULL,
 * adds them to the plan, else returns the estimate.  `draws_left`: how many draws are
 * still allowed; a product that needs more counts as 0.
 */
static double
estimate_erf(Learner *learner, Rng *rng, double *draws_left, const double *x, double y)
{
	double		rho = smoothing(learner);
	double		average = averaged_draws(learner);
	uint64		bits = pg_prng_uint64(rng);
	int			n = bits == 0 ? 64 : __builtin_clzll(bits);
	double		terms = n <= 2 * log2(average) ? 1 : average;
	double		log_size;
	bool		negative;
	size_t		draws = 0;

	if (n % 2 == 0 || n * terms > *draws_left)
		return 0;
	*draws_left -= n * terms;
	log_size = (n + 1) * M_LN2 + log_coefficient(n, rho);
	negative = (n - 1) / 2 % 2 == 1;
	for (int r = 0; r < n; r++)
	{
		double		theta = 0;

		for (double t = 0; t < terms; t++)
		{
			double		ratio;
			uint32		attribute = gradient_draw_inner(learner, rng, &ratio);

			work_poll_step(learner->work, draws++);
			if (x == NULL)
				plan_draw(&learner->plan, attribute);
			else
				theta += ratio * x[learner->plan.slot[attribute]];
		}
		theta = theta / terms - y;
		log_size += log(fabs(theta));
		negative ^= theta < 0;
	}
	return negative ? -exp(log_size) : exp(log_size);
}

static double
draw_limit(const Learner *learner)
{
	return learner->options.max_draws > 0 ? learner->options.max_draws : INFINITY;
}

static bool
by_series(const Learner *learner)
{
	return learner->options.budget > 0 && !learner->options.biased;
}

static void
svr_plan(Learner *learner, Rng *rng)
{
	double		draws_left = draw_limit(learner);

	if (!by_series(learner))
	{
		gradient_plan(learner, rng);
		return;
	}
	gradient_plan_data(learner, rng);
	learner->inner_rng = *rng;
	/* if w = 0, the inner product is known without a draw */
	if (!(sumtree_total(&learner->iterate.draw) > 0))
		return;
	(void) estimate_erf(learner, rng, &draws_left, NULL, 0);
	(void) estimate_erf(learner, rng, &draws_left, NULL, 0);
}

static uint32
svr_capacity(const LearnerOptions *options, uint32 d)
{
	if (options->biased)
		return options->budget;
	if (options->max_draws == 0 || options->max_draws > d)
		return d;
	return Min(d, options->budget - options->inner_draws + options->max_draws);
}

static double
svr_slope(Learner *learner, const double *x, double y)
{
	double		delta = insensitivity(learner);
	double		rho = smoothing(learner);
	double		draws_left = draw_limit(learner);
	double		above;
	double		below;
	Rng			rng = learner->inner_rng;

	y -= learner_constant(learner);
	if (!by_series(learner) || !(sumtree_total(&learner->iterate.draw) > 0))
	{
		double		z = gradient_product(learner, x) - y;

		return 0.5 * erf((z - delta) / rho) + 0.5 * erf((z + delta) / rho);
	}
	above = estimate_erf(learner, &rng, &draws_left, x, y + delta);
	below = estimate_erf(learner, &rng, &draws_left, x, y - delta);
	return 0.5 * above + 0.5 * below;
}

static const Option svr_options[] = {
	OPTION_BUDGET,
	OPTION_RADIUS(LARGEST_TARGET IN_OWN_UNITS("1")),
	OPTION_STEP("by step_rule"),
	OPTION_STEP_RULE,
	OPTION_ROWS(ROWS_FOR_STEP),
	{LEARNER_OPTION(insensitivity), .kind = OPTION_DOUBLE, .bounds = AT_LEAST,
	.text = "errors up to this size cost nothing"},
	{LEARNER_OPTION(smoothing), .kind = OPTION_DOUBLE, .bounds = ABOVE,
	.unset = "2 radius + insensitivity", .text = "width over which the loss is rounded off"},
	{LEARNER_OPTION(max_draws), .kind = OPTION_UINT32, .bounds = AT_LEAST, .least = 1, .unset = "no limit",
	.text = "the most draws for inner products; longer products count as 0, which is biased"},
	{LEARNER_OPTION(biased), .kind = OPTION_BOOL,
	.text = "take the slope of the loss at the mean of inner_draws draws; always so if fewer than 2 draws are left and shrinkage is progressive"},
	OPTIONS_SAMPLING("2; biased: half of the budget"),
	OPTION_INTERCEPT(INTERCEPT_BOTH IMPLIED_BY_UNITS),
	OPTIONS_OWN_UNITS,
	OPTION_SHRINKAGE,
	OPTIONS_COLUMNS,
	OPTION_SEED_OF_DRAWS,
	{0}
};

/* The series needs 2 draws on average; the biased form is best with half of the budget. */
static OptionProblem
svr_complete(LearnerOptions *options)
{
	OptionProblem conflict = sampling_complete(options, options->biased ?
											   options->budget - options->budget / 2 : 2);

	/* the series hides its draws, and a single other draw cannot estimate the shrinkage */
	if (options->shrinkage == SHRINKAGE_PROGRESSIVE && options->budget > 0 &&
		options->budget < options->inner_draws + 2)
		options->biased = true;
	return conflict;
}

const LearnerMethod svr_method = {
	.name = "svr",
	.options = svr_options,
	.complete = svr_complete,
	.vectors = 2,
	.one_tree = true,
	.root_weighted = true,
	.center_target = true,
	.learn_constant = true,
	.measured = true,
	.hides_product = by_series,
	.step_constant = ridge_step_constant,
	.plan = svr_plan,
	.capacity = svr_capacity,
	.slope = svr_slope,
	.rebuild = ridge_rebuild,
	.descend = ridge_descend,
	.settle = ridge_settle
};
