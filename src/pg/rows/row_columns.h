/*
 * row_columns.h
 *		What the columns of rows are, and the attributes that looks at them give.
 *
 * A column that is a plain number or boolean is one attribute.  One of which more is known
 * is several: one for each of its words; or the number, and how far it is above each
 * knot; and perhaps whether it is NULL.  What a column is stands here once; the names of
 * its attributes are printed from it (attribute_name.h), and those that are stored become
 * this when they are read.
 *
 * Behind all columns stand pairs of them, whose attributes are the products of their
 * factors (kernel/pair_products.h).  What of a column is a factor:
 *
 *		a number with knots: less the middle one, and how far it is above that
 *		a number without knots: less its centre
 *		a boolean
 *		each of the first MOST_WORD_FACTORS words
 *
 * NULL that is told apart is none: there all factors are 0.
 *
 * Where rows are seen in part, behind its products a pair has copies of the attributes of
 * both columns, which are seen where both are: so what products say beside these is known
 * of the same rows.
 */
#ifndef AER_ROW_COLUMNS_H
#define AER_ROW_COLUMNS_H

#include "pg/aer.h"

#include "kernel/looks.h"
#include "kernel/option.h"
#include "kernel/pair_products.h"
#include "pg/options/attribute_name.h"

#define MOST_WORD_FACTORS 4
#define MOST_FACTORS 4

/* The most attributes of all pairs together, and of one that has copies. */
#define MOST_OF_PAIRS 200
#define MOST_WITH_COPIES 60

typedef struct RowColumns
{
	Looks		looks;			/* looks.bought columns, then pairs of them: looks.d attributes */

	/* of arrays, whose elements have no names, all of these are NULL */
	NamedColumn *column;		/* [looks.n] knots of numbers as text, too; of a pair its name alone */
	char	  **look_name;		/* [looks.n] what they are called */
	char	  **name;			/* [looks.d] what their attributes are called */
	AttributeType *type;		/* [looks.d] and what these are */

	uint32	   *start;			/* [room + 1] looks.first, once a column is several attributes */
	LookPair   *pair;			/* [MOST_PAIRS] looks.pair, once there is a pair */
	bool		copies;			/* pairs have copies behind their products (looks.h) */
	uint32		room;
} RowColumns;

/* None yet, in the current memory context, with room for so many attributes and more. */
extern RowColumns row_columns_create(uint32 room);

/*
 * Add a copy of a column.  type: of its first attribute, which is a number (that may have
 * knots), boolean or a word.
 */
extern void row_columns_add(RowColumns *columns, const NamedColumn *column, AttributeType type);

/* Add a plain column. */
extern void row_columns_add_plain(RowColumns *columns, const char *name, AttributeType type);

/* The middle knot of a column: a NULL is read as this, and sums and products count from it. */
static inline int
named_column_middle(const NamedColumn *column)
{
	return (column->n - 1) / 2;
}

/* The attributes that are factors of a look at a column, to attribute[MOST_FACTORS]; how many. */
extern uint32 row_columns_factors(const RowColumns *columns, uint32 look, uint32 *attribute);

/*
 * Those of all columns, in the current memory context.  origin[looks.bought]: what is taken
 * off the first factor of each; NULL: nothing.
 */
extern LookFactors row_columns_all_factors(const RowColumns *columns, const double *origin);

typedef enum PairFit
{
	PAIR_FITS,
	PAIR_TOO_LARGE,				/* this one, with its copies */
	PAIRS_TOO_MANY				/* there is no room for more */
} PairFit;

/* Add the pair of two columns, when all columns are there, if it fits.  All have copies, or none. */
extern PairFit row_columns_add_pair(RowColumns *columns, uint32 a, uint32 b);

/* How many attributes of a pair are products: the first ones. */
static inline uint32
row_columns_products(const RowColumns *columns, uint32 look)
{
	const LookPair *pair = &columns->pair[look - columns->looks.bought];

	return looks_size(&columns->looks, look) -
		(columns->copies ? looks_size(&columns->looks, pair->a) + looks_size(&columns->looks, pair->b) : 0);
}

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

/*
 * A copy in the current memory context; of some: listed[looks.n] (NULL: all), whose pairs
 * have copies or have none.
 */
extern RowColumns row_columns_copy(const RowColumns *columns);
extern RowColumns row_columns_some(const RowColumns *columns, const bool *listed, bool copies);

/* Are the attributes called the same, and of the same types? */
extern bool row_columns_same(const RowColumns *a, const RowColumns *b);

#endif							/* AER_ROW_COLUMNS_H */
