/*
 * plan.h
 *		Which attributes of the next row are looked at, and what each value
 *		will be multiplied by.
 *
 * Every gradient estimate of the papers is the product of two sums that are
 * linear in the values looked at, with factors that are known before the look:
 *		data point     x~   = sum over slots  data_weight * x * e_attribute
 *		inner product  <w,x> ~ sum over slots  product_weight * x
 * A draw that repeats an attribute adds to its factors and reads nothing new.
 */
#ifndef AER_PLAN_H
#define AER_PLAN_H

#include "kernel.h"

typedef struct ReadPlan
{
	uint32		n;				/* distinct attributes */
	uint32		capacity;		/* the most that fit */
	uint32		draws;			/* draws spent, repeats included */
	uint32	   *attribute;		/* [capacity] in the order first drawn */
	double	   *data_weight;	/* [capacity] */
	double	   *product_weight; /* [capacity] */
	uint32	   *slot;			/* [d] where an attribute may stand; see plan.c */
} ReadPlan;

extern size_t plan_size(uint32 d, uint32 capacity);
extern void plan_init(ReadPlan *plan, void *memory, uint32 d, uint32 capacity);

extern void plan_clear(ReadPlan *plan);

/* ReadPlan all d attributes, in order (capacity must be d). */
extern void plan_all(ReadPlan *plan);

/* Add one draw of an attribute; returns its slot. */
extern uint32 plan_draw(ReadPlan *plan, uint32 attribute);

/* Is the attribute planned already? */
extern bool plan_has(const ReadPlan *plan, uint32 attribute);

#endif							/* AER_PLAN_H */
