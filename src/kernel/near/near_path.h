/*
 * near_path.h
 *		The order of the next looks at a record by the rows that are near it, and whether it serves
 *		better than the model's own order.
 */
#ifndef AER_NEAR_PATH_H
#define AER_NEAR_PATH_H

#include "kernel/near/near.h"
#include "kernel/spending/search.h"

/* Limits of the purchases for a record. */
typedef struct NearLimits
{
	const uint8 *look_state;	/* [columns] of LookState */
	const Prices *prices;		/* of the columns */
	int64		budget;			/* or NO_BUDGET */
	bool		ahead;			/* the first look is chosen with the look after it, if both can be paid;
								 * a panel whose fee is not paid is weighed one step ahead */
} NearLimits;

/* The looks of a path. */
typedef struct NearPath
{
	uint32		steps;
	SearchStep *step;			/* [columns]; gain is that of NearGain, for this look alone; explained is the
								 * fall of the squared error up to this step */
	bool		unfinished;		/* an open look is too dear */
} NearPath;

/*
 * Finds a path for the record that near_weigh() has seen: bundle by bundle the largest gain for its
 * price.  Gains are those of each column alone, so only the first bundle stands once its values are
 * known.  A panel whose fee is not paid is one bundle, of the columns that are worth their price there.
 */
extern NearPath near_path(Near *near, const double *model, const NearLimits *limits);

/* Kept rows that are asked about as if they were new. */
typedef struct NearTrials
{
	uint32		n;				/* the first rows */
	uint32		looks;			/* of each trial, or as many as there are columns */
	const double *group;		/* [rows->n] rows of the same group are left out */

	/* writes what the model predicts for a trial from the known columns, as near.h takes it */
	void		(*predict) (void *context, uint32 trial, const bool *known, double *prediction);

	/* returns the model's own order of the columns for a trial: [columns], or fewer and then NO_LOOK */
	const uint32 *(*order) (void *context, uint32 trial);
	void	   *context;
} NearTrials;

/*
 * Sets rows->loss and rows->loss_of_model to the mean loss of the trials after each of their looks: the
 * log loss, or the squared error of a number.  Sets rows->use to which of them is lower.
 */
extern void near_compare(Work *work, NearRows *rows, const NearTrials *trials);

#endif							/* AER_NEAR_PATH_H */
