/*
 * told.h
 *		A model of which something is told, by look.
 */
#ifndef AER_TOLD_H
#define AER_TOLD_H

#include "pg/functions/spending/listed_looks.h"
#include "pg/values/model.h"

/* Palloc'd; an error that names the function if nothing is told of it. */
extern void told_model(Datum model, const char *function, ModelParts *parts);

/*
 * Which of three or more classes is told of: that of argument argno of function, an
 * error if it names none.  Of other models 0, and an error if a class is named.
 */
extern uint32 told_class(FunctionCallInfo fcinfo, int argno, const char *function,
						 const ModelParts *parts);

/* What a look is called, as a Datum of text: the number of an attribute of arrays. */
extern Datum told_name(const ModelParts *parts, uint32 look);

#endif							/* AER_TOLD_H */
