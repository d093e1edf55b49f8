/*
 * chunk_query.c
 *		Queries with parameters, for what trains by chunks.
 */
#include "pg/functions/training/chunk_query.h"

#include "nodes/plannodes.h"
#include "utils/portal.h"

#define MOST_VALUES 8

/* A view may be expected to have more rows than a bigint can count. */
#define MOST_EXPECTED 1e18

/* Parameters as SPI takes them. */
typedef struct Parameters
{
	Oid			type[MOST_VALUES];
	Datum		value[MOST_VALUES];
	char		null[MOST_VALUES];
} Parameters;

static Parameters
parameters(const ChunkValue *value, int n)
{
	Parameters	result;

	Assert(n <= MOST_VALUES);
	for (int i = 0; i < n; i++)
	{
		result.type[i] = value[i].type;
		result.value[i] = value[i].value;
		result.null[i] = value[i].null ? 'n' : ' ';
	}
	return result;
}

uint64
chunk_query(const char *query, const ChunkValue *value, int n)
{
	Parameters	given = parameters(value, n);
	int			result = SPI_execute_with_args(query, n, given.type, given.value, given.null, false, 0);

	if (result < 0)
		elog(ERROR, "SPI_execute returned %d", result);
	return SPI_processed;
}

ChunkValue
chunk_query_value(int column)
{
	TupleDesc	desc = SPI_tuptable->tupdesc;
	ChunkValue	value = {.type = SPI_gettypeid(desc, column)};

	value.value = SPI_getbinval(SPI_tuptable->vals[0], desc, column, &value.null);
	return value;
}

double
chunk_query_estimate(const char *query, const ChunkValue *value, int n)
{
	Parameters	given = parameters(value, n);
	Portal		portal = SPI_cursor_open_with_args(NULL, query, n, given.type, given.value, given.null,
												   false, CURSOR_OPT_NO_SCROLL);
	double		rows = linitial_node(PlannedStmt, portal->stmts)->planTree->plan_rows;

	SPI_cursor_close(portal);
	return Min(Max(rows, 1), MOST_EXPECTED);
}
