/*
 * platt.c
 *		Platt scaling: from scores of a two-valued target to probabilities.
 */
#include "kernel/score/platt.h"

#include "kernel/link.h"

double
log_loss(double log_odds, bool high)
{
	double		against = high ? -log_odds : log_odds;

	return against > 0 ? against + log1p(exp(-against)) : log1p(exp(against));
}

/* Returns the loss over all rows for the shrunk targets high_target and low_target. */
static double
total_loss(Work *work, const ScoredTarget *scored, size_t n, double slope, double offset,
		   double high_target, double low_target)
{
	double		sum = 0;

	for (size_t i = 0; i < n; i++)
	{
		double		odds = slope * scored[i].score + offset;
		double		t = scored[i].high ? high_target : low_target;

		work_poll_step(work, i);
		sum += scored[i].weight * (t * log_loss(odds, true) + (1 - t) * log_loss(odds, false));
	}
	return sum;
}

void
platt_fit(Work *work, const ScoredTarget *scored, size_t n, double *slope, double *offset)
{
	double		rows = 0;
	double		high = 0;
	double		high_target;
	double		low_target;
	double		loss;

	for (size_t i = 0; i < n; i++)
	{
		if (!isfinite(scored[i].score))
			work->raise(work, KERNEL_BAD_VALUE);
		rows += scored[i].weight;
		high += scored[i].high ? scored[i].weight : 0;
	}
	high_target = (high + 1) / (high + 2);
	low_target = 1 / (rows - high + 2);
	*slope = 0;
	*offset = log((high + 1) / (rows - high + 1));
	loss = total_loss(work, scored, n, *slope, *offset, high_target, low_target);

	for (int step = 0; step < NEWTON_STEPS; step++)
	{
		double		g1 = 0;
		double		g2 = 0;
		double		h11 = NEWTON_RIDGE;
		double		h12 = 0;
		double		h22 = NEWTON_RIDGE;
		double		size = 1;
		double		determinant;
		double		d1;
		double		d2;
		double		promise;
		bool		certain;
		double		now = INFINITY;

		for (size_t i = 0; i < n; i++)
		{
			double		s = scored[i].score;
			double		p = logistic(*slope * s + *offset);
			double		q = logistic(-(*slope * s + *offset));
			double		miss = scored[i].weight * (p - (scored[i].high ? high_target : low_target));
			double		curve = scored[i].weight * (p * q);

			work_poll_step(work, i);
			g1 += miss * s;
			g2 += miss;
			h11 += curve * s * s;
			h12 += curve * s;
			h22 += curve;
		}
		determinant = h11 * h22 - h12 * h12;
		d1 = (h22 * g1 - h12 * g2) / determinant;
		d2 = (h11 * g2 - h12 * g1) / determinant;
		if (!(isfinite(d1) && isfinite(d2)))
			work->raise(work, KERNEL_SINGULAR);
		promise = g1 * d1 + g2 * d2;
		if (promise <= NEWTON_TOLERANCE * rows)
			break;
		certain = promise <= NEWTON_CERTAIN * rows;
		for (int half = 0; half < NEWTON_HALVINGS; half++, size /= 2)
		{
			now = total_loss(work, scored, n, *slope - size * d1, *offset - size * d2, high_target,
							 low_target);
			if (now < loss || certain)
				break;
		}
		if (!(now < loss || certain))
			break;
		*slope -= size * d1;
		*offset -= size * d2;
		loss = now;
	}
}
