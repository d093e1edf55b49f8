/*
 * test_posterior.c
 *		The posterior of a score's covariance and rest, against integration on
 *		a fine grid over other coordinates, by simulation, and on odd input.
 */
#include "test.h"

#include <stdio.h>

#include "kernel/moments/posterior.h"
#include "kernel/rng.h"

/* Two independent standard normal numbers (Box and Muller 1958). */
static void
normals(Rng *rng, double *a, double *b)
{
	double		size = sqrt(-2 * log(1 - rng_unit(rng)));
	double		angle = 2 * M_PI * rng_unit(rng);

	*a = size * cos(angle);
	*b = size * sin(angle);
}

/* The covariance matrix of (square, lin), as the header of posterior.c has it. */
static void
noise(const Measurement *given, double lambda, double rho, double rows, double *ss, double *sl,
	  double *ll)
{
	double		h = lambda * lambda;
	double		tau = given->looks + rho;
	double		phi = lambda <= 0 ? 2 : lambda >= 1 ? 1 : 2 - lambda;

	*ss = 1.44 / rows * 2 * tau * (given->kappa * tau + 2 * h);
	*sl = 1.44 / rows * 2 * lambda * tau;
	*ll = 1.44 / rows * tau * phi;
}

/* log likelihood + log prior of ln rho, but for constants */
static double
log_density(const Measurement *given, double lambda, double log_rho, double rows)
{
	double		rho = exp(log_rho);
	double		prior = log_rho - log(given->rest);
	double		s = given->square - rho - lambda * lambda;
	double		l = given->lin - lambda;
	double		ss;
	double		sl;
	double		ll;
	double		det;

	noise(given, lambda, rho, rows, &ss, &sl, &ll);
	if (!given->pairs)
		return -prior * prior / 2 - log(ll) / 2 - l * l / (2 * ll);
	det = ss * ll - sl * sl;
	return -prior * prior / 2 - log(det) / 2 - (ll * s * s - 2 * sl * s * l + ss * l * l) / (2 * det);
}

/* Sums over a part of the plane: 1, Lambda, s, and their squares. */
typedef struct Sums
{
	double		peak;			/* logarithm taken off */
	double		sum[5];
} Sums;

#define FINE 200

/* The correlation of score and target. */
static double
correlation(double lambda, double rho)
{
	return lambda / sqrt(rho + lambda * lambda);
}

/*
 * Over Lambda and ln rho.  The prior is uniform in the correlation, so a cell
 * has the probability that its sides are apart there, and no density is needed.
 * atom: over ln rho at Lambda = 0 alone.  The box is cut round by round to where the density is not below
 * exp(-40) of its peak, from few rows to all so that no peak is missed.
 */
static Sums
integrate(const Measurement *given, bool atom)
{
	double		low[2] = {0, log(given->rest) - 9};
	double		high[2] = {50, log(given->rest) + 9};
	double		rows = Min(given->rows, 10);
	int			across = atom ? 1 : FINE;
	static double value[FINE][FINE];
	Sums		result;

	for (int round = 0;; round++)
	{
		double		step[2];
		double		most[2] = {-INFINITY, -INFINITY};
		double		least[2] = {INFINITY, INFINITY};
		bool		settled = rows == given->rows;

		result.peak = -INFINITY;
		for (int k = 0; k < 2; k++)
			step[k] = (high[k] - low[k]) / FINE;
		for (int i = 0; i < across; i++)
			for (int j = 0; j < FINE; j++)
			{
				double		lambda = atom ? 0 : low[0] + (i + 0.5) * step[0];

				value[i][j] = log_density(given, lambda, low[1] + (j + 0.5) * step[1], rows);
				result.peak = Max(result.peak, value[i][j]);
			}
		for (int i = 0; i < across; i++)
			for (int j = 0; j < FINE; j++)
				if (value[i][j] > result.peak - 40)
				{
					double		at[2] = {low[0] + i * step[0], low[1] + j * step[1]};

					for (int k = 0; k < 2; k++)
					{
						least[k] = Min(least[k], at[k] - 2 * step[k]);
						most[k] = Max(most[k], at[k] + 3 * step[k]);
					}
				}
		for (int k = 0; k < 2; k++)
		{
			least[k] = Max(least[k], low[k]);
			most[k] = Min(most[k], high[k]);
			settled = settled && most[k] - least[k] > 0.7 * (high[k] - low[k]);
		}
		if (settled || round == 60)
			break;
		memcpy(low, least, sizeof(low));
		memcpy(high, most, sizeof(high));
		rows = Min(given->rows, 4 * rows);
	}

	memset(result.sum, 0, sizeof(result.sum));
	for (int i = 0; i < across; i++)
		for (int j = 0; j < FINE; j++)
		{
			double		width = (high[0] - low[0]) / FINE;
			double		lambda = atom ? 0 : low[0] + (i + 0.5) * width;
			double		rho = exp(low[1] + (j + 0.5) * (high[1] - low[1]) / FINE);
			double		s = rho + lambda * lambda;
			double		share = 0.75 * (correlation(lambda + width / 2, rho) -
										correlation(lambda - width / 2, rho));
			double		weight = exp(value[i][j] - result.peak) *
				(high[1] - low[1]) / FINE * (atom ? 0.25 : share);

			result.sum[0] += weight;
			result.sum[1] += weight * lambda;
			result.sum[2] += weight * s;
			result.sum[3] += weight * lambda * lambda;
			result.sum[4] += weight * s * s;
		}
	return result;
}

