/*
 * attribute_name.h
 *		Prints the names of attributes (kernel/columns.h).
 *
 * A plain column gives its attribute its own name.  Other attributes are called "region=north",
 * "age>30" and "age is null".  A column name stands in quotes there if it has = or > or begins
 * with a quote.  A point in time is printed as ISO 8601 has it, with a clock unless it is
 * midnight.
 *
 * A product is called as its two factors, "age>45*smoker"; a plain number that has a centre is
 * "(year-2018)" there.  A factor stands in quotes if it has * or begins with a quote or a
 * parenthesis; before a centre also if it has a sign or parentheses.  A copy, which is seen
 * where another column is seen too, is called "age>45 with smoker".
 */
#ifndef AER_ATTRIBUTE_NAME_H
#define AER_ATTRIBUTE_NAME_H

#include "pg/aer.h"

#include "kernel/columns.h"

/* Returns the name of an attribute of named columns: palloc'd, or the column's. */
extern const char *attribute_name(const Columns *columns, uint32 attribute);

/* Return [looks.d] and [looks.bought] names, palloc'd; NULL for arrays. */
extern char **attribute_names(const Columns *columns);
extern char **column_names(const Columns *columns);

/* Prints a number, or a point in time in days from 2000-01-01, palloc'd. */
extern char *value_text(bool time, double number);

/* Returns true if a text begins as a point in time does in ISO 8601. */
extern bool text_is_time(const char *text);

#endif							/* AER_ATTRIBUTE_NAME_H */
