/*
 * units.h
 *		A learner's own units: where each attribute lies and how far it spreads,
 *		seen in the first rows and fixed from then on.
 *
 * In these rows, the warm-up, nothing is learned.  Each is looked at at a
 * uniform subset of its attributes, as many as the budget allows, so that each
 * attribute is seen UNITS_LOOKS times or more on the average.  From then on a
 * look is (x - location) / deviation, held to +-UNITS_REACH: one value far out
 * must not undo what a thousand others have taught.  An attribute that did not
 * vary counts as 0 for ever.
 *
 * Predictions hold nothing.  So what the weights are worth (stream_shrinkage.h) is judged
 * by looks as they are, but for the few that would drown all others, which are
 * held to +-UNITS_FAR: a column that grows with the rows must tell on the weight
 * that it has got while it was held.
 */
#ifndef AER_UNITS_H
#define AER_UNITS_H

#include "kernel/plan.h"
#include "kernel/rng.h"

/* The warm-up has so many rows, or more if so many looks need them. */
#define UNITS_ROWS 200
#define UNITS_LOOKS 20

/* How far from its location a look can be, in deviations: learned from, judged by. */
#define UNITS_REACH 4.0
#define UNITS_FAR 40.0

typedef struct Units
{
	uint64		rows;			/* of the warm-up; 0: units are the user's */
	double	   *count;			/* [d] looks in the warm-up */
	double	   *location;		/* [d] their mean */
	double	   *deviation;		/* [d] in the warm-up, their squares about it */
} Units;

/* The rows that are enough. */
extern uint64 units_rows(uint32 budget, uint32 d);

/* What the warm-up looks at in the coming row; budget 0: everything. */
extern void units_plan(ReadPlan *plan, uint32 d, uint32 budget, Rng *rng);

extern void units_see(Units *units, uint32 i, double x);

/* The warm-up is over. */
extern void units_fix(Units *units, uint32 d);

/* The deviation of n numbers; 0 if it is no more than their rounding. */
extern double units_deviation(double n, double mean, double squares);

/* A look, in these units. */
static inline double
units_look(const Units *units, uint32 i, double x)
{
	double		deviation = units->deviation[i];

	return deviation > 0 ? (x - units->location[i]) / deviation : 0;
}

static inline double
units_hold(double look, double reach)
{
	return Max(Min(look, reach), -reach);
}

#endif							/* AER_UNITS_H */
