/*
 * sampled_pairs.c
 *		The interactions that aer_suggest writes: the aggregate _aer_sampled_pairs.
 *
 * It keeps all attributes of a sample of rows, fits the additive model to them like
 * aer_fit_ridge, and lets the kernel screen interactions by its residuals.
 */
#include "pg/aer.h"

#include "kernel/columns/pair_screen.h"
#include "kernel/columns/sampled_column.h"
#include "miscadmin.h"
#include "pg/functions/moments/moments_fit.h"
#include "pg/functions/moments/row_source.h"
#include "pg/kernel_call.h"
#include "pg/notice.h"
#include "pg/arguments.h"
#include "pg/options/attribute_name.h"
#include "pg/options/column_list.h"
#include "pg/options/json_parts.h"
#include "pg/state.h"
#include "utils/builtins.h"

PG_FUNCTION_INFO_V1(aer_sampled_pairs_final);

/* Arguments of the transition function. */
#define ARG_STATE 0
#define ARG_FEATURES 1
#define ARG_DESIGN 3
#define ARG_ROWS 4
#define ARG_SOURCE_ROWS 5
#define ARG_KEY 6

/* The most columns that are screened, and the most values that are kept of all rows. */
#define MOST_COLUMNS 100
#define MOST_VALUES 8000000

/* Long lists of categories are cut, so that the columns have about this many attributes. */
#define MOST_ATTRIBUTES 400
#define LEAST_CATEGORIES 4

/* An interaction that explains this share of the residuals may be known only after the target. */
#define FORETELLS_R2 0.99

typedef struct PairState
{
	StateKind	kind;			/* STATE_OF_PAIRS */
	MemoryContext context;
	const DesignOptions *design;	/* the user's design */
	DesignOptions *options;		/* the design with short lists of categories */
	Features   *features;
	ObservationReader reader;
	uint32		rows;			/* rows that the caller announced */
	double		source_rows;
	int64		row;			/* rows so far */

	/* from the first row on */
	double	   *center;			/* [d] origin of sums, which replaces NULL; NULL: 0 */
	SampledRows sample;			/* draws the rows that are kept */
	uint32		room;			/* rows that are kept, at most */
	SampledTable table;			/* one output: the target, or the index of its class */
	uint32	   *attribute;		/* [d] 0, 1, 2, ... */
	uint32	   *present;		/* [d] scratch */
	double	   *found;			/* [d] scratch */
} PairState;

/* Cuts long lists of categories.  Categories that are cut count as unknown. */
static void
shorten_lists(DesignOptions *options)
{
	int			columns = Min(options->include.n, MOST_COLUMNS);
	int			most = Max(MOST_ATTRIBUTES / Max(columns, 1), LEAST_CATEGORIES);

	for (int c = 0; c < options->columns.n; c++)
	{
		Column	   *column = &options->columns.column[c];

		if (column->kind == COLUMN_CATEGORIES && !text_is_time(column->category[0]))
			column->n = Min(column->n, most);
	}
}

/* Creates the state; the current memory context is the aggregate's. */
static PairState *
create_state(FunctionCallInfo fcinfo, FeaturesKind kind, MemoryContext context)
{
	PairState  *state = palloc0(sizeof(PairState));
	ColumnChoice choice;

	state->kind = STATE_OF_PAIRS;
	state->context = context;
	state->design = design_options_parse(PG_GETARG_JSONB_P_COPY(ARG_DESIGN));
	state->options = design_options_parse(PG_GETARG_JSONB_P_COPY(ARG_DESIGN));
	shorten_lists(state->options);
	choice = COLUMN_CHOICE(state->options);
	observation_reader_init(&state->reader, context, fcinfo, kind, ARG_FEATURES);
	choice.target = state->reader.target_name;
	state->features = features_create_listed(context, kind, &choice);
	state->reader.features = state->features;
	state->reader.roles = role_reader_create(state->options, kind, ARG_FEATURES,
											 PG_ARGISNULL(ARG_KEY) ? 0 : ARG_KEY, KEY_HINT);
	state->rows = (uint32) Max(PG_GETARG_INT32(ARG_ROWS), 0);
	state->source_rows = PG_GETARG_FLOAT8(ARG_SOURCE_ROWS);
	return state;
}

/* Makes the table once the first row has shown the number of attributes. */
static void
create_table(PairState *state, uint32 d)
{
	SampledTable *table = &state->table;

	state->center = row_center(state->options, &state->features->columns);
	state->room = Min(state->rows, MOST_VALUES / Max(d, 1));
	sampled_rows_init(&state->sample, state->room, state->rows);
	*table = (SampledTable) {.d = d, .outputs = 1, .folds = state->options->folds};
	table->value = WORK_ARRAY(kernel_work(), (Size) d * Max(state->room, 1), double);
	table->target = WORK_ARRAY(kernel_work(), Max(state->room, 1), double);
	table->fold = WORK_ARRAY(kernel_work(), Max(state->room, 1), uint32);
	if (state->options->weight)
		table->weight = WORK_ARRAY(kernel_work(), Max(state->room, 1), double);
	state->attribute = WORK_ARRAY(kernel_work(), d, uint32);
	state->present = WORK_ARRAY(kernel_work(), d, uint32);
	state->found = WORK_ARRAY(kernel_work(), d, double);
	for (uint32 i = 0; i < d; i++)
		state->attribute[i] = i;
}

