/*
 * relink.h
 *		Gives a model another link.
 */
#ifndef AER_RELINK_H
#define AER_RELINK_H

#include "pg/values/model.h"

/*
 * Gives the model a link for its linear prediction.  The link for rows with missing values follows:
 * their log-odds are mapped by the line that maps the old log-odds of complete rows to the new ones.
 * If there is no such line, the model no longer predicts rows with missing values.
 */
extern void relink(ModelParts *parts, const Link *link);

#endif							/* AER_RELINK_H */
