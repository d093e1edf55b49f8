/*
 * posterior.c
 *		The posterior of a score's covariance with the target, and of the
 *		variance that the target leaves of it.
 *
 * With V = 1, h = Lambda^2, s = rho + h, tau = nu + rho and
 * phi = 1 + clip(1 - Lambda, 0, 1):
 *
 * Prior: ln rho is normal about ln rho_0 with deviation 1.  Given rho, Lambda
 * is 0 with probability 1/4, else the correlation sqrt(h / s) is uniform, which
 * is the density 3/4 (1 + h / rho)^(-3/2) / sqrt(rho) in Lambda.
 *
 * Likelihood: (square, lin) is normal about (s, Lambda) with the covariance
 *		1.44 / n [ 2 tau (kappa tau + 2 h)	2 Lambda tau ]
 *				 [ 2 Lambda tau				tau phi		 ].
 * A row adds u^2 + 2 Lambda u y to square and u y to lin, u being the part of
 * its score that the target does not explain as seen through K looks: variance
 * tau.  K looks make K (K - 1) ordered pairs, not K^2: kappa.  A share
 * 1 - Lambda of w is noise of the other folds, and the product of the noises of
 * two folds enters lin twice, once from each: phi.  1.44 is for what is not
 * normal.  Without pairs lin alone is normal about Lambda, with the variance
 * 1.44 / n tau phi.
 *
 * Integration: midpoints of the cells of a box, which is made to fit the
 * posterior round by round.  The first round takes the rows for 32, and each
 * further one for 8 times as many, so that no posterior is narrower than a cell
 * of the box that is cut for it.
 */
#include "kernel/moments/posterior.h"

#define CELLS POSTERIOR_CELLS

/* Probability of no covariance at all; variance of what is not normal. */
#define NOTHING 0.25
#define INFLATION 1.44

/* Rounds: the first one's rows, how many times more the next, and an end. */
#define FIRST_ROWS 32.0
#define MORE_ROWS 8.0
#define MAX_ROUNDS 20

/* The first box: deviations of lin, and of ln rho (both sides). */
#define REACH 8.0

/* The next: deviations, and old cells, beyond the mean. */
#define SIDE_DEVIATIONS 6.0
#define SIDE_CELLS 2.0

/* Finished when the box keeps this share of its area. */
#define SETTLED 0.8

/* A side about which weights below this say nothing stays. */
#define LEAST_WEIGHT 1e-12

typedef struct Box
{
	double		low;			/* of Lambda */
	double		high;
	double		log_low;		/* of ln rho */
	double		log_high;
} Box;

static inline double
square(double x)
{
	return x * x;
}

/*
 * Fill in the points of a box and their weights, which add up to 1; the
 * marginals of ln rho [CELLS], and of Lambda [CELLS + 1].
 */
static Status
fill(const Measurement *given, double rows, const Box *box, Posterior *posterior,
	 double *of_rest, double *of_covariance)
{
	double		width = (box->high - box->low) / CELLS;
	double		log_width = (box->log_high - box->log_low) / CELLS;
	double		noise = INFLATION / rows;
	double		log_prior = log((1 - NOTHING) * width);
	double		log_rest = log(given->rest);
	double		largest = -INFINITY;
	double		total = 0;

	for (int i = 0; i <= CELLS; i++)
	{
		posterior->covariance[i] = i == 0 ? 0 : box->low + (i - 0.5) * width;
		of_covariance[i] = 0;
	}
	for (int j = 0; j < CELLS; j++)
	{
		double		log_rho = box->log_low + (j + 0.5) * log_width;
		double		rho = exp(log_rho);
		double		tau = given->looks + rho;
		double		log_tau = log(tau);

		posterior->rest[j] = rho;
		of_rest[j] = 0;
		for (int i = 0; i <= CELLS; i++)
		{
			double		lambda = posterior->covariance[i];
			double		h = lambda * lambda;
			double		phi = 1 + Min(Max(1 - lambda, 0), 1);
			double		missed = given->lin - lambda;
			double		value = -0.5 * square(log_rho - log_rest);

			if (i == 0)
				value += log(NOTHING);
			else
				value += log_prior - 1.5 * log1p(h / rho) - 0.5 * log_rho;
			if (given->pairs)
			{
				double		missed_square = given->square - (rho + h);
				double		spread = given->kappa * tau + 2 * h;
				double		determinant = given->kappa * tau * phi + 2 * h * (phi - 1);

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
			of_rest[j] += posterior->weight[j][i];
			of_covariance[i] += posterior->weight[j][i];
		}
	return KERNEL_OK;
}

/* Make a side fit the weights of its cells. */
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
	reach = SIDE_DEVIATIONS * sqrt(variance) + SIDE_CELLS;
	*low = Max(*low, start + (mean - reach) * width);
	*high = Min(*high, start + (mean + reach) * width);
}

Status
posterior_find(const Measurement *given, Posterior *posterior)
{
	double		rows = Min(given->rows, FIRST_ROWS);
	double		rest = given->rest;
	double		reach;
	Box			box;

	if (given->pairs)
		rest = Max(rest, given->square - given->lin * given->lin);
	reach = REACH * sqrt(2 * (INFLATION / rows) * (given->looks + rest));
	box.low = Max(0, given->lin - reach);
	box.high = Max(0, given->lin) + reach;
	box.log_low = log(given->rest) - REACH;
	box.log_high = log(given->rest) + REACH;

	for (int round = 1;; round++)
	{
		double		of_rest[CELLS];
		double		of_covariance[CELLS + 1];
		Box			old = box;
		Status		status = fill(given, rows, &box, posterior, of_rest, of_covariance);

		if (status != KERNEL_OK || round == MAX_ROUNDS)
			return status;
		fit_side(of_covariance + 1, &box.low, &box.high);
		fit_side(of_rest, &box.log_low, &box.log_high);
		if (!(box.high > box.low && box.log_high > box.log_low))
			return KERNEL_OK;
		if (rows == given->rows &&
			(box.high - box.low) * (box.log_high - box.log_low) >
			SETTLED * ((old.high - old.low) * (old.log_high - old.log_low)))
			return KERNEL_OK;
		rows = Min(given->rows, MORE_ROWS * rows);
	}
}
