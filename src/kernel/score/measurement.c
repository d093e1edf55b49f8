/*
 * measurement.c
 *		Measures predictions on held-out rows.
 */
#include "kernel/score/measurement.h"

#include "kernel/score/calibration.h"
#include "kernel/score/group_errors.h"

/* With fewer effective rows, or fewer of a value, no link is fitted. */
#define LEAST_ROWS 50
#define LEAST_OF_A_VALUE 5

/* The relative rounding of sums of weights, far below the weight of a row. */
#define ROUNDING 1e-9

typedef struct PredictedRow
{
	double		predicted;
	double		observed;
	double		weight;
	double		variance;		/* estimated variance of the observed value */
	double		part;			/* what it adds to a bin; bins have about equal sums of it */
} PredictedRow;

static int
compare_rows(const void *a, const void *b, void *width)
{
	const double *x = a;
	const double *y = b;

	for (size_t k = 0; k < *(const size_t *) width; k++)
		if (x[k] != y[k])
			return x[k] < y[k] ? -1 : 1;
	return 0;
}

static void
sort_rows(HeldOutRows *rows)
{
	size_t		width = held_out_width(rows->scores);

	qsort_arg(rows->number, rows->n, width * sizeof(double), compare_rows, &width);
}

static int
compare_predictions(const void *a, const void *b)
{
	double		x = ((const PredictedRow *) a)->predicted;
	double		y = ((const PredictedRow *) b)->predicted;

	return x < y ? -1 : x > y;
}

/* Sorts rows into bins of about equal sums of parts; rows with equal predictions share a bin. */
static void
make_bins(PredictedRow *row, size_t n, MeasuredBin *bin)
{
	double		weight[MEASURED_BINS] = {0};
	double		all = 0;
	double		before = 0;
	int			bins = 0;

	qsort(row, n, sizeof(PredictedRow), compare_predictions);
	for (size_t i = 0; i < n; i++)
		all += row[i].part;
	for (size_t i = 0; i < n; i++)
	{
		double		w = row[i].weight;
		MeasuredBin *its;

		/* the unit of the parts must not move rows from bin to bin */
		if (bins == 0 || (bins < MEASURED_BINS &&
						  before >= bins * all / MEASURED_BINS * (1 - ROUNDING) &&
						  row[i].predicted > row[i - 1].predicted))
			bin[bins++].low = row[i].predicted;
		its = &bin[bins - 1];
		its->rows++;
		its->high = row[i].predicted;
		weight[bins - 1] += w;
		its->predicted += w * (row[i].predicted - its->predicted) / weight[bins - 1];
		its->observed += w * (row[i].observed - its->observed) / weight[bins - 1];
		its->se += w * w * row[i].variance;
		before += row[i].part;
	}
	for (int b = 0; b < bins; b++)
		bin[b].se = sqrt(bin[b].se) / weight[b];
}

/*
 * Each bin of probabilities has the same expected variance.  Bins of as many rows each would put the
 * few high probabilities of a rare outcome together with many low ones.
 */
static PredictedRow
predicted_probability(double p, bool observed, double weight)
{
	return (PredictedRow)
	{
		.predicted = p, .observed = observed, .weight = weight, .variance = p * (1 - p),
		.part = weight * p * (1 - p)
	};
}

/* Sets the mean squared error of error[n], each of which is squared. */
static void
set_squared(Work *work, Measured *measured, const RowGroups *groups, const double *squared)
{
	measured->rows = groups->rows->n;
	measured->mse = group_mean(groups, squared);
	measured->mse_se = group_mean_se(work, groups, squared, measured->mse);
	if (!isfinite(measured->mse))
		work->raise(work, KERNEL_BAD_VALUE);
}

/* Sets the share of rows for which wrong[n] is 1 and not 0. */
static void
set_error_rate(Work *work, Measured *measured, const RowGroups *groups, const double *wrong)
{
	measured->error_rate = group_mean(groups, wrong);
	measured->error_rate_se = group_mean_se(work, groups, wrong, measured->error_rate);
}

/* Returns the variance of the target, divided by the weight of all rows. */
static double
target_variance(Work *work, const RowGroups *groups)
{
	const HeldOutRows *rows = groups->rows;
	Work	   *scratch = work_begin(work);
	double	   *part = WORK_ARRAY(scratch, rows->n, double);
	double		mean;
	double		variance;

	for (size_t i = 0; i < rows->n; i++)
		part[i] = held_out_target(rows, i);
	mean = group_mean(groups, part);
	for (size_t i = 0; i < rows->n; i++)
		part[i] = (part[i] - mean) * (part[i] - mean);
	variance = group_mean(groups, part);
	work_end(scratch);
	return variance;
}

static void
reset(Measured *measured)
{
	memset(measured, 0, sizeof(*measured));
	measured->r2 = NAN;
	measured->error_rate = measured->error_rate_se = NAN;
	measured->auc = measured->auc_se = NAN;
	measured->log_loss = NAN;
	measured->horizon = measured->horizon_in_days = NAN;
	measured->high_share = measured->average_precision = measured->top_share = NAN;
}

