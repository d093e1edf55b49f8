/*
 * row_moments.c
 *		Moments of rows as expanded objects: rows come in and add up.
 */
#include "pg/values/row_moments_exact.h"

#include "miscadmin.h"
#include "pg/kernel_call.h"

RowMoments *
row_moments_create(MemoryContext parent)
{
	MemoryContext context = AllocSetContextCreate(parent, "aer moments",
												  ALLOCSET_SMALL_SIZES);
	RowMoments *object = MemoryContextAllocZero(context, sizeof(RowMoments));

	EOH_init_header(&object->object.header, &row_moments_flat_methods, context);
	object->object.kind = STATE_OF_ROWS;
	return object;
}

void
row_moments_start(RowMoments *object, uint32 d)
{
	row_moments_check_size(d, object->folds, object->complete, object->exact);
	object->d = d;
	object->fingerprint = row_moments_fingerprint(object);
}

#ifdef USE_ASSERT_CHECKING
void
row_moments_assert_valid(const RowMoments *object)
{
	Assert(object->object.kind == STATE_OF_ROWS);
	if (object->summed)
	{
		Assert(object->d > 0 && !object->lean && object->list.used == 0);
		if (object->exact)
		{
			Assert(object->two_words.d == object->d && object->two_words.folds == object->folds);
			Assert(object->two_words.complete == object->complete &&
				   object->two_words.shift == object->center);
		}
	}
	if (object->view || (object->summed && !object->exact))
	{
		Assert(object->moments.d == object->d && object->moments.folds == object->folds);
		Assert(object->moments.complete == object->complete && object->moments.shift == object->center);
		Assert(moments_valid(&object->moments));
	}
	Assert(object->list.used <= object->list.capacity);
	Assert(!(object->complete && object->list.missing));
	Assert(object->list.used == 0 || (object->list.label[0] & ROW_START) != 0);
	Assert(object->d > 0 || (!object->lean && object->fingerprint == 0));
}
#endif

/* Have what a fold needs before something is added to it. */
static void
start_fold(Moments *moments, uint32 fold, MemoryContext context)
{
	Size		size = moments_start_size(moments, fold);

	if (size > 0)
		moments_start(moments, fold, MemoryContextAllocHuge(context, size));
}

static void
free_old(void *chunk)
{
	if (chunk)
		pfree(chunk);
}

static void
add_to_sums(Moments *moments, MemoryContext context, uint32 fold, double y, const uint32 *plan,
			uint32 n, const uint32 *present, const double *value, uint32 m)
{
	Size		wanted;

	start_fold(moments, fold, context);
	wanted = moments_wanted(moments, fold, m);
	if (wanted > 0)
		free_old(moments_grow(moments, fold, m, MemoryContextAllocHuge(context, wanted)));
	moments_add(moments, fold, present, value, m, y);
	if (m < n)
		moments_add_missing(moments, plan, n, present, m);
}

static void
add_list_to_sums(Moments *moments, MemoryContext context, const RowList *list)
{
	/* where it can be freed: the current context may be one that frees nothing */
	uint32	   *plan = MemoryContextAllocHuge(context, sizeof(uint32) * moments->d);
	uint32	   *present = MemoryContextAllocHuge(context, sizeof(uint32) * moments->d);
	double	   *value = MemoryContextAllocHuge(context, sizeof(double) * moments->d);
	size_t		at = 0;
	ListedRow	row;

	while (row_list_next(list, &at, &row))
	{
		uint32		m = listed_row_split(&row, plan, present, value);

		CHECK_FOR_INTERRUPTS();
		add_to_sums(moments, context, row.fold, row.y, plan, row.n, present, value, m);
		if (list->unknown)
			moments_add_unknown(moments, present, listed_row_unknown(&row, present));
	}
	pfree(plan);
	pfree(present);
	pfree(value);
}

void
row_moments_sum_list(const RowMoments *object, Moments *moments, MemoryContext context)
{
	Assert(!object->lean);
	moments_init(moments, MemoryContextAllocHuge(context, moments_size(object->d, object->folds)),
				 object->d, object->folds, object->complete, object->center);
	if (row_moments_wide(object))
		moments_keep_sparse(moments);
	add_list_to_sums(moments, context, &object->list);
}

void
row_moments_have_sums(RowMoments *object)
{
	if (object->summed || object->d == 0 || row_moments_wide(object))
		return;
	Assert(!object->lean);
	if (object->exact)
	{
		exact_object_start(object);
		exact_object_add_list(object, &object->list, 1);
		exact_object_add_list(object, &object->taken, -1);
	}
	else
		row_moments_sum_list(object, &object->moments, object->object.header.eoh_context);
	free_old(object->list.chunk);
	free_old(object->taken.chunk);
	memset(&object->list, 0, sizeof(RowList));
	memset(&object->taken, 0, sizeof(RowList));
	object->summed = true;
	row_moments_assert_valid(object);
}

