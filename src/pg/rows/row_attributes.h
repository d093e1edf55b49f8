/*
 * row_attributes.h
 *		The attributes of a row: columns of numbers, and the values of columns of
 *		words.
 */
#ifndef AER_ROW_ATTRIBUTES_H
#define AER_ROW_ATTRIBUTES_H

#include "pg/aer.h"

#include "kernel/looks.h"
#include "pg/options/categories.h"

/*
 * How an attribute was typed in the row that a model was trained on; these
 * numbers are stored.
 */
typedef enum AttributeType
{
	ATTRIBUTE_NUMBER = 1,
	ATTRIBUTE_BOOLEAN = 2,
	ATTRIBUTE_CATEGORY = 3		/* does a column of words have this value? */
} AttributeType;

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

/* Those of a column of words. */
extern void row_attributes_add_category(RowAttributes *attributes, const Category *category);

/* An error if a value of a column of words is called like another attribute. */
extern void row_attributes_check(const RowAttributes *attributes);

/* Can an attribute of that type be called so? */
extern bool row_attribute_valid(const char *name, AttributeType type);

/*
 * The looks that attributes are; name NULL: of arrays, one each.  What they
 * point to is palloc'd.
 */
extern Looks row_looks(uint32 d, char *const *name, const AttributeType *type);

/* The columns that looks are, palloc'd; name NULL: NULL. */
extern char **row_look_names(const Looks *looks, char *const *name, const AttributeType *type);

#endif							/* AER_ROW_ATTRIBUTES_H */
