/*
 * model_text.c
 *		Text output of aer_model: one JSON object, which model_text_in.c reads.
 *
 *		{"weights": [...], "intercept": n,
 *		 "names": [...], "types": ["number", "boolean" or "category", ...],	(of row models)
 *		 "target": "number" or "boolean",						(where known)
 *		 "learner": {...}, "rows": n, "draws": n, "reads": n, "skipped": n,
 *		 "expected_mse": n, "expected_se": n,					(where known)
 *		 "low": n, "high": n,									(where known)
 *		 "two_valued": true, "link": {"slope": n, "offset": n},	(where it is so)
 *		 "progressive_mse": n, "progressive_se": n, "mean_mse": n,	(where known)
 *		 "state": {..., "vectors": [[...], ...]},				(to continue)
 *		 "partial": {..., "vectors": [[...], ...]},				(of any known attributes)
 *		 "format": 2}
 *
 * Every number is the shortest text that reads back as the same double, so the
 * round trip is exact.
 */
#include "pg/values/model.h"

#include "common/shortest_dec.h"
#include "miscadmin.h"
#include "pg/values/form.h"
#include "pg/values/model_partial.h"
#include "utils/json.h"

PG_FUNCTION_INFO_V1(aer_model_out);

const char *const model_type_name[] = {
	[ATTRIBUTE_NUMBER] = "number",
	[ATTRIBUTE_BOOLEAN] = "boolean",
	[ATTRIBUTE_CATEGORY] = "category"
};

const char *const model_target_name[] = {
	[TARGET_NUMBER] = "number",
	[TARGET_BOOLEAN] = "boolean"
};

static void
put_double(StringInfo out, double value)
{
	enlargeStringInfo(out, DOUBLE_SHORTEST_DECIMAL_LEN);
	out->len += double_to_shortest_decimal_bufn(value, out->data + out->len);
	out->data[out->len] = '\0';
}

static void
put_array(StringInfo out, const double *number, uint32 n)
{
	appendStringInfoChar(out, '[');
	for (uint32 i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (i > 0)
			appendStringInfoChar(out, ',');
		put_double(out, number[i]);
	}
	appendStringInfoChar(out, ']');
}

static void
put_names(StringInfo out, const ModelParts *parts)
{
	appendStringInfoString(out, ",\"names\":[");
	for (uint32 i = 0; i < parts->d; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (i > 0)
			appendStringInfoChar(out, ',');
		escape_json(out, parts->name[i]);
	}
	appendStringInfoString(out, "],\"types\":[");
	for (uint32 i = 0; i < parts->d; i++)
		appendStringInfo(out, "%s\"%s\"", i > 0 ? "," : "", model_type_name[parts->type[i]]);
	appendStringInfoChar(out, ']');
}

static void
put_field(StringInfo out, const char *before, const char *name, double value)
{
	appendStringInfo(out, "%s\"%s\":", before, name);
	put_double(out, value);
}

static void
put_link(StringInfo out, const Link *link)
{
	if (link->low == -INFINITY)
		return;
	put_field(out, ",", "low", link->low);
	put_field(out, ",", "high", link->high);
	if (link->two_valued)
		appendStringInfoString(out, ",\"two_valued\":true");
	if (link->logistic)
	{
		put_field(out, ",\"link\":{", "slope", link->slope);
		put_field(out, ",", "offset", link->offset);
		appendStringInfoChar(out, '}');
	}
}

/* Not -0, which would come back as 0. */
static bool
is_zero(const LearnerState *state, const StateField *field)
{
	return *(const uint64 *) ((const char *) state + field->offset) == 0;
}

/* The fields of LearnerState: the ledger's, or all others, which "state" has. */
static void
put_fields(StringInfo out, const LearnerState *state, bool ledger, const char *before)
{
	for (int i = 0; i < model_state_field_count; i++)
	{
		const StateField *field = &model_state_fields[i];
		const char *place = (const char *) state + field->offset;

		if ((field->part == PART_LEDGER) != ledger || (field->optional && is_zero(state, field)))
			continue;
		appendStringInfo(out, "%s\"%s\":", before, field->name);
		if (field->real)
			put_double(out, *(const double *) place);
		else
			appendStringInfo(out, UINT64_FORMAT, *(const uint64 *) place);
		before = ",";
	}
}

/* ,"vectors":[[...], ...]} */
static void
put_vectors(StringInfo out, const double *number, uint32 vectors, uint32 d)
{
	appendStringInfoString(out, ",\"vectors\":[");
	for (uint32 v = 0; v < vectors; v++)
	{
		if (v > 0)
			appendStringInfoChar(out, ',');
		put_array(out, number + (Size) v * d, d);
	}
	appendStringInfoString(out, "]}");
}

Datum
aer_model_out(PG_FUNCTION_ARGS)
{
	ModelParts	parts;
	StringInfoData out;

	model_unpack(PG_GETARG_MODEL(0), &parts);
	initStringInfo(&out);
	appendStringInfoString(&out, "{\"weights\":");
	put_array(&out, parts.weight, parts.d);
	appendStringInfoString(&out, ",\"intercept\":");
	put_double(&out, parts.intercept);
	if (parts.name)
		put_names(&out, &parts);
	if (parts.target != TARGET_UNKNOWN)
		appendStringInfo(&out, ",\"target\":\"%s\"", model_target_name[parts.target]);
	appendStringInfo(&out, ",\"learner\":%s", parts.learner);
	put_fields(&out, &parts.state, true, ",");
	appendStringInfo(&out, ",\"skipped\":" UINT64_FORMAT, parts.skipped);
	if (!isnan(parts.expected_mse))
		put_field(&out, ",", "expected_mse", parts.expected_mse);
	if (!isnan(parts.expected_se))
		put_field(&out, ",", "expected_se", parts.expected_se);
	put_link(&out, &parts.link);
	if (!isnan(parts.loss.mse))
	{
		put_field(&out, ",", "progressive_mse", parts.loss.mse);
		put_field(&out, ",", "progressive_se", parts.loss.se);
		put_field(&out, ",", "mean_mse", parts.loss.mean_mse);
	}
	if (parts.nvectors > 0)
	{
		appendStringInfoString(&out, ",\"state\":{");
		put_fields(&out, &parts.state, false, "");
		put_vectors(&out, parts.vectors, parts.nvectors, parts.d);
	}
	if (parts.partial)
	{
		for (int i = 0; i < model_partial_field_count; i++)
			put_field(&out, i == 0 ? ",\"partial\":{" : ",", model_partial_fields[i].name,
					  *model_partial_field(&parts, i));
		put_vectors(&out, model_partial_numbers(&parts), model_partial_vectors(&parts), parts.d);
	}
	appendStringInfo(&out, ",\"format\":%d}", NEWEST_FORMAT);
	PG_RETURN_CSTRING(out.data);
}
