/*
 * moments_fit.h
 *		Models from moments.
 */
#ifndef AER_MOMENTS_FIT_H
#define AER_MOMENTS_FIT_H

#include "pg/values/model.h"
#include "pg/values/row_moments.h"

/*
 * What aer_fit_ridge() does without further arguments.  Where the moments cannot
 * be solved it is NULL with noerror, else an error.
 */
extern AerModel *moments_fit_ridge(RowMoments *object, bool noerror);

#endif							/* AER_MOMENTS_FIT_H */
