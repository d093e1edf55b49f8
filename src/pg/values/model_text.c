/*
 * model_text.c
 *		Text of aer_model: one JSON object with the keys of model_fields[], in their order, and then
 *		"format".  Fields of parts that a model does not have are left out.
 *
 * Every number is the shortest text that reads back as the same double, and jsonb keeps every
 * digit, so the round trip is exact.  -0 would come back as 0, but no model has a -0 (model_pack()).
 * A model whose text is longer than jsonb can be (256 MB) travels in binary.
 */
#include "pg/values/model_form.h"

#include "common/base64.h"
#include "common/shortest_dec.h"
#include "miscadmin.h"
#include "pg/numerics.h"
#include "pg/options/json_parts.h"
#include "pg/values/form.h"
#include "utils/fmgrprotos.h"
#include "utils/json.h"

PG_FUNCTION_INFO_V1(aer_model_out);
PG_FUNCTION_INFO_V1(aer_model_in);

#define FORMAT_KEY "format"

/* Returns true if the text has an array for this dimension. */
static bool
has_array(const AerModel *header, ModelSize size)
{
	return size != SIZE_ONE && (size != SIZE_OUTPUTS || model_size(header, size) > 1);
}

static void
put_block(StringInfo out, const Block *block)
{
	int			room = pg_b64_enc_len(block->bytes);

	appendStringInfoChar(out, '"');
	enlargeStringInfo(out, room + 1);
	out->len += pg_b64_encode((const void *) block->data, block->bytes, out->data + out->len, room);
	out->data[out->len] = '\0';
	appendStringInfoChar(out, '"');
}

static void
put_item(StringInfo out, const ModelField *field, const void *items, Size i)
{
	switch (field->kind)
	{
		case FIELD_COUNT:
		case FIELD_BITS:
			appendStringInfo(out, UINT64_FORMAT, *(const uint64 *) field_item(field, items, i));
			break;
		case FIELD_REAL:
			enlargeStringInfo(out, DOUBLE_SHORTEST_DECIMAL_LEN);
			out->len += double_to_shortest_decimal_bufn(*(const double *) field_item(field, items, i), out->data + out->len);
			out->data[out->len] = '\0';
			break;
		case FIELD_WORD:
			escape_json(out, field->word[((const uint32 *) items)[i]]);
			break;
		case FIELD_STRING:
			escape_json(out, ((char *const *) items)[i]);
			break;
		case FIELD_OBJECT:
			appendStringInfoString(out, ((char *const *) items)[i]);
			break;
		case FIELD_BLOCK:
			put_block(out, items);
			break;
		case FIELD_COLUMNS:
			model_put_columns(out, items);
			break;
		case FIELD_INTERACTIONS:
			model_put_interactions(out, items);
			break;
		case FIELD_FLAG:
			appendStringInfoString(out, "true");
			break;
	}
}

/* Appends the items of a field, in an array for each dimension that has one. */
static void
put_items(StringInfo out, const AerModel *header, const ModelField *field, const void *items)
{
	uint32		arrays = model_size(header, field->size[0]);
	uint32		n = model_size(header, field->size[1]);
	bool		outer = has_array(header, field->size[0]);
	bool		inner = has_array(header, field->size[1]);

	for (uint32 a = 0; a < arrays; a++)
	{
		if (outer)
			appendStringInfoCharMacro(out, a == 0 ? '[' : ',');
		for (uint32 k = 0; k < n; k++)
		{
			CHECK_FOR_INTERRUPTS();
			if (inner)
				appendStringInfoCharMacro(out, k == 0 ? '[' : ',');
			put_item(out, field, items, (Size) a * n + k);
		}
		if (inner)
			appendStringInfoCharMacro(out, ']');
	}
	if (outer)
		appendStringInfoCharMacro(out, ']');
}

static void
put_key(StringInfo out, const char *key)
{
	appendStringInfoChar(out, '"');
	appendStringInfoString(out, key);
	appendStringInfoString(out, "\":");
}

static bool
is_lacking(const AerModel *header, const ModelField *field, const void *items)
{
	if ((field->part & ~header->flags) != 0)
		return true;
	if (field->lack == LACK_UNKNOWN)
		return isnan(*(const double *) items);
	if (field->kind == FIELD_INTERACTIONS)
		return ((const Columns *) items)->looks.pair == NULL;
	return field->lack == LACK_ZERO &&
		(field_is_number(field) ? *(const uint64 *) items : *(const uint32 *) items) == 0;
}

Datum
aer_model_out(PG_FUNCTION_ARGS)
{
	const AerModel *model = PG_GETARG_MODEL(0);
	const char *object = NULL;	/* the open object in the outermost; NULL: none */
	const char *before = "{";
	ModelParts	parts;
	StringInfoData out;

	model_unpack_any(model, &parts);
	initStringInfo(&out);
	for (int f = 0; f < model_field_count; f++)
	{
		const ModelField *field = &model_fields[f];
		const void *items = model_field_at(&parts, field);

		if (is_lacking(model, field, items))
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
			put_key(&out, object);
			appendStringInfoChar(&out, '{');
		}
		put_key(&out, field->key);
		put_items(&out, model, field, items);
		before = ",";
	}
	appendStringInfo(&out, "%s,\"" FORMAT_KEY "\":%d}", object ? "}" : "", NEWEST_FORMAT);
	PG_RETURN_CSTRING(out.data);
}

