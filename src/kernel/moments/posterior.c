/*
 * posterior.c
 *		The posterior of a score's covariance with the target, and of the variance of the
 *		score that the target does not explain.
 *
 * With V = 1, h = Lambda^2, s = rho + h, tau = nu + rho and
 * phi = 1 + clip(1 - Lambda, 0, 1):
 *
 * Prior: ln rho is normal about ln rho_0 with standard deviation 1.  Given rho, Lambda is 0 with
 * probability 1/4; else the correlation sqrt(h / s) is uniform, which gives Lambda the density
 * 3/4 (1 + h / rho)^(-3/2) / sqrt(rho).
 *
 * Likelihood: (square, lin) is normal about (s, Lambda) with the covariance
 *		1.44 / n [ 2 tau (kappa tau + 2 h)	2 Lambda tau ]
 *				 [ 2 Lambda tau				tau phi		 ].
 * A row adds u^2 + 2 Lambda u y to square and u y to lin.  u, of variance tau, is the part of the
 * row's score that the target does not explain, as K looks show it.  kappa: K looks make K (K - 1)
 * ordered pairs, not K^2.  phi: a share 1 - Lambda of w is noise of the other folds, and the product
 * of the noises of two folds enters lin twice, once from each.  1.44 allows for scores that are not
 * normal.  Without pairs, lin alone is normal about Lambda with the variance 1.44 / n tau phi.
 *
 * Integration: by the midpoints of the cells of a box that is fitted to the posterior in rounds.
 * The first round pretends that there are 32 rows, each further round 8 times as many, so that no
 * posterior is narrower than a cell of its box.
 */
#include "kernel/moments/posterior.h"

#define CELLS POSTERIOR_CELLS

/* Prior probability of no covariance; inflation of the variance, as scores are not normal. */
#define NO_COVARIANCE 0.25
#define INFLATION 1.44

/* Rounds: rows of the first one, growth from round to round, and the most rounds. */
#define FIRST_ROWS 32.0
#define MORE_ROWS 8.0
#define MAX_ROUNDS 20

/* The first box: standard deviations of lin, and of ln rho, on each side. */
#define REACH 8.0

/* Later boxes: standard deviations, and old cells, on each side of the mean. */
#define SIDE_SDS 6.0
#define SIDE_CELLS 2.0

/* The rounds end when the box keeps this share of its area. */
#define SETTLED 0.8

/* A side stays as it is if its cells weigh less than this in total. */
#define LEAST_WEIGHT 1e-12

typedef struct PosteriorBox
{
	double		low;			/* least Lambda */
	double		high;			/* largest Lambda */
	double		log_low;		/* least ln rho */
	double		log_high;		/* largest ln rho */
} PosteriorBox;

static inline double
square(double x)
{
	return x * x;
}

/*
 * Computes the points of a box, their weights, which add up to 1, and the marginals of ln rho
 * [CELLS] and of Lambda [CELLS + 1].
 */
