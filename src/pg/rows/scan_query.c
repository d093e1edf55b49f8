/*
 * scan_query.c
 *		A query's rows one after the other, in bounded memory.
 */
#include "pg/rows/scan_query.h"

#include "miscadmin.h"
#include "utils/portal.h"

/* Rows of a fetch. */
#define FETCH_ROWS 1000

uint64
scan_query(const char *query, Oid type, Datum parameter, bool read_only, RowVisit visit,
		   void *state, Progress *progress)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext, "aer row of a query",
												  ALLOCSET_DEFAULT_SIZES);
	uint64		rows = 0;
	Portal		portal;

	SPI_connect();
	portal = SPI_cursor_open_with_args(NULL, query, OidIsValid(type) ? 1 : 0, &type, &parameter,
									   NULL, read_only, CURSOR_OPT_NO_SCROLL);
	for (;;)
	{
		MemoryContext old;

		SPI_cursor_fetch(portal, true, FETCH_ROWS);
		if (SPI_processed == 0)
			break;
		old = MemoryContextSwitchTo(context);
		for (uint64 i = 0; i < SPI_processed; i++)
		{
			CHECK_FOR_INTERRUPTS();
			rows += visit(state, SPI_tuptable->vals[i], SPI_tuptable->tupdesc);
			MemoryContextReset(context);
		}
		MemoryContextSwitchTo(old);
		SPI_freetuptable(SPI_tuptable);
		if (progress)
			progress_tell(progress, rows);
	}
	SPI_cursor_close(portal);
	SPI_finish();
	MemoryContextDelete(context);
	return rows;
}
