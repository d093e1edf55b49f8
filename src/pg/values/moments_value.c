/*
 * moments_value.c
 *		The type aer_moments: text and binary form, and merging.
 *
 * Binary: int32 format of this kind, int32 kind, and what the kind adds.  Text:
 * the type's name, 1, and the binary form in hexadecimal digits.
 */
#include "pg/values/moments_value.h"

#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "pg/arguments.h"
#include "pg/values/form.h"

PG_FUNCTION_INFO_V1(aer_moments_in);
PG_FUNCTION_INFO_V1(aer_moments_out);
PG_FUNCTION_INFO_V1(aer_moments_recv);
PG_FUNCTION_INFO_V1(aer_moments_send);
PG_FUNCTION_INFO_V1(aer_moments_merge);
PG_FUNCTION_INFO_V1(aer_add);

/* Made into digits between two looks at interrupts. */
#define HEX_BYTES (1 << 24)

static const char text_tag[] = "aer_moments 1 ";

/* As in "moments of rows". */
static const char *const kind_name[] = {
	[MOMENTS_OF_ROWS] = "rows",
	[MOMENTS_OF_JUDGMENTS] = "judgments"
};

static const char *const kind_maker[] = {
	[MOMENTS_OF_ROWS] = "aer_moments",
	[MOMENTS_OF_JUDGMENTS] = "aer_judgment_moments"
};

static const MomentsMethods *const kind_methods[] = {
	[MOMENTS_OF_ROWS] = &moments_of_rows,
	[MOMENTS_OF_JUDGMENTS] = &moments_of_judgments
};

/* NULL: there is no such kind. */
static const MomentsMethods *
find_methods(uint32 kind)
{
	return kind < lengthof(kind_methods) ? kind_methods[kind] : NULL;
}

/* The methods of that kind, which read this format; else an error. */
static const MomentsMethods *
check_methods(uint32 format, uint32 kind, int sqlstate)
{
	const MomentsMethods *methods = find_methods(kind);

	form_check("aer_moments", format, 0, 0);
	if (methods == NULL)
		form_malformed("aer_moments", sqlstate, "Its kind %u is unknown.", kind);
	return methods;
}

AerMoments *
moments_from_datum(Datum value)
{
	AerMoments *flat = (AerMoments *) PG_DETOAST_DATUM(value);

	if (VARSIZE(flat) < sizeof(AerMoments))
		form_malformed("aer_moments", ERRCODE_DATA_CORRUPTED, "It ends too early.");
	(void) check_methods(flat->format, flat->kind, ERRCODE_DATA_CORRUPTED);
	return flat;
}

static MomentsKind
object_kind(const StateObject *object)
{
	for (uint32 kind = 0; kind < lengthof(kind_methods); kind++)
		if (kind_methods[kind] != NULL && kind_methods[kind]->object == object->kind)
			return kind;
	state_mistaken();
}

/* Of the value no more is detoasted than its kind takes. */
static MomentsKind
moments_kind(Datum value)
{
	Size		more = sizeof(AerMoments) - VARHDRSZ;
	struct varlena *start;
	AerMoments	header;

	if (VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)))
		return object_kind((StateObject *) DatumGetEOHP(value));
	/* a stored value may be large: only its first bytes are fetched */
	start = PG_DETOAST_DATUM_SLICE(value, 0, more);
	if (VARSIZE_ANY_EXHDR(start) < more)
		form_malformed("aer_moments", ERRCODE_DATA_CORRUPTED, "It ends too early.");
	memcpy(VARDATA(&header), VARDATA_ANY(start), more);
	pfree(start);
	(void) check_methods(header.format, header.kind, ERRCODE_DATA_CORRUPTED);
	return header.kind;
}

void
moments_require(Datum value, MomentsKind kind, const char *function)
{
	MomentsKind given = moments_kind(value);

	if (given != kind)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("%s needs moments of %s, not of %s",
						function, kind_name[kind], kind_name[given]),
				 errhint("Moments of %s are made by %s().", kind_name[kind], kind_maker[kind])));
}

