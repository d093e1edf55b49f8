/*
 * row_moments_binary.c
 *		Binary form of moments of rows, which their text is made of too.
 *
 * In network byte order, after format and kind: int32 d, folds, flags; int64
 * skipped; int32 bytes of the design's text and of the names, and the bytes;
 * int64 number of words, and the words (row_moments.c), each as int64.
 */
#include "pg/values/row_moments.h"

#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/fmgrprotos.h"

void
row_moments_send(StringInfo out, const AerMoments *value)
{
	const FlatRowMoments *flat = (const FlatRowMoments *) value;
	const char *text = (const char *) (flat->word + flat->words);

	pq_sendint32(out, flat->d);
	pq_sendint32(out, flat->folds);
	pq_sendint32(out, flat->flags);
	pq_sendint64(out, flat->skipped);
	pq_sendint32(out, flat->design_bytes);
	pq_sendint32(out, flat->names_bytes);
	pq_sendbytes(out, text, flat->design_bytes + flat->names_bytes);
	pq_sendint64(out, flat->words);
	for (uint64 i = 0; i < flat->words; i++)
	{
		CHECK_FOR_INTERRUPTS();
		pq_sendint64(out, flat->word[i]);
	}
}

/* A number that fits the header's field. */
static uint32
take_number(StringInfo in, uint32 most, int sqlstate)
{
	uint32		value = pq_getmsgint(in, 4);

	if (value > most)
		row_moments_malformed(sqlstate, "Its header is wrong.");
	return value;
}

AerMoments *
row_moments_receive(StringInfo in, int sqlstate)
{
	FlatRowMoments header = {0};
	FlatRowMoments *flat;
	RowMoments *object;
	Size		text_bytes;
	char	   *text;

	header.start.format = ROW_MOMENTS_FORMAT;
	header.start.kind = MOMENTS_OF_ROWS;
	header.d = take_number(in, MAX_ATTRIBUTES, sqlstate);
	header.folds = take_number(in, PG_UINT16_MAX, sqlstate);
	header.flags = take_number(in, PG_UINT16_MAX, sqlstate);
	header.skipped = pq_getmsgint64(in);
	header.design_bytes = take_number(in, MaxAllocSize, sqlstate);
	header.names_bytes = take_number(in, MaxAllocSize, sqlstate);
	text_bytes = (Size) header.design_bytes + header.names_bytes;
	if (text_bytes > (Size) (in->len - in->cursor))
		row_moments_malformed(sqlstate, "It ends too early.");
	text = unconstify(char *, pq_getmsgbytes(in, text_bytes));
	header.words = pq_getmsgint64(in);
	if (header.words > (uint64) (in->len - in->cursor) / sizeof(uint64))
		row_moments_malformed(sqlstate, "It ends too early.");

	flat = palloc(offsetof(FlatRowMoments, word) + header.words * sizeof(uint64) + text_bytes);
	memcpy(flat, &header, offsetof(FlatRowMoments, word));
	SET_VARSIZE(flat, offsetof(FlatRowMoments, word) + header.words * sizeof(uint64) + text_bytes);
	for (uint64 i = 0; i < header.words; i++)
	{
		CHECK_FOR_INTERRUPTS();
		flat->word[i] = pq_getmsgint64(in);
	}
	memcpy(flat->word + header.words, text, text_bytes);

	object = row_moments_load(flat, CurrentMemoryContext, sqlstate);
	pg_verifymbstr(object->design, strlen(object->design), false);
	if (object->design[0] != '\0')
		(void) DirectFunctionCall1(jsonb_in, CStringGetDatum(object->design));
	for (uint32 i = 0; object->name && i < object->d; i++)
		pg_verifymbstr(object->name[i], strlen(object->name[i]), false);
	return &flat->start;
}
