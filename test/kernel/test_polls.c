/*
 * test_polls.c
 *		Long computations poll, go on from there to the same result, and can be
 *		left at any poll.
 */
#include "test.h"

#include "feed.h"
#include "kernel/fit/fit_outputs.h"
#include "kernel/judgments/repeats.h"
#include "kernel/judgments/repeats_fit.h"
#include "kernel/psd.h"
#include "kernel/spending/choose.h"
#include "kernel/spending/learning_curve_fit.h"
#include "kernel/spending/partial_model.h"
#include "known_model.h"
#include "moment_state.h"
#include "work.h"

#define D 12
#define FOLDS 4
#define ROWS 200
#define SEED 91

/* Lambdas of the grids: lambda_search.c. */
#define RIDGE_LAMBDAS 13
#define LASSO_LAMBDAS 20

static int	polls;				/* calls so far */
static int	leave_at;			/* the call that does not return; 0: none */
static jmp_buf left;

static void
poll(Work *work)
{
	if (++polls == leave_at)
		longjmp(left, 1);
}

/* What a computation begins from and ends with. */
static Moments moments;
static JudgmentMoments judged;
static char *scratch;
static double result[2 * D * D + 32];

/*
 * The same numbers whether it is polled or not, and also after it was left, at
 * some fifty of its polls, and done again in the same memory.  least: the polls
 * that it must make.
 */
static void
check_polls(const char *name, void (*run) (Work *work), int least)
{
	static double expected[lengthof(result)];
	Work	   *volatile polling = new_work(poll);
	volatile int all = 0;

	memset(result, 0, sizeof(result));
	run(test_work());
	memcpy(expected, result, sizeof(result));
	for (int at = 0; at == 0 || at <= all; at += 1 + all / 50)
	{
		polls = 0;
		leave_at = at;
		memset(result, 0, sizeof(result));
		if (setjmp(left) == 0)
		{
			run(polling);
			if (at > 0)
				fail_msg("%s: was not left at poll %d", name, at);
			all = polls;
		}
		else
		{
			leave_at = 0;
			memset(result, 0, sizeof(result));
			run(polling);
		}
		if (memcmp(result, expected, sizeof(result)) != 0)
			fail_msg("%s: another result after being left at poll %d", name, at);
	}
	if (all < least)
		fail_msg("%s: polled %d times, not %d", name, all, least);
	work_end(polling);
}

static void
start(bool complete)
{
	Rng			rng;

	rng_seed(&rng, SEED);
	scratch = malloc(1 << 20);
	state_new(&moments, D, FOLDS, complete, NULL);
	for (uint32 t = 0; t < ROWS; t++)
	{
		uint32		attribute[D];
		double		x[D];
		double		common = normal(&rng);
		double		y = normal(&rng);
		uint32		n = 0;

		for (uint32 i = 0; i < D; i++)
			if (complete || rng_below(&rng, 2) == 0)
			{
				attribute[n] = i;
				x[n] = common + normal(&rng);
				y += x[n++] * (i % 3);
			}
		state_add(&moments, t % FOLDS, attribute, x, n, y);
	}
}

static void
finish(void)
{
	state_free(&moments);
	free(scratch);
}

static void
run_fit(Work *work, Penalty penalty, double lambda, double radius)
{
	FitOptions	options = {.penalty = penalty, .lambda = lambda, .radius = radius};
	Output	fit = {.weight = result};

	fit_moments(work, &moments, &options, NULL, &fit);
	result[D] = fit.intercept;
}

/* Looks in two panels, and the forecast of each step. */
static void
run_choose(Work *work)
{
	static const uint32 panel[D] = {0, 0, 0, 1, 1, NO_PANEL, NO_PANEL, 0, 1, 1, 0, 1};
	static const int64 fee[2] = {3000, 2000};
	static const int64 cost[D] = {1, 2000, 300, 4000, 500, 6000, 700, 0, 900, 1000, 1, 1};
	Prices		prices = {D, 2, cost, panel, fee};
	Looks		looks = {D, D, D, NULL, NULL};
	ChooseOptions options = {{.lambda = NAN, .looks = &looks}, &prices, NULL, 12000, D};
	ChooseStep	step[D + 1];
	uint32		count;

	count = choose_looks(work, (Moments *[]) {&moments}, 1, &options, step);
	for (uint32 t = 0; t < count; t++)
		result[t] = step[t].forecast + step[t].step.look;
}

