/*
 * range_list.h
 *		The option "range" of a design: the values of numbers in the sample that suggested it.
 *
 *		{"age": [18, 92], "day": ["2024-01-01", "2024-12-31"], "stars": {"values": [1, 2, 3, 4, 5]}}
 *
 * An array has the smallest and the largest value.  An object has all values, if they are few.  The
 * text of a model has them in the same form, but points in time in days from 2000-01-01.
 */
#ifndef AER_RANGE_LIST_H
#define AER_RANGE_LIST_H

#include "pg/aer.h"

#include "kernel/option.h"
#include "lib/stringinfo.h"

/* Reads the option; errors name the column. */
extern void range_list_read(const char *option, const JsonbValue *json, RangeList *list);

/* Returns the range of a column, or NULL if the list has none. */
extern const ColumnRange *range_list_find(const RangeList *list, const char *name);

/*
 * Reads one range.  Returns false if it is malformed.  `column`: its name, for errors of points in time;
 * NULL: they are no text.
 */
extern bool range_read(const JsonbValue *json, const char *column, ColumnRange *range);

/* Appends one range. */
extern void range_put(StringInfo out, const ColumnRange *range);

#endif							/* AER_RANGE_LIST_H */
