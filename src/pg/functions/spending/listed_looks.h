/*
 * listed_looks.h
 *		Reads arguments that list looks by name or by number.
 */
#ifndef AER_LISTED_LOOKS_H
#define AER_LISTED_LOOKS_H

#include "pg/aer.h"

#include "pg/rows/features.h"

/*
 * Returns the look with the name of a column or of one of its attributes; for arrays, with the
 * number of an attribute, from 1.  Raises an error, which names the argument, if there is none.
 */
extern uint32 look_by_name(const Columns *columns, const char *argument, const char *name);

/*
 * Marks in listed [looks.n] the looks that an argument lists, and interactions of two listed columns.
 * The argument is a text[] (or a literal of one) of names, as above, or an int[] of numbers of
 * attributes.  Raises an error, which names the argument, if a look does not exist.
 */
extern void listed_looks(FunctionCallInfo fcinfo, int argno, const char *argument,
						 const Columns *columns, bool *listed);

#endif							/* AER_LISTED_LOOKS_H */
