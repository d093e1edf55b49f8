/*
 * train.c
 *		The aggregates aer_train and aer_continue.
 *
 * The state depends on the order of rows, so there is no combine function.
 * Rows arrive as (features array, target number), (whole row, name of the target
 * column) or (jsonb, either); what to train as a learner's jsonb, a design, or a
 * model to continue.  The state has a model builder, whatever is trained.
 *
 * With no learner, or with a design and a key, aer_train is another aggregate:
 * its state is that of aer_moments, which adds up, and here is its final function.
 */
#include "pg/aer.h"

#include "pg/functions/moments/moments_fit.h"
#include "pg/functions/moments/row_source.h"
#include "pg/functions/training/training.h"
#include "pg/arguments.h"
#include "pg/state.h"
#include "pg/options/design_options.h"
#include "pg/numbers.h"
#include "pg/options/options.h"

PG_FUNCTION_INFO_V1(aer_train_final);
PG_FUNCTION_INFO_V1(aer_train_moments_final);

/* Learns from rows as they come: a learner, or the moments of a design. */
typedef struct ModelBuilder
{
	Training   *training;		/* of a learner, else NULL */
	RowMoments *moments;		/* of a design, else NULL */
	Features   *features;
} ModelBuilder;

typedef struct TrainState
{
	StateKind	kind;			/* STATE_OF_TRAINING */
	ModelBuilder model_builder;
	CachedArgument origin;		/* the learner or the model */
	CachedArgument target_name;	/* if the target is named */
	TargetReader target;		/* unless the target is named */
	int64		row;			/* rows that came, for messages */
} TrainState;

/* How rows come. */
typedef struct RowForm
{
	FeaturesKind kind;
	const char *target;			/* the target's column or key; NULL: it comes beside the features */
	TargetType	type;			/* of a target beside the features */
} RowForm;

/* What the last argument of a transition function is. */
typedef enum Origin
{
	FROM_LEARNER,
	FROM_MODEL
} Origin;

static const char *const origin_name[] = {
	[FROM_LEARNER] = "learner",
	[FROM_MODEL] = "model"
};

/* Positions of the arguments in every transition function. */
#define ARG_STATE 0
#define ARG_FEATURES 1
#define ARG_TARGET 2
#define ARG_ORIGIN 3

/*
 * With GROUP BY, the learner of one group is nearly always that of the group
 * before: its text, which the model carries, is written once.  The state of a
 * group has a copy, for what is kept here goes as soon as another learner
 * comes.
 */
typedef struct LearnerCache
{
	CallCache	call;
	CachedArgument learner;
	char	   *text;
} LearnerCache;

static Training *
create_training(FunctionCallInfo fcinfo, MemoryContext context, Jsonb *learner, bool named)
{
	LearnerCache *cache = CALL_CACHE(fcinfo);
	Training   *training;
	MemoryContext kept;

	if (cache != NULL && argument_is_same(&cache->learner, PG_GETARG_DATUM(ARG_ORIGIN)))
		return training_create(context, learner, named, cache->text);

	training = training_create(context, learner, named, NULL);
	kept = call_cache_context(fcinfo);
	cache = call_cache_create(kept, sizeof(LearnerCache));
	argument_keep(&cache->learner, kept, PG_GETARG_DATUM(ARG_ORIGIN));
	cache->text = MemoryContextStrdup(kept, training_text(training));
	call_cache_keep(fcinfo, cache);
	return training;
}

static ModelBuilder
build_by_training(Training *training, const RowForm *form)
{
	Features   *features = training_features(training, form->kind, form->target);

	features_take_target(features, form->type);
	return (ModelBuilder) {.training = training, .features = features};
}

/* The moments are fitted as by aer_fit_ridge(), with its own choices, when the model is asked for. */
static ModelBuilder
build_by_moments(MemoryContext context, Jsonb *design, const RowForm *form)
{
	RowMoments *moments = row_moments_create(context, ALLOCSET_SMALL_INITSIZE);
	MemoryContext old = MemoryContextSwitchTo(moments->object.header.eoh_context);

	row_source_init(palloc0(sizeof(RowSource)), moments, design_options_parse(design), design,
					form->kind, form->target, false);
	MemoryContextSwitchTo(old);
	features_take_target(moments->source->features, form->type);
	return (ModelBuilder) {.moments = moments, .features = moments->source->features};
}

static ModelBuilder
create_builder(FunctionCallInfo fcinfo, MemoryContext context, Jsonb *learner, const RowForm *form)
{
	if (is_design(learner))
		return build_by_moments(context, learner, form);
	return build_by_training(create_training(fcinfo, context, learner, form->kind != FEATURES_ARRAY), form);
}

static ModelBuilder
resume_builder(MemoryContext context, Datum model, const RowForm *form)
{
	return build_by_training(training_resume(context, model_from_datum(model)), form);
}

static TrainState *
create_state(FunctionCallInfo fcinfo, MemoryContext context, FeaturesKind kind, Origin origin)
{
	TrainState *state = MemoryContextAllocZero(context, sizeof(TrainState));
	RowForm		form = {.kind = kind, .type = TARGET_UNKNOWN};	/* a column or key says its type itself */

	state->kind = STATE_OF_TRAINING;
	if (origin == FROM_LEARNER)
		aggregate_check_order(fcinfo, "features, target, design, key");
	argument_keep_aggregate(&state->origin, context, fcinfo, ARG_ORIGIN, origin_name[origin]);
	if (target_is_named(fcinfo, ARG_TARGET, kind))
	{
		argument_keep_aggregate(&state->target_name, context, fcinfo, ARG_TARGET,
								"name of the target");
		form.target = MemoryContextStrdup(context, TextDatumGetCString(PointerGetDatum(state->target_name.plain)));
	}
	else
	{
		target_reader_of_argument(&state->target, fcinfo, ARG_TARGET, context);
		form.type = state->target.type;
	}

	state->model_builder = origin == FROM_MODEL ?
		resume_builder(context, PointerGetDatum(state->origin.plain), &form) :
		create_builder(fcinfo, context, (Jsonb *) state->origin.plain, &form);
	return state;
}