void
row_moments_sum(RowMoments *object)
{
	row_moments_have_sums(object);
	if (object->exact && object->d > 0)
		exact_object_view(object);
	else if (row_moments_wide(object))
		row_moments_wide_view(object);
}

/* A list may take so many bytes, however small the sums are. */
#define SHORT_LIST 2048

/*
 * May so many entries more be listed?  The list stops where it would take a
 * quarter of what the sums of a fold take at most; a lean one must go on, and
 * one of too many attributes for sums.
 */
static bool
list_room(RowMoments *object, RowList *list, Size entries)
{
	Size		size = row_list_size(list->used + entries);
	bool		wide = row_moments_wide(object);
	Size		wanted;

	if (object->summed)
		return false;
	if (wide)
		row_moments_check_list(object, entries);
	if (!object->lean && !wide &&
		size > Max(moments_full_size(object->d, 1, object->complete) / 4, SHORT_LIST))
		return false;
	wanted = row_list_wanted(list, entries);
	if (object->lean && !AllocSizeIsValid(2 * wanted))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("too many rows for lean moments"),
				 errhint("Merge them with moments in full of the same design first: their sums take less.")));
	if (wanted > 0)
		free_old(row_list_grow(list, entries,
							   MemoryContextAllocHuge(object->object.header.eoh_context, wanted)));
	return true;
}

void
row_moments_add(RowMoments *object, uint32 fold, double y, const uint32 *plan, uint32 n,
				const uint32 *present, const double *value, uint32 m)
{
	if (m < n)
		row_moments_break(object);
	panel_visits_add(&object->visits, present, m);
	if (object->view)
		exact_object_changed(object);
	if (list_room(object, &object->list, (Size) n + 1))
		row_list_add(&object->list, fold, y, plan, n, present, value, m);
	else
	{
		row_moments_have_sums(object);
		if (object->exact)
		{
			exact_object_changed(object);
			exact_object_add(object, fold, y, plan, n, present, value, m, 1);
			exact_add_looks(&object->two_words, present, m, 1);
		}
		else
			add_to_sums(&object->moments, object->object.header.eoh_context, fold, y,
						plan, n, present, value, m);
	}
	row_moments_assert_valid(object);
}

void
row_moments_add_unknown(RowMoments *object, const uint32 *first, uint32 n)
{
	if (object->summed && object->exact)
		exact_add_unknown(&object->two_words, first, n, 1);
	else if (object->summed)
		moments_add_unknown(&object->moments, first, n);
	else
		row_list_mark(&object->list, first, n, ROW_UNKNOWN);
}

void
row_moments_mark_known(RowMoments *object, const uint32 *attribute, uint32 n)
{
	Assert(object->lean || object->exact);
	panel_visits_take_known(&object->visits, attribute, n);
	if (object->summed)
		exact_add_looks(&object->two_words, attribute, n, -1);
	else
		row_list_mark(&object->list, attribute, n, ROW_KNOWN);
}

void
row_moments_clear_list(RowMoments *object)
{
	RowList		empty = {.chunk = object->list.chunk,.value = object->list.value,
		.label = object->list.label,.capacity = object->list.capacity};

	Assert(!object->summed);
	object->list = empty;
	object->skipped = 0;
	panel_visits_clear(&object->visits);
}

Looks
row_moments_looks(const RowMoments *object)
{
	return row_looks(object->d, object->name, object->type);
}

double
row_moments_reads(const RowMoments *object)
{
	Looks		looks = row_moments_looks(object);
	double		reads = moments_looks(&object->moments, &looks);

	if (looks.first)
		pfree(unconstify(uint32 *, looks.first));
	return reads;
}

/* target += source, sums only */
static void
add_sums(Moments *target, const Moments *source, MemoryContext context)
{
	void	   *scratch = kernel_memory(moments_merge_scratch_size(target->d));

	moments_merge_common(target, source);
	for (uint32 f = 0; f < target->folds; f++)
	{
		Size		wanted;

		CHECK_FOR_INTERRUPTS();
		if (source->fold[f].rows == 0)
			continue;
		start_fold(target, f, context);
		wanted = moments_merge_wanted(target, source, f, scratch);
		free_old(moments_merge(target, source, f, wanted,
							   wanted > 0 ? MemoryContextAllocHuge(context, wanted) : NULL, scratch));
	}
	pfree(scratch);
}

/* Without loss, by merging what there is into moments of no rows. */
void
row_moments_break(RowMoments *object)
{
	MemoryContext context = object->object.header.eoh_context;
	Moments		complete = object->moments;

	if (!object->complete)
		return;
	if (object->summed && !object->exact)
		row_moments_check_pairs(object->d, object->folds);
	else
		row_moments_check_size(object->d, object->folds, false, object->exact);
	object->complete = false;
	if (!object->summed)
		return;
	if (object->exact)
	{
		exact_object_changed(object);
		exact_object_break(object);
		return;
	}
	moments_init(&object->moments, MemoryContextAllocHuge(context, moments_size(object->d, object->folds)),
				 object->d, object->folds, false, object->center);
	add_sums(&object->moments, &complete, context);
	for (uint32 f = 0; f < complete.folds; f++)
		free_old(complete.fold[f].gram.chunk);
	pfree(complete.fold);
}

