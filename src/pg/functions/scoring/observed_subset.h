/*
 * observed_subset.h
 *		A model that predicts from whatever is known, as the plain linear one of what a
 *		row has.
 *
 * Where all is known that is the model itself.  Rows often have the same looks, so the
 * weights of the last set are kept.
 */
#ifndef AER_OBSERVED_SUBSET_H
#define AER_OBSERVED_SUBSET_H

#include "pg/values/model.h"

typedef struct PlainModel
{
	const Output *output;		/* [outputs] */
	Link		link;
	uint32		looks;			/* the looks that it takes, pairs left aside */
} PlainModel;

typedef struct ObservedSubset
{
	ColumnPredictor *columns;
	Looks		looks;			/* of attributes */
	bool	   *of_use;			/* [looks] does one tell anything? */
	uint32	   *attribute;		/* [n] those of looks of any use, ascending */
	uint32		n;
	bool	   *known;			/* [looks] the set at hand, of these */
	double	   *filled;			/* [d] values of a row, where they were taken */
	Output	   *output;			/* [outputs] of the set solved last; weights 0 elsewhere */
	PlainModel	all;
	PlainModel	solved;			/* of some that are not all */
	bool	   *solved_known;	/* [looks] */
	bool		any_solved;
	bool		complete;		/* is all known? */
	const PlainModel *plain;	/* of the set at hand */
} ObservedSubset;

/* The error of a function that needs a model that predicts from whatever is known. */
pg_noreturn extern void refuse_plain_model(void);

/* Create one in the current memory context; parts must live as long. */
extern ObservedSubset *observed_subset_create(const ModelParts *parts);

/* Take the set of a row, of whose n attributes these are NULL; or that of a row that has all. */
extern void observed_subset_take(ObservedSubset *set, const bool *null);
extern void observed_subset_take_all(ObservedSubset *set);

/* Take the values of its n attributes, and have the predictor solved for the set. */
extern void observed_subset_fill(ObservedSubset *set, const double *value);

#endif							/* AER_OBSERVED_SUBSET_H */
