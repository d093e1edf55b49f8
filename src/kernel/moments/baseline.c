/*
 * baseline.c
 *		The Baseline of Cesa-Bianchi, Shalev-Shwartz, Shamir 2010 (algorithm 1):
 *		estimates E x x' and E y x from pairs of attributes, then minimizes.
 *
 * With a budget k, k/2 pairs (i, j) are drawn uniformly from [d] x [d], and
 *		v_i += (d/k) x_i,  v_j += (d/k) x_j,
 *		A_ij += (d^2/k) x_i x_j,  A_ji the same;
 * then w minimizes w' A w - 2 mean(y v)' w over |w|_1 <= B (the + in print is a misprint).  If A is
 * indefinite, the nearest positive semidefinite matrix replaces it.  There is no iterate: weights
 * are solved for when they are asked for.  vector[0] sums y v; the d vectors after the second one
 * are the rows of the sum of A.
 *
 * The learner keeps sums and solves once, so it is in the folder of moments.  It is trained like the
 * streaming learners and shares their draws, units, counters and saved states.
 */
#include "kernel/psd.h"
#include "kernel/stream/learner.h"

#include <cblas.h>

/* The final objective exceeds its minimum by at most this share of B |c|_inf. */
#define TOLERANCE 1e-7

#define MAX_ITERATIONS 200000

/* A ball larger than this, relative to the solution, does not bind. */
#define LARGEST_RATIO 1e100

/* Returns the sums of A. */
static double *
pair_sums(const Learner *learner)
{
	return learner->vector[1] + learner->d;
}

static void
baseline_plan(Learner *learner, Rng *rng)
{
	if (learner->options.budget == 0)
	{
		plan_all(&learner->plan);
		return;
	}
	learner->inner_rng = *rng;
	plan_clear(&learner->plan);
	for (uint32 draw = 0; draw < learner->options.budget / 2 * 2; draw++)
		(void) plan_draw(&learner->plan, rng_below(rng, learner->d));
}

/* Returns y, less its mean so far if there is an intercept; the sums need no slope. */
static double
baseline_slope(Learner *learner, const double *x, double y)
{
	(void) x;
	return y - learner_constant(learner);
}

static void
add_all(Learner *learner, const double *x, double y)
{
	double	   *sums = pair_sums(learner);
	uint32		d = learner->d;

	for (uint32 i = 0; i < d; i++)
	{
		learner->vector[0][i] += y * x[i];
		for (uint32 j = 0; j < d; j++)
			sums[(size_t) i * d + j] += x[i] * x[j];
	}
}

static void
baseline_descend(Learner *learner, const double *x, double y)
{
	double	   *cross = learner->vector[0];
	double	   *sums = pair_sums(learner);
	const uint32 *slot = learner->plan.slot;
	uint32		d = learner->d;
	uint32		pairs = learner->options.budget / 2;
	double		scale = d / (2.0 * pairs);
	Rng			rng = learner->inner_rng;

	if (learner->options.budget == 0)
	{
		add_all(learner, x, y);
		return;
	}
	/* draw the planned pairs again */
	for (uint32 p = 0; p < pairs; p++)
	{
		uint32		i = rng_below(&rng, d);
		uint32		j = rng_below(&rng, d);
		double		product = d * scale * x[slot[i]] * x[slot[j]];

		cross[i] += scale * y * x[slot[i]];
		cross[j] += scale * y * x[slot[j]];
		sums[(size_t) i * d + j] += product;
		sums[(size_t) j * d + i] += product;
	}
}

static void
baseline_rebuild(Learner *learner)
{
	(void) learner;				/* the vectors have everything */
}

/*
 * Projects onto |w|_1 <= 1 (Michelot 1986).  Each pass but the last drops some entries below the
 * next threshold, so there are at most d passes.
 */
static void
project_l1(double *w, size_t d)
{
	double		threshold = 0;
	size_t		count = d + 1;

	for (;;)
	{
		double		sum = 0;
		size_t		larger = 0;

		for (size_t i = 0; i < d; i++)
			if (fabs(w[i]) > threshold)
			{
				sum += fabs(w[i]);
				larger++;
			}
		if (larger >= count || sum <= 1)
			break;
		count = larger;
		threshold = (sum - 1) / larger;
	}
	if (threshold > 0)
		for (size_t i = 0; i < d; i++)
			w[i] = copysign(Max(fabs(w[i]) - threshold, 0), w[i]);
}

/* Sets gradient = A w - c; returns a bound of the objective at w less its minimum in the ball. */
static double
gradient_gap(const double *matrix, const double *cross, const double *w, size_t d,
			 double *gradient)
{
	double		largest = 0;
	double		along = 0;

	memcpy(gradient, cross, d * sizeof(double));
	cblas_dsymv(CblasColMajor, CblasLower, d, 1.0, matrix, d, w, 1, -1.0, gradient, 1);
	for (size_t i = 0; i < d; i++)
	{
		largest = Max(largest, fabs(gradient[i]));
		along += gradient[i] * w[i];
	}
	return along + largest;
}

/*
 * Minimizes w' A w / 2 - c' w in the unit l1 ball, for |c|_inf <= 1, by an accelerated projected
 * gradient (Beck & Teboulle 2009) that restarts whenever it turns back (O'Donoghue & Candes 2015).
 * A may be singular and c outside its range: in the ball there is a minimum all the same.
 *
 * Without restarts it is within 2 L R^2 / k^2 of the minimum after k steps, where R <= 2 is the
 * initial distance.  So restarts end after as many steps as that bound asks for, and as many more
 * steps certainly suffice.
 */
