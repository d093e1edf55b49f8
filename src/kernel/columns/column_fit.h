/*
 * column_fit.h
 *		Linear models of columns: fitted in coordinates, told in attributes.
 *
 * Numbers with hinges are lines, or have bends, whichever is forecast to be
 * better: both are fitted from the same sums, and bends stay where the folds
 * forecast a squared error that is smaller by more than V / (2 sqrt(rows)), V the
 * variance of the target.  Where the folds cannot say (fewer than two rows a
 * fold, a radius), where they say the same, and where nothing bends: lines.
 *
 * A lambda and a radius are of coordinates.  The lasso uses a look with all its
 * attributes, or not at all.
 */
#ifndef AER_COLUMN_FIT_H
#define AER_COLUMN_FIT_H

#include "kernel/columns/coordinate_moments.h"
#include "kernel/moments/fit.h"

typedef enum Bends
{
	BENDS_BY_FOLDS,
	BENDS_NEVER,
	BENDS_ALWAYS
} Bends;

typedef struct ColumnOptions
{
	const Columns *columns;
	const Prices *prices;		/* by look, of the design that the moments were collected with */
	Bends		bends;
} ColumnOptions;

typedef struct ColumnFit
{
	Fit			fit;			/* weight[attributes] in the user's units */
	double	   *error;			/* [attributes] standard errors of these (jackknife.h); NULL if
								 * not tuned */
	bool		bends;			/* does it have them? */
	double		forecast_lines; /* of the squared errors; NaN: not tried, or not tuned */
	double		forecast_bends;
} ColumnFit;

/*
 * fit->fit.weight is the caller's, fit->fit.fold_weight is NULL.  Units, classes and
 * looks of the options are not looked at.  The moments are not changed.
 */
extern void column_fit(Work *work, const Moments *moments, const ColumnOptions *columns,
					   const FitOptions *options, ColumnFit *fit);

/*
 * Standard errors of the weights of attributes, to error[attributes], from those of
 * coordinates in the fits without a fold, fold_omega[folds * coordinates].
 */
extern void column_errors(Work *work, const Coordinates *coordinates, uint32 folds,
						  const double *fold_omega, double *error);

/*
 * The path, as that of fit.h, of so many lambdas; nonzero counts looks.  Bends are
 * those of the fit with the default lambda.  Returns whether it has any.
 */
extern bool column_path(Work *work, const Moments *moments, const ColumnOptions *columns,
						Penalty penalty, const double *lambdas, uint32 count, PathPoint *point);

#endif							/* AER_COLUMN_FIT_H */
