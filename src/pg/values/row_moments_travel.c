/*
 * row_moments_travel.c
 *		Moments of rows as values: flat, or, between the processes of a parallel
 *		plan and where they are large, a note of where they are (pg/hand_over.h).
 */
#include "pg/values/row_moments.h"

#include "pg/values/form.h"

/* Less is copied as soon as a note is followed. */
#define LARGE_STATE (1024 * 1024)

/* A flat value, as it were: of no rows, whose words are a note. */
typedef struct NoteForm
{
	RowMomentsForm form;
	HandOverNote note;
} NoteForm;

StaticAssertDecl(sizeof(NoteForm) == offsetof(RowMomentsForm, word) + sizeof(HandOverNote),
				 "a note stands in the place of the words");

/* What a note leads to must be there. */
static bool
is_found(RowMoments *object)
{
	Size		size;
	void	   *shared;

	if (!hand_over_must_share(object->way))
		return true;
	size = row_moments_flat_size(object);
	shared = hand_over_share(object->way, size);
	if (shared == NULL)
		return false;
	row_moments_flatten(object, shared, size);
	return true;
}

/*
 * Does a note travel?  Who forms a tuple asks for the size twice, and whether shared
 * memory is scarce may change meanwhile: what was refused once stays so.
 */
static bool
is_handed_over(RowMoments *object)
{
	if (object->way != NULL &&
		(!object->summed || object->exact ||
		 MemoryContextMemAllocated(object->object.header.eoh_context, true) < LARGE_STATE ||
		 !is_found(object)))
		object->way = NULL;
	return object->way != NULL;
}

static Size
get_flat_size(ExpandedObjectHeader *header)
{
	RowMoments *object = (RowMoments *) header;

	return is_handed_over(object) ? sizeof(NoteForm) : row_moments_flat_size(object);
}

static void
flatten_into(ExpandedObjectHeader *header, void *result, Size size)
{
	RowMoments *object = (RowMoments *) header;
	NoteForm   *note = result;

	if (size != sizeof(NoteForm) || !is_handed_over(object))
	{
		row_moments_flatten(object, result, size);
		return;
	}
	memset(note, 0, sizeof(NoteForm));
	SET_VARSIZE(note, size);
	note->form.format = NEWEST_FORMAT;
	note->form.kind = MOMENTS_OF_ROWS;
	note->form.flags = FORM_NOTE;
	hand_over_write(object->way, &note->note);
}

const ExpandedObjectMethods row_moments_flat_methods = {
	get_flat_size,
	flatten_into
};

/* Is the value a note?  It may be packed into a tuple, with a short header. */
static bool
read_note(Datum value, NoteForm *note)
{
	struct varlena *packed = (struct varlena *) DatumGetPointer(value);

	if (VARATT_IS_EXTERNAL(packed) || VARATT_IS_COMPRESSED(packed) ||
		VARSIZE_ANY_EXHDR(packed) != sizeof(NoteForm) - VARHDRSZ)
		return false;
	memcpy(VARDATA(note), VARDATA_ANY(packed), sizeof(NoteForm) - VARHDRSZ);
	return note->form.format == NEWEST_FORMAT && note->form.kind == MOMENTS_OF_ROWS &&
		note->form.flags == FORM_NOTE;
}

bool
moments_merge_note(FunctionCallInfo fcinfo, MemoryContext context, Datum *state, Datum other)
{
	NoteForm	note;
	HandedOver	handed;
	RowMoments *object;

	if (!read_note(other, &note))
		return false;
	handed = hand_over_find(fcinfo, &note.note);
	object = handed.object;
	if (object != NULL)
		object->way = NULL;
	if (object != NULL && *state == 0)
	{
		/* nobody else asks for it: it becomes the sum */
		object->partial = false;
		MemoryContextSetParent(object->object.header.eoh_context, context);
		*state = row_moments_datum(object);
		return true;
	}
	*state = moments_of_rows.merge(context, *state, object != NULL ? row_moments_datum(object) :
								   PointerGetDatum(handed.shared));
	hand_over_done(&handed);
	return true;
}

void
moments_hand_over(FunctionCallInfo fcinfo, Datum state)
{
	RowMoments *object = moments_kind(state) == MOMENTS_OF_ROWS ? row_moments_writable(state) : NULL;

	if (object != NULL)
		object->way = hand_over_create(fcinfo, aer_moments_merge,
									   object->object.header.eoh_context, object);
}
