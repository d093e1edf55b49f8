/*
 * json_parts.h
 *		Parts of jsonb: strings, numbers, keys, and their text in messages.
 */
#ifndef AER_JSON_PARTS_H
#define AER_JSON_PARTS_H

#include "pg/aer.h"

#include "miscadmin.h"

/* Advance to the next element of an array, or the next key and value of an object.  Return false at the end. */
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

/* Returns a value as error messages show it. */
extern const char *json_value_text(const JsonbValue *value);

/* Parses a text as jsonb; raises an error if it is none. */
extern Jsonb *json_from_text(const char *text);

/* Parses a text and returns it as jsonb prints it, or NULL if it is no object. */
extern char *json_object_text(const char *text);

/* Finds the value of a key of an object.  Returns false if there is no such key. */
extern bool json_find(JsonbContainer *object, const char *key, JsonbValue *value);

/* Convert a string, and a number exactly, into a jsonb value. */
extern JsonbValue json_string(char *string);
extern JsonbValue json_number(double number);

/*
 * Push a key of an object, or an array of strings, into jsonb that has been begun.
 * The strings must live until the jsonb is finished.
 */
extern void json_push_key(JsonbParseState **state, const char *key);
extern void json_push_strings(JsonbParseState **state, char *const *string, int n);

#endif							/* AER_JSON_PARTS_H */
