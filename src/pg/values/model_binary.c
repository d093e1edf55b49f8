/*
 * model_binary.c
 *		Binary input and output of aer_model, in network byte order.
 *
 *		int32	format, flags (model_form.h), d, number of vectors, classes
 *		int64 or float8, the numbers of the fields, as they are stored
 *		the other fields: int8 of a word; int32, bytes of a string or of a block
 */
#include "pg/values/model_form.h"

#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "pg/kernel_call.h"
#include "pg/options/json_parts.h"
#include "pg/values/form.h"

PG_FUNCTION_INFO_V1(aer_model_send);
PG_FUNCTION_INFO_V1(aer_model_recv);

static void
send_numbers(StringInfo buffer, const uint64 *number, Size n)
{
	enlargeStringInfo(buffer, sizeof(uint64) * n);
	for (Size i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		pq_writeint64(buffer, number[i]);
	}
}

static void
send_columns(StringInfo buffer, const Columns *columns)
{
	Size		bytes = columns_write(columns, NULL);

	pq_sendint32(buffer, bytes);
	enlargeStringInfo(buffer, bytes);
	buffer->len += columns_write(columns, buffer->data + buffer->len);
}

static void
send_texts(StringInfo buffer, const ModelParts *parts, const AerModel *header, const ModelField *field)
{
	const void *items = model_field_at(parts, field);
	Size		n = model_items(header, field);

	for (Size i = 0; i < n; i++)
		if (field->kind == FIELD_WORD)
			pq_sendbyte(buffer, ((const uint32 *) items)[i]);
		else if (field->kind == FIELD_COLUMNS)
			send_columns(buffer, items);
		else if (field->kind == FIELD_BLOCK)
		{
			const Block *block = items;

			pq_sendint32(buffer, block->bytes);
			pq_sendbytes(buffer, block->data, block->bytes);
		}
		else
		{
			const char *string = ((char *const *) items)[i];

			pq_sendcountedtext(buffer, string, strlen(string));
		}
}

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
	pq_sendint32(&buffer, model->flags);
	pq_sendint32(&buffer, model->d);
	pq_sendint32(&buffer, model->vectors);
	pq_sendint32(&buffer, model->classes);
	send_numbers(&buffer, model->number, numbers);
	for (int i = 0; i < model_field_count; i++)
		if (field_is_text(&model_fields[i]))
			send_texts(&buffer, &parts, model, &model_fields[i]);
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

static Block
receive_block(StringInfo buffer)
{
	Block		block = {.bytes = pq_getmsgint(buffer, 4)};

	if (block.bytes > bytes_left(buffer))
		malformed("A text is longer than the message.");
	block.data = pq_getmsgbytes(buffer, block.bytes);
	return block;
}

static void
receive_columns(StringInfo buffer, Columns *columns)
{
	Block		block = receive_block(buffer);

	if (!columns_read(kernel_work(), block.data, block.bytes, columns))
		malformed("Its columns are impossible.");
}

static uint64 *
receive_numbers(StringInfo buffer, Size n)
{
	uint64	   *number = palloc(sizeof(uint64) * n);

	pq_copymsgbytes(buffer, (char *) number, sizeof(uint64) * n);
	for (Size i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		number[i] = pg_ntoh64(number[i]);
	}
	return number;
}

static char *
receive_object(StringInfo buffer)
{
	char	   *text = json_object_text(receive_text(buffer));

	if (text == NULL)
		malformed("The learner is not a JSON object.");
	return text;
}

static void
receive_texts(StringInfo buffer, const ModelField *field, void *items, Size n)
{
	for (Size i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (field->kind == FIELD_WORD)
			((uint32 *) items)[i] = pq_getmsgbyte(buffer);
		else if (field->kind == FIELD_COLUMNS)
			receive_columns(buffer, items);
		else if (field->kind == FIELD_BLOCK)
			*(Block *) items = receive_block(buffer);
		else if (field->kind == FIELD_OBJECT)
			((char **) items)[i] = receive_object(buffer);
		else
			((char **) items)[i] = receive_text(buffer);
	}
}

Datum
aer_model_recv(PG_FUNCTION_ARGS)
{
	StringInfo	buffer = (StringInfo) PG_GETARG_POINTER(0);
	uint32		format = pq_getmsgint(buffer, 4);
	AerModel	header = {.flags = pq_getmsgint(buffer, 4)};
	ModelParts	parts;
	Size		numbers;

	form_check("aer_model", format, header.flags, MODEL_FLAGS);
	header.d = pq_getmsgint(buffer, 4);
	header.vectors = pq_getmsgint(buffer, 4);
	header.classes = pq_getmsgint(buffer, 4);
	numbers = model_numbers(&header, ERRCODE_INVALID_BINARY_REPRESENTATION);
	if (numbers > bytes_left(buffer) / sizeof(uint64))
		malformed("%u attributes do not fit into the message.", header.d);
	(void) model_point_to_numbers(&parts, &header, receive_numbers(buffer, numbers));
	for (int i = 0; i < model_field_count; i++)
	{
		const ModelField *field = &model_fields[i];
		Size		n = field_is_text(field) ? model_items(&header, field) : 0;

		if (n > 0)
			receive_texts(buffer, field, model_make_items(&parts, &header, field), n);
	}
	PG_RETURN_POINTER(model_pack(&parts, ERRCODE_INVALID_BINARY_REPRESENTATION));
}
