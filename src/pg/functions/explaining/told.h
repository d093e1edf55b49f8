/*
 * told.h
 *		A model of which something is told, by look.
 */
#ifndef AER_TOLD_H
#define AER_TOLD_H

#include "pg/functions/spending/listed_looks.h"
#include "pg/values/model.h"

/*
 * Palloc'd; an error that names the function if nothing is told of it, or unless any will
 * do if it is one of three or more classes.
 */
extern void told_model(Datum model, const char *function, bool any, ModelParts *parts);

/* What a look is called, as a Datum of text: the number of an attribute of arrays. */
extern Datum told_name(const ModelParts *parts, uint32 look);

#endif							/* AER_TOLD_H */
