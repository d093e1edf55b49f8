/*
 * json_parts.h
 *		Parts of jsonb: strings, numbers, keys, and what they look like in messages.
 */
#ifndef AER_JSON_PARTS_H
#define AER_JSON_PARTS_H

#include "pg/aer.h"

#include "miscadmin.h"

/* Go to the next element of an array, or key of an object with its value; false: there is none. */
static inline bool
json_next_element(JsonbIterator **iterator, JsonbValue *element)
{
	JsonbIteratorToken token;

	CHECK_FOR_INTERRUPTS();
	while ((token = JsonbIteratorNext(iterator, element, true)) != WJB_DONE)
		if (token == WJB_ELEM)
			return true;
	return false;
}

static inline bool
json_next_key(JsonbIterator **iterator, JsonbValue *key, JsonbValue *value)
{
	JsonbIteratorToken token;

	CHECK_FOR_INTERRUPTS();
	while ((token = JsonbIteratorNext(iterator, key, true)) != WJB_DONE)
		if (token == WJB_KEY)
		{
			(void) JsonbIteratorNext(iterator, value, true);
			return true;
		}
	return false;
}

/* A value as it is shown in error messages. */
extern const char *json_value_text(const JsonbValue *value);

/* The jsonb that a text is; an error if it is none. */
extern Jsonb *json_from_text(const char *text);

/* Returns the text of an object as jsonb writes it; NULL if the value is no object. */
extern char *json_object_text(const char *text);

/* The value of a key of an object; false: it has none. */
extern bool json_find(JsonbContainer *object, const char *key, JsonbValue *value);

/* Make jsonb of a string, and of a number exactly. */
extern JsonbValue json_string(char *string);
extern JsonbValue json_number(double number);

/*
 * Push a key of an object, or an array of strings, into jsonb that has been
 * begun; it points to the strings until it is finished.
 */
extern void json_push_key(JsonbParseState **state, const char *key);
extern void json_push_strings(JsonbParseState **state, char *const *string, int n);

#endif							/* AER_JSON_PARTS_H */
