/*
 * level_aggregate.c
 *		Levels of a column: the aggregate _aer_level_statistics says what they explain of the
 *		residuals of a sample, and _aer_level_effects computes the effect of each level from the
 *		sums of all rows.
 */
#include "pg/aer.h"

#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "kernel/columns/levels.h"
#include "pg/arguments.h"
#include "pg/kernel_call.h"
#include "pg/numbers.h"
#include "pg/options/json_parts.h"
#include "pg/result_row.h"
#include "pg/state.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/hsearch.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"

PG_FUNCTION_INFO_V1(aer_level_statistics_transition);
PG_FUNCTION_INFO_V1(aer_level_statistics_final);
PG_FUNCTION_INFO_V1(aer_level_effects_transition);
PG_FUNCTION_INFO_V1(aer_level_effects_final);

#define ARG_STATE 0
#define ARG_LEVEL 1
#define ARG_RESIDUALS 2
#define ARG_FOLD 3
#define ARG_WEIGHT 4

/* Arguments that only sums of the rows of a level and a fold have. */
#define ARG_WEIGHT_SQUARES 5
#define ARG_SQUARES 6

#define FIRST_ROOM 1024
#define MOST_FOLDS 100

/* A level, found by its hash.  Hashes of 64 bits hardly ever collide. */
typedef struct LevelEntry
{
	uint64		hash;
	uint32		level;
} LevelEntry;

typedef struct LevelState
{
	StateKind	kind;			/* STATE_OF_LEVELS */
	MemoryContext context;
	HTAB	   *table;
	uint32		levels;
	uint32		folds;			/* the largest fold number */
	uint32		outputs;
	Size		n;				/* rows, or sums of rows */
	Size		room;
	uint32	   *level;			/* [room] */
	uint32	   *fold;			/* [room] from 0 */
	double	   *weight;			/* [room] */
	double	   *residual;		/* [room * outputs] those of a row are adjacent */
	char	  **name;			/* [levels] for effects, else NULL; NULL for the level NULL */
	double		weight_squares;	/* for effects: of all rows, */
	double	   *squares;		/* [outputs] and weight times the squared residual of each output */
} LevelState;

static LevelState *
create_state(MemoryContext context, uint32 outputs, bool effects)
{
	MemoryContext old = MemoryContextSwitchTo(context);
	LevelState *state = palloc0(sizeof(LevelState));
	HASHCTL		control = {
		.keysize = sizeof(uint64),
		.entrysize = sizeof(LevelEntry),
		.hcxt = context
	};

	state->kind = STATE_OF_LEVELS;
	state->context = context;
	state->outputs = outputs;
	state->room = FIRST_ROOM;
	state->table = hash_create("aer levels", FIRST_ROOM, &control, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	state->level = palloc(sizeof(uint32) * state->room);
	state->fold = palloc(sizeof(uint32) * state->room);
	state->weight = palloc(sizeof(double) * state->room);
	state->residual = palloc(sizeof(double) * state->room * outputs);
	if (effects)
	{
		state->name = palloc(sizeof(char *) * state->room);
		state->squares = palloc0(sizeof(double) * outputs);
	}
	MemoryContextSwitchTo(old);
	return state;
}

static void
have_room(LevelState *state)
{
	if (state->n < state->room)
		return;
	state->room *= 2;
	state->level = repalloc_huge(state->level, sizeof(uint32) * state->room);
	state->fold = repalloc_huge(state->fold, sizeof(uint32) * state->room);
	state->weight = repalloc_huge(state->weight, sizeof(double) * state->room);
	state->residual = repalloc_huge(state->residual, sizeof(double) * state->room * state->outputs);
	if (state->name)
		state->name = repalloc_huge(state->name, sizeof(char *) * state->room);
}

/* Returns the number of a level, from 0 by first appearance.  NULL is a level. */
static uint32
number_level(LevelState *state, FunctionCallInfo fcinfo)
{
	uint64		hash = 0;
	LevelEntry *entry;
	bool		found;

	if (!PG_ARGISNULL(ARG_LEVEL))
	{
		text	   *level = PG_GETARG_TEXT_PP(ARG_LEVEL);

		hash = DatumGetUInt64(hash_any_extended((unsigned char *) VARDATA_ANY(level),
												VARSIZE_ANY_EXHDR(level), 0));
	}
	entry = hash_search(state->table, &hash, HASH_ENTER, &found);
	if (!found)
	{
		if (state->name)
			state->name[state->levels] = PG_ARGISNULL(ARG_LEVEL) ? NULL :
				MemoryContextStrdup(state->context, text_to_cstring(PG_GETARG_TEXT_PP(ARG_LEVEL)));
		entry->level = state->levels++;
	}
	return entry->level;
}

/* Reads an array of numbers of each output; returns how many there are. */
static const double *
read_outputs(FunctionCallInfo fcinfo, int argno, uint32 *outputs)
{
	ArrayType  *array = PG_GETARG_ARRAYTYPE_P(argno);

	if (ARR_NDIM(array) != 1 || ARR_HASNULL(array) || ARR_ELEMTYPE(array) != FLOAT8OID)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("residuals must be an array of numbers")));
	*outputs = ARR_DIMS(array)[0];
	return (const double *) ARR_DATA_PTR(array);
}

