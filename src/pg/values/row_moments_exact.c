/*
 * row_moments_exact.c
 *		Moments of rows whose sums are in two words; and those of so many attributes
 *		that the sums of pairs have no room.
 *
 * Of 100,000 attributes five looks at a row hardly ever meet a pair again: the
 * sums of its ten pairs would take 400 bytes, its looks 72.
 */
#include "pg/values/row_moments_exact.h"

#include "miscadmin.h"
#include "pg/kernel_call.h"

void
exact_object_start(RowMoments *object)
{
	MemoryContext context = object->object.header.eoh_context;

	exact_init(&object->two_words,
			   MemoryContextAllocHuge(context, exact_size(object->d, object->folds)),
			   object->d, object->folds, object->complete, object->center);
}

/* Have room in a fold for pairs of these attributes. */
static void
make_room(RowMoments *object, uint32 fold, const uint32 *attribute, uint32 n)
{
	Size		wanted = exact_wanted(&object->two_words, fold, attribute, n);

	if (wanted > 0)
		exact_grow(&object->two_words, fold, attribute, n,
				   MemoryContextAllocHuge(object->object.header.eoh_context, wanted));
}

void
exact_object_add(RowMoments *object, uint32 fold, double y, const uint32 *plan, uint32 n,
				 const uint32 *present, const double *value, uint32 m, int sign)
{
	Exact	   *sums = &object->two_words;

	make_room(object, fold, present, m > 0 ? m - 1 : 0);
	exact_add_row(sums, fold, present, value, m, y, sign);
	if (m < n)
		exact_add_missing(sums, plan, n, present, m, sign);
}

/* The looks at a listed row: at what was there and not known before. */
static void
add_listed_looks(Exact *sums, const ListedRow *row)
{
	for (uint32 k = 0; k < row->n; k++)
	{
		uint32		attribute = row->label[k] & ROW_LABEL;

		if (!(row->label[k] & (ROW_MISSING | ROW_KNOWN)))
			exact_add_looks(sums, &attribute, 1, 1);
	}
}

void
exact_object_add_list(RowMoments *object, const RowList *list, int sign)
{
	MemoryContext context = object->object.header.eoh_context;
	Size		most = 0;
	size_t		at = 0;
	ListedRow	row;
	double	   *value;
	uint32	   *plan;
	uint32	   *present;

	while (row_list_next(list, &at, &row))
		most = Max(most, row.n);
	value = MemoryContextAllocHuge(context, (sizeof(double) + 2 * sizeof(uint32)) * Max(most, 1));
	plan = (uint32 *) (value + most);
	present = plan + most;
	at = 0;
	while (row_list_next(list, &at, &row))
	{
		uint32		m = listed_row_split(&row, plan, present, value);

		CHECK_FOR_INTERRUPTS();
		exact_object_add(object, row.fold, row.y, plan, row.n, present, value, m, sign);
		if (sign > 0)
			add_listed_looks(&object->two_words, &row);
		if (list->unknown)
			exact_add_unknown(&object->two_words, present, listed_row_unknown(&row, present), sign);
	}
	pfree(value);
}

void
exact_object_add_sums(RowMoments *target, const RowMoments *source, int sign)
{
	Exact	   *sums = &target->two_words;
	uint32	   *attribute = kernel_memory(sizeof(uint32) * target->d);
	void	   *scratch = source->exact ? NULL : kernel_memory(exact_merge_scratch_size(target->d));

	Assert(source->summed);
	if (source->exact)
		exact_merge_common(sums, &source->two_words, sign);
	else
		exact_merge_moments_common(sums, &source->moments, sign);
	for (uint32 f = 0; f < target->folds; f++)
	{
		CHECK_FOR_INTERRUPTS();
		if (source->exact && exact_started(&source->two_words.fold[f]))
		{
			make_room(target, f, attribute, exact_touched(&source->two_words, f, attribute));
			exact_merge(sums, &source->two_words, f, sign);
		}
		else if (!source->exact && source->moments.fold[f].rows > 0)
		{
			make_room(target, f, attribute, exact_touched_moments(&source->moments, f, attribute));
			exact_merge_moments(sums, &source->moments, f, sign, scratch);
		}
	}
	pfree(attribute);
	if (scratch)
		pfree(scratch);
}

