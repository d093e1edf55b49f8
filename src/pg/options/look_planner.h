/*
 * look_planner.h
 *		Plans the looks that a design takes at each record: a fixed number, or those
 *		that a sum of money buys, the same at each record or more at some.
 *
 * Looks are drawn in the order of the design's "include" if it has one, else in
 * bytewise order of their names; elements of arrays in order of their numbers.  So
 * plans do not change if a column moves.
 */
#ifndef AER_LOOK_PLANNER_H
#define AER_LOOK_PLANNER_H

#include "pg/aer.h"

#include "kernel/looks.h"
#include "kernel/priced_draw.h"
#include "pg/options/design_options.h"

typedef struct LookPlanner
{
	Design	   *design;			/* draws a number of looks; has the folds */
	const Prices *prices;		/* prices in the order of draws, or NULL */
	PricedDraw *priced;			/* draws looks for money, or NULL */
	int64		budget;			/* money for a record */
	UnevenBudget *uneven;		/* NULL: every record has the same budget */
	int64		look_price;		/* price of each look, 1 without prices; 0: prices
								 * differ */
	bool		all;			/* every look is taken at every record */
	uint32		expected;		/* looks at a record, about */
	uint32		most;			/* looks at a record, at most */
	uint32	   *order;			/* [looks] looks in the order of draws; NULL: 0, 1, 2, ... */
	uint64	   *mark;			/* scratch, with order: bits of looks */
	double	   *spread;			/* scratch, with order: [looks] */
	uint32	   *look;			/* [most] the plan, ascending */
	uint32		n;				/* looks in the plan */
} LookPlanner;

/* Makes the planner of a design for columns in the current memory context. */
extern LookPlanner *look_planner_create(const DesignOptions *options, const Columns *columns);

/* Returns the price of each look, 1 each if the design has none, in the current memory context. */
extern Prices look_planner_prices(const LookPlanner *planner);

/* Makes all later draws proportional to standard deviations.  spread: [looks], ordered by look. */
extern void look_planner_spread(LookPlanner *planner, const double *spread);

/* Plan the next record, or the record of a key, in planner->look and planner->n. */
extern void look_planner_next(LookPlanner *planner, Rng *rng);
extern void look_planner_key(LookPlanner *planner, uint64 key);

/* Returns true if a design looks at the record of a key deeply. */
extern bool design_is_deep(const DesignOptions *options, uint64 key);

#endif							/* AER_LOOK_PLANNER_H */
