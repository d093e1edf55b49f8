/*
 * relink.h
 *		Another link for a model, and for what it predicts from less.
 */
#ifndef AER_RELINK_H
#define AER_RELINK_H

#include "pg/values/model.h"

/*
 * Give the model this link of its linear prediction.  The log-odds of every set of known
 * attributes go through the line that leads from those that the model's own link gave to
 * those of the new one.  Where none does, the model no longer predicts from less.
 */
extern void relink(ModelParts *parts, const Link *link);

#endif							/* AER_RELINK_H */
