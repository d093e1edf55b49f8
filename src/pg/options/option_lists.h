/*
 * option_lists.h
 *		Options that are lists: of names, of numbers of attributes.
 */
#ifndef AER_OPTION_LISTS_H
#define AER_OPTION_LISTS_H

#include "pg/aer.h"

#include "kernel/option.h"

extern bool name_list_has(const NameList *list, const char *name);

/*
 * Makes list one of no number, of one for all attributes, or of one for each.  otherwise: for
 * attributes that a list by name leaves out.
 */
extern void number_list_resolve(NumberList *list, const char *option, double otherwise,
								const Columns *columns);

/*
 * Returns a standard deviation for each column from a list of "spread" by name, palloc'd, 0 if
 * the list has none.  It names columns, or their attributes, whose variances add up; those of
 * interactions have no say.
 */
extern double *deviations_by_column(const NumberList *list, const Columns *columns);

#endif							/* AER_OPTION_LISTS_H */
