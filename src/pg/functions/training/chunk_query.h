/*
 * chunk_query.h
 *		Queries with parameters, for what trains by chunks.
 *
 * They run between SPI_connect_ext() and SPI_finish(), with the caller's rights and
 * whatever search_path: so operators, functions and types in them are qualified.
 */
#ifndef AER_CHUNK_QUERY_H
#define AER_CHUNK_QUERY_H

#include "pg/aer.h"

#include "executor/spi.h"

/* A parameter. */
typedef struct ChunkValue
{
	Oid			type;
	bool		null;
	Datum		value;
} ChunkValue;

/*
 * Run a query in a snapshot of its own; returns how many rows came or were changed.
 * The planner knows the values.  Rows are in SPI_tuptable.
 */
extern uint64 chunk_query(const char *query, const ChunkValue *value, int n);

/* What stands in a column, from 1, of the first row. */
extern ChunkValue chunk_query_value(int column);

/*
 * How many rows the planner expects of a query, at least 1 as it may be wrong; an error
 * if the caller may not run it.
 */
extern double chunk_query_estimate(const char *query, const ChunkValue *value, int n);

#endif							/* AER_CHUNK_QUERY_H */
