/*
 * level_aggregate.c
 *		Levels of columns: the aggregate _aer_level_statistics says what the levels of each column
 *		explain of the residuals of a sample, and _aer_level_effects computes the effect of each
 *		level of one column from the sums of all rows.
 */
#include "pg/aer.h"

#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "kernel/columns/levels.h"
#include "pg/arguments.h"
#include "pg/kernel_call.h"
#include "pg/numbers.h"
#include "pg/numerics.h"
#include "pg/options/json_parts.h"
#include "pg/result_row.h"
#include "pg/state.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"

PG_FUNCTION_INFO_V1(aer_level_statistics_transition);
PG_FUNCTION_INFO_V1(aer_level_statistics_final);
PG_FUNCTION_INFO_V1(aer_level_effects_transition);
PG_FUNCTION_INFO_V1(aer_level_effects_final);

#define ARG_STATE 0
#define ARG_LEVEL 1				/* for statistics: an array, the level of each column */
#define ARG_RESIDUALS 2
#define ARG_FOLD 3
#define ARG_WEIGHT 4

/* Arguments that only sums of the rows of a level and a fold have. */
#define ARG_WEIGHT_SQUARES 5
#define ARG_SQUARES 6

/* Arguments that only statistics have, the same in each row. */
#define ARG_NAMES 5				/* of the columns */
#define ARG_ARE_NUMBERS 6		/* are the levels of a column numbers? */
#define ARG_EFFECTS 7			/* {"name=level": effect in the model} */

#define FIRST_ROOM 64
#define MOST_FOLDS 100

/* A level, found by its hash.  Hashes of 64 bits hardly ever collide. */
typedef struct LevelEntry
{
	uint64		hash;
	uint32		level;
	char		status;			/* of simplehash */
} LevelEntry;

#define SH_PREFIX levels
#define SH_ELEMENT_TYPE LevelEntry
#define SH_KEY_TYPE uint64
#define SH_KEY hash
#define SH_HASH_KEY(table, key) ((uint32) (key))
#define SH_EQUAL(table, a, b) ((a) == (b))
#define SH_SCOPE static inline
#define SH_DECLARE
#define SH_DEFINE
#include "lib/simplehash.h"

/* Levels are numbered from 0 by first appearance; NULL is one of them. */
typedef struct LevelColumn
{
	levels_hash *table;
	uint32		levels;
	uint32		level_room;
	uint32		null_level;		/* PG_UINT32_MAX if no row has NULL */
	uint32	   *level;			/* [room of the state] of each row */
	char	  **name;			/* [level_room] for effects; NULL for the level NULL */
	double	   *shift;			/* [level_room] for statistics: the effect in the model, */
	double	   *number;			/* [level_room] and the level as a number, NaN if it is none */
} LevelColumn;

typedef struct LevelState
{
	StateKind	kind;			/* STATE_OF_LEVELS */
	MemoryContext context;
	bool		of_effects;		/* else of statistics */
	int			columns;
	LevelColumn *column;		/* [columns] */
	uint32		folds;			/* the largest fold number */
	uint32		outputs;
	Size		n;				/* rows, or sums of rows */
	Size		room;
	uint32	   *fold;			/* [room] from 0 */
	double	   *weight;			/* [room] */
	double	   *residual;		/* [room * outputs] those of a row are adjacent */
	double		weight_squares;	/* for effects: of all rows, */
	double	   *squares;		/* [outputs] and weight times the squared residual of each output */
} LevelState;

static void
init_column(const LevelState *state, LevelColumn *column)
{
	column->table = levels_create(state->context, FIRST_ROOM, NULL);
	column->level_room = FIRST_ROOM;
	column->null_level = PG_UINT32_MAX;
	column->level = palloc(sizeof(uint32) * state->room);
	if (state->of_effects)
		column->name = palloc(sizeof(char *) * column->level_room);
	else
	{
		column->shift = palloc(sizeof(double) * column->level_room);
		column->number = palloc(sizeof(double) * column->level_room);
	}
}

static LevelState *
create_state(MemoryContext context, uint32 outputs, int columns, bool of_effects)
{
	MemoryContext old = MemoryContextSwitchTo(context);
	LevelState *state = palloc0(sizeof(LevelState));

	state->kind = STATE_OF_LEVELS;
	state->context = context;
	state->of_effects = of_effects;
	state->outputs = outputs;
	state->room = FIRST_ROOM;
	state->fold = palloc(sizeof(uint32) * state->room);
	state->weight = palloc(sizeof(double) * state->room);
	state->residual = palloc(sizeof(double) * state->room * outputs);
	state->squares = palloc0(sizeof(double) * outputs);
	state->columns = columns;
	state->column = palloc0(sizeof(LevelColumn) * columns);
	for (int c = 0; c < columns; c++)
		init_column(state, &state->column[c]);
	MemoryContextSwitchTo(old);
	return state;
}

