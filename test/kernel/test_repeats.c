/*
 * test_repeats.c
 *		The greedy search against pseudo-inverses and exhaustive search.
 */
#include "kernel/judgments/repeats.h"

#include "test.h"

#include "jacobi.h"
#include "kernel/psd.h"
#include "kernel/rng.h"
#include "work.h"

#define MAX_D 32

/* A problem, with memory for all that it needs. */
typedef struct Problem
{
	int			d;
	JudgmentMoments moments;
	JudgmentEstimates estimates;
	Repeats		repeats;
	Work	   *work;
} Problem;

static void
problem_init(Problem *p, int d)
{
	p->d = d;
	p->work = new_work(NULL);
	judgment_moments_init(p->work, &p->moments, d);
	judgment_estimates_init(p->work, &p->estimates, d);
}

static void
problem_begin(Problem *p, RepeatMethod method, const double *costs, double budget)
{
	int			room = repeats_room(&p->moments, method, costs, budget);

	assert_int_equal(repeats_prepare(p->work, &p->estimates, method), KERNEL_OK);
	repeats_init(p->work, &p->repeats, method, &p->moments, &p->estimates,
				 costs, budget, room);
}

static void
problem_free(Problem *p)
{
	work_end(p->work);
}

/*
 * Objects with latent values; kind says what is wrong with the attributes:
 * 0 nothing; 1 attribute 1 repeats attribute 0 and 2 is the sum of both, all
 * without noise; 2 the same, but for deviations of 1e-4; 3 an attribute is
 * constant and another judged alike by all; 4 fewer objects than attributes.
 */
static void
sample(Problem *p, int kind, uint64 seed)
{
	int			d = p->d;
	int			objects = kind == 4 ? d - 1 : 40;
	Rng			rng;
	int			i,
				a,
				j;

	rng_seed(&rng, seed);
	for (i = 0; i < objects; i++)
	{
		Judgments	object[MAX_D];
		double		common = rng_unit(&rng),
					label = 0,
					z[MAX_D];

		memset(object, 0, sizeof(object));
		for (a = 0; a < d; a++)
		{
			double		noise = a % 3 + 0.3;
			int			k = 2 + rng_below(&rng, 2);

			z[a] = common * (a % 2 + 1) + rng_unit(&rng);
			label += z[a] * (a % 4 - 1.2);
			if ((kind == 1 || kind == 2) && a < 3)
			{
				noise = 0;
				if (a > 0)
					z[a] = a == 1 ? z[0] : z[0] + z[1];
				if (kind == 2)
					z[a] += 1e-4 * rng_unit(&rng);
			}
			if (kind == 3 && a < 2)
			{
				noise = 0;
				if (a == 0)
					z[a] = 0.1;
			}
			for (j = 0; j < k; j++)
				judgments_add(&object[a], z[a] + noise * rng_unit(&rng));
		}
		judgment_moments_add(&p->moments, object, label + rng_unit(&rng));
	}
	judgment_moments_flush(&p->moments);
	assert_int_equal(judgment_estimates_compute(&p->estimates, &p->moments), KERNEL_OK);
}

/* Matrix and b of the chosen attributes; their number. */
static int
chosen_matrix(const Repeats *s, const int64 *bought, double *m, double *b, int *chosen)
{
	int			n = 0;
	int			a,
				i,
				j;

	for (a = 0; a < s->d; a++)
		if (bought[a] > 0)
			chosen[n++] = a;
	for (i = 0; i < n; i++)
	{
		for (j = 0; j < n; j++)
			m[i * n + j] = s->sigma[(size_t) chosen[i] * s->d + chosen[j]];
		m[i * n + i] += s->v[chosen[i]] / (double) bought[chosen[i]];
		b[i] = s->b[chosen[i]];
	}
	return n;
}

/* obj(bought) by its definition. */
static double
objective(const Repeats *s, const int64 *bought)
{
	double		m[MAX_D * MAX_D],
				b[MAX_D],
				x[MAX_D],
				sum = 0;
	int			chosen[MAX_D];
	int			n,
				i;

	if (s->method == REPEATS_SCORING)
	{
		for (i = 0; i < s->d; i++)
		{
			double		variance = Max(s->sigma[(size_t) i * s->d + i], 0);

			if (bought[i] > 0 && variance + s->v[i] > 0)
				sum += s->b[i] * s->b[i] / (variance + s->v[i] / (double) bought[i]);
		}
		return sum;
	}
	n = chosen_matrix(s, bought, m, b, chosen);
	jacobi_solve(m, n, b, x);
	for (i = 0; i < n; i++)
		sum += b[i] * x[i];
	return sum;
}

