/*
 * judgment_places.h
 *		Where in a list of attributes the judgments of an object belong.
 */
#ifndef AER_JUDGMENT_PLACES_H
#define AER_JUDGMENT_PLACES_H

#include "pg/values/judgment_list.h"

typedef struct JudgmentPlaces
{
	int			d;				/* attributes */
	char	  **name;			/* [d]; NULL: they have numbers */
	int		   *sorted;			/* [d] names in bytewise order */
} JudgmentPlaces;

/* Allocates in the present memory context; names are not copied. */
extern void judgment_places_init(JudgmentPlaces *places, int d, char **name);

/*
 * Write object[d]; count 0 where an attribute was not judged.  Names that are
 * not in the list are left out, numbers above d are an error.
 */
extern void judgment_places_fill(const JudgmentPlaces *places, const AerJudgments *judgments,
								 Judgments *object);

#endif							/* AER_JUDGMENT_PLACES_H */
