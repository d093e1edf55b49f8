/*
 * model_text.c
 *		Text input and output of aer_model: one JSON object.
 *
 *		{"weights": [...], "intercept": n,
 *		 "names": [...], "types": ["number" or "boolean", ...],	(of row models)
 *		 "target": "number" or "boolean",						(where known)
 *		 "learner": {...}, "rows": n, "draws": n, "reads": n, "skipped": n,
 *		 "expected_mse": n, "expected_se": n,					(where known)
 *		 "state": {..., "vectors": [[...], ...]},				(to continue)
 *		 "format": 1}
 *
 * Every number is the shortest text that reads back as the same double, so the
 * round trip is exact.  Input uses PostgreSQL's own JSON parser with callbacks
 * instead of jsonb, because a model may hold a million numbers.
 */
#include "pg/values/model.h"

#include "common/jsonapi.h"
#include "common/shortest_dec.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/json.h"
#include "utils/jsonfuncs.h"

PG_FUNCTION_INFO_V1(aer_model_in);
PG_FUNCTION_INFO_V1(aer_model_out);

static const char *const type_name[] = {
	[ATTRIBUTE_NUMBER] = "number",
	[ATTRIBUTE_BOOLEAN] = "boolean"
};

static const char *const target_name[] = {
	[TARGET_NUMBER] = "number",
	[TARGET_BOOLEAN] = "boolean"
};

static void
put_double(StringInfo out, double value)
{
	enlargeStringInfo(out, DOUBLE_SHORTEST_DECIMAL_LEN);
	out->len += double_to_shortest_decimal_bufn(value, out->data + out->len);
	out->data[out->len] = '\0';
}

static void
put_array(StringInfo out, const double *number, uint32 n)
{
	appendStringInfoChar(out, '[');
	for (uint32 i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (i > 0)
			appendStringInfoChar(out, ',');
		put_double(out, number[i]);
	}
	appendStringInfoChar(out, ']');
}

static void
put_names(StringInfo out, const ModelParts *parts)
{
	appendStringInfoString(out, ",\"names\":[");
	for (uint32 i = 0; i < parts->d; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (i > 0)
			appendStringInfoChar(out, ',');
		escape_json(out, parts->name[i]);
	}
	appendStringInfoString(out, "],\"types\":[");
	for (uint32 i = 0; i < parts->d; i++)
		appendStringInfo(out, "%s\"%s\"", i > 0 ? "," : "", type_name[parts->type[i]]);
	appendStringInfoChar(out, ']');
}

static bool
is_zero(const LearnerState *state, const StateField *field)
{
	const char *place = (const char *) state + field->offset;

	return field->real ? *(const double *) place == 0 : *(const uint64 *) place == 0;
}

/* The fields of LearnerState: the ledger's, or all others. */
static void
put_fields(StringInfo out, const LearnerState *state, bool ledger, const char *before)
{
	for (int i = 0; i < model_state_field_count; i++)
	{
		const StateField *field = &model_state_fields[i];
		const char *place = (const char *) state + field->offset;

		if (field->ledger != ledger || (field->optional && is_zero(state, field)))
			continue;
		appendStringInfo(out, "%s\"%s\":", before, field->name);
		if (field->real)
			put_double(out, *(const double *) place);
		else
			appendStringInfo(out, UINT64_FORMAT, *(const uint64 *) place);
		before = ",";
	}
}

