/*
 * alias.h
 *		Draws from a fixed discrete distribution in constant time (Walker's alias
 *		method, with the construction of Vose 1991).
 *
 * The thresholds are 32-bit integers, so a draw uses integer arithmetic only and
 * the distribution is quantised.  alias_probability() returns the quantised
 * probability, so estimates weighted by its inverse are exactly unbiased.
 */
#ifndef AER_ALIAS_H
#define AER_ALIAS_H

#include "kernel/rng.h"

typedef struct AliasTable
{
	uint32		n;
	double	   *probability;	/* [n] quantised; sums to 1 */
	uint32	   *threshold;		/* [n] in units of 2^-32: below it a draw stays at i */
	uint32	   *alias;			/* [n] the other index that a draw at i may give */
} AliasTable;

extern void alias_init(Work *work, AliasTable *table, uint32 n);

/*
 * Builds the table from weight[n], all >= 0 and not all 0.  scratch[n] is free
 * afterwards.  An index whose share of the weight is below 2^-33 / n may get
 * probability 0.
 */
extern void alias_build(AliasTable *table, const double *weight, uint32 *scratch);

extern uint32 alias_draw(const AliasTable *table, Rng *rng);
extern double alias_probability(const AliasTable *table, uint32 i);

#endif							/* AER_ALIAS_H */
