/*
 * options.c
 *		The options of a learner: the table of all of them, parsing, checking.
 */
#include "pg/options/options.h"

#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "pg/options/numbers.h"
#include "utils/fmgrprotos.h"

/* Sets of learners, for the table below. */
#define RIDGE (1 << LEARNER_RIDGE)
#define LASSO (1 << LEARNER_LASSO)
#define SVR (1 << LEARNER_SVR)
#define PEGASOS (1 << LEARNER_PEGASOS)
#define PERCEPTRON (1 << LEARNER_PERCEPTRON)
#define WINNOW (1 << LEARNER_WINNOW)
#define MAJORITY (1 << LEARNER_MAJORITY)
#define BASELINE (1 << LEARNER_BASELINE)
#define SAMPLED (RIDGE | LASSO | SVR)
#define BUDGETED (SAMPLED | PEGASOS | BASELINE)
#define ALL (BUDGETED | PERCEPTRON | WINNOW | MAJORITY)

static const char *const learner_name[LEARNER_KINDS] = {
	[LEARNER_RIDGE] = "ridge",
	[LEARNER_LASSO] = "lasso",
	[LEARNER_SVR] = "svr",
	[LEARNER_PEGASOS] = "pegasos",
	[LEARNER_PERCEPTRON] = "perceptron",
	[LEARNER_WINNOW] = "winnow",
	[LEARNER_MAJORITY] = "majority",
	[LEARNER_BASELINE] = "baseline"
};

static const char *const sampling_name[] = {
	[SAMPLING_UNIFORM] = "uniform",
	[SAMPLING_MOMENTS] = "moments",
	[SAMPLING_TWO_PHASE] = "two-phase",
	NULL
};

/* eta of winnow where it is not given */
#define DEFAULT_WINNOW_RATE 0.1

/* Options.sampling where it is not given */
#define SAMPLING_OPEN (-1)

/* The key of the jsonb value that says which learner it is for. */
#define LEARNER_KEY "learner"

static const OptionSpec specs[] = {
	{"budget", OPTION_UINT32, BUDGETED, offsetof(Options, learner.budget), AT_LEAST, 2, NULL},
	{"inner_draws", OPTION_UINT32, SAMPLED, offsetof(Options, learner.inner_draws), AT_LEAST, 1, NULL},
	{"radius", OPTION_DOUBLE, BUDGETED, offsetof(Options, learner.radius), ABOVE, 0, NULL},
	{"step", OPTION_DOUBLE, SAMPLED, offsetof(Options, learner.step), ABOVE, 0, NULL},
	{"rows", OPTION_UINT64, SAMPLED | PEGASOS | MAJORITY, offsetof(Options, learner.rows), AT_LEAST, 1, NULL},
	{"sampling", OPTION_CHOICE, SAMPLED, offsetof(Options, sampling), NO_BOUND, 0, sampling_name},
	{"second_moments", OPTION_NUMBERS, SAMPLED, offsetof(Options, second_moments), AT_LEAST, 0, NULL},
	{"warmup_rows", OPTION_UINT64, SAMPLED, offsetof(Options, learner.warmup_rows), AT_LEAST, 1, NULL},
	{"warmup_center", OPTION_BOOL, SAMPLED, offsetof(Options, learner.warmup_center), NO_BOUND, 0, NULL},
	{"smooth_moments", OPTION_BOOL, SAMPLED, offsetof(Options, learner.smooth_moments), NO_BOUND, 0, NULL},
	{"lambda", OPTION_DOUBLE, PEGASOS, offsetof(Options, learner.lambda), ABOVE, 0, NULL},
	{"insensitivity", OPTION_DOUBLE, SVR, offsetof(Options, learner.insensitivity), AT_LEAST, 0, NULL},
	{"smoothing", OPTION_DOUBLE, SVR, offsetof(Options, learner.smoothing), ABOVE, 0, NULL},
	{"max_draws", OPTION_UINT32, SVR, offsetof(Options, learner.max_draws), AT_LEAST, 1, NULL},
	{"biased", OPTION_BOOL, SVR, offsetof(Options, learner.biased), NO_BOUND, 0, NULL},
	{"averaged", OPTION_BOOL, PERCEPTRON, offsetof(Options, learner.averaged), NO_BOUND, 0, NULL},
	{"rate", OPTION_DOUBLE, WINNOW | MAJORITY, offsetof(Options, learner.rate), ABOVE, 0, NULL},
	{"balanced", OPTION_BOOL, WINNOW, offsetof(Options, learner.balanced), NO_BOUND, 0, NULL},
	{"intercept", OPTION_BOOL, BUDGETED | PERCEPTRON, offsetof(Options, learner.intercept), NO_BOUND, 0, NULL},
	{"center", OPTION_NUMBERS, ALL & ~MAJORITY, offsetof(Options, center), NO_BOUND, 0, NULL},
	{"scale", OPTION_NUMBERS, ALL & ~MAJORITY, offsetof(Options, scale), ABOVE, 0, NULL},
	{"include", OPTION_NAMES, ALL, offsetof(Options, include), NO_BOUND, 0, NULL},
	{"exclude", OPTION_NAMES, ALL, offsetof(Options, exclude), NO_BOUND, 0, NULL},
	{"seed", OPTION_SEED, BUDGETED | MAJORITY, offsetof(Options, learner.seed), NO_BOUND, 0, NULL},
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

/* Raise the error of an option that means nothing without another. */
static void
option_needs(const char *option, const char *other)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("option \"%s\" needs %s", option, other)));
}

