/*
 * follow_triggers.h
 *		The triggers by which a log follows a table and its partitions.
 *
 * Of the table that is followed, its root: INSERT, UPDATE and DELETE, after
 * each statement, and after TRUNCATE.  Of each partition the former, as a
 * statement fires those of the table that it names, and before TRUNCATE, of
 * those that hold rows.
 */
#ifndef AER_FOLLOW_TRIGGERS_H
#define AER_FOLLOW_TRIGGERS_H

#include "pg/aer.h"

#include "nodes/pg_list.h"
#include "pg/functions/studies/study.h"

/* One that exists. */
typedef struct FollowTrigger
{
	Oid			relation;
	char	   *name;
	int16		type;			/* TRIGGER_TYPE_... */
	char		enabled;		/* TRIGGER_FIRES_... */
	Study		study;
} FollowTrigger;

/* Is the table the root of those that are followed? */
#define FOLLOWS_ROOT(trigger) \
	(TRIGGER_FOR_TRUNCATE((trigger)->type) && TRIGGER_FOR_AFTER((trigger)->type))

/*
 * All triggers of this extension (the running function's) that write to the log
 * of that name and owner: a List of FollowTrigger.  Those of another owner's
 * tables cannot, whatever they say, and are not among them.
 */
extern List *follow_triggers_of(FunctionCallInfo fcinfo, const char *log, Oid owner);

/* The study of the root among them; NULL: there is none. */
extern const FollowTrigger *follow_triggers_root(List *triggers);

/*
 * The root and its partitions, locked so that nothing is written to them; an
 * error that says why if one of them cannot be followed.
 */
extern List *follow_lock_members(Oid root, Oid owner);

/* Does a table have all the triggers that it should, and do they fire? */
extern bool follow_triggers_complete(List *triggers, Oid relation, bool root, const Study *study);

/* Make those of the root and its partitions; what is there already is replaced. */
extern void follow_triggers_create(FunctionCallInfo fcinfo, List *members, const Study *study);

/* Drop them, but for those that the root and its partitions should have. */
extern void follow_triggers_drop(List *triggers, List *members);

#endif							/* AER_FOLLOW_TRIGGERS_H */
