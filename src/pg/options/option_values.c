/*
 * option_values.c
 *		Options as jsonb: read into a structure, checked, and written.
 */
#include "pg/options/option_values.h"

#include "lib/stringinfo.h"
#include "kernel/stream/learner.h"
#include "miscadmin.h"
#include "pg/options/column_list.h"
#include "pg/options/json_parts.h"
#include "pg/near_name.h"
#include "pg/numerics.h"
#include "pg/options/price_list.h"
#include "pg/options/range_list.h"
#include "utils/fmgrprotos.h"

/* Raises the error of a value that has the wrong type or is out of range. */
static void
bad_option(const Option *option, const char *must_be, const char *found)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("option \"%s\" must be %s", option->name, must_be),
			 found ? errdetail("It is %s.", found) : 0,
			 option->hint ? errhint("%s", option->hint) : 0));
}

/* Returns the names of a choice: "one", "two" or "three". */
static char *
choice_text(const char *const *name)
{
	StringInfoData text;

	initStringInfo(&text);
	for (int i = 0; name[i]; i++)
		appendStringInfo(&text, "%s\"%s\"", i == 0 ? "" : name[i + 1] ? ", " : " or ", name[i]);
	return text.data;
}

/* Returns a noun with its bounds: "a whole number of at least 2 and below 10". */
static const char *
must_be_text(const Option *option, const char *noun)
{
	StringInfoData text;

	initStringInfo(&text);
	appendStringInfoString(&text, noun);
	if (option->bounds & (AT_LEAST | ABOVE))
		appendStringInfo(&text, " %s %g", option->bounds & AT_LEAST ? "of at least" : "greater than",
						 option->least);
	if (option->bounds & (AT_MOST | BELOW))
		appendStringInfo(&text, " and %s %g", option->bounds & AT_MOST ? "at most" : "below",
						 option->most);
	return text.data;
}

const char *
option_range_text(const Option *option)
{
	switch (option->kind)
	{
		case OPTION_UINT32:
		case OPTION_UINT64:
		case OPTION_SEED:
			return must_be_text(option, "a whole number");
		case OPTION_DOUBLE:
			return must_be_text(option, "a number");
		case OPTION_BOOL:
			return "true or false";
		case OPTION_NUMBERS:
			return must_be_text(option, "numbers");
		case OPTION_NAME:
			return "the name of a column";
		case OPTION_NAMES:
			return "column names";
		case OPTION_COLUMNS:
			return "categories, or knots, for each column";
		case OPTION_RANGES:
			return "values of each number";
		case OPTION_PAIRS:
			return psprintf("at most %d pairs of column names", MOST_PAIRS);
		case OPTION_PRICES:
			return "costs by attribute, and panels";
		case OPTION_CHOICE:
			return choice_text(option->choice);
	}
	pg_unreachable();
}

static bool
is_string(const JsonbValue *value, const char *string)
{
	return strlen(string) == value->val.string.len &&
		memcmp(string, value->val.string.val, value->val.string.len) == 0;
}

static double
read_number(const Option *option, const JsonbValue *json, const char *noun)
{
	double		value;

	if (json->type != jbvNumeric)
		bad_option(option, must_be_text(option, noun), json_value_text(json));
	value = numeric_to_double(NumericGetDatum(json->val.numeric));
	if (!isfinite(value))
		bad_option(option, "a finite number", "beyond what a double can hold");
	if (!option_in_bounds(option, value))
		bad_option(option, must_be_text(option, noun), json_value_text(json));
	return value;
}

static int64
read_integer(const Option *option, const JsonbValue *json, int64 largest)
{
	const char *noun = "a whole number";
	int64		value;

	(void) read_number(option, json, noun);
	if (DatumGetBool(DirectFunctionCall2(numeric_ne, NumericGetDatum(json->val.numeric),
										 DirectFunctionCall2(numeric_trunc, NumericGetDatum(json->val.numeric),
															 Int32GetDatum(0)))))
		bad_option(option, must_be_text(option, noun), json_value_text(json));
	if (DatumGetBool(DirectFunctionCall2(numeric_gt, NumericGetDatum(json->val.numeric),
										 DirectFunctionCall1(int8_numeric, Int64GetDatum(largest)))))
		bad_option(option, psprintf("at most " INT64_FORMAT, largest), json_value_text(json));
	if (DatumGetBool(DirectFunctionCall2(numeric_lt, NumericGetDatum(json->val.numeric),
										 DirectFunctionCall1(int8_numeric, Int64GetDatum(PG_INT64_MIN)))))
		bad_option(option, psprintf("at least " INT64_FORMAT, PG_INT64_MIN), json_value_text(json));
	value = DatumGetInt64(DirectFunctionCall1(numeric_int8, NumericGetDatum(json->val.numeric)));
	return value;
}

