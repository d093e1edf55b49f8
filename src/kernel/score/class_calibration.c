/*
 * class_calibration.c
 *		The link by which probabilities of classes agree best with what came.
 */
#include "kernel/score/class_calibration.h"

#include <lapacke.h>

#define LEAST_TEMPERATURE 0.25
#define MOST_TEMPERATURE 4.0

/* Newton's method: steps, halvings of one, and what is added to the Hessian. */
#define MAX_STEPS 50
#define MAX_HALVINGS 40
#define RIDGE 1e-6

/* Finished when a step promises less than this, per row. */
#define TOLERANCE 1e-20

/*
 * Parameters are the temperature and the offsets of all classes but the last; so
 * there are as many as classes.
 */
typedef struct ClassCalibration
{
	Work	   *work;
	const HeldOutRows *rows;
	uint32		classes;
	double	   *parameter;		/* [classes] */
	double	   *trial;			/* [classes] */
	double	   *probability;	/* [classes] of the row at hand */
	double	   *gradient;		/* [classes] */
	double	   *hessian;		/* [classes * classes] lower half */
	double	   *factor;			/* [classes * classes] scratch */
	double	   *step;			/* [classes] to be taken off */
} ClassCalibration;

static double
offset_of(const double *parameter, uint32 classes, uint32 c)
{
	return c + 1 < classes ? parameter[1 + c] : 0;
}

/* The class of row i; classes: one that the model of its fold has not seen. */
static uint32
class_of(const HeldOutRows *rows, size_t i)
{
	uint32		class = (uint32) held_out_target(rows, i);

	return isfinite(held_out_scores(rows, i)[class]) ? class : rows->scores;
}

/* Probabilities of a row, and the logarithm of what their numerators add up to. */
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

/* What is minimised, times the rows. */
static double
total_loss(const ClassCalibration *fit, const double *parameter)
{
	double		loss = 0;

	for (uint32 c = 0; c + 1 < fit->classes; c++)
		loss += parameter[1 + c] * parameter[1 + c];
	for (size_t i = 0; i < fit->rows->n; i++)
	{
		const double *score = held_out_scores(fit->rows, i);
		uint32		class = class_of(fit->rows, i);

		work_poll_step(fit->work, i);
		if (class < fit->classes)
			loss += find_probabilities(fit, parameter, score) -
				(parameter[0] * score[class] + offset_of(parameter, fit->classes, class));
	}
	return loss;
}

/* Add the derivatives of one row's loss, whose probabilities are found. */
static void
add_derivatives(ClassCalibration *fit, const double *score, uint32 class)
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
	fit->gradient[0] += mean - score[class];
	fit->hessian[0] += variance;
	for (uint32 c = 0; c + 1 < n; c++)
	{
		double	   *column = fit->hessian + (size_t) (1 + c) * n;

		if (!isfinite(score[c]))
			continue;
		fit->gradient[1 + c] += p[c] - (c == class);
		fit->hessian[1 + c] += p[c] * (score[c] - mean);
		column[1 + c] += p[c];
		for (uint32 k = c; k + 1 < n; k++)
			column[1 + k] -= p[c] * p[k];
	}
}

static void
find_derivatives(ClassCalibration *fit)
{
	uint32		n = fit->classes;

	memset(fit->gradient, 0, n * sizeof(double));
	memset(fit->hessian, 0, (size_t) n * n * sizeof(double));
	fit->hessian[0] = RIDGE;
	for (uint32 k = 1; k < n; k++)
	{
		fit->gradient[k] = 2 * fit->parameter[k];
		fit->hessian[(size_t) k * n + k] = 2;
	}
	for (size_t i = 0; i < fit->rows->n; i++)
	{
		const double *score = held_out_scores(fit->rows, i);
		uint32		class = class_of(fit->rows, i);

		work_poll_step(fit->work, i);
		if (class == n)
			continue;
		(void) find_probabilities(fit, fit->parameter, score);
		add_derivatives(fit, score, class);
	}
}

/* Newton's step in the parameters from first to end. */
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

/* How much of the step the temperature can take, and the bound that it comes to. */
static double
largest_step(const ClassCalibration *fit, double *bound)
{
	double		room;

	*bound = fit->step[0] > 0 ? LEAST_TEMPERATURE : MOST_TEMPERATURE;
	room = fit->parameter[0] - *bound;
	return fabs(fit->step[0]) > fabs(room) ? room / fit->step[0] : 1;
}

/* Minimise over the first "end" parameters. */
static void
minimise(ClassCalibration *fit, uint32 end)
{
	double		loss = total_loss(fit, fit->parameter);

	for (int step = 0; step < MAX_STEPS; step++)
	{
		double		promise = 0;
		double		now = INFINITY;
		double		bound;
		double		largest;
		double		size;

		find_derivatives(fit);
		find_step(fit, 0, end);
		largest = largest_step(fit, &bound);
		if (largest == 0)
		{
			/* it stands at its bound already */
			find_step(fit, 1, end);
			largest = 1;
		}
		for (uint32 k = 0; k < end; k++)
			promise += fit->gradient[k] * fit->step[k];
		if (!(promise > TOLERANCE * fit->rows->n))
			break;
		size = largest;
		for (int half = 0; half < MAX_HALVINGS; half++, size /= 2)
		{
			for (uint32 k = 0; k < fit->classes; k++)
				fit->trial[k] = fit->parameter[k] - size * fit->step[k];
			if (largest < 1 && size == largest)
				fit->trial[0] = bound;
			now = total_loss(fit, fit->trial);
			if (now < loss)
				break;
		}
		if (!(now < loss))
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
