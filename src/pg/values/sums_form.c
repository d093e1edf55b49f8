/*
 * sums_form.c
 *		Binary and text form of aer_moments and of aer_judgment_moments.
 */
#include "pg/values/sums_form.h"

#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "pg/values/form.h"

/* Bytes that are made into digits between two polls for interrupts. */
#define HEX_BYTES (1 << 24)

#define malformed(...) form_malformed(type->name, sqlstate, __VA_ARGS__)

void
sums_check_size(const SumsType *type, const SumsForm *value, int sqlstate)
{
	Size		header = offsetof(SumsForm, word);
	Size		size = VARSIZE(value);

	if (size < header)
		malformed("It ends too early.");
	form_check(type->name, value->format, value->flags, type->flags);
	if (value->text_bytes > size - header ||
		(size - header - value->text_bytes) % sizeof(uint64) != 0)
		malformed("Its size is wrong.");
}

static void
send(StringInfo buffer, const SumsType *type, Datum datum)
{
	const SumsForm *value = (const SumsForm *) PG_DETOAST_DATUM(datum);
	Size		words;

	sums_check_size(type, value, ERRCODE_DATA_CORRUPTED);
	words = sums_words(value);
	pq_sendint32(buffer, value->format);
	pq_sendint32(buffer, value->flags);
	pq_sendint32(buffer, value->d);
	pq_sendint32(buffer, value->folds);
	pq_sendint32(buffer, value->text_bytes);
	pq_sendint64(buffer, value->skipped);
	pq_sendbytes(buffer, sums_text(value), value->text_bytes);
	pq_sendint64(buffer, words);
	for (Size i = 0; i < words; i++)
	{
		CHECK_FOR_INTERRUPTS();
		pq_sendint64(buffer, value->word[i]);
	}
}

/* Raises an error if fewer bytes are left in the message. */
static void
need(const SumsType *type, StringInfo buffer, uint64 bytes, int sqlstate)
{
	if (bytes > (uint64) (buffer->len - buffer->cursor))
		malformed("It ends too early.");
}

static SumsForm *
receive(StringInfo buffer, const SumsType *type, int sqlstate)
{
	SumsForm	header = {.format = pq_getmsgint(buffer, 4)};
	SumsForm   *value;
	uint64		words;
	Size		size;
	const char *text;

	header.flags = pq_getmsgint(buffer, 4);
	form_check(type->name, header.format, header.flags, type->flags);
	header.d = pq_getmsgint(buffer, 4);
	header.folds = pq_getmsgint(buffer, 4);
	header.text_bytes = pq_getmsgint(buffer, 4);
	header.skipped = pq_getmsgint64(buffer);
	need(type, buffer, header.text_bytes, sqlstate);
	text = pq_getmsgbytes(buffer, header.text_bytes);
	words = pq_getmsgint64(buffer);
	need(type, buffer, Min(words, MaxAllocSize) * sizeof(uint64), sqlstate);

	size = offsetof(SumsForm, word) + words * sizeof(uint64) + header.text_bytes;
	value = palloc(size);
	memcpy(value, &header, offsetof(SumsForm, word));
	SET_VARSIZE(value, size);
	for (uint64 i = 0; i < words; i++)
	{
		CHECK_FOR_INTERRUPTS();
		value->word[i] = pq_getmsgint64(buffer);
	}
	memcpy(value->word + words, text, header.text_bytes);
	type->check(value, sqlstate);
	return value;
}

/* Returns the text that begins every value's text form. */
static char *
text_tag(const SumsType *type)
{
	return psprintf("%s 1 ", type->name);
}

Datum
sums_send(const SumsType *type, FunctionCallInfo fcinfo)
{
	StringInfoData buffer;

	pq_begintypsend(&buffer);
	send(&buffer, type, PG_GETARG_DATUM(0));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buffer));
}

Datum
sums_recv(const SumsType *type, FunctionCallInfo fcinfo)
{
	PG_RETURN_POINTER(receive((StringInfo) PG_GETARG_POINTER(0), type,
							  ERRCODE_INVALID_BINARY_REPRESENTATION));
}

Datum
sums_out(const SumsType *type, FunctionCallInfo fcinfo)
{
	StringInfoData binary;
	char	   *tag = text_tag(type);
	Size		length = strlen(tag);
	Size		bytes;
	char	   *text;

	initStringInfo(&binary);
	send(&binary, type, PG_GETARG_DATUM(0));
	bytes = length + 2 * (Size) binary.len + 1;
	if (!AllocSizeIsValid(bytes))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("%s of %d bytes is too large for text", type->name, binary.len),
				 errhint("Use the binary format, as in COPY ... (FORMAT binary).")));
	text = palloc(bytes);
	memcpy(text, tag, length);
	for (int at = 0; at < binary.len; at += HEX_BYTES)
	{
		CHECK_FOR_INTERRUPTS();
		hex_encode(binary.data + at, Min(binary.len - at, HEX_BYTES), text + length + 2 * (Size) at);
	}
	text[bytes - 1] = '\0';
	PG_RETURN_CSTRING(text);
}

Datum
sums_in(const SumsType *type, FunctionCallInfo fcinfo)
{
	const char *text = PG_GETARG_CSTRING(0);
	char	   *tag = text_tag(type);
	Size		length = strlen(tag);
	Size		digits;
	StringInfoData binary;
	SumsForm   *value;

	if (strncmp(text, tag, length) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("malformed %s", type->name),
				 errdetail("Its text must be \"%s\" followed by hexadecimal digits.", tag)));
	digits = strlen(text + length);
	initStringInfo(&binary);
	enlargeStringInfo(&binary, digits / 2 + 1);
	binary.len = hex_decode(text + length, digits, binary.data);
	value = receive(&binary, type, ERRCODE_INVALID_TEXT_REPRESENTATION);
	pq_getmsgend(&binary);
	PG_RETURN_POINTER(value);
}