static void
have_room(LevelState *state)
{
	if (state->n < state->room)
		return;
	state->room *= 2;
	state->fold = repalloc_huge(state->fold, sizeof(uint32) * state->room);
	state->weight = repalloc_huge(state->weight, sizeof(double) * state->room);
	state->residual = repalloc_huge(state->residual, sizeof(double) * state->room * state->outputs);
	for (int c = 0; c < state->columns; c++)
		state->column[c].level = repalloc_huge(state->column[c].level, sizeof(uint32) * state->room);
}

static void
have_level_room(LevelColumn *column)
{
	if (column->levels < column->level_room)
		return;
	column->level_room *= 2;
	if (column->name)
		column->name = repalloc_huge(column->name, sizeof(char *) * column->level_room);
	else
	{
		column->shift = repalloc_huge(column->shift, sizeof(double) * column->level_room);
		column->number = repalloc_huge(column->number, sizeof(double) * column->level_room);
	}
}

/* Notes the level, or NULL, that a column has in the last row.  Returns true if it is new. */
static bool
add_level(const LevelState *state, LevelColumn *column, const text *level)
{
	uint64		hash = 0;
	LevelEntry *entry;
	bool		found;

	if (level)
		hash = DatumGetUInt64(hash_any_extended((const unsigned char *) VARDATA_ANY(level),
												VARSIZE_ANY_EXHDR(level), 0));
	entry = levels_insert(column->table, hash, &found);
	if (!found)
	{
		have_level_room(column);
		if (level == NULL)
			column->null_level = column->levels;
		entry->level = column->levels++;
	}
	column->level[state->n] = entry->level;
	return !found;
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

/* Returns the state so far, NULL if there is none. */
static LevelState *
state_so_far(FunctionCallInfo fcinfo)
{
	return PG_ARGISNULL(ARG_STATE) ? NULL : state_internal(fcinfo, STATE_OF_LEVELS);
}

/* Returns what a transition returns. */
static Datum
state_datum(FunctionCallInfo fcinfo, LevelState *state)
{
	if (state == NULL)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(state);
}

static bool
has_null(FunctionCallInfo fcinfo, int begin, int end)
{
	for (int argno = begin; argno < end; argno++)
		if (PG_ARGISNULL(argno))
			return true;
	return false;
}

/*
 * Adds a row, or sums of rows, but for its levels, to the state, and returns that.  The caller
 * adds the levels and counts the row.
 */
static LevelState *
begin_row(FunctionCallInfo fcinfo, int columns, bool of_effects)
{
	MemoryContext context = aggregate_context(fcinfo);
	LevelState *state = state_so_far(fcinfo);
	uint32		outputs;
	const double *residual = read_outputs(fcinfo, ARG_RESIDUALS, &outputs);
	int32		fold = PG_GETARG_INT32(ARG_FOLD);
	double		weight = PG_GETARG_FLOAT8(ARG_WEIGHT);

	if (state == NULL)
		state = create_state(context, outputs, columns, of_effects);
	if (outputs != state->outputs || columns != state->columns || state->of_effects != of_effects ||
		fold < 1 || fold > MOST_FOLDS || !(weight > 0 && isfinite(weight)))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("residuals, fold or weight of a row are not valid")));
	have_room(state);
	state->fold[state->n] = fold - 1;
	state->weight[state->n] = weight;
	memcpy(state->residual + state->n * outputs, residual, sizeof(double) * outputs);
	state->folds = Max(state->folds, (uint32) fold);
	return state;
}

/* Returns the effect that a model has for a level, 0 if it has none. */
static double
find_effect(Jsonb *effects, const char *name, const char *level)
{
	JsonbValue	effect;

	/* json_find() relies on an object, and anybody may call the aggregate */
	if (JB_ROOT_IS_OBJECT(effects) && json_find(&effects->root, psprintf("%s=%s", name, level), &effect) &&
		effect.type == jbvNumeric)
		return numeric_to_double(NumericGetDatum(effect.val.numeric));
	return 0;
}

