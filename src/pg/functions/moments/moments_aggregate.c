/*
 * moments_aggregate.c
 *		The aggregate aer_moments over rows, and how moments of rows merge.
 *
 * The state is an aer_moments value in expanded form, changed in place: the
 * transition function returns the read-write pointer that it was given.  As
 * the state is an ordinary type, partial states travel between workers (or
 * machines) in flat form and are added up by aer_moments_merge(), which serves
 * for stored moments too.
 */
#include "pg/aer.h"

#include "miscadmin.h"
#include "pg/functions/moments/row_source.h"
#include "pg/options/arguments.h"
#include "pg/options/numbers.h"

PG_FUNCTION_INFO_V1(aer_moments_array_transition);
PG_FUNCTION_INFO_V1(aer_moments_row_transition);
PG_FUNCTION_INFO_V1(aer_moments_final);

/* Positions of the arguments in the transition functions. */
#define ARG_STATE 0
#define ARG_FEATURES 1
#define ARG_TARGET 2
#define ARG_DESIGN 3
#define ARG_KEY 4

/* What a transition function needs beside the statistics. */
typedef struct AggregateSource
{
	RowSource	source;			/* first: RowMoments points to it */
	KeptArgument design_json;
	KeptArgument target_name;	/* of rows */
	NumberReader target_reader; /* of arrays */
} AggregateSource;

static bool
has_design(FunctionCallInfo fcinfo)
{
	return PG_NARGS() > ARG_DESIGN;
}

static bool
has_key(FunctionCallInfo fcinfo)
{
	return PG_NARGS() > ARG_KEY;
}

static AggregateSource *
source_of(RowMoments *object)
{
	return (AggregateSource *) object->source;
}

static RowMoments *
create_state(FunctionCallInfo fcinfo, MemoryContext aggregate, bool rows)
{
	RowMoments *object = row_moments_create(aggregate);
	MemoryContext context = object->object.header.eoh_context;
	MemoryContext old = MemoryContextSwitchTo(context);
	AggregateSource *source = palloc0(sizeof(AggregateSource));
	Jsonb	   *json = NULL;
	const char *target = NULL;
	TargetType	given = TARGET_UNKNOWN;

	aggregate_check_order(fcinfo, has_design(fcinfo) ?
						  "aer_moments(features, target, design, key ORDER BY id)" :
						  "aer_moments(features, target, design ORDER BY id)");
	if (has_design(fcinfo))
	{
		if (PG_ARGISNULL(ARG_DESIGN))
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("the design must not be NULL"),
					 errhint("Leave it out to read all attributes.")));
		argument_keep_aggregate(&source->design_json, context, fcinfo, ARG_DESIGN, "design");
		json = (Jsonb *) source->design_json.plain;
	}
	if (rows)
	{
		argument_keep_aggregate(&source->target_name, context, fcinfo, ARG_TARGET,
								"name of the target column");
		target = TextDatumGetCString(PointerGetDatum(source->target_name.plain));
	}
	else
		source->target_reader = target_argument_reader(fcinfo, ARG_TARGET, &given);
	object->partial = true;		/* unless the final function is called */
	row_source_init(&source->source, object, design_options_parse(json), json, rows, target,
					has_key(fcinfo));
	features_take_target(source->source.features, given);
	MemoryContextSwitchTo(old);
	return object;
}

/* The key of this row. */
static uint64
get_key(FunctionCallInfo fcinfo, const RowSource *source)
{
	if (!has_key(fcinfo))
		return 0;
	if (PG_ARGISNULL(ARG_KEY))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("the key of row " INT64_FORMAT " is NULL", source->row),
				 errhint("The key decides what is looked at: give each row one, or leave the argument out.")));
	return PG_GETARG_INT64(ARG_KEY);
}

static Datum
transition(FunctionCallInfo fcinfo, bool rows)
{
	MemoryContext context = aggregate_context(fcinfo);
	RowMoments *object = PG_ARGISNULL(ARG_STATE) ? NULL :
		row_moments_writable(PG_GETARG_DATUM(ARG_STATE));
	RowSource *source;
	double		target;
	uint32		d;

	if (!PG_ARGISNULL(ARG_STATE) && (object == NULL || object->source == NULL))
		elog(ERROR, "the state of aer_moments was not made by its transition function");
	if (object == NULL)
		object = create_state(fcinfo, context, rows);
	else
	{
		if (has_design(fcinfo))
			argument_check(&source_of(object)->design_json, fcinfo, ARG_DESIGN, "design");
		if (rows)
			argument_check(&source_of(object)->target_name, fcinfo, ARG_TARGET, "target column");
	}
	source = object->source;
	source->row++;
	if (PG_ARGISNULL(ARG_FEATURES) || (!rows && PG_ARGISNULL(ARG_TARGET)))
	{
		object->skipped++;
		PG_RETURN_DATUM(row_moments_datum(object));
	}

	if (!rows)
	{
		target = source_of(object)->target_reader(PG_GETARG_DATUM(ARG_TARGET));
		check_target(target, source->row);
	}
	d = features_open(source->features, PG_GETARG_DATUM(ARG_FEATURES));
	if (rows && !features_target(source->features, &target, source->row))
		object->skipped++;
	else
		row_source_add(object, d, target, get_key(fcinfo, source));
	PG_RETURN_DATUM(row_moments_datum(object));
}

