/*
 * repeats_fit.c
 *		The predictor on mean judgments, and a forecast of its squared error.
 *
 * Sabato and Kalai (2013), step 4, without collecting new judgments: the moments
 * of r judgments follow from those of the observed ones.
 */
#include "kernel/judgments/repeats_fit.h"

#include "kernel/psd.h"

/* Negative errors above this share of the target's mean square are rounding errors. */
#define ROUNDING 1e-12

static Status
fit(Work *work, JudgmentEstimates *estimates, const int64 *repeats, double ridge, double *w,
	double *intercept)
{
	int			d = estimates->d;
	double	   *m = WORK_ARRAY(work, (size_t) d * d, double);
	double	   *b = WORK_ARRAY(work, d, double);
	double	   *x = WORK_ARRAY(work, d, double);
	int		   *chosen = WORK_ARRAY(work, d, int);
	Status		status;
	int			n = 0;
	int			a,
				i,
				j;

	status = psd_make(work, estimates->sigma, d);
	if (status != KERNEL_OK)
		return status;

	*intercept = estimates->label_mean;
	for (a = 0; a < d; a++)
	{
		w[a] = 0;
		if (repeats[a] > 0)
			chosen[n++] = a;
	}
	for (i = 0; i < n; i++)
	{
		const double *row = estimates->sigma + (size_t) chosen[i] * d;

		for (j = 0; j < n; j++)
			m[(size_t) i * n + j] = row[chosen[j]];
		a = chosen[i];
		m[(size_t) i * n + i] += ridge + estimates->v[a] / (double) repeats[a];
		b[i] = estimates->b[a];
	}
	if (n > 0)
	{
		status = psd_solve(work, m, n, b, x);
		if (status != KERNEL_OK)
			return status;
	}

	for (i = 0; i < n; i++)
	{
		w[chosen[i]] = x[i];
		*intercept -= x[i] * estimates->mean[chosen[i]];
	}
	return KERNEL_OK;
}

Status
repeats_fit(Work *work, JudgmentEstimates *estimates, const int64 *repeats, double ridge, double *w,
			double *intercept)
{
	Work	   *scratch = work_begin(work);
	Status		status = fit(scratch, estimates, repeats, ridge, w, intercept);

	work_end(scratch);
	return status;
}

/*
 * Adds the squared mean of the residual y - intercept - w'x, its variance, and the sum
 * of w_a^2 (v_a / r_a - share_a), where share_a is the part of the inner variance v_a
 * in the means x_a.
 */
double
repeats_loss(const JudgmentMoments *moments, const int64 *repeats,
			 const double *w, double intercept)
{
	int			d = moments->d;
	size_t		n = (size_t) d + 1;
	double		objects = (double) moments->objects;
	double		mean = moments->mean[d] - intercept;
	double		squares = moments->gram[d * n + d];
	double		noise = 0;
	int			a,
				i;

	Assert(moments->pending == 0 && moments->objects > 0);
	for (a = 0; a < d; a++)
	{
		const double *row = moments->gram + a * n;
		double		product = -moments->gram[d * n + a] + w[a] * row[a] / 2;
		double		repeated = (double) moments->repeated[a];
		double		v = moments->inner[a] / repeated;

		if (w[a] == 0)
			continue;
		for (i = 0; i < a; i++)
			product += w[i] * row[i];
		squares += 2 * w[a] * product;
		mean -= w[a] * moments->mean[a];
		noise += w[a] * w[a] * (v / (double) repeats[a]
								- (moments->inner_share[a] + (objects - repeated) * v) / objects);
	}
	return mean * mean + squares / objects + noise;
}

bool
repeats_training(const JudgmentFolds *folds, int f, JudgmentMoments *training)
{
	if (folds->part[f] == NULL || judgment_moments_objects(folds->part[f]) < 2)
		return false;
	judgment_folds_sum(folds, f, training);
	return training->objects > 0 && judgment_moments_unrepeated(training) < 0;
}

void
repeats_forecast(const JudgmentFolds *folds, const double *loss, double *mse, double *se)
{
	double		objects = (double) judgment_folds_objects(folds);
	double		mean = 0,
				squares = 0,
				size = 0;
	int			f;

	for (f = 0; f < JUDGMENT_FOLDS; f++)
	{
		const JudgmentMoments *part = folds->part[f];
		double		label = part->mean[part->d];
		double		n = (double) part->objects;

		mean += loss[f] * (n / objects);
		size += (label * label + part->gram[(size_t) part->d * (part->d + 2)] / n) * (n / objects);
	}
	for (f = 0; f < JUDGMENT_FOLDS; f++)
	{
		double		share = (double) folds->part[f]->objects / objects;

		squares += share * share * (loss[f] - mean) * (loss[f] - mean);
	}
	*se = sqrt(squares * JUDGMENT_FOLDS / (JUDGMENT_FOLDS - 1));
	*mse = mean < 0 && mean >= -ROUNDING * size ? 0 : mean;
	if (!(*mse >= 0) || !isfinite(*mse + *se))
		*mse = *se = NAN;
}