/* Part of the variance of a that the chosen attributes do not explain. */
static double
unexplained(const Repeats *s, const int64 *bought, int a)
{
	double		m[MAX_D * MAX_D],
				b[MAX_D],
				x[MAX_D];
	int			chosen[MAX_D];
	double		whole = s->sigma[(size_t) a * s->d + a] + s->v[a];
	double		left = whole;
	int			n,
				i;

	if (bought[a] > 0 || s->method == REPEATS_SCORING)
		return 1;
	n = chosen_matrix(s, bought, m, b, chosen);
	for (i = 0; i < n; i++)
		b[i] = s->sigma[(size_t) a * s->d + chosen[i]];
	jacobi_solve(m, n, b, x);
	for (i = 0; i < n; i++)
		left -= b[i] * x[i];
	return whole > 0 ? left / whole : 0;
}

/*
 * Follow the search, and try every candidate by pseudo-inverse at each step:
 * none may gain more per cost than the one taken, and the objective must be
 * that of its definition.
 *
 * An attribute of which the others leave a part h unexplained has a gain known
 * to 1e-16 / h of itself, so the tolerance grows with the smallest h taken;
 * those with h near 1e-12, where the search gives up, may be taken or not.
 */
static void
check_search(Problem *p, const double *costs, double budget, const char *what)
{
	double		tolerance = 1e-8;
	Repeats    *s = &p->repeats;
	int64		bought[MAX_D] = {0};
	double		spent = 0,
				before = 0;
	RepeatStep	step;
	int			n = 0;
	int			a;

	for (;;)
	{
		double		rate[MAX_D],
					best = 0,
					scale;

		for (a = 0; a < p->d; a++)
		{
			double		cost = (costs ? costs[a] : 1) * (double) s->unit[a];

			rate[a] = 0;
			if (spent + cost > budget + 1e-6 || bought[a] >= s->limit[a] ||
				unexplained(s, bought, a) < 1e-11)
				continue;
			bought[a]++;
			rate[a] = (objective(s, bought) - before) / cost;
			bought[a]--;
			best = fmax(best, rate[a]);
		}
		repeats_step(test_work(), s, &step);
		scale = fmax(before, step.objective) * tolerance;
		if (step.attribute < 0)
		{
			if (best > scale)
				fail_msg("%s: stops at step %d, %g could be gained", what, n, best);
			break;
		}
		a = step.attribute;
		tolerance = fmax(tolerance, 1e-14 / unexplained(s, bought, a));
		scale = fmax(before, step.objective) * tolerance;
		if (rate[a] < best - scale)
			fail_msg("%s: step %d takes %d with %.15g per cost, %.15g is best",
					 what, n, a, rate[a], best);
		bought[a]++;
		spent += s->cost[a];
		before = objective(s, bought);
		if (fabs(step.objective - before) > tolerance * before)
			fail_msg("%s: step %d objective %.15g for %.15g", what, n, step.objective, before);
		assert_int_equal(step.repeats, bought[a] * s->unit[a]);
		assert_int_equal(step.repeats, repeats_of(s, a));
		assert_true(fabs(step.cost - spent) < 1e-9);
		assert_true(spent <= budget + 1e-6);
		n++;
	}
}

static void
test_against_pseudo_inverses(void **state)
{
	static const double costs[] = {1, 4, 0.5, 1, 2.5, 1, 0.1};
	int			kind,
				method,
				seed;
	int			seeds = getenv("AER_QUICK") ? 2 : 12;

	for (kind = 0; kind <= 4; kind++)
		for (method = REPEATS_FULL; method <= REPEATS_COPIES; method++)
			for (seed = 0; seed < seeds; seed++)
			{
				Problem		p;
				char		what[100];
				const double *c = seed % 2 ? costs : NULL;
				double		budget = seed % 3 ? 25 : 7.3;

				snprintf(what, sizeof(what), "kind %d method %d seed %d", kind, method, seed);
				problem_init(&p, 3 + seed % 5);
				sample(&p, kind, 1000 + seed);
				problem_begin(&p, method, c, budget);
				check_search(&p, c, budget, what);
				problem_free(&p);
			}
}

