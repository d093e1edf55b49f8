/*
 * train.c
 *		The aggregates aer_train and aer_continue.
 *
 * The state depends on the order of rows, so there is no combine function.  Rows come
 * as (features array, target number), (whole row, name of the target column) or
 * (jsonb, either).  The last argument is the jsonb of a learner or a design, or a model
 * to continue.  The state has a model builder for each of these.
 *
 * Without a learner, or with a design and a key, aer_train is another aggregate.  Its
 * state is that of aer_moments, which can be combined; its final function is here.
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
PG_FUNCTION_INFO_V1(aer_sample_model_final);

/* The fewest rows of a sample that are worth a model. */
#define LEAST_SAMPLE 40

/* Builds a model from rows as they come, by a learner or by the moments of a design. */
typedef struct ModelBuilder
{
	Training   *training;		/* training of a learner, or NULL */
	RowMoments *moments;		/* moments of a design, or NULL */
	Features   *features;
} ModelBuilder;

typedef struct TrainState
{
	StateKind	kind;			/* STATE_OF_TRAINING */
	ModelBuilder model_builder;
	CachedArgument origin;		/* the learner or the model */
	ObservationReader reader;
	int64		row;			/* rows so far, including skipped ones */
} TrainState;

/* The kind of the last argument of a transition function. */
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
#define ARG_ORIGIN 3

/*
 * The text of the last learner, which the model stores.  With GROUP BY nearly all groups
 * have the same learner, so the text is written once.  The state of a group has a copy,
 * because this cache ends when another learner comes.
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
	MemoryContext cache_context;

	if (cache != NULL && argument_is_same(&cache->learner, PG_GETARG_DATUM(ARG_ORIGIN)))
		return training_create(context, learner, named, cache->text);

	training = training_create(context, learner, named, NULL);
	cache_context = call_cache_context(fcinfo);
	cache = call_cache_create(cache_context, sizeof(LearnerCache));
	argument_keep(&cache->learner, cache_context, PG_GETARG_DATUM(ARG_ORIGIN));
	cache->text = MemoryContextStrdup(cache_context, training_text(training));
	call_cache_keep(fcinfo, cache);
	return training;
}

static ModelBuilder
build_by_training(Training *training, const ObservationReader *reader)
{
	return (ModelBuilder)
	{
		.training = training,
		.features = training_features(training, reader->kind, reader->target_name)
	};
}

/* Builds by moments, which the final function fits like aer_fit_ridge() with its defaults. */
static ModelBuilder
build_by_moments(MemoryContext context, Jsonb *design, ObservationReader *reader)
{
	MemoryContext own = row_moments_context(context, ALLOCSET_SMALL_INITSIZE);
	RowMoments *moments = row_moments_create(own, NULL);
	MemoryContext old = MemoryContextSwitchTo(own);

	row_source_init(palloc0(sizeof(RowSource)), moments, design_options_parse(design), design,
					reader->kind, reader->target_name, false);
	reader->roles = role_reader_create(moments->source->options, reader->kind, ARG_FEATURES, 0, NULL);
	moments->source->roles = reader->roles.features;
	MemoryContextSwitchTo(old);
	return (ModelBuilder) {.moments = moments, .features = moments->source->features};
}

static ModelBuilder
create_builder(FunctionCallInfo fcinfo, MemoryContext context, Jsonb *learner,
			   ObservationReader *reader)
{
	if (is_design(learner))
		return build_by_moments(context, learner, reader);
	return build_by_training(create_training(fcinfo, context, learner, reader->kind != FEATURES_ARRAY), reader);
}

static ModelBuilder
resume_builder(MemoryContext context, Datum model, const ObservationReader *reader)
{
	return build_by_training(training_resume(context, model_from_datum(model)), reader);
}

static TrainState *
create_state(FunctionCallInfo fcinfo, MemoryContext context, FeaturesKind kind, Origin origin)
{
	TrainState *state = MemoryContextAllocZero(context, sizeof(TrainState));

	state->kind = STATE_OF_TRAINING;
	if (origin == FROM_LEARNER)
		aggregate_check_order(fcinfo, "features, target, design, key");
	argument_keep_aggregate(&state->origin, context, fcinfo, ARG_ORIGIN, origin_name[origin]);
	observation_reader_init(&state->reader, context, fcinfo, kind, ARG_FEATURES);
	state->model_builder = origin == FROM_MODEL ?
		resume_builder(context, PointerGetDatum(state->origin.plain), &state->reader) :
		create_builder(fcinfo, context, (Jsonb *) state->origin.plain, &state->reader);
	state->reader.features = state->model_builder.features;
	return state;
}