static Status
weigh_box(const Measurement *measured, double rows, const PosteriorBox *box, Posterior *posterior,
		  double *rest_marginal, double *covariance_marginal)
{
	double		width = (box->high - box->low) / CELLS;
	double		log_width = (box->log_high - box->log_low) / CELLS;
	double		noise = INFLATION / rows;
	double		log_prior = log((1 - NO_COVARIANCE) * width);
	double		log_rest = log(measured->rest);
	double		largest = -INFINITY;
	double		total = 0;

	for (int i = 0; i <= CELLS; i++)
	{
		posterior->covariance[i] = i == 0 ? 0 : box->low + (i - 0.5) * width;
		covariance_marginal[i] = 0;
	}
	for (int j = 0; j < CELLS; j++)
	{
		double		log_rho = box->log_low + (j + 0.5) * log_width;
		double		rho = exp(log_rho);
		double		tau = measured->looks + rho;
		double		log_tau = log(tau);

		posterior->rest[j] = rho;
		rest_marginal[j] = 0;
		for (int i = 0; i <= CELLS; i++)
		{
			double		lambda = posterior->covariance[i];
			double		h = lambda * lambda;
			double		phi = 1 + Min(Max(1 - lambda, 0), 1);
			double		missed = measured->lin - lambda;
			double		value = -0.5 * square(log_rho - log_rest);

			if (i == 0)
				value += log(NO_COVARIANCE);
			else
				value += log_prior - 1.5 * log1p(h / rho) - 0.5 * log_rho;
			if (measured->pairs)
			{
				double		missed_square = measured->square - (rho + h);
				double		spread = measured->kappa * tau + 2 * h;
				double		determinant = measured->kappa * tau * phi + 2 * h * (phi - 1);

				value -= log_tau + 0.5 * log(determinant) +
					(phi * square(missed_square) - 4 * lambda * missed_square * missed +
					 2 * spread * square(missed)) / (4 * noise * tau * determinant);
			}
			else
				value -= 0.5 * (log_tau + log(phi)) + 0.5 * square(missed) / (noise * tau * phi);
			if (isnan(value))
				return KERNEL_SINGULAR;
			posterior->weight[j][i] = value;
			largest = Max(largest, value);
		}
	}
	if (!(fabs(largest) < INFINITY))
		return KERNEL_SINGULAR;

	for (int j = 0; j < CELLS; j++)
		for (int i = 0; i <= CELLS; i++)
		{
			posterior->weight[j][i] = exp(posterior->weight[j][i] - largest);
			total += posterior->weight[j][i];
		}
	for (int j = 0; j < CELLS; j++)
		for (int i = 0; i <= CELLS; i++)
		{
			posterior->weight[j][i] /= total;
			rest_marginal[j] += posterior->weight[j][i];
			covariance_marginal[i] += posterior->weight[j][i];
		}
	return KERNEL_OK;
}

/* Fits a side of the box to the weights of its cells. */
static void
fit_side(const double *weight, double *low, double *high)
{
	double		start = *low;
	double		width = (*high - *low) / CELLS;
	double		total = 0;
	double		mean = 0;
	double		variance = 0;
	double		reach;

	for (int k = 0; k < CELLS; k++)
		total += weight[k];
	if (total < LEAST_WEIGHT)
		return;
	for (int k = 0; k < CELLS; k++)
		mean += weight[k] / total * (k + 0.5);
	for (int k = 0; k < CELLS; k++)
		variance += weight[k] / total * square(k + 0.5 - mean);
	reach = SIDE_SDS * sqrt(variance) + SIDE_CELLS;
	*low = Max(*low, start + (mean - reach) * width);
	*high = Min(*high, start + (mean + reach) * width);
}

Status
posterior_find(const Measurement *measured, Posterior *posterior)
{
	double		rows = Min(measured->rows, FIRST_ROWS);
	double		rest = measured->rest;
	double		reach;
	PosteriorBox box;

	if (measured->pairs)
		rest = Max(rest, measured->square - measured->lin * measured->lin);
	reach = REACH * sqrt(2 * (INFLATION / rows) * (measured->looks + rest));
	box.low = Max(0, measured->lin - reach);
	box.high = Max(0, measured->lin) + reach;
	box.log_low = log(measured->rest) - REACH;
	box.log_high = log(measured->rest) + REACH;

	for (int round = 1;; round++)
	{
		double		rest_marginal[CELLS];
		double		covariance_marginal[CELLS + 1];
		PosteriorBox old = box;
		Status		status = weigh_box(measured, rows, &box, posterior, rest_marginal, covariance_marginal);

		if (status != KERNEL_OK || round == MAX_ROUNDS)
			return status;
		fit_side(covariance_marginal + 1, &box.low, &box.high);
		fit_side(rest_marginal, &box.log_low, &box.log_high);
		if (!(box.high > box.low && box.log_high > box.log_low))
			return KERNEL_OK;
		if (rows == measured->rows &&
			(box.high - box.low) * (box.log_high - box.log_low) >
			SETTLED * ((old.high - old.low) * (old.log_high - old.log_low)))
			return KERNEL_OK;
		rows = Min(measured->rows, MORE_ROWS * rows);
	}
}
