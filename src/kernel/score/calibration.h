/*
 * calibration.h
 *		Predicted probabilities against what came, and links that make them agree.
 */
#ifndef AER_CALIBRATION_H
#define AER_CALIBRATION_H

#include "kernel/link.h"
#include "kernel/score/platt.h"

/* Rows of like probability.  All doubles, so that a float8[] can hold bins. */
typedef struct CalibrationBin
{
	double		rows;
	double		predicted;		/* sum of the probabilities */
	double		variance;		/* sum of p (1 - p) */
	double		high;			/* rows of the high target */
} CalibrationBin;

/* Count a row into one of the bins, which have equal widths from 0 to 1; p is between these. */
extern void calibration_add(CalibrationBin *bin, int bins, double p, bool high);

extern void calibration_merge(CalibrationBin *bin, const CalibrationBin *other, int bins);

/*
 * The logistic link by which linear predictions agree best with what came
 * (platt_fit), in whatever units they are.  Raised are KERNEL_BAD_VALUE and
 * KERNEL_SINGULAR of scores that are too large.
 */
extern void calibrate_link(Work *work, const ScoredTarget *scored, size_t n, Link *link);

#endif							/* AER_CALIBRATION_H */
