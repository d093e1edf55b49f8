/*
 * pair_classes.c
 *		Classes of attributes that the design reads together.
 */
#include "kernel/spending/pair_classes.h"

void
pair_classes(Work *work, const Looks *looks, const Prices *prices, PairClasses *classes)
{
	uint32		free_looks = prices->panels;
	uint32		rest = prices->panels + 1;
	uint32	   *class_of = WORK_ARRAY(work, looks->d, uint32);
	Work	   *scratch = work_begin(work);
	uint32	   *numbers = WORK_ARRAY(scratch, (size_t) rest + 1, uint32);

	classes->class_of = class_of;
	classes->n = 0;
	/* classes are numbered in order of appearance, so that none is empty */
	for (uint32 c = 0; c <= rest; c++)
		numbers[c] = looks->d;
	for (uint32 look = 0; look < looks->n; look++)
	{
		uint32		first = looks_first(looks, look);
		uint32		end = looks_first(looks, look + 1);
		uint32		panel = look < looks->bought ? prices_panel(prices, look) : NO_PANEL;
		bool		is_free = look < looks->bought && prices->cost[look] == 0;
		uint32	   *number = &numbers[panel != NO_PANEL ? panel :
									  is_free ? free_looks : rest];
		uint32		mine;

		if (end - first > 1)
			mine = classes->n++;
		else
		{
			if (*number == looks->d)
				*number = classes->n++;
			mine = *number;
		}
		for (uint32 i = first; i < end; i++)
			class_of[i] = mine;
	}
	work_end(scratch);
}
