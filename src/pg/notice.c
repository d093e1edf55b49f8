/*
 * notice.c
 *		Notices and warnings that a statement gives once.
 */
#include "pg/notice.h"

#include "access/parallel.h"
#include "access/xact.h"
#include "optimizer/optimizer.h"

bool
notice_is_new(const char *message)
{
	static MemoryContext context = NULL;
	static TimestampTz statement = 0;
	static List *messages = NIL;
	MemoryContext old;
	ListCell   *cell;

	if (IsParallelWorker() && (parallel_leader_participation || ParallelWorkerNumber > 0))
		return false;
	if (context == NULL)
		context = AllocSetContextCreate(TopMemoryContext, "aer notices", ALLOCSET_SMALL_SIZES);
	if (statement != GetCurrentStatementStartTimestamp())
	{
		MemoryContextReset(context);
		messages = NIL;
		statement = GetCurrentStatementStartTimestamp();
	}
	foreach(cell, messages)
		if (strcmp(lfirst(cell), message) == 0)
			return false;
	old = MemoryContextSwitchTo(context);
	messages = lappend(messages, pstrdup(message));
	MemoryContextSwitchTo(old);
	return true;
}

void
notice_once(const char *message)
{
	if (notice_is_new(message))
		ereport(NOTICE, (errmsg_internal("%s", message)));
}

void
warning_once(const char *message)
{
	if (notice_is_new(message))
		ereport(WARNING, (errmsg_internal("%s", message)));
}
