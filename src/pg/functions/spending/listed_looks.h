/*
 * listed_looks.h
 *		Attributes that an argument lists, by name or by number.
 */
#ifndef AER_LISTED_LOOKS_H
#define AER_LISTED_LOOKS_H

#include "pg/aer.h"

#include "pg/rows/features.h"

/*
 * The look of that name (or that an attribute of that name is of), and that of
 * attribute number "wanted", from 1; an error that says in which argument it stands
 * if there is none.
 */
extern uint32 look_by_name(const RowColumns *columns, const char *argument, const char *wanted);
extern uint32 look_by_number(const RowColumns *columns, const char *argument, int32 wanted);

/*
 * Mark in listed[looks.n] those that an argument of type "any" lists: a text[] of
 * columns (or values of columns of words, which mean the column), or an int[] of
 * numbers of attributes; and the pairs of two that it lists.  An error that calls it by
 * name if one is not there.
 */
extern void listed_looks(FunctionCallInfo fcinfo, int argno, const char *argument,
						 const RowColumns *columns, bool *listed);

#endif							/* AER_LISTED_LOOKS_H */
