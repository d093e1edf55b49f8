/*
 * plan.c
 *		The attributes of the next row to read.
 */
#include "kernel/plan.h"

void
plan_init(Work *work, ReadPlan *plan, uint32 d, uint32 capacity)
{
	plan->capacity = capacity;
	plan->data_weight = WORK_ARRAY(work, capacity, double);
	plan->product_weight = WORK_ARRAY(work, capacity, double);
	plan->attribute = WORK_ARRAY(work, capacity, uint32);
	plan->slot = WORK_ARRAY(work, d, uint32);
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

/* Floyd's algorithm (Bentley 1987). */
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