/* Adds a row, or sums of rows, to the state; returns it, or NULL if there is none yet. */
static LevelState *
add_row(FunctionCallInfo fcinfo, bool effects)
{
	MemoryContext context = aggregate_context(fcinfo);
	LevelState *state = PG_ARGISNULL(ARG_STATE) ? NULL : state_internal(fcinfo, STATE_OF_LEVELS);
	const double *residual;
	uint32		outputs;
	int32		fold;
	double		weight;

	for (int argno = ARG_RESIDUALS; argno < PG_NARGS(); argno++)
		if (PG_ARGISNULL(argno))
			return state;
	residual = read_outputs(fcinfo, ARG_RESIDUALS, &outputs);
	fold = PG_GETARG_INT32(ARG_FOLD);
	weight = PG_GETARG_FLOAT8(ARG_WEIGHT);
	if (state == NULL)
		state = create_state(context, outputs, effects);
	if (outputs != state->outputs || (state->name != NULL) != effects || fold < 1 || fold > MOST_FOLDS ||
		!(weight > 0 && isfinite(weight)))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("residuals, fold or weight of a row are not valid")));
	have_room(state);
	state->level[state->n] = number_level(state, fcinfo);
	state->fold[state->n] = fold - 1;
	state->weight[state->n] = weight;
	memcpy(state->residual + state->n * outputs, residual, sizeof(double) * outputs);
	state->folds = Max(state->folds, (uint32) fold);
	state->n++;
	return state;
}

Datum
aer_level_statistics_transition(PG_FUNCTION_ARGS)
{
	LevelState *state = add_row(fcinfo, false);

	if (state == NULL)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(state);
}

Datum
aer_level_effects_transition(PG_FUNCTION_ARGS)
{
	LevelState *state = add_row(fcinfo, true);
	const double *squares;
	uint32		outputs;

	if (state == NULL)
		PG_RETURN_NULL();
	if (PG_ARGISNULL(ARG_SQUARES) || PG_ARGISNULL(ARG_WEIGHT_SQUARES))
		PG_RETURN_POINTER(state);
	squares = read_outputs(fcinfo, ARG_SQUARES, &outputs);
	for (uint32 o = 0; o < Min(outputs, state->outputs); o++)
		state->squares[o] += squares[o];
	state->weight_squares += PG_GETARG_FLOAT8(ARG_WEIGHT_SQUARES);
	PG_RETURN_POINTER(state);
}

/* Returns the residuals; those of an output are adjacent. */
static double *
residuals_by_output(const LevelState *state)
{
	double	   *residual = MemoryContextAllocHuge(CurrentMemoryContext,
												  sizeof(double) * state->n * state->outputs);

	for (Size i = 0; i < state->n; i++)
		for (uint32 o = 0; o < state->outputs; o++)
			residual[o * state->n + i] = state->residual[i * state->outputs + o];
	return residual;
}

Datum
aer_level_statistics_final(PG_FUNCTION_ARGS)
{
	LevelState *state;
	LevelStatistics statistics;
	ResultRow	row;

	(void) aggregate_context(fcinfo);
	state = state_internal(fcinfo, STATE_OF_LEVELS);
	if (state->name)
		state_mistaken();
	statistics = level_statistics(kernel_work(), &(LevelRows)
								  {
									  .n = state->n,
									  .levels = state->levels,
									  .folds = state->folds,
									  .outputs = state->outputs,
									  .level = state->level,
									  .fold = state->fold,
									  .weight = state->weight,
									  .residual = residuals_by_output(state)
								  });
	result_begin_composite(&row, get_func_rettype(fcinfo->flinfo->fn_oid));
	result_int64(&row, (int64) state->n);
	result_int64(&row, state->levels);
	result_number(&row, statistics.kappa);
	result_number(&row, statistics.correlation);
	result_number(&row, statistics.share);
	result_number(&row, statistics.alike);
	result_number(&row, statistics.sure);
	result_datum(&row, BoolGetDatum(levels_predict(&statistics)));
	result_datum(&row, BoolGetDatum(levels_are_alike(&statistics)));
	PG_RETURN_DATUM(result_composite(&row));
}

