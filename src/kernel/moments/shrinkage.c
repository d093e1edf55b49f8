/*
 * shrinkage.c
 *		The shrinkage of a score, its link, and the forecast of its error.
 */
#include "kernel/moments/fold_judge.h"

#include <float.h>

#include "kernel/moments/posterior.h"

/* The least guess at the variance that the target does not explain, over V. */
#define LEAST_REST 1e-3

/* A target has a link only if its rarer value has at least one in so many rows. */
#define MOST_ROWS_TO_ONE 5

/* At least this share of the squared score is taken as not explained by the target. */
#define LEAST_LINK_REST 1e-9
#define LEAST_POINT_REST 1e-12

/* Points with less than this share of the largest weight are left out of the link's forecast. */
#define LEAST_POINT 1e-6

/* Doubt of the link's gain: all of it for a score of up to so many looks, then their ratio. */
#define DOUBTED_LOOKS 8.0
#define LEAST_DOUBT 0.2

/*
 * Gauss-Hermite quadrature of order 32: the positive nodes and their weights,
 * for expectations over a standard normal.
 */
#define NODES 16
static const double quadrature[NODES][2] = {
	{0.27554641923027579, 0.21170556988047931},
	{0.82728490377976516, 0.15653899375759844},
	{1.3809801992721442, 0.085344808272080755},
	{1.9380049059257174, 0.034109847726092053},
	{2.4998404151873954, 0.0099034617023205911},
	{3.0681351690131211, 0.0020620510513078847},
	{3.644781249880833, 0.00030255702581706247},
	{4.2320211099954097, 3.0559803060896302e-05},
	{4.8326046132444889, 2.0596221039534287e-06},
	{5.4500332736234283, 8.8812907131058956e-08},
	{6.0889643090769869, 2.3125184120742405e-09},
	{6.7559308305407049, 3.3475012398012072e-11},
	{7.4607557541215188, 2.3780648557778086e-13},
	{8.2197287653822446, 6.7552902236701189e-16},
	{9.0643992107024065, 5.2084495919608613e-19},
	{10.077422674229465, 4.1246074890182694e-23},
};

/* A score that is normal given each value of the target, and its link. */
typedef struct LinkModel
{
	double		share;			/* of rows with the high value */
	double		low;			/* low value less y_mean, over the target's standard deviation */
	double		high;			/* the same of the high value */
	double		factor;			/* of the score over that standard deviation */
	double		constant;
} LinkModel;

bool
shrinkage_two_valued(const Extremes *target, double rows)
{
	/* effective rows are rounded; whole numbers of rows are exact */
	return target->low < target->high &&
		fabs(target->n_low + target->n_high - rows) <= 2 * DBL_EPSILON * rows;
}

/* Gives the mean of the folds' measures, weighted by rows. */
static void
pool(const FoldMeasure *fold, uint32 folds, Measurement *all)
{
	all->lin = all->square = all->rest = all->looks = 0;
	for (uint32 f = 0; f < folds; f++)
	{
		all->lin += fold[f].share * fold[f].lin;
		all->square += fold[f].share * fold[f].square;
		all->rest += fold[f].share * fold[f].rest;
		all->looks += fold[f].share * fold[f].looks;
	}
	all->rest = Max(all->rest, LEAST_REST);
}

/* Returns the mean number of looks that the folds' scores rest on, weighted by rows. */
static double
mean_terms(const FoldMeasure *fold, uint32 folds)
{
	double		mean = 0;

	for (uint32 f = 0; f < folds; f++)
		mean += fold[f].share * fold[f].terms;
	return mean;
}

/* Returns the standard error of the target's variance over V, from the folds. */
static double
variance_error(const FoldMeasure *fold, uint32 folds)
{
	double		mean = 0;
	double		squares = 0;

	for (uint32 f = 0; f < folds; f++)
		mean += fold[f].variance / folds;
	for (uint32 f = 0; f < folds; f++)
		squares += (fold[f].variance - mean) * (fold[f].variance - mean);
	return sqrt(squares / (folds - 1) / folds);
}

