/*
 * remember.c
 *		The aggregate aer_remember: the model with rows that it remembers, and whether predictions and
 *		questions are better with these rows.
 *
 * The rows with the smallest hashes of their keys are kept.  The first of them are trials: they are asked
 * about as if they were new, by the fold model that was not trained on them and by the kept rows of other
 * groups.
 */
#include "pg/aer.h"

#include <float.h>

#include "common/hashfn.h"
#include "kernel/near/near_path.h"
#include "lib/binaryheap.h"
#include "miscadmin.h"
#include "pg/functions/scoring/fold_scorers.h"
#include "pg/functions/scoring/near_record.h"
#include "pg/kernel_call.h"
#include "pg/notice.h"
#include "pg/result_row.h"
#include "pg/state.h"

PG_FUNCTION_INFO_V1(aer_remember_final);
PG_FUNCTION_INFO_V1(aer_remembered);

#define ARG_MODEL 1

/* the fold models of _aer_remember; aer_remember has its features there */
#define ARG_FOLD_MODELS 2
#define ARG_ROWS 6
#define ARG_ROLES 7

#define MOST_TRIALS 300
#define LEAST_TRIALS 60
#define TRIAL_LOOKS 10

/* Trials look at this many values of kept rows, at most, unless there are LEAST_TRIALS. */
#define MOST_CELLS 1e10

/* The rows that are kept have the smallest hashes; the first of equal ones come first. */
typedef struct HashOrder
{
	uint64		hash;			/* of the key */
	uint64		number;			/* of the row */
} HashOrder;

typedef struct RememberedRow
{
	HashOrder	order;			/* must be the first field */
	uint32		fold;
	double		group;
	double		target;			/* as near_rows.h takes it */
	double		weight;
	double	   *raw;			/* [columns] */
} RememberedRow;

/* A row that is asked about, with the n attributes of the scorer of its fold. */
typedef struct Trial
{
	HashOrder	order;			/* must be the first field */
	double	   *value;			/* [n] */
	bool	   *null;			/* [n] */
} Trial;

typedef struct RememberState
{
	StateKind	kind;			/* STATE_OF_REMEMBERING */
	MemoryContext context;
	FoldScorers scorers;
	RawColumns	raw;
	uint32		attributes;		/* of the scorer that has the most */
	uint32		classes;		/* of the target; 0: a number */
	bool		fewer;			/* the caller asked for more rows than a model has room for */
	uint64		rows;			/* seen */
	binaryheap *kept;			/* RememberedRow *, the last one of the order on top */
	binaryheap *trials;			/* Trial *, in the same order; empty without fold models */
} RememberState;

static bool
has_fold_models(int nargs)
{
	return nargs > ARG_ROWS;
}

/* Compares for binaryheap and qsort_arg. */
static int
compare_order(Datum a, Datum b, void *context)
{
	const HashOrder *left = (const HashOrder *) DatumGetPointer(a);
	const HashOrder *right = (const HashOrder *) DatumGetPointer(b);

	if (left->hash != right->hash)
		return left->hash < right->hash ? -1 : 1;
	return left->number < right->number ? -1 : left->number > right->number;
}

static int
compare_datums(const void *a, const void *b, void *context)
{
	return compare_order(*(const Datum *) a, *(const Datum *) b, context);
}

/* Returns the number of rows to keep: those that the caller wants, and that a model has room for. */
static int
most_rows(RememberState *state, FunctionCallInfo fcinfo)
{
	int			wanted = has_fold_models(PG_NARGS()) ? PG_GETARG_INT32(ARG_ROWS) : NEAR_MOST_ROWS;
	Size		bytes = near_rows_bytes(1, state->raw.columns.looks.bought, state->scorers.roles.design->weight != NULL);
	int			most = Min(NEAR_MOST_ROWS, NEAR_MOST_BYTES / bytes);

	if (wanted < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the number of rows to keep must be from 1 to %d", NEAR_MOST_ROWS),
				 errdetail("It is %d.", wanted)));
	state->fewer = has_fold_models(PG_NARGS()) && wanted > most;
	return Min(wanted, most);
}

