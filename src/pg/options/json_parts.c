/*
 * json_parts.c
 *		Parts of jsonb: strings, numbers, keys, and their text in messages.
 */
#include "pg/options/json_parts.h"

#include "miscadmin.h"
#include "pg/numbers.h"
#include "utils/fmgrprotos.h"

const char *
json_value_text(const JsonbValue *value)
{
	switch (value->type)
	{
		case jbvNull:
			return "null";
		case jbvString:
			return psprintf("\"%.*s\"", value->val.string.len, value->val.string.val);
		case jbvNumeric:
			return DatumGetCString(DirectFunctionCall1(numeric_out, NumericGetDatum(value->val.numeric)));
		case jbvBool:
			return value->val.boolean ? "true" : "false";
		default:
			return JsonContainerIsArray(value->val.binary.data) ? "an array" : "an object";
	}
}

Jsonb *
json_from_text(const char *text)
{
	return DatumGetJsonbP(DirectFunctionCall1(jsonb_in, CStringGetDatum(text)));
}

char *
json_object_text(const char *text)
{
	Jsonb	   *json = json_from_text(text);

	return JB_ROOT_IS_OBJECT(json) ? JsonbToCString(NULL, &json->root, VARSIZE(json)) : NULL;
}

bool
json_find(JsonbContainer *object, const char *key, JsonbValue *value)
{
	return getKeyJsonValueFromContainer(object, key, strlen(key), value) != NULL;
}

JsonbValue
json_string(char *string)
{
	JsonbValue	value = {.type = jbvString};

	value.val.string.val = string;
	value.val.string.len = strlen(string);
	return value;
}

void
json_push_key(JsonbParseState **state, const char *key)
{
	JsonbValue	value = json_string(unconstify(char *, key));

	pushJsonbValue(state, WJB_KEY, &value);
}

void
json_push_strings(JsonbParseState **state, char *const *string, int n)
{
	pushJsonbValue(state, WJB_BEGIN_ARRAY, NULL);
	for (int i = 0; i < n; i++)
	{
		JsonbValue	value = json_string(string[i]);

		CHECK_FOR_INTERRUPTS();
		pushJsonbValue(state, WJB_ELEM, &value);
	}
	pushJsonbValue(state, WJB_END_ARRAY, NULL);
}

JsonbValue
json_number(double number)
{
	JsonbValue	value = {.type = jbvNumeric};

	value.val.numeric = DatumGetNumeric(exact_numeric(number));
	return value;
}
