/*
 * test_learner.c
 *		The streaming loop against a dense reference, saved and restored,
 *		within its budget, and on numbers that it must refuse.
 */
#include "kernel/stream/learner.h"

#include "test.h"

#include "dense_reference.h"
#include "feed.h"

#define ROWS 10000

/* One row of d attributes around their centres, and a noisy linear target. */
static double
make_row(Rng *rng, int d, double size, double *x)
{
	double		y = 0.3;

	for (int i = 0; i < d; i++)
	{
		x[i] = (2 * rng_unit(rng) - 1) / (1 + i % 4) + 0.1 * (i % 3);
		y += (i % 5 - 2.0) / 2 * x[i];
	}
	y += 0.2 * (rng_unit(rng) - 0.5);
	if (size < 0)
		for (int i = 0; i < d; i++)
			x[i] = x[i] > 0;
	return size > 0 ? size * y : size == 0 ? (y > 0.3 ? 1 : -1) : y > 0.3;
}

typedef struct Case
{
	const char *name;
	LearnerOptions options;
	int			d;
	double		size;			/* the targets are multiplied by it; 0: their
								 * signs; -1: bits, attributes too */
} Case;

static const double each_center[REFERENCE_MAX] = {0.1, -0.2, 0.3, 0, 0.5, 0.7, -1, 1e-3};
static const double all_center[] = {0.25};
static const double all_scale[] = {2.5};
static const double large_scale[] = {20};
static const double small_scale[] = {0.01};
static const double some_moments[REFERENCE_MAX] = {0.33, 0.1, 0.05, 0.02, 0.3, 0, 0.04, 0.02, 0.4, 1e-9};

#define RIDGE .method = &ridge_method, .seed = 11
#define LASSO .method = &lasso_method, .seed = 12

#define SVR .method = &svr_method, .seed = 13, .insensitivity = 0.1, .smoothing = 0.5
#define PEGASOS .method = &pegasos_method, .seed = 14
#define MOMENTS .sampling = SAMPLING_MOMENTS, .second_moments = {.n = REFERENCE_MAX, .value = some_moments}
#define OWN .units = UNITS_OWN, .step_rule = STEP_ADAPTIVE, .shrinkage = SHRINKAGE_PROGRESSIVE, .intercept = true
#define TWO_PHASE .sampling = SAMPLING_TWO_PHASE, .warmup_rows = ROWS / 10

