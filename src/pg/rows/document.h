/*
 * document.h
 *		Names of what stands in a JSON object: keys, and keys of objects in it, "a.b".
 */
#ifndef AER_DOCUMENT_H
#define AER_DOCUMENT_H

#include "pg/aer.h"

#include "utils/jsonb.h"

/*
 * What an object has at a name, in *room; NULL: nothing.  A key of just that name comes
 * before a key of an object in it, and the longer key before the shorter.
 */
extern JsonbValue *document_find(JsonbContainer *object, const char *name, int length,
								 JsonbValue *room);

/*
 * Take each value of an object by its name, which does not last; true: of an object, take
 * its values, too.
 */
typedef bool (*DocumentVisitor) (void *context, const char *name, int length,
								 const JsonbValue *value);
extern void document_walk(JsonbContainer *object, DocumentVisitor visit, void *context);

/* Is it an object, and not a list or a scalar? */
static inline bool
document_is_object(const JsonbValue *value)
{
	return value->type == jbvBinary && JsonContainerIsObject(value->val.binary.data);
}

#endif							/* AER_DOCUMENT_H */
