/*
 * option_values.c
 *		Options as jsonb: types, ranges, and how they are read into a structure.
 */
#include "pg/options/option_values.h"

#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "pg/options/numbers.h"
#include "utils/fmgrprotos.h"

/* Raise the error of a value outside an option's range or of another type. */
static void
bad_option(const OptionSpec *spec, const char *must_be, const char *found)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("option \"%s\" must be %s", spec->name, must_be),
			 found ? errdetail("It is %s.", found) : 0,
			 strcmp(spec->name, "budget") == 0 ?
			 errhint("Leave \"budget\" NULL to read all attributes.") : 0));
}

/* "a whole number of at least 2", for error messages. */
static const char *
range_text(const OptionSpec *spec, const char *noun)
{
	switch (spec->bound)
	{
		case AT_LEAST:
			return psprintf("%s of at least %g", noun, spec->least);
		case ABOVE:
			return psprintf("%s greater than %g", noun, spec->least);
		default:
			return noun;
	}
}

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

static double
get_number(const OptionSpec *spec, const JsonbValue *json, const char *noun)
{
	double		value;

	if (json->type != jbvNumeric)
		bad_option(spec, range_text(spec, noun), json_value_text(json));
	value = numeric_to_double(NumericGetDatum(json->val.numeric));
	if (!isfinite(value))
		bad_option(spec, "a finite number", "beyond what a double can hold");
	if ((spec->bound == AT_LEAST && value < spec->least) ||
		(spec->bound == ABOVE && !(value > spec->least)))
		bad_option(spec, range_text(spec, noun), json_value_text(json));
	return value;
}

static int64
get_integer(const OptionSpec *spec, const JsonbValue *json, int64 largest)
{
	const char *noun = "a whole number";
	int64		value;

	(void) get_number(spec, json, noun);
	if (DatumGetBool(DirectFunctionCall2(numeric_ne, NumericGetDatum(json->val.numeric),
										 DirectFunctionCall2(numeric_trunc, NumericGetDatum(json->val.numeric),
															 Int32GetDatum(0)))))
		bad_option(spec, range_text(spec, noun), json_value_text(json));
	if (DatumGetBool(DirectFunctionCall2(numeric_gt, NumericGetDatum(json->val.numeric),
										 DirectFunctionCall1(int8_numeric, Int64GetDatum(largest)))))
		bad_option(spec, psprintf("at most " INT64_FORMAT, largest), json_value_text(json));
	if (DatumGetBool(DirectFunctionCall2(numeric_lt, NumericGetDatum(json->val.numeric),
										 DirectFunctionCall1(int8_numeric, Int64GetDatum(PG_INT64_MIN)))))
		bad_option(spec, psprintf("at least " INT64_FORMAT, PG_INT64_MIN), json_value_text(json));
	value = DatumGetInt64(DirectFunctionCall1(numeric_int8, NumericGetDatum(json->val.numeric)));
	return value;
}

/* A number, an array of numbers, or an object of numbers by attribute name. */
static void
get_numbers(const OptionSpec *spec, JsonbValue *json, NumberList *list)
{
	const char *noun = "a number, an array of numbers, or an object of numbers by attribute name";
	JsonbIterator *iterator;
	JsonbIteratorToken token;
	JsonbValue	element;
	bool		named;

	if (json->type == jbvNumeric)
	{
		list->n = 1;
		list->value = palloc(sizeof(double));
		list->value[0] = get_number(spec, json, "a number");
		return;
	}
	if (json->type != jbvBinary)
		bad_option(spec, noun, json_value_text(json));

	named = JsonContainerIsObject(json->val.binary.data);
	list->n = 0;
	list->value = palloc(sizeof(double) * JsonContainerSize(json->val.binary.data));
	if (named)
		list->name = palloc(sizeof(char *) * JsonContainerSize(json->val.binary.data));
	iterator = JsonbIteratorInit(json->val.binary.data);
	while ((token = JsonbIteratorNext(&iterator, &element, true)) != WJB_DONE)
	{
		CHECK_FOR_INTERRUPTS();
		if (token == WJB_KEY)
			list->name[list->n] = pnstrdup(element.val.string.val, element.val.string.len);
		else if (token == WJB_ELEM || token == WJB_VALUE)
			list->value[list->n++] = get_number(spec, &element, "numbers");
	}
	if (list->n == 0)
		bad_option(spec, noun, "empty");
}

static void
get_names(const OptionSpec *spec, JsonbValue *json, NameList *list)
{
	JsonbIterator *iterator;
	JsonbIteratorToken token;
	JsonbValue	element;

	if (json->type != jbvBinary || !JsonContainerIsArray(json->val.binary.data))
		bad_option(spec, "an array of column names", json_value_text(json));
	list->n = 0;
	list->name = palloc(sizeof(char *) * Max(JsonContainerSize(json->val.binary.data), 1));
	iterator = JsonbIteratorInit(json->val.binary.data);
	while ((token = JsonbIteratorNext(&iterator, &element, true)) != WJB_DONE)
	{
		CHECK_FOR_INTERRUPTS();
		if (token != WJB_ELEM)
			continue;
		if (element.type != jbvString)
			bad_option(spec, "an array of column names", json_value_text(&element));
		list->name[list->n++] = pnstrdup(element.val.string.val, element.val.string.len);
	}
	if (list->n == 0)
		bad_option(spec, "an array of column names", "empty");
	qsort(list->name, list->n, sizeof(char *), pg_qsort_strcmp);
}

bool
name_list_has(const NameList *list, const char *name)
{
	return list->n > 0 &&
		bsearch(&name, list->name, list->n, sizeof(char *), pg_qsort_strcmp) != NULL;
}