/* Gives mean and variance of a loss over the points whose weight is at least `least`. */
static void
expect(const Posterior *posterior, double (*loss)[POSTERIOR_CELLS + 1], double least,
	   double *mean, double *variance)
{
	double		total = 0;

	*mean = *variance = 0;
	for (int j = 0; j < POSTERIOR_CELLS; j++)
		for (int i = 0; i <= POSTERIOR_CELLS; i++)
			if (posterior->weight[j][i] >= least)
			{
				total += posterior->weight[j][i];
				*mean += posterior->weight[j][i] * loss[j][i];
			}
	*mean /= total;
	for (int j = 0; j < POSTERIOR_CELLS; j++)
		for (int i = 0; i <= POSTERIOR_CELLS; i++)
			if (posterior->weight[j][i] >= least)
			{
				double		excess = loss[j][i] - *mean;

				*variance += posterior->weight[j][i] / total * excess * excess;
			}
}

/* Returns the expected squared error over V of the link's predictions at a point. */
static double
link_loss(const LinkModel *model, double covariance, double square)
{
	double		span = model->high - model->low;
	double		sd = sqrt(Max(square - covariance * covariance, LEAST_POINT_REST * square));
	double		at_low = model->constant + model->factor * covariance * model->low;
	double		at_high = model->constant + model->factor * covariance * model->high;
	double		loss_low = 0;
	double		loss_high = 0;

	for (int k = 0; k < NODES; k++)
		for (int sign = -1; sign <= 1; sign += 2)
		{
			double		move = model->factor * sd * sign * quadrature[k][0];
			double		p = logistic(at_low + move);
			double		q = logistic(-(at_high + move));

			loss_low += quadrature[k][1] * p * p;
			loss_high += quadrature[k][1] * q * q;
		}
	return ((1 - model->share) * loss_low + model->share * loss_high) * span * span;
}

static double
normal_cdf(double x)
{
	return 0.5 * erfc(-x / sqrt(2));
}

/* Returns the error rate at a point: the share of normal scores on the wrong side of a bound. */
static double
error_rate(const LinkModel *model, double bound, double covariance, double sd)
{
	return (1 - model->share) * normal_cdf((covariance * model->low - bound) / sd) +
		model->share * normal_cdf((bound - covariance * model->high) / sd);
}

/* Returns the share of pairs of a high and a low target whose scores are in the wrong order. */
static double
disorder_rate(const LinkModel *model, double covariance, double sd)
{
	return normal_cdf(covariance * (model->low - model->high) / sd / sqrt(2));
}

/* Returns the least weight of points that count for a two-valued target. */
static double
least_point(const Posterior *posterior)
{
	double		largest = 0;

	for (int j = 0; j < POSTERIOR_CELLS; j++)
		for (int i = 0; i <= POSTERIOR_CELLS; i++)
			largest = Max(largest, posterior->weight[j][i]);
	return LEAST_POINT * largest;
}

/* Returns e2, the expected loss of the link if scores are normal, and its variance between points. */
static double
link_forecast(const Posterior *posterior, const LinkModel *model, double *variance)
{
	double		least = least_point(posterior);
	double		loss[POSTERIOR_CELLS][POSTERIOR_CELLS + 1];
	double		mean;

	for (int j = 0; j < POSTERIOR_CELLS; j++)
		for (int i = 0; i <= POSTERIOR_CELLS; i++)
			if (posterior->weight[j][i] >= least)
				loss[j][i] = link_loss(model, posterior->covariance[i],
									   posterior_square(posterior, j, i));
	expect(posterior, loss, least, &mean, variance);
	return mean;
}

/* Gives the error rate and the area under the ROC curve; normal scores have 1 / more as many mistakes. */
static void
find_mistakes(const Posterior *posterior, const LinkModel *model, double bound, double more,
			  Shrinkage *shrinkage)
{
	double		least = least_point(posterior);
	double		wrong[POSTERIOR_CELLS][POSTERIOR_CELLS + 1];
	double		disorder[POSTERIOR_CELLS][POSTERIOR_CELLS + 1];
	double		mean;
	double		ignored;

	for (int j = 0; j < POSTERIOR_CELLS; j++)
		for (int i = 0; i <= POSTERIOR_CELLS; i++)
			if (posterior->weight[j][i] >= least)
			{
				double		sd = sqrt(posterior->rest[j]);

				wrong[j][i] = error_rate(model, bound, posterior->covariance[i], sd);
				disorder[j][i] = disorder_rate(model, posterior->covariance[i], sd);
			}
	expect(posterior, wrong, least, &mean, &ignored);
	shrinkage->error_rate = Min(more * mean, Min(model->share, 1 - model->share));
	expect(posterior, disorder, least, &mean, &ignored);
	shrinkage->auc = 1 - Min(more * mean, 0.5);
}

