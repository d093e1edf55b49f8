/*
 * model_text.c
 *		Text of aer_model: one JSON object, whose keys are those of model_fields[], in
 *		their order; the fields of a part that a model does not have are left out.
 *
 * Every number is the shortest text that reads back as the same double, so the
 * round trip is exact.  It is read by PostgreSQL's own JSON parser with callbacks
 * instead of jsonb, because a model may hold a million numbers, -0 among them.
 */
#include "pg/values/model_form.h"

#include "common/jsonapi.h"
#include "common/shortest_dec.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "pg/values/form.h"
#include "utils/json.h"
#include "utils/jsonfuncs.h"

PG_FUNCTION_INFO_V1(aer_model_out);
PG_FUNCTION_INFO_V1(aer_model_in);

/* AttributeType and TargetType. */
static const char *const type_names[] = {
	[ATTRIBUTE_NUMBER] = "number",
	[ATTRIBUTE_BOOLEAN] = "boolean",
	[ATTRIBUTE_WORD] = "category",
	[ATTRIBUTE_BEND] = "knot",
	[ATTRIBUTE_NONE] = "null",
	[ATTRIBUTE_PAIR] = "interaction",
	[ATTRIBUTE_OPEN] = "open",
	[ATTRIBUTE_COPY] = "copy"
};

static const char *const target_names[] = {
	[TARGET_NUMBER] = "number",
	[TARGET_BOOLEAN] = "boolean",
	[TARGET_CLASS] = "class"
};

static void
put_double(StringInfo out, double value)
{
	enlargeStringInfo(out, DOUBLE_SHORTEST_DECIMAL_LEN);
	out->len += double_to_shortest_decimal_bufn(value, out->data + out->len);
	out->data[out->len] = '\0';
}

static void
put_array(StringInfo out, const double *number, Size n)
{
	for (Size i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		appendStringInfoChar(out, i == 0 ? '[' : ',');
		put_double(out, number[i]);
	}
	appendStringInfoChar(out, ']');
}

static void
put_arrays(StringInfo out, const double *number, uint32 arrays, Size n)
{
	for (uint32 a = 0; a < arrays; a++)
	{
		appendStringInfoChar(out, a == 0 ? '[' : ',');
		put_array(out, number + a * n, n);
	}
	appendStringInfoChar(out, ']');
}

static void
put_strings(StringInfo out, const ModelParts *parts, ModelFieldKind kind)
{
	for (uint32 i = 0; i < parts->d; i++)
	{
		CHECK_FOR_INTERRUPTS();
		appendStringInfoChar(out, i == 0 ? '[' : ',');
		escape_json(out, kind == FIELD_NAMES ? parts->columns.name[i] : type_names[parts->columns.type[i]]);
	}
	appendStringInfoChar(out, ']');
}

static void
put_class_names(StringInfo out, const ModelParts *parts)
{
	for (uint32 c = 0; c < parts->classes; c++)
	{
		appendStringInfoChar(out, c == 0 ? '[' : ',');
		escape_json(out, parts->class_name[c]);
	}
	appendStringInfoChar(out, ']');
}

static void
put_value(StringInfo out, const ModelParts *parts, const AerModel *header, const ModelField *field)
{
	const uint64 *at = model_field_at(parts, field);

	switch (field->kind)
	{
		case FIELD_COUNT:
		case FIELD_BITS:
			appendStringInfo(out, UINT64_FORMAT, *at);
			break;
		case FIELD_REAL:
			put_double(out, *(const double *) at);
			break;
		case FIELD_OUTPUTS:
			if (parts->outputs == 1)
				put_double(out, *(const double *) at);
			else
				put_array(out, (const double *) at, parts->outputs);
			break;
		case FIELD_WEIGHTS:
			if (parts->outputs == 1)
				put_array(out, (const double *) at, parts->d);
			else
				put_arrays(out, (const double *) at, parts->outputs, parts->d);
			break;
		case FIELD_PAIRS:
			put_arrays(out, (const double *) at, parts->outputs, parts->outputs);
			break;
		case FIELD_ATTRIBUTES:
			put_array(out, (const double *) at, parts->d);
			break;
		case FIELD_VECTORS:
			put_arrays(out, (const double *) at, header->vectors, parts->d);
			break;
		case FIELD_NUMBERS:
			put_array(out, (const double *) at, header->vectors);
			break;
		case FIELD_BINS:
			put_array(out, (const double *) at, BIN_NUMBERS);
			break;
		case FIELD_LEARNER:
			appendStringInfoString(out, parts->learner);
			break;
		case FIELD_NAMES:
		case FIELD_TYPES:
			put_strings(out, parts, field->kind);
			break;
		case FIELD_CLASS_NAMES:
			put_class_names(out, parts);
			break;
		case FIELD_TARGET:
			appendStringInfo(out, "\"%s\"", target_names[parts->target]);
			break;
		case FIELD_TWO_VALUES:
			appendStringInfoString(out, "true");
			break;
		case FIELD_FORMAT:
			appendStringInfo(out, "%d", NEWEST_FORMAT);
			break;
	}
}

