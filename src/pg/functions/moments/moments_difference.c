/*
 * moments_difference.c
 *		Checks of aer_check before it compares sums: the number of rows, and whether two moments can
 *		have the same rows at all.
 */
#include "pg/aer.h"

#include "kernel/moments/subtract.h"
#include "pg/options/attribute_name.h"
#include "pg/values/row_moments.h"
#include "utils/builtins.h"

PG_FUNCTION_INFO_V1(aer_moments_rows);
PG_FUNCTION_INFO_V1(aer_moments_unlike);

Datum
aer_moments_rows(PG_FUNCTION_ARGS)
{
	const RowMoments *object = PG_GETARG_ROW_MOMENTS(0);

	PG_RETURN_INT64((int64) moments_count_rows(&object->moments, object->folds));
}

static const char *
attribute_text(const RowMoments *moments, uint32 i)
{
	return moments->columns.column ? quote_identifier(attribute_name(&moments->columns, i)) : psprintf("%u", i + 1);
}

static bool
have_same_design(const RowMoments *a, const RowMoments *b)
{
	if (a->d != b->d || a->folds != b->folds || strcmp(a->design, b->design) != 0 ||
		a->block_bytes != b->block_bytes || (a->block && memcmp(a->block, b->block, a->block_bytes) != 0))
		return false;
	for (uint32 i = 0; i < a->d; i++)
		if (moments_shift(&a->moments, i) != moments_shift(&b->moments, i))
			return false;
	return true;
}

/* Returns a sentence that says how the classes differ; NULL if they are the same. */
static const char *
differing_classes(const RowMoments *log, const RowMoments *table)
{
	uint32		n = log->classes ? log->classes->n : 0;

	if ((log->classes == NULL) != (table->classes == NULL))
		return "The target is categorical in only one of log and table.";
	if (n != (table->classes ? table->classes->n : 0))
		return psprintf("In the log there are %u classes, in the table %u.", n, table->classes->n);
	for (uint32 class = 0; class < n; class++)
		if (strcmp(log->classes->name[class], table->classes->name[class]) != 0)
			return psprintf("In the log there is a class \"%s\", in the table \"%s\".",
							log->classes->name[class], table->classes->name[class]);
	return NULL;
}

/*
 * Returns a sentence that says why a log cannot have the same rows as its table, whatever their sums
 * are; NULL if it can.
 */
Datum
aer_moments_unlike(PG_FUNCTION_ARGS)
{
	const RowMoments *log = PG_GETARG_ROW_MOMENTS(0);
	const RowMoments *table = PG_GETARG_ROW_MOMENTS(1);
	uint32		lost = moments_lost(&log->moments);
	const char *classes = differing_classes(log, table);

	if (!have_same_design(log, table))
		PG_RETURN_TEXT_P(cstring_to_text("The log has another design, or attributes with other names or types."));
	if (lost <= log->d)
		PG_RETURN_TEXT_P(cstring_to_text(psprintf("The log has lost %s to rounding, beside values that were added and subtracted again.",
												  lost == log->d ? "the target" : psprintf("attribute %s", attribute_text(log, lost)))));
	if (classes == NULL)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(classes));
}
