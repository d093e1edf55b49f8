/*
 * result_row.h
 *		Makes rows of a result column by column: rows of a set, or composite values.
 */
#ifndef AER_RESULT_ROW_H
#define AER_RESULT_ROW_H

#include "pg/aer.h"

#include "access/tupdesc.h"
#include "utils/tuplestore.h"

#define MOST_RESULT_COLUMNS 32

typedef struct ResultRow
{
	Tuplestorestate *set;		/* NULL: rows are composite values */
	TupleDesc	desc;
	int			n;				/* columns that the current row has so far */
	Datum		value[MOST_RESULT_COLUMNS];
	bool		null[MOST_RESULT_COLUMNS];
	bool		own[MOST_RESULT_COLUMNS];	/* the value is freed with the row */
} ResultRow;

/* Begins the set that a function returns. */
extern void result_begin(ResultRow *row, FunctionCallInfo fcinfo);

/* Begins composite values of a type. */
extern void result_begin_composite(ResultRow *row, Oid type);

/* Puts the complete row into the set; raises an error if the set has another number of columns. */
extern void result_put(ResultRow *row);

/* Returns the complete row as a composite value; raises the same error. */
extern Datum result_composite(ResultRow *row);

/* Adds a column that is not NULL, and does not own its value. */
static inline void
result_datum(ResultRow *row, Datum value)
{
	Assert(row->n < MOST_RESULT_COLUMNS);
	row->null[row->n] = false;
	row->own[row->n] = false;
	row->value[row->n++] = value;
}

/* Makes the last column NULL if null is true. */
static inline void
result_null_if(ResultRow *row, bool null)
{
	row->null[row->n - 1] = null;
}

static inline void
result_int32(ResultRow *row, int32 value)
{
	result_datum(row, Int32GetDatum(value));
}

static inline void
result_int64(ResultRow *row, int64 value)
{
	result_datum(row, Int64GetDatum(value));
}

static inline void
result_bool(ResultRow *row, bool value)
{
	result_datum(row, BoolGetDatum(value));
}

/* Adds a number; NaN, which is unknown, becomes NULL. */
static inline void
result_number(ResultRow *row, double value)
{
	result_datum(row, Float8GetDatum(value));
	result_null_if(row, isnan(value));
}

/* Adds a copy of the string; NULL becomes NULL. */
static inline void
result_text(ResultRow *row, const char *string)
{
	result_datum(row, string ? CStringGetTextDatum(string) : (Datum) 0);
	result_null_if(row, string == NULL);
	row->own[row->n - 1] = string != NULL;
}

#endif							/* AER_RESULT_ROW_H */
