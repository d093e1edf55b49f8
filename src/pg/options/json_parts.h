/*
 * json_parts.h
 *		Parts of jsonb: strings, numbers, keys, and what they look like in messages.
 */
#ifndef AER_JSON_PARTS_H
#define AER_JSON_PARTS_H

#include "pg/aer.h"

/* A value as it is shown in error messages. */
extern const char *json_value_text(const JsonbValue *value);

/* A string, and a number exactly, in jsonb. */
extern JsonbValue json_string(char *string);
extern JsonbValue json_number(double number);

/*
 * Into jsonb that has been begun, which points to the strings until it is finished: a
 * key of an object, and an array of strings.
 */
extern void json_push_key(JsonbParseState **state, const char *key);
extern void json_push_strings(JsonbParseState **state, char *const *string, int n);

#endif							/* AER_JSON_PARTS_H */