static Status
minimize_in_ball(Work *work, const double *matrix, const double *cross, double largest,
				 double tolerance, size_t d, double *w)
{
	double	   *ahead = WORK_ARRAY(work, d, double);	/* the extrapolated point */
	double	   *before = WORK_ARRAY(work, d, double);
	double	   *gradient = WORK_ARRAY(work, d, double);
	double		squares = 0;
	double		curvature;
	double		enough;
	double		momentum = 1;

	for (size_t i = 0; i < d * d; i++)
		squares += matrix[i] * matrix[i];
	/* at least the largest eigenvalue; no step is much longer than the ball is wide */
	curvature = Max(sqrt(squares), largest);
	enough = sqrt(8 * curvature / tolerance);
	for (size_t i = 0; i < d; i++)
		w[i] = ahead[i] = before[i] = 0;

	for (int iteration = 0; iteration < 2 * enough; iteration++)
	{
		double		next = (1 + sqrt(1 + 4 * momentum * momentum)) / 2;
		double		turn = 0;

		work_poll(work);
		if (iteration % 10 == 0 &&
			gradient_gap(matrix, cross, w, d, gradient) <= tolerance)
			return KERNEL_OK;
		if (iteration == MAX_ITERATIONS)
			return KERNEL_NOT_CONVERGED;
		(void) gradient_gap(matrix, cross, ahead, d, gradient);
		for (size_t i = 0; i < d; i++)
		{
			before[i] = w[i];
			w[i] = ahead[i] - gradient[i] / curvature;
		}
		project_l1(w, d);
		for (size_t i = 0; i < d; i++)
			turn += (ahead[i] - w[i]) * (w[i] - before[i]);
		if (turn > 0 && iteration < enough)
			next = momentum = 1;
		for (size_t i = 0; i < d; i++)
			ahead[i] = w[i] + (momentum - 1) / next * (w[i] - before[i]);
		momentum = next;
	}
	return KERNEL_OK;
}

/*
 * Solves in units in which no number is large: with u = w / B, a = |A|_inf and g = |c|_inf,
 * w' A w / 2 - c' w is B g times
 *		r u' (A / a) u / 2 - (c / g)' u,	r = B a / g,
 * and if r > 1, all of it is divided by r.
 */
static Status
solve_scaled(Work *work, const Learner *learner, double *weight)
{
	size_t		d = learner->d;
	const double *sums = pair_sums(learner);
	double		rows = Max(learner->state.rows, 1);
	double	   *matrix = WORK_ARRAY(work, d * d, double);
	double	   *cross = WORK_ARRAY(work, d, double);
	double		largest = 0;
	double		size = 0;
	double		ratio;
	double		radius;
	double		curved;
	double		linear;
	Status		status;

	for (size_t i = 0; i < d * d; i++)
	{
		matrix[i] = sums[i] / rows;
		size = Max(size, fabs(matrix[i]));
		if (!isfinite(matrix[i]))
			return KERNEL_DIVERGED;
	}
	for (size_t i = 0; i < d; i++)
	{
		cross[i] = learner->vector[0][i] / rows;
		largest = Max(largest, fabs(cross[i]));
		weight[i] = 0;
		if (!isfinite(cross[i]))
			return KERNEL_DIVERGED;
	}
	if (largest == 0 || size == 0)
		return KERNEL_OK;

	ratio = Min(learner->radius * (size / largest), LARGEST_RATIO);
	radius = Min(learner->radius, LARGEST_RATIO * (largest / size));
	curved = Min(ratio, 1);
	linear = Min(1 / ratio, 1);
	for (size_t i = 0; i < d * d; i++)
		matrix[i] /= size;
	status = psd_make(work, matrix, d);
	if (status != KERNEL_OK)
		return status;
	for (size_t i = 0; i < d * d; i++)
		matrix[i] *= curved;
	for (size_t i = 0; i < d; i++)
		cross[i] = cross[i] / largest * linear;
	status = minimize_in_ball(work, matrix, cross, linear, TOLERANCE * linear, d, weight);
	for (size_t i = 0; i < d; i++)
		weight[i] *= radius;
	return status;
}

static Status
baseline_solve(Work *work, const Learner *learner, double *weight)
{
	Work	   *scratch = work_begin(work);
	Status		status = solve_scaled(scratch, learner, weight);

	work_end(scratch);
	return status;
}

static const Option baseline_options[] = {
	OPTION_BUDGET,
	OPTION_RADIUS(LARGEST_TARGET),
	OPTION_INTERCEPT(INTERCEPT_MEAN),
	OPTIONS_UNITS,
	OPTIONS_COLUMNS,
	OPTION_SEED_OF_DRAWS,
	{0}
};

const LearnerMethod baseline_method = {
	.name = "baseline",
	.options = baseline_options,
	.vectors = 2,
	.square = true,
	.derived_u = true,
	.always_trees = true,
	.one_tree = true,
	.center_target = true,
	.plan = baseline_plan,
	.slope = baseline_slope,
	.rebuild = baseline_rebuild,
	.descend = baseline_descend,
	.settle = baseline_rebuild,
	.solve = baseline_solve
};
