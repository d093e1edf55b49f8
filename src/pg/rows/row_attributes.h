/*
 * row_attributes.h
 *		The attributes of a row: columns of numbers, and what becomes of columns of
 *		which more is known (attribute_name.h).
 */
#ifndef AER_ROW_ATTRIBUTES_H
#define AER_ROW_ATTRIBUTES_H

#include "pg/aer.h"

#include "kernel/looks.h"
#include "pg/options/attribute_name.h"
#include "pg/options/column_list.h"

typedef struct RowAttributes
{
	uint32		d;
	uint32		size;			/* of the arrays */
	char	  **name;			/* [d] */
	AttributeType *type;		/* [d] */
} RowAttributes;

/* None yet, in the current memory context, with room for some. */
extern void row_attributes_init(RowAttributes *attributes, uint32 size);

extern void row_attributes_add(RowAttributes *attributes, const char *name, AttributeType type);

/* An error if an attribute of a column of which more is known is called like another. */
extern void row_attributes_check(const RowAttributes *attributes);

/*
 * Can attributes of those types be called so, and follow each other?  A number's
 * bends stand after it, and what is 1 where it is NULL after these; so too after
 * words.
 */
extern bool row_attributes_valid(uint32 d, char *const *name, const AttributeType *type);

/*
 * The looks that attributes are; name NULL: of arrays, one each.  What they
 * point to is palloc'd.
 */
extern Looks row_looks(uint32 d, char *const *name, const AttributeType *type);

/* The columns that looks are, palloc'd; name NULL: NULL. */
extern char **row_look_names(const Looks *looks, char *const *name, const AttributeType *type);

#endif							/* AER_ROW_ATTRIBUTES_H */
