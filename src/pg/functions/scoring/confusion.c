/*
 * confusion.c
 *		The aggregate aer_confusion: counts of actual and predicted classes.
 *
 * Its state is a bytea of cells, which can be merged.  A cell is a number of rows, their
 * actual class and their predicted class.
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
 * Finds the next cell of a state, from *at on, and moves *at past it.  Returns false at the end.
 * Raises an error if the bytes are not a cell, because users can pass any bytea.
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
				 errmsg("this is not a state of aer_confusion")));
	cell->predicted = actual_end + 1;
	*at = (char *) predicted_end + 1;
	return true;
}

/* Adds rows to a cell.  Returns the state, or a larger copy. */
static bytea *
count_rows(bytea *state, const char *actual, const char *predicted, int64 rows)
{
	char	   *at = VARDATA(state);
	Size		bytes = sizeof(int64) + strlen(actual) + strlen(predicted) + 2;
	bytea	   *larger;
	ConfusionCell cell;

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
	const char *predicted;

	(void) aggregate_context(fcinfo);
	if (PG_ARGISNULL(0))
	{
		aggregate_check_order(fcinfo, "model, features, target");
		/* the executor copies the state and its successors into the state's context */
		state = palloc(VARHDRSZ);
		SET_VARSIZE(state, VARHDRSZ);
	}
	else
		state = PG_GETARG_BYTEA_P(0);
	scorer = scorer_get_observing(fcinfo, ARG_MODEL, kind, 0, &observation);
	if (scorer == NULL)
		PG_RETURN_BYTEA_P(state);
	predicted = scorer_class(scorer, 0);
	scorer_check_target(scorer, &observation);
	PG_RETURN_BYTEA_P(count_rows(state, actual_class(&observation), predicted, 1));
}

TRANSITIONS_OF_KINDS(aer_confusion, transition(fcinfo, kind))

/* STRICT: a single state is the result. */
Datum
aer_confusion_combine(PG_FUNCTION_ARGS)
{
	bytea	   *state;
	bytea	   *other;
	char	   *at;
	ConfusionCell cell;

	(void) aggregate_context(fcinfo);
	state = PG_GETARG_BYTEA_P(0);
	other = PG_GETARG_BYTEA_P(1);
	at = VARDATA(other);
	while (next_cell(other, &at, &cell))
	{
		int64		rows;

		memcpy(&rows, cell.rows, sizeof(rows));
		state = count_rows(state, cell.actual, cell.predicted, rows);
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

/* Returns an array of aer_confusion_cell, in the byte order of the names. */
Datum
aer_confusion_final(PG_FUNCTION_ARGS)
{
	bytea	   *state;
	char	   *at;
	ConfusionCell *cell;
	Datum	   *element;
	int			n = 0;
	Oid			type = get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid));
	ResultRow	row;

	(void) aggregate_context(fcinfo);
	state = PG_GETARG_BYTEA_P(0);
	at = VARDATA(state);
	/* a cell has at least its number and two ends of names */
	cell = palloc(sizeof(ConfusionCell) * (VARSIZE(state) / (sizeof(int64) + 2) + 1));
	while (next_cell(state, &at, &cell[n]))
		n++;
	if (n == 0)
		PG_RETURN_NULL();
	qsort(cell, n, sizeof(ConfusionCell), compare_cells);
	element = palloc(sizeof(Datum) * n);
	result_begin_composite(&row, type);
	for (int i = 0; i < n; i++)
	{
		int64		rows;

		memcpy(&rows, cell[i].rows, sizeof(rows));
		result_text(&row, cell[i].actual);
		result_text(&row, cell[i].predicted);
		result_int64(&row, rows);
		element[i] = result_composite(&row);
	}
	PG_RETURN_ARRAYTYPE_P(construct_array(element, n, type, -1, false, TYPALIGN_DOUBLE));
}
