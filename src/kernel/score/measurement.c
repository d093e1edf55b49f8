/*
 * measurement.c
 *		Measures predictions on held-out rows.
 */
#include "kernel/score/measurement.h"

#include "kernel/score/calibration.h"
#include "kernel/score/evaluation.h"
#include "kernel/score/ranking.h"

/* With fewer rows, or fewer of a value, no link is fitted. */
#define LEAST_ROWS 50
#define LEAST_OF_A_VALUE 5

typedef struct PredictedRow
{
	double		predicted;
	double		observed;
	double		variance;		/* estimated variance of the observed value */
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
	size_t		width = held_out_width(rows);

	qsort_arg(rows->number, rows->n, width * sizeof(double), compare_rows, &width);
}

static int
compare_predictions(const void *a, const void *b)
{
	double		x = ((const PredictedRow *) a)->predicted;
	double		y = ((const PredictedRow *) b)->predicted;

	return x < y ? -1 : x > y;
}

/* Sorts rows into bins of about equal size; rows with equal predictions share a bin. */
static void
make_bins(PredictedRow *row, size_t n, MeasuredBin *bin)
{
	int			bins = 0;

	qsort(row, n, sizeof(PredictedRow), compare_predictions);
	for (size_t i = 0; i < n; i++)
	{
		MeasuredBin *its;

		if (bins == 0 || (bins < MEASURED_BINS && i >= (double) bins * n / MEASURED_BINS &&
						  row[i].predicted > row[i - 1].predicted))
			bin[bins++].low = row[i].predicted;
		its = &bin[bins - 1];
		its->rows++;
		its->high = row[i].predicted;
		its->predicted += (row[i].predicted - its->predicted) / its->rows;
		its->observed += (row[i].observed - its->observed) / its->rows;
		its->se += row[i].variance;
	}
	for (int b = 0; b < bins; b++)
		bin[b].se = sqrt(bin[b].se) / bin[b].rows;
}

static PredictedRow
predicted_probability(double p, bool observed)
{
	return (PredictedRow)
	{
		p, observed, p * (1 - p)
	};
}

static void
set_error_rate(Measured *measured, double error_rate)
{
	measured->error_rate = error_rate;
	measured->error_rate_se = sqrt(error_rate * (1 - error_rate) / measured->rows);
}

static void
set_squared(Work *work, Measured *measured, const Evaluation *evaluation)
{
	measured->rows = evaluation->rows;
	measured->mse = evaluation_mse(evaluation);
	measured->mse_se = evaluation_mse_se(evaluation);
	measured->r2 = evaluation_r2(evaluation);
	if (!isfinite(measured->mse))
		work->raise(work, KERNEL_BAD_VALUE);
}

static void
reset(Measured *measured)
{
	memset(measured, 0, sizeof(*measured));
	measured->error_rate = measured->error_rate_se = NAN;
	measured->auc = measured->auc_se = NAN;
	measured->log_loss = NAN;
}

/* Fits the line from scores to log-odds if there are enough rows of both values. */
static void
fit_link(Work *work, const HeldOutRows *rows, Link *link)
{
	Work	   *scratch = work_begin(work);
	ScoredTarget *scored = WORK_ARRAY(scratch, rows->n, ScoredTarget);
	double		high = 0;

	for (size_t i = 0; i < rows->n; i++)
	{
		scored[i].score = held_out_scores(rows, i)[0];
		scored[i].high = held_out_target(rows, i) == link->high;
		high += scored[i].high;
	}
	if (rows->n >= LEAST_ROWS && high >= LEAST_OF_A_VALUE && rows->n - high >= LEAST_OF_A_VALUE)
	{
		calibrate_link(work, scored, rows->n, link);
		if (!(link->slope > 0))
		{
			link->slope = 0;
			link->offset = log((high + 1) / (rows->n - high + 1));
		}
	}
	work_end(scratch);
}

/* Finds the probabilities row[n], the error rate and the area under the curve. */
static void
measure_two_values(Work *work, const HeldOutRows *rows, double training_rows, const Link *link,
				   PredictedRow *row, Measured *measured)
{
	Ranking    *ranking = (Ranking *) WORK_ARRAY(work, RANKING_NUMBERS(rows->n), double);
	double		errors = 0;

	ranking_init(ranking, rows->n, NULL);
	for (size_t i = 0; i < rows->n; i++)
	{
		double		score = held_out_scores(rows, i)[0];
		bool		high = held_out_target(rows, i) == link->high;
		double		p = link_probability(link, score, training_rows);

		row[i] = predicted_probability(p, high);
		errors += (p > 0.5) != high;
		ranking_add(ranking, link_order(link, score), high);
	}
	set_error_rate(measured, errors / rows->n);
	measured->auc = ranking_area(ranking);
	measured->auc_se = ranking_area_se(ranking, measured->auc);
}

void
measure_scores(Work *work, HeldOutRows *rows, double training_rows, Link *link,
			   Measured *measured)
{
	Work	   *scratch = work_begin(work);
	PredictedRow *row = WORK_ARRAY(scratch, rows->n, PredictedRow);
	Evaluation	evaluation = {0};

	reset(measured);
	sort_rows(rows);
	if (link->two_valued)
		fit_link(work, rows, link);
	for (size_t i = 0; i < rows->n; i++)
	{
		double		score = held_out_scores(rows, i)[0];
		double		target = held_out_target(rows, i);

		work_poll_step(work, i);
		evaluation_add_score(&evaluation, link, training_rows, score, target);
		row[i].predicted = link_expect(link, score);
		row[i].observed = target;
		row[i].variance = (row[i].predicted - target) * (row[i].predicted - target);
	}
	set_squared(work, measured, &evaluation);
	if (link->two_valued)
	{
		measured->log_loss = evaluation_log_loss(&evaluation);
		measure_two_values(scratch, rows, training_rows, link, row, measured);
	}
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
	double		least = 1 / (training_rows + 2);
	double		log_loss = 0;
	Evaluation	evaluation = {0};

	reset(measured);
	sort_rows(rows);
	if (rows->n >= LEAST_ROWS)
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
		for (uint32 c = 1; c < classes; c++)
			if (p[c] > p[likeliest])
				likeliest = c;
		evaluation_add_classes(&evaluation, p, classes, class);
		log_loss -= log(Min(Max(p[class], least), 1 - least));
		row[i] = predicted_probability(p[likeliest], likeliest == class);
	}
	set_squared(work, measured, &evaluation);
	set_error_rate(measured, evaluation_error_rate(&evaluation));
	measured->log_loss = log_loss / rows->n;
	make_bins(row, rows->n, measured->bin);
	work_end(scratch);
}
