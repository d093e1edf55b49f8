/*
 * column_look.h
 *		The attributes that one look at a column gives: words, or a number and how
 *		far it is above its knots; and whether nothing is written there.
 *
 * One look is one reading of the column, whatever of its attributes are asked for.
 *
 * A number with two knots or more is held to the outer fences of Tukey (1977), as if its
 * first and last knot were quartiles: three times as far from them as they are from each
 * other.  So a typo, or a tail, has no more say than a value there.  An open one is not.
 */
#ifndef AER_COLUMN_LOOK_H
#define AER_COLUMN_LOOK_H

#include "pg/aer.h"

#include "pg/rows/row_columns.h"
#include "pg/rows/cell.h"

/* Those of a column that is more than a plain number. */
typedef struct ColumnLook
{
	const NamedColumn *column;
	uint32		first;			/* its first attribute */
	uint32		n;				/* how many there are */
	bool		none;			/* the last one is 1 where the column is NULL, else 0 */
	Size	   *words;			/* of the others, the length of each; NULL: they are a number and */
	uint32		knots;			/* how far it is */
	const double *knot;			/* [knots] above these */
	bool		fenced;			/* the number is held to these first: */
	double		low;
	double		high;
	bool		times;			/* of a key of jsonb: it is a point in time, as text */
} ColumnLook;

/*
 * That of a column that is of a type (InvalidOid: a key of jsonb).  An error if the type
 * is not one that has such values.  The columns must live as long.
 */
extern void column_look_init(ColumnLook *look, Oid type, const RowColumns *columns, uint32 of);

/*
 * Add a column of a type, of which more is known; an error if that does not go with the
 * type.
 */
extern void column_look_add(RowColumns *columns, const NamedColumn *column, Oid type);

/* The knot that a NULL is read as, and that sums begin at. */
static inline double
column_look_middle(const ColumnLook *look)
{
	return look->knot[named_column_middle(look->column)];
}

/*
 * What is taken off the first factor of a column (row_columns.h), whose look this is; NULL:
 * it is plain.
 */
static inline double
column_look_origin(const ColumnLook *look, const NamedColumn *column)
{
	if (look == NULL)
		return column->center;
	return look->words ? 0 : column_look_middle(look);
}

/* How many of n attributes, from the first one of them on, belong to the look. */
static inline uint32
column_look_run(const ColumnLook *look, const uint32 *attribute, uint32 n)
{
	uint32		k = 1;

	while (k < n && attribute[k] - look->first < look->n)
		k++;
	return k;
}

/* The number that a point in time is, in a key of jsonb. */
extern double column_look_time(const ColumnLook *look, const Cell *text);

/* None of the words. */
#define WORD_UNKNOWN (-1)

/* Which of the words, from 0, text or a boolean is. */
extern int	column_look_find(const ColumnLook *look, const Cell *cell);

/*
 * The values of n attributes of the look: of a number, of a word by its number, and
 * where nothing is written; false: it is not told apart.
 */
extern void column_look_number(const ColumnLook *look, double number, const uint32 *attribute,
							   uint32 n, double *value);
extern void column_look_word(const ColumnLook *look, int word, const uint32 *attribute,
							 uint32 n, double *value);
extern bool column_look_none(const ColumnLook *look, const uint32 *attribute, uint32 n,
							 double *value);

#endif							/* AER_COLUMN_LOOK_H */
