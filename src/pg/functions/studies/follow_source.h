/*
 * follow_source.h
 *		Which tables can be followed, and what is followed of them.
 */
#ifndef AER_FOLLOW_SOURCE_H
#define AER_FOLLOW_SOURCE_H

#include "pg/aer.h"

#include "catalog/pg_class.h"
#include "pg/functions/studies/study.h"

/* An error if the caller does not own the table. */
extern void follow_source_check_owner(Form_pg_class table);

/* An error, which says why, if the table cannot be followed. */
extern void follow_source_check(Relation source);

/* The same of a partition of what can be. */
extern void follow_source_check_partition(Relation partition, Oid root, Oid owner);

/*
 * The study of a source and a design, but for the fingerprint; features NULL:
 * whole rows.  An error if a column is missing or not what it must be.  Where
 * the design does not list them, columns that a known study has not do not
 * count, for they came later (NULL: none is known).
 */
extern Study follow_source_study(Relation source, const char *log, const char *target,
								 Jsonb *design, const char *key, const char *features,
								 const Study *known);

#endif							/* AER_FOLLOW_SOURCE_H */