/*
 * Finds link, forecast and mistakes for a two-valued target; *variance becomes that of the
 * forecast.  Given y the score is taken as normal with mean Lambda (y - y_mean) and variance rho,
 * both at their expectations.
 */
static void
find_two_values(const Posterior *posterior, double covariance, double square, double sd,
				double rows, double terms, const Extremes *target, double y_mean,
				Shrinkage *shrinkage, double *variance)
{
	double		rest = Max(square - covariance * covariance, LEAST_LINK_REST * square);
	double		linear = shrinkage->forecast;
	double		doubt_share = Min(Max(DOUBTED_LOOKS / terms, LEAST_DOUBT), 1);
	double		bound = (target->low + target->high - 2 * y_mean) / (2 * sd) / shrinkage->alpha;
	double		normal;
	double		more;
	double		link_variance;
	LinkModel	model;

	model.share = target->n_high / rows;
	model.low = (target->low - y_mean) / sd;
	model.high = (target->high - y_mean) / sd;
	model.factor = (model.high - model.low) * (covariance / rest);
	model.constant = log(model.share / (1 - model.share)) -
		model.factor * covariance * (model.low + model.high) / 2;
	normal = Max(link_forecast(posterior, &model, &link_variance), DBL_MIN);
	more = sqrt(Max(linear / normal, 1));
	if (MOST_ROWS_TO_ONE * Min(target->n_low, target->n_high) >= rows)
	{
		double		doubt = doubt_share * Max(linear - normal, 0);

		shrinkage->linked = true;
		shrinkage->slope = (model.high - model.low) * (square / rest) / sd;
		shrinkage->offset = model.constant - shrinkage->slope * y_mean;
		shrinkage->compared = normal + LEAST_DOUBT * Max(linear - normal, 0);
		shrinkage->forecast = normal + doubt;
		*variance = link_variance + doubt * doubt;
		more = shrinkage->forecast / normal;
		bound = -model.constant / model.factor;
	}
	find_mistakes(posterior, &model, bound, more, shrinkage);
}

void
shrinkage_find(Work *work, const FoldMeasure *fold, uint32 folds, double v, double rows,
			   double kappa, const Extremes *target, double y_mean, bool found,
			   Shrinkage *shrinkage)
{
	Posterior	posterior;
	Measurement all;
	double		error = variance_error(fold, folds);
	double		covariance = 0;
	double		square = 0;
	double		loss[POSTERIOR_CELLS][POSTERIOR_CELLS + 1];
	double		variance;
	bool		any = false;

	shrinkage->alpha = 0;
	shrinkage->covariance = shrinkage->square = 0;
	shrinkage->forecast = shrinkage->compared = v;
	shrinkage->forecast_se = error * v;
	shrinkage->error_rate = shrinkage->auc = NAN;
	shrinkage->linked = false;
	for (uint32 f = 0; f < folds; f++)
		any = any || fold[f].found;
	if (v == 0 || !found || !any)
		return;

	pool(fold, folds, &all);
	all.rows = rows;
	all.pairs = !isnan(kappa);
	all.kappa = kappa;
	work_check(work, posterior_find(&all, &posterior));

	for (int j = 0; j < POSTERIOR_CELLS; j++)
		for (int i = 0; i <= POSTERIOR_CELLS; i++)
		{
			covariance += posterior.weight[j][i] * posterior.covariance[i];
			square += posterior.weight[j][i] * posterior_square(&posterior, j, i);
		}
	shrinkage->covariance = covariance;
	shrinkage->square = square;
	shrinkage->alpha = covariance / square;
	for (int j = 0; j < POSTERIOR_CELLS; j++)
		for (int i = 0; i <= POSTERIOR_CELLS; i++)
			loss[j][i] = 1 - 2 * shrinkage->alpha * posterior.covariance[i] +
				shrinkage->alpha * shrinkage->alpha * posterior_square(&posterior, j, i);
	expect(&posterior, loss, 0, &shrinkage->forecast, &variance);
	shrinkage->compared = shrinkage->forecast;
	if (shrinkage_two_valued(target, rows) && covariance > 0)
		find_two_values(&posterior, covariance, square, sqrt(v), rows, mean_terms(fold, folds), target,
						y_mean, shrinkage, &variance);
	shrinkage->forecast_se = v * sqrt(variance + shrinkage->forecast * error * shrinkage->forecast * error);
	shrinkage->forecast *= v;
	shrinkage->compared *= v;
}
