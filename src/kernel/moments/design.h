/*
 * design.h
 *		Sampling designs: which K of the d attributes of a row are read.
 *
 * A plan is K distinct attributes, drawn one after another without replacement with
 * probabilities q.  It is made before anything of the row is known.  q is uniform, or
 * proportional to the spread (standard deviation) of each attribute, because an attribute
 * that hardly varies teaches little.  A small uniform part keeps every attribute in play.
 *
 * q is rounded once, to integers that sum to less than 2^32, and drawing is integer
 * arithmetic only.  So a plan is the same on every machine.  No draw is rejected: K draws
 * cost O(K log K) plus K^2 / 2 moves of one integer, or O(d + K log d) if that is less.
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
	uint32		folds;			/* number of folds, at least 1 */
	uint64		seed;
	bool		uniform;		/* q is uniform; start[] and guide[] are not used */
	uint32	   *start;			/* [d + 1] running sums of the rounded q */
	uint32	   *guide;			/* index into start[] by the high bits of a point */
	uint32		shift;			/* low bits of a point that the guide ignores */
	uint32	   *scratch;		/* [d + 1] for making a plan */
	Work	   *work;			/* polled while plans are made */
} Design;

/* Makes a uniform design; a budget of 0 or above d means all attributes. */
extern void design_init(Work *work, Design *design, uint32 d, uint32 budget, uint32 folds,
						uint64 seed);

/*
 * Makes q proportional to spread[d] (>= 0 and finite), mixed 0.98 : 0.02 with the uniform
 * distribution.  If no spread is positive, the design becomes uniform.
 */
extern void design_set_spread(Design *design, const double *spread);

/* Returns true if the design reads all attributes. */
extern bool design_reads_all(const Design *design);

/* Draws the plan of the next row into plan[budget], ascending. */
extern void design_plan(const Design *design, Rng *rng, uint32 *plan);

/*
 * Draws the plan of the row with this key: a pure function of design and key, by a
 * generator of its own, rng_seed_key(&rng, design->seed, key).
 */
extern void design_plan_key(const Design *design, uint64 key, uint32 *plan);

/* Returns the fold of the row with this key. */
extern uint32 design_fold_key(const Design *design, uint64 key);

#endif							/* AER_DESIGN_H */
