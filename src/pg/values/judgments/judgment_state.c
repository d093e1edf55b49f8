/*
 * judgment_state.c
 *		The type aer_judgment_moments: the expanded object and its stored form.
 */
#include "pg/values/judgments/judgment_state.h"

#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "pg/arguments.h"
#include "pg/kernel_call.h"
#include "pg/values/form.h"
#include "pg/values/judgments_form.h"

PG_FUNCTION_INFO_V1(aer_judgment_moments_in);
PG_FUNCTION_INFO_V1(aer_judgment_moments_out);
PG_FUNCTION_INFO_V1(aer_judgment_moments_recv);
PG_FUNCTION_INFO_V1(aer_judgment_moments_send);
PG_FUNCTION_INFO_V1(aer_judgment_moments_merge);

#define TYPE "aer_judgment_moments"

StaticAssertDecl(lengthof(((JudgmentMomentsForm *) 0)->objects) == JUDGMENT_FOLDS,
				 "the stored form has another number of folds");

/* Words of the arrays of one fold. */
static Size
fold_words(int d)
{
	Size		n = (Size) d + 1;

	return n + 5 * (Size) d + n * (n + 1) / 2;
}

static Size
flat_bytes(int d, int folds, Size names_bytes)
{
	return sizeof(JudgmentMomentsForm) + sizeof(int64) * folds * fold_words(d) + names_bytes;
}

/* How many of the folds have objects? */
static int
count_folds(const int64 *objects)
{
	int			n = 0;

	for (int f = 0; f < JUDGMENT_FOLDS; f++)
		n += objects[f] != 0;
	return n;
}

/* Calls fn for every array of numbers of a fold, in the order of the flat form. */
typedef void (*ArrayFunction) (void *context, void *array, Size n, bool integers);

static void
visit_fold(JudgmentMoments *moments, ArrayFunction fn, void *context)
{
	Size		d = moments->d;

	fn(context, moments->mean, d + 1, false);
	fn(context, moments->inner, d, false);
	fn(context, moments->inner_share, d, false);
	for (Size i = 0; i <= d; i++)
		fn(context, moments->gram + i * (d + 1), i + 1, false);
	fn(context, moments->judgments, d, true);
	fn(context, moments->repeated, d, true);
	fn(context, moments->fewest, d, true);
}

static void
visit_arrays(JudgmentState *state, ArrayFunction fn, void *context)
{
	for (int f = 0; f < JUDGMENT_FOLDS; f++)
		if (state->folds.part[f])
			visit_fold(state->folds.part[f], fn, context);
}

/* Both kinds of numbers have 8 bytes. */
static void
write_array(void *context, void *array, Size n, bool integers)
{
	char	  **at = context;

	memcpy(*at, array, 8 * n);
	*at += 8 * n;
}

static void
read_array(void *context, void *array, Size n, bool integers)
{
	char	  **at = context;

	memcpy(array, *at, 8 * n);
	*at += 8 * n;
}

#define malformed(sqlstate, ...) form_malformed(TYPE, sqlstate, __VA_ARGS__)

/* What the kernel takes for granted of a fold, waiting objects included. */
static void
check_counts(const JudgmentMoments *moments, int sqlstate)
{
	int64		objects = judgment_moments_objects(moments);

	if (objects < 1 || objects > MOST_JUDGMENTS)
		malformed(sqlstate, INT64_FORMAT " objects are impossible.", objects);
	for (int a = 0; a < moments->d; a++)
	{
		if (moments->inner[a] < 0 || moments->inner_share[a] < 0 ||
			moments->gram[(Size) a * (moments->d + 2)] < 0)
			malformed(sqlstate, "A variance of attribute %d is negative.", a + 1);
		if (moments->repeated[a] < 0 || moments->repeated[a] > objects ||
			moments->judgments[a] < objects + moments->repeated[a] ||
			moments->fewest[a] < 1)
			malformed(sqlstate, "The counts of attribute %d do not agree.", a + 1);
	}
}

#ifdef USE_ASSERT_CHECKING
void
judgment_state_assert_valid(const JudgmentState *state)
{
	Assert(state->object.kind == STATE_OF_JUDGMENTS);
	Assert(state->skipped >= 0);
	for (int f = 0; f < JUDGMENT_FOLDS; f++)
		if (state->folds.part[f])
			check_counts(state->folds.part[f], ERRCODE_INTERNAL_ERROR);
}
#endif

static bool
is_count(int64 n)
{
	return n >= 0 && n <= MOST_JUDGMENTS;
}

/* Finite numbers, and counts? */
static void
check_array(void *context, void *array, Size n, bool integers)
{
	bool	   *good = context;

	for (Size i = 0; i < n; i++)
		*good = *good && (integers ? is_count(((int64 *) array)[i]) : isfinite(((double *) array)[i]));
}