static void
keep_row(PairState *state, const Observation *observation)
{
	SampledTable *table = &state->table;
	double	   *value = table->value + (Size) table->rows * table->d;
	uint32		found = features_read_present(state->features, state->attribute, table->d,
											  state->present, state->found, observation->row);

	/* a NULL that is not its own category equals the centre, as in sums */
	if (state->center)
		memcpy(value, state->center, sizeof(double) * table->d);
	else
		memset(value, 0, sizeof(double) * table->d);
	for (uint32 k = 0; k < found; k++)
		value[state->present[k]] = state->found[k];
	table->fold[table->rows] = observation->fold;
	if (table->weight)
		table->weight[table->rows] = observation->weight;
	table->target[table->rows++] = observation->target;
}

static Datum
transition(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	MemoryContext context = aggregate_context(fcinfo);
	MemoryContext old = MemoryContextSwitchTo(context);
	PairState  *state;
	Observation observation = {0};

	for (int i = ARG_FEATURES; i <= ARG_SOURCE_ROWS; i++)
		if (PG_ARGISNULL(i))
			ereport(ERROR,
					(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
					 errmsg("arguments of _aer_sampled_pairs must not be NULL")));
	state = PG_ARGISNULL(ARG_STATE) ? create_state(fcinfo, kind, context) :
		state_internal(fcinfo, STATE_OF_PAIRS);
	state->row++;
	if (state->attribute == NULL)
		create_table(state, features_open(state->features, PG_GETARG_DATUM(ARG_FEATURES)));
	MemoryContextSwitchTo(old);
	/* a view may have more rows than it had when they were counted */
	if (sampled_rows_next(&state->sample) && state->table.rows < state->room &&
		observation_read(&state->reader, fcinfo, state->row, &observation))
		keep_row(state, &observation);
	PG_RETURN_POINTER(state);
}

FUNCTION_OF_KIND(aer_sampled_pairs_row_transition, FEATURES_ROW, transition(fcinfo, kind))
FUNCTION_OF_KIND(aer_sampled_pairs_jsonb_transition, FEATURES_JSONB, transition(fcinfo, kind))

/* Returns the classes of a categorical target, or NULL. */
static const ClassNames *
classes_of(const PairState *state)
{
	return state->features->target == TARGET_CLASS ? state->features->class_names : NULL;
}

/*
 * Converts the target of a table into the targets of a model: the number itself, -1 and 1 for
 * two classes, or an indicator of each of three or more classes.
 */
static void
set_outputs(const ClassNames *classes, SampledTable *table)
{
	const double *read = table->target;

	table->outputs = classes && classes->n > 2 ? classes->n : 1;
	table->target = WORK_ARRAY(kernel_work(), (Size) table->outputs * Max(table->rows, 1), double);
	for (uint32 o = 0; o < table->outputs; o++)
		for (uint32 i = 0; i < table->rows; i++)
			table->target[(Size) o * table->rows + i] = classes == NULL ? read[i] :
				table->outputs > 1 ? read[i] == o : 2 * read[i] - 1;
}

/* Returns the moments to fit of the rows; read: [rows] targets as they were read. */
static RowMoments *
moments_of(const PairState *state, const Columns *columns, const double *center,
		   const SampledTable *table, const double *read)
{
	const RowMoments header = {
		.d = table->d,
		.folds = state->options->folds,
		.own_units = true,
		.design = "",
		.columns = *columns,
		.target = state->features->target,
		.moments.complete = true,
		.moments.shift = center,
		.moments.rows.weighted = table->weight != NULL
	};
	RowMoments *object = row_moments_create(row_moments_context(CurrentMemoryContext, ALLOCSET_SMALL_INITSIZE),
											&header);
	const ClassNames *classes = classes_of(state);

	for (uint32 i = 0; i < table->rows; i++)
	{
		CHECK_FOR_INTERRUPTS();
		row_moments_add(object, table->fold[i], table->weight ? table->weight[i] : 1,
						classes ? row_moments_class(object, classes->name[(uint32) read[i]]) : read[i],
						state->attribute, table->d, state->attribute,
						table->value + (Size) i * table->d, table->d);
	}
	row_moments_sum(object);
	return row_moments_effective(object);
}

/* Subtracts the predictions of the additive model from the targets. */
static void
subtract_predictions(RowMoments *object, const ClassNames *classes, SampledTable *table)
{
	ModelParts	parts;
	FitOptions	options = moments_fit_options(object);

	options.pair = no_pairs;
	options.known_part = false;
	model_unpack_any(moments_fit_ridge(object, &options, true, NULL, false), &parts);
	for (uint32 o = 0; o < table->outputs; o++)
	{
		uint32		k = 0;

		if (table->outputs > 1)
			k = class_names_find(parts.class_name, parts.classes, classes->name[o]);
		/* the model's class 1 is the second name in sorted order, here the second that came */
		else if (classes && classes->n == 2 && strcmp(classes->name[1], parts.class_name[1]) != 0)
			for (uint32 i = 0; i < table->rows; i++)
				table->target[i] = -table->target[i];
		sampled_table_residuals(kernel_work(), table, o, parts.fit.facts.mean, parts.fit.output[k].weight);
	}
}

