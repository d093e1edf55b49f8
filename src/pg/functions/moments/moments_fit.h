/*
 * moments_fit.h
 *		Models from moments.
 */
#ifndef AER_MOMENTS_FIT_H
#define AER_MOMENTS_FIT_H

#include "pg/aer.h"

#include "kernel/fit/fit_outputs.h"
#include "pg/values/model.h"
#include "pg/values/row_moments.h"

#include "lib/stringinfo.h"

/* Does what aer_fit_ridge() does without further arguments. */
extern AerModel *moments_fit_ridge(RowMoments *object);

/* The same, without warnings and notices, and without the part that predicts from whatever is known. */
extern AerModel *moments_fit_additive(RowMoments *object);

/*
 * The model of all rows, and to fold_model[folds] for each fold that of the rows of all others.
 * What is chosen and judged is that of one fit of all, which is the model of a fold without rows.
 */
extern AerModel *moments_fit_folds(RowMoments *object, const FitOptions *options, bool quiet,
								   AerModel **fold_model);

/* An error if the moments are of no rows, or rounding has eaten up what is left of them. */
extern void moments_fit_check(const RowMoments *object);

/* An error that names the function if the moments are wide. */
extern void moments_fit_refuse_high_dimensional(const RowMoments *object, const char *function);

/* The Work of a fit: what cannot be fitted raises an error that speaks of moments. */
extern Work *moments_fit_work(void);

/*
 * The options of ridge, and what there is to buy, at the prices of the design that the moments
 * were collected with; without any, or if moments of several designs were
 * merged, a look costs 1.  Named attributes are fitted in coordinates, and the model predicts
 * from whatever is known.  An error if there is nothing to fit.
 */
extern FitOptions moments_fit_options(const RowMoments *object);

/*
 * The prices of the looks that moments are of: those given, else those of the
 * design, else 1 a look.  False: it is 1 because designs of several prices
 * were merged.
 */
extern bool moments_prices(const RowMoments *object, Jsonb *given, Prices *prices);

/* A number argument that may be NULL; zero: it may be 0. */
extern double moments_fit_number(FunctionCallInfo fcinfo, int n, const char *name, bool zero,
								 double otherwise);

#endif							/* AER_MOMENTS_FIT_H */