static bool
is_lacking(const ModelParts *parts, const AerModel *header, const ModelField *field)
{
	if ((field->part & ~header->flags) != 0)
		return true;
	if (field->kind == FIELD_TARGET)
		return parts->target == TARGET_UNKNOWN;
	if (field->lack == LACK_UNKNOWN)
		return isnan(*(const double *) model_field_at(parts, field));
	/* not -0, which would come back as 0 */
	return field->lack == LACK_ZERO && *model_field_at(parts, field) == 0;
}

Datum
aer_model_out(PG_FUNCTION_ARGS)
{
	const AerModel *model = PG_GETARG_MODEL(0);
	const char *object = NULL;	/* the one that is open */
	const char *before = "{";
	ModelParts	parts;
	StringInfoData out;

	model_unpack_any(model, &parts);
	initStringInfo(&out);
	for (int i = 0; i < model_field_count; i++)
	{
		const ModelField *field = &model_fields[i];

		if (is_lacking(&parts, model, field))
			continue;
		if (object && (field->object == NULL || strcmp(object, field->object) != 0))
		{
			appendStringInfoChar(&out, '}');
			object = NULL;
		}
		appendStringInfoString(&out, before);
		if (field->object && object == NULL)
		{
			object = field->object;
			appendStringInfo(&out, "\"%s\":{", object);
		}
		appendStringInfo(&out, "\"%s\":", field->key);
		put_value(&out, &parts, model, field);
		before = ",";
	}
	appendStringInfoChar(&out, '}');
	PG_RETURN_CSTRING(out.data);
}

#define malformed(...) \
	form_malformed("aer_model", ERRCODE_INVALID_TEXT_REPRESENTATION, __VA_ARGS__)

/* Numbers or strings as they are read. */
typedef struct Growing
{
	uint32		n, room;
	void	   *item;
	bool		one;			/* it is as of one output */
	uint32		arrays;			/* at the depth that it else has */
	uint32		across;			/* of how many numbers the first of these is */
} Growing;

typedef struct ModelReader
{
	JsonLexContext *lex;
	int			depth;			/* of objects and arrays that are open */
	const char *object;			/* of a field, that is open or comes, else NULL */
	const ModelField *field;	/* whose value is open or comes, else NULL */
	bool	   *seen;			/* [model_field_count] */
	uint32		parts_seen;		/* flags of their parts */
	bool		in_learner;		/* which is kept as text */
	const char *learner_start;
	Growing	   *numbers;		/* [model_field_count] of fields of many, and of bins */
	Growing		names;
	Growing		types;
	Growing		class_names;
	ModelParts	parts;
} ModelReader;

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
	double		value = strtod(token, &end);

	/* denormals set ERANGE and are right all the same */
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
is_string(const char *a, const char *b)
{
	return a != NULL && b != NULL && strcmp(a, b) == 0;
}

/* How many objects and arrays are open within the field's value. */
static int
depth_in_field(const ModelReader *reader)
{
	return reader->depth - (reader->object ? 2 : 1);
}

/* Which of n words is it?  That at 0 is none. */
static int
parse_word(const char *token, const char *const *word, int n)
{
	for (int i = 1; i < n; i++)
		if (strcmp(token, word[i]) == 0)
			return i;
	malformed("String \"%s\" is out of place.", token);
}

