/*
 * options.c
 *		The options of a learner: parsed with its table, completed, and written.
 */
#include "pg/options/options.h"

#include "kernel/stream/learner.h"
#include "lib/stringinfo.h"
#include "pg/arguments.h"
#include "pg/near_name.h"
#include "pg/options/column_list.h"
#include "pg/options/json_parts.h"
#include "pg/options/option_lists.h"
#include "utils/builtins.h"

static char *
learners_text(void)
{
	StringInfoData known;

	initStringInfo(&known);
	for (const LearnerMethod *const *method = learner_methods; *method; method++)
		appendStringInfo(&known, "\"%s\", ", (*method)->name);
	appendStringInfoString(&known, "\"design\"");	/* accepted in place of a learner */
	return known.data;
}

/* Returns the method of a name, or NULL. */
static const LearnerMethod *
named_learner(const JsonbValue *name)
{
	for (const LearnerMethod *const *method = learner_methods; *method; method++)
		if (name->type == jbvString &&
			strlen((*method)->name) == name->val.string.len &&
			memcmp((*method)->name, name->val.string.val, name->val.string.len) == 0)
			return *method;
	return NULL;
}

bool
is_learner(Jsonb *json)
{
	JsonbValue	value;

	return JB_ROOT_IS_OBJECT(json) &&
		json_find(&json->root, LEARNER_KEY, &value) &&
		named_learner(&value) != NULL;
}

static const LearnerMethod *
find_learner(Jsonb *json)
{
	const LearnerMethod *method;
	JsonbValue	value;
	NearName	near;

	if (!JB_ROOT_IS_OBJECT(json) ||
		!json_find(&json->root, LEARNER_KEY, &value))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a learner must be a jsonb object with the key \"%s\"", LEARNER_KEY),
				 errdetail("Learners are: %s.", learners_text()),
				 errhint("Make it with a constructor, such as aer_design(budget => 5) or aer_ridge(budget => 5).")));
	method = named_learner(&value);
	if (method == NULL)
	{
		near_name_init(&near, value.type == jbvString ? value.val.string.val : "",
					   value.type == jbvString ? value.val.string.len : 0);
		for (const LearnerMethod *const *known = learner_methods; *known; known++)
			near_name_offer(&near, (*known)->name);
		near_name_offer(&near, "design");
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("unknown learner %s", json_value_text(&value)),
				 errdetail("Learners are: %s.", learners_text()),
				 near_name_hint(&near)));
	}
	return method;
}

/* Sets the options that depend on others.  Raises an error if options conflict. */
static void
complete(LearnerOptions *options)
{
	const LearnerMethod *method = options->method;

	if (method->complete)
	{
		OptionProblem problem = method->complete(options);

		option_values_check(method->options, &problem, options);
	}
}

LearnerOptions *
options_parse(Jsonb *json)
{
	LearnerOptions *options = palloc0(sizeof(LearnerOptions));
	const LearnerMethod *method = find_learner(json);

	options->method = method;
	options_preset(method->options, options);
	option_values_read(method->options, psprintf("learner \"%s\"", method->name), json, options);
	if (column_list_has_levels(&options->columns))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a streaming learner cannot use levels"),
				 errdetail("The effects of levels differ from fold to fold, and a streaming learner has no folds."),
				 errhint("Train with aer_design(columns => ...) and a key.")));
	complete(options);
	return options;
}

void
options_settle(LearnerOptions *options, bool named)
{
	learner_units_settle(options, named);
	complete(options);
}

char *
options_text(const LearnerOptions *options)
{
	JsonbParseState *state = NULL;
	JsonbValue	name = json_string(unconstify(char *, options->method->name));
	Jsonb	   *json;

	pushJsonbValue(&state, WJB_BEGIN_OBJECT, NULL);
	json_push_key(&state, LEARNER_KEY);
	pushJsonbValue(&state, WJB_VALUE, &name);
	option_values_write(options->method->options, options, &state);
	json = JsonbValueToJsonb(pushJsonbValue(&state, WJB_END_OBJECT, NULL));
	return JsonbToCString(NULL, &json->root, VARSIZE(json));
}

void
options_resolve(LearnerOptions *options, const Columns *columns)
{
	uint32		d = columns->looks.d;

	if (options->budget > d)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("budget %u is larger than the number of attributes, %u", options->budget, d),
				 errhint("Leave \"budget\" NULL to read all attributes.")));
	for (const Option *option = options->method->options; option->name; option++)
		if (option->kind == OPTION_NUMBERS)
			number_list_resolve((NumberList *) ((char *) options + option->offset),
								option->name, option->preset, columns);
}
