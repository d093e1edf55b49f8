/*
 * follow_log.h
 *		The log of a study: an ordinary table that statements append rows to.
 *
 *		id		bigint, ascending
 *		at		when the statement was
 *		added	moments of the rows that came, NULL: none
 *		removed	of those that went
 *		problem	what could not be counted; NULL: nothing
 *
 * What the study has seen is the sum of all added less that of all removed.  One
 * value at least is in full, with design and names; the others may be lean.
 */
#ifndef AER_FOLLOW_LOG_H
#define AER_FOLLOW_LOG_H

#include "pg/aer.h"

#include "executor/spi.h"
#include "pg/values/row_moments.h"
#include "utils/rel.h"
#include "utils/timestamp.h"

/* Become the owner of a table, as triggers that check references do, and back. */
typedef struct OwnerSwitch
{
	Oid			user;
	int			context;
	int			settings;
} OwnerSwitch;

extern OwnerSwitch owner_switch_begin(Oid owner, int context);
extern void owner_switch_end(const OwnerSwitch *before);

/* Run a command. */
extern void follow_run(const char *command);

/* Make the log of a source, with its schema and persistence. */
extern void follow_log_create(const char *name, Relation source, Oid moments_type);

/*
 * Empty it: by DELETE, so that snapshots that read it go on, or by TRUNCATE, where
 * its table was; and drop it.
 */
extern void follow_log_delete(const char *name);
extern void follow_log_truncate(const char *name);
extern void follow_log_drop(const char *name);

/* A row of the log; added and removed: flat values, or NULL. */
typedef struct LogRow
{
	AerMoments *added;
	AerMoments *removed;
	const char *problem;
} LogRow;

/*
 * Append a row as the owner of the source, by *plan, which is made and kept if
 * it is NULL; plan NULL: by one that is not kept.
 */
extern void follow_log_append(const char *name, Oid owner, Oid moments_type, const LogRow *row,
							  SPIPlanPtr *plan);

/* What a log says. */
typedef struct LogSum
{
	RowMoments *moments;		/* added less removed; NULL: nothing is in full */
	uint64		problems;
	int64		first_problem;	/* its id */
	TimestampTz first_at;
	char	   *first_text;
} LogSum;

/*
 * Add up the log, with the caller's rights and in its snapshot.  The moments are
 * a child of parent.  Counts are not checked.
 */
extern LogSum follow_log_sum(Relation log, MemoryContext parent);

/* Open a log: an error if the table has not its columns. */
extern Relation follow_log_open(Oid log, Oid moments_type, LOCKMODE mode);

/*
 * Moments as a value of a log: in full, or as short as it can be, which of no
 * rows is NULL.
 */
extern AerMoments *follow_log_value(RowMoments *moments, bool in_full);

#endif							/* AER_FOLLOW_LOG_H */
