/*
 * toast_slices.c
 *		Bytes from here and there of a value that is stored out of line.
 *
 * A heap's TOAST table has rows (chunk_id, chunk_seq, chunk_data) and an index
 * on the first two.  All chunks of a value but its last are of one size, so it
 * is known in which a byte stands.
 *
 * Finding a chunk by the index costs more than reading it.  But chunks of a
 * value were inserted one after the other and mostly stand so, the same number
 * on each page: once the place of one is known, that of another is guessed.
 * What stands there says whose chunk it is; a wrong guess costs the reading of a
 * page, and the index is asked after all.
 */
#include "pg/rows/toast_slices.h"

#include "access/detoast.h"
#include "access/genam.h"
#include "access/heaptoast.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/toast_internals.h"
#include "miscadmin.h"
#include "storage/bufmgr.h"
#include "utils/fmgroids.h"
#include "utils/rel.h"

/* The columns of a TOAST table. */
enum
{
	CHUNK_ID = 1,
	CHUNK_SEQ,
	CHUNK_DATA
};

#define NO_CHUNK (-1)

struct ToastSlices
{
	/* known from one value to the next, since the same one is often begun twice */
	struct varatt_external pointer; /* of the value */
	int64		place_chunk;	/* its chunk whose place is known, or NO_CHUNK */
	ItemPointerData place;

	/* from begin to end */
	struct varlena *value;
	Relation	table;
	bool		is_heap;
	bool		guessing;		/* until a guess was wrong */
	BlockNumber pages;			/* of the table, 0 before the first guess */
	Snapshot	snapshot;
	TupleTableSlot *slot;		/* the chunk that was fetched last */
	int64		chunk;			/* its number, or NO_CHUNK */
	const char *data;			/* its bytes, in the slot */

	/* from the first search to end */
	IndexScanDesc scan;
	Relation   *index;			/* of the table: several while it is reindexed */
	int			indexes;
};

static struct varatt_external
toast_pointer(const struct varlena *value)
{
	struct varatt_external pointer;

	VARATT_EXTERNAL_GET_POINTER(pointer, value);
	return pointer;
}

uint32
toast_slices_chunks(const struct varlena *value)
{
	struct varatt_external pointer;

	if (!VARATT_IS_EXTERNAL_ONDISK(value))
		return 0;
	pointer = toast_pointer(value);
	if (VARATT_EXTERNAL_IS_COMPRESSED(pointer))
		return 0;
	return (VARATT_EXTERNAL_GET_EXTSIZE(pointer) + TOAST_MAX_CHUNK_SIZE - 1) / TOAST_MAX_CHUNK_SIZE;
}

ToastSlices *
toast_slices_create(MemoryContext context)
{
	ToastSlices *slices = MemoryContextAllocZero(context, sizeof(ToastSlices));

	slices->place_chunk = NO_CHUNK;
	return slices;
}

void
toast_slices_begin(ToastSlices *slices, struct varlena *value)
{
	struct varatt_external pointer = toast_pointer(value);

	if (pointer.va_toastrelid != slices->pointer.va_toastrelid ||
		pointer.va_valueid != slices->pointer.va_valueid)
		slices->place_chunk = NO_CHUNK;
	slices->pointer = pointer;
	slices->value = value;
	slices->table = table_open(pointer.va_toastrelid, AccessShareLock);
	slices->is_heap = slices->table->rd_tableam == GetHeapamTableAmRoutine();
	if (!slices->is_heap)
		return;

	slices->guessing = true;
	slices->pages = 0;
	slices->snapshot = get_toast_snapshot();
	slices->slot = table_slot_create(slices->table, NULL);
	slices->chunk = NO_CHUNK;
	slices->scan = NULL;
}

void
toast_slices_end(ToastSlices *slices)
{
	if (slices->is_heap)
	{
		ExecDropSingleTupleTableSlot(slices->slot);
		if (slices->scan)
		{
			index_endscan(slices->scan);
			toast_close_indexes(slices->index, slices->indexes, AccessShareLock);
		}
	}
	table_close(slices->table, AccessShareLock);
}

/* Search the index for a chunk. */
static bool
search_chunk(ToastSlices *slices, uint32 chunk)
{
	ScanKeyData key[2];

	if (slices->scan == NULL)
	{
		int			valid = toast_open_indexes(slices->table, AccessShareLock,
											   &slices->index, &slices->indexes);

		slices->scan = index_beginscan(slices->table, slices->index[valid],
									   slices->snapshot, NULL, lengthof(key), 0);
	}
	ScanKeyInit(&key[0], CHUNK_ID, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(slices->pointer.va_valueid));
	ScanKeyInit(&key[1], CHUNK_SEQ, BTEqualStrategyNumber, F_INT4EQ, Int32GetDatum(chunk));
	index_rescan(slices->scan, key, lengthof(key), NULL, 0);
	return index_getnext_slot(slices->scan, ForwardScanDirection, slices->slot);
}