static void
send(StringInfo buffer, Datum value)
{
	const AerMoments *flat = moments_from_datum(value);

	pq_sendint32(buffer, flat->format);
	pq_sendint32(buffer, flat->kind);
	find_methods(flat->kind)->send(buffer, flat);
}

static AerMoments *
receive(StringInfo buffer, int sqlstate)
{
	uint32		format = pq_getmsgint(buffer, 4);
	uint32		kind = pq_getmsgint(buffer, 4);

	return check_methods(format, kind, sqlstate)->receive(buffer, sqlstate);
}

Datum
aer_moments_send(PG_FUNCTION_ARGS)
{
	StringInfoData buffer;

	pq_begintypsend(&buffer);
	send(&buffer, PG_GETARG_DATUM(0));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buffer));
}

Datum
aer_moments_recv(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(receive((StringInfo) PG_GETARG_POINTER(0),
							  ERRCODE_INVALID_BINARY_REPRESENTATION));
}

Datum
aer_moments_out(PG_FUNCTION_ARGS)
{
	StringInfoData buffer;
	Size		tag = sizeof(text_tag) - 1;
	Size		bytes;
	char	   *text;

	initStringInfo(&buffer);
	send(&buffer, PG_GETARG_DATUM(0));
	bytes = tag + 2 * (Size) buffer.len + 1;
	if (!AllocSizeIsValid(bytes))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("moments of %d bytes are too large for text", buffer.len),
				 errhint("Use the binary format, as in COPY ... (FORMAT binary).")));
	text = palloc(bytes);
	memcpy(text, text_tag, tag);
	for (int at = 0; at < buffer.len; at += HEX_BYTES)
	{
		CHECK_FOR_INTERRUPTS();
		hex_encode(buffer.data + at, Min(buffer.len - at, HEX_BYTES), text + tag + 2 * (Size) at);
	}
	text[bytes - 1] = '\0';
	PG_RETURN_CSTRING(text);
}

Datum
aer_moments_in(PG_FUNCTION_ARGS)
{
	const char *text = PG_GETARG_CSTRING(0);
	Size		tag = sizeof(text_tag) - 1;
	StringInfoData buffer;
	AerMoments *flat;
	Size		digits;

	if (strncmp(text, text_tag, tag) != 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("malformed aer_moments"),
				 errdetail("It begins with \"%s\" and goes on with hexadecimal digits.", text_tag)));
	digits = strlen(text + tag);
	initStringInfo(&buffer);
	enlargeStringInfo(&buffer, digits / 2 + 1);
	buffer.len = hex_decode(text + tag, digits, buffer.data);
	flat = receive(&buffer, ERRCODE_INVALID_TEXT_REPRESENTATION);
	pq_getmsgend(&buffer);
	PG_RETURN_POINTER(flat);
}

/* state + other, of one kind; state 0: none yet */
static Datum
merge(MemoryContext context, Datum state, Datum other)
{
	MomentsKind kind = moments_kind(other);

	if (state != 0 && moments_kind(state) != kind)
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("moments of rows and of judgments cannot be merged")));
	return find_methods(kind)->merge(context, state, other);
}

/*
 * The transition and combine function of every aggregate that merges: moments
 * of one kind add up.
 */
Datum
aer_moments_merge(PG_FUNCTION_ARGS)
{
	MemoryContext context = aggregate_context(fcinfo);
	Datum		state = PG_ARGISNULL(0) ? (Datum) 0 : PG_GETARG_DATUM(0);

	if (PG_ARGISNULL(1))
	{
		if (PG_ARGISNULL(0))
			PG_RETURN_NULL();
		PG_RETURN_DATUM(state);
	}
	PG_RETURN_DATUM(merge(context, state, PG_GETARG_DATUM(1)));
}

Datum
aer_add(PG_FUNCTION_ARGS)
{
	Datum		sum = merge(CurrentMemoryContext, (Datum) 0, PG_GETARG_DATUM(0));

	PG_RETURN_DATUM(merge(CurrentMemoryContext, sum, PG_GETARG_DATUM(1)));
}
