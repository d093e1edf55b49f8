/*
 * value_set.h
 *		The values that a column of words takes, as long as they are few.
 */
#ifndef AER_VALUE_SET_H
#define AER_VALUE_SET_H

#include "pg/aer.h"

typedef struct ValueSet
{
	MemoryContext context;		/* holds the values */
	Oid			type;			/* of the column, without domains */
	bool		is_enum;
	int			n;
	struct varlena **text;		/* [n] sorted by their bytes, or */
	Oid		   *label;			/* [n] of an enum, sorted by number */
} ValueSet;

/* An empty one, in the current memory context, of a column of category_type(). */
extern void value_set_init(ValueSet *set, Oid type);

/* Add a value; false: there are MOST_CATEGORIES others already. */
extern bool value_set_add(ValueSet *set, Datum value);

/* Write them as an array: by their bytes, those of an enum in its own order. */
extern void value_set_write(ValueSet *set, JsonbParseState **state);

#endif							/* AER_VALUE_SET_H */