/* Look for a chunk where it is if all stand in a row. */
static bool
guess_chunk(ToastSlices *slices, uint32 chunk)
{
	int64		position;
	ItemPointerData place;
	bool		isnull;

	if (!slices->guessing || slices->place_chunk == NO_CHUNK)
		return false;
	if (slices->pages == 0)
		slices->pages = RelationGetNumberOfBlocks(slices->table);
	position = (int64) ItemPointerGetBlockNumber(&slices->place) * EXTERN_TUPLES_PER_PAGE +
		ItemPointerGetOffsetNumber(&slices->place) - FirstOffsetNumber +
		chunk - slices->place_chunk;
	slices->guessing = position >= 0 && position / EXTERN_TUPLES_PER_PAGE < slices->pages;
	if (!slices->guessing)
		return false;
	ItemPointerSet(&place, position / EXTERN_TUPLES_PER_PAGE,
				   position % EXTERN_TUPLES_PER_PAGE + FirstOffsetNumber);
	slices->guessing =
		table_tuple_fetch_row_version(slices->table, &place, slices->snapshot, slices->slot) &&
		DatumGetObjectId(slot_getattr(slices->slot, CHUNK_ID, &isnull)) == slices->pointer.va_valueid &&
		DatumGetInt32(slot_getattr(slices->slot, CHUNK_SEQ, &isnull)) == chunk;
	return slices->guessing;
}

/* How many bytes a chunk has to have. */
static uint32
chunk_size(const ToastSlices *slices, uint32 chunk)
{
	uint32		before = chunk * TOAST_MAX_CHUNK_SIZE;

	return Min(VARATT_EXTERNAL_GET_EXTSIZE(slices->pointer) - before, TOAST_MAX_CHUNK_SIZE);
}

static void
fetch_chunk(ToastSlices *slices, uint32 chunk)
{
	struct varlena *data;
	bool		isnull;

	CHECK_FOR_INTERRUPTS();
	slices->chunk = NO_CHUNK;
	if (!guess_chunk(slices, chunk) && !search_chunk(slices, chunk))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg_internal("missing chunk number %u for toast value %u in %s",
								 chunk, slices->pointer.va_valueid,
								 RelationGetRelationName(slices->table))));

	data = (struct varlena *) DatumGetPointer(slot_getattr(slices->slot, CHUNK_DATA, &isnull));
	if (isnull || VARATT_IS_EXTERNAL(data) || VARATT_IS_COMPRESSED(data) ||
		VARSIZE_ANY_EXHDR(data) != chunk_size(slices, chunk))
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg_internal("unexpected size of chunk %u for toast value %u in %s",
								 chunk, slices->pointer.va_valueid,
								 RelationGetRelationName(slices->table))));
	slices->chunk = chunk;
	slices->data = VARDATA_ANY(data);
	slices->place_chunk = chunk;
	slices->place = slices->slot->tts_tid;
}

/* The table is not a heap: leave it to its access method. */
static void
read_slice(const ToastSlices *slices, uint32 offset, uint32 length, char *to)
{
	struct varlena *slice = detoast_attr_slice(slices->value, offset, length);

	memcpy(to, VARDATA_ANY(slice), length);
	pfree(slice);
}

void
toast_slices_read(ToastSlices *slices, uint32 offset, uint32 length, char *to)
{
	uint32		size = VARATT_EXTERNAL_GET_EXTSIZE(slices->pointer);

	if (offset > size || length > size - offset)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_CORRUPTED),
				 errmsg_internal("toast value %u in %s has %u bytes, not %u",
								 slices->pointer.va_valueid,
								 RelationGetRelationName(slices->table),
								 size, offset + length)));
	if (!slices->is_heap)
	{
		read_slice(slices, offset, length, to);
		return;
	}
	while (length > 0)
	{
		uint32		chunk = offset / TOAST_MAX_CHUNK_SIZE;
		uint32		at = offset % TOAST_MAX_CHUNK_SIZE;
		uint32		here = Min(length, TOAST_MAX_CHUNK_SIZE - at);

		if (chunk != slices->chunk)
			fetch_chunk(slices, chunk);
		memcpy(to, slices->data + at, here);
		to += here;
		offset += here;
		length -= here;
	}
}
