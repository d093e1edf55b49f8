/*
 * document.h
 *		Finds values in a JSON object by name: a key, or "a.b" for key b of the object at key a.
 */
#ifndef AER_DOCUMENT_H
#define AER_DOCUMENT_H

#include "pg/aer.h"

#include "utils/jsonb.h"

/*
 * Returns the value at a name, in *room; NULL if there is none.  A key of exactly that name comes
 * before keys of objects, and a longer key before a shorter one.
 */
extern JsonbValue *document_find(JsonbContainer *object, const char *name, int length,
								 JsonbValue *room);

/*
 * Visits a value.  The name does not outlive the call.  Returns true to visit the values in an
 * object, too.
 */
typedef bool (*DocumentVisitor) (void *context, const char *name, int length,
								 const JsonbValue *value);

/* Visits each value of an object. */
extern void document_walk(JsonbContainer *object, DocumentVisitor visit, void *context);

/* Returns true for an object, false for an array or a scalar. */
static inline bool
document_is_object(const JsonbValue *value)
{
	return value->type == jbvBinary && JsonContainerIsObject(value->val.binary.data);
}

#endif							/* AER_DOCUMENT_H */
