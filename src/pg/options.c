/*
 * options.c
 *		The options of a learner: the table of all of them, parsing, checking.
 */
#include "options.h"

#include <float.h>

#include "lib/stringinfo.h"
#include "numbers.h"
#include "utils/fmgrprotos.h"

/* Sets of learners, for the table below. */
#define RIDGE (1 << LEARNER_RIDGE)
#define LASSO (1 << LEARNER_LASSO)
#define ALL (RIDGE | LASSO)

static const char *const learner_name[LEARNER_KINDS] = {
	[LEARNER_RIDGE] = "ridge",
	[LEARNER_LASSO] = "lasso"
};

/* The key of the jsonb value that says which learner it is for. */
#define LEARNER_KEY "learner"

typedef enum OptionType
{
	OPTION_UINT32,				/* a whole number */
	OPTION_UINT64,				/* a whole number */
	OPTION_SEED,				/* any bigint, kept as 64 bits */
	OPTION_DOUBLE,				/* a finite number */
	OPTION_BOOL,
	OPTION_NUMBERS,				/* a NumberList */
	OPTION_NAMES				/* a NameList */
} OptionType;

/* Where the range of numbers begins. */
typedef enum LowerBound
{
	NO_BOUND,
	AT_LEAST,					/* >= least */
	ABOVE						/* > least */
} LowerBound;

typedef struct OptionSpec
{
	const char *name;
	OptionType	type;
	int			learners;		/* which learners take it */
	size_t		offset;			/* within Options */
	LowerBound	bound;
	double		least;			/* numbers are at least, or above, this */
} OptionSpec;

static const OptionSpec specs[] = {
	{"budget", OPTION_UINT32, ALL, offsetof(Options, learner.budget), AT_LEAST, 2},
	{"inner_draws", OPTION_UINT32, ALL, offsetof(Options, learner.inner_draws), AT_LEAST, 1},
	{"radius", OPTION_DOUBLE, ALL, offsetof(Options, learner.radius), ABOVE, 0},
	{"step", OPTION_DOUBLE, ALL, offsetof(Options, learner.step), ABOVE, 0},
	{"rows", OPTION_UINT64, ALL, offsetof(Options, learner.rows), AT_LEAST, 1},
	{"intercept", OPTION_BOOL, ALL, offsetof(Options, learner.intercept), NO_BOUND, 0},
	{"center", OPTION_NUMBERS, ALL, offsetof(Options, center), NO_BOUND, 0},
	{"scale", OPTION_NUMBERS, ALL, offsetof(Options, scale), ABOVE, 0},
	{"include", OPTION_NAMES, ALL, offsetof(Options, include), NO_BOUND, 0},
	{"exclude", OPTION_NAMES, ALL, offsetof(Options, exclude), NO_BOUND, 0},
	{"seed", OPTION_SEED, ALL, offsetof(Options, learner.seed), NO_BOUND, 0},
};

/* Raise the error of a value outside an option's range or of another type. */
static void
bad_option(const OptionSpec *spec, const char *must_be, const char *found)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("option \"%s\" must be %s", spec->name, must_be),
			 found ? errdetail("It is %s.", found) : 0,
			 spec->offset == offsetof(Options, learner.budget) ?
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

static const char *
json_text(const JsonbValue *value)
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
		bad_option(spec, range_text(spec, noun), json_text(json));
	value = numeric_to_double(NumericGetDatum(json->val.numeric));
	if (!isfinite(value) ||
		(spec->bound == AT_LEAST && value < spec->least) ||
		(spec->bound == ABOVE && !(value > spec->least)))
		bad_option(spec, range_text(spec, noun), json_text(json));
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
		bad_option(spec, range_text(spec, noun), json_text(json));
	if (DatumGetBool(DirectFunctionCall2(numeric_gt, NumericGetDatum(json->val.numeric),
										 DirectFunctionCall1(int8_numeric, Int64GetDatum(largest)))))
		bad_option(spec, psprintf("at most " INT64_FORMAT, largest), json_text(json));
	if (DatumGetBool(DirectFunctionCall2(numeric_lt, NumericGetDatum(json->val.numeric),
										 DirectFunctionCall1(int8_numeric, Int64GetDatum(PG_INT64_MIN)))))
		bad_option(spec, psprintf("at least " INT64_FORMAT, PG_INT64_MIN), json_text(json));
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
		bad_option(spec, noun, json_text(json));

	named = JsonContainerIsObject(json->val.binary.data);
	list->n = 0;
	list->value = palloc(sizeof(double) * JsonContainerSize(json->val.binary.data));
	if (named)
		list->name = palloc(sizeof(char *) * JsonContainerSize(json->val.binary.data));
	iterator = JsonbIteratorInit(json->val.binary.data);
	while ((token = JsonbIteratorNext(&iterator, &element, true)) != WJB_DONE)
	{
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
		bad_option(spec, "an array of column names", json_text(json));
	list->n = 0;
	list->name = palloc(sizeof(char *) * Max(JsonContainerSize(json->val.binary.data), 1));
	iterator = JsonbIteratorInit(json->val.binary.data);
	while ((token = JsonbIteratorNext(&iterator, &element, true)) != WJB_DONE)
	{
		if (token != WJB_ELEM)
			continue;
		if (element.type != jbvString)
			bad_option(spec, "an array of column names", json_text(&element));
		list->name[list->n++] = pnstrdup(element.val.string.val, element.val.string.len);
	}
	if (list->n == 0)
		bad_option(spec, "an array of column names", "empty");
}