static void
run_partial(Work *work)
{
	FitOptions	options = {.own_units = true, .lambda = NAN};
	KnownModel	known;

	known_model_fit(work, &moments, &options, &known);
	assert_true(known.common + known.count <= lengthof(result));
	memcpy(result, known.number, known.count * sizeof(double));
	if (known.common > 0)
		memcpy(result + known.count, known.shared, known.common * sizeof(double));
}

static void
run_growth(Work *work)
{
	LearningCurveFit growth;
	Moments    *target = &moments;

	learning_curve_fit_find(work, &target, 1, true, NULL, NULL, &growth);
	for (uint32 k = 0; k < growth.count; k++)
		result[k] = growth.point[k].error;
}

static void
run_path(Work *work, Penalty penalty)
{
	PathPoint	point[LAMBDA_SEARCH_DEFAULT_POINTS];
	uint32		points = lambda_search_points(&moments, penalty);

	fit_path(work, &moments, &(FitOptions) {.penalty = penalty, .own_units = true}, NULL, points, point);
	for (uint32 g = 0; g < points; g++)
		result[g] = point[g].cv_mse;
}

static void
ridge_within(Work *work)
{
	run_fit(work, PENALTY_RIDGE, 0.1, 0.3);
}

static void
lasso_within(Work *work)
{
	run_fit(work, PENALTY_LASSO, 0.01, 0.3);
}

static void
ridge_searched(Work *work)
{
	run_fit(work, PENALTY_RIDGE, NAN, INFINITY);
}

static void
lasso_searched(Work *work)
{
	run_fit(work, PENALTY_LASSO, NAN, INFINITY);
}

static void
ridge_path(Work *work)
{
	run_path(work, PENALTY_RIDGE);
}

static void
lasso_path(Work *work)
{
	run_path(work, PENALTY_LASSO);
}

/* Three numbers with three hinges each. */
static void
run_columns(Work *work)
{
	static const uint32 first[] = {0, 4, 8, 12};
	static const Column column[3];
	static const int64 cost[] = {1000, 1000, 1000};
	const Columns columns = {{3, 3, D, first, NULL}, column, false};
	const Prices prices = {3, 0, cost, NULL, NULL};
	const FitOptions options = {
		.lambda = NAN,.radius = INFINITY,.columns = &columns,.prices = &prices
	};
	Fit			fit;

	fit_outputs(work, &moments, &options, &fit);
	memcpy(result, fit.output[0].weight, D * sizeof(double));
	result[D] = fit.forecast;
	result[D + 1] = fit.choice.forecast_lines;
	result[D + 2] = fit.choice.forecast_curves;
}

/* By each fold and lambda; of sampled moments also by each attribute. */
static void
test_fits(void **state)
{
	for (int complete = 0; complete < 2; complete++)
	{
		int			rows = complete ? 1 : D - 1;

		start(complete);
		check_polls("ridge within a radius", ridge_within, 5 + rows);
		check_polls("lasso within a radius", lasso_within, 5 + rows);
		check_polls("ridge, tuned", ridge_searched, FOLDS * (2 * rows + RIDGE_LAMBDAS));
		check_polls("lasso, tuned", lasso_searched, FOLDS * (2 * rows + LASSO_LAMBDAS));
		/* of sampled moments also by the length at each lambda */
		check_polls("path of ridge", ridge_path,
					(FOLDS + 1) * (3 * rows + RIDGE_LAMBDAS) + (complete ? 0 : RIDGE_LAMBDAS));
		check_polls("path of the lasso", lasso_path, FOLDS * (2 * rows + LASSO_LAMBDAS));
		check_polls("choice", run_choose, (FOLDS + 1) * (2 * D + 4));
		check_polls("partial fit", run_partial, FOLDS * 3 * (D - 1));
		check_polls("growth", run_growth, (FOLDS - 1) * FOLDS * (complete ? RIDGE_LAMBDAS : 3 * rows));
		/* where a look is seen whole: the sums by each look, and two fits */
		if (complete)
			check_polls("columns", run_columns, 2 * FOLDS * (3 + 2 * rows + RIDGE_LAMBDAS));
		finish();
	}
}

