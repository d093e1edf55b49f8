/*
 * model_binary.c
 *		Binary input and output of aer_model, in network byte order.
 *
 *		int32	format
 *		int32	d
 *		int32	number of state vectors
 *		int64	rows skipped
 *		float8	intercept, expected mse, its standard error
 *		int64 or float8		each field of model_state_fields, in that order
 *		float8	d weights, then d for each state vector
 *		int32, bytes		the learner's JSON text
 *		int8	1 if names follow, else 0; plus 2 * TargetType
 *		for each attribute: int8 type; int32, bytes: name
 */
#include "pg/values/model.h"

#include "libpq/pqformat.h"
#include "miscadmin.h"

PG_FUNCTION_INFO_V1(aer_model_send);
PG_FUNCTION_INFO_V1(aer_model_recv);

static void
send_numbers(StringInfo buffer, const double *number, uint32 n)
{
	for (uint32 i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		pq_sendfloat8(buffer, number[i]);
	}
}

Datum
aer_model_send(PG_FUNCTION_ARGS)
{
	ModelParts	parts;
	StringInfoData buffer;

	model_unpack(PG_GETARG_MODEL(0), &parts);
	pq_begintypsend(&buffer);
	pq_sendint32(&buffer, MODEL_FORMAT);
	pq_sendint32(&buffer, parts.d);
	pq_sendint32(&buffer, parts.nvectors);
	pq_sendint64(&buffer, parts.skipped);
	pq_sendfloat8(&buffer, parts.intercept);
	pq_sendfloat8(&buffer, parts.expected_mse);
	pq_sendfloat8(&buffer, parts.expected_se);
	for (int i = 0; i < model_state_field_count; i++)
	{
		const char *field = (const char *) &parts.state + model_state_fields[i].offset;

		if (model_state_fields[i].real)
			pq_sendfloat8(&buffer, *(const double *) field);
		else
			pq_sendint64(&buffer, *(const uint64 *) field);
	}
	send_numbers(&buffer, parts.weight, parts.d);
	for (uint32 v = 0; v < parts.nvectors; v++)
		send_numbers(&buffer, parts.vectors + (Size) v * parts.d, parts.d);
	pq_sendcountedtext(&buffer, parts.learner, strlen(parts.learner));
	pq_sendbyte(&buffer, (parts.name != NULL) + 2 * parts.target);
	for (uint32 i = 0; parts.name && i < parts.d; i++)
	{
		pq_sendbyte(&buffer, parts.type[i]);
		pq_sendcountedtext(&buffer, parts.name[i], strlen(parts.name[i]));
	}
	PG_RETURN_BYTEA_P(pq_endtypsend(&buffer));
}

static void
malformed(const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
			 errmsg("malformed aer_model"),
			 errdetail("%s", detail)));
}

static Size
bytes_left(StringInfo buffer)
{
	return buffer->len - buffer->cursor;
}

/* The count has been checked against the bytes left. */
static double *
receive_numbers(StringInfo buffer, uint32 n)
{
	double	   *number = palloc(sizeof(double) * n);

	for (uint32 i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		number[i] = pq_getmsgfloat8(buffer);
	}
	return number;
}

static char *
receive_text(StringInfo buffer)
{
	uint32		length = pq_getmsgint(buffer, 4);
	int			converted;

	if (length > bytes_left(buffer))
		malformed("A text is longer than the message.");
	return pq_getmsgtext(buffer, length, &converted);
}

Datum
aer_model_recv(PG_FUNCTION_ARGS)
{
	StringInfo	buffer = (StringInfo) PG_GETARG_POINTER(0);
	ModelParts	parts;
	uint32		format = pq_getmsgint(buffer, 4);
	uint32		nvectors;
	int			more;

	if (format != MODEL_FORMAT)
		malformed(psprintf("Format %u is unknown.", format));
	model_parts_init(&parts);
	parts.d = pq_getmsgint(buffer, 4);
	nvectors = pq_getmsgint(buffer, 4);
	if (nvectors > PG_UINT16_MAX)
		malformed(psprintf("%u state vectors are too many.", nvectors));
	parts.nvectors = nvectors;
	parts.skipped = pq_getmsgint64(buffer);
	parts.intercept = pq_getmsgfloat8(buffer);
	parts.expected_mse = pq_getmsgfloat8(buffer);
	parts.expected_se = pq_getmsgfloat8(buffer);
	for (int i = 0; i < model_state_field_count; i++)
	{
		char	   *field = (char *) &parts.state + model_state_fields[i].offset;

		if (model_state_fields[i].real)
			*(double *) field = pq_getmsgfloat8(buffer);
		else
			*(uint64 *) field = pq_getmsgint64(buffer);
	}

	if ((Size) parts.d * (1 + nvectors) * sizeof(double) > bytes_left(buffer))
		malformed(psprintf("%u attributes do not fit into the message.", parts.d));
	parts.weight = receive_numbers(buffer, parts.d);
	parts.vectors = receive_numbers(buffer, parts.d * nvectors);
	parts.learner = receive_text(buffer);
	more = pq_getmsgbyte(buffer);
	parts.target = (TargetType) (more / 2);
	if (more % 2 != 0)
	{
		parts.name = palloc(sizeof(char *) * parts.d);
		parts.type = palloc(sizeof(AttributeType) * parts.d);
		for (uint32 i = 0; i < parts.d; i++)
		{
			parts.type[i] = pq_getmsgbyte(buffer);
			parts.name[i] = receive_text(buffer);
		}
	}
	PG_RETURN_POINTER(model_pack(&parts, ERRCODE_INVALID_BINARY_REPRESENTATION));
}