static const Case cases[] = {
	{"ridge, fixed step", {RIDGE, .budget = 5, .inner_draws = 1, .radius = 3, .step = 0.02}, 20, 1},
	{"ridge, paper's step", {RIDGE, .budget = 6, .inner_draws = 3, .radius = 3, .rows = ROWS}, 20, 1},
	{"ridge, anytime", {RIDGE, .budget = 4, .inner_draws = 1, .radius = 3}, 20, 1},
	{"ridge, no ball", {RIDGE, .budget = 5, .inner_draws = 2, .radius = INFINITY, .step = 0.002}, 20, 1},
	{"ridge, projected on every row", {RIDGE, .budget = 4, .inner_draws = 2, .radius = 0.01, .step = 0.5}, 97, 1},
	{"ridge, shrunk by 0.95 a row", {RIDGE, .budget = 4, .inner_draws = 2, .radius = 0.5, .step = 0.01}, 128, 1},
	{"ridge, intercept, centres, scale", {RIDGE, .budget = 5, .inner_draws = 2, .radius = 5, .step = 0.02,
	.intercept = true, .center = {.n = 20, .value = each_center}, .scale = {.n = 1, .value = all_scale}}, 20, 1},
	{"ridge, all read, large", {RIDGE, .radius = INFINITY, .intercept = true, .scale = {.n = 1, .value = small_scale}}, 20, 1},
	{"ridge, all read, no intercept", {RIDGE, .radius = INFINITY, .rows = ROWS}, 20, 1},
	{"ridge, all read", {RIDGE, .radius = 1, .step = 0.1, .intercept = true}, 20, 1},
	{"ridge, all read, anytime", {RIDGE, .radius = 3, .center = {.n = 1, .value = all_center}}, 20, 1},
	{"ridge, one attribute", {RIDGE, .budget = 2, .inner_draws = 1, .radius = 3, .step = 0.02}, 1, 1},
	{"lasso, fixed step", {LASSO, .budget = 5, .inner_draws = 1, .radius = 3, .step = 0.01}, 20, 1},
	{"lasso, paper's step", {LASSO, .budget = 6, .inner_draws = 3, .radius = 3, .rows = ROWS}, 20, 1},
	{"lasso, anytime", {LASSO, .budget = 4, .inner_draws = 1, .radius = 3}, 20, 1},
	{"lasso, theta beyond 700", {LASSO, .budget = 5, .inner_draws = 2, .radius = 1, .step = 0.5}, 6, 1000},
	{"lasso, clipped", {LASSO, .budget = 5, .inner_draws = 2, .radius = 20, .step = 0.3}, 100, 10},
	{"lasso, intercept, centre, scale", {LASSO, .budget = 5, .inner_draws = 2, .radius = 5, .step = 0.01,
	.intercept = true, .center = {.n = 1, .value = all_center}, .scale = {.n = 1, .value = all_scale}}, 20, 1},
	{"lasso, all read", {LASSO, .radius = 3, .step = 0.1, .intercept = true}, 20, 1},
	{"lasso, all read, theta beyond 700", {LASSO, .radius = 1, .step = 0.5}, 6, 1000},
	{"lasso, one attribute", {LASSO, .budget = 2, .inner_draws = 1, .radius = 3, .step = 0.02}, 1, 1},

	{"ridge, moments", {RIDGE, .budget = 5, .inner_draws = 1, .radius = 3, .rows = ROWS, MOMENTS}, 20, 1},
	{"ridge, moments, anytime, improved", {RIDGE, .budget = 6, .inner_draws = 3, .radius = 3, MOMENTS,
	.scale = {.n = 1, .value = all_scale}}, 20, 1},
	{"ridge, two-phase", {RIDGE, .budget = 5, .inner_draws = 1, .radius = 3, .rows = ROWS, TWO_PHASE}, 20, 1},
	{"ridge, two-phase, smoothed, improved", {RIDGE, .budget = 6, .inner_draws = 3, .radius = 3, .rows = ROWS,
	TWO_PHASE, .smooth_moments = true}, 20, 1},
	{"ridge, two-phase, smoothed, small attributes", {RIDGE, .budget = 6, .inner_draws = 3, .radius = 3, .rows = ROWS,
	.sampling = SAMPLING_TWO_PHASE, .warmup_rows = ROWS * 2 / 5, .smooth_moments = true, .scale = {.n = 1, .value = large_scale}}, 20, 1},
	{"ridge, two-phase, centred", {RIDGE, .budget = 6, .inner_draws = 3, .radius = 3, TWO_PHASE,
	.warmup_center = true, .intercept = true, .center = {.n = 1, .value = all_center}, .scale = {.n = 1, .value = all_scale}}, 20, 1},
	{"ridge, two-phase, centred, no intercept", {RIDGE, .budget = 6, .inner_draws = 3, .radius = 3, .step = 0.02,
	TWO_PHASE, .warmup_center = true}, 20, 1},
	{"ridge, a warm-up that sees little", {RIDGE, .budget = 2, .inner_draws = 1, .radius = 3,
	.sampling = SAMPLING_TWO_PHASE, .warmup_rows = 9}, 40, 1},
	{"lasso, moments", {LASSO, .budget = 5, .inner_draws = 1, .radius = 3, .rows = ROWS, MOMENTS}, 20, 1},
	{"lasso, moments, anytime, improved", {LASSO, .budget = 6, .inner_draws = 3, .radius = 3, MOMENTS}, 20, 1},
	{"lasso, two-phase, smoothed", {LASSO, .budget = 5, .inner_draws = 1, .radius = 3, .rows = ROWS,
	TWO_PHASE, .smooth_moments = true}, 20, 1},
	{"lasso, two-phase, smoothed by 1 at most", {LASSO, .budget = 5, .inner_draws = 1, .radius = 3, .rows = ROWS,
	.sampling = SAMPLING_TWO_PHASE, .warmup_rows = 9, .smooth_moments = true}, 20, 1},
	{"lasso, two-phase, centred", {LASSO, .budget = 6, .inner_draws = 3, .radius = 3, TWO_PHASE,
	.warmup_center = true, .intercept = true}, 20, 1},

	{"svr, biased", {SVR, .budget = 6, .inner_draws = 3, .radius = 3, .step = 0.02, .biased = true}, 20, 1},
	{"svr, biased, moments, intercept", {SVR, .budget = 6, .inner_draws = 3, .radius = 3, .biased = true,
	MOMENTS, .intercept = true}, 20, 1},
	{"svr, all read", {SVR, .radius = 3, .step = 0.05}, 20, 1},
	{"svr, paper's smoothing", {.method = &svr_method, .insensitivity = 0.1, .radius = 3, .step = 0.05}, 20, 1},

	{"ridge, own units", {RIDGE, .budget = 5, .inner_draws = 1, OWN}, 20, 1},
	{"ridge, own units, improved, a short warm-up", {RIDGE, .budget = 6, .inner_draws = 3, .warmup_rows = 60, OWN}, 20, 1},
	{"ridge, own units, all read, far targets", {RIDGE, OWN}, 20, 1e6},
	{"ridge, own units, as learned", {RIDGE, .budget = 4, .inner_draws = 1, .radius = 3, .intercept = true,
	.units = UNITS_OWN, .step_rule = STEP_ADAPTIVE}, 97, 1},
	{"ridge, own units, paper's step", {RIDGE, .budget = 4, .inner_draws = 1, .intercept = true, .shrinkage = SHRINKAGE_PROGRESSIVE,
	.units = UNITS_OWN}, 20, 1},
	{"ridge, common units, adaptive, length seen", {RIDGE, .budget = 5, .inner_draws = 2, .radius = 3, .intercept = true,
	.step_rule = STEP_ADAPTIVE, .shrinkage = SHRINKAGE_PROGRESSIVE}, 20, 1},
	{"ridge, two-phase, centred, length seen", {RIDGE, .budget = 6, .inner_draws = 3, .radius = 3, TWO_PHASE,
	.warmup_center = true, .shrinkage = SHRINKAGE_PROGRESSIVE}, 20, 1},
	{"lasso, own units", {LASSO, .budget = 5, .inner_draws = 1, OWN}, 20, 1},
	{"lasso, own units, all read", {LASSO, OWN}, 20, 1e-6},
	{"lasso, common units, adaptive, length seen", {LASSO, .budget = 5, .inner_draws = 1, .radius = 3,
	.step_rule = STEP_ADAPTIVE, .shrinkage = SHRINKAGE_PROGRESSIVE}, 20, 1},
	{"svr, own units, biased", {.method = &svr_method, .seed = 13, .budget = 6, .inner_draws = 3, .biased = true, OWN}, 20, 1},

	{"pegasos", {PEGASOS, .budget = 6, .radius = 2, .lambda = 5}, 20, 1},
	{"pegasos, odd budget, intercept", {PEGASOS, .budget = 5, .radius = 1, .lambda = 1, .intercept = true}, 97, 1},
	{"pegasos, paper's lambda", {PEGASOS, .budget = 4, .radius = 3, .rows = ROWS}, 20, 1},
	{"pegasos, anytime", {PEGASOS, .budget = 4, .radius = 3}, 20, 1},
	{"pegasos, steps far beyond the ball", {PEGASOS, .budget = 8, .radius = 0.01, .lambda = 1e-4}, 128, 1},
	{"pegasos, never projected", {PEGASOS, .budget = 4, .radius = 1e6, .lambda = 10}, 50, 1},
	{"pegasos, all read, centres", {PEGASOS, .radius = 2, .lambda = 1, .center = {.n = 1, .value = all_center}}, 20, 1},
	{"pegasos, one attribute", {PEGASOS, .budget = 2, .radius = 0.5, .lambda = 1}, 1, 1},

	{"perceptron", {.method = &perceptron_method}, 20, 0},
	{"perceptron, averaged, intercept", {.method = &perceptron_method, .averaged = true, .intercept = true}, 20, 0},
	{"winnow", {.method = &winnow_method, .rate = 0.1}, 20, 0},
	{"winnow, balanced, long", {.method = &winnow_method, .rate = 5, .balanced = true}, 20, 0},
	{"majority", {.method = &majority_method, .rate = 0.99}, 20, -1},
	{"majority, rate for so many mistakes", {.method = &majority_method, .rows = 50000}, 20, -1},
};

