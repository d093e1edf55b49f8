/*
 * design_options.c
 *		The options of a sampling design.
 */
#include "pg/options/design_options.h"

#include "pg/options/json_parts.h"
#include "utils/fmgrprotos.h"

#include "pg/options/column_list.h"
#include "pg/options/option_lists.h"
#include "pg/options/options.h"
#include "pg/options/price_list.h"

#define DESIGN "design"
#define COLUMNS "columns"

static const char *const design_sampling_names[] = {"uniform", "spread", "learned", NULL};
static const char *const missing_names[] = {"error", "available", NULL};

#define DESIGN_OPTION_AS(public, field) .name = public, .offset = offsetof(DesignOptions, field)
#define DESIGN_OPTION(field) DESIGN_OPTION_AS(#field, field)

const Option design_option_table[] = {
	{DESIGN_OPTION(budget), .kind = OPTION_DOUBLE, .bounds = ABOVE, .least = 0,
		.unset = "all attributes", .text = "how many attributes of a row are read; with prices, how much money they may cost. If it is enough for all, all are read",
	.hint = "Leave \"budget\" NULL to read all attributes."},
	{DESIGN_OPTION(prices), .kind = OPTION_PRICES, .unset = "1 a look",
	.text = "the prices of looks, as aer_prices() makes them"},
	{DESIGN_OPTION(deep_budget), .kind = OPTION_DOUBLE, .bounds = ABOVE, .least = 0,
		.unset = "none", .text = "the budget of some records, chosen by their keys, so that the mean stays \"budget\""},
	{DESIGN_OPTION(sampling), .kind = OPTION_CHOICE, .choice = design_sampling_names,
		.unset = "'spread' if spread is given, else 'learned' for arrays in common units without a key, else 'uniform'",
	.text = "how looks are drawn: evenly; in proportion to spread; or by the spread in earlier rows, which is not possible with a key"},
	{DESIGN_OPTION(spread), .kind = OPTION_NUMBERS, .bounds = AT_LEAST, .unset = "none",
	.text = "a standard deviation for each attribute"},
	{DESIGN_OPTION(center), .kind = OPTION_NUMBERS, .unset = "0",
	.text = "subtracted from each attribute, and from a number without knots before it is multiplied in an interaction"},
	{DESIGN_OPTION(units), .kind = OPTION_CHOICE, .choice = units_names,
		.unset = "common",
	.text = "arrays only: attributes of one kind (pixels), or each in units of its standard deviation"},
	{DESIGN_OPTION(missing), .kind = OPTION_CHOICE, .choice = missing_names,
		.preset = MISSING_AVAILABLE,
	.text = "if a value to be read is NULL: raise an error, or count it as a missing value"},
	{DESIGN_OPTION(folds), .kind = OPTION_UINT32, .bounds = AT_LEAST | AT_MOST, .least = 1, .most = MOST_FOLDS,
		.preset = 5,
	.text = "the number of folds that choose the penalty; 1: it is not chosen"},
	{DESIGN_OPTION(include), .kind = OPTION_NAMES, .bounds = AT_LEAST, .least = 1, .unset = "all",
		.text = "whole rows: only these columns; jsonb: only these keys",
	.hint = "Leave \"include\" NULL to take all columns."},
	{DESIGN_OPTION(exclude), .kind = OPTION_NAMES, .unset = "none", .text = "whole rows and jsonb: without these"},
	{DESIGN_OPTION_AS(COLUMNS, columns), .kind = OPTION_COLUMNS, .unset = "none",
	.text = COLUMNS_MEANING},
	{DESIGN_OPTION_AS("interactions", pairs), .kind = OPTION_PAIRS, .unset = "none",
	.text = "pairs of columns whose products are attributes too, the best first; aer_suggest() finds them"},
	{DESIGN_OPTION(range), .kind = OPTION_RANGES, .unset = "not known",
	.text = "the smallest and the largest value of each number, or all its values if they are few, for aer_curve()"},
	{DESIGN_OPTION(groups), .kind = OPTION_NAME, .unset = "none",
	.text = "whole rows and jsonb: rows with the same value of this column are in the same fold"},
	{DESIGN_OPTION(time_column), .kind = OPTION_NAME, .unset = "none",
	.text = "whole rows and jsonb: folds are consecutive blocks of this column, a number or a point in time"},
	{DESIGN_OPTION(time_cuts), .kind = OPTION_NUMBERS, .unset = "none",
	.text = "the last time of each block but the last, ascending; points in time in days since 2000-01-01"},
	{DESIGN_OPTION(weight), .kind = OPTION_NAME, .unset = "none",
	.text = "whole rows and jsonb: how much a row counts, a number of at least 0"},
	{DESIGN_OPTION(seed), .kind = OPTION_SEED, .preset = 1, .text = "the seed of the random draws"},
	{0}
};

