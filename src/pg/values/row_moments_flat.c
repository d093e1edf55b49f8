/*
 * row_moments_flat.c
 *		Moments of rows between their expanded and their stored form.
 *
 * Both ways cost what was seen, and a little for each attribute.
 */
#include "pg/values/row_moments.h"

#include "pg/kernel_call.h"
#include "pg/values/form.h"

#define malformed(...) form_malformed("aer_moments", sqlstate, __VA_ARGS__)

/* Detail of the error of words that are none. */
static const char *const words_detail[] = {
	[WORDS_SHORT] = "It ends too early.",
	[WORDS_LONG] = "Something follows the sums.",
	[WORDS_NOT_FINITE] = "A sum is NaN or infinite.",
	[WORDS_BAD_COUNT] = "A count is impossible.",
	[WORDS_BAD_SUM] = "A sum is negative, or no sum.",
	[WORDS_BAD_EXTREMES] = "The extremes of the target are impossible.",
	[WORDS_BAD_SEEN] = "The number of attributes seen is impossible.",
	[WORDS_BAD_ATTRIBUTE] = "The attributes are not in order.",
	[WORDS_BAD_PAIR] = "The pairs are not in order.",
	[WORDS_BAD_ROW] = "Its rows are impossible.",
};

static void
check_words(WordsStatus status, int sqlstate)
{
	if (status != WORDS_OK)
		malformed("%s", words_detail[status]);
}

/* A word more of what is hashed. */
static uint64
hash_word(uint64 hash, uint64 word)
{
	hash = (hash ^ word) * UINT64CONST(0x9E3779B97F4A7C15);
	return hash ^ (hash >> 32);
}

/* A text, and where it ends. */
static uint64
hash_text(uint64 hash, const char *text)
{
	uint64		length = 0;

	for (; text[length] != '\0'; length++)
		hash = hash_word(hash, (unsigned char) text[length]);
	return hash_word(hash, length);
}

uint64
row_moments_fingerprint(const RowMoments *object)
{
	uint64		hash;

	if (object->d == 0)
		return 0;
	hash = hash_text(object->d, object->design);
	for (uint32 i = 0; object->name && i < object->d; i++)
		hash = hash_word(hash_text(hash, object->name[i]), object->type[i]);
	for (uint32 i = 0; object->center && i < object->d; i++)
	{
		uint64		word;

		memcpy(&word, &object->center[i], sizeof(word));
		hash = hash_word(hash, word);
	}
	return hash;
}

/* Centre and visits are told by the fingerprint, too, so lean values have neither. */
static bool
has_center(const RowMoments *object)
{
	return object->center && !object->lean;
}

static Size
visits_size(const RowMoments *object)
{
	return object->lean ? 0 : panel_visits_words(&object->visits, object->d);
}

/* Words of the list, and of the centre that comes before it. */
static Size
list_words(const RowMoments *object)
{
	return (has_center(object) ? object->d : 0) + words_of_rows(object->list.used);
}

/* Are sums in two words written? */
static bool
shows_exact(const RowMoments *object)
{
	return object->exact && !object->lean && object->d > 0;
}

static Size
text_size(const RowMoments *object)
{
	Size		bytes = 0;

	if (object->lean)
		return 0;
	for (uint32 i = 0; object->name && i < object->d; i++)
		bytes += 1 + strlen(object->name[i]) + 1;
	return bytes + strlen(object->design) + 1;
}

void
row_moments_not_finite(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("attributes or targets are so large that their squares are infinite"),
			 errhint("Divide them by a constant.")));
}

/*
 * Choose what is written, sums in object->shown or else the list, and count its
 * words.  What is written must be finite, so that it can be read in again.
 */