static RememberState *
create_state(FunctionCallInfo fcinfo, FeaturesKind kind, MemoryContext aggregate, const char *target_name)
{
	MemoryContext context = AllocSetContextCreate(aggregate, "aer_remember", ALLOCSET_DEFAULT_SIZES);
	MemoryContext old = MemoryContextSwitchTo(context);
	RememberState *state = palloc0(sizeof(RememberState));
	FoldScorers *scorers = &state->scorers;
	bool		folds = has_fold_models(PG_NARGS());

	state->kind = STATE_OF_REMEMBERING;
	state->context = context;
	fold_scorers_init(scorers, context, fcinfo, kind, target_name, folds ? ARG_FOLD_MODELS : 0,
					  PG_NARGS() > ARG_ROLES ? ARG_ROLES : 0);
	if (scorers->parts.fit.known == NULL)
		refuse_plain_model();
	for (int f = 0; f < scorers->folds; f++)
	{
		if (scorers->scorer[f]->subset == NULL)
			refuse_plain_model();
		state->attributes = Max(state->attributes, scorers->scorer[f]->n);
	}
	raw_columns_init(&state->raw, &scorers->parts.columns);
	state->classes = scorers->parts.classes > 0 ? scorers->parts.classes :
		scorers->parts.fit.link.two_valued ? 2 : 0;
	state->kept = binaryheap_allocate(most_rows(state, fcinfo), compare_order, NULL);
	state->trials = binaryheap_allocate(folds ? Min(MOST_TRIALS, state->kept->bh_space) : 0, compare_order, NULL);
	MemoryContextSwitchTo(old);
	return state;
}

/* Returns true if a heap has room for a row, or a row in it comes later. */
static bool
heap_takes(binaryheap *heap, const HashOrder *order)
{
	return heap->bh_size < heap->bh_space ||
		(heap->bh_size > 0 && compare_order(PointerGetDatum(order), binaryheap_first(heap), NULL) < 0);
}

/* Returns the element that a new row replaces in a heap; NULL if there is room. */
static void *
heap_replaced(binaryheap *heap)
{
	return heap->bh_size < heap->bh_space ? NULL : DatumGetPointer(binaryheap_first(heap));
}

/* Puts a row into a heap, unless it has replaced another row there. */
static void
heap_put(binaryheap *heap, void *row)
{
	if (heap->bh_size < heap->bh_space)
		binaryheap_add(heap, PointerGetDatum(row));
	else
		binaryheap_replace_first(heap, PointerGetDatum(row));
}

/* Returns the target as kept rows have it: a number, or the number of a class. */
static double
near_target(const RememberState *state, const Observation *observation)
{
	double		target = fold_scorers_target(&state->scorers, observation);

	if (state->classes == 0 || state->scorers.parts.fit.outputs > 1)
		return target;
	if (state->classes == 1)
		return 0;
	return state->scorers.parts.classes > 0 ? target > 0 : target == state->scorers.parts.fit.link.high;
}

static void
keep_row(RememberState *state, Scorer *scorer, const HashOrder *order, const Observation *observation)
{
	Size		columns = state->raw.columns.looks.bought;
	double		target = near_target(state, observation);
	RememberedRow *row;

	raw_columns_read(&state->raw, scorer->features, observation->row);
	row = heap_replaced(state->kept);
	if (row == NULL)
	{
		row = MemoryContextAlloc(state->context, sizeof(RememberedRow));
		row->raw = MemoryContextAllocHuge(state->context, sizeof(double) * columns);
	}
	row->order = *order;
	row->fold = observation->fold;
	row->group = observation->group;
	row->target = target;
	row->weight = observation->weight;
	memcpy(row->raw, state->raw.raw, sizeof(double) * columns);
	heap_put(state->kept, row);
}

/* Keeps the attributes of a row that may be asked about. */
static void
keep_trial(RememberState *state, Scorer *scorer, const HashOrder *order)
{
	Trial	   *trial = heap_replaced(state->trials);

	if (trial == NULL)
	{
		trial = MemoryContextAlloc(state->context, sizeof(Trial));
		trial->value = MemoryContextAllocHuge(state->context, sizeof(double) * state->attributes);
		trial->null = MemoryContextAllocHuge(state->context, sizeof(bool) * state->attributes);
	}
	trial->order = *order;
	(void) features_read(scorer->features, scorer->attribute, scorer->n, trial->value, BAD_VALUE_MISSING,
						 (int64) state->rows);
	memcpy(trial->null, scorer->features->null, sizeof(bool) * scorer->n);
	heap_put(state->trials, trial);
}