Datum
aer_model_out(PG_FUNCTION_ARGS)
{
	ModelParts	parts;
	StringInfoData out;

	model_unpack(PG_GETARG_MODEL(0), &parts);
	initStringInfo(&out);
	appendStringInfoString(&out, "{\"weights\":");
	put_array(&out, parts.weight, parts.d);
	appendStringInfoString(&out, ",\"intercept\":");
	put_double(&out, parts.intercept);
	if (parts.name)
		put_names(&out, &parts);
	if (parts.target != TARGET_UNKNOWN)
		appendStringInfo(&out, ",\"target\":\"%s\"", target_name[parts.target]);
	appendStringInfo(&out, ",\"learner\":%s", parts.learner);
	put_fields(&out, &parts.state, true, ",");
	appendStringInfo(&out, ",\"skipped\":" UINT64_FORMAT, parts.skipped);
	if (!isnan(parts.expected_mse))
	{
		appendStringInfoString(&out, ",\"expected_mse\":");
		put_double(&out, parts.expected_mse);
	}
	if (!isnan(parts.expected_se))
	{
		appendStringInfoString(&out, ",\"expected_se\":");
		put_double(&out, parts.expected_se);
	}
	if (parts.nvectors > 0)
	{
		appendStringInfoString(&out, ",\"state\":{");
		put_fields(&out, &parts.state, false, "");
		appendStringInfoString(&out, ",\"vectors\":[");
		for (uint32 v = 0; v < parts.nvectors; v++)
		{
			if (v > 0)
				appendStringInfoChar(&out, ',');
			put_array(&out, parts.vectors + (Size) v * parts.d, parts.d);
		}
		appendStringInfoString(&out, "]}");
	}
	appendStringInfo(&out, ",\"format\":%d}", MODEL_FORMAT);
	PG_RETURN_CSTRING(out.data);
}

/* Numbers or strings as they are read. */
typedef struct Growing
{
	uint32		n;
	uint32		room;
	void	   *item;
} Growing;

typedef struct ModelReader
{
	JsonLexContext *lex;
	int			depth;			/* of objects and arrays that are open */
	char	   *key;			/* the present key of the outermost object */
	char	   *state_key;		/* the present key within "state" */
	int			learner_depth;	/* > 0: within "learner", which is kept as text */
	const char *learner_start;
	Growing		weights;
	Growing		vectors;		/* the numbers of all of them */
	Growing		vector_starts;	/* how many there were before each of them */
	Growing		names;
	Growing		types;
	uint64		seen_state;		/* bit i: model_state_fields[i] was given */
	bool		seen_format;
	bool		seen_intercept;
	ModelParts	parts;
} ModelReader;

static void
malformed(const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("malformed aer_model"),
			 errdetail("%s", detail)));
}

static void *
grow(Growing *list, Size item_size)
{
	if (list->n == list->room)
	{
		list->room = list->room ? 2 * list->room : 64;
		list->item = list->item ?
			repalloc_huge(list->item, list->room * item_size) :
			palloc(list->room * item_size);
	}
	return (char *) list->item + item_size * list->n++;
}

static double
parse_double(const char *token)
{
	char	   *end;
	double		value;

	/* denormals set ERANGE and are right all the same */
	value = strtod(token, &end);
	if (*end != '\0' || !isfinite(value))
		malformed(psprintf("\"%s\" is no finite number.", token));
	return value;
}

static uint64
parse_integer(const char *token)
{
	char	   *end;
	uint64		value;

	errno = 0;
	value = strtou64(token, &end, 10);
	if (*end != '\0' || token[0] == '-' || errno != 0)
		malformed(psprintf("\"%s\" is no count.", token));
	return value;
}

static bool
is_key(const char *key, const char *wanted)
{
	return key != NULL && strcmp(key, wanted) == 0;
}

static void
read_state_field(ModelReader *reader, const char *name, bool ledger, const char *token)
{
	for (int i = 0; i < model_state_field_count; i++)
	{
		const StateField *field = &model_state_fields[i];
		char	   *place = (char *) &reader->parts.state + field->offset;

		if (field->ledger != ledger || strcmp(field->name, name) != 0)
			continue;
		if (field->real)
			*(double *) place = parse_double(token);
		else
			*(uint64 *) place = parse_integer(token);
		reader->seen_state |= UINT64CONST(1) << i;
		return;
	}
	malformed(psprintf("Key \"%s\" is unknown.", name));
}

