/*
 * options.c
 *		The options of a learner: the table of all of them, parsing, checking.
 */
#include "options.h"

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

static const OptionSpec specs[] = {
	{"budget", OPTION_UINT32, ALL, offsetof(Options, learner.budget), AT_LEAST, 2, NULL},
	{"inner_draws", OPTION_UINT32, ALL, offsetof(Options, learner.inner_draws), AT_LEAST, 1, NULL},
	{"radius", OPTION_DOUBLE, ALL, offsetof(Options, learner.radius), ABOVE, 0, NULL},
	{"step", OPTION_DOUBLE, ALL, offsetof(Options, learner.step), ABOVE, 0, NULL},
	{"rows", OPTION_UINT64, ALL, offsetof(Options, learner.rows), AT_LEAST, 1, NULL},
	{"intercept", OPTION_BOOL, ALL, offsetof(Options, learner.intercept), NO_BOUND, 0, NULL},
	{"center", OPTION_NUMBERS, ALL, offsetof(Options, center), NO_BOUND, 0, NULL},
	{"scale", OPTION_NUMBERS, ALL, offsetof(Options, scale), ABOVE, 0, NULL},
	{"include", OPTION_NAMES, ALL, offsetof(Options, include), NO_BOUND, 0, NULL},
	{"exclude", OPTION_NAMES, ALL, offsetof(Options, exclude), NO_BOUND, 0, NULL},
	{"seed", OPTION_SEED, ALL, offsetof(Options, learner.seed), NO_BOUND, 0, NULL},
};

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
			 errmsg("unknown learner %s", json_value_text(&value)),
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

	learner->kind = find_learner(json);
	learner->inner_draws = 1;
	learner->seed = 1;

	option_values_read(specs, lengthof(specs), 1 << learner->kind,
					   psprintf("learner \"%s\"", learner_name[learner->kind]), LEARNER_KEY,
					   json, options);
	if (learner->kind == LEARNER_RIDGE && learner->budget == 0 && learner->radius == 0)
		learner->radius = INFINITY; /* exact gradients need no ball */
	check_together(learner);
	return options;
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
	number_list_resolve(&options->center, "center", 0, d, names, &learner->ncenter, &learner->center);
	number_list_resolve(&options->scale, "scale", 1, d, names, &learner->nscale, &learner->scale);
}
