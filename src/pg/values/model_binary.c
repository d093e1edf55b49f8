/*
 * model_binary.c
 *		Binary input and output of aer_model, in network byte order.
 *
 *		int32	format, kind (0), flags (model_form.h), d, number of vectors,
 *				TargetType
 *		int64	rows skipped
 *		int64	each field of the ledger, in the order of model_state_fields
 *		float8	intercept
 *		float8	d weights
 *		if FORECAST: float8 expected mse, its standard error
 *		if RANGE: float8 smallest, largest target
 *		if LINK: float8 slope, offset
 *		if LOSS: float8 progressive mse, that of the mean target, standard error
 *		if STATE: int64 or float8, each other field of model_state_fields, those
 *			of MEASURES only with that; float8, d for each state vector
 *		if PARTIAL: float8, each of model_partial_fields; float8, d for each vector
 *		int32, bytes		the learner's JSON text
 *		if NAMES: int8 type of each attribute; int32, bytes, name of each
 */
#include "pg/values/model.h"

#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "pg/values/form.h"
#include "pg/values/model_form.h"
#include "pg/values/model_partial.h"

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

static void
send_fields(StringInfo buffer, const LearnerState *state, StatePart part)
{
	for (int i = 0; i < model_state_field_count; i++)
	{
		const char *field = (const char *) state + model_state_fields[i].offset;

		if (model_state_fields[i].part != part)
			continue;
		if (model_state_fields[i].real)
			pq_sendfloat8(buffer, *(const double *) field);
		else
			pq_sendint64(buffer, *(const uint64 *) field);
	}
}

Datum
aer_model_send(PG_FUNCTION_ARGS)
{
	const AerModel *model = PG_GETARG_MODEL(0);
	ModelParts	parts;
	StringInfoData buffer;

	model_unpack(model, &parts);
	pq_begintypsend(&buffer);
	pq_sendint32(&buffer, model->format);
	pq_sendint32(&buffer, model->kind);
	pq_sendint32(&buffer, model->flags);
	pq_sendint32(&buffer, parts.d);
	pq_sendint32(&buffer, model->vectors);
	pq_sendint32(&buffer, parts.target);
	pq_sendint64(&buffer, parts.skipped);
	send_fields(&buffer, &parts.state, PART_LEDGER);
	pq_sendfloat8(&buffer, parts.intercept);
	send_numbers(&buffer, parts.weight, parts.d);
	if (model->flags & MODEL_FORECAST)
	{
		pq_sendfloat8(&buffer, parts.expected_mse);
		pq_sendfloat8(&buffer, parts.expected_se);
	}
	if (model->flags & MODEL_RANGE)
	{
		pq_sendfloat8(&buffer, parts.link.low);
		pq_sendfloat8(&buffer, parts.link.high);
	}
	if (model->flags & MODEL_LINK)
	{
		pq_sendfloat8(&buffer, parts.link.slope);
		pq_sendfloat8(&buffer, parts.link.offset);
	}
	if (model->flags & MODEL_LOSS)
	{
		pq_sendfloat8(&buffer, parts.loss.mse);
		pq_sendfloat8(&buffer, parts.loss.mean_mse);
		pq_sendfloat8(&buffer, parts.loss.se);
	}
	if (model->flags & MODEL_STATE)
		send_fields(&buffer, &parts.state, PART_STATE);
	if (model->flags & MODEL_MEASURES)
		send_fields(&buffer, &parts.state, PART_MEASURES);
	for (uint32 v = 0; v < parts.nvectors; v++)
		send_numbers(&buffer, parts.vectors + (Size) v * parts.d, parts.d);
	if (parts.partial)
	{
		for (int i = 0; i < model_partial_field_count; i++)
			pq_sendfloat8(&buffer, *model_partial_field(&parts, i));
		for (uint32 v = 0; v < model->vectors; v++)
			send_numbers(&buffer, model_partial_numbers(&parts) + (Size) v * parts.d, parts.d);
	}
	pq_sendcountedtext(&buffer, parts.learner, strlen(parts.learner));
	for (uint32 i = 0; parts.name && i < parts.d; i++)
		pq_sendbyte(&buffer, parts.type[i]);
	for (uint32 i = 0; parts.name && i < parts.d; i++)
		pq_sendcountedtext(&buffer, parts.name[i], strlen(parts.name[i]));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buffer));
}

#define malformed(...) \
	form_malformed("aer_model", ERRCODE_INVALID_BINARY_REPRESENTATION, __VA_ARGS__)

static Size
bytes_left(StringInfo buffer)
{
	return buffer->len - buffer->cursor;
}

