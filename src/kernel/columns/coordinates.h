/*
 * coordinates.h
 *		What one look sees, measured in coordinates of its own.
 *
 * A look at a column costs the same whether its value is used as a straight line
 * or as all that it says: a number with bends, a word out of a list, or that
 * nothing is written there.  Each of these is an attribute of the look:
 *
 *		a number:	the value x; max(x - knot, 0) for each of 0 to 8 knots, which
 *					are called hinges here; perhaps "is null"
 *		words:		1 or 0 for each word; perhaps "is null"
 *
 * Whoever reads rows fills them in: of a look that was made all attributes are
 * seen.  Where "is null" is 1 words are 0, and a number is at its middle knot.
 *
 * So that a penalty treats words, bends and lines alike, a fit takes coordinates
 *		u = T'(x - a)
 * instead, a the means and T the same for all folds, from the sums of all of them
 * together (it depends on no target), look by look:
 *
 *		a number without hinges: divided by its deviation;
 *		words: divided by the root of the sum of their variances, "is null"
 *		among them: one number for the whole look, so no word is nearer than another;
 *		a number with hinges: the number over its deviation s; then the hinges
 *		over s, less their regression on the number, along the eigenvectors of
 *		their covariance, scaled so that the largest has the deviation 1/2, the
 *		others less, as they are; then "is null" with the deviation 0.7.
 *
 * A pair of looks (looks.h) has coordinates of its own, of its products less what both
 * columns say by themselves (pair_block.h).  T of a pair is so of more than its own
 * attributes: of its products and, behind them, of the attributes of both columns.
 * Where rows are seen in part these are copies, sums over the rows in which both
 * columns were seen.  What T of a look is of are its terms: of one that is no pair its
 * attributes.
 *
 * What does not vary has no coordinate, but for words, which all have one.  Of a
 * look never seen twice there is none, nor of a pair that is not used, and without any
 * at all there is one that is always 0.
 *
 * Weights w = T omega of attributes say what omega says of coordinates.
 */
#ifndef AER_COORDINATES_H
#define AER_COORDINATES_H

#include "kernel/columns.h"
#include "kernel/moments/held_out_loss.h"
#include "kernel/prices.h"

/* What of the columns a fit uses. */
typedef struct ColumnShape
{
	bool		bends;			/* the hinges of numbers */
	bool		pair[MOST_PAIRS];	/* of looks.n - looks.bought */
} ColumnShape;

typedef struct Coordinates
{
	Columns		columns;
	Looks		looks;			/* the same looks over coordinates: some may have none */
	uint32	   *first;			/* [looks.n + 1] of these looks */
	uint32	   *at;				/* [looks.n] where T begins in block[] */
	uint32	   *first_term;		/* [looks.n + 1] */
	uint32	   *term;			/* [terms] the attribute of each */
	uint32	   *told;			/* [terms] the same, of a copy that which it is a copy of */
	ColumnShape shape;			/* what of the columns they are of */
	const double *shift;		/* [attributes] that the sums are of values less; NULL: 0 */
	double	   *centre;			/* [terms] a, after the shift */
	double	   *block;			/* T_rk at r * u + k of a look with u coordinates; of words
								 * the number that T is times the unit matrix */
} Coordinates;

/* Before T is found, or loaded. */
extern void coordinates_init(Work *work, Coordinates *coordinates, const Columns *columns);

/*
 * T and a from the sums of all folds, of what the shape says; raises KERNEL_SINGULAR
 * of sums that are not finite.
 */
extern void coordinates_find(Work *work, Coordinates *coordinates, const Moments *moments,
							 const ColumnShape *shape);

/*
 * The attributes of a model of that shape, ascending: without copies, and without pairs
 * that it does not use.  Returns how many there are.
 */
extern uint32 columns_used(const Columns *columns, const ColumnShape *shape, uint32 *attribute);

/* Has any number hinges? */
extern bool columns_bend(const Columns *columns);

/* How many attributes, and coordinates, there are. */
static inline uint32
coordinates_attributes(const Coordinates *coordinates)
{
	return coordinates->columns.looks.d;
}

static inline uint32
coordinates_count(const Coordinates *coordinates)
{
	return coordinates->looks.d;
}

/* A row of T: what a term adds to coordinates from .. from + count - 1. */
typedef struct TransformRow
{
	uint32		from;
	uint32		count;
	const double *t;			/* [count] */
} TransformRow;

/* The row of T of a term of the look, which is first_term[look] or a later one. */
extern TransformRow coordinates_transform(const Coordinates *coordinates, uint32 look, uint32 term);

/*
 * Find the coordinates u[] of a row x[attributes], which is in the user's units.
 * known[looks.bought] says which looks are known; of others x is not read and u not set.
 * of[] says the same of each coordinate; those of a pair are known where both its looks are.
 */
extern void coordinates_row(const Coordinates *coordinates, const bool *known, const double *x,
							double *u, bool *of);

/*
 * Turn a model in coordinates into weight[attributes] in the user's units: w = T omega;
 * weights of copies are added to those of what they are copies of.  Returns what is to be
 * added to the intercept.
 */
extern double coordinates_weights(const Coordinates *coordinates, const double *omega,
								  double *weight);

/*
 * Coordinates as a flat block of numbers, to be stored: a of all terms in the user's
 * units, how many coordinates each look has, and T look by look, of pairs only those that
 * are used.  The block is the same with copies as without.  coordinates_load() reads what
 * begins with such a block, of columns that are known; it returns the length of the block,
 * or 0 if this is none.
 */
extern size_t coordinates_words(const Coordinates *coordinates);
extern void coordinates_store(const Coordinates *coordinates, double *words);
extern size_t coordinates_load(Coordinates *coordinates, const double *words, size_t count);

typedef struct InCoordinates
{
	Coordinates coordinates;
	Moments		moments;		/* of coordinates, with sums by class; their shift is 0 */
	PairClasses classes;		/* of coordinates, by the design */
} InCoordinates;

/*
 * prices: by look, of the design that the moments were collected with; shape: see
 * coordinates_find(), which may raise.
 */
extern InCoordinates *in_coordinates_create(Work *work, const Moments *moments,
											const Columns *columns, const Prices *prices,
											const ColumnShape *shape);

#endif							/* AER_COORDINATES_H */