static Size
measure_words(RowMoments *object)
{
	MemoryContext context = object->object.header.eoh_context;
	void	   *scratch;
	size_t		words;
	WordsStatus status;

	if (object->shown_context)
		MemoryContextDelete(object->shown_context);
	object->shown_context = NULL;
	object->shown = NULL;
	if (object->d == 0)
		return 0;
	if (object->cells == NULL)
		object->cells = MemoryContextAlloc(context, sizeof(uint64) * object->folds);
	if (shows_exact(object))
	{
		row_moments_check_counts(object);
		return exact_words_measure(&object->two_words, object->cells, kernel_poll);
	}
	if (object->summed)
		object->shown = &object->moments;
	else if (object->lean || object->partial || row_moments_wide(object))
		return list_words(object);
	else
	{
		object->shown_context = AllocSetContextCreate(context, "aer moments shown",
													  ALLOCSET_START_SMALL_SIZES);
		object->shown = MemoryContextAlloc(object->shown_context, sizeof(Moments));
		row_moments_sum_list(object, object->shown, object->shown_context);
	}
	scratch = MemoryContextAllocHuge(context, words_scratch_size(object->shown));
	status = words_measure(object->shown, &words, object->cells, scratch, kernel_poll);
	pfree(scratch);
	if (status != WORDS_OK)
		row_moments_not_finite();
	return words;
}

static void
write_words(RowMoments *object, uint64 *word)
{
	void	   *scratch;

	if (shows_exact(object))
	{
		exact_words_write(&object->two_words, word, object->cells, kernel_poll);
		return;
	}
	if (object->shown == NULL)
	{
		if (has_center(object))
			memcpy(word, object->center, sizeof(double) * object->d);
		words_write_rows(&object->list, word + (has_center(object) ? object->d : 0));
		return;
	}
	scratch = MemoryContextAllocHuge(object->object.header.eoh_context,
									 words_scratch_size(object->shown));
	words_write(object->shown, word, object->cells, scratch, kernel_poll);
	pfree(scratch);
	if (object->shown_context)
		MemoryContextDelete(object->shown_context);
	object->shown_context = NULL;
	object->shown = NULL;
}

Size
row_moments_flat_size(RowMoments *object)
{
	row_moments_assert_valid(object);
	return offsetof(RowMomentsForm, word) + text_size(object) +
		sizeof(uint64) * (visits_size(object) + measure_words(object));
}

static uint32
flags_of(const RowMoments *object)
{
	uint32		flags = (uint32) object->target << FORM_TARGET_SHIFT;

	flags |= object->complete ? FORM_COMPLETE : 0;
	flags |= object->own_units ? FORM_OWN_UNITS : 0;
	flags |= object->keyed ? FORM_KEYED : 0;
	flags |= has_center(object) ? FORM_CENTER : 0;
	flags |= visits_size(object) > 0 ? FORM_VISITS : 0;
	if (object->shown || shows_exact(object))
	{
		WordsShape	shape = object->shown ? words_shape(object->shown) :
			exact_words_shape(&object->two_words);

		flags |= shape.exact ? FORM_DOUBLE | FORM_LOOKS : 0;
		flags |= shape.exact && object->two_words.rounded ? FORM_ROUNDED : 0;

		flags |= shape.extremes ? FORM_EXTREMES : 0;
		flags |= shape.missing ? FORM_MISSING : 0;
		flags |= shape.unknown ? FORM_UNKNOWN : 0;
	}
	else if (object->d > 0)
	{
		flags |= FORM_ROWS;
		flags |= object->lean ? FORM_LEAN : 0;
		flags |= object->list.missing ? FORM_MISSING : 0;
		flags |= object->list.unknown ? FORM_UNKNOWN : 0;
		flags |= object->list.known ? FORM_LOOKS : 0;
	}
	return flags;
}

static void
write_text(const RowMoments *object, char *at)
{
	strcpy(at, object->design);
	at += strlen(at) + 1;
	for (uint32 i = 0; object->name && i < object->d; i++)
		*at++ = (char) object->type[i];
	for (uint32 i = 0; object->name && i < object->d; i++)
	{
		strcpy(at, object->name[i]);
		at += strlen(at) + 1;
	}
}

void
row_moments_flatten(RowMoments *object, RowMomentsForm *flat, Size size)
{
	memset(flat, 0, offsetof(RowMomentsForm, word));
	SET_VARSIZE(flat, size);
	flat->format = NEWEST_FORMAT;
	flat->kind = MOMENTS_OF_ROWS;
	flat->flags = flags_of(object);
	flat->d = object->d;
	flat->folds = object->folds;
	flat->text_bytes = text_size(object);
	flat->fingerprint = object->fingerprint;
	flat->skipped = object->skipped;
	if (!object->lean)
		write_text(object, (char *) flat + size - flat->text_bytes);
	if (visits_size(object) > 0)
		panel_visits_write(&object->visits, object->d, flat->word);
	if (object->d > 0)
		write_words(object, flat->word + visits_size(object));
}

