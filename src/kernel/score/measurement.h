/*
 * measurement.h
 *		What predictions are worth, of rows that were held out.
 *
 * The link is fitted to the rows that are measured: two numbers of two values, as
 * many as classes of these.  Rows are sorted before any sum, so that the same rows
 * give the same bits in whatever order they come.
 */
#ifndef AER_MEASUREMENT_H
#define AER_MEASUREMENT_H

#include "kernel/link.h"
#include "kernel/score/held_out_rows.h"

#define MEASURED_BINS 10

/*
 * Rows of which like things were told: of two values the probability of the high one, of
 * classes that of the likeliest, else the prediction.
 */
typedef struct MeasuredBin
{
	double		rows;			/* 0: there are not so many bins */
	double		low;			/* the least that was told */
	double		high;			/* the most */
	double		predicted;		/* the mean of what was told */
	double		observed;		/* the mean of what came */
	double		se;				/* the standard error of that, if what was told is right */
} MeasuredBin;

/* All doubles, as they are stored.  NaN: not defined. */
typedef struct Measured
{
	double		rows;
	double		mse;			/* of classes that of probabilities, summed over classes */
	double		mse_se;
	double		r2;
	double		wrong;			/* the share of rows that are on the wrong side of probability 1/2, or
								 * whose likeliest class is not theirs */
	double		wrong_se;
	double		auc;			/* of two values */
	double		auc_se;
	double		log_loss;
	MeasuredBin bin[MEASURED_BINS];
} Measured;

/*
 * Of predictions of a target that is a number or takes the two values of the link, by a
 * model that has learned from so many rows.  Rows have one score.  Of two values the
 * link is fitted (calibration.h) first, unless there are fewer than 50 rows or 5 of a
 * value; where a larger score is no sign of the high value its slope becomes 0.
 */
extern void measure_scores(Work *work, HeldOutRows *rows, double learned, Link *link,
						   Measured *measured);

/*
 * The same of classes, rows being as in class_calibration.h; of fewer than 50 rows
 * temperature and offset stay as they were.
 */
extern void measure_classes(Work *work, HeldOutRows *rows, double learned, double *temperature,
							double *offset, Measured *measured);

#endif							/* AER_MEASUREMENT_H */