/* Past several refreshes, with many attributes in play. */
static void
test_long_search(void **state)
{
	double		budget = getenv("AER_QUICK") ? 100 : 300;
	int			method;

	for (method = REPEATS_FULL; method <= REPEATS_SCORING; method++)
	{
		Problem		p;

		problem_init(&p, 20);
		sample(&p, 0, 5);
		problem_begin(&p, method, NULL, budget);
		check_search(&p, NULL, budget, "long");
		/* all is computed afresh after 64 steps, before rounding shows */
		assert_true(p.repeats.since_refresh >= 0 && p.repeats.since_refresh <= 64);
		problem_free(&p);
	}
}

/* Budgets in the thousands: the last objective is still that of r. */
#define BUDGET (getenv("AER_QUICK") ? 2000 : 20000)

static void
test_large_budget(void **state)
{
	Problem		p;
	RepeatStep	step;
	double		last = 0,
				value;
	int64		sum = 0;
	int			a;

	problem_init(&p, 30);
	sample(&p, 0, 6);
	problem_begin(&p, REPEATS_FULL, NULL, BUDGET);
	for (;;)
	{
		repeats_step(test_work(), &p.repeats, &step);
		if (step.attribute < 0)
			break;
		assert_true(step.objective >= last * (1 - 1e-12));
		last = step.objective;
	}
	value = objective(&p.repeats, p.repeats.bought);
	assert_true(fabs(last - value) < 1e-9 * value);
	for (a = 0; a < 30; a++)
		sum += repeats_of(&p.repeats, a);
	assert_int_equal(sum, BUDGET);
	problem_free(&p);
}

/* The best objective of all repeat vectors within the budget. */
static double
best_of_all(const Repeats *s, int64 *bought, int a, int left)
{
	double		best = 0;

	if (a == s->d)
		return objective(s, bought);
	for (bought[a] = 0; bought[a] <= left; bought[a]++)
		best = fmax(best, best_of_all(s, bought, a + 1, left - (int) bought[a]));
	bought[a] = 0;
	return best;
}

/* Theorem 3.2: greedy scoring is optimal for equal costs. */
static void
test_scoring_is_optimal(void **state)
{
	int			seed;
	int			seeds = getenv("AER_QUICK") ? 24 : 200;

	for (seed = 0; seed < seeds; seed++)
	{
		Problem		p;
		int64		bought[MAX_D] = {0};
		double		best;
		RepeatStep	step;
		Rng			rng;
		int			budget = 1 + seed % 8;
		int			a;

		rng_seed(&rng, 300 + seed);
		problem_init(&p, 4);
		for (a = 0; a < 4; a++)
		{
			/* none, either or both of the variances; outer ones below 0 too */
			p.estimates.v[a] = rng_below(&rng, 3) ? rng_unit(&rng) : 0;
			p.estimates.sigma[a * 4 + a] = rng_below(&rng, 3) ? rng_unit(&rng) - 0.3 : 0;
			if (p.estimates.v[a] + Max(p.estimates.sigma[a * 4 + a], 0) > 0)
				p.estimates.b[a] = rng_unit(&rng) - 0.5;
		}
		problem_begin(&p, REPEATS_SCORING, NULL, budget);
		best = best_of_all(&p.repeats, bought, 0, budget);
		do
			repeats_step(test_work(), &p.repeats, &step);
		while (step.attribute >= 0);
		if (fabs(step.objective - best) > 1e-12 * best)
			fail_msg("seed %d: %.15g, best %.15g", 300 + seed, step.objective, best);
		problem_free(&p);
	}
}

/* Uncorrelated attributes with b, outer variance 1 and v; label variance 1. */
static void
diagonal(Problem *p, const double *b, const double *v)
{
	int			a;

	p->moments.objects = 100;
	for (a = 0; a < p->d; a++)
	{
		p->estimates.b[a] = b[a];
		p->estimates.v[a] = v[a];
		p->estimates.sigma[(size_t) a * p->d + a] = 1;
		p->moments.judgments[a] = 250;
		p->moments.fewest[a] = 2;
	}
}

/* The numbers bought, as one number per digit. */
static int
bought_digits(Problem *p, RepeatMethod method, const double *costs, double budget)
{
	RepeatStep	step;
	int			digits = 0;
	int			a;

	problem_begin(p, method, costs, budget);
	do
		repeats_step(test_work(), &p->repeats, &step);
	while (step.attribute >= 0);
	for (a = 0; a < p->d; a++)
		digits = digits * 10 + (int) repeats_of(&p->repeats, a);
	return digits;
}

