/*
 * confusion.c
 *		The aggregate aer_confusion: which class was taken for which.
 *
 * Its state is a bytea of cells, so that it merges: of each how many rows, what they
 * were and what was predicted.
 */
#include "pg/aer.h"

#include "pg/arguments.h"
#include "pg/functions/scoring/scorer.h"
#include "pg/numbers.h"
#include "pg/result_row.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

PG_FUNCTION_INFO_V1(aer_confusion_combine);
PG_FUNCTION_INFO_V1(aer_confusion_final);

#define ARG_MODEL 1

/* A view of a cell. */
typedef struct ConfusionCell
{
	char	   *rows;			/* 8 bytes, perhaps unaligned */
	const char *actual;
	const char *predicted;
} ConfusionCell;

/*
 * The next cell of a state from *at on, which moves behind it; false: there is none.
 * Users can pass any bytea.
 */
static bool
next_cell(bytea *state, char **at, ConfusionCell *cell)
{
	char	   *end = (char *) state + VARSIZE(state);
	const char *actual_end;
	const char *predicted_end;

	if (*at == end)
		return false;
	cell->rows = *at;
	cell->actual = *at + sizeof(int64);
	actual_end = cell->actual < end ? memchr(cell->actual, '\0', end - cell->actual) : NULL;
	predicted_end = actual_end ? memchr(actual_end + 1, '\0', end - actual_end - 1) : NULL;
	if (predicted_end == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("this is no state of aer_confusion")));
	cell->predicted = actual_end + 1;
	*at = (char *) predicted_end + 1;
	return true;
}

/* Count rows in a cell.  Returns the state, or a larger one in its place. */
static bytea *
add_rows(bytea *state, const char *actual, const char *predicted, int64 rows)
{
	char	   *at = VARDATA(state);
	Size		bytes = sizeof(int64) + strlen(actual) + strlen(predicted) + 2;
	bytea	   *larger;
	ConfusionCell		cell;

	while (next_cell(state, &at, &cell))
		if (strcmp(cell.actual, actual) == 0 && strcmp(cell.predicted, predicted) == 0)
		{
			int64		before;

			memcpy(&before, cell.rows, sizeof(before));
			before += rows;
			memcpy(cell.rows, &before, sizeof(before));
			return state;
		}
	larger = palloc(VARSIZE(state) + bytes);
	memcpy(larger, state, VARSIZE(state));
	at = (char *) larger + VARSIZE(state);
	memcpy(at, &rows, sizeof(rows));
	strcpy(at + sizeof(rows), actual);
	strcpy(at + sizeof(rows) + strlen(actual) + 1, predicted);
	SET_VARSIZE(larger, VARSIZE(state) + bytes);
	return larger;
}

/* Returns the name of the target among the classes of a two-valued or multiclass model. */
static const char *
actual_class(const Observation *observation)
{
	if (observation->classes)
		return observation_class(observation);
	if (observation->type == TARGET_BOOLEAN)
		return observation->target > 0 ? "true" : "false";
	return psprintf("%.15g", observation->target);
}

static Datum
transition(FunctionCallInfo fcinfo, FeaturesKind kind)
{
	bytea	   *state;
	Scorer	   *scorer;
	Observation observation = {0};
	const double *probability;
	char	   *const *name;
	uint32		n;
	uint32		likeliest = 0;

	(void) aggregate_context(fcinfo);
	if (PG_ARGISNULL(0))
	{
		aggregate_check_order(fcinfo, "model, features, target");
		/* the executor copies it, and what it grows to, into the state's context */
		state = palloc(VARHDRSZ);
		SET_VARSIZE(state, VARHDRSZ);
	}
	else
		state = PG_GETARG_BYTEA_P(0);
	scorer = scorer_get_observing(fcinfo, ARG_MODEL, kind, 0, &observation);
	if (scorer == NULL)
		PG_RETURN_BYTEA_P(state);
	name = scorer_class_names(scorer, &n);
	scorer_check_target(scorer, &observation);
	probability = scorer_probabilities(scorer, 0);
	for (uint32 c = 1; c < n; c++)
		if (probability[c] > probability[likeliest])
			likeliest = c;
	PG_RETURN_BYTEA_P(add_rows(state, actual_class(&observation), name[likeliest], 1));
}

TRANSITIONS_OF_KINDS(aer_confusion, transition(fcinfo, kind))

/* STRICT: a lone state is taken as it is. */
Datum
aer_confusion_combine(PG_FUNCTION_ARGS)
{
	bytea	   *state;
	bytea	   *other;
	char	   *at;
	ConfusionCell		cell;

	(void) aggregate_context(fcinfo);
	state = PG_GETARG_BYTEA_P(0);
	other = PG_GETARG_BYTEA_P(1);
	at = VARDATA(other);
	while (next_cell(other, &at, &cell))
	{
		int64		rows;

		memcpy(&rows, cell.rows, sizeof(rows));
		state = add_rows(state, cell.actual, cell.predicted, rows);
	}
	PG_RETURN_BYTEA_P(state);
}

static int
compare_cells(const void *a, const void *b)
{
	const ConfusionCell *x = a;
	const ConfusionCell *y = b;
	int			order = strcmp(x->actual, y->actual);

	return order != 0 ? order : strcmp(x->predicted, y->predicted);
}

/* An array of aer_confusion_cell, in the order of bytes. */
Datum
aer_confusion_final(PG_FUNCTION_ARGS)
{
	bytea	   *state;
	char	   *at;
	ConfusionCell	   *cell;
	Datum	   *shown;
	int			n = 0;
	Oid			type = get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid));
	ResultRow	row;

	(void) aggregate_context(fcinfo);
	state = PG_GETARG_BYTEA_P(0);
	at = VARDATA(state);
	/* no cell is shorter than its number and two ends */
	cell = palloc(sizeof(ConfusionCell) * (VARSIZE(state) / (sizeof(int64) + 2) + 1));
	while (next_cell(state, &at, &cell[n]))
		n++;
	if (n == 0)
		PG_RETURN_NULL();
	qsort(cell, n, sizeof(ConfusionCell), compare_cells);
	shown = palloc(sizeof(Datum) * n);
	result_begin_composite(&row, type);
	for (int i = 0; i < n; i++)
	{
		int64		rows;

		memcpy(&rows, cell[i].rows, sizeof(rows));
		result_text(&row, cell[i].actual);
		result_text(&row, cell[i].predicted);
		result_int64(&row, rows);
		shown[i] = result_composite(&row);
	}
	PG_RETURN_ARRAYTYPE_P(construct_array(shown, n, type, -1, false, TYPALIGN_DOUBLE));
}
