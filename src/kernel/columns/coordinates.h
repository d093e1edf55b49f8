/*
 * coordinates.h
 *		Coordinates of each look, in which curves, categories and interactions are fitted.
 *
 * Reading a column costs the same whether the fit uses its value as a straight line, as a curve
 * or as categories.  The look has an attribute for each part of the value:
 *
 *		a number:	the value x; max(x - knot, 0), called a hinge, for each of 0 to 8 knots;
 *					perhaps "is NULL"; perhaps effects of levels
 *		categories:	1 or 0 for each category; perhaps "is NULL"
 *		levels:		their effects
 *
 * The reader of a row sets all attributes of each look.  If the value is NULL, its categories
 * are 0, and a number is at its middle knot.
 *
 * A penalty should treat categories, curves and lines alike.  So a fit uses the coordinates
 *		u = T'(x - a)
 * instead, where a are the means and T is the same for all folds and targets.  Look by look:
 *
 *		A number without hinges is divided by its standard deviation s.
 *		Categories, with "is NULL", are divided by the root of the sum of their variances.
 *		The whole look has one divisor, so that no two categories are closer than others.
 *		A number with hinges is divided by s.  The hinges are divided by s and reduced by their
 *		regression on the number; their coordinates lie along the eigenvectors of their
 *		covariance, scaled by one factor that gives the largest a standard deviation of 1/2.
 *		"Is NULL" has the standard deviation 0.7.
 *		The effect of a level is divided by its standard deviation.
 *
 * An interaction of two looks (looks.h) has coordinates of its own: its products, less what
 * both columns say alone (pair_block.h).  The attributes that T of a look takes are its terms.
 * The terms of a column are its attributes; those of an interaction are its products and the
 * attributes of both columns.  If rows are seen in part, the latter are copies, summed over
 * the rows in which both columns were seen.
 *
 * Constant attributes have no coordinate, except that either all categories of a column have
 * one or none has.  Looks that were never seen twice and interactions that are not used have
 * no coordinates.  If no look has one, there is a single coordinate that is always 0.
 *
 * The weights of attributes are w = T omega, omega the weights of coordinates.
 */
#ifndef AER_COORDINATES_H
#define AER_COORDINATES_H

#include "kernel/columns.h"
#include "kernel/moments/held_out_loss.h"
#include "kernel/prices.h"

/* The parts of the columns that a fit uses. */
typedef struct ColumnShape
{
	bool		curves;			/* use the hinges of numbers */
	bool		pair[MOST_PAIRS];	/* use each interaction; looks.n - looks.bought of them */
} ColumnShape;

typedef struct Coordinates
{
	Columns		columns;
	Looks		looks;			/* the same looks, over coordinates; a look may have none */
	uint32	   *first;			/* [looks.n + 1] the memory of looks.first */
	uint32	   *at;				/* [looks.n] start of T of each look in block[] */
	uint32	   *first_term;		/* [looks.n + 1] first term of each look */
	uint32	   *term;			/* [terms] attribute of each term */
	uint32	   *reported;		/* [terms] attribute that gets its weight: the original, if it is a copy */
	ColumnShape shape;
	const double *shift;		/* [attributes] subtracted from values in the sums; NULL: 0 */
	double	   *centre;			/* [terms] a, after the shift */
	double	   *block;			/* T_rk at r * u + k of a look with u coordinates; for categories a
								 * single number, which multiplies the unit matrix */
} Coordinates;

/* Allocates coordinates of these columns, for coordinates_find() or coordinates_load(). */
extern void coordinates_init(Work *work, Coordinates *coordinates, const Columns *columns);

/*
 * Finds T and a from the sums of all folds, for the parts of the columns that the shape uses.
 * Raises KERNEL_SINGULAR if a sum is not finite.
 */
extern void coordinates_find(Work *work, Coordinates *coordinates, const Moments *moments,
							 const ColumnShape *shape);

/*
 * Lists the attributes of a model of this shape in ascending order, without copies and unused
 * interactions.  Returns their number.
 */
extern uint32 columns_used(const Columns *columns, const ColumnShape *shape, uint32 *attribute);

/* Returns true if any column has knots. */
extern bool columns_have_knots(const Columns *columns);

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

/* A row of T: the factors of one term for the coordinates from .. from + count - 1. */
typedef struct TransformRow
{
	uint32		from;
	uint32		count;
	const double *t;			/* [count] */
} TransformRow;

/* Returns the row of T of a term; term counts the terms of all looks, from first_term[look] on. */
extern TransformRow coordinates_transform(const Coordinates *coordinates, uint32 look, uint32 term);

/*
 * Finds the coordinates u[] of a row x[attributes], which is in the user's units.
 *
 * known: [looks.bought] the known looks; x is not read and u is not set for the others.
 * known_u: [coordinates] set to true for the known ones; those of an interaction are known if
 * both its columns are.
 */
extern void coordinates_row(const Coordinates *coordinates, const bool *known, const double *x,
							double *u, bool *known_u);

/*
 * Turns weights of coordinates into weights of attributes, w = T omega, in the user's units.
 * The weight of a copy is added to that of its original.  Returns the number to be added to
 * the intercept.
 */
extern double coordinates_weights(const Coordinates *coordinates, const double *omega,
								  double *weight);

/*
 * Coordinates are stored as a flat block of numbers: a of all terms in the user's units, the
 * number of coordinates of each look, and T look by look.  Unused interactions are left out.
 * The block is the same with copies and without.
 *
 * coordinates_numbers() returns its length.  coordinates_load() reads the block of the known
 * columns at the beginning of count numbers; it returns the length, or 0 if there is no valid
 * block.
 */
extern size_t coordinates_numbers(const Coordinates *coordinates);
extern void coordinates_store(const Coordinates *coordinates, double *numbers);
extern size_t coordinates_load(Coordinates *coordinates, const double *numbers, size_t count);

/*
 * Moments in coordinates, with the classes and looks that belong to them.  Fits, paths, partial
 * models, choices of looks and learning curves take these in place of moments of attributes:
 *
 *		in = in_coordinates_create(work, moments, columns, prices, shape);
 *		... fit_moments(work, &in->moments, ...), partial_fit(), choose_looks() with
 *			own_units false, classes &in->classes, looks &in->coordinates.looks ...
 *		coordinates_weights(&in->coordinates, omega, weight);
 */
typedef struct InCoordinates
{
	Coordinates coordinates;
	Moments		moments;		/* without a shift; with the sums of all targets */
	PairClasses classes;		/* of coordinates, by the design */
} InCoordinates;

/*
 * Transforms moments of attributes.  Products become a table of 16 d^2 bytes a fold, from any
 * form; those of complete moments become a matrix of 8 d^2 bytes.
 *
 * prices: prices of looks in the design that the moments were collected with.
 * Raises KERNEL_SINGULAR if a sum is not finite.
 */
extern InCoordinates *in_coordinates_create(Work *work, const Moments *moments,
											const Columns *columns, const Prices *prices,
											const ColumnShape *shape);

#endif							/* AER_COORDINATES_H */
