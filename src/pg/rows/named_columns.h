/*
 * named_columns.h
 *		The attributes of rows that nobody has seen, by the names of their columns.
 */
#ifndef AER_NAMED_COLUMNS_H
#define AER_NAMED_COLUMNS_H

#include "pg/rows/row_columns.h"

/*
 * Those of n columns, in the current memory context, in the order of the names;
 * whether one is boolean is not known, and knots that are written as points in time
 * are told from words by how they look.  The names become those of the columns
 * that are chosen, in place.
 */
extern RowAttributes named_attributes(const RowColumns *columns, char **name, int n);

/* An error if there cannot be so many attributes. */
extern void check_attribute_count(int64 d);

#endif							/* AER_NAMED_COLUMNS_H */
