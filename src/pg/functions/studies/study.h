/*
 * study.h
 *		What a study is: which rows of a table become moments, and which log they
 *		are written to.
 *
 * There is no registry.  A study is said in full by the arguments of its
 * triggers, which are strings, so that a dump has them, in this order:
 *
 *		log				its name, with schema and quotes, as it was
 *		target			a column, or a key of the features
 *		design			JSON, with "include" written out
 *		key				a column
 *		features		a column of arrays or of jsonb; empty: whole rows
 *		fingerprint		of the moments (row_moments.h), in hexadecimal digits
 *		shape			JSON, what else must stay as it was: "boolean", whether the
 *						target is, if any is known; of whole rows "columns", those that attributes
 *						come from, in order; of arrays their "length"; of jsonb
 *						"target", whether that is a key of them
 */
#ifndef AER_STUDY_H
#define AER_STUDY_H

#include "pg/aer.h"

#include "commands/trigger.h"
#include "nodes/primnodes.h"
#include "pg/rows/features.h"
#include "utils/rel.h"

#define STUDY_ARGUMENTS 7

typedef struct Study
{
	char	   *log;
	char	   *target;
	char	   *design;
	char	   *key;
	char	   *features;
	char	   *fingerprint;
	char	   *shape;
} Study;

/* What its shape says. */
typedef struct StudyShape
{
	FeaturesKind kind;
	TargetType	target;
	bool		target_inside;	/* it is a key of jsonb */
	uint32		length;			/* of arrays; 0: that of the first */
	char	  **column;			/* [columns] of whole rows */
	int			columns;
} StudyShape;

/* From the arguments of a trigger, which has STUDY_ARGUMENTS; not copied. */
extern Study study_of_trigger(const Trigger *trigger);

/* Copied into the current memory context. */
extern Study study_copy(const Study *study);

/* The arguments in their order. */
extern void study_arguments(const Study *study, const char **argument);

/* Do they say the same? */
extern bool study_same(const Study *a, const Study *b);

/* Do they, but for what only the rows tell and what the log was called? */
extern bool study_asks_same(const Study *a, const Study *b);

extern StudyShape study_shape(const Study *study);
extern char *study_shape_text(const StudyShape *shape);

/* The type aer_moments of the extension that the running function belongs to. */
extern Oid	study_moments_type(FunctionCallInfo fcinfo);

/* The relation's name, with schema and quotes. */
extern char *study_relation_name(Relation relation);

/* A name as it is written in SQL; what SQL could not read so is a name without schema. */
extern RangeVar *study_log_name(const char *name);

/* The table that a relation is a partition of, at any depth, or that itself. */
extern Oid	study_root(Oid relation);

/*
 * The log of that name for the rows of a relation; InvalidOid: there is none.  It
 * is in the schema of the root, whatever that is called now; where there is none,
 * as a table may be moved alone, in the schema that the name has.
 */
extern Oid	study_log(const RangeVar *name, Oid relation);

#endif							/* AER_STUDY_H */
