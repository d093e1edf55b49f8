/*
 * pair_products.c
 *		What two columns say together: products of their factors.
 */
#include "kernel/pair_products.h"

uint32
pair_products(const LookFactors *factors, uint32 a, uint32 b, const double *row, double *product)
{
	uint32		n = 0;

	for (uint32 i = factors->first[a]; i < factors->first[a + 1]; i++)
	{
		double		value = factor_value(&factors->factor[i], row);

		for (uint32 j = factors->first[b]; j < factors->first[b + 1]; j++)
			product[n++] = value * factor_value(&factors->factor[j], row);
	}
	return n;
}