static void
read_string(ModelReader *reader, char *token)
{
	if (reader->depth == 2 && is_key(reader->key, "names"))
	{
		*(char **) grow(&reader->names, sizeof(char *)) = token;
		return;
	}
	if (reader->depth == 2 && is_key(reader->key, "types"))
	{
		for (int t = ATTRIBUTE_NUMBER; t <= ATTRIBUTE_BOOLEAN; t++)
			if (strcmp(token, type_name[t]) == 0)
			{
				*(AttributeType *) grow(&reader->types, sizeof(AttributeType)) = t;
				return;
			}
	}
	if (reader->depth == 1 && is_key(reader->key, "target"))
	{
		for (int t = TARGET_NUMBER; t <= TARGET_BOOLEAN; t++)
			if (strcmp(token, target_name[t]) == 0)
			{
				reader->parts.target = t;
				return;
			}
	}
	malformed(psprintf("String \"%s\" is out of place.", token));
}

static void
read_number(ModelReader *reader, const char *token)
{
	const char *key = reader->key;
	int			depth = reader->depth;

	if (depth == 2 && is_key(key, "weights"))
		*(double *) grow(&reader->weights, sizeof(double)) = parse_double(token);
	else if (depth == 4 && is_key(key, "state") && is_key(reader->state_key, "vectors"))
		*(double *) grow(&reader->vectors, sizeof(double)) = parse_double(token);
	else if (depth == 2 && is_key(key, "state") && reader->state_key)
		read_state_field(reader, reader->state_key, false, token);
	else if (depth == 1 && is_key(key, "intercept"))
	{
		reader->parts.intercept = parse_double(token);
		reader->seen_intercept = true;
	}
	else if (depth == 1 && is_key(key, "skipped"))
		reader->parts.skipped = parse_integer(token);
	else if (depth == 1 && is_key(key, "expected_mse"))
		reader->parts.expected_mse = parse_double(token);
	else if (depth == 1 && is_key(key, "expected_se"))
		reader->parts.expected_se = parse_double(token);
	else if (depth == 1 && is_key(key, "format"))
	{
		if (parse_integer(token) != MODEL_FORMAT)
			malformed(psprintf("Format %s is unknown.", token));
		reader->seen_format = true;
	}
	else if (depth == 1 && key)
		read_state_field(reader, key, true, token);
	else
		malformed(psprintf("Number %s is out of place.", token));
}

static JsonActionResult
read_scalar(void *context, char *token, JsonTokenType type)
{
	ModelReader *reader = context;

	CHECK_FOR_INTERRUPTS();
	if (reader->learner_depth > 0)
		return JSON_ACTION_DONE;
	if (type == JSON_TOKEN_STRING)
		read_string(reader, token);
	else if (type == JSON_TOKEN_NUMBER)
	{
		read_number(reader, token);
		pfree(token);
	}
	else
		malformed(psprintf("Value %s is out of place.", token));
	return JSON_ACTION_DONE;
}

static JsonActionResult
object_start(void *context)
{
	ModelReader *reader = context;

	reader->depth++;
	if (reader->learner_depth > 0)
		return JSON_ACTION_DONE;
	if (reader->depth == 2 && is_key(reader->key, "learner"))
	{
		reader->learner_depth = reader->depth;
		reader->learner_start = reader->lex->token_start;
	}
	else if (reader->depth > 2 || (reader->depth == 2 && !is_key(reader->key, "state")))
		malformed("An object is out of place.");
	return JSON_ACTION_DONE;
}

static JsonActionResult
object_end(void *context)
{
	ModelReader *reader = context;

	if (reader->depth == reader->learner_depth)
	{
		/* the lexer has gone past the closing brace already */
		reader->parts.learner = pnstrdup(reader->learner_start,
										 reader->lex->prev_token_terminator - reader->learner_start);
		reader->learner_depth = 0;
	}
	reader->depth--;
	return JSON_ACTION_DONE;
}

