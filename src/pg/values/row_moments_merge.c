/*
 * row_moments_merge.c
 *		Merging moments of rows of one kind.
 */
#include "pg/values/row_moments.h"

#include "lib/stringinfo.h"

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
merge_headers(RowMoments *target, const RowMoments *source, int sign)
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
	if (sign < 0)
		;						/* they were paid for */
	else if (source->lean)
		panel_visits_add_list(&target->visits, &source->list);
	else
		panel_visits_merge(&target->visits, &source->visits, target->d);
	if (target->target != source->target)
		target->target = TARGET_UNKNOWN;
}

/*
 * What is taken back must be what was added: the same rows under the same plan,
 * which a key and a design tell.
 */
static void
check_takes_back(const RowMoments *target, const RowMoments *next)
{
	if (!target->keyed || !next->keyed)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("moments that are not keyed cannot be taken back"),
				 errdetail("Without a row key, or under a learned design, the same row is looked at elsewhere another time."),
				 errhint("Collect them by aer_moments(features, target, design, key).")));
	if (!target->lean && !next->lean && !same_design(target->design, next->design))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("moments of another design cannot be taken back"),
				 errdetail("One is of %s, the other of %s.", target->design, next->design),
				 errhint("Subtract moments of the very same design.")));
}

/*
 * target += sign * next, all but what is in the words of next; next must be of
 * the same design if it is taken back.  Sums in two words take whatever comes,
 * and what is lean comes to be taken back one day.
 */
static void
take_header(RowMoments *target, const RowMoments *next, int sign)
{
	bool		lean = target->d > 0 && target->lean;

	/* of many without rows, the first says all */
	if (target->d == 0 && (next->d > 0 || target->design == NULL))
		row_moments_become_like(target, next);
	target->skipped += sign > 0 ? next->skipped : -next->skipped;
	if (next->d == 0)
		return;
	if (sign < 0)
		check_takes_back(target, next);
	merge_headers(target, next, sign);
	if (!target->lean && (lean || next->lean || next->exact || sign < 0))
		row_moments_make_exact(target);
}

static void
check_rows(const RowMoments *object)
{
	double		rows = !object->summed ? 0 : object->exact ? exact_rows(&object->two_words) :
		moments_rows(&object->moments);

	if (rows > MOST_ROWS || (object->skipped > MOST_ROWS && (int64) object->skipped > 0))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("more than 2^50 rows cannot be counted")));
}

static void
take_flat(RowMoments *target, const RowMomentsForm *flat, int sign)
{
	RowMoments *next;
	RowMoments	lean;

	if (flat->flags & FORM_LEAN)
	{
		/* one of many: without a memory context of its own */
		memset(&lean, 0, sizeof(lean));
		row_moments_load_lean(&lean, flat, CurrentMemoryContext, ERRCODE_DATA_CORRUPTED);
		take_header(target, &lean, sign);
		row_moments_add_seen(target, &lean, sign);
		if (lean.list.chunk)
			pfree(lean.list.chunk);
		return;
	}
	next = row_moments_load_header(flat, CurrentMemoryContext, ERRCODE_DATA_CORRUPTED);
	take_header(target, next, sign);
	row_moments_add_flat(target, next, flat, sign);
	DeleteExpandedObject(row_moments_datum(next));
}

void
row_moments_take(RowMoments *target, Datum value, int sign)
{
	if (VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(value)))
	{
		RowMoments *next;

		moments_require(value, MOMENTS_OF_ROWS, "a sum of moments");
		next = state_object(value, STATE_OF_ROWS);
		/* what is a result already is sums, as it would be if it were stored */
		if (!next->partial && !next->lean)
			row_moments_have_sums(next);
		take_header(target, next, sign);
		if (next->d > 0)
			row_moments_add_seen(target, next, sign);
	}
	else
	{
		AerMoments *flat = moments_from_datum(value);

		moments_require(PointerGetDatum(flat), MOMENTS_OF_ROWS, "a sum of moments");
		take_flat(target, (RowMomentsForm *) flat, sign);
		if ((Pointer) flat != DatumGetPointer(value))
			pfree(flat);
	}
	check_rows(target);
}

/*
 * Moments of no rows, which have no width yet, count only the rows that were
 * skipped.
 */
static Datum
row_moments_merge(MemoryContext context, Datum state, Datum other)
{
	RowMoments *target = state == 0 ? NULL : row_moments_writable(state);

	if (target == NULL && state != 0)
		target = row_moments_load((RowMomentsForm *) moments_from_datum(state), context,
								  ERRCODE_DATA_CORRUPTED);
	if (target == NULL)
		target = row_moments_create(context);
	row_moments_take(target, other, 1);
	return row_moments_datum(target);
}

const MomentsMethods moments_of_rows = {
	.object = STATE_OF_ROWS,
	.send = row_moments_send,
	.receive = row_moments_receive,
	.merge = row_moments_merge
};
