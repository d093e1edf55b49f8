/*
 * alias.c
 *		Draws from a fixed discrete distribution in constant time.
 */
#include "kernel/alias.h"

#define FULL 4294967296.0		/* 2^32, the mass of one index of the table */

void
alias_init(Work *work, AliasTable *table, uint32 n)
{
	table->n = n;
	table->probability = WORK_ARRAY(work, n, double);
	table->threshold = WORK_ARRAY(work, n, uint32);
	table->alias = WORK_ARRAY(work, n, uint32);
}

/*
 * Indexes with less than FULL (small, stacked from the left of scratch) are filled
 * up from those with more (large, stacked from the right).
 */
void
alias_build(AliasTable *table, const double *weight, uint32 *scratch)
{
	uint32		n = table->n;
	double	   *left = table->probability;	/* mass not yet placed, of FULL */
	uint32		nsmall = 0;
	uint32		nlarge = 0;
	double		largest = 0;
	double		total = 0;

	/* in units of the largest, so that no sum overflows */
	for (uint32 i = 0; i < n; i++)
		largest = Max(largest, weight[i]);
	for (uint32 i = 0; i < n; i++)
		total += weight[i] / largest;
	for (uint32 i = 0; i < n; i++)
	{
		left[i] = rint(weight[i] / largest / total * n * FULL);
		if (left[i] < FULL)
			scratch[nsmall++] = i;
		else
			scratch[n - ++nlarge] = i;
	}
	while (nsmall > 0 && nlarge > 0)
	{
		uint32		small = scratch[--nsmall];
		uint32		large = scratch[n - nlarge];

		table->threshold[small] = (uint32) left[small];
		table->alias[small] = large;
		left[large] -= FULL - left[small];
		if (left[large] < FULL)
		{
			nlarge--;
			scratch[nsmall++] = large;
		}
	}
	/* the others differ from FULL by rounding only: they keep all their mass */
	while (nsmall > 0 || nlarge > 0)
	{
		uint32		whole = nlarge > 0 ? scratch[n - nlarge--] : scratch[--nsmall];

		table->threshold[whole] = PG_UINT32_MAX;
		table->alias[whole] = whole;
	}

	for (uint32 i = 0; i < n; i++)
		table->probability[i] = 0;
	for (uint32 i = 0; i < n; i++)
	{
		/* whole numbers below 2^53 up to n = 2^21: exact sums */
		table->probability[i] += table->threshold[i];
		table->probability[table->alias[i]] += FULL - table->threshold[i];
	}
	for (uint32 i = 0; i < n; i++)
		table->probability[i] /= FULL * n;
}

uint32
alias_draw(const AliasTable *table, Rng *rng)
{
	uint32		i = rng_below(rng, table->n);
	uint32		level = (uint32) (pg_prng_uint64(rng) >> 32);
	uint32		other = table->alias[i];	/* loaded always, so that no branch is needed */

	return level < table->threshold[i] ? i : other;
}

double
alias_probability(const AliasTable *table, uint32 i)
{
	return table->probability[i];
}
