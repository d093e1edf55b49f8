/*
 * row_moments_merge.c
 *		Merging moments of rows of one kind.
 */
#include "pg/values/row_moments.h"

#include "lib/stringinfo.h"
#include "pg/values/form.h"

static void
cannot_merge(const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("these moments cannot be merged"),
			 errdetail("%s", detail)));
}

static void
check_mergeable(const RowMoments *a, const RowMoments *b)
{
	bool		lean = a->lean || b->lean;

	if (a->d != b->d)
		cannot_merge(psprintf("One has %u attributes, another %u.", a->d, b->d));
	if (a->folds != b->folds)
		cannot_merge(psprintf("One has %u folds, another %u.", a->folds, b->folds));
	if (a->own_units != b->own_units)
		cannot_merge("One measures attributes in their own units, another in common units.");
	if (a->target != b->target && a->target != TARGET_UNKNOWN && b->target != TARGET_UNKNOWN)
		cannot_merge("The target is boolean in one and a number in another.");
	if (lean && a->fingerprint != b->fingerprint)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("these moments cannot be merged"),
				 errdetail("One is lean, and of another design, or of attributes with other names, types or centers."),
				 errhint("Lean moments add up with moments of the very same design, in the same words.")));
	if (lean)
		return;
	if ((a->name == NULL) != (b->name == NULL))
		cannot_merge("One is of whole rows, another of arrays.");
	for (uint32 i = 0; i < a->d; i++)
	{
		if (a->name && strcmp(a->name[i], b->name[i]) != 0)
			cannot_merge(psprintf("Attribute %u is \"%s\" in one and \"%s\" in another.",
								  i + 1, a->name[i], b->name[i]));
		if (a->name && a->type[i] != b->type[i])
			cannot_merge(psprintf("Attribute \"%s\" is boolean in only one of them.", a->name[i]));
		if ((a->center ? a->center[i] : 0) != (b->center ? b->center[i] : 0))
			cannot_merge(psprintf("Their centers differ at attribute %u.", i + 1));
	}
}

/* Are two designs the same, be it in other words (0.5 and 0.50)? */
static bool
same_design(const char *a, const char *b)
{
	Jsonb	   *left;
	Jsonb	   *right;

	if (strcmp(a, b) == 0)
		return true;
	if (a[0] == '\0' || b[0] == '\0')
		return false;
	left = DatumGetJsonbP(DirectFunctionCall1(jsonb_in, CStringGetDatum(a)));
	right = DatumGetJsonbP(DirectFunctionCall1(jsonb_in, CStringGetDatum(b)));
	return compareJsonbContainers(&left->root, &right->root) == 0;
}

/* The prices of a design: NULL where there are none. */
static JsonbValue *
prices_of_design(const char *design, JsonbValue *prices)
{
	Jsonb	   *json;

	if (design[0] == '\0')
		return NULL;
	json = DatumGetJsonbP(DirectFunctionCall1(jsonb_in, CStringGetDatum(design)));
	if (!JB_ROOT_IS_OBJECT(json) ||
		!getKeyJsonValueFromContainer(&json->root, "prices", strlen("prices"), prices) ||
		prices->type == jbvNull)
		return NULL;
	return prices;
}

/*
 * What two designs have in common: their prices; where these differ, only that
 * there were any is known.
 */
static char *
common_design(const char *a, const char *b)
{
	JsonbValue	left;
	JsonbValue	right;
	JsonbValue *of_a = prices_of_design(a, &left);
	JsonbValue *of_b = prices_of_design(b, &right);
	StringInfoData text;

	initStringInfo(&text);
	if (of_a == NULL && of_b == NULL)
		return text.data;
	if (of_a == NULL || of_b == NULL || left.type != jbvBinary || right.type != jbvBinary ||
		compareJsonbContainers(left.val.binary.data, right.val.binary.data) != 0)
		appendStringInfoString(&text, "{\"prices\": \"several\"}");
	else
	{
		appendStringInfoString(&text, "{\"prices\": ");
		(void) JsonbToCString(&text, left.val.binary.data, left.val.binary.len);
		appendStringInfoChar(&text, '}');
	}
	return text.data;
}

/* All but the sums: target is to be merged with what source is. */
static void
merge_headers(RowMoments *target, const RowMoments *source)
{
	check_mergeable(target, source);
	target->keyed = target->keyed && source->keyed;
	if (target->lean && !source->lean)
	{
		row_moments_copy_header(target, source);
		panel_visits_add_list(&target->visits, &target->list);
	}
	else if (!source->lean && !same_design(target->design, source->design))
	{
		MemoryContext old = MemoryContextSwitchTo(target->object.header.eoh_context);

		target->design = common_design(target->design, source->design);
		target->fingerprint = row_moments_fingerprint(target);
		MemoryContextSwitchTo(old);
	}
	if (source->lean)
		panel_visits_add_list(&target->visits, &source->list);
	else
		panel_visits_merge(&target->visits, &source->visits, target->d);
	if (target->target != source->target)
		target->target = TARGET_UNKNOWN;
}

/*
 * Moments of no rows, which have no width yet, count only the rows that were
 * skipped.
 */
static Datum
row_moments_merge(MemoryContext context, Datum state, Datum other)
{
	bool		expanded = VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(other));
	const RowMomentsForm *flat = expanded ? NULL : (RowMomentsForm *) moments_from_datum(other);
	RowMoments *target = state == 0 ? NULL : row_moments_writable(state);
	RowMoments *next = expanded ? (RowMoments *) DatumGetEOHP(other) :
		row_moments_load_header(flat, CurrentMemoryContext, ERRCODE_DATA_CORRUPTED);

	if (target == NULL && state != 0)
		target = row_moments_load((RowMomentsForm *) moments_from_datum(state), context,
								  ERRCODE_DATA_CORRUPTED);
	if (target == NULL || target->d == 0)
	{
		uint64		skipped = target ? target->skipped : 0;

		target = row_moments_create_like(next, context);
		target->skipped = skipped;
	}
	target->skipped += next->skipped;
	if (next->d > 0)
	{
		merge_headers(target, next);
		if (!expanded)
			row_moments_add_flat(target, next, flat);
		else
		{
			/* what is a result already is sums, as it would be if it were stored */
			if (!next->partial && !next->lean)
				row_moments_sum(next);
			row_moments_add_seen(target, next);
		}
	}
	if (target->skipped > MOST_ROWS || (target->summed && moments_rows(&target->moments) > MOST_ROWS))
		form_malformed("aer_moments", ERRCODE_DATA_CORRUPTED, "A count is impossible.");
	if (!expanded)
		DeleteExpandedObject(row_moments_datum(next));
	return row_moments_datum(target);
}

void
row_moments_take(RowMoments *target, Datum value, int sign)
{
	if (sign < 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("moments cannot be taken back yet")));
	if (target->d == 0)
	{
		RowMoments *next = VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)) ?
			(RowMoments *) DatumGetEOHP(value) :
			row_moments_load_header((RowMomentsForm *) moments_from_datum(value),
									CurrentMemoryContext, ERRCODE_DATA_CORRUPTED);

		target->d = next->d;
		target->folds = next->folds;
		target->complete = next->complete;
		target->own_units = next->own_units;
		target->keyed = next->keyed;
		target->target = next->target;
		row_moments_copy_header(target, next);
	}
	(void) row_moments_merge(NULL, row_moments_datum(target), value);
}

void
row_moments_check_counts(RowMoments *object)
{
	row_moments_assert_valid(object);
}

const MomentsMethods moments_of_rows = {
	.send = row_moments_send,
	.receive = row_moments_receive,
	.merge = row_moments_merge
};
