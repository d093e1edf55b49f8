/*
 * plan.c
 *		Which attributes of the next row are looked at.
 *
 * A sparse set (Briggs and Torczon 1993): slot[a] is believed only where
 * attribute[slot[a]] points back at a, so clearing the plan is one assignment
 * whatever d is.
 */
#include "plan.h"

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
	}
	plan->n = plan->capacity;
	plan->draws = plan->capacity;
}

bool
plan_has(const ReadPlan *plan, uint32 attribute)
{
	uint32		slot = plan->slot[attribute];

	return slot < plan->n && plan->attribute[slot] == attribute;
}

uint32
plan_draw(ReadPlan *plan, uint32 attribute)
{
	uint32		slot;

	plan->draws++;
	if (plan_has(plan, attribute))
		return plan->slot[attribute];

	slot = plan->n++;
	plan->slot[attribute] = slot;
	plan->attribute[slot] = attribute;
	plan->data_weight[slot] = 0;
	plan->product_weight[slot] = 0;
	return slot;
}
