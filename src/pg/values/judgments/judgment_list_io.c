/*
 * judgment_list_io.c
 *		Text and binary input and output of aer_judgments.
 *
 * Text: {"judgments": [[attribute, count, mean, ss], ...], "format": 2}, the
 * attribute being a number or a name, ss the sum of squares about the mean.
 * Every number is the shortest text that reads back as the same double.
 *
 * Binary, in network byte order:
 *		int32	format, flags (judgments_form.h), number of attributes
 *		for each: int32 attribute, or (NAMES) int32 length and bytes of the name;
 *			int64 count; float8 mean, ss
 */
#include "pg/values/judgment_list.h"

#include "common/shortest_dec.h"
#include "libpq/pqformat.h"
#include "pg/numerics.h"
#include "pg/values/form.h"
#include "pg/values/judgments_form.h"
#include "utils/fmgrprotos.h"
#include "utils/json.h"
#include "utils/numeric.h"

PG_FUNCTION_INFO_V1(aer_judgments_in);
PG_FUNCTION_INFO_V1(aer_judgments_out);
PG_FUNCTION_INFO_V1(aer_judgments_recv);
PG_FUNCTION_INFO_V1(aer_judgments_send);

Datum
aer_judgments_out(PG_FUNCTION_ARGS)
{
	JudgmentParts parts;
	StringInfoData out;

	judgments_unpack(PG_GETARG_JUDGMENTS(0), &parts);
	initStringInfo(&out);
	appendStringInfoString(&out, "{\"judgments\":[");
	for (int i = 0; i < parts.n; i++)
	{
		const JudgmentPart *part = &parts.part[i];
		char		mean[DOUBLE_SHORTEST_DECIMAL_LEN];
		char		ss[DOUBLE_SHORTEST_DECIMAL_LEN];

		double_to_shortest_decimal_buf(part->judgments.mean, mean);
		double_to_shortest_decimal_buf(part->judgments.ss, ss);
		appendStringInfoString(&out, i > 0 ? ",[" : "[");
		if (part->name)
			escape_json(&out, part->name);
		else
			appendStringInfo(&out, "%d", part->attribute);
		appendStringInfo(&out, "," INT64_FORMAT ",%s,%s]", part->judgments.count, mean, ss);
	}
	appendStringInfo(&out, "],\"format\":%d}", NEWEST_FORMAT);
	PG_RETURN_CSTRING(out.data);
}

#define malformed(sqlstate, ...) form_malformed("aer_judgments", sqlstate, __VA_ARGS__)

/* Returns element i of a list, which must be a number. */
static Datum
list_number(JsonbContainer *list, int i)
{
	JsonbValue *value = getIthJsonbValueFromContainer(list, i);

	if (value->type != jbvNumeric)
		malformed(ERRCODE_INVALID_TEXT_REPRESENTATION,
				  "An entry is a list of attribute, count, mean and sum of squares.");
	return NumericGetDatum(value->val.numeric);
}

static void
read_entry(JsonbContainer *list, JudgmentPart *part)
{
	JsonbValue *attribute;

	if (!JsonContainerIsArray(list) || JsonContainerSize(list) != 4)
		malformed(ERRCODE_INVALID_TEXT_REPRESENTATION,
				  "An entry is a list of attribute, count, mean and sum of squares.");
	attribute = getIthJsonbValueFromContainer(list, 0);
	part->attribute = 0;
	part->name = NULL;
	if (attribute->type == jbvString)
		part->name = pnstrdup(attribute->val.string.val, attribute->val.string.len);
	else
		part->attribute = DatumGetInt32(DirectFunctionCall1(numeric_int4, list_number(list, 0)));
	part->judgments.count = DatumGetInt64(DirectFunctionCall1(numeric_int8, list_number(list, 1)));
	part->judgments.mean = numeric_to_double(list_number(list, 2));
	part->judgments.ss = numeric_to_double(list_number(list, 3));
}