static void
test_rules(void **state)
{
	static const double equal[] = {0.5, 0.5, 0.5},
				one[] = {1, 1, 1},
				b[] = {0.1, 0.4, 0.2},
				v[] = {1, 0, 3},
				dear[] = {1, 4, 1},
				tenth[] = {0.1, 0.1, 0.1},
				free_one[] = {1, 0, 1};
	Problem		p;
	int			method;

	/* ties: the lowest number first, then the next */
	for (method = REPEATS_FULL; method <= REPEATS_COPIES; method++)
	{
		problem_init(&p, 3);
		diagonal(&p, equal, one);
		/* 2.5 judgments on average: averages buys 3 at a time */
		assert_int_equal(bought_digits(&p, method, NULL, 1), method == REPEATS_AVERAGES ? 0 : 100);
		problem_free(&p);
		problem_init(&p, 3);
		diagonal(&p, equal, one);
		assert_int_equal(bought_digits(&p, method, NULL, 3), method == REPEATS_AVERAGES ? 300 : 111);
		problem_free(&p);
		problem_init(&p, 3);
		diagonal(&p, equal, one);
		/* copies: at most the 2 that every object has; averages: all once */
		assert_int_equal(bought_digits(&p, method, NULL, 12),
						 method == REPEATS_AVERAGES ? 333 : method == REPEATS_COPIES ? 222 : 444);
		problem_free(&p);
		problem_init(&p, 3);
		diagonal(&p, equal, one);
		/* what is free comes first: the 2 that every object has */
		assert_int_equal(bought_digits(&p, method, free_one, 3), method == REPEATS_AVERAGES ? 330 : 221);
		problem_free(&p);
		problem_init(&p, 3);
		diagonal(&p, equal, one);
		assert_int_equal(bought_digits(&p, method, free_one, 0.5), method == REPEATS_AVERAGES ? 30 : 20);
		problem_free(&p);
	}

	/*
	 * No noise: never a second time.  Gains at the start: .005, .16, .01.  At
	 * cost 4 attribute 1 still gains most per cost, but must be affordable.
	 * With 3 to spend, 2 has its second unit (.016 - .01), then 0 has its
	 * first (.005 against .02 - .016).
	 */
	problem_init(&p, 3);
	diagonal(&p, b, v);
	assert_int_equal(bought_digits(&p, REPEATS_FULL, NULL, 1), 10);
	assert_int_equal(bought_digits(&p, REPEATS_FULL, dear, 4), 10);
	assert_int_equal(bought_digits(&p, REPEATS_FULL, dear, 3.99), 102);
	assert_int_equal(bought_digits(&p, REPEATS_FULL, dear, 0.99), 0);
	/* nor where it is free */
	assert_int_equal(bought_digits(&p, REPEATS_FULL, free_one, 0.5), 10);
	/* 3 times 0.1 is more than 0.3 in binary */
	assert_int_equal(bought_digits(&p, REPEATS_FULL, tenth, 0.3), 12);
	problem_free(&p);

	/* nothing correlates with the label: nothing is bought */
	problem_init(&p, 3);
	diagonal(&p, one, one);
	memset(p.estimates.b, 0, 3 * sizeof(double));
	for (method = REPEATS_FULL; method <= REPEATS_COPIES; method++)
		assert_int_equal(bought_digits(&p, method, NULL, 10), 0);
	problem_free(&p);
}

/* Rates that rounding alone makes differ are a tie too. */
static void
test_rounded_ties(void **state)
{
	static const double costs[] = {0.1, 0.3};
	static const double one[] = {1, 1};
	int			above = 0;

	for (int k = 1; k < 50; k++)
	{
		double		b[] = {0.01 * k, 0.01 * k * sqrt(3)};
		Problem		p;
		RepeatStep	step;

		above += b[1] * b[1] / 2 / 0.3 > b[0] * b[0] / 2 / 0.1;
		problem_init(&p, 2);
		diagonal(&p, b, one);
		problem_begin(&p, REPEATS_FULL, costs, 1);
		repeats_step(test_work(), &p.repeats, &step);
		assert_int_equal(step.attribute, 0);
		problem_free(&p);
	}
	assert_true(above > 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_against_pseudo_inverses),
		cmocka_unit_test(test_long_search),
		cmocka_unit_test(test_large_budget),
		cmocka_unit_test(test_scoring_is_optimal),
		cmocka_unit_test(test_rules),
		cmocka_unit_test(test_rounded_ties),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
