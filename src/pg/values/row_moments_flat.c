/*
 * row_moments_flat.c
 *		Moments between their expanded, their stored and their binary form:
 *		see moments_form.h.
 *
 * All ways cost what was seen, and a little for each attribute.
 */
#include "pg/values/row_moments.h"

#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "pg/kernel_call.h"
#include "pg/values/form.h"
#include "utils/fmgrprotos.h"

PG_FUNCTION_INFO_V1(aer_moments_in);
PG_FUNCTION_INFO_V1(aer_moments_out);
PG_FUNCTION_INFO_V1(aer_moments_recv);
PG_FUNCTION_INFO_V1(aer_moments_send);

#define malformed(...) form_malformed("aer_moments", sqlstate, __VA_ARGS__)

/* Detail of the error of words that are none. */
static const char *const words_detail[] = {
	[SERIALIZED_SHORT] = "It ends too early.",
	[SERIALIZED_LONG] = "Something follows the sums.",
	[SERIALIZED_NOT_FINITE] = "A sum is NaN or infinite.",
	[SERIALIZED_BAD_COUNT] = "A count is impossible.",
	[SERIALIZED_BAD_SUM] = "A sum is negative, or no sum.",
	[SERIALIZED_BAD_EXTREMES] = "The extremes of the target are impossible.",
	[SERIALIZED_BAD_SEEN] = "The number of attributes seen is impossible.",
	[SERIALIZED_BAD_ATTRIBUTE] = "The attributes are not in order.",
	[SERIALIZED_BAD_PAIR] = "The pairs are not in order.",
	[SERIALIZED_BAD_CLASS] = "The sums of its classes are impossible, or a class has no rows.",
	[SERIALIZED_BAD_ROW] = "Its rows are impossible.",
};

static Size
visits_size(const RowMoments *object)
{
	return panel_visits_words(&object->visits, object->d);
}

/* Writes a byte, or a string with its NUL, and returns where it ends; to NULL it only counts. */
static Size
put_byte(char *to, Size at, uint8 byte)
{
	if (to != NULL)
		to[at] = (char) byte;
	return at + 1;
}

static Size
put_string(char *to, Size at, const char *string)
{
	Size		bytes = strlen(string) + 1;

	if (to != NULL)
		memcpy(to + at, string, bytes);
	return at + bytes;
}

/* Writes the design, the classes and the columns; returns how many bytes. */
static Size
put_text(const RowMoments *object, char *to)
{
	Size		at = put_string(to, 0, object->design);

	if (object->classes)
		at = put_byte(to, at, (uint8) object->classes->n);
	for (uint32 c = 0; object->classes && c < object->classes->n; c++)
		at = put_string(to, at, object->classes->name[c]);
	if (to != NULL && object->block != NULL)
		memcpy(to + at, object->block, object->block_bytes);
	return at + object->block_bytes;
}

/*
 * Counts the words of the sums or of the rows.  They must be finite, so that they can be read
 * again.
 */
static Size
measure_words(RowMoments *object)
{
	size_t		words;

	row_moments_settle(object);
	if (object->d == 0)
		return 0;
	if (serialized_measure(&object->moments, &words) != SERIALIZED_OK)
		row_moments_not_finite();
	return words;
}

/*
 * What is needed meanwhile is in the object's own context: a sort calls these two in one of
 * PostgreSQL 17 that frees nothing.
 */
static Size
get_flat_size(ExpandedObjectHeader *header)
{
	RowMoments *object = (RowMoments *) header;
	MemoryContext caller = MemoryContextSwitchTo(header->eoh_context);
	Size		words = measure_words(object);	/* sorts the classes */

	row_moments_assert_valid(object);
	words += visits_size(object);
	MemoryContextSwitchTo(caller);
	return offsetof(RowMomentsForm, word) + put_text(object, NULL) + sizeof(uint64) * words;
}

static uint32
flags_of(const RowMoments *object)
{
	uint32		flags = (uint32) object->target << FORM_TARGET_SHIFT;
	SerializedShape shape = {0};

	if (object->d > 0)
		shape = serialized_shape(&object->moments);
	flags |= shape.complete ? FORM_COMPLETE : 0;
	flags |= object->own_units ? FORM_OWN_UNITS : 0;
	flags |= object->keyed ? FORM_KEYED : 0;
	flags |= visits_size(object) > 0 ? FORM_VISITS : 0;
	flags |= shape.rows ? FORM_ROWS : 0;
	flags |= shape.center ? FORM_CENTER : 0;
	flags |= shape.extremes ? FORM_EXTREMES : 0;
	flags |= shape.missing ? FORM_MISSING : 0;
	flags |= shape.reduced ? FORM_REDUCED : 0;
	flags |= shape.unknown ? FORM_UNKNOWN : 0;
	return flags;
}

