/*
 * chunk_source.h
 *		What is trained on by chunks: a table in the order of a key, and how its rows
 *		become arguments of an aggregate.
 */
#ifndef AER_CHUNK_SOURCE_H
#define AER_CHUNK_SOURCE_H

#include "pg/aer.h"

#include "utils/rel.h"

/* What the user asks for. */
typedef struct ChunkRequest
{
	Oid			source;
	const char *target;
	Jsonb	   *learner;
	const char *key;
	const char *features;		/* NULL: whole rows */
} ChunkRequest;

typedef struct ChunkSource
{
	char	   *relation;		/* with schema and quotes */
	char	   *key;			/* its column, quoted */
	Oid			key_type;		/* below domains */
	bool		design;			/* rather than a streaming learner */
	Jsonb	   *learner;		/* of whole rows the key is no attribute, unless it is included */
	char	   *arguments;		/* of an aggregate over rows called t: features, target */
	char	   *row_key;		/* of the record: a bigint made of the key of t */
	Jsonb	   *run;			/* strings, what must stay as it was from chunk to chunk */
} ChunkSource;

/*
 * Find the columns; an error if there is something that cannot be so.  The source is
 * locked against ALTER TABLE until the end of the transaction.
 */
extern ChunkSource chunk_source_describe(const ChunkRequest *request);

/* A relation's name, with schema and quotes. */
extern char *chunk_relation_name(Relation relation);

#endif							/* AER_CHUNK_SOURCE_H */
