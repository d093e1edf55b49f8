/*
 * follow_guard.h
 *		What triggers of followed tables have in common: they let no statement fail.
 */
#ifndef AER_FOLLOW_GUARD_H
#define AER_FOLLOW_GUARD_H

#include "pg/aer.h"

#include "commands/trigger.h"
#include "pg/functions/studies/study.h"

/*
 * Do some work in a subtransaction.  Returns NULL, or what went wrong, in the
 * current memory context; only what ends a statement from outside (SQLSTATE
 * class 57) is raised and, if impatient, want of resources (53), which may be over
 * the next time.
 */
typedef void (*GuardedWork) (void *argument);

extern char *follow_guard(GuardedWork work, void *argument, bool impatient);

/* The call's trigger data; an error unless aer_follow() might have made the trigger. */
extern TriggerData *follow_trigger_data(FunctionCallInfo fcinfo);

/*
 * The trigger's log, as it is called now: with schema and quotes.  An error, with
 * a hint, if it is gone, or if the table's owner cannot write to it.
 */
extern char *follow_find_log(const RangeVar *name, const TriggerData *data);

#endif							/* AER_FOLLOW_GUARD_H */
