/*
 * chosen_names.h
 *		Describes columns by names alone, without rows.
 */
#ifndef AER_CHOSEN_NAMES_H
#define AER_CHOSEN_NAMES_H

#include "pg/rows/column_choice.h"

/*
 * Returns the chosen columns among n names, in their order, in the current memory context.  Without
 * a type, no column is boolean, and texts that look like points in time are knots.  Changes the
 * order of name[].
 */
extern Columns choose_names(const ColumnChoice *choice, char **name, int n);

/* Raises an error unless d is from 1 to MAX_ATTRIBUTES. */
extern void check_attribute_count(int64 d);

#endif							/* AER_CHOSEN_NAMES_H */