#define malformed(...) \
	form_malformed("aer_model", ERRCODE_INVALID_TEXT_REPRESENTATION, __VA_ARGS__)

/* The text of a model, taken apart. */
typedef struct ModelReader
{
	JsonbValue *value;			/* [model_field_count] of each field; jbvNull if it is left out */
	AerModel	header;			/* flags and lengths of arrays, as the keys show them */
} ModelReader;

static bool
is_object(const JsonbValue *value)
{
	return value->type == jbvBinary && JsonContainerIsObject(value->val.binary.data);
}

static bool
is_array(const JsonbValue *value)
{
	return value->type == jbvBinary && JsonContainerIsArray(value->val.binary.data);
}

/* Returns the number of elements of an array, 0 for any other value. */
static uint32
count_elements(const JsonbValue *value)
{
	return is_array(value) ? JsonContainerSize(value->val.binary.data) : 0;
}

pg_noreturn static void
out_of_place(const JsonbValue *value, const char *key)
{
	malformed("Key \"%s\" cannot have %s here.", key, json_value_text(value));
}

/*
 * Returns the field with that key, or the first field of the object if key is NULL; NULL if there is
 * none.  Most keys differ in the first letter already.
 */
static const ModelField *
find_field(const char *object, const char *key)
{
	for (int f = 0; f < model_field_count; f++)
	{
		const ModelField *field = &model_fields[f];

		if ((key == NULL || (field->key[0] == key[0] && strcmp(field->key, key) == 0)) &&
			strcmp(field->object ? field->object : "", object) == 0)
			return field;
	}
	return NULL;
}

/* Finds the values of an object and of objects in it; name: its key, "" for the outermost. */
static void
find_values(ModelReader *reader, JsonbContainer *object, const char *name)
{
	JsonbIterator *iterator = JsonbIteratorInit(object);
	JsonbValue	key;
	JsonbValue	value;

	while (json_next_key(&iterator, &key, &value))
	{
		const char *key_name = pnstrdup(key.val.string.val, key.val.string.len);
		const ModelField *field = find_field(name, key_name);

		if (value.type == jbvNull)
			out_of_place(&value, key_name);
		if (field != NULL)
			reader->value[field - model_fields] = value;
		else if (*name == '\0' && strcmp(key_name, FORMAT_KEY) == 0)
			continue;
		else if (*name != '\0' || (field = find_field(key_name, NULL)) == NULL)
			malformed("Key \"%s\" is unknown.", key_name);
		else if (is_object(&value))
			find_values(reader, value.val.binary.data, key_name);
		else
			out_of_place(&value, key_name);
		reader->header.flags |= field->part;
	}
}

static const JsonbValue *
value_of(const ModelReader *reader, const char *object, const char *key)
{
	return &reader->value[find_field(object, key) - model_fields];
}

/* Completes the header: lengths of arrays. */
static void
read_header(ModelReader *reader)
{
	AerModel   *header = &reader->header;
	const JsonbValue *weights = value_of(reader, "", "weights");
	const JsonbValue *two_valued = value_of(reader, "", "two_valued");

	for (int f = 0; f < model_field_count; f++)
		if (reader->value[f].type == jbvNull && model_fields[f].lack == LACK_NEVER &&
			(model_fields[f].part & ~header->flags) == 0)
			malformed("Key \"%s\" is missing.", model_fields[f].key);
	if (two_valued->type == jbvBool && !two_valued->val.boolean)
		header->flags &= ~MODEL_TWO_VALUES;
	header->classes = count_elements(value_of(reader, "", "classes"));
	header->vectors = count_elements(value_of(reader, "state", "vectors")) +
		count_elements(value_of(reader, "partial", "numbers"));
	if (header->flags & MODEL_CLASSES)
		weights = count_elements(weights) > 0 ?
			getIthJsonbValueFromContainer(weights->val.binary.data, 0) : weights;
	header->d = count_elements(weights);
}

static uint64
read_integer(const JsonbValue *value, const char *key)
{
	const char *text = json_value_text(value);
	char	   *end;
	uint64		number;

	errno = 0;
	number = strtou64(text, &end, 10);
	if (*end != '\0' || text[0] == '-' || errno != 0)
		malformed("A number of \"%s\" is not a count.", key);
	return number;
}

/* Checks the format before any other key, because other formats have other keys. */
static void
read_format(JsonbContainer *object)
{
	JsonbValue	format;

	if (!json_find(object, FORMAT_KEY, &format))
		malformed("Key \"%s\" is missing.", FORMAT_KEY);
	if (format.type != jbvNumeric)
		out_of_place(&format, FORMAT_KEY);
	form_check("aer_model", Min(read_integer(&format, FORMAT_KEY), PG_UINT32_MAX), 0, 0);
}

