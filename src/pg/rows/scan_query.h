/*
 * scan_query.h
 *		A query's rows one after the other, in bounded memory.
 */
#ifndef AER_SCAN_QUERY_H
#define AER_SCAN_QUERY_H

#include "pg/aer.h"

#include "executor/spi.h"
#include "pg/progress.h"

/*
 * What is done with a row, in a memory context that is emptied after it; true: it
 * counts.
 */
typedef bool (*RowVisit) (void *state, HeapTuple tuple, TupleDesc desc);

/*
 * Run a query with at most one parameter (of type InvalidOid: none), with the
 * caller's rights, and visit its rows.  read_only: in the caller's snapshot, else in
 * a new one.  progress: told how many rows count, or NULL.  Returns how many do.
 */
extern uint64 scan_query(const char *query, Oid type, Datum parameter, bool read_only,
						 RowVisit visit, void *state, Progress *progress);

#endif							/* AER_SCAN_QUERY_H */
