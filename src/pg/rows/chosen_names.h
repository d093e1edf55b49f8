/*
 * chosen_names.h
 *		The columns of rows that nobody has seen, by their names.
 */
#ifndef AER_CHOSEN_NAMES_H
#define AER_CHOSEN_NAMES_H

#include "pg/rows/column_choice.h"

/*
 * Those of n names that are chosen, in their order, in the current memory context; whether
 * one is boolean is not known, and knots that are written as points in time are told from
 * words by how they look.  The names are brought in disorder.
 */
extern Columns choose_names(const ColumnChoice *choice, char **name, int n);

/* An error if there cannot be so many attributes. */
extern void check_attribute_count(int64 d);

#endif							/* AER_CHOSEN_NAMES_H */