static void
builder_add_row(const ModelBuilder *model_builder, const Observation *observation)
{
	if (model_builder->moments)
		row_source_add(model_builder->moments, observation);
	else
		training_row(model_builder->training, observation);
}

static void
builder_skip_row(const ModelBuilder *model_builder)
{
	if (model_builder->moments)
		model_builder->moments->skipped++;
	else
		training_skip(model_builder->training);
}

static Datum
transition(FunctionCallInfo fcinfo, FeaturesKind kind, Origin origin)
{
	MemoryContext context = aggregate_context(fcinfo);
	TrainState *state;
	Observation observation = {0};

	if (PG_ARGISNULL(ARG_STATE))
		state = create_state(fcinfo, context, kind, origin);
	else
	{
		state = state_internal(fcinfo, STATE_OF_TRAINING);
		argument_check(&state->origin, fcinfo, ARG_ORIGIN, origin_name[origin], NULL);
		observation_reader_check(&state->reader, fcinfo);
	}
	if (observation_read(&state->reader, fcinfo, ++state->row, &observation))
		builder_add_row(&state->model_builder, &observation);
	else
		builder_skip_row(&state->model_builder);
	PG_RETURN_POINTER(state);
}

TRANSITIONS_OF_KINDS(aer_train, transition(fcinfo, kind, FROM_LEARNER))
TRANSITIONS_OF_KINDS(aer_continue, transition(fcinfo, kind, FROM_MODEL))

#define MOMENTS_HINT "collect moments: aer_fit_ridge(aer_moments(...))."

static const char *
remedy(const LearnerOptions *options)
{
	if (options->units != UNITS_OWN)
		return "Use standardized units for attributes and target, units => 'standardized', or " MOMENTS_HINT;
	if (options->shrinkage != SHRINKAGE_PROGRESSIVE)
		return "Let later rows decide how much the weights are shrunk, shrinkage => 'progressive', or " MOMENTS_HINT;
	return "If the rows change with time, train on the latest ones; otherwise " MOMENTS_HINT;
}

/*
 * Warns of a model that is worse than predicting the mean, once for each call in a
 * statement, although the final function runs for each group.  In a window, where it runs
 * for each row, there is no warning.
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
			 errdetail("On rows that it was not trained on yet, its mean squared error is %g; that of the mean target is %g.",
					   parts.loss.mse, parts.loss.mean_mse),
			 errhint("%s", remedy(options))));
	call_cache_keep(fcinfo, call_cache_create(call_cache_context(fcinfo), sizeof(CallCache)));
}

static AerModel *
fit_design(RowMoments *moments)
{
	RowMoments *effective = row_moments_effective(moments);
	const FitOptions options = moments_fit_options(effective);

	return moments_fit_ridge(effective, &options, false, NULL, false);
}

/*
 * Returns the model so far, or NULL if it was trained on no row.  Moments that cannot be solved yet
 * may be solvable after more rows.
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
	return fit_design(moments);
}

/* Returns the model.  The state does not change, because window frames use it again. */
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

/* Returns the model of a state of aer_moments. */
Datum
aer_train_moments_final(PG_FUNCTION_ARGS)
{
	RowMoments *moments;

	(void) aggregate_context(fcinfo);
	moments = PG_GETARG_ROW_MOMENTS(0);
	row_source_end(fcinfo, moments);
	if (moments->d == 0)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(fit_design(moments));
}

/*
 * Returns the model of a sample without warnings, or NULL if there is none: aer_suggest() cannot
 * catch errors, since it may run in parallel mode.
 */
Datum
aer_sample_model_final(PG_FUNCTION_ARGS)
{
	RowMoments *moments;
	FitOptions	options;

	(void) aggregate_context(fcinfo);
	moments = PG_GETARG_ROW_MOMENTS(0);
	if (moments->d == 0 || moments_rows(&moments->moments) < LEAST_SAMPLE ||
		!moments_finite(&moments->moments) || moments_stay_rows(&moments->moments))
		PG_RETURN_NULL();
	options = moments_fit_options(moments);
	PG_RETURN_POINTER(moments_fit_ridge(moments, &options, true, NULL, false));
}