static void
flatten_into(ExpandedObjectHeader *header, void *result, Size size)
{
	RowMoments *object = (RowMoments *) header;
	RowMomentsForm *flat = result;
	MemoryContext caller = MemoryContextSwitchTo(header->eoh_context);

	memset(flat, 0, offsetof(RowMomentsForm, word));
	SET_VARSIZE(flat, size);
	flat->format = NEWEST_FORMAT;
	flat->flags = flags_of(object);
	flat->d = object->d;
	flat->folds = object->folds;
	flat->text_bytes = put_text(object, NULL);
	flat->skipped = object->skipped;
	(void) put_text(object, (char *) flat + size - flat->text_bytes);
	if (visits_size(object) > 0)
		panel_visits_write(&object->visits, object->d, flat->word);
	if (object->d > 0)
		(void) serialized_write(&object->moments, flat->word + visits_size(object));
	MemoryContextSwitchTo(caller);
}

const ExpandedObjectMethods row_moments_flat_methods = {
	get_flat_size,
	flatten_into
};

/* How many words a flat value has, whose size was checked. */
static Size
all_words(const RowMomentsForm *flat)
{
	return (VARSIZE(flat) - offsetof(RowMomentsForm, word) - flat->text_bytes) / sizeof(uint64);
}

/* The words of the visits, whose number may be anything yet. */
static Size
visits_words(const RowMomentsForm *flat)
{
	return (flat->flags & FORM_VISITS) ? 1 + (Size) flat->word[0] + flat->d : 0;
}

/* The words that follow, and how many there are. */
static const uint64 *
sums_of(const RowMomentsForm *flat)
{
	return flat->word + visits_words(flat);
}

static Size
sums_words(const RowMomentsForm *flat)
{
	return all_words(flat) - visits_words(flat);
}

/* Sizes first: nothing may be read beyond the value. */
static void
check_header(const RowMomentsForm *flat, int sqlstate)
{
	Size		header = offsetof(RowMomentsForm, word);
	Size		size = VARSIZE(flat);

	if (size < header)
		malformed("It ends too early.");
	form_check("aer_moments", flat->format, flat->flags, FORM_FLAGS);
	if (flat->text_bytes > size - header || (size - header - flat->text_bytes) % sizeof(uint64) != 0)
		malformed("Its size is wrong.");
	if (flat->folds == 0 ||
		flat->folds > PG_UINT16_MAX || flat->d > MAX_ATTRIBUTES || flat->skipped > MOST_ROWS ||
		flat->text_bytes == 0 ||
		((flat->flags & FORM_ROWS) && (flat->d == 0 || (flat->flags & (FORM_EXTREMES | FORM_REDUCED)))) ||
		(flat->d == 0 && all_words(flat) > 0))
		malformed("Its header is wrong.");
	if ((flat->flags & FORM_VISITS) &&
		(all_words(flat) == 0 || flat->word[0] > flat->d ||
		 all_words(flat) < visits_words(flat)))
		malformed("It ends too early.");
}

/* The classes from there on; returns where they end. */
static const char *
read_classes(RowMoments *object, const char *at, const char *end, int sqlstate)
{
	ClassNames *names = class_names_create(CurrentMemoryContext);
	uint8		n;

	if (at == end)
		malformed("It ends too early.");
	n = (uint8) *at++;
	if (n > MOST_CLASS_NAMES)
		malformed("It has too many classes.");
	for (uint32 c = 0; c < n; c++)
	{
		Size		length = strnlen(at, end - at);

		if (at + length == end)
			malformed("A class is missing.");
		(void) class_names_place(names, at, length);
		if (names->n != c + 1 || (c > 0 && strcmp(names->name[c - 1], names->name[c]) >= 0))
			malformed("Its classes are not in order.");
		at += length + 1;
	}
	object->classes = names;
	return at;
}

/* Reads the design and the classes; the rest are the columns. */
static void
read_text(RowMoments *object, const char *at, const char *end, int sqlstate)
{
	Size		length = strnlen(at, end - at);

	if (at + length == end)
		malformed("The design is no text.");
	object->design = pstrdup(at);
	at += length + 1;
	if (object->target == TARGET_CLASS)
		at = read_classes(object, at, end, sqlstate);
	if (at == end)
		return;
	object->block_bytes = end - at;
	object->block = memcpy(palloc(end - at), at, end - at);
}

void
row_moments_read_columns(RowMoments *object, int sqlstate)
{
	if (object->block == NULL || object->columns.column != NULL)
		return;
	if (!columns_read(object->work, object->block, object->block_bytes, &object->columns) ||
		object->columns.looks.d != object->d)
		malformed("Its columns are impossible.");
}

static SerializedShape
shape_of(const RowMomentsForm *flat, const ClassNames *classes)
{
	SerializedShape	shape = {
		.d = flat->d,
		.folds = flat->folds,
		.classes = classes ? classes->n : 0,
		.rows = (flat->flags & FORM_ROWS) != 0,
		.complete = (flat->flags & FORM_COMPLETE) != 0,
		.center = (flat->flags & FORM_CENTER) != 0,
		.extremes = (flat->flags & FORM_EXTREMES) != 0,
		.missing = (flat->flags & FORM_MISSING) != 0,
		.unknown = (flat->flags & FORM_UNKNOWN) != 0,
		.reduced = (flat->flags & FORM_REDUCED) != 0
	};

	return shape;
}

