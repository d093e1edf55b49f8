/*
 * given_table.h
 *		Tables that a user gives as regclass.
 */
#ifndef AER_GIVEN_TABLE_H
#define AER_GIVEN_TABLE_H

#include "pg/aer.h"

#include "storage/lockdefs.h"
#include "utils/relcache.h"

/* As table_open(), but where it was dropped meanwhile, that is the user's error. */
extern Relation given_table_open(Oid table, LOCKMODE mode);

#endif							/* AER_GIVEN_TABLE_H */
