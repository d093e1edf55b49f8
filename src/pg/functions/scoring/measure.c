/*
 * measure.c
 *		The aggregate aer_measure: measures a model by rows, each of which is predicted by
 *		the fold model that was not trained on it.
 *
 * The result is the model with these measures, and with the link that is fitted to the
 * same rows.
 *
 * If the design has a time column, each block from the third on is predicted from the blocks before.
 * The measures are those of the last block.  The others say how much errors differ from block to block.
 *
 * If the time column is a feature, too, these rows are predicted in two versions: the first extrapolates
 * the line of the column beyond the last time of the training rows, and does not clip predictions to
 * the range of the target; the second holds the column constant there.  The second is used unless the
 * first is better, both in the last block and in all these blocks together: a line that ended is not
 * extrapolated, nor is one that went on by chance.
 *
 * The state is a bytea that holds the model's text and the fold, scores and target of each row.
 * Parallel and distributed plans can pass it on, because it is an ordinary type.
 */
#include "pg/aer.h"

#include "common/hashfn.h"
#include "kernel/score/group_errors.h"
#include "kernel/score/measurement.h"
#include "miscadmin.h"
#include "pg/arguments.h"
#include "pg/functions/scoring/fold_scorers.h"
#include "pg/functions/scoring/relink.h"
#include "pg/kernel_call.h"
#include "pg/numbers.h"
#include "pg/options/design_options.h"
#include "pg/options/json_parts.h"
#include "pg/state.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"

PG_FUNCTION_INFO_V1(aer_measure_combine);
PG_FUNCTION_INFO_V1(aer_measure_final);

#define ARG_MODEL 1
#define ARG_FOLD_MODELS 2
#define ARG_FEATURES 3
#define ARG_TARGET 4

/* only in _aer_measured_rows of arrays: a record of the columns that have roles */
#define ARG_ROLES 6

#define MOST_ROWS 1000000
#define FIRST_ROOM 64
#define MOST_VERSIONS 2

/* Share of the mean squared error that extrapolating must save. */
#define LEAST_GAIN 0.05

typedef struct MeasureState
{
	int32		vl_len_;
	uint32		scores;			/* scores per row: of each output, in each version */
	uint64		n;				/* rows stored */
	uint64		row;			/* rows so far, skipped ones included, for messages */
	uint32		text_numbers;	/* length of the model's text, in numbers */
	uint32		magic;
	uint64		model_hash;
	double		training_end;	/* last time before the held-out rows; -infinity: none so far */
	double		in_days;		/* 1: times are points in time, as days; 0: numbers */
	double		number[FLEXIBLE_ARRAY_MEMBER];	/* the text, which ends with NUL; then the rows */
} MeasureState;

#define STATE_MAGIC 0x6165726D

pg_noreturn static void
refuse_other_model(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("\"model\" must not change from row to row")));
}

/* The unpacked model and fold models, kept from row to row. */
typedef struct Measurer
{
	CallCache	cache;
	FoldScorers scorers;
	uint64		hash;			/* the model's hash */
	uint32		versions;		/* MOST_VERSIONS if the time column is a feature, else 1 */
} Measurer;

static Size
state_bytes(uint32 scores, uint32 text_numbers, uint64 rows)
{
	return offsetof(MeasureState, number) +
		sizeof(double) * (text_numbers + rows * held_out_width(scores));
}

static HeldOutRows
rows_of(MeasureState *state)
{
	return (HeldOutRows)
	{
		.number = state->number + state->text_numbers, .n = state->n, .scores = state->scores
	};
}

/*
 * Returns a bytea as a state, checked because users can pass any bytea.  This runs for every row, so
 * it checks only the end of the text.
 */
static MeasureState *
state_of(bytea *value)
{
	MeasureState *state = (MeasureState *) value;

	if (VARSIZE(state) < offsetof(MeasureState, number) || state->magic != STATE_MAGIC ||
		state->scores < 1 || state->scores > MOST_VERSIONS * MOST_CLASSES || state->n > MOST_ROWS ||
		state->text_numbers < 1 || state->text_numbers > VARSIZE(state) / sizeof(double) ||
		VARSIZE(state) < state_bytes(state->scores, state->text_numbers, state->n) ||
		((const char *) (state->number + state->text_numbers))[-1] != '\0')
		state_mistaken();
	return state;
}

