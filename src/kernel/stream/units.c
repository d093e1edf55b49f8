/*
 * units.c
 *		A learner's own units: the warm-up.
 */
#include "kernel/stream/units.h"

#include <float.h>

uint64
units_rows(uint32 budget, uint32 d)
{
	double		looks = budget > 0 ? Min(budget, d) : d;

	return Max((uint64) ceil((double) UNITS_LOOKS * d / looks), UNITS_ROWS);
}

void
units_plan(ReadPlan *plan, uint32 d, uint32 budget, Rng *rng)
{
	if (budget == 0)
		plan_all(plan);
	else
		plan_subset(plan, d, Min(budget, plan->capacity), rng);
}

/* By West 1979: offsets that are far larger than what varies do no harm. */
void
units_see(Units *units, uint32 i, double x)
{
	double		from = x - units->location[i];

	units->count[i] += 1;
	units->location[i] += from / units->count[i];
	units->deviation[i] = Min(units->deviation[i] + from * (x - units->location[i]), DBL_MAX);
}

double
units_deviation(double n, double mean, double squares)
{
	double		deviation = n > 1 && squares > 0 ? sqrt(squares / (n - 1)) : 0;

	return deviation > 4 * DBL_EPSILON * fabs(mean) ? deviation : 0;
}

void
units_fix(Units *units, uint32 d)
{
	for (uint32 i = 0; i < d; i++)
		units->deviation[i] = units_deviation(units->count[i], units->location[i],
											  units->deviation[i]);
}
