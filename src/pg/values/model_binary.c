/*
 * model_binary.c
 *		Binary input and output of aer_model, in network byte order.
 *
 *		int32	format, kind (0), flags (model_form.h), d, number of vectors
 *		int16	TargetType, number of outputs
 *		int64 or float8, the numbers of the fields, as they are stored
 *		int32, bytes		the learner's JSON text
 *		if NAMES: int8 type of each attribute; int32, bytes, name of each
 *		if CLASS_NAMES: int32 how many; int32, bytes, name of each
 */
#include "pg/values/model_form.h"

#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "pg/values/form.h"

PG_FUNCTION_INFO_V1(aer_model_send);
PG_FUNCTION_INFO_V1(aer_model_recv);

Datum
aer_model_send(PG_FUNCTION_ARGS)
{
	const AerModel *model = PG_GETARG_MODEL(0);
	Size		numbers = model_numbers(model, ERRCODE_DATA_CORRUPTED);
	ModelParts	parts;
	StringInfoData buffer;

	model_unpack_any(model, &parts);
	pq_begintypsend(&buffer);
	pq_sendint32(&buffer, model->format);
	pq_sendint32(&buffer, model->kind);
	pq_sendint32(&buffer, model->flags);
	pq_sendint32(&buffer, model->d);
	pq_sendint32(&buffer, model->vectors);
	pq_sendint16(&buffer, model->target);
	pq_sendint16(&buffer, model->outputs);
	for (Size i = 0; i < numbers; i++)
	{
		CHECK_FOR_INTERRUPTS();
		pq_sendint64(&buffer, model->number[i]);
	}
	pq_sendcountedtext(&buffer, parts.learner, strlen(parts.learner));
	for (uint32 i = 0; parts.columns.name && i < parts.d; i++)
		pq_sendbyte(&buffer, parts.columns.type[i]);
	for (uint32 i = 0; parts.columns.name && i < parts.d; i++)
		pq_sendcountedtext(&buffer, parts.columns.name[i], strlen(parts.columns.name[i]));
	if (parts.class_name)
		pq_sendint32(&buffer, parts.classes);
	for (uint32 c = 0; c < parts.classes; c++)
		pq_sendcountedtext(&buffer, parts.class_name[c], strlen(parts.class_name[c]));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buffer));
}

#define malformed(...) \
	form_malformed("aer_model", ERRCODE_INVALID_BINARY_REPRESENTATION, __VA_ARGS__)

static Size
bytes_left(StringInfo buffer)
{
	return buffer->len - buffer->cursor;
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
	uint32		format = pq_getmsgint(buffer, 4);
	uint32		kind = pq_getmsgint(buffer, 4);
	AerModel	header = {.flags = pq_getmsgint(buffer, 4)};
	ModelParts	parts;
	Size		numbers;
	uint64	   *number;

	form_check("aer_model", format, header.flags, MODEL_FLAGS);
	if (kind != 0)
		malformed("Kind %u is unknown.", kind);
	header.d = pq_getmsgint(buffer, 4);
	header.vectors = pq_getmsgint(buffer, 4);
	header.target = pq_getmsgint(buffer, 2);
	header.outputs = pq_getmsgint(buffer, 2);
	numbers = model_numbers(&header, ERRCODE_INVALID_BINARY_REPRESENTATION);
	if (numbers > bytes_left(buffer) / sizeof(uint64))
		malformed("%u attributes do not fit into the message.", header.d);
	number = palloc(sizeof(uint64) * numbers);
	for (Size i = 0; i < numbers; i++)
	{
		CHECK_FOR_INTERRUPTS();
		number[i] = pq_getmsgint64(buffer);
	}
	model_take_numbers(&parts, &header, number);
	parts.learner = receive_text(buffer);
	if (header.flags & MODEL_NAMES)
	{
		char	  **name = palloc(sizeof(char *) * parts.d);
		AttributeType *type = palloc(sizeof(AttributeType) * parts.d);

		for (uint32 i = 0; i < parts.d; i++)
			type[i] = (AttributeType) pq_getmsgbyte(buffer);
		for (uint32 i = 0; i < parts.d; i++)
			name[i] = receive_text(buffer);
		model_take_columns(&parts, name, type, ERRCODE_INVALID_BINARY_REPRESENTATION);
	}
	if (header.flags & MODEL_CLASS_NAMES)
	{
		parts.classes = pq_getmsgint(buffer, 4);
		if (parts.classes == 0 || parts.classes > MOST_CLASS_NAMES)
			malformed("There are %u classes.", parts.classes);
		parts.class_name = palloc(sizeof(char *) * parts.classes);
		for (uint32 c = 0; c < parts.classes; c++)
			parts.class_name[c] = receive_text(buffer);
	}
	PG_RETURN_POINTER(model_pack(&parts, ERRCODE_INVALID_BINARY_REPRESENTATION));
}
