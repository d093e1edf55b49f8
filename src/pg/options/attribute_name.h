/*
 * attribute_name.h
 *		Prints the names of attributes (kernel/columns.h).
 *
 * The attribute of a plain column has the name of the column.  Other attributes are called
 * "region=north", "age>30" and "age is null".  There a column name has quotes if it contains
 * = or > or begins with a quote.  The effect of a level is called "level(region)"; if a level has
 * several effects, "level(region, 1)" and so on; there a column name has quotes if it contains a
 * comma, parentheses or quotes.  A point in time is printed in ISO 8601, without the time of
 * day at midnight.
 *
 * A product has the names of its two factors, "age>45*smoker"; a plain number with a centre is
 * printed as "(year-2018)".  A factor has quotes if it contains * or begins with a quote or a
 * parenthesis; before a centre also if it contains a sign, a quote or parentheses.  A copy, an
 * attribute that counts only where another column was read, too, is called
 * "age>45 with smoker".
 */
#ifndef AER_ATTRIBUTE_NAME_H
#define AER_ATTRIBUTE_NAME_H

#include "pg/aer.h"

#include "kernel/columns.h"

/* Returns the name of an attribute of named columns: palloc'd, or the column's own string. */
extern const char *attribute_name(const Columns *columns, uint32 attribute);

/*
 * Returns the label of a look: its column, the number of its first attribute from 1 for arrays, or
 * "age × smoker" for an interaction (* if the encoding is not UTF-8).
 */
extern const char *look_label(const Columns *columns, uint32 look);

/* Return the names of all attributes [looks.d] and columns [looks.bought], palloc'd; NULL for arrays. */
extern char **attribute_names(const Columns *columns);
extern char **column_names(const Columns *columns);

/* Returns a number, or a point in time in days from 2000-01-01, as text, palloc'd. */
extern char *value_text(bool time, double number);

/* Returns true if a text begins like a point in time in ISO 8601. */
extern bool text_is_time(const char *text);

/*
 * Returns a point in time as the number that columns of its type have, in days from 2000-01-01.  Text
 * without a time zone is taken in UTC, so that the time zone of the session does not matter.  Errors
 * name it as a noun, "knot" or "value", of a column.
 */
extern double time_of_text(const char *noun, const char *column, Oid type, const char *text);

#endif							/* AER_ATTRIBUTE_NAME_H */