static bool
read_string(ModelReader *reader, char *token)
{
	ModelFieldKind kind = reader->field->kind;
	int			depth = depth_in_field(reader);

	if (depth == 1 && kind == FIELD_NAMES)
		*(char **) grow(&reader->names, sizeof(char *)) = token;
	else if (depth == 1 && kind == FIELD_CLASS_NAMES)
		*(char **) grow(&reader->class_names, sizeof(char *)) = token;
	else if (depth == 1 && kind == FIELD_TYPES)
		*(AttributeType *) grow(&reader->types, sizeof(AttributeType)) =
			parse_word(token, type_names, lengthof(type_names));
	else if (depth == 0 && kind == FIELD_TARGET)
		reader->parts.target = parse_word(token, target_names, lengthof(target_names));
	else
		return false;
	return true;
}

/* Is the text a list of numbers? */
static bool
is_list(const ModelField *field)
{
	return field_is_many(field) || field->kind == FIELD_BINS;
}

/* How deep numbers of a field of many stand. */
static int
depth_of(const ModelField *field)
{
	switch (field->kind)
	{
		case FIELD_OUTPUTS:
		case FIELD_ATTRIBUTES:
		case FIELD_NUMBERS:
		case FIELD_BINS:
			return 1;
		default:
			return 2;
	}
}

/* Of one output it is one less. */
static bool
of_outputs(const ModelField *field)
{
	return field->kind == FIELD_OUTPUTS || field->kind == FIELD_WEIGHTS;
}

static bool
read_number(ModelReader *reader, const char *token)
{
	const ModelField *field = reader->field;
	char	   *at = (char *) &reader->parts + field->offset;
	int			depth = depth_in_field(reader);

	if (is_list(field) &&
		(depth == depth_of(field) || (of_outputs(field) && depth == depth_of(field) - 1)))
	{
		Growing    *list = &reader->numbers[field - model_fields];

		list->one |= depth < depth_of(field);
		*(double *) grow(list, sizeof(double)) = parse_double(token);
	}
	else if (depth == 0 && field->kind == FIELD_REAL)
		*(double *) at = parse_double(token);
	else if (depth == 0 && (field->kind == FIELD_COUNT || field->kind == FIELD_BITS))
		*(uint64 *) at = parse_integer(token);
	else if (depth == 0 && field->kind == FIELD_FORMAT)
		form_check("aer_model", Min(parse_integer(token), PG_UINT32_MAX), 0, 0);
	else
		return false;
	return true;
}

static JsonActionResult
read_scalar(void *context, char *token, JsonTokenType type)
{
	ModelReader *reader = context;
	bool		taken = false;

	CHECK_FOR_INTERRUPTS();
	if (reader->in_learner)
		return JSON_ACTION_DONE;
	if (reader->field && type == JSON_TOKEN_STRING)
		taken = read_string(reader, token);
	else if (reader->field && type == JSON_TOKEN_NUMBER)
		taken = read_number(reader, token);
	else if (reader->field && reader->field->kind == FIELD_TWO_VALUES)
	{
		taken = type == JSON_TOKEN_TRUE || type == JSON_TOKEN_FALSE;
		reader->parts.link.two_valued = type == JSON_TOKEN_TRUE;
	}
	if (!taken)
		malformed(type == JSON_TOKEN_STRING ? "String \"%s\" is out of place." :
				  type == JSON_TOKEN_NUMBER ? "Number %s is out of place." :
				  "Value %s is out of place.", token);
	if (type == JSON_TOKEN_NUMBER)
		pfree(token);
	return JSON_ACTION_DONE;
}

static JsonActionResult
object_start(void *context)
{
	ModelReader *reader = context;

	reader->depth++;
	if (reader->in_learner || reader->depth == 1)
		return JSON_ACTION_DONE;
	if (reader->depth == 2 && reader->field && reader->field->kind == FIELD_LEARNER)
	{
		reader->in_learner = true;
		reader->learner_start = reader->lex->token_start;
	}
	else if (reader->depth > 2 || reader->object == NULL)
		malformed("An object is out of place.");
	return JSON_ACTION_DONE;
}

