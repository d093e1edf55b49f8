/*
 * row_moments_binary.c
 *		Binary form of moments of rows, which their text is made of too: see
 *		moments_form.h.
 */
#include "pg/values/row_moments.h"

#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "pg/values/form.h"
#include "utils/fmgrprotos.h"

void
row_moments_send(StringInfo out, const AerMoments *value)
{
	const RowMomentsForm *flat = (const RowMomentsForm *) value;
	Size		words = row_moments_words(flat);

	pq_sendint32(out, flat->flags);
	pq_sendint32(out, flat->d);
	pq_sendint32(out, flat->folds);
	pq_sendint32(out, flat->text_bytes);
	pq_sendint64(out, flat->fingerprint);
	pq_sendint64(out, flat->skipped);
	pq_sendbytes(out, (const char *) (flat->word + words), flat->text_bytes);
	pq_sendint64(out, words);
	for (Size i = 0; i < words; i++)
	{
		CHECK_FOR_INTERRUPTS();
		pq_sendint64(out, flat->word[i]);
	}
}

/* All that is left to be read must be so many bytes at least. */
static void
need(StringInfo in, uint64 bytes, int sqlstate)
{
	if (bytes > (uint64) (in->len - in->cursor))
		form_malformed("aer_moments", sqlstate, "It ends too early.");
}

AerMoments *
row_moments_receive(StringInfo in, int sqlstate)
{
	RowMomentsForm header = {0};
	RowMomentsForm *flat;
	RowMoments *object;
	uint64		words;
	Size		size;
	const char *text;

	header.format = NEWEST_FORMAT;
	header.kind = MOMENTS_OF_ROWS;
	header.flags = pq_getmsgint(in, 4);
	header.d = pq_getmsgint(in, 4);
	header.folds = pq_getmsgint(in, 4);
	header.text_bytes = pq_getmsgint(in, 4);
	header.fingerprint = pq_getmsgint64(in);
	header.skipped = pq_getmsgint64(in);
	need(in, header.text_bytes, sqlstate);
	text = pq_getmsgbytes(in, header.text_bytes);
	words = pq_getmsgint64(in);
	need(in, Min(words, MaxAllocSize) * sizeof(uint64), sqlstate);

	size = offsetof(RowMomentsForm, word) + words * sizeof(uint64) + header.text_bytes;
	flat = palloc(size);
	memcpy(flat, &header, offsetof(RowMomentsForm, word));
	SET_VARSIZE(flat, size);
	for (uint64 i = 0; i < words; i++)
	{
		CHECK_FOR_INTERRUPTS();
		flat->word[i] = pq_getmsgint64(in);
	}
	memcpy(flat->word + words, text, header.text_bytes);

	object = row_moments_load_header(flat, CurrentMemoryContext, sqlstate);
	pg_verifymbstr(object->design, strlen(object->design), false);
	if (object->design[0] != '\0')
		(void) DirectFunctionCall1(jsonb_in, CStringGetDatum(object->design));
	for (uint32 i = 0; object->name && i < object->d; i++)
		pg_verifymbstr(object->name[i], strlen(object->name[i]), false);
	if (object->name)
		form_check_names("aer_moments", sqlstate, object->name, object->d);
	return (AerMoments *) flat;
}