/* Give the learner what it asked for of the row x, and nothing else. */
static Status
feed(Learner *learner, const double *x, double y)
{
	double		seen[REFERENCE_MAX];
	const ReadPlan *plan = learner_plan(learner);

	for (uint32 s = 0; s < plan->n; s++)
		seen[s] = x[plan->attribute[s]];
	return learner_update(learner, seen, y);
}

/*
 * Equal to the dense form: the largest difference is at most 1e-9 of the mean
 * size of an iterate.  Roundings of 1e-16, grown by 2^20 between two settles,
 * are averaged over the rows.
 */
static void
test_dense(void **state)
{
	for (int c = 0; c < (int) lengthof(cases); c++)
	{
		const Case *test = &cases[c];
		const LearnerOptions *o = &test->options;
		Learner    *learner = new_learner(o, test->d);
		Reference  *ref = malloc(sizeof(Reference));
		int			rows = getenv("AER_QUICK") ? ROWS / 5 : ROWS;
		double		weight[REFERENCE_MAX];
		double		intercept;
		Real		ref_weight[REFERENCE_MAX];
		Real		ref_intercept;
		Real		size = 0;
		Real		difference;
		Rng			rng;

		reference_init(ref, o, test->d);
		rng_seed(&rng, 1000 + c);
		for (int row = 0; row < rows; row++)
		{
			double		x[REFERENCE_MAX];
			double		y = make_row(&rng, test->d, test->size, x);
			const ReadPlan *plan = learner_plan(learner);

			/* far enough out to be held, where it is learned from or judged by too */
			if (o->units == UNITS_OWN && row % 17 == 3)
				x[row % test->d] *= row % 2 ? 20 : 1000;
			assert_true(plan->draws <= (o->budget == 0 ? (uint32) test->d : o->budget));
			assert_true(plan->n <= plan->draws);
			reference_row(ref, plan, x, y);
			if (feed(learner, x, y) != KERNEL_OK)
				fail_msg("%s: diverged on row %d", test->name, row);
			size += reference_size(ref) / rows;
		}
		learner_weights(test_work(), learner, weight, &intercept);
		reference_weights(ref, ref_weight, &ref_intercept);
		difference = fabsl(intercept - ref_intercept);
		for (int i = 0; i < test->d; i++)
			difference = Max(difference, fabsl(weight[i] - ref_weight[i]));
		if (getenv("VERBOSE"))
			print_message("%-40s %.2Le of %.3Lg\n", test->name, difference, size);
		assert_true(size > 1e-3L);
		size *= ref->target_unit;
		if (!(difference <= 1e-9L * size))
			fail_msg("%s: off by %Lg of %Lg", test->name, difference, size);
		assert_true(ref->largest_mismatch < 1e-6L);
		if (test->options.method == &perceptron_method || test->options.method == &winnow_method)
			assert_true(learner->state.mistakes == ref->mistakes && ref->mistakes > 10);
		assert_true((int) learner->state.rows == rows);
		assert_true(learner->state.draws == ref->draws);
		assert_true(learner->state.reads <= learner->state.draws);
		free(ref);
		end_learner(learner);
	}
}