static JsonActionResult
object_end(void *context)
{
	ModelReader *reader = context;

	reader->depth--;
	if (reader->depth == 1 && reader->in_learner)
	{
		/* the lexer has gone past the closing brace already */
		reader->parts.learner = pnstrdup(reader->learner_start,
										 reader->lex->prev_token_terminator - reader->learner_start);
		reader->in_learner = false;
	}
	return JSON_ACTION_DONE;
}

static JsonActionResult
array_start(void *context)
{
	ModelReader *reader = context;
	ModelFieldKind kind = reader->field ? reader->field->kind : FIELD_FORMAT;
	int			depth;

	reader->depth++;
	if (reader->in_learner)
		return JSON_ACTION_DONE;
	depth = depth_in_field(reader);
	if (reader->field && is_list(reader->field))
	{
		Growing    *list = &reader->numbers[reader->field - model_fields];

		if (depth == depth_of(reader->field) && list->arrays++ == PG_UINT16_MAX)
			malformed("There are too many vectors.");
		if (depth <= depth_of(reader->field))
			return JSON_ACTION_DONE;
	}
	else if (depth == 1 && (kind == FIELD_NAMES || kind == FIELD_TYPES || kind == FIELD_CLASS_NAMES))
		return JSON_ACTION_DONE;
	malformed("An array is out of place.");
	return JSON_ACTION_DONE;
}

/* The arrays of a field are of the same length. */
static JsonActionResult
array_end(void *context)
{
	ModelReader *reader = context;

	if (!reader->in_learner && field_is_many(reader->field) &&
		depth_in_field(reader) == depth_of(reader->field))
	{
		Growing    *list = &reader->numbers[reader->field - model_fields];

		if (list->arrays == 1)
			list->across = list->n;
		else if (list->n != list->arrays * list->across)
			malformed("Array %u of %s is of another length than the first.", list->arrays,
					  reader->field->key);
	}
	reader->depth--;
	return JSON_ACTION_DONE;
}

/* Which field, or which object of fields, comes now. */
static JsonActionResult
field_start(void *context, char *name, bool isnull)
{
	ModelReader *reader = context;
	const char *object = NULL;

	if (reader->in_learner)
		return JSON_ACTION_DONE;
	reader->field = NULL;
	if (reader->depth == 1)
		reader->object = NULL;
	for (int i = 0; i < model_field_count; i++)
	{
		const ModelField *field = &model_fields[i];

		if (reader->depth == 1 && is_string(field->object, name))
		{
			if (object == NULL && (reader->parts_seen & field->part) != 0)
				malformed("Key \"%s\" is there twice.", name);
			object = field->object;
			reader->parts_seen |= field->part & ~(MODEL_MEASURES | MODEL_ERRORS | MODEL_DROPS | MODEL_GAUSSIAN | MODEL_CLASS_LINK);
		}
		else if (strcmp(field->key, name) == 0 &&
				 (reader->object ? is_string(field->object, reader->object) : field->object == NULL))
		{
			if (reader->seen[i])
				malformed("Key \"%s\" is there twice.", name);
			reader->seen[i] = true;
			reader->parts_seen |= field->part;
			reader->field = field;
		}
	}
	if (object)
		reader->object = object;
	else if (reader->field == NULL)
		malformed("Key \"%s\" is unknown.", name);
	return JSON_ACTION_DONE;
}

/* Is there what these parts have? */
static void
check_keys(const ModelReader *reader)
{
	uint32		seen = reader->parts_seen;

	if ((seen & MODEL_STATE) && (seen & MODEL_PARTIAL))
		malformed("A partial model cannot be continued.");
	if ((seen & MODEL_STATE) && (seen & MODEL_CLASSES))
		malformed("A model of classes cannot be continued.");
	/* from the end, where the format is: what is of another one has other keys */
	for (int i = model_field_count - 1; i >= 0; i--)
		if (!reader->seen[i] && model_fields[i].lack == LACK_NEVER &&
			(model_fields[i].part & ~seen) == 0)
			malformed("Key \"%s\" is missing.", model_fields[i].key);
}