/* Eigenvalues of both signs, so that Cholesky does not do. */
static void
run_psd(Work *work)
{
	double		b[D];
	double	   *x = result + D * D;

	for (int i = 0; i < D; i++)
	{
		b[i] = i;
		for (int j = 0; j < D; j++)
			result[i * D + j] = 1.0 / (1 + i + j) - (i == j) * 0.1;
	}
	assert_int_equal(psd_make(work, result, D), KERNEL_OK);
	assert_int_equal(psd_solve(work, result, D, b, x), KERNEL_OK);
}

static void
test_psd(void **state)
{
	check_polls("positive semidefinite matrices", run_psd, 4);
}

static void
run_repeats(Work *work)
{
	static const int64 once[D] = {1, 2, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1};
	JudgmentEstimates estimates;
	Repeats		repeats;
	RepeatStep	step;

	judgment_estimates_init(work, &estimates, D);
	assert_int_equal(judgment_estimates_compute(&estimates, &judged), KERNEL_OK);
	assert_int_equal(repeats_prepare(work, &estimates, REPEATS_FULL), KERNEL_OK);
	repeats_init(work, &repeats, REPEATS_FULL, &judged, &estimates, NULL, 150, D);
	do
		repeats_step(work, &repeats, &step);
	while (step.attribute >= 0);
	for (int a = 0; a < D; a++)
		result[a] = (double) repeats_of(&repeats, a);
	result[D] = step.objective;
	assert_int_equal(repeats_fit(work, &estimates, once, 0, result + D + 1, result + 2 * D + 1), KERNEL_OK);
}

/* At every purchase, past the first time that all is computed afresh. */
static void
test_repeats(void **state)
{
	Work	   *work = new_work(NULL);
	Rng			rng;

	rng_seed(&rng, SEED);
	judgment_moments_init(work, &judged, D);
	for (int object = 0; object < 40; object++)
	{
		Judgments	seen[D] = {{0}};
		double		label = 0;

		for (int a = 0; a < D; a++)
		{
			double		latent = normal(&rng);

			label += latent * (a % 3);
			for (int k = 0; k < 2; k++)
				judgments_add(&seen[a], latent + normal(&rng));
		}
		judgment_moments_add(&judged, seen, label);
	}
	judgment_moments_flush(&judged);
	check_polls("search for repeats", run_repeats, 150);
	work_end(work);
}

/* The weights of the Baseline, whose sums are not definite after few rows. */
static void
run_baseline(Work *work)
{
	LearnerOptions options = {.method = &baseline_method, .budget = 4, .radius = 2, .seed = SEED};
	Learner    *learner = learner_create(work, &options, D);
	Rng			rng;

	rng_seed(&rng, SEED);
	for (int row = 0; row < 30; row++)
	{
		double		x[D];

		for (int i = 0; i < D; i++)
			x[i] = normal(&rng);
		assert_int_equal(feed_row(learner, x, x[0] - x[1]), KERNEL_OK);
	}
	assert_int_equal(learner_weights(work, learner, result, result + D), KERNEL_OK);
}

/*
 * A product of 63 means of (2 B / rho)^2 = 1024 draws each.  Products as long
 * are drawn with probability 2^-64: this generator is about to, after the draw
 * of the data point.
 */
static void
run_svr(Work *work)
{
	LearnerOptions options = {.method = &svr_method, .budget = 2, .inner_draws = 1, .radius = 1,
	.smoothing = 0.0625, .seed = SEED};
	Learner    *learner = learner_create(work, &options, D);
	double		x[D];

	for (int i = 0; i < D; i++)
	{
		x[i] = 0.1;
		learner->vector[0][i] = 0.1;
	}
	learner->state.rng.s0 = UINT64CONST(0x2a7aa1e576e9d07b);
	learner->state.rng.s1 = UINT64CONST(0xe180f205da186bb6);
	learner_restore(learner);
	result[0] = learner_plan(learner)->draws;
	assert_true(result[0] >= 63 * 1024);
	(void) learner_update(learner, x, 0.001);
	result[1] = iterate_weight(&learner->iterate, 0);
}

static void
test_rest(void **state)
{
	check_polls("Baseline", run_baseline, 10);
	check_polls("support vector regression", run_svr, 2 * (63 * 1024 / WORK_STEPS));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fits),
		cmocka_unit_test(test_psd),
		cmocka_unit_test(test_repeats),
		cmocka_unit_test(test_rest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
