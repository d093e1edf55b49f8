/*
 * query_rows.h
 *		The rows of a query that a user gives as text: features, target and,
 *		perhaps, a key.
 *
 * The query runs as it stands, as one statement, by cursor, serially and in
 * the caller's snapshot, with the caller's rights.  It returns
 *		features (an array or jsonb), target (a number, a boolean, or of an array a word)		or
 *		features (a whole row or jsonb), target (text: the name of its column or key)
 * and, optionally, key (an integer that names the row).
 */
#ifndef AER_QUERY_ROWS_H
#define AER_QUERY_ROWS_H

#include "pg/aer.h"

#include "executor/spi.h"
#include "pg/numbers.h"
#include "pg/rows/features.h"

typedef struct QueryRows
{
	SPIPlanPtr	plan;
	Portal		portal;
	const char *argument;		/* what the query is called in messages */
	int			features_column;	/* 1-based, as SPI has them */
	int			target_column;
	int			key_column;		/* 0: none */
	FeaturesKind kind;
	bool		named;			/* targets are names of columns or keys */
	char	   *target;			/* that name, known from the first row; else NULL */
	TargetReader target_reader; /* of targets that are not named */
	IntegerReader key_reader;
	uint64		count;			/* rows fetched, those left out included */
	uint64		hash;			/* of targets and features, in order; 0 of rows with a key */
	int			fitting;		/* rows that a fetch may ask for */
	MemoryContext batch;		/* holds the rows of the last fetch */
} QueryRows;

/* One row; features are detoasted and live until the next fetch. */
typedef struct QueryRow
{
	Datum		features;
	double		target;			/* unless it is named */
	uint64		key;			/* the key, or the row's position from 0 */
	int64		number;			/* of the query's rows, from 1, for messages */
	int			fold;			/* for the caller; 0 */
} QueryRow;

/* Prepare a query and open it.  argument: its name, for error messages. */
extern QueryRows *query_rows_open(const char *query, const char *argument);

/*
 * The next rows, at most "most" of them, as many as fit into a few megabytes,
 * and fewer where features or target are NULL: those are left out.  Returns
 * false at the end.
 */
extern bool query_rows_fetch(QueryRows *rows, int most, QueryRow **row, int *n);

/*
 * Open the same query again from its first row.  Rows come in the same order and with the
 * same content in both scans if count and hash agree.
 */
extern void query_rows_rewind(QueryRows *rows);

extern void query_rows_close(QueryRows *rows);

#endif							/* AER_QUERY_ROWS_H */