/* Means and deviations of Lambda and s, and the probability that Lambda is 0. */
typedef struct Summary
{
	double		mean[2];
	double		deviation[2];
	double		nothing;
} Summary;

static Summary
summary(const double *sum, double nothing)
{
	Summary		result;

	for (int k = 0; k < 2; k++)
	{
		result.mean[k] = sum[1 + k] / sum[0];
		result.deviation[k] = sqrt(Max(sum[3 + k] / sum[0] - result.mean[k] * result.mean[k], 0));
	}
	result.nothing = nothing / sum[0];
	return result;
}

static Summary
truth(const Measurement *given)
{
	Sums		some = integrate(given, false);
	Sums		none = integrate(given, true);
	double		peak = Max(some.peak, none.peak);
	double		sum[5];

	for (int k = 0; k < 5; k++)
		sum[k] = some.sum[k] * exp(some.peak - peak) + none.sum[k] * exp(none.peak - peak);
	return summary(sum, none.sum[0] * exp(none.peak - peak));
}

static Summary
found(const Measurement *given)
{
	static Posterior posterior;
	double		sum[5] = {0};
	double		nothing = 0;

	assert_int_equal(posterior_find(given, &posterior), KERNEL_OK);
	for (int j = 0; j < POSTERIOR_CELLS; j++)
		for (int i = 0; i <= POSTERIOR_CELLS; i++)
		{
			double		weight = posterior.weight[j][i];
			double		lambda = posterior.covariance[i];
			double		s = posterior_square(&posterior, j, i);

			assert_true(weight >= 0);
			sum[0] += weight;
			sum[1] += weight * lambda;
			sum[2] += weight * s;
			sum[3] += weight * lambda * lambda;
			sum[4] += weight * s * s;
			nothing += i == 0 ? weight : 0;
		}
	if (!(fabs(sum[0] - 1) < 1e-12))
		fail_msg("weights add up to %.17g", sum[0]);
	return summary(sum, nothing);
}

/* What data might say: a draw from the prior, and measurements of it. */
static Measurement
draw(Rng *rng, double rows, double looks, double kappa, bool pairs, double *lambda, double *rho)
{
	Measurement given = {rows, 0, 0, 0.05 + rng_unit(rng), looks, pairs, kappa};
	double		a;
	double		b;
	double		r;
	double		ss;
	double		sl;
	double		ll;

	normals(rng, &a, &b);
	*rho = given.rest * exp(a);
	r = rng_unit(rng) < 0.25 ? 0 : rng_unit(rng);
	*lambda = sqrt(*rho) * r / sqrt((1 - r) * (1 + r));
	noise(&given, *lambda, *rho, rows, &ss, &sl, &ll);
	normals(rng, &a, &b);
	given.lin = *lambda + sqrt(ll) * a;
	given.square = *rho + *lambda * *lambda + sl / sqrt(ll) * a + sqrt(ss - sl * sl / ll) * b;
	return given;
}

/*
 * 40 cells to a side with margins of two cells see a posterior with an error
 * of a few hundredths of a deviation: 0.025 for 99 % of inputs; the bounds are
 * 0.03, and 0.06 for few rows, which leave tails beyond six deviations (they
 * cost up to 8 % of the deviation).  A tenth more or less of any constant moves some case
 * by more.
 */
