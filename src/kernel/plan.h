/*
 * plan.h
 *		The attributes of the next row to read, and the factor of each value.
 *
 * Every gradient estimate of the papers is a product of two sums that are linear
 * in the values read, with factors that are known before the row is read:
 *		data point     x~   = sum over slots  data_weight * x * e_attribute
 *		inner product  <w,x> ~ sum over slots  product_weight * x
 * A draw that repeats an attribute adds to its factors and reads nothing new.
 *
 * The attributes are a sparse set (Briggs and Torczon 1993): slot[a] counts only
 * if attribute[slot[a]] is a, so clearing the plan takes constant time.
 */
#ifndef AER_PLAN_H
#define AER_PLAN_H

#include "kernel/rng.h"

typedef struct ReadPlan
{
	uint32		n;				/* distinct attributes */
	uint32		capacity;		/* largest number of distinct attributes */
	uint32		draws;			/* draws spent, repeats included */
	uint32	   *attribute;		/* [capacity] in the order first drawn */
	double	   *data_weight;	/* [capacity] */
	double	   *product_weight; /* [capacity] */
	uint32	   *slot;			/* [d] candidate index of each attribute in the arrays above */
} ReadPlan;

extern void plan_init(Work *work, ReadPlan *plan, uint32 d, uint32 capacity);

extern void plan_clear(ReadPlan *plan);

/* Plans all d attributes in order, with data_weight 1; capacity must be d. */
extern void plan_all(ReadPlan *plan);

/* Plans a uniformly random subset of n of d attributes. */
extern void plan_subset(ReadPlan *plan, uint32 d, uint32 n, Rng *rng);

/* Returns true if the attribute is planned. */
static inline bool
plan_has(const ReadPlan *plan, uint32 attribute)
{
	uint32		slot = plan->slot[attribute];

	return slot < plan->n && plan->attribute[slot] == attribute;
}

/* Adds one draw of an attribute and returns its slot. */
static inline uint32
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

#endif							/* AER_PLAN_H */