Datum
aer_moments_array_transition(PG_FUNCTION_ARGS)
{
	return transition(fcinfo, false);
}

Datum
aer_moments_row_transition(PG_FUNCTION_ARGS)
{
	return transition(fcinfo, true);
}

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
	if (a->d != b->d)
		cannot_merge(psprintf("One has %u attributes, another %u.", a->d, b->d));
	if (a->folds != b->folds)
		cannot_merge(psprintf("One has %u folds, another %u.", a->folds, b->folds));
	if (a->complete != b->complete)
		cannot_merge("Of one all attributes of every row were read, of another only some.");
	if (a->own_units != b->own_units)
		cannot_merge("One measures attributes in their own units, another in common units.");
	if (a->target != b->target && a->target != TARGET_UNKNOWN && b->target != TARGET_UNKNOWN)
		cannot_merge("The target is boolean in one and a number in another.");
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

/* All but the sums: target is to be merged with what source is. */
static void
merge_headers(RowMoments *target, const RowMoments *source)
{
	check_mergeable(target, source);
	/* two designs: what is kept is what they have in common, the sums */
	if (!same_design(target->design, source->design))
		target->design[0] = '\0';
	if (target->target != source->target)
		target->target = TARGET_UNKNOWN;
}

/* target += source, sums only */
static void
merge_sums(RowMoments *target, const RowMoments *source)
{
	void	   *scratch = MemoryContextAllocHuge(CurrentMemoryContext,
												 moments_merge_scratch_size(target->d));

	for (uint32 f = 0; f < target->folds; f++)
	{
		size_t		wanted = moments_merge_wanted(&target->moments, &source->moments, f, scratch);
		void	   *chunk = wanted == 0 ? NULL :
			MemoryContextAllocHuge(target->object.header.eoh_context, wanted);
		void	   *old = moments_merge(&target->moments, &source->moments, f, wanted, chunk,
										scratch);

		CHECK_FOR_INTERRUPTS();
		if (old)
			pfree(old);
	}
	pfree(scratch);
}

/*
 * Moments of no rows, which have no width yet, count only the rows that were
 * skipped.
 */
static Datum
row_moments_merge(MemoryContext context, Datum state, Datum other)
{
	bool		expanded = VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(other));
	const FlatRowMoments *flat = expanded ? NULL : (FlatRowMoments *) moments_from_datum(other);
	RowMoments *target = state == 0 ? NULL : row_moments_writable(state);
	RowMoments *next = expanded ? (RowMoments *) DatumGetEOHP(other) :
		row_moments_load_header(flat, CurrentMemoryContext, ERRCODE_DATA_CORRUPTED);

	if (target == NULL && state != 0)
		target = row_moments_load((FlatRowMoments *) moments_from_datum(state), context,
								  ERRCODE_DATA_CORRUPTED);
	if (target == NULL || target->d == 0)
	{
		uint64		skipped = target ? target->skipped : 0;

		target = row_moments_create_like(next, context);
		target->skipped = skipped;
	}
	target->skipped += next->skipped;
	if (target->skipped > MOST_ROWS)
		row_moments_malformed(ERRCODE_DATA_CORRUPTED, "A count is impossible.");
	if (next->d > 0)
	{
		merge_headers(target, next);
		if (expanded)
			merge_sums(target, next);
		else
			row_moments_add_sums(target, flat, ERRCODE_DATA_CORRUPTED);
	}
	if (!expanded)
		DeleteExpandedObject(row_moments_datum(next));
	return row_moments_datum(target);
}

const MomentsMethods moments_of_rows = {
	.format = ROW_MOMENTS_FORMAT,
	.send = row_moments_send,
	.receive = row_moments_receive,
	.merge = row_moments_merge
};

/* No rows: NULL.  The state itself is the result, read-only. */
Datum
aer_moments_final(PG_FUNCTION_ARGS)
{
	RowMoments *object;

	(void) aggregate_context(fcinfo);
	object = PG_GETARG_ROW_MOMENTS(0, "aer_moments");
	object->partial = false;
	if (object->d == 0)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(PG_GETARG_DATUM(0));
}