/* How attributes are drawn, from what is given. */
static void
settle_sampling(Options *options)
{
	LearnerOptions *learner = &options->learner;
	bool		moments = options->second_moments.n > 0;

	if (options->sampling == SAMPLING_OPEN)
		options->sampling = moments ? SAMPLING_MOMENTS :
			learner->warmup_rows > 0 ? SAMPLING_TWO_PHASE : SAMPLING_UNIFORM;
	learner->sampling = options->sampling;

	if (learner->sampling == SAMPLING_TWO_PHASE && learner->warmup_rows == 0)
	{
		if (learner->rows == 0)
			option_needs("sampling", "\"warmup_rows\" or \"rows\" when it is \"two-phase\"");
		learner->warmup_rows = Max(learner->rows / 10, 1);
	}
	if (learner->sampling == SAMPLING_MOMENTS && !moments)
		option_needs("sampling", "\"second_moments\" when it is \"moments\"");
	if (learner->sampling != SAMPLING_MOMENTS && moments)
		option_needs("second_moments", "sampling \"moments\"");
	if (learner->sampling != SAMPLING_TWO_PHASE)
	{
		if (learner->warmup_rows > 0)
			option_needs("warmup_rows", "sampling \"two-phase\"");
		if (learner->warmup_center)
			option_needs("warmup_center", "sampling \"two-phase\"");
		if (learner->smooth_moments)
			option_needs("smooth_moments", "sampling \"two-phase\"");
	}
	if (learner->sampling != SAMPLING_UNIFORM && learner->budget == 0)
		option_needs("sampling", "a \"budget\"");
}

/* Draws for the inner product where they are not given. */
static uint32
default_inner_draws(const LearnerOptions *learner)
{
	if (learner->kind != LEARNER_SVR)
		return 1;				/* as published */
	if (learner->biased)
		return learner->budget - learner->budget / 2;
	return 2;					/* what the series takes, on the average */
}

/* Conditions between options. */
static void
check_together(const LearnerOptions *learner, bool inner_draws_given)
{
	if (learner->budget != 0 && (SAMPLED & 1 << learner->kind) != 0 &&
		learner->inner_draws >= learner->budget)
	{
		if (!inner_draws_given)	/* the budget is too small for the default */
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("option \"budget\" of learner \"%s\" must be at least %u",
							learner_name[learner->kind], learner->inner_draws + 1),
					 errdetail("It is %u, of which the inner product takes %u.",
							   learner->budget, learner->inner_draws),
					 errhint("Give a larger \"budget\", or \"inner_draws\" below it.")));
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"inner_draws\" must be below the budget"),
				 errdetail("It is %u, the budget is %u.", learner->inner_draws, learner->budget)));
	}
	if (learner->kind == LEARNER_MAJORITY)
	{
		if (learner->rate >= 1)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("option \"rate\" of learner \"majority\" must be below 1"),
					 errdetail("It is %g.", learner->rate)));
		if (learner->rate == 0 && learner->rows == 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("learner \"majority\" needs \"rate\" or \"rows\""),
					 errhint("Give as \"rows\" the most mistakes that the best expert will make; the best rate follows from it.")));
	}
}

Options *
options_parse(Jsonb *json)
{
	Options    *options = palloc0(sizeof(Options));
	LearnerOptions *learner = &options->learner;
	bool		inner_draws_given;

	learner->kind = find_learner(json);
	learner->seed = 1;
	options->sampling = SAMPLING_OPEN;

	option_values_read(specs, lengthof(specs), 1 << learner->kind,
					   psprintf("learner \"%s\"", learner_name[learner->kind]), LEARNER_KEY,
					   json, options);
	if (learner->kind == LEARNER_RIDGE && learner->budget == 0 && learner->radius == 0)
		learner->radius = INFINITY; /* exact gradients need no ball */
	if (learner->kind == LEARNER_WINNOW && learner->rate == 0)
		learner->rate = DEFAULT_WINNOW_RATE;
	inner_draws_given = learner->inner_draws > 0;
	if (!inner_draws_given)
		learner->inner_draws = default_inner_draws(learner);
	settle_sampling(options);
	check_together(learner, inner_draws_given);
	return options;
}

/* One second moment for each attribute. */
static void
resolve_moments(Options *options, uint32 d, char *const *names)
{
	LearnerOptions *learner = &options->learner;
	uint32		n;
	double	   *moments;

	number_list_resolve(&options->second_moments, "second_moments", 0, d, names,
						&n, &learner->second_moments);
	if (n == d)
		return;
	moments = palloc(sizeof(double) * d);
	for (uint32 i = 0; i < d; i++)
		moments[i] = learner->second_moments[0];
	learner->second_moments = moments;
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
	if (learner->sampling == SAMPLING_MOMENTS)
		resolve_moments(options, d, names);
}

Jsonb **
learner_list(ArrayType *array, const char *purpose, int *n)
{
	Datum	   *element;
	bool	   *null;
	Jsonb	  **learner;

	deconstruct_array(array, JSONBOID, -1, false, TYPALIGN_INT, &element, &null, n);
	if (*n == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("there are no learners to %s", purpose),
				 errdetail("The array of learners is empty.")));
	learner = palloc(sizeof(Jsonb *) * *n);
	for (int i = 0; i < *n; i++)
	{
		if (null[i])
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("learner %d of the list is NULL", i + 1)));
		learner[i] = DatumGetJsonbP(element[i]);
	}
	return learner;
}