/*
 * The cases of the test above reach what they are for: numbers whose
 * exponential overflows, and factors that fall too far to wait d rows.
 */
static void
test_dense_reaches(void **state)
{
	int			large = 0;
	int			shrunk = 0;

	for (int c = 0; c < (int) lengthof(cases); c++)
	{
		const Case *test = &cases[c];
		Learner    *learner = new_learner(&test->options, test->d);
		int			settles = 0;
		Rng			rng;

		rng_seed(&rng, 1000 + c);
		for (int row = 0; row < ROWS; row++)
		{
			double		x[REFERENCE_MAX];
			double		y = make_row(&rng, test->d, test->size, x);

			feed(learner, x, y);
			settles += learner->iterate.unsettled == 0;
		}
		if (test->options.method == &lasso_method && learner->state.offset > 700)
			large++;
		if (test->options.budget > 0 && test->d > 1 && settles * test->d > 1.2 * ROWS)
			shrunk++;
		end_learner(learner);
	}
	assert_int_equal(large, 2);
	assert_true(shrunk >= 2);
}

/*
 * Saved and restored at random rows and where a warm-up ends, into new memory,
 * with the coming row already planned or not: the same bits, plan by plan and
 * in the end.
 */
static void
test_restore(void **state)
{
	for (int c = 0; c < (int) lengthof(cases); c++)
	{
		const Case *test = &cases[c];
		const LearnerOptions *o = &test->options;
		Learner    *learner = new_learner(o, test->d);
		Learner    *other = new_learner(o, test->d);
		double		weight[REFERENCE_MAX];
		double		other_weight[REFERENCE_MAX];
		double		intercept;
		double		other_intercept;
		int			inside = 0;
		Rng			rng;
		Rng			when;

		rng_seed(&rng, 2000 + c);
		rng_seed(&when, 3000 + c);
		for (int row = 0; row < 2000; row++)
		{
			double		x[REFERENCE_MAX];
			double		y = make_row(&rng, test->d, test->size, x);
			const ReadPlan *plan = learner_plan(learner);
			const ReadPlan *other_plan = learner_plan(other);

			assert_int_equal(plan->n, other_plan->n);
			for (uint32 s = 0; s < plan->n; s++)
			{
				assert_int_equal(plan->attribute[s], other_plan->attribute[s]);
				assert_true(plan->product_weight[s] == other_plan->product_weight[s]);
			}
			assert_true(feed(learner, x, y) == KERNEL_OK);
			assert_true(feed(other, x, y) == KERNEL_OK);

			if (rng_below(&when, 20) == 0 || row + 1 == (int) o->warmup_rows ||
				row + 1 == (int) learner->units.rows)
			{
				Learner    *restored = new_learner(o, test->d);

				if (rng_below(&when, 2) == 0)
					learner_plan(other);
				learner_save(other);
				restored->state = other->state;
				memcpy(restored->vector[0], other->vector[0],
					   (size_t) learner_vectors(o, test->d) * test->d * sizeof(double));
				inside += other->iterate.unsettled > 0;
				end_learner(other);
				other = restored;
				learner_restore(other);
			}
		}
		learner_weights(test_work(), learner, weight, &intercept);
		learner_weights(test_work(), other, other_weight, &other_intercept);
		assert_memory_equal(weight, other_weight, test->d * sizeof(double));
		assert_memory_equal(&intercept, &other_intercept, sizeof(double));
		assert_true(learner->state.draws == other->state.draws);
		assert_true(learner->state.reads == other->state.reads);
		if (test->d > 1 && o->budget > 0)
			assert_true(inside > 10);
		end_learner(learner);
		end_learner(other);
	}
}