/* Returns the state, or a larger copy, with room for more rows. */
static MeasureState *
grow_state(MeasureState *state, uint64 more)
{
	uint64		rows = state->n + more;
	MeasureState *larger;
	Size		bytes;

	if (rows > MOST_ROWS)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("aer_measure takes at most %d rows", MOST_ROWS),
				 errhint("Measure one in k of them, drawn by their key: WHERE mod(hashint8extended(key, 1), k) = 0.")));
	if (VARSIZE(state) >= state_bytes(state->scores, state->text_numbers, rows))
		return state;
	bytes = state_bytes(state->scores, state->text_numbers,
						Min(MOST_ROWS, Max(Max(2 * state->n, rows), FIRST_ROOM)));
	larger = palloc0(bytes);
	memcpy(larger, state, state_bytes(state->scores, state->text_numbers, state->n));
	SET_VARSIZE(larger, bytes);
	return larger;
}

static MeasureState *
create_state(const Measurer *measurer)
{
	Datum		model = PointerGetDatum(measurer->scorers.model.plain);
	const char *text = DatumGetCString(DirectFunctionCall1(aer_model_out, model));
	uint32		text_numbers = strlen(text) / sizeof(double) + 1;
	uint32		scores = measurer->scorers.parts.fit.outputs * measurer->versions;
	Size		bytes = state_bytes(scores, text_numbers, FIRST_ROOM);
	MeasureState *state = palloc0(bytes);

	SET_VARSIZE(state, bytes);
	state->scores = scores;
	state->text_numbers = text_numbers;
	state->magic = STATE_MAGIC;
	state->model_hash = measurer->hash;
	state->training_end = -INFINITY;
	strcpy((char *) state->number, text);
	return state;
}

/*
 * Returns the number of versions of the predictions, and prepares the models of blocks of time to hold
 * the time column constant after the blocks before.
 */
static uint32
prepare_versions(const FoldScorers *scorers)
{
	const DesignOptions *design = scorers->roles.design;
	const Columns *columns = &scorers->scorer[0]->features->columns;

	for (uint32 l = 0; design->time_column && columns->column && l < columns->looks.bought; l++)
	{
		const Column *column = &columns->column[l];

		if (column_is_number(column) && strcmp(column->name, design->time_column) == 0)
		{
			for (int f = FIRST_PREDICTED_BLOCK; f < scorers->folds; f++)
				features_hold(scorers->scorer[f]->features, l, design->time_cuts.value[f - 1]);
			return MOST_VERSIONS;
		}
	}
	return 1;
}

static Measurer *
create_measurer(FunctionCallInfo fcinfo, FeaturesKind kind, const char *target_name)
{
	Measurer   *measurer = call_cache_create(call_cache_context(fcinfo), sizeof(Measurer));
	MemoryContext context = measurer->cache.context;
	MemoryContext old = MemoryContextSwitchTo(context);
	FoldScorers *scorers = &measurer->scorers;

	fold_scorers_init(scorers, context, fcinfo, kind, target_name, ARG_FOLD_MODELS,
					  PG_NARGS() > ARG_ROLES ? ARG_ROLES : 0);
	measurer->hash = DatumGetUInt64(hash_any_extended((unsigned char *) VARDATA(scorers->model.plain),
													  VARSIZE(scorers->model.plain) - VARHDRSZ, 0));
	measurer->versions = prepare_versions(scorers);
	MemoryContextSwitchTo(old);
	return measurer;
}

/* Returns the measurer of this call's models, which lives until they change. */
static Measurer *
get_measurer(FunctionCallInfo fcinfo, FeaturesKind kind, const char *target_name)
{
	Measurer   *measurer = CALL_CACHE(fcinfo);

	if (measurer == NULL || !fold_scorers_serve(&measurer->scorers, fcinfo, target_name))
	{
		measurer = create_measurer(fcinfo, kind, target_name);
		call_cache_keep(fcinfo, measurer);
	}
	return measurer;
}

/*
 * Returns the linear prediction; for a row with missing values, the linear prediction of a complete
 * row with the same log-odds, if the links for both are known.
 */
static double
score_as_complete(Scorer *scorer, int64 row)
{
	double		score = scorer_score(scorer, row);
	const ObservedSubset *subset = scorer->subset;

	if (subset && subset->plain != &subset->all && scorer->link.logistic &&
		subset->all.link.logistic && subset->all.link.slope > 0)
		return (link_order(&scorer->link, score) - subset->all.link.offset) / subset->all.link.slope;
	return score;
}

/* Writes the log probability of each class, -infinity for one that the fold model has not seen. */
static void
write_class_scores(Scorer *scorer, uint32 classes, int64 row, double *score)
{
	const double *probability = scorer_probabilities(scorer, row);

	for (uint32 c = 0; c < classes; c++)
		score[c] = log(probability[c]);
}