bool
is_design(Jsonb *json)
{
	JsonbValue	value;

	return JB_ROOT_IS_OBJECT(json) &&
		json_find(&json->root, LEARNER_KEY, &value) &&
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
				 errhint("Call the constructor, for example aer_design(budget => 5). Learners such as aer_ridge() work only in aer_train() without a key.")));
}

/* Checks an amount of looks, or of money. */
static void
check_amount(const DesignOptions *options, const char *name, double amount)
{
	int64		thousandths;

	if (options->prices.n == 0 && (amount != floor(amount) || amount > PG_INT32_MAX))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must be a whole number of at most %d", name, PG_INT32_MAX),
				 errdetail("It is %g. Without \"prices\" it is a number of columns.", amount),
				 errhint("Give the number of columns to read in each row, or give \"prices\".")));
	if (options->prices.n > 0 && !price_thousandths(amount, &thousandths))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"%s\" must have at most three decimals and be at most 10^12", name),
				 errdetail("It is %s.",
						   DatumGetCString(DirectFunctionCall1(float8out, Float8GetDatum(amount)))),
				 errhint("Amounts are kept in thousandths. Round it: round(budget::numeric, 3).")));
}

static void
check_budgets(const DesignOptions *options)
{
	check_amount(options, "budget", options->budget);
	check_amount(options, "deep_budget", options->deep_budget);
	if (options->deep_budget > 0 && options->budget == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"deep_budget\" needs the option \"budget\""),
				 errhint("\"budget\" is the mean over all records.")));
	if (options->deep_budget > 0 && options->deep_budget < options->budget)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"deep_budget\" must be at least the budget"),
				 errdetail("It is %g, \"budget\" is %g.", options->deep_budget, options->budget)));
}

uint32
design_options_reads(const DesignOptions *options)
{
	Prices		prices = price_list_prices(&options->prices);
	double		all = price_number(prices_of_all(&prices));
	double		reads = prices.looks == 0 ? options->budget :
		all == 0 ? prices.looks : prices.looks * Min(options->budget / all, 1);

	return (uint32) Max(ceil(reads), 1);
}

/* Raises an error if two roles have one column. */
static void
check_roles_differ(const char *role, const char *column, const char *other_role, const char *other_column)
{
	if (column && other_column && strcmp(column, other_column) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"%s\" cannot be both \"%s\" and \"%s\"", column, role, other_role)));
}

/* Raises an error if the folds of time are not well defined. */
static void
check_time(const DesignOptions *options)
{
	const NumberList *cuts = &options->time_cuts;

	if ((options->time_column != NULL) != (cuts->n > 0))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("options \"time_column\" and \"time_cuts\" must be given together"),
				 errhint("Call aer_suggest(source, target, time_column => ...), which finds the cuts.")));
	for (uint32 i = 1; i < cuts->n; i++)
		if (!(cuts->value[i - 1] < cuts->value[i]))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("option \"time_cuts\" must be in ascending order")));
	if (cuts->name || (options->time_column && cuts->n + 1 != options->folds))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"time_cuts\" must have one number fewer than there are folds")));
	if (options->time_column && options->groups)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("options \"time_column\" and \"groups\" cannot be combined"),
				 errdetail("Each of them decides which rows are held out together."),
				 errhint("Give \"time_column\" if the model will predict later rows, \"groups\" if it will predict new groups.")));
}

static void
check_roles(const DesignOptions *options)
{
	check_time(options);
	check_roles_differ("groups", options->groups, "weight", options->weight);
	check_roles_differ("time_column", options->time_column, "weight", options->weight);
}

