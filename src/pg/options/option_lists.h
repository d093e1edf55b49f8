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
 * Make list one of no number, of one for all attributes, or of one for
 * each.  names: of the attributes, or NULL; otherwise: for attributes that a
 * list by name leaves out.
 */
extern void number_list_resolve(NumberList *list, const char *option, double otherwise,
								uint32 d, char *const *names);

/*
 * Of "spread" by name: a deviation for each of n columns, palloc'd, 0 where the list has
 * none.  It names columns, or their attributes, whose variances add up; those of pairs
 * have no say.
 */
extern double *deviations_by_column(const NumberList *list, uint32 n, char *const *columns);

#endif							/* AER_OPTION_LISTS_H */
