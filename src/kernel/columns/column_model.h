/*
 * column_model.h
 *		Predictions from the known columns of a row, in coordinates.
 *
 * Such a model is stored as a block of numbers: its coordinates, then the arrays that the partial
 * models share, if they do, and those of each output (partial_model.h).  The head of each partial
 * model is stored apart.
 * Functions that take a predictor or a search work in coordinates here, with known[], u[] and
 * the looks of the coordinates:
 *
 *		column_predictor_set(&columns, known, x);
 *		predictor_predict(&columns.predictor[k], columns.known, columns.u, &result);
 *		search_init(work, &search, columns.outputs, coordinates_count(&columns.coordinates),
 *					&columns.coordinates.looks, prices);
 *		ask(columns.predictor, &search, &options, columns.known, columns.u, &answer);
 */
#ifndef AER_COLUMN_MODEL_H
#define AER_COLUMN_MODEL_H

#include "kernel/columns/coordinates.h"
#include "kernel/moments/fit.h"
#include "kernel/spending/partial_model.h"

typedef struct ColumnPredictor
{
	Coordinates coordinates;
	uint32		outputs;
	PartialModel *model;		/* [outputs] views of the caller's numbers */
	Predictor  *predictor;		/* [outputs] */
	bool	   *known;			/* [coordinates] known coordinates of the current row */
	double	   *u;				/* [coordinates] their values */
	double	   *omega;			/* [coordinates] scratch */
} ColumnPredictor;

/*
 * Makes a predictor from the heads and numbers of a model, which must outlive it.  Returns
 * false if they are not a model of these columns.
 *
 * in_coordinates: the numbers begin with the coordinates; otherwise each attribute is its own
 * coordinate.  The field d of the heads is ignored.
 */
extern bool column_predictor_init(Work *work, ColumnPredictor *predictor, const Columns *columns,
								  bool in_coordinates, uint32 outputs, const PartialHead *head,
								  const double *numbers, size_t count);

/* Sets the current row.  known: [looks]; x: [attributes] in the user's units. */
extern void column_predictor_set(ColumnPredictor *predictor, const bool *known, const double *x);

/* Finds the weights of all outputs for the known coordinates of the current row. */
extern Status column_predictor_solve(ColumnPredictor *predictor);

/*
 * Finds covariances of the solved predictions, over the rows of the training:
 *
 * cross: [outputs * outputs] prediction k with target c at k * outputs + c.
 * square: [outputs * outputs] predictions with each other.
 * expected: [outputs] each prediction with its own target on new rows.
 *
 * Returns the share of the variance that they explain in what all coordinates explain, 0 .. 1.
 */
extern double column_predictor_scores(const ColumnPredictor *predictor, double *cross,
									  double *square, double *expected);

/*
 * Writes the solved models of the known coordinates as linear models: weights, intercept and
 * link of each output.  The caller provides the memory of the weights, which are 0 for
 * attributes of other looks.  Returns KERNEL_SINGULAR if a number overflows.
 */
extern Status column_predictor_restrict(ColumnPredictor *predictor, Output *output);

#endif							/* AER_COLUMN_MODEL_H */
