/*
 * streaming.c
 *		Time per row and memory per attribute of the streaming learners.
 *
 * One row of each length, kept in memory, is learned from again and again with
 * a fresh target, so that neither making nor reading rows is measured.  The
 * time should hardly depend on the number of attributes.  Rows are as the
 * papers' steps assume, |x|_2 <= 1 (ridge, svr) or |x|_inf <= 1 (the others).
 *
 * Then every learner with a budget at one size, beside AERR with that budget.
 */
#include "kernel/stream/learner.h"

#include <stdio.h>
#include <stdlib.h>

#include "seconds.h"
#include "work.h"

#define BUDGET 5
#define EVEN_BUDGET 20

typedef struct Contestant
{
	const char *name;
	LearnerOptions options;
} Contestant;

static double *moments;			/* [the largest d] all different */

static const uint32 sizes[] = {100, 1000, 100000, 1000000};

static size_t taken;			/* bytes, from the latest counting_work() */
static void *(*allocate) (Work *work, size_t bytes);

static void *
count(Work *work, size_t bytes)
{
	taken += bytes;
	return allocate(work, bytes);
}

static Work *
counting_work(void)
{
	Work	   *work = new_work(NULL);

	taken = 0;
	allocate = work->allocate;
	work->allocate = count;
	return work;
}

/* Learn from so many rows; returns the seconds that it took. */
static double
run(Learner *learner, const double *x, Rng *rng, int rows)
{
	double		start = seconds();

	for (int row = 0; row < rows; row++)
	{
		const ReadPlan *plan = learner_plan(learner);
		double		seen[EVEN_BUDGET + 64];

		for (uint32 s = 0; s < plan->n; s++)
			seen[s] = x[plan->attribute[s]];
		if (learner_update(learner, seen, rng_unit(rng) - 0.5) != KERNEL_OK)
		{
			fprintf(stderr, "diverged\n");
			exit(1);
		}
	}
	return seconds() - start;
}

/*
 * Nanoseconds per row at d attributes.  At least d rows are run before, so that
 * weights are spread over the attributes, and at least 2d are timed, so that
 * the passes over all attributes which come every d rows are counted.
 */
static double
time_per_row(const Contestant *contestant, uint32 d)
{
	Work	   *work = counting_work();
	double	   *x = malloc(d * sizeof(double));
	int			rows = d > 100000 ? 2 * d : 200000;
	double		best = INFINITY;
	Learner    *learner;
	Rng			rng;

	rng_seed(&rng, 1);
	for (uint32 i = 0; i < d; i++)
		x[i] = 2 * rng_unit(&rng) - 1;
	if (contestant->options.method == &ridge_method || contestant->options.method == &svr_method)
		for (uint32 i = 0; i < d; i++)
			x[i] /= sqrt(d);
	learner = learner_create(work, &contestant->options, d);
	run(learner, x, &rng, d);
	for (int repeat = 0; repeat < 5; repeat++)
		best = Min(best, run(learner, x, &rng, rows));
	work_end(work);
	free(x);
	return best / rows * 1e9;
}

/* One learner at every size. */
static void
compare_sizes(const Contestant *contestant)
{
	double		ns[lengthof(sizes)];

	for (int s = 0; s < (int) lengthof(sizes); s++)
	{
		ns[s] = time_per_row(contestant, sizes[s]);
		printf("%-8s %9u %10.0f %8.2f %8.2f %12.1f\n", contestant->name, sizes[s], ns[s],
			   ns[s] / ns[0], s > 0 ? ns[s] / ns[1] : NAN,
			   (double) taken / sizes[s]);
		fflush(stdout);
	}
}

#define SHARED .step = 0.001, .radius = 3

int
main(void)
{
	const Contestant scaled[] = {
		{"ridge", {.method = &ridge_method, .budget = BUDGET, .inner_draws = 1, .radius = 3}},
		{"lasso", {.method = &lasso_method, .budget = BUDGET, .inner_draws = 1, .radius = 3}}
	};
	Contestant	others[] = {
		{"AERR", {.method = &ridge_method, .inner_draws = 1, SHARED}},
		{"AERR, even", {.method = &ridge_method, .inner_draws = 10, SHARED}},
		{"DDAERR", {.method = &ridge_method, .inner_draws = 1, SHARED, .sampling = SAMPLING_MOMENTS}},
		{"DDAERR, even", {.method = &ridge_method, .inner_draws = 10, SHARED, .sampling = SAMPLING_MOMENTS}},
		{"two-phase", {.method = &ridge_method, .inner_draws = 1, SHARED,
		.sampling = SAMPLING_TWO_PHASE, .warmup_rows = 100000}},
		{"AELR", {.method = &lasso_method, .inner_draws = 1, SHARED}},
		{"DDAELR", {.method = &lasso_method, .inner_draws = 1, SHARED, .sampling = SAMPLING_MOMENTS}},
		{"AESVR", {.method = &svr_method, .inner_draws = 2, SHARED, .smoothing = 7, .max_draws = 64}},
		{"SVR, biased", {.method = &svr_method, .inner_draws = 10, SHARED, .smoothing = 1, .biased = true}},
		{"AER", {.method = &pegasos_method, .radius = 3, .lambda = 10}},
	};
	double		yardstick = 0;

	moments = malloc(sizeof(double) * sizes[lengthof(sizes) - 1]);
	for (uint32 i = 0; i < sizes[lengthof(sizes) - 1]; i++)
		moments[i] = 1.0 / (1 + i % 97);

	printf("%-8s %9s %10s %8s %8s %12s\n", "learner", "d", "ns/row", "/ d=100", "/ d=1e3", "bytes/attr.");
	for (int c = 0; c < (int) lengthof(scaled) && !getenv("QUICK"); c++)
		compare_sizes(&scaled[c]);

	printf("\nbudget %d, d = 1000\n%-14s %10s %8s\n", EVEN_BUDGET, "learner", "ns/row", "/ AERR");
	for (int c = 0; c < (int) lengthof(others); c++)
	{
		double		ns;

		others[c].options.budget = EVEN_BUDGET;
		others[c].options.second_moments = (NumberList) {.n = 1000, .value = moments};
		ns = time_per_row(&others[c], 1000);
		if (c == 0)
			yardstick = ns;
		printf("%-14s %10.0f %8.2f\n", others[c].name, ns, ns / yardstick);
		fflush(stdout);
	}
	free(moments);
	return 0;
}
