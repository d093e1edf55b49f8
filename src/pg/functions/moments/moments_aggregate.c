/*
 * moments_aggregate.c
 *		The aggregate aer_moments over rows, and _aer_moments over arrays with a record of the
 *		columns that have roles.
 *
 * The state is an aer_moments value in expanded form, which is changed in place: the transition
 * function returns its read-write pointer.  Because the state is an ordinary type, partial states
 * travel between workers or machines in flat form.  aer_moments_merge() adds them, as it adds
 * stored moments.
 */
#include "pg/aer.h"

#include "access/parallel.h"
#include "pg/arguments.h"
#include "pg/functions/moments/row_source.h"

PG_FUNCTION_INFO_V1(aer_moments_final);

/* Positions of the arguments in the transition functions. */
#define ARG_STATE 0
#define ARG_FEATURES 1
#define ARG_DESIGN 3
#define ARG_KEY 4
#define ARG_ROLES 5

/* The source of a state, with what the transition function needs to read rows. */
typedef struct AggregateSource
{
	RowSource	source;			/* comes first: RowMoments points to it */
	CachedArgument design_json;
	ObservationReader reader;
	int64		row;			/* rows so far, skipped ones included */
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

static bool
has_roles(FunctionCallInfo fcinfo)
{
	return PG_NARGS() > ARG_ROLES;
}

static AggregateSource *
source_of(RowMoments *object)
{
	return (AggregateSource *) object->source;
}

static RowMoments *
create_state(FunctionCallInfo fcinfo, MemoryContext aggregate, FeaturesKind kind)
{
	MemoryContext context = row_moments_context(aggregate, ALLOCSET_SMALL_INITSIZE);
	RowMoments *object = row_moments_create(context, NULL);
	MemoryContext old = MemoryContextSwitchTo(context);
	AggregateSource *source = palloc0(sizeof(AggregateSource));
	Jsonb	   *json = NULL;

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
	observation_reader_init(&source->reader, context, fcinfo, kind, ARG_FEATURES);
	row_source_init(&source->source, object, design_options_parse(json), json, kind,
					source->reader.target_name, has_key(fcinfo));
	source->reader.features = source->source.features;
	source->reader.roles = role_reader_create(source->source.options,
											  has_roles(fcinfo) ? FEATURES_ROW : kind,
											  has_roles(fcinfo) ? ARG_ROLES : ARG_FEATURES,
											  has_key(fcinfo) ? ARG_KEY : 0, KEY_HINT);
	source->source.roles = source->reader.roles.features;
	/* workers that draw looks without a key must not draw the same */
	source->source.stream = (uint64) (ParallelWorkerNumber + 1);
	MemoryContextSwitchTo(old);
	return object;
}

static Datum
transition(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	MemoryContext context = aggregate_context(fcinfo);
	RowMoments *object = PG_ARGISNULL(ARG_STATE) ? NULL :
		row_moments_writable(PG_GETARG_DATUM(ARG_STATE));
	AggregateSource *source;
	Observation observation = {0};

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
		observation_reader_check(&source_of(object)->reader, fcinfo);
	}
	source = source_of(object);
	if (observation_read(&source->reader, fcinfo, ++source->row, &observation))
		row_source_add(object, &observation);
	else
		object->skipped++;
	PG_RETURN_DATUM(row_moments_datum(object));
}

TRANSITIONS_OF_KINDS(aer_moments, transition(fcinfo, kind))

/* Returns the state itself, or NULL if there were no rows. */
Datum
aer_moments_final(PG_FUNCTION_ARGS)
{
	RowMoments *object;

	(void) aggregate_context(fcinfo);
	if (VARATT_IS_EXTERNAL_EXPANDED(PG_GETARG_POINTER(0)))
		object = state_object(PG_GETARG_DATUM(0), STATE_OF_ROWS);
	else
		object = PG_GETARG_ROW_MOMENTS(0);
	row_source_end(fcinfo, object);
	if (object->d == 0)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(PG_GETARG_DATUM(0));
}
