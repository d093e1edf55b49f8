/*
 * look_columns.h
 *		What looks see, by the names and types of the attributes that they are.
 */
#ifndef AER_LOOK_COLUMNS_H
#define AER_LOOK_COLUMNS_H

#include "pg/aer.h"

#include "pg/rows/features.h"
#include "kernel/columns/coordinates.h"

/* Of arrays (name NULL) each attribute is a plain number.  What they point to is palloc'd. */
extern Columns look_columns(uint32 d, char *const *name, const AttributeType *type);

#endif							/* AER_LOOK_COLUMNS_H */
