/*
 * calibration.c
 *		Compares predicted probabilities with observed targets, and fits the links
 *		that calibrate them.
 *
 * The calibration of classes is a convex problem.  It begins with the best temperature
 * alone, so the loss is never greater than with that.
 */
#include "kernel/score/calibration.h"

#include <lapacke.h>

#define LEAST_TEMPERATURE 0.25
#define MOST_TEMPERATURE 4.0

void
calibration_add(CalibrationBin *bin, int bins, double p, bool high)
{
	CalibrationBin *its = &bin[Min((int) (p * bins), bins - 1)];

	its->rows++;
	its->predicted += p;
	its->variance += p * (1 - p);
	its->high += high;
}

void
calibration_merge(CalibrationBin *bin, const CalibrationBin *other, int bins)
{
	for (int b = 0; b < bins; b++)
	{
		bin[b].rows += other[b].rows;
		bin[b].predicted += other[b].predicted;
		bin[b].variance += other[b].variance;
		bin[b].high += other[b].high;
	}
}

/* The ridge of platt_fit() suits standardised scores, so the scores are standardised. */
void
calibrate_link(Work *work, const ScoredTarget *scored, size_t n, Link *link)
{
	Work	   *scratch = work_begin(work);
	ScoredTarget *standard = WORK_ARRAY(scratch, n, ScoredTarget);
	double		rows = 0;
	double		mean = 0;
	double		squares = 0;
	double		spread;

	for (size_t i = 0; i < n; i++)
	{
		double		change = scored[i].score - mean;

		rows += scored[i].weight;
		mean += scored[i].weight * change / rows;
		squares += scored[i].weight * change * (scored[i].score - mean);
	}
	if (!isfinite(squares))
		work->raise(work, KERNEL_BAD_VALUE);
	spread = squares > 0 ? sqrt(squares / rows) : 1;
	for (size_t i = 0; i < n; i++)
	{
		standard[i] = scored[i];
		standard[i].score = (scored[i].score - mean) / spread;
	}
	platt_fit(work, standard, n, &link->slope, &link->offset);
	work_end(scratch);
	link->slope /= spread;
	link->offset -= link->slope * mean;
	link->logistic = isfinite(link->slope) && isfinite(link->offset);
	if (!link->logistic)
		work->raise(work, KERNEL_SINGULAR);
}

/*
 * The parameters are the temperature and the offsets of all classes without the last,
 * so there are as many parameters as classes.
 */
typedef struct ClassCalibration
{
	Work	   *work;
	const HeldOutRows *rows;
	double		factor_of_weights;	/* makes them effective rows */
	uint32		classes;
	double	   *parameter;		/* [classes] */
	double	   *trial;			/* [classes] */
	double	   *probability;	/* [classes] of the current row */
	double	   *gradient;		/* [classes] */
	double	   *hessian;		/* [classes * classes] lower half */
	double	   *factor;			/* [classes * classes] scratch */
	double	   *step;			/* [classes] to be subtracted */
} ClassCalibration;

static double
offset_of(const double *parameter, uint32 classes, uint32 c)
{
	return c + 1 < classes ? parameter[1 + c] : 0;
}

/* Returns the class of row i, or the number of classes if the model has not seen its class. */
static uint32
row_class(const HeldOutRows *rows, size_t i)
{
	uint32		class = (uint32) held_out_target(rows, i);

	return isfinite(held_out_scores(rows, i)[class]) ? class : rows->scores;
}

static double
row_weight(const ClassCalibration *fit, size_t i)
{
	return fit->factor_of_weights * held_out_weight(fit->rows, i);
}

/* Finds the probabilities of a row; returns the logarithm of the sum of their numerators. */
static double
find_probabilities(const ClassCalibration *fit, const double *parameter, const double *score)
{
	double		largest = -INFINITY;
	double		sum = 0;

	for (uint32 c = 0; c < fit->classes; c++)
	{
		fit->probability[c] = parameter[0] * score[c] + offset_of(parameter, fit->classes, c);
		largest = Max(largest, fit->probability[c]);
	}
	for (uint32 c = 0; c < fit->classes; c++)
	{
		fit->probability[c] = exp(fit->probability[c] - largest);
		sum += fit->probability[c];
	}
	for (uint32 c = 0; c < fit->classes; c++)
		fit->probability[c] /= sum;
	return largest + log(sum);
}

/* Returns the objective times the rows. */
static double
class_loss(const ClassCalibration *fit, const double *parameter)
{
	double		loss = 0;

	for (uint32 c = 0; c + 1 < fit->classes; c++)
		loss += parameter[1 + c] * parameter[1 + c];
	for (size_t i = 0; i < fit->rows->n; i++)
	{
		const double *score = held_out_scores(fit->rows, i);
		uint32		class = row_class(fit->rows, i);

		work_poll_step(fit->work, i);
		if (class < fit->classes)
			loss += row_weight(fit, i) * (find_probabilities(fit, parameter, score) -
										  (parameter[0] * score[class] +
										   offset_of(parameter, fit->classes, class)));
	}
	return loss;
}