/* How many arrays a field of many has at its depth. */
static uint32
arrays_of(const ModelField *field, uint32 outputs, const Growing *list)
{
	switch (field->kind)
	{
		case FIELD_OUTPUTS:
			return outputs > 1 ? 1 : 0;
		case FIELD_WEIGHTS:
			return outputs > 1 ? outputs : 0;
		case FIELD_PAIRS:
			return outputs;
		case FIELD_VECTORS:
			return list->arrays;
		default:
			return 1;
	}
}

/* And how many numbers each of them; 0: any number. */
static uint32
across_of(const ModelField *field, uint32 outputs, uint32 d)
{
	switch (field->kind)
	{
		case FIELD_OUTPUTS:
		case FIELD_PAIRS:
			return outputs;
		case FIELD_NUMBERS:
			return 0;
		case FIELD_BINS:
			return BIN_NUMBERS;
		default:
			return d;
	}
}

/* Numbers of fields of many to their places, as many as they must be. */
static void
finish_numbers(ModelReader *reader)
{
	ModelParts *parts = &reader->parts;

	for (int i = 0; i < model_field_count; i++)
	{
		const ModelField *field = &model_fields[i];
		Growing    *list = &reader->numbers[i];
		uint32		across = across_of(field, parts->outputs, parts->d);

		if (!is_list(field) || !reader->seen[i])
			continue;
		if (list->n == 0)
			malformed("There are no %s.", field->key);
		if (list->arrays != arrays_of(field, parts->outputs, list) ||
			(of_outputs(field) && list->one != (parts->outputs == 1)))
			malformed("There are %u linear predictions, but %u arrays of %s.", parts->outputs,
					  list->arrays, field->key);
		if (across > 0 && list->n != across * Max(list->arrays, 1))
			malformed("There are %u numbers of %s, not %u.", list->n / Max(list->arrays, 1),
					  field->key, across);
		if (field->kind == FIELD_BINS)
			memcpy((char *) parts + field->offset, list->item, BIN_NUMBERS * sizeof(double));
		else
			*(void **) ((char *) parts + field->offset) = list->item;
		if (field->kind == FIELD_VECTORS)
			parts->nvectors = list->arrays;
		if (field->kind == FIELD_NUMBERS)
			parts->npartial = list->n;
	}
}

/* Everything there, and of one length? */
static void
finish(ModelReader *reader)
{
	ModelParts *parts = &reader->parts;
	const Growing *weights = &reader->numbers[0];

	Assert(model_fields[0].kind == FIELD_WEIGHTS);
	check_keys(reader);
	if (reader->parts_seen & MODEL_CLASS_NAMES)
	{
		parts->classes = reader->class_names.n;
		parts->class_name = reader->class_names.item;
		if (parts->classes == 0 || parts->classes > MOST_CLASS_NAMES)
			malformed("There are %u classes.", parts->classes);
	}
	if (reader->parts_seen & MODEL_CLASSES)
		parts->outputs = parts->class_model.classes = parts->classes;
	parts->d = weights->arrays > 0 ? weights->across : weights->n;
	parts->columns = row_columns_of_array(parts->d);
	parts->link.logistic = (reader->parts_seen & MODEL_LINK) != 0;
	finish_numbers(reader);
	if (reader->parts_seen & MODEL_NAMES)
	{
		if (reader->names.n != parts->d || reader->types.n != parts->d)
			malformed("There are %u weights, %u names and %u types.",
					  parts->d, reader->names.n, reader->types.n);
		model_take_columns(parts, reader->names.item, reader->types.item, ERRCODE_INVALID_TEXT_REPRESENTATION);
	}
}

Datum
aer_model_in(PG_FUNCTION_ARGS)
{
	char	   *text = PG_GETARG_CSTRING(0);
	ModelReader reader;
	JsonSemAction action;

	if (text[strspn(text, " \t\r\n")] != '{')
		malformed("A model is a JSON object, as it was written by model::text: {\"weights\": [...], \"intercept\": ..., ...}. Of a table aer_learn() makes one.");
	memset(&reader, 0, sizeof(reader));
	model_parts_init(&reader.parts);
	reader.seen = palloc0(sizeof(bool) * model_field_count);
	reader.numbers = palloc0(sizeof(Growing) * model_field_count);
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
