/*
 * moments_fit.h
 *		Fits models to moments.
 */
#ifndef AER_MOMENTS_FIT_H
#define AER_MOMENTS_FIT_H

#include "pg/aer.h"

#include "kernel/fit/fit_outputs.h"
#include "pg/values/model.h"
#include "pg/values/row_moments.h"

/*
 * Returns true if every row was added, and was known in full.  Under categories it may not have
 * been: one that the design does not list counts as known in sums, but not in predictions.  The same
 * holds for NULL under interactions.
 */
extern bool moments_fit_knows_rows(const RowMoments *object);

/*
 * Fits ridge to moments and returns the model of all rows.
 * quiet: raise no warnings and notices.
 * fold_model: [folds] gets the model without each fold, with the choices made for all rows; for a
 * fold without rows it is the model of all rows.  If folds are blocks of time, those from
 * FIRST_PREDICTED_BLOCK on get the model of the blocks before, which makes its own choices.  NULL:
 * not needed.
 * fold_known: the models without a fold also predict from the known columns of a row.
 */
extern AerModel *moments_fit_ridge(RowMoments *object, const FitOptions *options, bool quiet,
								   AerModel **fold_model, bool fold_known);

/* Raises an error if the moments have no rows, or too few digits are left of them. */
extern void moments_fit_check(const RowMoments *object);

/* Raises an error, which names the function, if the moments are of high dimension. */
extern void moments_fit_refuse_high_dimensional(const RowMoments *object, const char *function);

/* Returns the Work of a fit, whose errors explain why moments cannot be fitted. */
extern Work *moments_fit_work(void);

/*
 * Returns the default options of ridge.  Looks have the prices of the moments' design.  Named
 * columns are fitted in coordinates and get a partial model, unless the moments are of high
 * dimension.  Raises an error if there is nothing to fit.
 */
extern FitOptions moments_fit_options(const RowMoments *object);

/*
 * Finds the prices of the looks: from the argument (NULL: none), otherwise from the design,
 * otherwise 1 for each look.  Returns false if they are 1 because merged moments had several prices.
 */
extern bool moments_prices(const RowMoments *object, Jsonb *argument, Prices *prices);

/*
 * Returns a number argument of at least 0, or the default for NULL.
 * zero: 0 is allowed.
 */
extern double moments_fit_number(FunctionCallInfo fcinfo, int argno, const char *name, bool zero,
								 double default_value);

#endif							/* AER_MOMENTS_FIT_H */
