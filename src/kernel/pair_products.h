/*
 * pair_products.h
 *		What two columns say together: products of their factors.
 *
 * A factor of a look is one of its attributes less a number: a number less its middle
 * knot, or its centre; how far it is above that knot; whether it is a word.  A pair of
 * looks has all products of a factor of the one and a factor of the other.
 */
#ifndef AER_PAIR_PRODUCTS_H
#define AER_PAIR_PRODUCTS_H

#include "kernel/kernel.h"

typedef struct Factor
{
	uint32		attribute;
	double		origin;			/* taken off it; 0 where it is how far above a knot, or a word */
} Factor;

typedef struct LookFactors
{
	uint32		looks;
	const uint32 *first;		/* [looks + 1] the first factor of each, then how many there are */
	const Factor *factor;
} LookFactors;

static inline uint32
look_factors_count(const LookFactors *factors, uint32 look)
{
	return factors->first[look + 1] - factors->first[look];
}

/* How many products two looks have. */
static inline uint32
pair_products_count(const LookFactors *factors, uint32 a, uint32 b)
{
	return look_factors_count(factors, a) * look_factors_count(factors, b);
}

/* What a factor is in a row of main attributes, by their number. */
static inline double
factor_value(const Factor *factor, const double *row)
{
	return row[factor->attribute] - factor->origin;
}

/*
 * Write the products of two looks of a row, by a's factors and then by b's; how many
 * they are.  One of finite factors that is too large for a number is the largest one.
 */
extern uint32 pair_products(const LookFactors *factors, uint32 a, uint32 b, const double *row,
							double *product);

#endif							/* AER_PAIR_PRODUCTS_H */