static void
skip_row(const ModelBuilder *model_builder)
{
	if (model_builder->moments)
		model_builder->moments->skipped++;
	else
		training_skip(model_builder->training);
}

/* Learns from a row, or skips it if its target is named and NULL. */
static void
add_row(const TrainState *state, Datum row, double target)
{
	const ModelBuilder *model_builder = &state->model_builder;
	Features   *features = model_builder->features;
	RowMoments *moments = model_builder->moments;
	bool		named = !target_reader_known(&state->target);
	uint32		d = features_open(features, row);

	if (named && !features_target(features, &target, state->row))
		skip_row(model_builder);
	else if (moments)
	{
		moments->source->row = state->row;
		moments->source->classes = named ? features->class_names : state->target.classes;
		row_source_add(moments, d, target, 0);
	}
	else
		training_row(model_builder->training, features, d, target, state->row);
}

static Datum
transition(FunctionCallInfo fcinfo, FeaturesKind kind, Origin origin)
{
	MemoryContext context = aggregate_context(fcinfo);
	TrainState *state;
	bool		named;
	double		target = 0;

	if (PG_ARGISNULL(ARG_STATE))
		state = create_state(fcinfo, context, kind, origin);
	else
	{
		state = state_internal(fcinfo, STATE_OF_TRAINING);
		argument_check(&state->origin, fcinfo, ARG_ORIGIN, origin_name[origin], NULL);
		if (!target_reader_known(&state->target))
			target_name_check(&state->target_name, fcinfo, ARG_TARGET, kind);
	}

	named = !target_reader_known(&state->target);
	state->row++;
	if (PG_ARGISNULL(ARG_FEATURES) || (!named && PG_ARGISNULL(ARG_TARGET)))
	{
		skip_row(&state->model_builder);
		PG_RETURN_POINTER(state);
	}
	if (!named)
		target = target_read(&state->target, PG_GETARG_DATUM(ARG_TARGET), state->row);
	add_row(state, PG_GETARG_DATUM(ARG_FEATURES), target);
	PG_RETURN_POINTER(state);
}

TRANSITIONS_OF_KINDS(aer_train, transition(fcinfo, kind, FROM_LEARNER))
TRANSITIONS_OF_KINDS(aer_continue, transition(fcinfo, kind, FROM_MODEL))

#define MOMENTS_HINT "collect moments: aer_fit_ridge(aer_moments(...))."

static const char *
remedy(const LearnerOptions *options)
{
	if (options->units != LEARNER_UNITS_OWN)
		return "Measure attributes and target in standardized units, units => 'standardized', or " MOMENTS_HINT;
	if (options->length != LENGTH_SEEN)
		return "Let later rows decide how much the weights are shrunk, shrinkage => 'progressive', or " MOMENTS_HINT;
	return "If the rows change with time, train on the latest; else " MOMENTS_HINT;
}

/*
 * Warn, once for each call in a statement, of a model that is worse than predicting
 * the mean.  A final function is called for each group, and in a window, where
 * nothing is said, for each row.
 */
static void
warn_of_loss(FunctionCallInfo fcinfo, const AerModel *model)
{
	ModelParts	parts;
	LearnerOptions *options;
	Datum		learner;

	if (CALL_CACHE(fcinfo) != NULL || AggCheckCallContext(fcinfo, NULL) != AGG_CONTEXT_AGGREGATE)
		return;
	model_unpack_any(model, &parts);
	if (!loss_is_worse(&parts.loss))
		return;
	learner = DirectFunctionCall1(jsonb_in, CStringGetDatum(parts.learner));
	options = options_parse(DatumGetJsonbP(learner));
	ereport(WARNING,
			(errmsg("the model is worse than predicting the mean"),
			 errdetail("On rows not yet learned from, its mean squared error is %g, that of the mean target %g.",
					   parts.loss.mse, parts.loss.mean_mse),
			 errhint("%s", remedy(options))));
	call_cache_keep(fcinfo, call_cache_create(call_cache_context(fcinfo), sizeof(CallCache)));
}

/*
 * Returns the model so far; NULL if it has learned from no row.  Moments that cannot be
 * solved yet may be when more rows have come.
 */
static AerModel *
build_model(const ModelBuilder *model_builder)
{
	RowMoments *moments = model_builder->moments;

	if (moments == NULL)
		return training_model(model_builder->training, model_builder->features);
	if (moments->d == 0)
		return NULL;
	row_moments_sum(moments);
	return moments_fit_ridge(moments);
}

/* Final functions change nothing: in window frames the state is used again. */
Datum
aer_train_final(PG_FUNCTION_ARGS)
{
	TrainState *state;
	AerModel   *model;

	(void) aggregate_context(fcinfo);
	state = state_internal(fcinfo, STATE_OF_TRAINING);
	features_end(fcinfo, state->model_builder.features);
	model = build_model(&state->model_builder);
	if (model == NULL)
		PG_RETURN_NULL();
	warn_of_loss(fcinfo, model);
	PG_RETURN_POINTER(model);
}

/* The state is that of aer_moments. */
Datum
aer_train_moments_final(PG_FUNCTION_ARGS)
{
	RowMoments *moments;

	(void) aggregate_context(fcinfo);
	moments = PG_GETARG_ROW_MOMENTS(0, "aer_train");
	row_source_end(fcinfo, moments);
	if (moments->d == 0)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(moments_fit_ridge(moments));
}
