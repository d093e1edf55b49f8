/*
 * json_parts.h
 *		Parts of jsonb: strings, numbers, keys, and what they look like in messages.
 */
#ifndef AER_JSON_PARTS_H
#define AER_JSON_PARTS_H

#include "pg/aer.h"

/* A value as it is shown in error messages. */
extern const char *json_value_text(const JsonbValue *value);

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
