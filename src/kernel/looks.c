/*
 * looks.c
 *		Attributes that are read together.
 */
#include "kernel/looks.h"

void
looks_init(Looks *looks, uint32 d)
{
	*looks = (Looks) {.n = d, .bought = d, .d = d};
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

	for (uint32 l = 0; looks->first != NULL && l < looks->bought; l++)
		largest = Max(largest, looks_size(looks, l));
	return (uint32) Min(n * largest + (looks->d - looks_main(looks)), looks->d);
}

/* Returns true if look[n], ascending, contains a look. */
static bool
contains(const uint32 *look, uint32 n, uint32 key)
{
	return bsearch(&key, look, n, sizeof(uint32), compare_uint32) != NULL;
}

uint32
looks_attributes(const Looks *looks, const uint32 *look, uint32 n, uint32 *attribute)
{
	uint32		m = 0;

	for (uint32 k = 0; k < n; k++)
		for (uint32 i = looks_first(looks, look[k]); i < looks_first(looks, look[k] + 1); i++)
			attribute[m++] = i;
	for (uint32 l = looks->bought; l < looks->n; l++)
	{
		const LookPair *pair = &looks->pair[l - looks->bought];

		if (!contains(look, n, pair->a) || !contains(look, n, pair->b))
			continue;
		for (uint32 i = looks->first[l]; i < looks->first[l + 1]; i++)
			attribute[m++] = i;
	}
	return m;
}

uint32
looks_brought(const Looks *looks, uint32 look, const bool *known, uint32 *attribute)
{
	uint32		n = 0;

	for (uint32 i = looks_first(looks, look); i < looks_first(looks, look + 1); i++)
		attribute[n++] = i;
	for (uint32 l = looks->bought; l < looks->n; l++)
	{
		const LookPair *pair = &looks->pair[l - looks->bought];

		if ((pair->a == look && known[pair->b]) || (pair->b == look && known[pair->a]))
			for (uint32 i = looks_first(looks, l); i < looks_first(looks, l + 1); i++)
				attribute[n++] = i;
	}
	return n;
}

uint32
looks_taken(const Looks *looks, const uint32 *attribute, uint32 n)
{
	uint32		taken = 0;
	uint32		look = 0;
	uint32		after = 0;		/* first attribute after the looks counted so far */

	if (looks->first == NULL)
		return n;
	for (uint32 k = 0; k < n && attribute[k] < looks_main(looks); k++)
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
	for (uint32 l = 0; l < looks->bought; l++)
	{
		double		sum = 0;

		/* spread[l] is read before it is overwritten, as no look begins before l */
		for (uint32 i = looks->first[l]; i < looks->first[l + 1]; i++)
			sum += spread[i] * spread[i];
		spread[l] = looks_size(looks, l) == 1 ? spread[looks->first[l]] : sqrt(sum);
	}
}

void
look_counter_init(Work *work, LookCounter *counter, const Looks *looks)
{
	counter->bought = looks->bought;
	counter->pair = looks->pair;
	counter->counted_in = WORK_ARRAY(work, looks->bought, uint64);
	counter->look = WORK_ARRAY(work, looks->d, uint32);
	counter->list = 0;
	for (uint32 l = 0; l < looks->n; l++)
		for (uint32 i = looks_first(looks, l); i < looks_first(looks, l + 1); i++)
			counter->look[i] = l;
}

/* Counts a look; returns 1 unless it was counted in this list before. */
static uint32
count_look(LookCounter *counter, uint32 look)
{
	bool		counted = counter->counted_in[look] == counter->list;

	counter->counted_in[look] = counter->list;
	return counted ? 0 : 1;
}

uint32
look_counter_count(LookCounter *counter, const uint32 *attribute, uint32 n)
{
	uint32		count = 0;

	counter->list++;
	for (uint32 k = 0; k < n; k++)
	{
		uint32		look = counter->look[attribute[k]];

		if (look < counter->bought)
			count += count_look(counter, look);
		else
		{
			const LookPair *pair = &counter->pair[look - counter->bought];

			count += count_look(counter, pair->a) + count_look(counter, pair->b);
		}
	}
	return count;
}
