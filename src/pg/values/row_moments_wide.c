/*
 * row_moments_wide.c
 *		How much room moments of rows may take, and those of so many attributes
 *		that pairs have none.
 *
 * Of 100,000 attributes five looks at a row hardly ever meet a pair again: the
 * sums of its ten pairs would take 400 bytes, its looks 72.
 */
#include "pg/values/row_moments.h"

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
