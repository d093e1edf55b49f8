/*
 * alias.h
 *		Draw an index from a fixed distribution in constant time (Walker's
 *		alias method, built as by Vose 1991).
 *
 * The thresholds are 32-bit integers, so a draw is integer arithmetic only.
 * What is drawn from is the quantised distribution, and alias_probability()
 * says that one: estimates weighted by its inverse are unbiased exactly.
 */
#ifndef AER_ALIAS_H
#define AER_ALIAS_H

#include "kernel/rng.h"

typedef struct AliasTable
{
	uint32		n;
	double	   *probability;	/* [n] quantised; sums to 1 */
	uint32	   *threshold;		/* [n] of 2^32: keep column i below it */
	uint32	   *alias;			/* [n] the other index of column i */
} AliasTable;

extern void alias_init(Work *work, AliasTable *table, uint32 n);

/*
 * Build from weights >= 0, not all 0.  scratch: n uint32, used only here.
 * Weights whose share is below 2^-33 / n may come out with probability 0.
 */
extern void alias_build(AliasTable *table, const double *weight, uint32 *scratch);

extern uint32 alias_draw(const AliasTable *table, Rng *rng);
extern double alias_probability(const AliasTable *table, uint32 i);

#endif							/* AER_ALIAS_H */
