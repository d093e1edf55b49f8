/*
 * class_curve.h
 *		How the error rate of three or more classes falls with the number of rows.
 *
 * The classes are fitted to two groups of folds, three and so on, from each group on in a circle.
 * Each fit is cross-validated by its own folds, so s groups give the error rate after s - 1
 * (class_error_rate()).  The fits of one size are averaged, and a curve extends these points.
 */
#ifndef AER_CLASS_CURVE_H
#define AER_CLASS_CURVE_H

#include "kernel/fit/fit_outputs.h"
#include "kernel/spending/learning_curve_fit.h"

/*
 * Finds error[groups - 1] after 1, 2, ... groups of folds, and the curve.
 *
 * moments: those of fit_targets(), for which learning_curve_fit_possible() holds; options: as it
 * leaves them.
 */
extern void class_curve_find(Work *work, const Moments *moments, const FitOptions *options,
							 double *error, Curve *curve);

#endif							/* AER_CLASS_CURVE_H */
