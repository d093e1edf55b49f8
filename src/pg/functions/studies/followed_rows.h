/*
 * followed_rows.h
 *		The one reader of rows of a followed table: what a study looks at of a row,
 *		as moments take it.
 *
 * Rows come in the slots of a scan or of a trigger's transition tables, of any
 * partition: columns are found by name.  Whatever does not fit the study is an
 * error, which in a trigger becomes a problem in the log.
 */
#ifndef AER_FOLLOWED_ROWS_H
#define AER_FOLLOWED_ROWS_H

#include "pg/functions/moments/row_source.h"
#include "pg/functions/studies/study.h"
#include "utils/snapshot.h"

typedef struct FollowedRows FollowedRows;

/* What was read of a row; it lives until the next one is read. */
typedef struct FollowedRow
{
	uint64		key;
	bool		counted;		/* else features or target are NULL, and nothing was read */
	uint32		fold;
	double		y;
	const uint32 *plan;			/* [n] */
	uint32		n;
	const uint32 *found;		/* [m] */
	const double *value;		/* [m] */
	uint32		m;
	const uint32 *unknown;		/* [unknowns] looks of no known category */
	uint32		unknowns;
} FollowedRow;

/* The study is copied.  All of it is a child of the memory context. */
extern FollowedRows *followed_rows_create(MemoryContext parent, const Study *study);
extern void followed_rows_delete(FollowedRows *rows);

/* Rows of this relation follow; it costs little if they did before. */
extern void followed_rows_relation(FollowedRows *rows, Relation relation);

/*
 * Be ready without a row; of arrays, the length of which only a row can tell, do
 * nothing.
 */
extern void followed_rows_start(FollowedRows *rows, Relation relation);

/* The fingerprint of a study whose rows they are, once that is known. */
extern char *followed_rows_fingerprint(const FollowedRows *rows);

/*
 * Moments of no rows, exact, that rows can be put into: made like those of the
 * study, which are NULL before the first row counted.
 */
extern const RowMoments *followed_rows_model(const FollowedRows *rows);
extern RowMoments *followed_rows_moments(FollowedRows *rows, MemoryContext parent);

/* Read a row; what that allocates belongs to the current memory context. */
extern void followed_rows_read(FollowedRows *rows, TupleTableSlot *slot, FollowedRow *row);

/* A copy of it in the current memory context, which the next one leaves alone. */
extern FollowedRow followed_row_copy(const FollowedRow *row);

/* Is what a study sees of two rows the same? */
extern bool followed_row_same(const FollowedRow *a, const FollowedRow *b);

/* Put a row that was read into moments made for it. */
extern void followed_rows_put(RowMoments *moments, const FollowedRow *row);

/* Mark what the row put last has in common with what stood there before. */
extern void followed_rows_mark_known(RowMoments *moments, const FollowedRow *row,
									 const FollowedRow *before);

/*
 * Put all rows of the relation that the snapshot sees, or those of all its
 * partitions, into *moments, which is made when the first row counts if it is
 * NULL.  function: whose progress it is.
 */
extern void followed_rows_scan(FollowedRows *rows, Relation relation, Snapshot snapshot,
							   MemoryContext parent, RowMoments **moments, const char *function);

#endif							/* AER_FOLLOWED_ROWS_H */
