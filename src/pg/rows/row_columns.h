/*
 * row_columns.h
 *		What the columns of rows are, and the attributes that looks at them give.
 *
 * A column that is a plain number or boolean is one attribute.  One of which more is known
 * is several: one for each of its words; or the number, and how far it is above each
 * knot; and perhaps whether it is NULL.  What a column is stands here once; the names of
 * its attributes are printed from it (attribute_name.h), and those that are stored become
 * this when they are read.
 */
#ifndef AER_ROW_COLUMNS_H
#define AER_ROW_COLUMNS_H

#include "pg/aer.h"

#include "kernel/looks.h"
#include "kernel/option.h"
#include "pg/options/attribute_name.h"

typedef struct RowColumns
{
	Looks		looks;			/* looks.n columns, which are looks.d attributes */

	/* of arrays, whose elements have no names, all of these are NULL */
	NamedColumn *column;		/* [looks.n] knots of numbers as text, too */
	char	  **look_name;		/* [looks.n] what they are called */
	char	  **name;			/* [looks.d] what their attributes are called */
	AttributeType *type;		/* [looks.d] and what these are */

	uint32	   *start;			/* [room + 1] looks.first, once a column is several attributes */
	uint32		room;
} RowColumns;

/* None yet, in the current memory context, with room for so many attributes and more. */
extern RowColumns row_columns_create(uint32 room);

/*
 * Add a column, of which all is copied.  type: of its first attribute, which is a number
 * (that may have knots), boolean or a word.
 */
extern void row_columns_add(RowColumns *columns, const NamedColumn *column, AttributeType type);

/* The same of a plain one. */
extern void row_columns_add_plain(RowColumns *columns, const char *name, AttributeType type);

/* An error if an attribute of a column of which more is known is called like another. */
extern void row_columns_check(const RowColumns *columns);

/* The elements of an array. */
extern RowColumns row_columns_of_array(uint32 d);

/*
 * The columns of attributes that are called so, which must live as long, and are of these
 * types, in the current memory context; false: no columns have such attributes, in this
 * order.
 */
extern bool row_columns_parse(RowColumns *columns, uint32 d, char *const *name,
							  const AttributeType *type);

/* A copy in the current memory context; of some: listed[looks.n]. */
extern RowColumns row_columns_copy(const RowColumns *columns);
extern RowColumns row_columns_some(const RowColumns *columns, const bool *listed);

/* Are the attributes called the same, and of the same types? */
extern bool row_columns_same(const RowColumns *a, const RowColumns *b);

#endif							/* AER_ROW_COLUMNS_H */