static double
read_real(const JsonbValue *value, const char *key)
{
	double		number = numeric_to_double(NumericGetDatum(value->val.numeric));

	if (!isfinite(number))
		malformed("A number of \"%s\" is not finite.", key);
	return number;
}

static uint32
read_word(const JsonbValue *value, const ModelField *field)
{
	const char *word = pnstrdup(value->val.string.val, value->val.string.len);

	for (uint32 i = 1; field->word[i] != NULL; i++)
		if (strcmp(word, field->word[i]) == 0)
			return i;
	out_of_place(value, field->key);
}

static Block
read_block(const JsonbValue *value, const char *key)
{
	int			length = value->val.string.len;
	char	   *data = palloc(pg_b64_dec_len(length) + 1);
	int			bytes = pg_b64_decode(value->val.string.val, length, (void *) data, pg_b64_dec_len(length));

	if (bytes <= 0)
		malformed("\"%s\" is not in base64.", key);
	return (Block)
	{
		bytes, data
	};
}

/* Reads item i of a field. */
static void
read_item(const JsonbValue *value, const ModelField *field, void *items, Size i)
{
	static const enum jbvType type_of[] = {
		[FIELD_COUNT] = jbvNumeric,
		[FIELD_BITS] = jbvNumeric,
		[FIELD_REAL] = jbvNumeric,
		[FIELD_WORD] = jbvString,
		[FIELD_STRING] = jbvString,
		[FIELD_OBJECT] = jbvBinary,
		[FIELD_BLOCK] = jbvString,
		[FIELD_COLUMNS] = jbvBinary,
		[FIELD_INTERACTIONS] = jbvBinary,
		[FIELD_FLAG] = jbvBool
	};

	if (value->type != type_of[field->kind] || (field->kind == FIELD_OBJECT && !is_object(value)))
		out_of_place(value, field->key);
	if (field->kind == FIELD_REAL)
		*(double *) field_item(field, items, i) = read_real(value, field->key);
	else if (field_is_number(field))
		*(uint64 *) field_item(field, items, i) = read_integer(value, field->key);
	else if (field->kind == FIELD_WORD)
		((uint32 *) items)[i] = read_word(value, field);
	else if (field->kind == FIELD_STRING)
		((char **) items)[i] = pnstrdup(value->val.string.val, value->val.string.len);
	else if (field->kind == FIELD_OBJECT)
		((char **) items)[i] = JsonbToCString(NULL, value->val.binary.data, value->val.binary.len);
	else if (field->kind == FIELD_BLOCK)
		*(Block *) items = read_block(value, field->key);
	else if (field->kind == FIELD_COLUMNS)
		model_read_columns(value, items);
	else if (field->kind == FIELD_INTERACTIONS)
		model_read_interactions(value, items);
}

/* Reads the arrays of a dimension and those in them; *i counts the items. */
static void
read_items(const JsonbValue *value, const AerModel *header, const ModelField *field, int dimension,
		   void *items, Size *i)
{
	JsonbIterator *iterator;
	JsonbValue	element;
	uint32		n;

	if (dimension == lengthof(field->size))
		read_item(value, field, items, (*i)++);
	else if (!has_array(header, field->size[dimension]))
		read_items(value, header, field, dimension + 1, items, i);
	else
	{
		n = model_size(header, field->size[dimension]);
		if (!is_array(value))
			out_of_place(value, field->key);
		if (count_elements(value) != n)
			malformed("An array of \"%s\" has length %u, not %u.", field->key,
					  count_elements(value), n);
		iterator = JsonbIteratorInit(value->val.binary.data);
		while (json_next_element(&iterator, &element))
			read_items(&element, header, field, dimension + 1, items, i);
	}
}

Datum
aer_model_in(PG_FUNCTION_ARGS)
{
	char	   *text = PG_GETARG_CSTRING(0);
	ModelReader reader = {0};
	ModelParts	parts;
	Jsonb	   *json;

	if (text[strspn(text, " \t\r\n")] != '{')
		malformed("A model is a JSON object, as model::text writes it: {\"weights\": [...], \"intercept\": ..., ...}. To train one on a table, call aer_learn().");
	json = json_from_text(text);
	read_format(&json->root);
	reader.value = palloc0(sizeof(JsonbValue) * model_field_count);
	find_values(&reader, &json->root, "");
	read_header(&reader);
	if (model_numbers(&reader.header, ERRCODE_INVALID_TEXT_REPRESENTATION) > strlen(text))
		malformed("%u attributes do not fit into the text.", reader.header.d);

	model_start_parts(&parts, &reader.header);
	for (int f = 0; f < model_field_count; f++)
	{
		const ModelField *field = &model_fields[f];
		Size		i = 0;

		if (reader.value[f].type != jbvNull)
			read_items(&reader.value[f], &reader.header, field, 0,
					   model_make_items(&parts, &reader.header, field), &i);
	}
	if (reader.header.flags & MODEL_COLUMNS)
		model_check_columns(&parts.columns);
	PG_RETURN_POINTER(model_pack(&parts, ERRCODE_INVALID_TEXT_REPRESENTATION));
}
