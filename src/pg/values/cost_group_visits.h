/*
 * cost_group_visits.h
 *		How often each cost group of prices was visited: at how many records something
 *		was found in it.
 *
 * Stored as words: how many cost groups there are; the visits of each (double); the
 * cost group of each attribute, or how many cost groups there are if it stands in none.
 */
#ifndef AER_COST_GROUP_VISITS_H
#define AER_COST_GROUP_VISITS_H

#include "pg/aer.h"

#include "kernel/moments/serialized.h"
#include "kernel/prices.h"

typedef struct CostGroupVisits
{
	uint32		cost_groups;	/* 0: there are none, or visits are not known */
	uint32	   *cost_group;		/* [d] of each attribute, or NO_COST_GROUP */
	double	   *visits;			/* [cost_groups] */
	uint32	   *found;			/* [cost_groups] attributes found in it at the last record */
} CostGroupVisits;

/* No visits yet; cost_group: [d], copied.  In the current memory context. */
extern void cost_group_visits_init(CostGroupVisits *visits, uint32 d, uint32 cost_groups, const uint32 *cost_group);

/* Count a record at which these attributes were found. */
extern void cost_group_visits_add(CostGroupVisits *visits, const uint32 *present, uint32 m);

/*
 * target += sign (1 or -1) * source; where their cost groups differ, nothing is known any
 * more.  After -1, can they be visits?
 */
extern void cost_group_visits_merge(CostGroupVisits *target, const CostGroupVisits *source, uint32 d, int sign);
extern bool cost_group_visits_valid(const CostGroupVisits *visits);

/* Words, writing them, and reading them: false if they are none. */
extern Size cost_group_visits_words(const CostGroupVisits *visits, uint32 d);
extern void cost_group_visits_write(const CostGroupVisits *visits, uint32 d, uint64 *word);
extern bool cost_group_visits_read(CostGroupVisits *visits, uint32 d, const uint64 *word, Size words);

#endif							/* AER_COST_GROUP_VISITS_H */
