/*
 * columns.h
 *		Descriptions of columns, and the attributes that each column is turned into.
 *
 * A plain number or a boolean is one attribute.  Other columns have several:
 *
 *		categories:	1 or 0 for each category
 *		a number or a point in time with knots:	the value x, clipped to fences unless the
 *					column is open; and max(x - knot, 0) for each knot
 *		levels:		the effect of the value's level, which has K - 1 numbers if the target has
 *					K >= 3 classes; nothing else, or behind the attributes of a number
 *
 * If null is set, another attribute is 1 for NULL and 0 otherwise, before those of levels.  For a
 * NULL all categories are 0, and a number is at its middle knot.  One look at the column reads all
 * its attributes.
 *
 * Interactions of two columns follow all columns.  Their attributes are products of the factors of
 * both columns (pair_products.h).  The factors of a column are:
 *
 *		a number with knots: x minus the middle knot, and max(x - middle knot, 0)
 *		a number without knots: x minus its centre
 *		a boolean: its value
 *		categories: each of the first MOST_CATEGORY_FACTORS
 *		levels: their effects, behind the factors of a number, MOST_FACTORS in all
 *
 * "Is NULL" is not a factor; all factors of a NULL are 0, except the effects of its level.
 *
 * If rows are observed in part, an interaction may have copies of the attributes of both
 * columns behind its products.  A copy is observed if both columns are, so the sums of
 * products and of copies come from the same rows.
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
	COLUMN_TIME,				/* of jsonb with knots only: a key without them is a number */
	COLUMN_LEVELS				/* with levels, and nothing else */
} ColumnKind;

#define MOST_KNOTS 8			/* of a column */

/* Limits of the levels of one column, of all columns, and of the effects of a level. */
#define MOST_LEVELS 10000
#define MOST_LEVELS_IN_ALL 20000
#define MOST_EFFECTS 99

/*
 * The effects of the levels of a column: categories or integers, of any number.  The rows of each
 * fold have a set of effects that other rows gave, and so have new rows.  The effects of a level
 * that is not listed are 0.
 */
typedef struct Levels
{
	uint32		n;
	uint32		effects;		/* numbers of a level: 1, or classes - 1 */
	uint32		sets;			/* folds + 1, the last set for new rows; in models 1 */
	bool		null;			/* NULL is a level, after the others; else its effects are 0 */
	const char *const *name;	/* [n] in the order of their bytes */
	const double *effect;		/* [(n + null) * sets * effects] */
} Levels;

/* Returns the effects of level k, from 0, for rows of a fold, from 1; fold 0: new rows. */
static inline const double *
levels_effects(const Levels *levels, uint32 k, uint32 fold)
{
	uint32		set = fold == 0 || levels->sets == 1 ? levels->sets - 1 : fold - 1;

	return levels->effect + ((size_t) k * levels->sets + set) * levels->effects;
}

#define MOST_LISTED_VALUES 10	/* of a range */

/* Values of a number in the sample that suggested the design, rounded like knots. */
typedef struct ColumnRange
{
	bool		all;			/* all values, at most MOST_LISTED_VALUES; else the smallest and the largest */
	uint32		n;				/* 2 unless all are listed */
	double		value[MOST_LISTED_VALUES];	/* [n] ascending; points in time as knots */
} ColumnRange;

typedef struct Column
{
	const char *name;			/* must be the first field, for pg_qsort_strcmp() */
	ColumnKind	kind;
	bool		null;			/* an attribute is "is NULL" */
	bool		open;			/* no fences clip the number */
	uint32		n;				/* categories, or knots */
	const char *const *category;	/* [n] */
	const double *knot;			/* [n] ascending; points in time in days from 2000-01-01 UTC */
	double		centre;			/* subtracted from a plain number in interactions; else 0 */
	const Levels *levels;		/* NULL: none */
	const ColumnRange *range;	/* of a number; NULL: not known */
} Column;

/* The columns of a row and their interactions.  The arrays are borrowed. */
typedef struct Columns
{
	Looks		looks;			/* looks.bought columns, then interactions */
	const Column *column;		/* [looks.bought]; NULL for elements of an array, all plain numbers */
	bool		copies;			/* interactions have copies after their products */
} Columns;

#define MOST_CATEGORY_FACTORS 4
#define MOST_FACTORS 4

