/*
 * look_columns.h
 *		What looks see, as the kernel takes it, of columns.
 */
#ifndef AER_LOOK_COLUMNS_H
#define AER_LOOK_COLUMNS_H

#include "pg/aer.h"

#include "pg/rows/features.h"
#include "kernel/columns/coordinates.h"

/* Of arrays each attribute is a plain number.  The looks are those of the columns. */
extern Columns look_columns(const RowColumns *columns);

#endif							/* AER_LOOK_COLUMNS_H */