/* Reads a number, an array of numbers, or an object of numbers by attribute name. */
static void
read_numbers(const Option *option, JsonbValue *json, NumberList *list)
{
	const char *noun = "a number, an array of numbers, or an object of numbers by attribute name";
	JsonbIterator *iterator;
	JsonbIteratorToken token;
	JsonbValue	element;
	double	   *value;

	list->name = NULL;
	if (json->type == jbvNumeric)
	{
		list->n = 1;
		list->value = value = palloc(sizeof(double));
		value[0] = read_number(option, json, "a number");
		return;
	}
	if (json->type != jbvBinary)
		bad_option(option, noun, json_value_text(json));

	list->n = 0;
	list->value = value = palloc(sizeof(double) * JsonContainerSize(json->val.binary.data));
	if (JsonContainerIsObject(json->val.binary.data))
		list->name = palloc(sizeof(char *) * JsonContainerSize(json->val.binary.data));
	iterator = JsonbIteratorInit(json->val.binary.data);
	while ((token = JsonbIteratorNext(&iterator, &element, true)) != WJB_DONE)
	{
		CHECK_FOR_INTERRUPTS();
		if (token == WJB_KEY)
			list->name[list->n] = pnstrdup(element.val.string.val, element.val.string.len);
		else if (token == WJB_ELEM || token == WJB_VALUE)
			value[list->n++] = read_number(option, &element, "numbers");
	}
	if (list->n == 0)
		bad_option(option, noun, "empty");
}

static void
read_names(const Option *option, JsonbValue *json, NameList *list)
{
	JsonbIterator *iterator;
	JsonbValue	element;

	if (json->type != jbvBinary || !JsonContainerIsArray(json->val.binary.data))
		bad_option(option, "an array of column names", json_value_text(json));
	list->n = 0;
	list->name = palloc(sizeof(char *) * Max(JsonContainerSize(json->val.binary.data), 1));
	iterator = JsonbIteratorInit(json->val.binary.data);
	while (json_next_element(&iterator, &element))
	{
		if (element.type != jbvString)
			bad_option(option, "an array of column names", json_value_text(&element));
		list->name[list->n++] = pnstrdup(element.val.string.val, element.val.string.len);
	}
	if (list->n == 0 && (option->bounds & AT_LEAST))
		bad_option(option, "an array of column names", "empty");
	list->written = palloc(sizeof(char *) * Max(list->n, 1));
	memcpy(list->written, list->name, sizeof(char *) * list->n);
	qsort(list->name, list->n, sizeof(char *), pg_qsort_strcmp);
}

/* Returns the index of a name among those of the choice. */
static int
read_choice(const Option *option, const JsonbValue *json)
{
	for (int i = 0; option->choice[i] && json->type == jbvString; i++)
		if (is_string(json, option->choice[i]))
			return i;
	bad_option(option, option_range_text(option), json_value_text(json));
	return 0;					/* keep the compiler quiet */
}

static void
set_option(const Option *option, JsonbValue *json, void *options)
{
	void	   *field = (char *) options + option->offset;

	switch (option->kind)
	{
		case OPTION_UINT32:
			*(uint32 *) field = read_integer(option, json, PG_INT32_MAX);
			break;
		case OPTION_UINT64:
		case OPTION_SEED:
			*(uint64 *) field = read_integer(option, json, PG_INT64_MAX);
			break;
		case OPTION_DOUBLE:
			*(double *) field = read_number(option, json, "a number");
			break;
		case OPTION_BOOL:
			if (json->type != jbvBool)
				bad_option(option, option_range_text(option), json_value_text(json));
			*(bool *) field = json->val.boolean;
			break;
		case OPTION_NAME:
			if (json->type != jbvString || json->val.string.len == 0)
				bad_option(option, option_range_text(option), json_value_text(json));
			*(char **) field = pnstrdup(json->val.string.val, json->val.string.len);
			break;
		case OPTION_NUMBERS:
			read_numbers(option, json, field);
			break;
		case OPTION_NAMES:
			read_names(option, json, field);
			break;
		case OPTION_COLUMNS:
			column_list_read(option->name, json, field);
			break;
		case OPTION_RANGES:
			range_list_read(option->name, json, field);
			break;
		case OPTION_PAIRS:
			pair_list_read(option->name, json, field);
			break;
		case OPTION_PRICES:
			if (json->type != jbvBinary || !JsonContainerIsObject(json->val.binary.data))
				bad_option(option, option_range_text(option), json_value_text(json));
			price_list_read(json->val.binary.data, field);
			break;
		case OPTION_CHOICE:
			*(int *) field = read_choice(option, json);
			break;
	}
}

/* Returns the constructors that take an option, or NULL if none does. */
static char *
owners_text(const JsonbValue *key)
{
	StringInfoData owners;

	initStringInfo(&owners);
	for (const LearnerMethod *const *method = learner_methods; *method; method++)
		for (const Option *option = (*method)->options; option->name; option++)
			if (is_string(key, option->name))
				appendStringInfo(&owners, "%saer_%s", owners.len ? ", " : "", (*method)->name);
	for (const Option *option = design_option_table; option->name; option++)
		if (is_string(key, option->name))
			appendStringInfo(&owners, "%saer_design", owners.len ? ", " : "");
	return owners.len ? owners.data : NULL;
}

