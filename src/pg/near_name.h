/*
 * near_name.h
 *		"Did you mean ...?": finds the existing name that is nearest to a misspelt one.
 */
#ifndef AER_NEAR_NAME_H
#define AER_NEAR_NAME_H

#include "pg/aer.h"

#include "access/tupdesc.h"

typedef struct NearName
{
	const char *name;			/* the misspelt name */
	int			length;
	const char *nearest;		/* NULL: no name is near */
	int			distance;		/* of the nearest name; if none is near, the first that is too far */
} NearName;

/* Begins the search for a name, which need not end with NUL. */
extern void near_name_init(NearName *near, const char *name, int length);

/* Offers a name that exists; the first of equally near names is kept. */
extern void near_name_offer(NearName *near, const char *name);

/* Offers the names of the columns of a row. */
extern void near_name_offer_columns(NearName *near, TupleDesc desc);

/* Gives ereport() the hint, if a name is near. */
extern int	near_name_hint(const NearName *near);

#endif							/* AER_NEAR_NAME_H */