/* The count has been checked against the bytes left.  To number[], or palloc'd. */
static double *
receive_numbers(StringInfo buffer, uint32 n, double *number)
{
	if (number == NULL)
		number = palloc(sizeof(double) * n);
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

static void
receive_fields(StringInfo buffer, LearnerState *state, StatePart part)
{
	for (int i = 0; i < model_state_field_count; i++)
	{
		char	   *field = (char *) state + model_state_fields[i].offset;

		if (model_state_fields[i].part != part)
			continue;
		if (model_state_fields[i].real)
			*(double *) field = pq_getmsgfloat8(buffer);
		else
			*(uint64 *) field = pq_getmsgint64(buffer);
	}
}

Datum
aer_model_recv(PG_FUNCTION_ARGS)
{
	StringInfo	buffer = (StringInfo) PG_GETARG_POINTER(0);
	ModelParts	parts;
	uint32		format = pq_getmsgint(buffer, 4);
	uint32		kind = pq_getmsgint(buffer, 4);
	uint32		flags = pq_getmsgint(buffer, 4);
	uint32		vectors;

	form_check("aer_model", format, flags, MODEL_FLAGS);
	if (kind != 0)
		malformed("Kind %u is unknown.", kind);
	model_parts_init(&parts);
	parts.d = pq_getmsgint(buffer, 4);
	vectors = pq_getmsgint(buffer, 4);
	if ((vectors > 0) != ((flags & (MODEL_STATE | MODEL_PARTIAL)) != 0) ||
		((flags & MODEL_STATE) && (flags & MODEL_PARTIAL)))
		malformed("There are %u vectors, and flags 0x%x.", vectors, flags);
	parts.target = (TargetType) pq_getmsgint(buffer, 4);
	parts.skipped = pq_getmsgint64(buffer);
	receive_fields(buffer, &parts.state, PART_LEDGER);
	parts.intercept = pq_getmsgfloat8(buffer);

	/* both within the limits, 64 bits hold the product */
	if (parts.d > MAX_ATTRIBUTES || vectors > MAX_ATTRIBUTES ||
		(Size) parts.d * (1 + (Size) vectors) * sizeof(double) > bytes_left(buffer))
		malformed("%u attributes do not fit into the message.", parts.d);
	parts.weight = receive_numbers(buffer, parts.d, NULL);
	if (flags & MODEL_FORECAST)
	{
		parts.expected_mse = pq_getmsgfloat8(buffer);
		parts.expected_se = pq_getmsgfloat8(buffer);
	}
	parts.link.two_valued = (flags & MODEL_TWO_VALUES) != 0;
	if (flags & MODEL_RANGE)
	{
		parts.link.low = pq_getmsgfloat8(buffer);
		parts.link.high = pq_getmsgfloat8(buffer);
	}
	parts.link.logistic = (flags & MODEL_LINK) != 0;
	if (flags & MODEL_LINK)
	{
		parts.link.slope = pq_getmsgfloat8(buffer);
		parts.link.offset = pq_getmsgfloat8(buffer);
	}
	if (flags & MODEL_LOSS)
	{
		parts.loss.mse = pq_getmsgfloat8(buffer);
		parts.loss.mean_mse = pq_getmsgfloat8(buffer);
		parts.loss.se = pq_getmsgfloat8(buffer);
	}
	if ((flags & MODEL_MEASURES) && !(flags & MODEL_STATE))
		malformed("There are measures, but no state.");
	if (flags & MODEL_STATE)
	{
		receive_fields(buffer, &parts.state, PART_STATE);
		if (flags & MODEL_MEASURES)
			receive_fields(buffer, &parts.state, PART_MEASURES);
		parts.nvectors = vectors;
		parts.vectors = receive_numbers(buffer, parts.d * vectors, NULL);
	}
	if (flags & MODEL_PARTIAL)
	{
		double	   *number = model_partial_make(&parts, vectors, ERRCODE_INVALID_BINARY_REPRESENTATION);

		for (int i = 0; i < model_partial_field_count; i++)
			*model_partial_field(&parts, i) = pq_getmsgfloat8(buffer);
		(void) receive_numbers(buffer, parts.d * vectors, number);
	}
	parts.learner = receive_text(buffer);
	if (flags & MODEL_NAMES)
	{
		parts.name = palloc(sizeof(char *) * parts.d);
		parts.type = palloc(sizeof(AttributeType) * parts.d);
		for (uint32 i = 0; i < parts.d; i++)
			parts.type[i] = (AttributeType) pq_getmsgbyte(buffer);
		for (uint32 i = 0; i < parts.d; i++)
			parts.name[i] = receive_text(buffer);
	}
	PG_RETURN_POINTER(model_pack(&parts, ERRCODE_INVALID_BINARY_REPRESENTATION));
}