/* Adds the derivatives of the loss of the row whose probabilities were found last. */
static void
add_derivatives(ClassCalibration *fit, double weight, const double *score, uint32 class)
{
	const double *p = fit->probability;
	uint32		n = fit->classes;
	double		mean = 0;
	double		variance = 0;

	for (uint32 c = 0; c < n; c++)
		if (isfinite(score[c]))
			mean += p[c] * score[c];
	for (uint32 c = 0; c < n; c++)
		if (isfinite(score[c]))
			variance += p[c] * (score[c] - mean) * (score[c] - mean);
	fit->gradient[0] += weight * (mean - score[class]);
	fit->hessian[0] += weight * variance;
	for (uint32 c = 0; c + 1 < n; c++)
	{
		double	   *column = fit->hessian + (size_t) (1 + c) * n;

		if (!isfinite(score[c]))
			continue;
		fit->gradient[1 + c] += weight * (p[c] - (c == class));
		fit->hessian[1 + c] += weight * (p[c] * (score[c] - mean));
		column[1 + c] += weight * p[c];
		for (uint32 k = c; k + 1 < n; k++)
			column[1 + k] -= weight * (p[c] * p[k]);
	}
}

static void
find_derivatives(ClassCalibration *fit)
{
	uint32		n = fit->classes;

	memset(fit->gradient, 0, n * sizeof(double));
	memset(fit->hessian, 0, (size_t) n * n * sizeof(double));
	fit->hessian[0] = NEWTON_RIDGE;
	for (uint32 k = 1; k < n; k++)
	{
		fit->gradient[k] = 2 * fit->parameter[k];
		fit->hessian[(size_t) k * n + k] = 2;
	}
	for (size_t i = 0; i < fit->rows->n; i++)
	{
		const double *score = held_out_scores(fit->rows, i);
		uint32		class = row_class(fit->rows, i);

		work_poll_step(fit->work, i);
		if (class == n)
			continue;
		(void) find_probabilities(fit, fit->parameter, score);
		add_derivatives(fit, row_weight(fit, i), score, class);
	}
}

/* Finds Newton's step in the parameters first .. end - 1. */
static void
find_step(ClassCalibration *fit, uint32 first, uint32 end)
{
	size_t		n = fit->classes;
	int			count = (int) (end - first);

	memset(fit->step, 0, n * sizeof(double));
	if (count == 0)
		return;
	memcpy(fit->step + first, fit->gradient + first, count * sizeof(double));
	memcpy(fit->factor, fit->hessian, n * n * sizeof(double));
	if (LAPACKE_dposv_work(LAPACK_COL_MAJOR, 'L', count, 1, fit->factor + first * n + first, (int) n,
						   fit->step + first, count) != 0)
		fit->work->raise(fit->work, KERNEL_SINGULAR);
}

/* Returns the share of the step after which the temperature reaches its bound, or 1. */
static double
largest_step(const ClassCalibration *fit, double *bound)
{
	double		room;

	*bound = fit->step[0] > 0 ? LEAST_TEMPERATURE : MOST_TEMPERATURE;
	room = fit->parameter[0] - *bound;
	return fabs(fit->step[0]) > fabs(room) ? room / fit->step[0] : 1;
}

/* Minimises over the first "end" parameters. */
static void
minimise(ClassCalibration *fit, uint32 end)
{
	double		loss = class_loss(fit, fit->parameter);

	for (int step = 0; step < NEWTON_STEPS; step++)
	{
		double		promise = 0;
		bool		certain;
		double		now = INFINITY;
		double		bound;
		double		largest;
		double		size;

		find_derivatives(fit);
		find_step(fit, 0, end);
		largest = largest_step(fit, &bound);
		if (largest == 0)
		{
			/* the temperature is at its bound */
			find_step(fit, 1, end);
			largest = 1;
		}
		for (uint32 k = 0; k < end; k++)
			promise += fit->gradient[k] * fit->step[k];
		if (!(promise > NEWTON_TOLERANCE * fit->rows->n))
			break;
		certain = promise <= NEWTON_CERTAIN * fit->rows->n && largest == 1;
		size = largest;
		for (int half = 0; half < NEWTON_HALVINGS; half++, size /= 2)
		{
			for (uint32 k = 0; k < fit->classes; k++)
				fit->trial[k] = fit->parameter[k] - size * fit->step[k];
			if (largest < 1 && size == largest)
				fit->trial[0] = bound;
			now = class_loss(fit, fit->trial);
			if (now < loss || certain)
				break;
		}
		if (!(now < loss || certain))
			break;
		memcpy(fit->parameter, fit->trial, fit->classes * sizeof(double));
		loss = now;
	}
}

void
calibrate_classes(Work *work, const HeldOutRows *rows, double *temperature, double *offset)
{
	Work	   *scratch = work_begin(work);
	uint32		n = rows->scores;
	ClassCalibration fit = {
		.work = work,
		.rows = rows,
		.factor_of_weights = held_out_effective(rows),
		.classes = n,
		.parameter = WORK_ARRAY(scratch, n, double),
		.trial = WORK_ARRAY(scratch, n, double),
		.probability = WORK_ARRAY(scratch, n, double),
		.gradient = WORK_ARRAY(scratch, n, double),
		.hessian = WORK_ARRAY(scratch, (size_t) n * n, double),
		.factor = WORK_ARRAY(scratch, (size_t) n * n, double),
		.step = WORK_ARRAY(scratch, n, double)
	};

	fit.parameter[0] = 1;
	minimise(&fit, 1);
	minimise(&fit, n);
	*temperature = fit.parameter[0];
	for (uint32 c = 0; c < n; c++)
		offset[c] = offset_of(fit.parameter, n, c);
	work_end(scratch);
}