/* Of what was added to: its counts are sums of two. */
static void
check_sums_of_counts(const JudgmentState *state)
{
	bool		good = is_count(state->skipped);

	for (int f = 0; f < JUDGMENT_FOLDS; f++)
	{
		JudgmentMoments *part = state->folds.part[f];

		if (part == NULL)
			continue;
		good = good && is_count(part->objects);
		check_array(&good, part->judgments, part->d, true);
	}
	if (!good)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("more than 2^50 objects or judgments cannot be counted")));
}

/*
 * Waiting objects go into the sums: the same moments, up to rounding.  What is
 * stored must be finite, so that it can be read in again.
 */
static Size
get_flat_size(ExpandedObjectHeader *header)
{
	JudgmentState *state = (JudgmentState *) header;
	bool		good = true;
	int			folds = 0;

	for (int f = 0; f < JUDGMENT_FOLDS; f++)
		if (state->folds.part[f])
		{
			judgment_moments_flush(state->folds.part[f]);
			folds++;
		}
	visit_arrays(state, check_array, &good);
	if (!good)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("judgments or targets are so large that their squares are infinite"),
				 errhint("Divide them by a constant.")));
	return flat_bytes(state->folds.d, folds, state->names_bytes);
}

static void
flatten_into(ExpandedObjectHeader *header, void *result, Size bytes)
{
	JudgmentState *state = (JudgmentState *) header;
	JudgmentMomentsForm *flat = result;
	char	   *at = (char *) (flat + 1);

	memset(flat, 0, sizeof(*flat));
	SET_VARSIZE(flat, bytes);
	flat->format = NEWEST_FORMAT;
	flat->flags = state->name ? JUDGMENT_MOMENTS_NAMES : 0;
	flat->folds = JUDGMENT_FOLDS;
	for (int f = 0; f < JUDGMENT_FOLDS; f++)
		if (state->folds.part[f])
			flat->objects[f] = state->folds.part[f]->objects;
	flat->skipped = state->skipped;
	flat->d = state->folds.d;
	flat->names_bytes = state->names_bytes;
	visit_arrays(state, write_array, &at);
	for (int a = 0; state->name && a < flat->d; a++)
	{
		Size		length = strlen(state->name[a]) + 1;

		memcpy(at, state->name[a], length);
		at += length;
	}
}

static const ExpandedObjectMethods object_methods = {get_flat_size, flatten_into};

JudgmentState *
judgment_state_create(MemoryContext parent, int d, char **name)
{
	Size		names_bytes = 0;
	Size		bytes;
	MemoryContext context;
	MemoryContext old;
	JudgmentState *state;

	for (int a = 0; name && a < d; a++)
		names_bytes += strlen(name[a]) + 1;
	bytes = flat_bytes(d, JUDGMENT_FOLDS, names_bytes);
	if (!AllocSizeIsValid(bytes))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("moments of judgments of %d attributes take %zu bytes, more than a value can have",
						d, bytes),
				 errdetail("The limit is %zu bytes.", (Size) MaxAllocSize),
				 errhint("Leave attributes out that hardly tell anything about the target.")));

	context = AllocSetContextCreate(parent, "aer moments of judgments", ALLOCSET_SMALL_SIZES);
	old = MemoryContextSwitchTo(context);
	state = palloc0(sizeof(JudgmentState));
	EOH_init_header(&state->object.header, &object_methods, context);
	state->object.kind = STATE_OF_JUDGMENTS;
	state->folds.d = d;
	state->names_bytes = names_bytes;
	if (name)
	{
		state->name = palloc(sizeof(char *) * d);
		for (int a = 0; a < d; a++)
			state->name[a] = pstrdup(name[a]);
	}
	MemoryContextSwitchTo(old);
	return state;
}

JudgmentMoments *
judgment_state_fold(JudgmentState *state, int f)
{
	MemoryContext context = state->object.header.eoh_context;
	JudgmentMoments *part = state->folds.part[f];
	int			d = state->folds.d;

	if (part == NULL)
	{
		part = MemoryContextAlloc(context, sizeof(JudgmentMoments));
		judgment_moments_init(kernel_work_in(context), part, d);
		state->folds.part[f] = part;
	}
	return part;
}

