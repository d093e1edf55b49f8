/*
 * judgment_list.c
 *		The type aer_judgments: its layout, and the one check of values from every way in.
 */
#include "pg/values/judgment_list.h"

#include "pg/values/form.h"
#include "pg/values/judgments_form.h"

/* Entries for which a new state has room. */
#define FIRST_ROOM 4

static bool
is_open(const AerJudgments *value)
{
	return (value->flags & JUDGMENTS_OPEN) != 0;
}

static const char *
entry_name(const AerJudgments *value, const JudgmentForm *entry)
{
	return (const char *) value + VARSIZE(value) - entry->name;
}

static Size
bytes_used(const AerJudgments *value)
{
	return offsetof(AerJudgments, entry) + value->n * sizeof(JudgmentForm) + value->names_bytes;
}

AerJudgments *
judgments_from_datum(Datum datum)
{
	AerJudgments *value = (AerJudgments *) PG_DETOAST_DATUM(datum);

	if (VARSIZE(value) < offsetof(AerJudgments, n))
		form_malformed("aer_judgments", ERRCODE_DATA_CORRUPTED, "It has %u bytes.", VARSIZE(value));
	form_check("aer_judgments", value->format, value->flags, JUDGMENTS_FLAGS);
	if (VARSIZE(value) < offsetof(AerJudgments, entry) || value->n < 0 ||
		bytes_used(value) > VARSIZE(value) ||
		(!is_open(value) && bytes_used(value) < VARSIZE(value)))
		form_malformed("aer_judgments", ERRCODE_DATA_CORRUPTED, "It has the wrong size.");
	return value;
}

bool
judgments_named(const AerJudgments *value)
{
	return (value->flags & JUDGMENTS_NAMES) != 0;
}

static Judgments
entry_judgments(const JudgmentForm *entry)
{
	return (Judgments) {.count = entry->count, .mean = entry->mean, .ss = entry->ss};
}

static void
set_judgments(JudgmentForm *entry, const Judgments *judgments)
{
	entry->count = judgments->count;
	entry->mean = judgments->mean;
	entry->ss = judgments->ss;
}

void
judgments_unpack(const AerJudgments *value, JudgmentParts *parts)
{
	parts->named = judgments_named(value);
	parts->n = value->n;
	parts->part = palloc(sizeof(JudgmentPart) * value->n);
	for (int i = 0; i < value->n; i++)
	{
		const JudgmentForm *entry = &value->entry[i];

		parts->part[i].attribute = entry->attribute;
		parts->part[i].name = parts->named ? entry_name(value, entry) : NULL;
		parts->part[i].judgments = entry_judgments(entry);
	}
}

static void
malformed(int sqlstate, int i, const char *reason)
{
	form_malformed("aer_judgments", sqlstate, "Entry %d: %s.", i + 1, reason);
}

static void
check_parts(const JudgmentParts *parts, int sqlstate)
{
	if (parts->n == 0)
		form_malformed("aer_judgments", sqlstate, "It has no judgments.");
	for (int i = 0; i < parts->n; i++)
	{
		const JudgmentPart *part = &parts->part[i];
		const Judgments *judgments = &part->judgments;

		if ((part->name != NULL) != parts->named)
			malformed(sqlstate, i, "either all attributes have names or none has");
		if (parts->named && part->name[0] == '\0')
			malformed(sqlstate, i, "the name is empty");
		if (!parts->named && part->attribute < 1)
			malformed(sqlstate, i, "attribute numbers begin with 1");
		if (i > 0 && (parts->named ? strcmp(part->name, part[-1].name) <= 0 :
					  part->attribute <= part[-1].attribute))
			malformed(sqlstate, i, "attributes must be in ascending order");
		if (judgments->count < 1 || judgments->count > MOST_JUDGMENTS)
			malformed(sqlstate, i, "the count must be from 1 to 2^50");
		if (!isfinite(judgments->mean) || !isfinite(judgments->ss) || judgments->ss < 0)
			malformed(sqlstate, i, "mean and sum of squares must be finite, and the latter not negative");
		if (judgments->count == 1 && judgments->ss != 0)
			malformed(sqlstate, i, "the sum of squares of a single judgment must be 0");
	}
}

/* Asserts that a state is sound, after every change. */
static inline void
assert_valid(const AerJudgments *value)
{
#ifdef USE_ASSERT_CHECKING
	JudgmentParts parts;

	judgments_unpack(value, &parts);
	check_parts(&parts, ERRCODE_INTERNAL_ERROR);
	Assert(bytes_used(value) <= VARSIZE(value));
	pfree(parts.part);
#endif
}