Datum
aer_judgments_in(PG_FUNCTION_ARGS)
{
	Jsonb	   *json = DatumGetJsonbP(DirectFunctionCall1(jsonb_in, PG_GETARG_DATUM(0)));
	JsonbValue *format = NULL;
	JsonbValue *list = NULL;
	JudgmentParts parts;

	if (JB_ROOT_IS_OBJECT(json) && JB_ROOT_COUNT(json) == 2)
	{
		format = getKeyJsonValueFromContainer(&json->root, "format", 6, NULL);
		list = getKeyJsonValueFromContainer(&json->root, "judgments", 9, NULL);
	}
	if (format == NULL || list == NULL || format->type != jbvNumeric ||
		list->type != jbvBinary || !JsonContainerIsArray(list->val.binary.data))
		malformed(ERRCODE_INVALID_TEXT_REPRESENTATION,
				  "It is a JSON object with the list \"judgments\" and the number \"format\".");
	form_check("aer_judgments",
			   DatumGetInt32(DirectFunctionCall1(numeric_int4, NumericGetDatum(format->val.numeric))),
			   0, 0);

	parts.n = JsonContainerSize(list->val.binary.data);
	parts.part = palloc(sizeof(JudgmentPart) * Max(parts.n, 1));
	for (int i = 0; i < parts.n; i++)
	{
		JsonbValue *entry = getIthJsonbValueFromContainer(list->val.binary.data, i);

		if (entry->type != jbvBinary)
			malformed(ERRCODE_INVALID_TEXT_REPRESENTATION,
					  "An entry is a list of attribute, count, mean and sum of squares.");
		read_entry(entry->val.binary.data, &parts.part[i]);
	}
	parts.named = parts.n > 0 && parts.part[0].name != NULL;
	PG_RETURN_POINTER(judgments_pack(&parts, ERRCODE_INVALID_TEXT_REPRESENTATION));
}

Datum
aer_judgments_send(PG_FUNCTION_ARGS)
{
	JudgmentParts parts;
	StringInfoData buffer;

	judgments_unpack(PG_GETARG_JUDGMENTS(0), &parts);
	pq_begintypsend(&buffer);
	pq_sendint32(&buffer, NEWEST_FORMAT);
	pq_sendint32(&buffer, parts.named ? JUDGMENTS_NAMES : 0);
	pq_sendint32(&buffer, parts.n);
	for (int i = 0; i < parts.n; i++)
	{
		const JudgmentPart *part = &parts.part[i];

		if (parts.named)
			pq_sendcountedtext(&buffer, part->name, strlen(part->name));
		else
			pq_sendint32(&buffer, part->attribute);
		pq_sendint64(&buffer, part->judgments.count);
		pq_sendfloat8(&buffer, part->judgments.mean);
		pq_sendfloat8(&buffer, part->judgments.ss);
	}
	PG_RETURN_BYTEA_P(pq_endtypsend(&buffer));
}

Datum
aer_judgments_recv(PG_FUNCTION_ARGS)
{
	StringInfo	buffer = (StringInfo) PG_GETARG_POINTER(0);
	JudgmentParts parts;
	uint32		format = pq_getmsgint(buffer, 4);
	uint32		flags = pq_getmsgint(buffer, 4);
	uint32		n;

	form_check("aer_judgments", format, flags, JUDGMENTS_NAMES);
	parts.named = (flags & JUDGMENTS_NAMES) != 0;
	n = pq_getmsgint(buffer, 4);
	/* each attribute takes at least 28 bytes */
	if (n > (uint32) (buffer->len - buffer->cursor) / 28)
		malformed(ERRCODE_INVALID_BINARY_REPRESENTATION,
				  "%u attributes do not fit into the message.", n);
	parts.n = n;
	parts.part = palloc(sizeof(JudgmentPart) * Max(parts.n, 1));
	for (int i = 0; i < parts.n; i++)
	{
		JudgmentPart *part = &parts.part[i];

		part->attribute = pq_getmsgint(buffer, 4);
		part->name = NULL;
		if (parts.named)
		{
			int			converted;

			if (part->attribute < 0 || part->attribute > buffer->len - buffer->cursor)
				malformed(ERRCODE_INVALID_BINARY_REPRESENTATION,
						  "A name is longer than the message.");
			part->name = pq_getmsgtext(buffer, part->attribute, &converted);
			part->attribute = 0;
		}
		part->judgments.count = pq_getmsgint64(buffer);
		/* -0 becomes 0, as in the text, whose numbers are those of jsonb */
		part->judgments.mean = pq_getmsgfloat8(buffer) + 0.0;
		part->judgments.ss = pq_getmsgfloat8(buffer) + 0.0;
	}
	PG_RETURN_POINTER(judgments_pack(&parts, ERRCODE_INVALID_BINARY_REPRESENTATION));
}