/* Detoasts the value and checks its size. */
static const JudgmentMomentsForm *
stored_form(Datum value)
{
	const JudgmentMomentsForm *flat = (const JudgmentMomentsForm *) PG_DETOAST_DATUM(value);

	if (VARSIZE(flat) < sizeof(*flat))
		malformed(ERRCODE_DATA_CORRUPTED, "It has %u bytes.", VARSIZE(flat));
	form_check(TYPE, flat->format, flat->flags, JUDGMENT_MOMENTS_FLAGS);
	if (flat->folds != JUDGMENT_FOLDS ||
		VARSIZE(flat) != flat_bytes(flat->d, count_folds(flat->objects), flat->names_bytes))
		malformed(ERRCODE_DATA_CORRUPTED, "It has the wrong size.");
	return flat;
}

/* Where its names begin. */
static const char *
names_of(const JudgmentMomentsForm *flat)
{
	return (const char *) flat + VARSIZE(flat) - flat->names_bytes;
}

static JudgmentState *
from_flat(MemoryContext parent, const JudgmentMomentsForm *flat)
{
	JudgmentState *state;
	char	  **name = NULL;
	char	   *at;

	if (flat->flags & JUDGMENT_MOMENTS_NAMES)
	{
		at = unconstify(char *, names_of(flat));
		name = palloc(sizeof(char *) * flat->d);
		for (int a = 0; a < flat->d; a++)
		{
			name[a] = at;
			at += strlen(at) + 1;
		}
	}
	state = judgment_state_create(parent, flat->d, name);
	state->skipped = flat->skipped;
	for (int f = 0; f < JUDGMENT_FOLDS; f++)
		if (flat->objects[f] != 0)
			judgment_state_fold(state, f)->objects = flat->objects[f];
	at = (char *) (flat + 1);
	visit_arrays(state, read_array, &at);
	return state;
}

JudgmentState *
judgment_state_write(MemoryContext parent, Datum value)
{
	if (VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(value)))
		return state_object(value, STATE_OF_JUDGMENTS);
	return from_flat(parent, stored_form(value));
}

const JudgmentState *
judgment_state_read(Datum value)
{
	return from_flat(CurrentMemoryContext, stored_form(value));
}

const char *
judgment_state_describe(const JudgmentState *state, int a)
{
	return state->name ? psprintf("\"%s\"", state->name[a]) : psprintf("%d", a + 1);
}

void
judgment_state_check_attributes(const JudgmentState *state, int d, char **name)
{
	if (state->folds.d != d)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("moments of %d and of %d attributes cannot be added", state->folds.d, d)));
	if ((state->name == NULL) != (name == NULL))
		ereport(ERROR,
				(errcode(ERRCODE_DATATYPE_MISMATCH),
				 errmsg("moments of attributes with names and without cannot be added")));
	for (int a = 0; name && a < d; a++)
		if (strcmp(state->name[a], name[a]) != 0)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("moments of different attributes cannot be added"),
					 errdetail("Attribute %d is \"%s\" in one and \"%s\" in the other.",
							   a + 1, state->name[a], name[a])));
}

/* The first value is the state: what follows adds up. */
Datum
aer_judgment_moments_merge(PG_FUNCTION_ARGS)
{
	JudgmentState *state = judgment_state_write(aggregate_context(fcinfo), PG_GETARG_DATUM(0));
	const JudgmentState *other = judgment_state_read(PG_GETARG_DATUM(1));
	int			match[JUDGMENT_FOLDS];

	judgment_state_check_attributes(state, other->folds.d, other->name);
	for (int f = 0; f < JUDGMENT_FOLDS; f++)
		match[f] = judgment_folds_match(&state->folds, f);
	for (int f = 0; f < JUDGMENT_FOLDS; f++)
		if (other->folds.part[f])
			judgment_moments_merge(judgment_state_fold(state, match[f]), other->folds.part[f]);
	state->skipped += other->skipped;
	check_sums_of_counts(state);
	MemoryContextDelete(other->object.header.eoh_context);
	judgment_state_assert_valid(state);
	PG_RETURN_DATUM(EOHPGetRWDatum(&state->object.header));
}

/*
 * Binary: int32 format, flags, d, folds; int64 skipped, objects of each fold, and the
 * arrays of the stored form; with NAMES, int32 length and bytes of each name.
 */
static void
send(StringInfo buffer, Datum value)
{
	const JudgmentMomentsForm *flat = stored_form(value);
	const int64 *word = (const int64 *) (flat + 1);
	Size		words = count_folds(flat->objects) * fold_words(flat->d);
	const char *name = names_of(flat);

	pq_sendint32(buffer, flat->format);
	pq_sendint32(buffer, flat->flags);
	pq_sendint32(buffer, flat->d);
	pq_sendint32(buffer, flat->folds);
	pq_sendint64(buffer, flat->skipped);
	for (int f = 0; f < JUDGMENT_FOLDS; f++)
		pq_sendint64(buffer, flat->objects[f]);
	for (Size i = 0; i < words; i++)
	{
		CHECK_FOR_INTERRUPTS();
		pq_sendint64(buffer, word[i]);
	}
	for (int a = 0; (flat->flags & JUDGMENT_MOMENTS_NAMES) && a < flat->d; a++)
	{
		pq_sendcountedtext(buffer, name, strlen(name));
		name += strlen(name) + 1;
	}
}