/* Reads the sums or the rows. */
static void
read_words(RowMoments *object, const RowMomentsForm *flat, int sqlstate)
{
	SerializedShape shape = shape_of(flat, object->classes);
	SerializedStatus status = serialized_read(&object->moments, sums_of(flat), sums_words(flat), &shape);

	if (status != SERIALIZED_OK)
		malformed("%s", words_detail[status]);
}

RowMoments *
row_moments_load(const RowMomentsForm *flat, MemoryContext parent, int sqlstate)
{
	MemoryContext context;
	MemoryContext old;
	RowMoments	header;
	RowMoments *object;

	check_header(flat, sqlstate);
	if (!(flat->flags & (FORM_ROWS | FORM_COMPLETE)))
		row_moments_check_pairs(flat->d, flat->folds);
	header = (RowMoments)
	{
		.d = flat->d,
		.folds = flat->folds,
		.own_units = (flat->flags & FORM_OWN_UNITS) != 0,
		.keyed = (flat->flags & FORM_KEYED) != 0,
		.target = (TargetType) ((flat->flags & FORM_TARGET) >> FORM_TARGET_SHIFT),
		.columns = columns_of_array(flat->d),
		.moments.complete = (flat->flags & FORM_COMPLETE) != 0
	};
	context = row_moments_context(parent, ALLOCSET_DEFAULT_INITSIZE);
	old = MemoryContextSwitchTo(context);
	read_text(&header, (const char *) flat + VARSIZE(flat) - flat->text_bytes,
			  (const char *) flat + VARSIZE(flat), sqlstate);
	if ((flat->flags & FORM_VISITS) &&
		!panel_visits_read(&header.visits, flat->d, flat->word, all_words(flat)))
		malformed("The visits of panels are impossible.");
	object = row_moments_create(context, &header);
	object->skipped = flat->skipped;
	if (flat->d > 0)
		read_words(object, flat, sqlstate);
	MemoryContextSwitchTo(old);
	row_moments_assert_valid(object);
	return object;
}

static void
send(StringInfo out, Datum value)
{
	const RowMomentsForm *flat = (const RowMomentsForm *) PG_DETOAST_DATUM(value);
	Size		words;

	check_header(flat, ERRCODE_DATA_CORRUPTED);
	words = all_words(flat);
	pq_sendint32(out, flat->format);
	pq_sendint32(out, flat->flags);
	pq_sendint32(out, flat->d);
	pq_sendint32(out, flat->folds);
	pq_sendint32(out, flat->text_bytes);
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
		malformed("It ends too early.");
}

static RowMomentsForm *
receive(StringInfo in, int sqlstate)
{
	RowMomentsForm header = {.format = pq_getmsgint(in, 4)};
	RowMomentsForm *flat;
	RowMoments *object;
	uint64		words;
	Size		size;
	const char *text;

	header.flags = pq_getmsgint(in, 4);
	form_check("aer_moments", header.format, header.flags, FORM_FLAGS);
	header.d = pq_getmsgint(in, 4);
	header.folds = pq_getmsgint(in, 4);
	header.text_bytes = pq_getmsgint(in, 4);
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

	object = row_moments_load(flat, CurrentMemoryContext, sqlstate);
	pg_verifymbstr(object->design, strlen(object->design), false);
	if (object->design[0] != '\0')
		(void) DirectFunctionCall1(jsonb_in, CStringGetDatum(object->design));
	for (uint32 c = 0; object->classes && c < object->classes->n; c++)
		pg_verifymbstr(object->classes->name[c], strlen(object->classes->name[c]), false);
	row_moments_read_columns(object, sqlstate);
	form_check_columns("aer_moments", sqlstate, &object->columns);
	DeleteExpandedObject(row_moments_datum(object));
	return flat;
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
	PG_RETURN_POINTER(receive((StringInfo) PG_GETARG_POINTER(0), ERRCODE_INVALID_BINARY_REPRESENTATION));
}

Datum
aer_moments_out(PG_FUNCTION_ARGS)
{
	StringInfoData buffer;

	initStringInfo(&buffer);
	send(&buffer, PG_GETARG_DATUM(0));
	PG_RETURN_CSTRING(form_to_text("aer_moments", &buffer));
}

Datum
aer_moments_in(PG_FUNCTION_ARGS)
{
	StringInfoData buffer;
	RowMomentsForm *flat;

	form_from_text("aer_moments", PG_GETARG_CSTRING(0), &buffer);
	flat = receive(&buffer, ERRCODE_INVALID_TEXT_REPRESENTATION);
	pq_getmsgend(&buffer);
	PG_RETURN_POINTER(flat);
}
