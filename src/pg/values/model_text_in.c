/*
 * model_text_in.c
 *		Text input of aer_model: the JSON object that model_text.c writes.
 *
 * Read by PostgreSQL's own JSON parser with callbacks instead of jsonb, because
 * a model may hold a million numbers.
 */
#include "pg/values/model.h"

#include "common/jsonapi.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "pg/values/form.h"
#include "pg/values/model_partial.h"
#include "utils/jsonfuncs.h"

PG_FUNCTION_INFO_V1(aer_model_in);

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
	char	   *inner_key;		/* the present key within "state", "partial" or "link" */
	int			learner_depth;	/* > 0: within "learner", which is kept as text */
	const char *learner_start;
	Growing		weights;
	uint32		nvectors;		/* of "state" or "partial" */
	Growing		vectors;		/* the numbers of all of them */
	Growing		vector_starts;	/* how many there were before each of them */
	Growing		names;
	Growing		types;
	Growing		keys;			/* of the outermost object, so far */
	Growing		state_keys;		/* of "state" or "partial" */
	Growing		link_keys;		/* of "link" */
	PartialHead partial;		/* the fields of "partial" */
	ModelParts	parts;
} ModelReader;

#define malformed(...) \
	form_malformed("aer_model", ERRCODE_INVALID_TEXT_REPRESENTATION, __VA_ARGS__)

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
		malformed("\"%s\" is no finite number.", token);
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
		malformed("\"%s\" is no count.", token);
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

		if ((field->part == PART_LEDGER) != ledger || strcmp(field->name, name) != 0)
			continue;
		if (field->real)
			*(double *) place = parse_double(token);
		else
			*(uint64 *) place = parse_integer(token);
		return;
	}
	malformed("Key \"%s\" is unknown.", name);
}

static void
read_partial_field(ModelReader *reader, const char *token)
{
	for (int i = 0; i < model_partial_field_count; i++)
		if (is_key(reader->inner_key, model_partial_fields[i].name))
		{
			*(double *) ((char *) &reader->partial + model_partial_fields[i].offset) =
				parse_double(token);
			return;
		}
	malformed("Number %s is out of place in \"partial\".", token);
}

/* Within the object that has vectors? */
static bool
in_vectors(const ModelReader *reader)
{
	return reader->depth == 4 && is_key(reader->inner_key, "vectors") &&
		(is_key(reader->key, "state") || is_key(reader->key, "partial"));
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
		for (int t = ATTRIBUTE_NUMBER; t <= ATTRIBUTE_CATEGORY; t++)
			if (strcmp(token, model_type_name[t]) == 0)
			{
				*(AttributeType *) grow(&reader->types, sizeof(AttributeType)) = t;
				return;
			}
	}
	if (reader->depth == 1 && is_key(reader->key, "target"))
	{
		for (int t = TARGET_NUMBER; t <= TARGET_BOOLEAN; t++)
			if (strcmp(token, model_target_name[t]) == 0)
			{
				reader->parts.target = t;
				return;
			}
	}
	malformed("String \"%s\" is out of place.", token);
}