/* Returns the sums of one output. */
static LevelSums
sums_of(const LevelState *state, uint32 output)
{
	Size		cells = (Size) state->levels * state->folds;
	LevelSums	sums = {
		.levels = state->levels,
		.folds = state->folds,
		.weight = WORK_ARRAY(kernel_work(), cells, double),
		.residual = WORK_ARRAY(kernel_work(), cells, double),
		.squares = state->squares[output],
		.weight_squares = state->weight_squares
	};

	memset(sums.weight, 0, sizeof(double) * cells);
	memset(sums.residual, 0, sizeof(double) * cells);
	for (Size i = 0; i < state->n; i++)
	{
		Size		at = (Size) state->level[i] * state->folds + state->fold[i];

		sums.weight[at] += state->weight[i];
		sums.residual[at] += state->residual[i * state->outputs + output];
	}
	return sums;
}

/* Pushes the effects of a level, for the rows of each fold and for new rows. */
static void
push_effects(JsonbParseState **json, const LevelState *state, const LevelEffects *effects, uint32 level)
{
	pushJsonbValue(json, WJB_BEGIN_ARRAY, NULL);
	for (uint32 f = 0; f <= state->folds; f++)
	{
		JsonbValue	number = json_number(f == state->folds ? effects->of_new_rows[level] :
										 effects->of_fold[(Size) level * state->folds + f]);

		pushJsonbValue(json, WJB_ELEM, &number);
	}
	pushJsonbValue(json, WJB_END_ARRAY, NULL);
}

static void
push_level(JsonbParseState **json, const LevelState *state, const LevelEffects *effects, uint32 level)
{
	if (state->outputs == 1)
	{
		push_effects(json, state, &effects[0], level);
		return;
	}
	pushJsonbValue(json, WJB_BEGIN_ARRAY, NULL);
	for (uint32 o = 0; o < state->outputs; o++)
		push_effects(json, state, &effects[o], level);
	pushJsonbValue(json, WJB_END_ARRAY, NULL);
}

/* Returns true if a level has an effect. */
static bool
has_effect(const LevelState *state, const LevelEffects *effects, uint32 level)
{
	for (uint32 o = 0; o < state->outputs; o++)
		if (effects[o].of_new_rows[level] != 0)
			return true;
	return false;
}

/*
 * Returns the effects as an entry of the option "columns": {"levels": {"a": [...]}, "null_level":
 * [...]}; NULL if levels do not differ.
 */
Datum
aer_level_effects_final(PG_FUNCTION_ARGS)
{
	LevelState *state;
	LevelEffects *effects;
	JsonbParseState *json = NULL;
	uint32		null_level = PG_UINT32_MAX;
	bool		any = false;

	(void) aggregate_context(fcinfo);
	state = state_internal(fcinfo, STATE_OF_LEVELS);
	if (state->name == NULL)
		state_mistaken();
	effects = palloc(sizeof(LevelEffects) * state->outputs);
	for (uint32 o = 0; o < state->outputs; o++)
	{
		LevelSums	sums = sums_of(state, o);

		effects[o] = level_effects(kernel_work(), &sums);
	}
	pushJsonbValue(&json, WJB_BEGIN_OBJECT, NULL);
	json_push_key(&json, "levels");
	pushJsonbValue(&json, WJB_BEGIN_OBJECT, NULL);
	for (uint32 l = 0; l < state->levels; l++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!has_effect(state, effects, l))
			continue;
		any = true;
		if (state->name[l] == NULL)
			null_level = l;
		else
		{
			json_push_key(&json, state->name[l]);
			push_level(&json, state, effects, l);
		}
	}
	pushJsonbValue(&json, WJB_END_OBJECT, NULL);
	if (!any)
		PG_RETURN_NULL();
	if (null_level != PG_UINT32_MAX)
	{
		json_push_key(&json, "null_level");
		push_level(&json, state, effects, null_level);
	}
	PG_RETURN_JSONB_P(JsonbValueToJsonb(pushJsonbValue(&json, WJB_END_OBJECT, NULL)));
}
