/*
 * row_moments_flat.c
 *		Converts moments between their expanded and their stored form (sums_form.h).
 *
 * Both ways cost time in proportion to the stored words, and a little for each attribute.
 */
#include "pg/values/row_moments.h"

#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "pg/kernel_call.h"
#include "pg/values/form.h"
#include "utils/fmgrprotos.h"

PG_FUNCTION_INFO_V1(aer_moments_in);
PG_FUNCTION_INFO_V1(aer_moments_out);
PG_FUNCTION_INFO_V1(aer_moments_recv);
PG_FUNCTION_INFO_V1(aer_moments_send);

#define TYPE "aer_moments"
#define malformed(...) form_malformed(TYPE, sqlstate, __VA_ARGS__)

static void check_value(const SumsForm *flat, int sqlstate);

static const SumsType type = {TYPE, MOMENTS_FLAGS, check_value};

/* Details of errors of malformed words. */
static const char *const words_detail[] = {
	[SERIALIZED_SHORT] = "It ends too early.",
	[SERIALIZED_LONG] = "There are bytes after the sums.",
	[SERIALIZED_NOT_FINITE] = "A sum is NaN or infinite.",
	[SERIALIZED_BAD_COUNT] = "A count is impossible.",
	[SERIALIZED_BAD_SUM] = "A sum of squares is negative, or a sum over no rows is not 0.",
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

/* One pass over the text of a value: it counts the bytes, writes them or reads them. */
typedef struct TextPass
{
	char	   *text;			/* NULL: bytes are only counted */
	Size		bytes;			/* passed so far */
	Size		size;			/* of the text, if it is read */
	bool		reads;
	int			sqlstate;		/* of the error if the text is malformed */
} TextPass;

/* Passes over n bytes: sets *bytes to their place if the text is read, else writes or counts them. */
static void
pass_bytes(TextPass *pass, const char **bytes, Size n)
{
	if (pass->reads && n > pass->size - pass->bytes)
		form_malformed(TYPE, pass->sqlstate, "It ends too early.");
	if (pass->reads)
		*bytes = pass->text + pass->bytes;
	else if (pass->text != NULL)
		memcpy(pass->text + pass->bytes, *bytes, n);
	pass->bytes += n;
}

static void
pass_string(TextPass *pass, const char **string)
{
	pass_bytes(pass, string, 1 + (pass->reads ? strnlen(pass->text + pass->bytes, pass->size - pass->bytes) :
								  strlen(*string)));
}

static void
pass_classes(TextPass *pass, ClassNames *names)
{
	uint8		n = (uint8) names->n;
	const char *byte = (const char *) &n;

	pass_bytes(pass, &byte, 1);
	names->n = *(const uint8 *) byte;
	if (names->n > MOST_CLASS_NAMES)
		form_malformed(TYPE, pass->sqlstate, "It has too many classes.");
	for (uint32 c = 0; c < names->n; c++)
	{
		pass_string(pass, (const char **) &names->name[c]);
		if (pass->reads && c > 0 && strcmp(names->name[c - 1], names->name[c]) >= 0)
			form_malformed(TYPE, pass->sqlstate, "Its classes are not in order.");
	}
}

/*
 * Passes over the design, the classes and the block of columns.  The object points into a text
 * that is read.
 */
static void
pass_text(TextPass *pass, RowMoments *object)
{
	pass_string(pass, &object->design);
	if (pass->reads && object->target == TARGET_CLASS)
		object->classes = class_names_create(CurrentMemoryContext);
	if (object->classes)
		pass_classes(pass, object->classes);
	if (pass->reads)
		object->block_bytes = pass->size - pass->bytes;
	if (object->block_bytes > 0)
		pass_bytes(pass, &object->block, object->block_bytes);
}

/* Writes the text to a place, or only counts its bytes if that is NULL; returns their number. */
static Size
write_text(RowMoments *object, char *to)
{
	TextPass	pass = {.text = to};

	pass_text(&pass, object);
	return pass.bytes;
}

/* Reads a copy of the text. */
static void
read_text(RowMoments *object, const SumsForm *flat, int sqlstate)
{
	TextPass	pass = {.size = flat->text_bytes, .reads = true, .sqlstate = sqlstate};

	pass.text = memcpy(palloc(pass.size), sums_text(flat), pass.size);
	pass_text(&pass, object);
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
		row_moments_not_finite(object);
	return words;
}

/*
 * This function and flatten_into() work in the object's own context, because a sort of PostgreSQL 17
 * calls them in a context that cannot free anything.
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
	return offsetof(SumsForm, word) + write_text(object, NULL) + sizeof(uint64) * words;
}

static uint32
flags_of(const RowMoments *object)
{
	uint32		flags = (uint32) object->target << MOMENTS_TARGET_SHIFT;
	SerializedShape shape = {0};

	if (object->d > 0)
		shape = serialized_shape(&object->moments);
	flags |= shape.complete ? MOMENTS_COMPLETE : 0;
	flags |= object->own_units ? MOMENTS_OWN_UNITS : 0;
	flags |= object->keyed ? MOMENTS_KEYED : 0;
	flags |= visits_size(object) > 0 ? MOMENTS_VISITS : 0;
	flags |= shape.rows ? MOMENTS_ROWS : 0;
	flags |= shape.center ? MOMENTS_CENTER : 0;
	flags |= shape.extremes ? MOMENTS_EXTREMES : 0;
	flags |= shape.missing ? MOMENTS_MISSING : 0;
	flags |= shape.weighted ? MOMENTS_WEIGHTED : 0;
	flags |= shape.reduced ? MOMENTS_REDUCED : 0;
	flags |= shape.unknown ? MOMENTS_UNKNOWN : 0;
	return flags;
}

static void
flatten_into(ExpandedObjectHeader *header, void *result, Size size)
{
	RowMoments *object = (RowMoments *) header;
	SumsForm   *flat = result;
	MemoryContext caller = MemoryContextSwitchTo(header->eoh_context);

	memset(flat, 0, offsetof(SumsForm, word));
	SET_VARSIZE(flat, size);
	flat->format = NEWEST_FORMAT;
	flat->flags = flags_of(object);
	flat->d = object->d;
	flat->folds = object->folds;
	flat->text_bytes = write_text(object, NULL);
	flat->skipped = object->skipped;
	(void) write_text(object, (char *) flat + size - flat->text_bytes);
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

/* Returns the number of words that visits claim, which check_header() compares with the size. */
static Size
visits_words(const SumsForm *flat)
{
	return (flat->flags & MOMENTS_VISITS) ? 1 + (Size) flat->word[0] + flat->d : 0;
}

/* Checks the size, the header, and that visits have room. */
static void
check_header(const SumsForm *flat, int sqlstate)
{
	sums_check_size(&type, flat, sqlstate);
	if (flat->folds == 0 ||
		flat->folds > PG_UINT16_MAX || flat->d > MAX_ATTRIBUTES || flat->skipped > MOST_ROWS ||
		flat->text_bytes == 0 ||
		((flat->flags & MOMENTS_ROWS) && (flat->d == 0 || (flat->flags & (MOMENTS_EXTREMES | MOMENTS_REDUCED)))) ||
		(flat->d == 0 && sums_words(flat) > 0))
		malformed("Its header is wrong.");
	if ((flat->flags & MOMENTS_VISITS) &&
		(sums_words(flat) == 0 || flat->word[0] > flat->d ||
		 sums_words(flat) < visits_words(flat)))
		malformed("It ends too early.");
}

void
row_moments_read_columns(RowMoments *object, int sqlstate)
{
	if (object->block == NULL || object->columns.column != NULL)
		return;
	if (!columns_read(object->work, object->block, object->block_bytes, &object->columns) ||
		object->columns.looks.d != object->d ||
		(columns_sets(&object->columns) > 0 && columns_sets(&object->columns) != object->folds + 1))
		malformed("Its columns are impossible.");
}

static SerializedShape
shape_of(const SumsForm *flat, const ClassNames *classes)
{
	SerializedShape shape = {
		.d = flat->d,
		.folds = flat->folds,
		.classes = classes ? classes->n : 0,
		.rows = (flat->flags & MOMENTS_ROWS) != 0,
		.weighted = (flat->flags & MOMENTS_WEIGHTED) != 0,
		.complete = (flat->flags & MOMENTS_COMPLETE) != 0,
		.center = (flat->flags & MOMENTS_CENTER) != 0,
		.extremes = (flat->flags & MOMENTS_EXTREMES) != 0,
		.missing = (flat->flags & MOMENTS_MISSING) != 0,
		.unknown = (flat->flags & MOMENTS_UNKNOWN) != 0,
		.reduced = (flat->flags & MOMENTS_REDUCED) != 0
	};

	return shape;
}

/* Reads the sums or the rows. */
static void
read_words(RowMoments *object, const SumsForm *flat, int sqlstate)
{
	SerializedShape shape = shape_of(flat, object->classes);
	SerializedStatus status = serialized_read(&object->moments, flat->word + visits_words(flat),
											  sums_words(flat) - visits_words(flat), &shape);

	if (status != SERIALIZED_OK)
		malformed("%s", words_detail[status]);
}

RowMoments *
row_moments_load(const SumsForm *flat, MemoryContext parent, int sqlstate)
{
	MemoryContext context;
	MemoryContext old;
	RowMoments	header;
	RowMoments *object;

	check_header(flat, sqlstate);
	if (!(flat->flags & (MOMENTS_ROWS | MOMENTS_COMPLETE)))
		row_moments_check_pairs(flat->d, flat->folds);
	header = (RowMoments)
	{
		.d = flat->d,
		.folds = flat->folds,
		.own_units = (flat->flags & MOMENTS_OWN_UNITS) != 0,
		.keyed = (flat->flags & MOMENTS_KEYED) != 0,
		.target = (TargetType) ((flat->flags & MOMENTS_TARGET) >> MOMENTS_TARGET_SHIFT),
		.columns = columns_of_array(flat->d),
		.moments.complete = (flat->flags & MOMENTS_COMPLETE) != 0,
		.moments.rows.weighted = (flat->flags & MOMENTS_WEIGHTED) != 0
	};
	context = row_moments_context(parent, ALLOCSET_DEFAULT_INITSIZE);
	old = MemoryContextSwitchTo(context);
	read_text(&header, flat, sqlstate);
	if ((flat->flags & MOMENTS_VISITS) &&
		!panel_visits_read(&header.visits, flat->d, flat->word, sums_words(flat)))
		malformed("The visits of panels are impossible.");
	object = row_moments_create(context, &header);
	object->skipped = flat->skipped;
	if (flat->d > 0)
		read_words(object, flat, sqlstate);
	MemoryContextSwitchTo(old);
	row_moments_assert_valid(object);
	return object;
}

/* Checks a value that came in: encodings of texts, the design and the columns, too. */
static void
check_value(const SumsForm *flat, int sqlstate)
{
	RowMoments *object = row_moments_load(flat, CurrentMemoryContext, sqlstate);

	pg_verifymbstr(object->design, strlen(object->design), false);
	if (object->design[0] != '\0')
		(void) DirectFunctionCall1(jsonb_in, CStringGetDatum(object->design));
	for (uint32 c = 0; object->classes && c < object->classes->n; c++)
		pg_verifymbstr(object->classes->name[c], strlen(object->classes->name[c]), false);
	row_moments_read_columns(object, sqlstate);
	form_check_columns(TYPE, sqlstate, &object->columns);
	DeleteExpandedObject(row_moments_datum(object));
}

Datum
aer_moments_send(PG_FUNCTION_ARGS)
{
	return sums_send(&type, fcinfo);
}

Datum
aer_moments_recv(PG_FUNCTION_ARGS)
{
	return sums_recv(&type, fcinfo);
}

Datum
aer_moments_out(PG_FUNCTION_ARGS)
{
	return sums_out(&type, fcinfo);
}

Datum
aer_moments_in(PG_FUNCTION_ARGS)
{
	return sums_in(&type, fcinfo);
}
