/*
 * design_options.c
 *		The options of a sampling design.
 */
#include "pg/options/design_options.h"

#include "pg/kernel_call.h"
#include "pg/options/option_lists.h"
#include "pg/options/options.h"

#define DESIGN "design"

static const char *const design_sampling_words[] = {"uniform", "spread", "learned", NULL};
static const char *const units_words[] = {"common", "own", NULL};
static const char *const missing_words[] = {"error", "available", NULL};

#define DESIGN_OPTION(field) .name = #field, .offset = offsetof(DesignOptions, field)

const Option design_option_table[] = {
	{DESIGN_OPTION(budget), .kind = OPTION_UINT32, .bounds = AT_LEAST, .least = 1,
		.unset = "all attributes", .text = "attributes looked at in each row; as many as there are, or more: all",
	.hint = "Leave \"budget\" NULL to read all attributes."},
	{DESIGN_OPTION(sampling), .kind = OPTION_CHOICE, .choice = design_sampling_words,
		.unset = "'spread' where spread is given, else 'learned' with common units and no key, 'uniform' otherwise",
	.text = "evenly; in proportion to spread; from the rows before, not with a key"},
	{DESIGN_OPTION(spread), .kind = OPTION_NUMBERS, .bounds = AT_LEAST, .unset = "none",
	.text = "a deviation for each attribute"},
	{DESIGN_OPTION(center), .kind = OPTION_NUMBERS, .unset = "0",
	.text = "taken off each attribute"},
	{DESIGN_OPTION(units), .kind = OPTION_CHOICE, .choice = units_words,
		.unset = "arrays 'common', rows and jsonb 'own'",
	.text = "attributes of one kind (pixels), or each measured by its deviation"},
	{DESIGN_OPTION(missing), .kind = OPTION_CHOICE, .choice = missing_words,
		.preset = MISSING_AVAILABLE,
	.text = "what a NULL that is asked for is: an error, or a hole, which is counted and not read"},
	{DESIGN_OPTION(folds), .kind = OPTION_UINT32, .bounds = AT_LEAST | AT_MOST, .least = 1, .most = 100,
		.preset = 5,
	.text = "for choosing penalties; 1: no choice"},
	{DESIGN_OPTION(include), .kind = OPTION_NAMES, .bounds = AT_LEAST, .least = 1, .unset = "all",
		.text = "whole rows: these columns only; jsonb: these keys",
	.hint = "Leave \"include\" NULL to take all columns."},
	{DESIGN_OPTION(exclude), .kind = OPTION_NAMES, .unset = "none", .text = "whole rows and jsonb: not these"},
	{DESIGN_OPTION(categories), .kind = OPTION_CATEGORIES, .unset = "none",
	.text = CATEGORIES_MEANING},
	{DESIGN_OPTION(seed), .kind = OPTION_SEED, .preset = 1, .text = "of the random draws"},
	{0}
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
				 errhint("Make it with the constructor, aer_design(budget => 5); learners such as aer_ridge() are for aer_train() without a key.")));
}

/* Conditions between options. */
static void
check_together(const DesignOptions *options)
{
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
						design_sampling_words[options->sampling])));
}

DesignOptions *
design_options_parse(Jsonb *json)
{
	DesignOptions *options = palloc0(sizeof(DesignOptions));

	options_preset(design_option_table, options);
	if (json)
	{
		check_is_design(json);
		option_values_read(design_option_table, "a design", LEARNER_KEY, json, options);
		check_together(options);
	}
	return options;
}

DesignSampling
design_options_sampling(const DesignOptions *options, bool key, bool own_units)
{
	if (options->sampling == DESIGN_LEARNED && key)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a learned design cannot have a row key"),
				 errdetail("What it looks at depends on the rows before, not on the key alone."),
				 errhint("Use sampling \"uniform\", or \"spread\" with deviations from earlier rows.")));
	if (options->sampling != CHOICE_OPEN)
		return options->sampling;
	if (options->spread.n > 0)
		return DESIGN_SPREAD;
	/* measured by its own deviation every attribute is worth the same */
	return key || own_units ? DESIGN_UNIFORM : DESIGN_LEARNED;
}

Design *
design_options_start(const DesignOptions *options, const Looks *looks, char *const *names)
{
	Design	   *design = palloc(sizeof(Design));
	NumberList	spread = options->spread;

	design_init(design, kernel_memory(design_size(looks->n)), looks->n, options->budget,
				options->folds, options->seed);
	number_list_resolve(&spread, "spread", 0, looks->d, names);
	if (spread.n > 1)
	{
		double	   *of_looks = kernel_memory(sizeof(double) * looks->d);

		for (uint32 i = 0; i < looks->d; i++)
			of_looks[i] = spread.value[i];
		looks_spread(looks, of_looks);
		design_set_spread(design, of_looks);
		pfree(of_looks);
	}
	return design;
}

double *
design_options_center(const DesignOptions *options, uint32 d, char *const *names)
{
	double	   *center;
	NumberList	given = options->center;

	number_list_resolve(&given, "center", 0, d, names);
	if (given.n == 0)
		return NULL;
	center = palloc(sizeof(double) * d);
	for (uint32 i = 0; i < d; i++)
		center[i] = number_of(&given, i, 0);
	return center;
}
