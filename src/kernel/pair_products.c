/*
 * pair_products.c
 *		Interactions of two columns: products of their factors.
 */
#include "kernel/pair_products.h"

#include <float.h>

/* Clips an overflow, so that only infinite factors give an infinite product. */
static inline double
product_of(double a, double b)
{
	double		product = a * b;

	return isinf(product) && isfinite(a) && isfinite(b) ? copysign(DBL_MAX, product) : product;
}

uint32
pair_products(const LookFactors *factors, uint32 a, uint32 b, const double *row, double *product)
{
	uint32		n = 0;

	for (uint32 i = factors->first[a]; i < factors->first[a + 1]; i++)
	{
		double		value = factor_value(&factors->factor[i], row);

		for (uint32 j = factors->first[b]; j < factors->first[b + 1]; j++)
			product[n++] = product_of(value, factor_value(&factors->factor[j], row));
	}
	return n;
}