/* Planning again, and what stands at attributes not planned, change nothing. */
static void
test_budget(void **state)
{
	for (int c = 0; c < (int) lengthof(cases); c++)
	{
		const Case *test = &cases[c];
		Learner    *learner = new_learner(&test->options, test->d);
		Learner    *other = new_learner(&test->options, test->d);
		uint64		draws = 0;
		uint64		reads = 0;
		double		weight[REFERENCE_MAX];
		double		other_weight[REFERENCE_MAX];
		double		intercept;
		Rng			rng;

		rng_seed(&rng, 4000 + c);
		for (int row = 0; row < 500; row++)
		{
			double		x[REFERENCE_MAX];
			double		hidden[REFERENCE_MAX];
			double		y = make_row(&rng, test->d, test->size, x);
			const ReadPlan *plan = learner_plan(learner);

			draws += plan->draws;
			reads += plan->n;
			for (int i = 0; i < test->d; i++)
				hidden[i] = NAN;
			for (uint32 s = 0; s < plan->n; s++)
				hidden[plan->attribute[s]] = x[plan->attribute[s]];
			learner_plan(learner);
			assert_true(feed(learner, hidden, y) == KERNEL_OK);
			assert_true(feed(other, x, y) == KERNEL_OK);
			assert_true(learner->state.draws == draws);
			assert_true(learner->state.reads == reads);
		}
		learner_weights(test_work(), learner, weight, &intercept);
		learner_weights(test_work(), other, other_weight, &intercept);
		assert_memory_equal(weight, other_weight, test->d * sizeof(double));
		end_learner(learner);
		end_learner(other);
	}
}

