/*
 * observed_subset.h
 *		A partial model as the plain linear one of what a row has.
 *
 * Rows often have the same attributes, so the weights of the last set are kept.
 */
#ifndef AER_OBSERVED_SUBSET_H
#define AER_OBSERVED_SUBSET_H

#include "pg/values/model.h"

typedef struct ObservedSubset
{
	PartialModel model;
	Predictor	predictor;
	Looks		looks;
	uint32	   *attribute;		/* [n] those of any use, ascending */
	uint32		n;
	bool	   *known;			/* [d] the set at hand */
	uint32	   *present;		/* [n] scratch */
	double	   *filled;			/* [d] values of a row, where they were taken */
	bool		solved;

	/* of the set at hand */
	double	   *weight;			/* [d] 0 elsewhere */
	double		intercept;
	Link		link;
	uint32		found;			/* looks that it takes */
} ObservedSubset;

/* The error of a function that needs a partial model. */
pg_noreturn extern void refuse_plain_model(void);

/* In the current memory context, of parts that live as long. */
extern ObservedSubset *observed_subset_create(const ModelParts *parts);

/* Take the set of a row of whose n attributes these are NULL. */
extern void observed_subset_take(ObservedSubset *set, const bool *null);

/* Take the values of its n attributes. */
extern void observed_subset_fill(ObservedSubset *set, const double *value);

#endif							/* AER_KNOWN_SET_H */
