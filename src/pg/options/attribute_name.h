/*
 * attribute_name.h
 *		The names of the attributes that a column is.
 *
 * A column that is a plain number is one attribute, which is called as it is.  One
 * of words has an attribute for each, "region=north"; one of numbers has, beside
 * itself, one for each knot, "age>30"; and where NULL is told apart, there is
 * "age is null".  A column whose name has = or >, or begins with a quote, stands in
 * quotes there, so that a name always says column and word, or knot.
 */
#ifndef AER_ATTRIBUTE_NAME_H
#define AER_ATTRIBUTE_NAME_H

#include "pg/aer.h"

/*
 * What an attribute is, in the rows that a model was trained on; these numbers
 * are stored.
 */
typedef enum AttributeType
{
	ATTRIBUTE_NUMBER = 1,
	ATTRIBUTE_BOOLEAN = 2,
	ATTRIBUTE_WORD = 3,			/* 1 where the column has the word */
	ATTRIBUTE_BEND = 4,			/* how far the number is above a knot */
	ATTRIBUTE_NONE = 5			/* 1 where the column is NULL */
} AttributeType;

/* text: the word or the knot; NULL of the other types.  palloc'd. */
extern char *attribute_name(const char *column, AttributeType type, const char *text);

/*
 * Column, palloc'd or the name itself, and text, which points into the name; false:
 * no attribute of that type is called so.
 */
extern bool attribute_split(char *name, AttributeType type, char **column, const char **text);

/* A knot as text, exactly. */
extern char *knot_text(double knot);

/* A knot as text: is it a finite number?  Or else a point in time, as ISO 8601 has it? */
extern bool knot_is_number(const char *text, double *knot);
extern bool knot_is_time(const char *text);

#endif							/* AER_ATTRIBUTE_NAME_H */
