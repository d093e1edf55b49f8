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
#include "pg/rows/features.h"

typedef struct QueryRows QueryRows;

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

/* Open the same query again from its first row. */
extern void query_rows_rewind(QueryRows *rows);

extern void query_rows_close(QueryRows *rows);

extern FeaturesKind query_rows_kind(const QueryRows *rows);

/* The name of the target's column or key; NULL if targets are given as such. */
extern const char *query_rows_target(const QueryRows *rows);

/* What the targets are; TARGET_UNKNOWN of those that are named. */
extern TargetType query_rows_target_type(const QueryRows *rows);

/* Those that are words are places in this list; else NULL. */
extern const ClassNames *query_rows_classes(const QueryRows *rows);

/*
 * Rows come in the same order and with the same content in both scans if
 * these agree.  Rows with a key need no such check.
 */
extern bool query_rows_have_key(const QueryRows *rows);
extern uint64 query_rows_count(const QueryRows *rows);
extern uint64 query_rows_hash(const QueryRows *rows);

#endif							/* AER_QUERY_ROWS_H */
