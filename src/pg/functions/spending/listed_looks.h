/*
 * listed_looks.h
 *		Attributes that an argument lists, by name or by number.
 */
#ifndef AER_LISTED_LOOKS_H
#define AER_LISTED_LOOKS_H

#include "pg/aer.h"

#include "pg/rows/features.h"

/*
 * Find a look by its name, or by that of one of its attributes; where these have no names,
 * by the number of an attribute, from 1.  An error, which names the argument, if there is none.
 */
extern uint32 look_by_name(const Columns *columns, const char *argument, const char *wanted);

/*
 * Mark in listed[looks.n] the looks that an argument lists, and the pairs of which it lists
 * both.  It is a text[], or a literal of one, of columns, or of attributes, which mean their
 * column, or an int[] of numbers of attributes.  An error, which names the argument, if one
 * is not there.
 */
extern void listed_looks(FunctionCallInfo fcinfo, int argno, const char *argument,
						 const Columns *columns, bool *listed);

#endif							/* AER_LISTED_LOOKS_H */
