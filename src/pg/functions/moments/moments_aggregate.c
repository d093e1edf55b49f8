/*
 * moments_aggregate.c
 *		The aggregate aer_moments over rows.
 *
 * The state is an aer_moments value in expanded form, changed in place: the
 * transition function returns the read-write pointer that it was given.  As
 * the state is an ordinary type, partial states travel between workers (or
 * machines) in flat form and are added up by aer_moments_merge(), which serves
 * for stored moments too.
 */
#include "pg/aer.h"

#include "access/parallel.h"
#include "pg/arguments.h"
#include "pg/functions/moments/row_source.h"

PG_FUNCTION_INFO_V1(aer_moments_final);

/* Positions of the arguments in the transition functions. */
#define ARG_STATE 0
#define ARG_FEATURES 1
#define ARG_TARGET 2
#define ARG_DESIGN 3
#define ARG_KEY 4

/* What a transition function keeps beside the sums. */
typedef struct AggregateSource
{
	RowSource	source;			/* comes first: RowMoments points to it */
	CachedArgument design_json;
	CachedArgument target_name;	/* if the target is named */
	TargetReader target;		/* unless the target is named */
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
create_state(FunctionCallInfo fcinfo, MemoryContext aggregate, FeaturesKind kind)
{
	RowMoments *object = row_moments_create(aggregate, ALLOCSET_SMALL_INITSIZE);
	MemoryContext context = object->object.header.eoh_context;
	MemoryContext old = MemoryContextSwitchTo(context);
	AggregateSource *source = palloc0(sizeof(AggregateSource));
	Jsonb	   *json = NULL;
	const char *target = NULL;

	aggregate_check_order(fcinfo, has_design(fcinfo) ? "features, target, design, key" :
						  "features, target, design");
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
	if (target_is_named(fcinfo, ARG_TARGET, kind))
	{
		argument_keep_aggregate(&source->target_name, context, fcinfo, ARG_TARGET,
								"name of the target");
		target = TextDatumGetCString(PointerGetDatum(source->target_name.plain));
	}
	else
		target_reader_of_argument(&source->target, fcinfo, ARG_TARGET, context);
	row_source_init(&source->source, object, design_options_parse(json), json, kind, target,
					has_key(fcinfo));
	features_take_target(source->source.features, source->target.type);
	/* a worker that draws without a row key mixes its number into the seed */
	source->source.stream = (uint64) (ParallelWorkerNumber + 1);
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
transition(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	MemoryContext context = aggregate_context(fcinfo);
	RowMoments *object = PG_ARGISNULL(ARG_STATE) ? NULL :
		row_moments_writable(PG_GETARG_DATUM(ARG_STATE));
	RowSource  *source;
	bool		named;
	double		target;
	uint32		d;

	if (!PG_ARGISNULL(ARG_STATE) && (object == NULL || object->source == NULL))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("the state of aer_moments was not made by its transition function"),
				 errhint("An aggregate with this transition function begins without a state (no INITCOND).")));
	if (object == NULL)
		object = create_state(fcinfo, context, kind);
	else
	{
		if (has_design(fcinfo))
			argument_check(&source_of(object)->design_json, fcinfo, ARG_DESIGN, "design", NULL);
		if (!target_reader_known(&source_of(object)->target))
			target_name_check(&source_of(object)->target_name, fcinfo, ARG_TARGET, kind);
	}
	source = object->source;
	named = !target_reader_known(&source_of(object)->target);
	source->row++;
	if (PG_ARGISNULL(ARG_FEATURES) || (!named && PG_ARGISNULL(ARG_TARGET)))
	{
		object->skipped++;
		PG_RETURN_DATUM(row_moments_datum(object));
	}

	if (!named)
	{
		target = target_read(&source_of(object)->target, PG_GETARG_DATUM(ARG_TARGET), source->row);
		source->classes = source_of(object)->target.classes;
	}
	d = features_open(source->features, PG_GETARG_DATUM(ARG_FEATURES));
	if (named && !features_target(source->features, &target, source->row))
		object->skipped++;
	else
	{
		if (named)
			source->classes = source->features->class_names;
		row_source_add(object, d, target, get_key(fcinfo, source));
	}
	PG_RETURN_DATUM(row_moments_datum(object));
}

TRANSITIONS_OF_KINDS(aer_moments, transition(fcinfo, kind))

/*
 * No rows: NULL.  The state itself is the result, read-only; listed rows become
 * sums when they are asked for.
 */
Datum
aer_moments_final(PG_FUNCTION_ARGS)
{
	RowMoments *object;

	(void) aggregate_context(fcinfo);
	if (VARATT_IS_EXTERNAL_EXPANDED(PG_GETARG_POINTER(0)))
		object = state_object(PG_GETARG_DATUM(0), STATE_OF_ROWS);
	else
		object = PG_GETARG_ROW_MOMENTS(0, "aer_moments");
	row_source_end(fcinfo, object);
	if (object->d == 0)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(PG_GETARG_DATUM(0));
}
