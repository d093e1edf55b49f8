/*
 * calibration.c
 *		Predicted probabilities against what came, and links that make them agree.
 */
#include "kernel/score/calibration.h"

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

/*
 * platt_fit() adds a constant to the Hessian, which is small only beside
 * scores of spread 1 around 0; so it is given the scores in that form.
 */
void
calibrate_link(Work *work, const ScoredTarget *scored, size_t n, Link *link)
{
	Work	   *scratch = work_begin(work);
	ScoredTarget *standard = WORK_ARRAY(scratch, n, ScoredTarget);
	double		mean = 0;
	double		squares = 0;
	double		spread;

	for (size_t i = 0; i < n; i++)
	{
		double		change = scored[i].score - mean;

		mean += change / (i + 1);
		squares += change * (scored[i].score - mean);
	}
	if (!isfinite(squares))
		work->raise(work, KERNEL_BAD_VALUE);
	spread = squares > 0 ? sqrt(squares / n) : 1;
	for (size_t i = 0; i < n; i++)
	{
		standard[i].score = (scored[i].score - mean) / spread;
		standard[i].high = scored[i].high;
	}
	platt_fit(work, standard, n, &link->slope, &link->offset);
	work_end(scratch);
	link->slope /= spread;
	link->offset -= link->slope * mean;
	link->logistic = isfinite(link->slope) && isfinite(link->offset);
	if (!link->logistic)
		work->raise(work, KERNEL_SINGULAR);
}