/* Checks everything that was read in. */
static void
check_state(JudgmentState *state, int sqlstate)
{
	bool		good = is_count(state->skipped);

	visit_arrays(state, check_array, &good);
	if (!good)
		malformed(sqlstate, "A number is infinite or NaN, or a count impossible.");
	for (int f = 0; f < JUDGMENT_FOLDS; f++)
		if (state->folds.part[f])
			check_counts(state->folds.part[f], sqlstate);
	if (state->name)
		form_check_names(TYPE, sqlstate, state->name, state->folds.d);
}

/* Appends the names to the stored form. */
static void
receive_names(StringInfo flat, StringInfo buffer, int32 d, int sqlstate)
{
	for (int a = 0; a < d; a++)
	{
		int			length = pq_getmsgint(buffer, 4);
		const char *name;

		if (length < 0 || length > buffer->len - buffer->cursor)
			malformed(sqlstate, "A name is longer than the message.");
		name = pq_getmsgtext(buffer, length, &length);
		appendBinaryStringInfo(flat, name, strlen(name) + 1);
	}
}

static JudgmentMomentsForm *
receive(StringInfo buffer, int sqlstate)
{
	JudgmentMomentsForm header = {.format = pq_getmsgint(buffer, 4)};
	StringInfoData stored;
	JudgmentMomentsForm *flat;
	JudgmentState *state;
	Size		words;

	header.flags = pq_getmsgint(buffer, 4);
	form_check(TYPE, header.format, header.flags, JUDGMENT_MOMENTS_FLAGS);
	header.d = pq_getmsgint(buffer, 4);
	header.folds = pq_getmsgint(buffer, 4);
	if (header.folds != JUDGMENT_FOLDS)
		malformed(sqlstate, "%u folds are impossible.", header.folds);
	header.skipped = pq_getmsgint64(buffer);
	for (int f = 0; f < JUDGMENT_FOLDS; f++)
		header.objects[f] = pq_getmsgint64(buffer);
	if (header.d < 1 || header.d > (int32) MAX_ATTRIBUTES)
		malformed(sqlstate, "%d attributes are impossible.", header.d);
	words = count_folds(header.objects) * fold_words(header.d);
	if (words > (Size) (buffer->len - buffer->cursor) / sizeof(int64))
		malformed(sqlstate, "%d attributes do not fit into the message.", header.d);
	initStringInfo(&stored);
	appendBinaryStringInfo(&stored, (char *) &header, sizeof(header));
	for (Size i = 0; i < words; i++)
	{
		int64		word = pq_getmsgint64(buffer);

		CHECK_FOR_INTERRUPTS();
		appendBinaryStringInfo(&stored, (char *) &word, sizeof(word));
	}
	if (header.flags & JUDGMENT_MOMENTS_NAMES)
		receive_names(&stored, buffer, header.d, sqlstate);
	flat = (JudgmentMomentsForm *) stored.data;
	flat->names_bytes = stored.len - flat_bytes(header.d, count_folds(header.objects), 0);
	SET_VARSIZE(flat, stored.len);
	state = from_flat(CurrentMemoryContext, flat);
	check_state(state, sqlstate);
	MemoryContextDelete(state->object.header.eoh_context);
	return flat;
}

Datum
aer_judgment_moments_send(PG_FUNCTION_ARGS)
{
	StringInfoData buffer;

	pq_begintypsend(&buffer);
	send(&buffer, PG_GETARG_DATUM(0));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buffer));
}

Datum
aer_judgment_moments_recv(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(receive((StringInfo) PG_GETARG_POINTER(0), ERRCODE_INVALID_BINARY_REPRESENTATION));
}

Datum
aer_judgment_moments_out(PG_FUNCTION_ARGS)
{
	StringInfoData buffer;

	initStringInfo(&buffer);
	send(&buffer, PG_GETARG_DATUM(0));
	PG_RETURN_CSTRING(form_to_text(TYPE, &buffer));
}

Datum
aer_judgment_moments_in(PG_FUNCTION_ARGS)
{
	StringInfoData buffer;
	JudgmentMomentsForm *flat;

	form_from_text(TYPE, PG_GETARG_CSTRING(0), &buffer);
	flat = receive(&buffer, ERRCODE_INVALID_TEXT_REPRESENTATION);
	pq_getmsgend(&buffer);
	PG_RETURN_POINTER(flat);
}
