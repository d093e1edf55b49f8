/*
 * explanation.c
 *		Parts that the functions share which explain a model look by look.
 */
#include "pg/functions/explaining/explanation.h"

#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"

void
explanation_model(Datum model, const char *function, ModelParts *parts)
{
	model_unpack_any(model_from_datum(model), parts);
	if (parts->fit.facts.mean == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("%s needs a model that knows the means of its attributes", function),
				 errdetail("Models that are fitted to moments know the means, until aer_restrict() is applied; models of repeats and streaming learners do not."),
				 errhint("aer_weights() has the weights of every model. For a model with means, train with a design and a key, as in aer_train(t.*, 'target', aer_design(5), id), or fit moments with aer_fit_ridge().")));
}

uint32
explanation_class(FunctionCallInfo fcinfo, int argno, const char *function, const ModelParts *parts)
{
	const char *name = PG_ARGISNULL(argno) ? NULL : text_to_cstring(PG_GETARG_TEXT_PP(argno));

	if (parts->fit.outputs == 1)
	{
		if (name)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("\"class\" needs a model with three or more classes"),
					 errdetail("This model has only one score, which %s describes.", function),
					 errhint("Leave \"class\" out.")));
		return 0;
	}
	if (name == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("%s describes one class, but the model has %u", function, parts->classes),
				 errhint("Name one of %s: class => %s.", class_names_list(parts->class_name, parts->classes),
						 quote_literal_cstr(parts->class_name[0]))));
	return class_names_find(parts->class_name, parts->classes, name);
}

/* Returns the pair of columns of an interaction; NULL if the look is a column. */
static const LookPair *
find_interaction_columns(const Looks *looks, uint32 look)
{
	return look < looks->bought ? NULL : &looks->pair[look - looks->bought];
}

void
explanation_pair(ResultRow *row, const ModelParts *parts, uint32 look)
{
	const LookPair *pair = find_interaction_columns(&parts->columns.looks, look);

	result_text(row, pair ? parts->columns.column[pair->a].name : NULL);
	result_text(row, pair ? parts->columns.column[pair->b].name : NULL);
}

void
bar_scale_extend(BarScale *scale, double number)
{
	if (!isfinite(number))
		return;
	scale->least = Min(scale->least, number);
	scale->largest = Max(scale->largest, number);
}

/* Returns the characters from 0 to a number.  Divides first, because a difference may overflow. */
static int
bar_length(const BarScale *scale, double number)
{
	double		unit = Max(-scale->least, scale->largest);

	if (unit == 0 || !isfinite(number))
		return 0;
	return (int) rint(BAR_WIDTH * (fabs(number) / unit) /
					  (scale->largest / unit - scale->least / unit));
}

static void
append_times(StringInfo text, const char *sign, int times)
{
	for (int k = 0; k < times; k++)
		appendStringInfoString(text, sign);
}

const char *
bar_text(const BarScale *scale, double number)
{
	bool		blocks = GetDatabaseEncoding() == PG_UTF8;
	const char *block = blocks ? "\xe2\x96\x88" : "#";
	int			length = bar_length(scale, number);
	StringInfoData text;

	initStringInfo(&text);
	if (scale->least < 0)
	{
		int			left = number < 0 ? length : 0;

		append_times(&text, " ", bar_length(scale, scale->least) - left);
		append_times(&text, block, left);
		appendStringInfoString(&text, blocks ? "\xe2\x94\x82" : "|");
	}
	if (number > 0)
		append_times(&text, block, length);
	return text.data;
}
