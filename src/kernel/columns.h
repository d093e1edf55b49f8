/*
 * columns.h
 *		What the columns of rows are, and the attributes that looking at them gives.
 *
 * A column that is a plain number or a boolean is one attribute.  Others are several:
 *
 *		categories:	1 or 0 for each category
 *		a number or a point in time with knots:	the value x, which is clipped to fences
 *					unless it is open; and max(x - knot, 0) for each knot
 *
 * and, if null is set, behind them whether the column is NULL.  Then categories are 0, and a
 * number is at its middle knot.  One look at the column sees all of them.
 *
 * Behind all columns stand interactions of two of them, whose attributes are the products of
 * their factors (pair_products.h).  The factors of a column are:
 *
 *		a number with knots: less the middle one, and how far it is above that
 *		a number without knots: less its centre
 *		a boolean
 *		each of the first MOST_CATEGORY_FACTORS categories
 *
 * "Is NULL" is no factor: there all factors are 0.
 *
 * If rows are seen in part, an interaction has copies of the attributes of both columns behind
 * its products.  They are seen where both columns are, so the sums of products and of copies
 * are of the same rows.
 */
#ifndef AER_COLUMNS_H
#define AER_COLUMNS_H

#include "kernel/looks.h"
#include "kernel/pair_products.h"

/* These numbers are stored. */
typedef enum ColumnKind
{
	COLUMN_NUMBER,
	COLUMN_BOOLEAN,
	COLUMN_CATEGORIES,
	COLUMN_TIME					/* with knots; a point in time without is a number */
} ColumnKind;

#define MOST_KNOTS 8			/* of a column */

typedef struct Column
{
	const char *name;			/* first, where pg_qsort_strcmp() looks */
	ColumnKind	kind;
	bool		null;			/* the last attribute is "is NULL" */
	bool		open;			/* no fences clip the number */
	uint32		n;				/* categories, or knots */
	const char *const *category;	/* [n] */
	const double *knot;			/* [n] ascending; points in time in days from 2000-01-01 UTC */
	double		centre;			/* subtracted from a plain number in products; else 0 */
} Column;

/* The arrays are borrowed. */
typedef struct Columns
{
	Looks		looks;			/* looks.bought columns, then interactions */
	const Column *column;		/* [looks.bought]; NULL: elements of an array, plain numbers */
	bool		copies;			/* interactions have copies behind their products */
} Columns;

#define MOST_CATEGORY_FACTORS 4
#define MOST_FACTORS 4

/* The most attributes of all interactions together, and of one that has copies. */
#define MOST_OF_PAIRS 200
#define MOST_WITH_COPIES 60

static inline bool
column_is_plain(const Column *column)
{
	return column->n == 0;
}

/* A plain number, or one with knots. */
static inline bool
column_is_number(const Column *column)
{
	return column->kind == COLUMN_NUMBER || column->kind == COLUMN_TIME;
}

/* How many knots it has. */
static inline uint32
column_knots(const Column *column)
{
	return column_is_number(column) ? column->n : 0;
}

/* The place of the middle knot: a NULL is read as this, and sums and products count from it. */
static inline uint32
column_middle(const Column *column)
{
	return (column->n - 1) / 2;
}

/* The elements of an array. */
extern Columns columns_of_array(uint32 d);

/* Columns of the n descriptions at column[], which must live as long, without interactions. */
extern Columns columns_create(Work *work, const Column *column, uint32 n);

typedef enum PairFit
{
	PAIR_FITS,
	PAIR_TOO_LARGE,				/* this one, with its copies */
	PAIRS_TOO_MANY				/* there is no room for more */
} PairFit;

/*
 * Adds the interaction of two columns behind all others, if it fits.  copies: the same for all
 * interactions.
 */
extern PairFit columns_add_pair(Work *work, Columns *columns, uint32 a, uint32 b, bool copies);

/* Counts the attributes of an interaction that are products: the first ones. */
extern uint32 columns_products(const Columns *columns, uint32 look);

/*
 * Of the looks in listed[looks.n]; an interaction goes with both of its columns.  copies: whether
 * interactions have them.  Descriptions are borrowed.
 */
extern Columns columns_some(Work *work, const Columns *columns, const bool *listed, bool copies);

/*
 * Writes the places of a column's factors among its attributes, from 0, to place[MOST_FACTORS],
 * or nothing to NULL; returns how many there are.
 */
extern uint32 column_factors(const Column *column, uint32 *place);

/* The factors of all columns. */
extern LookFactors columns_factors(Work *work, const Columns *columns);

/*
 * Columns as a canonical block of bytes: equal columns are equal bytes, on every machine.
 * columns_write() returns its length; to NULL it only counts.  columns_read() reads a block,
 * to which names and categories point, and checks all that it says but the encoding of texts;
 * it returns false if the bytes are no such block.
 *
 *		uint32		columns
 *		each		a byte, its ColumnKind and BLOCK_... bits; its name and a NUL; if it has
 *					values, uint32 how many, and each category and a NUL, or each knot as
 *					float8; if it has a centre, float8
 *		byte		interactions
 *		each		uint32, uint32: its columns, from 0
 *		byte		1: interactions have copies, else 0
 *
 * Numbers are in network byte order.
 */
extern size_t columns_write(const Columns *columns, char *to);
extern bool columns_read(Work *work, const char *block, size_t bytes, Columns *columns);

#endif							/* AER_COLUMNS_H */
