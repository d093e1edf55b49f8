/*
 * attribute_name.h
 *		The names of the attributes that a column is.
 *
 * A column that is a plain number is one attribute, which is called as it is.  One
 * of words has an attribute for each, "region=north"; one of numbers has, beside
 * itself, one for each knot, "age>30"; and where NULL is told apart, there is
 * "age is null".  A column whose name has = or >, or begins with a quote, stands in
 * quotes there, so that a name always says column and word, or knot.
 *
 * A product of two factors (pair_products.h) is called as both are, "age>45*smoker": as
 * their attributes, or, of a number without knots that has a centre, "(year-2018)".  A
 * name that has * or begins with a quote or a parenthesis stands in quotes there; before
 * a centre one that has a sign or parentheses, too.  An attribute where another column
 * was seen, too, is called "age>45 with smoker".
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
	ATTRIBUTE_NONE = 5,			/* 1 where the column is NULL */
	ATTRIBUTE_PAIR = 6,			/* a product of factors of two columns */
	ATTRIBUTE_OPEN = 7,			/* a number with knots that no fences hold */
	ATTRIBUTE_COPY = 8			/* an attribute of a column where another one was seen, too */
} AttributeType;

/* text: the word or the knot; NULL of the other types.  palloc'd.  Not of pairs, and copies. */
extern char *attribute_name(const char *column, AttributeType type, const char *text);

/*
 * Column, palloc'd or the name itself, and text, which points into the name; false:
 * no attribute of that type is called so.
 */
extern bool attribute_split(char *name, AttributeType type, char **column, const char **text);

/* A factor of a product: an attribute less its centre, 0: as it is. */
typedef struct NamedFactor
{
	char	   *attribute;
	double		center;
} NamedFactor;

/* The name of the product of two factors, palloc'd, and the factors of a name; false: it is none. */
extern char *product_name(const NamedFactor *a, const NamedFactor *b);
extern bool product_split(const char *name, NamedFactor *a, NamedFactor *b);

/* The name of a copy of an attribute where another column was seen, palloc'd, and both again. */
extern char *copy_name(const char *attribute, const char *other);
extern bool copy_split(const char *name, NamedFactor *attribute, NamedFactor *other);

/* A knot as text, exactly. */
extern char *knot_text(double knot);

/* A knot as text: is it a finite number?  Or else a point in time, as ISO 8601 has it? */
extern bool knot_is_number(const char *text, double *knot);
extern bool knot_is_time(const char *text);

#endif							/* AER_ATTRIBUTE_NAME_H */
