/*
 * judgment_state.c
 *		The type aer_judgment_moments: the expanded object and its stored form.
 */
#include "pg/values/judgments/judgment_state.h"

#include "mb/pg_wchar.h"
#include "pg/arguments.h"
#include "pg/kernel_call.h"
#include "pg/values/form.h"
#include "pg/values/judgments_form.h"
#include "pg/values/sums_form.h"

PG_FUNCTION_INFO_V1(aer_judgment_moments_in);
PG_FUNCTION_INFO_V1(aer_judgment_moments_out);
PG_FUNCTION_INFO_V1(aer_judgment_moments_recv);
PG_FUNCTION_INFO_V1(aer_judgment_moments_send);
PG_FUNCTION_INFO_V1(aer_judgment_moments_merge);

#define TYPE "aer_judgment_moments"

static void check_value(const SumsForm *flat, int sqlstate);

static const SumsType type = {TYPE, JUDGMENT_MOMENTS_FLAGS, check_value};

/* Returns the number of words of the arrays of one fold. */
static Size
fold_words(int d)
{
	Size		n = (Size) d + 1;

	return n + 5 * (Size) d + n * (n + 1) / 2;
}

/* Returns the number of all words, if so many folds have objects. */
static Size
all_words(int d, int folds)
{
	return JUDGMENT_FOLDS + folds * fold_words(d);
}

static Size
flat_bytes(int d, int folds, Size names_bytes)
{
	return offsetof(SumsForm, word) + sizeof(uint64) * all_words(d, folds) + names_bytes;
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

/* Writes doubles or integers, of 8 bytes each. */
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
	const char **at = context;

	memcpy(array, *at, 8 * n);
	*at += 8 * n;
}

#define malformed(sqlstate, ...) form_malformed(TYPE, sqlstate, __VA_ARGS__)

/* Checks what the kernel assumes about a fold, with the objects that wait. */
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

/* Sets *context to false if a number is not finite or a count is impossible. */
static void
check_array(void *context, void *array, Size n, bool integers)
{
	bool	   *good = context;

	for (Size i = 0; i < n; i++)
		*good = *good && (integers ? is_count(((int64 *) array)[i]) : isfinite(((double *) array)[i]));
}

/* Raises an error if a count became too large by adding. */
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
 * Adds waiting objects to the sums, which changes the moments by rounding only.  Stored sums must be
 * finite, so that they can be read again.
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
	SumsForm   *flat = result;
	char	   *at = (char *) (flat->word + JUDGMENT_FOLDS);

	memset(flat, 0, flat_bytes(state->folds.d, 0, 0));
	SET_VARSIZE(flat, bytes);
	flat->format = NEWEST_FORMAT;
	flat->flags = state->name ? JUDGMENT_MOMENTS_NAMES : 0;
	flat->d = state->folds.d;
	flat->folds = JUDGMENT_FOLDS;
	flat->text_bytes = state->names_bytes;
	flat->skipped = state->skipped;
	for (int f = 0; f < JUDGMENT_FOLDS; f++)
		if (state->folds.part[f])
			flat->word[f] = state->folds.part[f]->objects;
	visit_arrays(state, write_array, &at);
	for (int a = 0; state->name && a < state->folds.d; a++)
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
				 errmsg("moments of judgments of %d attributes take %zu bytes, more than a value can hold",
						d, bytes),
				 errdetail("The limit is %zu bytes.", (Size) MaxAllocSize),
				 errhint("Leave out attributes that are hardly related to the target.")));

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

/* Checks the header of a value and the number of its words. */
static void
check_header(const SumsForm *flat, int sqlstate)
{
	int			folds = 0;

	sums_check_size(&type, flat, sqlstate);
	if (flat->folds != JUDGMENT_FOLDS)
		malformed(sqlstate, "%u folds are impossible.", flat->folds);
	if (flat->d < 1 || flat->d > MAX_ATTRIBUTES)
		malformed(sqlstate, "%u attributes are impossible.", flat->d);
	for (int f = 0; f < JUDGMENT_FOLDS && f < sums_words(flat); f++)
		folds += flat->word[f] != 0;
	if (sums_words(flat) != all_words(flat->d, folds))
		malformed(sqlstate, "It has the wrong size.");
}

