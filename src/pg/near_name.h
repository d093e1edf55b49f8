/*
 * near_name.h
 *		"Did you mean ...?": of the names that exist the one nearest to one that
 *		does not.
 */
#ifndef AER_NEAR_NAME_H
#define AER_NEAR_NAME_H

#include "pg/aer.h"

#include "access/tupdesc.h"

typedef struct NearName
{
	const char *name;			/* that does not exist */
	int			length;
	const char *nearest;		/* NULL: none is near */
	int			distance;		/* of the nearest, or more than is near */
} NearName;

/* The name need not end with NUL. */
extern void near_name_init(NearName *near, const char *name, int length);

/* Offer a name that exists; of equally near ones the first is meant. */
extern void near_name_offer(NearName *near, const char *name);

/* Offer the names of the columns of a row. */
extern void near_name_offer_columns(NearName *near, TupleDesc desc);

/* For ereport(): the hint, if there is a name to offer. */
extern int	near_name_hint(const NearName *near);

#endif							/* AER_NEAR_NAME_H */
