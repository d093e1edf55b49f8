/*
 * column_shape.h
 *		The choice of curves and interactions by cross-validation.
 *
 * Numbers with knots are fitted as straight lines and as curves, from the same sums and without
 * interactions.  Curves are used if their forecast of the squared error is smaller than e, the
 * forecast of lines, by more than e / (2 sqrt(rows)).
 *
 * Then interactions are tried: the first 3 of the list, the first 10, and all of them.  Each of
 * these sets replaces the best fit so far if its forecast is smaller by more than
 * e / sqrt(rows), where e is now the forecast of that best fit.  If rows are seen in part,
 * at most ten interactions are used, and only those that were seen often enough together with
 * every other column and with both columns of every interaction used before.
 *
 * The fit uses lines and no interactions if the folds cannot decide (fewer than two rows in a
 * fold, or a radius) or find both equally good.  With fewer than 50 rows there are no
 * interactions.
 */
#ifndef AER_COLUMN_SHAPE_H
#define AER_COLUMN_SHAPE_H

#include "kernel/columns/coordinates.h"
#include "kernel/moments/fit.h"

/* The empty set of interactions. */
extern const bool no_pairs[MOST_PAIRS];

typedef struct ShapeChoice
{
	ColumnShape shape;
	Bends		curves;			/* never or always; BENDS_BY_FOLDS: no column has knots */
	double		pairs;			/* interactions used; NaN: none were listed */
	double		forecast_lines; /* forecast squared error with lines and without interactions; */
	double		forecast_curves;	/* with curves; NaN: not tried, or no forecast */
	double		forecast_pairs; /* with the interactions used; if none are, the smallest with any */
} ShapeChoice;

/* A choice before anything was tried. */
extern const ShapeChoice no_choice;

/* Forecast squared errors of a shape. */
typedef struct ShapeForecast
{
	double		reported;
	double		compared;		/* comparable between shapes with different looks (fold_judge.h) */
} ShapeForecast;

/* Fits with the shape and keeps the fit in one of two slots, 0 or 1. */
typedef ShapeForecast (*ShapeFit) (void *context, const ColumnShape *shape, int slot);

/*
 * Tries shapes and chooses one.  Returns the slot that holds the fit with the chosen shape.
 * judged: true if the folds can compare shapes.
 */
extern int	column_shape_choose(Work *work, const Moments *moments, const FitOptions *options,
								bool judged, ShapeFit fit, void *context, ShapeChoice *choice);

/* Returns true if the columns allow more than one shape. */
extern bool column_shapes_differ(const Columns *columns);

/* Returns a shape without interactions, with curves or with lines. */
extern ColumnShape column_shape_plain(bool curves);

#endif							/* AER_COLUMN_SHAPE_H */
