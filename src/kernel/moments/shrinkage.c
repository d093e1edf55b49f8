/*
 * shrinkage.c
 *		The length of the weights, the link, and the forecast of the error.
 */
#include "kernel/moments/shrinkage.h"

#include <float.h>

#include "kernel/moments/posterior.h"

/* The guess at what the target does not explain is no less than this, over V. */
#define LEAST_REST 1e-3

/* The rarer value of a target with a link has one in so many of the rows. */
#define MOST_ROWS_TO_ONE 5

/* A score that leaves less than this share of its square leaves that much. */
#define LEAST_LINK_REST 1e-9
#define LEAST_POINT_REST 1e-12

/* Points below this share of the largest are left out of the link's forecast. */
#define LEAST_POINT 1e-6

/* How much of the link's gain is doubted: all of it of so many looks, over their number. */
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

/* A normal score given each value of the target, and its link. */
typedef struct LinkModel
{
	double		share;			/* of rows with the high value */
	double		low;			/* less y_mean, over the target's deviation */
	double		high;
	double		factor;			/* of the score over that deviation */
	double		constant;
} LinkModel;

bool
shrinkage_two_valued(const Extremes *target, double rows)
{
	return target->low < target->high && target->n_low + target->n_high == rows;
}

/* The measures of all folds, by rows. */
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

/* Looks that the folds' scores rest on, by rows. */
static double
mean_terms(const FoldMeasure *fold, uint32 folds)
{
	double		mean = 0;

	for (uint32 f = 0; f < folds; f++)
		mean += fold[f].share * fold[f].terms;
	return mean;
}

/* The standard error of the target's variance over V, from the folds. */
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

/* The mean and variance over the points of a loss at each. */
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
				double		deviation = loss[j][i] - *mean;

				*variance += posterior->weight[j][i] / total * deviation * deviation;
			}
}

/* The expected squared error over V of the link's predictions at a point. */
static double
link_loss(const LinkModel *model, double covariance, double square)
{
	double		span = model->high - model->low;
	double		deviation = sqrt(Max(square - covariance * covariance, LEAST_POINT_REST * square));
	double		at_low = model->constant + model->factor * covariance * model->low;
	double		at_high = model->constant + model->factor * covariance * model->high;
	double		wrong_low = 0;
	double		wrong_high = 0;

	for (int k = 0; k < NODES; k++)
		for (int sign = -1; sign <= 1; sign += 2)
		{
			double		move = model->factor * deviation * sign * quadrature[k][0];
			double		p = logistic(at_low + move);
			double		q = logistic(-(at_high + move));

			wrong_low += quadrature[k][1] * p * p;
			wrong_high += quadrature[k][1] * q * q;
		}
	return ((1 - model->share) * wrong_low + model->share * wrong_high) * span * span;
}

static double
normal_cdf(double x)
{
	return 0.5 * erfc(-x / sqrt(2));
}

/*
 * At a point, given each value of the target, the score is normal: how many are on the
 * wrong side of a bound, and how often those of a high and a low target are in the wrong
 * order.
 */
static double
share_wrong(const LinkModel *model, double bound, double covariance, double deviation)
{
	return (1 - model->share) * normal_cdf((covariance * model->low - bound) / deviation) +
		model->share * normal_cdf((bound - covariance * model->high) / deviation);
}

static double
share_in_disorder(const LinkModel *model, double covariance, double deviation)
{
	return normal_cdf(covariance * (model->low - model->high) / deviation / sqrt(2));
}

/* Points of less weight say nothing of a two-valued target. */
static double
least_point(const Posterior *posterior)
{
	double		largest = 0;

	for (int j = 0; j < POSTERIOR_CELLS; j++)
		for (int i = 0; i <= POSTERIOR_CELLS; i++)
			largest = Max(largest, posterior->weight[j][i]);
	return LEAST_POINT * largest;
}

/* e2, what the link promises where scores are normal, and its variance between points. */
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

/* The share wrong and the area under the ROC curve, with so many more mistakes than of normal scores. */
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
				double		apart = sqrt(posterior->rest[j]);

				wrong[j][i] = share_wrong(model, bound, posterior->covariance[i], apart);
				disorder[j][i] = share_in_disorder(model, posterior->covariance[i], apart);
			}
	expect(posterior, wrong, least, &mean, &ignored);
	shrinkage->wrong = Min(more * mean, Min(model->share, 1 - model->share));
	expect(posterior, disorder, least, &mean, &ignored);
	shrinkage->auc = 1 - Min(more * mean, 0.5);
}

/*
 * A target of two values: link, forecast and mistakes; variance: of the forecast.  Given y
 * the score is taken as normal with mean Lambda (y - y_mean) and variance rho, both as
 * expected.
 */
static void
find_two_values(const Posterior *posterior, double covariance, double square, double deviation,
				double rows, double terms, const Extremes *target, double y_mean,
				Shrinkage *shrinkage, double *variance)
{
	double		rest = Max(square - covariance * covariance, LEAST_LINK_REST * square);
	double		linear = shrinkage->forecast;
	double		doubted = Min(Max(DOUBTED_LOOKS / terms, LEAST_DOUBT), 1);
	double		bound = (target->low + target->high - 2 * y_mean) / (2 * deviation) / shrinkage->alpha;
	double		normal;
	double		more;
	double		of_link;
	LinkModel	model;

	model.share = target->n_high / rows;
	model.low = (target->low - y_mean) / deviation;
	model.high = (target->high - y_mean) / deviation;
	model.factor = (model.high - model.low) * (covariance / rest);
	model.constant = log(model.share / (1 - model.share)) -
		model.factor * covariance * (model.low + model.high) / 2;
	normal = Max(link_forecast(posterior, &model, &of_link), DBL_MIN);
	more = sqrt(Max(linear / normal, 1));
	if (MOST_ROWS_TO_ONE * Min(target->n_low, target->n_high) >= rows)
	{
		double		doubt = doubted * Max(linear - normal, 0);

		shrinkage->linked = true;
		shrinkage->slope = (model.high - model.low) * (square / rest) / deviation;
		shrinkage->offset = model.constant - shrinkage->slope * y_mean;
		shrinkage->compared = normal + LEAST_DOUBT * Max(linear - normal, 0);
		shrinkage->forecast = normal + doubt;
		*variance = of_link + doubt * doubt;
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
	shrinkage->wrong = shrinkage->auc = NAN;
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
