/*
 * report.c
 *		aer_report: what an analyst would read aloud of a model.
 */
#include "pg/aer.h"

#include "funcapi.h"
#include "lib/stringinfo.h"
#include "pg/options/numerics.h"
#include "pg/options/option_values.h"
#include "pg/options/options.h"
#include "pg/values/model.h"
#include "utils/fmgrprotos.h"

PG_FUNCTION_INFO_V1(aer_report);

/* Weights that are told by name. */
#define HEAVIEST 5

static void pg_attribute_printf(3, 4)
tell(ReturnSetInfo *result, const char *item, const char *format,...)
{
	StringInfoData text;
	Datum		value[2];
	bool		null[2] = {false};
	va_list		arguments;
	int			needed;

	initStringInfo(&text);
	do
	{
		va_start(arguments, format);
		needed = appendStringInfoVA(&text, format, arguments);
		va_end(arguments);
		if (needed > 0)
			enlargeStringInfo(&text, needed);
	} while (needed > 0);
	value[0] = CStringGetTextDatum(item);
	value[1] = CStringGetTextDatum(text.data);
	tuplestore_putvalues(result->setResult, result->setDesc, value, null);
}

/* An option within a learner's jsonb as text; NULL if it is not there, or null. */
static const char *
option_text(JsonbContainer *learner, const char *name)
{
	JsonbValue	room;
	JsonbValue *value = getKeyJsonValueFromContainer(learner, name, strlen(name), &room);

	if (value == NULL || value->type == jbvNull || value->type == jbvBinary)
		return NULL;
	return value->type == jbvString ? pnstrdup(value->val.string.val, value->val.string.len) :
		json_value_text(value);
}

static void
tell_learner(ReturnSetInfo *result, JsonbContainer *options)
{
	JsonbValue	room;
	JsonbValue *design = getKeyJsonValueFromContainer(options, "design", strlen("design"), &room);
	const char *name = option_text(options, LEARNER_KEY);
	const char *budget;

	if (design != NULL && design->type == jbvBinary && JsonContainerIsObject(design->val.binary.data))
		options = design->val.binary.data;
	budget = option_text(options, "budget");
	tell(result, "learner", "%s%s%s", name ? name : "not known", budget ? ", budget " : "",
		 budget ? budget : "");
}

static void
tell_rows(ReturnSetInfo *result, const ModelParts *parts)
{
	uint64		rows = parts->state.rows;

	tell(result, "rows", UINT64_FORMAT, rows);
	if (parts->skipped > 0)
		tell(result, "rows skipped", UINT64_FORMAT ", for a NULL", parts->skipped);
	if (rows > 0)
		tell(result, "looks per row", "%.3g of %u attributes", (double) parts->state.reads / rows,
			 parts->d);
}

static void
tell_target(ReturnSetInfo *result, const ModelParts *parts)
{
	const Link *link = &parts->link;

	if (parts->target != TARGET_UNKNOWN)
		tell(result, "target", "%s%s", parts->target == TARGET_BOOLEAN ?
			 "boolean, which counts as -1 and 1" : "a number",
			 parts->target == TARGET_NUMBER && link->two_valued ? " of two values" : "");
	if (link->low != -INFINITY)
		tell(result, "range of the target", "%.6g to %.6g", link->low, link->high);
	tell(result, "predictions", "%s", link->logistic ?
		 "go through a link: aer_probability() tells the probability of the higher value" :
		 link->low != -INFINITY ? "are held to that range" : "are the linear score");
}

/* The places of the heaviest weights, the heaviest first. */
static int
find_heaviest(const ModelParts *parts, uint32 *place)
{
	int			n = 0;

	for (uint32 i = 0; i < parts->d; i++)
	{
		double		size = fabs(parts->weight[i]);
		int			k = n;

		if (size == 0 || (n == HEAVIEST && size <= fabs(parts->weight[place[n - 1]])))
			continue;
		if (n < HEAVIEST)
			n++;
		else
			k--;
		for (; k > 0 && fabs(parts->weight[place[k - 1]]) < size; k--)
			place[k] = place[k - 1];
		place[k] = i;
	}
	return n;
}