static RememberState *
get_state(FunctionCallInfo fcinfo, FeaturesKind kind, MemoryContext aggregate)
{
	int			target_argno = has_fold_models(PG_NARGS()) ? ARG_FOLD_MODELS + 2 : ARG_MODEL + 2;
	const char *target_name = observation_target_name(fcinfo, target_argno, kind);
	RememberState *state;

	if (PG_ARGISNULL(0))
		return create_state(fcinfo, kind, aggregate, target_name);
	state = state_internal(fcinfo, STATE_OF_REMEMBERING);
	if (!fold_scorers_serve(&state->scorers, fcinfo, target_name))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("\"model\" must not change from row to row")));
	return state;
}

static Datum
transition(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	MemoryContext aggregate = aggregate_context(fcinfo);
	int			features_argno = has_fold_models(PG_NARGS()) ? ARG_FOLD_MODELS + 1 : ARG_MODEL + 1;
	RememberState *state;
	Observation observation = {0};
	Scorer	   *scorer;
	HashOrder	order;

	if (PG_ARGISNULL(ARG_MODEL) ||
		(PG_ARGISNULL(features_argno + 1) && target_is_named(fcinfo, features_argno + 1, kind)) ||
		(has_fold_models(PG_NARGS()) && (PG_ARGISNULL(ARG_FOLD_MODELS) || PG_ARGISNULL(ARG_ROWS))))
	{
		if (PG_ARGISNULL(0))
			PG_RETURN_NULL();
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	}
	state = get_state(fcinfo, kind, aggregate);
	state->rows++;
	if (PG_ARGISNULL(features_argno) || PG_ARGISNULL(features_argno + 1) ||
		!observation_read_roles(&state->scorers.roles, fcinfo, (int64) state->rows, &observation))
		PG_RETURN_POINTER(state);
	order.hash = hash_bytes_extended((const unsigned char *) &observation.key, sizeof(observation.key), 0);
	order.number = state->rows;
	if (!heap_takes(state->kept, &order))
		PG_RETURN_POINTER(state);
	scorer = fold_scorers_of(&state->scorers, observation.fold);
	if (!scorer_observe(scorer, fcinfo, features_argno, kind, (int64) state->rows, &observation))
		PG_RETURN_POINTER(state);
	scorer_check_target(scorer, &observation);
	keep_row(state, scorer, &order, &observation);
	if (heap_takes(state->trials, &order))
		keep_trial(state, scorer, &order);
	PG_RETURN_POINTER(state);
}

TRANSITIONS_OF_KINDS(aer_remember, transition(fcinfo, kind))

/* Returns the rows or trials of a heap in their order, palloc'd. */
static void **
sorted_heap(const binaryheap *heap)
{
	Datum	   *row = palloc(sizeof(Datum) * Max(heap->bh_size, 1));

	for (int i = 0; i < heap->bh_size; i++)
		row[i] = heap->bh_nodes[i];
	qsort_arg(row, heap->bh_size, sizeof(Datum), compare_datums, NULL);
	return (void **) row;
}

static NearRows
rows_of(const RememberState *state, RememberedRow *const *row, uint32 n)
{
	Work	   *work = kernel_work();
	uint32		columns = state->raw.columns.looks.bought;
	double	   *value = WORK_ARRAY(work, (Size) columns * n, double);
	double	   *target = WORK_ARRAY(work, n, double);
	double	   *weight = WORK_ARRAY(work, n, double);
	uint32	   *categories = WORK_ARRAY(work, columns, uint32);
	double		sum = 0;

	for (uint32 i = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		for (uint32 l = 0; l < columns; l++)
			value[(Size) l * n + i] = row[i]->raw[l];
		target[i] = row[i]->target;
		weight[i] = row[i]->weight;
		sum += weight[i];
	}
	/* their mean is 1, as the number of rows that the model counts as assumes; none becomes 0 */
	for (uint32 i = 0; i < n; i++)
		weight[i] = Max(weight[i] * (n / sum), DBL_MIN);
	for (uint32 l = 0; l < columns && state->raw.columns.column; l++)
		if (state->raw.columns.column[l].kind == COLUMN_CATEGORIES)
			categories[l] = state->raw.columns.column[l].n;
	return near_rows_create(work, &(NearTable)
							{
								.n = n, .columns = columns, .categories = categories, .value = value,
									.classes = state->classes, .target = target,
									.weight = state->scorers.roles.design->weight ? weight : NULL
							});
}

