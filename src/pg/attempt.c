/*
 * attempt.c
 *		Work that may fail while the statement goes on.
 */
#include "pg/attempt.h"

#include "access/xact.h"
#include "lib/stringinfo.h"
#include "utils/resowner.h"

/* Would the same work fail at any time? */
static bool
is_of_the_work(int sqlstate)
{
	switch (ERRCODE_TO_CATEGORY(sqlstate))
	{
		case ERRCODE_OPERATOR_INTERVENTION:
		case ERRCODE_INSUFFICIENT_RESOURCES:
		case ERRCODE_SYSTEM_ERROR:
		case ERRCODE_INTERNAL_ERROR:
			return false;
		default:
			return true;
	}
}

static char *
in_one_line(const ErrorData *error)
{
	StringInfoData text;

	initStringInfo(&text);
	appendStringInfoString(&text, error->message);
	if (error->detail || error->hint)
		appendStringInfoChar(&text, '.');
	if (error->detail)
		appendStringInfo(&text, " %s", error->detail);
	if (error->hint)
		appendStringInfo(&text, " %s", error->hint);
	return text.data;
}

char *
attempt(void (*work) (void *arg), void *arg)
{
	MemoryContext context = CurrentMemoryContext;
	ResourceOwner owner = CurrentResourceOwner;
	char	   *volatile problem = NULL;

	BeginInternalSubTransaction(NULL);
	MemoryContextSwitchTo(context);
	PG_TRY();
	{
		work(arg);
		ReleaseCurrentSubTransaction();
	}
	PG_CATCH();
	{
		ErrorData  *error;

		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		FlushErrorState();
		RollbackAndReleaseCurrentSubTransaction();
		MemoryContextSwitchTo(context);
		CurrentResourceOwner = owner;
		if (!is_of_the_work(error->sqlerrcode))
			ReThrowError(error);
		problem = in_one_line(error);
		FreeErrorData(error);
	}
	PG_END_TRY();
	MemoryContextSwitchTo(context);
	CurrentResourceOwner = owner;
	return problem;
}