static void
set_option(const OptionSpec *spec, JsonbValue *json, Options *options)
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
				bad_option(spec, "true or false", json_text(json));
			*(bool *) field = json->val.boolean;
			break;
		case OPTION_NUMBERS:
			get_numbers(spec, json, field);
			break;
		case OPTION_NAMES:
			get_names(spec, json, field);
			break;
	}
}

static const OptionSpec *
find_option(const JsonbValue *key, LearnerKind kind)
{
	StringInfoData known;

	for (int i = 0; i < lengthof(specs); i++)
		if ((specs[i].learners & (1 << kind)) != 0 &&
			strlen(specs[i].name) == key->val.string.len &&
			memcmp(specs[i].name, key->val.string.val, key->val.string.len) == 0)
			return &specs[i];

	initStringInfo(&known);
	for (int i = 0; i < lengthof(specs); i++)
		if ((specs[i].learners & (1 << kind)) != 0)
			appendStringInfo(&known, "%s%s", known.len ? ", " : "", specs[i].name);
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unknown option \"%.*s\"", key->val.string.len, key->val.string.val),
			 errdetail("Options of learner \"%s\" are: %s.", learner_name[kind], known.data)));
	return NULL;				/* keep the compiler quiet */
}

static LearnerKind
find_learner(Jsonb *json)
{
	JsonbValue	value;
	StringInfoData known;

	initStringInfo(&known);
	for (int i = 0; i < LEARNER_KINDS; i++)
		appendStringInfo(&known, "%s\"%s\"", i ? ", " : "", learner_name[i]);

	if (!JB_ROOT_IS_OBJECT(json) ||
		getKeyJsonValueFromContainer(&json->root, LEARNER_KEY, strlen(LEARNER_KEY), &value) == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a learner must be a jsonb object with the key \"%s\"", LEARNER_KEY),
				 errdetail("Learners are: %s.", known.data),
				 errhint("Make it with a constructor such as aer_ridge(budget => 5).")));
	for (int i = 0; i < LEARNER_KINDS; i++)
		if (value.type == jbvString &&
			strlen(learner_name[i]) == value.val.string.len &&
			memcmp(learner_name[i], value.val.string.val, value.val.string.len) == 0)
			return i;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unknown learner %s", json_text(&value)),
			 errdetail("Learners are: %s.", known.data)));
	return 0;					/* keep the compiler quiet */
}

/* Conditions between options. */
static void
check_together(const LearnerOptions *learner)
{
	if (learner->budget != 0 && learner->inner_draws >= learner->budget)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"inner_draws\" must be below the budget"),
				 errdetail("It is %u, the budget is %u.", learner->inner_draws, learner->budget)));
}

Options *
options_parse(Jsonb *json)
{
	Options    *options = palloc0(sizeof(Options));
	LearnerOptions *learner = &options->learner;
	JsonbIterator *iterator;
	JsonbIteratorToken token;
	JsonbValue	key;
	JsonbValue	value;
	const OptionSpec *spec;

	learner->kind = find_learner(json);
	learner->inner_draws = 1;
	learner->seed = 1;

	iterator = JsonbIteratorInit(&json->root);
	while ((token = JsonbIteratorNext(&iterator, &key, true)) != WJB_DONE)
	{
		if (token != WJB_KEY)
			continue;
		(void) JsonbIteratorNext(&iterator, &value, true);
		if (key.val.string.len == strlen(LEARNER_KEY) &&
			memcmp(key.val.string.val, LEARNER_KEY, key.val.string.len) == 0)
			continue;
		spec = find_option(&key, learner->kind);
		if (value.type != jbvNull)	/* as in SQL: NULL is the default */
			set_option(spec, &value, options);
	}
	if (learner->kind == LEARNER_RIDGE && learner->budget == 0 && learner->radius == 0)
		learner->radius = INFINITY; /* exact gradients need no ball */
	check_together(learner);
	return options;
}

/* One number per attribute from a list that names some of them. */
static double *
numbers_by_name(const NumberList *list, const char *option, double otherwise,
				uint32 d, char *const *names)
{
	double	   *value = palloc(sizeof(double) * d);

	for (uint32 i = 0; i < d; i++)
		value[i] = otherwise;
	for (uint32 j = 0; j < list->n; j++)
	{
		uint32		i = 0;

		while (names != NULL && i < d && strcmp(names[i], list->name[j]) != 0)
			i++;
		if (names == NULL || i == d)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("option \"%s\" names \"%s\", which is no attribute",
							option, list->name[j]),
					 names == NULL ? errhint("Arrays have no attribute names: give an array of numbers.") : 0));
		value[i] = list->value[j];
	}
	return value;
}

/* Complete one of center and scale: no number, one, or d. */
static void
resolve_numbers(const NumberList *list, const char *option, double otherwise,
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

void
options_resolve(Options *options, uint32 d, char *const *names)
{
	LearnerOptions *learner = &options->learner;

	if (learner->budget > d)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("budget %u is larger than the number of attributes, %u", learner->budget, d),
				 errhint("Leave \"budget\" NULL to read all attributes.")));
	resolve_numbers(&options->center, "center", 0, d, names, &learner->ncenter, &learner->center);
	resolve_numbers(&options->scale, "scale", 1, d, names, &learner->nscale, &learner->scale);
}
