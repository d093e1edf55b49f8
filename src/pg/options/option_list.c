/*
 * option_list.c
 *		aer_options(): the tables of options, as a relation.
 */
#include "pg/aer.h"

#include "kernel/stream/learner.h"
#include "pg/options/design_options.h"
#include "pg/options/options.h"
#include "pg/result_row.h"
#include "utils/builtins.h"

PG_FUNCTION_INFO_V1(aer_options);

/* Returns the SQL type of the constructor's argument. */
static const char *
kind_type(OptionKind kind)
{
	switch (kind)
	{
		case OPTION_UINT32:
			return "integer";
		case OPTION_UINT64:
		case OPTION_SEED:
			return "bigint";
		case OPTION_DOUBLE:
			return "double precision";
		case OPTION_BOOL:
			return "boolean";
		case OPTION_NUMBERS:
			return "\"any\"";
		case OPTION_NAMES:
			return "text[]";
		case OPTION_COLUMNS:
		case OPTION_RANGES:
		case OPTION_PAIRS:
		case OPTION_PRICES:
			return "jsonb";
		case OPTION_NAME:
		case OPTION_CHOICE:
			return "text";
	}
	pg_unreachable();
}

static const char *
default_text(const Option *option)
{
	if (option->unset)
		return option->unset;
	if (option->kind == OPTION_BOOL)
		return option->preset != 0 ? "true" : "false";
	if (option->kind == OPTION_CHOICE)
		return psprintf("\"%s\"", option->choice[(int) option->preset]);
	return psprintf("%g", option->preset);
}

static void
put_options(ResultRow *row, const char *owner, const Option *table)
{
	for (const Option *option = table; option->name; option++)
	{
		result_text(row, owner);
		result_text(row, option->name);
		result_text(row, kind_type(option->kind));
		result_text(row, option_range_text(option));
		result_text(row, default_text(option));
		result_text(row, option->text);
		result_put(row);
	}
}

/* Returns one row for each option of each learner, and of sampling designs. */
Datum
aer_options(PG_FUNCTION_ARGS)
{
	ResultRow	row;

	result_begin(&row, fcinfo);
	for (const LearnerMethod *const *method = learner_methods; *method; method++)
		put_options(&row, (*method)->name, (*method)->options);
	put_options(&row, "design", design_option_table);
	return (Datum) 0;
}
