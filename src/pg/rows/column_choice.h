/*
 * column_choice.h
 *		Which columns of a row are attributes.
 */
#ifndef AER_COLUMN_CHOICE_H
#define AER_COLUMN_CHOICE_H

#include "pg/aer.h"

#include "access/tupdesc.h"
#include "kernel/option.h"

/* Which columns of a whole row are attributes. */
typedef struct ColumnChoice
{
	const char *target;			/* the target's column, or NULL */
	const char *key;			/* no attribute unless "include" lists it; or NULL */
	NameList	include;		/* only these, if any are given */
	NameList	exclude;		/* not these */
	ColumnList	values;			/* columns of categories or with knots */
	PairList	pairs;			/* interactions, */
	bool		copies;			/* with copies of the attributes of both columns */
	NumberList	center;			/* the centres of plain numbers in these */
} ColumnChoice;

/* That of a learner's options, and of a design's. */
#define COLUMN_CHOICE(options) \
	((ColumnChoice) {.include = (options)->include, .exclude = (options)->exclude, \
		.values = (options)->columns})
#define DESIGN_CHOICE(options) \
	((ColumnChoice) {.include = (options)->include, .exclude = (options)->exclude, \
		.values = (options)->columns, .pairs = (options)->pairs, .copies = (options)->budget > 0, \
		.center = (options)->center})

/* Is a column of that name an attribute, if it is a number? */
extern bool column_is_chosen(const ColumnChoice *choice, const char *name);

/*
 * Where a column stands in a row type, from 0; an error if it does not, which
 * says what it is asked for, or if another one has its name: a row of a join may
 * have two, which matters only where they are asked for.
 */
extern int	row_column_number(TupleDesc desc, const char *name, const char *what);

/*
 * A target that no column of a row type is called, but "column=word": what is called
 * column there, the longest such name, and *word; else the target itself, and NULL.
 */
extern const char *row_target_column(TupleDesc desc, const char *target, const char **word);

/* Returns the kind of a plain column of that type. */
extern ColumnKind plain_kind(Oid type);

/* Describes a column, or key, of that name whose type is not known. */
extern Column named_column(const ColumnChoice *choice, const char *name);

/*
 * Returns the n columns at column[], which must live as long, with the interactions that are
 * chosen and the centres of their columns.  Raises an error if a column of an interaction is
 * not there, or if two attributes have one name; a NOTICE says if interactions become too many.
 */
extern Columns choose_interactions(Column *column, uint32 n, const ColumnChoice *choice);

/*
 * Returns the columns that rows of a type have.  A NOTICE says which ones are left out: without
 * "include" the primary key of one column of a table whose rows they are, and columns that are
 * no numbers.  The choice must live as long.
 */
extern Columns choose_columns(const ColumnChoice *choice, TupleDesc desc);

#endif							/* AER_COLUMN_CHOICE_H */