/* Arguments of the callbacks of the comparison. */
typedef struct TrialRun
{
	const RememberState *state;
	RememberedRow *const *row;
	Trial	   *const *trial;
	uint32	  **order;			/* [folds] each model's own order; NULL: not needed yet */
	bool	   *null;			/* [attributes] scratch */
} TrialRun;

static void
predict_trial(void *context, uint32 number, const bool *known, double *prediction)
{
	TrialRun   *run = context;
	const RememberState *state = run->state;
	Scorer	   *scorer = fold_scorers_of(&state->scorers, run->row[number]->fold);
	const Trial *trial = run->trial[number];

	memcpy(run->null, trial->null, sizeof(bool) * scorer->n);
	near_unknown_attributes(scorer, known, run->null);
	scorer_give(scorer, trial->value, run->null);
	near_model_prediction(scorer, state->classes, prediction);
}

static const uint32 *
order_of_trial(void *context, uint32 number)
{
	TrialRun   *run = context;
	uint32		fold = run->row[number]->fold;

	if (run->order[fold] == NULL)
		run->order[fold] = observed_subset_order(fold_scorers_of(&run->state->scorers, fold)->subset);
	return run->order[fold];
}

/* Finds out whether the rows help. */
static void
compare_rows(const RememberState *state, NearRows *rows, RememberedRow *const *row)
{
	Work	   *work = kernel_work();
	uint32		looks = Min(TRIAL_LOOKS, rows->columns);
	double		most = MOST_CELLS / ((double) looks * rows->n * rows->columns);
	double	   *group = WORK_ARRAY(work, rows->n, double);
	TrialRun	run = {
		.state = state,
		.row = row,
		.trial = (Trial *const *) sorted_heap(state->trials),
		.order = WORK_ARRAY(work, state->scorers.folds, uint32 *),
		.null = WORK_ARRAY(work, state->attributes, bool)
	};

	for (uint32 i = 0; i < rows->n; i++)
		group[i] = row[i]->group;
	near_compare(work, rows, &(NearTrials)
				 {
					 .n = Min(state->trials->bh_size, Max(LEAST_TRIALS, most)),
						 .looks = looks, .group = group,
						 .predict = predict_trial, .order = order_of_trial, .context = &run
				 });
}

Datum
aer_remember_final(PG_FUNCTION_ARGS)
{
	RememberState *state;
	RememberedRow **row;
	NearRows	rows;
	AerModel   *model;
	ModelParts	parts;
	char	   *block;

	(void) aggregate_context(fcinfo);
	state = state_internal(fcinfo, STATE_OF_REMEMBERING);
	model = model_from_datum(PointerGetDatum(state->scorers.model.plain));
	if (state->kept->bh_size == 0)
		PG_RETURN_POINTER(model);
	if (state->fewer)
		notice_once(psprintf("the model remembers %d rows, as many as fit into %d MB", state->kept->bh_space,
							 NEAR_MOST_BYTES / (1024 * 1024)));
	row = (RememberedRow **) sorted_heap(state->kept);
	rows = rows_of(state, row, state->kept->bh_size);
	if (state->trials->bh_size > 0)
		compare_rows(state, &rows, row);
	model_unpack_any(model, &parts);
	parts.remembered.bytes = near_rows_write(&rows, NULL);
	block = MemoryContextAllocHuge(CurrentMemoryContext, parts.remembered.bytes);
	(void) near_rows_write(&rows, block);
	parts.remembered.data = block;
	PG_RETURN_POINTER(model_pack(&parts, ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE));
}

/*
 * Returns a row with facts about the rows that a model remembers, or no row if it remembers none.
 */
Datum
aer_remembered(PG_FUNCTION_ARGS)
{
	ResultRow	row;
	ModelParts	parts;
	NearRows	rows;

	result_begin(&row, fcinfo);
	model_unpack_any(PG_GETARG_MODEL(0), &parts);
	if (parts.remembered.bytes == 0)
		return (Datum) 0;
	rows = model_remembered(&parts);
	result_int32(&row, rows.n);
	result_bool(&row, rows.use);
	result_number(&row, rows.loss);
	result_number(&row, rows.loss_of_model);
	result_put(&row);
	return (Datum) 0;
}
