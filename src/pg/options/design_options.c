/*
 * design_options.c
 *		The options of a sampling design.
 */
#include "pg/options/design_options.h"

/* What the jsonb value's key "learner" says. */
#define LEARNER_KEY "learner"
#define DESIGN "design"

#define MAX_FOLDS 100

static const char *const sampling_words[] = {"uniform", "spread", "learned", NULL};
static const char *const units_words[] = {"common", "own", NULL};
static const char *const missing_words[] = {"error", "available", NULL};

static const OptionSpec specs[] = {
	{"budget", OPTION_UINT32, 1, offsetof(DesignOptions, budget), AT_LEAST, 1, NULL},
	{"sampling", OPTION_CHOICE, 1, offsetof(DesignOptions, sampling), NO_BOUND, 0, sampling_words},
	{"spread", OPTION_NUMBERS, 1, offsetof(DesignOptions, spread), AT_LEAST, 0, NULL},
	{"center", OPTION_NUMBERS, 1, offsetof(DesignOptions, center), NO_BOUND, 0, NULL},
	{"units", OPTION_CHOICE, 1, offsetof(DesignOptions, units), NO_BOUND, 0, units_words},
	{"missing", OPTION_CHOICE, 1, offsetof(DesignOptions, missing), NO_BOUND, 0, missing_words},
	{"folds", OPTION_UINT32, 1, offsetof(DesignOptions, folds), AT_LEAST, 1, NULL},
	{"include", OPTION_NAMES, 1, offsetof(DesignOptions, include), NO_BOUND, 0, NULL},
	{"exclude", OPTION_NAMES, 1, offsetof(DesignOptions, exclude), NO_BOUND, 0, NULL},
	{"seed", OPTION_SEED, 1, offsetof(DesignOptions, seed), NO_BOUND, 0, NULL},
};

bool
is_design(Jsonb *json)
{
	JsonbValue	value;

	return JB_ROOT_IS_OBJECT(json) &&
		getKeyJsonValueFromContainer(&json->root, LEARNER_KEY, strlen(LEARNER_KEY), &value) &&
		value.type == jbvString && value.val.string.len == strlen(DESIGN) &&
		memcmp(value.val.string.val, DESIGN, strlen(DESIGN)) == 0;
}

static void
check_is_design(Jsonb *json)
{
	if (!is_design(json))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a design must be a jsonb object with \"%s\": \"%s\"", LEARNER_KEY, DESIGN),
				 errhint("Make it with the constructor, aer_design(budget => 5); learners such as aer_ridge() are for aer_train().")));
}

/* Conditions between options. */
static void
check_together(const DesignOptions *options)
{
	if (options->folds > MAX_FOLDS)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"folds\" must be at most %d", MAX_FOLDS),
				 errdetail("It is %u.", options->folds)));
	if (options->sampling == DESIGN_SPREAD && options->spread.n == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("sampling by spread needs the option \"spread\""),
				 errhint("Give a deviation for each attribute, for example those of aer_attributes().")));
	if ((options->sampling == DESIGN_UNIFORM || options->sampling == DESIGN_LEARNED) &&
		options->spread.n > 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"spread\" does not go with sampling \"%s\"",
						sampling_words[options->sampling])));
}

DesignOptions *
design_options_parse(Jsonb *json)
{
	DesignOptions *options = palloc0(sizeof(DesignOptions));

	options->sampling = NOT_GIVEN;
	options->units = NOT_GIVEN;
	options->missing = MISSING_ERROR;
	options->folds = 5;
	options->seed = 1;
	if (json)
	{
		check_is_design(json);
		option_values_read(specs, lengthof(specs), 1, "a design", LEARNER_KEY, json, options);
		check_together(options);
	}
	return options;
}

DesignSampling
design_options_sampling(const DesignOptions *options, bool key)
{
	if (options->sampling == DESIGN_LEARNED && key)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a learned design cannot have a row key"),
				 errdetail("What it looks at depends on the rows before, not on the key alone."),
				 errhint("Use sampling \"uniform\", or \"spread\" with deviations from earlier rows.")));
	if (options->sampling != NOT_GIVEN)
		return options->sampling;
	if (options->spread.n > 0)
		return DESIGN_SPREAD;
	return key ? DESIGN_UNIFORM : DESIGN_LEARNED;
}

Design *
design_options_start(const DesignOptions *options, uint32 d, char *const *names)
{
	Design	   *design = palloc(sizeof(Design));
	const double *spread;
	uint32		n;

	design_init(design, palloc(design_size(d)), d, options->budget, options->folds, options->seed);
	number_list_resolve(&options->spread, "spread", 0, d, names, &n, &spread);
	if (n > 1)
		design_set_spread(design, spread);
	return design;
}

double *
design_options_center(const DesignOptions *options, uint32 d, char *const *names)
{
	double	   *center;
	const double *given;
	uint32		n;

	number_list_resolve(&options->center, "center", 0, d, names, &n, &given);
	if (n == 0)
		return NULL;
	center = palloc(sizeof(double) * d);
	for (uint32 i = 0; i < d; i++)
		center[i] = given[n == 1 ? 0 : i];
	return center;
}
