/*
 * judgment_places.h
 *		Sorts the judgments of an object into a list of attributes.
 */
#ifndef AER_JUDGMENT_PLACES_H
#define AER_JUDGMENT_PLACES_H

#include "pg/values/judgment_list.h"

typedef struct JudgmentPlaces
{
	int			d;				/* attributes */
	char	  **name;			/* [d]; NULL: attributes have numbers */
	int		   *sorted;			/* [d] indexes of the names in bytewise order */
} JudgmentPlaces;

/* Allocates in the current memory context; names are not copied. */
extern void judgment_places_init(JudgmentPlaces *places, int d, char **name);

/*
 * Writes the judgments of each attribute to object[d], with count 0 if there are none.
 * Leaves out names that are not in the list; a number above d is an error.
 */
extern void judgment_places_fill(const JudgmentPlaces *places, const AerJudgments *judgments,
								 Judgments *object);

#endif							/* AER_JUDGMENT_PLACES_H */