void
exact_object_add_words(RowMoments *target, const uint64 *word, const WordsShape *shape, int sign)
{
	uint32	   *attribute = kernel_memory(sizeof(uint32) * target->d);

	word = exact_words_common(word, shape, &target->two_words, sign);
	for (uint32 f = 0; f < target->folds; f++)
	{
		ExactFoldWords fold;

		CHECK_FOR_INTERRUPTS();
		word = exact_words_fold(word, shape, &fold);
		if (fold.rows == 0)
			continue;
		make_room(target, f, attribute, exact_words_touched(shape, &fold, attribute));
		exact_words_merge(&target->two_words, f, shape, &fold, sign);
	}
	pfree(attribute);
}

void
exact_object_break(RowMoments *object)
{
	RowMoments	complete = *object;

	exact_object_start(object);
	exact_object_add_sums(object, &complete, 1);
	for (uint32 f = 0; f < object->folds; f++)
		if (complete.two_words.fold[f].x)
			pfree(complete.two_words.fold[f].x);
	pfree(complete.two_words.fold);
}

void
row_moments_make_exact(RowMoments *object)
{
	RowMoments	plain = *object;

	if (object->exact)
		return;
	row_moments_check_size(object->d, object->folds, object->complete, true);
	object->exact = true;
	if (!object->summed)
		return;
	exact_object_start(object);
	exact_object_add_sums(object, &plain, 1);
	memset(&object->moments, 0, sizeof(Moments));
	for (uint32 f = 0; f < plain.folds; f++)
	{
		FoldSums   *sums = &plain.moments.fold[f];

		if (sums->marginal)
			pfree(sums->marginal);
		if (sums->pairs.chunk)
			pfree(sums->pairs.chunk);
		if (sums->gram.chunk)
			pfree(sums->gram.chunk);
	}
	pfree(plain.moments.fold);
}

void
row_moments_check_counts(RowMoments *object)
{
	ExactState	state;

	if (object->lean && object->taken.used > 0)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("nothing can be taken back from lean moments alone"),
				 errhint("Add moments in full of the same design.")));
	if (!object->exact || object->d == 0)
		return;
	row_moments_have_sums(object);
	state = exact_close(&object->two_words);
	exact_object_changed(object);
	if (state == EXACT_NEGATIVE || (int64) object->skipped < 0)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("something is taken back that was never added"),
				 errdetail("A count of rows or of values would be less than zero."),
				 errhint("Take back moments of rows that were added, of the same design and key.")));
	if (state == EXACT_NOT_FINITE)
		row_moments_not_finite();
}

void
exact_object_changed(RowMoments *object)
{
	if (object->view)
		MemoryContextDelete(object->view);
	object->view = NULL;
}

void
exact_object_view(RowMoments *object)
{
	MemoryContext context;

	if (object->view)
		return;
	row_moments_check_counts(object);
	context = AllocSetContextCreate(object->object.header.eoh_context, "aer moments view",
									ALLOCSET_START_SMALL_SIZES);
	moments_init(&object->moments, MemoryContextAllocHuge(context, moments_size(object->d, object->folds)),
				 object->d, object->folds, object->complete, object->center);
	exact_view_common(&object->two_words, &object->moments);
	for (uint32 f = 0; f < object->folds; f++)
	{
		Size		size = exact_view_size(&object->two_words, f);

		CHECK_FOR_INTERRUPTS();
		if (size > 0)
			exact_view(&object->two_words, f, &object->moments, MemoryContextAllocHuge(context, size));
	}
	object->view = context;
}

double
row_moments_paid(const RowMoments *object, uint32 attribute)
{
	return object->exact ? object->two_words.looks[attribute] :
		moments_marginal(&object->moments, attribute, object->folds).n;
}

