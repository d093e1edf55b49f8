/*
 * notice.c
 *		Notices and warnings that are said once for a statement.
 */
#include "pg/notice.h"

#include "access/parallel.h"
#include "access/xact.h"
#include "optimizer/optimizer.h"

static void
say_once(int level, const char *message)
{
	static MemoryContext context = NULL;
	static TimestampTz statement = 0;
	static List *given = NIL;
	MemoryContext old;
	ListCell   *cell;

	if (IsParallelWorker() && (parallel_leader_participation || ParallelWorkerNumber > 0))
		return;
	if (context == NULL)
		context = AllocSetContextCreate(TopMemoryContext, "aer notices", ALLOCSET_SMALL_SIZES);
	if (statement != GetCurrentStatementStartTimestamp())
	{
		MemoryContextReset(context);
		given = NIL;
		statement = GetCurrentStatementStartTimestamp();
	}
	foreach(cell, given)
		if (strcmp(lfirst(cell), message) == 0)
			return;
	old = MemoryContextSwitchTo(context);
	given = lappend(given, pstrdup(message));
	MemoryContextSwitchTo(old);
	ereport(level, (errmsg_internal("%s", message)));
}

void
notice_once(const char *message)
{
	say_once(NOTICE, message);
}

void
warning_once(const char *message)
{
	say_once(WARNING, message);
}