Datum
aer_level_statistics_transition(PG_FUNCTION_ARGS)
{
	LevelState *state;
	Datum	   *level;
	Datum	   *name;
	Datum	   *is_number;
	bool	   *null;
	int			columns;
	int			names;
	int			numbers;

	if (has_null(fcinfo, ARG_LEVEL, ARG_EFFECTS))
		return state_datum(fcinfo, state_so_far(fcinfo));
	deconstruct_array(PG_GETARG_ARRAYTYPE_P(ARG_LEVEL), TEXTOID, -1, false, TYPALIGN_INT, &level, &null, &columns);
	deconstruct_array(PG_GETARG_ARRAYTYPE_P(ARG_NAMES), TEXTOID, -1, false, TYPALIGN_INT, &name, NULL, &names);
	deconstruct_array(PG_GETARG_ARRAYTYPE_P(ARG_ARE_NUMBERS), BOOLOID, 1, true, TYPALIGN_CHAR, &is_number, NULL,
					  &numbers);
	if (columns != names || columns != numbers)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("a row must have a level of each column")));
	state = begin_row(fcinfo, columns, false);
	for (int c = 0; c < columns; c++)
	{
		LevelColumn *column = &state->column[c];
		text	   *value = null[c] ? NULL : DatumGetTextPP(level[c]);
		uint32		l = column->levels;
		char	   *string;

		if (!add_level(state, column, value))
			continue;
		column->shift[l] = 0;
		column->number[l] = NAN;
		if (value == NULL)
			continue;
		string = text_to_cstring(value);
		if (state->outputs == 1 && !PG_ARGISNULL(ARG_EFFECTS))
			column->shift[l] = find_effect(PG_GETARG_JSONB_P(ARG_EFFECTS), TextDatumGetCString(name[c]), string);
		if (DatumGetBool(is_number[c]))
			column->number[l] = DatumGetFloat8(DirectFunctionCall1(float8in, CStringGetDatum(string)));
	}
	state->n++;
	return state_datum(fcinfo, state);
}

Datum
aer_level_effects_transition(PG_FUNCTION_ARGS)
{
	LevelState *state;
	LevelColumn *column;
	text	   *level = PG_ARGISNULL(ARG_LEVEL) ? NULL : PG_GETARG_TEXT_PP(ARG_LEVEL);
	const double *squares;
	uint32		outputs;

	if (has_null(fcinfo, ARG_RESIDUALS, PG_NARGS()))
		return state_datum(fcinfo, state_so_far(fcinfo));
	state = begin_row(fcinfo, 1, true);
	column = &state->column[0];
	if (add_level(state, column, level))
		column->name[column->levels - 1] = level == NULL ? NULL :
			MemoryContextStrdup(state->context, text_to_cstring(level));
	state->n++;
	squares = read_outputs(fcinfo, ARG_SQUARES, &outputs);
	for (uint32 o = 0; o < Min(outputs, state->outputs); o++)
		state->squares[o] += squares[o];
	state->weight_squares += PG_GETARG_FLOAT8(ARG_WEIGHT_SQUARES);
	return state_datum(fcinfo, state);
}

/* Returns in the Work the rows of a column: all, or those that have a level. */
static LevelRows
rows_of(Work *work, const LevelState *state, const LevelColumn *column, bool known)
{
	bool		less = known && column->null_level != PG_UINT32_MAX;
	uint32	   *level = WORK_ARRAY(work, state->n, uint32);
	uint32	   *fold = WORK_ARRAY(work, state->n, uint32);
	double	   *weight = WORK_ARRAY(work, state->n, double);
	double	   *residual = WORK_ARRAY(work, state->n * state->outputs, double);
	Size		n = 0;

	for (Size i = 0; i < state->n; i++)
	{
		uint32		l = column->level[i];

		if (less && l == column->null_level)
			continue;
		level[n] = l - (less && l > column->null_level);
		fold[n] = state->fold[i];
		weight[n++] = state->weight[i];
	}
	for (uint32 o = 0; o < state->outputs; o++)
		for (Size i = 0, to = o * n; i < state->n; i++)
		{
			uint32		l = column->level[i];

			if (!less || l != column->null_level)
				residual[to++] = state->residual[i * state->outputs + o] + column->shift[l];
		}
	return (LevelRows)
	{
		.n = n,
		.levels = column->levels - less,
		.folds = state->folds,
		.outputs = state->outputs,
		.level = level,
		.fold = fold,
		.weight = weight,
		.residual = residual
	};
}

/*
 * Returns from 1 the first column whose levels correspond one to one to those of a column.  They
 * have the same numbers, because they appear in the same rows.
 */