/* Fits the line from scores to log-odds if there are enough rows of both values. */
static void
fit_link(Work *work, const HeldOutRows *rows, Link *link)
{
	Work	   *scratch = work_begin(work);
	ScoredTarget *scored = WORK_ARRAY(scratch, rows->n, ScoredTarget);
	double		factor = held_out_effective(rows);
	double		all = 0;
	double		high = 0;

	for (size_t i = 0; i < rows->n; i++)
	{
		scored[i].score = held_out_scores(rows, i)[0];
		scored[i].weight = factor * held_out_weight(rows, i);
		scored[i].high = held_out_target(rows, i) == link->high;
		all += scored[i].weight;
		high += scored[i].high ? scored[i].weight : 0;
	}
	if (all >= LEAST_ROWS && high >= LEAST_OF_A_VALUE && all - high >= LEAST_OF_A_VALUE)
	{
		calibrate_link(work, scored, rows->n, link);
		if (!(link->slope > 0))
		{
			link->slope = 0;
			link->offset = log((high + 1) / (all - high + 1));
		}
	}
	work_end(scratch);
}

/* Measures how well order[n] finds the rarer value; rows with equal order count as mixed. */
static void
measure_rarer_value(Work *work, const HeldOutRows *rows, const double *order, const bool *high,
					Measured *measured)
{
	const OrderedRow *ordered = order_held_out_rows(work, order, rows->n);
	double		all = 0;
	double		all_high = 0;
	double		all_rare;
	bool		rarer;
	double		before = 0;		/* weight of the rows before, and of those with the rarer value */
	double		rare_before = 0;
	double		precision = 0;
	double		top = 0;

	for (size_t i = 0; i < rows->n; i++)
	{
		all += held_out_weight(rows, i);
		all_high += high[i] ? held_out_weight(rows, i) : 0;
	}
	rarer = 2 * all_high <= all;
	all_rare = rarer ? all_high : all - all_high;
	measured->high_share = Min(all_high / all, 1);
	if (!(all_rare > 0))
		return;
	for (size_t k = 0; k < rows->n;)
	{
		/* the likeliest to have the rarer value come first */
		double		equal = ordered[rarer ? rows->n - 1 - k : k].order;
		double		weight = 0;
		double		rare = 0;

		for (; k < rows->n; k++)
		{
			OrderedRow	next = ordered[rarer ? rows->n - 1 - k : k];
			double		w = held_out_weight(rows, next.row);

			if (next.order != equal)
				break;
			weight += w;
			rare += high[next.row] == rarer ? w : 0;
		}
		top += rare * Min(Max((TOP_ROWS * all - before) / weight, 0), 1);
		before += weight;
		rare_before += rare;
		precision += rare * rare_before / before;
	}
	measured->average_precision = Min(precision / all_rare, 1);
	measured->top_share = Min(top / (TOP_ROWS * all), 1);
}

/* Finds row[n] of a target of two values, its error rate and the area under the curve. */
static void
measure_two_values(Work *work, const RowGroups *groups, double training_rows, const Link *link, PredictedRow *row,
				   Measured *measured)
{
	const HeldOutRows *rows = groups->rows;
	double	   *wrong = WORK_ARRAY(work, rows->n, double);
	double	   *loss = WORK_ARRAY(work, rows->n, double);
	double	   *order = WORK_ARRAY(work, rows->n, double);
	bool	   *high = WORK_ARRAY(work, rows->n, bool);

	for (size_t i = 0; i < rows->n; i++)
	{
		double		score = held_out_scores(rows, i)[0];
		double		p = link_probability(link, score, training_rows);

		high[i] = held_out_target(rows, i) == link->high;
		row[i] = predicted_probability(p, high[i], held_out_weight(rows, i));
		wrong[i] = (p > 0.5) != high[i];
		loss[i] = log_loss(link_log_odds(link, score, training_rows), high[i]);
		order[i] = link_order(link, score);
	}
	set_error_rate(work, measured, groups, wrong);
	measured->log_loss = group_mean(groups, loss);
	measured->auc = group_area(work, groups, order, high, &measured->auc_se);
	measure_rarer_value(work, rows, order, high, measured);
}

/*
 * Finds the spread of the errors of predicted[n], in the order of the rows.  The rows of one block of
 * time may all be too high or too low, and those of the next block the other way: each of their
 * errors counts with both signs.
 */
static void
find_spread(Work *work, const HeldOutRows *rows, const PredictedRow *predicted, ErrorSpread *spread)
{
	size_t		n = rows->lags > 0 ? 2 * rows->n : rows->n;
	SpreadRow  *row = WORK_ARRAY(work, n, SpreadRow);

	for (size_t k = 0; k < n; k++)
	{
		size_t		i = k % rows->n;
		double		error = predicted[i].observed - predicted[i].predicted;

		row[k] = (SpreadRow)
		{
			predicted[i].predicted, k < rows->n ? predicted[i].observed : predicted[i].predicted - error,
				held_out_weight(rows, i)
		};
	}
	error_spread_find(work, row, n, spread);
}

