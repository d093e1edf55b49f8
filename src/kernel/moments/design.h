/*
 * design.h
 *		Sampling designs: which K of d attributes of a row are looked at.
 *
 * A plan is K distinct attributes got by successive draws without replacement
 * from q.  It is decided before anything of the row is known.  q is uniform or
 * proportional to the spread of each attribute (its standard deviation: of an
 * attribute that hardly varies little can be learned), mixed with a little of
 * the uniform so that nothing is left out for ever.
 *
 * q is quantised once, to integers that sum to less than 2^32, and drawing is
 * integer arithmetic only, so a plan is the same on every machine.  Each draw
 * ranges over exactly what is left, whatever the shape of q: no rejection, and
 * K draws cost O(K log K) plus K^2 / 2 moves of one integer, or O(d + K log d)
 * where that is less.
 *
 * After the first release nothing here may change a plan (known-answer tests:
 * test/kernel/test_design.c).
 */
#ifndef AER_DESIGN_H
#define AER_DESIGN_H

#include "kernel/kernel.h"
#include "kernel/rng.h"

typedef struct Design
{
	uint32		d;				/* attributes of a row */
	uint32		budget;			/* K: looks at each row, 1 .. d */
	uint32		folds;			/* rows are dealt into so many folds, from 1 */
	uint64		seed;
	bool		uniform;		/* start[] and guide[] are not used */
	uint32	   *start;			/* [d + 1] running sums of the quantised q */
	uint32	   *guide;			/* where to look in start[] for a point >> shift */
	uint32		shift;
	uint32	   *scratch;		/* [d + 1] of a plan */
	Work	   *work;			/* polled by plans */
} Design;

/* A uniform design; a budget of 0 or above d means all attributes. */
extern void design_init(Work *work, Design *design, uint32 d, uint32 budget, uint32 folds,
						uint64 seed);

/*
 * Make q proportional to spread[] (>= 0 and finite), mixed 0.98 : 0.02 with
 * the uniform.  If none is positive the design becomes uniform.
 */
extern void design_set_spread(Design *design, const double *spread);

/* Is everything read? */
extern bool design_reads_all(const Design *design);

/*
 * Write the plan of the next row, ascending, to plan[budget].  The key's plan comes
 * from a generator of its own:
 *		rng_seed_key(&rng, design->seed, key)
 */
extern void design_plan(const Design *design, Rng *rng, uint32 *plan);

/* The same for the row of that key: a pure function of (design, key). */
extern void design_plan_key(const Design *design, uint64 key, uint32 *plan);

/* The fold of the row of that key. */
extern uint32 design_fold_key(const Design *design, uint64 key);

#endif							/* AER_DESIGN_H */
