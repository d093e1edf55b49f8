/*
 * features_kept.c
 *		The values of a batch of rows, kept for all who read the same features.
 *
 * The learners of aer_train_many go through the same row one after the other.  To
 * take a row apart, to search for a key or to make a number of a numeric costs as
 * much as learning from it, so what one of them has read is kept for the others:
 * for each row the values, of which those that nobody has asked for are marked.
 * A row is opened again only for a value that is not there.
 *
 * Of arrays of float4 and float8 without NULLs it is where they stand that is kept: they
 * are read in place.
 */
#include "pg/rows/features.h"

/* The most bytes that are kept; more, and values are read anew. */
#define KEPT_BYTES (16 * 1024 * 1024)

typedef struct KeptRow
{
	uint32		d;				/* 0: never opened */
	const char *floats;			/* Features.floats */
	bool		target_read;
	bool		target_null;
	double		target;
} KeptRow;

struct KeptRows
{
	int			n;				/* rows of the batch */
	int			room;			/* for rows */
	KeptRow    *row;			/* [n] */
	uint32		d;				/* values of each; 0: none are kept */
	double	   *value;			/* [n * d] */
	Size		values_room;
	KeptRow    *now;			/* the row that is turned to */
	double	   *values_now;		/* its values; NULL: not kept */
	Datum		datum;
	bool		opened;			/* the features have opened it */
	uint32		d_room;			/* of what follows */
	uint32	   *missing;		/* [d] scratch: attributes that have to be read, */
	double	   *read;			/* and what they are */
	bool	   *null;
};

/* Two NaNs that no arithmetic makes; NaNs that are read are kept as the usual one. */
#define UNREAD UINT64CONST(0x7ff8ae5200000001)
#define KEPT_NULL UINT64CONST(0x7ff8ae5200000002)

static double
marked(uint64 mark)
{
	double		value;

	memcpy(&value, &mark, sizeof(value));
	return value;
}

static bool
is_marked(const double *value, uint64 mark)
{
	return memcmp(value, &mark, sizeof(mark)) == 0;
}

/* Memory for n more of a kind, in place of what was there. */
static void *
make_room(MemoryContext context, void *before, Size n, Size size)
{
	if (before)
		pfree(before);
	return MemoryContextAlloc(context, Max(n, 1) * size);
}

void
features_keep(Features *features, int n)
{
	KeptRows   *kept = features->kept;

	if (kept == NULL)
		features->kept = kept = MemoryContextAllocZero(features->context, sizeof(KeptRows));
	if (n > kept->room || kept->row == NULL)
	{
		kept->row = make_room(features->context, kept->row, n, sizeof(KeptRow));
		kept->room = n;
	}
	kept->n = n;
	kept->d = 0;
	kept->now = NULL;
	memset(kept->row, 0, sizeof(KeptRow) * n);
}

/* The first row of the batch is opened: how many values it has is known now. */
static void
keep_values(KeptRows *kept, MemoryContext context, uint32 d)
{
	Size		values = (Size) kept->n * d;

	if (values > KEPT_BYTES / sizeof(double))
		return;
	if (values > kept->values_room || kept->value == NULL)
	{
		kept->value = make_room(context, kept->value, values, sizeof(double));
		kept->values_room = values;
	}
	if (d > kept->d_room)
	{
		kept->missing = make_room(context, kept->missing, d, sizeof(uint32));
		kept->read = make_room(context, kept->read, d, sizeof(double));
		kept->null = make_room(context, kept->null, d, sizeof(bool));
		kept->d_room = d;
	}
	kept->d = d;
	for (Size i = 0; i < values; i++)
		kept->value[i] = marked(UNREAD);
}

static void
open_row(Features *features)
{
	KeptRows   *kept = features->kept;

	if (kept->opened)
		return;
	kept->now->d = features->methods->open(features, kept->datum);
	kept->now->floats = features->floats;
	kept->opened = true;
}

uint32
features_turn(Features *features, int i, Datum value)
{
	KeptRows   *kept = features->kept;

	if (kept == NULL)
		return features_open(features, value);
	Assert(i >= 0 && i < kept->n);
	/* a row at which opening failed is not open */
	if (kept->now == &kept->row[i] && kept->now->d > 0)
		return kept->now->d;
	kept->now = &kept->row[i];
	kept->datum = value;
	kept->opened = false;
	features->floats = kept->now->floats;
	if (kept->now->d == 0)
		open_row(features);
	if (kept->d == 0 && features->floats == NULL)
		keep_values(kept, features->context, kept->now->d);
	kept->values_now = features->floats == NULL && kept->d == kept->now->d ?
		kept->value + (Size) i * kept->d : NULL;
	return kept->now->d;
}

bool
features_kept_target(Features *features, double *target, int64 row_number)
{
	KeptRows   *kept = features->kept;
	KeptRow    *row = kept->now;

	if (!row->target_read)
	{
		open_row(features);
		row->target_null = !features->methods->target(features, &row->target, row_number);
		row->target_read = true;
	}
	*target = row->target;
	return !row->target_null;
}

/* Read what nobody has read of the row before. */
static void
read_missing(Features *features, const uint32 *attribute, uint32 n)
{
	KeptRows   *kept = features->kept;
	uint32		missing = 0;

	for (uint32 i = 0; i < n; i++)
		if (is_marked(&kept->values_now[attribute[i]], UNREAD))
			kept->missing[missing++] = attribute[i];
	if (missing == 0)
		return;
	open_row(features);
	features->methods->read(features, kept->missing, missing, kept->read, kept->null);
	for (uint32 i = 0; i < missing; i++)
		kept->values_now[kept->missing[i]] = kept->null[i] ? marked(KEPT_NULL) :
			isnan(kept->read[i]) ? NAN : kept->read[i];
}

void
features_kept_read(Features *features, const uint32 *attribute, uint32 n, double *value,
				   bool *null)
{
	KeptRows   *kept = features->kept;
	bool		marks = false;

	if (kept->values_now == NULL)
	{
		if (features->floats == NULL)
			open_row(features);
		features->methods->read(features, attribute, n, value, null);
		return;
	}
	for (uint32 i = 0; i < n; i++)
		if (isnan(kept->values_now[attribute[i]]))
			marks = true;
	if (marks)
		read_missing(features, attribute, n);
	for (uint32 i = 0; i < n; i++)
	{
		value[i] = kept->values_now[attribute[i]];
		null[i] = marks && is_marked(&value[i], KEPT_NULL);
		if (null[i])
			value[i] = 0;
	}
}
