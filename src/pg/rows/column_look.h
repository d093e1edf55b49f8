/*
 * column_look.h
 *		Reads the attributes of a column that is several (kernel/columns.h) from what
 *		stands in it.
 *
 * One look is one reading of the column, whichever of its attributes are asked for.
 *
 * A number with two knots or more is clipped to the outer fences of Tukey (1977), as if its
 * first and last knot were quartiles: three times as far from them as they are from each
 * other.  So a typo, or a tail, has no more say than a value there.  An open one is not.
 */
#ifndef AER_COLUMN_LOOK_H
#define AER_COLUMN_LOOK_H

#include "pg/aer.h"

#include "kernel/columns.h"
#include "kernel/option.h"
#include "pg/rows/cell.h"

typedef struct ColumnLook
{
	const Column *column;
	uint32		first;			/* its first attribute */
	uint32		n;				/* how many there are */
	Size	   *length;			/* [column->n] of its categories in bytes, else NULL */
	bool		fenced;			/* the number is clipped to these first: */
	double		low;
	double		high;
	bool		time_as_text;	/* a key of jsonb that is a point in time */
} ColumnLook;

/*
 * Prepares the look at a column that is of a type; InvalidOid: a key of jsonb.  Raises an error
 * if the type does not have such values.  The columns must live as long.
 */
extern void column_look_init(ColumnLook *look, Oid type, const Columns *columns, uint32 of);

/*
 * Returns a column of a type that has the values of the option "columns".  Raises an error if
 * they do not go with the type.
 */
extern Column column_of_values(const Column *values, Oid type);

/* Returns how many of n attributes, from the first of them on, belong to the look. */
static inline uint32
column_look_run(const ColumnLook *look, const uint32 *attribute, uint32 n)
{
	uint32		k = 1;

	while (k < n && attribute[k] - look->first < look->n)
		k++;
	return k;
}

/* Reads a point in time from a key of jsonb. */
extern double column_look_time(const ColumnLook *look, const Cell *text);

/* None of the categories. */
#define CATEGORY_UNKNOWN (-1)

/* Returns which of the categories, from 0, text or a boolean is. */
extern int	column_look_find(const ColumnLook *look, const Cell *cell);

/*
 * Write the values of n attributes of the look: of a number, of a category by its place, and of
 * NULL; false: NULL is missing there.
 */
extern void column_look_number(const ColumnLook *look, double number, const uint32 *attribute,
							   uint32 n, double *value);
extern void column_look_category(const ColumnLook *look, int category, const uint32 *attribute,
								 uint32 n, double *value);
extern bool column_look_null(const ColumnLook *look, const uint32 *attribute, uint32 n,
							 double *value);

#endif							/* AER_COLUMN_LOOK_H */
