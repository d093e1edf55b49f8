/*
 * loss.h
 *		What is said of a model that is worth nothing.
 */
#ifndef AER_LOSS_H
#define AER_LOSS_H

#include "pg/values/model.h"

/*
 * From an aggregate's final function: warn, once for each call in a statement,
 * of a model that is worse than predicting the mean.
 */
extern void warn_of_loss(FunctionCallInfo fcinfo, const AerModel *model);

#endif							/* AER_LOSS_H */
