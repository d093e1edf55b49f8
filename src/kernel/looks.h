/*
 * looks.h
 *		Attributes that are read together.
 *
 * A look reads one column of one row, and is paid for as a unit.  A plain number is one
 * attribute; a categorical column or a curve has several, which are consecutive.  Designs,
 * plans and counts of reads are by look; sums and weights are by attribute.
 *
 * Two looks also give the interaction of their columns (pair_products.h).  An interaction
 * counts as a look with attributes of its own, after all others, but it is never bought: it is
 * observed if both of its looks are.
 */
#ifndef AER_LOOKS_H
#define AER_LOOKS_H

#include "kernel/kernel.h"

typedef struct LookPair
{
	uint32		a;
	uint32		b;
} LookPair;

/* The number of no look. */
#define NO_LOOK PG_UINT32_MAX

/* The largest number of interactions. */
#define MOST_PAIRS 30

typedef struct Looks
{
	uint32		n;				/* looks, interactions included */
	uint32		bought;			/* looks of columns, which come first */
	uint32		d;				/* attributes */
	const uint32 *first;		/* [n + 1] first attribute of each look, then d; NULL if each
								 * look is one attribute */
	const LookPair *pair;		/* [n - bought] interactions; NULL if there are none.  If it is
								 * not NULL, neither is first */
} Looks;

/* Initialises d looks of one attribute each. */
extern void looks_init(Looks *looks, uint32 d);

/* Returns the first attribute of a look, and d for look n. */
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

/* Returns the number of main attributes; those of interactions follow them. */
static inline uint32
looks_main(const Looks *looks)
{
	return looks_first(looks, looks->bought);
}

/*
 * Returns the main attribute that the k-th copy of an interaction repeats, from 0.  Copies follow
 * the products: all attributes of the first look, then those of the second.
 */
static inline uint32
looks_original(const Looks *looks, const LookPair *pair, uint32 k)
{
	uint32		of_a = looks_size(looks, pair->a);

	return k < of_a ? looks_first(looks, pair->a) + k : looks_first(looks, pair->b) + k - of_a;
}

/* Returns the look of an attribute. */
extern uint32 looks_of(const Looks *looks, uint32 attribute);

/* Returns an upper bound on the attributes of n bought looks and their interactions. */
extern uint32 looks_most(const Looks *looks, uint32 n);

/*
 * Writes the attributes of look[n], bought looks in ascending order, and of all interactions
 * between them to attribute[], ascending.  Returns their number.
 */
extern uint32 looks_attributes(const Looks *looks, const uint32 *look, uint32 n,
							   uint32 *attribute);

/*
 * Writes the attributes that one more look adds to those of known[bought] to attribute[]: its
 * own, and those of its interactions with known looks.  Returns their number.
 */
extern uint32 looks_brought(const Looks *looks, uint32 look, const bool *known,
							uint32 *attribute);

/* Returns the number of looks that attribute[n], ascending, belong to, without interactions. */
extern uint32 looks_taken(const Looks *looks, const uint32 *attribute, uint32 n);

/*
 * Turns standard deviations of attributes, spread[d], into those of bought looks, in place:
 * the root of the sum of the variances of a look's attributes.
 */
extern void looks_spread(const Looks *looks, double *spread);

/* Counts distinct bought looks in lists of attributes; an interaction counts both of its looks. */
typedef struct LookCounter
{
	uint32		bought;
	const LookPair *pair;		/* as in Looks */
	uint32	   *look;			/* [d] look of each attribute */
	uint64	   *counted_in;		/* [bought] last list in which the look was counted */
	uint64		list;			/* number of the current list */
} LookCounter;

/* Initialises a counter; the interactions of looks are borrowed. */
extern void look_counter_init(Work *work, LookCounter *counter, const Looks *looks);

/* Returns the number of looks of attribute[n], which may be in any order. */
extern uint32 look_counter_count(LookCounter *counter, const uint32 *attribute, uint32 n);

#endif							/* AER_LOOKS_H */
