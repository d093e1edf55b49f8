/*
 * coordinate_moments.h
 *		Moments of attributes, as moments of coordinates.
 *
 * Whatever takes moments and common units - fits, their paths, partial models,
 * choices, curves of growth - takes these instead of those of attributes, with
 * the looks and classes that stand beside them:
 *
 *		in = in_coordinates_create(work, moments, columns, prices, shape);
 *		... fit_moments(work, &in->moments, ...), partial_fit(), choose_looks() with
 *			own_units false, classes &in->classes, looks &in->coordinates.looks ...
 *		coordinates_weights(&in->coordinates, omega, weight);
 *
 * Sums change by blocks, as all pairs of two looks were seen in the same rows: per
 * fold b by T', C by T' C T.  Sums of pairs are a table, whatever form they had:
 * 16 d^2 bytes a fold (8 d^2 of complete moments, and as much once of attributes).
 */
#ifndef AER_COORDINATE_MOMENTS_H
#define AER_COORDINATE_MOMENTS_H

#include "kernel/columns/coordinates.h"
#include "kernel/l1.h"
#include "kernel/moments/held_out_loss.h"
#include "kernel/prices.h"

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

#endif							/* AER_COORDINATE_MOMENTS_H */
