/*
 * result_row.h
 *		A row of a result, made column by column: of a set, or a composite value.
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
	int			n;				/* columns of the row at hand, so far */
	Datum		value[MOST_RESULT_COLUMNS];
	bool		null[MOST_RESULT_COLUMNS];
	bool		own[MOST_RESULT_COLUMNS];	/* it goes with the row */
} ResultRow;

/* Begin the set that a function returns. */
extern void result_begin(ResultRow *row, FunctionCallInfo fcinfo);

/* Begin composite values of a type. */
extern void result_begin_composite(ResultRow *row, Oid type);

/* The row is complete: put it into the set.  An error if it is declared with other columns. */
extern void result_put(ResultRow *row);

/* The same, as a composite value. */
extern Datum result_composite(ResultRow *row);

static inline void
result_datum(ResultRow *row, Datum value)
{
	Assert(row->n < MOST_RESULT_COLUMNS);
	row->null[row->n] = false;
	row->own[row->n] = false;
	row->value[row->n++] = value;
}

/* The last column is NULL if so. */
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

/* A number; NaN, which is unknown, is NULL. */
static inline void
result_number(ResultRow *row, double value)
{
	result_datum(row, Float8GetDatum(value));
	result_null_if(row, isnan(value));
}

/* NULL is NULL. */
static inline void
result_text(ResultRow *row, const char *string)
{
	result_datum(row, string ? CStringGetTextDatum(string) : (Datum) 0);
	result_null_if(row, string == NULL);
	row->own[row->n - 1] = string != NULL;
}

#endif							/* AER_RESULT_ROW_H */
