/*
 * calibration.h
 *		Compares predicted probabilities with observed targets, and fits the links
 *		that calibrate them.
 */
#ifndef AER_CALIBRATION_H
#define AER_CALIBRATION_H

#include "kernel/link.h"
#include "kernel/score/held_out_rows.h"
#include "kernel/score/platt.h"

/* Rows with similar probabilities.  All fields are doubles, so that a float8[] can hold bins. */
typedef struct CalibrationBin
{
	double		rows;
	double		predicted;		/* sum of the probabilities */
	double		variance;		/* sum of p (1 - p) */
	double		high;			/* rows with the high target */
} CalibrationBin;

/* Counts a row with probability p in its bin; the bins divide [0, 1] into equal widths. */
extern void calibration_add(CalibrationBin *bin, int bins, double p, bool high);

/* Adds the other bins. */
extern void calibration_merge(CalibrationBin *bin, const CalibrationBin *other, int bins);

/*
 * Fits the logistic link to linear predictors in any unit (platt_fit).  Raises
 * KERNEL_BAD_VALUE or KERNEL_SINGULAR if scores are too large.
 */
extern void calibrate_link(Work *work, const ScoredTarget *scored, size_t n, Link *link);

/*
 * Fits the temperature and offset[classes] of a ClassLink.  They minimise the mean log
 * loss + sum_c offset_c^2 / effective rows, for a temperature in [1/4, 4] and a last offset of 0.
 *
 * The scores of a row are the logarithms of its probabilities of classes, -INFINITY for
 * a class that the model of its fold has not seen; its target is a class.  Rows whose own
 * class the model has not seen are left out.
 */
extern void calibrate_classes(Work *work, const HeldOutRows *rows, double *temperature,
							  double *offset);

#endif							/* AER_CALIBRATION_H */