static void
read_number(ModelReader *reader, const char *token)
{
	const char *key = reader->key;
	int			depth = reader->depth;

	if (depth == 2 && is_key(key, "weights"))
		*(double *) grow(&reader->weights, sizeof(double)) = parse_double(token);
	else if (in_vectors(reader))
		*(double *) grow(&reader->vectors, sizeof(double)) = parse_double(token);
	else if (depth == 2 && is_key(key, "state") && reader->inner_key)
		read_state_field(reader, reader->inner_key, false, token);
	else if (depth == 2 && is_key(key, "partial") && reader->inner_key)
		read_partial_field(reader, token);
	else if (depth == 2 && is_key(key, "link") && is_key(reader->inner_key, "slope"))
		reader->parts.link.slope = parse_double(token);
	else if (depth == 2 && is_key(key, "link") && is_key(reader->inner_key, "offset"))
		reader->parts.link.offset = parse_double(token);
	else if (depth == 1 && is_key(key, "intercept"))
		reader->parts.intercept = parse_double(token);
	else if (depth == 1 && is_key(key, "skipped"))
		reader->parts.skipped = parse_integer(token);
	else if (depth == 1 && is_key(key, "expected_mse"))
		reader->parts.expected_mse = parse_double(token);
	else if (depth == 1 && is_key(key, "expected_se"))
		reader->parts.expected_se = parse_double(token);
	else if (depth == 1 && is_key(key, "progressive_mse"))
		reader->parts.loss.mse = parse_double(token);
	else if (depth == 1 && is_key(key, "progressive_se"))
		reader->parts.loss.se = parse_double(token);
	else if (depth == 1 && is_key(key, "mean_mse"))
		reader->parts.loss.mean_mse = parse_double(token);
	else if (depth == 1 && is_key(key, "low"))
		reader->parts.link.low = parse_double(token);
	else if (depth == 1 && is_key(key, "high"))
		reader->parts.link.high = parse_double(token);
	else if (depth == 1 && is_key(key, "format"))
	{
		uint64		format = parse_integer(token);

		form_check("aer_model", Min(format, PG_UINT32_MAX), 0, 0);
	}
	else if (depth == 1 && key)
		read_state_field(reader, key, true, token);
	else
		malformed("Number %s is out of place.", token);
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
	else if ((type == JSON_TOKEN_TRUE || type == JSON_TOKEN_FALSE) && reader->depth == 1 &&
			 is_key(reader->key, "two_valued"))
		reader->parts.link.two_valued = type == JSON_TOKEN_TRUE;
	else
		malformed("Value %s is out of place.", token);
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
	else if (reader->depth == 2 && is_key(reader->key, "link"))
		reader->parts.link.logistic = true;
	else if (reader->depth > 2 || (reader->depth == 2 && !is_key(reader->key, "state") &&
								   !is_key(reader->key, "partial")))
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

/* May the outermost object have an array under this key? */
static bool
expects_array(const char *key)
{
	return is_key(key, "weights") || is_key(key, "names") || is_key(key, "types");
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
	if (reader->depth == 2 && !expects_array(reader->key))
		malformed("An array is out of place.");
	if (in_vectors(reader))
	{
		if (reader->nvectors == PG_UINT16_MAX)
			malformed("There are too many vectors.");
		reader->nvectors++;
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

/* Was this key there already? */
static bool
has_key(const Growing *keys, const char *key)
{
	for (uint32 i = 0; i < keys->n; i++)
		if (strcmp(((char **) keys->item)[i], key) == 0)
			return true;
	return false;
}

/* The first key that is unknown ends the reading, so there are few of them. */
static void
add_key(Growing *keys, char *key)
{
	if (has_key(keys, key))
		malformed("Key \"%s\" is there twice.", key);
	*(char **) grow(keys, sizeof(char *)) = key;
}

static JsonActionResult
field_start(void *context, char *name, bool isnull)
{
	ModelReader *reader = context;

	if (reader->depth == 1)
	{
		add_key(&reader->keys, name);
		reader->key = name;
	}
	else if (reader->depth == 2)
	{
		if (is_key(reader->key, "state") || is_key(reader->key, "partial"))
			add_key(&reader->state_keys, name);
		if (is_key(reader->key, "link"))
			add_key(&reader->link_keys, name);
		reader->inner_key = name;
	}
	return JSON_ACTION_DONE;
}

static void
require_key(const Growing *keys, const char *key)
{
	if (!has_key(keys, key))
		malformed("Key \"%s\" is missing.", key);
}

/* All else is there. */
static void
finish_partial(ModelReader *reader)
{
	ModelParts *parts = &reader->parts;
	double	   *number = model_partial_make(parts, reader->nvectors, ERRCODE_INVALID_TEXT_REPRESENTATION);

	for (int i = 0; i < model_partial_field_count; i++)
	{
		require_key(&reader->state_keys, model_partial_fields[i].name);
		*model_partial_field(parts, i) =
			*(double *) ((char *) &reader->partial + model_partial_fields[i].offset);
	}
	memcpy(number, reader->vectors.item, sizeof(double) * reader->vectors.n);
}

/* Everything there, and of one length? */
static void
finish(ModelReader *reader)
{
	ModelParts *parts = &reader->parts;

	require_key(&reader->keys, "format");
	require_key(&reader->keys, "intercept");
	parts->d = reader->weights.n;
	parts->weight = reader->weights.item;
	for (uint32 v = 0; v < reader->nvectors; v++)
	{
		const uint32 *start = reader->vector_starts.item;
		uint32		end = v + 1 < reader->nvectors ? start[v + 1] : reader->vectors.n;

		if (end - start[v] != parts->d)
			malformed("There are %u weights, but vector %u has %u numbers.",
					  parts->d, v + 1, end - start[v]);
	}
	if (!has_key(&reader->keys, "partial"))
	{
		parts->nvectors = reader->nvectors;
		parts->vectors = reader->vectors.item;
	}
	else if (has_key(&reader->keys, "state"))
		malformed("A partial model cannot be continued.");
	for (int i = 0; i < model_state_field_count; i++)
	{
		const StateField *field = &model_state_fields[i];

		bool		ledger = field->part == PART_LEDGER;

		if (!field->optional && (ledger || parts->nvectors > 0))
			require_key(ledger ? &reader->keys : &reader->state_keys, field->name);
	}
	if (has_key(&reader->keys, "low") || has_key(&reader->keys, "high"))
	{
		require_key(&reader->keys, "low");
		require_key(&reader->keys, "high");
	}
	if (has_key(&reader->keys, "progressive_se") || has_key(&reader->keys, "mean_mse"))
		require_key(&reader->keys, "progressive_mse");
	if (parts->link.logistic)
	{
		require_key(&reader->link_keys, "slope");
		require_key(&reader->link_keys, "offset");
	}
	if (reader->names.n > 0 || reader->types.n > 0)
	{
		if (reader->names.n != parts->d || reader->types.n != parts->d)
			malformed("There are %u weights, %u names and %u types.",
					  parts->d, reader->names.n, reader->types.n);
		parts->name = reader->names.item;
		parts->type = reader->types.item;
	}
	if (has_key(&reader->keys, "partial"))
		finish_partial(reader);
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