/* Raises an error if columns have levels and the design does not suit them. */
static void
check_levels(const DesignOptions *options)
{
	if (!column_list_has_levels(&options->columns))
		return;
	if (options->budget > 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a design with levels cannot have a budget"),
				 errdetail("A column with levels must be read in every row."),
				 errhint("Leave out the budget, or list the most frequent categories in place of levels.")));
	column_list_check_levels(&options->columns, options->folds);
}

/* Raises an error if options conflict. */
static void
check_conflicts(const DesignOptions *options)
{
	check_budgets(options);
	check_roles(options);
	check_levels(options);
	if (options->sampling == DESIGN_SPREAD && options->spread.n == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("sampling by spread needs the option \"spread\""),
				 errhint("Give a standard deviation for each attribute, for example those of aer_attributes().")));
	if ((options->sampling == DESIGN_UNIFORM || options->sampling == DESIGN_LEARNED) &&
		options->spread.n > 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("option \"spread\" cannot be combined with sampling \"%s\"",
						design_sampling_names[options->sampling])));
}

DesignOptions *
design_options_parse(Jsonb *json)
{
	DesignOptions *options = palloc0(sizeof(DesignOptions));

	options_preset(design_option_table, options);
	if (json)
	{
		check_is_design(json);
		option_values_read(design_option_table, "a design", json, options);
		check_conflicts(options);
	}
	return options;
}

char *
design_options_text(Jsonb *json, const DesignOptions *options)
{
	JsonbParseState *state = NULL;
	JsonbIterator *iterator = JsonbIteratorInit(&json->root);
	JsonbValue	key;
	JsonbValue	value;

	if (column_list_has_levels(&options->columns))
	{
		pushJsonbValue(&state, WJB_BEGIN_OBJECT, NULL);
		while (json_next_key(&iterator, &key, &value))
		{
			bool		columns = key.val.string.len == strlen(COLUMNS) &&
				memcmp(key.val.string.val, COLUMNS, key.val.string.len) == 0;

			pushJsonbValue(&state, WJB_KEY, &key);
			if (columns)
				column_list_push_without_levels(&value, &state);
			else
				pushJsonbValue(&state, WJB_VALUE, &value);
		}
		json = JsonbValueToJsonb(pushJsonbValue(&state, WJB_END_OBJECT, NULL));
	}
	return JsonbToCString(NULL, &json->root, VARSIZE(json));
}

uint32
design_options_fold(const DesignOptions *options, uint64 key)
{
	const Design design = {.folds = options->folds, .seed = options->seed};

	return design_fold_key(&design, key);
}

DesignSampling
design_options_sampling(const DesignOptions *options, bool key, bool own_units)
{
	if (options->sampling == DESIGN_LEARNED && key)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a design with sampling \"learned\" cannot have a row key"),
				 errdetail("The columns that it reads depend on the rows before, not only on the key."),
				 errhint("Use sampling \"uniform\", or \"spread\" with standard deviations from earlier rows.")));
	if (options->deep_budget > 0 && !key)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a design with \"deep_budget\" needs a row key"),
				 errdetail("The key decides which records get the deep budget.")));
	if (options->sampling != CHOICE_OPEN)
		return options->sampling;
	if (options->spread.n > 0)
		return DESIGN_SPREAD;
	/* in units of its own standard deviation, every attribute is worth the same */
	return key || own_units ? DESIGN_UNIFORM : DESIGN_LEARNED;
}

double *
design_options_center(const DesignOptions *options, const Columns *columns, const double *otherwise)
{
	uint32		d = columns->looks.d;
	double	   *center;
	NumberList	list = options->center;
	bool		any = list.n > 0;

	for (uint32 i = 0; otherwise && i < d && !any; i++)
		any = otherwise[i] != 0;
	if (!any)
		return NULL;
	number_list_resolve(&list, "center", NAN, columns);
	center = palloc(sizeof(double) * d);
	for (uint32 i = 0; i < d; i++)
	{
		center[i] = number_of(&list, i, NAN);
		if (isnan(center[i]))	/* not in the list */
			center[i] = otherwise ? otherwise[i] : 0;
	}
	return center;
}