void
row_moments_add_seen(RowMoments *target, const RowMoments *source, int sign)
{
	MemoryContext context = target->object.header.eoh_context;
	RowList    *list = sign > 0 ? &target->list : &target->taken;

	Assert(target->exact || target->lean || (sign > 0 && !source->exact));
	if (!source->complete)
		row_moments_break(target);
	if (source->summed && row_moments_wide(target))
		row_moments_check_pairs(target->d, target->folds);
	exact_object_changed(target);
	if (!source->summed && (sign > 0 || target->lean) && list_room(target, list, source->list.used))
	{
		row_list_append(list, &source->list);
		return;
	}
	row_moments_have_sums(target);
	if (source->summed && target->exact)
		exact_object_add_sums(target, source, sign);
	else if (source->summed)
		add_sums(&target->moments, &source->moments, context);
	else if (target->exact)
		exact_object_add_list(target, &source->list, sign);
	else
		add_list_to_sums(&target->moments, context, &source->list);
	row_moments_assert_valid(target);
}

void
row_moments_add_words(RowMoments *target, const uint64 *word, const WordsShape *shape, int sign)
{
	MemoryContext context = target->object.header.eoh_context;
	void	   *scratch;

	Assert(target->exact == shape->exact);
	if (!shape->complete)
		row_moments_break(target);
	if (row_moments_wide(target))
		row_moments_check_pairs(target->d, target->folds);
	row_moments_have_sums(target);
	if (shape->exact)
	{
		exact_object_changed(target);
		exact_object_add_words(target, word, shape, sign);
		return;
	}
	scratch = kernel_memory(moments_merge_scratch_size(target->d));
	word = words_add_common(word, shape, &target->moments);
	for (uint32 f = 0; f < target->folds; f++)
	{
		FoldWords	fold;
		Size		wanted;

		CHECK_FOR_INTERRUPTS();
		word = words_fold(word, shape, &fold);
		if (fold.rows == 0)
			continue;
		start_fold(&target->moments, f, context);
		wanted = words_add_wanted(&target->moments, f, &fold, scratch);
		free_old(words_add(&target->moments, f, &fold, wanted,
						   wanted > 0 ? MemoryContextAllocHuge(context, wanted) : NULL, scratch));
	}
	pfree(scratch);
	row_moments_assert_valid(target);
}

void
row_moments_copy_header(RowMoments *object, const RowMoments *model)
{
	MemoryContext old = MemoryContextSwitchTo(object->object.header.eoh_context);

	object->lean = model->lean;
	object->fingerprint = model->fingerprint;
	object->design = pstrdup(model->design);
	if (model->center)
	{
		object->center = palloc(sizeof(double) * model->d);
		memcpy(object->center, model->center, sizeof(double) * model->d);
	}
	panel_visits_init(&object->visits, model->d, model->visits.panels, model->visits.panel);
	if (model->name)
	{
		object->type = palloc(sizeof(AttributeType) * model->d);
		memcpy(object->type, model->type, sizeof(AttributeType) * model->d);
		object->name = palloc(sizeof(char *) * model->d);
		for (uint32 i = 0; i < model->d; i++)
			object->name[i] = pstrdup(model->name[i]);
	}
	MemoryContextSwitchTo(old);
}

void
row_moments_become_like(RowMoments *object, const RowMoments *model)
{
	Assert(object->d == 0 && !object->summed);
	object->d = model->d;
	object->folds = model->folds;
	object->complete = model->complete;
	object->own_units = model->own_units;
	object->keyed = model->keyed;
	object->target = model->target;
	row_moments_copy_header(object, model);
}

RowMoments *
row_moments_create_like(const RowMoments *model, MemoryContext parent)
{
	RowMoments *object = row_moments_create(parent);

	row_moments_become_like(object, model);
	return object;
}

Datum
row_moments_datum(RowMoments *moments)
{
	return EOHPGetRWDatum(&moments->object.header);
}

RowMoments *
row_moments_writable(Datum value)
{
	if (!VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(value)))
		return NULL;
	return state_object(value, STATE_OF_ROWS);
}

RowMoments *
row_moments_from_datum(Datum value, MemoryContext parent, const char *function)
{
	RowMoments *object;

	moments_require(value, MOMENTS_OF_ROWS, function);
	if (VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)))
		object = state_object(value, STATE_OF_ROWS);
	else
	{
		AerMoments *flat = moments_from_datum(value);

		object = row_moments_load((RowMomentsForm *) flat, parent, ERRCODE_DATA_CORRUPTED);
		if ((Pointer) flat != DatumGetPointer(value))
			pfree(flat);
	}
	if (object->lean)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("%s needs moments in full, not lean ones", function),
				 errdetail("Lean moments are rows as they were read, without design, names and centers."),
				 errhint("Merge them, by aer_moments(moments), with moments in full of the same design.")));
	row_moments_sum(object);
	return object;
}
