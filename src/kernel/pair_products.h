/*
 * pair_products.h
 *		Interactions of two columns: products of their factors.
 *
 * A factor of a look is one of its attributes minus an origin; columns.h lists the factors of
 * each kind of column.  An interaction has all products of a factor of one look and a factor
 * of the other.
 */
#ifndef AER_PAIR_PRODUCTS_H
#define AER_PAIR_PRODUCTS_H

#include "kernel/kernel.h"

typedef struct Factor
{
	uint32		attribute;
	double		origin;			/* subtracted from the attribute; 0 for max(x - knot, 0) and categories */
} Factor;

typedef struct LookFactors
{
	uint32		looks;
	const uint32 *first;		/* [looks + 1] first factor of each look, then the number of factors */
	const Factor *factor;
} LookFactors;

static inline uint32
look_factors_count(const LookFactors *factors, uint32 look)
{
	return factors->first[look + 1] - factors->first[look];
}

/* Returns the number of products of two looks. */
static inline uint32
pair_products_count(const LookFactors *factors, uint32 a, uint32 b)
{
	return look_factors_count(factors, a) * look_factors_count(factors, b);
}

/* Returns the value of a factor; row has all main attributes. */
static inline double
factor_value(const Factor *factor, const double *row)
{
	return row[factor->attribute] - factor->origin;
}

/*
 * Writes the products of two looks of a row to product[], ordered by the factors of a and
 * then by those of b, and returns their number.  A product of finite factors that overflows
 * becomes the largest finite number.
 */
extern uint32 pair_products(const LookFactors *factors, uint32 a, uint32 b, const double *row,
							double *product);

#endif							/* AER_PAIR_PRODUCTS_H */
