/*
 * level_aggregate.c
 *		What the levels of a column explain of the residuals of a sample: the aggregate
 *		_aer_level_statistics.
 */
#include "pg/aer.h"

#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "kernel/columns/levels.h"
#include "pg/arguments.h"
#include "pg/kernel_call.h"
#include "pg/numbers.h"
#include "pg/result_row.h"
#include "pg/state.h"
#include "utils/array.h"
#include "utils/hsearch.h"
#include "utils/lsyscache.h"

PG_FUNCTION_INFO_V1(aer_level_statistics_transition);
PG_FUNCTION_INFO_V1(aer_level_statistics_final);

#define ARG_STATE 0
#define ARG_LEVEL 1
#define ARG_RESIDUALS 2
#define ARG_FOLD 3
#define ARG_WEIGHT 4

#define FIRST_ROOM 1024
#define MOST_FOLDS 100

/* A level by its hash, which 64 bits keep apart from all others. */
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
	uint32		folds;			/* the largest number of a fold */
	uint32		outputs;
	Size		n;
	Size		room;
	uint32	   *level;			/* [room] */
	uint32	   *fold;			/* [room] from 0 */
	double	   *weight;			/* [room] */
	double	   *residual;		/* [room * outputs] those of a row side by side */
} LevelState;

static LevelState *
create_state(MemoryContext context, uint32 outputs)
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
		entry->level = state->levels++;
	return entry->level;
}

/* Reads the residuals of a row; returns how many there are. */
static const double *
read_residuals(FunctionCallInfo fcinfo, uint32 *outputs)
{
	ArrayType  *array = PG_GETARG_ARRAYTYPE_P(ARG_RESIDUALS);

	if (ARR_NDIM(array) != 1 || ARR_HASNULL(array) || ARR_ELEMTYPE(array) != FLOAT8OID)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("residuals must be an array of numbers")));
	*outputs = ARR_DIMS(array)[0];
	return (const double *) ARR_DATA_PTR(array);
}

Datum
aer_level_statistics_transition(PG_FUNCTION_ARGS)
{
	MemoryContext context = aggregate_context(fcinfo);
	LevelState *state = PG_ARGISNULL(ARG_STATE) ? NULL : state_internal(fcinfo, STATE_OF_LEVELS);
	const double *residual;
	uint32		outputs;
	int32		fold;
	double		weight;

	if (PG_ARGISNULL(ARG_RESIDUALS) || PG_ARGISNULL(ARG_FOLD) || PG_ARGISNULL(ARG_WEIGHT))
	{
		if (state == NULL)
			PG_RETURN_NULL();
		PG_RETURN_POINTER(state);
	}
	residual = read_residuals(fcinfo, &outputs);
	fold = PG_GETARG_INT32(ARG_FOLD);
	weight = PG_GETARG_FLOAT8(ARG_WEIGHT);
	if (state == NULL)
		state = create_state(context, outputs);
	if (outputs != state->outputs || fold < 1 || fold > MOST_FOLDS || !(weight > 0 && isfinite(weight)))
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
	PG_RETURN_POINTER(state);
}

/* Returns the residuals, those of an output side by side. */
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
	result_datum(&row, BoolGetDatum(levels_predict(&statistics, state->n)));
	result_datum(&row, BoolGetDatum(levels_are_alike(&statistics)));
	PG_RETURN_DATUM(result_composite(&row));
}
