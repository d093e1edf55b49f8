/*
 * numerics.h
 *		numeric values as doubles.
 */
#ifndef AER_NUMERICS_H
#define AER_NUMERICS_H

#include "pg/aer.h"

/* The double nearest to a numeric (infinite where it is out of range). */
extern double numeric_to_double(Datum value);

#endif							/* AER_NUMERICS_H */