static void
fine_grid(void **state)
{
	static const double rows[] = {20, 60, 200, 5000, 1e6, 1e9};
	int			cases = getenv("AER_QUICK") != NULL ? 6 : 80;

	for (int seed = 0; seed < cases; seed++)
	{
		Rng			rng;
		Measurement given;
		Summary		want;
		Summary		got;
		double		lambda;
		double		rho;

		rng_seed(&rng, seed);

		/* without pairs nobody looks at everything */
		given = draw(&rng, rows[seed % 6], seed % 5 == 0 && seed % 4 != 3 ? 0 : 4 * rng_unit(&rng),
					 1 + rng_unit(&rng), seed % 4 != 3, &lambda, &rho);
		want = truth(&given);
		got = found(&given);
		for (int k = 0; k < 2; k++)
		{
			double		error = fabs(got.mean[k] - want.mean[k]) / want.deviation[k];

			if (!(error < (given.rows < 100 ? 0.06 : 0.03)) || !(fabs(got.deviation[k] / want.deviation[k] - 1) < 0.08))
				fail_msg("seed %d, rows %g: mean %.10g is not %.10g (deviation %.3g, %.3g)",
						 seed, given.rows, got.mean[k], want.mean[k], got.deviation[k],
						 want.deviation[k]);
		}
		if (!(fabs(got.nothing - want.nothing) < 0.02))
			fail_msg("seed %d: probability of nothing %g is not %g", seed, got.nothing, want.nothing);
	}
}

/*
 * Whatever is drawn from the prior and measured as the likelihood says, the
 * expected loss is right on average, and off by as much as it says: with
 * alpha = E Lambda / E s the loss 1 - 2 alpha Lambda + alpha^2 s less what is
 * expected has mean 0 and its square the mean of the posterior's variance.
 * Bounds 4 standard errors; a bias of .02 of the target's variance, and
 * errors that are 10 % too sure, are detected.
 */
static void
coverage(void **state)
{
	int			rounds = getenv("AER_QUICK") != NULL ? 100 : 1000;

	for (int shape = 0; shape < 6; shape++)
	{
		double		bias = 0;
		double		square = 0;
		double		ratio = 0;
		double		ratio_square = 0;
		double		error;
		Rng			rng;

		rng_seed(&rng, 100 + shape);
		for (int round = 0; round < rounds; round++)
		{
			static Posterior posterior;
			double		lambda;
			double		rho;
			double		sum[3] = {0, 0, 0};
			double		mse = 0;
			double		variance = 0;
			double		alpha;
			double		miss;
			Measurement given = draw(&rng, shape % 3 == 0 ? 20 : shape % 3 == 1 ? 300 : 20000, 2, 1.25,
									 shape < 3, &lambda, &rho);

			assert_int_equal(posterior_find(&given, &posterior), KERNEL_OK);
			for (int pass = 0; pass < 3; pass++)
				for (int j = 0; j < POSTERIOR_CELLS; j++)
					for (int i = 0; i <= POSTERIOR_CELLS; i++)
					{
						double		l = posterior.covariance[i];
						double		s = posterior_square(&posterior, j, i);
						double		loss;

						sum[1] += pass == 0 ? posterior.weight[j][i] * l : 0;
						sum[2] += pass == 0 ? posterior.weight[j][i] * s : 0;
						if (pass == 0)
							continue;
						loss = 1 - 2 * sum[1] / sum[2] * l + sum[1] / sum[2] * sum[1] / sum[2] * s;
						if (pass == 1)
							mse += posterior.weight[j][i] * loss;
						else
							variance += posterior.weight[j][i] * (loss - mse) * (loss - mse);
					}
			alpha = sum[1] / sum[2];
			miss = 1 - 2 * alpha * lambda + alpha * alpha * (rho + lambda * lambda) - mse;
			bias += miss / rounds;
			square += miss * miss / rounds;
			ratio += (miss * miss - variance) / rounds;
			ratio_square += (miss * miss - variance) * (miss * miss - variance) / rounds;
		}
		error = sqrt((square - bias * bias) / rounds);
		if (!(fabs(bias) < 4 * error))
			fail_msg("shape %d: the loss is %.4f more than expected, standard error %.4f",
					 shape, bias, error);
		/* Large misses are rare and make up the mean of squares: 100 rounds say nothing of it. */
		if (rounds >= 1000 && !(fabs(ratio) < 4 * sqrt(ratio_square / rounds)))
			fail_msg("shape %d: squared misses are %.5f more than the variance, standard error %.5f",
					 shape, ratio, sqrt(ratio_square / rounds));
	}
}