/* Returns a value of that size with a header and no entries. */
static AerJudgments *
make_value(uint32 flags, Size bytes)
{
	AerJudgments *value;

	if (!AllocSizeIsValid(bytes))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("too many attributes for aer_judgments"),
				 errdetail("The limit of a value is %zu bytes.", (Size) MaxAllocSize)));
	value = palloc0(bytes);
	SET_VARSIZE(value, bytes);
	value->format = NEWEST_FORMAT;
	value->flags = flags;
	return value;
}

/* Writes a name below the others; there must be room. */
static void
add_name(AerJudgments *value, JudgmentForm *entry, const char *name)
{
	Size		bytes = strlen(name) + 1;

	value->names_bytes += bytes;
	entry->name = value->names_bytes;
	memcpy((char *) value + VARSIZE(value) - value->names_bytes, name, bytes);
}

AerJudgments *
judgments_pack(const JudgmentParts *parts, int sqlstate)
{
	Size		bytes = offsetof(AerJudgments, entry) + parts->n * sizeof(JudgmentForm);
	AerJudgments *value;

	check_parts(parts, sqlstate);
	for (int i = 0; parts->named && i < parts->n; i++)
		bytes += strlen(parts->part[i].name) + 1;
	value = make_value(parts->named ? JUDGMENTS_NAMES : 0, bytes);
	value->n = parts->n;
	for (int i = 0; i < parts->n; i++)
	{
		JudgmentForm *entry = &value->entry[i];

		set_judgments(entry, &parts->part[i].judgments);
		entry->attribute = parts->part[i].attribute;
		if (parts->named)
			add_name(value, entry, parts->part[i].name);
	}
	return value;
}

/* Returns a copy of twice the size and more bytes. */
static AerJudgments *
enlarge(const AerJudgments *value, Size more)
{
	AerJudgments *larger = make_value(value->flags, 2 * (Size) VARSIZE(value) + more);

	larger->n = value->n;
	larger->names_bytes = value->names_bytes;
	memcpy(larger->entry, value->entry, value->n * sizeof(JudgmentForm));
	memcpy((char *) larger + VARSIZE(larger) - larger->names_bytes,
		   (const char *) value + VARSIZE(value) - value->names_bytes, value->names_bytes);
	return larger;
}

/* Adds to an entry; raises an error if its sum of squares becomes infinite. */
static void
add_judgment(const AerJudgments *value, JudgmentForm *entry, double judgment)
{
	Judgments	judgments = entry_judgments(entry);

	judgments_add(&judgments, judgment);
	set_judgments(entry, &judgments);
	if (!isfinite(judgments.ss))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("judgments of attribute %s are so large that their squares are infinite",
						judgments_named(value) ? psprintf("\"%s\"", entry_name(value, entry)) :
						psprintf("%d", entry->attribute)),
				 errhint("Divide them by a constant.")));
}

AerJudgments *
judgments_put(AerJudgments *value, int32 attribute, const char *name, double judgment)
{
	int			low = 0;
	int			high;
	JudgmentForm *entry;
	Size		more = sizeof(JudgmentForm) + (name ? strlen(name) + 1 : 0);

	if (value == NULL)
		value = make_value(JUDGMENTS_OPEN | (name ? JUDGMENTS_NAMES : 0),
						   offsetof(AerJudgments, entry) + FIRST_ROOM * more);

	high = value->n;
	while (low < high)
	{
		int			middle = (low + high) / 2;
		const JudgmentForm *other = &value->entry[middle];
		int			order = name ? strcmp(entry_name(value, other), name) :
			other->attribute < attribute ? -1 : other->attribute > attribute;

		if (order < 0)
			low = middle + 1;
		else if (order > 0)
			high = middle;
		else
		{
			add_judgment(value, &value->entry[middle], judgment);
			assert_valid(value);
			return value;
		}
	}

	if (bytes_used(value) + more > VARSIZE(value))
		value = enlarge(value, more);
	value->flags |= JUDGMENTS_OPEN; /* it may come from aer_judgments_combine() */
	entry = &value->entry[low];
	memmove(entry + 1, entry, (value->n - low) * sizeof(JudgmentForm));
	memset(entry, 0, sizeof(JudgmentForm));
	value->n++;
	entry->attribute = attribute;
	if (name)
		add_name(value, entry, name);
	add_judgment(value, entry, judgment);
	assert_valid(value);
	return value;
}

AerJudgments *
judgments_close(AerJudgments *value)
{
	JudgmentParts parts;

	if (!is_open(value))
		return value;
	judgments_unpack(value, &parts);
	return judgments_pack(&parts, ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE);
}
