/*
 * measurement.h
 *		Measures predictions on held-out rows.
 *
 * The link is fitted to the same rows.  It has two parameters for a two-valued target,
 * and as many as classes for a multiclass target.  Rows are sorted before they are
 * summed, so that their order does not change a bit of the result.
 */
#ifndef AER_MEASUREMENT_H
#define AER_MEASUREMENT_H

#include "kernel/link.h"
#include "kernel/score/error_spread.h"
#include "kernel/score/held_out_rows.h"

#define MEASURED_BINS 10
#define TOP_ROWS 0.01

/*
 * Rows with similar predictions.  The prediction is the probability of the high value for
 * a two-valued target, and the probability of the likeliest class for classes.
 */
typedef struct MeasuredBin
{
	double		rows;			/* 0 for an unused bin */
	double		low;			/* smallest prediction */
	double		high;			/* largest prediction */
	double		predicted;		/* mean prediction */
	double		observed;		/* mean target, or share of rows with the predicted class */
	double		se;				/* standard error of observed, if the predictions are correct */
} MeasuredBin;

/* All fields are doubles, as they are stored; NaN if a measure is not defined. */
typedef struct Measured
{
	double		rows;
	double		mse;			/* for classes, of their probabilities, summed over classes */
	double		mse_se;
	double		r2;
	double		error_rate;		/* share of rows on the wrong side of probability 1/2, or whose likeliest
								 * class is not the actual one */
	double		error_rate_se;
	double		auc;			/* for two-valued targets */
	double		auc_se;
	double		log_loss;
	double		groups;			/* groups that the standard errors are by */
	double		horizon;		/* for rows held out by time: from the last time before them to the last of
								 * theirs */
	double		horizon_in_days;	/* 1: these are points in time, and the horizon is in days; 0: numbers */

	/* for two-valued targets; the rarer value is the high one up to a share of 1/2 */
	double		high_share;		/* share of rows with the high value */
	double		average_precision;	/* mean precision over the rows of the rarer value */
	double		top_share;		/* share of the rarer value among the TOP_ROWS likeliest to have it */
	MeasuredBin bin[MEASURED_BINS];
	ErrorSpread spread;			/* for targets that are numbers of more than two values */
} Measured;

/*
 * Measures predictions of a number, or of the two values of the link, by a model that was
 * trained on training_rows.  Rows have one score and are sorted in place.  For two values
 * the link is fitted first (calibrate_link), unless there are fewer than 50 rows or 5 of a
 * value.  Its slope becomes 0 if larger scores do not indicate the high value.
 */
extern void measure_scores(Work *work, HeldOutRows *rows, double training_rows, Link *link,
						   Measured *measured);

/*
 * Measures probabilities of classes; rows are as for calibrate_classes(), which fits
 * temperature and offset[classes] first.  With fewer than 50 rows they stay as they are.
 */
extern void measure_classes(Work *work, HeldOutRows *rows, double training_rows,
							double *temperature, double *offset, Measured *measured);

typedef struct TargetInterval
{
	double		low;
	double		high;
} TargetInterval;

/*
 * Returns an interval that holds the target of a new row with the probability coverage, which is
 * above 0 and at most MOST_COVERAGE, within the range of the link.  The prediction is of a number,
 * and sd is the standard deviation that its error has on average; complete: all columns of the row
 * are known.  Without a measured spread the error counts as normal, with that sd.
 */
extern TargetInterval measured_interval(const Measured *measured, const Link *link, double prediction,
								  double sd, bool complete, double coverage);

#endif							/* AER_MEASUREMENT_H */