/* Rows until the learner gives up, or -1. */
static int
rows_to_divergence(const LearnerOptions *options, double size, int rows)
{
	Learner    *learner = new_learner(options, 10);
	int			diverged = -1;
	Rng			rng;

	rng_seed(&rng, 5);
	for (int row = 0; row < rows && diverged < 0; row++)
	{
		double		x[10];
		double		y = make_row(&rng, 10, 1, x);

		for (int i = 0; i < 10; i++)
			x[i] *= size;
		if (feed(learner, x, y) == KERNEL_DIVERGED)
			diverged = row;
	}
	end_learner(learner);
	return diverged;
}

static void
test_divergence(void **state)
{
	LearnerOptions free_ridge = {RIDGE, .budget = 4, .inner_draws = 2, .radius = INFINITY, .step = 10};
	LearnerOptions ridge = {RIDGE, .budget = 4, .inner_draws = 2, .radius = 1, .step = 1};
	LearnerOptions all_ridge = {RIDGE, .radius = 1, .step = 1};
	LearnerOptions lasso = {LASSO, .budget = 4, .inner_draws = 2, .radius = 1000, .step = 1};
	LearnerOptions all_lasso = {LASSO, .radius = 1000, .step = 1};

	/* the step is too long for the data */
	assert_true(rows_to_divergence(&free_ridge, 1, 10000) > 0);
	/* finite values whose squares are not */
	assert_true(rows_to_divergence(&ridge, 1e200, 100) >= 0);
	assert_true(rows_to_divergence(&all_ridge, 1e200, 100) >= 0);
	/* the clip holds weights, but not products of 1e308 */
	assert_true(rows_to_divergence(&lasso, 1e308, 100) >= 0);
	assert_true(rows_to_divergence(&all_lasso, 1e308, 100) >= 0);
	/* and none of them on ordinary rows */
	assert_true(rows_to_divergence(&ridge, 1, 1000) < 0);
	assert_true(rows_to_divergence(&all_ridge, 1, 1000) < 0);
	assert_true(rows_to_divergence(&lasso, 1, 1000) < 0);
	assert_true(rows_to_divergence(&all_lasso, 1, 1000) < 0);
}

/*
 * A constant target.  With an intercept the model is the constant and no
 * weight, to the bit, however large the attributes are and however few the
 * rows; without one nothing is NaN or runs away (test_baseline.c has that of
 * the baseline's minimiser).  Labels get their sign right.
 */
