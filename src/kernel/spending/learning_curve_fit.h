/*
 * learning_curve_fit.h
 *		How the error of ridge falls with the number of rows.
 *
 * The folds are joined into at most LEARNING_CURVE_FIT_GROUPS groups.  For each size below their
 * number, ridge is fitted to that many neighbouring groups, starting from each group in turn,
 * and each fit is judged on all other groups (held_out_loss.h).  A group's measure is the mean
 * over these fits.  Shrinkage, link and forecast are then found from all groups, as for a fit to
 * all rows (fold_judge.h).  With all folds but one, this is the forecast of the model itself.
 *
 * A curve extends these points.  It falls with a fixed power of the rows, because so few points
 * do not determine the power.  If all columns are seen, the error of least squares is a floor
 * plus a constant over the rows.  If rows are seen in part, the excess over the best weights is
 * bounded by 1 / sqrt(rows) (Cesa-Bianchi and others 2010, Hazan and Koren 2012), and it falls
 * about like that (bench/enough.csv).
 */
#ifndef AER_LEARNING_CURVE_FIT_H
#define AER_LEARNING_CURVE_FIT_H

#include "kernel/moments/held_out_loss.h"

/* The most groups, and the fewest folds for a curve. */
#define LEARNING_CURVE_FIT_GROUPS 10
#define LEARNING_CURVE_FIT_LEAST_FOLDS 3

typedef struct CurvePoint
{
	double		rows;
	double		error;
} CurvePoint;

/* An error that falls with the rows: floor + rise rows^(-power). */
typedef struct Curve
{
	double		power;
	double		floor;			/* limit of the error, 0 or more */
	double		rise;			/* 0 or more, so that the error never grows with rows */
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
 * Fits a curve of this power to two points or more by least squares.  A point is weighted by
 * the square of its rows, because the curve holds for many rows.
 */
extern void curve_fit(Curve *curve, double power, const CurvePoint *point, uint32 count);

extern double curve_error(const Curve *curve, double rows);

/* Returns the rows after which the error is at most this; INFINITY: never. */
extern double curve_rows(const Curve *curve, double error);

/* Returns the group of a fold; groups are neighbouring folds. */
static inline uint32
learning_curve_group(uint32 fold, uint32 folds, uint32 groups)
{
	return ((fold + 1) * groups - 1) / folds;
}

/* Returns true if there are enough folds, and enough rows in each. */
extern bool learning_curve_fit_possible(const Moments *moments);

/*
 * Finds points and curve.
 *
 * target: [targets] moments for which learning_curve_fit_possible() holds, of the same rows, one
 * for each target; they are settled, and the errors are added up.
 * classes, looks: as in FitOptions (fit.h), or NULL.
 */
extern void learning_curve_fit_find(Work *work, Moments *const *target, uint32 targets,
									bool own_units, const PairClasses *classes, const Looks *looks,
									LearningCurveFit *fit);

/*
 * Returns the error that the curve forecasts for a number of rows beyond the points.  Its standard
 * error combines that of the last point with the whole fall of the curve since then.
 */
extern double learning_curve_fit_error(const LearningCurveFit *fit, double rows, double *se);

/* Beyond this multiple of the rows no curve is reliable. */
#define LEARNING_CURVE_FIT_HORIZON 100.0

/*
 * Returns the number of rows, 1 or more, at which a curve fitted to "rows" rows has fallen to an
 * error; INFINITY: never, or beyond the horizon.
 */
extern double curve_rows_within(const Curve *curve, double error, double rows);

extern double learning_curve_fit_rows(const LearningCurveFit *fit, double error);

#endif							/* AER_LEARNING_CURVE_FIT_H */
