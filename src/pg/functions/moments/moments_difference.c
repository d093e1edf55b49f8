/*
 * moments_difference.c
 *		What aer_check asks of moments: of how many rows they are, and what differs
 *		in two of the same rows.
 */
#include "pg/aer.h"

#include "kernel/moments/moments_differ.h"
#include "kernel/moments/subtract.h"
#include "pg/kernel_call.h"
#include "pg/values/row_moments.h"
#include "utils/builtins.h"

PG_FUNCTION_INFO_V1(aer_moments_rows);
PG_FUNCTION_INFO_V1(aer_moments_difference);

Datum
aer_moments_rows(PG_FUNCTION_ARGS)
{
	const RowMoments *object = PG_GETARG_ROW_MOMENTS(0, "_aer_moments_rows");

	PG_RETURN_INT64((int64) moments_rows(&object->moments));
}

static const char *
attribute(const RowMoments *moments, uint32 i)
{
	return moments->name ? quote_identifier(moments->name[i]) : psprintf("%u", i + 1);
}

/* What differs, as in "the rows of a fold are". */
static const char *
differing(const RowMoments *moments, const MomentsDifference *difference)
{
	uint32		i = difference->i;
	uint32		j = difference->j;

	switch (difference->part)
	{
		case PART_NONE:
			break;
		case PART_ROWS:
			return "the rows of a fold are";
		case PART_TARGET:
			return "a sum of the target is";
		case PART_MISSING:
			return psprintf("the NULLs of attribute %s are", attribute(moments, i));
		case PART_UNKNOWN:
			return psprintf("the unknown values of attribute %s are", attribute(moments, i));
		case PART_FOUND:
			return psprintf("the values of attribute %s are", attribute(moments, i));
		case PART_SUMS:
			return psprintf("a sum of attribute %s is", attribute(moments, i));
		case PART_PAIR_FOUND:
			return psprintf("the values of attributes %s and %s together are",
							attribute(moments, i), attribute(moments, j));
		case PART_PAIR_SUMS:
			return psprintf("a sum of attributes %s and %s is",
							attribute(moments, i), attribute(moments, j));
	}
	return NULL;
}

/* Are they of the same design, attributes and centers? */
static bool
alike(const RowMoments *a, const RowMoments *b)
{
	if (a->d != b->d || a->folds != b->folds || strcmp(a->design, b->design) != 0 ||
		(a->name == NULL) != (b->name == NULL))
		return false;
	for (uint32 i = 0; i < a->d; i++)
		if ((a->name && (strcmp(a->name[i], b->name[i]) != 0 || a->type[i] != b->type[i])) ||
			(a->center ? a->center[i] : 0) != (b->center ? b->center[i] : 0))
			return false;
	return true;
}

/* What the classes are otherwise, as a sentence; NULL: nothing. */
static const char *
differing_classes(const RowMoments *log, const RowMoments *table)
{
	uint32		n = log->classes ? log->classes->n : 0;
	uint32		class;

	if ((log->classes == NULL) != (table->classes == NULL))
		return "The target is a word in only one of log and table.";
	if (n != (table->classes ? table->classes->n : 0))
		return psprintf("In the log there are %u classes, in the table %u.", n, table->classes->n);
	for (class = 0; class < n; class++)
		if (strcmp(log->classes->name[class], table->classes->name[class]) != 0)
			return psprintf("In the log there is a class \"%s\", in the table \"%s\".",
							log->classes->name[class], table->classes->name[class]);
	if (class_sums_agree(&log->class_sums, &table->class_sums, &log->moments, &table->moments,
						 kernel_memory(sizeof(double) * log->d), kernel_poll, &class))
		return NULL;
	return psprintf("Sums of the rows of class \"%s\" are others in the log than in the table.",
					log->classes->name[class]);
}

/* The first thing that a log says otherwise than its table, as a sentence; NULL: nothing. */
Datum
aer_moments_difference(PG_FUNCTION_ARGS)
{
	const RowMoments *log = PG_GETARG_ROW_MOMENTS(0, "_aer_moments_difference");
	const RowMoments *table = PG_GETARG_ROW_MOMENTS(1, "_aer_moments_difference");
	MomentsDifference difference;
	uint32		lost;

	if (!alike(log, table))
		PG_RETURN_TEXT_P(cstring_to_text("The log is of another design, or of attributes with other names or types."));
	lost = moments_lost(&log->moments);
	if (lost <= log->d)
		PG_RETURN_TEXT_P(cstring_to_text(psprintf("The log has lost %s to rounding, next to values that were added and taken back.",
												  lost == log->d ? "the target" : psprintf("attribute %s", attribute(log, lost)))));
	difference = moments_differ(&log->moments, &table->moments,
								kernel_memory(moments_differ_size(log->d)), kernel_poll);
	if (difference.part == PART_NONE)
	{
		const char *classes = differing_classes(log, table);

		if (classes == NULL)
			PG_RETURN_NULL();
		PG_RETURN_TEXT_P(cstring_to_text(classes));
	}
	PG_RETURN_TEXT_P(cstring_to_text(psprintf("In the log %s %.15g, in the table %.15g.",
											  differing(log, &difference), difference.one,
											  difference.other)));
}
