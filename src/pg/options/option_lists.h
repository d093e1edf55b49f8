/*
 * option_lists.h
 *		Options that are lists: of names, or of a number for each attribute.
 */
#ifndef AER_OPTION_LISTS_H
#define AER_OPTION_LISTS_H

#include "pg/aer.h"

#include "kernel/option.h"

extern bool name_list_has(const NameList *list, const char *name);

/*
 * Turns a list by name into a list of one number for each attribute; other lists keep their
 * number for all attributes, or their number for each.  `otherwise`: the number of attributes
 * that a list by name leaves out.
 */
extern void number_list_resolve(NumberList *list, const char *option, double otherwise,
								const Columns *columns);

/*
 * Returns a standard deviation for each column from a list of "spread" by name, palloc'd; 0
 * for columns that the list leaves out.  The list names columns, or their attributes, whose
 * variances add up.  Attributes of interactions do not count.
 */
extern double *spread_by_column(const NumberList *list, const Columns *columns);

#endif							/* AER_OPTION_LISTS_H */