static int
first_of_same(const LevelState *state, int c)
{
	for (int other = 0; other < c; other++)
		if (memcmp(state->column[other].level, state->column[c].level, sizeof(uint32) * state->n) == 0)
			return other + 1;
	return c + 1;
}

/* Returns what the levels of rows explain, as a composite value; NULL if there are no rows. */
static NullableDatum
facts_of(ResultRow *row, Work *work, const LevelRows *rows, int same, double line)
{
	LevelStatistics statistics;

	if (rows->n == 0)
		return (NullableDatum) {.isnull = true};
	statistics = level_statistics(work, rows);
	result_int64(row, (int64) rows->n);
	result_int64(row, rows->levels);
	result_number(row, statistics.kappa);
	result_number(row, statistics.correlation);
	result_number(row, statistics.share);
	result_number(row, statistics.alike);
	result_number(row, statistics.sure);
	result_bool(row, levels_predict(&statistics));
	result_bool(row, levels_are_alike(&statistics));
	result_int32(row, same);
	result_number(row, line);
	return (NullableDatum) {.value = result_composite(row)};
}

/* Returns an array: the facts of each column, and then those of its rows that have a level. */
Datum
aer_level_statistics_final(PG_FUNCTION_ARGS)
{
	Oid			type = get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid));
	LevelState *state;
	ResultRow	row;
	Datum	   *value;
	bool	   *null;
	int			n;

	(void) aggregate_context(fcinfo);
	state = state_internal(fcinfo, STATE_OF_LEVELS);
	if (state->of_effects)
		state_mistaken();
	n = state->columns;
	value = palloc(sizeof(Datum) * n * 2);
	null = palloc(sizeof(bool) * n * 2);
	result_begin_composite(&row, type);
	for (int c = 0; c < n; c++)
	{
		const LevelColumn *column = &state->column[c];
		Work	   *work = work_begin(kernel_work());
		LevelRows	rows = rows_of(work, state, column, false);
		double		line = level_line(&rows, column->number);
		int			same = first_of_same(state, c);
		NullableDatum all = facts_of(&row, work, &rows, same, line);
		NullableDatum known = all;

		CHECK_FOR_INTERRUPTS();
		if (column->null_level != PG_UINT32_MAX)
		{
			rows = rows_of(work, state, column, true);
			known = facts_of(&row, work, &rows, same, line);
		}
		value[c] = all.value;
		null[c] = all.isnull;
		value[n + c] = known.value;
		null[n + c] = known.isnull;
		work_end(work);
	}
	PG_RETURN_ARRAYTYPE_P(construct_md_array(value, null, 1, (int[]) {n * 2}, (int[]) {1}, type, -1, false,
											 TYPALIGN_DOUBLE));
}

/* Returns the sums of one output. */
static LevelSums
sums_of(const LevelState *state, uint32 output)
{
	const LevelColumn *column = &state->column[0];
	Size		cells = (Size) column->levels * state->folds;
	LevelSums	sums = {
		.levels = column->levels,
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
		Size		at = (Size) column->level[i] * state->folds + state->fold[i];

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
	const LevelColumn *column;
	LevelEffects *effects;
	JsonbParseState *json = NULL;
	bool		any = false;
	bool		of_null = false;

	(void) aggregate_context(fcinfo);
	state = state_internal(fcinfo, STATE_OF_LEVELS);
	if (!state->of_effects)
		state_mistaken();
	column = &state->column[0];
	effects = palloc(sizeof(LevelEffects) * state->outputs);
	for (uint32 o = 0; o < state->outputs; o++)
	{
		LevelSums	sums = sums_of(state, o);

		effects[o] = level_effects(kernel_work(), &sums);
	}
	pushJsonbValue(&json, WJB_BEGIN_OBJECT, NULL);
	json_push_key(&json, "levels");
	pushJsonbValue(&json, WJB_BEGIN_OBJECT, NULL);
	for (uint32 l = 0; l < column->levels; l++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!has_effect(state, effects, l))
			continue;
		any = true;
		if (column->name[l] == NULL)
			of_null = true;
		else
		{
			json_push_key(&json, column->name[l]);
			push_level(&json, state, effects, l);
		}
	}
	pushJsonbValue(&json, WJB_END_OBJECT, NULL);
	if (!any)
		PG_RETURN_NULL();
	if (of_null)
	{
		json_push_key(&json, "null_level");
		push_level(&json, state, effects, column->null_level);
	}
	PG_RETURN_JSONB_P(JsonbValueToJsonb(pushJsonbValue(&json, WJB_END_OBJECT, NULL)));
}
