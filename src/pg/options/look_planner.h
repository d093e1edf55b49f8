/*
 * look_planner.h
 *		Which looks a design asks for at each record: so many of them, or what a
 *		budget of money buys, the same at each record or more at some.
 *
 * Looks are drawn in an order of their own: that of the design's "include"
 * where it has one, else that of the bytes of their names; elements of arrays
 * by number.  So a column that moves changes no plan.
 */
#ifndef AER_LOOK_PLANNER_H
#define AER_LOOK_PLANNER_H

#include "pg/aer.h"

#include "kernel/looks.h"
#include "kernel/priced_draw.h"
#include "pg/options/design_options.h"

typedef struct LookPlanner
{
	Design	   *design;			/* draws of so many looks; folds */
	const Prices *prices;		/* in the order of draws, or NULL */
	PricedDraw *priced;			/* draws of money, or NULL */
	int64		budget;			/* money for these draws */
	UnevenBudget *uneven;		/* NULL: every record is alike */
	int64		look_price;		/* of every look: 1 without prices; 0: they differ */
	bool		all;			/* every look is asked for at every record */
	uint32		expected;		/* about how many looks at a record */
	uint32		most;			/* at most so many */
	uint32	   *order;			/* [looks] the looks in the order of draws; NULL: their own */
	uint64	   *mark;			/* scratch, with order: bits of looks */
	double	   *spread;			/* scratch, with order: [looks] */
	uint32	   *look;			/* the plan, ascending: [most] */
	uint32		n;
} LookPlanner;

/* Makes the planner of a design for columns in the current memory context. */
extern LookPlanner *look_planner_create(const DesignOptions *options, const Columns *columns);

/* The prices by look, 1 each where the design has none, in the current memory context. */
extern Prices look_planner_prices(const LookPlanner *planner);

/* Draw by these deviations, of each look in its own order, from now on. */
extern void look_planner_spread(LookPlanner *planner, const double *spread);

/* Plan the next record, or that of a key: planner->look and planner->n. */
extern void look_planner_next(LookPlanner *planner, Rng *rng);
extern void look_planner_key(LookPlanner *planner, uint64 key);

/* Is the record of that key one that a design looks at deeply? */
extern bool design_is_deep(const DesignOptions *options, uint64 key);

#endif							/* AER_LOOK_PLANNER_H */