static void
test_constant(void **state)
{
	static const LearnerOptions learners[] = {
		{RIDGE}, {RIDGE, .budget = 2, .inner_draws = 1}, {RIDGE, .budget = 4, .inner_draws = 2, TWO_PHASE, .warmup_center = true},
		{LASSO}, {LASSO, .budget = 2, .inner_draws = 1}, {LASSO, .budget = 4, .inner_draws = 2, MOMENTS},
		{SVR, .radius = 1}, {SVR, .budget = 3, .inner_draws = 1, .biased = true}, {SVR, .budget = 3, .inner_draws = 1, .max_draws = 20},
		{PEGASOS}, {PEGASOS, .budget = 4}, {PEGASOS, .budget = 2, .lambda = 0.1},
		{.method = &baseline_method}, {.method = &baseline_method, .budget = 4},
		{.method = &perceptron_method}, {.method = &winnow_method, .rate = 0.1, .balanced = true}, {.method = &majority_method, .rate = 0.5}
	};
	static const int counts[] = {1, 2, 3, 1 + ROWS / 10, 300};
	static const double sizes[] = {1e-3, 1, 100, 1e6};
	static const double targets[] = {0.1, -7, 0, 1e9};

	for (size_t l = 0; l < lengthof(learners); l++)
		for (int trial = 0; trial < 5 * 4 * 4 * 4; trial++)
		{
			enum
			{
				D = 10
			};
			LearnerOptions o = learners[l];
			bool		labels = o.method->labels != LABELS_ANY;
			bool		alike = trial % 2;
			int			rows = counts[trial / 4 % 5];
			double		size = labels ? 1 : sizes[trial / 20 % 4];
			double		target = labels ? (trial / 80 % 2 ? 1 : o.method == &majority_method ? 0 : -1) :
				targets[trial / 80];
			double		x[D];
			double		weight[D];
			double		intercept;
			double		product = 0;
			Learner    *learner;
			Status		status = KERNEL_OK;
			Rng			rng;

			o.intercept = (trial / 2 % 2 && !labels) || o.method == &baseline_method;
			if (o.method == &ridge_method && o.budget == 0)
				o.radius = INFINITY;
			learner = new_learner(&o, D);
			rng_seed(&rng, trial);
			for (int row = 0; row < rows && status == KERNEL_OK; row++)
			{
				if (row == 0 || !alike)
					for (int i = 0; i < D; i++)
						x[i] = o.method == &majority_method ? (i == 0) == (target == 1) : size * (rng_unit(&rng) + (i == 0));
				status = feed(learner, x, target);
			}
			/* of products of estimates that are large, one may be infinite: said so */
			if (status == KERNEL_DIVERGED && o.max_draws > 0 && !o.intercept && size > 1)
			{
				end_learner(learner);
				continue;
			}
			if (status != KERNEL_OK)
				fail_msg("learner %zu, trial %d: diverged", l, trial);
			assert_int_equal(learner_weights(test_work(), learner, weight, &intercept), KERNEL_OK);
			for (int i = 0; i < D; i++)
			{
				assert_true(isfinite(weight[i]));
				product += weight[i] * x[i];
				if (o.intercept && weight[i] != 0)
					fail_msg("learner %zu, trial %d: weight %g", l, trial, weight[i]);
			}
			assert_true(o.intercept ? intercept == target : isfinite(intercept));
			/* one row with one target: the mean iterate is between 0 and it */
			if (o.method == &ridge_method && o.budget == 0 && !o.intercept && alike &&
				!(product * target >= 0 && fabs(product) <= fabs(target) * (1 + 1e-9)))
				fail_msg("learner %zu, trial %d: %g for %g", l, trial, product, target);
			if (o.method == &perceptron_method || o.method == &winnow_method)
				assert_true(product * target > 0);
			end_learner(learner);
		}
}

/* An exponent that grows by 1 with nearly every row, far beyond what exp() can bear. */
static void
test_lasso_exponent(void **state)
{
	enum
	{
		D = 1000
	};
	static double moment[D];
	static double x[D];
	LearnerOptions options = {LASSO, .budget = 2, .inner_draws = 1, .radius = 1, .step = 1,
	.sampling = SAMPLING_MOMENTS, .second_moments = {.n = D, .value = moment}};
	Learner    *learner;
	int			pushed = 0;

	moment[0] = x[0] = 1;
	learner = new_learner(&options, D);
	for (int row = 0; row < D - 1; row++)
	{
		const ReadPlan *plan = learner_plan(learner);
		double		seen[2];

		for (uint32 s = 0; s < plan->n; s++)
		{
			seen[s] = x[plan->attribute[s]];
			pushed += plan->attribute[s] == 0 && plan->data_weight[s] > 0;
		}
		assert_int_equal(learner_update(learner, seen, 1e6), KERNEL_OK);
	}
	assert_true(pushed > 800 && learner->iterate.unsettled > 0);
	assert_true(fabs(iterate_weight(&learner->iterate, 0) - 1) < 1e-12);
	end_learner(learner);
}

/*
 * One attribute of the lasso: w = B tanh(theta), theta the step times the
 * target; to the last bits also where sinh is summed from its series.
 */
static void
test_lasso_weight(void **state)
{
	for (double theta = 1e-9; theta < 1; theta *= 1.07)
	{
		LearnerOptions options = {LASSO, .radius = 3, .step = theta};
		double		x = 1;
		Learner    *learner = new_learner(&options, 1);
		double		want = 3 * tanh(theta);
		double		got;

		assert_int_equal(feed(learner, &x, 1), KERNEL_OK);
		got = iterate_weight(&learner->iterate, 0);
		if (fabs(got - want) > 2e-15 * want)
			fail_msg("theta %g: %.17g is not %.17g", theta, got, want);
		end_learner(learner);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dense),
		cmocka_unit_test(test_constant),
		cmocka_unit_test(test_lasso_weight),
		cmocka_unit_test(test_lasso_exponent),
		cmocka_unit_test(test_dense_reaches),
		cmocka_unit_test(test_restore),
		cmocka_unit_test(test_budget),
		cmocka_unit_test(test_divergence)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
