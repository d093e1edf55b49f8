/*
 * observed_subset.h
 *		A model that predicts from any known attributes, restricted to the known attributes of a
 *		row: a plain linear model.
 *
 * A row without missing values gets the model's own weights.  Rows often have the same known
 * looks, so the weights of the last incomplete row are kept.
 */
#ifndef AER_OBSERVED_SUBSET_H
#define AER_OBSERVED_SUBSET_H

#include "pg/values/model.h"
#include "kernel/columns/column_model.h"

typedef struct PlainModel
{
	const Output *output;		/* [outputs] */
	Link		link;
	ClassModel	classes;		/* combines several outputs */
	uint32		looks;			/* columns that it reads */
} PlainModel;

typedef struct ObservedSubset
{
	ColumnPredictor *columns;
	Looks		looks;			/* looks of the model's attributes */
	bool	   *useful;			/* [looks] looks that can change a prediction */
	uint32	   *attribute;		/* [n] attributes of useful looks, ascending */
	uint32		n;
	bool	   *known;			/* [looks] known looks of the selected row, if they are useful */
	double	   *value;			/* [d] values set last; weights do not depend on them */
	Output	   *output;			/* [outputs] weights for solved_known, 0 for other looks */
	PlainModel	all;			/* for rows without missing values */
	PlainModel	solved;			/* for rows that have just solved_known */
	bool	   *solved_known;	/* [looks] */
	Work	   *work;			/* lives as long as this */
	Work	   *solved_work;	/* owns solved.classes */
	bool		has_solved;
	bool		complete;		/* the selected row has no missing values */
	const PlainModel *plain;	/* all or solved: the one for the selected row */
} ObservedSubset;

/* Raises the error of a function that needs a model that predicts from any known attributes. */
pg_noreturn extern void refuse_plain_model(void);

/* Creates a subset, with all known, in the current memory context.  parts must live as long. */
extern ObservedSubset *observed_subset_create(const ModelParts *parts);

/*
 * Selects the known attributes of a row and solves the model for them.
 * null: [n] missing attributes; NULL: none is missing.
 */
extern void observed_subset_select(ObservedSubset *subset, const bool *null);

/*
 * Returns the looks in the order in which the model would ask for them, if nothing is known and all cost
 * the same, and then NO_LOOK: [bought looks].
 */
extern uint32 *observed_subset_order(ObservedSubset *subset);

/* Sets the values [n] of the selected row, and solves the predictor for it. */
extern void observed_subset_set_values(ObservedSubset *subset, const double *value);

#endif							/* AER_OBSERVED_SUBSET_H */