Size
row_moments_words(const RowMomentsForm *flat)
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
	return row_moments_words(flat) - visits_words(flat);
}

/* Sizes first: nothing may be read beyond the value. */
static void
check_header(const RowMomentsForm *flat, int sqlstate)
{
	Size		header = offsetof(RowMomentsForm, word);
	Size		size = VARSIZE(flat);
	bool		lean = (flat->flags & FORM_LEAN) != 0;

	if (size < header || flat->text_bytes > size - header ||
		(size - header - flat->text_bytes) % sizeof(uint64) != 0)
		malformed("Its size is wrong.");
	form_check("aer_moments", flat->format, flat->flags, FORM_FLAGS);
	if ((flat->flags & FORM_TARGET) == FORM_TARGET || flat->folds == 0 ||
		flat->folds > PG_UINT16_MAX || flat->d > MAX_ATTRIBUTES || flat->skipped > MOST_ROWS ||
		lean != (flat->text_bytes == 0) ||
		(lean && (!(flat->flags & FORM_ROWS) || (flat->flags & (FORM_CENTER | FORM_VISITS)))) ||
		((flat->flags & FORM_DOUBLE) && !(flat->flags & FORM_LOOKS)) ||
		((flat->flags & FORM_LOOKS) && !(flat->flags & (FORM_ROWS | FORM_DOUBLE))) ||
		((flat->flags & FORM_ROUNDED) && !(flat->flags & FORM_DOUBLE)) ||
		((flat->flags & FORM_ROWS) && (flat->d == 0 || (flat->flags & (FORM_EXTREMES | FORM_DOUBLE)))) ||
		(flat->d == 0 && row_moments_words(flat) > 0))
		malformed("Its header is wrong.");
	if ((flat->flags & FORM_VISITS) &&
		(row_moments_words(flat) == 0 || flat->word[0] > flat->d ||
		 row_moments_words(flat) < visits_words(flat)))
		malformed("It ends too early.");
	if ((flat->flags & FORM_CENTER) && sums_words(flat) < flat->d)
		malformed("It ends too early.");
}

/* The design, then types and names of the attributes. */
static void
read_text(RowMoments *object, const char *at, const char *end, int sqlstate)
{
	Size		length = strnlen(at, end - at);

	if (at + length == end)
		malformed("The design is no text.");
	object->design = pstrdup(at);
	at += length + 1;
	if (at == end)
		return;
	if ((Size) (end - at) < object->d)
		malformed("It ends too early.");
	object->type = palloc(sizeof(AttributeType) * object->d);
	object->name = palloc(sizeof(char *) * object->d);
	for (uint32 i = 0; i < object->d; i++)
		object->type[i] = (AttributeType) *at++;
	for (uint32 i = 0; i < object->d; i++)
	{
		length = strnlen(at, end - at);
		if (at + length == end || length == 0)
			malformed("The name of an attribute is missing.");
		object->name[i] = pstrdup(at);
		at += length + 1;
	}
	if (!row_attributes_valid(object->d, object->name, object->type))
		malformed("Names and types of the attributes do not go together.");
	if (at != end)
		malformed("Something follows the names.");
}

static WordsShape
shape_of(const RowMomentsForm *flat)
{
	WordsShape	shape = {
		.d = flat->d,
		.folds = flat->folds,
		.complete = (flat->flags & FORM_COMPLETE) != 0,
		.center = (flat->flags & FORM_CENTER) != 0,
		.extremes = (flat->flags & FORM_EXTREMES) != 0,
		.missing = (flat->flags & FORM_MISSING) != 0,
		.unknown = (flat->flags & FORM_UNKNOWN) != 0,
		.looks = (flat->flags & FORM_LOOKS) != 0,
		.exact = (flat->flags & FORM_DOUBLE) != 0
	};

	return shape;
}

