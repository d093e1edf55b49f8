/*
 * numerics.h
 *		Converts numeric values to doubles.
 */
#ifndef AER_NUMERICS_H
#define AER_NUMERICS_H

#include "pg/aer.h"

/* Returns the double nearest to a numeric; infinite if it is out of range. */
extern double numeric_to_double(Datum value);

#endif							/* AER_NUMERICS_H */
