/*
 * prices.c
 *		Prices of looks.
 */
#include "kernel/prices.h"

/* The largest price, in thousandths: integers up to it are exact doubles. */
#define LARGEST_PRICE 1e15

bool
price_thousandths(double price, int64 *thousandths)
{
	double		m = rint(1000 * price);

	if (!(m >= 0 && m <= LARGEST_PRICE && m / 1000.0 == price))
		return false;
	*thousandths = (int64) m;
	return true;
}

/* Returns the cost of all looks, or -1 if it overflows. */
static int64
total(const Prices *prices)
{
	int64		sum = 0;

	for (uint32 i = 0; i < prices->looks; i++)
	{
		if (prices->cost[i] > PG_INT64_MAX - 1 - sum)
			return -1;
		sum += prices->cost[i];
	}
	for (uint32 p = 0; p < prices->panels; p++)
	{
		if (prices->fee[p] > PG_INT64_MAX - 1 - sum)
			return -1;
		sum += prices->fee[p];
	}
	return sum;
}

PricesFault
prices_check(const Prices *prices, uint32 *panel)
{
	if (total(prices) < 0)
		return PRICES_TOO_MUCH;
	for (uint32 p = 0; p < prices->panels; p++)
	{
		uint32		i = 0;

		while (i < prices->looks && prices->panel[i] != p)
			i++;
		if (i == prices->looks)
		{
			*panel = p;
			return PRICES_EMPTY_PANEL;
		}
	}
	return PRICES_VALID;
}

int64
prices_of(const Prices *prices, const uint32 *look, uint32 count, bool *opened)
{
	int64		sum = 0;

	memset(opened, 0, prices->panels * sizeof(bool));
	for (uint32 k = 0; k < count; k++)
	{
		uint32		panel = prices_panel(prices, look[k]);

		sum += prices->cost[look[k]];
		if (panel != NO_PANEL && !opened[panel])
		{
			opened[panel] = true;
			sum += prices->fee[panel];
		}
	}
	return sum;
}

int64
prices_of_all(const Prices *prices)
{
	return total(prices);
}

bool
prices_alike(const Prices *prices, int64 *cost)
{
	if (prices->looks == 0 || prices->cost[0] == 0)
		return false;
	for (uint32 i = 0; i < prices->looks; i++)
		if (prices->cost[i] != prices->cost[0] || prices_panel(prices, i) != NO_PANEL)
			return false;
	*cost = prices->cost[0];
	return true;
}
