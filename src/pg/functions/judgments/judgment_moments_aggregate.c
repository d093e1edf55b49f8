/*
 * judgment_moments_aggregate.c
 *		aer_judgment_moments(judgments, target, attributes): moments of the judgments
 *		of all objects.
 */
#include "pg/aer.h"

#include "pg/arguments.h"
#include "pg/functions/judgments/judgment_places.h"
#include "pg/numbers.h"
#include "pg/rows/features.h"
#include "pg/values/judgments/judgment_state.h"

PG_FUNCTION_INFO_V1(aer_judgment_moments_number_transition);
PG_FUNCTION_INFO_V1(aer_judgment_moments_name_transition);

/* The third argument, parsed once. */
typedef struct AttributeOptions
{
	CallCache	cache;
	CachedArgument argument;	/* names as the user wrote them */
	JudgmentPlaces places;		/* attributes in the user's order */
	Judgments  *object;			/* [d] scratch: judgments of the present object */
	uint64		serial;			/* unique in the session; new after every change */
} AttributeOptions;

/* Keeps the options once the places are known. */
static void
keep_options(FunctionCallInfo fcinfo, AttributeOptions *options)
{
	static uint64 last_serial = 0;

	options->serial = ++last_serial;
	options->object = MemoryContextAllocHuge(options->cache.context,
											 sizeof(Judgments) * (Size) options->places.d);
	call_cache_keep(fcinfo, options);
}

static AttributeOptions *
number_options(FunctionCallInfo fcinfo)
{
	AttributeOptions *options = CALL_CACHE(fcinfo);
	int			d;

	if (PG_ARGISNULL(3))
		ereport(ERROR,
				(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
				 errmsg("the number of attributes must not be NULL")));
	d = PG_GETARG_INT32(3);
	if (d < 1 || d > (int) MAX_ATTRIBUTES)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the number of attributes must be between 1 and %u, not %d",
						MAX_ATTRIBUTES, d)));
	if (options == NULL || options->places.d != d)
	{
		options = call_cache_create(call_cache_context(fcinfo), sizeof(AttributeOptions));
		judgment_places_init(&options->places, d, NULL);
		keep_options(fcinfo, options);
	}
	return options;
}

static AttributeOptions *
name_options(FunctionCallInfo fcinfo)
{
	AttributeOptions *options = CALL_CACHE(fcinfo);
	MemoryContext old;
	char	  **name;
	int			d;

	if (options != NULL && !PG_ARGISNULL(3) &&
		(options->argument.constant || argument_is_same(&options->argument, PG_GETARG_DATUM(3))))
		return options;

	options = call_cache_create(call_cache_context(fcinfo), sizeof(AttributeOptions));
	old = MemoryContextSwitchTo(options->cache.context);
	argument_keep_aggregate(&options->argument, CurrentMemoryContext, fcinfo, 3,
							"names of the attributes");
	name = text_array_strings((ArrayType *) options->argument.plain, "\"names\"", &d);
	if (d == 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("there must be at least one attribute")));
	judgment_places_init(&options->places, d, name);
	MemoryContextSwitchTo(old);
	for (int i = 0; i < d; i++)
	{
		const char *this = name[options->places.sorted[i]];

		if (this[0] == '\0' ||
			(i > 0 && strcmp(name[options->places.sorted[i - 1]], this) == 0))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 this[0] == '\0' ? errmsg("the name of an attribute must not be empty") :
					 errmsg("attribute \"%s\" is named twice", this)));
	}
	keep_options(fcinfo, options);
	return options;
}

static Datum
transition(FunctionCallInfo fcinfo, AttributeOptions *options)
{
	MemoryContext context = aggregate_context(fcinfo);
	JudgmentState *state;
	int64		row_number;
	double		target;

	if (PG_ARGISNULL(0))
		state = judgment_state_create(context, options->places.d, options->places.name);
	else
	{
		state = judgment_state_write(context, PG_GETARG_DATUM(0));
		if (state->options != options->serial)
			judgment_state_check_attributes(state, options->places.d, options->places.name);
	}
	state->options = options->serial;

	if (PG_ARGISNULL(1) || PG_ARGISNULL(2))
	{
		state->skipped++;
		PG_RETURN_DATUM(EOHPGetRWDatum(&state->object.header));
	}
	row_number = judgment_folds_objects(&state->folds) + state->skipped + 1;
	target = PG_GETARG_FLOAT8(2);
	check_target(target, row_number);
	judgment_places_fill(&options->places, PG_GETARG_JUDGMENTS(1), options->object);
	for (int a = 0; a < options->places.d; a++)
		if (options->object[a].count == 0)
			ereport(ERROR,
					(errcode(ERRCODE_DATA_EXCEPTION),
					 errmsg("attribute %s of row " INT64_FORMAT " was never judged",
							judgment_state_describe(state, a), row_number),
					 errhint("Leave out such objects, or list the names of other attributes only.")));
	judgment_moments_add(judgment_state_fold(state, judgment_folds_next(&state->folds)),
						 options->object, target);
	judgment_state_assert_valid(state);
	PG_RETURN_DATUM(EOHPGetRWDatum(&state->object.header));
}

Datum
aer_judgment_moments_number_transition(PG_FUNCTION_ARGS)
{
	return transition(fcinfo, number_options(fcinfo));
}

Datum
aer_judgment_moments_name_transition(PG_FUNCTION_ARGS)
{
	return transition(fcinfo, name_options(fcinfo));
}
