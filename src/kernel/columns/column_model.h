/*
 * column_model.h
 *		A model that predicts from whatever columns are known, in coordinates.
 *
 * It is a block of numbers, the coordinates and then for each output the arrays of a partial
 * model of them (partial_model.h), and the heads of these. Whatever takes a predictor, a search or an answer
 * takes those of coordinates, with known[], u[] and the looks of coordinates:
 *
 *		column_predictor_set(&columns, known, x);
 *		predictor_predict(&columns.predictor[k], columns.known, columns.u, &result);
 *		search_init(work, &search, coordinates_count(&columns.coordinates),
 *					&columns.coordinates.looks, prices);
 *		ask(&columns.predictor[k], &search, &options, columns.known, columns.u, ...);
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
	PartialModel *model;		/* [outputs] of coordinates; their numbers are borrowed */
	Predictor  *predictor;		/* [outputs] */
	bool	   *known;			/* [coordinates] of the row at hand */
	double	   *u;				/* [coordinates] */
	double	   *omega;			/* [coordinates] scratch */
} ColumnPredictor;

/*
 * False if these heads and numbers are no model of the columns.  in_coordinates: the numbers begin with
 * these; else attributes are taken as they are.  The heads' d does not matter.
 */
extern bool column_predictor_init(Work *work, ColumnPredictor *predictor, const Columns *columns,
								  bool in_coordinates, uint32 outputs, const PartialHead *head,
								  const double *numbers, size_t count);

/* Take the row x[attributes], in the user's units, of which some looks are known. */
extern void column_predictor_set(ColumnPredictor *predictor, const bool *known, const double *x);

/* Weights of all outputs for the set at hand. */
extern Status column_predictor_solve(ColumnPredictor *predictor);

/*
 * The set at hand, solved, as linear models: the weights (whose memory is the caller's; 0 of other
 * looks), intercept and link of each output.  KERNEL_SINGULAR if a number overflows.
 */
extern Status column_predictor_restrict(ColumnPredictor *predictor, Output *output);

#endif							/* AER_COLUMN_MODEL_H */
