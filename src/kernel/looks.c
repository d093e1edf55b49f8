/*
 * looks.c
 *		Attributes that are read together.
 */
#include "kernel/looks.h"

void
looks_init(Looks *looks, uint32 d)
{
	looks->n = d;
	looks->d = d;
	looks->first = NULL;
}

uint32
looks_of(const Looks *looks, uint32 attribute)
{
	uint32		low = 0;
	uint32		high = looks->n;

	if (looks->first == NULL)
		return attribute;
	while (high - low > 1)
	{
		uint32		middle = low + (high - low) / 2;

		if (looks->first[middle] <= attribute)
			low = middle;
		else
			high = middle;
	}
	return low;
}

uint32
looks_most(const Looks *looks, uint32 n)
{
	uint64		largest = 1;

	for (uint32 l = 0; looks->first != NULL && l < looks->n; l++)
		largest = Max(largest, looks_size(looks, l));
	return (uint32) Min(n * largest, looks->d);
}

uint32
looks_attributes(const Looks *looks, const uint32 *look, uint32 n, uint32 *attribute)
{
	uint32		m = 0;

	for (uint32 k = 0; k < n; k++)
		for (uint32 i = looks_first(looks, look[k]); i < looks_first(looks, look[k] + 1); i++)
			attribute[m++] = i;
	return m;
}

uint32
looks_taken(const Looks *looks, const uint32 *attribute, uint32 n)
{
	uint32		taken = 0;
	uint32		look = 0;
	uint32		after = 0;		/* the attributes before it are of looks taken */

	if (looks->first == NULL)
		return n;
	for (uint32 k = 0; k < n; k++)
	{
		if (attribute[k] < after)
			continue;
		while (looks->first[look + 1] <= attribute[k])
			look++;
		after = looks->first[look + 1];
		taken++;
	}
	return taken;
}

void
looks_spread(const Looks *looks, double *spread)
{
	if (looks->first == NULL)
		return;
	for (uint32 l = 0; l < looks->n; l++)
	{
		double		sum = 0;

		/* the look's own place is its first attribute's, or before it */
		for (uint32 i = looks->first[l]; i < looks->first[l + 1]; i++)
			sum += spread[i] * spread[i];
		spread[l] = looks_size(looks, l) == 1 ? spread[looks->first[l]] : sqrt(sum);
	}
}

void
look_counter_init(Work *work, LookCounter *counter, const Looks *looks)
{
	counter->taken = WORK_ARRAY(work, looks->n, uint64);
	counter->look = WORK_ARRAY(work, looks->d, uint32);
	counter->turn = 0;
	for (uint32 l = 0; l < looks->n; l++)
		for (uint32 i = looks_first(looks, l); i < looks_first(looks, l + 1); i++)
			counter->look[i] = l;
}

uint32
look_counter_count(LookCounter *counter, const uint32 *attribute, uint32 n)
{
	uint32		count = 0;

	counter->turn++;
	for (uint32 k = 0; k < n; k++)
	{
		uint64	   *taken = &counter->taken[counter->look[attribute[k]]];

		count += *taken != counter->turn;
		*taken = counter->turn;
	}
	return count;
}
