/*
 * judgment_list.c
 *		The type aer_judgments: layout, and the one check that all ways in share.
 *
 * While it is aggregated, a value keeps free room between the entries, which
 * grow upwards, and the names, which grow downwards from its end.
 */
#include "pg/values/judgment_list.h"

typedef struct Entry
{
	Judgments	judgments;
	int32		attribute;		/* 1-based number; 0: it has a name */
	uint32		name;			/* bytes from the value's end to its name, which
								 * ends with NUL; 0: it has a number */
} Entry;

struct AerJudgments
{
	int32		vl_len_;
	uint16		format;			/* JUDGMENTS_FORMAT */
	uint16		named;			/* 1: entries have names */
	int32		n;				/* entries */
	uint32		names_bytes;
	Entry		entry[FLEXIBLE_ARRAY_MEMBER];
};

/* Room for entries in a value that is begun. */
#define FIRST_ROOM 4

static const char *
entry_name(const AerJudgments *value, const Entry *entry)
{
	return (const char *) value + VARSIZE(value) - entry->name;
}

static Size
bytes_used(const AerJudgments *value)
{
	return offsetof(AerJudgments, entry) + value->n * sizeof(Entry) + value->names_bytes;
}

AerJudgments *
judgments_from_datum(Datum datum)
{
	AerJudgments *value = (AerJudgments *) PG_DETOAST_DATUM(datum);

	if (VARSIZE(value) < offsetof(AerJudgments, entry) || value->format != JUDGMENTS_FORMAT)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("unknown format of aer_judgments"),
				 errhint("It may have been written by a later release of aer.")));
	if (value->n < 0 || bytes_used(value) > VARSIZE(value))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg("aer_judgments has the wrong size")));
	return value;
}

bool
judgments_named(const AerJudgments *value)
{
	return value->named;
}

void
judgments_unpack(const AerJudgments *value, JudgmentParts *parts)
{
	parts->named = value->named;
	parts->n = value->n;
	parts->part = palloc(sizeof(JudgmentPart) * value->n);
	for (int i = 0; i < value->n; i++)
	{
		const Entry *entry = &value->entry[i];

		parts->part[i].attribute = entry->attribute;
		parts->part[i].name = value->named ? entry_name(value, entry) : NULL;
		parts->part[i].judgments = entry->judgments;
	}
}

static void
malformed(int sqlstate, int i, const char *what)
{
	ereport(ERROR,
			(errcode(sqlstate),
			 errmsg("malformed aer_judgments"),
			 errdetail("Entry %d: %s.", i + 1, what)));
}

static void
check_parts(const JudgmentParts *parts, int sqlstate)
{
	if (parts->n == 0)
		ereport(ERROR,
				(errcode(sqlstate),
				 errmsg("malformed aer_judgments"),
				 errdetail("Nothing is judged.")));
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
			malformed(sqlstate, i, "attributes must rise");
		if (judgments->count < 1)
			malformed(sqlstate, i, "the count must be 1 or more");
		if (!isfinite(judgments->mean) || !isfinite(judgments->ss) || judgments->ss < 0)
			malformed(sqlstate, i, "mean and sum of squares must be finite, and the latter not negative");
		if (judgments->count == 1 && judgments->ss != 0)
			malformed(sqlstate, i, "one judgment has no sum of squares");
	}
}

/* A value of given size, with the header and nothing else. */
static AerJudgments *
make_value(bool named, Size bytes)
{
	AerJudgments *value;

	if (!AllocSizeIsValid(bytes))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("too many attributes for aer_judgments"),
				 errdetail("The limit of a value is %zu bytes.", (Size) MaxAllocSize)));
	value = palloc0(bytes);
	SET_VARSIZE(value, bytes);
	value->format = JUDGMENTS_FORMAT;
	value->named = named;
	return value;
}

/* Put a name below the others; there must be room. */
static void
add_name(AerJudgments *value, Entry *entry, const char *name)
{
	Size		bytes = strlen(name) + 1;

	value->names_bytes += bytes;
	entry->name = value->names_bytes;
	memcpy((char *) value + VARSIZE(value) - value->names_bytes, name, bytes);
}

AerJudgments *
judgments_pack(const JudgmentParts *parts, int sqlstate)
{
	Size		bytes = offsetof(AerJudgments, entry) + parts->n * sizeof(Entry);
	AerJudgments *value;

	check_parts(parts, sqlstate);
	for (int i = 0; parts->named && i < parts->n; i++)
		bytes += strlen(parts->part[i].name) + 1;
	value = make_value(parts->named, bytes);
	value->n = parts->n;
	for (int i = 0; i < parts->n; i++)
	{
		Entry	   *entry = &value->entry[i];

		entry->judgments = parts->part[i].judgments;
		entry->attribute = parts->part[i].attribute;
		if (parts->named)
			add_name(value, entry, parts->part[i].name);
	}
	return value;
}

/* The same with twice the room, and some more. */
static AerJudgments *
enlarge(const AerJudgments *value, Size more)
{
	AerJudgments *larger = make_value(value->named, 2 * (Size) VARSIZE(value) + more);

	larger->n = value->n;
	larger->names_bytes = value->names_bytes;
	memcpy(larger->entry, value->entry, value->n * sizeof(Entry));
	memcpy((char *) larger + VARSIZE(larger) - larger->names_bytes,
		   (const char *) value + VARSIZE(value) - value->names_bytes, value->names_bytes);
	return larger;
}

/* Add to an entry, if the sums stay finite. */
static void
add_judgment(const AerJudgments *value, Entry *entry, double judgment)
{
	judgments_add(&entry->judgments, judgment);
	if (!isfinite(entry->judgments.ss))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("judgments of attribute %s are so large that their squares are infinite",
						value->named ? psprintf("\"%s\"", entry_name(value, entry)) :
						psprintf("%d", entry->attribute)),
				 errhint("Divide them by a constant.")));
}

AerJudgments *
judgments_put(AerJudgments *value, int32 attribute, const char *name, double judgment)
{
	int			low = 0;
	int			high;
	Entry	   *entry;
	Size		more = sizeof(Entry) + (name ? strlen(name) + 1 : 0);

	if (value == NULL)
		value = make_value(name != NULL,
						   offsetof(AerJudgments, entry) + FIRST_ROOM * more);

	high = value->n;
	while (low < high)
	{
		int			middle = (low + high) / 2;
		const Entry *other = &value->entry[middle];
		int			order = name ? strcmp(entry_name(value, other), name) :
			other->attribute < attribute ? -1 : other->attribute > attribute;

		if (order < 0)
			low = middle + 1;
		else if (order > 0)
			high = middle;
		else
		{
			add_judgment(value, &value->entry[middle], judgment);
			return value;
		}
	}

	if (bytes_used(value) + more > VARSIZE(value))
		value = enlarge(value, more);
	entry = &value->entry[low];
	memmove(entry + 1, entry, (value->n - low) * sizeof(Entry));
	memset(entry, 0, sizeof(Entry));
	value->n++;
	entry->attribute = attribute;
	if (name)
		add_name(value, entry, name);
	add_judgment(value, entry, judgment);
	return value;
}
