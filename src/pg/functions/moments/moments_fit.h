/*
 * moments_fit.h
 *		Models from moments.
 */
#ifndef AER_MOMENTS_FIT_H
#define AER_MOMENTS_FIT_H

#include "pg/functions/moments/acquisition_costs.h"
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
extern AerModel *moments_fit_folds(RowMoments *object, double lambda, Bends bends, bool known_part,
								   bool quiet, AerModel **fold_model);

/* An error if the moments are of no rows, or rounding has eaten up what is left of them. */
extern void moments_fit_check(const RowMoments *object);

/* An error that names the function if the moments are wide. */
extern void moments_fit_refuse_high_dimensional(const RowMoments *object, const char *function);

/* The Work of a fit: what cannot be fitted raises an error that speaks of moments. */
extern Work *moments_fit_work(void);

/* The targets of moments, one or each of three or more classes; named attributes are in coordinates. */
typedef struct FitTargets
{
	uint32		n;
	Moments   **moments;		/* [n] one for each target */
	bool		own_units;		/* of these moments, as a fit takes them: */
	const PairClasses *classes;
	const Looks *looks;
} FitTargets;

/*
 * In coordinates numbers have bends where aer_fit_ridge() gives them some, and pairs are used
 * as there, or none.  The costs must live as long.
 */
extern FitTargets moments_fit_targets(Work *work, RowMoments *object, const AcquisitionCosts *costs,
									  bool pairs);

/* A number argument that may be NULL; zero: it may be 0. */
extern double moments_fit_number(FunctionCallInfo fcinfo, int n, const char *name, bool zero,
								 double otherwise);

#endif							/* AER_MOMENTS_FIT_H */
