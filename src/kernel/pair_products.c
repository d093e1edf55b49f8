/*
 * pair_products.c
 *		What two columns say together: products of their factors.
 */
#include "kernel/pair_products.h"

#include <float.h>

/* Of finite numbers the largest one, where it is too large: so a product tells of no infinity. */
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