static void
tell_weights(ReturnSetInfo *result, const ModelParts *parts)
{
	uint32		place[HEAVIEST];
	int			n = find_heaviest(parts, place);
	uint32		nonzero = 0;
	StringInfoData list;

	for (uint32 i = 0; i < parts->d; i++)
		nonzero += parts->weight[i] != 0;
	tell(result, "weights other than 0", "%u of %u", nonzero, parts->d);
	initStringInfo(&list);
	for (int k = 0; k < n; k++)
	{
		appendStringInfoString(&list, k > 0 ? ", " : "");
		if (parts->name)
			appendStringInfo(&list, "\"%s\"", parts->name[place[k]]);
		else
			appendStringInfo(&list, "%u", place[k] + 1);
		appendStringInfo(&list, ": %.3g", parts->weight[place[k]]);
	}
	if (n > 0)
		tell(result, "heaviest", "%s", list.data);
}

/* 1 - expected error / variance of the target; NaN where one is not known. */
static double
expected_r2(JsonbContainer *learner, const ModelParts *parts)
{
	JsonbValue	room;
	const char *key = "target_variance";
	JsonbValue *value = getKeyJsonValueFromContainer(learner, key, strlen(key), &room);
	double		variance = value && value->type == jbvNumeric ?
		numeric_to_double(NumericGetDatum(value->val.numeric)) : 0;

	return variance > 0 ? 1 - parts->expected_mse / variance : NAN;
}

static void
tell_error(ReturnSetInfo *result, const ModelParts *parts, double r2)
{
	if (!isnan(parts->loss.mse))
		tell(result, "progressive error", "mean squared error %.3g, of the mean target %.3g",
			 parts->loss.mse, parts->loss.mean_mse);
	if (isnan(parts->expected_mse))
		return;
	if (isnan(parts->expected_se))
		tell(result, "expected error", "mean squared error %.3g", parts->expected_mse);
	else
		tell(result, "expected error", "mean squared error %.3g, standard error %.2g",
			 parts->expected_mse, parts->expected_se);
	if (!isnan(r2))
		tell(result, "expected r2", "%.2f", r2 > -0.005 && r2 < 0 ? 0 : r2);
}

static void
warn(ReturnSetInfo *result, const ModelParts *parts, double r2)
{
	uint64		rows = parts->state.rows;
	uint32		place[HEAVIEST];

	if (rows == 0 && parts->nvectors > 0)
		tell(result, "warning", "it has not learned from any row yet, and predicts nothing");
	else if (find_heaviest(parts, place) == 0)
		tell(result, "warning", "all weights are 0: every row has the same prediction");
	if (loss_is_worse(&parts->loss))
		tell(result, "warning", "worse than predicting the mean");
	if (r2 <= 0)
		tell(result, "warning", "no better than predicting the mean is expected");
	if (parts->skipped > rows / 10)
		tell(result, "warning", "more than a tenth of the rows was skipped");
	if (rows > 0 && rows < parts->d)
		tell(result, "warning", "there were fewer rows than attributes");
}

Datum
aer_report(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	ModelParts	parts;
	Jsonb	   *learner;
	double		r2;

	InitMaterializedSRF(fcinfo, 0);
	model_unpack(PG_GETARG_MODEL(0), &parts);
	learner = DatumGetJsonbP(DirectFunctionCall1(jsonb_in, CStringGetDatum(parts.learner)));
	r2 = expected_r2(&learner->root, &parts);
	tell_learner(result, &learner->root);
	tell_rows(result, &parts);
	tell_error(result, &parts, r2);
	tell_weights(result, &parts);
	tell_target(result, &parts);
	warn(result, &parts, r2);
	return (Datum) 0;
}