static void
write_scores(Scorer *scorer, uint32 outputs, int64 row, double *score)
{
	if (outputs > 1)
		write_class_scores(scorer, outputs, row, score);
	else
		score[0] = score_as_complete(scorer, row);
}

static MeasureState *
measure_row(MeasureState *state, const Measurer *measurer, Scorer *scorer, const Observation *observation)
{
	double		target = fold_scorers_target(&measurer->scorers, observation);
	uint32		outputs = measurer->scorers.parts.fit.outputs;
	HeldOutRows rows;
	double	   *number;

	state = grow_state(state, 1);
	rows = rows_of(state);
	number = rows.number + state->n * held_out_width(state->scores);
	number[0] = observation->fold;
	for (uint32 v = 0; v < measurer->versions; v++)
	{
		scorer->features->hold.on = v > 0;
		write_scores(scorer, outputs, observation->row, number + 1 + v * outputs);
	}
	number += 1 + state->scores;
	number[0] = target;
	number[1] = measurer->scorers.roles.design->time_column ? observation->time : observation->group;
	number[2] = observation->weight;
	state->n++;
	return state;
}

/* Notes the time of a row of the blocks before the last one. */
static void
see_time(MeasureState *state, const Measurer *measurer, const Observation *observation)
{
	if (measurer->scorers.roles.design->time_column == NULL || observation->fold == measurer->scorers.folds - 1)
		return;
	state->training_end = Max(state->training_end, observation->time);
	state->in_days = observation->in_days;
}

/*
 * Returns true if the row says how good predictions are.  The first blocks of time have too few
 * blocks before.
 */
static bool
is_measured(const Measurer *measurer, const Observation *observation)
{
	return measurer->scorers.roles.design->time_column == NULL || observation->fold >= FIRST_PREDICTED_BLOCK;
}

static Datum
transition(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	MeasureState *state = PG_ARGISNULL(0) ? NULL : state_of(PG_GETARG_BYTEA_P(0));
	Measurer   *measurer;
	Scorer	   *scorer;
	Observation observation = {0};

	(void) aggregate_context(fcinfo);
	if (PG_ARGISNULL(ARG_MODEL) || PG_ARGISNULL(ARG_FOLD_MODELS) ||
		(PG_ARGISNULL(ARG_TARGET) && target_is_named(fcinfo, ARG_TARGET, kind)))
	{
		if (state == NULL)
			PG_RETURN_NULL();
		PG_RETURN_POINTER(state);
	}
	measurer = get_measurer(fcinfo, kind, observation_target_name(fcinfo, ARG_TARGET, kind));
	if (state == NULL)
	{
		aggregate_check_order(fcinfo, "model, fold_models, features, target, key");
		/* the executor copies it into the state's context */
		state = create_state(measurer);
	}
	if (state->model_hash != measurer->hash)
		refuse_other_model();
	state->row++;
	if (PG_ARGISNULL(ARG_FEATURES) || PG_ARGISNULL(ARG_TARGET))
		PG_RETURN_POINTER(state);
	if (!observation_read_roles(&measurer->scorers.roles, fcinfo, (int64) state->row, &observation))
		PG_RETURN_POINTER(state);
	see_time(state, measurer, &observation);
	if (!is_measured(measurer, &observation))
		PG_RETURN_POINTER(state);
	scorer = measurer->scorers.scorer[observation.fold];
	if (!scorer_observe(scorer, fcinfo, ARG_FEATURES, kind, (int64) state->row, &observation))
		PG_RETURN_POINTER(state);
	scorer_check_target(scorer, &observation);
	/* a larger state than before: the executor copies it into the state's context */
	PG_RETURN_POINTER(measure_row(state, measurer, scorer, &observation));
}

TRANSITIONS_OF_KINDS(aer_measure, transition(fcinfo, kind))

/* STRICT: a single state is the result. */
Datum
aer_measure_combine(PG_FUNCTION_ARGS)
{
	MeasureState *state;
	MeasureState *other;
	HeldOutRows rows;
	Size		width;

	(void) aggregate_context(fcinfo);
	state = state_of(PG_GETARG_BYTEA_P(0));
	other = state_of(PG_GETARG_BYTEA_P(1));
	if (state->scores != other->scores || state->model_hash != other->model_hash)
		refuse_other_model();
	state = grow_state(state, other->n);
	rows = rows_of(state);
	width = held_out_width(state->scores);
	memcpy(rows.number + state->n * width, rows_of(other).number, other->n * width * sizeof(double));
	state->n += other->n;
	state->row += other->row;
	state->training_end = Max(state->training_end, other->training_end);
	state->in_days = Max(state->in_days, other->in_days);
	PG_RETURN_POINTER(state);
}

