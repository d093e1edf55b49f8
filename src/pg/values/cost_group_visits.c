/*
 * cost_group_visits.c
 *		How often each cost group of prices was visited.
 */
#include "pg/values/cost_group_visits.h"

static void
allocate(CostGroupVisits *visits, uint32 d, uint32 cost_groups)
{
	visits->cost_groups = cost_groups;
	visits->cost_group = palloc_extended(sizeof(uint32) * d, MCXT_ALLOC_HUGE);
	visits->visits = palloc0(sizeof(double) * cost_groups);
	visits->found = palloc0(sizeof(uint32) * cost_groups);
}

void
cost_group_visits_init(CostGroupVisits *visits, uint32 d, uint32 cost_groups, const uint32 *cost_group)
{
	memset(visits, 0, sizeof(CostGroupVisits));
	if (cost_groups == 0)
		return;
	allocate(visits, d, cost_groups);
	memcpy(visits->cost_group, cost_group, sizeof(uint32) * d);
}

/* Something was found at an attribute of the current record. */
static void
find(CostGroupVisits *visits, uint32 attribute)
{
	uint32		cost_group = visits->cost_group[attribute];

	if (cost_group != NO_COST_GROUP && visits->found[cost_group]++ == 0)
		visits->visits[cost_group] += 1;
}

void
cost_group_visits_add(CostGroupVisits *visits, const uint32 *present, uint32 m)
{
	if (visits->cost_groups == 0)
		return;
	memset(visits->found, 0, sizeof(uint32) * visits->cost_groups);
	for (uint32 k = 0; k < m; k++)
		find(visits, present[k]);
}

void
cost_group_visits_merge(CostGroupVisits *target, const CostGroupVisits *source, uint32 d, int sign)
{
	if (target->cost_groups != source->cost_groups ||
		(target->cost_groups > 0 && memcmp(target->cost_group, source->cost_group, sizeof(uint32) * d) != 0))
		target->cost_groups = 0;
	for (uint32 p = 0; p < target->cost_groups; p++)
		target->visits[p] += sign * source->visits[p];
}

bool
cost_group_visits_valid(const CostGroupVisits *visits)
{
	for (uint32 p = 0; p < visits->cost_groups; p++)
		if (!count_valid(visits->visits[p], MOST_ROWS))
			return false;
	return true;
}

Size
cost_group_visits_words(const CostGroupVisits *visits, uint32 d)
{
	return visits->cost_groups == 0 ? 0 : 1 + (Size) visits->cost_groups + d;
}

void
cost_group_visits_write(const CostGroupVisits *visits, uint32 d, uint64 *word)
{
	if (visits->cost_groups == 0)
		return;
	*word++ = visits->cost_groups;
	memcpy(word, visits->visits, sizeof(double) * visits->cost_groups);
	word += visits->cost_groups;
	for (uint32 i = 0; i < d; i++)
		*word++ = Min(visits->cost_group[i], visits->cost_groups);
}

bool
cost_group_visits_read(CostGroupVisits *visits, uint32 d, const uint64 *word, Size words)
{
	if (words == 0 || *word == 0 || *word > d || words < 1 + *word + d)
		return false;
	allocate(visits, d, (uint32) *word++);
	for (uint32 p = 0; p < visits->cost_groups; p++)
		visits->visits[p] = serialized_number(word++);
	if (!cost_group_visits_valid(visits))
		return false;
	for (uint32 i = 0; i < d; i++, word++)
	{
		if (*word > visits->cost_groups)
			return false;
		visits->cost_group[i] = *word == visits->cost_groups ? NO_COST_GROUP : (uint32) *word;
	}
	return true;
}
