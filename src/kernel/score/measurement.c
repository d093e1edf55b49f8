/*
 * measurement.c
 *		What predictions are worth, of rows that were held out.
 */
#include "kernel/score/measurement.h"

#include "kernel/score/calibration.h"
#include "kernel/score/class_calibration.h"
#include "kernel/score/evaluation.h"
#include "kernel/score/ranking.h"

/* With fewer rows, or fewer of a value, a link is better not fitted. */
#define LEAST_ROWS 50
#define LEAST_OF_A_VALUE 5

/* What was told of a row, and what came. */
typedef struct Told
{
	double		told;
	double		came;
	double		variance;		/* of what comes, as far as is known */
} Told;

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
compare_told(const void *a, const void *b)
{
	double		x = ((const Told *) a)->told;
	double		y = ((const Told *) b)->told;

	return x < y ? -1 : x > y;
}

/* Bins of about as many rows each; rows of which the same was told share one. */
static void
make_bins(Told *told, size_t n, MeasuredBin *bin)
{
	int			bins = 0;

	qsort(told, n, sizeof(Told), compare_told);
	for (size_t i = 0; i < n; i++)
	{
		MeasuredBin *its;

		if (bins == 0 || (bins < MEASURED_BINS && i >= (double) bins * n / MEASURED_BINS &&
						  told[i].told > told[i - 1].told))
			bin[bins++].low = told[i].told;
		its = &bin[bins - 1];
		its->rows++;
		its->high = told[i].told;
		its->predicted += (told[i].told - its->predicted) / its->rows;
		its->observed += (told[i].came - its->observed) / its->rows;
		its->se += told[i].variance;
	}
	for (int b = 0; b < bins; b++)
		bin[b].se = sqrt(bin[b].se) / bin[b].rows;
}

static Told
told_probability(double p, bool came)
{
	return (Told)
	{
		p, came, p * (1 - p)
	};
}

static void
set_wrong(Measured *measured, double wrong)
{
	measured->wrong = wrong;
	measured->wrong_se = sqrt(wrong * (1 - wrong) / measured->rows);
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
start(Measured *measured)
{
	memset(measured, 0, sizeof(*measured));
	measured->wrong = measured->wrong_se = NAN;
	measured->auc = measured->auc_se = NAN;
	measured->log_loss = NAN;
}

/* Fit the line from scores to log-odds, if there are rows enough of both values. */
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

/* Of a target of two values find told[n], the share wrong and the area under the curve, too. */
static void
measure_two_values(Work *work, const HeldOutRows *rows, double learned, const Link *link, Told *told,
				   Measured *measured)
{
	Ranking    *ranking = (Ranking *) WORK_ARRAY(work, RANKING_NUMBERS(rows->n), double);
	double		wrong = 0;

	ranking_init(ranking, rows->n, NULL);
	for (size_t i = 0; i < rows->n; i++)
	{
		double		score = held_out_scores(rows, i)[0];
		bool		high = held_out_target(rows, i) == link->high;
		double		p = link_probability(link, score, learned);

		told[i] = told_probability(p, high);
		wrong += (p > 0.5) != high;
		ranking_add(ranking, link_order(link, score), high);
	}
	set_wrong(measured, wrong / rows->n);
	measured->auc = ranking_area(ranking);
	measured->auc_se = ranking_area_se(ranking, measured->auc);
}

void
measure_scores(Work *work, HeldOutRows *rows, double learned, Link *link, Measured *measured)
{
	Work	   *scratch = work_begin(work);
	Told	   *told = WORK_ARRAY(scratch, rows->n, Told);
	Evaluation	evaluation = {0};

	start(measured);
	sort_rows(rows);
	if (link->two_valued)
		fit_link(work, rows, link);
	for (size_t i = 0; i < rows->n; i++)
	{
		double		score = held_out_scores(rows, i)[0];
		double		target = held_out_target(rows, i);

		work_poll_step(work, i);
		evaluation_add_score(&evaluation, link, learned, score, target);
		told[i].told = link_expect(link, score);
		told[i].came = target;
		told[i].variance = (told[i].told - target) * (told[i].told - target);
	}
	set_squared(work, measured, &evaluation);
	if (link->two_valued)
	{
		measured->log_loss = evaluation_log_loss(&evaluation);
		measure_two_values(scratch, rows, learned, link, told, measured);
	}
	make_bins(told, rows->n, measured->bin);
	work_end(scratch);
}

void
measure_classes(Work *work, HeldOutRows *rows, double learned, double *temperature, double *offset,
				Measured *measured)
{
	Work	   *scratch = work_begin(work);
	uint32		classes = rows->scores;
	double	   *p = WORK_ARRAY(scratch, classes, double);
	Told	   *told = WORK_ARRAY(scratch, rows->n, Told);
	double		least = 1 / (learned + 2);
	double		log_loss = 0;
	Evaluation	evaluation = {0};

	start(measured);
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
		told[i] = told_probability(p[likeliest], likeliest == class);
	}
	set_squared(work, measured, &evaluation);
	set_wrong(measured, evaluation_wrong(&evaluation));
	measured->log_loss = log_loss / rows->n;
	make_bins(told, rows->n, measured->bin);
	work_end(scratch);
}