/* Checks the numbers that the kernel relies on, because users can pass any bytea as a state. */
static void
check_held_out_rows(const HeldOutRows *rows, const ModelParts *parts)
{
	if (rows->scores != parts->fit.outputs && rows->scores != MOST_VERSIONS * parts->fit.outputs)
		state_mistaken();
	for (Size i = 0; i < rows->n; i++)
	{
		double		target = held_out_target(rows, i);
		bool		good = isfinite(target) && isfinite(held_out_group(rows, i)) &&
			held_out_weight(rows, i) > 0 && isfinite(held_out_weight(rows, i));

		CHECK_FOR_INTERRUPTS();
		if (parts->fit.outputs > 1)
			good = target >= 0 && target < parts->classes && target == rint(target);
		good = good && held_out_scores(rows, i)[-1] >= 0 && held_out_scores(rows, i)[-1] < MOST_FOLDS;
		for (uint32 c = 0; c < rows->scores; c++)
			good = good && !isnan(held_out_scores(rows, i)[c]) && held_out_scores(rows, i)[c] < INFINITY;
		if (!good)
			state_mistaken();
	}
}

static void
raise_too_large(Status status)
{
	ereport(ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("the errors are too large to be measured"),
			 errhint("Divide very large targets and attributes by a constant, and train again.")));
}

static void
measure_with_link(HeldOutRows *rows, ModelParts *parts)
{
	Link		link = parts->fit.link;

	measure_scores(kernel_work_raising(raise_too_large), rows, parts->state.rows, &link, &parts->measured);
	if (link.logistic)
		relink(parts, &link);
}

static void
measure_with_classes(HeldOutRows *rows, ModelParts *parts)
{
	ClassLink  *link = &parts->fit.combiner.link;
	double	   *offset = WORK_ARRAY(kernel_work(), parts->fit.outputs, double);
	double		temperature = link->offset ? link->temperature : 1;

	if (link->offset)
		memcpy(offset, link->offset, parts->fit.outputs * sizeof(double));
	measure_classes(kernel_work_raising(raise_too_large), rows, parts->state.rows, &temperature, offset,
					&parts->measured);
	/* too few rows leave the link as it was, and there may be none */
	if (link->offset || temperature != 1)
		*link = (ClassLink)
		{
			temperature, offset
		};
}

/* Rows that follow each other in time are alike, so this many slices of it serve as groups. */
#define SLICES_OF_TIME 20

/* Returns the time column of the model's design; NULL if it has none. */
static char *
time_column_of(const ModelParts *parts)
{
	Jsonb	   *design = fold_scorers_design(parts);

	return design ? design_options_parse(design)->time_column : NULL;
}

/* Returns the rows of one fold, with the scores of one version.  fold -1: all rows. */
static HeldOutRows
rows_of_version(const HeldOutRows *rows, uint32 outputs, uint32 version, int fold)
{
	size_t		width = held_out_width(outputs);
	HeldOutRows copy = {.number = WORK_ARRAY(kernel_work(), rows->n * width, double), .scores = outputs};

	for (size_t i = 0; i < rows->n; i++)
	{
		const double *score = held_out_scores(rows, i);
		double	   *number = copy.number + copy.n * width;

		if (fold >= 0 && score[-1] != fold)
			continue;
		*number++ = score[-1];
		memcpy(number, score + version * outputs, outputs * sizeof(double));
		memcpy(number + outputs, score + rows->scores, (width - 1 - outputs) * sizeof(double));
		copy.n++;
	}
	return copy;
}

/* Makes parts of the model, with the measures of one version of its predictions of a fold; -1: of all. */
static void
measure_version(const HeldOutRows *all, uint32 version, int fold, const AerModel *model, ModelParts *parts)
{
	HeldOutRows rows;

	model_unpack_any(model, parts);
	rows = rows_of_version(all, parts->fit.outputs, version, fold);
	if (version == 0 && all->scores > rows.scores && !parts->fit.link.two_valued)
		link_init(&parts->fit.link);
	if (fold >= 0)
		group_times(kernel_work(), &rows, SLICES_OF_TIME);
	if (rows.n == 0)
		return;
	if (parts->fit.outputs > 1)
		measure_with_classes(&rows, parts);
	else
		measure_with_link(&rows, parts);
}

