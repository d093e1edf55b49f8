/*
 * column_shape.h
 *		Which bends and pairs a fit of columns uses: those that the folds judge better.
 *
 * Numbers with hinges are lines, or have bends, whichever is forecast to be better: both
 * are fitted from the same sums, without pairs, and bends stay where the folds forecast a
 * squared error that is smaller by more than e / (2 sqrt(rows)), e that of lines.  Then
 * come pairs: the first 3, the first 10 and all of the list, in this order; each takes the
 * place of the best so far where its forecast is smaller by e / sqrt(rows), e that of the
 * best so far.
 *
 * Where rows are seen in part only such pairs are of use as were seen with every other
 * column, and with both columns of every pair before them, often enough; and no more than
 * ten.
 *
 * Where the folds cannot say (fewer than two rows a fold, a radius), where they say the
 * same, and where nothing bends: lines; and no pairs, nor of fewer than 50 rows.
 */
#ifndef AER_COLUMN_SHAPE_H
#define AER_COLUMN_SHAPE_H

#include "kernel/columns/coordinates.h"
#include "kernel/moments/fit.h"

/* None of the pairs. */
extern const bool no_pairs[MOST_PAIRS];

typedef struct ShapeChoice
{
	ColumnShape shape;
	Bends		bends;			/* never or always; BENDS_BY_FOLDS: nothing can bend */
	double		pairs;			/* how many it uses; NaN: there are none in the list */
	double		forecast_lines; /* of the squared errors without pairs; NaN: not tried, or not */
	double		forecast_bends; /* judged */
	double		forecast_pairs; /* with those that it uses; if it uses none, the least with any */
} ShapeChoice;

/* A choice of nothing yet. */
extern const ShapeChoice no_choice;

/* What the folds forecast of a shape. */
typedef struct ShapeForecast
{
	double		told;
	double		compared;		/* alike for shapes of more looks and of fewer (fold_judge.h) */
} ShapeForecast;

/* Fit with that shape, into one of two places. */
typedef ShapeForecast (*ShapeFit) (void *context, const ColumnShape *shape, int place);

/*
 * Try shapes and choose; returns the place where the fit with the chosen one is.  judged:
 * can the folds say which is better?
 */
extern int	column_shape_choose(Work *work, const Moments *moments, const FitOptions *options,
								bool judged, ShapeFit fit, void *context, ShapeChoice *choice);

/* Is there anything to choose? */
extern bool column_shapes_differ(const Columns *columns);

/* A shape without pairs: with bends, or without. */
extern ColumnShape column_shape_plain(bool bends);

#endif							/* AER_COLUMN_SHAPE_H */