static void
unknown_option(const Option *table, const char *owner, const JsonbValue *key)
{
	StringInfoData known;
	char	   *owners = owners_text(key);
	NearName	near;

	initStringInfo(&known);
	near_name_init(&near, key->val.string.val, key->val.string.len);
	for (const Option *option = table; option->name; option++)
	{
		appendStringInfo(&known, "%s%s", known.len ? ", " : "", option->name);
		near_name_offer(&near, option->name);
	}
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unknown option \"%.*s\"", key->val.string.len, key->val.string.val),
			 errdetail("Options of %s are: %s.", owner, known.data),
			 owners ? errhint("It is an option of %s.", owners) : near_name_hint(&near)));
}

static const Option *
find_option(const Option *table, const char *owner, const JsonbValue *key)
{
	for (const Option *option = table; option->name; option++)
		if (is_string(key, option->name))
			return option;
	unknown_option(table, owner, key);
	return NULL;				/* keep the compiler quiet */
}

void
option_values_read(const Option *table, const char *owner, Jsonb *json, void *options)
{
	JsonbIterator *iterator = JsonbIteratorInit(&json->root);
	JsonbValue	key;
	JsonbValue	value;
	const Option *option;

	while (json_next_key(&iterator, &key, &value))
	{
		if (is_string(&key, LEARNER_KEY))
			continue;
		option = find_option(table, owner, &key);
		if (value.type != jbvNull)	/* as in SQL, NULL means the default */
			set_option(option, &value, options);
	}
}

static JsonbValue
json_integer(int64 number)
{
	JsonbValue	value = {.type = jbvNumeric};

	value.val.numeric = DatumGetNumeric(DirectFunctionCall1(int8_numeric, Int64GetDatum(number)));
	return value;
}

/* Returns the value of an option that is not a list. */
static JsonbValue
scalar_value(const Option *option, const void *options)
{
	const void *field = (const char *) options + option->offset;
	JsonbValue	value = {.type = jbvNull};

	if (!option_is_set(option, options))
		return value;
	switch (option->kind)
	{
		case OPTION_UINT32:
			return json_integer(*(const uint32 *) field);
		case OPTION_UINT64:
		case OPTION_SEED:
			return json_integer((int64) *(const uint64 *) field);
		case OPTION_DOUBLE:
			return json_number(*(const double *) field);
		case OPTION_BOOL:
			value.type = jbvBool;
			value.val.boolean = *(const bool *) field;
			return value;
		case OPTION_NAME:
			return json_string(*(char *const *) field);
		case OPTION_CHOICE:
			return json_string(unconstify(char *, option->choice[*(const int *) field]));
		case OPTION_NUMBERS:
		case OPTION_NAMES:
		case OPTION_COLUMNS:
		case OPTION_RANGES:		/* only designs have these, and models store a design's jsonb as it is */
		case OPTION_PAIRS:
		case OPTION_PRICES:
			break;
	}
	return value;
}

static void
write_numbers(const NumberList *list, JsonbParseState **state)
{
	bool		named = list->name != NULL;

	pushJsonbValue(state, named ? WJB_BEGIN_OBJECT : WJB_BEGIN_ARRAY, NULL);
	for (uint32 i = 0; i < list->n; i++)
	{
		JsonbValue	number = json_number(list->value[i]);

		CHECK_FOR_INTERRUPTS();
		if (named)
			json_push_key(state, list->name[i]);
		pushJsonbValue(state, named ? WJB_VALUE : WJB_ELEM, &number);
	}
	pushJsonbValue(state, named ? WJB_END_OBJECT : WJB_END_ARRAY, NULL);
}

void
option_values_write(const Option *table, const void *options, JsonbParseState **state)
{
	for (const Option *option = table; option->name; option++)
	{
		const void *field = (const char *) options + option->offset;
		const NameList *names = field;
		const NumberList *numbers = field;
		JsonbValue	value;

		json_push_key(state, option->name);
		if (option->kind == OPTION_NAMES && option_is_set(option, options))
			json_push_strings(state, names->written, names->n);
		else if (option->kind == OPTION_COLUMNS && option_is_set(option, options))
			column_list_write(field, state);
		else if (option->kind == OPTION_NUMBERS && (numbers->n > 1 || numbers->name))
			write_numbers(numbers, state);
		else
		{
			if (option->kind == OPTION_NUMBERS && numbers->n == 1)
				value = json_number(numbers->value[0]);
			else
				value = scalar_value(option, options);
			pushJsonbValue(state, WJB_VALUE, &value);
		}
	}
}

static const char *
option_text(const Option *table, const char *name, const void *options)
{
	JsonbValue	value;

	while (strcmp(table->name, name) != 0)
		table++;
	value = scalar_value(table, options);
	return json_value_text(&value);
}

void
option_values_check(const Option *table, const OptionProblem *problem, const void *options)
{
	if (problem->problem == NULL)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("option \"%s\" %s", problem->option, problem->problem),
			 problem->other ? errdetail("It is %s, \"%s\" is %s.",
										option_text(table, problem->option, options),
										problem->other,
										option_text(table, problem->other, options)) : 0,
			 problem->hint ? errhint("%s", problem->hint) : 0));
}
