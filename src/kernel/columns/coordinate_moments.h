/*
 * coordinate_moments.h
 *		Moments of attributes, as moments of coordinates.
 *
 * Whatever takes moments and common units - fits, their paths, partial models,
 * choices, curves of growth - takes these instead of those of attributes, with
 * the looks and classes that stand beside them:
 *
 *		in_coordinates_init(&in, memory, moments, columns, prices);
 *		status = in_coordinates_find(work, &in, moments, bends);
 *		... fit_moments(&in.moments, ...), partial_fit(), choose_looks() with
 *			own_units false, classes &in.classes, looks &in.coordinates.looks, and of
 *			the lasso &in.lasso ...
 *		coordinates_weights(&in.coordinates, omega, weight);
 *
 * Sums change by blocks, as all pairs of two looks were seen in the same rows: per
 * fold b by T', C by T' C T.  Sums of pairs are a table, whatever form they had:
 * 16 d^2 bytes a fold (8 d^2 of complete moments).
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
	Moments		moments;		/* of coordinates; their shift is 0 */
	PairClasses classes;		/* of coordinates, by the design */
	LassoLooks	lasso;			/* their looks */
	const Prices *prices;
	uint32	   *class_of;		/* [attributes] */
	uint32	   *class_scratch;
	void	   *sums;			/* of the moments */
	void	   *scratch;
} InCoordinates;

/* prices: by look, of the design that the moments were collected with. */
extern size_t in_coordinates_size(const Moments *moments, const Columns *columns,
								  const Prices *prices);
extern void in_coordinates_init(InCoordinates *in, void *memory, const Moments *moments,
								const Columns *columns, const Prices *prices);

/* Can be asked for again, with the other bends. */
extern Status in_coordinates_find(Work *work, InCoordinates *in, const Moments *moments, bool bends);

#endif							/* AER_COORDINATE_MOMENTS_H */