/* Returns the attributes of each column in the user's design, [looks.n]. */
static uint32 *
count_attributes(const PairState *state, const Columns *columns)
{
	uint32	   *n = WORK_ARRAY(kernel_work(), columns->looks.n, uint32);

	for (uint32 l = 0; l < columns->looks.n; l++)
	{
		const Column *entry = column_list_find(&state->design->columns, columns->column[l].name);

		n[l] = looks_size(&columns->looks, l) + (entry ? entry->n - columns->column[l].n : 0);
	}
	return n;
}

/* Writes the best interactions of some columns to pair[MOST_PAIRS]; returns their number. */
static uint32
find_pairs(const PairState *state, const Columns *columns, const double *center,
		   SampledTable *table, const double *read, ScreenedPair *pair)
{
	const LookFactors factors = columns_factors(kernel_work(), columns);
	uint32		all = state->features->columns.looks.n;
	const PairScreen screen = {
		.table = table,
		.factors = &factors,
		.most_attributes = MOST_OF_PAIRS,
		.columns = all,
		.seen = state->options->budget > 0 ? design_options_reads(state->options) : all,
		.source_rows = state->source_rows,
		.copies = count_attributes(state, columns),
		.most_with_copies = MOST_WITH_COPIES
	};
	RowMoments *object = moments_of(state, columns, center, table, read);

	/* squares of large values are infinite */
	if (!moments_finite(&object->moments))
		return 0;
	subtract_predictions(object, classes_of(state), table);
	/* effective moments have the same header */
	DeleteExpandedObject(EOHPGetRWDatum(&object->object.header));
	return pair_screen(kernel_work(), &screen, pair);
}

static void
warn_of_copy(const Columns *columns, const ScreenedPair *pair)
{
	if (pair->explained >= FORETELLS_R2)
		warning_once(psprintf("r2 of %.2f from columns \"%s\" and \"%s\" together, far more than from each alone: are they known before the outcome?",
							  Min(pair->explained, 1), columns->column[pair->a].name, columns->column[pair->b].name));
}

/* Returns the columns to screen, and reduces table and centre to their attributes. */
static Columns
choose_columns_to_pair(const PairState *state, SampledTable *table, double **center)
{
	const Columns *all = &state->features->columns;
	bool	   *chosen;
	Columns		columns;
	uint32		d = 0;

	*center = state->center;
	if (all->looks.n <= MOST_COLUMNS)
		return *all;
	chosen = WORK_ARRAY(kernel_work(), all->looks.n, bool);
	(void) sampled_table_choose(kernel_work(), table, &all->looks, MOST_COLUMNS, chosen);
	*table = sampled_table_some(kernel_work(), table, &all->looks, chosen);
	columns = columns_some(kernel_work(), all, chosen, false);
	if (state->center)
	{
		*center = WORK_ARRAY(kernel_work(), columns.looks.d, double);
		for (uint32 l = 0; l < all->looks.n; l++)
			for (uint32 i = looks_first(&all->looks, l); chosen[l] && i < looks_first(&all->looks, l + 1); i++)
				(*center)[d++] = state->center[i];
	}
	return columns;
}

/* Returns a jsonb array of pairs of names, the best interaction first. */
Datum
aer_sampled_pairs_final(PG_FUNCTION_ARGS)
{
	PairState  *state = state_internal(fcinfo, STATE_OF_PAIRS);
	SampledTable table = state->table;
	ScreenedPair pair[MOST_PAIRS];
	JsonbParseState *json = NULL;
	Columns		columns;
	double	   *center;
	uint32		n = 0;

	(void) aggregate_context(fcinfo);
	set_outputs(classes_of(state), &table);
	if (table.rows > 0)
	{
		columns = choose_columns_to_pair(state, &table, &center);
		n = find_pairs(state, &columns, center, &table, state->table.target, pair);
	}
	pushJsonbValue(&json, WJB_BEGIN_ARRAY, NULL);
	for (uint32 p = 0; p < n; p++)
	{
		JsonbValue	a = json_string(unconstify(char *, columns.column[pair[p].a].name));
		JsonbValue	b = json_string(unconstify(char *, columns.column[pair[p].b].name));

		warn_of_copy(&columns, &pair[p]);
		pushJsonbValue(&json, WJB_BEGIN_ARRAY, NULL);
		pushJsonbValue(&json, WJB_ELEM, &a);
		pushJsonbValue(&json, WJB_ELEM, &b);
		pushJsonbValue(&json, WJB_END_ARRAY, NULL);
	}
	PG_RETURN_JSONB_P(JsonbValueToJsonb(pushJsonbValue(&json, WJB_END_ARRAY, NULL)));
}