/* Returns the names of the attributes, which point into the value; NULL if they have none. */
static char **
read_names(const SumsForm *flat, int sqlstate)
{
	char	   *at = unconstify(char *, sums_text(flat));
	const char *end = at + flat->text_bytes;
	char	  **name = NULL;
	uint32		n = (flat->flags & JUDGMENT_MOMENTS_NAMES) ? flat->d : 0;

	/* each takes a byte at least */
	if (n > flat->text_bytes)
		malformed(sqlstate, "A name is missing.");
	if (n > 0)
		name = palloc(sizeof(char *) * n);
	for (uint32 a = 0; a < n; a++)
	{
		Size		length = strnlen(at, end - at);

		if (at + length == end)
			malformed(sqlstate, "A name is missing.");
		name[a] = at;
		at += length + 1;
	}
	if (at != end)
		malformed(sqlstate, "There are bytes after the names.");
	return name;
}

static JudgmentState *
from_flat(MemoryContext parent, const SumsForm *flat, int sqlstate)
{
	JudgmentState *state;
	const char *at;

	check_header(flat, sqlstate);
	state = judgment_state_create(parent, flat->d, read_names(flat, sqlstate));
	state->skipped = flat->skipped;
	for (int f = 0; f < JUDGMENT_FOLDS; f++)
		if (flat->word[f] != 0)
			judgment_state_fold(state, f)->objects = flat->word[f];
	at = (const char *) (flat->word + JUDGMENT_FOLDS);
	visit_arrays(state, read_array, &at);
	return state;
}

static JudgmentState *
from_datum(MemoryContext parent, Datum value)
{
	return from_flat(parent, (const SumsForm *) PG_DETOAST_DATUM(value), ERRCODE_DATA_CORRUPTED);
}

JudgmentState *
judgment_state_write(MemoryContext parent, Datum value)
{
	if (VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(value)))
		return state_object(value, STATE_OF_JUDGMENTS);
	return from_datum(parent, value);
}

const JudgmentState *
judgment_state_read(Datum value)
{
	return from_datum(CurrentMemoryContext, value);
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
				 errmsg("moments of named and of unnamed attributes cannot be added")));
	for (int a = 0; name && a < d; a++)
		if (strcmp(state->name[a], name[a]) != 0)
			ereport(ERROR,
					(errcode(ERRCODE_DATATYPE_MISMATCH),
					 errmsg("moments of different attributes cannot be added"),
					 errdetail("Attribute %d is \"%s\" in one and \"%s\" in the other.",
							   a + 1, state->name[a], name[a])));
}

/* Adds the second value to the state. */
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

/* Checks everything in a value from outside. */
static void
check_value(const SumsForm *flat, int sqlstate)
{
	JudgmentState *state = from_flat(CurrentMemoryContext, flat, sqlstate);
	bool		good = is_count(state->skipped);

	visit_arrays(state, check_array, &good);
	if (!good)
		malformed(sqlstate, "A number is infinite or NaN, or a count impossible.");
	for (int f = 0; f < JUDGMENT_FOLDS; f++)
		if (state->folds.part[f])
			check_counts(state->folds.part[f], sqlstate);
	for (int a = 0; state->name && a < state->folds.d; a++)
		pg_verifymbstr(state->name[a], strlen(state->name[a]), false);
	if (state->name)
		form_check_names(TYPE, sqlstate, state->name, state->folds.d);
	MemoryContextDelete(state->object.header.eoh_context);
}

Datum
aer_judgment_moments_send(PG_FUNCTION_ARGS)
{
	return sums_send(&type, fcinfo);
}

Datum
aer_judgment_moments_recv(PG_FUNCTION_ARGS)
{
	return sums_recv(&type, fcinfo);
}

Datum
aer_judgment_moments_out(PG_FUNCTION_ARGS)
{
	return sums_out(&type, fcinfo);
}

Datum
aer_judgment_moments_in(PG_FUNCTION_ARGS)
{
	return sums_in(&type, fcinfo);
}