/*
 * Known answers: E Lambda and E s of the same grid as another program found it,
 * written in another language from the description alone.  They hold the grid
 * itself: where it ends, and when it is fine enough.
 */
static void
known_answers(void **state)
{
	static const struct
	{
		Measurement given;
		double		lambda;
		double		s;
	}			known[] = {
		{{20, 0.3, 0.5, 0.3, 0.4, true, 1.25}, 0.221451693228296, 0.423947956192734},
		{{300, 0.8, 0.9, 0.2, 2, true, 1.5}, 0.755276065780261, 0.882105352715507},
		{{20000, 0.6, 0.7, 0.5, 5, true, 1.25}, 0.598327016954274, 0.697538567667227},
		{{1e6, 0.05, 0.2, 0.4, 0.1, true, 1}, 0.0499989681018697, 0.200001537357447},
		{{1e9, 0.9, 1.3, 0.1, 0, true, 1}, 0.899999997981653, 1.29999999855514},
		{{500, 0.2, 0, 0.5, 3, false, 1}, 0.146893520522283, 0.670978575097932},
		{{40, -0.1, 0.1, 0.2, 0.2, true, 2}, 0.0355437383841, 0.137149691061445}
	};
	static Posterior posterior;

	for (int k = 0; k < (int) lengthof(known); k++)
	{
		double		lambda = 0;
		double		s = 0;

		assert_int_equal(posterior_find(&known[k].given, &posterior), KERNEL_OK);
		for (int j = 0; j < POSTERIOR_CELLS; j++)
			for (int i = 0; i <= POSTERIOR_CELLS; i++)
			{
				lambda += posterior.weight[j][i] * posterior.covariance[i];
				s += posterior.weight[j][i] * posterior_square(&posterior, j, i);
			}
		/* digits of the table; differences of 1e-15 grow by the rounds */
		if (!(fabs(lambda - known[k].lambda) <= 1e-11 && fabs(s - known[k].s) <= 1e-11))
			fail_msg("%d: %.15g %.15g", k, lambda, s);
	}
}

/* Numbers of no data: finite, or refused; and never for long. */
static void
odd_input(void **state)
{
	static const double values[] = {0, 1e-300, 1e-20, 1e-3, 1, 30, 1e9, 1e100, 1e300, -1e-3, -1, -1e9};
	static const double rows[] = {1, 2, 1e3, 1e9, 1e15, 1e300};
	Posterior	posterior;
	int			refused = 0;
	int			count = 0;
	Rng			rng;

	rng_seed(&rng, 1);
	for (int k = 0; k < (getenv("AER_QUICK") != NULL ? 200 : 4000); k++)
	{
		Measurement given;
		double		total = 0;
		Status		status;

		given.rows = rows[rng_below(&rng, lengthof(rows))];
		given.lin = values[rng_below(&rng, lengthof(values))];
		given.square = values[rng_below(&rng, lengthof(values))];
		given.rest = Max(values[rng_below(&rng, lengthof(values))], 1e-3);
		given.looks = fabs(values[rng_below(&rng, lengthof(values))]);
		given.kappa = fabs(values[rng_below(&rng, lengthof(values))]);
		given.pairs = rng_below(&rng, 4) > 0;
		if (rng_below(&rng, 20) == 0)
			given.lin = NAN;
		if (rng_below(&rng, 20) == 0)
			given.square = INFINITY;
		status = posterior_find(&given, &posterior);
		count++;
		refused += status != KERNEL_OK;
		if (status != KERNEL_OK)
			continue;
		for (int j = 0; j < POSTERIOR_CELLS; j++)
			for (int i = 0; i <= POSTERIOR_CELLS; i++)
			{
				assert_true(isfinite(posterior_square(&posterior, j, i)));
				total += posterior.weight[j][i];
			}
		assert_true(fabs(total - 1) < 1e-9);
	}
	assert_true(refused < 0.8 * count);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fine_grid),
		cmocka_unit_test(coverage),
		cmocka_unit_test(known_answers),
		cmocka_unit_test(odd_input),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