void
measure_scores(Work *work, HeldOutRows *rows, double training_rows, Link *link,
			   Measured *measured)
{
	Work	   *scratch = work_begin(work);
	PredictedRow *row = WORK_ARRAY(scratch, rows->n, PredictedRow);
	double	   *squared = WORK_ARRAY(scratch, rows->n, double);
	RowGroups	groups;
	double		variance;

	reset(measured);
	sort_rows(rows);
	groups = row_groups(scratch, rows);
	measured->groups = (double) groups.groups;
	if (link->two_valued)
		fit_link(work, rows, link);
	for (size_t i = 0; i < rows->n; i++)
	{
		double		target = held_out_target(rows, i);

		work_poll_step(work, i);
		row[i].predicted = link_expect(link, held_out_scores(rows, i)[0]);
		row[i].observed = target;
		row[i].weight = row[i].part = held_out_weight(rows, i);
		row[i].variance = squared[i] = (row[i].predicted - target) * (row[i].predicted - target);
	}
	set_squared(scratch, measured, &groups, squared);
	variance = target_variance(scratch, &groups);
	measured->r2 = variance > 0 ? 1 - measured->mse / variance : NAN;
	if (link->two_valued)
		measure_two_values(scratch, &groups, training_rows, link, row, measured);
	else
		find_spread(scratch, rows, row, &measured->spread);
	make_bins(row, rows->n, measured->bin);
	work_end(scratch);
}

void
measure_classes(Work *work, HeldOutRows *rows, double training_rows, double *temperature,
				double *offset, Measured *measured)
{
	Work	   *scratch = work_begin(work);
	uint32		classes = rows->scores;
	double	   *p = WORK_ARRAY(scratch, classes, double);
	PredictedRow *row = WORK_ARRAY(scratch, rows->n, PredictedRow);
	double	   *squared = WORK_ARRAY(scratch, rows->n, double);
	double	   *wrong = WORK_ARRAY(scratch, rows->n, double);
	double	   *loss = WORK_ARRAY(scratch, rows->n, double);
	double		least = 1 / (training_rows + 2);
	RowGroups	groups;

	reset(measured);
	sort_rows(rows);
	groups = row_groups(scratch, rows);
	measured->groups = (double) groups.groups;
	if (groups.weight * held_out_effective(rows) >= LEAST_ROWS)
		calibrate_classes(work, rows, temperature, offset);
	for (size_t i = 0; i < rows->n; i++)
	{
		const double *score = held_out_scores(rows, i);
		uint32		class = (uint32) held_out_target(rows, i);
		uint32		likeliest = 0;

		work_poll_step(work, i);
		for (uint32 c = 0; c < classes; c++)
			p[c] = exp(score[c]);
		class_link_apply(&(ClassLink) {*temperature, offset}, classes, p);
		squared[i] = 0;
		for (uint32 c = 0; c < classes; c++)
		{
			squared[i] += (p[c] - (c == class)) * (p[c] - (c == class));
			if (p[c] > p[likeliest])
				likeliest = c;
		}
		wrong[i] = likeliest != class;
		loss[i] = -log(Min(Max(p[class], least), 1 - least));
		row[i] = predicted_probability(p[likeliest], likeliest == class, held_out_weight(rows, i));
	}
	set_squared(scratch, measured, &groups, squared);
	set_error_rate(scratch, measured, &groups, wrong);
	measured->log_loss = group_mean(&groups, loss);
	make_bins(row, rows->n, measured->bin);
	work_end(scratch);
}

/* If some columns are not known, errors are larger, by the same factor for each prediction. */
static double
measured_sd(const Measured *measured, double prediction, double sd, bool complete)
{
	double		variance = error_spread_variance(&measured->spread, prediction);

	if (complete)
		return sqrt(variance);
	return measured->mse > 0 ? sd * sqrt(variance / measured->mse) : sd;
}

TargetInterval
measured_interval(const Measured *measured, const Link *link, double prediction, double sd,
				  bool complete, double coverage)
{
	double		below = (1 - coverage) / 2;
	double		low;
	double		high;

	if (measured->spread.bins > 0)
	{
		sd = measured_sd(measured, prediction, sd, complete);
		low = error_spread_quantile(&measured->spread, prediction, below);
		high = error_spread_quantile(&measured->spread, prediction, 1 - below);
	}
	else
	{
		high = normal_quantile(1 - below);
		low = -high;
	}
	return (TargetInterval)
	{
		Min(Max(prediction + low * sd, link->low), link->high),
			Min(Max(prediction + high * sd, link->low), link->high)
	};
}
