/*
 * learning_curve_fit.h
 *		How the error of ridge falls with rows: from fits to parts of the rows.
 *
 * The folds make groups, at most LEARNING_CURVE_FIT_GROUPS.  For each size below
 * their number ridge is fitted to that many groups in a row, in a circle, from each
 * of them on, and each fit is judged in all groups that it has not seen (held_out_loss.h).  What
 * is measured in a group is the mean over these fits; the length of the weights,
 * the link and the forecast come from all groups, as those of a fit to all rows
 * do (fold_judge.h).  Fits to all folds but one forecast what the model itself does.
 *
 * Beyond these points goes a curve, to a fixed power of the rows, for
 * so few points do not tell it.  Where all is seen the error of least squares is
 * a floor and something over the rows.  Where a few looks of each row are, what
 * is above the best weights is bounded by 1 / sqrt(rows) (Cesa-Bianchi and others
 * 2010, Hazan and Koren 2012), and about so it falls (bench/enough.csv).
 */
#ifndef AER_LEARNING_CURVE_FIT_H
#define AER_LEARNING_CURVE_FIT_H

#include "kernel/moments/held_out_loss.h"

/* The most groups, and the fewest folds of which there is a curve. */
#define LEARNING_CURVE_FIT_GROUPS 10
#define LEARNING_CURVE_FIT_LEAST_FOLDS 3

typedef struct CurvePoint
{
	double		rows;
	double		error;
} CurvePoint;

/* How an error falls with rows: floor + rise rows^(-power). */
typedef struct Curve
{
	double		power;
	double		floor;			/* the limit of the error, 0 or more */
	double		rise;			/* 0 or more: the error never grows with rows */
} Curve;

typedef struct LearningCurveFit
{
	double		rows;			/* of the moments */
	uint32		count;			/* points: groups - 1 */
	CurvePoint	point[LEARNING_CURVE_FIT_GROUPS];
	double		se[LEARNING_CURVE_FIT_GROUPS];	/* of the points' errors */
	Curve		curve;
} LearningCurveFit;

/*
 * The curve of a power that is next to two points or more, by least squares.
 * Each counts by the square of its rows, for such a curve is right of many rows.
 */
extern void curve_fit(Curve *curve, double power, const CurvePoint *point, uint32 count);

extern double curve_error(const Curve *curve, double rows);

/* The rows after which the error is no more than that; INFINITY: never. */
extern double curve_rows(const Curve *curve, double error);

/* Are there folds enough, and rows in each? */
extern bool learning_curve_fit_possible(const Moments *moments);

/*
 * Of possible moments of the same rows, which are settled, one for each target; their errors
 * add up.  classes: see held_out_loss.h, looks: as fit.h, or NULL.
 */
extern void learning_curve_fit_find(Work *work, Moments *const *target, uint32 targets,
									bool own_units, const PairClasses *classes, const Looks *looks,
									LearningCurveFit *growth);

/*
 * The error after rows beyond the points, by the curve, and its standard error:
 * that of the last point, and the whole fall since then, which is doubted.
 */
extern double learning_curve_fit_error(const LearningCurveFit *growth, double rows, double *se);

/*
 * The whole rows, 1 or more, after which the curve is down to an error; INFINITY:
 * never, or after LEARNING_CURVE_FIT_HORIZON times the rows there are, where no curve is to
 * be believed.
 */
#define LEARNING_CURVE_FIT_HORIZON 100.0

extern double learning_curve_fit_rows(const LearningCurveFit *growth, double error);

#endif							/* AER_LEARNING_CURVE_FIT_H */