/* May the outermost object have an array under this key, here for the first time? */
static bool
expects_array(const ModelReader *reader)
{
	return (is_key(reader->key, "weights") && reader->weights.n == 0) ||
		(is_key(reader->key, "names") && reader->names.n == 0) ||
		(is_key(reader->key, "types") && reader->types.n == 0);
}

static JsonActionResult
array_start(void *context)
{
	ModelReader *reader = context;

	reader->depth++;
	if (reader->learner_depth > 0)
		return JSON_ACTION_DONE;
	if (reader->depth == 1)
		malformed("A model is a JSON object.");
	if (reader->depth == 2 && !expects_array(reader))
		malformed("An array is out of place.");
	if (reader->depth == 4 && is_key(reader->key, "state") && is_key(reader->state_key, "vectors"))
	{
		if (reader->parts.nvectors == PG_UINT16_MAX)
			malformed("There are too many state vectors.");
		reader->parts.nvectors++;
		*(uint32 *) grow(&reader->vector_starts, sizeof(uint32)) = reader->vectors.n;
	}
	return JSON_ACTION_DONE;
}

static JsonActionResult
array_end(void *context)
{
	((ModelReader *) context)->depth--;
	return JSON_ACTION_DONE;
}

static JsonActionResult
field_start(void *context, char *name, bool isnull)
{
	ModelReader *reader = context;

	if (reader->depth == 1)
		reader->key = name;
	else if (reader->depth == 2 && is_key(reader->key, "state"))
		reader->state_key = name;
	return JSON_ACTION_DONE;
}

/* Everything there, and of one length? */
static void
finish(ModelReader *reader)
{
	ModelParts *parts = &reader->parts;

	if (!reader->seen_format)
		malformed("Key \"format\" is missing.");
	if (!reader->seen_intercept)
		malformed("Key \"intercept\" is missing.");
	parts->d = reader->weights.n;
	parts->weight = reader->weights.item;
	parts->vectors = reader->vectors.item;
	for (uint32 v = 0; v < parts->nvectors; v++)
	{
		const uint32 *start = reader->vector_starts.item;
		uint32		end = v + 1 < parts->nvectors ? start[v + 1] : reader->vectors.n;

		if (end - start[v] != parts->d)
			malformed(psprintf("There are %u weights, but state vector %u has %u numbers.",
							   parts->d, v + 1, end - start[v]));
	}
	for (int i = 0; i < model_state_field_count; i++)
		if (!model_state_fields[i].optional &&
			(model_state_fields[i].ledger || parts->nvectors > 0) &&
			(reader->seen_state & (UINT64CONST(1) << i)) == 0)
			malformed(psprintf("Key \"%s\" is missing.", model_state_fields[i].name));
	if (reader->names.n > 0 || reader->types.n > 0)
	{
		if (reader->names.n != parts->d || reader->types.n != parts->d)
			malformed(psprintf("There are %u weights, %u names and %u types.",
							   parts->d, reader->names.n, reader->types.n));
		parts->name = reader->names.item;
		parts->type = reader->types.item;
	}
}

Datum
aer_model_in(PG_FUNCTION_ARGS)
{
	char	   *text = PG_GETARG_CSTRING(0);
	ModelReader reader;
	JsonSemAction action;

	memset(&reader, 0, sizeof(reader));
	model_parts_init(&reader.parts);
	reader.lex = makeJsonLexContextCstringLen(NULL, text, strlen(text), GetDatabaseEncoding(), true);

	memset(&action, 0, sizeof(action));
	action.semstate = &reader;
	action.object_start = object_start;
	action.object_end = object_end;
	action.array_start = array_start;
	action.array_end = array_end;
	action.object_field_start = field_start;
	action.scalar = read_scalar;
	pg_parse_json_or_ereport(reader.lex, &action);

	finish(&reader);
	PG_RETURN_POINTER(model_pack(&reader.parts, ERRCODE_INVALID_TEXT_REPRESENTATION));
}
