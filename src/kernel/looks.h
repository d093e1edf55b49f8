/*
 * looks.h
 *		Attributes that are read together.
 *
 * A look is what is asked for, and paid for, at once: a column, which is one
 * attribute if it is a plain number, and several if it is one of words, or of
 * numbers that bend.  The attributes of a look are consecutive.  Designs, plans and counts of
 * what was read go by looks, sums and weights by attributes.
 *
 * Who has made two looks also sees what both say together (pair_products.h).  Such a pair is
 * a look too, with attributes of its own, behind all others, but one that nobody asks or
 * pays for: it is seen where both of its looks are.
 */
#ifndef AER_LOOKS_H
#define AER_LOOKS_H

#include "kernel/kernel.h"

typedef struct LookPair
{
	uint32		a;
	uint32		b;
} LookPair;

/* In place of the number of a look. */
#define NO_LOOK PG_UINT32_MAX

/* The most pairs of looks. */
#define MOST_PAIRS 30

typedef struct Looks
{
	uint32		n;				/* looks */
	uint32		bought;			/* the first of them, which are asked for; the others are pairs */
	uint32		d;				/* attributes */
	const uint32 *first;		/* [n + 1] the first attribute of each, then d; NULL: each
								 * look is one attribute */
	const LookPair *pair;		/* [n - bought] of looks that are bought; NULL: there are none, else
								 * first is not NULL */
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

/* The attributes of looks that are bought: those of pairs stand behind them. */
static inline uint32
looks_main(const Looks *looks)
{
	return looks_first(looks, looks->bought);
}

/*
 * Behind its products a pair may have copies, of all attributes of its first look and then
 * of its second: which attribute is the k-th a copy of, from 0?
 */
static inline uint32
looks_original(const Looks *looks, const LookPair *pair, uint32 k)
{
	uint32		of_a = looks_size(looks, pair->a);

	return k < of_a ? looks_first(looks, pair->a) + k : looks_first(looks, pair->b) + k - of_a;
}

/* The look of an attribute. */
extern uint32 looks_of(const Looks *looks, uint32 attribute);

/* The most attributes that n looks that are bought can have, with their pairs. */
extern uint32 looks_most(const Looks *looks, uint32 n);

/*
 * Write the attributes of n ascending looks that are bought to attribute[], and behind
 * them those of pairs of which both looks are among them; all ascending.  How many.
 */
extern uint32 looks_attributes(const Looks *looks, const uint32 *look, uint32 n,
							   uint32 *attribute);

/*
 * Write the attributes that one look more brings where some are known[bought], to
 * attribute[]: its own, and those of its pairs whose other look is known.  How many.
 */
extern uint32 looks_brought(const Looks *looks, uint32 look, const bool *known,
							uint32 *attribute);

/* How many looks that are bought n ascending attributes take, those of pairs left aside. */
extern uint32 looks_taken(const Looks *looks, const uint32 *attribute, uint32 n);

/*
 * From a deviation for each attribute to one for each look that is bought, in place: the
 * root of the sum of its attributes' variances.
 */
extern void looks_spread(const Looks *looks, double *spread);

/* Counts the looks that attributes in any order take, for an attribute of a pair both. */
typedef struct LookCounter
{
	uint32		bought;
	const LookPair *pair;		/* as in Looks */
	uint32	   *look;			/* [d] of each attribute */
	uint64	   *taken;			/* [bought] when it was counted last */
	uint64		turn;
} LookCounter;

/* Pairs must live as long. */
extern void look_counter_init(Work *work, LookCounter *counter, const Looks *looks);
extern uint32 look_counter_count(LookCounter *counter, const uint32 *attribute, uint32 n);

#endif							/* AER_LOOKS_H */