/* Limits on the attributes of all interactions, and of one interaction with copies. */
#define MOST_OF_PAIRS 200
#define MOST_WITH_COPIES 60

static inline bool
column_is_plain(const Column *column)
{
	return column->n == 0 && column->levels == NULL;
}

/* Returns the number of effects of levels, the last attributes of a column. */
static inline uint32
column_effects(const Column *column)
{
	return column->levels == NULL ? 0 : column->levels->effects;
}

/* Returns the number of attributes before those of levels. */
static inline uint32
column_values(const Column *column)
{
	bool		number = column->kind != COLUMN_CATEGORIES && column->kind != COLUMN_LEVELS;

	return column->n + (number ? 1 : 0) + (column->null ? 1 : 0);
}

/* Returns true for a number or a point in time, with knots or without. */
static inline bool
column_is_number(const Column *column)
{
	return column->kind == COLUMN_NUMBER || column->kind == COLUMN_TIME;
}

/* Returns the number of knots. */
static inline uint32
column_knots(const Column *column)
{
	return column_is_number(column) ? column->n : 0;
}

/* Returns the index of the middle knot, the value of a NULL and the origin of sums and products. */
static inline uint32
column_middle(const Column *column)
{
	return (column->n - 1) / 2;
}

/* Describes the d elements of an array. */
extern Columns columns_of_array(uint32 d);

/* Makes Columns without interactions from column[n], which is borrowed. */
extern Columns columns_create(Work *work, const Column *column, uint32 n);

typedef enum PairFit
{
	PAIR_FITS,
	PAIR_TOO_LARGE,				/* this interaction with its copies */
	PAIRS_TOO_MANY				/* all interactions together */
} PairFit;

/*
 * Appends the interaction of two columns if it fits.  copies must be the same for all
 * interactions.
 */
extern PairFit columns_add_pair(Work *work, Columns *columns, uint32 a, uint32 b, bool copies);

/* Returns the number of products of an interaction, which come before its copies. */
extern uint32 columns_products(const Columns *columns, uint32 look);

/*
 * Selects the looks with listed[looks.n]; an interaction is kept if both of its columns are.
 * copies: whether its interactions have copies.  The descriptions are borrowed.
 */
extern Columns columns_some(Work *work, const Columns *columns, const bool *listed, bool copies);

/* Returns the sets of the effects of levels, which all columns have in common; 0: no column has levels. */
extern uint32 columns_sets(const Columns *columns);

/*
 * Returns the columns with one set of effects of levels: that of the rows of a fold, from 1, or
 * that of new rows if fold is 0.  Everything else is borrowed.
 */
extern Columns columns_of_fold(Work *work, const Columns *columns, uint32 fold);

/*
 * Returns the number of factors of a column.  Their indexes among the column's attributes, from
 * 0, are written to attribute[MOST_FACTORS] unless it is NULL.
 */
extern uint32 column_factors(const Column *column, uint32 *attribute);

/* Returns the factors of all columns. */
extern LookFactors columns_factors(Work *work, const Columns *columns);

/*
 * The stored form of columns is a canonical block of bytes: equal columns give equal bytes on
 * every machine.  columns_write() returns its length, and only counts if to is NULL.
 * columns_read() checks everything except the encoding of texts, and returns false if the bytes
 * are not a valid block.  Names and categories point into the block.
 *
 *		uint32		columns
 *		each		a byte with its ColumnKind and BLOCK_... bits; its name and a NUL; if it
 *					has categories or knots, their number as uint32, then each category and a
 *					NUL, or each knot as float8; if it has a centre, that as float8; if it has
 *					levels, their number and that of the sets as uint32, a byte with the number
 *					of effects, a byte that is 1 if NULL is a level, else 0, each name and a NUL,
 *					and all effects as float8, those of a level and within it those of a set
 *					together; a byte with the number of values of its range, or 0, plus
 *					BLOCK_ALL if these are all; each value as float8
 *		byte		number of interactions
 *		each		uint32, uint32: its columns, from 0
 *		byte		1 if interactions have copies, else 0
 *
 * Numbers are in network byte order.
 */
extern size_t columns_write(const Columns *columns, char *to);
extern bool columns_read(Work *work, const char *block, size_t bytes, Columns *columns);

#endif							/* AER_COLUMNS_H */
