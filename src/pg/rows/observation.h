/*
 * observation.h
 *		A row as an aggregate sees it: its features, its target, and its roles: fold, group,
 *		time and weight.
 *
 * The argument after the features is the target, or the name of the column or key that
 * has it.  A row without features or target is not an observation: the aggregate counts it as
 * skipped.  If the design has weights or time, it also skips a row whose weight is 0 or NULL or
 * whose time is NULL.
 */
#ifndef AER_OBSERVATION_H
#define AER_OBSERVATION_H

#include "pg/arguments.h"
#include "pg/options/design_options.h"
#include "pg/rows/features.h"

/* A remedy for a NULL key of an aggregate that collects rows. */
#define KEY_HINT "The key decides which columns are read. Give each row a key, or leave the argument out."

/*
 * Assigns each row to a fold: by its time, its group or its key, or in turn.  Columns and keys
 * that have these roles are read separately, before any feature.
 */
typedef struct RoleReader
{
	const DesignOptions *design;	/* NULL: all rows are in fold 0 */
	int			key_argno;		/* 0: rows have no key */
	const char *key_hint;		/* the remedy for a NULL key */
	uint32		next;			/* fold of the next row without key */
	Features   *features;		/* reads the roles; NULL: the design names no column */
	int			features_argno; /* the argument that has these columns */
} RoleReader;

/* Reads the rows of one aggregate; zeroed before observation_reader_init(). */
typedef struct ObservationReader
{
	Features   *features;		/* set by the caller after observation_reader_init() */
	int			features_argno;
	FeaturesKind kind;
	char	   *target_name;	/* column or key of the target; NULL: the argument is the target */
	CachedArgument name_argument;	/* the argument that is this name */
	CellReader	target;			/* reads an argument that is the target */
	RoleReader	roles;
} ObservationReader;

typedef struct Observation
{
	Features   *features;		/* the row, opened */
	uint32		attributes;
	int64		row;			/* number of the row in messages, from 1; 0: rows are not counted */
	uint64		key;			/* 0 if rows have no key */
	uint32		fold;			/* from 0 */
	double		group;			/* equal for rows of one group, else different; without groups, of one key */
	double		time;			/* 0 if the design has no time */
	bool		in_days;		/* the time is a point in time, as a number of days */
	double		weight;			/* above 0; 1 if the design has no weights */
	double		target;			/* a number; -1 or 1 for a boolean; for a class its number in classes */
	TargetType	type;
	const ClassNames *classes;	/* NULL unless the target is a class */
} Observation;

/* Returns the name of the target's class; NULL unless the target is a class. */
static inline const char *
observation_class(const Observation *observation)
{
	return observation->classes ? observation->classes->name[(uint32) observation->target] : NULL;
}

/*
 * Returns true if a row with this weight counts, and false if its weight is 0.  Raises an error if
 * no weight can have that value.  row: number of the row for messages, from 1; 0: none.
 */
extern bool observation_weight_counts(double weight, int64 row);

/*
 * Raises an error if the type of a target differs from the one of the model, or of the rows before.
 * TARGET_UNKNOWN is expected of a model that does not say it, which takes every target.
 */
extern void check_target_type(TargetType given, TargetType expected);

/*
 * Returns true if the argument is the name of the target's column or key: always beside
 * whole rows, never beside arrays, and beside jsonb if it is text.
 */
extern bool target_is_named(FunctionCallInfo fcinfo, int argno, FeaturesKind kind);

/* Returns the target's name in this call, palloc'd; NULL if the argument is the target. */
extern char *observation_target_name(FunctionCallInfo fcinfo, int argno, FeaturesKind kind);

/* Finds out from this call where the target is.  What the reader owns lives in the memory context. */
extern void observation_reader_init(ObservationReader *reader, MemoryContext context,
									FunctionCallInfo fcinfo, FeaturesKind kind, int features_argno);

/* Raises an error if this call names another target than the first. */
extern void observation_reader_check(const ObservationReader *reader, FunctionCallInfo fcinfo);

/* Returns the role reader of a design for rows of a kind, in the current memory context. */
extern RoleReader role_reader_create(const DesignOptions *design, FeaturesKind kind,
									 int features_argno, int key_argno, const char *key_hint);

/* Reads the row of this call; returns false if the row is skipped. */
extern bool observation_read(ObservationReader *reader, FunctionCallInfo fcinfo, int64 row,
							 Observation *observation);

/*
 * Reads only key, fold and other roles, for a caller whose features depend on the fold;
 * observation_read() keeps them if its reader has no design.  Returns false if the row is skipped.
 */
extern bool observation_read_roles(RoleReader *roles, FunctionCallInfo fcinfo, int64 row,
								   Observation *observation);

#endif							/* AER_OBSERVATION_H */
