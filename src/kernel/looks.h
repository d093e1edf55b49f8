/*
 * looks.h
 *		Attributes that are read together.
 *
 * A look is what is asked for, and paid for, at once: a column, which is one
 * attribute if it is a plain number, and several if it is one of words, or of
 * numbers that bend.  The attributes of a look are consecutive.  Designs, plans and counts of
 * what was read go by looks, sums and weights by attributes.
 */
#ifndef AER_LOOKS_H
#define AER_LOOKS_H

#include "kernel/kernel.h"

typedef struct Looks
{
	uint32		n;				/* looks */
	uint32		d;				/* attributes */
	const uint32 *first;		/* [n + 1] the first attribute of each, then d; NULL: each
								 * look is one attribute */
} Looks;

/* Looks of one attribute each. */
extern void looks_init(Looks *looks, uint32 d);

/* The first attribute of a look; that of look n is d. */
static inline uint32
looks_first(const Looks *looks, uint32 look)
{
	return looks->first == NULL ? look : looks->first[look];
}

static inline uint32
looks_size(const Looks *looks, uint32 look)
{
	return looks_first(looks, look + 1) - looks_first(looks, look);
}

/* The look of an attribute. */
extern uint32 looks_of(const Looks *looks, uint32 attribute);

/* The most attributes that n looks can have. */
extern uint32 looks_most(const Looks *looks, uint32 n);

/*
 * Write the attributes of n ascending looks to attribute[], ascending, and
 * return how many there are.
 */
extern uint32 looks_attributes(const Looks *looks, const uint32 *look, uint32 n,
							   uint32 *attribute);

/* How many looks n ascending attributes take. */
extern uint32 looks_taken(const Looks *looks, const uint32 *attribute, uint32 n);

/*
 * From a deviation for each attribute to one for each look, in place: the root
 * of the sum of its attributes' variances.
 */
extern void looks_spread(const Looks *looks, double *spread);

/* Counts the looks that attributes in any order take. */
typedef struct LookCounter
{
	uint32	   *look;			/* [d] of each attribute */
	uint64	   *taken;			/* [looks] when it was counted last */
	uint64		turn;
} LookCounter;

extern void look_counter_init(Work *work, LookCounter *counter, const Looks *looks);
extern uint32 look_counter_count(LookCounter *counter, const uint32 *attribute, uint32 n);

#endif							/* AER_LOOKS_H */
