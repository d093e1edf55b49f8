/*
 * column_choice.h
 *		Which columns of a row are attributes.
 */
#ifndef AER_COLUMN_CHOICE_H
#define AER_COLUMN_CHOICE_H

#include "pg/aer.h"

#include "access/tupdesc.h"
#include "kernel/option.h"
#include "pg/rows/row_columns.h"

/* Which columns of a whole row are attributes. */
typedef struct ColumnChoice
{
	const char *target;			/* the target's column, or NULL */
	const char *key;			/* no attribute unless "include" lists it; or NULL */
	NameList	include;		/* only these, if any are given */
	NameList	exclude;		/* not these */
	ColumnList	values;			/* what is known of the values of columns */
	PairList	pairs;			/* of columns whose products are attributes, too; */
	bool		copies;			/* with copies of those of both columns */
	NumberList	center;			/* what plain numbers are taken less of in these */
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

/* Is what is no array cast to one of real, as an embedding is? */
extern bool type_casts_to_array(Oid type);

/* What a column of numbers of that type is. */
extern AttributeType attribute_type(Oid type);

/* Add a column, or key, of that name, of which no type is known. */
extern void choose_name(RowColumns *columns, const ColumnChoice *choice, const char *name);

/*
 * Set the centres of columns, and add the pairs that are chosen behind all of them: an
 * error if one of their columns is not there, a NOTICE where their attributes become too
 * many.
 */
extern void choose_pairs(RowColumns *columns, const ColumnChoice *choice);

/*
 * Those that rows of a type have, made in a memory context.  A NOTICE
 * says which columns are left out: without "include" the primary key of one column
 * of a table whose rows they are, and what is no number.
 */
extern RowColumns choose_columns(const ColumnChoice *choice, TupleDesc desc, MemoryContext context);

#endif							/* AER_COLUMN_CHOICE_H */