/* Rows come after the centre. */
static void
read_list(RowMoments *object, const RowMomentsForm *flat, MemoryContext context, int sqlstate)
{
	WordsShape	shape = shape_of(flat);
	Size		center = shape.center ? flat->d : 0;
	Size		words = sums_words(flat) - center;
	Size		entries = words_row_entries(words);
	Size		wanted = row_list_wanted(&object->list, entries);
	void	   *old = wanted == 0 ? NULL :
		row_list_grow(&object->list, entries, MemoryContextAllocHuge(context, wanted));

	if (old)
		pfree(old);
	check_words(words_read_rows(sums_of(flat) + center, words, &shape, &object->list), sqlstate);
	object->partial = true;
}

static void
read_header(RowMoments *object, const RowMomentsForm *flat)
{
	object->d = flat->d;
	object->folds = flat->folds;
	object->complete = (flat->flags & FORM_COMPLETE) != 0;
	object->exact = (flat->flags & FORM_DOUBLE) != 0;
	object->own_units = (flat->flags & FORM_OWN_UNITS) != 0;
	object->keyed = (flat->flags & FORM_KEYED) != 0;
	object->lean = (flat->flags & FORM_LEAN) != 0;
	object->target = (TargetType) ((flat->flags & FORM_TARGET) >> FORM_TARGET_SHIFT);
	object->skipped = flat->skipped;
	object->fingerprint = flat->fingerprint;
}

void
row_moments_load_lean(RowMoments *object, const RowMomentsForm *flat, MemoryContext context,
					  int sqlstate)
{
	check_header(flat, sqlstate);
	read_header(object, flat);
	object->design = "";
	read_list(object, flat, context, sqlstate);
}

RowMoments *
row_moments_load_header(const RowMomentsForm *flat, MemoryContext parent, int sqlstate)
{
	WordsShape	shape = shape_of(flat);
	RowMoments *object;
	MemoryContext old;

	check_header(flat, sqlstate);
	if (!(flat->flags & FORM_LEAN))
		row_moments_check_size(flat->d, flat->folds, shape.complete, shape.exact);
	if (!(flat->flags & FORM_ROWS) && !shape.complete && !shape.exact)
		row_moments_check_pairs(flat->d, flat->folds);
	object = row_moments_create(parent);
	old = MemoryContextSwitchTo(object->object.header.eoh_context);
	read_header(object, flat);
	if (object->lean)
		object->design = pstrdup("");
	else
		read_text(object, (const char *) flat + VARSIZE(flat) - flat->text_bytes,
				  (const char *) flat + VARSIZE(flat), sqlstate);
	if ((flat->flags & FORM_VISITS) &&
		!panel_visits_read(&object->visits, flat->d, flat->word, row_moments_words(flat)))
		malformed("The visits of panels are impossible.");
	if (shape.center && flat->d > 0)
	{
		object->center = palloc(sizeof(double) * flat->d);
		memcpy(object->center, sums_of(flat), sizeof(double) * flat->d);
		for (uint32 i = 0; i < flat->d; i++)
			if (!isfinite(object->center[i]))
				check_words(WORDS_NOT_FINITE, sqlstate);
	}
	if (!object->lean && row_moments_fingerprint(object) != object->fingerprint)
		malformed("Its fingerprint is wrong.");
	if (flat->flags & FORM_ROWS)
		read_list(object, flat, CurrentMemoryContext, sqlstate);
	else if (flat->d > 0)
		check_words(words_check(sums_of(flat), sums_words(flat), &shape, kernel_poll), sqlstate);
	MemoryContextSwitchTo(old);
	return object;
}

void
row_moments_add_flat(RowMoments *target, RowMoments *header, const RowMomentsForm *flat, int sign)
{
	WordsShape	shape = shape_of(flat);

	if (flat->flags & FORM_ROWS)
		row_moments_add_seen(target, header, sign);
	else if (flat->d > 0 && target->exact == shape.exact)
	{
		row_moments_add_words(target, sums_of(flat), &shape, sign);
		if (flat->flags & FORM_ROUNDED)
			target->two_words.rounded = true;
	}
	else if (flat->d > 0)
	{
		row_moments_add_words(header, sums_of(flat), &shape, 1);
		row_moments_add_seen(target, header, sign);
	}
}

RowMoments *
row_moments_load(const RowMomentsForm *flat, MemoryContext parent, int sqlstate)
{
	RowMoments *object = row_moments_load_header(flat, parent, sqlstate);

	if (!(flat->flags & FORM_ROWS))
		row_moments_add_flat(object, object, flat, 1);
	row_moments_assert_valid(object);
	return object;
}