void
row_moments_check_precision(const RowMoments *object)
{
	double		bound;
	uint32		lost;
	const char *what;

	if (!object->exact || object->d == 0)
		return;
	lost = exact_lost(&object->two_words, &object->moments, &bound);
	if (lost > object->d)
		return;
	what = lost == object->d ? "the target" : object->name == NULL ? psprintf("attribute %u", lost + 1) :
		psprintf("attribute %u (\"%s\")", lost + 1, object->name[lost]);
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("these moments have lost %s to rounding", what),
			 errdetail("A value of %g was added and taken back: next to its square nothing is left of those that remain.", bound),
			 errhint("Collect the moments anew from the rows as they are: aer_refollow() of a log, else aer_moments().")));
}

/* The most words that the sums of such moments can take. */
static Size
most_words(uint32 d, uint32 folds, bool complete, bool exact, bool pairs)
{
	WordsShape	shape = {.exact = exact, .missing = true, .unknown = true};
	Size		fold = complete ? words_of_complete(d) * (exact ? 2 : 1) :
		2 + (Size) d * words_of_marginal(&shape) +
		(pairs ? pairs_table_cells(d) * words_of_cell(&shape) : 0);

	return 1 + words_of_extremes(&shape) + words_of_attribute(&shape) * (Size) d +
		folds * (words_of_fold(&shape) + fold);
}

static Size
most_bytes(uint32 d, uint32 folds, bool complete, bool exact, bool pairs)
{
	return d > MAX_ATTRIBUTES / 16 ? SIZE_MAX :
		d == 0 ? 0 : most_words(d, folds, complete, exact, pairs) * sizeof(uint64);
}

static void
check_bytes(uint32 d, uint32 folds, Size bytes)
{
	if (!AllocSizeIsValid(bytes))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("the moments of %u attributes in %u folds may take %zu bytes, more than a value can have",
						d, folds, bytes),
				 errdetail("The limit is %zu bytes.", (Size) MaxAllocSize),
				 errhint("Use a design with a \"budget\", fewer \"folds\", fewer attributes, or a learner that keeps no covariances: aer_train() with aer_ridge().")));
}

void
row_moments_check_size(uint32 d, uint32 folds, bool complete, bool exact)
{
	check_bytes(d, folds, most_bytes(d, folds, complete, exact, exact));
}

void
row_moments_check_pairs(uint32 d, uint32 folds)
{
	check_bytes(d, folds, most_bytes(d, folds, false, false, true));
}

bool
row_moments_wide(const RowMoments *object)
{
	return !object->complete && !object->exact && !object->lean &&
		!AllocSizeIsValid(most_bytes(object->d, object->folds, false, false, true));
}

uint32
row_moments_most_narrow(uint32 folds)
{
	uint32		low = 0;
	uint32		high = MAX_ATTRIBUTES;

	while (high - low > 1)
	{
		uint32		d = low + (high - low) / 2;

		if (AllocSizeIsValid(most_bytes(d, folds, false, false, true)))
			low = d;
		else
			high = d;
	}
	return low;
}

void
row_moments_check_list(const RowMoments *object, Size entries)
{
	Size		bytes = sizeof(uint64) * words_of_rows(object->list.used + entries);

	if (!AllocSizeIsValid(bytes))
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("these rows of %u attributes take more than a value can have", object->d),
				 errdetail("Of so many attributes moments keep the rows as they were looked at: %.0f rows so far; the limit is %zu bytes.",
						   object->list.rows, (Size) MaxAllocSize),
				 errhint("Use fewer rows, a smaller \"budget\", or moments of at most %u attributes.",
						 row_moments_most_narrow(object->folds))));
}

void
row_moments_wide_view(RowMoments *object)
{
	MemoryContext context;

	if (object->view)
		return;
	context = AllocSetContextCreate(object->object.header.eoh_context, "aer moments view",
									ALLOCSET_START_SMALL_SIZES);
	row_moments_sum_list(object, &object->moments, context);
	object->view = context;
}
