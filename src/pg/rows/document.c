/*
 * document.c
 *		Finds values in a JSON object by name.
 */
#include "pg/rows/document.h"

#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "pg/options/json_parts.h"

/* Searches no object twice, because only one name leads to an object in an object. */
JsonbValue *
document_find(JsonbContainer *object, const char *name, int length, JsonbValue *room)
{
	JsonbValue *value = getKeyJsonValueFromContainer(object, name, length, room);

	if (value || memchr(name, '.', length) == NULL)
		return value;
	check_stack_depth();
	for (int dot = length - 1; dot >= 0 && value == NULL; dot--)
	{
		JsonbValue	inner;

		if (name[dot] == '.' && getKeyJsonValueFromContainer(object, name, dot, &inner) &&
			document_is_object(&inner))
			value = document_find(inner.val.binary.data, name + dot + 1, length - dot - 1, room);
	}
	return value;
}

/* name: the name of the object and a dot; empty for the outermost. */
static void
walk(JsonbContainer *object, StringInfo name, DocumentVisitor visit, void *context)
{
	JsonbIterator *iterator = JsonbIteratorInit(object);
	JsonbValue	key;
	JsonbValue	value;
	int			before = name->len;

	check_stack_depth();
	while (json_next_key(&iterator, &key, &value))
	{
		appendBinaryStringInfo(name, key.val.string.val, key.val.string.len);
		if (visit(context, name->data, name->len, &value) && document_is_object(&value))
		{
			appendStringInfoChar(name, '.');
			walk(value.val.binary.data, name, visit, context);
		}
		name->len = before;
	}
}

void
document_walk(JsonbContainer *object, DocumentVisitor visit, void *context)
{
	StringInfoData name;

	initStringInfo(&name);
	walk(object, &name, visit, context);
	pfree(name.data);
}
