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

/* Bytes of a log's name, which names of triggers end with. */
#define LONGEST_LOG_NAME (NAMEDATALEN - 1 - (int) strlen("aer_follow_truncate_"))

/* One that exists. */
typedef struct FollowTrigger
{
	Oid			relation;
	Oid			owner;			/* of the relation */
	char	   *name;
	int16		type;			/* TRIGGER_TYPE_... */
	char		enabled;		/* TRIGGER_FIRES_... */
	Study		study;
} FollowTrigger;

/* Is the table the root of those that are followed? */
#define FOLLOWS_ROOT(trigger) \
	(TRIGGER_FOR_TRUNCATE((trigger)->type) && TRIGGER_FOR_AFTER((trigger)->type))

/*
 * All triggers of this extension (the running function's) that write to the log,
 * of that owner's tables: a List of FollowTrigger.  Those of tables of another
 * owner than the log's cannot, whatever they say.  InvalidOid: of anybody's.
 */
extern List *follow_triggers_of(FunctionCallInfo fcinfo, Oid log, Oid owner);

/*
 * That of the root among them or, if it is missing, another with the root's OID;
 * NULL: there is none, or they are of several roots.
 */
extern const FollowTrigger *follow_triggers_root(List *triggers);

/* A sentence, why these triggers, of the tables of the log's owner, have no root. */
extern const char *follow_triggers_lack(FunctionCallInfo fcinfo, Oid log, List *triggers);

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
