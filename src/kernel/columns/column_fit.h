/*
 * column_fit.h
 *		Linear models of columns: fitted in coordinates, told in attributes.
 *
 * Which bends and pairs they use is chosen by the folds (column_shape.h); the lasso and
 * paths use no pairs.
 *
 * A lambda and a radius are of coordinates.  The lasso uses a look with all its
 * attributes, or not at all.
 */
#ifndef AER_COLUMN_FIT_H
#define AER_COLUMN_FIT_H

#include "kernel/columns/column_shape.h"
#include "kernel/columns/coordinate_moments.h"
#include "kernel/moments/fit.h"

typedef struct ColumnFit
{
	Fit			fit;			/* weight[attributes] in the user's units; 0 of copies and of pairs that
								 * are not used (columns_used()) */
	double	   *error;			/* [attributes] standard errors of these (jackknife.h); NULL if
								 * not tuned */
	ShapeChoice choice;			/* what of the columns it uses, and what was tried */
} ColumnFit;

/*
 * The caller gives room for fit->fit.weight; fit->fit.fold_weight becomes NULL, and
 * fit->fit.drop is of the looks of columns.  Units, classes and looks of the options do not matter.  The moments are not changed.
 * Without a fold coordinates are still those of all rows, and bends and pairs are given.
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
 * those of the fit with the default lambda, pairs none.  Returns whether it has any bends.
 */
extern bool column_path(Work *work, const Moments *moments, const ColumnOptions *columns,
						Penalty penalty, const double *lambdas, uint32 count, PathPoint *point);

#endif							/* AER_COLUMN_FIT_H */
