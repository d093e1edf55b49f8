/*
 * column_choice.h
 *		Chooses the columns of a row that are attributes, and describes them.
 */
#ifndef AER_COLUMN_CHOICE_H
#define AER_COLUMN_CHOICE_H

#include "pg/aer.h"

#include "access/tupdesc.h"
#include "kernel/option.h"

typedef struct ColumnChoice
{
	const char *target;			/* column of the target, or NULL */
	const char *key;			/* column that is left out unless "include" lists it, or NULL */
	const char *groups;			/* column of the groups, which is never an attribute; or NULL */
	const char *weight;			/* column of the weights, which is never an attribute; or NULL */
	NameList	include;		/* if not empty, only these columns are attributes */
	NameList	exclude;		/* columns that are not attributes */
	ColumnList	values;			/* columns with categories or knots */
	PairList	pairs;			/* interactions */
	bool		copies;			/* interactions have copies of their columns' attributes */
	NumberList	center;			/* centres of plain numbers in interactions */
	RangeList	range;			/* ranges of numbers */
} ColumnChoice;

/* The choices that the options of a learner, and of a design, make. */
#define COLUMN_CHOICE(options) \
	((ColumnChoice) {.include = (options)->include, .exclude = (options)->exclude, \
		.values = (options)->columns})
#define DESIGN_CHOICE(options) \
	((ColumnChoice) {.include = (options)->include, .exclude = (options)->exclude, \
		.values = (options)->columns, .groups = (options)->groups, .weight = (options)->weight, \
		.pairs = (options)->pairs, .copies = (options)->budget > 0, \
		.center = (options)->center, .range = (options)->range})

/* Raises an error if a column or key that "include" lists has a role that no attribute can have. */
extern void check_roles_not_included(const ColumnChoice *choice);

/* Returns true if a column of that name is an attribute, provided that its type suits. */
extern bool column_is_chosen(const ColumnChoice *choice, const char *name);

/* Returns true if a row type has a column of that name. */
extern bool row_has_column(TupleDesc desc, const char *name);

/*
 * Returns the number of a column in a row type, from 0.  Raises an error, with reason as detail, if
 * there is none, or if two columns have the name: rows of a join may, which matters only for columns
 * that are read.
 */
extern int	row_column_number(TupleDesc desc, const char *name, const char *reason);

/*
 * Raises the error about a column that a row type lacks.  reason: the detail; remedy: a sentence that is
 * added to the hint, or NULL.
 */
pg_noreturn extern void row_refuse_absent(TupleDesc desc, const char *name, const char *reason,
										  const char *remedy);

/*
 * Returns the column of a target.  If no column has the target's name, but the target is
 * "column=value" with a column of the row type (the longest such name), *value is set; else it is NULL.
 */
extern const char *row_target_column(TupleDesc desc, const char *target, const char **value);

/* Returns the kind of a plain column of that type. */
extern ColumnKind plain_kind(Oid type);

/* Describes a column, or a key, whose type is not known. */
extern Column named_column(const ColumnChoice *choice, const char *name);

/*
 * Returns the n columns at column[], which must live as long, with their ranges, the chosen interactions
 * and the centres of columns in these.  Raises an error if a column of an interaction is missing, or if two
 * attributes have one name; a NOTICE says if there are too many interactions.
 */
extern Columns choose_interactions(Column *column, uint32 n, const ColumnChoice *choice);

/*
 * Returns the chosen columns of a row type.  A NOTICE lists the columns that are left out: columns
 * that are not numbers and, without "include", a table's primary key of one column.  The choice
 * must live as long.
 */
extern Columns choose_columns(const ColumnChoice *choice, TupleDesc desc);

#endif							/* AER_COLUMN_CHOICE_H */