/* The place of a word among those allowed. */
static int
get_choice(const OptionSpec *spec, const JsonbValue *json)
{
	StringInfoData allowed;

	for (int i = 0; spec->choice[i] && json->type == jbvString; i++)
		if (strlen(spec->choice[i]) == json->val.string.len &&
			memcmp(spec->choice[i], json->val.string.val, json->val.string.len) == 0)
			return i;
	initStringInfo(&allowed);
	for (int i = 0; spec->choice[i]; i++)
		appendStringInfo(&allowed, "%s\"%s\"", i == 0 ? "" : spec->choice[i + 1] ? ", " : " or ",
						 spec->choice[i]);
	bad_option(spec, allowed.data, json_value_text(json));
	return 0;					/* keep the compiler quiet */
}

static void
set_option(const OptionSpec *spec, JsonbValue *json, void *options)
{
	void	   *field = (char *) options + spec->offset;

	switch (spec->type)
	{
		case OPTION_UINT32:
			*(uint32 *) field = get_integer(spec, json, PG_INT32_MAX);
			break;
		case OPTION_UINT64:
		case OPTION_SEED:
			*(uint64 *) field = get_integer(spec, json, PG_INT64_MAX);
			break;
		case OPTION_DOUBLE:
			*(double *) field = get_number(spec, json, "a number");
			break;
		case OPTION_BOOL:
			if (json->type != jbvBool)
				bad_option(spec, "true or false", json_value_text(json));
			*(bool *) field = json->val.boolean;
			break;
		case OPTION_NUMBERS:
			get_numbers(spec, json, field);
			break;
		case OPTION_NAMES:
			get_names(spec, json, field);
			break;
		case OPTION_CHOICE:
			*(int *) field = get_choice(spec, json);
			break;
	}
}

static const OptionSpec *
find_option(const OptionSpec *specs, int nspecs, int users, const char *owner,
			const JsonbValue *key)
{
	StringInfoData known;

	for (int i = 0; i < nspecs; i++)
		if ((specs[i].users & users) != 0 &&
			strlen(specs[i].name) == key->val.string.len &&
			memcmp(specs[i].name, key->val.string.val, key->val.string.len) == 0)
			return &specs[i];

	initStringInfo(&known);
	for (int i = 0; i < nspecs; i++)
		if ((specs[i].users & users) != 0)
			appendStringInfo(&known, "%s%s", known.len ? ", " : "", specs[i].name);
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unknown option \"%.*s\"", key->val.string.len, key->val.string.val),
			 errdetail("Options of %s are: %s.", owner, known.data)));
	return NULL;				/* keep the compiler quiet */
}

void
option_values_read(const OptionSpec *specs, int nspecs, int users, const char *owner,
				   const char *skip, Jsonb *json, void *options)
{
	JsonbIterator *iterator = JsonbIteratorInit(&json->root);
	JsonbIteratorToken token;
	JsonbValue	key;
	JsonbValue	value;
	const OptionSpec *spec;

	while ((token = JsonbIteratorNext(&iterator, &key, true)) != WJB_DONE)
	{
		if (token != WJB_KEY)
			continue;
		(void) JsonbIteratorNext(&iterator, &value, true);
		if (key.val.string.len == strlen(skip) &&
			memcmp(key.val.string.val, skip, key.val.string.len) == 0)
			continue;
		spec = find_option(specs, nspecs, users, owner, &key);
		if (value.type != jbvNull)	/* as in SQL: NULL is the default */
			set_option(spec, &value, options);
	}
}

typedef struct NamedAttribute
{
	const char *name;			/* first, where pg_qsort_strcmp() looks */
	uint32		number;			/* from 0 */
} NamedAttribute;

static void
no_attribute(const char *option, const char *name, bool arrays)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("option \"%s\" names \"%s\", which is no attribute", option, name),
			 arrays ? errhint("Arrays have no attribute names: give an array of numbers.") : 0));
}

/* One number per attribute from a list that names some of them. */
static double *
numbers_by_name(const NumberList *list, const char *option, double otherwise,
				uint32 d, char *const *names)
{
	double	   *value = palloc(sizeof(double) * d);
	NamedAttribute *attribute = palloc(sizeof(NamedAttribute) * d);

	if (names == NULL)
		no_attribute(option, list->name[0], true);
	for (uint32 i = 0; i < d; i++)
	{
		value[i] = otherwise;
		attribute[i].name = names[i];
		attribute[i].number = i;
	}
	/* sorted: there may be as many names as attributes */
	qsort(attribute, d, sizeof(NamedAttribute), pg_qsort_strcmp);
	for (uint32 j = 0; j < list->n; j++)
	{
		const NamedAttribute *found = bsearch(&list->name[j], attribute, d,
											  sizeof(NamedAttribute), pg_qsort_strcmp);

		CHECK_FOR_INTERRUPTS();
		if (found == NULL)
			no_attribute(option, list->name[j], false);
		value[found->number] = list->value[j];
	}
	pfree(attribute);
	return value;
}

void
number_list_resolve(const NumberList *list, const char *option, double otherwise,
					uint32 d, char *const *names, uint32 *n, const double **value)
{
	*n = list->n;
	*value = list->value;
	if (list->name != NULL)
	{
		*n = d;
		*value = numbers_by_name(list, option, otherwise, d, names);
	}
	if (*n > 1 && *n != d)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("option \"%s\" must be one number or one for each attribute", option),
				 errdetail("It has %u numbers, the rows have %u attributes.", *n, d)));
}
