/*
 * chunk_table.h
 *		The table of a training by chunks: what is done, where it stopped, and the
 *		result.
 *
 *		chunk			bigint, 0 and up: 0 is the beginning
 *		last_key		of the type of the key: of the chunk; NULL: of the beginning
 *		rows			up to here
 *		rows_left		about; 0: there are none, all is done
 *		seconds			of work, up to here
 *		seconds_left	about
 *		at				when the chunk was committed
 *		moments			of all rows up to here; of the last chunk only; NULL of a learner
 *		model			so far; of the last chunk only; of a design when all is done
 *		run				jsonb, what must stay as it was; of the beginning only
 */
#ifndef AER_CHUNK_TABLE_H
#define AER_CHUNK_TABLE_H

#include "pg/aer.h"

#include "pg/functions/training/chunk_query.h"
#include "pg/functions/training/chunk_source.h"

typedef struct ChunkTable
{
	Oid			oid;
	Oid			schema;			/* of aer */
	char	   *name;			/* with schema and quotes: while it is taken */
	char	   *aer;			/* the schema's name, quoted: so too */
} ChunkTable;

/* Where it stopped. */
typedef struct ChunkMark
{
	int64		chunk;
	ChunkValue	last_key;
	char	   *last_key_text;	/* its begin; NULL: there is none */
	int64		rows;
	double		seconds;
} ChunkMark;

/*
 * Find the table by its name as SQL has it, or make it.  schema: of aer.  The caller
 * must be allowed to read the source, whose rows are estimated.
 */
extern ChunkTable chunk_table_begin(const char *name, Oid schema, const ChunkSource *source,
									const char *rest_query);

/*
 * Take the table for a transaction, and say where it stopped.  An error if another
 * session has it, if it is of another run than this of the source, begun already, or if
 * what was learned so far is not there.
 */
extern ChunkMark chunk_table_take(ChunkTable *table, const ChunkSource *source);

/* Add a chunk's result, which goes into the mark. */
typedef struct ChunkResult
{
	ChunkValue	last_key;
	ChunkValue	value;			/* moments of the chunk, or the model so far */
	int64		rows;			/* of it */
	double		rows_left;
	TimestampTz begun;
} ChunkResult;

extern void chunk_table_add(const ChunkTable *table, bool design, const ChunkMark *mark,
							const ChunkResult *result);

/* All is done: fit what is to be fitted. */
extern void chunk_table_finish(const ChunkTable *table, bool design, const ChunkMark *mark);

#endif							/* AER_CHUNK_TABLE_H */
