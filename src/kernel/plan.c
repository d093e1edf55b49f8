/*
 * plan.c
 *		Which attributes of the next row are looked at.
 */
#include "kernel/plan.h"

size_t
plan_size(uint32 d, uint32 capacity)
{
	return ARRAY_SIZE(capacity, uint32) + 2 * ARRAY_SIZE(capacity, double) +
		ARRAY_SIZE(d, uint32);
}

void
plan_init(ReadPlan *plan, void *memory, uint32 d, uint32 capacity)
{
	char	   *at = memory;

	memset(memory, 0, plan_size(d, capacity));
	plan->capacity = capacity;
	plan->data_weight = (double *) at;
	at += ARRAY_SIZE(capacity, double);
	plan->product_weight = (double *) at;
	at += ARRAY_SIZE(capacity, double);
	plan->attribute = (uint32 *) at;
	at += ARRAY_SIZE(capacity, uint32);
	plan->slot = (uint32 *) at;
	plan_clear(plan);
}

void
plan_clear(ReadPlan *plan)
{
	plan->n = 0;
	plan->draws = 0;
}

void
plan_all(ReadPlan *plan)
{
	for (uint32 i = 0; i < plan->capacity; i++)
	{
		plan->attribute[i] = i;
		plan->slot[i] = i;
		plan->data_weight[i] = 1;
	}
	plan->n = plan->capacity;
	plan->draws = plan->capacity;
}

/* Floyd's way (Bentley 1987). */
void
plan_subset(ReadPlan *plan, uint32 d, uint32 n, Rng *rng)
{
	plan_clear(plan);
	for (uint32 j = d - n; j < d; j++)
	{
		uint32		attribute = rng_below(rng, j + 1);

		(void) plan_draw(plan, plan_has(plan, attribute) ? j : attribute);
	}
}