/* A model as measured on its last block of time, and its errors on all of them that were predicted. */
typedef struct BlockErrors
{
	ModelParts	last;
	double		mse;			/* over the rows of all blocks */
	int			blocks;
	double		loss[MOST_FOLDS];	/* [blocks] mean squared errors */
	double		se[MOST_FOLDS];	/* [blocks] their standard errors */
	double		error_rate[MOST_FOLDS];
	double		error_rate_se[MOST_FOLDS];
} BlockErrors;

/* Measures one version of the predictions of blocks of time, up to the last one that has rows. */
static void
measure_blocks(const HeldOutRows *rows, uint32 version, int last, const AerModel *model, BlockErrors *errors)
{
	double		n = 0;

	errors->mse = errors->blocks = 0;
	for (int f = FIRST_PREDICTED_BLOCK; f <= last; f++)
	{
		Measured   *measured = &errors->last.measured;

		measure_version(rows, version, f, model, &errors->last);
		if (measured->rows == 0)
			continue;
		n += measured->rows;
		errors->mse += (measured->mse - errors->mse) * (measured->rows / n);
		errors->loss[errors->blocks] = measured->mse;
		errors->se[errors->blocks] = measured->mse_se;
		errors->error_rate[errors->blocks] = measured->error_rate;
		errors->error_rate_se[errors->blocks] = measured->error_rate_se;
		errors->blocks++;
	}
	errors->last.measured.mse_se = block_error_se(errors->loss, errors->se, errors->blocks);
	errors->last.measured.error_rate_se = block_error_se(errors->error_rate, errors->error_rate_se, errors->blocks);
}

/* Returns the last time of rows whose groups are times. */
static double
last_time(const HeldOutRows *rows)
{
	double		last = -INFINITY;

	for (size_t i = 0; i < rows->n; i++)
		last = Max(last, held_out_group(rows, i));
	return last;
}

/* Returns the last fold that rows are in. */
static int
last_fold(const HeldOutRows *rows)
{
	int			last = 0;

	for (size_t i = 0; i < rows->n; i++)
		last = Max(last, (int) held_out_scores(rows, i)[-1]);
	return last;
}

/* Returns true if extrapolating has a clearly smaller mean squared error than holding. */
static bool
is_better(double line, double held)
{
	return line < held && line <= (1 - LEAST_GAIN) * held;
}

/*
 * Measures the model by blocks of time.  If there are two versions of the predictions, it chooses
 * between extrapolating the time column and holding it constant.
 */
static void
measure_times(const HeldOutRows *rows, const AerModel *model, char *time_column, ModelParts *parts)
{
	BlockErrors *line = palloc(sizeof(BlockErrors));
	BlockErrors *held = palloc(sizeof(BlockErrors));
	LaterTimes	later = {.column = time_column, .held_at = NAN};
	int			last = last_fold(rows);

	measure_blocks(rows, 0, last, model, line);
	*parts = line->last;
	if (rows->scores == parts->fit.outputs)
		return;
	measure_blocks(rows, 1, last, model, held);
	later.other_mse = held->last.measured.mse;
	if (!is_better(line->last.measured.mse, held->last.measured.mse) || !is_better(line->mse, held->mse))
	{
		*parts = held->last;
		later.held_at = last_time(rows);
		later.other_mse = line->last.measured.mse;
	}
	parts->later = later;
}

/* Does not change the state, because a window calls this function more than once. */
Datum
aer_measure_final(PG_FUNCTION_ARGS)
{
	MeasureState *state;
	ModelParts	parts;
	HeldOutRows rows;
	AerModel   *model;
	char	   *time_column;
	double		last = NAN;

	(void) aggregate_context(fcinfo);
	state = state_of(PG_GETARG_BYTEA_P(0));
	model = (AerModel *) DatumGetPointer(DirectFunctionCall1(aer_model_in, CStringGetDatum((char *) state->number)));
	if (state->n == 0)
		PG_RETURN_POINTER(model);
	model_unpack_any(model, &parts);
	rows = rows_of(state);
	check_held_out_rows(&rows, &parts);
	time_column = time_column_of(&parts);
	if (time_column)
	{
		last = last_time(&rows);
		measure_times(&rows, model, time_column, &parts);
	}
	else
		measure_version(&rows, 0, -1, model, &parts);
	if (last > state->training_end && isfinite(state->training_end))
	{
		parts.measured.horizon = last - state->training_end;
		parts.measured.horizon_in_days = state->in_days;
	}
	/* its link was fitted to all folds */
	parts.fit.fold = parts.fit.folds = 0;
	PG_RETURN_POINTER(model_pack(&parts, ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE));
}
