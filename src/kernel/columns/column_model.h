/*
 * column_model.h
 *		A model that predicts from whatever columns are known, in coordinates.
 *
 * As a flat block of numbers it is the coordinates, then for each output a partial
 * model of them (partial_model.h). Whatever takes a predictor, a search or an answer
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
#include "kernel/spending/partial_model.h"

typedef struct ColumnPredictor
{
	Coordinates coordinates;
	uint32		outputs;
	PartialModel *model;		/* [outputs] of coordinates; their words are borrowed */
	Predictor  *predictor;		/* [outputs] */
	bool	   *known;			/* [coordinates] of the row at hand */
	double	   *u;				/* [coordinates] */
	double	   *omega;			/* [coordinates] scratch */
} ColumnPredictor;

/* False if the words are no model of these columns with so many outputs. */
extern bool column_predictor_init(Work *work, ColumnPredictor *predictor, const Columns *columns,
								  uint32 outputs, const double *words, size_t count);

/* Take the row x[attributes], in the user's units, of which some looks are known. */
extern void column_predictor_set(ColumnPredictor *predictor, const bool *known, const double *x);

/* Weights of all outputs for the set at hand. */
extern Status column_predictor_solve(ColumnPredictor *predictor);

/*
 * The set at hand, solved, as a linear model: weight[outputs * attributes], 0 of other
 * looks, and intercept[outputs]; the link is that of the last output.  KERNEL_SINGULAR if
 * a number overflows.
 */
extern Status column_predictor_restrict(ColumnPredictor *predictor, double *weight,
										double *intercept, Link *link);

#endif							/* AER_COLUMN_MODEL_H */
